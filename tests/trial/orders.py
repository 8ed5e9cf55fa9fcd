#!/usr/bin/env python3
"""Orders and symplectic defects of the trial's methods, from their formulas, without gimbal.

One step of h = 1e-5 is compared with one of an 8th-order Gauss method in 60 digits (the local order,
less one); multistep methods by differences of runs with h, h/2, h/4. The problem is that of Henon and
Heiles with a force in time; without it where `driven` is 0. Prints name, order driven, order not
driven, and the symplectic defect of a step of 0.1, not driven. Needs mpmath."""
from mpmath import mp, mpf, sqrt, cos, sin, polyroots, matrix, lu_solve
mp.dps = 60
Q = lambda a, b=1: mpf(a) / b
driven = 1


def acc(t, q):
    return [-q[0] - 2 * q[0] * q[1] + driven * Q(3, 10) * cos(Q(13, 10) * t), -q[1] - q[0] ** 2 + q[1] ** 2 + driven * sin(t) / 5]


def U(q):
    return (q[0] ** 2 + q[1] ** 2) / 2 + q[0] ** 2 * q[1] - q[1] ** 3 / 3


def f(t, y):
    return y[2:] + acc(t, y[:2])


def Df(t, y):
    return [[0, 0, 1, 0], [0, 0, 0, 1], [-1 - 2 * y[1], -2 * y[0], 0, 0], [-2 * y[0], -1 + 2 * y[1], 0, 0]]


def ft(t, y):
    return [0, 0, -driven * Q(39, 100) * sin(Q(13, 10) * t), driven * cos(t) / 5]


def add(y, h, k):
    return [a + h * b for a, b in zip(y, k)]


def rk(A, b, c=None, iterations=40):
    s = len(b)
    A = [[mpf(x) for x in row] for row in A]
    c = c or [sum(row) for row in A]

    def step(t, y, h):
        k = [f(t, y)] * s
        explicit = all(A[i][j] == 0 for i in range(s) for j in range(i, s))
        for _ in range(s if explicit else iterations):
            k = [f(t + c[i] * h, [v + h * sum(A[i][j] * k[j][d] for j in range(s)) for d, v in enumerate(y)]) for i in range(s)]
        return [v + h * sum(b[j] * k[j][d] for j in range(s)) for d, v in enumerate(y)]
    return step


def gauss(s):
    mp.dps = 80
    roots = sorted(polyroots({2: [1, -1, Q(1, 6)], 4: [1, -2, Q(9, 7), -Q(2, 7), Q(1, 70)]}[s], maxsteps=200, extraprec=200))
    V = matrix(s, s)
    for i in range(s):
        for j in range(s):
            V[i, j] = roots[j] ** i
    solve = lambda x: lu_solve(V, matrix([x ** (i + 1) / (i + 1) for i in range(s)]))
    A, b = [list(solve(r)) for r in roots], list(solve(mpf(1)))
    mp.dps = 60
    return A, b


exact = rk(*gauss(4))
r3, r2 = sqrt(3), sqrt(2)
gauss2 = lambda w: ([[Q(1, 4), Q(1, 4) - w / 6], [Q(1, 4) + w / 6, Q(1, 4)]], [Q(1, 2)] * 2)
crouzeix = lambda g: rk([[g, 0], [1 - 2 * g, g]], [Q(1, 2)] * 2)
qz = lambda e: rk([[Q(1, 4) + e, 0], [Q(1, 2), Q(1, 4) - e]], [Q(1, 2)] * 2)
e7 = Q(1, 10 ** 7)
M = {}
for slip in (0, 1):
    n = "_slip" if slip else ""
    M["t_lobatto_iiic" + n] = rk([[Q(1, 6), -Q(1, 3), Q(1, 6)], [Q(1, 6), Q(5, 12), -Q(1, 12) + Q(slip, 6)], [Q(1, 6), Q(2, 3), Q(1, 6)]], [Q(1, 6), Q(2, 3), Q(1, 6)])
    M["t_radau_iia" + n] = rk([[Q(5, 12), -Q(1, 12)], [Q(3, 4), Q(1, 4)]], [Q(3, 4) + slip * e7, Q(1, 4) - slip * e7])
    M["t_qin_zhang" + n] = qz(Q(slip, 1000))
    g = 1 - r2 / 2
    M["t_tr_bdf2" + n] = rk([[0, 0, 0], [g, g, 0], [r2 / 4, r2 / 4, g]], [r2 / 4, r2 / 4, g])
    M["t_crouzeix" + n] = crouzeix(mpf("0.788675") if slip else (3 + r3) / 6)
    M["t_gauss" + n] = rk(*gauss2(mpf("1.7320508") if slip else r3))
    M["t_shu_osher" + n] = rk([[0, 0, 0], [1, 0, 0], [Q(1, 4), Q(1, 4), 0]], [Q(1, 6), Q(1, 6), Q(2, 3)], [0, 1, Q(1 + slip, 2)])
    M["t_three_eighths" + n] = rk([[0] * 4, [Q(1, 3), 0, 0, 0], [-Q(1, 3), 1, 0, 0], [1, -1, 1, 0]], [Q(1, 8), Q(3, 8) + slip * e7, Q(3, 8) - slip * e7, Q(1, 8)])
