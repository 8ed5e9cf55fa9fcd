"""Orders of the tables in ci/tables from the errors of single steps, in 60 digits and without gimbal.

The solution is a Taylor series. A method of order p has an error of h^(p+1) in one step, so the error of h over that
of h/2 tends to 2^(p+1). The maps of compositions are those of Strang here; gimbal takes the midpoint rule.
Usage: table_orders.py [KIND...]; without kinds all but the stochastic ones, which take minutes; prints what is claimed and found, and fails if they differ.
"""
import collections
import decimal
import fractions
import functools
import itertools
import math
import operator
import os
import re
import sys

decimal.getcontext().prec = 60
D = decimal.Decimal
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ci", "tables")
TERMS = 26


def number(text):
    text = re.sub(r"\d+\.?\d*", lambda m: "D('%s')" % m.group(), text.replace("^", "**"))
    return D(eval(text, {"D": D, "sqrt": lambda x: x.sqrt()}))


def cells(text, read):
    parts = text.split(",") if "," in text else text.split()
    return [read(part.strip()) for part in parts if part.strip()]


def tables(kind, read=number):
    """(name, orders, claims, [(label, numbers)]) of a file."""
    out = []
    with open(os.path.join(FOLDER, kind + ".txt"), encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].strip()
            if ":" in line:
                name, claims = line.split(":")
                out.append((name, dict(re.findall(r"\b(order\w*) ([\d.]+)", claims)), claims, []))
            elif line:
                label, entries = line.split("|")
                out[-1][3].append((label.strip(), cells(entries, read)))
    return out


# ---- Problems: polynomials of degree 5 in two variables, for numbers and for power series ----

class Series:
    def __init__(self, at):
        self.at = at

    def __add__(self, other):
        if not isinstance(other, Series):
            return Series([self.at[0] + other] + self.at[1:])
        return Series([a + b for a, b in zip(self.at, other.at)])

    __radd__ = __add__

    def __mul__(self, other):
        if not isinstance(other, Series):
            return Series([a * other for a in self.at])
        return Series([sum(map(operator.mul, self.at, other.at[k::-1])) for k in range(len(self.at))])

    __rmul__ = __mul__


def poly(x, c):
    out = x * c[-1]
    for a in reversed(c[:-1]):
        out = x * (out + a)
    return out


FORCE = [D(c) for c in ("-1", "0.4", "-0.3", "0.2", "-0.1")]
SPEED = [D(c) for c in ("1", "0.3", "0.2", "-0.2", "0.15")]


def force(q):
    return poly(q, FORCE)


def general(p):
    return poly(p, SPEED)


def linear(p):
    return p * D(1)


def mixed(y):
    q, p = y
    return [poly(p, SPEED) + q * p * D("0.3") + q * q * p * D("-0.2"), poly(q, FORCE) + q * p * D("-0.25") + p * p * p * D("0.1")]


def other(y):
    q, p = y
    return [poly(q, SPEED) * D("0.5") + p * q * D("-0.2"), poly(p, FORCE) + q * q * D("0.3")]


def solution(field, y, h):
    """By Picard's iteration of power series: each adds a term."""
    series = [Series([v]) for v in y]
    for _ in range(TERMS):
        rate = field(series)
        series = [Series([v] + [a / k for k, a in enumerate(r.at, 1)]) for v, r in zip(y, rate)]
    return [sum((a * h ** k for k, a in enumerate(s.at[1:], 1)), s.at[0]) if h else s.at[0] for s in series]


# ---- Steps ----

def fixed_point(step, stages):
    """Stages of implicit methods."""
    old = stages
    for _ in range(400):
        new = step(old)
        if max(abs(a - b) for u, v in zip(old, new) for a, b in zip(u, v)) < D("1e-55"):
            return new
        old = new
    raise ArithmeticError("the stages do not converge")


