# shellcheck shell=sh
# The recipe of gimbal new, which calls it: PROGRAM LIKE LANGUAGE FORMULATION [KIND] NAME. PROGRAM is gimbal as it
# was called; what follows is "" where no option says it, and else what --like and --language say, and "hamiltonian".
program=$1 like=$2 language=$3 formulation=$4
shift 4
sources=${0%/*}

fail() {
  printf 'gimbal: new: %s\n' "$*" >&2
  exit 2
}

# A word as a shell reads it.
quote() {
  case $1 in
  '' | *[!A-Za-z0-9@%+=:,./_-]*) printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf %s "$1" ;;
  esac
}

# find_source FOLDER FILE: its path, in the source tree or where it is installed.
find_source() {
  case $sources in
  *harness/cli) source=${sources%harness/cli}$1/$2 ;;
  *) source=$sources/${1##*/}/$2 ;;
  esac
  [ -r "$source" ] || fail "there is no $source; install gimbal, or call the program of a source tree"
}

# write FILE: what it reads; nothing is overwritten.
write() {
  [ ! -e "$1" ] || fail "$1 already exists; choose another name"
  (set -C && cat >"$1") || exit 2
}

# ---- What is wanted ----

[ $# -eq 2 ] || [ -n "$like" ] || fail "method or model and a name are expected: gimbal new method NAME"
kind='' name=$1
[ $# -eq 1 ] || kind=$1 name=$2
case $kind in
'' | method | model | trial) ;;
*) fail "a \"$kind\" cannot be made; method, model or trial is expected" ;;
esac
[ "$language" != perl ] || [ "$kind" = method ] ||
  fail "--language perl is for methods; a model is written in c or python"
trial=''
[ "$kind" != trial ] || trial=x
case ${like:+x}${language:+x}${formulation:+x}$trial in
xx*) fail "only one of --like, --language and --hamiltonian is possible, none with trial" ;;
esac

# ---- Trials: trial.EXT in the working folder, from trials/LANGUAGE.EXT ----

if [ "$trial" ]; then
  find_source trials ''
  case $name in
  '' | *[*?[/.\\]*) file='' ;;
  *) for file in "$source$name".*; do break; done ;;
  esac
  [ -r "$file" ] || fail "there is no trial in \"$name\"; gimbal new --help names the languages"
  path=trial.${file##*/"$name".}
  write "$path" <"$file"
  printf 'wrote %s. It builds and runs: fill in YOUR LIBRARY, and write a card\n' "$path"
  printf '(gimbal judge --help has its form). To run and judge it:\n\n'
  sed -n 's/.*Run:   /  /p; /Run:/q' "$path"
  printf '  %s judge --card card.yaml trial.csv\n' "$(quote "$program")"
  exit
fi

# ---- Names ----

case $name in
[!a-z]* | *[!a-z0-9_]* | '' | ????????????????????????????????????????????????????????*)
  fail "\"$name\" cannot be a name; it must be lower-case letters, digits and underscores," \
    "begin with a letter, and have fewer than 56 characters"
  ;;
esac
# A line for each method and model that there is, with tabulators: its kind, name, family, library and file.
listed=$("$program" list --json) || exit 2
listed=$(printf '%s\n' "$listed" | awk '
  function value(line) { sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line); return line }
  /^  "/ { kind = substr($1, 2, length($1) - 4) } # methods, models, suites
  /^    \{/ { name = family = file = ""; library = "-" }
  /^      "name": / { name = value($0) }
  /^      "family": / { family = value($0) }
  /^      "library": / { library = value($0) }
  /^      "file": / { file = value($0) }
  /^    \}/ && kind != "suite" {
    printf "%s\t%s\t%s\t%s\t%s\n", kind, name, family ? family : name, library, file
  }')
taken=$(printf '%s\n' "$listed" | awk -F '\t' -v name="$name" '$2 == name || $3 == name { print $1; exit }')
case $name in
suite | claims) taken='word of gimbal describe' ;;
esac
[ -z "$taken" ] || fail "\"$name\" is the name of a $taken already; choose another"