M["t_heun_3"] = rk([[0] * 3, [Q(1, 3), 0, 0], [0, Q(2, 3), 0]], [Q(1, 4), 0, Q(3, 4)])
M["t_explicit_midpoint"] = rk([[0, 0], [Q(1, 2), 0]], [0, 1])
for it in (2, 3, 7):
    M["t_gauss_iterated_%d" % it] = rk(*gauss2(r3), iterations=it)


def ros2(sign):
    def step(t, y, h):
        g = 1 - r2 / 2
        J, F = Df(t, y), ft(t, y)
        W = matrix(4, 4)
        for i in range(4):
            for j in range(4):
                W[i, j] = (i == j) - g * h * J[i][j]
        k = list(lu_solve(W, matrix([a + g * h * b for a, b in zip(f(t, y), F)])))
        l = list(lu_solve(W, matrix([a + sign * g * h * b - 2 * c for a, b, c in zip(f(t + h, add(y, h, k)), F, k)])))
        return [a + h * (3 * b + c) / 2 for a, b, c in zip(y, k, l)]
    return step


def exponential(slip):
    def step(t, y, h):
        J, F, k = Df(t, y), ft(t, y), f(t, y)
        if slip:
            F = [0] * 4
        # u' = J u + k + t F: the Taylor coefficients of u, one after the other
        term, u = [h * a for a in k], list(y)
        for n in range(2, 60):
            u = add(u, 1, term)
            term = [h / n * sum(J[i][j] * term[j] for j in range(4)) + (h * h / 2 * F[i] if n == 2 else 0) for i in range(4)]
        return u
    return step


M["t_ros2"], M["t_ros2_slip"] = ros2(-1), ros2(1)
M["t_exponential"], M["t_exponential_slip"] = exponential(0), exponential(1)


def rkn(slip):
    def step(t, y, h):
        q, v = y[:2], y[2:]
        k1 = acc(t, q)
        k2 = acc(t + (0 if slip == 2 else h / 2), [a + h / 2 * b + h * h / (4 if slip == 1 else 8) * c for a, b, c in zip(q, v, k1)])
        k3 = acc(t + h, [a + h * b + h * h / 2 * c for a, b, c in zip(q, v, k2)])
        return [a + h * b + h * h / 6 * (c + 2 * d) for a, b, c, d in zip(q, v, k1, k2)] + [b + h / 6 * (c + 4 * d + e) for b, c, d, e in zip(v, k1, k2, k3)]
    return step


for name, slip in (("t_rkn4", 0), ("t_rkn4_entry", 1), ("t_rkn4_node", 2)):
    M[name] = rkn(slip)


def split(k, d, c=0):
    k, d = [mpf(x) for x in k], [mpf(x) for x in d]

    def step(t, y, h):
        q, v = y[:2], y[2:]
        for s in range(len(k)):
            a = acc(t, q)
            if c and s % 2:
                J = Df(t, q + v)
                a = [a[i] + c * h * h * sum(J[2 + i][j] * a[j] for j in range(2)) for i in range(2)]
            v = add(v, k[s] * h, a)
            if s < len(d):
                q = add(q, d[s] * h, v)
                t += d[s] * h
        return q + v
    return step


M["t_mclachlan_atela"] = split("0.1344961992774310892 -0.2248198030794208058 0.7563200005156682911 0.3340036032863214255".split(), "0.5153528374311229364 -0.085782019412973646 0.4415830236164665242 0.1288461583653841854".split())
for slip in (0, 1):
    n = "_slip" if slip else ""
    b = [mpf(x) for x in ("0.0829844064174052", "0.396309801498368", "-0.0390563049223486")]
    a = [mpf("0.245298957184271") + slip * e7, mpf("0.604872665711080")]
    a.append(Q(1, 2) - a[0] - a[1])
    M["t_blanes_moan" + n] = split(b + [1 - 2 * sum(b)] + b[::-1], a + a[::-1])
    l, x, z = -(1 - 2 * slip) * mpf("0.2123418310626054"), mpf("-0.06626458266981849"), mpf("0.1786178958448091")
    M["t_pefrl" + n] = split([0, (1 - 2 * l) / 2, l, l, (1 - 2 * l) / 2], [z, x, 1 - 2 * (x + z), x, z])
    s = 1 / (4 - mpf(4) ** Q(1, 3 + slip))
    M["t_suzuki" + n] = split([s / 2, s, (1 - 3 * s) / 2, (1 - 3 * s) / 2, s, s / 2], [s, s, 1 - 4 * s, s, s])
    M["t_chin" + n] = split([Q(1, 6), Q(2, 3), Q(1, 6)], [Q(1, 2)] * 2, Q(1, 24) - Q(slip, 48))