def pair(first, second, fields, y, h, additive):
    """Two tableaux: of q and p, or of two fields."""
    (a, b), (a2, b2) = first, second
    s = len(b)

    def at(k, i):
        if additive:
            return [y[d] + h * sum(a[i][j] * k[j][d] + a2[i][j] * k[j][2 + d] for j in range(s)) for d in range(2)]
        return [y[0] + h * sum(a[i][j] * k[j][0] for j in range(s)), y[1] + h * sum(a2[i][j] * k[j][1] for j in range(s))]

    k = fixed_point(lambda k: [sum((f(at(k, i)) for f in fields), []) for i in range(s)], [[D(0)] * 4 for _ in range(s)])
    if additive:
        return [y[d] + h * sum(b[j] * k[j][d] + b2[j] * k[j][2 + d] for j in range(s)) for d in range(2)]
    return [y[0] + h * sum(b[j] * k[j][0] for j in range(s)), y[1] + h * sum(b2[j] * k[j][1] for j in range(s))]


def split(kicks, drifts, kick_first, speed, y, h):
    q, p = y
    kicks, drifts = list(kicks), list(drifts)
    turn = kick_first if len(kicks) == len(drifts) else len(kicks) > len(drifts)
    while kicks or drifts:
        if turn:
            p = p + h * kicks.pop(0) * force(q)
        else:
            q = q + h * drifts.pop(0) * speed(p)
        turn = not turn
    return [q, p]


def rows_of(rows):
    """[(matrix, weights)] of the tableaux."""
    out, a, b = [], [], []
    for label, numbers in rows + [("end", [])]:
        if label and not label.startswith("b") and b:
            s = len(a)
            out.append(([row + [D(0)] * (s - len(row)) for row in a], [w + [D(0)] * (s - len(w)) for w in b]))
            a, b = [], []
        (b if not label or label.startswith("b") else a).append(numbers)
    return out


def labelled(rows):
    lists, matrix, label = {}, {}, ""
    for new, numbers in rows:
        label = new or label
        lists.setdefault(label, []).extend(numbers)
        matrix.setdefault(label, []).append(numbers)
    return lists, matrix


def separable(speed):
    return lambda y: [speed(y[1]), force(y[0])]


def rosenbrock(alpha, gamma, b, y, h):
    s = len(b)
    e = D("1e-25")
    jacobian = [[(mixed([y[0] + e * (j == 0), y[1] + e * (j == 1)])[i] - mixed([y[0] - e * (j == 0), y[1] - e * (j == 1)])[i])
                 / (2 * e) for j in range(2)] for i in range(2)]
    k = []
    for i in range(s):
        at = [y[d] + h * sum(alpha[i][j] * k[j][d] for j in range(min(i, len(alpha[i])))) for d in range(2)]
        along = [sum(gamma[i][j] * k[j][d] for j in range(i)) for d in range(2)]
        f = mixed(at)
        r = [f[d] + h * sum(jacobian[d][m] * along[m] for m in range(2)) for d in range(2)]
        m = [[(1 if u == v else 0) - h * gamma[i][i] * jacobian[u][v] for v in range(2)] for u in range(2)]
        det = m[0][0] * m[1][1] - m[0][1] * m[1][0]
        k.append([(r[0] * m[1][1] - r[1] * m[0][1]) / det, (r[1] * m[0][0] - r[0] * m[1][0]) / det])
    return [y[d] + h * sum(b[j] * k[j][d] for j in range(s)) for d in range(2)]


def runge_kutta(form, lists, matrix, y, h):
    if form == "low_storage":
        change = [D(0), D(0)]
        for a, b in zip(lists["A"], lists["B"]):
            f = mixed(y)
            change = [a * u + h * v for u, v in zip(change, f)]
            y = [u + b * v for u, v in zip(y, change)]
        return y
    stages = [y]
    for alpha, beta in zip(matrix["alpha"], matrix["beta"]):
        f = [mixed(u) for u in stages]
        stages.append([sum(a * u[d] for a, u in zip(alpha, stages)) + h * sum(b * v[d] for b, v in zip(beta, f)) for d in range(2)])
    return stages[-1]


