"""Static pages of the tables in ci/tables: gallery.py FOLDER [GIMBAL]. An index, and a page for each table with its
coefficients, its LaTeX, gimbal's verdicts, its stability region, and where it is from."""
import ast
import glob
import html
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "python")]

from gimbal.tables import read  # noqa: E402
from region import Function, picture  # noqa: E402

FAMILIES = (("explicit", "Explicit methods up to order 6"), ("pairs", "Embedded pairs up to order 6"),
            ("high_order", "Explicit methods from order 7"),
            ("ssp", "Strong stability preserving and low-storage methods"),
            ("stabilised", "Methods with extended real stability intervals"),
            ("dirk", "Diagonally implicit methods"), ("implicit", "Fully implicit methods"))
WORDS = {"a_stable": "A-stable", "l_stable": "L-stable", "ssp": "SSP coefficient", "R(z)": "R(z)"}
FIGURES = ("autonomous_order", "linear_order", "dispersion_order", "dissipation_order", "pseudo_symplectic_order",
           "real_interval", "imaginary_interval", "ssp", "principal_error", "R(z)")
TITLE = " – tables of Runge–Kutta methods"
LONG = 14  # decimals are shown with so many digits; the LaTeX has all


# ---- Tables ----

class Table:
    """A table of a file, with its comments."""

    def __init__(self, name, claims, notes, rows):
        self.name, self.claims, self.notes = name, claims, notes
        stages = [row for row in rows if row[0]]
        self.nodes = [row[0] for row in stages]
        self.rows = [row[1] + ["0"] * (len(stages) - len(row[1])) for row in stages]
        self.weights = [row[1] for row in rows if not row[0]]
        self.found = self.embedded = None  # blocks of what gimbal says

    def latex(self):
        body = [" & ".join([latex(node)] + [latex(entry) for entry in row])
                for node, row in zip(self.nodes, self.rows)]
        body += ["\\hline\n" + " & ".join([""] + [latex(entry) for entry in self.weights[0]]).strip()]
        body += [" & ".join([""] + [latex(entry) for entry in row]).strip() for row in self.weights[1:]]
        return "\\begin{array}{c|" + "c" * len(self.rows) + "}\n" + " \\\\\n".join(body) + "\n\\end{array}"

    def function(self):
        """The stability function, from the values that the reader of LaTeX finds."""
        table = read(self.latex(), "latex")[0]
        return Function([[entry.value for entry in row] for row in table.A], [entry.value for entry in table.b])


def read_tables(path):
    tables, notes, claims, rows, name = [], {}, "", [], ""
    with open(path, encoding="utf-8") as file:
        for line in list(file) + [""]:
            line = line.strip()
            note = re.match(r"# (cite|witnesses|note|source|right): (.*)", line)
            if note:
                notes[note.group(1)] = note.group(2)
            elif not line and rows:
                tables.append(Table(name, claims, notes, rows))
                notes, rows = {}, []
            elif ":" in line and not line.startswith("#"):
                name, claims = (part.strip() for part in line.split(":"))
            elif "|" in line and not line.startswith("#"):
                node, entries = line.split("|")
                rows.append((node.strip(), entries.split()))
    return tables


# ---- Expressions ----

def tree(text):
    return ast.parse(text.replace("^", "**"), mode="eval").body


def latex(text):
    """An entry as LaTeX, which gimbal.tables reads again."""
    return _latex(tree(text), text)


SUM, PRODUCT, POWER = 1, 2, 3


def _latex(node, text, outer=0):
    if isinstance(node, ast.Constant):
        # the digits of the source, not those of a float
        return ast.get_source_segment(text.replace("^", "**"), node) or str(node.value)
    if isinstance(node, ast.Name):
        return "\\" + node.id
    if isinstance(node, ast.Call):
        inner = _latex(node.args[0], text)
        return "\\sqrt{%s}" % inner if node.func.id == "sqrt" else "\\%s(%s)" % (node.func.id, inner)
    if isinstance(node, ast.UnaryOp):
        found, level = "-" + _latex(node.operand, text, PRODUCT), SUM
    elif isinstance(node.op, (ast.Add, ast.Sub)):
        sign = "+" if isinstance(node.op, ast.Add) else "-"
        right = _latex(node.right, text, SUM + (sign == "-"))
        found, level = _latex(node.left, text, SUM) + sign + right, SUM
        if right.startswith("-"):
            found = _latex(node.left, text, SUM) + sign + "\\left(" + right + "\\right)"
    elif isinstance(node.op, ast.Div):
        top, bottom = _latex(node.left, text), _latex(node.right, text)
        minus = ""
        if re.fullmatch(r"-[\d.]+", top):
            minus, top = "-", top[1:]
        found, level = "%s\\frac{%s}{%s}" % (minus, top, bottom), SUM if minus else POWER
    elif isinstance(node.op, ast.Mult):
        left, right = _latex(node.left, text, PRODUCT), _latex(node.right, text, PRODUCT)
        found, level = left + ("\\cdot " if right[0].isdigit() else " ") + right, PRODUCT
    else:
        found, level = "%s^{%s}" % (_latex(node.left, text, POWER + 1), _latex(node.right, text)), POWER
    return "\\left(%s\\right)" % found if level < outer else found


