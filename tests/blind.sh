#!/bin/bash
# A blind trial of the judge (`make blind`, some ten minutes; no test of `make check`).
# tests/right/*.c are methods from the literature with honest claims, tests/wrong/*.c methods with
# exactly one wrong claim, which tests/wrong/truth.txt names; all were written before the judge had
# seen them. Verifies them and prints, as tables in Markdown, what the judge said: of a right method
# how many claims are confirmed, and each one that is not; of a wrong one the verdicts on its wrong
# claim.
# tests/trial has many methods a file, models, and tables of errors; truths.csv and tables.txt say what is
# true. Of these it prints only what differs.
#
# In the environment: BUILD (build), JOBS (2), SUITE (tests/blind.yaml), OUT (BUILD/blind), and
# RERUN=no to print the tables of a run that is there.
# Exit status 1 if a right method is refuted or fails, or a wrong claim is neither refuted anywhere nor
# failed since the method is no function of its state; or if `check` or `judge` differs from a truth.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build} jobs=${JOBS:-2} suite=${SUITE:-tests/blind.yaml}
out=${OUT:-$build/blind}
mkdir -p "$out"

for kind in right wrong trial; do
  [ "${RERUN:-yes}" = no ] && continue
  plugins=(--only-plugins)
  [ $kind = trial ] && suite=tests/trial/suite.yaml plugins=()
  for plugin in "$build"/tests/$kind/*.so; do plugins+=(--plugin "$plugin"); done
  "$build/gimbal" verify "$suite" "${plugins[@]}" -j "$jobs" -o "$out/$kind" \
    >"$out/$kind.tap" 2>"$out/$kind.log"
  code=$?
  if [ $code -eq 2 ] || [ $code -eq 3 ]; then
    tail "$out/$kind.log" >&2
    exit 2
  fi
done

# method, study, quantity, verdict, model, reason; separated by tabs.
rows() { # KIND
  sed -n 's/.*"method":"\([^"]*\)","model":"\([^"]*\)","case":"\([^"]*\)","realisation":"\([^"]*\)","study":"\([^"]*\)","quantity":"\([^"]*\)".*"verdict":"\([^"]*\)","reason":"\(.*\)","command":.*/\1\t\5\t\6\t\7\t\2:\3@\4\t\8/p' \
    "$out/$1/verdicts.jsonl" | sort
}

rows right | awk -F '\t' '
  function flush() {
    if (method == "") return
    printf "| %s | %d | %d | %d | %d | %d |\n", method, n["confirmed"], n["refuted"],
      n["undecided"], n["skipped"], n["failed"]
    for (v in n) total[v] += n[v]
    delete n
  }
  BEGIN {
    print "## Right methods\n\n| method | confirmed | refuted | undecided | skipped | failed |"
    print "|---|---|---|---|---|---|"
  }
  $1 != method { flush(); method = $1 }
  { n[$4]++ }
  $4 != "confirmed" && $4 != "skipped" {
    list = list "\n- " $1 " " $2 " " $3 " on " $5 ": " $4 ": " $6
  }
  END {
    flush()
    printf "| all | %d | %d | %d | %d | %d |\n", total["confirmed"], total["refuted"],
      total["undecided"], total["skipped"], total["failed"]
    print list
    exit total["refuted"] + total["failed"] > 0
  }'
right=$?

