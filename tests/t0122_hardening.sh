# The built program has the hardening that configure found.
. tests/tap.sh

flags=$(cat "$BUILD/flags")
has() { case " $flags " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }
# hardened FLAG STATUS NAME: skipped where the build does without the flag.
hardened() {
  if has "$1"; then
    ok "$2" "$3"
  else
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $3 # SKIP built without $1"
  fi
}

# A sanitizer has protections of its own.
case $flags in *-fsanitize*)
  is "$(printf '%s' "$flags" | grep -c -e -fstack-protector -e FORTIFY)" 0 "none under sanitizers"
  done_testing ;;
esac

command -v readelf >/dev/null || { echo "1..0 # SKIP there is no readelf"; exit 0; }
dynamic=$(readelf -dW "$GIMBAL")
segments=$(readelf -lW "$GIMBAL")
symbols=$(readelf -sW --dyn-syms "$GIMBAL")
[ -n "$dynamic" ] && [ -n "$segments" ] && [ -n "$symbols" ]
ok $? "readelf reads the program"

readelf -hW "$GIMBAL" | grep -q 'Type: *DYN'
hardened -pie $? "it can be loaded anywhere (PIE)"
printf '%s\n' "$segments" | grep -q GNU_RELRO
hardened -Wl,-z,relro $? "its tables become read-only (RELRO)"
printf '%s\n' "$dynamic" | grep -Eq '(FLAGS|FLAGS_1).*NOW|BIND_NOW'
hardened -Wl,-z,now $? "all of them, before it starts (BIND_NOW)"
printf '%s\n' "$segments" | grep -Eq 'GNU_STACK.* RW +0x'
hardened -Wl,-z,noexecstack $? "its stack cannot be executed"
printf '%s\n' "$symbols" | grep -q __stack_chk_fail
hardened -fstack-protector-strong $? "functions with arrays guard their return address"
for level in 2 3; do
  printf '%s\n' "$symbols" | grep -Eq '__[a-z]+_chk(@|$)'
  hardened "-D_FORTIFY_SOURCE=$level" $? "sizes are checked where they are known (FORTIFY_SOURCE=$level)"
done
# The mark of the whole program is lost where one library has none.
readelf -nW "$BUILD/harness/main.o" | grep -q 'IBT'
hardened -fcf-protection $? "its objects are marked for control-flow protection"

done_testing
