"""Source text of programming languages as tokens, without comments and continuation lines."""
import re
from dataclasses import dataclass
from typing import List, Optional, Tuple


class TableError(ValueError):
    """A table that is unclear. `line` is where, and `understood` what was read until there."""

    def __init__(self, message: str, line: int = 0, understood: str = ""):
        self.message, self.line, self.understood = message, line, understood
        place = f"line {line}: " if line else ""
        super().__init__(place + message + (f" (understood: {understood})" if understood else ""))


@dataclass(frozen=True)
class Token:
    kind: str  # number, name, string, sign, line
    text: str
    line: int
    space: bool  # whether a blank is before it


LANGUAGES = ("c", "fortran", "fortran77", "julia", "matlab", "python", "sundials")

_NUMBERS = {
    "c": r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlLqQuU]*",
    "fortran": r"(?:\d+\.?\d*|\.\d+)(?:[eEdDqQ][+-]?\d+)?(?:_\w+)?",
    "julia": r"(?:\d[\d_]*(?:\.(?![*/^+\-'])\d*)?|\.\d+)(?:[eEf][+-]?\d+)?",
    "matlab": r"(?:\d+(?:\.(?![*/^'])\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?",
    "python": r"(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?",
}
_SIGNS = [r"\(/", r"/\)", r"\*\*", r"//", r"\.\*", r"\./", r"\.\^", r"\.\+", r"\.-", r"->", r"::", r"==", r"<=",
          r">=", r"!=", r"/=", r":=", r"&&", r"\|\|", r"\.\(", r"[^\s\w]"]
_NAME = r"[^\W\d]\w*(?:(?:\.|->)[^\W\d]\w*)*"


def _family(language: str) -> str:
    return {"fortran77": "fortran", "sundials": "c"}.get(language, language)


def _blank(match) -> str:
    """Comments become blanks; lines stay lines."""
    return re.sub(r"[^\n]", " ", match.group(0))


def _without_data(text: str) -> str:
    """DATA statements of Fortran, DATA A21, B /5.D-1, 3*1.D0/, as assignments in the same line."""

    loop = r"\(((?:\s*\w+\([^()]*\)\s*,)*\s*\w+\([^()]*\))\s*,\s*(\w+)\s*=\s*(\d+)\s*,\s*(\d+)\s*\)"

    def expand(match) -> str:
        """(A(2, J), J = 1, 2) is A(2, 1), A(2, 2)."""
        entries, letter, first, last = match.groups()
        return ", ".join(re.sub(rf"\b{letter}\b", str(k), entries) for k in range(int(first), int(last) + 1))

    def array(target: str, entries: List[str]) -> str:
        """By columns, in the shape that is declared."""
        shape = re.search(rf"(?i)\b{target}\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)", text)
        side = round(len(entries) ** 0.5)
        rows = int(shape[1]) if shape and shape[1].isdigit() else side
        inner = f"[{', '.join(entries)}]"
        return f"reshape({inner}, [{rows}, {len(entries) // max(1, rows)}])" if shape else inner

    def length(target: str) -> int:
        shape = re.search(rf"(?i)\b{target}\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)", text) if "(" not in target else None
        return int(shape[1]) * int(shape[2] or 1) if shape else 1

    def assignments(match) -> str:
        out = ""
        for names, values in re.findall(r"([^/]+)/([^/]*)/", match[1]):
            while re.search(loop, names):
                names = re.sub(loop, expand, names)
            targets = re.findall(r"\w+(?:\s*\([^()]*\))?", names)
            entries = [one for value in values.split(",") for count, one in [re.fullmatch(
                r"\s*(?:(\d+)\s*\*)?\s*(.*?)\s*", value, re.S).groups()] for _ in range(int(count or 1))]
            lengths = [length(target) for target in targets]
            if len(targets) == 1 and lengths == [1]:
                lengths = [len(entries)]  # of a shape that is not given in numbers
            # A name without a value is refused where the array is read.
            wrong = f"DATA_of_{len(entries)}_values_for_{sum(lengths)}_entries" if sum(lengths) != len(entries) else ""
            for target, count in zip(targets, lengths):
                value = wrong or (entries[0] if count == 1 else array(target, entries[:count]))
                out, entries = f"{out} {target} = {value};", entries[count:]
        return out + "\r" * match[0].count("\r")

    return re.sub(r"(?im)^[ \t]*data\b([^=\n]*(?:=[ \t]*\d+[^=\n]*)*/)[ \t\r]*$", assignments, text)