def deuflhard(slip):
    def step(t, y, h):
        fil = sin(h) / h if slip else 1
        q, v = y[:2], y[2:]
        v = [b + fil * h / 2 * (a + x) for b, a, x in zip(v, acc(t, q), q)]
        q, v = [cos(h) * x + sin(h) * b for x, b in zip(q, v)], [cos(h) * b - sin(h) * x for x, b in zip(q, v)]
        return q + [b + fil * h / 2 * (a + x) for b, a, x in zip(v, acc(t + h, q), q)]
    return step


M["t_deuflhard"], M["t_deuflhard_slip"] = deuflhard(0), deuflhard(1)


def gradient(mode):
    def step(t, y, h):
        q, p = y[:2], y[2:]
        d = [h * x for x in p]
        for _ in range(60):
            q1 = add(q, 1, d)
            if mode == 2:
                m = [q1[0], q[1]]
                G = [(U(q) - U(m)) / d[0], (U(m) - U(q1)) / d[1]]
            else:
                G = acc(0, add(q, Q(1, 2), d))
                if mode == 0:
                    e = (U(q1) - U(q) + sum(a * b for a, b in zip(G, d))) / sum(x * x for x in d)
                    G = [a - e * x for a, x in zip(G, d)]
            d = [h * (a + h / 2 * b) for a, b in zip(p, G)]
        return add(q, 1, d) + add(p, h, G)
    return step


def projected(t, y, h):
    z = rk4(t, y, h)
    E0 = U(y[:2]) + sum(x * x for x in y[2:]) / 2
    for _ in range(8):
        e = U(z[:2]) + sum(x * x for x in z[2:]) / 2 - E0
        g = [-a for a in acc(0, z[:2])] + z[2:]
        z = add(z, -e / sum(x * x for x in g), g)
    return z


rk4 = rk([[0] * 4, [Q(1, 2), 0, 0, 0], [0, Q(1, 2), 0, 0], [0, 0, 1, 0]], [Q(1, 6), Q(1, 3), Q(1, 3), Q(1, 6)])
for name, mode in (("t_gonzalez", 0), ("t_gonzalez_slip", 1), ("t_itoh_abe", 2)):
    M[name] = gradient(mode)
M["t_projected"] = projected

# Multistep methods: a run from y0 at t = 0 to 1 in N steps.
def ab2(N, y):
    h = Q(1, N); old = f(-h, add(y, -h, f(0, y)))
    for i in range(N):
        k = f(i * h, y)
        y, old = [a + h * (3 * b - c) / 2 for a, b, c in zip(y, k, old)], k
    return y


def late(N, y):
    h = Q(1, N)
    for i in range(N):
        y = M["t_explicit_midpoint"](i * h, y, h) if i < 400 else add(y, h, f(i * h, y))
    return y


def bdf2(slip):
    def run(N, y):
        h = Q(1, N)
        d = [0] * 4 if slip else [a - b for a, b in zip(y, M["t_explicit_midpoint"](mpf(0), y, -h))]
        for i in range(N):
            e = d
            for _ in range(25):
                e = [a / 3 + 2 * h / 3 * b for a, b in zip(d, f((i + 1) * h, add(y, 1, e)))]
            y, d = add(y, 1, e), e
        return y
    return run


def numerov(w):
    def run(N, y):
        h = Q(1, N); q = y[:2]; z = rk4(mpf(0), y, -h)
        d, b = add(q, -1, z[:2]), acc(-h, z[:2])
        for i in range(N):
            a = acc(i * h, q); e = d
            for _ in range(25):
                e1 = acc((i + 1) * h, add(q, 1, e))
                e = [x + h * h * (w * p + (1 - 2 * w) * r + w * s) for x, p, r, s in zip(d, e1, a, b)]
            v = [x / h + h / 2 * p - h / 12 * (3 * p - 4 * r + s) + h / 24 * (p - 2 * r + s) for x, p, r, s in zip(e, e1, a, b)]
            q, d, b = add(q, 1, e), e, a
        return q + v
    return run


