# Conformal symplectic and contact maps: right methods are confirmed, wrong ones refuted, and models whose
# forms do not contract as they say are refused.
. tests/tap.sh
plugin=$BUILD/tests/plugins/conformal.so

run "$GIMBAL" verify -m 'conformal_*' -m contact_splitting -o "$scratch/right"
is "$status" 0 "the methods of the literature pass" || diag "$errors"
is "$(grep -c '"quantity":"conformal".*"verdict":"confirmed"' "$scratch/right/verdicts.jsonl")" 3 \
  "three contract their form as the model does"
is "$(grep -c '"quantity":"contact".*"verdict":"confirmed"' "$scratch/right/verdicts.jsonl")" 1 \
  "one method is a contact map"
is "$(grep -c '"quantity":"symplectic".*"verdict":"confirmed"' "$scratch/right/verdicts.jsonl")" 2 \
  "none is symplectic on a damped model"

run "$GIMBAL" verify --plugin "$plugin" -m conformal_first -m conformal_rational -m conformal_naive \
  -m contact_unpaired -m contact_heun -M damped_particle -M contact_particle -o "$scratch/wrong"
is "$status" 1 "wrong ones are refuted"
word() { # word METHOD STUDY: its verdict
  sed -n "s/.*\"method\":\"$1\".*\"study\":\"$2\".*\"verdict\":\"\([a-z]*\)\".*/\1/p" "$scratch/wrong/verdicts.jsonl"
}
for method in conformal_first conformal_rational conformal_naive contact_unpaired contact_heun; do
  is "$(word $method order)" confirmed "$method has its order"
done
is "$(word conformal_first structure)" confirmed "a decay before the step contracts exactly, too"
for method in conformal_rational conformal_naive contact_unpaired contact_heun; do
  is "$(word $method structure)" refuted "$method does not"
done

run "$GIMBAL" check --plugin "$plugin" uneven_damping
is "$status" 1 "a model with two dampings is refused"
matches "$output" 'not ok .*the canonical form contracts at 1/5' "for its contraction"
for model in placed turning; do
  run "$GIMBAL" check --plugin "$plugin" ${model}_damping
  matches "$output" 'not ok .*the canonical form contracts at 1/5' "a wrong contraction with $model forces is found"
done
run "$GIMBAL" check --plugin "$plugin" no_contact_damping
matches "$output" 'not ok .*the flow takes ds - p dq to a multiple' "a system that is not a contact system is found"
for model in damped_particle contact_particle; do
  run "$GIMBAL" check $model
  is "$status" 0 "$model is right" || diag "$output"
done
done_testing