def nystrom(a, b, c, v, y, h):
    """Of y'' = force(y) + (t + t²) y, at t = 0; the time is the third entry."""
    s = len(b)
    def f(t, q):
        return force(q) + (t + t * t) * q
    k = fixed_point(lambda k: [[f(c[i] * h, y[0] + c[i] * h * y[1] + h * h * sum(a[i][j] * k[j][0] for j in range(s)))] for i in range(s)],
                    [[D(0)] for _ in range(s)])
    return [y[0] + h * y[1] + h * h * sum(b[i] * k[i][0] for i in range(s)), y[1] + h * sum(v[i] * k[i][0] for i in range(s))]


def multistep(alpha, beta, y, h):
    """The defect of the solution in the formula, over the last coefficient."""
    n = len(alpha)
    at = [solution(mixed, y, h * j) for j in range(n)]
    beta = beta + [D(0)] * (n - len(beta))
    return [sum(alpha[j] * at[j][d] - h * beta[j] * mixed(at[j])[d] for j in range(n)) + solution(mixed, y, h)[d] for d in range(2)]


def general_linear(m, start, y, h):
    """The error of a component, after steps in which those that are not the solution become what the method makes of them;
    of starting rows, that of all components, with derivatives of the solution."""
    s, r = len(m["A"]), len(m["V"])
    def fill(rows, width):
        return [row + [D(0)] * (width - len(row)) for row in rows]
    A, U, B, V = (fill(m[k], w) for k, w in (("A", s), ("U", r), ("B", s), ("V", r)))
    def step(x):
        def stages(F):
            return [mixed([h * sum(A[i][j] * F[j][d] for j in range(s)) + sum(U[i][j] * x[j][d] for j in range(r)) for d in range(2)])
                    for i in range(s)]
        F = fixed_point(stages, [[D(0), D(0)] for _ in range(s)])
        return [[h * sum(B[i][j] * F[j][d] for j in range(s)) + sum(V[i][j] * x[j][d] for j in range(r)) for d in range(2)]
                for i in range(r)]
    def external(y):
        series = [Series([v] + [D(0)] * TERMS) for v in y]
        for _ in range(TERMS):
            series = [Series([v] + [f.at[k] / (k + 1) for k in range(TERMS)]) for v, f in zip(y, mixed(series))]
        return [[sum(w * u.at[k] * math.factorial(k) * h ** k for k, w in enumerate(row)) for u in series] for row in start]
    exact = solution(mixed, y, h)
    if start:
        off = [[a - b for a, b in zip(p, q)] for p, q in zip(step(external(y)), external(exact))]
        return [exact[d] + max(abs(o[d]) for o in off) for d in range(2)]
    u = [D(1)] * r
    for _ in range(80):
        u = [sum(v * w for v, w in zip(row, u)) for row in V]
    scale = sum(v * w for v, w in zip(U[0], u))
    x = [[v / scale * c for c in solution(mixed, y, -24 * h)] for v in u]
    for _ in range(24):
        x = step(x)
    after = step(x)
    errors = [[a - b for a, b in zip(after[k], solution(mixed, x[k], h))] for k in range(r) if abs(u[k] / scale - 1) < D("1e-9")]
    return [e + f for e, f in zip(exact, min(errors, key=lambda e: max(map(abs, e))))]


def both(y):
    return [u + v for u, v in zip(mixed(y), other(y))]


def gark(m, y, h):
    """Stages of either field; a part of the method is used by each."""
    parts = (mixed, other)
    sizes = [len(m["A11"]), len(m["A22"])]
    rows = [(q, i) for q in range(2) for i in range(sizes[q])]
    def at(k, weights):
        return [y[d] + h * sum(w * k[q * sizes[0] + j][d] for q in range(2) for j, w in enumerate(weights[q])) for d in range(2)]
    def row(q, i):
        return m["A%d1" % (q + 1)][i], m["A%d2" % (q + 1)][i]
    k = fixed_point(lambda k: [parts[q](at(k, row(q, i))) for q, i in rows], [[D(0), D(0)] for _ in rows])
    return at(k, (m["b1"][0], m["b2"][0]))


