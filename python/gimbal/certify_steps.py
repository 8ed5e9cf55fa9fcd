"""Compares the systems and methods of certificates with gimbal's own.

A certificate states its system and its method itself. Its field must lead from the initial data of the model of that
name to gimbal's reference solution, and its quantity must have the reference's value. Steps of its method must lead
to the coordinates to which gimbal's method of that name leads; those of the second step and of the third contain the
velocities of the first. Tables are compared entry by entry, where gimbal prints them.
"""
import csv
import json
import math
import os
import re
import tempfile
from fractions import Fraction

from . import certificate as checker
from .certificate import Rejected, require
from .program import GimbalError, start

H, STEPS, TIME = "1/10", 3, Fraction(1, 4)
TOLERANCE = Fraction(1, 10 ** 11)  # of steps in double precision, with Newton's method down to rounding
FLOW = 1e-9                        # of the classical method with 200 steps to TIME, and more
DIGITS = Fraction(1, 10 ** 14)     # of entries that a library holds in double precision
PROBES = [  # for methods whose tables gimbal does not print: a linear system, and one in which no part stands alone
    {"name": "harmonic_oscillator", "state": ["q", "v"], "field": ["v", "-q"]},
    {"name": "nonseparable_well", "state": ["q", "p"], "field": ["p*(1 + q**2)", "-q*(1 + p**2)"]}]


# ---- What gimbal says ----------------------------------------------------------------------------------

def asked(*words):
    """The answer in JSON, or None where gimbal has no such method or model."""
    try:
        return json.loads(start(list(words)).stdout)
    except GimbalError:
        return None


def reference(model):
    """The initial data and the state at TIME, by parts: q, v, p, energy and so on."""
    found = asked("reference", model, "--times", f"0,{TIME}", "--json")
    rows = []
    for time in found["times"] if found else []:
        rows.append({})
        for number in time["numbers"]:
            rows[-1].setdefault(number["part"], {})[number["name"]] = number["value"]
    return rows