rows wrong | awk -F '\t' -v truth=tests/wrong/truth.txt '
  BEGIN {
    while ((getline line < truth) > 0)
      if (line !~ /^#/) { split(line, word, " "); study[word[2]] = word[3]; quantity[word[2]] = word[4] }
    print "\n## Wrong methods\n\nThe verdicts on the wrong claim; `others` are those on the honest ones.\n"
    print "| method | wrong claim | refuted | confirmed | undecided | skipped | failed | of the others, not confirmed |"
    print "|---|---|---|---|---|---|---|---|"
  }
  $2 == study[$1] && $3 == quantity[$1] {
    n[$1, $4]++
    if ($6 ~ /^the (method|step) is not a /) n[$1, "impure"]++
    if ($4 == "confirmed") list = list "\n- " $1 " " $2 " " $3 " on " $5 ": confirmed: " $6
    next
  }
  $2 == "invariant" && study[$1] == "invariant" { n[$1, $4]++; next } # named, not by their kind
  $4 != "confirmed" && $4 != "skipped" {
    other[$1]++
    others = others "\n- " $1 " " $2 " " $3 " on " $5 ": " $4 ": " $6
  }
  END {
    sorted = "sort"
    for (m in study) {
      printf "| %s | %s %s | %d | %d | %d | %d | %d | %d |\n", m, study[m], quantity[m],
        n[m, "refuted"], n[m, "confirmed"], n[m, "undecided"], n[m, "skipped"], n[m, "failed"],
        other[m] | sorted
      missed += !n[m, "refuted"] && !n[m, "impure"]
    }
    close(sorted)
    print "\nWrong claims confirmed on a model:" list "\n\nHonest claims not confirmed:" others
    exit missed > 0
  }'
wrong=$?

# What `check` says of each model: its name and whether it fails.
[ "${RERUN:-yes}" = no ] || "$build/gimbal" check "$build/tests/trial/models.so" >"$out/trial.check"
checked() {
  sed -En 's/^(not )?ok [0-9]* - (model )?(t_[a-z_]*)[: ].*/\3\tcheck\tcheck\t\1confirmed\t-\t&/p' "$out/trial.check" |
    sed 's/\tnot confirmed\t/\trefuted\t/'
}

# The verdict of `judge` on each table, as a row.
judged() {
  local name options truth heading counts row word
  while IFS='|' read -r name options truth heading counts row; do
    case $name in '#'*) continue ;; esac
    { echo "$heading"; for n in $counts; do
      awk "function field(x) { return x \"\" == x ? x : sprintf(\"%.15g\", x) }
           function line(a, b, c) { print field(a) \",\" field(b) (c == \"\" ? \"\" : \",\" field(c)) }
           BEGIN { N = $n; h = 1 / N; u = sin(7.3 * N * N); line($row) }"
    done; } >"$out/$name.csv"
    eval "\"$build/gimbal\" judge \"$out/$name.csv\" $options" >"$out/$name.txt" 2>&1
    case $? in 0) word=confirmed ;; 1) word=refuted ;; 4) word=undecided ;; *) word=failed ;; esac
    printf '%s\tjudge\t%s\t%s\t-\t%s\n' "$name" "$truth" $word "$(head -n 1 "$out/$name.txt")"
  done <tests/trial/tables.txt
}

{ rows trial; checked; judged; } | awk -F '\t' '
  BEGIN {
    while ((getline line < "tests/trial/truths.csv") > 0)
      if (line !~ /^#/) { split(line, word, ";"); truth[word[1], word[2]] = truth[word[1], word[2]] " " word[3] }
    print "\n## Methods, models and tables of tests/trial\n"
  }
  function truth_of(name, study, quantity) {
    if ((name, study " " quantity) in truth) return truth[name, study " " quantity]
    if ((name, study) in truth) return truth[name, study]
    if ((name, quantity) in truth) return truth[name, quantity]
    return truth[name, "*"]
  }
  { said[$4]++ }
  $2 == "judge" && (($3 == "true" && $4 == "refuted") || ($3 == "false" && $4 == "confirmed") ||
                    ($3 == "open" && $4 != "undecided") || $4 == "failed") {
    differs++
    print "- table " $1 ", of which the claim is " $3 ": " $4 ": " $6
  }
  $2 == "judge" { next }
  {
    it = truth_of($1, $2, $3)
    if (it ~ /false/) {
      key = $1 " " $2 " " $3
      found[key] += $4 == "refuted" || $4 == "failed"
    } else if (it ~ /true/ && ($4 == "refuted" || $4 == "failed")) {
      differs++
      print "- " $1 " " $2 " " $3 " on " $5 " is true: " $4 ": " $6
    }
  }
  END {
    for (key in found)
      if (!found[key]) { differs++; print "- " key " is false and nowhere refuted" }
    printf "\n%d confirmed, %d refuted, %d undecided, %d skipped, %d failed; %d differ from the truth\n",
      said["confirmed"], said["refuted"], said["undecided"], said["skipped"], said["failed"], differs
    exit differs > 0
  }'
trial=$?
[ $right -eq 0 ] && [ $wrong -eq 0 ] && [ $trial -eq 0 ]
