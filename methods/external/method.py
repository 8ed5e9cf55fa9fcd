#!/usr/bin/env python3
"""skeleton: a method for gimbal in Python, to be copied and changed into your own.

    gimbal verify --external "python3 skeleton.py"

runs it on gimbal's models and judges its claims. It needs Python's standard library only. The first
part is the protocol and can stay as it is; the method is at the end.
"""
import difflib
import dis
import fractions
import inspect
import json
import math
import operator
import os
import pickle
import random
import re
import sys
import traceback
import types

# ---- The protocol ------------------------------------------------------------------------------------
# Lines of JSON: gimbal sends a request on standard input and reads one answer from standard output.
# Before that answer the method may send requests for values of the model. Do not print to standard
# output; gimbal shows sys.stderr.

ENCODE = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


class Failed(Exception):
    """A step fails: raise Failed("the root is complex", value), and gimbal records the reason. An
    arithmetic error fails the step, too; any other exception ends the job."""

    def __init__(self, reason=True, number=0.0):
        super().__init__(reason)
        self.reason, self.number = reason, number


def for_json(value):
    """The value for JSON, with NaN and infinities as texts."""
    if isinstance(value, dict):
        return {key: for_json(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [for_json(entry) for entry in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value


def send(message):
    try:
        text = ENCODE(message)
    except ValueError:
        text = ENCODE(for_json(message))
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def receive():
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(0)  # gimbal has ended
    return json.loads(line.decode())


def number(value):
    return value if type(value) is Traced else float(value)


def numbers(values):
    return [number(value) for value in values]


class State:
    """The state at the start of a step: t, and the lists q, p, lambda_ and memory."""

    def __init__(self, message):
        self.t = number(message["t"])
        self.q, self.p = numbers(message["q"]), numbers(message["p"])
        self.lambda_, self.memory = numbers(message["lambda"]), numbers(message["memory"])


class Host:
    """gimbal's functions for methods, with the names of gimbal.h. Matrices are flat lists, row by row. A
    call raises Failed outside the model's domain."""

    solving = []  # of systems within systems: (residual, jacobian)
    stand_in = None  # which answers instead of gimbal: a Trace, or a Comparison

    def __getattr__(self, name):
        raise AttributeError(f"Host has no function '{name}'; host.value('{name}', ...) asks for what docs/protocol.md "
                             "lists under that name")

    def ask(self, name, /, **values):
        if self.stand_in:
            return self.stand_in.ask(name, values)
        send({"ask": name, **values})
        message = receive()
        while "do" in message:  # the residual of what it solves
            serve(message)
            message = receive()
        if message.get("failed"):
            raise Failed()
        return message

    def value(self, name, /, **values):
        return numbers(self.ask(name, **values)["value"])

    def field(self, t, y):
        """f(t, y) of y' = f(t, y), which every model has; y is q followed by v."""
        return self.value("field", t=t, y=y)

    def field_jacobian(self, t, y):
        return self.value("field_jacobian", t=t, y=y)

    def momentum_field(self, t, y):
        """The same field at y = q followed by p."""
        return self.value("momentum_field", t=t, y=y)

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
        """The acceleration v' and the multipliers, two lists."""
        answer = self.ask("acceleration", t=t, q=q, v=v)
        return numbers(answer["value"]), numbers(answer["lambda"])

    def sizes(self):
        """The sizes of the entries of q and of p, and of t, to which tolerances are relative."""
        answer = self.ask("sizes")
        return numbers(answer["q"]), numbers(answer["p"]), float(answer["t"])

    def coefficients(self, name):
        """The method's coefficients of that name, as numbers."""
        return self.value("coefficients", name=name)

    def tableau(self, name, s=0):
        """A dictionary with s, a, b, c, conjugate and embedded."""
        return self.ask("tableau", name=name, s=s)

    def solve(self, residual, x, jacobian=None):
        """Solves residual(x) = 0 by Newton's method from the first guess x; residual(x) is as long as x.
        jacobian(x) is one list, row by row; without it gimbal uses differences."""
        self.solving.append((residual, jacobian))
        try:
            return self.value("solve", x=list(x), jacobian=jacobian is not None)
        finally:
            self.solving.pop()


class Method:
    """A run of a method: gimbal creates an object for each run and calls its step."""

    name = title = citation = None
    formulation = "ode"  # lagrangian, hamiltonian, frame, group, ode or lattice
    claims = []  # (study, quantity, value[, when[, source]]), as in `gimbal describe rk4`
    calls = ("start", "step", "advance")  # of which those count that the method defines
    # Steps are sent to gimbal as a list of operations. None: where possible; True: else an error; False: never.
    traced = None
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
        """Called before the first step."""

    def close(self):
        """Called after the last step."""

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


HOST, METHODS, RUNS, TRACES = Host(), [], {}, {}


# ---- A step as a list of operations -----------------------------------------------------------------
# A step that only calculates is run once on stand-ins for numbers, which write down what is done with them.
# gimbal then takes the steps by itself, about as fast as those of a method in C. A step that compares numbers,
# or needs their values otherwise, is taken here each time. What was written down is compared with the step
# itself, at invented numbers when a run begins, and at steps 1, 2, 4, 8, ... of each run.

class Refused(TypeError):
    """The step is more than arithmetic."""


class Differs(Exception):
    """The operations are not those of the step."""


UNARY = ("sqrt cbrt exp expm1 log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh "
         "fabs").split()
BINARY = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
          "div": lambda a, b: a / b, "pow": lambda a, b: a ** b, "atan2": math.atan2}
COMPUTE = {**{name: getattr(math, name) for name in UNARY if hasattr(math, name)}, **BINARY,
           "neg": lambda a: -a}
# The requests within a step: their arguments, and how many numbers the answer has, in the letters n, m,
# y: n + m, s: holonomic, r: nonholonomic, d: n, on a group m.
ASKED = {"field": ("y", "y"), "field_jacobian": ("y", "yy"), "field_time_derivative": ("y", "y"),
         "momentum_field": ("y", "y"), "force": ("qv", "m"), "momentum": ("qv", "m"),
         "velocity": ("qp", "m"), "constraint": ("qv", "r"), "reaction": ("qv", "rm"),
         "holonomic": ("q", "s"), "holonomic_gradient": ("q", "sd"), "energy": ("qv", ""),
         "lagrangian_value": ("qv", ""), "gradient": ("qv", "n")}
# What a step may call of C: with the same numbers, it gives the same. sum has rounded otherwise since Python 3.12.
PURE = {*(("math", name) for name in dir(math)), *(("_operator", name) for name in dir(operator)),
        ("_functools", "reduce"), *(("builtins", name) for name in (
            "abs all any callable divmod getattr hasattr isinstance issubclass len max min pow round sorted sum"
        ).split() if name != "sum" or sys.version_info < (3, 12))}
CONSTANT = ("coefficients", "tableau", "sizes")  # during a run
WRITTEN = {"q": "n", "p": "m", "dq": "n", "dp": "m", "lambda": "k", "multipliers": "k", "memory": "memory"}


class Traced:
    """A stand-in for a number, which records its operations."""

    __slots__ = ("trace", "index", "block")

    def __init__(self, trace, index, block):
        self.trace, self.index, self.block = trace, index, block

    def refuse(self, *_):
        raise self.trace.refuse("it compares numbers, or needs their values")

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        raise self.trace.refuse(f"it needs .{name} of a number")

    def __reduce_ex__(self, _):
        raise self.trace.refuse("it changes what other steps may see")

    def __neg__(self):
        return self.trace.operate("neg", self)

    def __abs__(self):
        return self.trace.operate("fabs", self)

    def __pos__(self):
        return self

    def __deepcopy__(self, _):
        return self

    __copy__ = __pos__
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = __float__ = __int__ = __index__ = refuse
    __complex__ = __round__ = __floor__ = __ceil__ = __trunc__ = __repr__ = __str__ = __format__ = refuse
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = refuse
    __array__ = refuse  # NumPy adds in another order
    __array_ufunc__ = None
    __hash__ = None
    __class__ = property(refuse)  # which isinstance looks at


def _operator(name, method):
    def operate(self, other):
        other = self.trace.constant(other)
        return other if other is NotImplemented else self.trace.operate(name, self, other)

    def operate_swapped(self, other):
        other = self.trace.constant(other)
        return other if other is NotImplemented else self.trace.operate(name, other, self)
    setattr(Traced, f"__{method}__", operate)
    setattr(Traced, f"__r{method}__", operate_swapped)


for _name, _method in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("div", "truediv"), ("pow", "pow")):
    _operator(_name, _method)


class Trace:
    """The operations of a step: each a name with the indices of earlier ones, or a leaf. Calls of gimbal come
    in place of some of them; what they give, and the unknowns of systems, are the leaves v."""

    MOST = 20000  # operations: more would be sent for longer than they save

    def __init__(self, run):
        self.run, self.place, self.calls, self.results = run, {}, [], 0
        self.operations, self.values, self.writes = [], [], []
        self.solving = []  # the calls whose residuals are being traced
        self.why = None
        self.lasting = True  # good for other runs of the same method and sizes
        self.spaces = {}  # the names that its functions see, by their modules

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name not in ("run", "place", "spaces")}

    def size(self, letters):
        sizes = self.run.sizes
        n, m = int(sizes["n"]), int(sizes["m"])
        value = {"n": n, "m": m, "k": int(sizes["k"]), "q": n, "v": m, "p": m, "y": n + m,
                 "s": int(sizes["holonomic"]), "r": int(sizes["nonholonomic"]),
                 "d": m if self.run.formulation == "group" else n}
        return math.prod(value[letter] for letter in letters)

    def refuse(self, why, frame=None):
        """The first reason stays: a method may have caught it."""
        sys.setprofile(None)
        frame = frame or sys._getframe(1)
        while frame.f_back and type(frame.f_locals.get("self")) in (Traced, Trace):
            frame = frame.f_back
        self.why = self.why or f"{why} ({os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno})"
        return Refused(self.why)

    def add(self, block, *operation):
        index = self.place.setdefault(operation, len(self.place))
        if index >= self.MOST:
            raise self.refuse(f"it has more than {self.MOST} operations")
        return Traced(self, index, block)

    def constant(self, value):
        if type(value) is Traced:
            if value.trace is not self:
                raise self.refuse("it has kept a number of another step")
            return value
        if type(value) not in (int, bool, float, fractions.Fraction) or value != value:
            return NotImplemented
        return self.add(None, "number", repr(float(value)))

    def operand(self, value):
        value = self.constant(value)
        if value is NotImplemented:
            raise self.refuse("it gives gimbal something that is no number")
        if value.block is not None and value.block not in self.solving:
            raise self.refuse("it uses self.h, or a number of a residual after the system is solved")
        return value

    def operands(self, values, count):
        values = [self.operand(value) for value in values]
        if len(values) != count:
            raise self.refuse(f"it gives {len(values)} numbers instead of {count}")
        return [value.index for value in values]

    def operate(self, name, *operands):
        operands = [self.operand(value) for value in operands]
        block = max((value.block for value in operands if value.block is not None), default=None)
        return self.add(block, name, *(value.index for value in operands))

    def leaves(self, count):
        """Leaves for the next results."""
        first = self.results
        self.results += count
        return [self.add(self.solving[-1] if self.solving else None, "v", i)
                for i in range(first, first + count)]

    def ask(self, name, values):
        if name == "solve" and set(values) == {"x", "jacobian"} and not values["jacobian"]:
            return {"value": self.solve(values["x"])}
        if name in CONSTANT:
            self.lasting = False
            return without_stand_in(name, values)
        keys, size = ASKED.get(name, (None, None))
        if keys is None or set(values) != {"t", *keys}:
            raise self.refuse(f"it asks for {name}")
        call = {"ask": name, "t": self.operand(values["t"]).index,
                "with": [i for key in keys for i in self.operands(values[key], self.size(key))]}
        call["at"] = self.add(None, "number", "0", len(self.calls)).index
        self.calls.append(call)
        return {"value": self.leaves(self.size(size))}

    def solve(self, guess):
        number = len(self.calls)
        if not guess or self.solving:
            raise self.refuse("it solves a system of no equations, or one within another")
        call = {"ask": "solve", "with": self.operands(guess, len(guess))}
        call["at"] = self.add(None, "number", "0", number).index
        self.calls.append(call)
        self.solving.append(number)
        unknowns = self.leaves(len(guess))
        place = self.results
        self.results += len(guess)
        residual = Host.solving[-1][0](unknowns)
        call["residual"] = self.operands(residual, len(guess))
        self.solving.pop()
        call["end"] = len(self.place)
        return [self.add(self.solving[-1] if self.solving else None, "v", i)
                for i in range(place, place + len(guess))]

    def watched(self, function, *values):
        """Calls it, and looks at all that it calls: a clock, random numbers or a counter are not arithmetic."""
        own, seen = main.__code__, set()

        def look(frame, event, what):
            code = frame.f_code
            if code.co_filename == own.co_filename and code.co_firstlineno < own.co_firstlineno:
                return
            self.spaces[id(frame.f_globals)] = frame.f_globals
            if event == "call" and code not in seen:
                seen.add(code)
                stored = {one.argval for one in dis.get_instructions(code)
                          if one.opname in ("STORE_GLOBAL", "DELETE_GLOBAL", "IMPORT_NAME")
                          or one.opname == "STORE_DEREF" and one.argval in code.co_freevars}
                if stored or {"type", "iter"}.intersection(code.co_names) or code.co_flags & inspect.CO_GENERATOR \
                        and code.co_name != "<genexpr>":
                    self.refuse(f"{code.co_name} may depend on more than numbers", frame)
            elif event == "c_call":
                owner = getattr(what, "__self__", None)
                if type(owner) not in (list, tuple, dict, set, str) and (
                        getattr(owner, "__name__", None), what.__name__) not in PURE:
                    self.refuse(f"it calls {what.__name__}", frame)
        sys.setprofile(look)
        try:
            return function(*values)
        finally:
            sys.setprofile(None)

    def step(self, message):
        """Runs the step on stand-ins. Afterwards the trace is complete, or `why` says why not."""
        run, sizes = self.run, {key: len(message["state"][key]) for key in ("q", "p", "lambda", "memory")}
        given = iter([self.add(None, "q", i) for i in range(1 + sum(sizes.values()) + len(run.parameter))])
        h = next(given)
        state = State({"t": self.add(None, "t"), **{key: [next(given) for _ in range(count)]
                                                    for key, count in sizes.items()}})
        before = run.h, run.parameter
        run.h, run.parameter = Traced(self, 0, -1), dict(zip(run.parameter, given))
        remembered = memory_of(run, ())
        try:
            answer = with_stand_in(self, lambda: self.watched(run.step, state, h))
            self.writes = list(answer)
            sizes = {**sizes, "n": sizes["q"], "m": sizes["p"], "k": sizes["lambda"]}
            self.values = [i for key in answer for i in self.operands(answer[key], sizes[WRITTEN[key]])]
        except Exception as error:
            self.refuse(f"{type(error).__name__}: {error}")
        finally:
            run.h, run.parameter = before
        if self.why is None and memory_of(run, ()) != remembered:
            self.refuse("it changes what other steps may see")
        self.operations = list(self.place)

    def compute(self, t, given, results):
        """All operations in floats."""
        work, leaf = [], {"q": given, "v": results}
        for name, *of in self.operations:
            if name in leaf:
                work.append(leaf[name][of[0]])
            elif name in ("t", "number"):
                work.append(t if name == "t" else float(of[0]))
            else:
                work.append(COMPUTE[name](*(work[i] for i in of)))
        return work

    def message(self):
        # What makes the places of calls different from each other stays here.
        return {"operations": [one[:2] if one[0] == "number" else one for one in self.operations], "values": self.values, "writes": self.writes, "calls": self.calls}


