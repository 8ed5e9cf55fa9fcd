# gimbal new: every skeleton builds and verifies by the commands that are printed, as printed.
. tests/tap.sh

cd "$scratch" || exit 2

# try NAME WORDS...
try() {
  name=$1
  shift
  run "$GIMBAL" new "$@" "$name"
  is "$status $errors" "0 " "new $*"
  printf '%s\n' "$output" | sed -n 's/^  //p' >commands
  is "$(grep -c . commands)" 3 "three commands are printed"
  run sh -e commands
  is "$status" 0 "they work as printed" || diag "$output" "$errors"
  twin matches "$output" "^wrote $name\.so|^wrote \./$name\.so, in double and quadruple" \
    "in both precisions, without a warning"
  matches "$errors" "^pass  " "and something was judged"
  printf '%s\n' "$errors" | grep -v '^report:' | grep -q 'warning'
  is $? 1 "the compiler has nothing to say"
  matches "$errors" '^pass +[a-z0-9_]+ +[1-9]' "and confirmed"
  is "$(printf '%s\n' "$output" | grep '^# .*seems to hold')" "" "check has nothing to add"
}

count=0
for kind in method model; do
  for formulation in lagrangian hamiltonian frame group ode lattice; do
    count=$((count + 1))
    try own_$count $kind --formulation $formulation
  done
done
for formulation in lagrangian hamiltonian frame group; do
  count=$((count + 1))
  try own_$count model --formulation $formulation --constrained nonholonomic
done
count=$((count + 1))
try own_$count model --constrained holonomic
is "$(ls "$OLDPWD"/harness/cli/skeletons/*.c | wc -l)" $count "no skeleton is without a test"

# From a relative path, and by PATH.
mkdir bin
ln -s "$GIMBAL" bin/gimbal
run bin/gimbal new method by_path
matches "$output" '^  bin/gimbal build by_path\.c$' "commands call the program as it was called"
run env PATH="$scratch/bin:$PATH" gimbal new method by_name
matches "$output" '^  gimbal build by_name\.c$' "also by its name alone"

# refused PATTERN WORDS...
refused() {
  pattern=$1
  shift
  run "$GIMBAL" new "$@"
  is "$status" 2 "new $*: a usage error"
  matches "$errors" "$pattern" "which says: $pattern"
}
refused 'gimbal new method NAME, .* lagrangian, hamiltonian, frame, group, ode .* or lattice' method
refused 'no formulation "lagrangia"; did you mean "lagrangian"' model x --formulation lagrangia
refused 'no skeleton of a ode model with --constrained holonomic' model x --formulation ode \
  --constrained holonomic
refused 'no skeleton of a lagrangian model with --constrained slightly' model x --constrained slightly
refused 'constrained is for models' method x --constrained holonomic
refused 'unknown option --colour' model x --colour
refused 'needs a value' model x --formulation
[ ! -e x.c ]
ok $? "and nothing is written"

# A broken plugin beside the others stops nothing; a name that is taken is refused all the same.
mkdir plugins
echo 'broken_here' >plugins/broken.so
GIMBAL_PLUGIN_PATH=$scratch/plugins
export GIMBAL_PLUGIN_PATH
run "$GIMBAL" list
is "$status" 2 "a broken plugin stops list"
run "$GIMBAL" new method broken_here
is "$status $errors" "0 " "but not new"
refused '"gauss_3" is the name of a method already' method gauss_3
refused '"cvt" is the name of a model already' method cvt
cp own_1.so plugins/
refused '"own_1" is the name of a method already' model own_1
done_testing
