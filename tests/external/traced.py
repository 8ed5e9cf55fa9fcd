"""Methods for t0750: traced.py KIND [no | must | STEP], STEP in place of the list of operations. Their steps can be sent as operations, or are more than
arithmetic."""
import math
import random
import sys
import time

sys.path.insert(0, "methods/external")
import method  # noqa: E402
from method import Method, main  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

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


def weights():
    taken = 0

    def weight():
        nonlocal taken
        taken += 1
        return 0.5 if taken < 15 else 0.3
    return weight


class Closure(Base):
    """Another weight from step 15 on."""

    weight = staticmethod(weights())

    def step(self, state, h):
        return {"dq": self.heun(state, h, self.weight())}


class Default(Base):
    """The same, in a list that is the default of an argument."""

    def step(self, state, h, taken=[]):
        taken.append(1)
        return {"dq": self.heun(state, h, 0.5 if len(taken) < 15 else 0.3)}


class Object:
    def __init__(self):
        self.taken = 0

    def __next__(self):
        self.taken += 1
        return 0.5 if self.taken < 15 else 0.3


OBJECT, ITERATOR = Object(), (0.5 if i < 15 else 0.3 for i in range(10 ** 9))


class Holding(Base):
    """The same, in an object of the module."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, OBJECT.__next__())}


class Iterating(Base):
    """The same, by an iterator."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, next(ITERATOR))}


class Global(Base):
    """The same, by a number of the module."""

    def step(self, state, h):
        global TAKEN
        TAKEN += 1
        return {"dq": self.heun(state, h, 0.5 if TAKEN < 15 else 0.3)}


TAKEN = 0


class Caching(Base):
    """Uses the slope of the step before."""

    slope = None

    def step(self, state, h):
        before, self.slope = self.slope, self.host.field(state.t, state.q)
        return {"dq": [h * (a + 0.1 * (a - b)) for a, b in zip(self.slope, before or self.slope)]}


class First(Base):
    """Has a first step of its own."""

    _begun = False

    def step(self, state, h):
        weight, self._begun = 0.5 if self._begun else 0.3, True
        return {"dq": self.heun(state, h, weight)}


class Clock(Base):
    """Reads a clock; the numbers do not depend on it, but that cannot be seen."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 if time.time() > 0 else 0.3)}


class Drawing(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 if random.Random(1).random() < 1 else 0.3)}


class Maximum(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h, min(0.5, max(0.1, state.q[0])))}


class Loop(Base):
    def step(self, state, h):
        weight = 0.25
        while weight < 0.5 and state.q[0] > weight:
            weight += 0.05
        return {"dq": self.heun(state, h, weight)}


class Whole(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 + int(2 * state.q[0]) / 10)}


class Rounded(Base):
    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 + round(state.q[0], 1))}


class Size(Base):
    """Of another weight where h is small."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, 0.5 if h > 0.04 else 0.3)}


class Own_h(Base):
    """Weighs with the size of a run's first step."""

    def step(self, state, h):
        return {"dq": self.heun(state, h, 10 * self.h)}


class Opened(Base):
    """Makes a function of the size of a run's first step."""

    def open(self, state):
        step = self.h
        self.weight = lambda: 0.5 + step

    def step(self, state, h):
        return {"dq": self.heun(state, h, self.weight())}


class Prepared(Base):
    """Computes a weight when a run begins, of h: each run has its own operations."""

    def open(self, state):
        self._weight = 0.5 + self.h * len(state.q)

    def step(self, state, h):
        return {"dq": self.heun(state, h, self._weight)}


class Numpy(Base):
    def step(self, state, h):
        import numpy
        return {"dq": list(map(float, h * numpy.array(self.host.field(state.t, state.q))))}


class Array(Base):
    def step(self, state, h):
        k = self.host.field(state.t, state.q)
        return {"dq": [h * x for x in numpy.dot(numpy.array([k, k]), [0.5] * len(k))[:1]] * len(k)}


class Absolute(Base):
    """In place, with absolute values and roots."""

    def step(self, state, h):
        dq, y = self.heun(state, h), state.q
        for i, x in enumerate(dq):
            y[i] += abs(x) ** 1.5 + math.sqrt(x * x + 2) ** 2 - math.pow(2.0, x)
            dq[i] -= 1e-3 * y[i] / 3
        return {"dq": dq}


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


if WORD[:1] == "{":
    encode = method.ENCODE
    step = WORD.replace("[many]", "[" + ",".join(['["t"]'] * ((1 << 20) + 1)) + "]")
    method.Trace.message = lambda trace: "STEP"
    method.ENCODE = lambda value: encode(value).replace('"STEP"', step)

main({kind.__name__.lower(): kind for kind in Base.__subclasses__()}[KIND])
