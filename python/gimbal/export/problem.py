"""A problem: a model's equations with the numbers of one case, and the end state that was certified for it."""
import decimal
import hashlib
import json
import os

from .. import model as models
from .equations import DIGITS, Equations, NotExported, digits_of, evaluate, number_of

FORMAT = "gimbal test set 1"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "testset")


def certificates(folder=FOLDER):
    """The stored end states, by the names of the problems."""
    path = os.path.join(folder, "endstates.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Problem:
    def __init__(self, equations, case, certificate=None):
        self.equations, self.case = equations, case
        kind, served = equations.kind, equations.served
        content = {"duration": kind.duration, **dict(dict(kind.cases) or {"default": {}})[case]}
        self.name = f"{equations.name}-{case}".replace("_", "-")
        self.description = content.get("description")
        expressions = {name: models._text(content.get(name, value)) for name, value in equations.parameters.items()}
        with decimal.localcontext() as context:
            context.prec, context.Emin, context.Emax = DIGITS, -99999, 99999
            known = {}
            for name, text in expressions.items():
                known[name] = number_of(text, known)
            self.parameters = {name: digits_of(value) for name, value in known.items()}
            self.expressions = {name: text for name, text in expressions.items() if text != self.parameters[name]}
            self.end_time = digits_of(number_of(models._text(content["duration"]), known))
            served.set(True, list(self.parameters.values()))
            start = [models.Number(x) for x in served.call("initial", 0, models.Number(0), [], [])]
            served.last = None
            if len(start) != len(equations.names):
                raise NotExported(f"{equations.name}: start has {len(start)} numbers, and the state "
                                  f"{len(equations.names)}")
            self.initial = [digits_of(x) for x in start]
            self.kinds = {name: served.kinds.get(name, "") for name in equations.conserved()}
            content = equations.graph.listed(list(equations.conserved().values()))
            n = equations.n
            values = evaluate(content, models.Number(0), start[:n], start[n:], list(known.values()), models._read)
            self.conserved = {name: digits_of(value, 25) for name, value in zip(self.kinds, values)}
        self.certificate = certificate
        if certificate and certificate["definition"] != self.definition():
            raise NotExported(f"{self.name}: the model was changed after its end state was certified; run "
                              "`python3 -m gimbal.export.certify " + self.name + "`")

    def definition(self):
        """A checksum of what the end state depends on."""
        content = [self.equations.graph.listed(self.equations.field), list(self.parameters.values()), self.initial,
                   self.end_time]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]

    def inputs(self, language):
        """The names of the state's entries and of the parameters, as a language takes them."""
        state, n = self.equations.names, self.equations.n
        names = language.named(state + list(self.parameters))
        places = [("q", i) for i in range(n)] + [("v", i) for i in range(len(state) - n)]
        places += [("parameter", i) for i in range(len(self.parameters))]
        return {("t",): "t", **dict(zip(places, names))}

    def to_json(self):
        equations, certificate = self.equations, self.certificate
        conserved = equations.conserved()
        content = {
            "format": FORMAT, "problem": self.name, "model": equations.name, "case": self.case,
            "title": equations.title, "description": self.description, "citation": equations.kind.citation,
            "gimbal": getattr(equations.kind, "_tree", None), "state": equations.names, "t0": "0",
            "t1": self.end_time,
            "parameters": [{"name": name, "value": value, "expression": self.expressions.get(name)}
                           for name, value in self.parameters.items()],
            "initial": self.initial, "end": certificate["end"] if certificate else None,
            "certified": {key: certificate[key] for key in ("digits", "date", "programs")} if certificate else None,
            "field": _flat(equations.graph.listed(equations.field), equations.n),
            "conserved": [{"name": name, "kind": self.kinds[name] or None, "value": self.conserved[name],
                           **_flat(equations.graph.listed([node]), equations.n)} for name, node in conserved.items()]}
        if equations.formulation != "ode":
            content[equations.formulation] = {
                name: _flat(equations.graph.listed(nodes), equations.n) for name, nodes in equations.source.items()
                if name in ("L", "H", "force", "Phi", "g")}
        return content


def _flat(content, n):
    """The leaves q and v as entries of one state."""
    rows = [["state", row[1] + (n if row[0] == "v" else 0)] if row[0] in ("q", "v") else row
            for row in content["operations"]]
    return {"operations": rows, "values": content["values"]}


def problems_of(kind, stored=None):
    """All problems of a model's class, one for each case."""
    equations = Equations(kind)
    stored = {} if stored is None else stored
    result = []
    for case in dict(kind.cases) or {"default": {}}:
        name = f"{equations.name}-{case}".replace("_", "-")
        result.append(Problem(equations, case, stored.get(name)))
    return result
