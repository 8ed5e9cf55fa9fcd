#!/usr/bin/env python3
"""skeleton: a model for gimbal in Python, to be copied and changed into your own.

    gimbal check --external "python3 skeleton.py"
    gimbal verify --external "python3 skeleton.py" -M skeleton -m rk4 -m implicit_midpoint

It needs Python's standard library only. The first part, with the protocol, numbers of 40 digits and
derivatives, can stay as it is. The model is at the end.
"""
import contextlib
import decimal
import difflib
import fractions
import functools
import itertools
import json
import math as _math
import os
import re
import sys
import traceback

# ---- Numbers of 40 digits ---------------------------------------------------------------------------
# gimbal computes in double and in quadruple precision. An arithmetic function, with sin, sqrt and so on
# from this file or Python's math, gets floats in double and these numbers in quadruple precision.

_DIGITS = 44
_PI = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620"
                      "899862803482534211706798214808651328230664709384460955058223172535940812848111")
_TOO_SHORT = "the constant %r has 16 digits only; write it as an expression (sqrt(2), Fraction(1, 3)), or make " \
             "it a parameter"


class TooShort(Exception):
    """A constant of 16 digits in an expression of 40 digits."""


@functools.lru_cache(4096)
def _decimal(value):
    """The exact value of a constant: 0.1 is a tenth; 1/3 and pi/2 have all digits."""
    if isinstance(value, int):
        return decimal.Decimal(value)
    if isinstance(value, fractions.Fraction):
        return decimal.Decimal(value.numerator) / value.denominator
    if not isinstance(value, float):
        raise TypeError(f"{type(value).__name__} among numbers of 40 digits")
    exact = decimal.Decimal(value)
    short = decimal.Decimal(repr(value))
    if not exact.is_finite() or value == int(value) or len(short.as_tuple().digits) <= 15:
        return exact if value == int(value) else short
    quotient = fractions.Fraction(value).limit_denominator(1000)
    if quotient.numerator / quotient.denominator == value:
        return _decimal(quotient)
    mantissa, exponent = _math.frexp(value)
    if abs(mantissa) == _math.pi / 4:
        return +(_PI * decimal.Decimal(2) ** (exponent - 2)).copy_sign(exact)
    if fractions.Fraction(value).denominator <= 1 << 30:
        return exact
    raise TooShort(_TOO_SHORT % value)


def _sincos(x):
    """Sine and cosine of a Decimal: Taylor's series in whole numbers, after multiples of pi/2."""
    turns = int((x / (_PI / 2)).to_integral_value())
    bits = 170 + (max(0, -4 * x.adjusted()) if x else 0)
    with decimal.localcontext() as context:
        context.prec = 60 + bits // 3 + max(0, x.adjusted())
        rest = int((x - turns * (_PI / 2)) * (1 << bits))
    square, parts = rest * rest >> bits, []
    for term, k in ((rest, 1), (1 << bits, 0)):
        total = term
        while term:
            k += 2
            term = -(term * square >> bits) // (k * (k - 1))
            total += term
            if -2 < term < 2:
                break
        parts.append(decimal.Decimal(total) / (1 << bits))
    sine, cosine = parts
    return ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[turns % 4]


def _atan2(y, x):
    """From the angle in double, which leaves one of 1e-16."""
    size = max(abs(x), abs(y))
    if not size:
        return decimal.Decimal(0)
    x, y = x / size, y / size
    first = decimal.Decimal(_math.atan2(y, x))
    sine, cosine = _sincos(first)
    rest = (y * cosine - x * sine) / (x * cosine + y * sine)
    return first + rest - rest ** 3 / 3


def _series(x, k):
    """x^k/k! + x^(k+2)/(k+2)! + ...: of sinh, and of cosh less one."""
    total = term = x ** k / _math.factorial(k)
    while abs(term) > abs(total) * decimal.Decimal("1e-48"):
        k += 2
        term *= x * x / (k * (k - 1))
        total += term
    return total


def _sinh(x):
    return _series(x, 1) if abs(x) < 1 else (x.exp() - (-x).exp()) / 2


