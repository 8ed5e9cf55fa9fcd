"""A client for t0361 that asks for everything there is: tour.py FORMULATION [moving]. Its step stands
still, as its probe measures, unless that is to say otherwise. What the host answers must fit together,
and what it has not must be said."""
import math
import sys

sys.path.insert(0, "methods/external")
from method import Failed, Method, main  # noqa: E402

FORMULATION = sys.argv[1]
TAU = ("cayley", "exponential")


def near(a, b, what, bound=1e-9):
    if len(a) != len(b) or any(abs(x - y) > bound * (1 + abs(y)) for x, y in zip(a, b)):
        raise Exception(f"{what}: {a} is not {b}")


def times(matrix, vector):
    n = len(vector)
    return [sum(a * x for a, x in zip(matrix[i:i + n], vector)) for i in range(0, len(matrix), n)]


class Tour(Method):
    name = "tour_" + FORMULATION
    title = "it stands still and asks"
    citation = "none"
    formulation = FORMULATION
    memory = "2"
    action = True
    parameters = [{"name": "a", "value": "1/3"}, {"name": "b", "value": 2}]
    coefficients = [{"name": "c", "value": "0, 1/2, a"}]
    tableaux = [{"name": "mine", "a": [0, 0, "1/2", 0], "b": [0, 1]}]
    probes = [{"name": "stillness", "count": "n"}]
    claims = [("constraint", "stillness", "exact")]

    def asked(self, name, /, **values):
        """The value, or None where this formulation has none."""
        try:
            return self.host.value(name, **values)
        except Failed:
            return None

    def on_vectors(self, state):
        host, t, q, p = self.host, state.t, state.q, state.p
        v = host.velocity(t, q, p)
        near(host.momentum(t, q, v), p, "the momentum of the velocity")
        k = self.sizes["k"]
        acceleration, multipliers = host.acceleration(t, q, v)
        near([len(host.force(t, q, v)), len(acceleration), len(multipliers)],
             [len(p), len(p), k], "sizes")
        near(host.field(t, q + v)[len(q):], acceleration, "the acceleration of the field")
        near([len(host.value("momentum_field", t=t, y=q + p))], [len(q + p)], "a size")
        near([len(host.constraint(t, q, v)), len(host.holonomic(t, q))],
             [self.sizes["nonholonomic"], self.sizes["holonomic"]], "sizes")
        near([len(host.reaction(t, q, v))], [self.sizes["nonholonomic"] * len(p)], "a size")
        left = len(p) if FORMULATION == "group" else len(q)
        near([len(host.holonomic_gradient(t, q))], [self.sizes["holonomic"] * left], "a size")
        self.asked("lagrangian_value", t=t, q=q, v=v)
        host.energy(t, q, v)

    def on_frames(self, state):
        n, m, q = self.sizes["n"], self.sizes["m"], state.q
        psi = self.host.value("frame_vectors", t=state.t, q=q)
        v = self.host.velocity(state.t, q, state.p)
        near(times(psi, v), self.host.field(state.t, q + v)[:n], "the velocity of the frame")
        near([len(self.host.value("frame_derivative", t=state.t, q=q))], [n * n * m], "a size")
        near([len(self.host.value("structure_functions", t=state.t, q=q))], [m ** 3], "a size")
        near([len(self.host.value("gradient", t=state.t, q=q, v=v))], [n], "a size")

    def on_groups(self, state):
        host, g, m = self.host, state.q, self.sizes["m"]
        xi = [0.1 * (i + 1) for i in range(m)]
        identity = [float(i == j) for i in range(m) for j in range(m)]
        for tau in TAU:
            a, minus = (host.value("retract", tau=tau, xi=[s * x for x in xi]) for s in (1, -1))
            near(host.value("compose", a=a, b=minus), host.value("compose", a=g, b=host.value(
                "inverse", a=g)), "an element times its inverse")
            tangent = host.value("tangent", tau=tau, xi=xi)
            inverse = host.value("tangent_inverse", tau=tau, xi=xi)
            columns = [times(tangent, inverse[j::m]) for j in range(m)]
            near([columns[j][i] for i in range(m) for j in range(m)], identity, "dtau dtau^-1")
            near([len(host.value("tangent_derivative", tau=tau, xi=xi, eta=xi))], [m * m], "a size")
            moved = host.value("increment", tau=tau, a=g, xi=xi)
            there = host.value("compose", a=g, b=host.value("retract", tau=tau, xi=xi))
            near([x + y for x, y in zip(g, moved)], there, "an increment")
        near(times(host.value("bracket", xi=xi), xi), [0.0] * m, "[xi, xi]")
        near([len(host.value("adjoint", a=g))], [m * m], "a size")

    def own(self):
        host = self.host
        near(host.coefficients("c"), [0, 0.5, 1 / 3], "coefficients")
        near([self.parameter["a"], self.parameter["b"]], [1 / 3, 2], "parameters")
        near(host.tableau("mine")["a"], [0, 0, 0.5, 0], "a tableau")
        gauss = host.tableau("gauss", 2)
        near(gauss["c"], [0.5 - math.sqrt(3) / 6, 0.5 + math.sqrt(3) / 6], "Gauss's nodes")
        near(host.value("linear_solve", A=[2, 1, 0, 4], b=[4, 8]), [1, 2], "a linear system")
        host.ask("count", what="solves", amount=3)
        sizes = host.sizes()
        near([len(sizes[0]), len(sizes[1])], [self.sizes["n"], self.sizes["m"]], "sizes")

    def solves(self):
        host = self.host

        def inner(a):  # y with y^3 = a, in a residual
            return host.solve(lambda y: [y[0] ** 3 - a], [1.0])[0]

        near(host.solve(lambda x: [inner(x[0]) - 2], [7.0]), [8.0], "a system in a system")
        near(host.solve(lambda x: [x[0] ** 2 - 2], [1.0], lambda x: [2 * x[0]]), [math.sqrt(2)],
             "with its Jacobian")
        near(host.value("solve", x=[], key=1), [], "no unknowns")
        host.solving.append((lambda x: [x[0] - 1, x[1] - x[0]], None))
        near(host.value("solve", x=[0.0, 0.0], key=3), [1, 1], "with a key")
        near(host.value("solve", x=[0.0, 0.0], lower=1, upper=0), [1, 1], "banded")
        host.solving.pop()
        if self.asked("tableau", name="none"):
            raise Exception("a tableau that there is not")

    def start(self, state, h):
        return {"memory": [h, 1.0]}

    def step(self, state, h):
        near(state.memory, [h, 1.0], "memory")
        field = self.host.field(state.t, state.q + (self.host.velocity(
            state.t, state.q, state.p) if state.p else []))
        jacobian = self.host.field_jacobian(state.t, state.q + field[len(state.q):])
        near([len(jacobian)], [len(field) ** 2], "a size")
        near([len(self.host.value("field_time_derivative", t=state.t, y=state.q + field[len(
            state.q):]))], [len(field)], "a size")
        if FORMULATION != "ode":
            self.on_vectors(state)
        if FORMULATION == "frame":
            self.on_frames(state)
        if FORMULATION == "group":
            self.on_groups(state)
        elif self.asked("inverse", a=state.q) is not None:
            raise Exception("an inverse that there is not")
        self.own()
        self.solves()
        return {"q": state.q, "lambda": state.lambda_, "memory": state.memory}

    def probe_stillness(self, state, h, to):
        moved = 1e-3 if "moving" in sys.argv else 0.0
        return [a - b + moved for a, b in zip(to.q, state.q)], [1.0] * len(state.q)


main(Tour)
