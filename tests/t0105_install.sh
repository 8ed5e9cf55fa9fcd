# What is installed works from where it is, without the source tree.
. tests/tap.sh

root=$scratch/root
run make install BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr
is "$status" 0 "make install succeeds" || diag "$errors"
cd "$scratch" || exit 2
run "$root/usr/bin/gimbal" list methods
is "$status" 0 "the installed program runs" || diag "$errors"
matches "$output" 'rk4' "and finds its methods"
run "$root/usr/bin/gimbal" list suites
matches "$output" 'default' "and its suites"
flags=$(PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR='' \
  pkg-config --define-prefix --keep-system-cflags --cflags gimbal)
is "$flags" "-I$root/usr/include " "gimbal.pc names the installed header"
done_testing
