"""Right and wrong models: systems of known motion in rotated, curved and scaled coordinates (model.h).

A right model is right by its construction; a wrong one has one function or one word that is not.
"""
from fractions import Fraction

KINDS = "free uniform harmonic saddle morse poschl_teller isotonic forced damped quartic".split()
FIELDS = "decay logistic inverse modulated".split()
DEFECTS = ("nothing d1 d2 d22 closed_time closed_v invariant gradient friction multiplier beginning energy "
           "generator own_data").split()
MOST = 6


def inverse(matrix):
    n = len(matrix)
    rows = [list(row) + [Fraction(int(i == j)) for j in range(n)] for i, row in enumerate(matrix)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def mixed(rng, n):
    """A matrix of tenths, not far from orthogonal, with its exact inverse."""
    while True:
        S = [[Fraction(rng.randint(-9, 9) + (12 if i == j else 0), 10) for j in range(n)] for i in range(n)]
        try:
            R = inverse(S)
        except ZeroDivisionError:
            continue
        if max(abs(x) for row in R for x in row) < 3:
            return S, R


def number(rng, low, high):
    return Fraction(round(rng.uniform(low, high) * 1000), 1000)


def draw_unknown(rng, kind):
    """Rate, shape, place and speed at the beginning, such that the motion is bound where it can be."""
    rate, x, w = number(rng, 0.7, 1.6), number(rng, -1, 1), number(rng, -0.8, 0.8)
    shape = number(rng, 0.3, 0.6)
    if kind == "isotonic":
        x = number(rng, 0.7, 1.5)
    if kind == "morse":
        x, w = number(rng, -0.3, 0.5), number(rng, -0.2, 0.2)
    if kind == "poschl_teller":
        x, w = number(rng, -0.4, 0.4), number(rng, -0.2, 0.2)
    if kind in ("forced", "modulated"):
        shape = rate + number(rng, 0.5, 1)
    if kind in ("logistic", "inverse"):
        x = number(rng, 0.2, 1.5)
    return rate, shape, x, w


def unit(rng):
    return Fraction(10) ** rng.randint(-6, 6) if rng.random() < 0.7 else Fraction(1)


def draw_model(rng, index):
    form = rng.choice(["lagrangian"] * 4 + ["hamiltonian", "hamiltonian", "ode"])
    n = rng.choice([1] * 4 + [2] * 5 + [3] * 4 + [4, 5, MOST])  # large ones are expensive
    constraint = rng.choice(["", "", "fixed", "moving", "rest", "skew"]) if form == "lagrangian" else ""
    n = max(n, 2) if constraint else n
    n = max(n, 3) if constraint == "skew" else n
    pool = FIELDS if form == "ode" else KINDS
    kinds = [rng.choice(pool) for _ in range(n)]
    if constraint == "skew":
        kinds[:3] = ["free"] * 3
    if all(kind in ("free", "uniform") for kind in kinds) and constraint != "skew":
        kinds[-1] = "morse"  # a force that a defect can be in
    if constraint == "moving" and kinds[-1] == "damped":
        kinds[-1] = "harmonic"  # no friction in the multiplier
    curved = form == "lagrangian" and rng.random() < 0.4
    if curved: # where it grows, squares would take all digits
        kinds = ["morse" if kind == "saddle" else kind for kind in kinds]
    fixed = {"": -1, "skew": -2}.get(constraint, n - 1)
    unknowns = [draw_unknown(rng, kind) for kind in kinds]
    if constraint in ("fixed", "moving", "rest"):
        unknowns[-1] = (*unknowns[-1][:3], 0)
    if constraint == "skew":
        unknowns[1] = (*unknowns[1][:3], number(rng, 0.3, 0.8))
        unknowns[2] = (*unknowns[2][:3], unknowns[1][2] * unknowns[0][3])
    S, R = mixed(rng, n)
    mass, time, length = unit(rng), unit(rng), unit(rng)
    masses = [mass * number(rng, 0.5, 2) for _ in range(n)]
    if constraint == "skew":
        masses[1] = masses[2] = masses[0]
    curve = [number(rng, 0.1, 0.4) if curved else 0 for _ in range(n)]
    swing = number(rng, 0.1, 0.4) if constraint == "moving" else 0
    gauge = number(rng, 0.2, 1) * mass / length / time
    if form != "hamiltonian" or rng.random() < 0.5:
        gauge = 0
    model = {"name": f"drawn_model_{index}", "form": form, "n": n, "kinds": kinds, "constraint": constraint,
             "curved": curved, "fixed": fixed, "unknowns": unknowns, "S": S, "R": R, "masses": masses,
             "curve": curve, "time": time, "length": length, "swing": swing, "gauge": gauge,
             "defect": None, "off": Fraction(0), "period": None}
    model["traits"] = traits_of(model)
    if rng.random() < 0.55:
        plant(rng, model)
    return model


def closed(model):
    return "quartic" not in [k for i, k in enumerate(model["kinds"]) if i != model["fixed"]]


def at_rest(model):
    """Whether nothing depends on time, and there is no friction."""
    return not {"forced", "modulated"} & set(model["kinds"]) and model["constraint"] != "moving"


def traits_of(model):
    traits = []
    mechanical, damped = model["form"] != "ode", "damped" in model["kinds"]
    if at_rest(model):
        traits.append("autonomous")
    if at_rest(model) and mechanical and not damped and not model["gauge"]:
        traits.append("reversible")
    if model["form"] == "lagrangian" and not model["curved"] and not damped:
        traits.append("separable")
    if model["constraint"] == "moving":
        traits.append("rheonomic")
    if model["constraint"] in ("rest", "skew"):
        traits.append("linear_constraints")
    return traits


def invariant(model):
    """The first unknown's momentum or energy, where something is known of it."""
    if model["form"] != "lagrangian" or model["fixed"] in (0, -2):
        return None
    if model["kinds"][0] in ("forced", "damped"):
        return None
    if model["kinds"][0] == "free" and not model["curved"] and model["n"] > 1:
        return "momentum"
    return "energy"


def plant(rng, model):
    """One defect that has an effect on this model."""
    form, kinds = model["form"], model["kinds"]
    moving = [kind for i, kind in enumerate(kinds) if i != model["fixed"]]
    pushed = any(kind not in ("free",) for kind in kinds)
    able = ["closed_time", "own_data"] if closed(model) else []
    if form != "ode":
        able += ["d2"] + (["d1"] * pushed)
    if form == "lagrangian":
        able += ["d22"]
        if "autonomous" in model["traits"] and "damped" not in kinds and set(moving) - {"free"}:
            able += ["energy"]
        if closed(model):
            able.append("closed_v")
        if invariant(model) == "momentum":
            able += ["generator"] + (["invariant"] if kinds[1] != "free" and model["fixed"] != 1 else [])
        if invariant(model) == "energy" and kinds[0] != "free":
            able.append("invariant")
        if "damped" in moving and closed(model):
            able.append("friction")
        if model["constraint"]:
            able.append("gradient")
            if closed(model) and (model["constraint"] != "fixed" or kinds[-1] != "free"):
                able.append("multiplier")
            able.append("beginning")
    if model["curved"] and model["n"] > 1:
        able.append("says separable")
    if "autonomous" not in model["traits"]:
        able.append("says autonomous")
    if "damped" in moving and "autonomous" in model["traits"]:
        able.append("says reversible")
    if model["constraint"] == "moving":
        able.append("says nothing of rheonomic")
    if form != "ode" and kinds[0] not in ("free",):
        able.append("says period")
    defect = rng.choice(able)
    words = defect.split()
    if words[0] != "says":
        model["off"] = Fraction(round(10 ** rng.uniform(0, 3)), 1000) * rng.choice([-1, 1]) * \
            Fraction(10) ** rng.choice([0, -1, -2, -3, -4])
        model["defect"] = defect
        if defect == "own_data":
            model["off"] = Fraction(0)
    else:
        model["defect"] = defect
        if words[1] == "period":
            model["period"] = "2*pi"
        elif words[1] == "nothing":
            model["traits"].remove("rheonomic")
        else:
            model["traits"].append(words[1])


# ---- The plugin ------------------------------------------------------------------------------------

def text(x):
    """A fraction as an expression: exact."""
    x = Fraction(x)
    return str(x.numerator) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"


def parameters(model):
    code = DEFECTS.index(model["defect"]) if model["defect"] in DEFECTS else 0
    values = {"n": model["n"], "defect": code, "off": model["off"], "time_unit": model["time"],
              "length_unit": model["length"], "fixed": model["fixed"], "swing": model["swing"],
              "gauge": model["gauge"]}
    for i in range(model["n"]):
        kinds = FIELDS if model["form"] == "ode" else KINDS
        rate, shape, x, w = model["unknowns"][i]
        kind = kinds.index(model["kinds"][i])
        own = [model["masses"][i], kind, rate, shape, x, w, model["curve"][i]]
        pad = [0] * (MOST - model["n"])
        for j, value in enumerate(own + model["S"][i] + pad + model["R"][i] + pad):
            values[f"x{i}_{j}"] = value
    return values


TABLES = {"lagrangian": ".L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L", "ode": ".f = Field",
          "hamiltonian": ".H = H, .D1H = D1H, .D2H = D2H"}
FRICTION = {"lagrangian": ", .force = Force", "hamiltonian": ", .force = ForceH"}
CONSTRAINTS = {"": ("", ""),
               "fixed": (", .g = Holonomic, .Dg = Gradient", ', .holonomic = "1"'),
               "moving": (", .g = Holonomic, .Dg = Gradient", ', .holonomic = "1"'),
               "rest": (", .Phi = Rest, .D2Phi = Gradient", ', .nonholonomic = "1"'),
               "skew": (", .Phi = Skew, .D2Phi = SkewGradient", ', .nonholonomic = "1"')}
INVARIANTS = {"momentum": '.kind = "momentum_map linear", .value = FirstMomentum, .generator = Along',
              "energy": ".value = FirstEnergy"}


def names(letter, n):
    return " ".join(f"{letter}{i}" for i in range(n))


def realisation(model, known):
    name, form, n = model["name"], model["form"], model["n"]
    end = {"lagrangian": "", "hamiltonian": "H", "ode": "F"}[form]
    members = [f'.name = "drawn", .configuration = "{names("q", n)}", .n = "{n}"',
               '.m = "0"' if form == "ode" else f'.velocity = "{names("v", n)}"',
               f'.traits = "{" ".join(model["traits"])}"', f".{form} = &table_{name}",
               f".initial = Initial{end}{CONSTRAINTS[model['constraint']][1]}"]
    if closed(model):
        members.append(f".exact = Solution{end}")
    if model["defect"] == "energy":
        members.append(".energy = Energy")
    if model["period"]:
        members.append(f'.period = "{", ".join([model["period"]] + ["0"] * (n - 1))}"')
    if known:
        members.append(f".invariants = GIMBAL_ARRAY(invariants_{name})")
    return ",\n    ".join(members)


def source_of_models(models):
    lines, descriptors = ['#include "model.h"', ""], []
    for model in models:
        name, form, known = model["name"], model["form"], invariant(model)
        table = TABLES[form] + ("damped" in model["kinds"]) * FRICTION.get(form, "")
        table += CONSTRAINTS[model["constraint"]][0]
        duration, step = text(model["time"] * 2), text(model["time"] / 10)
        lines.append(f"static const gimbal_value parameters_{name}[] = {{")
        lines += [f'    {{.name = "{x}", .value = "{text(y)}"}},' for x, y in parameters(model).items()]
        lines += ["};", f"static const gimbal_{form} table_{name} = {{GIMBAL_SIZE(gimbal_{form}), {table}}};",
                  f"static const gimbal_case cases_{name}[] = {{",
                  f'    {{.name = "A", .duration = "{duration}", .step = "{step}"}}}};']
        if known:
            lines.append(f"static const gimbal_invariant invariants_{name}[] = {{\n"
                         f'    {{.name = "first", {INVARIANTS[known]}}}}};')
        lines.append(f"static const gimbal_realisation realisations_{name}[] = {{{{\n"
                     f"    {realisation(model, known)}}}}};")
        lists = [f".{x} = GIMBAL_ARRAY({x}_{name})" for x in ("parameters", "cases", "realisations")]
        descriptors.append(f'    {{.name = "{name}", .title = "drawn", .citation = "drawn", {", ".join(lists)}}},')
    return "\n".join(lines + ["static const gimbal_model models[] = {", *descriptors, "};",
                              "GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));", ""])
