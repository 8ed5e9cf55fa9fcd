# Certificates of refuted claims: the checker accepts those of the tree, and rejects others by what is wrong.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "certificates # SKIP there is no python3"
  done_testing
  exit
fi
checker=python/gimbal/certificate.py folder=ci/ledger/certificates
export PYTHONPATH=python GIMBAL_PROGRAM=$GIMBAL

run python3 $checker $folder/*.json
is "$status" 0 "all certificates of the tree are accepted" || diag "$output$errors"
is "$(printf '%s\n' "$output" | grep -c ': refuted: ')" "$(ls $folder/*.json | wc -l)" "  and each refutes its claim"
ok "$([ "$(ls $folder/*.json | wc -l)" -ge 30 ]; echo $?)" "  of which there are thirty at least"
ok "$([ "$(wc -l <$checker)" -le 500 ]; echo $?)" "the checker has at most 500 lines"
is "$(grep -E '^ *(import|from) ' $checker | tr -d ',' | tr ' ' '\n' |
  grep -vxE '|import|from|ast|fnmatch|json|math|os|re|sys|fractions|Fraction')" "" \
  "  and needs Python's library alone"

# wrong NAME SED PATTERN DESCRIPTION: a changed certificate, and the checker's reason.
wrong() {
  sed "$2" "$folder/$1" >"$scratch/$1"
  ! cmp -s "$folder/$1" "$scratch/$1" || diag "nothing was changed"
  run python3 $checker "$scratch/$1"
  matches "$status $output" "^1 .*rejected: .*$3" "$4"
}
wrong short.rk4-symplectic.json 's/"1\/6"/"1\/5"/' 'weights do not have the sum 1' "symplectic: another weight"
wrong short.rk4-symplectic.json 's/\["p", "q"\]/["q", "p"]/' 'the change of the form is .* and not' "  the form with the other sign"
wrong short.rk4-symplectic.json 's/"distance": \["4/"distance": ["5/' 'the largest of .x1 - x0 - h f.x0.. is' "  another distance"
wrong ball.structure-symplectic-2.json 's/"radius": "1e-40"/"radius": "1e-70"/' 'the box does not prove' "  a box without the solution"
wrong zenkov_leok_bloch.structure-symplectic.json 's/"2\/7", "3\/7"/"2\/7", "4\/7"/' 'not on the constraints' "a start off the sphere is rejected"
wrong ball.invariant-momentum-map-2.json 's/"quantity": "p"/"quantity": "q"/' 'the flow itself does not keep' \
  "invariant: another quantity"
wrong ball.invariant-momentum-map-2.json 's/"h": "1\/10"/"h": "1\/5"/' '' "  another step size"
wrong petsc.velocity-verlet.json 's/"name": "stormer_verlet"/"name": "rattle"/' 'the claim is about another method' \
  "equality: another method"
wrong craciun_opris.invariant-local-energy.json '/"field"/ s/-7\/10/-1/' 'the field is -1, and not -7/10' "rate: another system"
wrong misprints.sharp_smart_3_exchanged.json 's/"value": "3"/"value": "2"/' 'a tree is missing' "order: a claim that holds"
wrong misprints.sharp_smart_3_exchanged.json 's/"19\/600"/"0"/' 'the residual of \(\(\)\(\)\) is 19/600, and not 0' "  another residual"
wrong engines.order-q.json 's/"b": \["0", "1", "0"\]/"b": ["1", "0", "0"]/' 'the residual of \(1\(2\)\) is -1/2' "  of two tables"
wrong petsc.bpr3-l-stable.json 's/"enclosure": "[^"]*"/"enclosure": "0"/' 'R\(infinity\) is -1/3, and not 0' "l_stable: an enclosure with 0 in it"
wrong petsc.l2-stiffly-accurate.json 's/"stage": 2/"stage": 1/' 'the difference is' "stiffly_accurate: another stage"
wrong short.rk4-symplectic.json 's/"value": "yes"/"value": "no"/' 'does not exclude structure symplectic: no' \
  "a claim that it does not exclude"
wrong short.rk4-symplectic.json 's/certificate 1"/certificate 2"/' 'no certificate of format 1' "a certificate of another format"
wrong short.rk4-symplectic.json 's/"vectors"/"vector"/' 'other keys than' "an unknown key"
cp $folder/short.rk4-symplectic.json "$scratch/other.name.json"
run python3 $checker "$scratch/other.name.json"
matches "$status $output" "^1 .*rejected: the claim's file would be short.rk4-symplectic.json" "a file of another claim"
echo '{' >"$scratch/broken.json"
run python3 $checker "$scratch/broken.json" "$scratch/missing.json"
is "$status" 1 "a file that is not JSON, and a missing one"
is "$(printf '%s\n' "$output" | grep -c 'rejected: ')" 2 "  are rejected"

# A constraint: no claim of the tree has such a certificate. The circle, and the classical method.
cat >"$scratch/recipe.json" <<'JSON'
{"kind": "constraint", "claim": {"id": "own#circle", "study": "constraint", "quantity": "circle", "value": "exact"},
 "system": {"name": "circle", "state": ["x", "y"], "field": ["-y", "x"]},
 "method": {"name": "euler", "A": [["0"]], "b": ["1"], "c": ["0"]},
 "start": ["3/5", "4/5"], "h": "1/10", "quantity": "x**2 + y**2 - 1"}
JSON
run python3 -m gimbal.certify "$scratch/recipe.json" -o "$scratch/own.circle.json"
is "$status" 0 "a certificate is made from a recipe" || diag "$errors"
run python3 $checker "$scratch/own.circle.json"
matches "$status $output" '^0 .*: refuted: x\*\*2 \+ y\*\*2 - 1 changes by 0.01 in one step' "constraint: it is accepted"
sed -i 's/"3\/5"/"1\/5"/' "$scratch/own.circle.json"
run python3 $checker "$scratch/own.circle.json"
matches "$status $output" '^1 .*rejected: .*the constraint does not hold at the start' "a start off the circle is rejected"
sed -e 's/constraint", "claim/invariant", "claim/; s/"study": "constraint"/"study": "invariant"/; s/"-y"/"-y - x"/' \
  "$scratch/recipe.json" >"$scratch/friction.json"
run python3 -m gimbal.certify "$scratch/friction.json"
matches "$status $errors" '^1 .*the flow itself does not keep the quantity' "invariant: a flow with friction"
sed -e 's/"kind": "constraint"/"kind": "symplectic"/; s/"study": "constraint", "quantity": "circle", "value": "exact"/"study": "structure", "quantity": "symplectic", "value": "yes"/' \
  -e 's/"-y"/"-y - x"/; s/\("x"\]\)}/\1, "form": [["y", "x"]]}/; s/"quantity": "x.*1"/"vectors": [["1", "0"], ["0", "1"]]/' \
  "$scratch/recipe.json" >"$scratch/friction.json"
run python3 -m gimbal.certify "$scratch/friction.json"
matches "$status $errors" '^1 .*the flow itself does not preserve the form' "symplectic: a flow with friction"
sed -i 's/"b": \["1"\]/"b": ["0"]/' "$scratch/recipe.json"
run python3 -m gimbal.certify "$scratch/recipe.json"
matches "$status $errors" '^1 .*the weights do not have the sum 1' "  a recipe that is wrong"

# What a certificate states is what gimbal has under that name. All of them: make certificates.
run python3 -m gimbal.certify --compare ci $folder/short.rk4-symplectic.json $folder/misprints.lambert_5_nodepy.json \
  $folder/engines.order-q.json $folder/craciun_opris.invariant-local-energy.json
is "$status" 0 "a step, a table, two tables and a system agree with gimbal" || diag "$errors"
matches "$output" 'short.rk4-symplectic.json: compared with gimbal: pendulum, rk4' "  by name"
# A claim on a library before some version is compared with that version alone.
run env PYTHONPATH=python python3 -c 'from gimbal.certify_steps import is_later
print(is_later("3.22.5", "3.19.4"), is_later("3.18.5", "3.19.4"), is_later("3.19.4", "3.19.4"), is_later("3.5", "3.19.4"))'
is "$output" "True False True False" "a later library is another subject"

# other NAME SED PATTERN DESCRIPTION: a certificate that is true, and not of what it names.
other() {
  sed "$2" "$folder/$1" >"$scratch/$1"
  ! cmp -s "$folder/$1" "$scratch/$1" || diag "nothing was changed"
  run python3 -m gimbal.certify --compare ci "$scratch/$1"
  matches "$status $errors" "^1 .*$3" "$4"
}
other petsc.velocity-verlet.json '/stormer_verlet/,/step/ s/"x = x + h\*px"/"x = x + 2*h*px"/' \
  'stormer_verlet: its steps lead to other coordinates' "the second method's step"
other misprints.lambert_5_nodepy.json 's/"-3\/16"/"3\/16"/' 'the table has 0.1875 where gimbal has -0.1875' "an entry of a table"
other engines.order-q.json 's/"1\/2", "0", "1\/2"/"1\/2", "1\/2", "0"/' 'its steps lead to other coordinates' "  of two tables"
other craciun_opris.invariant-local-energy.json 's/7\/10/1/g' "the field does not lead to gimbal's reference solution" "a parameter"
other engines.energy-energy-3.json 's/"(q\*\*2 + v\*\*2)\/2"/"q**2 + v**2"/' "the quantity is not gimbal's energy" "twice the energy"
other short.rk4-symplectic.json 's/\["p", "q"\]/["q", "p"]/' 'the form is not the canonical one' "another canonical form"
other engines.structure-symplectic-3.json 's/featherstone 0.1.0/featherstone 0.2.0/' 'the source is featherstone 0.1.0' "another source of the method"

# A mutation that is not rejected leaves a certificate that is true, for a reason found without the checker.
run python3 tests/certificate_mutations.py 60 7
is "$status" 0 "60 mutated certificates are rejected" || diag "$output"
matches "$output" '^60 mutated certificates are rejected: [45][0-9] by the checker' "  of which the checker rejects most"
done_testing
