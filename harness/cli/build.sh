# shellcheck shell=sh
# The recipe of gimbal build, which calls it: SOURCE OUTPUT HEADERS QUAD LIBRARIES. HEADERS is the folder of
# gimbal.h, QUAD "yes" or "no". Each command is printed before it is run; status 2 if one fails.
source=$1 output=$2 headers=$3 quad=$4 libraries=$5
case $source in
*.c) compiler=${CC:-cc} variable=CC flags=${CFLAGS-} standard=-std=c11 language=c ;;
*) compiler=${CXX:-c++} variable=CXX flags=${CXXFLAGS-} standard=-std=gnu++17 language=c++ ;;
esac

fail() {
  printf 'gimbal: build: %s\n' "$*" >&2
  exit 2
}

# A word as a shell reads it.
quote() {
  case $1 in
  '' | *[!A-Za-z0-9@%+=:,./_-]*) printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf %s "$1" ;;
  esac
}

run() {
  printf '  %s\n' "$1"
  sh -c "$1"
  status=$?
  case $status in
  126 | 127) fail "the compiler \"$compiler\" cannot be started; set $variable" ;;
  esac
  return $status
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/gimbal-build-XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 2' HUP INT TERM

# compile OBJECT WARNINGS OPTIONS. The flags are those of the source tree: contraction to fused multiply-add would
# make results depend on the compiler. The user's come last, and win.
compile() {
  run "$compiler $standard -O2 -g$2 -ffp-contract=off -fPIC -fvisibility=hidden -I$(quote "$headers")$3${flags:+ $flags} -c $(quote "$source") -o $(quote "$folder/$1")"
}

# Warnings are given once; descriptors leave out what they do not need.
compile double.o " -Wall -Wextra -Wno-missing-field-initializers" "" ||
  fail "$source does not compile (the compiler's status is $status)"
objects=" $(quote "$folder/double.o")"
if [ "$quad" = yes ]; then
  # What would lose digits is an error, in the words that the compiler knows (clang has other ones).
  warnings=
  for warning in unsuffixed-float-constants double-promotion implicit-float-conversion float-conversion; do
    [ $warning$language != unsuffixed-float-constantsc++ ] || continue
    sh -c "$compiler -Werror -Werror=$warning -x $language -fsyntax-only /dev/null" 2>/dev/null &&
      warnings="$warnings -Werror=$warning"
  done
  compile quad.o "" " -DGIMBAL_QUAD$warnings" ||
    fail "$source compiles in double precision and not in quadruple (the compiler's status is $status);" \
      "constants are GIMBAL_C(0.5), functions gimbal_sin. What has no quadruple-precision build" \
      "is built with --double-only"
  objects="$objects $(quote "$folder/quad.o")"
fi

# A sanitizer's objects find their run-time library in the program.
case $flags in
*-fsanitize*) defined= ;;
*) defined=" -Wl,-z,defs" ;;
esac
run "$compiler${flags:+ $flags} -shared$defined -o $(quote "$output")$objects${LDFLAGS:+ $LDFLAGS}${LDLIBS:+ $LDLIBS} $libraries" ||
  fail "$output cannot be linked (the compiler's status is $status); libraries go into LDLIBS"
if [ "$quad" = yes ]; then
  echo "wrote $output, in double and quadruple precision"
else
  echo "wrote $output, in double precision only: what only the quadruple one can decide will be left open"
fi
