# Binaries of plugins that were built for the versions of the interface so far, and never again:
# they load, pass every check, and are judged as when they were built.
. tests/tap.sh

case $(uname -sm) in
"Linux x86_64") ;;
*)
  echo "1..0 # SKIP the binaries are for Linux on x86-64, this is $(uname -sm)"
  exit
  ;;
esac

# Where the program has one precision only, that is all that can be tried.
run "$GIMBAL" run -m rk4 -M pendulum -h 1/10 -T 1/10 --precision quad
precisions=double
[ "$status" = 0 ] && precisions="double quad"

for version in 1_0 1_1 1_2; do
  plugin=tests/binary/plugin_$version.so
  method=binary_${version}_midpoint
  model=binary_${version}_oscillator
  run "$GIMBAL" list --plugin "$plugin"
  is "$status $errors" "0 " "$version: it loads"
  matches "$output" "^  $method " "$version: its method is there"
  matches "$output" "^  $model " "$version: its model is there"
  run "$GIMBAL" check "$plugin"
  is "$status" 0 "$version: it passes every check" || diag "$output"
  for precision in $precisions; do
    run "$GIMBAL" verify -m "$method" -M "$model" --plugin "$plugin" --precision $precision \
      -o "$scratch/$version-$precision"
    is "$status" 0 "$version: it passes in $precision precision" || diag "$errors"
    verdicts=$scratch/$version-$precision/verdicts.jsonl
    is "$(grep -c '"verdict":"confirmed"' "$verdicts")" 4 \
      "  two orders, symplectic and reversible" || diag "$(cat "$verdicts")"
  done
done
done_testing
