"""Methods for t0750: traced.py KIND [no | must]. Their steps can be sent as operations, or are more than
arithmetic."""
import math
import sys

sys.path.insert(0, "methods/external")
from method import Method, main  # noqa: E402

KIND = sys.argv[1]
WORD = sys.argv[2] if len(sys.argv) > 2 else ""


class Base(Method):
    name = "traced_" + KIND
    title = "for t0750"
    citation = "none"
    overwrites = "none"
    traced = {"no": False, "must": True}.get(WORD)
    claims = [("order", "q", "2"), ("structure", "reversible", "no", "reversible"),
              ("energy", "energy", "drift", "canonical && autonomous")]

    def heun(self, state, h, weight=0.5):
        k = self.host.field(state.t, state.q)
        y = [q + h * s for q, s in zip(state.q, k)]
        return [h * ((1 - weight) * a + weight * b) for a, b in zip(k, self.host.field(state.t + h, y))]


class Right(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h)}


class Wrong(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.45)}


class Functions(Base):
    """Half of the cosine squared and half of the sine squared, by functions of Python's math."""

    def step(self, state, h):
        weights = [math.cos(h) ** 2 / 2, math.sin(h) ** 2 / 2]
        return {"dq": self.heun(state, h, weights[0] + weights[1])}


class Branch(Base):
    """Of order 2 where the first coordinate is small, and of order 1 elsewhere."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 if state.q[0] < 0.9 else 0.3)}


class Caught(Base):
    """The same, by a branch that goes on where a stand-in refuses."""

    def step(self, state, h):
        try:
            weight = 0.5 if state.q[0] < 0.9 else 0.3
        except TypeError:
            weight = 0.5
        return {"dq": self.heun(state, h, weight)}


class Typed(Base):
    """The same, by a branch that only floats see."""

    def step(self, state, h):
        x = state.q[0]
        return {"dq": self.heun(state, h, 0.3 if type(x) is float and x >= 0.9 else 0.5)}


class Rare(Base):
    """A branch far from all numbers that are tried when a run begins: after the first tenth of time."""

    def step(self, state, h):
        t = state.t
        return {"dq": self.heun(state, h, 0.3 if type(t) is float and 0.1 < t and 0 < h < 0.09 else 0.5)}


class Counting(Base):
    """Every second step is wrong."""

    _steps = [0]

    def step(self, state, h):
        self._steps[0] += 1
        return {"dq": self.heun(state, h, 0.5 if self._steps[0] % 2 else 0.3)}


class Leaking(Base):
    """The implicit midpoint rule, with a number that its residual leaves behind."""

    def step(self, state, h):
        kept = []

        def residual(K):
            kept[:] = self.host.field(state.t + h / 2, [q + h / 2 * k for q, k in zip(state.q, K)])
            return [k - f for k, f in zip(K, kept)]
        self.host.solve(residual, [0.0] * len(state.q))
        return {"dq": [h * f for f in kept]}


class Implicit(Base):
    """The implicit midpoint rule; a memory counts the steps, and a parameter weighs."""

    memory = "1"
    parameters = [{"name": "half", "value": "1/2"}]

    def step(self, state, h):
        c = h * self.parameter["half"]

        def residual(K):
            f = self.host.field(state.t + c, [q + c * k for q, k in zip(state.q, K)])
            return [a - b for a, b in zip(K, f)]
        K = self.host.solve(residual, self.host.field(state.t, state.q))
        return {"dq": [h * k for k in K], "memory": [state.memory[0] + 1]}


main({kind.__name__.lower(): kind for kind in Base.__subclasses__()}[KIND])
