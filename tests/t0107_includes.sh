# Who includes whom: arrows between the rooms go one way, there are no circles between files, rules
# see records and statistics only, plugins see their header only.
. tests/tap.sh

# ROOM: what it may include, in addition to itself. A name that ends in / is a room, another one a file.
# studies/* is each study's folder, of which some share the rule on defects, that of the order
# study or its series, or the measurements of the structure study; studies/*/rule stands for its files rule.c and rule_*.c alone.
cat >"$scratch/allowed" <<'END'
base:
numerics: base/ gimbal.h
statistics: base/limits.h
finding: base/ finding.h
record: finding/ base/ numerics/quad.h statistics/thresholds.h statistics/accumulator.h
external: base/ numerics/quad.h gimbal.h
plugin: external/ numerics/quad.h base/ gimbal.h
registry: plugin/ numerics/ base/ gimbal.h
units: external/ plugin/ registry/ numerics/ base/ gimbal.h
solver: base/ numerics/
core: units/ solver/ registry/ numerics/ base/ gimbal.h gimbal_stages.h
reference: core/ registry/ numerics/ record/ plugin/ base/
studies: studies/* units/ core/ reference/ registry/ record/ statistics/ numerics/ base/ gimbal.h
studies/*: studies/ studies/defects/ studies/order/order.h studies/order/series.h studies/structure/structure.h core/ reference/ registry/ record/ statistics/ numerics/ base/ gimbal.h
studies/*/rule: finding/ record/ statistics/
plan: studies/ registry/ record/ numerics/ plugin/ base/ gimbal.h
farm: plugin/plugin.h studies/ registry/ record/ plan/ base/
judge: record/ statistics/ studies/study.h studies/order/order.h studies/order/measurement.h numerics/expression.h base/
library: judge/ base/ gimbal_judge.h
check: farm/worker.h studies/purity.h units/ core/ reference/ registry/ numerics/ base/ gimbal.h
bench: plugin/plugin.h studies/ registry/ base/
cli: bench/ check/ judge/ farm/ plan/ studies/ studies/algebra/algebra.h studies/algebra/measure.h studies/algebra/repair.h reference/ core/ solver/ registry/ plugin/ record/ numerics/ base/ reports/region.h reports/report.h reports/outcomes.h reports/difference.h gimbal.h commit.h libraries.h
main: cli/ base/
reports: record/ base/ statistics/thresholds.h
gimbal_stages.h: gimbal.h
methods: gimbal.h gimbal_stages.h
models: gimbal.h gimbal_stages.h
END

# "FILE INCLUDED", both as paths below the top, for each #include "..." of a file that is there;
# one that is made by the build stands as it is written.
includes() {
  find include harness reports methods models \( -name '*.[ch]' -o -name '*.cpp' \) | sort | xargs \
    awk '/^[ \t]*#[ \t]*include[ \t]*"/ { split($0, part, "\""); print FILENAME, part[2] }' |
    while read -r file name; do
      for path in "${file%/*}/$name" "harness/$name" "include/$name" "$name"; do
        [ ! -e "$path" ] || break
      done
      echo "$file $path"
    done
}
includes >"$scratch/includes"
[ "$(wc -l <"$scratch/includes")" -gt 300 ]
ok $? "there are includes to look at"

