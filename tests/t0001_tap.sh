# The tests' own tools: a failure must be seen as one.
. tests/tap.sh

cat >"$scratch/good.c" <<'END'
#include "tap.h"
int main(void)
{
  ok(1, "with %s", "format");
  is_close(1.0, 1.25, 0.25, "a tolerance includes its end", "close");
  return done_testing();
}
END
cat >"$scratch/bad.c" <<'END'
#include "tap.h"
int main(void)
{
  plan(4);
  ok(0, "false");
  is_close(1.0, 2.0, 0.5, "too far", "far");
  is_close(NAN, 1.0, 10.0, "NaN is nowhere near", "NaN");
  return done_testing();
}
END
for name in good bad; do
  ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Itests "$scratch/$name.c" -o "$scratch/$name" -lm
  ok $? "$name.c builds without a warning"
done
run "$scratch/good"
is "$status" 0 "a program whose tests pass has status 0"
is "$output" "ok 1 - with format
ok 2 - close (within 0.25: a tolerance includes its end)
1..2" "the TAP of a program whose tests pass"
run "$scratch/bad"
is "$status" 1 "a program with failures has status 1"
is "$(echo "$output" | grep -c '^not ok')" 3 "each failure is found, also that of NaN"
matches "$output" '^# planned 4 tests but ran 3' "a wrong plan is seen"
matches "$output" 'failed at .*bad.c:5' "with its place"

cat >"$scratch/bad.sh" <<'END'
. tests/tap.sh
ok 1 "fails"
is a b "differs"
matches abc '^b' "does not match"
done_testing
END
run sh "$scratch/bad.sh"
is "$status" 1 "a script with failures has status 1"
is "$(echo "$output" | grep -c '^not ok')" 3 "each of its failures is seen"
done_testing
