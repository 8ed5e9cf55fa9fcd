"""Expressions with shared parts: simplified while they are built, and differentiated exactly."""
import decimal
from fractions import Fraction

LEAVES = ("t", "q", "v", "parameter", "number")
OF_TWO = ("add", "sub", "mul", "div", "pow", "atan2")
_PLAIN = 10**12  # a rational number of this size is worth computing with


def _plain(value):
    return abs(value.numerator) < _PLAIN and value.denominator < _PLAIN


def rational(text):
    """The number of a text; a quotient of small integers where 40 digits show one."""
    value = Fraction(decimal.Decimal(text))
    near = value.limit_denominator(1000)
    return near if abs(value - near) <= abs(value) / 10**38 else value


class Node:
    """An expression. Two that are written alike are one node of the graph."""

    __slots__ = ("graph", "index")

    def __init__(self, graph, index):
        self.graph, self.index = graph, index

    @property
    def operation(self):
        return self.graph.operations[self.index]

    def number(self):
        """Its value, if it is a constant; else None."""
        name, *of = self.operation
        return of[0] if name == "number" else None

    def is_negative(self):
        return self.operation[0] == "neg"

    def inner(self, place=0):
        return Node(self.graph, self.operation[1 + place])

    def _other(self, value):
        return value if isinstance(value, Node) else self.graph.number(Fraction(value))

    def __neg__(self):
        value = self.number()
        if value is not None:
            return self.graph.number(-value)
        if self.is_negative():
            return self.inner()
        if self.operation[0] == "sub":
            return self.inner(1) - self.inner()
        return self.graph.node("neg", self.index)

    def __add__(self, other):
        other = self._other(other)
        a, b = self.number(), other.number()
        if a is not None and b is not None and _plain(a) and _plain(b):
            return self.graph.number(a + b)
        if a == 0 or b == 0:
            return other if a == 0 else self
        if other.is_negative() or b is not None and b < 0:
            return self - -other
        if self.is_negative() or a is not None and a < 0:
            return other - -self
        if self.index == other.index:
            return 2 * self
        return self.graph.node("add", *sorted((self.index, other.index)))

    def __sub__(self, other):
        other = self._other(other)
        a, b = self.number(), other.number()
        if a is not None and b is not None and _plain(a) and _plain(b):
            return self.graph.number(a - b)
        if a == 0 or b == 0:
            return -other if a == 0 else self
        if other.is_negative() or b is not None and b < 0:
            return self + -other
        if self.is_negative() or a is not None and a < 0:
            return -(-self + other)
        if self.index == other.index:
            return self.graph.number(Fraction(0))
        return self.graph.node("sub", self.index, other.index)

    def __mul__(self, other):
        other = self._other(other)
        a, b = self.number(), other.number()
        if b is not None:
            self, other, a, b = other, self, b, a
        if a is not None:
            if a in (0, 1, -1):
                return self if a == 0 else other if a == 1 else -other
            if b is not None and _plain(a) and _plain(b):
                return self.graph.number(a * b)
            name, *of = other.operation
            inner = Node(self.graph, of[0]).number() if name == "mul" else None
            if inner is not None and _plain(a) and _plain(inner):
                return self.graph.number(a * inner) * Node(self.graph, of[1])
            below = Node(self.graph, of[1]).number() if name == "div" else None
            if below is not None and _plain(a) and _plain(below):
                return self.graph.number(a / below) * Node(self.graph, of[0])
            if a < 0:
                return -(self.graph.number(-a) * other)
        if self.is_negative():
            return -(self.inner() * other)
        if other.is_negative():
            return -(self * other.inner())
        if a is not None:
            if a.denominator > 1 and a.denominator <= 10**4 and _plain(a):
                top = other if a.numerator == 1 else self.graph.number(Fraction(a.numerator)) * other
                return self.graph.node("div", top.index, self.graph.number(Fraction(a.denominator)).index)
            return self.graph.node("mul", self.index, other.index)
        return self.graph.node("mul", *sorted((self.index, other.index)))

    def __truediv__(self, other):
        other = self._other(other)
        a, b = self.number(), other.number()
        if b and _plain(b) and b.denominator <= 10**4 and abs(b.numerator) <= 10**4:
            return self * (1 / b)
        if a == 0:
            return self
        if self.is_negative() or a is not None and a < 0:
            return -(-self / other)
        if other.is_negative() or b is not None and b < 0:
            return -(self / -other)
        if self.index == other.index:
            return self.graph.number(Fraction(1))
        return self.graph.node("div", self.index, other.index)

    def __pow__(self, power):
        exponent = power if not isinstance(power, Node) else power.number()
        if exponent is not None and exponent == int(exponent) and 0 <= exponent < 5:
            result = self.graph.number(Fraction(1))
            for _ in range(int(exponent)):
                result = result * self
            return result
        return self.graph.node("pow", self.index, self._other(power).index)

    def __rsub__(self, other):
        return self._other(other) - self

    def __rtruediv__(self, other):
        return self._other(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def of(self, name):
        """A function of it, as sin."""
        return self.graph.node(name, self.index)


_BINARY = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
           "div": lambda a, b: a / b, "pow": lambda a, b: a ** b}
