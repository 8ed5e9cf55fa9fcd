"""Right and wrong methods: members of families that satisfy the order conditions, and planted defects.

What is true of a method is computed from its numbers in 60 digits, after the defect: which order
conditions hold, whether it is symplectic, whether it is symmetric. gimbal is not asked.
"""
from decimal import Decimal

from conditions import (HOLDS, KINDS, largest, residuals, solve, symmetric_residual,
                        symplectic_residual)



def square(entries):
    s = int(len(entries) ** 0.5)
    return [entries[i * s:(i + 1) * s] for i in range(s)]


def running(weights):
    return [sum(weights[:i], 0) for i in range(len(weights))]


def stacked(a, b, c, sweeps):
    """Sweeps of the fixed-point iteration from slopes of zero are an explicit method of many stages."""
    s, total = len(b), len(b) * sweeps
    rows = [[0] * total for _ in range(total)]
    for i in range(s, total):
        rows[i][i // s * s - s:i // s * s] = a[i % s]
    return rows, [0] * (total - s) + b, c * sweeps


def scheme_of(kind, x, sweeps=0):
    """The tableaux of the numbers that a step reads."""
    if kind == "rk":
        a, b, c = square(x["a"]), x["b"], x["c"]
        a, b, c = stacked(a, b, c, sweeps) if sweeps else (a, b, c)
        return {"a": {"y": a}, "b": {"y": b}, "c": c}
    if kind == "pair":
        a = {"q": square(x["a"]), "p": square(x["hat"])}
        return {"a": a, "b": {"q": x["b"], "p": x["b"]}, "c": x["c"]}
    if kind == "nystrom":
        return {"a": {"q": square(x["a"])}, "b": {"p": x["b"]}, "c": x["c"], "beta": x["beta"]}
    s = len(x["kick"])
    return {"a": {"q": [[x["drift"][j] if j < i else 0 for j in range(s)] for i in range(s)],
                  "p": [[x["kick"][j] if j <= i else 0 for j in range(s)] for i in range(s)]},
            "b": {"q": x["drift"], "p": x["kick"]}, "c": running(x["drift"])}


def symmetric(kind, x, scheme):
    if kind != "splitting":
        return symmetric_residual(scheme)
    drift = x["drift"][:-1] if x["drift"][-1] == 0 else x["drift"]
    if len(drift) == len(x["kick"]):
        return Decimal(1)  # it begins with a kick and ends with a drift
    return largest(y - z for w in (x["kick"], drift) for y, z in zip(w, reversed(w)))


# ---- Families: unknown numbers, and what they make -------------------------------------------------

def tableau(s, entries, b):
    """A Runge-Kutta method with these entries (i, j, value); its nodes are the sums of rows."""
    a = [0] * (s * s)
    for i, j, value in entries:
        a[i * s + j] = value
    return {"a": a, "b": b, "c": [sum(row) for row in square(a)]}


def by_places(places):
    def family(s):
        where = [(i, j) for i in range(s) for j in range(s) if places(i, j)]
        return len(where) + s, lambda x: tableau(s, [(*at, y) for at, y in zip(where, x[s:])], x[:s])
    return family


def symplectic(s):
    """b_i a_ij = b_i b_j / 2 + k_ij with a skew matrix k."""
    pairs = [(i, j) for i in range(s) for j in range(i)]

    def make(x):
        b, k = x[:s], {}
        for (i, j), y in zip(pairs, x[s:]):
            k[i, j], k[j, i] = y, -y
        return tableau(s, [(i, j, b[j] / 2 + k.get((i, j), 0) / b[i]) for i in range(s) for j in range(s)], b)
    return s + len(pairs), make


def symmetric_rk(s):
    """a_ij = b_j / 2 + m_ij with m antisymmetric about the centre of the matrix."""
    half = [(i, j) for i in range(s) for j in range(s) if i * s + j < s * s // 2]

    def make(x):
        w, m = x[:(s + 1) // 2], {}
        b = [w[min(i, s - 1 - i)] for i in range(s)]
        for (i, j), y in zip(half, x[len(w):]):
            m[i, j], m[s - 1 - i, s - 1 - j] = y, -y
        return tableau(s, [(i, j, b[j] / 2 + m.get((i, j), 0)) for i in range(s) for j in range(s)], b)
    return (s + 1) // 2 + len(half), make


def palindrome(x):
    return x + [1 - 2 * sum(x, 0)] + x[::-1]


def composed_midpoint(s):
    """Midpoint rules of w_1 h, w_2 h ... w_1 h: a diagonally implicit method."""
    def make(x):
        w = palindrome(x)
        return tableau(s, [(i, j, w[j] / (2 if i == j else 1)) for i in range(s) for j in range(i + 1)], w)
    return s // 2, make


def conjugate(s):
    """A Runge-Kutta method and its symplectic conjugate."""
    def make(x):
        one = tableau(s, [(i // s, i % s, y) for i, y in enumerate(x[s:])], x[:s])
        a, b = square(one["a"]), one["b"]
        return dict(one, hat=[b[j] - b[j] * a[j][i] / b[i] for i in range(s) for j in range(s)])
    return s + s * s, make


def splitting(s):
    return 2 * s, lambda x: {"kick": x[:s], "drift": x[s:]}


def composed_verlet(s):
    def make(x):
        w = palindrome(x)
        return {"kick": [(y + z) / 2 for y, z in zip([0] + w, w + [0])], "drift": w + [0]}
    return s // 2, make


def nystrom(s):
    pairs = [(i, j) for i in range(s) for j in range(i)]

    def make(x):
        b, beta, c = x[:s], x[s:2 * s], x[2 * s:3 * s]
        return dict(tableau(s, [(*at, y) for at, y in zip(pairs, x[3 * s:])], b), beta=beta, c=c)
    return 3 * s + len(pairs), make


def symplectic_nystrom(s):
    def make(x):
        b, c = x[:s], x[s:]
        return dict(tableau(s, [(i, j, b[j] * (c[i] - c[j])) for i in range(s) for j in range(i)], b),
                    beta=[y * (1 - z) for y, z in zip(b, c)], c=c)
    return 2 * s, make


explicit = by_places(lambda i, j: j < i)
diagonal = by_places(lambda i, j: j <= i)
implicit = by_places(lambda i, j: True)

# name: kind of step, family, orders and stages
FAMILIES = {
    "explicit": ("rk", explicit, [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]),
    "diagonal": ("rk", diagonal, [(2, 2), (3, 2), (3, 3), (4, 3)]),
    "implicit": ("rk", implicit, [(2, 2), (3, 2), (3, 3), (4, 3)]),
    "symplectic": ("rk", symplectic, [(2, 2), (3, 2), (3, 3), (4, 3)]),
    "symmetric": ("rk", symmetric_rk, [(2, 2), (4, 3)]),
    "midpoints": ("rk", composed_midpoint, [(2, 3), (4, 5)]),
    "conjugate": ("pair", conjugate, [(2, 2), (3, 2), (3, 3)]),
    "splitting": ("splitting", splitting, [(2, 2), (3, 3), (3, 4)]),
    "verlets": ("splitting", composed_verlet, [(2, 3), (4, 5)]),
    "nystrom": ("nystrom", nystrom, [(2, 2), (3, 2), (3, 3), (4, 3)]),
    "symplectic_nystrom": ("nystrom", symplectic_nystrom, [(2, 2), (3, 3)])}
SYMPLECTIC = {"symplectic", "midpoints", "conjugate", "splitting", "verlets", "symplectic_nystrom"}
SYMMETRIC = {"symmetric", "midpoints", "verlets"}
TREES = {"rk": "one", "pair": "separable", "splitting": "separable", "nystrom": "nystrom"}


def decimal(rng, low, high):
    return Decimal(repr(rng.uniform(low, high)))


def draw_numbers(rng, family, order, stages):
    """A member whose order is exactly this one, with numbers of moderate size."""
    kind, make, _ = FAMILIES[family]
    count, build = make(stages)
    while True:
        try:
            x = solve(lambda x: [r for n in range(1, order + 1)
                                 for r in residuals(scheme_of(kind, build(x)), n, TREES[kind])],
                      [rng.uniform(-0.3, 1) for _ in range(count)])
            numbers = x and {key: [Decimal(y) for y in w] for key, w in build(x).items()}
        except ArithmeticError:
            continue
        if not x or largest(y for w in numbers.values() for y in w) > 2 or \
                min(abs(y) for w in ("b", "kick") for y in numbers.get(w, [])) < Decimal("0.02"):
            continue
        nodes = sorted(numbers.get("c", []))
        apart = min((y - x for x, y in zip(nodes, nodes[1:])), default=1)
        if family not in SYMMETRIC and apart < Decimal("0.02"):
            continue  # two stages may be one
        scheme = scheme_of(kind, numbers)
        run = "one" if kind == "rk" else "nystrom"
        if largest(residuals(scheme, order + 1, run)) > Decimal("0.003") and \
                (family in SYMPLECTIC or symplectic_residual(scheme) > Decimal("0.01")) and \
                (family in SYMMETRIC or symmetric(kind, numbers, scheme) > Decimal("0.01")):
            return numbers


# ---- Defects ---------------------------------------------------------------------------------------

def plant(rng, kind, numbers):
    """Changes one number, or exchanges two; says what."""
    name = rng.choice(sorted(numbers))
    places = [i for i, y in enumerate(numbers[name]) if y != 0]
    what = rng.choice(["digit", "digit", "digit", "sign", "exchange"])
    w = numbers[name] = list(numbers[name])
    i = rng.choice(places)
    if what == "exchange" and len(places) > 1:
        j = rng.choice([k for k in places if k != i])
        w[i], w[j] = w[j], w[i]
        return f"{name}[{i}] and {name}[{j}] exchanged"
    if what == "sign":
        w[i] = -w[i]
        return f"sign of {name}[{i}]"
    size = Decimal(10) ** decimal(rng, -10, -3) * rng.choice([-1, 1])
    w[i] += size
    return f"{name}[{i}] off by {size:.1e}"


# Steps to which the size of a defect is compared: the finest of an order study (T = 2), and a long run's.
FINEST, LONG = Decimal("0.006"), Decimal("0.1")


def truth_of_order(scheme, order, kind, driven):
    """Whether errors fall like h^order. If not: by how much the first condition that fails outweighs, at
    the finest step, what an error of the claimed order is; and its own size there."""
    for n in range(1, order + 1):
        left = largest(residuals(scheme, n, kind, driven))
        if left > HOLDS:
            own = largest(residuals(scheme, order + 1, kind, driven))
            effect = left * FINEST ** (n - 1)
            return {"right": False, "share": float(effect / (own * FINEST ** order)), "effect": float(effect)}
    return {"right": True}


def denied(residual, yes):
    """The truth of a property that holds where a residual of the tableau vanishes."""
    right = (residual < HOLDS) == yes
    if residual < HOLDS:
        return {"right": right}
    return {"right": right, "share": float(residual), "effect": float(residual * LONG ** 4)}


def draw_method(rng, index):
    family = rng.choice(sorted(FAMILIES))
    kind = FAMILIES[family][0]
    order, stages = rng.choice(FAMILIES[family][2])
    numbers = draw_numbers(rng, family, order, stages)
    claimed = {"order": order, "symplectic": family in SYMPLECTIC, "reversible": family in SYMMETRIC,
               "energy": "bounded" if family in SYMPLECTIC else None if family in SYMMETRIC else "drift"}
    defect, sweeps = None, 0
    if rng.random() < 0.6:
        choices = ["planted"] * 4 + ["order"] * 2
        if kind == "rk" and any(numbers["a"][i] for i in range(len(numbers["a"])) if i % (stages + 1) == 0):
            choices.append("stopped")
        if not claimed["symplectic"]:
            choices += ["symplectic"] + (["bounded"] if not claimed["reversible"] else [])
        if not claimed["reversible"]:
            choices.append("reversible")
        choice = rng.choice(choices)
        if choice == "planted":
            defect = plant(rng, kind, numbers)
            claimed["energy"] = None  # what becomes of it is not known
        elif choice == "stopped":
            sweeps = rng.randint(1, order)
            defect = f"{sweeps} sweeps of the iteration"
            claimed["energy"] = None
        elif choice == "order":
            claimed["order"] += 1
            defect = "order one too high"
        elif choice == "bounded":
            claimed["energy"] = defect = "bounded"
        else:
            claimed[choice] = True
            defect = choice
    scheme = scheme_of(kind, numbers, sweeps)
    runs = "one" if kind == "rk" else "nystrom"
    truth = {}
    for driven in (False, True):
        truth["order", driven] = truth_of_order(scheme, claimed["order"], runs, driven)
    truth["algebra"] = truth_of_order(scheme, claimed["order"], TREES[kind], True)
    truth["symplectic"] = denied(symplectic_residual(scheme), claimed["symplectic"])
    truth["reversible"] = denied(symmetric(kind, numbers, scheme), claimed["reversible"])
    if claimed["energy"]:
        right = claimed["energy"] == "bounded" if family in SYMPLECTIC else claimed["energy"] == "drift"
        truth["energy"] = {"right": right, "share": 1.0, "effect": 1.0}
    return {"name": f"drawn_{index}_{family}", "kind": kind, "numbers": numbers, "sweeps": sweeps,
            "defect": defect, "claimed": claimed, "truth": truth}


# ---- The plugin ------------------------------------------------------------------------------------

SCHEMES = {"rk": '.kind = "coefficients", .first = "a", .second = "b"',
           "splitting": '.kind = "splitting", .first = "kick", .second = "drift"'}


def claims_of(method):
    claimed, truth = method["claimed"], method["truth"]
    claims = [("order", "q", claimed["order"], "1"),
              ("order", "v" if method["kind"] == "rk" else "p", claimed["order"], "1")]
    for quantity, when in (("symplectic", "canonical && separable"), ("reversible", "reversible")):
        if claimed[quantity] or truth[quantity]["right"]:
            claims.append(("structure", quantity, "yes" if claimed[quantity] else "no", when))
    if claimed["energy"]:
        claims.append(("energy", "energy", claimed["energy"], "canonical && separable && autonomous"))
    return [f'    {{.study = "{s}", .quantity = "{q}", .value = "{v}", .when = "{w}"}},' for s, q, v, w in claims]


def source_of_methods(methods):
    lines, descriptors = ['#include "steps.h"', ""], []
    for method in methods:
        name, kind, numbers = method["name"], method["kind"], dict(method["numbers"])
        if kind == "rk":
            numbers["sweeps"] = [Decimal(method["sweeps"])]
        is_symmetric = method["truth"]["reversible"]["right"] == method["claimed"]["reversible"]
        members = [f'.name = "{name}", .title = "drawn", .citation = "drawn", .step = step_{kind}',
                   f'.symmetric = "{int(is_symmetric)}", .overwrites = "none"',
                   f".coefficients = GIMBAL_ARRAY(numbers_{name}), .claims = GIMBAL_ARRAY(claims_{name})",
                   ".formulation = GIMBAL_ODE" if kind == "rk" else
                   '.formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable"']
        lines.append(f"static const gimbal_value numbers_{name}[] = {{")
        lines += [f'    {{.name = "{x}", .value = "{", ".join(f"{y:.45f}" for y in w)}"}},'
                  for x, w in numbers.items()]
        lines += ["};", f"static const gimbal_claim claims_{name}[] = {{", *claims_of(method), "};"]
        if kind in SCHEMES and not method["sweeps"]:
            lines.append(f"static const gimbal_scheme schemes_{name}[] = {{{{{SCHEMES[kind]}}}}};")
            members.append(f".schemes = GIMBAL_ARRAY(schemes_{name})")
        descriptors.append("    {" + ",\n     ".join(members) + "},")
    return "\n".join(lines + ["static const gimbal_method methods[] = {", *descriptors, "};",
                              "GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));", ""])