def _expm1(x):
    return _series(x, 1) + _series(x, 2) if abs(x) < 1 else x.exp() - 1


def _newton(function, slope, first, x):
    """The inverse of a function, from its value in double."""
    y = decimal.Decimal(first)
    for _ in range(2):
        y -= (function(y) - x) / slope(y)
    return y


def _cosh(x):
    return (x.exp() + (-x).exp()) / 2


def _log1p(x):
    return _newton(_expm1, lambda y: y.exp(), _math.log1p(x), x) if abs(x) < 1 else (1 + x).ln()


_ONE = decimal.Decimal(1)
_FUNCTIONS = {  # of Decimals, and their derivatives as functions of any number x, and of the value f
    "sqrt": (lambda x: x.sqrt(), lambda x, f: 1 / (2 * f)),
    "cbrt": (lambda x: (abs(x) ** (_ONE / 3)).copy_sign(x), lambda x, f: 1 / (3 * f * f)),
    "exp": (lambda x: x.exp(), lambda x, f: f),
    "expm1": (_expm1, lambda x, f: f + 1),
    "log": (lambda x: x.ln(), lambda x, f: 1 / x),
    "log1p": (_log1p, lambda x, f: 1 / (1 + x)),
    "sin": (lambda x: _sincos(x)[0], lambda x, f: cos(x)),
    "cos": (lambda x: _sincos(x)[1], lambda x, f: -sin(x)),
    "tan": (lambda x: (lambda s, c: s / c)(*_sincos(x)), lambda x, f: 1 + f * f),
    "asin": (lambda x: _atan2(x, ((1 - x) * (1 + x)).sqrt()), lambda x, f: 1 / sqrt((1 - x) * (1 + x))),
    "acos": (lambda x: _atan2(((1 - x) * (1 + x)).sqrt(), x), lambda x, f: -1 / sqrt((1 - x) * (1 + x))),
    "atan": (lambda x: _atan2(x, _ONE), lambda x, f: 1 / (1 + x * x)),
    "sinh": (_sinh, lambda x, f: cosh(x)),
    "cosh": (_cosh, lambda x, f: sinh(x)),
    "tanh": (lambda x: _sinh(x) / _cosh(x) if abs(x) < 200 else _ONE.copy_sign(x), lambda x, f: 1 - f * f),
    "asinh": (lambda x: _newton(_sinh, _cosh, _math.asinh(x), x), lambda x, f: 1 / sqrt(1 + x * x)),
    "acosh": (lambda x: (x + (x * x - 1).sqrt()).ln(), lambda x, f: 1 / sqrt(x * x - 1)),
    "atanh": (lambda x: _log1p(2 * x / (1 - x)) / 2, lambda x, f: 1 / (1 - x * x)),
    "fabs": (abs, lambda x, f: 1 if x >= 0 else -1)}


