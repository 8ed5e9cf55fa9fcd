# How tests of hostile programs (hostile.py in this folder) begin: with tests/tap.sh, and what they share.
# shellcheck shell=sh
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "hostile programs # SKIP there is no python3"
  done_testing
  exit
fi
# A link, by whose name alone what is left over is found again.
client=$scratch/hostile_client.py
ln -s "$PWD/tests/external/hostile.py" "$client"
alive() { grep -ls "$client" /proc/[0-9]*/cmdline; }
