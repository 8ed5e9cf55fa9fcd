# The pages of the report: small, complete, and of one piece: every plot within two clicks, every
# link with something at its end, nothing fetched; and everything in one file on request.
. tests/tap.sh
out=$scratch/out
mkdir "$out"
awk -v directory="$out" -f tests/t06_synthetic.awk
run "$GIMBAL" report "$out" --single-file
is "$status" 0 "a folder is rendered" || diag "$errors"

links() { # FILE: what it links to
  grep -oE '(href|src)="[^"]*"' "$1" | sed 's/^[a-z]*="//; s/"$//'
}

# What each page links to, with its folder in front of it, and what is there.
reach() { # FOLDER/ FILE
  links "$out/$1$2" | while IFS= read -r link; do
    case $link in
    '#'*) echo "$1$2$link" ;;
    ../*) echo "${link#../}" ;;
    *) echo "$1$link" ;;
    esac
  done
}
reach "" index.html | sort -u >"$scratch/first"
for page in "$out/pages/"*.html; do
  reach pages/ "$(basename "$page")"
done | sort -u >"$scratch/second"
broken() { # every link that leads nowhere
  while IFS= read -r link; do
    file=${link%%#*}
    [ -e "$out/$file" ] || echo "$link: no file"
    case $link in
    *'#'*) grep -q "id=\"${link#*#}\"" "$out/$file" || echo "$link: no such place" ;;
    esac
  done
}
sort -u "$scratch/first" "$scratch/second" | broken >"$scratch/broken"
is "$(head -5 "$scratch/broken")" "" "every link has something at its end"
printf 'pages/nothing.html\nindex.html#nothing\n' | broken >"$scratch/found"
is "$(wc -l <"$scratch/found")" 2 "a page that is not there would be found, and a place"

# A page for each method and each model, one click from the index.
sed 's/.*"method":"\([^"]*\)".*/\1/' "$out/verdicts.jsonl" | sort -u >"$scratch/methods"
is "$(grep -c '^pages/method-' "$scratch/first")" "$(grep '^pages/method-' "$scratch/first" | wc -l)" \
  "each method's page is listed once"
is "$(ls "$out/pages" | grep -c '^method-')" \
  "$(grep -oE '^pages/method-[^#]*' "$scratch/first" | sort -u | wc -l)" \
  "each method's page is one click away"
ls "$out/pages" | grep -c '^method-' >"$scratch/count"
[ "$(cat "$scratch/count")" -ge "$(wc -l <"$scratch/methods")" ]
ok $? "each method has a page"
is "$(ls "$out/pages" | grep -c '^model-')" \
  "$(grep -oE '^pages/model-[^#]*' "$scratch/first" | sort -u | wc -l)" \
  "each model's page is one click away"
