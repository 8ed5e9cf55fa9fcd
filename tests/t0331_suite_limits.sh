# What a suite may have at most: at the limit it is read, above it is one line with its place and
# status 2, at once. Suites may come from anywhere.
. tests/tap.sh

cd "$scratch" || exit 2
case $GIMBAL in /*) ;; *) GIMBAL=$OLDPWD/$GIMBAL ;; esac
head='models: "pendulum:oscillation"
precision: double
plugin_claims: false
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128], methods: [no_such_thing]}]'

# A suite that is read, but names a method that is not there, ends with that; before any job.
accepted() {
  run timeout 20 "$GIMBAL" verify "$1" -o out
  matches "$status $errors" "^2 .*(no_such|nothing to run|no method matches)" "$2: read"
}
refused() {
  run timeout 20 "$GIMBAL" verify "$1" -o out
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$3: status 2, one line"
  matches "$errors" "$2" "  which says: $2"
}
# repeat N TEXT
repeat() { awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'; }

# The file
{ echo "$head"; echo "title: x"; } >size.yaml
size=$(wc -c <size.yaml)
{ cat size.yaml; printf '#'; repeat $((1048576 - size - 2)) x; echo; } >largest.yaml
is "$(wc -c <largest.yaml)" 1048576 "a file of a mebibyte"
accepted largest.yaml "one of a mebibyte"
echo >>largest.yaml
refused largest.yaml 'largest.yaml: the file is larger than 1048576 bytes' "one more byte"
mkfifo pipe.yaml
refused pipe.yaml 'pipe.yaml.* not a regular file' "a pipe"
refused /dev/zero '/dev/zero.* not a regular file' "a device"

# Depth: a list in 13 others is not what a key wants, which is said; deeper is not looked at.
{ echo "$head"; printf 'claims: '; repeat 15 '['; repeat 15 ']'; echo; } >deep.yaml
refused deep.yaml 'deep.yaml:5:.*expected' "16 deep"
{ echo "$head"; printf 'claims: '; repeat 16 '['; repeat 16 ']'; echo; } >deep.yaml
refused deep.yaml 'deep.yaml:5:24: lists and mappings lie more than 16 deep' "17 deep"
repeat 100000 '[' >deep.yaml
refused deep.yaml 'deep.yaml:1:17: lists and mappings lie more than 16 deep' "100 000 deep"

# Texts and entries
{ echo "$head"; printf 'title: '; repeat 16384 x; echo; } >text.yaml
accepted text.yaml "a text of 16384 bytes"
{ echo "$head"; printf 'title: '; repeat 16385 x; echo; } >text.yaml
refused text.yaml "text.yaml:5:8: key 'title': a text of more than 16384 bytes" "a longer one"
{ echo "$head"; printf 'methods: ['; repeat 50000 'a,'; echo 'b]'; } >entries.yaml
accepted entries.yaml "50 000 names"
{ echo "$head"; printf 'methods: &all ['; repeat 50000 'a,'; echo 'b]'; echo 'exclude:';
  repeat 10 '- {methods: *all, why: x}
'; } >entries.yaml
refused entries.yaml 'entries.yaml:5:.* more than 200000 values and entries of lists' "what aliases repeat"

# What libyaml compares with one another, each with all: 90 000 anchors took 12 s, 60 000 tags 16 s.
anchors() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "&a%d x,", i }'; }
{ echo "$head"; printf 'methods: ['; anchors 256; echo 'x]'; } >anchors.yaml
accepted anchors.yaml "256 anchors"
{ echo "$head"; printf 'methods: ['; anchors 90000; echo 'x]'; } >anchors.yaml
refused anchors.yaml 'anchors.yaml:5:.* more than 256 anchors' "90 000"
tags() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%%TAG !t%d! x\n", i }'; echo ---; }
{ tags 64; echo "$head"; } >tags.yaml
accepted tags.yaml "64 tags"
{ tags 60000; echo "$head"; } >tags.yaml
refused tags.yaml 'tags.yaml: more than 64 directives %TAG' "60 000"
if command -v iconv >/dev/null; then
  { tags 10000; echo "$head"; } | iconv -t UTF-16 >tags.yaml
  refused tags.yaml 'tags.yaml: .*must be UTF-8' "UTF-16, which would hide them"
fi

# Studies and claims
claim='- {methods: [no_such_thing], study: order, quantity: q, value: 4, source: x}
'
{ echo "$head"; echo claims:; repeat 10000 "$claim"; } >claims.yaml
accepted claims.yaml "10 000 claims"
{ echo "$head"; echo claims:; repeat 10001 "$claim"; } >claims.yaml
refused claims.yaml 'claims.yaml:10006: more than 10000 claims' "one more"
{ echo studies:; repeat 1001 '- {study: order, methods: [no_such_thing]}
'; } >studies.yaml
refused studies.yaml 'studies.yaml:1002: more than 1000 studies' "too many studies"

# What a study's keys may have: KEY, TEXT at the limit, TEXT beyond it, PATTERN
within() {
  printf 'models: "pendulum:oscillation"\nstudies: [{study: %s, %s: %s, methods: [no_such_thing]}]\n' "$1" "$2" "$3" >key.yaml
  accepted key.yaml "as many $2 as there may be"
  printf 'models: "pendulum:oscillation"\nstudies: [{study: %s, %s: %s, methods: [no_such_thing]}]\n' "$1" "$2" "$4" >key.yaml
  refused key.yaml "key.yaml:2: key '${2##*, }': $5" "more $2"
}
listed() { awk -v n="$1" -v text="$2" 'BEGIN { printf "["; for (i = 1; i <= n; i++) printf "%s" text, (i > 1 ? ", " : ""), 16 * i; printf "]" }'; }
within order sizes "$(listed 48 %d)" "$(listed 49 %d)" '49; at most 48 \(LIMIT_SIZES\)'
within structure step_sizes "$(listed 64 1/%d)" "$(listed 65 1/%d)" \
  '65; at most 64 \(LIMIT_STEP_SIZES\)'
within ensemble 'h: 1/10, steps: 100, samples' 256 257 '257; at most 256 \(LIMIT_SAMPLES\)'

# Texts are whole, however long: a reason of some thousand letters of two bytes, from an odd place on.
{ printf 'models: "pendulum:oscillation"\nmethods: [rk4, stormer_verlet]\nprecision: double\nstudies: [{study: order}]\n'
  printf 'exclude: [{methods: stormer_verlet, why: x'; repeat 2000 λ; printf 'end}]\n'; } >why.yaml
run timeout 100 "$GIMBAL" verify why.yaml -o why
is "$status" 0 "a pair that is left out for a reason of 4004 bytes" || diag "$errors"
is "$(grep -c '"reason":"not run: excluded by the suite (xλ.*λend)"' why/verdicts.jsonl | sed 's/^[1-9][0-9]*$/some/')" some \
  "  and the whole reason is recorded"

# What a method says is cut in whole letters, and no reason to lose its order.
run timeout 100 "$GIMBAL" verify -m 'long_words_*' -M pendulum:oscillation --precision double -o words \
  --plugin "$BUILD/tests/plugins/long_words.so"
is "$(sed 's/.*"method":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2/' words/verdicts.jsonl | tr '\n' ' ')" \
  "long_words_even confirmed long_words_odd confirmed " "steps that fail with many words" || diag "$errors"

# A pattern is whole, with its settings.
pattern() { # BYTES KEY BEGINNING
  { grep -v "^$2:" <<END
models: "pendulum:oscillation"
methods: rk4
studies: [{study: order}]
END
    printf '%s: "%s' "$2" "$3"; repeat $(($1 - ${#3})) 9; echo '"'; } >pattern.yaml
}
for key in methods models; do
  case $key in methods) begin=no_such: ;; models) begin=no_such:x:a= ;; esac
  pattern 255 $key $begin
  accepted pattern.yaml "a pattern of 255 bytes, of $key"
  pattern 256 $key $begin
  refused pattern.yaml "pattern.yaml:3: key '$key': a name of 256 bytes; at most 255 \\(LIMIT_PATTERN\\)" \
    "one more"
done

# Suites in suites
chain() { # N: a chain of suites, the first of which includes N others, one in the other
  for i in $(seq "$1"); do echo "include: [chain$i]" >"chain$((i - 1)).yaml"; done
  echo "$head" >"chain$1.yaml"
}
chain 16
accepted chain0.yaml "16 suites that include one another"
chain 17
refused chain0.yaml "chain16.yaml:1: key 'include': more than 16 suites that include one another" \
  "one more"
for i in $(seq 15); do echo "include: [double$i, double$i]" >"double$((i - 1)).yaml"; done
echo "$head" >double15.yaml
refused double0.yaml "key 'include': more than 256 suites in all" "each twice, 15 deep"

# What a method or a model refuses is the suite's error, with its line.
printf 'methods:\n  - "rk4:bogus=2"\nmodels: pendulum\nstudies: [{study: order}]\n' >blame.yaml
refused blame.yaml 'blame.yaml:2: .*rk4.so: method "rk4:bogus=2": unknown parameter "bogus"' "a setting"
printf 'methods: rk4\nmodels:\n  - chaotic\n  - "pendulum:oscillation:bogus=1"\nstudies: [{study: order}]\n' >blame.yaml
refused blame.yaml 'blame.yaml:4: .*pendulum.so: .*unknown parameter "bogus"' "a parameter"
printf 'methods: rk4\nmodels: pendulum\nstudies: [{study: order}]\nclaims:\n  - {methods: rk4, study: order, quantity: q, value: 1/0, source: x}\n' >blame.yaml
refused blame.yaml 'blame.yaml:5: .*value = "1/0" is not a finite number' "an order that is no number"

done_testing
