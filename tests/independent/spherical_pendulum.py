"""The Hamel integrator of the spherical pendulum [Zenkov, Leok, Bloch 2012, eqs. 22 to 24], g/r = 1, from the
paper's data, against elliptic integrals: with z = Γ³, E = ½|Ω|² + z and J = Γ¹Ω¹ + Γ²Ω², ż² = f(z) =
2(E − z)(1 − z²) − J²; the azimuth of Γ turns by ∫zJ/(1 − z²) dz/√f, that of the bob by ∫J/(1 − z²) dz/√f."""
from math import acos, atan2, cos, pi, sqrt
from small import end, found, holds, newton

OMEGA, GAMMA = (0.6, 0.0), (0.3, 0.2, -sqrt(0.87))


def step(gamma, omega, h):
    def residual(x):
        g, o = x[:3], x[3:]
        m = [(a + b) / 2 for a, b in zip(g, gamma)]
        w = [(a + b) / 2 for a, b in zip(o, omega)]
        return [g[0] - gamma[0] + h * m[2] * w[1],
                g[1] - gamma[1] - h * m[2] * w[0],
                g[2] - gamma[2] - h * (m[0] * w[1] - m[1] * w[0]),
                o[0] - omega[0] - h * m[1],
                o[1] - omega[1] + h * m[0]]
    x = newton(residual, list(gamma) + list(omega))[0]
    return x[:3], x[3:]


E = 0.5 * sum(w * w for w in OMEGA) + GAMMA[2]
J = GAMMA[0] * OMEGA[0] + GAMMA[1] * OMEGA[1]


def f(z):
    return 2 * (E - z) * (1 - z * z) - J * J


def root(low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(low) * f(middle) > 0 else (low, middle)
    return (low + high) / 2


LOWEST, HIGHEST = root(-1, GAMMA[2]), root(GAMMA[2], 1)


def integral(function, a, b, points=4000):
    """∫ function dz/√f from a to b within the turning points: z = middle − half cos s takes the
    roots of f away; Simpson's rule in s."""
    middle, half = (LOWEST + HIGHEST) / 2, (HIGHEST - LOWEST) / 2
    c = E - LOWEST - HIGHEST  # the third root: f = 2(z − LOWEST)(HIGHEST − z)(c − z)
    at = [acos(max(-1, min(1, (middle - z) / half))) for z in (a, b)]
    total, n = 0.0, points
    for i in range(n + 1):
        s = at[0] + (at[1] - at[0]) * i / n
        z = middle - half * cos(s)
        weight = 1 if i in (0, n) else 4 if i % 2 else 2
        total += weight * function(z) / sqrt(2 * (c - z))
    return total * (at[1] - at[0]) / n / 3


holds("three roots of f", abs(f(LOWEST)) < 1e-12 and abs(f(HIGHEST)) < 1e-12
      and abs(f(E - LOWEST - HIGHEST)) < 1e-12)

h = 0.2
gamma, omega = GAMMA, OMEGA
ratios, first = [], True
for _ in range(200):
    after, spin = step(gamma, omega, h)
    rates = [g[0] * w[1] - g[1] * w[0] for g, w in ((gamma, omega), (after, spin))]
    if rates[0] * rates[1] > 0:  # no turning point in between
        z = sorted((gamma[2], after[2]))
        ratios.append(integral(lambda x: 1, z[0], z[1]) / h)
    if first:
        z = (gamma[2], after[2])
        turn = atan2(after[1], after[0]) - atan2(gamma[1], gamma[0])
        sign = 1 if z[1] > z[0] else -1
        # By the equations Γ̇ = Γ × Ω the azimuth of Γ goes at the rate Γ³J/(1 − Γ³²).
        exact = sign * integral(lambda x: x * J / (1 - x * x), z[0], z[1])
        found("first step: Γ turns, on the exact curve", exact, -0.3091911, 5e-7)
        found("first step: Γ turns, by the method", turn, -0.3093088, 5e-7)
        first = False
    gamma, omega = after, spin
found("a step goes on by at least, of h", min(ratios), 0.99547, 2e-5)
found("a step goes on by at most, of h", max(ratios), 0.99706, 2e-5)
found("energy after 200 steps less that at first", 0.5 * sum(w * w for w in omega) + gamma[2] - E,
      0, 1e-12)
found("momentum likewise", gamma[0] * omega[0] + gamma[1] * omega[1] - J, 0, 1e-12)
found("the bob turns from one lowest point to the next, exactly",
      2 * integral(lambda x: J / (1 - x * x), LOWEST, HIGHEST), 3.3708162, 1e-7)
found("so does Γ", 2 * integral(lambda x: x * J / (1 - x * x), LOWEST, HIGHEST), -3.0600765, 1e-7)


def rotation(omega, h):
    """cay(hΩ^): from the body to space, column by column."""
    a = [h * omega[0] / 2, h * omega[1] / 2, 0.0]
    n = 1 + sum(x * x for x in a)
    hat = [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]
    return [[(i == j) + 2 * (hat[i][j] + sum(hat[i][k] * hat[k][j] for k in range(3))) / n
             for j in range(3)] for i in range(3)]


def advance_of(h, bob):
    """The angle between lowest points by the method: azimuths at z = lowest by a fit of the time."""
    gamma, omega = list(GAMMA), list(OMEGA)
    # R with Γ = Rᵀe₃; the bob is Re₃, its height is Γ³.
    e = [gamma[i] for i in range(3)]
    u = [1 - e[0] * e[0], -e[0] * e[1], -e[0] * e[2]]
    size = sqrt(sum(x * x for x in u))
    u = [x / size for x in u]
    v = [e[1] * u[2] - e[2] * u[1], e[2] * u[0] - e[0] * u[2], e[0] * u[1] - e[1] * u[0]]
    rot = [u, v, e]
    points, angle, before = [], 0.0, None
    period = 2 * integral(lambda x: 1, LOWEST, HIGHEST)
    for k in range(int(2.6 * period / h)):
        x = [rot[i][2] for i in range(3)] if bob else gamma
        now = atan2(x[1], x[0])
        if before is not None:
            d = now - before
            angle += d - 2 * pi * round(d / (2 * pi))
        before = now
        points.append((gamma[2], gamma[0] * omega[1] - gamma[1] * omega[0], angle))
        after, spin = step(gamma, omega, h)
        mean = [(a + b) / 2 for a, b in zip(omega, spin)]
        cay = rotation(mean, h)
        rot = [[sum(rot[i][k] * cay[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
        gamma, omega = after, spin
    # At a lowest point the rate of z goes up through zero; fourteen points about it give the azimuth
    # there by Lagrange's formula in the rate.
    lows = []
    for k in range(7, len(points) - 7):
        if points[k - 1][1] < 0 <= points[k][1]:
            near = points[k - 7:k + 7]
            value = 0.0
            for i, (_, ri, ai) in enumerate(near):
                weight = 1.0
                for j, (_, rj, _) in enumerate(near):
                    if j != i:
                        weight *= (0 - rj) / (ri - rj)
                value += weight * ai
            lows.append(value)
    return lows[1] - lows[0]


for bob, word, defects in ((True, "the bob", (7.3e-7 / 16, 7.3e-7 / 256)), (False, "Γ", (1.21e-4, 3.0e-5))):
    exact = 2 * integral(lambda x: (1 if bob else x) * J / (1 - x * x), LOWEST, HIGHEST)
    for h, defect in zip((1 / 20, 1 / 40), defects):
        found("%s is off by, from one lowest point to the next, h = %g" % (word, h),
              abs(advance_of(h, bob) - exact), defect, 0.05 * defect)
end()
