# own-pid.sh: what a process says of its own PID, and what /proc says of it.
echo "pid $$"
read -r outer rest </proc/self/stat
echo "proc-self $outer"
echo end
