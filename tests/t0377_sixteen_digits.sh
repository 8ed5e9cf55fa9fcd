# Coefficients with 16 digits, as papers print them: the order holds to double precision. Without a claim
# of that the verdict is open and names the remedy; an error that double precision shows is refuted.
. tests/tap.sh

plugin=$BUILD/tests/plugins/sixteen_digits.so
run "$GIMBAL" verify --plugin "$plugin" -m 'digits_[!g]*' -M 'kepler:e03' -M 'henon_heiles:A' \
  -M 'rigid_body:A' -j 2 -o "$scratch/out"
is "$status" 1 "wrong coefficients do not pass" || diag "$errors"
verdicts() { # verdicts METHOD: the words on all models, each once
  grep "\"method\":\"$1\"" "$scratch/out/verdicts.jsonl" |
    sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}
reasons() { grep "\"method\":\"$1\"" "$scratch/out/verdicts.jsonl" | sed 's/.*"reason":"//; s/","command.*//'; }

is "$(verdicts digits_double)" "confirmed " "order 5 to double precision is confirmed"
matches "$(reasons digits_double)" 'for this claim to double precision, terms below [0-9]*e-1[456] do not count' \
  "the verdict states the size below which terms do not count"
matches "$(verdicts digits_tsitouras)" '^(confirmed )?undecided $' "order 5 without more is open, not refuted"
matches "$(reasons digits_tsitouras | grep 'double precision')" \
  'Either coefficients have too few digits, or the order is lower and this model hardly shows it. Give the coefficients with 34 digits or as fractions, try another model, or claim order .*5 to double precision' \
  "with what causes it and what mends it"
matches "$(verdicts digits_tsitouras_wrong)" '^refuted ' "an error of 1e-11 in a coefficient is refuted"
matches "$(verdicts digits_double_wrong)" '^(confirmed )?refuted ' "an error of 1e-11 is refuted where the claim is to double precision"
is "$(verdicts digits_rk4)" "refuted " "a method of order 4 has not order 5 to double precision"
matches "$(reasons digits_rk4)" '(observed order [34]\.|order 4, not 5)' "the order of rk4 is reported, not a rounding error"

# Structures, which missing digits break by as little.
run "$GIMBAL" verify --plugin "$plugin" -m 'digits_gauss*' -M henon_heiles -M harmonic_oscillator -j 2 \
  -o "$scratch/out"
verdict() { # verdict METHOD QUANTITY
  grep "\"method\":\"$1\"" "$scratch/out/verdicts.jsonl" | grep "\"quantity\":\"$2\"" |
    sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}
for quantity in symplectic reversible; do
  is "$(verdict digits_gauss $quantity)" "undecided " "$quantity but for the digits is open"
  is "$(verdict digits_gauss_wrong $quantity)" "refuted " "an error of 1e-11 is refuted: $quantity"
done
matches "$(reasons digits_gauss)" 'coefficients with too few digits, or equations solved to a fixed tolerance, cause such defects, of this power of h' \
  "the reason names coefficients with too few digits: $quantity"
matches "$(verdict digits_gauss energy)" '^(confirmed )?(undecided )?$' "bounded energy is not refuted for too few digits"
matches "$(verdict digits_gauss_wrong energy)" 'refuted ' "whose drift is seen where the error is 1e-11"

cat >"$scratch/claims.yaml" <<'YAML'
title: A claim with other words
studies:
  - study: order
claims:
  - {study: order, quantity: q, methods: rk4, value: 4 to triple precision, why: none}
YAML
run "$GIMBAL" verify "$scratch/claims.yaml" -m rk4 -M kepler -o "$scratch/refused"
is "$status" 2 "other words after an order are refused"
matches "$errors" 'triple' "with the words in question"

done_testing
