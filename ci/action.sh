#!/bin/sh
# What ci/action.yml does in a repository with plugins of its own; it runs in any other folder as well.
#
# Builds the plugins, judges them and their models, compares with the baseline if there is one, prints
# one line `::error file=…,line=…::…` for each claim that does not pass, and writes the comment for
# the pull request to gimbal-comment.md and the report to gimbal-report. Exit status: that of `gimbal
# verify`; 1 if something is worse than the baseline; 2 if a plugin does not compile.
#
# Variables: GIMBAL            the program         [the one in PATH, or built from the sources around this file]
#            GIMBAL_PLUGINS    a folder            [plugins]
#            GIMBAL_SUITE      for `gimbal verify` [its default]
#            GIMBAL_BASELINE   a file              [gimbal-baseline.jsonl]
#            GIMBAL_ARGUMENTS  more words for `gimbal verify`
#            GIMBAL_BUILD      more words for `gimbal build`; CFLAGS, LDFLAGS and LDLIBS as there
set -u
home=$(cd "$(dirname "$0")/.." && pwd) || exit 2
plugins=${GIMBAL_PLUGINS:-plugins}
baseline=${GIMBAL_BASELINE:-gimbal-baseline.jsonl}
report='gimbal-report'
comment='gimbal-comment.md'
mark='<!-- gimbal -->'
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
rm -rf "$report" "$comment"
[ -z "${GITHUB_OUTPUT-}" ] || echo "report=$report" >>"$GITHUB_OUTPUT"

# ---- The program ---------------------------------------------------------------------------------
gimbal=${GIMBAL:-$(command -v gimbal)}
if [ -z "$gimbal" ]; then
  gimbal=$home/build/gimbal
  echo "::group::Build gimbal"
  if ! command -v make >/dev/null || ! command -v c++ >/dev/null; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update && $sudo apt-get install -y --no-install-recommends gcc g++ libc6-dev make || exit 2
  fi
  make -C "$home" set-up || { echo "::error::gimbal cannot be built here"; exit 2; }
  echo "::endgroup::"
fi

