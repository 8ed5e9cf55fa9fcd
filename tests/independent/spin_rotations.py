"""Three spins with exchange, H = -Σ s_i·s_(i+1): sweeps of rotations of one spin about the sum of the others, as
LAMMPS' fix nve/spin makes them on a frozen lattice, against the spherical midpoint method. The form of the product
of spheres, Σ s_i·(u_i × v_i), of two tangent vectors before and after a step, by central differences."""
import math
from small import end, holds, newton

H = 0.1
START = [[math.sqrt(1 - z * z) * math.cos(f), math.sqrt(1 - z * z) * math.sin(f), z]
         for f, z in ((0.2, 0.25), (1.2, -0.2), (-0.9, 0.4))]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def others(s, i):
    return [-(s[(i + 1) % 3][k] + s[(i + 2) % 3][k]) for k in range(3)]


def rotations(s):
    s = [list(x) for x in s]
    for sweep in range(4):
        for i in (0, 1, 2) if sweep % 2 == 0 else (2, 1, 0):
            a = [H / 8 * b for b in others(s, i)]
            square, across, along = dot(a, a), cross(a, s[i]), dot(a, s[i])
            s[i] = [x + 2 / (1 + square) * (c + along * b - square * x) for x, c, b in zip(s[i], across, a)]
    return s


def midpoint(s):
    def residual(d):
        u = []
        for i in range(3):
            m = [2 * s[i][k] + d[3 * i + k] for k in range(3)]
            u.append([x / math.sqrt(dot(m, m)) for x in m])
        rate = [x for i in range(3) for x in cross(others(u, i), u[i])]
        return [x - H * y for x, y in zip(d, rate)]
    d, _ = newton(residual, [0.0] * 9)
    return [[s[i][k] + d[3 * i + k] for k in range(3)] for i in range(3)]


def moved(s, i, axis, angle):
    """The spin i turned about a coordinate axis."""
    s = [list(x) for x in s]
    j, k = (axis + 1) % 3, (axis + 2) % 3
    c, w = math.cos(angle), math.sin(angle)
    s[i][j], s[i][k] = c * s[i][j] - w * s[i][k], w * s[i][j] + c * s[i][k]
    return s


def form(s, u, v):
    return sum(dot(s[i], cross(u[i], v[i])) for i in range(3))


def defect(step):
    """The largest change of the form over pairs of turns of any spins."""
    e, image, worst = 1e-4, step(START), 0
    pairs = []
    for i in range(3):
        for axis in range(3):
            ends = [(moved(START, i, axis, sign * e), step(moved(START, i, axis, sign * e))) for sign in (1, -1)]
            pairs.append([[[(a - b) / (2 * e) for a, b in zip(x, y)] for x, y in zip(ends[0][j], ends[1][j])]
                          for j in (0, 1)])
    for u, du in pairs:
        for v, dv in pairs:
            worst = max(worst, abs(form(image, du, dv) - form(START, u, v)))
    return worst


def energy(s):
    return -sum(dot(s[i], s[(i + 1) % 3]) for i in range(3))


turned, mid = defect(rotations), defect(midpoint)
holds("rotations: the form changes by %.2g" % turned, turned > 1e-5)
holds("spherical midpoint: by %.2g" % mid, mid < 1e-7)
change = abs(energy(rotations(START)) - energy(START))
holds("rotations: the energy changes by %.2g" % change, change < 1e-14)
end()
