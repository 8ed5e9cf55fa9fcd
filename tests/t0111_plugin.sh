# The loader: everything that breaks the contract is one clear line and exit status 2; structures of
# older and newer minor versions are read.
. tests/tap.sh

# A program that lies elsewhere has no plugins of its own, of which none is needed here.
mkdir "$scratch/bin"
cp "$GIMBAL" "$scratch/bin/gimbal"
GIMBAL=$scratch/bin/gimbal

# build NAME FLAGS...: one plugin in double precision, from the one that can be broken in many ways.
build() {
  name=$1
  shift
  ${CC:-cc} -std=c11 -Iinclude -shared -fPIC "$@" tests/plugins/bad_plugin.c \
    -o "$scratch/$name.so" || { echo "Bail out! $name cannot be built"; exit 1; }
}

# refused FILE PATTERN NAME
refused() {
  run "$GIMBAL" list --plugin "$1"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$3: status 2 and one line"
  matches "$errors" "^gimbal: .*$2" "  which says: $2"
}

# bad NAME PATTERN FLAGS...
bad() {
  name=$1
  pattern=$2
  shift 2
  build "$name" "$@"
  refused "$scratch/$name.so" "$name\.so: .*$pattern" "$name"
}

build good
run "$GIMBAL" list methods --plugin "$scratch/good.so"
is "$status $errors" "0 " "the unchanged plugin passes"
matches "$output" '^  good_method_3 ' "a member that is found at run time is listed"
matches "$output" '^  good_method_1 +ode +q 0 ' "its first member is listed with its order"
matches "$output" '^  good_method_2 +ode +q 2 +does nothing \(s=2\) \[double precision only\]' \
  "the second member is listed, with settings and precision"

# Files
refused "$scratch/missing.so" 'missing\.so: there is no such file' "a missing file"
echo 'not an object' >"$scratch/text.so"
refused "$scratch/text.so" 'text\.so: not a shared object that can be loaded' "a text file"
refused "$scratch" 'not a shared object|cannot be read' "a folder"
echo 'int other = 1;' >"$scratch/other.c"
${CC:-cc} -shared -fPIC "$scratch/other.c" -o "$scratch/other.so"
refused "$scratch/other.so" 'not a gimbal plugin .*GIMBAL_PLUGIN' "a shared object that is not a plugin"
echo 'extern int missing_function(void); int f(void) { return missing_function(); }' \
  >"$scratch/undefined.c"
${CC:-cc} -shared -fPIC "$scratch/undefined.c" -o "$scratch/undefined.so"
refused "$scratch/undefined.so" 'undefined symbol: missing_function' "an undefined symbol"

# The prefix
bad another_major 'version 7\.2 of the plugin interface and this is version 1\.[0-9]+; build it again' \
  -DMAJOR=7
bad newer_minor 'version 1\.3 of the plugin interface and this program knows it up to 1\.2; use a newer gimbal, or build the plugin again' \
  -DMINOR=3
bad size 'has the wrong size 3' -DSIZE=3
bad empty 'neither methods nor models' '-DSIZE=offsetof(gimbal_plugin,methods)+8'

