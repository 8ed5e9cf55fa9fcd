# Completion, help and the stored manual pages, which are made of the commands' tables of options.
. tests/tap.sh

commands=$("$GIMBAL" complete '' | cut -f1)
is "$(printf '%s\n' "$commands" | sort | tr '\n' ' ')" \
  "$("$GIMBAL" --help | sed -n 's/^  \([a-z][a-z-]*\)  *[a-zA-Z].*/\1/p' | sort | tr '\n' ' ')" \
  "completion offers the commands that --help lists"

# ---- Help and the manual pages ----

# paged FILE: the long options that a page describes.
paged() { sed -n '/^\.TP$/{n;s/\\-/-/g;s/\\f[BR]//g;s/^\(-[a-zA-Z], \)\{0,1\}--\([a-z-]*\).*/--\2/p;}' "$1" | sort -u; }
for command in $commands; do
  "$GIMBAL" complete "$command" - 2>/dev/null | cut -f1 | sort >"$scratch/options"
  is "$("$GIMBAL" "$command" --help |
    sed -n 's/^  \(-[a-zA-Z],\)\{0,1\} *\(--[a-z-]*\).*/\2/p' | sort -u)" "$(cat "$scratch/options")" \
    "the help of $command has the options that are completed"
  is "$(paged "docs/man/gimbal-$command.1")" "$(cat "$scratch/options")" \
    "the stored manual page of $command has the options of its help (make man)"
  matches "$("$GIMBAL" --help)" "^  $command " "$command is in the list of commands"
done
sed 's/--resume/--resumed/; s/\\-\\-resume/\\-\\-resumed/' docs/man/gimbal-verify.1 >"$scratch/stale.1"
"$GIMBAL" complete verify - | cut -f1 | sort >"$scratch/options"
[ "$(paged "$scratch/stale.1")" != "$(cat "$scratch/options")" ]
ok $? "a page with another name of an option is found"
is "$(grep -c '^\.TP$' docs/man/gimbal.1)" \
  "$(($(printf '%s\n' "$commands" | wc -l) + 3 + 3))" \
  "gimbal(1) has every command, its three options and three of the environment"
is "$(cat docs/man/*.1 | LC_ALL=C grep -c "[^ -~]")" 0 "the pages are ASCII"
if command -v groff >/dev/null; then
  is "$(groff -man -Tutf8 -ww -z docs/man/*.1 2>&1)" "" "groff gives no warnings"
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
offers 'verify --precision ' 'auto double quad ' "the values of an option"
offers 'verify --precision=q' '--precision=quad ' "the values of an option after ="
offers 'run -m rk' 'rk4 ' "a method"
offers 'run -M kepler:e0' 'kepler:e03 ' "a case of a model"
offers 'verify sho' 'short :files ' "a suite, or a file"
offers 'list mo' 'models ' "a word of the usage"
offers 'report ' ':folders ' "a folder"
offers 'report --single-file ' ':folders ' "a folder after an option without a value"
offers 'nothing ' '' "nothing for an unknown command"

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
