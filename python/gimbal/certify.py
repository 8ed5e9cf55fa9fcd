"""Writes certificates, and compares their claims with the suites.

    python3 -m gimbal.certify RECIPE.json [-o FILE.json]
    python3 -m gimbal.certify --system MODEL.py CLASS
    python3 -m gimbal.certify --compare CI FILE.json...

A recipe is a certificate without boxes, distance, enclosure and residuals: these are computed here, and the result
is checked. --system prints a model in Python (gimbal.Model with a field or a hamiltonian) as the system of a recipe.
--compare looks whether the suites, libraries and tables in the folder CI say what the certificates say they do, and
whether gimbal's methods and models do. It names those that were compared.
"""
import copy
import fnmatch
import importlib.util
import json
import math
import os
import re
import sys
from fractions import Fraction

from . import certificate as checker, certify_steps as steps
from .certificate import Number, Rejected, require

RADIUS = "1e-40"


# ---- From a recipe to a certificate --------------------------------------------------------------------

def decimal(x, up, unit):
    """x as a text, rounded to a multiple of 10^unit."""
    whole = x / Fraction(10) ** unit
    whole = math.ceil(whole) if up else math.floor(whole)
    return f"{whole}e{unit}" if whole else "0"


def newton(residual, count, guess):
    """A zero in fractions of 60 digits."""
    x = guess
    for _ in range(60):
        change = checker.solve([r.slopes for r in residual(checker.variables(x))], [[r] for r in residual(x)])
        x = [Number(round((a - c[0]).middle().lo, 60)) for a, c in zip(x, change)]
        if max(c[0].size() for c in change) < Fraction(1, 10 ** 45):
            return x
    raise Rejected("Newton's method does not find the solution of a step")


class Maker:
    """Stands in for two functions of the checker: that which reads a box, and that which reads an enclosure."""

    def __init__(self, guess):
        self.guess, self.boxes, self.stated = guess, [], []
        self.implicit, self.compare = checker.implicit, checker.stated

    def find(self, names, unknown, residual, _):
        values = {name: x.alone() for name, x in names.items()}
        guess = [checker.number(self.guess.get(name, 0)) for name in unknown]
        found = newton(lambda x: residual({**values, **dict(zip(unknown, x))}), len(unknown), guess)
        box = {"centre": {n: decimal(x.lo, False, -45) for n, x in zip(unknown, found)}, "radius": RADIUS}
        self.boxes.append(box)
        return self.implicit(names, unknown, residual, box)

    def state(self, value, _, what, refutes=True):
        require(not refutes or not value.has_zero(), f"{what} may be 0, so that nothing is refuted: it is near {value}")
        self.stated.append(checker.interval(value))
        return not value.has_zero()


def make(recipe):
    """The certificate of a recipe, which refutes its claim; otherwise Rejected."""
    result = copy.deepcopy(recipe)
    maker = Maker(result.pop("guess", {}))
    keys = (checker.COMMON + checker.KINDS[result["kind"]][1]).split()
    last = int(result["claim"]["value"]) + 1 if result["kind"] == "order" else 3
    trees = checker.conditions(last, len(result["method"].get("tables", "1"))) if "residuals" in keys else {}
    fields = result["system"]["field"] if "slope" in keys else []
    draft = {"format": "gimbal certificate 1", **result, "distance": "0", "enclosure": "0", "slope": ["0"] * len(fields),
             "residuals": dict.fromkeys(trees, "0")}
    checker.implicit, checker.stated = maker.find, maker.state
    try:
        checker.check({key: value for key, value in draft.items() if key in keys})
    finally:
        checker.implicit, checker.stated = maker.implicit, maker.compare
    result = {"format": "gimbal certificate 1", **result}
    if maker.boxes:
        result["boxes"] = maker.boxes
    found = iter(maker.stated)
    if fields:
        result["slope"] = [next(found) for _ in fields]
    if "distance" in keys:
        result["distance"] = next(found)
    if trees:
        result["residuals"] = {tree: next(found) for tree in trees}
    if "enclosure" in keys:
        result["enclosure"] = next(found)
    checker.check(result)
    return result