class Number:
    """A number of 40 digits. Among others it stays one; a constant with fewer digits is refused."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value if type(value) is decimal.Decimal else Number.of(value)

    @staticmethod
    def of(value):
        return value.value if type(value) is Number else _decimal(value)

    def __repr__(self):
        return format(self.value, ".37g")

    def __bool__(self):
        return bool(self.value)

    def __hash__(self):
        return hash(self.value)

    def __neg__(self):
        return Number(-self.value)

    def __pos__(self):
        return self

    def __abs__(self):
        return Number(abs(self.value))

    def __round__(self, digits=None):
        return round(self.value) if digits is None else Number(round(self.value, digits))

    def __floor__(self):
        return int(self.value.to_integral_value(decimal.ROUND_FLOOR))

    def __ceil__(self):
        return int(self.value.to_integral_value(decimal.ROUND_CEILING))

    def __trunc__(self):
        return int(self.value)

    __int__ = __trunc__


def _operator(name, function, swapped):
    def operate(self, other):
        if isinstance(other, Dual):
            return NotImplemented
        return Number(function(self.value, Number.of(other)))

    def operate_swapped(self, other):
        return Number(function(Number.of(other), self.value))
    setattr(Number, f"__{name}__", operate)
    if swapped:
        setattr(Number, f"__r{name}__", operate_swapped)


def _comparison(name, function):
    def compare(self, other):
        if isinstance(other, Dual):
            return NotImplemented
        return function(self.value, decimal.Decimal(other) if isinstance(other, float) else Number.of(other))
    setattr(Number, f"__{name}__", compare)


for _name, _function in (("add", lambda a, b: a + b), ("sub", lambda a, b: a - b), ("mul", lambda a, b: a * b),
                         ("truediv", lambda a, b: a / b), ("pow", lambda a, b: a ** b if b else _ONE),
                         ("floordiv", lambda a, b: (a / b).to_integral_value(decimal.ROUND_FLOOR)),
                         ("mod", lambda a, b: a - b * (a / b).to_integral_value(decimal.ROUND_FLOOR))):
    _operator(_name, _function, True)
for _name, _function in (("lt", lambda a, b: a < b), ("le", lambda a, b: a <= b), ("gt", lambda a, b: a > b),
                         ("ge", lambda a, b: a >= b), ("eq", lambda a, b: a == b), ("ne", lambda a, b: a != b)):
    _comparison(_name, _function)


# ---- Derivatives ----------------------------------------------------------------------------------------
# A number with its derivatives along some directions, of floats, of numbers of 40 digits, or of such.

class Dual:
    __slots__ = ("value", "slopes")

    def __init__(self, value, slopes):
        self.value, self.slopes = value, slopes

    def along(self, value, slope):
        return Dual(value, [slope * one for one in self.slopes])

    def __neg__(self):
        return Dual(-self.value, [-one for one in self.slopes])

    def __pos__(self):
        return self

    def __abs__(self):
        return self if self.value >= 0 else -self

    def __add__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value + other.value, [a + b for a, b in zip(self.slopes, other.slopes)])
        return Dual(self.value + other, self.slopes)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value * other.value, [a * other.value + self.value * b
                                                   for a, b in zip(self.slopes, other.slopes)])
        return self.along(self.value * other, other)

    def __truediv__(self, other):
        if isinstance(other, Dual):
            value = self.value / other.value
            return Dual(value, [(a - value * b) / other.value for a, b in zip(self.slopes, other.slopes)])
        return Dual(self.value / other, [one / other for one in self.slopes])

    def __rtruediv__(self, other):
        value = other / self.value
        return self.along(value, -value / self.value)

    def __pow__(self, power):
        if isinstance(power, Dual):
            return exp(power * log(self))
        if isinstance(power, int) and 0 <= power < 2:
            return self if power else self * 0 + 1
        return self.along(self.value ** power, power * self.value ** (power - 1))

    def __rpow__(self, base):
        value = base ** self.value
        return self.along(value, value * log(base))

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other):
        return self.value < (other.value if isinstance(other, Dual) else other)

    def __le__(self, other):
        return not self > other

    def __gt__(self, other):
        return self.value > (other.value if isinstance(other, Dual) else other)

    def __ge__(self, other):
        return not self < other

    def __eq__(self, other):
        return self.value == (other.value if isinstance(other, Dual) else other)

    def __hash__(self):
        return hash(self.value)

    def __bool__(self):
        return bool(self.value)


# ---- Lists of operations ----------------------------------------------------------------------------------
# An arithmetic function is sent to gimbal once, which then computes it. One that compares its
# arguments, or does anything else with them, is called each time.

def _is(value, number):
    return type(value) is int and value == number


class Short(str):
    """A recorded constant of 16 digits."""


class Traced:
    """The recorded result of an operation."""

    __slots__ = ("tape", "index")

    def __init__(self, tape, *operation):
        self.tape = tape
        self.index = tape.setdefault(operation, len(tape))

    def other(self, value):
        if type(value) is Traced:
            return value
        try:
            number = format(_decimal(value), ".40g")
        except TooShort:
            number = Short(repr(value))
        return Traced(self.tape, "number", number)

    def with_one(self, name):
        return Traced(self.tape, name, self.index)

    def with_other(self, name, value, swapped=False):
        pair = (self.other(value), self) if swapped else (self, self.other(value))
        return Traced(self.tape, name, pair[0].index, pair[1].index)

    def __neg__(self):
        return self.with_one("neg")

    def __pos__(self):
        return self

    def __abs__(self):
        return self.with_one("fabs")

    def __add__(self, other):
        return NotImplemented if isinstance(other, Dual) else self if _is(other, 0) else self.with_other("add", other)

    def __mul__(self, other):
        if isinstance(other, Dual):
            return NotImplemented
        return self if _is(other, 1) else 0 if _is(other, 0) else self.with_other("mul", other)

    def __sub__(self, other):
        return NotImplemented if isinstance(other, Dual) else self.with_other("sub", other)

    def __truediv__(self, other):
        return NotImplemented if isinstance(other, Dual) else self.with_other("div", other)

    def __pow__(self, power):
        if isinstance(power, Dual):
            return NotImplemented
        if isinstance(power, int) and 0 < power < 5:
            half = self ** (power // 2) if power > 1 else 1
            return half * half * self if power % 2 else half * half
        return self.with_other("pow", power)

    def __rsub__(self, other):
        return self.with_other("sub", other, True)

    def __rtruediv__(self, other):
        return self.with_other("div", other, True)

    def __rpow__(self, base):
        return self.with_other("pow", base, True)

    __radd__, __rmul__ = __add__, __mul__

    def refuse(self, *_):
        raise TypeError("it is compared, or is no arithmetic")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = __float__ = __int__ = __index__ = refuse
    __round__ = __floor__ = __ceil__ = __trunc__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = refuse
    __hash__ = None


def _used(operations, values):
    """The operations on which the values depend."""
    needed, place = set(values), {}
    for i in range(len(operations) - 1, -1, -1):
        name, *of = operations[i]
        if i in needed and name not in ("t", "q", "v", "parameter", "number"):
            needed.update(of)
    for i in sorted(needed):
        place[i] = len(place)
    return {"operations": [[name, *(of if name in ("q", "v", "parameter", "number") else [place[j] for j in of])]
                           for name, *of in map(operations.__getitem__, sorted(needed))],
            "values": [place[i] for i in values]}


def _make(name, of_decimal, derivative):
    in_double = getattr(_math, name, None)
    in_double = in_double or (lambda x: _math.copysign(abs(x) ** (1 / 3), x))  # cbrt is new in Python 3.11

    def function(x):
        if isinstance(x, Dual):
            value = function(x.value)
            return x.along(value, derivative(x.value, value))
        if type(x) is Traced:
            return x.with_one(name)
        return Number(of_decimal(x.value)) if type(x) is Number else in_double(x)
    function.__name__ = name
    for kind in (Dual, Number, Traced):  # by which name numpy calls them
        setattr(kind, name, function)
    return function


for _name in _FUNCTIONS:
    globals()[_name] = _make(_name, *_FUNCTIONS[_name])


def atan2(y, x):
    if isinstance(y, Dual) or isinstance(x, Dual):
        size = x * x + y * y  # the derivatives are those of either
        size = size.value if isinstance(size, Dual) else size
        a, b = (getattr(one, "value", one) if isinstance(one, Dual) else one for one in (y, x))
        none = [0] * len((y if isinstance(y, Dual) else x).slopes)
        of_y, of_x = (one.slopes if isinstance(one, Dual) else none for one in (y, x))
        return Dual(atan2(a, b), [(b * i - a * j) / size for i, j in zip(of_y, of_x)])
    if type(y) is Traced or type(x) is Traced:
        return y.with_other("atan2", x) if type(y) is Traced else x.with_other("atan2", y, True)
    if type(y) is Number or type(x) is Number:
        return Number(_atan2(Number.of(y), Number.of(x)))
    return _math.atan2(y, x)


def hypot(*entries):
    return sqrt(sum(x * x for x in entries)) if any(isinstance(x, (Dual, Number, Traced)) for x in entries) \
        else _math.hypot(*entries)


def pow(base, power):
    return base ** power


def copysign(x, sign):
    return abs(x) if sign >= 0 else -abs(x)


class _Mathematics:
    """What stands for Python's math in a model's file: the functions above, and the others as they are."""

    def __getattr__(self, name):
        return globals()[name] if name in _GENERIC else getattr(_math, name)


_GENERIC = {*_FUNCTIONS, "atan2", "hypot", "pow", "copysign"}
pi = _math.pi  # which has all digits among numbers of 40


def _slopes(function, variables):
    """∂f_i/∂x_j, one row after the other."""
    unit = range(len(variables))
    values = function([Dual(x, [int(i == j) for j in unit]) for i, x in enumerate(variables)])
    return [slope for value in _flat(values)
            for slope in (value.slopes if isinstance(value, Dual) else [0] * len(variables))]


def _flat(values):
    if isinstance(values, (int, float, Number, Dual, Traced, fractions.Fraction, decimal.Decimal)):
        return [values]
    if hasattr(values, "tolist"):  # of numpy
        return _flat(values.tolist())
    return list(itertools.chain.from_iterable(map(_flat, values)))


# ---- A model --------------------------------------------------------------------------------------------

class Model:
    """A subclass has `coordinates`, `start` (q, then v) and one of

        field(t, y)             y' = f(t, y)
        lagrangian(t, q, v)     and optionally force(t, q, v), nonholonomic(t, q, v) and holonomic(t, q)
        hamiltonian(t, q, p)    and optionally force

    It may have energy, exact, reverse, density and invariants. Vectors are lists. gimbal derives missing
    derivatives."""

    name = title = None
    citation = citation_key = velocities = period = traits = step = contraction = None
    coordinates, start, duration = [], [], 1
    parameters = {}  # {"alpha": "3/5"}: self.alpha
    cases = {}       # {"strong": {"alpha": 2, "duration": 20}}
    invariants = {}  # {"momentum": "quadratic momentum_map"}: the kinds of self.momentum(t, q, v)
    precision = None  # "double": without quadruple precision


_OF_CASES = ("members", "duration", "step", "description", "begin", "longest")
_TABLES = {  # what gimbal.h calls the functions of each formulation
    "field": ("ode", {"f": "field"}),
    "lagrangian": ("lagrangian", {"L": "lagrangian", "force": "force", "Phi": "nonholonomic", "g": "holonomic"}),
    "hamiltonian": ("hamiltonian", {"H": "hamiltonian", "force": "force"})}
_DERIVED = {  # the function, its argument, and the formulation's table
    "D1L": ("L", 0), "D2L": ("L", 1), "D22L": ("D2L", 1), "D2Phi": ("Phi", 1), "Dg": ("g", 0),
    "D1H": ("H", 0), "D2H": ("H", 1)}
_OWN = ("energy", "exact", "reverse", "density")


def _check_names(model):
    """Refuses a misspelt name, which would change the model silently."""
    known = {name for name in vars(Model) if name[0] != "_"} | {*_TABLES, *_DERIVED, *_OWN}
    known |= {method for _, names in _TABLES.values() for method in names.values()}
    own = {*dict(model.invariants), *model.parameters}
    for kind in model.__mro__[:-1]:
        for name in vars(kind) if kind is not Model else ():
            near = difflib.get_close_matches(name, known, 1, 0.8)
            if name[0] != "_" and name not in known | own and near:
                raise ValueError(f"{model.__name__} has a member {name}, which gimbal does not know; the nearest is "
                                 f"{near[0]}. Names that begin with _ are the model's own")


def _text(value):
    return value if isinstance(value, str) else repr(value)


def name_of(model):
    return model.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", model.__name__).lower()


class Served:
    """A model as gimbal sees it."""

    def __init__(self, model):
        self.short = None  # why traced operations lack digits
        self.described, self.wrong = False, None  # why it cannot be described
        _check_names(model)
        self.model, self.one = model, model()
        self.name = name_of(model)
        kinds = [kind for kind in _TABLES if hasattr(model, kind)]
        if len(kinds) != 1:
            raise ValueError(f"{model.__name__} needs one of field, lagrangian and hamiltonian")
        self.formulation, names = _TABLES[kinds[0]]
        self.ode = self.formulation == "ode"
        words = model.coordinates
        self.q = words.split() if isinstance(words, str) else list(words)
        self.n, self.last, self.functions = len(self.q), None, {}
        for name, method in names.items():
            if hasattr(self.one, method):
                self.functions[name] = self.method(method)
        for name, (of, place) in _DERIVED.items():
            if hasattr(self.one, name):
                self.functions[name] = self.method(name)
            elif of in self.functions:
                self.functions[name] = self.derivative(self.functions[of], place)
        self.own = {name: self.method(name, name != "reverse") for name in _OWN if hasattr(self.one, name)}
        self.own["initial"] = lambda t, q, v: self.start()
        self.kinds = {name: kind if isinstance(kind, str) else "" for name, kind in dict(model.invariants).items()}
        self.values = [self.method(name) for name in self.kinds]

    def method(self, name, timed=True):
        function = getattr(self.one, name)
        holonomic = name in ("holonomic", "Dg")

        def call(t, q, v):
            arguments = [t] if timed else []
            return function(*arguments, *([q] if self.ode or holonomic else [q, v]))
        return call

    @staticmethod
    def derivative(function, place):
        if place:
            return lambda t, q, v: _slopes(lambda x: function(t, q, x), v)
        return lambda t, q, v: _slopes(lambda x: function(t, x, v), q)

    def start(self):
        start = self.model.start
        values = self.one.start() if callable(start) else start
        return [fractions.Fraction(x) if isinstance(x, str) else x for x in values]

    def set(self, quadruple, values):
        """The parameters of the calls that follow."""
        if (quadruple, values) != self.last:
            self.last = (quadruple, values)
            number = _read if quadruple else float
            for name, value in zip(self.model.parameters, values):
                setattr(self.one, name, number(value))

    def call(self, name, element, t, q, v):
        function = self.values[element] if name == "value" else self.own.get(name) or self.functions[name]
        return _flat(function(t, q, v))

    def begin(self):
        """The defaults of the parameters and the initial data, before gimbal asks."""
        defaults = [_default(value) for value in self.model.parameters.values()]
        if None in defaults:
            defaults = [0.7] * len(defaults)
        self.set(False, [float(value) for value in defaults])
        y, needed = [float(value) for value in self.start()], self.n if self.ode else 2 * self.n
        if len(y) != needed:
            raise ValueError(f"{self.model.__name__}: start has {len(y)} numbers, and {needed} are needed: "
                             f"the {self.n} coordinates{'' if self.ode else ' and their velocities or momenta'}")
        return defaults, y

    def operations(self, name, element=0):
        """The operations with which gimbal computes the function itself; True: it has to ask."""
        tape = {}
        self.last = None
        try:
            for i, parameter in enumerate(self.model.parameters):
                setattr(self.one, parameter, Traced(tape, "parameter", i))
            q = [Traced(tape, "q", i) for i in range(self.n)]
            v = [] if self.ode else [Traced(tape, "v", i) for i in range(self.n)]
            values = self.call(name, element, Traced(tape, "t"), q, v)
            values = [value if type(value) is Traced else Traced(tape, "t").other(value) for value in values]
        except Exception:
            return True
        finally:
            self.last = None
        # A constant that only the arithmetic of tracing makes: the trial in 40 digits does not meet it.
        self.short = next((f"{name}: {_TOO_SHORT % float(one[1])}" for one in tape if type(one[-1]) is Short), self.short)
        return _used(list(tape), [value.index for value in values])

    def is_autonomous(self, y, names):
        """Whether these functions seem independent of t; gimbal check tests it again."""
        for i in range(5):
            near = [x + (0.1 + abs(x)) * _math.sin(3 * i + j) / 8 for j, x in enumerate(y)]
            try:
                values = [[self.call(one, 0, t, near[:self.n], near[self.n:]) for one in self.functions
                           if one in names] for t in (0.0, 0.37 + i)]
            except (ArithmeticError, ValueError):  # outside of where the functions are defined
                continue
            if values[0] != values[1]:
                return False
        return True

    def try_in_quadruple(self, defaults, y):
        """Why its functions cannot be computed in 40 digits; None: they can."""
        if self.model.precision == "double":
            return "the model declares double precision"
        name = "the parameters"
        try:
            self.set(True, [repr(Number(value)) for value in defaults])
            y = [Number(decimal.Decimal(value)) * 1 for value in y]
            for name in (*self.functions, *self.own, *(["value"] if self.values else [])):
                for element in range(len(self.values) if name == "value" else 1):
                    for value in self.call(name, element, Number(0), y[:self.n], y[self.n:]):
                        Number(value)
        except ArithmeticError:
            return None  # outside its domain
        except Exception as error:
            return f"{name}: {error}"
        finally:
            self.last = None
        return None

    def sizes_of_own(self, y):
        at = {}
        for name in self.own.keys() - {"initial"}:
            with contextlib.suppress(ArithmeticError, ValueError):  # outside its domain
                at[name] = len(self.call(name, 0, 0.0, y[:self.n], y[self.n:]))
        return at

    def check_sizes(self, at):
        n, both = self.n, self.n if self.ode else 2 * self.n
        needed = {"L": 1, "H": 1, "D22L": n * n, "Dg": at.get("g", 0) * n, "D2Phi": at.get("Phi", 0) * n,
                  "g": at.get("g"), "Phi": at.get("Phi"), "energy": 1, "density": 1, "reverse": both,
                  "exact": both + at.get("g", 0) + at.get("Phi", 0)}
        methods = next(names for kind, names in _TABLES.values() if kind == self.formulation)
        for name, count in at.items():
            if count != needed.get(name, n):
                raise ValueError(f"{self.model.__name__}: {methods.get(name, name)} gives {count} "
                                 f"{'number' if count == 1 else 'numbers'}, and {needed.get(name, n)} are needed")

    def describe(self):
        """The description. A wrong model does not stop the others: gimbal gets its reason with each value."""
        self.described = True
        try:
            return self.describe_right()
        except Exception as error:
            self.wrong = _reason(error)
        functions = {name: True for name in (("f",) if self.ode else ("L", "D1L", "D2L") if self.formulation == "lagrangian"
                                             else ("H", "D1H", "D2H"))}
        realisation = {"name": "coordinates", "configuration": " ".join(self.q), "n": self.n, "initial": True,
                       self.formulation: functions}
        if not self.ode:
            realisation["velocity"] = " ".join("v_" + name for name in self.q)
        return {"name": self.name, "title": self.name, "cases": [{"name": name} for name in self.model.cases or ["default"]],
                "realisations": [realisation], "precision": "double", "precision_reason": self.wrong}

    def describe_right(self):
        model, at = self.model, {}
        defaults, y = self.begin()
        for name in list(self.functions):
            at[name] = len(self.call(name, 0, 0.0, y[:self.n], y[self.n:]))
        self.check_sizes({**at, **self.sizes_of_own(y)})
        traits = model.traits
        if traits is None:
            traits = "autonomous" if self.is_autonomous(y, (next(iter(at)), "force", "Phi", "g")) else ""
            traits += "" if self.is_autonomous(y, ("g",)) else " rheonomic"
            traits += " reversible" if "reverse" in self.own else ""
        velocities = model.velocities or ["v_" + name for name in self.q]
        realisation = {
            "name": "coordinates", "configuration": " ".join(self.q), "n": self.n, "traits": traits,
            "period": model.period, "contraction": model.contraction, self.formulation: {name: self.operations(name) for name in self.functions},
            "invariants": [{"name": name, "kind": kind or None, "value": self.operations("value", i)}
                           for i, (name, kind) in enumerate(self.kinds.items())],
            **{name: self.operations(name) for name in self.own}}
        if not self.ode:
            realisation["velocity"] = velocities if isinstance(velocities, str) else " ".join(velocities)
        realisation.update({"holonomic": at.get("g"), "nonholonomic": at.get("Phi")})
        cases = []
        for name, content in (dict(model.cases) or {"default": {}}).items():
            content = {"duration": model.duration, "step": model.step, **content}
            settings = ", ".join(f"{key}={_text(value)}" for key, value in content.items() if key not in _OF_CASES)
            cases.append({"name": name, "settings": settings or None,
                          **{key: _text(content[key]) for key in _OF_CASES if content.get(key) is not None}})
        why = self.try_in_quadruple(defaults, y) or self.short
        title = model.title or (model.__doc__ or self.name).strip().splitlines()[0]
        return {"name": self.name, "title": title, "citation": model.citation, "citation_key": model.citation_key,
                "parameters": [{"name": name, "value": _text(value)} for name, value in model.parameters.items()],
                "cases": cases, "realisations": [realisation],
                "precision": "double" if why else "quadruple", "precision_reason": why}


def _default(text):
    """The value of a parameter, where it is a number or a quotient."""
    try:
        return fractions.Fraction(text) if isinstance(text, str) else fractions.Fraction(str(text))
    except ValueError:
        return None


# ---- The protocol ---------------------------------------------------------------------------------------
# Lines of JSON: gimbal sends a request on standard input and reads one answer from standard output. Do not
# print to standard output; gimbal shows sys.stderr.

_ENCODE = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def _spelled(value):
    """The value for JSON, with NaN and infinities as texts."""
    value = float(value)
    return value if value - value == 0 else "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def _read(text):
    return Number(decimal.Decimal(text))


def _reason(error):
    """The error, with its place unless this file raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    if frames[-1].filename == __file__ and isinstance(error, ValueError):
        return str(error)
    own = {getattr(sys.modules.get(name), "__file__", None) for name in ("gimbal_file", "__main__")}
    place = ([frame for frame in frames if frame.filename in own] or frames)[-1]  # not in a library
    return f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}, line {place.lineno})"


