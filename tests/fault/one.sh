#!/bin/sh
# one.sh FOLDER KIND:ROLE:N[:kill]: a run in which the N-th call fails, or ends the process; and what
# must hold afterwards: no crash, no status 0 with anything missing, whoever fails says why, nothing is
# left running, and --resume ends with what an undisturbed run has. FOLDER was made by prepare.sh. One
# line if something does not hold; status 0 if all does, 1 if not, 9 if there is no N-th call. What it
# came to goes to FOLDER/outcomes. With KEEP in the environment the folder of the run stays.
set -u
folder=$1
fault=$2
work=$(mktemp -d "$folder/run.XXXXXX") || exit 2
cd "$work" || exit 2
wrong=
complain() { wrong="$wrong; $*"; }
verify() { # verify ARGUMENTS...
  GIMBAL_CACHE=$work/cache timeout -s KILL 60 "$folder/tree/build/gimbal" verify "$folder/suite.yaml" \
    --plugin "$work/mark.so" -o out "$@"
}
# Workers and what they fork have it among their words. They die with their parent, not before it.
alive() {
  tries=0
  while grep -qs "$work/mark.so" /proc/[0-9]*/cmdline; do
    [ $tries = 40 ] && return 0
    tries=$((tries + 1))
    sleep 0.05
  done
  return 1
}
# What it came to, without what is the call's own: names of files and numbers.
outcome() {
  printf '%s\t%s: %s\n' "$fault" "$1" "$(sed -n 's,[^ ]*/[^ ]*,FILE,g; s/[0-9][0-9]*/N/g; /^gimbal: /{p;q;}' errors)" >>"$folder/outcomes"
}
# What a reader would see; FOLDER/expected is that of an undisturbed run.
differs() {
  sort out/results.jsonl 2>/dev/null | cmp -s - "$folder/expected/results" || echo results
  sed "s,$work,WORK,g" tap | cmp -s - "$folder/expected/tap" || echo tap
  for file in verdicts.jsonl verify.tap junit.xml; do
    sed "s,$work,WORK,g" "out/$file" 2>/dev/null | sed 's/"check":.*//; s/ time="[^"]*"//' |
      cmp -s - "$folder/expected/$file" || echo "$file"
  done
  find out -type f ! -name '.*' | sort | cmp -s - "$folder/expected/files" || echo files
}

cp "$folder/tree/mark.so" mark.so
: >counts
GIMBAL_FAULT=$fault GIMBAL_FAULT_COUNTS=$work/counts GIMBAL_FAULT_PROGRAM=$folder/tree/build/gimbal \
  LD_PRELOAD=$folder/fault.so verify >tap 2>errors </dev/null
status=$?
fired=$(od -An -t u8 -j 192 -N 8 counts | tr -d ' ')
[ "$fired" = 0 ] && { outcome none; rm -rf "$work"; exit 9; }
outcome $status
echo "$fault" >>"$folder/happened"
alive && complain "something is left running"
case $fault:$status in
*:0)
  what=$(differs | tr '\n' ' ')
  [ -z "$what" ] || complain "status 0, and other $what"
  ;;
*:kill:137) ;;
# It happened outside of the job's process, and a worker that is killed is replaced.
*:run:*:1 | *:worker:*:1) complain "status 1, as if the job had failed" ;;
*:1) grep -q '"status":"failed"' out/results.jsonl || complain "status 1, and nothing failed" ;;
*:[23]) grep -q '^gimbal: ' errors || complain "status $status, and nobody says why" ;;
*) complain "status $status" ;;
esac
# Where PETSc itself does not look at what malloc gives it, a worker crashes in PETSc and is replaced.
in_petsc() { [ $status = 0 ] && awk '/libc\.so/ { getline; print; exit }' errors | grep -q libpetsc; }
case $fault in
*:kill) ;;
*) grep -Eqs 'signal (4|6|7|8|11) ' errors out/results.jsonl && ! in_petsc && complain "a crash" ;;
esac
if [ $status != 0 ]; then
  cp errors errors.first
  verify --resume >tap 2>errors </dev/null
  again=$?
  what=$(differs | tr '\n' ' ')
  [ "$again" = 0 ] && [ -z "$what" ] || complain "then --resume: status $again, other $what"
  alive && complain "something is left running by it"
fi
if [ -n "$wrong" ]; then
  echo "$fault (status $status)$wrong: $(grep -hs '^gimbal: ' errors.first errors | head -n 2 | tr '\n' ' ')"
  [ -n "${KEEP:-}" ] || rm -rf "$work"
  exit 1
fi
rm -rf "$work"
