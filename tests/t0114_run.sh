# gimbal run: what it prints, and that it does what was asked or says why not.
. tests/tap.sh

run "$GIMBAL" run -m rk4 -M kepler@polar_trivial:e03 -h 1/10 -T 1
is "$status $errors" "0 " "a model is written with its coordinates as verify writes it"
matches "$output" '^rk4 on kepler:e03 \(polar_trivial\), ' "which are taken"
plain=$output
run "$GIMBAL" run -m rk4 -M kepler:e03 --realisation polar_trivial -h 1/10 -T 1
is "$output" "$plain" "--realisation is the same"

run "$GIMBAL" run -m lobatto_nonholonomic_3 -M cvt:low_eps05 -h 1/8 -T 1
is "$status $errors" "0 " "a run with multipliers"
matches "$output" '^reference: .*\(q\) [0-9.e-]+ \(v\) [0-9.e-]+ \(lambda\)$' \
  "each error that is printed has its bar"

# remarks PATTERN NAME WORDS...: the run succeeds, and its output says so.
remarks() {
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" run -m rk4 -M kepler "$@"
  is "$status" 0 "$name"
  matches "$output" "$pattern" "... says: $pattern"
}
remarks '^not compared with a reference: .*--reference' "a long run" -h 1/4 -T 101
remarks '^not compared with a reference: .*forwards' "a run backwards" -h -1/4 -T -1 --reference

# refused PATTERN NAME WORDS...: status 2 and one line.
refused() {
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" run "$@"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line"
  matches "$errors" "$pattern" "... which says: $pattern"
}
refused "kepler has no realisation 'cartesia'; it has: cartesian, polar_" "wrong coordinates" \
  -m rk4 -M kepler@cartesia -h 1/4 -T 1
refused 'given twice' "coordinates twice" \
  -m rk4 -M kepler@cartesian --realisation cartesian -h 1/4 -T 1
refused "rattle cannot integrate kepler as cartesian: no realisation fits" \
  "coordinates that the method cannot use" -m rattle -M kepler@cartesian -h 1/4 -T 1
refused "'rk4' and 'gauss_2'" "two methods" -m rk4 -m gauss_2 -M kepler -h 1/4 -T 1
refused 'none without -o' "rows of no table" -m rk4 -M kepler -h 1/4 -T 1 --every 2
refused '-h = "abc": unknown name' "a step that is no number" -m rk4 -M kepler -h abc -T 1
refused '-h = "1/0" is not a finite number' "an infinite step" -m rk4 -M kepler -h 1/0 -T 1
refused '-T = "1/0" is not a finite number' "an infinite duration" -m rk4 -M kepler -h 1 -T 1/0
refused 'must not be zero' "no step" -m rk4 -M kepler -h 0 -T 1
refused 'same sign' "a duration the other way" -m rk4 -M kepler -h -1/4 -T 1
refused '1e15 steps' "more steps than can be counted" -m rk4 -M kepler -h 1e-300 -T 1

run "$GIMBAL" run -m rk4 -M kepler:e03:e=2 -h 1/10 -T 1
is "$status" 1 "initial data outside the domain: the run fails"
matches "$errors" "step 1 failed at t = 0: the initial data lie outside the model's domain\$" \
  "with the reason and no number"
is "$(printf '%s\n' "$output" | grep -c 'energy error')" 0 "and no energy error"
run "$GIMBAL" run -m sphere_homogeneous -M spherical_pendulum -h 2 -T 10
matches "$errors" 'more: \|u\|² is: [0-9.]+$' "a method's own reason has its number"
run "$GIMBAL" run -m implicit_midpoint -M kepler:e03 -h 30 -T 60
is "$status" 1 "a step that cannot be solved: the run fails"
matches "$errors" 'not solved: DIVERGED_[A-Z_]+, residual [0-9.]+e' "with the residual named as such"
run "$GIMBAL" run --plugin "$BUILD/tests/plugins/wrong_crash.so" -m wrong_crash -M pendulum -h 1/10 -T 1
is "$status $output" "1 " "a plugin that crashes: the run fails"
matches "$errors" '^gimbal: the run ended by signal 11 \(' "and the signal is told"
run "$GIMBAL" run -m rk4 -M pendulum -h 1/10 -T 1 -- -step_snes_rtoll 0
is "$status" 2 "an option that PETSc does not have is a usage error"
matches "$errors" 'no option -step_snes_rtoll' "and named"

# A frame of e^q on a free particle: the quasivelocity shrinks to 1e-18, and what an unknown of that
# size is moved by for a Jacobian has to shrink with it.
run "$GIMBAL" run -m hamel_midpoint -M free_particle_1d -h 1/10 -T 40
is "$status" 0 "an unknown may become as small as it likes"
done_testing