# ---- What is copied, and what judges it quickly: nothing is there in (q,p) ----

run='' partner=gauss_2
if [ "$like" ]; then
  known=$(printf '%s\n' "$listed" | awk -F '\t' -v name="$like" '$2 == name || $3 == name { print; exit }')
  if [ -z "$known" ]; then
    hint=$("$program" describe "$like" 2>&1 >/dev/null | sed -n 's/.*\(; did you mean "[^"]*"?\).*/\1/p')
    fail "--like: there is no method or model \"$like\"$hint; see gimbal list"
  fi
  IFS=$(printf '\t') read -r found member _ library file <<END
$known
END
  [ "${kind:-$found}" = "$found" ] || fail "--like: $like is a $found, not a $kind"
  kind=$found
  [ "$library" = - ] || fail "--like: $like is a method of the library $library, and an adapter is not copied, since it names" \
    "all methods of its library; see \"Integrators of a library\" in CONTRIBUTING.md"
  plugin=${file##*/}
  find_source "${kind}s" "${plugin%%.*}.c"
  others=methods
  [ "$kind" = model ] || others=models
  # Quick ones first.
  partner=$("$program" describe "$member" --json | awk -v list="$others" '
    /^  \]/ { inside = 0 }
    inside { gsub(/[ ",]/, ""); fits[$0]; first = first ? first : $0 }
    $1 == "\"" list "\":" { inside = 1 }
    END {
      count = split("pendulum kepler gauss_2 rattle dla_midpoint stormer_verlet", quick)
      for (i = 1; i <= count && !(quick[i] in fits); i++) {}
      print i <= count ? quick[i] : first
    }')
else
  case $kind$language in
  *python) run=python3 folder=methods/external ending=py ;;
  *perl) run=perl folder=methods/external ending=pl ;;
  *) folder=methods/skeletons ending=c ;;
  esac
  find_source "$folder" "$kind${formulation:+_$formulation}.$ending"
  case $kind$formulation in
  method) partner=pendulum ;;
  methodhamiltonian) partner='' ;;
  esac
fi

# ---- The copy: into a source tree if the working folder is the top of one ----

into='' gimbal=$(quote "$program") plugin=" --plugin ./$name.so" checked=" ./$name.so"
if [ -r include/gimbal.h ] && [ -w methods ] && [ -w models ]; then
  into=${kind}s/ gimbal=build/gimbal plugin='' checked=" $name"
fi
[ -z "$run" ] || into=''
path=$into$name.${source##*.}
if [ "$like" ]; then
  # What else the plugin defines is NAME_OLD. Only names of descriptors: "gauss" is also a tableau of gimbal.
  printf '%s\n' "$listed" | awk -F '\t' -v file="$file" -v like="$like" -v name="$name" '
    $5 == file {
      for (i = 2; i <= 3; i++) print "s/\\.name = \"" $i "\"/.name = \"" name ($i == like ? "" : "_" $i) "\"/g"
    }' | sort -u | sed -f - "$source" | write "$path" || exit 2
  printf 'wrote %s, a copy of %s. It builds and runs; change it into your own. To judge it:\n\n' "$path" "$source"
else
  sed "s/skeleton/$name/g" "$source" | write "$path" || exit 2
  printf 'wrote %s. It builds and runs; change it into your own. To judge it:\n\n' "$path"
fi

# ---- Commands that work as they are printed, from where this was called ----

if [ "$run" ]; then
  plugin=" --external \"$run $path\"" checked=" --external \"$run $path\""
elif [ "$into" ]; then
  printf '  make\n'
else
  printf '  %s build %s\n' "$gimbal" "$path"
fi
printf '  %s check%s\n' "$gimbal" "$checked"
own=-m other=-M what=models
[ "$kind" = method ] || own=-M other=-m what=methods
printf '  %s verify%s %s %s' "$gimbal" "$plugin" "$own" "$name"
if [ "$partner" ]; then
  printf ' %s %s\n\nWithout %s %s, all %s are tried, which takes longer.' "$other" "$partner" "$other" "$partner" "$what"
fi
echo
