"""The discrete Hamel equations of the free particle on a line in the frame ψ = e^q, τ = ½: with
D = q₁ − q₀ the one-forms are Θ⁻ = f(D) dq₀, Θ⁺ = g(D) dq₁, f = (D/h) e^(D/2) (1 − D/2), g(D) = −f(−D), and
the step is f(D_k) = g(D_(k−1)). L = ½v² gives ℓ = ½e^(2q)ξ², ξ = e^(−q)v, and no bracket in one
dimension."""
from math import exp
from small import end, found, holds


def f(d, h):
    return d / h * exp(d / 2) * (1 - d / 2)


def g(d, h):
    return -f(-d, h)


def slope(function, d, h):
    e = 1e-5
    return (function(d - 2 * e, h) - 8 * function(d - e, h) + 8 * function(d + e, h)
            - function(d + 2 * e, h)) / (12 * e)


def advance(d, h):
    """The next increment, by Newton's method."""
    x = d
    for _ in range(50):
        x -= (f(x, h) - g(d, h)) / slope(f, x, h)
    return x


h = 1 / 40
# Theorem 5.1: h dL∘Ψ at (q₀, q₁) = (0, D), L = ½v², Ψ(δq₀, δq₁) = (ζ_½ψ, (ζ₁ − ζ₀)ψ/h + ζ_½ψ'v), ζ = e^(−q)δq.
for d in (0.1, 0.4):
    v, psi = d / h, exp(d / 2)
    by = [h * v * ((-1 / h if k == 0 else 1 / h) + v / 2) * psi * exp(-k * d) for k in (0, 1)]
    holds("Theorem 5.1: h dL∘Ψ = −Θ⁻ + Θ⁺ at D = %g" % d,
          abs(by[0] + f(d, h)) < 1e-12 and abs(by[1] - g(d, h)) < 1e-12)
# In the momenta p = φᵀμ a step from (q₀, f(D)) to (q₀ + D, g(D)) has the determinant g′/f′.
found("Theorem 5.4: determinant of the step less 1, h = 1/40, v = 1",
      slope(g, h, h) / slope(f, h, h) - 1, 5.21e-6, 1e-8)
holds("d(−Θ⁻ + Θ⁺) = (f′ − g′) dq₀∧dq₁ is not zero", abs(slope(f, h, h) - slope(g, h, h)) > 1e-6)
d, steps = h, 400
for _ in range(steps):
    d = advance(d, h)
found("Theorem 5.7: speed gained per unit of time over h²v⁴/12", (d / h - 1) / (steps * h)
      / (h * h / 12), 1, 0.01)
found("energy gained per unit of time over h²v⁵/12", ((d / h)**2 - 1) / 2 / (steps * h)
      / (h * h / 12), 1, 0.01)

# Kepler's problem in a frame that turns with ln r: its momentum map is that of the rotation, under
# which the frame is invariant, and still is not kept.
from math import cos, sin, hypot, log, pi
from small import newton

KAPPA = 1.0


def frame(q):
    """Columns of ψ in (r, θ): orthonormal, turned by κ ln r."""
    r = q[0]
    c, s = cos(KAPPA * log(r)), sin(KAPPA * log(r))
    return [[c, -s], [s / r, c / r]]


def coframe(q):
    (a, b), (c, d) = frame(q)
    det = a * d - b * c
    return [[d / det, -b / det], [-c / det, a / det]]


def hamel(q0, q1, h):
    """μ_k and μ_(k+1) of the discrete Hamel equations at τ = ½ for ℓ = ½|ξ|² + 1/r."""
    q = [(a + b) / 2 for a, b in zip(q0, q1)]
    psi, phi = frame(q), coframe(q)
    v = [(b - a) / h for a, b in zip(q0, q1)]
    xi = [phi[j][0] * v[0] + phi[j][1] * v[1] for j in (0, 1)]
    e = 1e-6
    up, down = coframe([q[0] + e, q[1]]), coframe([q[0] - e, q[1]])
    by_r = [[(up[m][a] - down[m][a]) / (2 * e) for a in (0, 1)] for m in (0, 1)]
    force = []
    for j in (0, 1):
        total = psi[0][j] * (-1 / q[0]**2)
        for m in (0, 1):
            for i in (0, 1):  # c^m_ij = ψ_i^a ψ_j^b (φ^m_a,b − φ^m_b,a), with derivatives by r = q⁰
                c = sum(psi[a][i] * psi[b][j] * ((by_r[m][a] if b == 0 else 0)
                                                 - (by_r[m][b] if a == 0 else 0))
                        for a in (0, 1) for b in (0, 1))
                total += c * xi[i] * xi[m]
        force.append(total)
    return ([xi[j] - h / 2 * force[j] for j in (0, 1)], [xi[j] + h / 2 * force[j] for j in (0, 1)])


def angular_momentum(q, mu):
    """p_θ = μ·φ_θ at the node."""
    phi = coframe(q)
    return sum(mu[j] * phi[j][1] for j in (0, 1))


h = 1 / 20
a, ecc, u = 1.0, 0.3, 0.5
q = [a * (1 - ecc * cos(u)), 2 * pi * 0]
x, y = a * (cos(u) - ecc), a * (1 - ecc * ecc)**0.5 * sin(u)
vx, vy = -sin(u) / (1 - ecc * cos(u)), (1 - ecc * ecc)**0.5 * cos(u) / (1 - ecc * cos(u))
r = hypot(x, y)
velocity = [(x * vx + y * vy) / r, (x * vy - y * vx) / r**2]
phi = coframe(q)
mu = [phi[j][0] * velocity[0] + phi[j][1] * velocity[1] for j in (0, 1)]
start, worst = angular_momentum(q, mu), 0.0
for _ in range(200):
    q1 = newton(lambda z: [s - m for s, m in zip(hamel(q, z, h)[0], mu)],
                [q[0] + h * velocity[0], q[1] + h * velocity[1]])[0]
    mu = hamel(q, q1, h)[1]
    velocity = [(b - c) / h for b, c in zip(q1, q)]
    q = q1
    worst = max(worst, abs(angular_momentum(q, mu) - start))
print("Kepler in the spiral frame: the angular momentum moves by %.3g in 200 steps" % worst)
holds("it is not kept", worst > 1e-7)
end()