# ---- The plugins ---------------------------------------------------------------------------------
# A message of the compiler is at a line of its own: FILE:LINE:COLUMN: error: TEXT.
set --
broken=0
for source in "$plugins"/*.c "$plugins"/*.cpp; do
  [ -e "$source" ] || continue
  # shellcheck disable=SC2086 # words
  if LC_ALL=C.UTF-8 "$gimbal" build "$source" ${GIMBAL_BUILD-} >"$work/build" 2>&1; then
    set -- "$@" --plugin "${source%.*}.so"
  else
    broken=1
    cat "$work/build"
    # What quadruple precision refuses is C, so that the reason is gimbal's.
    sed -n 's/%/%25/g; s/\[-Werror=\(unsuffixed-float-constants\|double-promotion\|float-conversion\)\]$/(in quadruple precision constants are GIMBAL_C(0.5), functions gimbal_sin)/
      s/^\([^:]*\):\([0-9]*\):[0-9]*: \(fatal \)\{0,1\}error: \(.*\)/::error file=\1,line=\2,title=gimbal build::\4/p' \
      "$work/build" | sort -u >"$work/errors"
    if [ -s "$work/errors" ]; then cat "$work/errors"; else
      echo "::error file=$source,title=gimbal build::$(sed 's/%/%25/g' "$work/build" | tail -n 1)"
    fi
    { echo "$mark"; echo "## gimbal: \`$source\` does not compile"; echo; echo '```'; head -c 4000 "$work/build"; echo '```'; } >"$comment"
  fi
done
if [ $broken = 0 ] && [ $# = 0 ]; then
  echo "::error::there is no plugin in $plugins/"
  broken=1
fi

# ---- The verdicts --------------------------------------------------------------------------------
status=2
if [ $broken = 0 ]; then
  status=0
  # shellcheck disable=SC2086 # words
  "$gimbal" verify ${GIMBAL_SUITE:+"$GIMBAL_SUITE"} "$@" --only-plugins ${GIMBAL_ARGUMENTS-} --no-tap \
    -j "$(nproc)" --summary "$work/summary.md" -o "$report" || status=$?
  { echo "$mark"; cat "$work/summary.md" 2>/dev/null || echo "## gimbal: the run broke (status $status)"; } >"$comment"
  [ -f "$report/verdicts.jsonl" ] || echo "::error::gimbal verify ended with status $status and without verdicts; the log has its message"
  : >"$work/worse"
  if [ -f "$report/verdicts.jsonl" ] && [ -f "$baseline" ]; then
    worse=0
    "$gimbal" compare "$baseline" "$report" --markdown="$work/compare.md" >"$work/worse" || worse=$?
    cat "$work/worse"
    [ ! -f "$work/compare.md" ] || { echo; cat "$work/compare.md"; } >>"$comment"
    [ $status != 0 ] || status=$worse
  elif [ -f "$report/verdicts.jsonl" ]; then
    echo "There is no baseline yet: gimbal compare $baseline $report --accept"
  fi
fi

# ---- Lines of the sources ------------------------------------------------------------------------
# One for each claim, whatever the number of models. Where just one line of the source names study and
# quantity, it is the claim; otherwise it is the line of the descriptor, or the one that the report has.
# What is worse than the baseline is a line if no claim of the method has one.
[ ! -f "$report/junit.xml" ] || awk -v worse="$work/worse" '
  function attribute(name) {
    if (!match($0, " " name "=\"[^\"]*\"")) return ""
    return plain(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4))
  }
  function plain(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "\047", text); gsub(/&#10;/, " ", text); gsub(/&amp;/, "\\&", text)
    return text
  }
  function message(text) { gsub(/%/, "%25", text); gsub(/\r/, "%0D", text); gsub(/\n/, "%0A", text); return text }
  function property(text) { text = message(text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }
  # The line that has both words in quotation marks, if just one has.
  function only(path, a, b,   text, at, n, found) {
    while ((getline text <path) > 0) { at++; if (index(text, "\"" a "\"") && index(text, "\"" b "\"")) { n++; found = at } }
    close(path)
    return n == 1 ? found : 0
  }
  function say(method, study, quantity, title, text,   line) {
    line = file[method] == "" ? 0 : only(file[method], study, quantity)
    if (!line && file[method] != "") line = only(file[method], method, method)
    if (!line) line = known[method]
    printf "::error %s%stitle=%s::%s\n", file[method] == "" ? "" : "file=" property(file[method]) ",",
      line == "" ? "" : "line=" line ",", property("gimbal: " title), message(text)
  }
  /<testcase / {
    method = attribute("classname"); split(attribute("name"), word, " ")
    file[method] = attribute("file"); known[method] = attribute("line")
  }
  /<failure / || /<error / {
    kind = attribute("type"); claim = method SUBSEP word[2] SUBSEP word[3] SUBSEP kind
    if (!(claim in models)) { order[++claims] = claim; reason[claim] = attribute("message"); first[claim] = word[1] }
    models[claim]++
    failed[method] = 1
  }
  END {
    for (i = 1; i <= claims; i++) {
      split(order[i], part, SUBSEP); more = models[order[i]] - 1
      say(part[1], part[2], part[3], part[1] ", " part[2] " " part[3] " is " part[4],
        first[order[i]] (more ? " and " more " more" : "") ": " reason[order[i]])
    }
    while ((getline <worse) > 0) {
      if ($1 != "worse" || split($2, part, "/") < 2 || part[2] in failed || said[part[2]]++ > 2) continue
      sub(/^worse +/, "")
      say(part[2], part[1], "", part[2] " is worse than the baseline", $0)
    }
  }' "$report/junit.xml"
[ -z "${GITHUB_STEP_SUMMARY-}" ] || [ ! -f "$comment" ] || cat "$comment" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
