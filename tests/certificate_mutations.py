"""Mutated certificates: each must be rejected, or be true still for a reason that is found here without the checker.

    python3 tests/certificate_mutations.py COUNT SEED

A mutation changes a digit, a sign, a bound, an entry or the claim, or exchanges two fields. What is accepted by the
checker and by the comparison with the suites is counted by reason; one without a reason ends with status 1. The
reasons use decimal arithmetic of 60 digits and Python's own evaluation of the expressions, not the checker's.
"""
import copy
import decimal
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

NAMES = {"sqrt": Decimal.sqrt, "exp": Decimal.exp}


def compute(text, names=()):
    """In decimal numbers, by Python."""
    text = re.sub(r"(?<![\w.])\d+(\.\d+)?(e-?\d+)?", lambda m: f"decimal_('{m[0]}')", str(text).split("+-")[0].strip())
    text = re.sub(r"\*\*decimal_\('(\d+)'\)", r"**\1", text)
    return eval(text, {"__builtins__": {}, "decimal_": Decimal, **NAMES, **dict(names)})


def ends(enclosure):
    pair = enclosure if isinstance(enclosure, list) else [enclosure] * 2
    return [compute(x) for x in pair]


def wider(new, old):
    (a, b), (c, d) = ends(new), ends(old)
    return a <= c and d <= b and (not (c > 0 or d < 0) or a > 0 or b < 0)


def wider_residuals(new, old):
    if [row[0] for row in new] != [row[0] for row in old]:
        return False
    contain = all(ends(n)[0] <= ends(o)[0] and ends(o)[1] <= ends(n)[1] for (_, n), (_, o) in zip(new, old))
    return contain and any(ends(n)[0] > 0 or ends(n)[1] < 0 for _, n in new)


def state_of(system, state):
    names = dict(zip(system["state"], state))
    for line in system.get("let", []):
        name, _, expression = line.partition("=")
        names[name.strip()] = compute(expression, names)
    return names


def equations(certificate):
    """The residual of the implicit equations, as a function of the unknowns by name."""
    system, method = certificate["system"], certificate["method"]
    start, h = [compute(x) for x in certificate["start"]], compute(certificate["h"])
    if "step" in method:
        names = {**dict(zip(system["state"], start)), "h": h}
        for line in method["step"]:
            if line.startswith("solve"):
                sides = [pair.split("=") for pair in line.partition(":")[2].split(";")]
                return lambda x: [compute(a, {**names, **x}) - compute(b, {**names, **x}) for a, b in sides]
            name, _, expression = line.partition("=")
            names[name.strip()] = compute(expression, names)

    def residual(x):
        total, stages = [], range(len(method["b"]))
        for i in stages:
            state = [s + h * sum(compute(method["A"][i][j]) * x[f"k{j + 1}_{name}"] for j in stages)
                     for name, s in zip(system["state"], start)]
            names = state_of(system, state)
            total += [x[f"k{i + 1}_{name}"] - compute(f, names) for name, f in zip(system["state"], system["field"])]
        return total
    return residual


def solution(certificate, guess):
    """Newton's iteration with differences, and elimination, in decimal numbers."""
    residual, x, step = equations(certificate), dict(guess), Decimal("1e-25")
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
        x = {name: value + rows[k][-1] / rows[k][k] for k, (name, value) in enumerate(x.items())}
    return x


def box_holds(new, old):
    for box, before in zip(new["boxes"], old["boxes"]):
        centre = {name: compute(x) for name, x in before["centre"].items()}
        radius = compute(box["radius"])
        found = solution(old, {name: round(x, 6) for name, x in centre.items()})
        if set(box["centre"]) != set(found) or \
                any(abs(compute(box["centre"][name]) - x) > radius for name, x in found.items()):
            return False
    return len(new["boxes"]) == len(old["boxes"])


def unread(name, old):
    """No expression has the name, but for NAME = NAME + ..., which moves it."""
    lines = [line.split("=", 1) for line in old["method"].get("step", [])] if "method" in old else []
    texts = old["system"]["field"] + old["system"].get("let", []) + old["system"].get("constraints", []) + [old.get("quantity", "")]
    texts += [re.sub(rf"^\s*{name} \+", "", pair[-1]) if pair[0].strip() == name else "=".join(pair) for pair in lines]
    return "step" in old.get("method", {}) and not any(re.search(rf"\b{name}\b", text) for text in texts)


def rate(certificate):
    """By a difference along the field."""
    system, start, step = certificate["system"], [compute(x) for x in certificate["start"]], Decimal("1e-20")
    field = [compute(f, state_of(system, start)) for f in system["field"]]
    values = [compute(certificate["quantity"], state_of(system, [x + k * step * f for x, f in zip(start, field)])) for k in (-1, 1)]
    return (values[1] - values[0]) / (2 * step) + compute(certificate.get("plus", 0), state_of(system, start))


def minors(vectors):
    u, w = ([compute(x) for x in vector] for vector in vectors)
    return [u[i] * w[j] - u[j] * w[i] for i in range(len(u)) for j in range(i)]


def table(certificate):
    """A and b, without their uncertainty."""
    return [[compute(x) for x in row] for row in certificate["method"]["A"]], [compute(x) for x in certificate["method"]["b"]]


