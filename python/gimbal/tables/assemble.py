"""A table from the arrays that were found: shapes, missing zeros, and what is refused."""
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Dict, List, Optional, Tuple

from .numbers import ZERO, Number
from .tokens import TableError
from .values import Text, describe, flatten, is_list, transpose

STAGES_MOST = 64
NOTHING = "no array of a table"


@dataclass
class Table:
    """A Butcher table. Entries are Numbers, whose text gimbal reads."""

    name: str
    A: List[List[Number]]
    b: List[Number]
    c: Optional[List[Number]] = None
    embedded: Optional[List[Number]] = None
    order: Optional[int] = None  # as the source claims it
    embedded_order: Optional[int] = None
    line: int = 0
    notes: List[str] = field(default_factory=list)

    @property
    def claims(self) -> str:
        words = [f"order {self.order}"] if self.order else []
        if self.embedded and self.embedded_order:
            words.append(f"embedded {self.embedded_order}")
        return ", ".join(words)

    def data(self) -> Dict[str, Any]:
        """The object for `gimbal algebra FILE.json`."""
        out: Dict[str, Any] = {"name": self.name} if self.name else {}
        if self.claims:
            out["claims"] = self.claims
        out["A"] = [[entry.text for entry in row] for row in self.A]
        out["b"] = [entry.text for entry in self.b]
        if self.c is not None:
            out["c"] = [entry.text for entry in self.c]
        if self.embedded is not None:
            out["embedded"] = [entry.text for entry in self.embedded]
        return out


# What the arrays of a table are called, in small letters and without underscores.
ROLES: Dict[str, set] = {
    "A": set("a amat amatrix arka rka butchera abutcher alower".split()),
    "b": set("b bvec bweights weights rkb butcherb α bsol".split()),
    "c": set("c cvec nodes rkc butcherc".split()),
    "embedded": set("bhat bh b2 bembed bembedded embedded btilde bstar bt bt1 bs αeest bemb bprime b̂".split()),
    "diagonal": {"adiagonal"}, "alpha": {"alpha"}, "beta": {"beta"}, "alphahat": {"alphahat"}, "betahat": {"betahat"}}


def role(name: str, language: str) -> str:
    short = re.split(r"\.|->", name)[-1]
    key = short.lower().replace("_", "")
    if language == "sundials":  # B->A and B->b; d are the embedded weights
        known = {"A": "A", "b": "b", "c": "c", "d": "embedded", "q": "order", "p": "embedded_order"}
        return known.get(short, "") if "->" in name else ""
    return next((found for found, names in ROLES.items() if key in names), "")


def understood(roles: Dict[str, Any]) -> str:
    names = {"A": "A", "b": "b", "c": "c", "embedded": "embedded weights"}
    return ", ".join(f"{names[key]} with {describe(value)}" for key, value in roles.items()
                     if key in names and (is_list(value) or isinstance(value, Number))) or NOTHING


