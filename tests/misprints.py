"""Misprints in the tables of ci/tables: misprints.py SEED COUNT [GIMBAL].

Each is a wrong digit, a wrong sign, or two entries of a row exchanged, in A, b or c. If the claimed order is
refuted, the right repair must be among the first three that `gimbal algebra` lists. Some misprints leave the
order as it is, since the stage has weight 0; they are counted.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read_tables():
    """(order, [[node, entries, separator], ...]) of each table, with its stages and first weights."""
    tables = []
    for name in ("explicit.txt", "implicit.txt"):
        for line in open(os.path.join(ROOT, "ci", "tables", name), encoding="utf-8"):
            line = line.strip()
            if line.startswith("#") or not line:
                continue
            if ":" in line:
                tables.append((int(re.search(r"order (\d+)", line).group(1)), []))
                continue
            node, entries = (part.strip() for part in line.split("|"))
            comma = "," in entries
            cells = [cell.strip() for cell in entries.split(",")] if comma else entries.split()
            rows = tables[-1][1]
            if node or not rows or rows[-1][0]:
                rows.append([node, cells, ", " if comma else " "])
    return tables


def wrong_digit(text):
    place = random.choice([match.start() for match in re.finditer(r"\d", text)])
    digit = random.choice([d for d in "123456789" if d != text[place]])
    return text[:place] + digit + text[place + 1:]


def plant(rows):
    """Makes one misprint; what its repair is called, or None where the table has no place for it."""
    stages = len(rows) - 1
    kind = random.choice(["digit", "sign", "exchange", "node"])
    if kind == "node":
        places = [i for i in range(stages) if rows[i][0] != "0"]
        if not places:
            return None
        i = random.choice(places)
        rows[i][0] = wrong_digit(rows[i][0])
        return "c_%d = " % (i + 1)
    if kind == "exchange":
        places = [(i, a, b) for i, row in enumerate(rows) for a in range(len(row[1])) for b in range(a)
                  if row[1][a] != row[1][b]]
        if not places:
            return None
        i, a, b = random.choice(places)
        rows[i][1][a], rows[i][1][b] = rows[i][1][b], rows[i][1][a]
        return "exchanged"
    i, j = random.choice([(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row[1]) if cell != "0"])
    cell = rows[i][1][j]
    rows[i][1][j] = "-(" + cell + ")" if kind == "sign" else wrong_digit(cell)
    return "b_%d = " % (j + 1) if i == stages else "a_%d,%d = " % (i + 1, j + 1)


def main():
    random.seed(int(sys.argv[1]))
    gimbal = sys.argv[3] if len(sys.argv) > 3 else os.path.join(ROOT, "build", "gimbal")
    tables = read_tables()
    found = harmless = lost = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "misprint.txt")
        while found + harmless + lost < int(sys.argv[2]):
            order, table = random.choice(tables)
            rows = [[node, list(cells), separator] for node, cells, separator in table]
            repair = plant(rows)
            if not repair:
                continue
            text = "".join("%s | %s\n" % (node, separator.join(cells)) for node, cells, separator in rows)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            answer = subprocess.run([gimbal, "algebra", path, "--order", str(order)], stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, universal_newlines=True, check=False)
            repairs = [line for line in answer.stdout.split("\n") if "misprint?" in line][:3]
            if answer.returncode == 0:
                harmless += 1
            elif any(repair in line for line in repairs):
                found += 1
            else:
                lost += 1
                print("not found: %s\n%s%s%s" % (repair, text, answer.stdout, answer.stderr))
    print("%d found, %d without effect on the order, %d not found" % (found, harmless, lost))
    return lost > 0


sys.exit(main())
