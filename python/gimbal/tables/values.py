"""Values in the source text of programming languages: numbers and nested arrays of them."""
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Tuple

from .numbers import FUNCTIONS, ONE, PI, ZERO, Number
from .tokens import TableError, Token, _family

# A value is a Number, a list of values, a Text, or Unknown.
Value = Any


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Unknown:
    why: str
    line: int


# What returns its argument: constructors of arrays and numbers, conversions, and macros of constants.
TRANSPARENT = set("""array asarray matrix mat big bigfloat bigint convert parse float double real dble float64 float32
    longdouble sun_rconst rconst rc petscrealconstant realtype sunrealtype mpf mpfloat decimal t map squeeze vec collect
    sympify s integer int copy astype tolist smatrix svector list tuple sym vpa str2sym cast number vector ldexp_free
    to_float dbl evalf tensor""".split())
FRACTIONS = {"fraction", "rational", "mpq", "rat", "frac", "r", "q"}
HALF = Number(Fraction(1, 2))
CONSTANTS = {"s.half": HALF, "sp.s.half": HALF, "sympy.s.half": HALF, "pi": PI, "π": PI, "m_pi": PI,
             "np.pi": PI, "math.pi": PI}
SUNDIALS = {"ZERO": ZERO, "ONE": ONE, "TWO": ONE + ONE, "HALF": HALF}
NOTHINGS = {"NULL", "None", "nothing", "nullptr", "null"}
ENDS = {"(": ")", "[": "]", "{": "}", "(/": "/)", ".(": ")"}
INDEX_FROM_ONE = ("fortran", "julia", "matlab")


class Plain(list):
    """A list of Python that is no array: + joins it, and * repeats it."""


def array(value: Value) -> Value:
    return [array(row) for row in value] if is_list(value) else value


def is_list(value: Value) -> bool:
    return isinstance(value, list)


def describe(value: Value) -> str:
    if is_list(value):
        inner = {len(row) for row in value if is_list(row)}
        if not inner:
            return f"{len(value)} entries"
        return f"{len(value)} rows of " + ("to ".join(str(n) for n in sorted(inner)[-1:])
                                           if len(inner) == 1 else f"{min(inner)} to {max(inner)}")
    return value.text if isinstance(value, (Number, Text)) else "nothing"


def transpose(value: Value) -> Value:
    if not is_list(value):
        return value
    if not value or not all(is_list(row) and len(row) == len(value[0]) for row in value):
        return value  # a vector
    return [list(column) for column in zip(*value)]


def flatten(value: Value) -> List[Number]:
    return [one for row in value for one in flatten(row)] if is_list(value) else [value]


def zeros(shape: List[int]) -> Value:
    if any(not 0 <= n <= 99 for n in shape) or len(shape) > 2:
        raise ValueError("an array that is no table")
    return [zeros(shape[1:]) for _ in range(shape[0])] if shape else ZERO


def whole(value: Value) -> int:
    if not isinstance(value, Number) or value.fraction is None or value.fraction.denominator != 1:
        raise ValueError("an index that is no integer")
    return int(value.fraction)


def combine(function: Callable[[Number, Number], Number], one: Value, other: Value) -> Value:
    """The function of each entry of arrays, or of an array and a number."""
    for value in (one, other):
        if not is_list(value) and not isinstance(value, Number):
            raise ValueError("a text where a number is expected")
    if is_list(one) and is_list(other):
        if len(one) != len(other):
            raise ValueError(f"arrays of {len(one)} and {len(other)} entries")
        return [combine(function, a, b) for a, b in zip(one, other)]
    if is_list(one):
        return [combine(function, a, other) for a in one]
    if is_list(other):
        return [combine(function, one, b) for b in other]
    return function(one, other)


def matrix_product(one: Value, other: Value) -> Value:
    """Of a matrix and a column, or of a row and a matrix. Of two lists it is not known which is the row."""
    row, column = [not any(is_list(entry) for entry in value) for value in (one, other)]
    left = [one] if row else one
    right = [[entry] for entry in other] if column else other
    if (row and column) or any(len(entries) != len(right) for entries in left):
        raise ValueError(f"the product of arrays with {describe(one)} and {describe(other)}")
    rows = [[sum((a * b for a, b in zip(entries, line)), ZERO) for line in zip(*right)] for entries in left]
    return flatten(rows) if row or len(rows[0]) == 1 else rows


