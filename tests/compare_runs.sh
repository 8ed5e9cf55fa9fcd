#!/bin/sh
# tests/compare_runs.sh [--reasons] BASE NEW: what a change of the program has changed in verdicts.
# Compares two output folders, claim by claim: by the record's key, the study, the quantity, and the claim
# (what is claimed, by whom, its number). Prints a line for each verdict word that differs, each claim
# that BASE or NEW alone has, and with --reasons for each sentence that differs; then how many they are.
# Unlike `gimbal compare`, no difference is better or worse, and none is passed over as chance.
# Exit status: 0 if all words are equal, 1 if not, 2 for usage or a folder without verdicts.
usage() {
  echo "usage: tests/compare_runs.sh [--reasons] BASE NEW" >&2
  exit 2
}

reasons=0
if [ "${1-}" = --reasons ]; then
  reasons=1
  shift
fi
[ $# -eq 2 ] || usage
# file FOLDER: its verdicts, as awk takes a name that has a sign = in it.
file() {
  case $1 in
  /*) printf '%s/verdicts.jsonl' "$1" ;;
  *) printf './%s/verdicts.jsonl' "$1" ;;
  esac
}
for folder in "$1" "$2"; do
  [ -s "$folder/verdicts.jsonl" ] && continue
  echo "$folder has no verdicts.jsonl, or an empty one: expected the output folder of gimbal verify" >&2
  exit 2
done

awk -v reasons="$reasons" '
  # The member as it is written. A quotation mark inside a text has a backslash before it, so that the
  # name is found as a name only; rest begins at the member that was found last.
  function member(name, value) {
    value = index(rest, "\"" name "\":")
    if (!value) {
      print FILENAME ", line " FNR ": no member " name >"/dev/stderr"
      broken = 1
      exit 2
    }
    rest = substr(rest, value + length(name) + 3)
    match(rest, /^("([^"\\]|\\.)*"|[^,}]*)/)
    value = substr(rest, 1, RLENGTH)
    gsub(/^"|"$/, "", value)
    return value
  }
  {
    rest = $0
    claim = member("key") ": " member("study") " " member("quantity") " = " member("claimed")
    word = member("verdict")
    reason = member("reason")
    claim = claim " (" member("origin")
    number = member("number")
    claim = claim (number == "null" ? "" : " " number) ")"
    if (seen[run, claim]++) claim = claim " again, " seen[run, claim]
  }
  run == "base" {
    old[claim] = word
    sentence[claim] = reason
    order[++claims] = claim
    next
  }
  !(claim in old) {
    print "new      " claim ": " word
    added++
    next
  }
  { found[claim] = 1 }
  old[claim] != word {
    print "differs  " claim ": was " old[claim] ", is " word
    differ++
  }
  reasons && sentence[claim] != reason {
    print "reason   " claim ":\n  was: " sentence[claim] "\n  is:  " reason
    other++
  }
  END {
    if (broken) exit 2
    for (i = 1; i <= claims; i++)
      if (!(order[i] in found)) {
        print "missing  " order[i] ": was " old[order[i]]
        missing++
      }
    printf "%d claims: %d words differ, %d missing, %d new", claims, differ, missing, added
    if (reasons) printf "; %d sentences differ", other
    print ""
    exit differ + missing + added > 0
  }' run=base "$(file "$1")" run=new "$(file "$2")"