def _without_comments(text: str, language: str) -> str:
    if language in ("c", "sundials"):
        text = re.sub(r"\\\n", " \n", text)
        text = re.sub(r"/\*.*?\*/|//[^\n]*", _blank, text, flags=re.S)
        text = re.sub(r"=\s*\([^;<]*(?:<[^;<>]*>[^;<]*)?<<([^;\"]*)\)\s*\.finished\(\)\s*;", r"= {\1};", text)  # Eigen
        text = re.sub(r"\b([A-Za-z_]\w*)\s*<<([^;\"]*);", r"\1 = {\2};", text)
        text = re.sub(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(.+)$", r"\1 = \2;", text, flags=re.M)
        return re.sub(r"^[ \t]*#.*$", _blank, text, flags=re.M)
    if language == "fortran77":
        text = re.sub(r"^[cC*dD!][^\n]*", _blank, text, flags=re.M)
        text = re.sub(r"![^\n]*", _blank, text)
        return _without_data(re.sub(r"\n     [^\s0]", " \r", text))  # \r: a line that goes on
    if language == "fortran":
        text = re.sub(r"![^\n]*", _blank, text)
        return _without_data(
            re.sub(r"&[ \t]*\n(?:[ \t]*\n)*[ \t]*&?", lambda m: " " + "\r" * m.group(0).count("\n"), text))
    if language == "python":
        text = re.sub(r"(\"\"\"|''').*?\1|#[^\n]*", _blank, text, flags=re.S)
        entry = r"([{,])(\s*)([\"'])([A-Za-z_]\w*)\3[ \t]*:"  # of a dict
        text = re.sub(entry, lambda m: f"{m[1].strip(',')}{m[2]}; {m[4]} =", text)
        return re.sub(r"\\\n", "\r", text)
    if language == "julia":
        text = re.sub(r"@\w+(?=\s*\[)", _blank, text)  # @SMatrix [..]
        return re.sub(r"#=.*?=#|\"\"\".*?\"\"\"|#[^\n]*", _blank, text, flags=re.S)
    text = re.sub(r"^[ \t]*%\{[ \t]*$.*?^[ \t]*%\}[ \t]*$", _blank, text, flags=re.S | re.M)
    text = re.sub(r"[%#][^\n]*", _blank, text)
    return re.sub(r"\.\.\.[^\n]*\n", "\r", text)


def tokenize(text: str, language: str) -> List[Token]:
    family = _family(language)
    signs = [sign for sign in _SIGNS if not (sign in (r"\(/", r"/\)", "/=") and family != "fortran")
             and not (sign == r"\.\(" and family != "julia")
             and not (sign == "//" and family == "c")]
    strings = r"\"(?:[^\"\\\n]|\\.)*\""
    if family != "julia" and family != "matlab":
        strings += r"|'(?:[^'\\\n]|\\.)*'"
    pattern = re.compile(rf"(?P<number>{_NUMBERS[family]})|(?P<name>{_NAME})|(?P<string>{strings})"
                         rf"|(?P<sign>{'|'.join(signs)})")
    text = _without_comments(text, language)
    tokens, line, at, space = [], 1, 0, False
    while at < len(text):
        char = text[at]
        if char == "\n":
            tokens.append(Token("line", "\n", line, space))
            line += 1
            at, space = at + 1, True
            continue
        if char == "\r":
            line += text[at:at + 2] != "\r\n"
            at, space = at + 1, True
            continue
        if char.isspace():
            at, space = at + 1, True
            continue
        match = pattern.match(text, at)
        if not match:
            at, space = at + 1, True
            continue
        kind, found = match.lastgroup or "sign", match.group(0)
        if family == "matlab" and char == "'":
            at, kind, found, match = _quote(text, at, tokens, space)
        else:
            at = match.end()
        tokens.append(Token(kind, found, line, space))
        space = False
    tokens.append(Token("line", "\n", line, False))
    return tokens


def _quote(text: str, at: int, tokens: List[Token], space: bool) -> Tuple[int, str, str, Optional[re.Match]]:
    """A string of MATLAB, or the sign of the transpose after a value."""
    before = tokens[-1] if tokens else None
    if before and not space and (before.kind in ("name", "number") or before.text in ")]}'"):
        return at + 1, "sign", "'", None
    match = re.compile(r"'[^'\n]*'").match(text, at)
    if not match:
        return at + 1, "sign", "'", None
    return match.end(), "string", match.group(0), match