class Comparison:
    """The step again, in floats, with given answers of gimbal."""

    def __init__(self, trace, run, h, state, results):
        self.trace, self.results, self.next = trace, results, 0
        self.given = [h, *state.q, *state.p, *state.lambda_, *state.memory, *run.parameter.values()]
        self.calls = list(trace.calls)
        self.work = trace.compute(state.t, self.given, results)
        answer = with_stand_in(self, lambda: run.step(state, h))
        self.check([float(x) for values in answer.values() for x in values], trace.values, "what it writes")
        if self.calls or list(answer) != trace.writes:
            raise Differs("it asks for less, or writes something else")

    def check(self, values, places, what):
        """The step has the same numbers, or Differs."""
        expected = [self.work[i] for i in places]
        if len(values) != len(expected) or any(a != b and (a == a or b == b) for a, b in zip(values, expected)):
            raise Differs(f"{what}: {values} instead of {expected}")

    def take(self, count):
        self.next += count
        return list(self.results[self.next - count:self.next])

    def ask(self, name, values):
        if name in CONSTANT:
            return without_stand_in(name, values)
        call = self.calls.pop(0) if self.calls else {"ask": None}
        if call["ask"] != name:
            raise Differs(f"it asks for {name}")
        if name == "solve":
            self.check(values["x"], call["with"], "a first guess")
            x, solution = self.take(len(call["with"])), self.take(len(call["with"]))
            self.check(Host.solving[-1][0](x), call["residual"], "a residual")
            return {"value": solution}
        keys, size = ASKED[name]
        self.check([values["t"], *(x for key in keys for x in values[key])], [call["t"], *call["with"]], name)
        return {"value": self.take(self.trace.size(size))}