def text_of(result):
    """JSON with a line for each list of numbers."""
    text = json.dumps(result, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s*\n\s*", " ", found[0]).replace("[ ", "[").replace(" ]", "]"),
                  text) + "\n"


# ---- A model in Python as a system ---------------------------------------------------------------------

SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


def lines_of(function, names, prefix):
    """The operations that gimbal traces, as lines of `let`, and the expressions of the values."""
    require(isinstance(function, dict), "a function of the model is not arithmetic that can be traced")
    texts, let = [], []
    for name, *of in function["operations"]:
        if name in names:
            text = names[name][of[0]]
        elif name == "number":
            text = of[0] if not of[0].startswith("-") else f"({of[0]})"
        elif name in SIGNS:
            text = f"({texts[of[0]]} {SIGNS[name]} {texts[of[1]]})"
        elif name == "pow" and re.fullmatch(r"\d+", texts[of[1]]):
            text = f"{texts[of[0]]}**{texts[of[1]]}"
        elif name == "neg" or name in checker.FUNCTIONS:
            text = f"(-{texts[of[0]]})" if name == "neg" else f"{name}({texts[of[0]]})"
        else:
            raise Rejected(f"a certificate has no function {name}")
        if len(text) > 60:
            let.append(f"{prefix}{len(let) + 1} = {text}")
            text = f"{prefix}{len(let)}"
        texts.append(text)
    return let, [texts[i][1:-1] if texts[i].startswith("(") and texts[i].endswith(")")
                 and "(" not in texts[i][1:-1] else texts[i] for i in function["values"]]


def system_of(model):
    """The system of a recipe; the parameters have their defaults."""
    from .model import Served
    served = Served(model)
    parameters = [str(value) for value in model.parameters.values()]
    if served.ode:
        state, let_field = served.q, [("f", False)]
        form = []
    else:
        require(served.formulation == "hamiltonian" and "force" not in served.functions,
                "a model needs a field or a hamiltonian without force")
        momenta = model.velocities or ["p_" + name for name in served.q]
        state = served.q + (momenta.split() if isinstance(momenta, str) else list(momenta))
        let_field, form = [("D2H", False), ("D1H", True)], [list(pair) for pair in zip(state[served.n:], served.q)]
    names = {"q": state[:served.n], "v": state[served.n:], "parameter": [f"({text})" for text in parameters]}
    let, field = [], []
    for number, (name, negative) in enumerate(let_field):
        lines, values = lines_of(served.operations(name), names, "uvw"[number] + "_")
        let += lines
        field += [f"-({value})" if negative else value for value in values]
    result = {"name": served.name, "state": state, "field": field}
    return {**result, **({"let": let} if let else {}), **({"form": form} if form else {})}


# ---- What the suites say -------------------------------------------------------------------------------

def plain(text):
    """A text of YAML on one line, without its quotes."""
    text = " ".join(re.sub(r"^[>|]-?", "", text.strip()).split())
    return text[1:-1] if text[:1] in "\"'" and text[-1:] == text[:1] else text


def source_of(fields, text):
    """The source of a claim: its own, one of a name that stands elsewhere (*name), or the suite's."""
    source = fields.get("source")
    if not source:
        found = re.search(r"^source:((?:.*\n)(?:  .*\n|\n)*)", text, re.M)
        return plain(found[1]) if found else ""
    if source.startswith("*"):
        found = re.search(rf"^    source:( &{re.escape(source[1:])} (?:.*\n)(?:     .*\n|\n)*)", text, re.M)
        require(found, f"the suite has no source {source}")
        source = plain(found[1])
    return plain(re.sub(r"^&\w+ ", "", source))


