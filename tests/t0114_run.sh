# gimbal run: what it prints, and that it does what was asked or says why not.
. tests/tap.sh

run "$GIMBAL" run -m rk4 -M kepler@polar_trivial:e03 -h 1/10 -T 1
is "$status $errors" "0 " "a model is written with its coordinates as verify writes it"
matches "$output" '^rk4 on kepler:e03 \(polar_trivial\), ' "the coordinates of -M are used"

run "$GIMBAL" run -m lobatto_nonholonomic_3 -M cvt:low_eps05 -h 1/8 -T 1
is "$status $errors" "0 " "a run with multipliers"
matches "$output" '^reference: .*\(q\) [0-9.e-]+ \(v\) [0-9.e-]+ \(lambda\)$' \
  "each error that is printed has its bar"

# remarks PATTERN NAME WORDS...: the run succeeds, and its output has the pattern.
remarks() {
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" run -m rk4 -M kepler "$@"
  is "$status" 0 "$name"
  matches "$output" "$pattern" "$name: the output has $pattern"
}
remarks '^not compared with a reference: .*--reference' "a long run" -h 1/4 -T 101
remarks '^not compared with a reference: .*forwards' "a run backwards" -h -1/4 -T -1 --reference

remarks '^rk4 on kepler:e03 \(cartesian\), h = 0\.1, t = 0\.3, ' "0.1 is printed as 0.1" -h 0.1 -T 0.3
remarks '^not compared with a reference: --no-reference$' "a run without a reference" \
  -h 1/4 -T 1 --no-reference
run "$GIMBAL" run -m rk4 -M kepler -h 0.1 -T 0.3 -o "$scratch/table.csv"
is "$(cut -d, -f1 "$scratch/table.csv" | tr '\n' ' ')" "t 0 0.1 0.2 0.3 " "the times in the table are multiples of the step"

# ---- For programs ----

run "$GIMBAL" run -m lobatto_nonholonomic_3 -M cvt:low_eps05 -h 1/8 -T 1
text=$output
run "$GIMBAL" run -m lobatto_nonholonomic_3 -M cvt:low_eps05 -h 1/8 -T 1 --json
is "$status $errors" "0 " "--json"
is "$(printf '%s\n' "$output" | jq -r '"\(.method) on \(.model):\(.case) h \(.h) t \(.t)"')" \
  "lobatto_nonholonomic_3 on cvt:low_eps05 h 0.125 t 1" "says what was run"
is "$(printf '%s\n' "$output" | jq '.state.q.values[0], .state.lambda.values[-1]' |
  awk '{ printf "%.14e\n", $1 }')" \
  "$(printf '%s\n' "$text" | awk '/^q/ { getline; printf "%.14e\n", $1 } /^lambda/ { l = 1; next }
    l && /^ *-?[0-9]/ { v = $1 } END { printf "%.14e\n", v }')" "the end state is the one that is printed"
is "$(printf '%s\n' "$output" | jq '.state.v | (.errors | length), (.names | length), (.bar > 0)' |
  tr '\n' ' ')" "3 3 true " "with errors, names and an error bar"
matches "$text" "constraint residual $(printf '%s\n' "$output" |
  jq .constraint_residual | awk '{ printf "%.3e", $1 }')" "--json has the constraint residual"
run "$GIMBAL" run -m rk4 -M kepler:e03:e=2 -h 1/10 -T 1 --json
is "$status $(printf '%s\n' "$output" | jq -c '.failure.step, .energy_error, .state')" "1 1
null
null" "a step that failed is in it, and no state"
twin is "$("$GIMBAL" run -m rk4 -M kepler -h 1/10 -T 1 --json --no-reference --precision quad |
  grep -cE '"q".* -?[0-9.]{34,}')" 1 "quadruple precision has all its digits"