def alpha(am, af, beta, gamma):
    def run(N, y):
        h = Q(1, N); q, v = y[:2], y[2:]; a = acc(0, q)
        for i in range(N):
            b = a; f0 = acc(i * h, q)
            for _ in range(25):
                x = [s + h * r + h * h * ((Q(1, 2) - beta) * c + beta * d) for s, r, c, d in zip(q, v, a, b)]
                b = [((1 - af) * d + af * e - am * c) / (1 - am) for c, d, e in zip(a, acc((i + 1) * h, x), f0)]
            v = [r + h * ((1 - gamma) * c + gamma * d) for r, c, d in zip(v, a, b)]
            q, a = x, b
        return q + v
    return run


def gear(c):
    def run(N, y):
        h = Q(1, N)
        a0, am, ap = acc(0, y[:2]), acc(-h, rk4(mpf(0), y, -h)[:2]), acc(h, rk4(mpf(0), y, h)[:2])
        z = [y[:2], [h * x for x in y[2:]], [h * h / 2 * x for x in a0], [h * h / 12 * (p - m) for p, m in zip(ap, am)], [h * h / 24 * (p - 2 * x + m) for p, x, m in zip(ap, a0, am)]]
        binomial = [[1, 1, 1, 1, 1], [0, 1, 2, 3, 4], [0, 0, 1, 3, 6], [0, 0, 0, 1, 4], [0, 0, 0, 0, 1]]
        for i in range(N):
            z = [[sum(binomial[r][s] * z[s][d] for s in range(5)) for d in range(2)] for r in range(5)]
            e = [h * h / 2 * x - w for x, w in zip(acc((i + 1) * h, z[0]), z[2])]
            z = [add(z[r], c[r], e) for r in range(5)]
        return z[0] + [x / h for x in z[1]]
    return run


R = {"t_ab2": ab2, "t_midpoint_late": late, "t_bdf2": bdf2(0), "t_bdf2_slip": bdf2(1), "t_numerov": numerov(Q(1, 12)),
     "t_numerov_slip": numerov(Q(1, 10)), "t_newmark": alpha(0, 0, Q(1, 4), Q(1, 2)), "t_hht": alpha(0, Q(1, 10), Q(121, 400), Q(3, 5)),
     "t_hht_slip": alpha(0, Q(1, 10), Q(121, 400), Q(1, 2)), "t_generalised_alpha": alpha(0, Q(1, 3), Q(4, 9), Q(5, 6)),
     "t_generalised_alpha_slip": alpha(Q(1, 6), Q(1, 3), Q(4, 9), Q(5, 6)),
     "t_gear": gear([Q(19, 120), Q(3, 4), 1, Q(1, 2), Q(1, 12)]), "t_gear_slip": gear([Q(251, 720), 1, 1, Q(1, 3), Q(1, 24)])}
y0 = [Q(1, 5), Q(1, 10), Q(3, 10), -Q(1, 4)]
size = lambda a, b: max(abs(x - y) for x, y in zip(a, b))


def newmark(t, y, h):  # for its defect: a is the acceleration at the nodes
    q, v = y[:2], y[2:]; a = acc(t, q); b = a
    for _ in range(60):
        x = [s + h * r + h * h / 4 * (c + d) for s, r, c, d in zip(q, v, a, b)]
        b = acc(t + h, x)
    return x + [r + h / 2 * (c + d) for r, c, d in zip(v, a, b)]


def defect(step):
    h, e = Q(1, 10), Q(1, 10 ** 15)
    col = [[(a - b) / (2 * e) for a, b in zip(step(mpf(0), [x + e * (i == j) for j, x in enumerate(y0)], h), step(mpf(0), [x - e * (i == j) for j, x in enumerate(y0)], h))] for i in range(4)]
    form = lambda u, w: u[0] * w[2] - u[2] * w[0] + u[1] * w[3] - u[3] * w[1]
    return max(abs(form(col[i], col[j]) - (j - i == 2)) for i in range(4) for j in range(i + 1, 4))


def local(step):
    h = Q(1, 10 ** 5)
    e = [size(step(Q(1, 3), y0, x), exact(Q(1, 3), y0, x)) for x in (h, h / 2)]
    return float(mp.log(e[0] / e[1], 2)) - 1


def globally(run):
    N = 512
    y = [run(n, y0) for n in (N, 2 * N, 4 * N)]
    return float(mp.log(size(y[0], y[1]) / size(y[1], y[2]), 2))


for name, step in list(M.items()) + [("t_newmark_step", newmark)]:
    orders = []
    for driven in (1, 0):
        orders.append("%.2f" % local(step) if driven == 0 or not name.startswith(("t_gonzalez", "t_itoh", "t_projected")) else "-")
    print(name, *orders, mp.nstr(defect(step), 3), flush=True)
mp.dps = 25
driven = 1
for name, run in R.items():
    print(name, "%.2f" % globally(run), flush=True)
