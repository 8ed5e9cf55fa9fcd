# For tests that are shell scripts: `. tests/tap.sh` first, done_testing last. $scratch is a folder
# that is gone afterwards. tests/run starts scripts in the top folder with BUILD and GIMBAL set.
# shellcheck shell=sh
tap_count=0
tap_failed=0
BUILD=${BUILD:-$PWD/build}
GIMBAL=${GIMBAL:-$BUILD/gimbal}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# To standard error, since prove does not show comments of standard output.
diag() { printf '%s\n' "$*" | sed 's/^/# /' >&2; }

# ok STATUS NAME: passes if STATUS is 0. For instance: grep -q x file; ok $? "the file has an x"
ok() {
  tap_count=$((tap_count + 1))
  if [ "$1" = 0 ]; then
    echo "ok $tap_count - $2"
  else
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $2"
    return 1
  fi
}

# todo STATUS NAME REASON: the same for what is known to fail; prove tells when it no longer does.
todo() {
  tap_count=$((tap_count + 1))
  [ "$1" = 0 ] && echo "ok $tap_count - $2 # TODO $3" || echo "not ok $tap_count - $2 # TODO $3"
}

# is VALUE EXPECTED NAME
is() {
  [ "$1" = "$2" ]
  ok $? "$3" || diag "got:      $1
expected: $2"
}

# matches VALUE PATTERN NAME: an extended regular expression that a line of the value meets.
matches() {
  printf '%s\n' "$1" | grep -Eq -e "$2"
  ok $? "$3" || diag "got:     $1
pattern: $2"
}

# run COMMAND...: leaves $status, $output (standard output) and $errors (standard error).
run() {
  "$@" >"$scratch/.output" 2>"$scratch/.errors" </dev/null
  status=$?
  output=$(cat "$scratch/.output")
  errors=$(cat "$scratch/.errors")
}

# twin COMMAND...: a test as above that nothing can pass in a program without quadruple precision.
without_quad() { grep -q GIMBAL_WITHOUT_QUAD "$BUILD/flags" 2>/dev/null; }
twin() {
  if without_quad; then
    for name; do :; done
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $name # SKIP gimbal was built without quadruple precision"
  else
    "$@"
  fi
}

done_testing() {
  echo "1..$tap_count"
  [ $tap_failed = 0 ]
  exit
}
