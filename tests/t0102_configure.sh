# configure on machines that lack something, made of links to this one's programs.
. tests/tap.sh

tree=$scratch/tree
mkdir "$tree"
cp configure "$tree"

# Each configure compiles some dozen programs, most of them the same ones each time: compilers that
# compile nothing twice. The key is their arguments, their source, and the headers that this test makes;
# the folder of the source differs in each run.
mkdir "$scratch/compilers" "$scratch/answers" "$scratch/petsc"
for compiler in cc c++; do
  real=$(command -v $compiler) || continue
  cat >"$scratch/compilers/$compiler" <<END
#!/bin/sh
compiler=$compiler real=$real scratch=$scratch
PATH='$PATH' # a cache of a compiler's looks there for what it stands for
END
  cat >>"$scratch/compilers/$compiler" <<'END'
words= source= headers= program= last=
for word; do
  [ "$last" = -o ] && program=$word
  last=$word
  case $word in
  */test.c | */test.cpp) source=$word ;;
  */test) ;;
  *"$scratch/petsc") headers="$scratch/petsc/petscsnes.h" words="$words $word" ;;
  *) words="$words $word" ;;
  esac
done
[ -n "$source" ] || exec "$real" "$@"
answer=$scratch/answers/$({ echo "$compiler $words"; cat "$source" $headers; } | cksum)
[ -e "$answer" ] || {
  "$real" "$@" >"$answer.text" 2>&1
  echo $? >"$answer"
  [ ! -e "$program" ] || mv "$program" "$answer.program"
}
[ ! -s "$answer.text" ] || cat "$answer.text"
[ ! -e "$answer.program" ] || ln -sf "$answer.program" "$program"
read -r status <"$answer"
exit "$status"
END
  chmod +x "$scratch/compilers/$compiler"
done
PATH=$scratch/compilers:$PATH
run "$tree/configure" --help
is "$status" 0 "--help succeeds"
matches "$output" '--prefix=DIR' "--help names --prefix"
run "$tree/configure" --prfix=/usr
is "$status" 2 "an unknown word is a usage error"
matches "$errors" "'--prfix=/usr'" "the message names the unknown word"
run "$tree/configure" --prefix=usr
is "$status" 2 "a relative prefix is a usage error"

run "$tree/configure" --prefix=/opt/gimbal 'CFLAGS=-O1 -g'
is "$status" 0 "configure succeeds on this machine"
is "$(ls "$tree")" "config.log
config.mk
configure" "configure writes config.mk and config.log, nothing else"
matches "$(cat "$tree/config.mk")" '^PREFIX = /opt/gimbal$' "the prefix is kept"
matches "$(cat "$tree/config.mk")" "^CONFIGURE_ARGUMENTS = .*'CFLAGS=-O1 -g'" "config.mk keeps the arguments"

# The words that debhelper and Guix give, and libraries that are not wanted.
run "$tree/configure" --build=x86_64-linux-gnu --prefix=/usr '--includedir=${prefix}/include' \
  '--mandir=${prefix}/share/man' '--infodir=${prefix}/share/info' --sysconfdir=/etc --localstatedir=/var \
  --disable-option-checking --disable-silent-rules '--libdir=${prefix}/lib/x86_64-linux-gnu' --runstatedir=/run \
  --disable-maintainer-mode --disable-dependency-tracking --with-no-such-thing --without-gsl --without-sundials \
  --without-cxx --without-scipy --with-gnuplot=/no/such/gnuplot --enable-fast-install CONFIG_SHELL=/bin/sh SHELL=/bin/sh
is "$status $errors" "0 " "the words of a packager are accepted"
! echo "$output" | grep -q 'configure: not used'
ok $? "none of them contradicts the program"
printf 'include config.mk\n$(info $(LIBDIR) $(MANDIR) $(GNUPLOT) $(CONFIGURE_ARGUMENTS))\nall:;@:\n' >"$scratch/directories.mk"
matches "$(make -C "$tree" --no-print-directory -f "$scratch/directories.mk" PREFIX=/opt)" \
  "^/opt/lib/x86_64-linux-gnu /opt/share/man /no/such/gnuplot .*'--libdir=[$]\{prefix\}/lib" \
  "directories are below the prefix that make is given"
is "$(sed -n 's/^LIBRARIES = //p; s/^LIBRARIES_LEFT_OUT =//p; s/^CXX = //p; s/^SCIPY = //p' "$tree/config.mk" | xargs)" \
  "petsc sundials gsl boost" "excluded libraries are left out even if installed"
run "$tree/configure" --missing=libraries --without-gsl --without-cxx CC=/no/such/cc
is "$(echo "$output" | grep -c 'gsl\|g++\|boost')" 0 "excluded libraries are not listed as missing"
run "$tree/configure" --with-cxx CXX=/no/such/compiler
is "$status" 1 "required libraries must be present"
matches "$errors" 'apt-get install .*g\+\+' "the package of a required library is named"
run "$tree/configure" --with-no-such-thing
is "$status" 2 "a library that there is not is a usage error"
run "$tree/configure" --enable-magic
is "$status" 2 "an unknown feature is a usage error"
run "$tree/configure" --libdir=lib
is "$status" 2 "a relative directory is a usage error"
run "$tree/configure" --datadir=/somewhere/else --without-gnuplot --without-quad
is "$status" 0 "a directory that is not used is accepted"
matches "$output" 'not used, .*: --datadir=/somewhere/else' "an unused directory is reported as unused"
matches "$(cat "$tree/config.mk")" '^GNUPLOT = $' "gnuplot is not used"
matches "$(cat "$tree/config.mk")" '^WITHOUT_QUAD = yes$' "quadruple precision is not used"

