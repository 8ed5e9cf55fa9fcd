# The help texts are what the manual page and the shells' completion are made of, so they have to be
# what the commands accept.
. tests/tap.sh

commands=$("$GIMBAL" complete '' | cut -f1)
is "$(printf '%s\n' "$commands" | sort | tr '\n' ' ')" \
  "$("$GIMBAL" --help | sed -n 's/^  \([a-z]*\)  *[a-zA-Z].*/\1/p' | sort | tr '\n' ' ')" \
  "completion offers the commands that --help lists"

# ---- Help and parser ----

# options COMMAND: those of its help, as completion sees them. (That they are taken: t0123.)
for command in $commands; do
  "$GIMBAL" complete "$command" - 2>/dev/null | cut -f1 >"$scratch/$command.options"
  [ -s "$scratch/$command.options" ]
  ok $? "completion knows options of $command"
done
options() { cat "$scratch/$1.options"; }

# accepted FILE: the long options in its table for getopt_long.
accepted() { grep -oE '\{"[a-z-]+", *(no|required|optional)_argument' "harness/cli/$1" | cut -d'"' -f2; }
for pair in list:lookup.c describe:lookup.c run:run_words.c verify:verify.c explain:explain.c new:new.c \
  build:build.c check:check.c report:report.c cite:cite.c compare:compare.c judge:judge.c bench:bench.c \
  completion:complete.c man:man.c version:version.c; do
  missing=
  for option in $(accepted "${pair#*:}"); do
    options "${pair%:*}" | grep -qx -e "--$option" || missing="$missing --$option"
  done
  is "$missing" "" "the help of ${pair%:*} has every option that it takes"
done

# ---- The manual page ----

run "$GIMBAL" man
is "$status $errors" "0 " "man succeeds"
page=$(printf '%s\n' "$output" | sed 's/\\-/-/g')
missing=
for command in $commands; do
  printf '%s\n' "$page" | grep -qx ".SS gimbal $command" || missing="$missing $command"
  printf '%s\n' "$page" | sed -n "/^.SS gimbal $command\$/,/^.S[SH] /p" >"$scratch/$command.page"
  for option in $(options "$command"); do
    grep -q -e "^\.B .*$option" "$scratch/$command.page" || missing="$missing $command:$option"
  done
done
missing=$(printf '%s' "$missing" | sed 's/ report:--size//') # stands behind --figure
is "$missing" "" "the page has every command and every option"
printf '%s\n' "$output" | LC_ALL=C grep -q "[^ -~]"
is $? 1 "it is ASCII, whatever the locale"
if command -v groff >/dev/null; then
  is "$("$GIMBAL" man | groff -man -Tutf8 -ww -z 2>&1)" "" "groff has nothing to say against it"
fi

# ---- Completion ----

# offers WORDS ANSWERS NAME: the last of the words is the one to be completed.
offers() {
  words=$1
  # shellcheck disable=SC2086 # words
  set -- "$2" "$3" $words
  expected=$1
  name=$2
  shift 2
  case $words in *' ') set -- "$@" '' ;; esac
  is "$("$GIMBAL" complete "$@" | cut -f1 | tr '\n' ' ')" "$expected" "$name"
}
offers 'verif' 'verify ' "a command"
offers 'help verif' 'verify ' "a command after help"
offers 'verify --prec' '--precision ' "an option"
offers 'verify --precision ' 'auto double quad ' "its values, as the help has them"
offers 'verify --precision=q' '--precision=quad ' "its values after ="
offers 'run -m rk' 'rk4 ' "a method"
offers 'run -M kepler:e0' 'kepler:e03 ' "a case of a model"
offers 'verify sho' 'short :files ' "a suite, or a file"
offers 'list mo' 'models ' "a word of the usage"
offers 'report ' ':folders ' "a folder"
offers 'report --single-file ' ':folders ' "a folder after an option without a value"
offers 'nothing ' '' "nothing of what there is not"

run "$GIMBAL" completion csh
is "$status" 2 "an unknown shell is a usage error"
matches "$errors" 'bash, zsh, fish' "with those that are known"

cat >"$scratch/try.bash" <<'END'
eval "$("$GIMBAL" completion bash)"
PATH=$(dirname "$GIMBAL"):$PATH
try() {
  COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
  compopt() { :; }
  _gimbal
  echo "${COMPREPLY[*]}"
}
try 'gimbal verif'
try 'gimbal run -M kepler:e0'
try 'gimbal verify --precision=q'
try 'gimbal verify -j 2 -- -st'
END
if command -v bash >/dev/null; then
  is "$(GIMBAL=$GIMBAL bash "$scratch/try.bash" 2>&1 | tr '\n' '|')" 'verify|e03|quad||' \
    "bash completes, behind a colon and = too, and leaves PETSc's options alone"
fi
if command -v zsh >/dev/null; then
  "$GIMBAL" completion zsh >"$scratch/_gimbal" && zsh -n "$scratch/_gimbal"
  ok $? "zsh can read its completion"
fi
if command -v fish >/dev/null; then
  # shellcheck disable=SC2016 # fish's own
  is "$(PATH=$(dirname "$GIMBAL"):$PATH HOME=$scratch fish --no-config -c \
    'gimbal completion fish | source; complete -C "gimbal verif"' | cut -f1)" verify "fish completes"
fi
done_testing
