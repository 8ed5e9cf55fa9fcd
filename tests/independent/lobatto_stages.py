"""The error of a single step of the nonholonomic Lobatto method [Martín de Diego and Sato 2018, Theorem 5.1],
and its stages [section 5.1, Proposition B.2]: on the particle v_z = y v_x in a harmonic potential, whose
motion is known to rounding from a Taylor series."""
from math import log
from small import end, found, holds, newton

TABLEAU = {2: ([0.0, 1.0], [[0.0, 0.0], [0.5, 0.5]], [0.5, 0.5]),
           3: ([0.0, 0.5, 1.0], [[0.0, 0.0, 0.0], [5 / 24, 1 / 3, -1 / 24], [1 / 6, 2 / 3, 1 / 6]],
               [1 / 6, 2 / 3, 1 / 6])}
r = 5**0.5
TABLEAU[4] = ([0.0, (1 - 1 / r) / 2, (1 + 1 / r) / 2, 1.0],
              [[0.0] * 4,
               [(11 + r) / 120, (25 - r) / 120, (25 - 13 * r) / 120, (-1 + r) / 120],
               [(11 - r) / 120, (25 + 13 * r) / 120, (25 + r) / 120, (-1 - r) / 120],
               [1 / 12, 5 / 12, 5 / 12, 1 / 12]], [1 / 12, 5 / 12, 5 / 12, 1 / 12])


def row(q):
    return [-q[1], 0.0, 1.0]


def force(q):
    return [-q[0], -q[1], 0.0]


def multiplier(q, v):
    a = row(q)
    return (v[1] * v[0] - sum(x * y for x, y in zip(a, force(q)))) / sum(x * x for x in a)


def exact(q, v, t):
    """By classical steps so small that what is left is rounding, which no figure here comes near."""
    def field(y):
        q, v = y[:3], y[3:]
        lam = multiplier(q, v)
        return list(v) + [f + lam * a for f, a in zip(force(q), row(q))]
    y, n = list(q) + list(v), 400
    h = t / n
    for _ in range(n):
        k1 = field(y)
        k2 = field([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = field([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = field([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return y[:3], y[3:]


def step(s, q, p, h):
    """Stages and end of a step; M = 1, so that velocities are momenta."""
    nodes, a, b = TABLEAU[s]
    conjugate = [[b[j] * (1 - a[j][i] / b[i]) for j in range(s)] for i in range(s)]
    lam = multiplier(q, p)

    def parts(x):
        v = [x[3 * i:3 * i + 3] for i in range(s)]
        lams = [lam] + x[3 * s:]
        at = [[q[d] + h * sum(a[i][j] * v[j][d] for j in range(s)) for d in range(3)]
              for i in range(s)]
        w = [[f + lams[i] * c for f, c in zip(force(at[i]), row(at[i]))] for i in range(s)]
        inner = [[p[d] + h * sum(a[i][j] * w[j][d] for j in range(s)) for d in range(3)]
                 for i in range(s)]
        return v, lams, at, w, inner

    def residual(x):
        v, _, at, w, inner = parts(x)
        out = [v[i][d] - p[d] - h * sum(conjugate[i][j] * w[j][d] for j in range(s))
               for i in range(s) for d in range(3)]
        return out + [sum(c * m for c, m in zip(row(at[i]), inner[i])) / h for i in range(1, s)]
    x, _ = newton(residual, list(p) * s + [lam] * (s - 1))
    return parts(x)


def apart(x, y):
    return max(abs(a - b) for a, b in zip(x, y))


def errors(s, h, q, p):
    """Of q, p and λ at the end; of Q, P and p at the inner stages, and of the polynomial v(t)."""
    nodes = TABLEAU[s][0]
    v, lams, at, w, inner = step(s, q, p, h)
    qe, pe = exact(q, p, h)
    out = {"q": apart(at[-1], qe), "p": apart(inner[-1], pe),
           "lambda": abs(lams[-1] - multiplier(qe, pe))}
    stage_q = stage_p = better_p = 0.0
    for i in range(1, s - 1):
        qi, pi = exact(q, p, nodes[i] * h)
        stage_q = max(stage_q, apart(at[i], qi))
        stage_p = max(stage_p, apart(v[i], pi))
        better_p = max(better_p, apart(inner[i], pi))
    out.update({"Q": stage_q, "P": stage_p, "better": better_p})
    return out


def at_least(what, power, bound):
    """An O(h^bound) may be better on a single motion; a power less would be 1 below."""
    holds("%s: %.2f, at least %d" % (what, power, bound), power > bound - 0.65)


start = ([1.0, 0.5, 0.0], [0.5, 1.0, 0.25])
for s, steps in ((2, (0.02, 0.01)), (3, (0.06, 0.03)), (4, (0.06, 0.03))):
    one, two = (errors(s, h, *start) for h in steps)
    power = {k: log(one[k] / two[k]) / log(2) for k in one if two[k] > 0}
    print("s = %d" % s)
    # The error of a step has one power more than that of the method: 2s − 1 for q and p, s for λ.
    at_least("  Theorem 5.1, eq. 18a: the error of a step in q is h to the", power["q"], 2 * s - 1)
    at_least("  eq. 18b: in p", power["p"], 2 * s - 1)
    at_least("  eq. 18c: in λ", power["lambda"], s)
    if s > 2:  # order k: an error of h^(k+1) in a step
        at_least("  section 5.1: Q^i is of order s, an error of power", power["Q"], s + 1)
        found("  P^i is of order s − 2 and no better", power["P"] - 1, s - 2, 0.3)
        at_least("  p^i is of order s, an error of power", power["better"], s + 1)
end()
