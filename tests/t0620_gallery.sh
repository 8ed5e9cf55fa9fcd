# make gallery: a page for each table of ci/tables, whose LaTeX reads back as the same table; links, contrast, and
# the ends of known stability intervals.
. tests/tap.sh
top=$PWD
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "the gallery # SKIP there is no Python 3.9"
  done_testing
fi
export PYTHONPATH="$top/python:$top/ci/gallery" PYTHONDONTWRITEBYTECODE=1
cd "$scratch" || exit 2
run python3 "$top/ci/gallery/gallery.py" pages "$GIMBAL"
is "$status" 0 "the gallery is made" || diag "$errors"
set --
for file in explicit pairs high_order ssp stabilised dirk implicit; do set -- "$@" "$top/ci/tables/$file.txt"; done
tables=$(cat "$@" | grep -c '^[a-z].*: order')
is "$output" "$tables tables in pages/index.html" "with each table"
is "$(find pages -name '*.html' | wc -l | tr -d ' ')" $((tables + 1)) "a page for each, and an index"
is "$(grep -l 'class="refuted"\|class="undecided"\|@[a-z]*!*@' pages/*.html)" "" "nothing is refuted, and no place is left empty"
cat >check.py <<'PY'
import glob
import html
import json
import os
import re

from gimbal.tables import read, to_json
from region import Function

objects, wrong, differ = [], [], []
for path in sorted(glob.glob("pages/*.html")):
    text = open(path, encoding="utf-8").read()
    for link in re.findall(r'href="([^"#]*)', text):
        if link and not os.path.exists(os.path.join("pages", link)):
            wrong.append((path, link))
    if path.endswith("index.html"):
        continue
    name = os.path.basename(path)[:-5]
    source = html.unescape(re.search(r"<code>(\\begin.*?)</code>", text, re.S).group(1))
    table = read(source, "latex", name)[0]
    data = json.loads(to_json([table]))[0]
    data["claims"] = ", ".join(re.findall(r'data-claim="(.*?)"', text))
    objects.append(data)
    # the intervals of the drawn function, which the page's own program finds, are those that gimbal gives
    function = Function([[entry.value for entry in row] for row in table.A], [entry.value for entry in table.b])
    for end, words in ((function.real_interval(), "negative real axis: (?:up to \u2212)?([^;.]*[.]?[^;. ]*)"),
                       (function.imaginary_interval(), "on the imaginary axis: (?:up to )?([^;.]*[.]?[0-9]*)")):
        given = re.search(words, text).group(1).rstrip(".")
        own = "unbounded" if end is None else "nowhere" if end == 0 and "imag" in words else "%.4g" % end
        decimals = len(given.partition(".")[2])  # the last digit may be off by one, after rounding twice
        if given != own and (end is None or not given[0].isdigit() or abs(float(given) - end) > 10**-decimals):
            differ.append((name, given, own))
json.dump(objects, open("again.json", "w", encoding="utf-8"))
print(wrong)
print(differ)


def luminance(colour):
    colour = colour * 2 if len(colour) == 3 else colour
    parts = [int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


style = re.search(r"<style>(.*?)</style>", open("pages/index.html", encoding="utf-8").read(), re.S).group(1)
light, dark = style.split("prefers-color-scheme: dark")
colours = {}
for part in (light, dark.split("* {")[0]):
    colours.update(re.findall(r"--(\w+): #([0-9a-f]+)", part))
    for one in ("text", "soft", "link", "good", "bad", "open"):
        for ground in ("ground", "panel"):
            bright, deep = sorted((luminance(colours[one]), luminance(colours[ground])), reverse=True)
            print(one, ground, "readable" if (bright + 0.05) / (deep + 0.05) >= 4.5 else "too faint")
PY
run python3 check.py
is "$status" 0 "the LaTeX of each page is read" || diag "$errors"
is "$(echo "$output" | head -1)" "[]" "no link is broken"
is "$(echo "$output" | sed -n 2p)" "[]" "the stability intervals of the pictures are those that gimbal finds"
is "$(echo "$output" | grep -c faint)" 0 "texts have a contrast of 4.5 at least" || diag "$output"
run "$GIMBAL" algebra again.json
is "$status" 0 "the gallery's table meets the claims of its page" || diag "$errors"

# end PAGE SENTENCE: the stability intervals of known functions
ends() { matches "$(cat "pages/$1.html")" "$2" "$1: $2"; }
ends forward_euler 'up to −2; on the imaginary axis: nowhere'
ends kutta_4 'up to −2.785; on the imaginary axis: up to 2.828' # the real root of 24 + 12x + 4x² + x³, and √8
ends kutta_3 'up to −2.513; on the imaginary axis: up to 1.732'
ends chebyshev_5_1 'up to −50; on' # 2 s²
ends trapezoidal_rule 'real axis: unbounded; on the imaginary axis: unbounded'
done_testing