# Methods
bad no_step 'method "good_method": step is missing' -DSTEP=NULL
build only_advance -DSTEP=NULL -DADVANCE=advance
run "$GIMBAL" list --plugin "$scratch/only_advance.so"
is "$status $errors" "0 " "a method may have advance for its step"
bad close 'method "good_method": close is given without open' -DCLOSE=close
bad overwrites 'unknown word of overwrites "Q"; did you mean "q"' '-DOVERWRITES="Q"'
bad overwrites_both 'overwrites = "none q"; expected none, q, p or q p' '-DOVERWRITES="none q"'
bad tableau 'tableau "two": a has 3 entries; it must have 4, as b says' '-DTABLEAU_A="0, 0, 1/2"'
bad tableau_text 'tableau "two": a = "0, 0, r, 0": unknown name "r"' '-DTABLEAU_A="0, 0, r, 0"'
bad run_time_twin 'member "good_method_2" is defined twice' '-DLAST_MEMBER="good_method_2"'
# text LETTER BYTES: a string of C of that length.
text() { printf '"%s"' "$(printf "%*s" "$2" '' | tr ' ' "$1")"; }
build longest_title "-DTITLE=$(text x 1024)"
run "$GIMBAL" list --plugin "$scratch/longest_title.so"
is "$status" 0 "a title may have 1024 bytes" || diag "$errors"
bad long_title 'title has more than 1024 bytes \(LIMIT_TITLE\)' "-DTITLE=$(text x 1025)"
# long BYTES: coefficients of that length, of their own file, since no word of a command is as long.
long() { printf '#define COEFFICIENTS "%s1/s, 1-1/s"\n' "$(printf "%*s" $(($1 - 10)) '')" >"$scratch/long.h"; }
long 262144
build longest_text -include "$scratch/long.h"
run "$GIMBAL" list --plugin "$scratch/longest_text.so"
is "$status" 0 "any other text may have 262144 bytes" || diag "$errors"
long 262145
bad long_text 'has more than 262144 bytes \(LIMIT_TEXT\)' -include "$scratch/long.h"
bad no_title 'method "good_method": title is missing' -DTITLE=NULL
bad capital 'the name "Good" is malformed.*lower-case' '-DMETHOD_NAME="Good"'
bad blank 'the name "good method" is malformed' '-DMETHOD_NAME="good method"'
bad digit 'the name "4rk" is malformed.*begin with a letter' '-DMETHOD_NAME="4rk"'
bad nameless 'method 1: name is missing' -DMETHOD_NAME=NULL
bad twin_member 'member "good_method_1" is defined twice' '-DMEMBER_NAME="good_method_1"'
bad formulation 'formulation 9 is unknown' '-DFORMULATION=(gimbal_formulation)9'
bad reserved 'parameter "holonomic" has a name' '-DPARAMETER="holonomic"'
bad setting 'method "good_method_2": unknown parameter "z".*parameters: s' '-DSETTINGS="z=2"'
bad setting_form 'settings "2" are malformed.*name=value' '-DSETTINGS="2"'
bad accepts 'accepts = "uncontsrained": unknown name.*known here: pi, s, n' \
  '-DACCEPTS="uncontsrained"'
bad coefficients 'coefficients b = "1/s, 1-": expected a number' '-DCOEFFICIENTS="1/s, 1-"'
bad study 'unknown study "ordre"; did you mean "order"' '-DSTUDY="ordre"'
bad quantity 'unknown quantity "lamda"; did you mean "lambda"' '-DQUANTITY="lamda"'
bad probe 'unknown quantity "discrete" .*nodes, momentum_equation' '-DSTUDY="constraint"' \
  '-DQUANTITY="discrete"' '-DVALUE="exact"'
bad word 'unknown value "boundd"; did you mean "bounded"' '-DSTUDY="energy"' \
  '-DQUANTITY="energy"' '-DVALUE="boundd"'
bad momenta 'claim "order p": a method on ODEs has only q' '-DQUANTITY="p"'
bad order 'claim "order q": value = "2\*r": unknown name "r"' '-DVALUE="2*r"'
bad when 'claim "order q": when = "separable &&": expected' '-DWHEN="separable &&"'

# Models
bad no_L 'model "good_model", realisation "cartesian", lagrangian: L is missing' \
  -DL_FUNCTION=NULL
bad no_initial 'realisation "cartesian": initial is missing' -DINITIAL=NULL
bad table_size 'lagrangian: the table.s size is 0; begin it with GIMBAL_SIZE\(gimbal_lagrangian\)' \
  -DTABLE_SIZE=0
bad no_cases 'model "good_model": cases is empty' '-DCASE_LIST={NULL,0,0}'
bad impossible_list 'its list of case entries cannot be' '-DCASE_LIST={NULL,2,8}'
bad two_formulations 'it has 2 formulations; give exactly one' '-DALSO=.ode=&ode'
bad only_D2Phi 'D2Phi is given without Phi' -DD2PHI=D1L
bad no_Phi 'nonholonomic is 1 but the function that gives them is missing' '-DNONHOLONOMIC="1"'
bad no_number 'Phi is given but nonholonomic is 0' -DPHI=D1L -DD2PHI=D1L
bad n_expression 'n = "2\*z": unknown name "z".*known here: pi, d, energy' '-DN="2*z"'
bad n_whole 'n = "d/4" is .*whole number' '-DN="d/4"'
bad names 'configuration "x angle" has 2 names for 4 entries' '-DN="2*d"' '-DPERIOD=NULL' \
  '-DSIZE_OF_Q=NULL'