def compare(certificate, folder):
    """Rejected, if the suite has another text for the claim, or expects no refutation. Returns the suite's name of the
    model, and the version of the method's library before which the claim holds, or None."""
    claim, model, fields = certificate["claim"], None, {}
    suite, _, own = claim["id"].partition("#")
    path = next((path for path in (os.path.join(folder, kind % suite) for kind in
                                   ("suites/%s.yaml", "libraries/%s.yaml", "tables/%s.txt")) if os.path.exists(path)), None)
    require(path, f"there is no suite {suite}")
    require(os.path.isfile(os.path.join(folder, os.pardir, certificate.get("second_route", "README.md"))),
            "the second route is not there")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".txt"):
        require(re.search(rf"^{re.escape(own)}: {claim['quantity']} {claim['value']}\b", text, re.M)
                and certificate["method"]["name"] == own and claim["study"] == "algebra",
                "the table of that name claims something else")
        source = re.search(r"^# source: (.*)$", text[:text.index(f"\n{own}: ")].rpartition("\n\n")[2], re.M)[1]
    else:
        entry = re.search(rf"^  - id: {re.escape(own)}\n((?:   .*\n|\n)*)", text, re.M)
        require(entry, f"the suite has no claim {own}")
        fields = {key: plain(value) for key, value in
                  re.findall(r"^    (\w+):((?:.*\n)(?:     .*\n|\n)*)", entry[1], re.M)}
        source = source_of(fields, text)
        require(fields.get("expect") == "refuted", "the suite does not expect a refutation")
        for key in ("study", "quantity", "value", "place", "text"):
            require(key == "value" and key not in fields or fields.get(key, "") == claim.get(key, ""),
                    f"the {key} of the claim is {fields.get(key)}")
        named = [("methods", certificate["method"]["name"])] if "method" in certificate else []
        named += [("models", certificate["system"]["name"])] if "system" in certificate else []
        for key, name in named:
            patterns = fields.get(key, "*")
            patterns = re.findall(r'"[^"]*"|[^\s,]+', patterns[1:-1]) if patterns.startswith("[") else [patterns]
            patterns = [pattern.strip("\"'") for pattern in patterns]
            fitting = [one for one in patterns if fnmatch.fnmatchcase(str(name), one)
                       or key == "models" and re.split("[:@]", one)[0] == name]
            require(fitting, f"the claim is not about {name}")
            model = fitting[0] if key == "models" and fitting[0].startswith(name) else model
    require(claim.get("source", "") == source, f"the source is {source}")
    return model, fields.get("library_before")


def measure(certificate, folder):
    """What gimbal does with the names in the certificate, to be compared with it, or with mutations of it."""
    return steps.measure(certificate, folder, *compare(certificate, folder))


def compare_steps(certificate, measured):
    """What was compared with gimbal; Rejected, if something differs."""
    guess = {name: x for box in certificate.get("boxes", []) for name, x in box["centre"].items()}
    return steps.compare(certificate, measured, Maker(guess).find)


# ---- The command ---------------------------------------------------------------------------------------

def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=str)


def main(words):
    try:
        if words[:1] == ["--system"] and len(words) == 3:
            spec = importlib.util.spec_from_file_location("model", words[1])
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            print(text_of(system_of(getattr(module, words[2]))), end="")
        elif words[:1] == ["--compare"] and len(words) > 2:
            for path in words[2:]:
                try:
                    certificate = load(path)
                    done = compare_steps(certificate, measure(certificate, words[1]))
                    print(f"{path}: compared with gimbal: {', '.join(done) or 'nothing, there is no such method'}")
                except Rejected as error:
                    raise Rejected(f"{path}: {error}") from None
        elif words and not words[0].startswith("-") and (len(words) == 1 or len(words) == 3 and words[1] == "-o"):
            text = text_of(make(load(words[0])))
            with open(words[2], "w", encoding="utf-8") if len(words) == 3 else os.fdopen(os.dup(1), "w", encoding="utf-8") as file:
                file.write(text)
        else:
            print(__doc__)
            return 0 if words == ["--help"] else 2
    except (Rejected, OSError, KeyError, AttributeError, ValueError) as error:
        print(f"gimbal.certify: {'no key ' if isinstance(error, KeyError) else ''}{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
