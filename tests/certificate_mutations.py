"""Mutated certificates, until COUNT are rejected: by the checker, or by the comparison with the suites or with gimbal.

    python3 tests/certificate_mutations.py COUNT SEED

A mutation changes a digit, a sign, a bound, an entry or the claim, or exchanges two fields. One that is accepted must
be true still, for a reason that is found here without the checker, and is not counted; one without a reason ends with
status 1. The reasons use decimal arithmetic of 60 digits and Python's own evaluation of the expressions. Of a method
whose library is not there, gimbal's steps are not compared.
"""
import copy
import decimal
import functools
import glob
import json
import os
import random
import re
import sys
from decimal import Decimal
from fractions import Fraction

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
sys.path.insert(0, os.path.join(TOP, "python"))
from gimbal import certificate as checker, certify  # noqa: E402

decimal.getcontext().prec = 60
COMPUTED = ("enclosure", "distance", "residuals", "slope")


# ---- Mutations ------------------------------------------------------------------------------------------

def leaves(node, path=()):
    """The texts and whole numbers of a certificate, by their paths."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if isinstance(node, (dict, list)):
        for key, inner in items:
            yield from leaves(inner, path + (key,))
    else:
        yield path


def at(node, path):
    for key in path:
        node = node[key]
    return node


def put(node, path, value):
    at(node, path[:-1])[path[-1]] = value


def digit(draw, text):
    places = [i for i, c in enumerate(text) if c.isdigit()]
    if not places:
        return text
    i = draw.choice(places)
    return text[:i] + draw.choice("0123456789".replace(text[i], "")) + text[i + 1:]


def sign(draw, text):
    signs = [i for i, c in enumerate(text) if c in "+-" and text[i - 1:i] != "e" and text[i:i + 2] != "+-" and text[i - 1:i] != "+"]
    if not signs or text[0] != "-" and draw.random() < 0.3:
        return text[1:] if text.startswith("-") else "-" + text
    i = draw.choice(signs)
    return text[:i] + {"+": "-", "-": "+" if i else ""}[text[i]] + text[i + 1:]


def bound(draw, text):
    factor = draw.choice(["2*", "10*", "-1*", "1/2*", "9999999999999/10000000000000*", "10000000000001/10000000000000*", "0*"])
    return factor + f"({text})"


WORDS = {"yes": "no", "exact": "bounded", "structure": "order", "symplectic": "reversible", "energy": "invariant",
         "invariant": "energy", "algebra": "structure", "order": "l_stable", "l_stable": "stiffly_accurate",
         "stiffly_accurate": "l_stable", "equality": "algebra", "rate": "invariant"}


def mutate(draw, original, others):
    """A mutated copy, and what was done."""
    result = copy.deepcopy(original)
    paths = [p for p in leaves(original) if p[0] != "format"]
    data = [p for p in paths if p[0] not in ("claim", "kind", "second_route")]
    what = draw.choice(["digit", "sign", "bound", "entry", "claim", "exchange"])
    if what in ("digit", "sign"):
        path = draw.choice(paths if what == "digit" else data)
        put(result, path, {"digit": digit, "sign": sign}[what](draw, str(at(original, path))))
    elif what == "bound":
        path = draw.choice([p for p in data if p[0] in COMPUTED or p[-1] == "radius"])
        put(result, path, bound(draw, str(at(original, path))))
    elif what == "entry":
        path = draw.choice(data)
        put(result, path, draw.choice([str(Fraction(draw.randint(-9, 9), draw.randint(1, 9))), "0", "1",
                                       at(original, draw.choice(data))]))
    elif what == "claim":
        path = draw.choice([("claim", key) for key in original["claim"]] + [("kind",), ("claim", "value"), ("claim", "id")])
        text = at(original, path)
        other = draw.choice(others)
        new = WORDS.get(text) if draw.random() < 0.5 else other["claim"].get(path[-1], other["kind"])
        put(result, path, new or str(draw.randint(1, 7)))
    else:
        first = draw.choice(data)
        same = [p for p in data if p[:-1] == first[:-1] and p != first] or data
        second = draw.choice(same)
        a, b = at(original, first), at(original, second)
        put(result, first, b)
        put(result, second, a)
    return result, what


# ---- Why a mutated certificate is true still ------------------------------------------------------------

def series(x, k):
    """sin (k = 1) or cos (k = 0)."""
    total, term, n = Decimal(0), Decimal(1), 0
    while n < 4 or abs(term) > Decimal("1e-70"):
        if n % 2 == k:
            total += term * (-1) ** (n // 2)
        n += 1
        term *= x / n
    return total


NAMES = {"sqrt": Decimal.sqrt, "exp": Decimal.exp, "sin": lambda x: series(x, 1), "cos": lambda x: series(x, 0)}


@functools.lru_cache(None)
def code(text):
    text = re.sub(r"(?<![\w.])\d+(\.\d+)?(e-?\d+)?", lambda m: f"decimal_('{m[0]}')", str(text).split("+-")[0].strip())
    return compile(re.sub(r"\*\*decimal_\('(\d+)'\)", r"**\1", text), "expression", "eval")


def compute(text, names=()):
    """In decimal numbers, by Python."""
    return eval(code(str(text)), {"__builtins__": {}, "decimal_": Decimal, **NAMES, **dict(names)})


def ends(enclosure):
    pair = enclosure if isinstance(enclosure, list) else [enclosure] * 2
    return [compute(x) for x in pair]


def values(system, expressions, state):
    names = dict(zip(system["state"], state))
    for line in system.get("let", []):
        name, _, expression = line.partition("=")
        names[name.strip()] = compute(expression, names)
    return [compute(expression, names) for expression in expressions]


def newton(residual, guess):
    """A zero, by differences and elimination."""
    x, step = dict(guess), Decimal("1e-25")
    for _ in range(8):
        r = residual(x)
        columns = [[(a - b) / step for a, b in zip(residual({**x, name: x[name] + step}), r)] for name in x]
        rows = [[column[i] for column in columns] + [-r[i]] for i in range(len(r))]
        for k in range(len(r)):
            pivot = max(range(k, len(r)), key=lambda i: abs(rows[i][k]))
            rows[k], rows[pivot] = rows[pivot], rows[k]
            for i in range(len(r)):
                if i != k:
                    rows[i] = [a - rows[i][k] / rows[k][k] * b for a, b in zip(rows[i], rows[k])]
        change = {name: rows[k][-1] / rows[k][k] for k, name in enumerate(x)}
        x = {name: value + change[name] for name, value in x.items()}
        if max(map(abs, change.values())) < Decimal("1e-48"):
            break
    return x


def advance(system, method, start, h, boxes):
    """The state after a step, and the solutions of its equations; boxes give guesses, to six digits."""
    found, n = [], len(start)

    def solve(residual, unknown):
        box = boxes[len(found)] if len(found) < len(boxes) else None
        guess = {name: round(compute(box["centre"][name]), 6) if box else Decimal(0) for name in unknown}
        found.append(newton(residual, guess))
        return found[-1]
    if "step" in method:
        names = {**dict(zip(system["state"], start)), "h": h}
        for line in method["step"]:
            if line.startswith("solve"):
                unknown, _, equations = line[6:].partition(":")
                sides = [pair.split("=") for pair in equations.split(";")]
                names.update(solve(lambda x: [compute(a, {**names, **x}) - compute(b, {**names, **x}) for a, b in sides],
                                   [name.strip() for name in unknown.split(",")]))
                continue
            name, _, expression = line.partition("=")
            names[name.strip()] = compute(expression, names)
        return [names[name] for name in system["state"]], found
    A, b = [[compute(x) for x in row] for row in method["A"]], [compute(x) for x in method["b"]]
    unknown = [f"k{j + 1}_{name}" for j in range(len(b)) for name in system["state"]]

    def moved(row, x):
        stages = [x[name] for name in unknown]
        return [s + h * sum(a * y for a, y in zip(row, stages[i::n])) for i, s in enumerate(start)]

    def residual(x):
        fields = [f for row in A for f in values(system, system["field"], moved(row, x))]
        return [x[name] - f for name, f in zip(unknown, fields)]
    if any(a != 0 for i, row in enumerate(A) for a in row[i:]):
        return moved(b, solve(residual, unknown)), found
    x = dict.fromkeys(unknown, Decimal(0))
    for j, row in enumerate(A):
        x.update(zip(unknown[j * n:], values(system, system["field"], moved(row, x))))
    return moved(b, x), found


def rate(certificate):
    """By a difference along the field."""
    system, start, step = certificate["system"], [compute(x) for x in certificate["start"]], Decimal("1e-20")
    field = values(system, system["field"], start)
    pair = [values(system, [certificate["quantity"]], [x + k * step * f for x, f in zip(start, field)])[0] for k in (-1, 1)]
    return (pair[1] - pair[0]) / (2 * step) + values(system, [certificate.get("plus", "0")], start)[0]


def change(certificate):
    """The number that is to exclude 0, of one step; derivatives are differences."""
    system, start, h = certificate["system"], [compute(x) for x in certificate["start"]], compute(certificate["h"])

    def go(state, method="method"):
        return advance(system, certificate[method], state, h, certificate.get("boxes", []))[0]
    if certificate["kind"] == "invariant":
        before, after = (values(system, [certificate["quantity"]], state)[0] for state in (start, go(start)))
        return after - before
    if certificate["kind"] == "equality":
        i = system["state"].index(certificate["component"])
        return go(start)[i] - go(start, "other")[i]
    pairs = [(system["state"].index(p), system["state"].index(q)) for p, q in system["form"]]
    step, vectors = Decimal("1e-15"), [[compute(x) for x in vector] for vector in certificate["vectors"]]
    images = [[(x - y) / (2 * step) for x, y in zip(*(go([s + k * step * v for s, v in zip(start, vector)]) for k in (1, -1)))]
              for vector in vectors]

    def form(u, w):
        return sum(u[p] * w[q] - u[q] * w[p] for p, q in pairs)
    return form(*images) - form(*vectors)


def still(new):
    """The stated interval has the number that decimals find, but for their last digits."""
    low, high = ends(new["enclosure"])
    value = rate(new) if new["kind"] == "rate" else change(new)
    return abs(value - (low + high) / 2) <= (high - low) + abs(value) * Decimal("1e-20") and not low <= 0 <= high


def boxes_hold(new, old):
    start, h = [compute(x) for x in old["start"]], compute(old["h"])
    _, found = advance(old["system"], old["method"], start, h, old["boxes"])
    return len(found) == len(new["boxes"]) and all(
        set(box["centre"]) == set(x) and all(abs(compute(box["centre"][name]) - y) <= compute(box["radius"]) for name, y in x.items())
        for box, x in zip(new["boxes"], found))


def same(new, old):
    """Two texts of one number or expression."""
    if new == old:
        return True
    try:
        return compute(new) == compute(old) and str(new).partition("+-")[2] == str(old).partition("+-")[2]
    except (NameError, SyntaxError, TypeError, ArithmeticError, AttributeError):
        return False


def near(new, old):
    """An entry of decimals that moved by less than 1e-14, or whose uncertainty is another small one."""
    if "+-" not in str(old) or "+-" not in str(new):
        return False
    uncertain, before = (compute(str(text).partition("+-")[2]) for text in (new, old))
    return abs(compute(new) - compute(old)) < max(before, Decimal("1e-14")) and 0 <= uncertain < Decimal("1e-9")


def reason(new, old):
    """Why the certificate is true still; None: it is not. gimbal's steps agree with its system and its methods."""
    paths, before = {p: at(new, p) for p in leaves(new)}, {p: at(old, p) for p in leaves(old)}
    changed = [p for p in paths if p not in before or not same(paths[p], before[p])]
    if set(paths) != set(before):
        return None
    if not changed:
        return "the same number in other words"
    if all(p[0] == "method" and {"A", "b", "c"} & set(p) and near(paths[p], before[p]) for p in changed):
        return "an entry of a table within its uncertainty or 1e-14"
    if all(p[0] == "boxes" for p in changed):
        return "another box with the solution in it" if boxes_hold(new, old) else None
    if all(p[0] in ("start", "h", "vectors") for p in changed):
        return "another start, step or pair of vectors, with the stated number" if still(new) else None
    if all(p[0] in ("system", "method", "other", "quantity", "component") for p in changed):
        return "other expressions, with the stated number and gimbal's steps" if "start" in new and still(new) else None
    return None