def multirate(m, y, h):
    """Fast problems by power series, with the time as the third entry."""
    c = m["c"][0]
    gammas = [m[label] for label in ("Gamma0", "Gamma1", "Gamma2", "Gamma3") if label in m]
    def interval(i, stages, slow):
        def field(v):
            rate = [(c[i + 1] - c[i]) * x for x in mixed(v[:2])]
            for j, g in enumerate(slow):
                weight = v[2] * 0
                for power, rows in enumerate(gammas):
                    if j < len(rows[i]):
                        term = v[2] * 0 + rows[i][j]
                        for _ in range(power):
                            term = term * v[2] * (1 / h)
                        weight = weight + term
                rate = [r + weight * x for r, x in zip(rate, g)]
            return rate + [v[2] * 0 + D(1)]
        return solution(field, stages[i] + [D(0)], h)[:2]
    stages = [list(y)] * len(c)
    for i in range(len(c) - 1):
        implicit = max(len(rows[i]) for rows in gammas) > i + 1
        for _ in range(60 if implicit else 1):
            new = interval(i, stages, [other(u) for u in stages])
            off = max(abs(a - b) for a, b in zip(new, stages[i + 1]))
            stages = stages[:i + 1] + [new] + stages[i + 2:]
            if off < D("1e-50"):
                break
    return stages[-1]


def frozen(y):
    """A matrix for y' = M(y) y."""
    a, b, c = y
    return [[a * D("0.3") + b, b * c, a * a * D("-0.5") + 1], [c * D("0.7") + a * b, a * D("-0.2"), b + D("0.4")],
            [b * b + D("-0.6"), c * a + b, c * D("0.5") + a]]


def act(matrix, y):
    return [sum((m * v for m, v in zip(row[1:], y[1:])), row[0] * y[0]) for row in matrix]


def exponential(matrix, y):
    term, at = y, list(y)
    for k in range(1, 40):
        term = [v / k for v in act(matrix, term)]
        at = [u + v for u, v in zip(at, term)]
    return at


def combine(weights, matrices):
    return [[sum((w * m[i][j] for w, m in zip(weights, matrices)), D(0)) for j in range(3)] for i in range(3)]