def with_stand_in(one, function):
    Host.stand_in = one
    try:
        return function()
    finally:
        Host.stand_in = None
        Host.solving.clear()


def without_stand_in(name, values):
    one, Host.stand_in, look = Host.stand_in, None, sys.getprofile()
    sys.setprofile(None)
    try:
        return HOST.ask(name, **values)
    finally:
        Host.stand_in = one
        sys.setprofile(look)


def memory_of(run, spaces):
    """The data that a step could change: of the run, of its class, and of the modules of its functions."""
    own = {name: value for name, value in vars(run).items() if name not in ("host", "h", "parameter")}
    try:
        parts = [pickle.dumps(own)]
    except Exception:
        return object()  # which is like no other
    seen = set()
    for kind in type(run).__mro__[:-1]:
        parts += contents(vars(kind), seen) + contents(vars(sys.modules[kind.__module__]), seen)
    for space in spaces:
        parts += contents(space, seen)
    return parts


def contents(space, seen):
    """The data of the names, and the data that their functions and objects hold."""
    parts = []
    for name, value in list(space.items()):
        if id(value) in seen or name[:2] == "__" or value is HOST or name in ("RUNS", "TRACES", "METHODS"):
            continue
        kept = {}
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if isinstance(value, property):
            kept = {"get": value.fget}
        elif isinstance(value, types.FunctionType):
            kept = {**vars(value), **(value.__kwdefaults__ or {}), "defaults": value.__defaults__,
                    **inspect.getclosurevars(value).nonlocals}
        elif not isinstance(value, (type, types.ModuleType, types.BuiltinFunctionType)):
            kept = getattr(value, "__dict__", {})
            try:
                parts.append((name, pickle.dumps(value)))
            except Exception:
                parts.append((name, repr(value)))
        if kept:
            seen.add(id(value))
            parts += contents(kept, seen)
    return parts