# offences INCLUDES: a line for each include that its room does not allow.
offences() {
  awk '
    function room(path, part, n) { # of a file, in the words of the table
      sub(/^(harness|include)\//, "", path)
      n = split(path, part, "/")
      if (path == "main.c") return "main"
      if (part[1] == "studies" && n == 3) return part[1] "/" part[2]
      return part[1]
    }
    FILENAME == ARGV[1] {
      of = $1
      sub(/:$/, "", of)
      known[of] = 1
      for (i = 2; i <= NF; i++) may[of, $i] = 1
      words[of] = substr($0, length($1) + 2)
      next
    }
    {
      from = room($1)
      to = room($2)
      name = $2
      sub(/^(harness|include)\//, "", name)
      rule = from
      if ($1 ~ /^harness\/studies\/[^\/]*\//)
        rule = $1 ~ /\/rule(_[a-z]+)?\.c$/ ? "studies/*/rule" : "studies/*"
      # The folder of a study counts separately: a study does not include other studies.
      if (from == to || (rule, name) in may || (rule, to "/") in may) next
      if (to ~ /^studies\// && (rule, "studies/*") in may) next
      if (!(rule in known)) words[rule] = "nothing: the table has no such room"
      print $1 " includes " name " (allowed: " words[rule] ")"
    }' "$scratch/allowed" "$1"
}

# circles INCLUDES: a line for each file that includes itself by way of others.
circles() {
  awk '
    { after[$1] = after[$1] " " $2 }
    function visit(file, path, next_, n, i) {
      if (state[file] == 2) return
      if (state[file] == 1) {
        print substr(path, index(path, file)) " > " file
        return
      }
      state[file] = 1
      n = split(after[file], next_, " ")
      for (i = 1; i <= n; i++) visit(next_[i], path (path == "" ? "" : " > ") file)
      state[file] = 2
    }
    END { for (file in after) visit(file, "") }' "$1"
}

# reached FILE INCLUDES: all that the file includes, by way of others too.
reached() {
  awk -v from="$1" '
    { after[$1] = after[$1] " " $2 }
    function visit(file, next_, n, i) {
      if (file in seen) return
      seen[file] = 1
      n = split(after[file], next_, " ")
      for (i = 1; i <= n; i++) visit(next_[i])
    }
    END {
      visit(from)
      for (file in seen) print file
    }' "$2" | sort
}

# The test itself sees what is wrong.
cat >"$scratch/wrong" <<'END'
harness/statistics/fit.c harness/core/core.h
harness/studies/order/rule.c harness/studies/experiment.h
harness/studies/order/order.c harness/studies/long/long.h
methods/rk4.c harness/core/core.h
harness/judge/judge.c harness/core/core.h
harness/attic/old.c harness/base/nearest.h
harness/core/core.h harness/core/problem.h
harness/core/problem.h harness/core/core.h
END
is "$(offences "$scratch/wrong" | wc -l)" 6 "of eight wrong includes six are against the table"
matches "$(offences "$scratch/wrong")" 'rule\.c includes studies/experiment\.h \(allowed: finding/ record/ statistics/\)' \
  "each message lists the allowed includes"
matches "$(circles "$scratch/wrong")" '^(harness/core/core\.h > harness/core/problem\.h > .*core\.h|.*problem\.h > .*core\.h > .*problem\.h)$' \
  "two headers that include each other are a circle"

is "$(reached harness/studies/order/rule.c "$scratch/wrong")" "harness/studies/experiment.h
harness/studies/order/rule.c" "what a file reaches is found"

# What the table's rooms may include goes one way too.
awk '{ from = $1; sub(/:$/, "", from); for (i = 2; i <= NF; i++) { to = $i; if (sub(/\/$/, "", to)) print from, to } }' \
  "$scratch/allowed" >"$scratch/rooms"
is "$(circles "$scratch/rooms")" "" "no room may include itself by way of others"

offences "$scratch/includes" >"$scratch/offences"
for room in $(sed 's/:.*//' "$scratch/allowed" | tr '*' '@'); do
  case $room in
  studies/@/rule) pattern='^harness/studies/[^/]*/rule(_[a-z]+)?\.c ' ;;
  studies/@) pattern='^harness/studies/[^/]*/[^ ]* ' ;;
  studies) pattern='^harness/studies/[^/ ]* ' ;;
  main) pattern='^harness/main\.c ' ;;
  methods | models | reports) pattern="^$room/" ;;
  *) pattern="^harness/$room/" ;;
  esac
  found=$(grep -E "$pattern" "$scratch/offences")
  [ "$room" != studies/@ ] || found=$(printf '%s' "$found" | grep -Ev '/rule(_[a-z]+)?\.c includes')
  [ -z "$found" ]
  ok $? "$(echo "$room" | tr '@' '*') includes only what it may"
  [ -z "$found" ] || diag "$found"
done
is "$(grep -vc '^harness/\|^reports/\|^methods/\|^models/' "$scratch/offences")" 0 "no other room"
is "$(circles "$scratch/includes")" "" "no file includes itself by way of others"

# jansson loses keys where memory is short: JsonText, JsonPut and JsonRead of base/ do not. Nor has any
# room an error handler of its own that keeps words: KeptErrorBegin does.
# elsewhere PATTERN FILE...: uses of it outside of base/ and the program's main file
elsewhere() {
  pattern=$1
  shift
  grep -nE "$pattern" "$@" | grep -v '^harness/base/\|^harness/main\.c'
}
# No error jumps over the frames of a plugin, which may be of C++: all come back by return. libgimbal_judge has no
# plugins, and jumps over frames of its own where memory is short.
sources=$(find harness reports -name '*.[ch]' ! -path harness/library/judge.c)
jansson='\bjson_(dump|load)'
handler='PetscPushErrorHandler\(' # but for PETSc's own
echo 'int bad(void) { json_dumpf(value, stdout, 0); PetscPushErrorHandler(Keep, NULL); longjmp(at, 1); }' >"$scratch/bad.c"
jump='\b(set|long)jmp'
for pattern in "$jansson" "$handler" "$jump"; do
  is "$(elsewhere "$pattern" "$scratch/bad.c" /dev/null | wc -l)" 1 "$pattern would be seen"
  # shellcheck disable=SC2086
  found=$(elsewhere "$pattern" $sources | grep -v 'PetscPushErrorHandler(PetscReturnErrorHandler')
  is "$found" "" "  and stands in base/ alone"
done

# The constants of rules stand in statistics/thresholds.h alone.
constant='static const (double|PetscReal) [a-z_]+ =|[^a-zA-Z_0-9.](10|100) \* .*(error|floor|noise|roundoff)'
printf '%s\n' 'static const double near = 0.15;' '  if (e > 10 * s->floor[i])' >"$scratch/bad.c"
is "$(grep -cE "$constant" "$scratch/bad.c")" 2 "a constant next to its rule is found"
found=$(grep -nE "$constant" harness/statistics/*.c harness/judge/*.c harness/studies/*/rule*.c \
  harness/studies/explanation.c harness/studies/order/*.c harness/studies/long/*.c harness/record/*.c \
  reports/*.c | grep -v "^reports/plots")
is "$found" "" "  and no rule has one"
is "$(sed -n 's/^#define \([A-Z_]*\).*/\1/p' harness/statistics/thresholds.h | sort | uniq -d)" "" \
  "no threshold is defined twice"

# The judge never runs an integrator: what a rule reaches, by way of others too, is records,
# statistics, and its own folder.
for rule in harness/studies/*/rule.c harness/studies/*/rule_*.c; do
  found=$(reached "$rule" "$scratch/includes" |
    grep -v "^harness/record/\|^harness/finding/\|^harness/statistics/\|^harness/base/\|^harness/numerics/quad\.h\|^finding\.h" |
    grep -v "^${rule%/*}/")
  [ -z "$found" ]
  ok $? "$rule reaches findings, records and statistics only"
  [ -z "$found" ] || diag $found
done
done_testing
