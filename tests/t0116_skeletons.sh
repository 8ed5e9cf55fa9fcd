# gimbal new: every skeleton, and copies of plugins, build and verify by the commands that are printed.
. tests/tap.sh

cd "$scratch" || exit 2

# try NAME WORDS...
try() {
  name=$1
  shift
  run "$GIMBAL" new "$@" "$name"
  is "$status $errors" "0 " "new $* $name"
  printf '%s\n' "$output" | sed -n 's/^  //p' >commands
  is "$(grep -c . commands)" 3 "three commands are printed"
  run sh -e commands
  is "$status" 0 "the printed commands work" || diag "$output" "$errors"
  twin matches "$output" "^wrote $name\.so|^wrote \./$name\.so, in double and quadruple" \
    "in both precisions, without a warning"
  matches "$errors" "^pass  " "the printed commands judge something"
  printf '%s\n' "$errors" | grep -v '^report:' | grep -q 'warning'
  is $? 1 "the compiler has nothing to say"
  matches "$errors" '^pass +[a-z0-9_]+ +[1-9]' "the claims of the skeleton are confirmed"
  is "$(printf '%s\n' "$output" | grep '^# .*seems to hold')" "" "check has nothing to add"
}

try own_1 method
try own_2 model
try own_3 method --hamiltonian
try own_4 model --hamiltonian
is "$(ls "$OLDPWD"/methods/skeletons/*.c | wc -l)" 4 "no skeleton is without a test"

# ---- Copies ----

# A sample: a family, a method with constraints, one on a group, a model in several coordinates.
for like in gauss_3 hamel_midpoint lie_euler kepler; do
  try "like_$like" --like $like
done
# All that gimbal's own methods and models are is in sources that can be copied, each under its name.
# The first block of a list has those that wrap no library.
for kind in methods models; do
  "$GIMBAL" list $kind | awk '!NF { blank++ } blank == 1 && NF { print $1 }' | sort >listed
  (cd "$OLDPWD" && grep -oh '\.name = "[a-z0-9_]*"' $kind/*.c) | cut -d'"' -f2 | sort -u >copied
  is "$(comm -23 listed copied)" "" "all $kind of gimbal's own can be copied"
done
grep -q '.first = "gauss"' like_gauss_3.c && grep -q '"like_gauss_3_gauss_2"' like_gauss_3.c
ok $? "words that are no names are unchanged, and other methods of a family are renamed too"
is "$("$GIMBAL" describe like_gauss_3 --plugin ./like_gauss_3.so --json | grep -c '"family": "like_gauss_3_gauss"')" 1 \
  "the copy is what its descriptor says"
for name in $("$GIMBAL" new --help | sed -n '/^A method is/,/^  --/p' | tr ' ,;' '\n\n\n' |
  grep -xE '[a-z_]*_[a-z_0-9]*|rattle|rotor|suslov|rk4|lattice' | sort -u); do
  run "$GIMBAL" new "a_$name" --like "$name"
  is "$status" 0 "$name, which --help names, can be copied"
done
library=$("$GIMBAL" list methods | grep -m1 -oE '^  (gsl|sundials|boost|petsc)_[a-z0-9_]+' | tr -d ' ')
if [ -n "$library" ]; then
  run "$GIMBAL" new x --like "$library"
  matches "$status $errors" "^2 .*$library is a method of the library .*, and an adapter is not copied, since" \
    "a method of a library is refused with a reason"
fi

# From a relative path, and by PATH.
mkdir bin
ln -s "$GIMBAL" bin/gimbal
run bin/gimbal new method by_path
matches "$output" '^  bin/gimbal build by_path\.c$' "commands call the program as it was called"
run env PATH="$scratch/bin:$PATH" gimbal new method by_name
matches "$output" '^  gimbal build by_name\.c$' "printed commands call the program by its name in PATH"

# refused PATTERN WORDS...
refused() {
  pattern=$1
  shift
  run "$GIMBAL" new "$@"
  is "$status" 2 "new $*: a usage error"
  matches "$errors" "$pattern" "new $*: the message has $pattern"
}
refused 'method or model and a name are expected: gimbal new method NAME' method
refused 'no method or model "keppler"; did you mean "kepler"' x --like keppler
refused 'kepler is a model, not a method' method x --like kepler
refused 'only one of --like, --language and --hamiltonian' method x --language perl --hamiltonian
refused "'cobol' is not one of: c python perl" method x --language cobol
refused 'perl is for methods; a model is written in c or python' model x --language perl
refused 'unknown option --colour' model x --colour
refused 'needs a value' model x --like
[ ! -e x.c ]
ok $? "a refused name writes no file"

# A name that is taken, here or in a folder of plugins.
mkdir plugins
GIMBAL_PLUGIN_PATH=$scratch/plugins
export GIMBAL_PLUGIN_PATH
refused '"gauss_3" is the name of a method already' method gauss_3
refused '"cvt" is the name of a model already' method cvt
cp own_1.so plugins/
refused '"own_1" is the name of a method already' model own_1
done_testing