class Parser:
    """Reads values from tokens, from `at` on. Raises TableError where a value is unclear."""

    def __init__(self, tokens: List[Token], language: str, names: Dict[str, Value]):
        self.tokens, self.language, self.family = tokens, language, _family(language)
        self.names = names
        self.alias: Dict[str, str] = {}  # F of "import Fraction as F"
        self.at = 0
        self.rows = False  # within brackets of Julia and MATLAB, where blanks and lines separate
        self.depth = 0  # of other parentheses, where lines are blanks
        self.last: List[int] = []  # lengths that `end` means

    # ---- Tokens ----

    def peek(self) -> Token:
        while self.depth and not self.rows and self.tokens[self.at].kind == "line" \
                and self.at + 1 < len(self.tokens):
            self.at += 1
        return self.tokens[self.at]

    def following(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.peek()
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def wrong(self, message: str) -> TableError:
        return TableError(message, self.peek().line)

    def expect(self, text: str) -> None:
        if self.peek().text != text:
            raise self.wrong(f"{self.shown()} where {text!r} is expected")
        self.take()

    def shown(self) -> str:
        token = self.peek()
        return "the end of the line" if token.kind == "line" else repr(token.text)

    def operator(self) -> str:
        """The sign between two values, after which Julia goes on in the next line."""
        text = self.take().text
        while self.family == "julia" and self.tokens[self.at].kind == "line" and self.at + 1 < len(self.tokens):
            self.at += 1
        return text

    # ---- Expressions ----

    def value(self) -> Value:
        line = self.peek().line
        try:
            return self.total()
        except ValueError as error:
            if isinstance(error, TableError):
                raise
            raise TableError(str(error), line) from None

    def separates(self, token: Token) -> bool:
        """Whether a sign in a row of Julia or MATLAB begins the next entry: [1 -2], but not [1 - 2]."""
        return self.rows and token.space and not self.following().space

    def total(self) -> Value:
        value = self.product()
        while self.peek().text in ("+", "-", ".+", ".-") and not self.separates(self.peek()):
            sign = self.operator()
            other = self.product()
            if isinstance(value, Plain) and isinstance(other, Plain) and sign == "+":
                value = Plain(value + other)
                continue
            value = combine(Number.__add__ if sign.endswith("+") else Number.__sub__, value, other)
        return value

    def product(self) -> Value:
        value = self.signed()
        while True:
            token = self.peek()
            if token.text in ("*", ".*") or (token.text == "@" and self.family == "python"):
                self.operator()
                other = self.signed()
                if is_list(value) and is_list(other) and \
                        token.text == ("*" if self.family in ("julia", "matlab") else "@"):
                    value = matrix_product(value, other)
                    continue
                if isinstance(value, Plain) and isinstance(other, Number) and 0 <= whole(other) < 100:
                    value = Plain(list(value) * whole(other))
                    continue
                value = combine(Number.__mul__, value, other)
            elif token.text in ("/", "./") or (token.text == "//" and self.family in ("julia", "matlab")):
                self.operator()
                value = combine(self.divide, value, self.signed())
            elif token.text == "//":
                raise self.wrong("// is no division of numbers here")
            elif self.family == "julia" and not token.space and token.kind == "name" \
                    and self.tokens[self.at - 1].kind == "number":
                value = combine(Number.__mul__, value, self.powered())
            else:
                return value

    def divide(self, one: Number, other: Number) -> Number:
        if self.family in ("c", "fortran") and one.whole and other.whole:
            quotient = one / other
            if quotient.fraction is not None and quotient.fraction.denominator == 1:
                return Number(quotient.fraction, whole=True)
            language = "C" if self.family == "c" else "Fortran"
            raise self.wrong(f"{one.text}/{other.text} divides integers, which is "
                             f"{int(quotient.value)} in {language}; write {one.text}.0/{other.text}.0")
        return one / other

    def signed(self) -> Value:
        if self.peek().text in ("-", "+", ".-"):
            negative = self.take().text.endswith("-")
            value = self.signed()
            return combine(lambda a, b: -b, ZERO, value) if negative else value
        return self.powered()

    def powered(self) -> Value:
        value = self.followed(self.primary())
        signs = {"python": ("**",), "fortran": ("**",), "c": ()}.get(self.family, ("^", ".^", "**"))
        if self.peek().text in signs:
            self.take()
            return combine(Number.power, value, self.signed())
        return value

    def followed(self, value: Value) -> Value:
        """Indices, transposes and methods after a value."""
        while True:
            token = self.peek()
            if token.text == "'" and not token.space and self.family in ("julia", "matlab"):
                self.take()
                value = transpose(value)
            elif token.text == "[" and is_list(value) and self.family != "matlab" \
                    and not (self.rows and token.space):
                value = self.indexed(value, "[")
            elif token.text == "." and self.following().kind == "name":
                self.take()
                value = self.method(value, self.take().text)
            else:
                return value

    def method(self, value: Value, name: str) -> Value:
        if name == "T":
            return transpose(value)
        words, named = self.arguments("(") if self.peek().text == "(" else ([], {})
        if name == "sum":
            return self.sums([value] + words, named)
        if name == "reshape":
            return self.reshape([value] + words, {})
        if name not in TRANSPARENT and name not in ("flatten", "ravel"):
            raise self.wrong(f"the method {name} is unknown")
        return flatten(value) if name in ("flatten", "ravel") else value

    def primary(self) -> Value:
        token = self.peek()
        if token.kind == "number":
            return self.number(self.take().text)
        if token.kind == "string":
            return Text(self.take().text[1:-1])
        if token.kind == "name":
            return self.name()
        if token.text == "√" and self.family == "julia":
            self.take()
            return combine(lambda a, b: b.apply("sqrt"), ZERO, self.followed(self.primary()))
        if token.text in ("(", ".("):
            return self.parenthesis()
        if token.text == "[" and self.family in ("julia", "matlab"):
            return self.matrix()
        if token.text == "[" or (token.text == "{" and self.family == "c") or token.text == "(/":
            return self.sequence(token.text)
        raise self.wrong(f"{self.shown()} where a number is expected")

    def number(self, text: str) -> Number:
        digits = text.lower()
        if self.family == "fortran":
            digits = re.sub("[dq]", "e", digits.split("_")[0])
        elif self.family == "c":
            digits = digits.rstrip("flqu")
        elif self.family in ("julia", "python"):
            digits = digits.replace("_", "").replace("f", "e")
        else:
            digits = digits.replace("d", "e")
        return Number.literal(digits, whole=self.family in ("c", "fortran") and digits.isdigit())

    def parenthesis(self) -> Value:
        rows, self.rows = self.rows, False
        self.depth += 1
        self.take()
        if self.family == "c" and self.peek().kind == "name" and self.following().text == ")" \
                and self.peek().text not in self.names:
            self.take()  # a cast, as (double)1/3
            self.take()
            self.rows, self.depth = rows, self.depth - 1
            value = self.signed()
            return Number(value.fraction) if isinstance(value, Number) and value.whole else value
        entries, comma = [], False
        while self.peek().text != ")":
            entries.append(self.total())
            if self.peek().text != ",":
                break
            comma = bool(self.take())
        self.expect(")")
        self.rows, self.depth = rows, self.depth - 1
        return entries if comma else entries[0]

    def sequence(self, begin: str) -> Value:
        """Entries with commas between them: [..] of Python and Fortran, {..} of C, (/../) of Fortran."""
        rows, self.rows = self.rows, False
        self.depth += 1
        self.take()
        entries = []
        while self.peek().text != ENDS[begin]:
            entries.append(self.total())
            if self.peek().text != ",":
                break
            self.take()
        self.expect(ENDS[begin])
        self.rows, self.depth = rows, self.depth - 1
        return Plain(entries) if self.family == "python" else entries

    def matrix(self) -> Value:
        """[..] of Julia and MATLAB: blanks or commas between entries, semicolons or lines between rows."""
        rows, self.rows = self.rows, True
        depth, self.depth = self.depth, 0
        self.take()
        table: List[List[Value]] = [[]]
        comma = semicolon = False
        while self.peek().text != "]":
            token = self.peek()
            if token.text == ";" or token.kind == "line":
                semicolon = semicolon or token.text == ";"
                if table[-1] and not (token.kind == "line" and comma):
                    table.append([])
                self.take()
                if self.at + 1 >= len(self.tokens):
                    raise self.wrong("a bracket is not closed")
                continue
            if token.text == ",":
                self.take()
                comma = True
                continue
            comma = False
            table[-1].append(self.total())
        self.take()
        self.rows, self.depth = rows, depth
        if not table[-1]:
            table.pop()
        if all(len(row) == 1 and is_list(row[0]) for row in table) and len(table) > 1:
            return [row[0] for row in table]  # [row1; row2]
        if len(table) == 1:
            return table[0]
        if all(len(row) == 1 for row in table):
            return [row[0] for row in table]
        return table

    # ---- Names ----

    def name(self) -> Value:
        token = self.take()
        text, short = token.text, re.split(r"\.|->", token.text)[-1]
        bracket = self.peek()
        if short in ("big", "mpf", "BigFloat") and bracket.kind == "string" and not bracket.space:
            return self.number(self.take().text[1:-1])
        if text in NOTHINGS:
            return Text("")
        if self.family == "julia" and bracket.text == "[" and not bracket.space and self.look(text) is None:
            return self.matrix()  # T[1, 2]
        if bracket.text in ("(", ".(", "{") and not (self.rows and bracket.space) \
                and (bracket.text != "{" or self.family == "julia"):
            return self.call(text, short)
        if text == "end" and self.last:
            return Number(Fraction(self.last[-1]))
        known = self.look(text)
        if known is None and short == "T" and "." in text:
            return transpose(self.known(text[:-2], token.line))
        if known is None and text.lower() in CONSTANTS:
            return CONSTANTS[text.lower()]
        return self.known(text, token.line)

    def look(self, text: str) -> Optional[Value]:
        key = text.lower() if self.family == "fortran" else text
        if key in self.names:
            return self.names[key]
        short = re.split(r"\.|->", key)[-1]
        return self.names.get(short, SUNDIALS.get(text) if self.language == "sundials" else None)

    def known(self, text: str, line: int) -> Value:
        value = self.look(text)
        if value is None:
            raise TableError(f"the value of {text} is not given", line)
        if isinstance(value, Unknown):
            raise TableError(f"{text} is not understood: {value.why}", value.line)
        return value

    def arguments(self, begin: str) -> Tuple[List[Value], Dict[str, Value]]:
        """What stands in a call's parentheses. An argument that is no value is Unknown."""
        rows, self.rows = self.rows, False
        self.depth += 1
        self.take()
        given: List[Value] = []
        named: Dict[str, Value] = {}
        while self.peek().text not in (")", ENDS[begin]) and self.at + 1 < len(self.tokens):
            key, place, line = "", self.at, self.peek().line
            if self.peek().kind == "name" and self.following().text == "=":
                key = self.take().text
                self.take()
            try:
                value = self.total()
                if self.peek().text not in (",", ";", ENDS[begin]):
                    raise self.wrong(f"{self.shown()} in a call")
            except ValueError as error:
                value = Unknown(getattr(error, "message", str(error)), getattr(error, "line", line))
                self.at = place
                self.skip()
            if key:
                named[key] = value
            else:
                given.append(value)
            if self.peek().text in (",", ";"):
                self.take()
        self.expect(ENDS[begin])
        self.rows, self.depth = rows, self.depth - 1
        return given, named

    def skip(self) -> None:
        """To the comma or the parenthesis that ends this argument."""
        depth = 0
        while self.at + 1 < len(self.tokens):
            text = self.tokens[self.at].text
            if depth == 0 and text in (",", ")", "]", "}"):
                return
            depth += (text in ENDS) - (text in (")", "]", "}", "/)"))
            self.at += 1

    def call(self, text: str, short: str) -> Value:
        line, known = self.tokens[self.at - 1].line, self.look(text)
        begin = self.peek().text
        if begin == "{":  # Matrix{T}(undef, 2, 2)
            self.skip_braces()
            begin = self.peek().text
            if begin != "(":
                raise TableError(f"the value of {text} is not given", line)
        if self.family in ("fortran", "matlab") and is_list(known):
            return self.indexed(known, "(")
        if "." in text and short in TRANSPARENT | {"reshape", "flatten", "ravel", "sum"} \
                and is_list(self.look(text[:-len(short) - 1])):
            return self.method(self.known(text[:-len(short) - 1], line), short)
        given, named = self.arguments(begin)
        return self.result(short, given, named, line)

    def skip_braces(self) -> None:
        depth = 0
        while self.at + 1 < len(self.tokens):
            text = self.take().text
            depth += (text == "{") - (text == "}")
            if not depth:
                return

    def result(self, short: str, given: List[Value], named: Dict[str, Value], line: int) -> Value:
        name = self.alias.get(short, short).lower()
        values = [value for value in given if not isinstance(value, Unknown)]
        if name in FUNCTIONS and values:
            return combine(lambda a, b: b.apply(name), ZERO, values[0])
        if name == "cbrt" and values:
            return values[0].power(Number(Fraction(1, 3)))
        if name in ("pow", "power") and len(values) == 2:
            return combine(Number.power, *values)
        if name in FRACTIONS and values:
            parts = [part for value in values for part in
                     (value.text.split("/") if isinstance(value, Text) else [value])]
            numbers = [Number.literal(part) if isinstance(part, str) else part for part in parts]
            return combine(Number.__truediv__, *numbers) if len(numbers) == 2 else numbers[0]
        if name == "sum" and values:
            return self.sums(values, named)
        if name == "matrix" and len(values) == 3 and is_list(values[2]):  # of sympy, by rows
            return self.reshape([values[2], array(values[:2])], {})
        if name in ("zeros", "ones", "empty") or (name in ("matrix", "array") and len(values) > 1):
            shape = [whole(one) for one in flatten(values)]
            if len(shape) == 1 and self.family == "matlab":
                shape *= 2
            return combine(lambda a, b: b + (ONE if name == "ones" else ZERO), ZERO, zeros(shape))
        if name in ("transpose", "permutedims") and values:
            return transpose(values[0])
        if name == "reshape" and values:
            return self.reshape(values, named)
        if name in TRANSPARENT:
            for value in values:
                if isinstance(value, Text):
                    return Number.literal(value.text)
                return array(value) if isinstance(value, Plain) and name not in ("list", "tuple", "copy") else value
            for value in given:
                if isinstance(value, Unknown):
                    raise TableError(value.why, value.line)
        raise TableError(f"the function {short} is unknown", line)

    def sums(self, values: List[Value], named: Dict[str, Value]) -> Value:
        """The sums of the rows: sum(A, 2), sum(A, dims=2), A.sum(axis=1)."""
        place = next((named[key] for key in ("dims", "axis", "dim", "DIM") if key in named),
                     values[1] if len(values) > 1 else None)
        rows = values[0]
        if not isinstance(place, Number) or whole(place) != (1 if self.family == "python" else 2) \
                or not is_list(rows) or not all(is_list(row) for row in rows):
            raise self.wrong("a sum that is not over the rows of a matrix")
        total = []
        for row in rows:
            total.append(ZERO)
            for entry in flatten(row):
                total[-1] = total[-1] + entry
        return total

    def reshape(self, values: List[Value], named: Dict[str, Value]) -> Value:
        flat, shape = flatten(values[0]), [whole(one) for one in flatten(values[1:3])]
        if len(shape) == 2 and -1 in shape:
            shape = [n if n > 0 else len(flat) // max(shape) for n in shape]
        if len(shape) != 2 or shape[0] * shape[1] != len(flat):
            raise self.wrong(f"{len(flat)} entries in an array of the shape {shape}")
        by_rows = self.family in ("python", "c")
        order = named.get("order", named.get("ORDER"))
        if order is not None and not isinstance(order, Text):
            by_rows = [whole(one) for one in flatten(order)] == [2, 1]
        elif isinstance(order, Text):
            by_rows = order.text.upper() != "F"
        if by_rows:
            return [flat[i * shape[1]:(i + 1) * shape[1]] for i in range(shape[0])]
        return [flat[i::shape[0]] for i in range(shape[0])]

    # ---- Indices ----

    def subscripts(self, begin: str, lengths: List[int]) -> List[Tuple[int, int, bool]]:
        """First and last (exclusive) index of each place, from 0, and whether it is one index."""
        rows, self.rows = self.rows, False
        self.depth += 1
        self.take()
        places = []
        base = int(self.family in INDEX_FROM_ONE)
        while self.peek().text != ENDS[begin]:
            length = lengths[len(places)] if len(places) < len(lengths) else 0
            self.last.append(length)
            first = None if self.peek().text in (":", "..") else whole(self.total())
            if self.peek().text == ":":
                self.take()
                last = None if self.peek().text in (",", ENDS[begin]) else whole(self.total())
                low = 0 if first is None else first - base if first >= 0 else length + first
                high = length if last is None else last if last >= 0 else length + last
                places.append((low, high, False))
            elif first is not None:
                low = first - base if first - base >= 0 or base else length + first
                places.append((low, low + 1, True))
            self.last.pop()
            if self.peek().text == ",":
                self.take()
        self.expect(ENDS[begin])
        self.rows, self.depth = rows, self.depth - 1
        return places

    def indexed(self, value: Value, begin: str) -> Value:
        lengths = [len(value), len(value[0]) if value and is_list(value[0]) else 1]
        places = self.subscripts(begin, lengths)
        for number, (low, high, single) in enumerate(places):
            value = pick(value, number if not places[0][2] else 0, low, high, single)
        return value


def pick(value: Value, level: int, low: int, high: int, single: bool) -> Value:
    if not is_list(value) or not 0 <= low < high <= len(value) and not level:
        raise ValueError("an index beyond the array")
    if level:
        return [pick(row, level - 1, low, high, single) for row in value]
    return value[low] if single else value[low:high]
