"""The average vector fields on the phase space, as reconstructed: Δq = hv̄, Δp = hf̄ + hAᵀλ, A v̄ = 0, on the
nonholonomic particle (L = ½|v|² − ½(x² + y²), v_z = y v_x). Forces are linear, so that means over the
segment are those of its ends. What A(q₁)v₁ is after a step, and the order of p."""
from math import log
from small import end, found, holds, newton


def step(q, v, h, where):
    def residual(x):
        q1, v1, lam = x[:3], x[3:6], x[6]
        mean = [(a + b) / 2 for a, b in zip(v, v1)]
        point = {"mid": (q[1] + q1[1]) / 2, "start": q[1], "predicted": q[1] + h / 2 * v[1]}[where]
        a = [-point, 0, 1]
        force = [-(q[0] + q1[0]) / 2, -(q[1] + q1[1]) / 2, 0]
        return ([q1[i] - q[i] - h * mean[i] for i in range(3)]
                + [v1[i] - v[i] - h * force[i] - h * lam * a[i] for i in range(3)]
                + [sum(a[i] * mean[i] for i in range(3))])
    guess = [a + h * b for a, b in zip(q, v)] + list(v) + [0.0]
    x = newton(residual, guess)[0]
    return x[:3], x[3:6]


def field(y):
    """Index-reduced: λ from d/dt (v_z − y v_x) = 0."""
    x, yy, z, vx, vy, vz = y
    lam = (vy * vx - yy * x) / (1 + yy * yy)  # (v_y v_x + y·(−x)) over |A|²
    return [vx, vy, vz, -x - yy * lam, -yy, lam]


def exact(y, t):
    steps = 2000
    h = t / steps
    for _ in range(steps):
        k1 = field(y)
        k2 = field([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = field([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = field([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return y


q0, v0 = [1, 0.5, 0], [0.5, 1, 0.25]
reference = exact(q0 + v0, 1.0)
for where, order, power in (("mid", 2, 2), ("start", 1, 1), ("predicted", 2, 2)):
    errors, residuals = [], []
    for n in (64, 128):
        q, v = q0, v0
        worst = 0.0
        for _ in range(n):
            q, v = step(q, v, 1.0 / n, where)
            worst = max(worst, abs(v[2] - q[1] * v[0]))
        errors.append(max(abs(a - b) for a, b in zip(v, reference[3:])))
        residuals.append(worst)
    found("A at %s: order of the velocity" % where, log(errors[0] / errors[1]) / log(2), order, 0.15)
    found("  A(q)v at the nodes, largest, goes like h to the", log(residuals[0] / residuals[1]) / log(2),
          power, 0.15)
    holds("  and is not zero: %.2g with h = 1/64" % residuals[0], residuals[0] > 1e-6)
end()