def _evaluate(served, message):
    if not served.described:
        served.describe()
    if served.wrong:
        return {"broken": served.wrong}
    quadruple = message["precision"] == "quadruple"
    number = _read if quadruple else float
    served.set(quadruple, message["parameters"])
    q, v = ([number(x) for x in message.get(key) or []] for key in "qv")
    try:
        values = served.call(message["function"], int(message["element"]), number(message["t"]), q, v)
        if quadruple:
            return {"value": [repr(Number(x)) for x in values]}
        return {"value": [_spelled(x) for x in values]}
    except (ArithmeticError, ValueError) as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def _answer(models, message):
    what = message["request"]
    if what == "describe":
        return {"protocol": 2, "models": [served.describe() for served in models]}
    if what == "evaluate":
        return _evaluate(models[int(message["model"])], message)
    raise NotImplementedError("gimbal asks for " + what)


def serve(*models):
    """Serves models to gimbal until it ends."""
    for model in models:
        if not (isinstance(model, type) and issubclass(model, Model)):
            raise TypeError(f"serve takes subclasses of Model, not {model!r}; a file with a method is served by "
                            "`python3 -m gimbal.host FILE CLASS`")
    decimal.setcontext(decimal.Context(prec=_DIGITS, Emin=-99999, Emax=99999))
    generic = _Mathematics()
    for content in [sys.modules[model.__module__].__dict__ for model in models if model.__module__ in sys.modules]:
        for name, value in list(content.items()):
            if name in _GENERIC and value is getattr(_math, name, None):
                content[name] = globals()[name]
            elif name == "math" and value is _math:
                content[name] = generic
    output, served = sys.stdout.buffer, [Served(model) for model in models]
    for line in iter(sys.stdin.buffer.readline, b""):
        try:
            said = _answer(served, json.loads(line))
        except Exception as error:
            if sys.flags.dev_mode:  # python3 -X dev: each job is a process, which would print it again
                traceback.print_exc()
            said = {"broken": _reason(error)}
        output.write(_ENCODE(said).encode() + b"\n")
        output.flush()


# ---- The model ----------------------------------------------------------------------------------------

class Own(Model):
    """A mathematical pendulum, in Python"""

    name = "skeleton"
    coordinates, velocities = ["x"], ["v"]
    parameters = {"angle": 1, "speed": 1}
    traits = "separable autonomous reversible"
    period = "2*pi"
    duration = 2
    cases = {"oscillation": {}, "rotation": {"speed": "5/2"}}

    def start(self):
        return [self.angle, self.speed]

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + cos(q[0])


if __name__ == "__main__":
    serve(Own)
