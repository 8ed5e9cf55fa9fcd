"""From a model's class to equations y' = f(t, y): what `gimbal.Model` says of Lagrangians, forces and
constraints is written down, and accelerations and multipliers are eliminated exactly."""
import ast
import decimal
import difflib
import operator
from fractions import Fraction

from .. import model as models
from .graph import Graph, Node

DIGITS = 60  # of the arithmetic behind initial data; 50 are given


class NotExported(Exception):
    """The model has no form that can be printed."""


def _solve(matrix, right):
    """Solutions of a symmetric system, without exchanges: a mass matrix has none to fear."""
    n, rows = len(matrix), [list(row) + list(other) for row, other in zip(matrix, right)]
    for k in range(n):
        for i in range(k + 1, n):
            if rows[i][k].number() == 0:
                continue
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a if j <= k else a - factor * b for j, (a, b) in enumerate(zip(rows[i], rows[k]))]
    solution = [None] * n
    for i in reversed(range(n)):
        row = rows[i][n:]
        for j in range(i + 1, n):
            row = [a - rows[i][j] * b for a, b in zip(row, solution[j])]
        solution[i] = [a / rows[i][i] for a in row]
    return solution


class Equations:
    """A model's class, written down: `names` of the state, `field`, `invariants`, and where it came from."""

    def __init__(self, kind):
        self.kind, self.graph = kind, Graph()
        self.served = models.Served(kind)
        self.formulation, self.n = self.served.formulation, self.served.n
        self.name = models.name_of(kind)
        self.title = kind.title or (kind.__doc__ or self.name).strip().splitlines()[0]
        self.parameters = dict(kind.parameters)
        self.t = self.graph.node("t")
        self.q = [self.graph.node("q", i) for i in range(self.n)]
        self.v = [] if self.formulation == "ode" else [self.graph.node("v", i) for i in range(self.n)]
        velocities = kind.velocities or ["v_" + name for name in self.served.q]
        velocities = velocities.split() if isinstance(velocities, str) else list(velocities)
        self.names = self.served.q + (velocities if self.v else [])
        self.source, self.multipliers = {}, []
        self.field = {"ode": self._ode, "hamiltonian": self._hamiltonian,
                      "lagrangian": self._lagrangian}[self.formulation]()
        self.energy = self._energy()
        self.invariants = {name: self._read("value", i)[0] for i, name in enumerate(self.served.kinds)}

    def _read(self, name, element=0):
        content = self.served.operations(name, element)
        if content is True:
            raise NotExported(f"{self.name}: {name} compares its arguments, or is no arithmetic; only functions that "
                              "calculate can be printed")
        return self.graph.read(content)

    def _of(self, name, missing):
        if name not in self.served.functions:
            return missing
        values = self.source[name] = self._read(name)
        return values

    def _slope(self, node, variable):
        return self.graph.derivative(node, variable)

    def _along(self, node):
        """The total derivative in time at fixed v: the t-derivative, and that along q' = v."""
        return sum((self._slope(node, q) * v for q, v in zip(self.q, self.v)), self._slope(node, self.t))

    def _ode(self):
        return self._of("f", None)

    def _hamiltonian(self):
        H, = self._of("H", None)
        force = self._of("force", [self.graph.number(Fraction(0))] * self.n)
        return [self._slope(H, p) for p in self.v] + [-self._slope(H, q) + f for q, f in zip(self.q, force)]

    def _lagrangian(self):
        L, = self._of("L", None)
        force = self._of("force", [self.graph.number(Fraction(0))] * self.n)
        momenta = [self._slope(L, v) for v in self.v]
        mass = [[self._slope(p, v) for v in self.v] for p in momenta]
        right = [self._slope(L, q) - self._along(p) + f for q, p, f in zip(self.q, momenta, force)]
        rates = self._of("Phi", []) + [self._along(g) for g in self._of("g", [])]
        if not rates:
            return self.v + [row[0] for row in _solve(mass, [[one] for one in right])]
        normals = [[self._slope(rate, v) for v in self.v] for rate in rates]
        bend = [-self._along(rate) for rate in rates]
        solved = _solve(mass, [[one, *(row[i] for row in normals)] for i, one in enumerate(right)])
        free = [row[0] for row in solved]
        pushes = [[row[1 + a] for row in solved] for a in range(len(rates))]

        def dot(a, b):
            return sum((x * y for x, y in zip(a, b)), self.graph.number(Fraction(0)))
        multipliers = _solve([[dot(row, push) for push in pushes] for row in normals],
                             [[b - dot(row, free)] for row, b in zip(normals, bend)])
        self.multipliers = [row[0] for row in multipliers]
        return self.v + [a + dot(self.multipliers, [push[i] for push in pushes]) for i, a in enumerate(free)]

    def _energy(self):
        if "energy" in self.served.own:
            return self._read("energy")[0]
        if self.formulation == "hamiltonian":
            return self.source["H"][0]
        if self.formulation == "lagrangian":
            L, = self.source["L"]
            return sum((v * self._slope(L, v) for v in self.v), -L)
        return None

    def conserved(self):
        """What stays constant, by name: invariants, and the energy of an autonomous system without forces
        unless the model's own traits deny it."""
        found = dict(self.invariants)
        traits = self.kind.traits
        autonomous = not any(self.graph.operations[i][0] == "t" for i in self.graph.needed(self.field))
        keeps = getattr(self.kind, "_keeps_energy", "force" not in self.source)
        if self.energy is not None and autonomous and keeps and "attracting damped" not in (traits or ""):
            found = {"energy": self.energy, **found}
        return found


# ---- A case: numbers --------------------------------------------------------------------------------------

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
              ast.Pow: operator.pow}


def number_of(text, known):
    """The value of an expression in other parameters, in DIGITS digits: "3*sqrt(10)/5"."""
    def value(node):
        if isinstance(node, ast.Constant):
            return models.Number(decimal.Decimal(ast.get_source_segment(text, node)))
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -value(node.operand)
        if isinstance(node, ast.Name):
            return models.Number(models._PI) if node.id == "pi" else known[node.id]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in models._GENERIC:
            return getattr(models, node.func.id)(*map(value, node.args))
        raise ValueError(f"{text!r} is no expression that is known here")
    return value(ast.parse(text.strip(), mode="eval").body)


def evaluate(content, t, q, v, parameters, number):
    """The values of a list of operations, as `Graph.listed` has it, in any arithmetic."""
    done = []
    for name, *of in content["operations"]:
        if name == "number":
            top, _, bottom = of[0].partition("/")
            done.append(number(top) / number(bottom) if bottom else number(top))
        elif name == "t":
            done.append(t)
        elif name in ("q", "v", "parameter"):
            done.append({"q": q, "v": v, "parameter": parameters}[name][of[0]])
        else:
            of = [done[i] for i in of]
            done.append(_OPERATORS_OF[name](*of) if name in _OPERATORS_OF else getattr(models, name)(*of))
    return [done[i] for i in content["values"]]


_OPERATORS_OF = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
                 "pow": operator.pow, "neg": operator.neg}


def nearest(word, words):
    near = difflib.get_close_matches(word, words, 1, 0.5)
    return f"; the nearest is {near[0]}" if near else ""


def digits_of(value, digits=50):
    """A Number as a text, without zeros at its end."""
    with decimal.localcontext() as context:
        context.prec = digits
        rounded = (+value.value).normalize()
    text = format(rounded, "f") if -8 <= rounded.adjusted() < 20 else str(rounded).replace("E", "e")
    return text if rounded else "0"
