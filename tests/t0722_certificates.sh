# Certificates of refuted claims: the checker accepts those of the tree, and rejects others by what is wrong.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "certificates # SKIP there is no python3"
  done_testing
  exit
fi
checker=python/gimbal/certificate.py folder=ci/ledger/certificates

run python3 $checker $folder/*.json
is "$status" 0 "all certificates of the tree are accepted" || diag "$output$errors"
is "$(printf '%s\n' "$output" | grep -c ': refuted: ')" "$(ls $folder/*.json | wc -l)" "  and each refutes its claim"
ok "$([ "$(ls $folder/*.json | wc -l)" -ge 10 ]; echo $?)" "  of which there are ten at least"
ok "$([ "$(wc -l <$checker)" -le 500 ]; echo $?)" "the checker has 500 lines at most"
is "$(grep -E '^(import|from) ' $checker | tr -d ',' | tr ' ' '\n' |
  grep -vxE 'import|from|ast|fnmatch|itertools|json|math|os|re|sys|fractions|Fraction|functools|operator')" "" \
  "  and needs Python's library alone"

# wrong NAME SED PATTERN DESCRIPTION: a changed certificate.
wrong() {
  sed "$2" "$folder/$1" >"$scratch/$1"
  ! cmp -s "$folder/$1" "$scratch/$1" || diag "nothing was changed"
  run python3 $checker "$scratch/$1"
  matches "$status $output" "^1 .*rejected: .*$3" "$4"
}
wrong short.rk4-symplectic.json 's/"1\/6"/"1\/5"/' '' "another weight"
wrong short.rk4-symplectic.json 's/"value": "yes"/"value": "no"/' 'does not exclude structure symplectic: no' "a claim that it does not exclude"
wrong short.rk4-symplectic.json 's/certificate 1"/certificate 2"/' 'no certificate of format 1' "another format"
wrong short.rk4-symplectic.json 's/"vectors"/"vector"/' 'vector' "an unknown key"
wrong ball.structure-symplectic-2.json 's/"enclosure": \[\?"[^"]*"/"enclosure": ["0"/' '' "an enclosure with 0 in it"
wrong ball.invariant-momentum-map-2.json 's/"h": "1\/10"/"h": "1\/5"/' '' "another step size"
wrong misprints.sharp_smart_3_exchanged.json 's/"value": "3"/"value": "2"/' '' "a claim of an order that holds"
wrong petsc.l2-stiffly-accurate.json 's/"stage": 2/"stage": 1/' '' "another stage"
cp $folder/short.rk4-symplectic.json "$scratch/other.name.json"
run python3 $checker "$scratch/other.name.json"
matches "$status $output" "^1 .*rejected: the claim's file would be short.rk4-symplectic.json" "a file of another claim"
echo '{' >"$scratch/broken.json"
run python3 $checker "$scratch/broken.json" "$scratch/missing.json"
is "$status" 1 "what is no JSON, and what is not there"
is "$(printf '%s\n' "$output" | grep -c 'rejected: ')" 2 "  are rejected"

# What a certificate states is gimbal's: another parameter of the method is not.
export PYTHONPATH="$PWD/python" GIMBAL_PROGRAM="$GIMBAL" PYTHONDONTWRITEBYTECODE=1
run python3 -m gimbal.certify --compare ci $folder/ball.structure-symplectic-2.json $folder/short.rk4-symplectic.json
is "$status" 0 "systems and methods are those of gimbal" || diag "$output$errors"
matches "$output" 'compared with gimbal: pendulum, rk4' "  which are named"

# Each mutation is rejected, or leaves a certificate that is true for a reason found without the checker.
run python3 tests/certificate_mutations.py 60 7
is "$status" 0 "60 mutated certificates" || diag "$output"
matches "$output" '^60 mutated certificates: [45][0-9] rejected' "  of which most are rejected"
done_testing