def munthe_kaas(lists, matrix, y, h):
    def product(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    def rate(theta):
        over = [D(1), D("-0.5"), D(1) / 12, D(0), D(-1) / 720]
        term = frozen(exponential(theta, y))
        out = term
        for b in over[1:int(lists["terms"][0])]:
            term = combine([1, -1], [product(theta, term), product(term, theta)])
            out = combine([1, b], [out, term])
        return out
    def step(flat):
        rates = [rate([flat[i][3 * k:3 * k + 3] for k in range(3)]) for i in range(len(flat))]
        return [sum(combine([h * a for a in row], rates), []) for row in matrix["A"]], rates
    theta = fixed_point(lambda flat: step(flat)[0], [[D(0)] * 9 for _ in matrix["A"]])
    return exponential(combine([h * b for b in lists["b"]], step(theta)[1]), y)


def commutator_free(lists, matrix, y, h):
    stages, rates = [], []
    def exponentials(rows):
        at = y
        for row in rows:
            at = exponential(combine([h * w for w in row], rates), at)
        return at
    for i in range(1, len(lists["c"]) + 1):
        stages.append(exponentials([row for of, row in zip(lists.get("stage", []), matrix.get("alpha", [])) if of == i]))
        rates.append(frozen(stages[-1]))
    return exponentials(matrix["beta"])


# ---- Exponential methods: entries are functions of z, and L has the eigenvalues 0.7 and -0.9 or, stiff, 0 and -2/h ----

def phi(k, x):
    term, out = D(1) / math.factorial(k), D(0)
    for n in range(1, 90):
        out, term = out + term, term * x / (n + k)
    return out


def function(text):
    text = re.sub(r"(?<!phi)\b\d+\.?\d*", lambda m: "D('%s')" % m.group(), text)
    return lambda z: eval(text, dict({"phi%d" % k: lambda c, k=k: phi(k, c * z) for k in range(10)}, D=D))


def exponential_step(tableau, c, z, h, nonlinear):
    """The step in the basis of eigenvectors, where h L is diagonal; nonlinear(t, w)."""
    a, b = [[[f(x) for x in z] for f in row] for row in tableau[0]], [[f(x) for x in z] for f in tableau[1]]
    decay = [[phi(0, node * x) for x in z] for node in c + [D(1)]]

    def step(t, w):
        rates = []
        for i, row in enumerate(a + [b]):
            at = [decay[i][d] * w[d] + h * sum(f[d] * r[d] for f, r in zip(row, rates)) for d in range(2)]
            if i < len(a):
                rates.append(nonlinear(t + c[i] * h, at))
        return at
    return step


PAIR, INVERSE = [[D(1), D("0.5")], [D("-0.4"), D(1)]], [[D(1) / D("1.2"), D("-0.5") / D("1.2")], [D("0.4") / D("1.2"), D(1) / D("1.2")]]


def times(m, y):
    return [m[i][0] * y[0] + m[i][1] * y[1] for i in range(2)]


def semilinear(y):
    w = times(INVERSE, y)
    return [u + v for u, v in zip(times(PAIR, [D("0.7") * w[0], D("-0.9") * w[1]]), mixed(y))]


def exponential_rk(tableau, c, y, h):
    step = exponential_step(tableau, c, [D("0.7") * h, D("-0.9") * h], h, lambda t, w: times(INVERSE, mixed(times(PAIR, w))))
    return times(PAIR, step(D(0), times(INVERSE, y)))


def stiff_order(tableau, c):
    """From errors at time 1 near a smooth solution w(t) of w' = L w + N(t, w), while h -> 0 with h L fixed."""
    errors = []
    for n in (64, 128):
        h = D(1) / n
        rate = -2 * D(n)
        force = [D(1), D("-0.5"), D("0.7"), D("0.3"), D("-0.2"), D("0.1")]

        def source(t, k=0):
            return sum(f * math.perm(i, k) * (t ** (i - k) if i > k else 1) for i, f in enumerate(force) if i >= k)

        def smooth(t):
            return [sum(f * t ** (i + 1) / (i + 1) for i, f in enumerate(force)), -sum(source(t, k) / rate ** (k + 1) for k in range(6))]

        def nonlinear(t, w):
            u, v = (a - b for a, b in zip(w, smooth(t)))
            return [source(t) + (1 + t) * u + 2 * v + u * v, source(t) - u + (2 + t) * v + u * u - v * v]
        step, w = exponential_step(tableau, c, [D(0), rate * h], h, nonlinear), smooth(D(0))
        for k in range(n):
            w = step(k * h, w)
        errors.append(max(abs(a - b) for a, b in zip(w, smooth(D(1)))))
    return float((errors[0] / errors[1]).ln() / D(2).ln())


# ---- Stochastic methods, by the Ito-Taylor expansion of one step from 0 at time 0 in exact arithmetic ----
# A random variable is {(word, power): number}: an iterated integral, of which the last letter is the outermost, 1 for dW
# and 0 for dt, times a power of h^(1/2).

GRADE = 5


def grade(word, power):
    return sum(2 - letter for letter in word) + power


@functools.lru_cache(None)
def shuffle(u, v):
    """The product of two iterated integrals, by Ito's formula."""
    if not u or not v:
        return {u + v: 1}
    out = collections.Counter()
    for left, right, letter in [(u[:-1], v, u[-1:]), (u, v[:-1], v[-1:])] + [(u[:-1], v[:-1], (0,))] * (u[-1] * v[-1]):
        for word, n in shuffle(left, right).items():
            out[word + letter] += n
    return out


def add(*terms):
    """Of pairs of a number and a random variable."""
    out = collections.defaultdict(fractions.Fraction)
    for factor, x in terms:
        for key, n in x.items():
            out[key] += factor * n
    return {key: n for key, n in out.items() if n}


def multiply(x, y, most=GRADE):
    out = collections.defaultdict(fractions.Fraction)
    for (u, p), a in x.items():
        for (v, q), b in y.items():
            if grade(u, p) + grade(v, q) <= most:
                for word, n in shuffle(u, v).items():
                    out[word, p + q] += a * b * n
    return out


def mean(x):
    return sum((n / math.factorial(len(word)) for (word, _), n in x.items() if 1 not in word), fractions.Fraction(0))


def of_grade(x, g):
    return {key: n for key, n in x.items() if grade(*key) == g}


# Polynomials {(i, j, k): number} of x, y and t; higher powers than GRADE do not matter at 0.
def product(f, g):
    out = collections.defaultdict(fractions.Fraction)
    for a, m in f.items():
        for b, n in g.items():
            if sum(a) + sum(b) <= GRADE:
                out[tuple(i + j for i, j in zip(a, b))] += m * n
    return out


def derivative(f, d):
    return {a[:d] + (a[d] - 1,) + a[d + 1:]: a[d] * n for a, n in f.items() if a[d]}


def polynomial(seed, of_time_alone=False):
    powers = [a for a in itertools.product(range(GRADE), repeat=3)
              if a[0] + a[1] + 2 * a[2] < GRADE and not (of_time_alone and (a[0] or a[1]))]
    return {a: fractions.Fraction((seed * (k + 3) * (k + 7) * 37 + 11 * seed * seed) % 41 - 20, 10) for k, a in enumerate(powers)}


def evaluate(fields, at):
    one = {((), 0): fractions.Fraction(1)}
    monomial = {(0, 0, 0): one}
    for a in sorted({a for f in fields for a in f}, key=sum):
        d = next((d for d in range(3) if a[d]), None)
        if d is not None:
            less = a[:d] + (a[d] - 1,) + a[d + 1:]
            monomial[a] = multiply(monomial[less], at[d])
    return [add(*[(n, monomial[a]) for a, n in f.items()]) for f in fields]


def expansion(drift, noise):
    """Of both components of the solution."""
    def generator(letter, f):
        if letter:
            return add(*[(1, product(noise[d], derivative(f, d))) for d in range(2)])
        second = [(fractions.Fraction(1, 2), product(product(noise[c], noise[d]), derivative(derivative(f, c), d)))
                  for c in range(2) for d in range(2)]
        return add((1, derivative(f, 2)), *([(1, product(drift[d], derivative(f, d))) for d in range(2)] + second))
    out = []
    for d in range(2):
        layer = {(1,): noise[d], (0,): drift[d]}
        x = {}
        while layer:
            for word, f in layer.items():
                if f.get((0, 0, 0)):
                    x[word, 0] = f[0, 0, 0]
            layer = {(letter,) + word: generator(letter, f) for word, f in layer.items() for letter in (0, 1)
                     if grade((letter,) + word, 0) <= GRADE}
        out.append(x)
    return out


def stochastic_step(kind, lists, matrix, drift, noise):
    s = len(lists["alpha"])

    def numbers(row):
        return [fractions.Fraction(v) for v in row] + [fractions.Fraction(0)] * (s - len(row))

    def block(*labels):
        return next(([numbers(row) for row in matrix[k]] for k in labels if k in matrix), [numbers([])] * s)
    A0, B0 = block("A0", "A"), block("B0", "B")
    A1, B1 = (block("A1", "A0", "A"), block("B1", "B0", "B")) if kind != "stochastic_additive" else (block("none"), block("none"))
    c0 = numbers(lists["c0"]) if "c0" in lists else [sum(row) for row in A0]
    c1 = numbers(lists["c1"]) if "c1" in lists else [sum(row) for row in A1]
    one, tall = {((1,), 0): fractions.Fraction(1)}, {((1, 0), -2): fractions.Fraction(1)}
    root, h = {((), 1): fractions.Fraction(1)}, {((), 2): fractions.Fraction(1)}
    inner = (one, one) if kind == "stratonovich" else (tall, root)
    weights = [(numbers(lists.get("beta1", lists.get("beta", []))), one)]
    if kind == "stochastic":
        weights += [(numbers(lists.get("beta2", [])), {((1, 1), -1): fractions.Fraction(1)}), (numbers(lists.get("beta3", [])), tall),
                    (numbers(lists.get("beta4", [])), {((1, 1, 1), -2): fractions.Fraction(1)})]
    else:
        weights.append((numbers(lists.get("beta2", [])), tall))
    rates = [[[{}, {}] for _ in range(s)] for _ in range(2)]
    for _ in range(GRADE + 1):
        new = []
        for A, B, c, factor, field in ((A0, B0, c0, inner[0], drift), (A1, B1, c1, inner[1], noise)):
            new.append([])
            for i in range(s):
                at = [add(*([(A[i][j], multiply(h, rates[0][j][d])) for j in range(s)] +
                            [(B[i][j], multiply(factor, rates[1][j][d])) for j in range(s)])) for d in range(2)]
                new[-1].append(evaluate(field, at + [add((c[i], h))]))
        if new == rates:
            break
        rates = new
    alpha = numbers(lists["alpha"])
    return [add(*([(alpha[i], multiply(h, rates[0][i][d])) for i in range(s)] +
                  [(w[i], multiply(x, rates[1][i][d])) for w, x in weights for i in range(s)])) for d in range(2)]


@functools.lru_cache(None)
def stochastic_problem(kind):
    drift, noise = [polynomial(2), polynomial(3)], [polynomial(seed, kind == "stochastic_additive") for seed in (5, 7)]
    ito = drift
    if kind == "stratonovich":
        ito = [add((1, drift[d]), *[(fractions.Fraction(1, 2), product(noise[c], derivative(noise[d], c))) for c in range(2)])
               for d in range(2)]
    return drift, noise, expansion(ito, noise)


def stochastic_orders(kind, lists, matrix):
    """In the mean square, where errors of h^(p+1/2) and means of h^(p+1) matter; and of expectations of products."""
    drift, noise, solution = stochastic_problem(kind)
    step = stochastic_step(kind, lists, matrix, drift, noise)

    def first(wrong):
        return next((g for g in range(1, GRADE + 1) if wrong(g) > 1e-20), GRADE + 1)

    def square(x):
        return mean(multiply(x, x, 2 * GRADE))

    def moments(pair):
        out = {(0, 0): {((), 0): fractions.Fraction(1)}}
        for i in range(GRADE + 1):
            for j in range(GRADE + 1 - i):
                if i or j:
                    out[i, j] = multiply(out[i - 1, j], pair[0]) if i else multiply(out[i, j - 1], pair[1])
        return list(out.values())
    off = [add((1, a), (-1, b)) for a, b in zip(step, solution)]
    mean_square = first(lambda g: sum(square(of_grade(x, g)) for x in off))
    average = first(lambda g: sum(mean(of_grade(x, g)) ** 2 for x in off))
    products = [add((1, a), (-1, b)) for a, b in zip(moments(step), moments(solution))]
    weak = first(lambda g: sum(mean(of_grade(x, g)) ** 2 for x in products))
    return {"order": min(mean_square - 1, average - 2) / 2, "order_weak": (weak - 2) / 2}


def observe(step, field, claimed):
    """The order; the numbers of tables of order 8 have 20 digits, so that their steps are large."""
    y, errors, largest = [D("0.7"), D("-0.4")] + [D("0.5")] * (field is on_frames), [], D(1) / (8 if claimed > 6 else 64)
    for h in (largest, largest / 2):
        exact = solution(field, y + [D(0)] if field is timed else y, h)
        errors.append(max(abs(a - b) for a, b in zip(step(y, h), exact)))
    return float((errors[0] / errors[1]).ln() / D(2).ln()) - 1


def timed(y):
    q, v, t = y
    return [v * D(1), force(q) + t * q + t * t * q, t * D(0) + D(1)]


def on_frames(y):
    return act(frozen(y), y)


def steps(kind, rows):
    """[(claim, step, field)]"""
    lists, matrix = labelled(rows)
    if kind in ("partitioned", "additive"):
        (a, b), (a2, b2) = rows_of(rows)
        return [("order", lambda y, h: pair((a, b[0]), (a2, b2[0]), [mixed, other] if kind == "additive" else [mixed], y, h,
                                            kind == "additive"),
                 both if kind == "additive" else mixed)]
    if kind in ("commutator_free", "munthe_kaas"):
        return [("order", lambda y, h: (munthe_kaas if kind == "munthe_kaas" else commutator_free)(lists, matrix, y, h), on_frames)]
    if kind in ("gark", "multirate"):
        return [("order", lambda y, h: (gark if kind == "gark" else multirate)(matrix, y, h), both)]
    if kind == "splitting":
        first = rows[0][0] == "kick"
        return [(claim, lambda y, h, speed=speed: split(lists["kick"], lists["drift"], first, speed, y, h), separable(speed))
                for claim, speed in (("order", general), ("order_nystrom", linear))]
    if kind == "composition":
        def compose(y, h):
            for w in lists["gamma"]:
                y = split([D("0.5"), D("0.5")], [D(1)], True, general, y, w * h)
            return y
        return [("order", compose, separable(general))]
    if kind == "nystrom":
        c = [number(label) for label, _ in rows if label and not label.startswith("b")]
        (a, weights), = rows_of(rows)
        return [("order", lambda y, h: nystrom(a, weights[0], c, weights[1], y, h), timed)]
    if kind == "rosenbrock":
        return [("order", lambda y, h: rosenbrock(matrix["alpha"], matrix["gamma"], lists["b"], y, h), mixed)]
    if kind == "general_linear":
        return [("order", lambda y, h: general_linear(matrix, matrix.get("start"), y, h), mixed)]
    if kind == "exponential":
        tableau = [row for label, row in rows if label], rows[-1][1]
        c = [D(number(label)) for label, _ in rows if label]
        return [("order", lambda y, h: exponential_rk(tableau, c, y, h), semilinear), ("order_stiff", lambda: stiff_order(tableau, c), None)]
    if kind in ("stochastic", "stochastic_additive", "stratonovich"):
        orders = stochastic_orders(kind, lists, matrix)
        return [(claim, lambda claim=claim: orders[claim], None) for claim in orders]
    if kind == "multistep":
        return [("order", lambda y, h: multistep(lists["alpha"], lists["beta"], y, h), mixed)]
    return [("order", lambda y, h: runge_kutta(kind, lists, matrix, y, h), mixed)]


def main():
    wrong = 0
    for kind in sys.argv[1:] or ("partitioned", "splitting", "composition", "nystrom", "rosenbrock", "multistep", "low_storage", "shu_osher",
                 "additive", "general_linear", "gark", "multirate", "commutator_free", "munthe_kaas", "exponential"):
        for name, claims, words, rows in tables(kind, function if kind == "exponential" else number):
            for claim, step, field in steps(kind, rows):
                if "separable" in words:
                    (a, b), (a2, b2) = rows_of(rows)
                    field = separable(general)
                    step = lambda y, h: pair((a, b[0]), (a2, b2[0]), [field], y, h, False)
                if claim in claims:
                    found = observe(step, field, int(claims[claim])) if field else step()
                    off = abs(found - float(claims[claim])) > 0.25
                    wrong += off
                    print("%-12s %-24s %-14s %s, found %.3f%s" % (kind, name, claim, claims[claim], found, "  WRONG" if off else ""))
    return wrong > 0


sys.exit(main())
