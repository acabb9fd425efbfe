# sh guard.sh <signal> <command> [argument ...]
# Runs the command and sends it the signal when standard input ends, at the latest when the process that holds the
# other end dies, for whatever reason. Writes the command's pid to descriptor 3.
signal=$1
shift
exec 4<&0
"$@" </dev/null 3>&- 4<&- &
child=$!
echo $child >&3
exec 3>&-
{ cat <&4 >/dev/null; kill -"$signal" $child; } 2>/dev/null &
exec 4<&-
wait $child
