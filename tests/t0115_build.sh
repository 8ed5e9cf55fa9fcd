# gimbal build: both precisions outside the source tree, with the same verdicts as inside it.
. tests/tap.sh

top=$PWD
export PATH
sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$scratch/heun.c"

# The README's example, outside and inside a tree.
run "$GIMBAL" build "$scratch/heun.c"
is "$status $errors" "0 " "the README's example builds"
twin is "$(printf '%s\n' "$output" | grep -c '^  cc ')" 3 "each command is printed"
twin matches "$output" '^  cc .*-DGIMBAL_QUAD .*-Werror=float-conversion' "one is for the quadruple object"
twin matches "$output" "^wrote $scratch/heun.so, in double and quadruple precision" \
  "build prints the name of its output"
twin is "$(nm -D --defined-only "$scratch/heun.so" | awk '$3 !~ /asan/ { print $3 }' | sort | xargs)" \
  "gimbal_plugin_double gimbal_plugin_quad" "a built plugin exports its two descriptors and nothing else"
is "$(ls "$scratch")" "heun.c
heun.so" "nothing else is left behind"
tree=$scratch/tree
mkdir -p "$tree/include" "$tree/methods" "$tree/models"
cp Makefile configure config.mk gimbal.pc.in "$tree"
cp include/gimbal.h "$tree/include"
cp "$scratch/heun.c" "$tree/methods"
unset MAKEFLAGS MFLAGS MAKELEVEL
run make -C "$tree" BUILD=build build/methods/heun.so
is "$status" 0 "make builds it inside a tree" || diag "$errors"
judge() {
  run "$GIMBAL" verify --plugin "$1" -m heun -M kepler -M driven_pendulum -M unicycle -o "$2"
  is "$status" 0 "the claims of the built plugin are confirmed, of $1" || diag "$errors"
}
judge "$tree/build/methods/heun.so" "$scratch/inside"
judge "$scratch/heun.so" "$scratch/outside"
for folder in inside outside; do
  grep -o '"key":"[^"]*"\|"quantity":"[^"]*"\|"observed":[^,]*\|"verdict":"[^"]*"' \
    "$scratch/$folder/verdicts.jsonl" >"$scratch/$folder.txt"
done
[ -s "$scratch/inside.txt" ] && cmp "$scratch/inside.txt" "$scratch/outside.txt"
ok $? "verdicts and numbers are the same outside and inside"
run "$GIMBAL" verify --plugin "$scratch/heun.so" -m symplectic_euler -M harmonic_oscillator --no-tap -o "$scratch/other"
matches "$errors" "no method or model of $scratch/heun.so is judged" "a plugin of which nothing is judged is named"
run "$GIMBAL" verify --plugin "$scratch/heun.so" -m heun -M kepler --precision quad -o "$scratch/quad"
twin is "$status" 0 "a built plugin can be judged in quadruple precision"

# The words.
cd "$scratch" || exit 2
mkdir folder
cp heun.c folder
run "$GIMBAL" build folder/heun.c
matches "$output" '^wrote folder/heun\.so,' "the object is written next to its source"
run "$GIMBAL" build heun.c -o "with blank.so"
is "$status" 0 "or where -o says"
matches "$output" "-o 'with blank\.so' " "the output's name is quoted for the shell"
[ -s "with blank.so" ]
ok $? "build writes the file of -o"
run "$GIMBAL" build heun.c --double-only
is "$status $(printf '%s\n' "$output" | grep -c '^  ')" "0 2" "--double-only is two commands"
matches "$output" 'in double precision only' "  and the output names the precision"
run "$GIMBAL" describe heun --plugin ./heun.so
matches "$output" 'double only' "describe does too"
for words in "run -m heun -M pendulum -h 1/8 -T 1" "verify -m heun" "check heun" "describe heun"; do
  # shellcheck disable=SC2086 # words
  run "$GIMBAL" $words
  is "$status" 2 "without --plugin $words fails"
  matches "$errors" '; \./heun\.so, which is here, needs --plugin \./heun\.so' "the message names the missing option --plugin"
done
run env CC="cc -g0" CFLAGS="-O1 -DSOMETHING" LDLIBS=-lpthread "$GIMBAL" build heun.c
is "$status" 0 "CC, CFLAGS and LDLIBS are obeyed" || diag "$errors"
matches "$output" '^  cc -g0 .* -O1 -DSOMETHING -c heun\.c' "the flags after our own"
twin matches "$output" '^  cc -g0 .*-lpthread -lquadmath -lm$' "the libraries before"