def close(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= Decimal("1e-9") * max(1, abs(one))


def _sums(rows: List[List[Number]]) -> List[Decimal]:
    return [sum((entry.value for entry in row), Decimal(0)) for row in rows]


def from_shu_osher(alpha: List[List[Number]], beta: List[List[Number]]) -> Tuple[List[List[Number]], List[Number]]:
    """A and b of u_i = v_i u + sum_j alpha_ij u_j + h beta_ij f(u_j), where alpha is strictly lower."""
    stages = len(alpha) - 1
    rows: List[List[Number]] = []
    for i in range(stages + 1):
        row = [beta[i][j] if j < len(beta[i]) else ZERO for j in range(stages)]
        for j, factor in enumerate(alpha[i]):
            if j >= i and factor.value:
                raise TableError("alpha is not strictly lower triangular")
            if j < i:
                row = [entry + factor * before for entry, before in zip(row, rows[j])]
        rows.append(row)
    return rows[:stages], rows[stages]


def assemble(name: str, roles: Dict[str, Any], line: int, notes: List[str]) -> Table:
    """Raises TableError with the line and what was understood."""
    known = understood(roles)
    try:
        table = _assemble(name, dict(roles), line)
    except TableError as error:
        raise TableError(error.message, error.line or line, known) from None
    except ValueError as error:
        raise TableError(str(error), line, known) from None
    table.notes = list(notes) + table.notes
    return table


def _numbers(value: Any, what: str) -> List[Number]:
    flat = flatten(value)
    for entry in flat:
        if not isinstance(entry, Number):
            raise TableError(f"{what} has an entry that is no number: "
                             f"{entry.text if isinstance(entry, Text) else entry}")
    return flat


def _assemble(name: str, roles: Dict[str, Any], line: int) -> Table:
    if "alpha" in roles and "beta" in roles and "A" not in roles:
        roles["A"], roles["b"] = from_shu_osher(roles["alpha"], roles["beta"])
        if "alphahat" in roles and "betahat" in roles:
            roles["embedded"] = from_shu_osher(roles["alphahat"], roles["betahat"])[1]
    for key in ("A", "b"):
        if key not in roles:
            other = "b" if key == "A" else "A"
            raise TableError(f"there is {other}, but no {key}" if other in roles else "there is no array A or b")
    b = _numbers(roles["b"], "b")
    s = len(b)
    if not 0 < s <= STAGES_MOST:
        raise TableError(f"{s} weights; expected 1 to {STAGES_MOST}")
    c = _numbers(roles["c"], "c") if "c" in roles else None
    embedded = _numbers(roles["embedded"], "the embedded weights") if "embedded" in roles else None
    if c is not None and len(c) == s - 1 and is_list(roles["A"]) and len(roles["A"]) == s - 1:
        c = [ZERO] + c  # both without the first stage
    if c is not None and len(c) != s:
        raise TableError(f"{len(c)} nodes c and {s} weights b")
    if embedded is not None and len(embedded) != s:
        raise TableError(f"{len(embedded)} embedded weights and {s} weights b")
    rows = _rows(roles["A"], s, c, roles.get("diagonal"))
    if c is not None:
        _check_transposed(rows, c)
    orders = {key: roles.get(key) for key in ("order", "embedded_order")}
    table = Table(name, rows, b, c, embedded, line=line)
    for key, order in orders.items():
        if isinstance(order, Number) and order.fraction is not None and 0 < order.fraction <= 20:
            setattr(table, key, int(order.fraction))
    return table


def _rows(value: Any, s: int, c: Optional[List[Number]], diagonal: Any) -> List[List[Number]]:
    if isinstance(value, Number):
        value = [[value]]
    if not is_list(value):
        raise TableError("A is not an array")
    while len(value) == 1 and is_list(value[0]) and any(is_list(row) for row in value[0]):
        value = value[0]  # std::array of C++ has two braces
    if not any(is_list(row) for row in value):
        flat = _numbers(value, "A")
        if len(flat) != s * s:
            raise TableError(f"A is a list of {len(flat)} numbers, and there are {s} weights; expected rows")
        value = [flat[i * s:(i + 1) * s] for i in range(s)]
    rows = [_numbers(row, "A") for row in value]
    for i, row in enumerate(rows):
        if len(row) > s and any(entry.value for entry in row[s:]):
            raise TableError(f"row {i + 1} of A has {len(row)} entries, and there are {s} weights")
    rows = [row[:s] for row in rows]
    if is_list(diagonal):  # the rows of the lower part, without the first
        last = _numbers(diagonal, "the diagonal")
        if len(last) != s or [len(row) for row in rows] != list(range(1, s)):
            raise TableError(f"{len(last)} entries on the diagonal, {len(rows)} rows below it and {s} weights b")
        rows = [row + [entry] for row, entry in zip([[], *rows], last)]
    if len(rows) == s - 1 and [len(row) for row in rows] == list(range(1, s)) \
            and (c is None or all(close(a, b.value) for a, b in zip(_sums(rows), c[1:]))):
        rows.insert(0, [])  # only the rows of an explicit method that have entries
    if len(rows) != s:
        raise TableError(f"{len(rows)} rows in A and {s} weights b")
    return [row + [ZERO] * (s - len(row)) for row in rows]


def _check_transposed(rows: List[List[Number]], c: List[Number]) -> None:
    nodes = [node.value for node in c]
    if any(not close(a, b) for a, b in zip(_sums(rows), nodes)) \
            and all(close(a, b) for a, b in zip(_sums(transpose(rows)), nodes)):
        raise TableError("the columns of A sum to c, and the rows do not: A may be transposed "
                         "(Fortran fills arrays by columns)")
