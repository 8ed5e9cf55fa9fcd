"""The discrete-continuous Noether theorem (34) and the energy (40) of Crăciun and Opriş on chains that can be
solved by hand. L(k) = ½|q̇_k|² − (κ/2)|q¹_k|² − (α/2)|q_k|², q_k in the plane, q¹_k = (q_(k+1) − q_k)/Δτ, on a
ring; J^c(k) = q_k × q̇_k and J^d(k) = q_k × ∂L(k−1)/∂q¹."""
from math import cos, pi, sin, sqrt
from small import end, found, holds

KAPPA, ALPHA, SITES = 1.3, 0.7, 3


def motion(spacing, kappa, t):
    """Positions and velocities: a sum of plane waves, each with the frequency of its mode."""
    q = [[0.0, 0.0] for _ in range(SITES)]
    v = [[0.0, 0.0] for _ in range(SITES)]
    for mode, (ax, ay, phase) in enumerate(((0.7, 0.2, 0.1), (0.3, -0.4, 0.9), (0.2, 0.5, 2.0))):
        k = 2 * pi * mode / SITES
        w = sqrt(ALPHA + kappa * (2 * sin(k / 2) / spacing)**2)
        for site in range(SITES):
            q[site][0] += ax * cos(k * site + phase) * cos(w * t)
            q[site][1] += ay * cos(k * site) * sin(w * t + phase)
            v[site][0] -= ax * w * cos(k * site + phase) * sin(w * t)
            v[site][1] += ay * w * cos(k * site) * cos(w * t + phase)
    return q, v


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def strain(q, site, spacing):
    after = q[(site + 1) % SITES]
    return [(a - b) / spacing for a, b in zip(after, q[site % SITES])]


def balance(spacing, factor, t):
    """factor·(J^d(k+1) − J^d(k)) + dJ^c/dt at site 1."""
    q, _ = motion(spacing, KAPPA, t)
    jd = [cross(q[k % SITES], [-KAPPA * x for x in strain(q, k - 1, spacing)]) for k in (1, 2)]
    e = 1e-4
    jc = []
    for s in (-2, -1, 1, 2):
        q, v = motion(spacing, KAPPA, t + s * e)
        jc.append(cross(q[1], v[1]))
    return factor * (jd[1] - jd[0]) + (jc[0] - 8 * jc[1] + 8 * jc[2] - jc[3]) / (12 * e)


def local_energy(spacing, kappa, t):
    """Eq. 40 at site 1, in which L(0) does not hold the velocity of that site."""
    q, v = motion(spacing, kappa, t)

    def lagrangian(k):
        s = strain(q, k, spacing)
        return (0.5 * sum(x * x for x in v[k]) - kappa / 2 * sum(x * x for x in s)
                - ALPHA / 2 * sum(x * x for x in q[k]))
    return sum(x * x for x in v[1]) - lagrangian(1) - lagrangian(0)


times = [0.1 * i for i in range(60)]
for spacing in (1.0, 2.0):
    printed = max(abs(balance(spacing, 1, t)) for t in times)
    divided = max(abs(balance(spacing, 1 / spacing, t)) for t in times)
    if spacing == 1:
        found("Δτ = 1: (34) as printed, largest", printed, 0, 1e-9)
    else:
        holds("Δτ = 2: (34) as printed is off by %.2g" % printed, printed > 1e-2)
    found("  with the difference divided by Δτ, largest", divided, 0, 1e-9)
for kappa, word in ((0.0, "not coupled"), (KAPPA, "coupled")):
    values = [local_energy(1.0, kappa, t) for t in times]
    holds("oscillators %s: (40) moves by %.2g" % (word, max(values) - min(values)),
          max(values) - min(values) > 1e-2)

# Example 1: the particle with q¹³ = q² q¹¹ and unit steps. u = q¹¹, y_k = y₀ + kc.
def particle(factor):
    """Largest defects of (4), of (10) and of (5), along the recurrence that (4) and (1) give."""
    y, c, u = 0.3, 0.2, 0.7
    worst = [0.0, 0.0, 0.0]
    for _ in range(50):
        y1 = y + c
        after = (1 + y * y1) * u / (1 + y1 * y1)
        z, z1 = y * u, y1 * after
        worst[0] = max(worst[0], abs((1 + y1 * y1) * after - (1 + y * y) * u - c * z))
        worst[1] = max(worst[1], abs(after - u + y1 / (1 + y1 * y1) * u * c))
        worst[2] = max(worst[2], abs((1 + y * y1) * after + (1 + y * y) * u))
        y, u = y1, after
    return worst


four, ten, five = particle(1)
found("example 1: equation (4), largest defect", four, 0, 1e-13)
found("example 1: the momentum equation (10), largest defect", ten, 0, 1e-13)
holds("example 1: (5) as printed does not follow, it is off by %.2g" % five, five > 0.1)
end()