def residual(certificate, tree):
    A, b = table(certificate)

    def phi(tree):
        inner, stages = [phi(branch) for branch in tree], range(len(b))
        total = []
        for i in stages:
            product = Decimal(1)
            for x in inner:
                product *= sum(A[i][j] * x[j] for j in stages)
            total.append(product)
        return total

    def size(tree):
        return 1 + sum(map(size, tree))

    def gamma(tree):
        product = size(tree)
        for branch in tree:
            product *= gamma(branch)
        return product
    return sum(x * y for x, y in zip(b, phi(tree))) - Decimal(1) / gamma(tree)


def at_infinity(certificate):
    """Of a diagonally implicit method whose first stage is the start."""
    A, b = table(certificate)
    right = [Decimal(0)] + [-row[0] for row in A[1:]]
    for _ in range(2):
        found = [Decimal(0)]
        for i in range(1, len(b)):
            found.append((right[i] - sum(A[i][j] * found[j] for j in range(1, i))) / A[i][i])
        right = [1 - x for x in found]
    return 1 - sum(x * y for x, y in zip(b[1:], found[1:]))


def narrower(new, old, key):
    """Stated intervals in which the value is, and which exclude 0 where they did."""
    if key == "residuals":
        pairs = [(n, o, residual(old, tree)) for (tree, n), (_, o) in zip(new[key], old[key])]
    elif old["kind"] == "l_stable":
        pairs = [(new[key], old[key], at_infinity(old))]
    elif old["kind"] == "stiffly_accurate":
        A, b = table(old)
        pairs = [(new[key], old[key], b[old["stage"] - 1] - A[-1][old["stage"] - 1])]
    else:
        return False
    return all(ends(n)[0] <= value <= ends(n)[1] and (ends(o)[0] <= 0 <= ends(o)[1] or not ends(n)[0] <= 0 <= ends(n)[1])
               for n, o, value in pairs)


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


def all_near(new, old):
    rows = [(new[key], old[key]) for key in "bc"] + list(zip(new["A"], old["A"]))
    return all(len(a) == len(b) for a, b in rows) and all(same(x, y) or near(x, y) for a, b in rows for x, y in zip(a, b))


def overlap(new, old):
    """Two intervals, but for roundings of the last digits."""
    (low, high), (least, most) = ([compute(x) for x in pair] for pair in (new, old))
    return low <= most and high >= least


def reason(new, old):
    """Why the certificate is true still; None: it is not."""
    paths, before = {p: at(new, p) for p in leaves(new)}, {p: at(old, p) for p in leaves(old)}
    if set(paths) == set(before) and all(same(x, before[p]) for p, x in paths.items()):
        return "the same number in other words"
    keys = {key for key in {*new, *old} if new.get(key) != old.get(key)}
    if len(keys) != 1:
        return None
    key, = keys
    if key in ("enclosure", "distance") and wider(new[key], old[key]):
        return "a wider interval" + (" that excludes the claim" if key == "enclosure" else "")
    if key == "method" and "A" in old[key] and all_near(new[key], old[key]):
        return "an entry of the table within its uncertainty or 1e-14"
    if key == "distance" and overlap(new[key], old[key]):
        return "another interval with the distance in it"
    if key in ("system", "method", "other"):
        return "another system or method, of which it is true: for the reader to compare"
    if key == "residuals" and wider_residuals(new[key], old[key]):
        return "a wider interval that excludes the claim"
    if key in ("enclosure", "residuals") and narrower(new, old, key):
        return "a narrower interval with the value in it"
    if key == "boxes" and box_holds(new, old):
        return "another box with the solution in it"
    if key == "start" and len(new[key]) == len(old[key]):
        changed = [name for name, a, b in zip(old["system"]["state"], new[key], old[key]) if a != b]
        if all(unread(name, old) for name in changed):
            return "another start, in a coordinate that nothing reads"
        if old["kind"] == "rate" and ends(old["enclosure"])[0] <= rate(new) <= ends(old["enclosure"])[1]:
            return "another start with the same rate"
    if key == "vectors" and minors(new[key]) == minors(old[key]):
        return "two vectors of the same area"
    return None


def main(count, seed):
    draw = random.Random(seed)
    paths = sorted(glob.glob(os.path.join(TOP, "ci/ledger/certificates/*.json")))
    texts = [open(path, encoding="utf-8").read() for path in paths]
    originals = [json.loads(text, parse_float=str) for text in texts]
    done = by_checker = by_suites = 0
    kinds, reasons, failures = {}, {}, []
    while done < count:
        i = draw.randrange(len(originals))
        new, what = mutate(draw, originals[i], originals)
        if new == originals[i]:
            continue
        done += 1
        kinds.setdefault(what, [0, 0])[0] += 1
        try:
            checker.check_text(json.dumps(new), paths[i])
        except checker.Rejected:
            by_checker += 1
            continue
        try:
            certify.compare(new, os.path.join(TOP, "ci"))
        except checker.Rejected:
            by_suites += 1
            continue
        kinds[what][1] += 1
        why = reason(new, originals[i])
        if why:
            reasons[why] = reasons.get(why, 0) + 1
        else:
            failures.append((os.path.basename(paths[i]), what, [(p, at(originals[i], p), at(new, p)) for p in leaves(originals[i])
                                                                if at(originals[i], p) != at(new, p)]))
    print(f"{done} mutated certificates: {by_checker} rejected by the checker, {by_suites} more by the suites, "
          f"{sum(reasons.values())} true still, {len(failures)} accepted without a reason")
    for what, (drawn, accepted) in sorted(kinds.items()):
        print(f"  {what}: {drawn}, accepted {accepted}")
    for why, number in sorted(reasons.items()):
        print(f"  true still: {why}: {number}")
    for failure in failures:
        print("  not ok:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
