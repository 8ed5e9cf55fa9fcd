"""Tables in the source text of programs: assignments to A, b and c, and constructors of tables."""
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict, List, Optional, Set, Tuple

from .assemble import STAGES_MOST, Table, assemble, close, role, understood
from .numbers import ZERO, Number
from .tokens import TableError, Token, _family, tokenize
from .values import ENDS, Parser, Plain, Text, Unknown, Value, combine, flatten, is_list

CONSTRUCTOR = re.compile(r"RungeKutta(Method|Pair)$|RungeKutta$|RK(Pair)?Tableau$|Tableau$|RKRegister$|"
                         r"ButcherTable_Create$")
SCOPES = {"function", "def", "class", "subroutine", "ARK_BUTCHER_TABLE"}
# The order of a constructor's arguments.
ARGUMENTS = {
    "RungeKuttaPair": ("A", "b", "embedded", "alpha", "beta"),
    "RungeKutta": ("A", "b", "alpha", "beta"),
    "RKTableau": ("A", "c", "b", "order"),
    "RKRegister": ("", "order", "", "A", "b", "c", "embedded"),
    "ButcherTable_Create": ("", "order", "embedded_order", "c", "A", "b", "embedded")}
SCALAR = {
    "A": re.compile(r"a_?(\d)(\d)$|a_?(\d\d)(\d\d)$|a_?(\d+)_(\d+)$", re.I),
    "b": re.compile(r"b_?(\d+)$", re.I),
    "c": re.compile(r"c_?(\d+)$", re.I),
    "embedded": re.compile(r"(?:bh|bhat|b_hat|bs|bt)_?(\d+)$", re.I)}


