#!/usr/bin/env python3
"""Checks certificates: files from which a claim about an integrator is refuted by exact arithmetic.

    python3 certificate.py FILE.json...        a sentence for each; status 1 if one is rejected

This file needs Python's standard library only, and nothing of gimbal. Numbers are intervals with rational ends.
Fractions are exact; the ends of long ones are rounded outwards. A certificate is accepted only if the
intervals exclude the claim. docs/certificates.md describes the format and the theorems.
"""
import ast, fnmatch, json, math, os, re, sys
from fractions import Fraction

BITS, LONGEST = 320, 400  # of the ends of intervals after rounding, and of denominators that are not rounded

class Rejected(Exception): """Why the certificate refutes nothing."""

def require(condition, why):
    if not condition:
        raise Rejected(why)

# ---- Intervals and their derivatives -------------------------------------------------------------------
def down(x):
    return x if x.denominator.bit_length() <= LONGEST else Fraction((x.numerator << BITS) // x.denominator, 1 << BITS)

class Number:
    """A real number between two fractions, and its derivatives by some variables, which are such numbers."""
    __slots__ = ("lo", "hi", "slopes")

    def __init__(self, lo, hi=None, slopes=()):
        lo = lo if type(lo) is Fraction else Fraction(lo)
        hi = lo if hi is None else hi if type(hi) is Fraction else Fraction(hi)
        self.lo, self.hi, self.slopes = down(lo), hi if down(hi) is hi else -down(-hi), slopes

    def chain(self, slope, other=None, others=None):
        """Derivatives of a function of this and of another number, from its partial derivatives."""
        count = max(len(self.slopes), len(other.slopes) if other else 0)
        total = [ZERO] * count
        for x, factor in ((self, slope), (other, others)) if count else ():
            for i, d in enumerate(x.slopes if x else ()):
                if d is not ZERO:
                    total[i] += d if factor is ONE else d * factor
        return total
    def alone(self):
        return Number(self.lo, self.hi)
    def along(self, vector):
        """The derivative in a direction."""
        return sum((d * x for d, x in zip(self.slopes, vector)), ZERO)
    def __neg__(self):
        return Number(-self.hi, -self.lo, [-d for d in self.slopes])
    def __add__(self, other):
        return Number(self.lo + other.lo, self.hi + other.hi, self.chain(ONE, other, ONE))
    def __sub__(self, other):
        return self + -other
    def __mul__(self, other):
        ends = [a * b for a in (self.lo, self.hi)[self.lo == self.hi:] for b in (other.lo, other.hi)[other.lo == other.hi:]]
        return Number(min(ends), max(ends), self.chain(other.alone(), other, self.alone())
                      if self.slopes or other.slopes else ())
    def inverse(self):
        require(not self.has_zero(), "a divisor may be zero")
        value = Number(1 / self.hi, 1 / self.lo)
        return Number(value.lo, value.hi, self.chain(-(value * value)) if self.slopes else ())
    def __truediv__(self, other):
        return self * other.inverse()
    def has_zero(self):
        return self.lo <= 0 <= self.hi
    def vanishes(self):
        return self.has_zero() and self.size() < Fraction(1, 10 ** 40)
    def middle(self):
        return Number(down((self.lo + self.hi) / 2)) if self.lo < self.hi else Number(self.lo)
    def size(self):
        return max(abs(self.lo), abs(self.hi))
    def least(self):
        return max(self.lo, -self.hi, Fraction(0))
    def __str__(self):
        return "%.9g" % float((self.lo + self.hi) / 2)

ZERO, ONE = Number(0), Number(1)

def root(x):
    require(x.lo >= 0, "the root of a negative number")
    def floor(value):
        exact = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        scaled = math.isqrt((value.numerator << 2 * BITS) // value.denominator)
        return exact if exact ** 2 == value else Fraction(scaled, 1 << BITS)
    high = floor(x.hi)
    return Number(floor(x.lo), high if high ** 2 == x.hi else high + Fraction(1, 1 << BITS))

def taylor(x, kind):
    """sin, cos or exp at a point: Taylor's polynomial by Horner's scheme, and a remainder of |x|^n e^|x| / n!."""
    require(x.size() <= 32, "an argument beyond 32")
    remainder, n = Fraction(3) ** math.ceil(x.size()), 0
    while remainder * (1 << 280) > 1:
        n += 1
        remainder = -down(-remainder * x.size() / n)
    total = ZERO
    for k in reversed(range(n)):
        sign = 1 if kind == "exp" else (0, 1, 0, -1)[(k + (kind == "cos")) % 4]
        total = total * x / Number(k + 1) + Number(sign)
    return total + Number(-remainder, remainder)

def wave(kind):
    def value(x):  # whose slope is between -1 and 1
        radius = max(x.hi - x.middle().lo, x.middle().lo - x.lo)
        return taylor(x.middle(), kind) + Number(-radius, radius)
    return value

FUNCTIONS = {  # and their slopes, from x and the value
    "sqrt": (root, lambda x, f: (f + f).inverse()),
    "sin": (wave("sin"), lambda x, f: FUNCTIONS["cos"][0](x)),
    "cos": (wave("cos"), lambda x, f: -FUNCTIONS["sin"][0](x)),
    "exp": (lambda x: Number(taylor(Number(x.lo), "exp").lo, taylor(Number(x.hi), "exp").hi), lambda x, f: f)}

OPERATORS = {ast.Add: Number.__add__, ast.Sub: Number.__sub__, ast.Mult: Number.__mul__, ast.Div: Number.__truediv__}

def variables(values, before=0):
    """Each value as a variable of its own; there are others before them."""
    count = before + len(values)
    return [Number(x.lo, x.hi, [ONE if before + i == j else ZERO for j in range(count)]) for i, x in enumerate(values)]

# ---- Expressions ---------------------------------------------------------------------------------------
def evaluate(text, names):
    """The value of a text of numbers, names, + - * /, ** with whole powers, sqrt, sin, cos and exp."""
    text = str(text).strip()
    require(len(text) < 4000, "an expression that is too long")
    def at(node):
        if isinstance(node, ast.Constant):
            literal = ast.get_source_segment(text, node)
            require(re.fullmatch(r"\d+(\.\d+)?(e-?\d{1,2})?", literal), f"{literal!r} is no number")
            return Number(Fraction(literal))
        if isinstance(node, ast.Name):
            require(node.id in names, f"nothing has the name {node.id!r}")
            return names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -at(node.operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            power = node.right.value if isinstance(node.right, ast.Constant) else None
            require(isinstance(power, int) and 0 < power <= 64, "a power that is not a whole number up to 64")
            return math.prod([at(node.left)] * power, start=ONE)
        if isinstance(node, ast.BinOp):
            a, b = at(node.left), at(node.right)
            if type(node.op) in OPERATORS:
                return OPERATORS[type(node.op)](a, b)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            require(len(node.args) == 1 and not node.keywords, "a function has one argument")
            x, (function, slope) = at(node.args[0]), FUNCTIONS[node.func.id]
            value = function(x.alone())
            return Number(value.lo, value.hi, x.chain(slope(x.alone(), value)) if x.slopes else ())
        raise Rejected(f"the expression {text!r} has more than arithmetic in it")
    try:
        return at(ast.parse(text, mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        raise Rejected(f"the expression {text!r} cannot be read") from None

def number(text):
    """A constant; "0.29289321881 +- 5e-12" is an interval."""
    centre, _, radius = str(text).partition("+-")
    radius = evaluate(radius or 0, {}).hi
    require(radius >= 0, "a radius below 0")
    return evaluate(centre, {}) + Number(-radius, radius)

def numbers(values, count):
    require(isinstance(values, list) and len(values) == count, "a list has another length")
    return [number(value) for value in values]

# ---- Linear and nonlinear equations --------------------------------------------------------------------
def solve(matrix, right):
    """Encloses the solutions of A x = r for all A and r in these intervals, by elimination. Since no pivot
    contains 0, every A is regular."""
    n, rows = len(matrix), [list(a) + list(r) for a, r in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: rows[i][k].least())
        rows[k], rows[pivot] = rows[pivot], rows[k]
        require(rows[k][k].least() > 0, "the equations may be singular")
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = rows[i][:k + 1] + [a - factor * b for a, b in zip(rows[i][k + 1:], rows[k][k + 1:])]
    for i in reversed(range(n)):
        for c in range(n, len(rows[i])):
            rows[i][c] = (rows[i][c] - sum((rows[i][j] * rows[j][c] for j in range(i + 1, n)), ZERO)) / rows[i][i]
    return [row[n:] for row in rows]

def enclose(residual, box):
    """The zero of the residual in the box. Newton's operator m - J(box)^-1 F(m) maps the box into its interior:
    there is one, and only one [Neumaier, Interval Methods for Systems of Equations (1990), section 5.1]."""
    for attempt in range(3):
        middle = [x.middle() for x in box]
        change = solve([r.slopes for r in residual(variables(box))], [[r] for r in residual(middle)])
        new = [m - c[0] for m, c in zip(middle, change)]
        require(attempt or all(x.lo < y.lo and y.hi < x.hi for x, y in zip(box, new)),
                "the box does not prove that the equations of the step have one solution in it")
        box = [Number(max(x.lo, y.lo), min(x.hi, y.hi)) for x, y in zip(box, new)]
    return box

def implicit(names, unknown, residual, box):
    """The names with the solution of residual(names) = 0, and its derivatives if they have any."""
    require(box is not None and set(box) == {"centre", "radius"} and set(box["centre"]) == set(unknown),
            "the equations of the step need a box with a centre for " + ", ".join(unknown))
    radius = number(box["radius"]).hi
    start = [number(box["centre"][name]) + Number(-radius, radius) for name in unknown]
    values = {name: x.alone() for name, x in names.items()}
    found = enclose(lambda x: residual({**values, **dict(zip(unknown, x))}), start)
    n = max(len(x.slopes) for x in names.values())
    if n:
        rows = [r.slopes for r in residual({**names, **dict(zip(unknown, variables(found, n)))})]
        slopes = solve([row[n:] for row in rows], [[-d for d in row[:n]] for row in rows])
        found = [Number(x.lo, x.hi, d) for x, d in zip(found, slopes)]
    return {**names, **dict(zip(unknown, found))}

# ---- Systems and methods -------------------------------------------------------------------------------
def known_keys(what, table, keys):
    require(isinstance(table, dict), f"{what} is no table")
    require(set(table) <= set(keys.split()), f"{what} has other keys than {keys}")

def assign(names, line):
    name, _, expression = line.partition("=")
    require(name.strip().isidentifier() and name.strip() not in ("h", *FUNCTIONS), f"{line!r} is no assignment")
    return {**names, name.strip(): evaluate(expression, names)}

class System:
    def __init__(self, table):
        known_keys("the system", table, "name state let field constraints form")
        self.state, self.field = table["state"], table["field"]
        self.let, self.constraints, self.form = (table.get(key, []) for key in ("let", "constraints", "form"))
        require(len(self.field) == len(self.state) == len(set(self.state)), "the field and the state differ in length")

    def values(self, expressions, state):
        names = dict(zip(self.state, state))
        for line in self.let:
            names = assign(names, line)
        return [evaluate(expression, names) for expression in expressions]

    def rate(self, expression, state):
        """The derivative along the solution."""
        return self.values([expression], variables(state))[0].along(self.values(self.field, state))

    def two_form(self, a, b):
        """The sum of dp ^ dq over the pairs [p, q] of the form."""
        require(sorted(sum(self.form, [])) == sorted(self.state), "the form does not have each coordinate once")
        at = [(self.state.index(p), self.state.index(q)) for p, q in self.form]
        return sum((a[p] * b[q] - a[q] * b[p] for p, q in at), ZERO)

class Tableau:
    def __init__(self, table):
        self.b = numbers(table["b"], len(table["b"]))
        self.A = [numbers(row, len(self.b)) for row in table["A"]]
        require(len(self.A) == len(self.b), "the tableau is not square")
        for row, c in zip(self.A, numbers(table["c"], len(self.b))):
            gap = sum(row, ZERO) - c
            require(gap.has_zero() and gap.size() < 1e-9, "a row of A does not have the sum c")

    def consistent(self):
        gap = sum(self.b, ZERO) - ONE
        require(gap.has_zero() and gap.size() < 1e-9, "the weights do not have the sum 1: no consistent method")
        return self

    def apply(self, row, stages):
        """The sum of the row's entries times the stages' values, a list of lists."""
        return [sum((a * x for a, x in zip(row, column) if a.size()), ZERO) for column in zip(*stages)]

    def step(self, system, start, h, boxes):
        self.consistent()
        n, stages = len(start), []
        def slope(row, stages, state):
            return system.values(system.field, [x + h * d for x, d in zip(state, self.apply(row, stages))]
                                 if stages else state)
        if all(x.size() == 0 for i, row in enumerate(self.A) for x in row[i:]):
            for row in self.A:
                stages.append(slope(row, stages, start))
        else:
            unknown = [f"k{j + 1}_{name}" for j in range(len(self.b)) for name in system.state]

            def split(names):
                all_stages = [names[name] for name in unknown]
                return [all_stages[j:j + n] for j in range(0, len(unknown), n)]
            def residual(names):
                state = [names[name] for name in system.state]
                return [k - f for row, stage in zip(self.A, split(names))
                        for k, f in zip(stage, slope(row, split(names), state))]
            stages = split(implicit(dict(zip(system.state, start)), unknown, residual, next(boxes, None)))
        return [x + h * d for x, d in zip(start, self.apply(self.b, stages))]

class Statements:
    """A step as lines: "q = q + h*p", or "solve d, e: q = d*e; 0 = d - e" with the names of the unknowns."""
    def __init__(self, table):
        self.lines = table["step"]

    def step(self, system, start, h, boxes):
        names = {**dict(zip(system.state, start)), "h": h}
        for line in self.lines:
            if not line.startswith("solve "):
                names = assign(names, line)
                continue
            unknown, _, equations = line[6:].partition(":")
            unknown = [name.strip() for name in unknown.split(",")]
            sides = [equation.split("=") for equation in equations.split(";")]
            require(len(sides) == len(unknown) and all(len(pair) == 2 for pair in sides), "as many equations as unknowns")
            names = implicit(names, unknown, lambda at: [evaluate(a, at) - evaluate(b, at) for a, b in sides],
                             next(boxes, None))
        return [names[name] for name in system.state]

def method(table):
    """A step in lines or by a table, or several tables for the parts of a field."""
    form = next((key for key in ("step", "tables") if key in table), "A b c")
    known_keys("the method", table, "name " + form)
    return Statements(table) if form == "step" else Tableau(table) if form == "A b c" else [
        Tableau(part) for part in table["tables"]]

# ---- What is excluded ----------------------------------------------------------------------------------
def interval(x):
    """The canonical text of a number: a short fraction, or whole numbers of one unit below and above it, 12 digits."""
    if x.lo == x.hi and len(str(x.lo)) < 40:
        return str(x.lo)
    unit = math.floor(math.log10(x.size())) - 11
    if x.hi - x.lo > Fraction(10) ** unit:
        unit = math.ceil(math.log10(x.hi - x.lo))
    ends = math.floor(x.lo / Fraction(10) ** unit), math.ceil(x.hi / Fraction(10) ** unit)
    return [f"{end}e{unit}" if end else "0" for end in ends]

def stated(x, enclosure, what, refutes=True):
    """Whether 0 is excluded. The certificate has the canonical text and, where that refutes, excludes 0."""
    require(enclosure == interval(x), f"{what} is {interval(x)}, and not {enclosure}")
    require(not refutes or not x.has_zero(), f"{what} may be 0")
    return not x.has_zero()

class Step:
    """One step of the method from the start, which is on the constraints of the system."""
    def __init__(self, certificate, slopes=False):
        self.system, self.h = System(certificate["system"]), number(certificate["h"])
        require(self.h.lo == self.h.hi > 0, "h is a positive number")
        self.start = numbers(certificate["start"], len(self.system.state))
        require(all(g.vanishes() for g in self.system.values(self.system.constraints, self.start)),
                "the start is not on the constraints")
        if "method" in certificate:
            self.boxes = iter(certificate.get("boxes", []))
            self.end = self.go(certificate["method"], variables(self.start) if slopes else self.start)
            field = self.system.values(self.system.field, self.start)
            far = [x.alone() - y - self.h * f for x, y, f in zip(self.end, self.start, field)]
            stated(Number(max(x.least() for x in far), max(x.size() for x in far)), certificate["distance"],
                   "the largest of |x1 - x0 - h f(x0)|", False)
        self.place = ", ".join(f"{name} = {x}" for name, x in zip(self.system.state, certificate["start"]))
        self.text = f"one step of h = {certificate['h']} from {self.place}"

    def go(self, table, state):
        return method(table).step(self.system, state, self.h, self.boxes)

def symplectic(certificate):
    step = Step(certificate, True)
    system, moved, start = step.system, step.end, variables(step.start)
    u, w = (numbers(vector, len(start)) for vector in certificate["vectors"])
    tangent = all(g.along(v).vanishes() for g in system.values(system.constraints, start) for v in (u, w))
    require(tangent, "a vector is not tangent to the constraints")
    field = system.values(system.field, start)
    rate = (system.two_form([f.along(u) for f in field], w) + system.two_form(u, [f.along(w) for f in field]))
    require(rate.vanishes(), "the flow itself does not preserve the form")
    change = system.two_form([x.along(u) for x in moved], [x.along(w) for x in moved]) - system.two_form(u, w)
    stated(change, certificate["enclosure"], "the change of the form")
    return f"the symplectic form of two vectors changes by {change} in {step.text}"

def kept(certificate):
    """An invariant, or a constraint, which is 0 at the start."""
    step, quantity = Step(certificate), certificate["quantity"]
    require(step.system.rate(quantity, step.start).vanishes(), "the flow itself does not keep the quantity")
    before, after = (step.system.values([quantity], x)[0] for x in (step.start, step.end))
    require(certificate["kind"] == "invariant" or before.vanishes(), "the constraint does not hold at the start")
    stated(after - before, certificate["enclosure"], "the change")
    return f"{quantity} changes by {after - before} in {step.text}"

def equality(certificate):
    step, other = Step(certificate), certificate["other"]
    require(other["name"] == certificate["claim"]["quantity"], "the claim is about another method")
    index = step.system.state.index(certificate["component"])
    change = step.end[index] - step.go(other, step.start)[index]
    stated(change, certificate["enclosure"], "the difference")
    return f"it differs from {other['name']} by {change} in {certificate['component']}, with {step.text}"

def rate(certificate):
    """The rate of a quantity along the solution, of which the claim says that it is 0, or -plus."""
    step = Step({**certificate, "h": 1})
    field = step.system.values(step.system.field, step.start)
    require(len(field) == len(certificate["slope"]), "the stated field has another length")
    for value, enclosure in zip(field, certificate["slope"]):
        stated(value, enclosure, "the field", False)
    total = step.system.rate(certificate["quantity"], step.start)
    total = total + step.system.values([certificate.get("plus", "0")], step.start)[0]
    stated(total, certificate["enclosure"], "the rate")
    return f"along the solution the balance is {total}, not 0, at {step.place}"

def vertices(tree):
    return 1 + sum(map(vertices, tree[1:]))

def trees(n, tables):
    """The rooted trees of n vertices: the number of the root's table, and the branches in order."""
    def grown(tree):
        yield from ((tree[0], *sorted(tree[1:] + ((k,),))) for k in range(tables))
        for i, branch in enumerate(tree[1:], 1):
            yield from ((tree[0], *sorted(tree[1:i] + (new,) + tree[i + 1:])) for new in grown(branch))
    return {(k,) for k in range(tables)} if n == 1 else {new for tree in trees(n - 1, tables) for new in grown(tree)}

def residual(tables, tree):
    """The sum of b_i phi_i(tree), less 1/gamma(tree). Each vertex takes the table of its number."""
    def phi(tree):
        inner = [(tables[branch[0]], [[x] for x in phi(branch)]) for branch in tree[1:]]
        return [math.prod((table.apply(table.A[i], x)[0] for table, x in inner), start=ONE)
                for i in range(len(tables[0].b))]
    def gamma(tree):
        return vertices(tree) * math.prod(map(gamma, tree[1:]))
    return tables[tree[0]].apply(tables[tree[0]].b, [[x] for x in phi(tree)])[0] - Number(Fraction(1, gamma(tree)))

def conditions(n, tables):
    """The rooted trees up to n vertices by their texts, such as (()()), or with the numbers of the tables, (1(2)(1))."""
    def text(tree):
        return f"({tree[0] + 1 if tables > 1 else ''}{''.join(map(text, tree[1:]))})"
    return {text(tree): tree for k in range(1, n + 1) for tree in sorted(trees(k, tables))}

def residuals(certificate, n):
    """The trees up to n vertices whose residuals exclude 0, after comparison with those that are stated."""
    tables = found if isinstance(found := method(certificate["method"]), list) else [found]
    require(len({len(table.b) for table in tables}) == 1, "the tables differ in their stages")
    expected, given = conditions(n, len(tables)), certificate["residuals"]
    require(set(given) == set(expected), "a tree is missing, or is no tree")
    return [(text, vertices(tree), x) for text, tree in expected.items() for x in [residual(tables, tree)]
            if stated(x, given[text], f"the residual of {text}", False)]

def order(certificate):
    """All conditions up to the claimed order, of which at least one does not hold, and those of the next order."""
    claimed = int(certificate["claim"]["value"])
    failed = residuals(certificate, claimed + 1)
    require(failed and failed[0][1] <= claimed, "no residual up to the claimed order excludes 0")
    tree, size, x = failed[0]
    return f"the condition of the tree {tree} has the residual {x}: the order is at most {size - 1}"

def l_stable(certificate):
    """R(infinity). If the first stage is the start, R = 1 + z(b_1 + b'Y), Y = (I - zA')^-1 (e + z a), which tends
    to infinity or to 1 - b'(A'^-1 e + A'^-2 a)."""
    tableau = method(certificate["method"]).consistent()
    first = int(all(x.size() == 0 for x in tableau.A[0]))
    inner = [row[first:] for row in tableau.A[first:]]
    right = [[ONE + x[0]] for x in solve(inner, [[row[0]] for row in tableau.A[1:]])] if first else [[ONE]] * len(inner)
    limit = ONE - tableau.apply(tableau.b[first:], solve(inner, right))[0]
    stated(limit, certificate["enclosure"], "R(infinity)")
    return f"R(infinity) is {limit}{' or infinite' if first else ''}, and not 0"

def stiffly_accurate(certificate):
    tableau, j = method(certificate["method"]).consistent(), certificate["stage"]
    gap = tableau.b[j - 1] - tableau.A[-1][j - 1]
    residuals(certificate, 3)
    stated(gap, certificate["enclosure"], "the difference")
    return f"weight {j} differs from the last row of A by {gap}"

ONE_STEP = "system method start h boxes distance enclosure "
KINDS = {  # the check, its keys, and the claims that it can exclude: studies, quantities, values
    "symplectic": (symplectic, ONE_STEP + "vectors", "structure", "symplectic", "yes"),
    "invariant": (kept, ONE_STEP + "quantity", "energy invariant", "*", "exact"),
    "constraint": (kept, ONE_STEP + "quantity", "constraint", "*", "exact"),
    "equality": (equality, ONE_STEP + "other component", "equality", "*", "yes"),
    "rate": (rate, "system start quantity plus slope enclosure", "invariant", "*", "exact"),
    "order": (order, "method residuals", "order algebra", "order q v p", "[1-7]"),
    "l_stable": (l_stable, "method enclosure", "algebra", "l_stable", "yes"),
    "stiffly_accurate": (stiffly_accurate, "method stage residuals enclosure", "algebra", "stiffly_accurate", "yes")}
COMMON = "format claim kind second_route "

def check(certificate, path=None):
    """The sentence by which the certificate refutes its claim; otherwise Rejected. The file bears the claim's id."""
    known_keys("the certificate", certificate, COMMON + KINDS[certificate["kind"]][1])
    require(certificate["format"] == "gimbal certificate 1", "this is no certificate of format 1")
    claim, (function, _, studies, quantities, values) = certificate["claim"], KINDS[certificate["kind"]]
    known_keys("the claim", claim, "id source place text study quantity value")
    for word, patterns in ((claim["study"], studies), (claim["quantity"], quantities), (claim["value"], values)):
        require(any(fnmatch.fnmatchcase(word, pattern) for pattern in patterns.split()),
                f"{certificate['kind']} does not exclude {claim['study']} {claim['quantity']}: {claim['value']}")
    name = claim["id"].replace("#", ".") + ".json"
    require(path is None or os.path.basename(path) == name, f"the claim's file would be {name}")
    return "refuted: " + function(certificate)

def check_text(text, path=None):
    """The same for the text of a file. What cannot be read is rejected."""
    def once(pairs):
        require(len(dict(pairs)) == len(pairs), "a key is there twice")
        return dict(pairs)
    try:
        return check(json.loads(text, object_pairs_hook=once, parse_float=str), path)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Rejected(f"it cannot be read: {type(error).__name__}: {error}") from None

def main(words):
    if not words or words[0].startswith("-"):
        print(__doc__)
        return 0 if words == ["--help"] else 2
    status = 0
    for path in words:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: {check_text(file.read(), path)}")
        except (OSError, Rejected, UnicodeDecodeError) as error:
            print(f"{path}: rejected: {error}")
            status = 1
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
