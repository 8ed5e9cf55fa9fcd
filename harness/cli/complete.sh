# shellcheck shell=sh
# The recipe of gimbal complete, which calls it: PROGRAM OPERANDS WORDS. PROGRAM is gimbal, OPERANDS the kinds of the
# command's operands, as "SUITE" or "methods|models". Printed is what may stand in place of the last word, a line
# each: the word, and after a tabulator what it means; ":files" and ":folders" ask the shell for its own.
program=$1 operands=$2
shift 2
count=$# command=${1-} before='' word='' kept=''
for next; do
  before=$word word=$next
done
tab=$(printf '\t')

# The lines that begin with the word.
offer() {
  while IFS= read -r line; do
    case $line in "$word"*) printf '%s%s\n' "$kept" "$line" ;; esac
  done
}

# list KIND: names and titles.
list() { "$program" list "$1" | awk -F '  +' '/^  / { print $2 "\t" $NF }'; }

# A model, and once its name and a colon are there, its cases.
models() {
  case $word in
  *:*) "$program" list models | awk -F '  +' -v model="${word%%:*}" '/^  / && $2 == model {
    for (cases = split($4, name, " "); cases; --cases) print model ":" name[cases] "\t" $NF }' ;;
  *) list models ;;
  esac
}

# offer_kind KIND: what a word such as "SUITE", "METHOD" or "double|quad" of a usage stands for.
offer_kind() {
  case $1 in *NAME* | *METHOD*) list methods | offer ;; esac
  case $1 in *NAME* | *MODEL*) models | offer ;; esac
  case $1 in *NAME* | *SUITE*) list suites | offer ;; esac
  case $1 in
  *SUITE* | *FILE* | *COMMAND* | *.*) echo ":files$tab" ;;
  *DIR* | *BASE* | *NEW*) echo ":folders$tab" ;;
  [a-z]*) printf '%s\n' "$1" | tr '|' '\n' | sed "s/\$/$tab/" | offer ;;
  esac
}

# value_of OPTION: what its value is called in the help; nothing if it has none.
value_of() {
  "$program" "$command" --help | awk -v option="$1" '/^  (    )?-/ && ($1 == option "," || $1 == option || $2 == option) {
    if (match($0, /--[a-z-]+ [^ ]+/)) print substr($0, RSTART, RLENGTH) }'
}

# offer_value OPTION: "--method GLOB", as value_of has it.
offer_value() {
  case $1 in
  '--method '*) offer_kind METHOD ;;
  '--model '*) offer_kind MODEL ;;
  *' NAME'*) ;; # of a column, of coordinates: nobody knows
  *) offer_kind "${1#* }" ;;
  esac
}

if [ "$count" -le 1 ] || { [ "$count" -eq 2 ] && [ "$command" = help ]; }; then
  "$program" --help | sed -n "s/^  \([a-z][a-z-]*\)  */\1$tab/p" | offer
  [ "$count" -gt 1 ] || [ -z "$word" ] ||
    "$program" --help | sed -n "s/^  \(--[a-z]*\)  */\1$tab/p" | offer
  exit
fi
"$program" "$command" --help >/dev/null 2>&1 || exit
case $word in
--*=*) value=$(value_of "${word%%=*}") kept="${word%%=*}=" ;;
*)
  case $before in -*) value=$(value_of "$before") ;; *) value='' ;; esac
  ;;
esac
if [ "$value" ]; then
  word=${word#"$kept"}
  offer_value "$value"
elif [ -z "$kept" ]; then
  case $word in
  -*) { sed -n '/^@$/,/^@$/ { /^--/p; }' "${0%/*}/help/$command" && echo "--help${tab}this text"; } | offer ;;
  *) offer_kind "$operands" ;;
  esac
fi