def apart(function):
    """What it gives in a copy of this process: counters and caches of a step see nothing of the attempt. None: the
    copy has ended."""
    inlet, outlet = os.pipe()
    child = os.fork()
    if not child:
        try:
            data = pickle.dumps(function())
            with os.fdopen(outlet, "wb") as pipe:
                pipe.write(data)
        finally:
            os._exit(0)
    os.close(outlet)
    with os.fdopen(inlet, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def attempt(run, message, state):
    """The step as a list of operations, or why it cannot be one."""
    trace = Trace(run)
    trace.step(message)
    invent, tried, remembered = random.Random(1), 0, memory_of(run, trace.spaces.values())
    for i in range(8 if trace.why is None else 0):
        if i:
            state = State({name: value if name != "t" and not value else invent.uniform(-2, 2) if name == "t"
                           else [x * invent.uniform(-1, 2) + invent.gauss(0, 0.1) for x in value]
                           for name, value in message["state"].items()})
        h, results = (-1) ** i * (0.1 + invent.random()), [invent.gauss(0, 1) for _ in range(trace.results)]
        try:
            Comparison(trace, run, h, state, results)
            tried += 1
        except (Differs, Failed) as error:
            trace.why = f"its step and its operations give different numbers ({error})"
            print(f"gimbal: {type(run).__name__} takes each step itself: {trace.why}", file=sys.stderr)
            break
        except (ArithmeticError, ValueError, TypeError):
            continue  # not all numbers are states
    if trace.why is None and memory_of(run, trace.spaces.values()) != remembered:
        trace.why = "it changes what other steps may see"
    if trace.why is None and not tried:
        trace.why = "it fails at the numbers that were tried"
    return trace


def trace_of(run, message):
    """How gimbal takes the steps of this run, of which the list is made once for all like it."""
    state, key = State(message["state"]), None
    shapes = [len(message["state"][name]) for name in ("q", "p", "lambda", "memory")]
    remembered = memory_of(run, ())
    key = (int(message["method"]), *shapes, *run.parameter.values(), pickle.dumps(remembered)) \
        if isinstance(remembered, list) else None
    if key in TRACES:
        return TRACES[key]
    trace = apart(lambda: attempt(run, message, state)) or Trace(run)
    if not trace.values and not trace.why:
        trace.why = "the process that tried it has ended"
    trace.run = run
    if trace.lasting and key:
        TRACES[key] = trace
    return trace


class Mathematics:
    """Stands for Python's math in a method's file: functions that write themselves down, and the others."""

    def __getattr__(self, name):
        return FUNCTIONS.get(name) or getattr(math, name)


def _function(name):
    of_floats = getattr(math, name)

    def function(*values):
        for value in values:
            if type(value) is Traced:
                if len(values) != (2 if name in BINARY else 1):
                    raise value.trace.refuse(f"it calls {name} of {len(values)} numbers")
                return value.trace.operate(name, *values)
        return of_floats(*values)
    function.__name__ = name
    return function


FUNCTIONS = {name: _function(name) for name in (*COMPUTE, "pow", "atan2") if hasattr(math, name)}


def make_traceable(method):
    """Puts the functions above in place of those of math, where the method and its bases are written."""
    for kind in method.__mro__[:-1]:
        content = vars(sys.modules[kind.__module__])
        for name, value in list(content.items()) if kind is not Method else ():
            if name in FUNCTIONS and value is getattr(math, name):
                content[name] = FUNCTIONS[name]
            elif value is math and content is not globals():
                content[name] = Mathematics()


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
        if not message.get("operations") or run.traced is False or not hasattr(run, "step") or \
                getattr(run, "uncopyable", None):
            return {}
        run._trace = None
        trace = trace_of(run, message)
        if trace.why and run.traced:
            raise Refused("the step is no list of operations: " + trace.why)
        run._trace = None if trace.why else trace
        return {} if trace.why else {"step": trace.message()}
    if what == "close":
        run.close()
        del RUNS[message["run"]]
        return {}
    state = State(message["state"])
    if what == "compare":
        try:
            one = Comparison(run._trace, run, float(message["h"]), state, numbers(message["results"]))
            one.check(numbers(message["values"]), run._trace.values, "gimbal's numbers")
        except Differs as error:
            raise Differs(f"{error}, at t = {state.t}; set traced = False in the class") from None
        return {}
    if what == "start":
        return run.start(state, float(message["h"])) or {}
    if what == "step":
        answer = run.step(state, float(message["h"]))
        if not isinstance(answer, dict):
            raise TypeError(f"step returns {answer!r:.40}, and no dictionary like {{'dq': [...]}}")
        return answer
    if what == "advance":
        return run.advance(state, float(message["t"]), float(message["tolerance"]))
    if what == "probe":
        residual, scale = getattr(run, "probe_" + message["name"])(
            state, float(message["h"]), State(message["to"]))
        return {"residual": residual, "scale": scale}
    raise NotImplementedError("gimbal asks for " + what)


def serve(message):
    try:
        reply = answer(message)
    except Failed as failure:
        reply = {"failed": failure.reason, "number": failure.number}
    except ArithmeticError as error:
        reply = {"failed": f"{type(error).__name__}: {error}"}
    except Exception as error:
        if sys.flags.dev_mode:  # python3 -X dev: each job is a process, which would print it again
            traceback.print_exc()
        frames = traceback.extract_tb(error.__traceback__)
        own = {getattr(sys.modules.get(name), "__file__", None) for name in ("gimbal_file", "__main__")}
        place = ([frame for frame in frames if frame.filename in own] or frames)[-1]  # not in a library
        reply = {"broken": f"{type(error).__name__}: {error} "
                          f"({os.path.basename(place.filename)}, line {place.lineno})"}
    send(reply)


def main(*methods):
    METHODS.extend(methods)
    for method in methods:
        make_traceable(method)
    while True:
        serve(receive())


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
        """One step of size h from t and q (here y). Returns the increments of q, as many as q has entries."""
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
