# Tables for papers: LaTeX that compiles without an overfull box, convergence tables on request with
# their data, and BibTeX for what was used.
. tests/tap.sh
out=$scratch/out
mkdir "$out"
awk -v directory="$out" -f tests/t06_synthetic.awk
run "$GIMBAL" report "$out" --table order:gauss_3:kepler --table order:rk4:kepler:e06
is "$status" 0 "tables are made on request" || diag "$errors"
matches "$errors" 'tables/convergence-gauss_3-kepler-e06-double.tex \(.md, .csv, .dat\)' \
  "the place of the tables is printed"

# The order between two rows, from the printed errors: any other program can repeat it.
data=$out/tables/convergence-gauss_3-kepler-e06-double.dat
is "$(head -1 "$data" | cut -d' ' -f1-4)" "N h q q_order" "the data has names of columns"
awk 'NR > 1 && last { p = log(last / $3) / log(h / $2); if ((p - $4) ^ 2 > 1e-20) print p, $4 }
  NR > 1 { last = $3; h = $2 }' "$data" >"$scratch/differ"
is "$(cat "$scratch/differ")" "" "the orders of the table are those of its errors"
[ "$(awk 'NR > 2 && $2 >= h { print } { h = $2 }' "$data" | wc -l)" -eq 0 ]
ok $? "from coarse to fine"
matches "$(cat "$out/tables/convergence-gauss_3-kepler-e06-double.tex")" \
  '\$[0-9.]+\\cdot10\^\{-[0-9]+\}\$ & \$[0-9]\.[0-9][0-9]\$' "LaTeX has 1.23·10⁻⁴ and orders of two decimals"
matches "$(cat "$out/tables/convergence-gauss_3-kepler-e06-double.tex")" 'label\{tab:convergence-gauss_3' \
  "the LaTeX table has a label"
for wrong in order:gauss_3 order:nobody:kepler order:gauss_3:nothing gauss_3:kepler; do
  run "$GIMBAL" report "$out" --table "$wrong"
  is "$status" 2 "$wrong is refused"
done
run "$GIMBAL" report "$out" --table order:gauss_3,rk4:kepler
is "$status" 2 "a table of two methods is refused"
run "$GIMBAL" report "$out" --table order:gauss_3:nothing
matches "$errors" 'gauss_3 has no errors on nothing, but for example on kepler' "with the model that has errors"

# A comparison of some methods on some models, and of more than a page holds.
run "$GIMBAL" report "$out" --table comparison -m 'gauss_*' -m rk4 -M kepler
is "$status" 0 "a comparison takes a choice" || diag "$errors"
is "$(cut -d, -f1 "$out/tables/comparison-chosen.csv" | tr '\n' ' ')" "method gauss_2 gauss_3 rk4 " "of methods"
head -n 1 "$out/tables/comparison.csv" | tr ',' '\n' | sed '1,/others/d' >"$scratch/studies"
is "$(cat "$scratch/studies")" "$(sort "$scratch/studies")" \
  "the columns of studies are in one order, whatever came first"
awk -F, '$1 == "gauss_3" { print $2 }' "$out/tables/comparison-chosen.csv" >"$scratch/order"
matches "$(cat "$scratch/order")" '\(1\)$' "models are sorted"
run "$GIMBAL" report "$out" --table comparison -m rk4 -M nothing
matches "$status $errors" '^2 .*no verdict of methods rk4 on models nothing' "a choice of nothing is refused"
mkdir "$scratch/many"
cp "$out/results.jsonl" "$scratch/many"
for i in $(seq 1 50); do
  sed -n 's/"method":"rk4"/"method":"method_number_'"$i"'_of_many"/; s/,"check":"[^"]*"//; /"study":"order"/p' "$out/verdicts.jsonl" |
    grep method_number
done >"$scratch/many/verdicts.jsonl"
run "$GIMBAL" report "$scratch/many"
is "$status $(grep -c longtable "$scratch/many/tables/comparison.tex")" "0 0" \
  "of many methods it is no longtable" || diag "$errors"
[ "$(grep -c '^.begin.table.' "$scratch/many/tables/comparison.tex")" -ge 2 ]
ok $? "a comparison of many methods is several floats"
is "$(grep -c 'resizebox.*columnwidth' "$scratch/many/tables/comparison.tex")" \
  "$(grep -c '^.begin.table.' "$scratch/many/tables/comparison.tex")" "each as wide as a column at most"

