# The pilot of a quadruple run, the same step in double: it saves work where it is right, and changes
# nothing where it misleads.
. tests/tap.sh

if without_quad; then
  echo "1..0 # SKIP gimbal was built without quadruple precision"
  exit
fi

# The fields of double_pendulum and knife_edge are derived by differences, which a pilot makes in
# double.
fly() {
  run "$GIMBAL" run --plugin "$BUILD/tests/plugins/pilots.so" -m "pilot_$1" -M "$2" -h 0.05 -T 2 \
    --precision "$3" --every 10 -o "$scratch/$1.csv"
}
residuals() { printf '%s\n' "$output" | sed -n 's/.*residuals \([0-9]*\),.*/\1/p'; }
jacobians() { printf '%s\n' "$output" | sed -n 's/.*Jacobians \([0-9]*\).*/\1/p'; }
# Differences of round-off, 1e-32 a step, are left out: numbers to 28 digits.
end_of() { tail -1 "$scratch/$1.csv" | tr , '\n' | sed -n '2,$p' | head -2 | cut -c1-30; }

for model in double_pendulum kepler knife_edge; do
  fly none $model quad
  is "$status" 0 "$model: without a pilot" || diag "$errors"
  alone=$(end_of none)
  work=$(residuals)
  fly right $model quad
  is "$(jacobians)" 0 "$model: behind a pilot no Jacobian is made in quadruple precision"
  [ "$(residuals)" -lt $((work * 3 / 4)) ]
  ok $? "$model: $(residuals) residuals instead of $work"
  is "$(end_of right)" "$alone" "$model: with the same end"
  for way in astray failing other_size one_more; do
    fly $way $model quad
    is "$status $(end_of $way)" "0 $alone" "$model: with the same end behind $way"
  done
done
fly none kepler double
alone=$(end_of none)
fly astray kepler double
[ "$(end_of astray)" != "$alone" ]
ok $? "the pilot that goes astray is another method in double"
fly failing kepler double
is "$status" 1 "the failing pilot fails"
done_testing
