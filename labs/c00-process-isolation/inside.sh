# inside.sh FOLDER: what the first process of the new namespaces sees. It writes to FOLDER/inside.txt and stays.
set -eu
# /proc is still the outer one here, so a process finds its outer PID in it.
read -r outer rest </proc/self/stat
echo "$outer" >"$1/child.pid"
exec 3>"$1/inside.txt"
echo "pid $$" >&3
echo "hostname-before $(uname -n)" >&3
echo labbook-inside >/proc/sys/kernel/hostname
echo "hostname-after $(uname -n)" >&3
mount -t tmpfs labbook-c00 /mnt
mount -t proc proc /proc
for process in /proc/[0-9]*; do echo "process ${process#/proc/}" >&3; done
while read -r name rest; do case $name in *:) echo "interface ${name%:}" >&3 ;; esac; done </proc/net/dev
echo "end" >&3
echo ready
sleep 600 &
wait
