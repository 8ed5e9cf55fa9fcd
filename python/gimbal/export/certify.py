"""Certifies end states: python3 -m gimbal.export.certify [NAME...]

Two Taylor series of different orders and precisions are compared; gimbal's own reference solution, where there
is one, must agree. What is certain goes into endstates.json of the test set."""
import datetime
import decimal
import json
import os
import subprocess
import sys

from .. import testset
from ..program import program
from .equations import Equations, number_of
from .problem import FOLDER, Problem, certificates
from .programs import python
from .reproduce import Decimals, integrate

MOST = 25  # digits that are stored
MARGIN = 1000  # of the error bar over the difference of both computations


def taylor(problem):
    """The end state of the better computation, and an error bar of each entry."""
    content = {"__name__": "problem"}
    exec(python(problem), content)
    states = []
    for digits, order, tolerance in ((56, 34, "1e-34"), (70, 46, "1e-42")):
        arithmetic = Decimals(digits)
        state, _ = integrate(content["rhs"], list(problem.parameters.values()), problem.initial, "0", problem.end_time,
                             order, tolerance, arithmetic)
        states.append(state)
    size = max(abs(x) for x in states[1])
    bars = [MARGIN * abs(a - b) + size * decimal.Decimal("1e-40") for a, b in zip(*states)]
    return states[1], bars


def row(name, value, bar):
    """The digits of which each is certain: half a unit for the rounding, half for the error bar."""
    digits = min(MOST, value.adjusted() - (2 * bar).adjusted()) if value else 0
    if digits < 1:
        return {"name": name, "value": "0", "digits": 0, "bar": f"{max(bar, abs(value)):.1e}"}
    with decimal.localcontext() as context:
        context.prec = digits
        rounded = +value
        text = format(rounded, "f") if -5 <= rounded.adjusted() < digits else format(rounded, "e")
    return {"name": name, "value": text, "digits": digits, "bar": f"{bar:.1e}"}


def of_gimbal(problem):
    """The end state that gimbal computes, of its own model in C where it has one; None with the reason."""
    kind = problem.equations.kind
    tree = getattr(kind, "_tree", None)
    own = problem.equations.name + ("_python" if tree else "")
    models = [f"{tree}:{problem.case}"] if tree and problem.case not in getattr(kind, "_own_cases", ()) else []
    given = []
    for model in [*models, f"{own}:{problem.case}"]:
        words = [program(), "reference", model, "--times", problem.end_time, "--digits", "30", "--json"]
        if model.startswith(own):
            words += ["--external", f"{sys.executable} -m gimbal.testset {problem.equations.name}"]
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(FOLDER))}
        ended = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
        if ended.returncode == 0:
            numbers = json.loads(ended.stdout)["times"][0]["numbers"]
            given.append((model, [(n["value"], n["digits"]) for n in numbers if n["part"] in ("q", "v")]))
        else:
            print(f"{problem.name}: {ended.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return given


def compare(problem, state, given):
    """The digits that both have in common, of what gimbal is certain of."""
    fewest = MOST
    if len(given) != len(state):
        raise ValueError(f"{problem.name}: gimbal has {len(given)} numbers, and the state {len(state)}")
    periods = (problem.equations.kind.period or "0").split(",") + len(state) * ["0"]
    for name, value, (text, digits), period in zip(problem.equations.names, state, given, periods):
        other, turn = decimal.Decimal(text), number_of(period.strip(), {}).value
        if turn:  # an angle counts turns here, and not in a closed form
            other += turn * ((value - other) / turn).to_integral_value()
        if digits and abs(value - other) > decimal.Decimal(10) ** (other.adjusted() + 1 - digits):
            raise ValueError(f"{problem.name}: {name} is {value:.30e}, and {other:.30e} according to gimbal")
        if digits:
            fewest = min(fewest, digits)
    return fewest


def certify(problem):
    state, bars = taylor(problem)
    end = [row(name, value, bar) for name, value, bar in zip(problem.equations.names, state, bars)]
    programs = ["Taylor series of orders 34 and 46 in 56 and 70 digits"]
    for model, numbers in of_gimbal(problem):
        shared = compare(problem, state, numbers)
        programs.append(f"gimbal reference {model.replace('_python:', ' in Python, case ')}: {shared} digits agree")
    return {"definition": problem.definition(), "digits": min([r["digits"] for r in end if r["digits"]], default=0),
            "date": datetime.date.today().isoformat(), "programs": programs, "end": end}


def main(names):
    known, stored, failed = testset.classes(), certificates(), False
    for model, kind in known.items():
        equations = Equations(kind)
        for case in dict(kind.cases) or {"default": {}}:
            problem = Problem(equations, case)
            old = stored.get(problem.name)
            if names and problem.name not in names and model not in names:
                continue
            if not names and old and old["definition"] == problem.definition():
                continue
            try:
                new = certify(problem)
            except (ValueError, ArithmeticError) as error:
                print(f"{problem.name} has no certificate: {error}", file=sys.stderr, flush=True)
                failed = True
                continue
            stored = certificates()
            stored[problem.name] = new
            with open(os.path.join(FOLDER, "endstates.json"), "w", encoding="utf-8") as file:
                json.dump(dict(sorted(stored.items())), file, indent=1)
                file.write("\n")
            print(f"{problem.name}: {new['digits']} digits; {'; '.join(new['programs'][1:])}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