# What every table has.
for table in "$out"/tables/*.tex; do
  grep -q '^\\toprule' "$table" || echo "$table: no rules"
  [ "$(grep -cE '\\begin[{](table|longtable)[}]' "$table")" -eq "$(grep -c '\\label{' "$table")" ] || echo "$table: labels"
  [ "$(grep -cE '\\begin[{](table|longtable)[}]' "$table")" -eq "$(grep -c '\\caption{' "$table")" ] || echo "$table: captions"
  grep -oE '[^{$0-9a-z][0-9.]+e([-+]|\{-\})[0-9]+' "$table" | head -1
done >"$scratch/lacking"
is "$(head -3 "$scratch/lacking")" "" "rules, captions, labels, and no number as a program prints it"

if command -v pdflatex >/dev/null; then
  compile() { # NAME TABLES: its log
    {
      printf '\\documentclass{article}\n\\usepackage{booktabs,graphicx,longtable}\n\\begin{document}\n'
      shift 0
      for table in "$@"; do printf '\\input{%s}\n\\clearpage\n' "$table"; done
      printf 'End.\n\\end{document}\n'
    } >"$scratch/all.tex"
    (cd "$scratch" && pdflatex -interaction=nonstopmode all.tex) >/dev/null 2>&1
    grep -E '^(!|Overfull|LaTeX Warning: (Float too|Label .* multiply|Reference))' "$scratch/all.log" |
      sort | uniq -c
  }
  is "$(compile "$out"/tables/*.tex | head -5)" "" "all tables compile, and none is over the margin"
  [ -s "$scratch/all.pdf" ]
  ok $? "there are pages"
  {
    printf '\\documentclass[twocolumn]{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n'
    printf '\\input{%s}\n' "$out/tables/comparison.tex" "$out/tables/comparison-chosen.tex" "$scratch/many/tables/comparison.tex"
    printf 'End.\n\\end{document}\n'
  } >"$scratch/two.tex"
  (cd "$scratch" && pdflatex -interaction=nonstopmode two.tex) >/dev/null 2>&1
  is "$(grep -E '^(!|Overfull|LaTeX Warning: (Float too|Label .* multiply))' "$scratch/two.log" | head -5)" "" \
    "comparisons fit a column of two"
  [ -s "$scratch/two.pdf" ]
  ok $? "the document has a page"
  printf '\\noindent\\begin{tabular}{l}%s\\end{tabular}\n' \
    "$(printf 'wide %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)" >"$scratch/wide.tex"
  matches "$(compile "$scratch/wide.tex")" 'Overfull' "a table over the margin would be seen"
else
  diag "no pdflatex: the tables were not compiled"
fi

# ---- Requested tables and figures, and other results ----
run "$GIMBAL" verify short -m rk4 -m implicit_midpoint -M pendulum -o "$scratch/used"
run "$GIMBAL" report "$scratch/used" --table order:rk4:pendulum --figure order:rk4,implicit_midpoint:pendulum
is "$status $(ls "$scratch"/used/tables/convergence-rk4-*.tex | wc -l)" "0 1" "a requested table is written" || diag "$errors"
run "$GIMBAL" report "$scratch/used" --table order:implicit_midpoint:pendulum
[ "$(ls "$scratch"/used/tables/convergence-*.tex | wc -l)" -ge 2 ]
ok $? "a second table does not remove the first"
run "$GIMBAL" verify short -m rk4 -m implicit_midpoint -M pendulum -o "$scratch/used" --resume
is "$(cd "$scratch/used" && ls -d tables/convergence-* plots/figure-* 2>/dev/null)" "" "another run removes requested tables"

# ---- BibTeX ----
run "$GIMBAL" cite "$scratch/used"
is "$status" 0 "the methods that were used are cited" || diag "$errors"
bib=$output
matches "$bib" '@misc\{gimbal,' "the program"
is "$(printf '%s\n' "$bib" | sed -n '/^@misc{gimbal,/,/^}/s/^  year = {\(.*\)},$/\1/p')" \
  "$(sed -n 's/^date-released: "\([0-9]*\)-.*/\1/p' CITATION.cff)" "with the year of its release"
matches "$bib" '@book\{HairerLubichWanner2006,' "an entry of the file of references"
matches "$bib" '% rk4: Kutta, Zeitschrift' "with who cites it, and where in it"
is "$(printf '%s\n' "$bib" | grep '^@' | sort | uniq -d)" "" "no key is there twice"
is "$(printf '%s\n' "$bib" | tr -cd '{' | wc -c)" "$(printf '%s\n' "$bib" | tr -cd '}' | wc -c)" \
  "braces are closed"
