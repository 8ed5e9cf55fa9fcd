#!/bin/sh
# all.sh [SUITE [GLOB...]]: the suite on two ranks, without and with hostile methods on the pendulum
# with it, those whose names match a GLOB (all of them). Any difference for the other methods is reported;
# status 0 if nothing is. BUILD is the build folder, TIMEOUT what a job may take, which those that hang
# do take (20 s).
set -u
build=$(cd "${BUILD:-build}" && pwd -P)
suite=${1:-ci/suites/default.yaml}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 'hostile_*'
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
wrong=0
complain() {
  wrong=1
  echo "$*"
}
cp "$build/tests/hostile/steps.so" "$build/tests/hostile/deeds.so" "$work"
cp "$suite" "$work/suite.yaml"
grep -q '^methods:' "$suite" || echo 'methods: ["[!h]*", "h[!o]*"]' >>"$work/suite.yaml"
verify() { # verify NAME METHODS
  cat >"$work/run.yaml" <<YAML
include: [suite.yaml]
methods: [$2]
models: ["pendulum:oscillation"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96]}]
YAML
  "$build/gimbal" verify "$work/run.yaml" --plugin "$work/steps.so" --plugin "$work/deeds.so" -j 2 \
    --timeout "${TIMEOUT:-20}" -o "$work/$1" >"$work/$1.tap" 2>"$work/$1.errors" </dev/null
  echo $? >"$work/$1.status"
  looks=0
  while grep -lqs "$work/deeds.so" /proc/[0-9]*/cmdline && [ $looks -lt 100 ]; do
    looks=$((looks + 1))
    sleep 0.05
  done
  [ $looks -lt 100 ] || complain "$1: something is left running"
  [ "$(head -n 1 "$work/$1.tap")" = "TAP version 13" ] || complain "$1: standard output is no TAP"
  [ "$(grep -Ec '^(not )?ok ' "$work/$1.tap")" = "$(sed -n 's/^1\.\.//p' "$work/$1.tap")" ] ||
    complain "$1: the TAP has not the points that it announces"
}
others() { # others FOLDER FILE
  grep -v '"method":"hostile_' "$work/$1/$2" | sort |
    sed 's/,"command":"[^"]*"//; s/,"check":"[^"]*"//'
}
verify without '"rk4"'
verify with "$(printf '"%s", ' "$@")\"rk4\""
case $(cat "$work/with.status") in
[014]) ;;
*) complain "status $(cat "$work/with.status"): $(tail -n 3 "$work/with.errors")" ;;
esac
for file in verdicts.jsonl results.jsonl; do
  others without $file >"$work/expected"
  others with $file >"$work/got"
  cmp -s "$work/expected" "$work/got" || complain "$file: others differ:" "$(diff "$work/expected" "$work/got" | cut -c1-300 | head -n 6)"
done
# The job's end, or that of its finest step size.
grep '^{"key":"order/hostile_' "$work/with/results.jsonl" | jq -r '
  ([.measured.measurements[]?.series.reason? | arrays | last | strings] | last) as $step |
  (.key | split("/")[1]) + ": " +
  if $step then "failed " + $step else .status + " " + (.reason // "") end' |
  cut -c1-150 | sort
echo "$(grep -c '^{"key":"order/hostile_' "$work/with/results.jsonl") hostile jobs with $(wc -l <"$work/got") others; status $(cat "$work/without.status") without, $(cat "$work/with.status") with"
exit $wrong