class Scan:
    """All tables of a text, and what was refused."""

    def __init__(self, text: str, language: str, name: str = ""):
        self.language, self.family = language, _family(language)
        self.tokens = tokenize(text, language)
        self.names: Dict[str, Value] = {}
        self.value: Value = ZERO  # of the last assignment
        self.parser = Parser(self.tokens, language, self.names)
        for original, other in re.findall(r"\b(\w+)[ \t]+as[ \t]+(\w+)", text) if self.family == "python" else []:
            self.parser.alias[other] = original
        self.default = name
        self.scope, self.pending = "", ""
        self.made = False  # whether a constructor was there in this function
        self.roles: Dict[str, Value] = {}
        self.called: Dict[str, str] = {}  # by which name a role was given
        self.line = 0
        self.grown: Set[str] = set()  # arrays that have entries one by one, and zeros elsewhere
        self.notes: List[str] = []
        self.tables: List[Table] = []
        self.refused: List[TableError] = []
        self.walk()

    # ---- Walking over the tokens ----

    def walk(self) -> None:
        at, depth = 0, 0
        while at + 1 < len(self.tokens):
            token = self.tokens[at]
            if token.kind == "sign":
                if token.text == "=":
                    at = self.assignment(at, depth)
                    continue
                if token.text in ("(", "["):
                    depth += 1
                elif token.text in (")", "]"):
                    depth = max(0, depth - 1)
            elif token.kind == "name":
                short = re.split(r"\.|->", token.text)[-1]
                word = short if token.text in SCOPES else short.lower() if self.family == "fortran" else ""
                if word in SCOPES and not self.ends(at):
                    at = self.begin(at)
                    continue
                if self.tokens[at + 1].text == "(" and CONSTRUCTOR.search(short):
                    at = self.construct(at, short)
                    continue
            at += 1
        self.finish()

    def ends(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].text.lower() == "end"

    def begin(self, at: int) -> int:
        """A function or a block begins: names of the last one are gone."""
        self.finish()
        self.made = False
        self.names.clear()
        at += 1 + (self.tokens[at + 1].text == "(")
        # function NAME(..), and MATLAB's function [A, b, c] = NAME(..)
        end = at
        while self.tokens[end].kind != "line" and self.tokens[end].text != "(":
            end += 1
        words = [token for token in self.tokens[at:end] if token.kind == "name"]
        outputs = any(token.text == "=" for token in self.tokens[at:end])
        self.scope = words[-1 if outputs else 0].text if words else ""
        if self.language == "sundials":
            return at + 1
        while self.tokens[at].kind != "line" and at + 1 < len(self.tokens):
            at += 1
        return at

    # ---- Assignments ----

    def left(self, at: int) -> Tuple[Optional[int], List[int]]:
        """The token of the name before the sign at `at`, and where its brackets begin."""
        groups: List[int] = []
        at -= 1
        while at >= 0 and self.tokens[at].text in (")", "]"):
            close, depth = self.tokens[at].text, 0
            begin = "(" if close == ")" else "["
            while at >= 0:
                depth += (self.tokens[at].text == close) - (self.tokens[at].text == begin)
                if not depth:
                    break
                at -= 1
            groups.insert(0, at)
            at -= 1
        return (at if at >= 0 and self.tokens[at].kind == "name" else None), groups

    def assignment(self, at: int, depth: int) -> int:
        change = ""
        if self.tokens[at - 1].text in ("+", "-", "*", "/", ".") and not self.tokens[at].space:
            change = self.tokens[at - 1].text
        name_at, groups = self.left(at - (change != ""))
        if name_at is None or (depth and self.family in ("python", "julia")):
            return at + 1
        name = self.tokens[name_at].text
        key = name.lower() if self.family == "fortran" else name
        line = self.tokens[name_at].line
        if len(groups) == 1 and self.tokens[at - 2].kind == "string":  # RK["name"] =
            self.pending = self.tokens[at - 2].text[1:-1]
            return at + 1
        word = self.tokens[at + 1]
        if word.kind == "name" and CONSTRUCTOR.search(word.text.split(".")[-1]):
            self.pending = name
            return at + 1
        chain = self.chained(at + 1)
        if chain is None:
            self.value, end = self.read(at + 1)
        else:
            end = self.assignment(chain, depth)
        value = self.value
        if self.family in ("python", "julia") and not change and not depth:
            values = [value]
            while self.tokens[end].text == "," and self.tokens[end + 1].kind != "line":
                value, end = self.read(end + 1)
                values.append(value)
            targets = self.targets(name_at, groups)
            if len(values) > 1 or len(targets) > 1:
                return self.assign_several(targets, values, line, end)
            value = values[0]
        if self.in_loop(name_at):
            value = Unknown(f"{name} changes in a loop", line)
        if change and change != ".":
            value = self.changed(name, change, value, line)
        if any(token.text.lower() == name.lower() for token in self.tokens[at + 1:end]):
            self.called.pop(role(key, self.language), None)  # b = b/6 is the same array
        self.assign(key, name_at, groups, value, line)
        return end

    def chained(self, at: int) -> Optional[int]:
        """The next sign of b[0] = b[1] = 1/2."""
        if self.tokens[at].kind != "name":
            return None
        at += 1
        while self.tokens[at].text in ("(", "["):
            depth = 1
            while depth and at + 2 < len(self.tokens):
                at += 1
                depth += (self.tokens[at].text in ("(", "[")) - (self.tokens[at].text in (")", "]"))
            at += 1
        return at if self.tokens[at].text == "=" else None

    def targets(self, name_at: int, groups: List[int]) -> List[Tuple[Optional[int], List[int]]]:
        """The names, with their brackets, that stand before one sign: a, b[0] = 1, 2."""
        found: List[Tuple[Optional[int], List[int]]] = [(name_at, groups)]
        while found[0][0] and self.tokens[found[0][0] - 1].text == ",":
            found.insert(0, self.left(found[0][0] - 1))
        return found

    def assign_several(self, targets: List[Tuple[Optional[int], List[int]]], values: List[Value], line: int,
                       end: int) -> int:
        """One value for each name; or for one name a list of them."""
        wrong = next((value for value in values if isinstance(value, Unknown)), None)
        if len(targets) == 1:
            values = [wrong or Plain(values)]
        elif len(values) == 1 and is_list(values[0]):
            values = list(values[0])
        for i, (name_at, groups) in enumerate(targets):
            if name_at is None:
                continue
            value = values[i] if len(values) == len(targets) else \
                Unknown(f"{len(targets)} names and {len(values)} values in one assignment", line)
            if self.in_loop(name_at):
                value = Unknown(f"{self.tokens[name_at].text} changes in a loop", line)
            self.assign(self.tokens[name_at].text, name_at, groups, value, line)
        return end

    def in_loop(self, at: int) -> bool:
        """Whether the line begins a loop: its variable has no one value."""
        while at > 0 and self.tokens[at - 1].kind != "line":
            at -= 1
            if self.tokens[at].text.lower() in ("for", "do", "while"):
                return True
        return False

    def read(self, at: int) -> Tuple[Value, int]:
        """The value from there on; Unknown unless it is a value."""
        self.parser.at, self.parser.depth, self.parser.rows = at, 0, False
        self.parser.last.clear()
        line = self.tokens[at].line
        while self.tokens[at].kind == "line" and self.family in ("julia", "matlab") and at + 1 < len(self.tokens):
            at += 1
        self.parser.at = at
        try:
            value = self.parser.value()
            after = self.tokens[self.parser.at]
            if after.kind != "line" and after.text not in (";", ",", ")", "}", "&"):
                raise TableError(f"{after.text!r} after the value", after.line)
        except TableError as error:
            return Unknown(error.message, error.line or line), at
        except (ValueError, RecursionError) as error:
            return Unknown(str(error), line), at
        if self.family == "fortran":
            self.check_precision(at, self.parser.at)
        return value, self.parser.at

    def check_precision(self, begin: int, end: int) -> None:
        for at in range(begin, end):
            token = self.tokens[at]
            if token.kind != "number" or not re.fullmatch(r"\d*\.\d*([eE][+-]?\d+)?", token.text):
                continue
            value = Fraction(Decimal(token.text if token.text[0] != "." else "0" + token.text))
            bits = value.denominator & (value.denominator - 1) == 0 and value.numerator.bit_length() <= 24
            divided = self.tokens[at - 1].text == "/" or self.tokens[at + 1].text == "/"
            if (not bits or divided) and not self.notes:
                self.notes.append(f"line {token.line}: {token.text} has single precision in Fortran; "
                                  f"its digits were read. In double precision it is {token.text}d0")

    def changed(self, name: str, sign: str, value: Value, line: int) -> Value:
        old = self.parser.look(name)
        function = {"+": Number.__add__, "-": Number.__sub__, "*": Number.__mul__, "/": Number.__truediv__}[sign]
        if old is None or isinstance(old, Unknown) or isinstance(value, Unknown):
            return Unknown(f"{sign}= of what is not understood", line)
        try:
            return combine(function, old, value)
        except ValueError as error:
            return Unknown(str(error), line)

    def declared(self, name_at: int, value: Value) -> bool:
        """Whether brackets after the name are the lengths of an array, and not an index."""
        if self.family == "c":
            return is_list(value) or self.tokens[name_at - 1].kind == "name"
        at = name_at
        while at > 0 and self.tokens[at].kind != "line":
            at -= 1
            if self.tokens[at].text == "::" or self.tokens[at].text.lower() in ("real", "dimension"):
                return True
        return False

    def assign(self, key: str, name_at: int, groups: List[int], value: Value, line: int) -> None:
        what = role(key, self.language)
        if groups and not self.declared(name_at, value):
            short = re.split(r"\.|->", key)[-1]
            key = key if key in self.names else short
            if what in self.roles and self.names.get(key) is None:
                return
            self.grown.add(what)
            self.names[key] = self.put(self.names.get(key), groups, value, line)
            value = self.names[key]
        else:
            if what in self.roles and self.roles[what] is not value and {"A", "b"} <= set(self.roles) \
                    and self.language != "sundials" and self.called.get(what) == key \
                    and not isinstance(value, Unknown):
                self.finish()  # the next table begins
            self.names[key] = value
        if what and key.lower() == "b2" and not is_list(value):
            what = ""  # a scalar among b1, b2, b3
        if what and isinstance(value, Text):
            self.roles.pop(what, None)
        elif what:
            if what in self.called and self.called[what] != key and what in self.roles:
                self.roles[what] = Unknown(f"both {self.called[what]} and {key} may be {what}", line)
                return
            self.roles[what], self.called[what] = value, key
            self.line = self.line or line

    def put(self, array: Optional[Value], groups: List[int], value: Value, line: int) -> Value:
        """The array with this value at this index."""
        if isinstance(array, Unknown):
            return array
        if isinstance(value, Unknown):
            return value
        rows: List[Any] = array if is_list(array) else []
        try:
            places: List[Tuple[int, int, bool]] = []
            for group in groups:
                self.parser.at, self.parser.depth, self.parser.rows = group, 0, False
                inner = max([len(row) for row in rows if is_list(row)] or [0])
                places += self.parser.subscripts(self.tokens[group].text, [len(rows), inner][len(places):])
            self.fill(rows, places, value)
        except ValueError as error:
            return Unknown(getattr(error, "message", str(error)), line)
        return rows

    def fill(self, rows: List[Any], places: List[Tuple[int, int, bool]], value: Value) -> None:
        low, high, single = places[0]
        if not 0 <= low <= high <= STAGES_MOST + 1 or len(places) > 2:
            raise ValueError("an index beyond any table")
        while len(rows) < high:
            rows.append([] if len(places) > 1 else ZERO)
        if len(places) == 1:
            if not single and is_list(value) and len(value) != high - low:
                raise ValueError(f"{len(value)} values for {high - low} entries")
            for i in range(low, high):
                rows[i] = value[i - low] if is_list(value) and not single else value
            return
        for i in range(low, high):
            if not is_list(rows[i]):
                rows[i] = []
            self.fill(rows[i], places[1:], value if single or not is_list(value) else value[i - low])

    # ---- Constructors ----

    def construct(self, at: int, short: str) -> int:
        line = self.tokens[at].line
        self.parser.at, self.parser.depth, self.parser.rows = at + 1, 0, False
        before = self.tokens[at - 1].text if at else ""
        if before in SCOPES or before in ("struct", "new"):
            return at + 1
        raw = self.tokens[at + 2].text
        try:
            given, named = self.parser.arguments("(")
        except TableError:
            return at + 1
        end = max(self.parser.at, at + 2)
        layout = next((ARGUMENTS[key] for key in ARGUMENTS if short.endswith(key) or
                       (key == "RungeKutta" and "RungeKutta" in short and not short.endswith("Pair"))), ())
        found: Dict[str, Value] = {}
        for what, value in zip(layout, given):
            if what and not isinstance(value, Text) and not (isinstance(value, Unknown) and what in self.roles):
                found[what] = value
        for key, value in named.items():
            what = role(key, self.language) or {"order": "order", "adaptiveorder": "embedded_order"}.get(key, "")
            if what and not isinstance(value, Text):
                found[what] = value
            if key in ("name", "shortname") and isinstance(value, Text) and not self.pending:
                self.pending = value.text
        if short.endswith("RKRegister"):
            self.pending = raw.strip('"')
        if not found:
            return at + 1
        for what in ("order", "embedded_order"):
            if isinstance(found.get(what), Unknown):
                del found[what]
        roles = {**({} if "A" in found or "alpha" in found else self.roles), **found}
        if is_list(roles.get("order")):
            orders = roles.pop("order")
            roles["order"], roles["embedded_order"] = orders[0], orders[-1]
        self.roles = {key: value for key, value in roles.items() if value is not None}
        self.line = line
        self.finish()
        self.made = True
        return end

    # ---- The end of a table ----

    def scalars(self) -> None:
        """Names like a21, b1 and c2, where there is no array."""
        found: Dict[str, Any] = {}
        for key, value in self.names.items():
            for what, pattern in SCALAR.items():
                match = pattern.match(key)
                if match and isinstance(value, (Number, Unknown)):
                    index = [int(part) for part in match.groups() if part is not None]
                    found.setdefault(what, {})[tuple(index)] = value
        if "A" not in found or "b" not in found:
            return
        for value in [one for entries in found.values() for one in entries.values()]:
            if isinstance(value, Unknown):
                raise TableError(value.why, value.line)
        s = max(max(index) for entries in found.values() for index in entries)
        self.roles["A"] = [[found["A"].get((i, j), ZERO) for j in range(1, s + 1)] for i in range(1, s + 1)]
        sums = [sum(row, ZERO).value for row in self.roles["A"]]
        nodes = [(i, node.value) for (i,), node in found.get("c", {}).items()]
        if nodes and not sums[0] and all(i < s and close(sums[i], node) for i, node in nodes) \
                and not all(close(sums[i - 1], node) for i, node in nodes):
            found["c"] = {(i + 1,): node for (i,), node in found["c"].items()}  # of the stages after the first
        for what in ("b", "c", "embedded"):
            if what in found:  # a node that is not given is the sum of its row
                rows = self.roles["A"] if what == "c" else [[]] * s
                self.roles[what] = [found[what].get((i + 1,), sum(row, ZERO)) for i, row in enumerate(rows)]

    def fill_up(self, roles: Dict[str, Value]) -> None:
        """Zeros at the end of arrays whose entries were given one by one."""
        lists = [value for key, value in roles.items() if key in ("A", "b", "c", "embedded") and is_list(value)]
        s = max([len(value) for value in lists] or [0])
        for key in self.grown & {"A", "b", "c", "embedded"}:
            value = roles.get(key)
            if is_list(value):
                value = value if key == "A" else flatten(value)  # b(1,2) = 3/4
                roles[key] = value + [[] if key == "A" else ZERO for _ in range(s - len(value))]

    def finish(self) -> None:
        roles, line = self.roles, self.line
        name = self.pending or self.scope or (self.default if not self.tables else "")
        try:
            if "A" not in roles and "alpha" not in roles and not self.made:
                self.scalars()
            if "A" not in roles and "alpha" not in roles:
                if is_list(roles.get("b")) and is_list(roles.get("c")):
                    raise TableError("there are b and c, but no A", line, understood(roles))
                return
            self.fill_up(roles)
            for what, value in roles.items():
                if isinstance(value, Unknown):
                    raise TableError(f"{self.called.get(what, what)}: {value.why}", value.line or line,
                                     understood(roles))
            self.tables.append(assemble(name, roles, line, self.notes))
        except TableError as error:
            self.refused.append(error)
        finally:
            self.roles, self.called, self.line, self.notes, self.pending = {}, {}, 0, [], ""
            self.grown = set()
            for key in [key for key in self.names if role(key, self.language) and self.language == "sundials"]:
                del self.names[key]
