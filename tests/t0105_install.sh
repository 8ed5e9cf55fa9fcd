# What is installed works from where it is, without the source tree, and can be taken away again; a
# tarball has all that is needed to build, without git.
. tests/tap.sh

top=$PWD
export XDG_CACHE_HOME="$scratch/caches"
unset GIMBAL_CACHE
root=$scratch/root
mkdir -p "$root/usr/share/man/man1"
: >"$root/usr/share/man/man1/other.1"
mkdir -p methods/external/__pycache__ # as Python leaves it
run make install BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr
is "$status" 0 "make install succeeds" || diag "$errors"
: >"$scratch/installed"
cd "$scratch" || exit 2
run "$root/usr/bin/gimbal" list methods
is "$status" 0 "the installed program runs" || diag "$errors"
matches "$output" 'rk4' "the installed program finds its methods"
run "$root/usr/bin/gimbal" list suites
matches "$output" 'default' "the installed program finds its suites"
flags=$(PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR='' \
  pkg-config --define-prefix --keep-system-cflags --cflags gimbal)
is "$flags" "-I$root/usr/include " "gimbal.pc names the installed header"

is "$(cat "$root"/usr/share/man/man1/gimbal*.1)" "$(cat "$OLDPWD"/docs/man/*.1)" "the manual pages are there"
for file in share/bash-completion/completions/gimbal share/zsh/site-functions/_gimbal \
  share/fish/vendor_completions.d/gimbal.fish; do
  matches "$(cat "$root/usr/$file")" 'gimbal' "$file is there"
done
mkdir "$scratch/elsewhere" && cd "$scratch/elsewhere" || exit 2
cat >suite.yaml <<END
title: one order
methods: [rk4]
models: [pendulum]
studies: [{study: order}]
END
run "$root/usr/bin/gimbal" verify suite.yaml --precision double
matches "$status $errors" '^report: out/index.html$' "the installed program judges and writes a report in another folder"
run "$root/usr/bin/gimbal" report out
is "$status" 0 "the report of the installed program can be rendered again"
run "$root/usr/bin/gimbal" run -m rk4 -M double_pendulum -h 1/8 -T 1/2
is "$status" 0 "a reference is computed" || diag "$errors"
is "$(ls "$scratch/caches")" "gimbal" "a reference is kept in the user's cache"
if command -v python3 >/dev/null; then
  run "$root/usr/bin/gimbal" export kepler --language json
  matches "$status $output" '"problem": "kepler-e03"' "a model of the test set is printed" || diag "$errors"
fi
is "$(find "$root" -newer "$scratch/installed" ! -type d)" "" "the installation is left alone"
run "$root/usr/bin/gimbal" new method mine
is "$status" 0 "a method is begun" || diag "$errors"
run "$root/usr/bin/gimbal" build mine.c
is "$status" 0 "a new method is built with the installed header" || diag "$errors"
run "$root/usr/bin/gimbal" run --plugin ./mine.so -m mine -M pendulum -h 1/8 -T 1
is "$status" 0 "a new method runs in the installed program" || diag "$errors"

# The tests of the Debian packages, on what is installed here, as this user.
cp -r "$top/debian/tests" "$scratch/debian"
printf '#!/bin/sh\ncd "$(mktemp -d "%s/XXXXXX")" && "$@"\n' "$scratch" >"$scratch/debian/as-user"
mkdir "$scratch/tools"
printf '#!/bin/sh\nexec "%s" --define-prefix --keep-system-cflags "$@"\n' \
  "$(command -v pkg-config)" >"$scratch/tools/pkg-config"
chmod +x "$scratch/tools/pkg-config"
for test in $(sed -n 's/^Tests: //p' "$top/debian/tests/control"); do
  run env PATH="$root/usr/bin:$scratch/tools:$PATH" PKG_CONFIG_PATH="$root/usr/lib/pkgconfig" \
    LIBRARY_PATH="$root/usr/lib" LD_LIBRARY_PATH="$root/usr/lib" "$scratch/debian/$test"
  is "$status" 0 "debian/tests/$test passes" || diag "$output$errors"
done

cd "$top" || exit 2
run make uninstall BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr
is "$status" 0 "make uninstall succeeds" || diag "$errors"
is "$(cd "$root" && find . ! -type d)" "./usr/share/man/man1/other.1" \
  "nothing is left but what was there before"
[ ! -e "$root/usr/lib" ] && [ ! -e "$root/usr/bin" ] && [ ! -e "$root/usr/share/gimbal" ]
ok $? "no empty folder is left"

# ---- make dist ----

if git rev-parse --git-dir >/dev/null 2>&1; then
  git archive --prefix=tree/ HEAD | (cd "$scratch" && tar xf -)
  tree=$scratch/tree
  is "$(cd "$tree" && find . ! -type d | sed 's|^\./||' | sort)" "$(git ls-tree -r --name-only HEAD | sort)" \
    "the tarball has what is committed"
  mkdir "$scratch/bin"
  printf '#!/bin/sh\necho git was asked >&2\nexit 1\n' >"$scratch/bin/git"
  chmod +x "$scratch/bin/git"
  cp config.mk "$tree"
  touch "$tree/config.mk"
  run env PATH="$scratch/bin:$PATH" make -C "$tree" BUILD=build build/commit.h
  is "$status $errors" "0 " "the commit is in it, and git is not asked"
  matches "$(cat "$tree/build/commit.h")" \
    "\"$(git rev-parse HEAD | cut -c1-12)\"" "the commit is the right one"
  run env PATH="$scratch/bin:$PATH" make -C "$tree" BUILD=build -n all
  is "$status" 0 "everything that make needs is there" || diag "$errors"
fi
done_testing