def main(count, seed):
    draw = random.Random(seed)
    paths = sorted(glob.glob(os.path.join(TOP, "ci/ledger/certificates/*.json")))
    texts = [open(path, encoding="utf-8").read() for path in paths]
    originals = [json.loads(text, parse_float=str) for text in texts]
    ci = os.path.join(TOP, "ci")
    measured = functools.lru_cache(None)(lambda i: certify.measure(originals[i], ci))
    rejected, unbound = {"the checker": 0, "the suites": 0, "gimbal": 0}, 0
    kinds, reasons, failures = {}, {}, []
    while sum(rejected.values()) < count and len(failures) < 10:
        i = draw.randrange(len(originals))
        new, what = mutate(draw, originals[i], originals)
        if new == originals[i]:
            continue
        kinds.setdefault(what, [0, 0])[0] += 1
        try:
            by = "the checker"
            checker.check_text(json.dumps(new), paths[i])
            by = "the suites"
            certify.compare(new, ci)
            by = "gimbal"
            bound = certify.compare_steps(new, measured(i))
        except checker.Rejected:
            rejected[by] += 1
            continue
        kinds[what][1] += 1
        why = reason(new, originals[i])
        if why:
            reasons[why] = reasons.get(why, 0) + 1
        elif not bound and any(new.get(key) != originals[i].get(key) for key in ("system", "method")):
            unbound += 1
        else:
            failures.append((os.path.basename(paths[i]), what, [(p, at(originals[i], p), at(new, p)) for p in leaves(originals[i])
                                                                if at(originals[i], p) != at(new, p)]))
    print(f"{sum(rejected.values())} mutated certificates are rejected: "
          f"{', '.join(f'{n} by {by}' for by, n in rejected.items())}; "
          f"{sum(reasons.values())} others are true still, {len(failures)} accepted without a reason"
          + (f", {unbound} of methods that are not here" if unbound else ""))
    for what, (drawn, accepted) in sorted(kinds.items()):
        print(f"  {what}: {drawn}, accepted {accepted}")
    for why, number in sorted(reasons.items()):
        print(f"  true still: {why}: {number}")
    for failure in failures:
        print("  not ok:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