# A line about how far it is, on a terminal and nowhere else.
long="run -m rk4 -M double_pendulum -h 1/10 -T 4"
if command -v script >/dev/null; then
  matches "$(GIMBAL_CACHE=$scratch/none TERM=xterm script -qec "$GIMBAL $long" /dev/null </dev/null | tr '\r' '\n')" \
    '^run: reference, computation [0-9]+ ' "a slow reference shows its progress on a terminal"
fi
# shellcheck disable=SC2086 # words
run env GIMBAL_CACHE="$scratch/no" "$GIMBAL" $long
is "$status $errors" "0 " "progress is printed on a terminal only"

# refused PATTERN NAME WORDS...: status 2 and one line.
refused() {
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" run "$@"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line"
  matches "$errors" "$pattern" "$name: the message has $pattern"
}
refused "kepler has no coordinates 'cartesia'; it has: cartesian, polar_" "wrong coordinates" \
  -m rk4 -M kepler@cartesia -h 1/4 -T 1
refused "rattle cannot integrate kepler as cartesian; .gimbal describe rattle" \
  "coordinates that the method cannot use" -m rattle -M kepler@cartesian -h 1/4 -T 1
refused "'rk4' and 'gauss_2'" "two methods" -m rk4 -m gauss_2 -M kepler -h 1/4 -T 1
refused 'give its file as -o FILE' "rows of no table" -m rk4 -M kepler -h 1/4 -T 1 --every 2
refused '-h = "abc": unknown name' "a step that is no number" -m rk4 -M kepler -h abc -T 1
refused '-h = "1/0" is not a finite number' "an infinite step" -m rk4 -M kepler -h 1/0 -T 1
refused '-T = "1/0" is not a finite number' "an infinite duration" -m rk4 -M kepler -h 1 -T 1/0
refused 'contradict' "with and without a reference" -m rk4 -M kepler -h 1/4 -T 1 --reference \
  --no-reference
refused 'must not be zero' "no step" -m rk4 -M kepler -h 0 -T 1
refused 'same sign' "a duration the other way" -m rk4 -M kepler -h -1/4 -T 1
refused '1e15 steps' "more steps than can be counted" -m rk4 -M kepler -h 1e-300 -T 1

run "$GIMBAL" run -m rk4 -M kepler:e03:e=2 -h 1/10 -T 1
is "$status" 1 "initial data outside the domain: the run fails"
matches "$errors" "step 1 failed at t = 0: the initial data lie outside the model's domain\$" \
  "with the reason and no number"
is "$(printf '%s\n' "$output" | grep -c 'energy error')" 0 "no energy error is printed"
run "$GIMBAL" run -m sphere_homogeneous -M spherical_pendulum -h 2 -T 10
matches "$errors" 'more: \|u\|² is: [0-9.]+$' "a method's own reason has its number"
run "$GIMBAL" run -m implicit_midpoint -M kepler:e03 -h 30 -T 60
is "$status" 1 "a step that cannot be solved: the run fails"
matches "$errors" 'not solved: [a-zN][^,_]*, residual [0-9.]+e' "with the cause in words, and the residual"
run "$GIMBAL" run --plugin "$BUILD/tests/plugins/wrong_crash.so" -m wrong_crash -M pendulum -h 1/10 -T 1
is "$status $output" "1 " "a plugin that crashes: the run fails"
matches "$errors" '^gimbal: the run ended by signal 11 \(' "  and the message names the signal"
run "$GIMBAL" run -m rk4 -M pendulum -h 1/10 -T 1 -- -step_snes_rtoll 0
is "$status" 2 "an option that PETSc does not have is a usage error"
matches "$errors" 'no option -step_snes_rtoll' "the message names the unknown option for PETSc"

# A frame of e^q on a free particle: the quasivelocity shrinks to 1e-18, and what an unknown of that
# size is moved by for a Jacobian has to shrink with it.
run "$GIMBAL" run -m hamel_midpoint -M free_particle_1d -h 1/10 -T 40
is "$status" 0 "an unknown may become as small as it likes"
done_testing
