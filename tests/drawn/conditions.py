"""Order conditions of rooted trees, and Newton's method to draw numbers that satisfy them in 50 digits.

A scheme is a dict of tableaux: its matrices by colour (`a`), its weights (`b`) and its nodes (`c`).
Vertices of a tree have the colour of the variable whose slope they are [Hairer, Lubich, Wanner,
Geometric Numerical Integration, III.1 and III.2]; a leaf `t` is the time, whose stages are the nodes.
"""
from decimal import Decimal, getcontext
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import mul

getcontext().prec = 60

# What is left of an equation between the numbers below which it holds.
HOLDS = Decimal("1e-40")

# Which children a vertex may have, and how many: of y' = f(t, y); of q' = v(p), p' = f(t, q); and of the
# same where v is linear, which is all that mechanical systems with a constant mass matrix see.
KINDS = {"one": {"y": ("yt", 9)},
         "separable": {"q": ("p", 9), "p": ("qt", 9)},
         "nystrom": {"q": ("p", 1), "p": ("qt", 9)}}


@lru_cache(None)
def size(tree):
    return 1 + sum(size(child) for child in tree[1:])


@lru_cache(None)
def gamma(tree):
    product = size(tree)
    for child in tree[1:]:
        product *= gamma(child)
    return product


@lru_cache(None)
def timed(tree):
    return tree[0] == "t" or any(timed(child) for child in tree[1:])


@lru_cache(None)
def trees(kind, order, root):
    """All trees with so many vertices whose root has this colour, each once."""
    if root == "t":
        return [("t",)] if order == 1 else []
    colours, most = KINDS[kind][root]
    below = [tree for n in range(1, order) for c in colours for tree in trees(kind, n, c)]
    return [(root, *children) for count in range(min(most, order - 1) + 1)
            for children in combinations_with_replacement(below, count)
            if sum(map(size, children)) == order - 1]


def stage(scheme, tree):
    """What a branch contributes to the value of each stage."""
    if tree[0] == "t" or ("beta" in scheme and tree == ("q",)):
        return scheme["c"]
    inner = product(scheme, tree[1] if "beta" in scheme and tree[0] == "q" else tree)
    return [sum(map(mul, row, inner)) for row in scheme["a"][tree[0]]]


def product(scheme, tree):
    values = [1] * len(scheme["c"])
    for child in tree[1:]:
        values = list(map(mul, values, stage(scheme, child)))
    return values


def weight(scheme, tree):
    if "beta" in scheme and tree[0] == "q": # Nyström: q + h v + h^2 sum beta_i f_i
        return sum(map(mul, scheme["beta"], product(scheme, tree[1]))) if tree[1:] else 1
    return sum(map(mul, scheme["b"][tree[0]], product(scheme, tree)))


def residuals(scheme, order, kind, driven=True):
    """What is left of each condition of this order; without `driven`, of those that do not see the time."""
    return [(gamma(tree) * weight(scheme, tree) - 1) / gamma(tree) for root in KINDS[kind]
            for tree in trees(kind, order, root) if driven or not timed(tree)]


def largest(values):
    return max((abs(x) for x in values), default=0)


def reduced(scheme):
    """An equivalent scheme of one colour for autonomous systems, in which no two stages are alike: only of
    such schemes are the conditions below necessary [ibidem, VI.7.3]."""
    if "y" not in scheme["b"]:
        return scheme
    a, b, c = scheme["a"]["y"], scheme["b"]["y"], scheme["c"]
    over = lambda i, members: sum(a[i][j] for j in members)
    alike = lambda i, j, classes: all(
        abs(over(i, members) - over(j, members)) < HOLDS for members in classes)
    classes, finer = [], [list(range(len(c)))]
    while len(finer) > len(classes):
        classes, finer = finer, []
        for members in classes:
            split = []
            for i in members:
                home = next((part for part in split if alike(i, part[0], classes)), None)
                home.append(i) if home else split.append([i])
            finer += split
    return {"a": {"y": [[over(rows[0], members) for members in classes] for rows in classes]},
            "b": {"y": [sum(b[i] for i in members) for members in classes]},
            "c": [c[members[0]] for members in classes]}


def symplectic_residual(scheme):
    """b_i â_ij + b̂_j a_ji - b_i b̂_j [ibidem, VI.4], and its like for Nyström's methods."""
    scheme = reduced(scheme)
    b, c, stages = scheme["b"], scheme["c"], range(len(scheme["c"]))
    if "beta" in scheme:
        a, beta, b = scheme["a"]["q"], scheme["beta"], b["p"]
        return largest([beta[i] - b[i] * (1 - c[i]) for i in stages] +
                       [b[i] * (beta[j] - a[i][j]) - b[j] * (beta[i] - a[j][i])
                        for i in stages for j in stages])
    (q, p) = "yy" if "y" in b else "qp"
    a, hat = scheme["a"][q], scheme["a"][p]
    return largest(b[q][i] * hat[i][j] + b[p][j] * a[j][i] - b[q][i] * b[p][j]
                   for i in stages for j in stages)


def symmetric_residual(scheme):
    """a_{s+1-i,s+1-j} + a_ij - b_j [ibidem, V.2], which is necessary where no two stages are alike. (Of
    Nyström's methods: the nodes, which are necessary.)"""
    if "beta" in scheme:
        return largest(x + y - 1 for x, y in zip(scheme["c"], reversed(scheme["c"])))
    defects, scheme = [], reduced(scheme)
    for colour, a in scheme["a"].items():
        b, s = scheme["b"][colour], len(scheme["c"])
        defects += [a[s - 1 - i][s - 1 - j] + a[i][j] - b[j] for i in range(s) for j in range(s)]
    return largest(defects)


def linear_solve(matrix, right):
    """Gaussian elimination with pivots."""
    n = len(right)
    rows = [row[:] + [x] for row, x in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k])]
    x = [0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def solve(function, x):
    """The root of fewer equations than unknowns that is near x, by steps of the least length: Newton's in
    floating-point numbers, and then, with the last matrix, in 60 digits. None if there is no root of
    moderate size. Redundant equations do no harm, since the matrix is shifted a little."""
    for _ in range(25):
        value = function(x)
        if largest(value) > 10:
            return None
        columns = []
        for i in range(len(x)):
            moved = function(x[:i] + [x[i] + 1e-7] + x[i + 1:])
            columns.append([(y - z) / 1e-7 for y, z in zip(moved, value)])
        square = [[sum(c[i] * c[j] for c in columns) + (1e-9 if i == j else 0) for j in range(len(value))]
                  for i in range(len(value))]
        if largest(value) < 1e-11:
            break
        dual = linear_solve(square, value)
        x = [y - sum(map(mul, c, dual)) for y, c in zip(x, columns)]
    if largest(x) > 2:
        return None
    x, columns = [Decimal(y) for y in x], [[Decimal(y) for y in c] for c in columns]
    for _ in range(25):
        value = function(x)
        if largest(value) < Decimal("1e-50"):
            return x
        size = largest(value)
        dual = [Decimal(y) * size for y in linear_solve(square, [float(Decimal(y) / size) for y in value])]
        x = [y - sum(map(mul, c, dual)) for y, c in zip(x, columns)]
    return None