run "$tree/configure" CC=/no/such/cc
is "$status" 1 "no compiler is an error"
matches "$errors" 'gcc' "without a compiler, the message names its package"

# A PETSc of another kind, as far as its header goes.
pretend() {
  echo "$1" >"$scratch/petsc/petscsnes.h"
  printf 'Name: PETSc\nDescription: pretended\nVersion: %s\nCflags: -I%s\nLibs:\n' "$2" \
    "$scratch/petsc" >"$scratch/petsc/PETSc.pc"
  rm "$tree/config.mk"
  PKG_CONFIG_PATH=$scratch/petsc run "$tree/configure"
}
pretend '#define PETSC_USE_COMPLEX 1' 3.18.0
is "$status" 1 "a complex PETSc is an error"
matches "$output" 'PETSc +no: 3.18.0, complex scalars' "  and configure names the reason"
[ ! -e "$tree/config.mk" ]
ok $? "config.mk is not written after an error"
touch "$tree/config.mk"
pretend '#define PETSC_USE_REAL_SINGLE 1' 3.18.0
matches "$output" 'not in double precision' "PETSc in single precision is refused"
touch "$tree/config.mk"
pretend '#define PETSC_USE_REAL_DOUBLE 1
#define PETSC_VERSION_LT(a, b, c) 1' 3.16.2
matches "$output" '3.16.2, older than 3.17' "an old PETSc is refused"
touch "$tree/config.mk"
pretend '#define PETSC_USE_REAL_DOUBLE 1
#define PETSC_VERSION_LT(a, b, c) 0' 3.18.0
matches "$output" 'does not link; see config.log' "a PETSc that cannot be linked is refused"

# A version that is not out yet.
module=PETSc
pkg-config --exists $module || module=petsc
real=$(pkg-config --variable=pcfiledir $module)/$module.pc
sed 's/^Version:.*/Version: 3.99.1/' "$real" >"$scratch/petsc/PETSc.pc"
PKG_CONFIG_PATH=$scratch/petsc run "$tree/configure"
is "$status" 0 "a later PETSc is used"
matches "$output" 'PETSc +3\.99\.1 \(real, double\)' "like any other"
is "$(grep -rl 'petsc/private' configure Makefile harness reports methods)" "" \
  "no source includes a private header of PETSc"

# This machine without pkg-config and mpiexec.
mkdir "$scratch/bin"
for folder in /usr/local/bin /usr/bin /bin; do
  for program in "$folder"/*; do
    case ${program##*/} in
    pkg-config | pkgconf | *-pkg-config | *-pkgconf | mpiexec* | mpirun*) ;;
    *) [ -e "$scratch/bin/${program##*/}" ] || echo "$program" ;;
    esac
  done
done | xargs ln -sf -t "$scratch/bin"
run env PATH="$scratch/compilers:$scratch/bin" "$tree/configure"
is "$status" 1 "without pkg-config it fails"
matches "$errors" 'apt-get install .*pkg-config.*petsc-dev.*openmpi-bin' "the message names pkg-config and the missing packages"
run env PATH="$scratch/compilers:$scratch/bin" "$tree/configure" --missing
is "$status" 0 "--missing succeeds all the same"
is "$(echo "$output" | grep -cxE 'pkg-config|petsc-dev|libopenmpi-dev|openmpi-bin')" 4 \
  "--missing prints packages, one a line"

# Libraries whose integrators are judged: missing ones are left out, each with a line, and no others are.
run "$tree/configure" CXX=/no/such/compiler
is "$status" 0 "without a compiler for C++ it succeeds"
matches "$output" 'C\+\+ +no: plugins in it are left out \(package g\+\+\)' "  and configure names the missing package"
matches "$output" 'Boost +no: its integrators are left out \(`make libraries` installs libboost-dev\)' \
  "Boost, which is C++, is left out with it"
matches "$(cat "$tree/config.mk")" '^LIBRARIES_LEFT_OUT =.* boost$' "  and config.mk lists it as left out"
run "$tree/configure" --missing=libraries CXX=/no/such/compiler
matches "$output" '^g\+\+$' "--missing=libraries names the packages of these alone"
is "$(echo "$output" | grep -c 'petsc\|gnuplot\|perl')" 0 "not of common dependencies"
run "$tree/configure" --missing CXX=/no/such/compiler
is "$(echo "$output" | grep -c 'g++\|boost')" 0 "--missing does not name packages of optional libraries"
run "$tree/configure"
is "$(sed -n 's/^LIBRARIES = //p; s/^LIBRARIES_LEFT_OUT =//p' "$tree/config.mk" | xargs -n 1 | sort | xargs)" \
  "boost gsl petsc sundials" "each library is here or left out"
done_testing
