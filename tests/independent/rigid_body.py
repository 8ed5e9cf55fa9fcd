"""The Euler–Lagrange equations of the free rigid body as Ball's thesis prints them (section 2.2.3) against the
Lagrangian, which is differentiated by differences. θ, φ, ψ are ZXZ angles."""
from math import cos, sin
from small import end, found, holds

J1, J2, J3 = 1.0, 2.0, 3.0


def lagrangian(q, v):
    (th, _, ps), (dth, dph, dps) = q, v
    w = (dth * cos(ps) + dph * sin(th) * sin(ps), -dth * sin(ps) + dph * sin(th) * cos(ps),
         dps + dph * cos(th))
    return 0.5 * (J1 * w[0]**2 + J2 * w[1]**2 + J3 * w[2]**2)


def shifted(x, i, e):
    return [a + e * (k == i) for k, a in enumerate(x)]


def equation(i, q, v, a):
    """d/dt ∂L/∂v_i − ∂L/∂q_i along q + vt + ½at²."""
    e = 1e-4

    def momentum(t):
        qt = [x + y * t + z * t * t / 2 for x, y, z in zip(q, v, a)]
        vt = [y + z * t for y, z in zip(v, a)]
        return (lagrangian(qt, shifted(vt, i, e)) - lagrangian(qt, shifted(vt, i, -e))) / (2 * e)
    rate = (momentum(-2 * e) - 8 * momentum(-e) + 8 * momentum(e) - momentum(2 * e)) / (12 * e)
    return rate - (lagrangian(shifted(q, i, e), v) - lagrangian(shifted(q, i, -e), v)) / (2 * e)


def printed(q, v, a):
    th, _, ps = q
    dth, dph, dps = v
    ath, aph, aps = a
    one = ((J1 * cos(ps)**2 + J2 * sin(ps)**2) * ath + (J1 - J2) * sin(th) * sin(ps) * cos(ps) * aph
           + (J2 - J1) * sin(2 * ps) * dth * dps
           - (J1 * sin(ps)**2 + J2 * cos(ps)**2 - J3) * sin(2 * th) * dph**2
           + (J1 * cos(2 * ps) - J2 * cos(2 * ps) + J3) * sin(th) * dph * dps)
    two = ((J1 - J2) * sin(th) * sin(ps) * cos(ps) * ath
           + (J1 * sin(th)**2 * sin(ps)**2 + J2 * sin(th)**2 * cos(ps)**2 + J3 * cos(th)**2) * aph
           + J3 * cos(th) * aps + (J1 - J2) * cos(th) * sin(2 * ps) * dth**2
           + (J1 * sin(ps)**2 + J2 * cos(ps)**2 - J3) * sin(2 * th) * dth * dph
           + (J1 * cos(2 * ps) - J2 * cos(2 * ps) - J3) * sin(th) * dth * dps
           + (J1 - J2) * sin(th)**2 * sin(2 * ps) * dph * dps)
    three = J3 * (cos(th) * aph + aps - sin(th) * dth * dph)
    return one, two, three


q, v, a = [0.7, 0.2, 0.4], [0.5, 0.6, 0.3], [0.1, -0.2, 0.4]
true, says = [equation(i, q, v, a) for i in range(3)], printed(q, v, a)
# In the first the term in φ̇² is twice as large as it is.
th, ps = q[0], q[2]
doubled = (J1 * sin(ps)**2 + J2 * cos(ps)**2 - J3) * sin(2 * th) * v[1]**2 / 2
found("first equation: what is printed, with half of its term in φ̇²", says[0] + doubled, true[0], 1e-6)
holds("  as printed it is off by %.2g" % abs(says[0] - true[0]), abs(says[0] - true[0]) > 1e-2)
holds("second equation: as printed it is off by %.2g" % abs(says[1] - true[1]),
      abs(says[1] - true[1]) > 1e-2)
holds("third equation: it is not Lagrange's by %.2g" % abs(says[2] - true[2]),
      abs(says[2] - true[2]) > 1e-2)
end()
