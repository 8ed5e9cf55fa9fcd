"""The nonholonomic Lobatto method [Martín de Diego and Sato 2018, eq. 14] with s = 3 on the chaotic system of
their section 7.3, m = 3: how the square of the energy's error goes with h. It is h⁸, as the order 4 of
q and p has it, and not h¹⁰."""
from math import cos, log, pi, sin, sqrt
from small import end, found, newton

A = [[0, 0, 0], [5 / 24, 1 / 3, -1 / 24], [1 / 6, 2 / 3, 1 / 6]]
B = [1 / 6, 2 / 3, 1 / 6]
CONJUGATE = [[B[j] * (1 - A[j][i] / B[i]) for j in range(3)] for i in range(3)]
M, N = 3, 7


def potential(q):
    return 0.5 * (sum(x * x for x in q) + q[M + 1]**2 * q[M + 2]**2
                  + sum(q[i]**2 * q[M + i]**2 for i in range(1, M + 1)))


def force(q):
    f = [-x for x in q]
    f[M + 1] -= q[M + 1] * q[M + 2]**2
    f[M + 2] -= q[M + 2] * q[M + 1]**2
    for i in range(1, M + 1):
        f[i] -= q[i] * q[M + i]**2
        f[M + i] -= q[M + i] * q[i]**2
    return f


def row(q):
    return [1.0] + [0.0] * M + list(q[M + 1:])


def energy(q, p):
    return 0.5 * sum(x * x for x in p) + potential(q)


def multiplier(q, v):
    """(AAᵀ)⁻¹(A∇U − Ȧv)."""
    a, f = row(q), force(q)
    return (-sum(x * y for x, y in zip(a, f)) - sum(x * x for x in v[M + 1:])) / sum(x * x for x in a)


def step(q, p, lam, h, guess):
    """The two inner velocities and multipliers are unknown; M = 1, so P = V."""
    def parts(x):
        v = [x[:N], x[N:2 * N], x[2 * N:3 * N]]
        lams = [lam, x[3 * N], x[3 * N + 1]]
        points = [[q[d] + h * sum(A[i][j] * v[j][d] for j in range(3)) for d in range(N)]
                  for i in range(3)]
        w = [[a + lams[i] * b for a, b in zip(force(points[i]), row(points[i]))] for i in range(3)]
        return v, lams, points, w

    def residual(x):
        v, _, points, w = parts(x)
        out = [v[i][d] - p[d] - h * sum(CONJUGATE[i][j] * w[j][d] for j in range(3))
               for i in range(3) for d in range(N)]
        for i in (1, 2):
            inner = [p[d] + h * sum(A[i][j] * w[j][d] for j in range(3)) for d in range(N)]
            out.append(sum(a * b for a, b in zip(row(points[i]), inner)) / h)
        return out
    x, jacobian = newton(residual, guess[0], guess[1])
    _, lams, points, w = parts(x)
    return (points[2], [p[d] + h * sum(B[j] * w[j][d] for j in range(3)) for d in range(N)], lams[2],
            (x, jacobian))


def mean_square(h, steps):
    total, members = 0.0, (1, 3, 5)
    for j in members:
        angle = j * pi / 12
        q = [cos(angle), 0.6, 0.4, 0.2, 1.0, 1.0, 1.0]
        p = [0.0, sin(angle)] + [0.0] * 5
        lam, start = multiplier(q, p), energy(q, p)
        guess = (p * 3 + [lam, lam], None)
        for _ in range(steps):
            q, p, lam, guess = step(q, p, lam, h, guess)
        total += (energy(q, p) - start)**2
    return total / len(members)


for j in (0, 13, 26):
    q = [cos(j * pi / 52), 0.6, 0.4, 0.2, 1.0, 1.0, 1.0]
    found("energy of member %d of 27" % j, energy(q, [0.0, sin(j * pi / 52)] + [0.0] * 5), 3.06, 1e-12)
squares = [mean_square(1 / n, n) for n in (8, 16)]
found("the mean square of the energy's error goes like h to the", log(squares[0] / squares[1]) / log(2),
      8, 0.5)
end()
