"""Misprints in the tables of ci/tables: misprints.py SEED COUNT [GIMBAL].

Each is a wrong digit, a wrong sign, two digits or two entries of a row exchanged, a missing zero, or two wrong
entries in one row, in A, b, c or the embedded weights; of fractions, or of the same table in decimals of 16 digits.
If a claim is not confirmed, the right repair must be among the first three that `gimbal algebra` lists. Some
misprints break no claim, since the stage has weight 0 or the order is low; they are counted. A clean table must be
confirmed, without a repair.
"""
import collections
import decimal
import os
import random
import re
import subprocess
import sys
import tempfile

STAGES_MOST = 7
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BATCH = 100
LEAST = 0.95  # of the misprints that break a claim
KINDS = ("digit", "sign", "digits exchanged", "entries exchanged", "missing zero", "node", "two")


def read_tables():
    """[claims, [[node, entries], ...]] of each table, with its stages and then its rows of weights.

    Left out are tables with more than STAGES_MOST stages, with numbers that are not exact (decimals, or more
    than 12 digits), with nodes that are not the sums of the rows, and with equal stages, which a repair
    presumes."""
    tables = []
    for name in ("explicit.txt", "pairs.txt", "dirk.txt", "implicit.txt"):
        for line in open(os.path.join(ROOT, "ci", "tables", name), encoding="utf-8"):
            line = line.strip()
            if line.startswith("#") or not line:
                continue
            if ":" in line:
                tables.append((line.split(":")[1].strip(), []))
                continue
            node, entries = (part.strip() for part in line.split("|"))
            cells = [cell.strip() for cell in entries.split(",")] if "," in entries else entries.split()
            tables[-1][1].append([node, cells])
    return [table for table in tables
            if len(table[1]) <= STAGES_MOST + 2 and (table[1][0][1] or table[1][0][0] == "0")
            and not any(row in table[1][:i] for i, row in enumerate(table[1]))
            and not any(re.search(r"[.]|\d{13}|cos", cell) for node, cells in table[1] for cell in [node, *cells])]


def decimals(text):
    """The entry in decimals of 16 digits."""
    with decimal.localcontext() as context:
        context.prec = 40
        expression = re.sub(r"\d+", lambda number: "Decimal(%s)" % number.group(), text)
        value = eval(expression, {"Decimal": decimal.Decimal, "sqrt": decimal.Decimal.sqrt})
        return str(value.quantize(decimal.Decimal("1e-16"))) if value != int(value) else str(int(value))


def places(text):
    """Where digits stand; the last two of a long decimal are not seen."""
    digits = [match.start() for match in re.finditer(r"\d", text)]
    return digits[:-2] if len(digits) > 12 else digits


def wrong_digit(text):
    place = random.choice(places(text))
    digit = random.choice([d for d in "123456789" if d != text[place]])
    return text[:place] + digit + text[place + 1:]


def exchanged_digits(text):
    pairs = [i for i in places(text) if text[i + 1:i + 2].isdigit() and text[i] != text[i + 1]]
    if not pairs:
        return None
    i = random.choice(pairs)
    return text[:i] + text[i + 1] + text[i] + text[i + 2:]


def label(rows, stages, i, j):
    if i < stages:
        return "a_%d,%d" % (i + 1, j + 1)
    return "%sb_%d" % ("" if i == stages else "embedded ", j + 1)