_SLOPES = {  # of x, and of the function's value f
    "sqrt": lambda x, f: 1 / (2 * f), "cbrt": lambda x, f: 1 / (3 * f * f), "exp": lambda x, f: f,
    "expm1": lambda x, f: f + 1, "log": lambda x, f: 1 / x, "log1p": lambda x, f: 1 / (1 + x),
    "sin": lambda x, f: x.of("cos"), "cos": lambda x, f: -x.of("sin"), "tan": lambda x, f: 1 + f * f,
    "asin": lambda x, f: 1 / (1 - x * x).of("sqrt"), "acos": lambda x, f: -1 / (1 - x * x).of("sqrt"),
    "atan": lambda x, f: 1 / (1 + x * x), "sinh": lambda x, f: x.of("cosh"), "cosh": lambda x, f: x.of("sinh"),
    "tanh": lambda x, f: 1 - f * f, "asinh": lambda x, f: 1 / (1 + x * x).of("sqrt"),
    "acosh": lambda x, f: 1 / (x * x - 1).of("sqrt"), "atanh": lambda x, f: 1 / (1 - x * x)}


class Graph:
    def __init__(self):
        self.operations, self.places, self.slopes = [], {}, {}

    def node(self, *operation):
        if operation not in self.places:
            self.places[operation] = len(self.operations)
            self.operations.append(operation)
        return Node(self, self.places[operation])

    def number(self, value):
        return self.node("number", value)

    def read(self, content):
        """The values of a list of operations in the form of gimbal's protocol."""
        nodes = []
        for name, *of in content["operations"]:
            if name == "number":
                nodes.append(self.number(rational(of[0])))
            elif name in LEAVES:
                nodes.append(self.node(name, *of))
            elif name == "neg":
                nodes.append(-nodes[of[0]])
            elif name in _BINARY:
                nodes.append(_BINARY[name](nodes[of[0]], nodes[of[1]]))
            else:
                nodes.append(self.node(name, *(nodes[i].index for i in of)))
        return [nodes[i] for i in content["values"]]

    def derivative(self, node, variable):
        """The partial derivative with respect to a leaf."""
        known = self.slopes.setdefault(variable.index, {})
        for i in self.needed([node]):
            if i not in known:
                known[i] = self._derivative(i, variable.index, known)
        return known[node.index]

    def _derivative(self, i, variable, known):
        name, *of = self.operations[i]
        node, zero = Node(self, i), self.number(Fraction(0))
        if name in LEAVES:
            return self.number(Fraction(1)) if i == variable else zero
        a, da = Node(self, of[0]), known[of[0]]
        if name == "neg":
            return -da
        if name not in OF_TWO:
            return zero if da.number() == 0 else _SLOPES[name](a, node) * da
        b, db = Node(self, of[1]), known[of[1]]
        if name in ("add", "sub"):
            return da + db if name == "add" else da - db
        if name == "mul":
            return da * b + a * db
        if name == "div":
            return (da - node * db) / b
        if name == "atan2":
            return zero if da.number() == 0 == db.number() else (da * b - a * db) / (a * a + b * b)
        if db.number() == 0:
            return zero if da.number() == 0 else b * a ** (b - 1) * da
        return node * (db * a.of("log") + b * da / a)

    def needed(self, nodes):
        """The indices on which they depend, each after those that it is made of."""
        seen, stack = set(), [node.index for node in nodes]
        while stack:
            i = stack.pop()
            if i not in seen:
                seen.add(i)
                name, *of = self.operations[i]
                stack += of if name not in LEAVES else []
        return sorted(seen)

    def substitute(self, node, replace):
        """The same with other leaves: a dict from operations to nodes."""
        new = {}
        for i in self.needed([node]):
            name, *of = self.operations[i]
            if name in LEAVES:
                new[i] = replace.get((name, *of), Node(self, i))
            elif name == "neg":
                new[i] = -new[of[0]]
            elif name in _BINARY:
                new[i] = _BINARY[name](new[of[0]], new[of[1]])
            else:
                new[i] = self.node(name, *(new[j].index for j in of))
        return new[node.index]

    def listed(self, nodes):
        """A list of operations in the form of gimbal's protocol; numbers are texts, quotients "p/q"."""
        order = self.needed(nodes)
        place = {i: k for k, i in enumerate(order)}
        rows = []
        for i in order:
            name, *of = self.operations[i]
            rows.append([name, *([spelled(of[0])] if name == "number" else of if name in LEAVES
                                 else [place[j] for j in of])])
        return {"operations": rows, "values": [place[node.index] for node in nodes]}


def spelled(value):
    """An exact decimal where there is one of at most 40 digits; a quotient; or 40 digits."""
    if value.denominator == 1 and abs(value) < _PLAIN:
        return str(value.numerator)
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1 and _plain(value):
        return f"{value.numerator}/{value.denominator}"
    with decimal.localcontext() as context:
        context.prec = 40
        text = str(decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator))
    return text.replace("E", "e")
