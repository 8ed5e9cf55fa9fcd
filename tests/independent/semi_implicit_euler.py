"""v₁ = v + h a(q,v), q₁ = q + h v₁. On the double pendulum in its joint angles (unit masses, rods and gravity): the
form dq∧dp after a step, and how the energy error over t = 200 depends on h. On the harmonic oscillator: the form, and
that the energy is not constant, also of leapfrog. On the pendulum: the order of both."""
import math
from small import end, found, holds, solve


def mass(q):
    c = math.cos(q[0] - q[1])
    return [[2, c], [c, 1]]


def acceleration(q, v):
    s = math.sin(q[0] - q[1])
    return solve(mass(q), [-s * v[1]**2 - 2 * math.sin(q[0]), s * v[0]**2 - math.sin(q[1])])


def step(q, v, h):
    v = [x + h * a for x, a in zip(v, acceleration(q, v))]
    return [x + h * y for x, y in zip(q, v)], v


def momentum(q, v):
    return [sum(a * b for a, b in zip(row, v)) for row in mass(q)]


def energy(q, v):
    return sum(x * y for x, y in zip(v, momentum(q, v))) / 2 - 2 * math.cos(q[0]) - math.cos(q[1])


def in_phase_space(z, h):
    q, v = step(z[:2], solve(mass(z[:2]), z[2:]), h)
    return q + momentum(q, v)


def defect(h):
    """The largest entry of JᵀΩJ − Ω."""
    e, columns = 1e-5, []
    q = [1.0, -0.5]
    z = q + momentum(q, [0.3, 0.2])
    for j in range(4):
        ends = [in_phase_space(z[:j] + [z[j] + sign * e] + z[j + 1:], h) for sign in (1, -1)]
        columns.append([(a - b) / (2 * e) for a, b in zip(*ends)])

    def form(a, b):
        return a[0] * b[2] + a[1] * b[3] - a[2] * b[0] - a[3] * b[1]
    unit = [[float(i == j) for i in range(4)] for j in range(4)]
    return max(abs(form(columns[i], columns[j]) - form(unit[i], unit[j])) for i in range(4) for j in range(4))


def root_mean_square(h):
    q, v, total, n = [1.0, -0.5], [0.3, 0.2], 0, round(200 / h)
    start = energy(q, v)
    for _ in range(n):
        q, v = step(q, v, h)
        total += (energy(q, v) - start)**2
    return math.sqrt(total / n)


change = defect(0.02)
holds("double pendulum: the form changes by %.2g" % change, change > 1e-5)
found("with half the step, by a part of", defect(0.01) / change, 0.25, 0.05)
coarse, fine = root_mean_square(0.01), root_mean_square(0.005)
holds("its energy errors are %.2g and %.2g with half the step" % (coarse, fine), coarse > 0.1 and fine > coarse / 2 * 1.2)

q, v, h, low, high = 1.0, 0.5, 0.02, math.inf, -math.inf
start = (q * q + v * v) / 2
for _ in range(20000):
    v -= h * q
    q += h * v
    low, high = min(low, (q * q + v * v) / 2), max(high, (q * q + v * v) / 2)
found("oscillator: the energy oscillates by, over h", (high - low) / h, start, 0.02)


def leapfrog(q, v, h, force):
    v += h / 2 * force(q)
    q += h * v
    return q, v + h / 2 * force(q)


def semi_implicit(q, v, h, force):
    v += h * force(q)
    return q + h * v, v


def end_of(one_step, n, t=2.0):
    q, v = 1.2, 0.0
    for _ in range(n):
        q, v = one_step(q, v, t / n, lambda x: -math.sin(x))
    return q


q, v, low, high = 1.0, 0.5, math.inf, -math.inf
for _ in range(20000):
    q, v = leapfrog(q, v, 0.1, lambda x: -x)
    low, high = min(low, q * q + v * v), max(high, q * q + v * v)
holds("leapfrog: its points are between the radii %.4f and %.4f" % (math.sqrt(low), math.sqrt(high)), high - low > 1e-3)
exact = end_of(leapfrog, 200000)
for name, one_step, order in ("semi-implicit Euler", semi_implicit, 1), ("leapfrog", leapfrog, 2):
    error, half = (abs(end_of(one_step, n) - exact) for n in (1000, 2000))
    found("pendulum: the order of %s" % name, math.log2(error / half), order, 0.05)
end()