if command -v bibtex >/dev/null && command -v pdflatex >/dev/null; then
  printf '%s\n' "$bib" >"$scratch/used.bib"
  printf '\\documentclass{article}\\begin{document}\\nocite{*}\\bibliographystyle{plain}\\bibliography{used}\\end{document}\n' \
    >"$scratch/cite.tex"
  (cd "$scratch" && pdflatex -interaction=nonstopmode cite.tex && bibtex cite) >"$scratch/bib.log" 2>&1
  is "$?" 0 "BibTeX reads it" || diag "$(tail -20 "$scratch/bib.log")"
  (cd "$scratch" && pdflatex -interaction=nonstopmode cite.tex) >"$scratch/bib.log" 2>&1
  is "$(grep -c '^!' "$scratch/bib.log")" 0 "LaTeX accepts BibTeX's output" || diag "$(grep -A3 '^!' "$scratch/bib.log")"
fi

# Whoever cites has a key, and each key an entry.
for plugin in methods/*.c models/*.c; do
  [ "$(grep -c '\.citation = ' "$plugin")" -eq "$(grep -c '\.citation_key = "..*"' "$plugin")" ] ||
    echo "$plugin"
done >"$scratch/keyless"
is "$(cat "$scratch/keyless")" "" "every method and model cites by a key"
sed -n 's/.*\.citation_key = "\([^"]*\)".*/\1/p' methods/*.c methods/libraries/*.c models/*.c | tr ',' '\n' |
  sort -u \
  >"$scratch/keys"
unresolved() { # KEYS
  while IFS= read -r key; do
    [ "$key" = gimbal ] || grep -q "^@[a-z]*{$key,\$" ci/references.bib || echo "$key"
  done <"$1"
}
is "$(unresolved "$scratch/keys")" "" "every key has an entry in ci/references.bib"
echo Nobody1900 >"$scratch/nobody"
is "$(unresolved "$scratch/nobody")" Nobody1900 "a key without one would be found"
is "$(grep '^@' ci/references.bib | sort | uniq -d)" "" "no entry is there twice"
is "$(grep '^@' ci/references.bib | sed 's/.*{//; s/,//' | sort | comm -23 - "$scratch/keys")" "" \
  "every entry is cited"
if command -v bibtex >/dev/null && command -v pdflatex >/dev/null; then
  cp ci/references.bib "$scratch/used.bib"
  (cd "$scratch" && rm -f cite.bbl && bibtex cite && pdflatex -interaction=nonstopmode cite.tex &&
    pdflatex -interaction=nonstopmode cite.tex) >"$scratch/bib.log" 2>&1
  is "$(grep -c '^!\|^Warning--\|Overfull' "$scratch/bib.log")" 0 "all entries are whole" ||
    diag "$(grep -A3 '^!\|^Warning--\|Overfull' "$scratch/bib.log")"
fi
# However many rest on one work, with however long a place in it, or its author a name: nothing is cut.
cp -r "$scratch/used" "$scratch/many"
awk 'BEGIN {
  print "{\"methods\": {"
  for (i = 1; i <= 200; i++)
    printf "\"method_%d\": {\"citation\": \"Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), page %d\", \"citation_key\": \"HairerLubichWanner2006\"},\n", i, i
  name = "A"
  for (i = 1; i <= 400; i++) name = name "bcdef"
  printf "\"long\": {\"citation\": \"%s, A journal 1 (1999)\"}}, \"models\": {}, \"format\": 1}\n", name
}' >"$scratch/many/manifest.json"
run "$GIMBAL" cite "$scratch/many"
is "$status $(printf '%s\n' "$output" | grep -c '^% method_[0-9]*: .* page [0-9]*$')" "0 200" \
  "all methods that rest on one work are named" || diag "$errors"
is "$(printf '%s\n' "$output" | grep -c '^@book{HairerLubichWanner2006,$')" 1 "before its entry"
is "$(printf '%s\n' "$output" | sed -n '/^@misc{method-long,$/{n;s/^  note = {{\(A[a-z]*\), A journal 1 (1999)}},$/\1/p}' | tr -d '\n' | wc -c)" 2001 \
  "a name of 2001 letters is whole"
rm "$out/manifest.json"
run "$GIMBAL" cite "$out"
is "$status" 2 "a folder without a manifest is refused"
matches "$errors" "no manifest.json" "the message names the missing manifest"
done_testing
