"""Expressions as text in a programming language, or in LaTeX; parts that are used again, or are long, get a
name."""
import decimal
import re

from .graph import LEAVES, spelled

MOST = 64  # characters of a text that needs no name


class Language:
    """How operators, functions, numbers and assignments are written. Precedences: 1 sum, 2 product, 3 sign,
    4 power, 5 anything closed."""

    functions = {"fabs": "abs"}
    power = "{}**{}"
    statement = "{} = {}"
    comment = "# "
    folds_case = False
    reserved = set("t y dy y0 p k end in is if or do and not for def var pi e i j E I lambda gamma beta math number "
                   "abs sin cos tan exp log sqrt rhs field test case switch function return global break parameters "
                   "double float int long short char const static void main include real program module use eps "
                   "inf nan zeros ones size length state dstate initial print format write read data time mod".split())

    def integer(self, text):
        return text

    def decimal(self, text):
        return text

    def quotient(self, top, bottom):
        return f"{top}/{bottom}"

    def call(self, name, arguments):
        return f"{self.functions.get(name, name)}({', '.join(arguments)})"

    def number(self, value):
        """The text of a constant and its precedence."""
        text = spelled(abs(value))
        if "/" in text:
            text, level = self.quotient(*text.split("/")), 2
        elif text.isdigit():
            text, level = (self.integer(text) if len(text) < 10 else self.decimal(text + ".0")), 5
        else:
            text, level = self.decimal(text), 5
        return (f"-{text}", 3 if level > 3 else 2) if value < 0 else (text, level)

    def join(self, name, a, b):
        """Of two texts with their precedences."""
        def closed(one, least):
            return one[0] if one[1] >= least else f"({one[0]})"
        if name in ("add", "sub"):
            least = 9 if b[0][0] == "-" else 1 if name == "add" else 2
            return closed(a, 1) + (" + " if name == "add" else " - ") + closed(b, least), 1
        if name == "mul":
            return self.product(closed(a, 2), closed(b, 4 if b[1] == 3 else 2)), 2
        if name == "div":
            return closed(a, 2) + "/" + closed(b, 4), 2
        if name == "pow":
            return self.powered(closed(a, 5), b[0] if b[1] == 5 else f"({b[0]})"), 4
        return self.call(name, [a[0], b[0]]), 5

    def product(self, a, b):
        return f"{a}*{b}"

    def powered(self, a, b):
        return self.power.format(a, b)

    def negative(self, a):
        return "-" + (a[0] if a[1] >= 2 else f"({a[0]})"), 3

    def named(self, names):
        """Names of inputs that the language takes, and that are no others of the program."""
        taken, result = {word.lower() if self.folds_case else word for word in self.reserved}, []
        for name in names:
            name = re.sub(r"\W", "", name)
            while (name.lower() if self.folds_case else name) in taken:
                name += "_"
            taken.add(name.lower() if self.folds_case else name)
            result.append(name)
        return result


class Python(Language):
    reserved = Language.reserved | {"m"}

    def decimal(self, text):
        return f'number("{text}")'

    def quotient(self, top, bottom):
        return f"number({top})/{bottom}"

    def call(self, name, arguments):
        return f"abs({arguments[0]})" if name == "fabs" else f"m.{name}({', '.join(arguments)})"


class Julia(Language):
    functions = {"fabs": "abs", "atan2": "atan"}
    power = "{}^{}"

    def decimal(self, text):
        return f'number("{text}")'

    def quotient(self, top, bottom):
        return f"number({top})/{bottom}"


class Matlab(Language):
    functions = {"fabs": "abs", "cbrt": "nthroot"}
    power = "{}^{}"
    statement = "{} = {};"
    comment = "% "

    def call(self, name, arguments):
        return super().call(name, arguments + (["3"] if name == "cbrt" else []))


class C(Language):
    functions = {}
    statement = "const double {} = {};"
    comment = " * "
    reserved = Language.reserved | set("j0 j1 jn y0 y1 yn auto enum struct union while default register signed "
                                       "unsigned volatile extern sizeof goto typedef inline restrict".split())

    def quotient(self, top, bottom):
        return f"{top}.0/{bottom}.0"

    def powered(self, a, b):
        return f"pow({a}, {b})"

    def call(self, name, arguments):
        return super().call(name, [re.sub(r"^\d+$", r"\g<0>.0", one) for one in arguments])


class Fortran(Language):
    functions = {"fabs": "abs"}
    comment = "! "
    folds_case = True

    def integer(self, text):
        return text + "._dp"

    def decimal(self, text):
        return text + "_dp" if "." in text or "e" in text else text + "._dp"

    def quotient(self, top, bottom):
        return f"{top}._dp/{bottom}._dp"

    def call(self, name, arguments):
        if name == "expm1":
            return f"(exp({arguments[0]}) - 1)"
        if name in ("log1p", "cbrt"):
            return f"log(1 + ({arguments[0]}))" if name == "log1p" else f"sign(abs({arguments[0]})**(1._dp/3), {arguments[0]})"
        return super().call(name, arguments)


_GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega "
          "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega").split()


class Latex(Language):
    functions = {"fabs": "abs"}
    reserved = set()

    @staticmethod
    def symbol(name):
        """theta1 is θ₁, vx is v_x, momentum_x has a subscript."""
        head, _, tail = name.partition("_")
        rest = re.fullmatch(r"([A-Za-z]+?)(\d+)", head)
        if rest:
            head, tail = rest.group(1), rest.group(2) + tail
        elif len(head) > 1 and head[0] in "vwp" and head not in _GREEK and (len(head) == 2 or head[1:] in _GREEK):
            head, tail = head[0], head[1:] + tail
        head = "\\" + head if head in _GREEK else head if len(head) == 1 else f"\\mathrm{{{head}}}"
        tail = re.sub(rf"\b({'|'.join(_GREEK)})\b", r"\\\1", tail.replace("_", " ")).replace(" ", "\\,")
        return f"{head}_{{{tail}}}" if tail else head

    def named(self, names):
        return [self.symbol(name) for name in names]

    def decimal(self, text):
        head, _, power = text.partition("e")
        return f"{head}\\cdot 10^{{{int(power)}}}" if power else head

    def quotient(self, top, bottom):
        return f"\\tfrac{{{top}}}{{{bottom}}}"

    def number(self, value):
        text, level = super().number(value)
        return text, 5 if "tfrac" in text and value > 0 else 2 if "cdot" in text else level

    def product(self, a, b):
        return a + (" \\cdot " if b[0].isdigit() or b.startswith("\\tfrac") else "\\,") + b

    def join(self, name, a, b):
        if name == "div":
            return f"\\frac{{{a[0]}}}{{{b[0]}}}", 4
        return super().join(name, a, b)

    def powered(self, a, b):
        return f"{a}^{{{b}}}"

    def call(self, name, arguments):
        inner = ", ".join(arguments)
        if name in ("sqrt", "cbrt"):
            return f"\\sqrt{'[3]' if name == 'cbrt' else ''}{{{inner}}}"
        if name == "fabs":
            return f"|{inner}|"
        known = ("sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh")
        return (f"\\{name}" if name in known else f"\\operatorname{{{name}}}") + f"({inner})"


LANGUAGES = {"python": Python(), "julia": Julia(), "matlab": Matlab(), "c": C(), "fortran": Fortran(),
             "latex": Latex()}


class Printed:
    """Values of a graph as lines: `parts` [(name, text)], `values` texts, and which inputs are `read`."""

    def __init__(self, language, graph, nodes, inputs, most=MOST):
        """`inputs`: {("q", 0): "x", ...}"""
        self.parts, self.read, self.language = [], set(), language
        order = graph.needed(nodes)
        uses = dict.fromkeys(order, 0)
        for i in order:
            name, *of = graph.operations[i]
            for j in of if name not in LEAVES else []:
                uses[j] += 1
        for node in nodes:
            uses[node.index] += 1
        self.texts = {}
        prefix = next(one for one in ("s", "u", "z", "a", "part")
                      if not any(re.fullmatch(one + r"_?\{?\d+\}?", name, re.I) for name in inputs.values()))
        for i in order:
            name, *of = graph.operations[i]
            text = self._text(graph, name, of, inputs)
            trivial = name in LEAVES or name == "neg" and graph.operations[of[0]][0] in LEAVES
            if not trivial and (uses[i] > 1 or len(text[0]) > most):
                own = f"{prefix}{len(self.parts) + 1}"
                own = language.symbol(own) if isinstance(language, Latex) else own
                self.parts.append((own, text[0]))
                text = (own, 5)
            self.texts[i] = text
        self.values = [self.texts[node.index][0] for node in nodes]

    def _text(self, graph, name, of, inputs):
        language = self.language
        if name == "number":
            return language.number(of[0])
        if name in LEAVES:
            self.read.add((name, *of))
            return inputs[(name, *of)], 5
        if name == "neg":
            return language.negative(self.texts[of[0]])
        if name == "mul" and of[0] == of[1] and isinstance(language, Latex):
            a = self.texts[of[0]]
            return language.powered(a[0] if re.fullmatch(r"\\?\w+(_\{[^{}]*\})?", a[0]) else f"({a[0]})", "2"), 4
        if len(of) == 2:
            return language.join(name, self.texts[of[0]], self.texts[of[1]])
        return language.call(name, [self.texts[of[0]][0]]), 5


def short(text, digits):
    """A decimal number with at most so many digits."""
    with decimal.localcontext() as context:
        context.prec = digits
        value = +decimal.Decimal(text)
    plain = format(value, "f")
    if len(plain) <= digits + 6 and value.adjusted() < 16:  # longer whole numbers are no integers of C
        return plain
    return str(value.normalize()).replace("E", "e")