bad period 'period "0" has 1 entries; give one for each of the 2' '-DPERIOD="0"'
bad sizes 'size_of_q = "1, 1, 1": expected at most 2 entries' \
  '-DSIZE_OF_Q="1, 1, 1"'
bad no_size 'size_of_q = "0" must be positive' '-DSIZE_OF_Q="0"'
bad band 'band = "0, 1" must be "width, stride, offset" with a width from 1 to n' '-DBAND="0, 1"'
bad trait 'unknown trait "seperable"; did you mean "separable"' '-DTRAITS="seperable"'
bad picture 'picture "path": of = "x, y": unknown name "y"' '-DPICTURE="x, y"'
bad picture_flat 'picture "path": of = "x" has one coordinate' '-DPICTURE="x"'
bad picture_words 'picture "path": unknown word "equl"; did you mean "equal"' \
  '-DPICTURE_WORDS="equl"'
bad kind 'invariant "shift": unknown kind "cubic"' '-DKIND="linear cubic"'
build many -DMANY=32 '-DALSO=.common=INITIAL'
run "$GIMBAL" list --plugin "$scratch/many.so"
is "$status" 0 "32 sets of coordinates are read" || diag "$errors"
bad too_many 'model "good_model": 33 realisations; at most 32 \(LIMIT_REALISATIONS\)' -DMANY=33 \
  '-DALSO=.common=INITIAL'
bad case_setting 'case "B": unknown parameter "enrgy"; did you mean "energy"' \
  '-DCASE_SETTINGS="enrgy=1"'
bad case_circle 'case "B": parameter d = "energy": unknown name' \
  '-DCASE_SETTINGS="d=energy, energy=d"'
bad no_ensemble 'parameter energy = "j": unknown name "j"' '-DCASE_SETTINGS="energy=j"'
bad far_member 'parameter energy = "1/\(4-j\)" is not a finite number' \
  '-DCASE_SETTINGS="energy=1/(4-j)"' '-DMEMBERS="5"'
bad duration 'case "B": duration .* must be positive' '-DDURATION="-1"'

# Names taken twice
cp "$scratch/good.so" "$scratch/copy.so"
run "$GIMBAL" list --plugin "$scratch/good.so" --plugin "$scratch/copy.so"
is "$status" 2 "two plugins of one method are refused"
matches "$errors" 'copy\.so: method "good_method" is also in .*good\.so' \
  "the message names both files of a method that is defined twice"
run "$GIMBAL" list --plugin "$scratch/good.so" --plugin "$scratch/../$(basename "$scratch")/good.so"
is "$status" 0 "one file given on two ways is one plugin"

# Two precisions that differ
${CC:-cc} -std=c11 -Iinclude -fPIC -c tests/plugins/bad_plugin.c -o "$scratch/double.o"
${CC:-cc} -std=c11 -Iinclude -fPIC -DGIMBAL_QUAD '-DVALUE="2*s"' -c tests/plugins/bad_plugin.c \
  -o "$scratch/quad.o"
${CC:-cc} -shared "$scratch/double.o" "$scratch/quad.o" -o "$scratch/twins.so" -lquadmath 2>/dev/null || without_quad
twin refused "$scratch/twins.so" 'claim 1: value is 2\*s-2 in double and 2\*s in quadruple precision' \
  "twins that differ"

# Other minor versions
for version in OLDER_CLAIM NEWER_CLAIM LONGER; do
  build $version -D$version
  run "$GIMBAL" describe good_method_2 --plugin "$scratch/$version.so"
  is "$status $errors" "0 " "$version is read"
  matches "$output" '^  order +q +2\*s-2 (.* )?2$' "  with its first claim"
  matches "$output" '^  constraint +momentum_equation +exact' "  and its second"
done

# Folders
mkdir "$scratch/folder"
cp "$scratch/good.so" "$scratch/folder"
run env GIMBAL_PLUGIN_PATH="$scratch/folder" "$GIMBAL" list models
matches "$output" '^  good_model ' "GIMBAL_PLUGIN_PATH is searched"
run env GIMBAL_PLUGIN_PATH="$scratch/nowhere" "$GIMBAL" list
is "$status" 2 "a folder of GIMBAL_PLUGIN_PATH that is not there is an error"
matches "$errors" 'GIMBAL_PLUGIN_PATH: there is no folder .*nowhere' "the message names the missing folder"
done_testing