def run(method, model):
    """The coordinates after each step, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.csv")
        found = asked("run", "-m", method, "-M", model, "-h", H, "-T", f"{STEPS}*{H}", "--no-reference", "--json", "-o", path)
        if not found:
            return None
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return [[row[name] for name in found["state"]["q"]["names"]] for row in rows]


def table(name, folder):
    for words in ([name], [os.path.join(folder, "tables", "misprints.txt")]):
        for one in asked("algebra", *words, "--print", "--format", "json") or []:
            if one["name"] == name:
                return one
    return None


def is_later(version, before):
    """Whether the claim, which is about versions before that one, leaves out this version."""
    return before and version and [int(x) for x in re.findall(r"\d+", version)] >= [int(x) for x in re.findall(r"\d+", before)]


def measure(certificate, folder, model=None, before=None):
    """All that gimbal says of the names in the certificate; model is the suite's text for its system. A method of a
    library that is_later is not run."""
    method, system = certificate.get("method"), certificate.get("system")
    described = asked("describe", method["name"], "--json") if method else None
    result = {"orders": {int(one["order"]) for one in (described or {"claims": []})["claims"] if one.get("order")},
              "steps": 1 if described and described["memory"] else STEPS, "table": None, "runs": []}
    if system:
        model = model or system["name"]
        # In other coordinates gimbal's own are compared where they are those of the certificate.
        result["reference"] = reference(re.sub("@[^:]*", "", model)) or reference(model)
        later = is_later((described or {}).get("library_version"), before)
        result["runs"] = [[one["name"], None if one is method and later else run(one["name"], model)]
                          for one in (method, certificate.get("other")) if one]
    elif method and "A" in method:
        result["table"] = table(method["name"], folder)
    if method and not system and not result["table"]:
        result["probes"] = [[probe, reference(probe["name"]), run(method["name"], probe["name"])] for probe in PROBES]
    return result


# ---- What the certificate does -------------------------------------------------------------------------

def in_floats(system, expressions):
    """The expressions as a function of the state."""
    codes = [(None, compile(str(text), "expression", "eval")) for text in expressions]
    codes = [(name.strip(), compile(text.strip(), "let", "eval")) for name, _, text in
             (line.partition("=") for line in system.let)] + codes

    def values(state):
        names, result = {**dict(zip(system.state, state)), **{key: getattr(math, key) for key in checker.FUNCTIONS}}, []
        for name, code in codes:
            value = eval(code, {"__builtins__": {}}, names)
            if name:
                names[name] = value
            else:
                result.append(value)
        return result
    return values


def flow(system, state, steps=200):
    """The state at TIME by the classical Runge-Kutta method."""
    field, h = in_floats(system, system.field), float(TIME) / steps
    for _ in range(steps):
        k = total = field(state)
        for c, weight in ((0.5, 2), (0.5, 2), (1, 1)):
            k = field([x + c * h * y for x, y in zip(state, k)])
            total = [x + weight * y for x, y in zip(total, k)]
        state = [x + h / 6 * y for x, y in zip(state, total)]
    return state


def states(system, rows):
    """The states at both times in the coordinates of the certificate, whose second half are momenta or velocities."""
    for part in ("p", "v"):
        at = [[*row["q"].values(), *row.get(part, {}).values()] for row in rows]
        if len(at[0]) == len(system.state):
            end = flow(system, [float(x) for x in at[0]])
            if all(abs(x - float(y)) <= FLOW * max(1, abs(x)) for x, y in zip(end, rows[1]["q"].values())):
                return at
    raise Rejected("the field does not lead to gimbal's reference solution")


def compare_quantity(certificate, system, at, rows):
    """The value of an invariant; of a stated balance, whose origin is free, how it changes from state to state."""
    name, rate = certificate["claim"]["quantity"], certificate["kind"] == "rate"
    quantity, plus, field = (in_floats(system, texts) for texts in
                             ([certificate["quantity"]], [certificate.get("plus", "0")], system.field))

    def value(state):
        if "plus" not in certificate:
            return quantity(state)[0]
        ends = [quantity([x + e * f for x, f in zip(state, field(state))])[0] for e in (-1e-5, 1e-5)]
        return (ends[1] - ends[0]) / 2e-5 + plus(state)[0]
    mine = [value([float(x) for x in state]) for state in at]
    known = [{key: float(x) for part in row if part not in "qv" for key, x in row[part].items()} for row in rows]
    pairs = [[row[key] for row in known] for key in ([name] if name in known[0] else known[0])]
    require(any(abs(mine[0] - a) < FLOW and abs(mine[1] - b) < FLOW or rate and abs(mine[1] - mine[0] - b + a) < FLOW
                for a, b in pairs), f"the quantity is not gimbal's {name}")


class Parts:
    """Two tables, of the coordinates and of the other half of the state."""

    def __init__(self, tables):
        self.tables = [exactly(one) for one in tables]

    def step(self, system, state, h, _):
        n, start_of = len(state), dict(zip(system.state, state))
        table_of = [self.tables[i >= n // 2] for i in range(n)]
        unknown = [f"k{j + 1}_{name}" for j in range(len(self.tables[0].b)) for name in system.state]

        def moved(names, rows):
            slopes = [names[name] for name in unknown]
            return [names[name] + h * one.apply(row, [[x] for x in slopes[i::n]])[0]
                    for i, (name, one, row) in enumerate(zip(system.state, table_of, rows))]

        def residual(names):
            fields = [f for j in range(len(self.tables[0].b))
                      for f in system.values(system.field, moved(names, [one.A[j] for one in table_of]))]
            return [names[name] - f for name, f in zip(unknown, fields)]
        return moved(checker.implicit(start_of, unknown, residual, None), [one.b for one in table_of])


def follow(method, system, state, coordinates, find):
    """Rejected, if steps of the method lead to other coordinates."""
    state = [checker.number(x) for x in state]
    saved, checker.implicit = checker.implicit, find
    try:
        for row in coordinates[1:]:
            state = [x.middle() for x in method.step(system, state, checker.number(H), iter([]))]
            for x, y in zip(state, row):
                require(abs(x.lo - Fraction(y)) <= TOLERANCE * max(1, abs(x.lo)), "its steps lead to other coordinates")
    finally:
        checker.implicit = saved


def exactly(table):
    """The table without its uncertainty."""
    def centre(x):
        return x.partition("+-")[0]
    return checker.Tableau({"A": [list(map(centre, row)) for row in table["A"]], "b": list(map(centre, table["b"])),
                            "c": [f"{x.partition('+-')[0]} +- 1e-10" for x in table["c"]]})


def compare_tables(stated, printed):
    """Entry by entry, but for an uncertainty that is stated."""
    pairs = [(stated[key], printed[key]) for key in "bc"] + list(zip(stated["A"], printed["A"]))
    require(len(stated["A"]) == len(printed["A"]) and all(len(a) == len(b) for a, b in pairs), "the table has another size")
    for x, y in ((x, y) for a, b in pairs for x, y in zip(a, b)):
        x, y = checker.number(x), checker.number(y)
        require(x.lo - DIGITS <= y.lo and y.hi <= x.hi + DIGITS and x.hi - x.lo < Fraction(1, 10 ** 9),
                f"the table has {x} where gimbal has {y}")


def compare_probes(method, probes, find):
    """Steps of a table that gimbal does not print. The sum of both tableaux of a Rosenbrock method is its table for
    a linear system; two tables are those of halves of the state."""
    step = exactly(method) if "A" in method else Parts(method["tables"])
    for probe, rows, coordinates in probes[:1] if "A" in method else probes:
        system = checker.System(probe)
        follow(step, system, states(system, rows)[0], coordinates, find)


def compare(certificate, measured, find):
    """The names that were compared; Rejected, if something differs."""
    method, system, claim, done = certificate.get("method"), certificate.get("system"), certificate["claim"], []
    if certificate["kind"] == "order" and "text" not in claim and measured["orders"]:
        require(int(claim["value"]) in measured["orders"], "the method does not claim that order")
    if measured["table"]:
        compare_tables(method, measured["table"])
        done.append(method["name"])
    probes = [probe for probe in measured.get("probes", []) if all(probe)]
    if probes:
        compare_probes(method, probes, find)
        done.append(method["name"])
    if system and "form" in system:
        n = len(system["state"]) // 2
        require(system["form"] == [[p, q] for q, p in zip(system["state"], system["state"][n:])], "the form is not the canonical one")
    if system and measured["reference"]:
        system = checker.System(system)
        at = states(system, measured["reference"])
        done.append(certificate["system"]["name"])
        if "quantity" in certificate:
            compare_quantity(certificate, system, at, measured["reference"])
        for one, (name, coordinates) in zip([one for one in (method, certificate.get("other")) if one], measured["runs"]):
            if coordinates:
                try:
                    follow(exactly(one) if "A" in one else checker.method(one), system, at[0],
                           coordinates[:measured["steps"] + 1], find)
                except Rejected as error:
                    raise Rejected(f"{name}: {error}") from None
                done.append(name)
    return done
