#!/bin/sh
# Tests what is committed on a bare Debian system: a chroot of debootstrap with git, gcc, g++ and make,
# in which gimbal installs what it misses. Runs `make verify-short`, `make check`, `make trials` and a short
# verification under mpiexec, and prints the system's row for docs/portability.md. Half an hour a system on two cores. Exit status 0: all of it succeeded.
#
# Usage, as root: ci/portability.sh SYSTEM [COMPILER] [FOLDER]
#   SYSTEM    bookworm, trixie or sid; bookworm-mpich and so on: with MPICH, and a PETSc that is built
#             from Debian's source package against it
#   COMPILER  gcc or clang                                                   [gcc]
#   FOLDER    holds the chroots, which later runs use again, about 3 GB each [/var/tmp/gimbal-systems]
#
# The output of each command is in FOLDER/SYSTEM-COMPILER.log.
set -u
system=${1-}
compiler=${2:-gcc}
folder=${3:-/var/tmp/gimbal-systems}
release=${system%-mpich}
case $compiler in
gcc) cxx=g++ ;;
clang) cxx=clang++ ;;
*) release= ;;
esac
case $release in
bookworm | trixie | sid) ;;
*) sed -n '/^# Usage/,/^# *FOLDER/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo "portability.sh: needs root, and the package debootstrap" >&2
  exit 2
fi
# Mounts and processes of a namespace of one's own end with it, however it ends.
[ -n "${GIMBAL_PORTABILITY-}" ] ||
  GIMBAL_PORTABILITY=1 exec unshare --mount --pid --fork --kill-child sh "$0" "$@"

cd "$(dirname "$0")/.." || exit 2
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 2
root=$folder/$system
log=$root-$compiler.log
: >"$log" || exit 2
exec 9>"$root.lock"
flock -n 9 || { echo "portability.sh: $root is in use" >&2; exit 2; }
say() { echo "$system $compiler: $*" >&2; }
broken() { say "$*; see $log" >&2; exit 1; }

inside() { # COMMAND: in the chroot, in the clone once it is there
  echo "+ $1" >>"$log"
  chroot "$root" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PKG_CONFIG_PATH=/opt/petsc/lib/pkgconfig OMPI_ALLOW_RUN_AS_ROOT=1 \
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    sh -c "cd \"\$HOME/gimbal\" 2>/dev/null; $1" 2>&1 | tee -a "$log"
}

# ---- The system ----------------------------------------------------------------------------------
# A folder that a stopped run has left behind is no system.
if [ ! -e "$root.complete" ]; then
  say "debootstrap $release"
  rm -rf "$root"
  debootstrap --variant=minbase --include=git,gcc,g++,make,ca-certificates "$release" "$root" \
    http://deb.debian.org/debian >>"$log" 2>&1 || broken "debootstrap fails"
  echo "deb-src http://deb.debian.org/debian $release main" >>"$root/etc/apt/sources.list"
  touch "$root.complete"
fi
# Those that somebody else has left there stay for others.
for mount in proc:proc sysfs:sys tmpfs:dev/shm devpts:dev/pts tmpfs:tmp; do
  mkdir -p "$root/${mount#*:}"
  umount -l "$root/${mount#*:}" 2>/dev/null
  mount -t "${mount%:*}" "${mount%:*}" "$root/${mount#*:}" || broken "cannot mount ${mount#*:}"
done
cp -L /etc/resolv.conf "$root/etc"
echo "127.0.0.1 localhost $(hostname)" >"$root/etc/hosts"
rm -rf "$root/root/gimbal"
git clone --quiet . "$root/root/gimbal" || exit 1

if [ "$compiler" = clang ] && [ ! -e "$root/usr/bin/clang" ]; then
  say "installs clang"
  inside "apt-get update && apt-get install -y --no-install-recommends clang" >/dev/null
fi
# The source package is Debian's; its rules are for many builds against Open MPI, of which this is one.
if [ "$system" != "$release" ] && [ ! -e "$root/opt/petsc/lib/libpetsc.so" ]; then
  say "builds PETSc with MPICH"
  inside "set -e; apt-get update
    apt-get install -y --no-install-recommends mpich libmpich-dev liblapack-dev pkg-config python3 dpkg-dev
    rm -rf /usr/src/petsc; mkdir -p /usr/src/petsc; cd /usr/src/petsc
    apt-get source petsc
    cd petsc-*/
    python3 ./configure PETSC_ARCH=mpich --prefix=/opt/petsc --with-cc=mpicc.mpich \\
      --with-cxx=0 --with-fc=0 --with-debugging=0 --with-x=0 COPTFLAGS=-O2
    make PETSC_DIR=\$PWD PETSC_ARCH=mpich all
    make PETSC_DIR=\$PWD PETSC_ARCH=mpich install" >/dev/null
  [ -e "$root/opt/petsc/lib/libpetsc.so" ] || broken "PETSc cannot be built"
fi

# configure remembers its options; by default it finds gcc.
if [ "$compiler" = clang ]; then
  inside "ci/install-packages && ./configure CC=clang CXX=$cxx" >/dev/null
fi

# ---- What is tried -------------------------------------------------------------------------------
failed=0
try() { # COMMAND: $result is a word for the table, $output has what it printed
  say "$1"
  output=$(inside "$1; echo \"status \$?\"")
  result=$(printf '%s\n' "$output" | sed -n '$s/^status //p')
  if [ "$result" = 0 ]; then result=passed; else failed=1; result="**status ${result:-unknown}**"; fi
}
take() { printf '%s\n' "$output" | sed -n "$1"; } # SED: some of the output
try "make verify-short"; short=$result
tests= files=
for part in check trials; do
  try "make $part"
  tests="$tests${tests:+; }$part $result, $(take 's/^Files=\([0-9]*\), Tests=\([0-9]*\).*/\2 points in \1 files/p')"
  files="$files $(take 's/^\(build\/\)\{0,1\}tests\/\(t[0-9]*\)_.*(Wstat.*/\2/p' | paste -s -d ' ')"
done
files=$(echo $files)
try "mpiexec -n 2 build/gimbal verify ci/suites/short.yaml --no-tap -o out-mpiexec"; ranks=$result

name=$(sed -n 's/^PRETTY_NAME="\([^"]*\)"/\1/p' "$root/etc/os-release")
output=$(inside "$compiler -dumpfullversion || $compiler -dumpversion; mpiexec --version")
built_by=$(take 's/^[0-9][0-9.]*$/&/p')
mpi=$(take 's/^mpiexec (Open.* /Open MPI /p; s/^ *Version: */MPICH /p')
output=$(inside "pkg-config --modversion PETSc || pkg-config --modversion petsc")
petsc=$(take 's/^[0-9][0-9.]*$/&/p')
echo "| $name | $compiler $built_by | $petsc | $mpi | $short | $tests${files:+ (fail: $files)} | $ranks" \
  "| $(git -C "$root/root/gimbal" rev-parse --short HEAD), $(date +%F) |"
exit $failed
