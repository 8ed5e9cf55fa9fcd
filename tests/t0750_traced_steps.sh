# Steps of Python methods that are arithmetic are taken by the host: with the same bits and verdicts as by the
# program. Those that are not, as a branch on a value, stay with the program.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "methods in Python # SKIP there is no python3"
  done_testing
  exit
fi

numbers() { # numbers KIND WORD
  timeout 60 "$GIMBAL" run -m "traced_$1" -M kepler -h 0.05 -T 2 --json --external \
    "python3 tests/external/traced.py $1 $2" 2>"$scratch/errors" | grep -v seconds
}
for kind in right wrong functions implicit; do
  numbers $kind must >"$scratch/traced"
  numbers $kind no >"$scratch/asked"
  is "$(cat "$scratch/traced")" "$(cat "$scratch/asked")" "$kind: the same numbers as by the program"
  matches "$(cat "$scratch/traced")" '"steps": 40' "  which are there"
done

# What is not arithmetic is refused, with the line, and taken by the program.
refused() { # refused KIND REASON
  numbers "$1" must >/dev/null
  matches "$(cat "$scratch/errors")" "$2" "$1: $2"
  numbers "$1" >"$scratch/traced"
  numbers "$1" no >"$scratch/asked"
  is "$(cat "$scratch/traced")" "$(cat "$scratch/asked")" "  it is taken by the program"
}
refused branch 'it compares numbers, or needs their values \(traced\.py, line [0-9]+\)'
refused caught 'it compares numbers'
refused typed 'its step and its operations give different numbers'
refused leaking 'a number of a residual after the system is solved'
numbers counting must >/dev/null
matches "$(cat "$scratch/errors")" 'it changes what other steps may see' "a step that counts its calls"
numbers rare >/dev/null
matches "$(cat "$scratch/errors")" 'set traced = False in the class' "a branch that is met later ends the job"

# Right and wrong methods have the same verdicts either way.
words() { # words KIND WORD
  timeout 200 "$GIMBAL" verify -M kepler -M pendulum -m "traced_$1" --no-tap -o "$scratch/$1$2" --external \
    "python3 tests/external/traced.py $1 $2" 2>/dev/null
  sed 's/.*"key":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2/' "$scratch/$1$2/verdicts.jsonl" | sort
}
for kind in right wrong branch implicit; do
  words $kind >"$scratch/traced"
  words $kind no >"$scratch/asked"
  is "$(cat "$scratch/traced")" "$(cat "$scratch/asked")" "$kind: the same verdicts"
  cp "$scratch/traced" "$scratch/words.$kind"
done
matches "$(cat "$scratch/words.right")" 'order/.*kepler.* confirmed' "order 2 is confirmed"
matches "$(cat "$scratch/words.wrong")" 'order/.*kepler.* refuted' "  of a wrong weight refuted"
matches "$(cat "$scratch/words.branch")" 'order/.*pendulum:oscillation refuted' "  and of a branch refuted"
done_testing
