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
    "python3 tests/external/traced.py $1${2:+ '$2'}" 2>"$scratch/errors" | grep -v seconds
}
for kind in right wrong functions implicit absolute prepared; do
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
refused typed 'step may depend on more than numbers'
refused leaking 'a number of a residual after the system is solved'
refused rare 'step may depend on more than numbers'
for kind in maximum loop size whole rounded; do
  refused $kind 'it compares numbers, or needs their values'
done
for kind in counting default holding caching first; do
  refused $kind 'it changes what other steps may see'
done
refused closure 'weight may depend on more than numbers'
refused global 'step may depend on more than numbers'
refused iterating 'it calls next'
refused clock 'it calls time'
refused drawing 'seed may depend on more than numbers'
refused own_h 'it uses self.h'
refused opened 'it changes what other steps may see'
refused numpy 'step may depend on more than numbers'
! python3 -c 'import numpy' 2>/dev/null || refused array '(it calls|it compares numbers|TypeError)'

# A list that is wrong is an error that names what is wrong in it.
leaves='["q",0],["t"],["q",1],["q",2],["q",3],["q",4]' field='{"ask":"field","at":6,"t":1,"with":[2,3,4,5]}'
wrong() { # wrong OPERATIONS CALLS PATTERN [VALUES WRITES]
  numbers right "{\"operations\":[$1],\"calls\":[$2],\"values\":[${4-0,0,0,0}],\"writes\":[${5-\"dq\"}]}" >"$scratch/out"
  matches "$(cat "$scratch/errors")" "$3" "$3"
}
zero='["number","0"]'
wrong "$leaves,$zero,[\"v\",0]" "$field" 'the program cannot go on: '
wrong "$leaves,[\"sin\",6]" "" 'operation 6, \["sin",6.*\], is wrong; it is a name'
wrong "$leaves,[\"sin\",-1]" "" 'operation 6, \["sin",-1.*\], is wrong'
wrong "$leaves,[\"sin\",0.5]" "" 'operation 6, \["sin",0.5\], is wrong'
wrong "$leaves,[\"sinus\",0]" "" 'operation 6, \["sinus",0.*\], is wrong'
wrong "$leaves,[\"add\",0]" "" 'operation 6, \["add",0.*\], is wrong'
wrong "$leaves,[\"add\",0,1,1]" "" 'operation 6, \["add",0.*,1.*,1.*\], is wrong'
wrong "$leaves,[\"number\",\"nan\"]" "" 'operation 6, \["number","nan"\], is wrong'
wrong "$leaves,[\"number\",\"1x\"]" "" 'operation 6, \["number","1x"\], is wrong'
wrong "$leaves,3" "" 'operation 6, .*is wrong'
wrong "$leaves,[\"q\",9999999]" "" 'operation 6, \["q",9999999.*\], is wrong'
wrong "$leaves,[\"q\",99]" "" 'of q there are [0-9]+, of v 0, of parameter 0, and it reads 100, 0 and 0'
wrong "$leaves,[\"parameter\",0]" "" 'of parameter 0, and it reads 5, 0 and 1'
wrong "$leaves,$zero,[\"v\",4]" "$field" 'of v 4, of parameter 0, and it reads 5, 5 and 0'
for call in '"ask":"field","at":6,"t":1,"with":[2,3,4]' '"ask":"field","at":60,"t":1,"with":[2,3,4,5]' \
  '"ask":"field","at":6,"t":6,"with":[2,3,4,5]' '"ask":"field","at":6,"t":1,"with":[2,3,4,6]' \
  '"ask":"fields","at":6,"t":1,"with":[2,3,4,5]' '"ask":"solve","at":6,"with":[],"end":7,"residual":[]' \
  '"ask":"solve","at":6,"with":[2],"end":8,"residual":[0]' '"ask":"solve","at":6,"with":[2],"end":7,"residual":[7]' \
  '"ask":"solve","at":6,"with":[2],"end":7,"residual":[0,1]' '"at":6'; do
  wrong "$leaves,$zero" "{$call}" 'call 0, of [a-z]+, is wrong; it has a name'
done
wrong "$leaves,$zero" "$field,$field" 'call 1, of field, is wrong'
wrong "[\"v\",0],$leaves" "$(echo "$field" | sed 's/\[.*\]/[2,3,4,5]/; s/"t":1/"t":2/')" 'call 0, of field, is wrong'
wrong "$leaves,$zero,$zero,$zero" '{"ask":"solve","at":6,"with":[2],"end":9,"residual":[0]},{"ask":"solve","at":7,"with":[2],"end":8,"residual":[0]}' \
  'call 1, of solve, is wrong'
wrong "$leaves" "" 'value 3 is not the index of an operation' 0,0,0,6
wrong "$leaves" "" '"writes" are not parts of a state with 3 values, each once' 0,0,0
wrong "$leaves" "" '"writes" are not parts of a state with 8 values, each once' 0,0,0,0,0,0,0,0 '"dq","dq"'
wrong "$leaves" "" '"writes" are not parts of a state with 4 values, each once' 0,0,0,0 '"dx"'
wrong "$leaves],\"operations\":[$leaves" "" 'duplicate object key'
wrong many "" 'there are 1048577 operations; at most 1048576'

# Right and wrong methods have the same verdicts either way.
words() { # words KIND WORD
  timeout 200 "$GIMBAL" verify -M pendulum:oscillation -m "traced_$1" --no-tap -o "$scratch/$1$2" --external \
    "python3 tests/external/traced.py $1 $2" 2>/dev/null
  sed 's/.*"key":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2/' "$scratch/$1$2/verdicts.jsonl" | sort
}
for kind in right wrong branch; do
  words $kind >"$scratch/traced"
  words $kind no >"$scratch/asked"
  is "$(cat "$scratch/traced")" "$(cat "$scratch/asked")" "$kind: the same verdicts"
  cp "$scratch/traced" "$scratch/words.$kind"
done
matches "$(cat "$scratch/words.right")" 'order/.*pendulum.* confirmed' "order 2 is confirmed"
matches "$(cat "$scratch/words.wrong")" 'order/.*pendulum.* refuted' "  of a wrong weight refuted"
matches "$(cat "$scratch/words.branch")" 'order/.*pendulum:oscillation refuted' "  and of a branch refuted"
done_testing
