# Texts of suites, results and plugins reach people: no control character of theirs gets to a terminal, none
# is a formula in a spreadsheet, and none is endless.
. tests/tap.sh

escape=$(printf '\033')
clean() { # NAME: neither output has what a terminal obeys
  printf '%s\n' "$output" "$errors" | LC_ALL=C grep -q "[$escape$(printf '\177\232\233')]"
  is $? 1 "$1" || diag "$output $errors"
}

# ---- Suites ----
studies='studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96]}]'
suite() { # TEXT...
  printf '%s\n' "$@" "$studies" >"$scratch/suite.yaml"
  run "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 -M pendulum:oscillation -o "$scratch/out"
}
for text in '\e[2J' '\x9b2J' '\x7f' '\r'; do
  suite "title: \"a${text}b\""
  is "$status $errors" "2 gimbal: $scratch/suite.yaml:1:8: key 'title': a text must not contain a control character" \
    "a suite with ${text#?} is refused, with its place"
done
suite '"\e[31m": 1'
is "$status" 2 "a key with one as well"
clean "  and is not shown as it is"
suite 'title: "two\nlines, a\ttab and λ"'
is "$status" 0 "line ends, tabs and letters are accepted" || diag "$errors"

# ---- What a suite includes ----
mkdir -p "$scratch/below/more" "$scratch/aside"
echo "password: swordfish" | tee "$scratch/aside/secret" >"$scratch/aside/secret.yaml"
ln -s ../aside/secret.yaml "$scratch/below/link.yaml"
for name in "$scratch/aside/secret" "$scratch/aside/secret.yaml" ../aside/secret more/../../aside/secret link; do
  echo "include: $name" >"$scratch/below/outer.yaml"
  run "$GIMBAL" verify "$scratch/below/outer.yaml" -o "$scratch/none"
  is "$status $errors" "2 gimbal: $scratch/below/outer.yaml:1: key 'include': '$name' is not in the folder of this suite, nor below it" \
    "nothing of another folder is read: ${name#"$scratch/"}"
done
echo "$studies" >"$scratch/below/more/inner.yaml"
echo "include: more/inner" >"$scratch/below/outer.yaml"
run "$GIMBAL" verify "$scratch/below/outer.yaml" -m rk4 -M pendulum:oscillation -o "$scratch/none"
is "$status" 0 "a suite in a subfolder is read" || diag "$errors"

# ---- Results ----
mkdir "$scratch/made"
awk -v directory="$scratch/made" -f tests/t06_synthetic.awk
cp -r "$scratch/made" "$scratch/bad"
sed '1s/"reason":[^,]*,/"reason":"\\u001b[2J",/' "$scratch/made/verdicts.jsonl" >"$scratch/bad/verdicts.jsonl"
run "$GIMBAL" report "$scratch/bad"
is "$status" 2 "results with a control character are refused"
matches "$errors" "verdicts.jsonl, line 1: .*reason.*: the text has a control character" "  with file, line and member"
clean "  and it is not shown"

# A name of a method, in plots: gnuplot does not escape what ends a section of XML.
if command -v gnuplot >/dev/null && command -v xmllint >/dev/null; then
  cp -r "$scratch/made" "$scratch/named"
  sed -i 's/"method":"rk4"/"method":"]]><script>"/; s,/rk4/,/]]><script>/,' "$scratch/named"/*.jsonl
  run "$GIMBAL" report "$scratch/named"
  is "$status" 0 "a method may be called ]]><script>" || diag "$errors"
  grep -lF ']]' "$scratch/named"/plots/*.svg >"$scratch/with"
  [ -s "$scratch/with" ]
  ok $? "  it is in plots"
  for plot in "$scratch/named"/plots/*.svg; do
    xmllint --noout "$plot" || echo "$plot"
    grep -l '<script' "$plot"
  done >"$scratch/broken" 2>&1
  is "$(head -3 "$scratch/broken")" "" "  which are well-formed and have no script"
fi

# ---- Plugins ----
cat >"$scratch/heun.c" <<C
#include "$PWD/tests/plugins/heun.h"
#ifndef TITLE
#define TITLE long_title
#endif
static const char long_title[1025 + 1] = {[0 ... 1024] = 'x'};
#include <stdio.h>
static int talking(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  fprintf(stderr, "\033[2Ja step of %g\n", (double)h);
  return heun(g, from, h, to);
}
#ifndef STEP
#define STEP failing
#endif
static int failing(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return h < GIMBAL_C(0.05) ? heun(g, from, h, to) : gimbal_fail(g, "\033[2Jno\r", h);
}
static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};
static const gimbal_method methods[] = {{.name = "loud", .title = TITLE, .citation = "none",
  .formulation = GIMBAL_ODE, .step = STEP, .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
C
plugin() { # NAME FLAGS: a plugin, looked at
  ${CC:-cc} -std=gnu11 -Iinclude -shared -fPIC -w $2 -o "$scratch/$1.so" "$scratch/heun.c" || diag "no plugin"
  run "$GIMBAL" describe loud --plugin "$scratch/$1.so"
}
plugin escape '-DTITLE="\033[31mred"'
is "$status" 2 "a plugin whose title has a control character is refused"
matches "$errors" 'method "loud": title has a control character or is not UTF-8, from its byte 1 on' "  and the message names the member"
clean "  without it"
plugin long ''
is "$status" 2 "a title that is too long is refused"
matches "$errors" 'method "loud": title has more than 1024 bytes' "  with the limit"
plugin plain '-DTITLE="Heun"'
is "$status" 0 "a title at the limit is described" || diag "$errors"
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$scratch/plain.so" -m loud -M pendulum:oscillation -o "$scratch/out"
matches "$(cat "$scratch/out/results.jsonl")" '"\?\[2Jno\?"' "reasons of steps that fail have question marks instead"
clean "  on the terminal too"
plugin talking '-DTITLE="Heun" -DSTEP=talking'
run "$GIMBAL" verify default --plugin "$scratch/talking.so" -m loud -M pendulum -o "$scratch/out"
is "$(grep -c '"verdict":"refuted"\|"verdict":"failed"' "$scratch/out/verdicts.jsonl")" 0 "a method that prints in each step is judged"
matches "$errors" "^[?]\[2Ja step of" "  what it prints on standard error is passed on"
matches "$errors" "further messages of plugins and of other programs are left out" "  up to a limit"
is "$([ ${#errors} -lt 100000 ] && echo short)" short "  in bytes"
clean "  and without control characters"

# ---- Spreadsheets ----
sed '1s/"reason":[^,]*,/"reason":"=HYPERLINK(1)",/; 2s/"reason":[^,]*,/"reason":"@SUM(1)",/; 3s/"reason":[^,]*,/"reason":"-1+1",/;
  4s/"reason":[^,]*,/"reason":"-1.5e-3",/; 5s/"reason":[^,]*,/"reason":"-",/' "$scratch/made/verdicts.jsonl" >"$scratch/verdicts"
mv "$scratch/verdicts" "$scratch/made/verdicts.jsonl"
run "$GIMBAL" report "$scratch/made"
is "$status" 0 "a folder is rendered" || diag "$errors"
for cell in "\"'=HYPERLINK(1)\"" "\"'@SUM(1)\"" "\"'-1+1\"" "-1.5e-3" "-"; do
  grep -qF -e ",$cell," "$scratch/made/tables/verdicts.csv"
  ok $? "a cell of a table: $cell" || diag "$(sed -n 2,6p "$scratch/made/tables/verdicts.csv")"
done
done_testing
