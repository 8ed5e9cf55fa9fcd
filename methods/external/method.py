#!/usr/bin/env python3
"""skeleton: a method for gimbal in Python, to be copied and changed into your own.

    gimbal verify --external "python3 skeleton.py"

runs it on gimbal's models and judges what it claims of itself. Nothing but Python's own library is
needed. The first part is how to speak with gimbal and can stay as it is; the method is at the end.
"""
import difflib
import json
import os
import re
import sys
import traceback

# ---- How to speak with gimbal -----------------------------------------------------------------------
# Lines of JSON: gimbal asks for something on standard input, and gets one answer on standard output;
# until it has that, the method may ask gimbal for what it needs of the model. Do not print to
# standard output; what goes to sys.stderr is shown.

ENCODE = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


class Failed(Exception):
    """A step that cannot be made: raise Failed("the root is complex", value). gimbal records the
    reason. Any other error but one of arithmetic ends the job, as a crash would."""

    def __init__(self, reason=True, number=0.0):
        super().__init__(reason)
        self.reason, self.number = reason, number


def spelled(value):
    """With the numbers that JSON has no sign for as texts."""
    if isinstance(value, dict):
        return {key: spelled(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [spelled(entry) for entry in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value


def say(message):
    try:
        text = ENCODE(message)
    except ValueError:
        text = ENCODE(spelled(message))
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def hear():
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)  # gimbal has ended
    return json.loads(line.decode())


def numbers(values):
    return [float(value) for value in values]


class State:
    """All that a step begins with: t, and lists q, p, lambda_ and memory."""

    def __init__(self, message):
        self.t = float(message["t"])
        self.q, self.p = numbers(message["q"]), numbers(message["p"])
        self.lambda_, self.memory = numbers(message["lambda"]), numbers(message["memory"])


class Host:
    """What gimbal lends to a method, by the names that gimbal.h has; matrices are lists, row by row. A
    call raises Failed where the model has no value."""

    solving = []  # of systems within systems: (residual, jacobian)

    def ask(self, name, /, **values):
        say({"ask": name, **values})
        message = hear()
        while "do" in message:  # the residual of what it solves
            serve(message)
            message = hear()
        if message.get("failed"):
            raise Failed()
        return message

    def value(self, name, /, **values):
        return numbers(self.ask(name, **values)["value"])

    def field(self, t, y):
        """f(t, y) of y' = f(t, y), which every model has; y is q, with v behind it."""
        return self.value("field", t=t, y=y)

    def field_jacobian(self, t, y):
        return self.value("field_jacobian", t=t, y=y)

    def force(self, t, q, v):
        return self.value("force", t=t, q=q, v=v)

    def momentum(self, t, q, v):
        return self.value("momentum", t=t, q=q, v=v)

    def velocity(self, t, q, p):
        return self.value("velocity", t=t, q=q, p=p)

    def constraint(self, t, q, v):
        return self.value("constraint", t=t, q=q, v=v)

    def reaction(self, t, q, v):
        return self.value("reaction", t=t, q=q, v=v)

    def holonomic(self, t, q):
        return self.value("holonomic", t=t, q=q)

    def holonomic_gradient(self, t, q):
        return self.value("holonomic_gradient", t=t, q=q)

    def energy(self, t, q, v):
        return self.value("energy", t=t, q=q, v=v)[0]

    def acceleration(self, t, q, v):
        """v' and the multipliers."""
        answer = self.ask("acceleration", t=t, q=q, v=v)
        return numbers(answer["value"]), numbers(answer["lambda"])

    def sizes(self):
        """Of the entries of q and of p, and of t: what tolerances are multiples of."""
        answer = self.ask("sizes")
        return numbers(answer["q"]), numbers(answer["p"]), float(answer["t"])

    def coefficients(self, name):
        """Those of the method's own, evaluated."""
        return self.value("coefficients", name=name)

    def tableau(self, name, s=0):
        """A dictionary with s, a, b, c, conjugate and embedded."""
        return self.ask("tableau", name=name, s=s)

    def solve(self, residual, x, jacobian=None):
        """The x at which residual(x), a list as long as x, is zero, by Newton's method from that first
        guess. Without a jacobian(x), row by row in one list, it is differenced."""
        self.solving.append((residual, jacobian))
        try:
            return self.value("solve", x=list(x), jacobian=jacobian is not None)
        finally:
            self.solving.pop()


class Method:
    """One run of a method: gimbal makes one for each, and calls step."""

    name = title = citation = None
    formulation = "ode"  # lagrangian, hamiltonian, frame, group, ode or lattice
    claims = []  # (study, quantity, value[, when[, source]]), as in `gimbal describe rk4`
    calls = ("start", "step", "advance")  # of which those count that the method defines
    # Other entries of a descriptor, by the names of gimbal_method in gimbal.h.
    KEYS = ("name title citation formulation accepts parameters coefficients members memory time_of_q "
            "time_of_p time_of_lambda symmetric probes claims overwrites tableaux uncopyable action "
            "citation_key library library_version schemes forward_only").split()

    def __init__(self, host, message):
        self.host, self.h = host, float(message["h"])
        self.sizes = message["sizes"]  # n, m, k, holonomic, nonholonomic, ...
        values = numbers(message["parameters"])
        names = [parameter["name"] for parameter in getattr(self, "parameters", None) or []]
        self.parameter = dict(zip(names, values))

    def open(self, state):
        """Before the first step."""

    def close(self):
        """After the last."""

    @classmethod
    def describe(cls):
        words = ("study", "quantity", "value", "when", "source")
        known = {*vars(Method), *cls.KEYS, *Method.calls}
        for name in vars(cls) if cls is not Method else ():
            near = difflib.get_close_matches(name, known, 1, 0.8)
            if name[0] != "_" and name not in known and near:
                raise ValueError(f"{cls.__name__} has a member {name}, which gimbal does not know; the nearest is "
                                 f"{near[0]}. Names that begin with _ are the method's own")
        about = {key: getattr(cls, key, None) for key in cls.KEYS}
        about["name"] = cls.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        about["title"] = cls.title or (cls.__doc__ or about["name"]).strip().splitlines()[0]
        about["citation"] = cls.citation or "unpublished"
        about["claims"] = [dict(zip(words, claim)) for claim in cls.claims]
        about["calls"] = [call for call in cls.calls if hasattr(cls, call)]
        return {key: value for key, value in about.items() if value is not None}


HOST, METHODS, RUNS = Host(), [], {}


def answer(message):
    what, run = message["do"], RUNS.get(message.get("run"))
    if what == "describe":
        return {"protocol": 1, "methods": [method.describe() for method in METHODS]}
    if what == "residual":
        return {"value": Host.solving[-1][0](numbers(message["x"]))}
    if what == "jacobian":
        return {"value": Host.solving[-1][1](numbers(message["x"]))}
    if what == "open":
        run = RUNS[message["run"]] = METHODS[int(message["method"])](HOST, message)
        run.open(State(message["state"]))
        return {}
    if what == "close":
        run.close()
        del RUNS[message["run"]]
        return {}
    state = State(message["state"])
    if what == "start":
        return run.start(state, float(message["h"])) or {}
    if what == "step":
        return run.step(state, float(message["h"]))
    if what == "advance":
        return run.advance(state, float(message["t"]), float(message["tolerance"]))
    if what == "probe":
        residual, scale = getattr(run, "probe_" + message["name"])(
            state, float(message["h"]), State(message["to"]))
        return {"residual": residual, "scale": scale}
    raise NotImplementedError("gimbal asks for " + what)


def serve(message):
    try:
        said = answer(message)
    except Failed as failure:
        said = {"failed": failure.reason, "number": failure.number}
    except ArithmeticError as error:
        said = {"failed": f"{type(error).__name__}: {error}"}
    except Exception as error:
        traceback.print_exc()
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = {"broken": f"{type(error).__name__}: {error} "
                          f"({os.path.basename(place.filename)}, line {place.lineno})"}
    say(said)


def main(*methods):
    METHODS.extend(methods)
    while True:
        serve(hear())


# ---- The method ---------------------------------------------------------------------------------------

# An explicit Runge-Kutta method: k_i = f(t + c_i h, y + h sum_j a_ij k_j), y + h sum_i b_i k_i.
A = [[], [1 / 2], [0, 1 / 2], [0, 0, 1]]
B = [1 / 6, 1 / 3, 1 / 3, 1 / 6]
C = [0, 1 / 2, 1 / 2, 1]


class Own(Method):
    name = "skeleton"
    title = "the classical Runge-Kutta method of order 4, in Python"
    citation = "Kutta, Zeitschrift für Mathematik und Physik 46 (1901)"
    overwrites = "none"  # it writes increments: dq
    claims = [
        ("order", "q", "4"),
        ("order", "v", "4", "m > 0"),
        ("energy", "energy", "drift", "canonical && autonomous"),
        ("invariant", "linear", "exact", "unconstrained"),
        ("structure", "symplectic", "no", "canonical"),
        ("structure", "reversible", "no", "reversible"),
    ]

    def step(self, state, h):
        """From t and q (here y) one step of size h: the increments of q."""
        k, dq = [], [0.0] * len(state.q)
        for a, c in zip(A, C):
            y = state.q
            for weight, slope in zip(a, k):
                y = [value + h * weight * s for value, s in zip(y, slope)]
            k.append(self.host.field(state.t + c * h, y))
        for weight, slope in zip(B, k):
            dq = [value + h * weight * s for value, s in zip(dq, slope)]
        return {"dq": dq}


if __name__ == "__main__":
    main(Own)
