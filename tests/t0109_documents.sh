# The README, docs/ and stored tables: every link leads somewhere, words are the field's, and the README stays short.
. tests/tap.sh

# Each word of a condition is explained.
words=$(sed -n '/^#define TRAITS/,/^enum { CONDITION_WORDS/p' harness/registry/conditions.c | grep -o '"[a-z_]*"' | tr -d '"')
missing=
for word in $words; do grep -q "^| .*\`$word\`.* |" docs/methods.md || missing="$missing $word"; done
is "$missing" "" "docs/methods.md explains the words of \`accepts\` and \`when\`"

dead=
for page in README.md docs/*.md; do
  for link in $(grep -o '](\([^)#:]*\)' "$page" | sed 's/^](//'); do
    [ -e "$(dirname "$page")/$link" ] || dead="$dead $page:$link"
  done
done
is "$dead" "" "every link leads to a file"

unknown=
for model in $(sed -n 's/^  - {model: \([a-z0-9_]*\), percent: [1-9][0-9]*}$/\1/p' models/costs.yaml); do
  "$GIMBAL" list models | grep -q "^  $model " || unknown="$unknown $model"
done
is "$unknown" "" "models/costs.yaml has models that exist"

missing=
for test in $(grep -o 't0[0-9]*' tests/promises.md | sort -u); do
  [ -n "$(find tests -maxdepth 1 -name "${test}_*")" ] || missing="$missing $test"
done
is "$missing" "" "each promise has its tests"

# Words of no field, or of another century. The second file has one, which must be found.
private='\b(asked for|is asked|are asked|says so|say so|is none|are none|told|dear|errs|looked at|witness|denials?|twins?|anew|likewise|beside|whence|stays below|to be had)\b'
for command in $("$GIMBAL" complete '' | cut -f1); do
  "$GIMBAL" "$command" --help
done >"$scratch/help"
printf 'A denial needs a witness.\n' >"$scratch/private"
is "$(grep -nEi "$private" README.md CONTRIBUTING.md docs/*.md include/*.h harness/finding/causes.txt \
  reports/page.html "$scratch/help")" "" "documents, help, headers and verdicts use the field's words"
grep -qEi "$private" "$scratch/private"
ok $? "a private word is found"

# The same for comments, messages and test names. This file has the words. Python's `is None` is code, and
# "beside" with a quotation mark a member of stored files.
private='\b([Tt]old|is none|are none|says so|say so|said so|is asked|are asked|asked for|dear|dearer|errs)\b'
private="$private|(^|[^\"\`])\b[Bb]eside\b"
unclear() {
  grep -rnE --include='*.[ch]' --include='*.cpp' --include='*.sh' --include='*.py' --include='*.md' --include='*.txt' \
    --exclude=t0109_documents.sh "$private" "$@"
}
mkdir "$scratch/code"
printf '/* The next job; -1: there is none. */\n' >"$scratch/code/comment.c"
printf 'is "$status" 2 "and says so"\n' >"$scratch/code/name.sh"
printf '/* The file beside it; "beside": 1 is data. */\n' >"$scratch/code/place.h"
printf '"beside": 1\n' >"$scratch/code/data.c"
is "$(unclear harness reports include methods models tests python ci/*.sh ci/*.py configure Makefile)" "" \
  "comments and test names state the result"
is "$(unclear "$scratch/code" | wc -l)" 3 "two comments and a test name that do not are found"

lines=$(wc -l <README.md)
[ "$lines" -le 100 ]
ok $? "the README has at most a hundred lines ($lines)"
words=$(awk '/^```/ { code = !code; next } !code' README.md | wc -w)
[ "$words" -le 700 ]
ok $? "the README has at most 700 words outside code ($words)"

# The rate of false verdicts that the README gives is that of the table behind it.
rates=$(grep -o '[0-9,]* random methods\|[0-9,]* verdicts were false\|[0-9,]* table columns' README.md | grep -o '^[0-9,]*')
is "$(echo "$rates" | wc -l)" 3 "the README says how often a verdict is wrong"
for number in $rates; do
  grep -q "^| .*$number" docs/why-believe-it.md
  ok $? "  and docs/why-believe-it.md has $number"
done
done_testing
