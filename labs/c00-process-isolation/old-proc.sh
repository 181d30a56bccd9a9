# old-proc.sh: PID 1 of a new pid namespace whose /proc was not mounted anew.
echo "pid $$"
read -r outer rest </proc/self/stat
echo "proc-self $outer"
for process in /proc/[0-9]*; do echo "process ${process#/proc/}"; done
echo end
