# The build: a plugin is built by being there, in both precisions, and is gone when its source is.
. tests/tap.sh

tree=$scratch/tree
mkdir -p "$tree/include" "$tree/methods" "$tree/models"
cp Makefile configure config.mk gimbal.pc.in "$tree"
cp include/gimbal.h "$tree/include"
source=$(ls methods/*.c | sed -n 1p)
cp "$source" "$tree/methods/dropped.c"
unset MAKEFLAGS MFLAGS MAKELEVEL
in_tree() { run make -C "$tree" BUILD=build "$@"; }

in_tree build/methods/dropped.so
is "$status" 0 "a plugin is built by being in methods/" || diag "$errors"
symbols=$(nm -D --defined-only "$tree/build/methods/dropped.so" | awk '{ print $3 }' | sort)
twin is "$symbols" "gimbal_plugin_double
gimbal_plugin_quad" "a plugin exports its two descriptors and nothing else"
in_tree build/methods/dropped.so
matches "$output" 'up to date' "a plugin is built once"
in_tree build/methods/dropped.so CFLAGS=-O0
matches "$output" 'CC +methods/dropped.c' "other flags build it again"
touch "$tree/include/gimbal.h"
in_tree build/methods/dropped.so CFLAGS=-O0
matches "$output" 'CC +methods/dropped.c' "a changed header rebuilds the plugin"

rm "$tree/methods/dropped.c"
in_tree build/gimbal.pc CFLAGS=-O0
[ ! -e "$tree/build/methods/dropped.so" ]
ok $? "without its source the plugin is deleted"

# Only double precision has forgiving constants and functions.
build_expression() {
  cat >"$tree/models/expression.c" <<END
#include "gimbal.h"
static inline gimbal_real f(gimbal_real x) { return $1; }
END
  in_tree build/models/expression.so
}
build_expression '0.1 * x'
twin is "$status" 2 "a plain 0.1 does not build in quadruple precision"
twin matches "$errors" 'quad.o' "as the quadruple object fails"
build_expression 'GIMBAL_C(0.1) * gimbal_sin(x)'
is "$status" 0 "GIMBAL_C(0.1) and gimbal_sin do" || diag "$errors"
build_expression 'sin(x)'
twin is "$status" 2 "sin(x), which would lose half of the digits, does not"

in_tree build/gimbal.pc
cp "$source" "$scratch/outside.c"
# shellcheck disable=SC2046 # words
(cd "$scratch" && cc $(PKG_CONFIG_PATH=$tree/build pkg-config --cflags gimbal) -shared -fPIC \
  outside.c -o outside.so -lm)
ok $? "a plugin is built outside the tree with what pkg-config says"
# A path with a blank would be two words to rm.
run make -n deb BUILD=build
is "$(printf '%s\n' "$output" | grep -cF "$PWD")" 0 "make deb names folders from the top of the sources"
# Nor can Debian's options for the compiler name it.
mkdir -p "$scratch/a tree/harness/base" "$scratch/bin"
cp Makefile "$scratch/a tree" && cp harness/base/version.h "$scratch/a tree/harness/base"
printf '#!/bin/sh\ncase $PWD in *" "*) exit 1 ;; esac\nls; : >../gimbal.deb\n' >"$scratch/bin/dpkg-buildpackage"
cp "$scratch/bin/dpkg-buildpackage" "$scratch/bin/dh"
chmod +x "$scratch"/bin/*
run env PATH="$scratch/bin:$PATH" TMPDIR="$scratch" make -C "$scratch/a tree" deb
is "$status $(ls "$scratch/a tree/build/deb")" "0 gimbal.deb" "packages are built where the path has a blank" || diag "$errors"
matches "$output" '^Makefile$' "  from the sources that are there"
is "$(ls -d "$scratch"/tmp.* 2>/dev/null)" "" "  and nothing else is left"

done_testing
