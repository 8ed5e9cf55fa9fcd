"""SHAKE and RATTLE on the unit sphere with gravity: from the same data their positions are the same, and the
momenta of SHAKE at the nodes, projected on the tangent plane, are those of RATTLE [Leimkuhler and Skeel 1994;
Martín de Diego and Sato 2018, section 4.3]."""
from math import sqrt
from small import end, found, holds


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def to_sphere(start, along):
    """The smaller multiple of `along` that brings `start` to |x| = 1."""
    a, b, c = dot(along, along), dot(start, along), dot(start, start) - 1
    root = sqrt(b * b - a * c)
    nu = min((-b + root) / a, (-b - root) / a, key=abs)
    return nu, [x + nu * y for x, y in zip(start, along)]


G = [0.0, 0.0, -1.0]
h = 0.1
q0, p0 = [sqrt(0.13), 0.0, -sqrt(0.87)], [-0.310433939, 0.499230177, -0.12]
p0 = [a - dot(q0, p0) * b for a, b in zip(p0, q0)]

q, p, rattle = q0, p0, []
for _ in range(200):
    free = [a + h / 2 * b for a, b in zip(p, G)]
    nu, q1 = to_sphere([a + h * b for a, b in zip(q, free)], [h * a for a in q])
    half = [a + nu * b for a, b in zip(free, q)]
    p1 = [a + h / 2 * b for a, b in zip(half, G)]
    p1 = [a - dot(q1, p1) * b for a, b in zip(p1, q1)]
    q, p = q1, p1
    rattle.append((q, p))

# SHAKE in two steps, from q₀ and the q₁ that the momentum at the beginning leads to.
before, now, shake = q0, rattle[0][0], []
for _ in range(199):
    _, after = to_sphere([2 * b - a + h * h * g for a, b, g in zip(before, now, G)], now)
    shake.append((now, [(c - a) / (2 * h) for a, c in zip(before, after)]))
    before, now = now, after

worst = off = projected = 0.0
for (q, p), (x, m) in zip(rattle, shake):
    worst = max(worst, max(abs(a - b) for a, b in zip(q, x)))
    off = max(off, max(abs(a - b) for a, b in zip(p, m)))
    tangent = [a - dot(x, m) * b for a, b in zip(m, x)]
    projected = max(projected, max(abs(a - b) for a, b in zip(p, tangent)))
found("positions of SHAKE and of RATTLE apart, 199 steps", worst, 0, 1e-11)
holds("the momenta are apart by %.2g" % off, off > 1e-4)
found("  and once they are projected by", projected, 0, 1e-10)
end()
