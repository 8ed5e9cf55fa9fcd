# Units do not matter, bit for bit: a few jobs on models that are scaled by powers of two, all of which
# leave the same measurements and verdicts. make metamorphic tries all jobs of the default suite.
. tests/tap.sh
export GIMBAL_PLUGIN_PATH="$BUILD/methods:$BUILD/models" GIMBAL_CACHE="$BUILD/reference-cache"
metamorphic() {
  run "$BUILD/tests/metamorphic" -j 2 "$@"
}
metamorphic -m rk4 -m stormer_verlet -m lobatto_nonholonomic_2 -m hamel_midpoint -m dla_midpoint \
  -M harmonic_oscillator -M knife_edge -M rotor --sample 3
is "$status" 0 "models of the tree"
matches "$output" '2\^100 \| [1-9][0-9]* \| 0 \| 0 \| 0 ' "in some jobs of a relation no bit is another"
metamorphic -m rk4 -m lobatto_nonholonomic_2 --plugin "$BUILD/tests/plugins/units.so" --seed 3 \
  -M units_skate:molecule -M units_plane:planet --sample 3
is "$status" 0 "models in SI units, from random initial data"

# What is no power of 1024 gives other numbers, of course.
metamorphic -m rk4 -M harmonic_oscillator --wrong
is "$status" 1 "a difference is found"
matches "$output" 'bits: order/rk4/harmonic_oscillator' "  and reported"
done_testing