if command -v gnuplot >/dev/null; then
  (cd "$out" && ls plots/*.svg) >"$scratch/plots"
  sort -u "$scratch/first" "$scratch/second" | grep -F -x -f "$scratch/plots" >"$scratch/reached"
  is "$(sort "$scratch/plots" | diff - "$scratch/reached")" "" "every plot is two clicks away"
  is "$(grep -L 'loading="lazy"' $(grep -l '<img' "$out"/pages/*.html))" "" "plots are loaded when they are visible"
  # As gnuplot writes them, each group repeats what never changes, and a third are empty.
  is "$(cat "$out"/plots/*.svg | grep -c 'stroke-linejoin="miter"')" 0 "constant attributes are given once"
  is "$(cat "$out"/plots/*.svg | tr -d '\n' | grep -o '<g [^>]*></g>' | wc -l)" 0 "plots have no empty group"
  is "$(grep -lE '<script|onload|href="?(https?:)?//' "$out"/plots/*.svg)" "" "without a script"
  if command -v xmllint >/dev/null; then
    for plot in "$out"/plots/*.svg; do
      xmllint --noout "$plot" || echo "$plot"
    done >"$scratch/bad" 2>&1
    is "$(head -3 "$scratch/bad")" "" "plots are well-formed XML"
  fi
fi
if command -v gnuplot >/dev/null; then
  run "$GIMBAL" report "$out" --figure order:gauss_3:kepler
  is "$status" 0 "one panel alone" || diag "$errors"
  matches "$(head -c 200 "$out/plots/figure-gauss_3-kepler-e06.svg")" 'width="318"' \
    "as wide as a column"
  run "$GIMBAL" report "$out" --figure order:gauss_3,rk4:kepler
  is "$status" 0 "several methods in one" || diag "$errors"
  figure=$out/plots/figure-gauss_3-rk4-kepler-e06.svg
  is "$(grep -o '>gauss_3\|>rk4' "$figure" | wc -l)" 2 "both methods of a figure are named"
  [ -e "$out/plots/figure-gauss_3-kepler-e06.svg" ]
  ok $? "a figure that was requested before is kept"
  run "$GIMBAL" report "$out" --figure order:gauss_3,yoshida_6:kepler
  is "$(grep -c '>largest error of q<' "$out/plots/figure-gauss_3-yoshida_6-kepler-e06.svg")" 1 \
    "one panel for a quantity that two methods have in both precisions"
  run "$GIMBAL" report "$out" --figure order:rk4:kepler --figure order:gauss_3:kepler
  is "$status $(printf '%s\n' "$output$errors" | grep -c 'figure-\(rk4\|gauss_3\)-kepler-e06\.svg$')" "0 2" \
    "two figures at once: each file is named"
  is "$(grep -c '>gauss_3' "$out/plots/figure-rk4-kepler-e06.svg"),$(grep -c '>rk4' "$out/plots/figure-gauss_3-kepler-e06.svg")" "0,0" \
    "each with its own method alone"
  ! cmp -s "$out/plots/figure-rk4-kepler-e06.svg" "$out/plots/figure-gauss_3-kepler-e06.svg"
  ok $? "the figures of two methods differ"
  run "$GIMBAL" report "$out" --figure order:gauss_3,nobody:kepler
  is "$status" 2 "an unknown method is refused, also next to a known one"
  run "$GIMBAL" report "$out" --figure order:gauss_3,rk4:kepler:nowhere
  is "$status $(printf '%s\n' "$errors" | grep -c 'gauss_3 has no errors on kepler:nowhere, but for example on kepler:')" "2 1" \
    "an unknown case is refused"
  run "$GIMBAL" report "$out" --figure order:nobody:kepler
  is "$status" 2 "an unknown method is refused"
  run "$GIMBAL" report "$out" --single-file
  [ -e "$out/plots/figure-gauss_3-kepler-e06.svg" ]
  ok $? "a figure stays as long as the results do"
fi
[ "$(wc -c <"$out/index.html")" -lt 100000 ]
ok $? "the index is small" || diag "$(wc -c <"$out/index.html")"

# Offline; readable without the script, which is the last thing in each page.
grep -lE '(src|href)="?(https?:)?//' "$out/index.html" "$out/report.html" "$out"/pages/*
is $? 1 "no page fetches anything"
is "$(grep -L '<script' "$out"/index.html "$out"/pages/*.html)" "" "each page has the script"
is "$(sed -n '/<body>/,/<footer>/p' "$out/index.html" | grep -c '<script\|onclick')" 0 \
  "no element before the end of a page needs the script"

# Dark on a dark screen, and never on paper.
is "$(grep -c 'prefers-color-scheme' "$out/pages/style.css")" \
  "$(grep -c '@media screen and (prefers-color-scheme' "$out/pages/style.css")" "what is printed is light"

# In a form that a checker knows.
for page in index.html report.html $(cd "$out" && ls pages/*.html); do
  grep -o '<h[1-6]' "$out/$page" | awk -v page="$page" '
    { level = substr($0, 3) }
    level > last + 1 { print page ": <h" last "> is followed by <h" level ">" }
    level == 1 { tops++ }
    { last = level }
    END { if (tops != 1) print page ": " tops " headings <h1>" }'
  grep -o ' id="[^"]*"' "$out/$page" | sort | uniq -d | sed "s|^|$page: twice|"
  grep -o '<img [^>]*>' "$out/$page" | grep -v 'alt="[^"]\{40,\}' | head -1 | cut -c1-100
  grep -q 'class="skip" href="#main"' "$out/$page" || echo "$page: no way past the head"
done >"$scratch/form"
is "$(head -5 "$scratch/form")" "" \
  "headings follow one another, no id is there twice, images say what they show"
# On a phone every table is stacked, but for the matrix: each cell says what it is.
cat "$out/index.html" "$out"/pages/*.html | grep -o '<table[^>]*>' | sort -u |
  grep -v 'class="stacked\|class="matrix' >"$scratch/wide"
is "$(cat "$scratch/wide")" "" "no table is wider than a phone"
if command -v tidy >/dev/null; then
  for page in index.html $(cd "$out" && ls pages/*.html | head -20); do
    tidy -e -q "$out/$page" 2>&1 | grep -v 'proprietary attribute "loading"'
  done >"$scratch/tidy"
  is "$(head -5 "$scratch/tidy")" "" "tidy has no complaint"
fi

# Pieces of pages: what the writers ask for is what page.html has.
tr -d '\n' <reports/page.html | grep -o '<!-- fragment [a-z-]* -->' | sed 's/.*fragment //; s/ -->//' | sort >"$scratch/have"
cat reports/*.c | tr -d '\n' | grep -oE '(FragmentPut\([^",]*|Section\(page, [A-Z_]*|HtmlPlot\(page), *"[a-z-]+"' |
  sed '/^HtmlPlot/s/.*"\(.*\)"/\1 \1-in-words/; s/.*"\(.*\)"/\1/' | tr ' ' '\n' | sort -u >"$scratch/used"
[ -s "$scratch/used" ]
is "$(diff "$scratch/used" "$scratch/have")" "" "each piece of page.html is there once, and is used"

# What the reader must not miss.
matches "$(grep -o '<h1>.*</h1>' "$out/index.html")" "14 methods, 69 properties tested: 1 refuted, 1 failed" "the headline has the refuted"
grep -vE '"verdict":"(refuted|failed|undecided)".*"expect":"confirmed"' "$out/verdicts.jsonl" \
  >"$scratch/passing"
mkdir "$scratch/good"
cp "$out/results.jsonl" "$scratch/good"
cp "$scratch/passing" "$scratch/good/verdicts.jsonl"
run "$GIMBAL" report "$scratch/good"
matches "$(cat "$scratch/good/index.html")" \
  "#published.>1 of [0-9]+ published claims? does not hold" "a published claim that fails is not hidden"
grep '"verdict":"skipped"' "$scratch/passing" |
  sed 's/"reason":"[^"]*"/"reason":"not run: excluded by the suite (it takes a week)"/' >"$scratch/left"
cp "$scratch/left" "$scratch/good/verdicts.jsonl"
run "$GIMBAL" report "$scratch/good"
is "$(grep -c 'not measurable</a>\|takes a week' "$scratch/good/index.html")" 0 "excluded pairs are not counted"
is "$(sed -n 2p "$scratch/good/verify.tap")" "1..0 # SKIP there were no claims to judge" "excluded pairs are no points of TAP"
sed 's/"reason":"[^"]*"/"reason":"not run: cost 1e+06 evaluations, limit 2e+05"/' "$scratch/left" >"$scratch/good/verdicts.jsonl"
run "$GIMBAL" report "$scratch/good"
matches "$(cat "$scratch/good/index.html")" "<summary>$(grep -c . "$scratch/left") cost</summary>" \
  "unmeasurable claims are counted by cause"

# One file.
[ -s "$out/report.html" ]
ok $? "everything is in one file"
links "$out/report.html" | grep -v '^#' | grep -v '^data:' >"$scratch/outside"
is "$(cat "$scratch/outside")" "" "the single file needs no other file"
if command -v gnuplot >/dev/null; then
  # A plot is base64 of zlib's format, which is gzip's but for the head of two bytes and the tail.
  inflated() { # what the first plot of a page holds
    { printf '\037\213\010\0\0\0\0\0\0\0'; grep -o 'data-plot="[^"]*"' "$1" | head -1 | cut -d'"' -f2 | base64 -d | tail -c +3; } |
      gzip -dc 2>/dev/null
  }
  inflated "$out/report.html" >"$scratch/first.svg"
  for plot in "$out"/plots/*.svg; do
    cmp -s "$scratch/first.svg" "$plot" && echo "$plot"
  done >"$scratch/same"
  [ -s "$scratch/same" ]
  ok $? "a plot in it is the one of the folder" || diag "$(head -c 300 "$scratch/first.svg")"
fi
links "$out/report.html" | grep '^#' | sort -u | while IFS= read -r link; do
  grep -q "id=\"${link#\#}\"" "$out/report.html" || echo "$link"
done >"$scratch/lost"
is "$(head -3 "$scratch/lost")" "" "all links of the single file lead into it"
# A part of the program that is missing is an error, not a table without its symbols.
mkdir "$scratch/part" "$scratch/part/reports"
cp "$GIMBAL" "$scratch/part"
cp reports/*.* ci/references.bib "$scratch/part/reports"
run "$scratch/part/gimbal" report "$out"
is "$status" 0 "a program with its parts renders the folder" || diag "$errors"
rm "$scratch/part/reports/symbols.tex"
run "$scratch/part/gimbal" report "$out"
[ "$status" != 0 ]
ok $? "one without symbols.tex does not"
matches "$errors" "symbols.tex" "  and names it"
done_testing
