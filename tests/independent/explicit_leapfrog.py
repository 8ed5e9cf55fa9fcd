"""Half a kick, a drift and half a kick with H = ½(1 + q²)(1 + p²), each derivative at the momentum at hand: the error
at t = 2 falls like h, and the area of the phase plane changes in a step like h². With H = ½p² + ½q² + ¼q⁴, a sum, the
area stays and the error falls like h²."""
from small import end, found, holds


def leapfrog(field, q, p, h):
    p += h / 2 * field(q, p)[1]
    q += h * field(q, p)[0]
    return q, p + h / 2 * field(q, p)[1]


def mixed(q, p):
    return p * (1 + q * q), -q * (1 + p * p)


def plain(q, p):
    return p, -q - q**3


def run(field, n, step):
    q, p = 1.0, 0.25
    for _ in range(n):
        q, p = step(field, q, p, 2 / n)
    return q, p


def rk4(field, q, p, h):
    a = field(q, p)
    b = field(q + h / 2 * a[0], p + h / 2 * a[1])
    c = field(q + h / 2 * b[0], p + h / 2 * b[1])
    d = field(q + h * c[0], p + h * c[1])
    return tuple(x + h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]) for i, x in enumerate((q, p)))


def ratio(field):
    """Of the errors with 400 and 800 steps."""
    exact = run(field, 4000, rk4)
    error = [max(abs(x - y) for x, y in zip(run(field, n, leapfrog), exact)) for n in (400, 800)]
    return error[0] / error[1]


def area(field, h):
    """What a step does to a small area, less one."""
    e = 1e-5
    a, b = leapfrog(field, 1 + e, 0.25, h), leapfrog(field, 1 - e, 0.25, h)
    c, d = leapfrog(field, 1, 0.25 + e, h), leapfrog(field, 1, 0.25 - e, h)
    return ((a[0] - b[0]) * (c[1] - d[1]) - (a[1] - b[1]) * (c[0] - d[0])) / (4 * e * e) - 1


found("not a sum: the error falls by, with half the step", ratio(mixed), 2, 0.05)
found("a sum: by", ratio(plain), 4, 0.05)
change = area(mixed, 0.1)
holds("not a sum: the area changes by %.2g" % change, abs(change) > 1e-4)
found("with half the step, by a part of", area(mixed, 0.05) / change, 0.25, 0.08)
change = area(plain, 0.1)
holds("a sum: by %.2g" % change, abs(change) < 1e-9)
end()
