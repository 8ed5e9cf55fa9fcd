# The README and docs/: every command in a block marked `sh` succeeds.
. tests/tap.sh

mkdir "$scratch/bin"
ln -s "$GIMBAL" "$scratch/bin/gimbal"

# The commands of a page, in a folder with the program and the README's method.
commands() {
  sed -n '/^```sh$/,/^```$/{/^```/!p;}' "$1"
}
for page in README.md docs/*.md; do
  [ -n "$(commands "$page")" ] || continue
  name=$(basename "$page" .md)
  mkdir "$scratch/$name"
  ln -s "$(dirname "$GIMBAL")" "$scratch/$name/build"
  sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$scratch/$name/heun.c"
  commands "$page" >"$scratch/$name/commands"
  (cd "$scratch/$name" && PATH=$scratch/bin:$PATH sh -e commands) >"$scratch/log" 2>&1 </dev/null
  ok $? "the commands of $page succeed" || diag "$(tail -20 "$scratch/log")"
done
printf 'gimbal verify -m no_such_method\n' >"$scratch/wrong"
(cd "$scratch" && PATH=$scratch/bin:$PATH sh -e wrong) >/dev/null 2>&1
[ $? != 0 ]
ok $? "a failing command is found"

done_testing
