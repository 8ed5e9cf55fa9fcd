"""The ball on a turntable with the constraint as it is printed, in the angular velocity of the body, and the
nonholonomic Lobatto method on SO(3)×R² with s = 3 and the Cayley map [Martín de Diego and Sato 2018,
Appendix F]: where its moving energy goes. These equations do not see the rotation of the ball."""
from small import end, found, newton

A = [[0, 0, 0], [5 / 24, 1 / 3, -1 / 24], [1 / 6, 2 / 3, 1 / 6]]
B = [1 / 6, 2 / 3, 1 / 6]
INERTIA, RADIUS, TABLE = 2 / 5, 1.0, 3 / 2


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def turn(xi, v, back=False):
    """cay(ξ)v, or its inverse."""
    a = [(-x if back else x) / 2 for x in xi]
    once = cross(a, v)
    twice = cross(a, once)
    return [x + 2 * (y + z) / (1 + dot(a, a)) for x, y, z in zip(v, once, twice)]


def tangent(xi, h):
    c = 2 / (4 + dot(xi, xi))
    return [c * (2 * x - y) for x, y in zip(h, cross(xi, h))]


def tangent_transposed(xi, m):
    c = 2 / (4 + dot(xi, xi))
    return [c * (2 * x + y) for x, y in zip(m, cross(xi, m))]


def second_transposed(xi, h, m):
    """Dᵀm for D = −c²(2h − ξ×h)ξᵀ + cĥ."""
    c = 2 / (4 + dot(xi, xi))
    along = -c * c * dot([2 * x - y for x, y in zip(h, cross(xi, h))], m)
    return [along * x - c * y for x, y in zip(xi, cross(h, m))]


def slip(place, omega, v):
    return [v[0] + TABLE * place[1] - RADIUS * omega[1], v[1] - TABLE * place[0] + RADIUS * omega[0]]


def reaction(lam):
    """On (ω, v)."""
    return [RADIUS * lam[1], -RADIUS * lam[0], 0.0], list(lam)


def moving_energy(place, omega, v):
    return (0.5 * dot(v, v) + 0.5 * INERTIA * RADIUS**2 * dot(omega, omega)
            + RADIUS * TABLE * (place[0] * omega[0] + place[1] * omega[1])
            - TABLE**2 * dot(place, place))


def step(place, mu, v, lam, h, guess):
    def parts(x):
        spin = [x[3 * i:3 * i + 3] for i in range(3)]
        speed = [x[9 + 2 * i:11 + 2 * i] for i in range(3)]
        lams = [lam, x[15:17], x[17:19]]
        xi = [[h * sum(A[i][j] * spin[j][d] for j in range(3)) for d in range(3)] for i in range(3)]
        at = [[place[d] + h * sum(A[i][j] * speed[j][d] for j in range(3)) for d in (0, 1)]
              for i in range(3)]
        torque, push = zip(*[reaction(m) for m in lams])
        return spin, speed, lams, xi, at, torque, push

    def momenta(weights, xi_end, xi, torque, push):
        inner = [mu[d] + h * sum(weights[j] * turn(xi[j], torque[j])[d] for j in range(3))
                 for d in range(3)]
        return (turn(xi_end, inner, back=True),
                [v[d] + h * sum(weights[j] * push[j][d] for j in range(3)) for d in (0, 1)])

    def residual(x):
        spin, speed, _, xi, at, torque, push = parts(x)
        whole = [h * sum(B[j] * spin[j][d] for j in range(3)) for d in range(3)]
        last, last_v = momenta(B, whole, xi, torque, push)
        carried = tangent_transposed(whole, last)
        inertia = INERTIA * RADIUS**2
        p = [[inertia * y for y in tangent(xi[i], spin[i])] for i in range(3)]
        pushed = [[a + b for a, b in zip(tangent_transposed(xi[i], torque[i]),
                                        second_transposed(xi[i], spin[i], p[i]))] for i in range(3)]
        out = []
        for i in range(3):
            own = tangent_transposed(xi[i], p[i])
            out += [own[d] + h * sum(B[j] * A[j][i] / B[i] * pushed[j][d] for j in range(3))
                    - carried[d] for d in range(3)]
            out += [speed[i][d] + h * sum(B[j] * A[j][i] / B[i] * push[j][d] for j in range(3))
                    - last_v[d] for d in (0, 1)]
        for i in (1, 2):
            m, w = momenta(A[i], xi[i], xi, torque, push)
            out += [s / h for s in slip(at[i], [y / inertia for y in m], w)]
        return out

    x, jacobian = newton(residual, guess[0], guess[1])
    spin, speed, lams, xi, at, torque, push = parts(x)
    whole = [h * sum(B[j] * spin[j][d] for j in range(3)) for d in range(3)]
    last, last_v = momenta(B, whole, xi, torque, push)
    return at[2], last, last_v, lams[2], (x, jacobian)


place, omega, h = [1.0, 0.5], [0.3, -0.2, 0.5], 0.1
v = [RADIUS * omega[1] - TABLE * place[1], TABLE * place[0] - RADIUS * omega[0]]
share = 1 + 1 / INERTIA
lam = [-TABLE * v[1] / share, TABLE * v[0] / share]
mu = [INERTIA * RADIUS**2 * w for w in omega]
start = moving_energy(place, omega, v)
guess = (omega * 3 + v * 3 + lam * 2, None)
says = {500: -3.1319e-05, 1000: 1.0812e-06, 1500: -5.9784e-05, 2000: -5.0739e-05}
for k in range(1, 2001):
    place, mu, v, lam, guess = step(place, mu, v, lam, h, guess)
    if k in says:
        now = moving_energy(place, [m / (INERTIA * RADIUS**2) for m in mu], v)
        found("moving energy at t = %d less that at first" % (k / 10), now - start, says[k], 1e-9)
end()