# What does not compile.
refused() { # NAME PATTERN WORDS...
  name=$1 pattern=$2
  shift 2
  run "$GIMBAL" build "$@"
  is "$status" 2 "$name: status 2"
  matches "$errors" "$pattern" "$name: the message has $pattern"
}
echo 'int f( {' >broken.c
refused "a syntax error" 'broken\.c:1:.*error' broken.c
matches "$errors" '^gimbal: build: broken\.c does not compile' "a compiler's error ends with one line by gimbal"
[ ! -e broken.so ]
ok $? "nothing is written"
sed 's/from->t + h,/from->t + 1.0 * h,/' heun.c >plain.c
cmp -s heun.c plain.c
is $? 1 "the example with a constant that is not GIMBAL_C"
twin refused "it" 'plain\.c compiles in double precision and not in quadruple .*--double-only' plain.c
run "$GIMBAL" build --double-only plain.c
is "$status" 0 "a plugin with a double constant builds with --double-only"
echo 'extern int missing(void); int f(void) { return missing(); }' >undefined.c
refused "an undefined symbol" 'undefined\.so cannot be linked .*LDLIBS' undefined.c
CC=no-such-compiler
export CC
refused "no compiler" '"no-such-compiler" cannot be started.*set CC' heun.c
unset CC
refused "no source" 'there\.c: No such file' there.c
refused "no C" '"heun\.txt" is not a source file; \*\.c or \*\.cpp is expected' heun.txt
refused "two sources" "unexpected argument 'plain.c'. Usage: gimbal build FILE" heun.c plain.c
refused "none" 'an argument is missing. Usage: gimbal build FILE'

# C++: what a wrapper of a C++ library is.
if command -v c++ >/dev/null; then
  cat >wrapper.cpp <<'CPP'
#include "gimbal.h"
#include <vector>

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  std::vector<gimbal_real> k(g->n);
  if (gimbal_field(g, from->t, from->q, k.data()))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * GIMBAL_C(1.0) * k[i];
  return 0;
}

static const gimbal_claim claims[] = {{"order", "q", "1", nullptr, nullptr}};
static const gimbal_method methods[] = {{.name = "wrapper",
                                         .title = "Euler's method in C++",
                                         .citation = "Euler 1768",
                                         .formulation = GIMBAL_ODE,
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
CPP
  run "$GIMBAL" build wrapper.cpp
  is "$status $errors" "0 " "a plugin in C++ builds, without a warning"
  twin matches "$output" '^wrote \./wrapper\.so, in double and quadruple precision' "in both precisions"
  run "$GIMBAL" verify --plugin ./wrapper.so -m wrapper -M pendulum -o cpp
  is "$status" 0 "the claim of a plugin in C++ is confirmed" || diag "$errors"
else
  ok 0 "a plugin in C++ # SKIP there is no c++"
fi

# An installed program finds the installed header.
root=$scratch/root
cd "$top" || exit 2
run make install BUILD="$BUILD" ${CFLAGS+CFLAGS="$CFLAGS"} DESTDIR="$root" PREFIX=/usr
is "$status" 0 "make install succeeds"
cd "$scratch" || exit 2
run "$root/usr/bin/gimbal" build heun.c
is "$status" 0 "an installed program builds"
matches "$output" " -Iroot/usr/include " "with the installed header"
sed 's/"heun"/"rk4"/' heun.c >taken.c
for name in "rk4 is also in" "heun-2 is malformed"; do
  sed "s/\"heun\"/\"${name%% *}\"/" heun.c >taken.c
  run "$root/usr/bin/gimbal" build taken.c
  matches "$status $errors" "^2 gimbal: .*method \"?${name%% *}\"?.* ${name#* }|^2 gimbal: .*\"${name%% *}\" ${name#* }" \
    "a name that verify refuses: ${name%% *}"
done
rm "$root/usr/include/gimbal.h"
run "$root/usr/bin/gimbal" build heun.c
is "$status" 2 "without a header it cannot"
matches "$errors" 'there is no .*/include/gimbal\.h; install gimbal' "the message names the missing header"
# Both precisions are compiled, and a warning is given once.
printf '#include "gimbal.h"\nstatic int nobody_calls(void) { return 3; }\nGIMBAL_PLUGIN();\n' >"$scratch/idle.c"
(cd "$scratch" && run "$GIMBAL" build idle.c && printf '%s\n' "$errors" >idle.errors)
is "$(grep -c "warning: .*nobody_calls" "$scratch/idle.errors")" 1 "a warning is given once"

done_testing