def plant(rows, kind):
    """Makes one misprint; what the line of its repair contains, or None where the table has no place for it."""
    stages = sum(row[0] != "" for row in rows)
    full = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row[1]) if cell != "0"]
    zeros = [(i, j) for i, j in full if i < stages and kind == "missing zero" and "0" in rows[i][1][:j]]
    i, j = random.choice(zeros or full)
    cells = rows[i][1]
    if kind == "node":
        i = random.randrange(stages)
        if rows[i][0] == "0":
            return None
        rows[i][0] = wrong_digit(rows[i][0])
        return ["c_%d = " % (i + 1)]
    if kind == "missing zero":
        if not zeros:
            return None
        del cells[cells.index("0")]
        cells.append("0")
        return [re.compile(r"exchanged|moved by one place"), label(rows, stages, i, 0)[:-1]]
    if kind == "entries exchanged":
        k = random.randrange(len(cells))
        if cells[k] == cells[j]:
            return None
        cells[j], cells[k] = cells[k], cells[j]
        return ["%s and %s exchanged" % tuple(label(rows, stages, i, l) for l in sorted((j, k)))]
    if kind == "two":
        others = [k for l, k in full if l == i and k != j]
        if not others:
            return None
        k = random.choice(others)
        cells[j], cells[k] = wrong_digit(cells[j]), wrong_digit(cells[k])
        return [label(rows, stages, i, l) + " = " for l in (j, k)]
    changed = {"digit": wrong_digit, "digits exchanged": exchanged_digits, "sign": "-({})".format}[kind](cells[j])
    if not changed:
        return None
    cells[j] = changed
    return [label(rows, stages, i, j) + " = "]


def judge(gimbal, path, tables):
    """Of each table whether all its claims are confirmed, the lines of repairs, and all that is printed of it."""
    with open(path, "w", encoding="utf-8") as file:
        for i, (claims, rows) in enumerate(tables):
            file.write("t%d: %s\n" % (i, claims))
            file.write("".join("%s | %s\n" % (node, ", ".join(cells)) for node, cells in rows) + "\n")
    answer = subprocess.run([gimbal, "algebra", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            universal_newlines=True, check=False)
    texts = collections.defaultdict(str)
    for block in re.split(r"(?m)^(?=t\d+\w*: )", answer.stdout)[1:]:
        texts[int(re.match(r"t(\d+)", block).group(1))] += block
    for i, (claims, rows) in enumerate(tables):
        text = "%s%s" % ("".join("%s | %s\n" % (node, ", ".join(cells)) for node, cells in rows), texts[i])
        lines = texts[i].split("\n")
        yield (bool(texts[i]) and not re.search("(?m)^  [a-z_]+ +[^ ]+ +(refuted|undecided|failed): ", text),
               [line for line in lines if "misprint?" in line and " see " not in line],
               "%s\n%s%s" % (claims, text, "" if texts[i] else answer.stderr))


def fits(line, parts):
    return all(part.search(line) if hasattr(part, "search") else part in line for part in parts)


def main():
    random.seed(int(sys.argv[1]))
    gimbal = sys.argv[3] if len(sys.argv) > 3 else os.path.join(ROOT, "build", "gimbal")
    found, harmless, lost = collections.Counter(), collections.Counter(), collections.Counter()
    offered = 0
    forms = []
    for claims, rows in read_tables():
        forms.append((claims, rows))
        forms.append((claims, [[decimals(node) if node else "", [decimals(cell) for cell in cells]]
                               for node, cells in rows]))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "misprint.txt")
        for right, repairs, text in judge(gimbal, path, forms):
            if not right or repairs:
                offered += 1
                print("clean, but not confirmed:\n" + text)
        planted = []
        while len(planted) < int(sys.argv[2]):
            claims, table = random.choice(forms)
            rows = [[node, list(cells)] for node, cells in table]
            kind = random.choice(KINDS)
            repair = plant(rows, kind)
            if repair and rows != table:
                planted.append((kind, repair, (claims, rows)))
        for start in range(0, len(planted), BATCH):
            batch = planted[start:start + BATCH]
            results = judge(gimbal, path, [table for kind, repair, table in batch])
            for (kind, repair, table), (right, repairs, text) in zip(batch, results):
                if right:
                    harmless[kind] += 1
                elif any(fits(line, repair) for line in repairs[:3]):
                    found[kind] += 1
                else:
                    lost[kind] += 1
                    print("not found: %s\n%s" % (repair, text))
    for kind in KINDS:
        print("%-18s %4d found, %3d break no claim, %3d not found" % (kind, found[kind], harmless[kind], lost[kind]))
    right, wrong = sum(found.values()), sum(lost.values())
    print("%d found, %d break no claim, %d not found; %d clean tables of %d not confirmed"
          % (right, sum(harmless.values()), wrong, offered, len(forms)))
    return offered > 0 or right < LEAST * (right + wrong)


sys.exit(main())
