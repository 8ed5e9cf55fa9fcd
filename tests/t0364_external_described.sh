# Programs that describe themselves wrongly (tests/external/hostile.py): each is refused with a line.
. tests/external/hostile.sh

refused() { # refused DEED PATTERN NAME
  run "$GIMBAL" list methods --external "python3 $client describe_$1"
  is "$status" 2 "$3: it is refused"
  matches "$errors" "^gimbal: python3 $client describe_$1: $2" "  with the reason"
}
refused dies "the program ended with exit status 1, and its last line was: no such module$" "a program that ends at once"
refused unended "the program ended with exit status 0, in a line that it did not end$" "an answer without an end of its line"
refused hangs "the program does not answer within 8 s; is its output flushed\\?$" "one that hangs"
refused rubbish 'the program wrote a line that is not a JSON object: "I am a method"; ' "one that says no JSON"
refused array 'the program wrote a line that is not a JSON object: "\[1, 2\]"; other output belongs on standard error$' "one that says no object"
refused protocol 'its answer to "describe" has protocol 3 instead of 1 or 2$' "one of another protocol"
refused nothing 'its answer to "describe" has neither methods nor models' "one without a method or a model"
refused key 'method 1: a method has no key "citatoin"; did you mean "citation"\?$' "an unknown key"
refused formulation 'method 1: formulation is one of lagrangian, .*, lattice, not "odd"$' "an unknown formulation"
refused type 'method 1: title is neither a text nor a number$' "a title that is no text"
refused untitled 'method "hostile_describe_untitled": title is missing' "a missing key"
refused claim 'method "hostile_describe_claim", claim "ordre q": unknown study "ordre"; did you mean "order"' "a claim that there is not"
refused calls 'method 1: calls is an array of the words start, step and advance$' "an unknown call"
refused asks 'the program sends a request before its description$' "a request before the description"
refused broken 'the program cannot go on: ImportError: no scipy$' "one that cannot go on"
refused taken 'method "rk4" is also in' "a name that is taken"

run "$GIMBAL" list methods --external "$scratch/nothing"
is "$status" 2 "a program that is not there is refused"
matches "$errors" "nothing: the program cannot be started: No such file" "  with the reason"
run "$GIMBAL" list methods --external "python3 $client hang | cat"
matches "$errors" "the command has one of the signs" "a pipe is a shell's"
run "$GIMBAL" list methods --external "python3 '$client"
matches "$errors" "the command has a quote without its end" "a quote without its end is refused"
run "$GIMBAL" list methods --external " "
matches "$errors" "option --external needs a (command|value)" "an empty command is refused"
run "$GIMBAL" list methods --external "sh -c 'echo >>$scratch/starts; exec python3 $client nan'"
is "$status" 0 "quotes are read as a shell does"
is "$(grep -c '' "$scratch/starts")" 1 "a program is started once to describe itself"
is "$(alive)" "" "nothing of all this is left"

done_testing