def shown(text):
    """An entry as HTML: fractions and roots as they are, long decimals cut, with all digits in the title."""
    if not text or text == "0":
        return "0"
    plain = html.escape(text.replace("*", "\u00b7").replace("sqrt", "\u221a").replace("-", "\u2212"))
    plain = re.sub("\u221a\\((\\d+)\\)", "\u221a\\1", plain)
    digits = re.fullmatch(r"(\u2212?\d*\.\d+)", plain)
    if digits and len(plain) > LONG + 3:
        return f'<span title="{html.escape(text)}">{plain[:LONG]}\u2026</span>'
    fraction = re.fullmatch("(\u2212?)(\\d+)/(\\d+)", plain)
    if fraction:
        return f'{fraction.group(1)}<span class="fraction"><sup>{fraction.group(2)}</sup>\u2044<sub>{fraction.group(3)}</sub></span>'
    return plain


# ---- What gimbal says ----

def ask(gimbal, path):
    """Blocks of lines (quantity, found, sentence), by the method's name, and the verdicts on claims."""
    def start(*words):
        ended = subprocess.run([gimbal, "algebra", path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               universal_newlines=True, check=False, encoding="utf-8")
        if ended.returncode not in (0, 1, 4):
            sys.exit(ended.stderr)
        return ended.stdout
    verdicts = {}
    for line in start("--json").splitlines():
        verdict = json.loads(line)
        verdicts[verdict["method"], verdict["quantity"]] = verdict
    blocks, name = {}, ""
    figure = re.compile(r"  (%s) +(.*)" % "|".join(re.escape(word) for word in FIGURES))
    for line in start().splitlines():
        head = re.match(r"(\S+): ", line)
        if head:
            name = head.group(1)
            blocks[name] = []
            continue
        fact = figure.match(line)
        if fact and (name, fact.group(1)) not in verdicts:
            blocks[name].append((fact.group(1), fact.group(2), "", ""))
            continue
        fact = re.match(r"  (\S.*?\S?) +(yes|no|\?|[\d.]+) +(\S.*)", line)
        if fact and not line.startswith("    "):
            quantity, found, sentence = fact.groups()
            verdict = verdicts.get((name, quantity))
            blocks[name].append((quantity, found, verdict["verdict"] if verdict else "",
                                 verdict["reason"] if verdict else sentence))
    return blocks


def match(blocks, table):
    """A method has the table's name, or NAME_table where gimbal has a method of that name."""
    key = re.sub(r"[^a-z0-9]", "_", table.name.lower())
    for name in (key, key + "_table"):
        if name in blocks:
            table.found, table.embedded = blocks[name], blocks.get(name + "_embedded")


# ---- Pages ----

def template(folder=HERE):
    with open(os.path.join(folder, "pages.html"), encoding="utf-8") as file:
        pieces = re.split(r"<!-- fragment (\S+) -->\n", file.read())
    return dict(zip(pieces[1::2], pieces[2::2]))


def fill(piece, **values):
    """@name@ is a text, and @name!@ is markup."""
    def value(match):
        found = str(values[match.group(1)])
        return found if match.group(2) else html.escape(found)
    return re.sub(r"@(\w+)(!?)@", value, piece)


def coefficients(table):
    out = []
    explicit = all(entry == "0" for i, row in enumerate(table.rows) for entry in row[i:])
    for i, (node, row) in enumerate(zip(table.nodes, table.rows)):
        out.append("<tr><th scope=\"row\">%s</th>%s</tr>" % (shown(node), "".join(
            "<td>%s</td>" % ("" if explicit and j >= i else shown(entry)) for j, entry in enumerate(row))))
    for number, row in enumerate(table.weights):
        out.append("<tr class=\"weights\"><th scope=\"row\">%s</th>%s</tr>" % (
            "b\u0302" if number else "b", "".join("<td>%s</td>" % shown(e) for e in row)))
    return "\n".join(out)


def word(quantity):
    return WORDS.get(quantity, quantity.replace("_", " "))


def facts(block):
    """Rows of verdicts, of properties that are not claimed, and of figures."""
    out = []
    for quantity, found, verdict, sentence in block or []:
        head = f'<tr><th scope="row">{html.escape(word(quantity))}</th>'
        if quantity in FIGURES and not verdict:
            out.append(f'{head}<td colspan="3" class="words">{powers(found)}</td></tr>')
            continue
        mark = f'<b class="{verdict}">{verdict}</b>' if verdict else '<span class="soft">not claimed</span>'
        out.append(f'{head}<td data-label="found">{html.escape(found)}</td><td>{mark}</td>'
                   f'<td>{powers(sentence)}</td></tr>')
    return "\n".join(out)


def powers(sentence):
    return re.sub(r"(\d|z)\^(\d+)", r"\1<sup>\2</sup>", html.escape(sentence))


def properties(table):
    return [word(claim.strip()) for claim in table.claims.split(",")
            if not re.match(r" *(order|embedded) ", claim)]


def figure_of(table, quantity):
    return next((found for name, found, _, _ in table.found or [] if name == quantity), "")


def orders(table):
    order = re.search(r"order (\d+)", table.claims)
    embedded = re.search(r"embedded (\d+)", table.claims)
    return order.group(1) if order else "", embedded.group(1) if embedded else ""


def end(text):
    """The figure of an interval with four digits."""
    return text if text == "unbounded" else "%.4g" % float(text.split()[0])


def page(pieces, table, family):
    function = table.function()
    real, imaginary = end(figure_of(table, "real_interval")), end(figure_of(table, "imaginary_interval"))
    words = "Stable on the negative real axis: %s; on the imaginary axis: %s." % (
        real if real == "unbounded" else "up to \u2212" + real,
        imaginary if imaginary == "unbounded" else "up to " + imaginary if imaginary != "0" else "nowhere")
    chips = "".join("<li data-claim=\"%s\">%s</li>" % (
        claim.strip(), " ".join([word(claim.split()[0]), *claim.split()[1:]])) for claim in table.claims.split(","))
    return fill(pieces["table"], name=table.name, family=family, chips=chips,
                stages=len(table.rows), coefficients=coefficients(table), latex=table.latex(),
                facts=facts(table.found),
                embedded=fill(pieces["embedded"], facts=facts(table.embedded)) if table.embedded else "",
                region=picture(function, table.name, words), words=words,
                witnesses="".join("<li>%s</li>" % html.escape(w) for w in table.notes.get("witnesses", "").split("; ")),
                cite=table.notes.get("cite", ""),
                note="<p>Note: %s.</p>" % html.escape(table.notes["note"]) if "note" in table.notes else "")


def row(table):
    order, embedded = orders(table)
    return ("<tr><th scope=\"row\"><a href=\"%s.html\">%s</a></th><td data-label=\"stages\">%d</td>"
            "<td data-label=\"order\">%s</td><td data-label=\"embedded\">%s</td><td data-label=\"properties\" class=\"words\">%s</td>"
            "<td data-label=\"publication\">%s</td></tr>" % (
                table.name, table.name, len(table.rows), order, embedded or "\u2013",
                ", ".join(properties(table)) or "\u2013", html.escape(table.notes.get("cite", ""))))


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join("out", "gallery")
    gimbal = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("GIMBAL", os.path.join(ROOT, "build", "gimbal"))
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(folder, "*.html")):
        os.remove(old)
    pieces = template()
    foot = fill(pieces["foot"], target="gallery", origin="ci/tables")
    sections, count = [], 0
    for stem, title in FAMILIES:
        path = os.path.join(ROOT, "ci", "tables", stem + ".txt")
        tables = read_tables(path)
        blocks = ask(gimbal, path)
        for table in tables:
            match(blocks, table)
            write(folder, table.name + ".html", fill(pieces["head"], title=table.name + TITLE, style=pieces["style"]) +
                  page(pieces, table, title) + foot)
        sections.append(fill(pieces["section"], id=stem, title=title, count=len(tables),
                             rows="\n".join(row(table) for table in tables)))
        count += len(tables)
    links = "".join('<li><a href="#%s">%s</a></li>' % family for family in FAMILIES)
    write(folder, "index.html", fill(pieces["head"], title="Butcher tables" + TITLE, style=pieces["style"]) +
          fill(pieces["index"], count=count, links=links, sections="\n".join(sections)) + foot)
    print("%d tables in %s" % (count, os.path.join(folder, "index.html")))


if __name__ == "__main__":
    main()
