# Mutants of the methods: a table of changed lines that does not fit the sources is an error, and a
# coefficient that is off by 1e-10 is noticed.
. tests/tap.sh

mutation() { # mutation ARGUMENTS...
  GIMBAL_PLUGIN_PATH=$BUILD/methods:$BUILD/models:$BUILD/tests/mutants/on_groups \
    GIMBAL_CACHE=$BUILD/reference-cache \
    "$BUILD/tests/mutation" "$@"
}

run mutation --write-variants "$scratch/variants"
is "$status" 0 "every text of tests/mutants/variants.txt is in its source once" || diag "$errors"
matches "$(cat "$scratch/variants/fixed_time_rk4.c")" 'name = "rk4__fixed_time_rk4"' \
  "a mutant's methods have names of their own"
matches "$(cat "$scratch/variants/kick_e8.c")" 'GIMBAL_C\(1e-8\)' "a size is written in"

# A force at a wrong time is seen where forces depend on time: on a constraint, on spheres, in a frame.
late() { # late NAME METHOD MODEL: the mutant is refuted there, and the method is not
  run "$GIMBAL" build "$scratch/variants/$1.c"
  run "$GIMBAL" verify -m "$2" -m "$2__$1" -M "$3" --plugin "$scratch/variants/$1.so" \
    -o "$scratch/$1"
  verdicts=$scratch/$1/verdicts.jsonl
  for quantity in q p; do
    matches "$(grep "^{\"key\":\"order/$2__$1/" "$verdicts" | grep "\"quantity\":\"$quantity\"")" \
      '"verdict":"refuted","reason":"order 1, not 2' "$1: the order of $quantity is refuted on $3" ||
      diag "$errors"
  done
  is "$(grep "\"method\":\"$2\"" "$verdicts" | grep -c '"verdict":"\(refuted\|undecided\|failed\)"')" 0 \
    "  and nothing of $2 is"
}
late fixed_time_rattle rattle driven_rod
late fixed_time_sphere hamel_sphere driven_rod
late fixed_time_hamel hamel_midpoint driven_boat
late fixed_time_hamel hamel_nonholonomic_midpoint driven_iceboat

entry() { # entry TEXT: a table of one change
  printf 'x  methods/rk4.c  rk4\nwrong\n- %s\n+ 0\n' "$1" >"$scratch/table"
  run mutation --table "$scratch/table" --write-variants "$scratch/variants"
}

entry "what is not there"
is "$status" 3 "a text that is not in the source is an error"
matches "$errors" "mutant x: the text \"what is not there\" is 0 times in methods/rk4.c" "  and the message names the text and the file"
entry "gimbal_coefficients"
matches "$errors" "is 3 times in methods/rk4.c and has to be there once" "a text that occurs more than once is refused"
printf 'x  methods/rk4.c  rk4\nwrong\n- a\n' >"$scratch/table"
run mutation --table "$scratch/table" --write-variants "$scratch/variants"
matches "$errors" "table: line 3: a line \"- TEXT\" without a line \"\+ TEXT\"" "half a change is refused"

run mutation -m rk4 --entry coefficient/010 --size 1e-10 -o "$scratch/rk4"
matches "$output" "\| rk4 \| 2 \| \| \| 2 \|" "a node of rk4 that is off by 1e-10 is noticed in double precision" ||
  diag "$output$errors"

run mutation -m runge_kutta_munthe_kaas_4 --entry coefficient/012 --size 1e-10 -o "$scratch/rkmk"
is "$status" 0 "mutants that the order cannot show in double precision are left out with a reason" ||
  diag "$output$errors"
matches "$output" "Not asked: j = 2" "  and the reason is printed"

done_testing
