# Numbers in a suite know the parameters of the model that they meet, as the words of `run` do.
. tests/tap.sh

cd "$scratch" || exit 2

# judged NAME H DURATION: a suite with these, on an oscillator of frequency 2.
judged() {
  cat >"$1.yaml" <<END
methods: [stormer_verlet]
models: ["harmonic_oscillator:A:omega=2"]
precision: double
studies:
  - {study: long, h: "$2", duration: "$3"}
  - {study: curve, duration: "$3"}
  - {study: structure, step_sizes: ["$2"]}
END
  run "$GIMBAL" verify "$1.yaml" -o "$1"
  grep -o '"study":"[^"]*"\|"quantity":"[^"]*"\|"observed":[^,]*\|"verdict":"[^"]*"' "$1/verdicts.jsonl" \
    >"$1.txt" 2>/dev/null
  [ -s "$1.txt" ] || echo "nothing was judged" >"$1.txt"
}

run "$GIMBAL" run -m stormer_verlet -M harmonic_oscillator:A:omega=2 -h pi/omega/50 -T 4*pi/omega
is "$status" 0 "run knows the model's parameters" || diag "$errors"
judged plain pi/100 2*pi
is "$status" 0 "a suite with plain numbers" || diag "$errors"
judged named pi/omega/50 4*pi/omega
is "$status" 0 "a suite with the model's parameters" || diag "$errors"
cmp plain.txt named.txt
ok $? "is judged as the one with their values"
judged slip pi/omga/50 2*pi
is "$status" 2 "a name that the model has not is a usage error"
matches "$errors" 'slip\.yaml:5:.*omga' "with file, line and the name"
done_testing
