"""Butcher tables in LaTeX: array, tabular and tabularx with a vertical bar or \\hline; and in Markdown."""
import re
from typing import Dict, List, Tuple

from .assemble import Table, assemble
from .numbers import Number
from .tokens import TableError, tokenize
from .values import Parser, Unknown, Value

ENVIRONMENT = re.compile(r"\\begin\s*\{(array|tabular\*?|tabularx|matrix|NiceArray|NiceTabular|longtable)\}")
SPACES = r"\\[,;:!> ]|\\q?quad\b|~|\\(?:display|text|script)style\b|\\(?:left|right|[bB]igg?[lr]?)(?=[()\[\]{}|.\\])|" \
         r"\\(?:strut|noalign\{[^}]*\}|rule(?:\[[^\]]*\])?\{[^}]*\}\{[^}]*\}|vphantom\{[^}]*\}|[hv]space\*?\{[^}]*\})|" \
         r"\\(?:rm|mathrm|mathstrut|small|footnotesize)\b|\\(?:arraystretch)\b"
RULES = r"\\(?:hline|toprule|midrule|bottomrule|hdashline|Xhline\{[^}]*\}|(?:c|cmid)(?:line|rule)(?:\([^)]*\))?" \
        r"\{[^}]*\}|specialrule(?:\{[^}]*\}){3})(?:\[[^\]]*\])?"
# What some authors write before the weights: b, b^T, \hat b, y_1, b^*.
LABEL = re.compile(r"\W*(?:(?:hat|widehat|tilde|bar|mathbf|boldsymbol|bm|mathrm|text)\W*)*[byu]"
                   r"(?:[\W_]*(?:\d|[ijnT]|top|ast|star|prime|n\+1))*[\W_]*")
EMBEDDED = re.compile(r"hat|tilde|bar|ast|star|prime|\*|'")


def group(text: str, at: int) -> Tuple[str, int]:
    """The argument that begins there: {..}, a command with its arguments, or one sign."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text):
        raise ValueError("an argument is missing")
    if text[at] == "{":
        depth = 0
        for end in range(at, len(text)):
            depth += (text[end] == "{") - (text[end] == "}")
            if not depth:
                return text[at + 1:end], end + 1
        raise ValueError("a brace is not closed")
    if text[at] == "\\":
        match = re.match(r"\\[A-Za-z]+", text[at:])
        return (match.group(0), at + match.end()) if match else (text[at:at + 2], at + 2)
    return text[at], at + 1


def outermost(text: str) -> str:
    """The text with all that is inside of braces blank."""
    out, depth = "", 0
    for sign in text:
        depth -= sign == "}"
        out += " " if depth > 0 else sign
        depth += sign == "{"
    return out


def plain(text: str) -> str:
    """An entry as an expression: \\frac{1}{2} becomes ((1)/(2))."""
    out, at = "", 0
    text = re.sub(SPACES, " ", text)
    quotient = re.split(r"\\over(?![A-Za-z])", outermost(text))
    if len(quotient) == 2:
        top = len(quotient[0])
        return f" (({plain(text[:top])})/({plain(text[top + len('over') + 1:])})) "
    while at < len(text):
        if text[at] == "\\":
            match = re.match(r"\\([A-Za-z]+)\*?", text[at:])
            if not match:
                raise ValueError(f"{text[at:at + 2]} is not understood")
            word, at = match.group(1), at + match.end()
            if word in ("frac", "tfrac", "dfrac", "cfrac", "nicefrac", "sfrac", "flatfrac"):
                top, at = group(text, at)
                bottom, at = group(text, at)
                out += f" (({plain(top)})/({plain(bottom)})) "
            elif word == "sqrt":
                root = re.match(r"\s*\[([^\]]*)\]", text[at:])
                at += root.end() if root else 0
                inner, at = group(text, at)
                out += f" (({plain(inner)})^(1/({plain(root.group(1))}))) " if root else f" sqrt({plain(inner)}) "
            elif word in ("phantom", "hphantom"):
                _, at = group(text, at)
            elif word in ("text", "mbox", "mathrm", "mathbf", "ensuremath", "num", "mathit", "textstyle"):
                inner, at = group(text, at)
                out += plain(inner)
            elif word in ("cdot", "times", "ast"):
                out += "*"
            elif word in ("ldots", "cdots", "vdots", "ddots", "dots"):
                raise ValueError("dots are no numbers")
            elif word in ("cos", "sin", "pi", "exp", "log"):
                out += " " + word + " "
            elif re.fullmatch(r"[A-Za-z]+", word):
                out += f" {word} "  # a Greek letter: a name
            continue
        if text[at] == "{":
            inner, at = group(text, at)
            out += f"({plain(inner)})" if inner.strip() else ""
            continue
        if text[at] in "^_":
            inner, end = group(text, at + 1)
            out += f"_{re.sub(r'[^A-Za-z0-9]', '', inner)} " if text[at] == "_" else f"^({plain(inner)})"
            at = end
            continue
        out += {"−": "-", "–": "-", "$": ""}.get(text[at], text[at])
        at += 1
    return out


def entry(text: str, names: Dict[str, Value]) -> "Number | None":
    """The number of a cell, or None if it is empty."""
    expression = re.sub(r"\s+_", "_", plain(text)).strip()
    if not expression:
        return None
    # A digit, a parenthesis or a letter after a number or a parenthesis is a factor.
    expression = re.sub(r"(?<=[\d)])\s*(?=[A-Za-z(])|(?<=\))\s*(?=\d)", "*", expression)
    expression = re.sub(r"(?<=\d)\*(?=[eEdD][+-]?\d)", "", expression)
    expression = re.sub(r"\b(sqrt|sin|cos|exp|log)\s*\*?\s*(?=\()", r"\1", expression)
    expression = re.sub(r"\b(sin|cos)\s+(\w+)", r"\1(\2)", expression)
    expression = re.sub(r"(?<=[A-Za-z])\s+(?=[A-Za-z])|(?<=[A-Za-z])\s*(?=sqrt\()", "*", expression)
    expression = re.sub(r"\b(?!(?:sqrt|sin|cos|exp|log)\()([A-Za-z]\w*)\s*(?=\()", r"\1*", expression)
    tokens = tokenize(f"({expression})", "matlab")
    parser = Parser(tokens, "matlab", names)
    value = parser.value()
    if parser.at + 1 < len(tokens):
        raise ValueError(f"{parser.peek().text!r} after {expression!r}")
    if not isinstance(value, Number):
        raise ValueError(f"{text.strip()!r} is no number")
    return value


def split(text: str, sign: str) -> List[str]:
    """Parts outside of braces and inner environments."""
    parts, depth, at, last = [], 0, 0, 0
    while at < len(text):
        if text.startswith(sign, at) and depth <= 0:
            parts.append(text[last:at])
            at += len(sign)
            if sign == "\\\\":
                at += len(re.match(r"\*?(?:\s*\[[^\]]*\])?", text[at:]).group(0))  # type: ignore[union-attr]
            last = at
            continue
        if text[at] == "\\" and at + 1 < len(text) and text[at + 1] in "{}&\\":
            at += 2
            continue
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
    return parts + [text[last:]]


def definitions(text: str) -> Dict[str, Value]:
    """Letters that the text gives a value, as \\gamma = 1 - \\sqrt{2}/2."""
    names: Dict[str, Value] = {}
    pattern = re.compile(r"(\\[A-Za-z]+|\b[a-zA-Z])(_\{?\w+\}?)?\s*=\s*([^=&$\n]+?)(?=\\\\|\\\]|\\\)|\$|=|\\qquad|\\quad|"
                         r"\.\s|\.?\s*$|,\s|;|\\text|\\end|\band\b|\\approx)", re.M)
    for match in pattern.finditer(text):
        key = match.group(1).lstrip("\\") + re.sub(r"[{}]", "", match.group(2) or "")
        line = text.count("\n", 0, match.start()) + 1
        try:
            value = entry(match.group(3), names)
        except ValueError:
            continue
        if value is None:
            continue
        before = names.get(key)
        if isinstance(before, Number) and not before.same(value):
            names[key] = Unknown(f"{key} has two values in the text", line)
        elif before is None:
            names[key] = value
    return names


def environments(text: str) -> List[Tuple[str, int]]:
    found = []
    for match in ENVIRONMENT.finditer(text):
        end = text.find("\\end{" + match.group(1) + "}", match.end())
        if end < 0:
            raise TableError(f"\\begin{{{match.group(1)}}} is not closed", text.count("\n", 0, match.start()) + 1)
        body, at = text[match.end():end], 0
        if ENVIRONMENT.search(body):
            continue  # an inner environment has the table
        while match.group(1) not in ("matrix",):
            option = re.match(r"\s*\[[^\]]*\]", body[at:])
            if option:
                at += option.end()
                continue
            if body[at:].lstrip().startswith("{"):
                columns, at = group(body, at)
                if re.fullmatch(r"[\sclr|@{}\d*$p.!>:;\\,.a-zA-Z()]*", columns) and re.search(r"[clrpX]", columns):
                    break
                continue
            break
        found.append((body[at:], text.count("\n", 0, match.end() + at) + 1))
    return found


def scan_latex(text: str, name: str = "") -> Tuple[List[Table], List[TableError]]:
    text = re.sub(r"(?<!\\)%[^\n]*", "", text)
    tables: List[Table] = []
    refused: List[TableError] = []
    try:
        bodies = environments(text)
    except (TableError, ValueError) as error:
        return [], [error if isinstance(error, TableError) else TableError(str(error))]
    names = definitions(ENVIRONMENT.sub("\n", re.sub(r"\\begin\{(array|tabular).*?\\end\{\1\}", _lines, text, flags=re.S)))
    for body, line in bodies:
        cells = [cell for row in split(re.sub(RULES, "", body), "\\\\") for cell in split(row, "&")
                 if not LABEL.fullmatch(cell)]
        symbols = not re.search(r"\d", body) or any(re.search(r"\b[abc]_\{?(?:[ijs\d])", cell) for cell in cells)
        if not re.search(RULES, body) or symbols:  # the general form, with letters, is no table
            continue
        try:
            title = name if len(bodies) == 1 else f"{name}_{len(tables) + 1}" if name else ""
            tables.append(table(body, line, title, names))
        except TableError as error:
            refused.append(error)
    return tables, refused


def _lines(match) -> str:
    return "\n" * match.group(0).count("\n")


def from_markdown(text: str) -> str:
    """Tables of Markdown as arrays of LaTeX, line by line. A heading whose first cell has no digit is left out."""
    out: List[str] = []
    inside = ruled = barred = False
    for line in text.split("\n"):
        barred = barred if inside else line.lstrip().startswith("|")
        inner = re.sub(r"^\s*\||\|\s*$" if barred else r"\|\s*$", "", line)
        cells = [cell.strip(" \t*`") for cell in inner.split("|")]
        weights = inside and (not cells[0] or bool(LABEL.fullmatch(cells[0])))
        row = "\\end{array}" if inside else ""
        if "|" in line:
            row = "" if inside else "\\begin{array}{c|c}"
            if re.search(r"\d", cells[0]) or (inside and not re.fullmatch(r"[\s|:-]+", line)):
                row += "\\hline " * (weights and not ruled) + " & ".join(cells) + r" \\"
                ruled = ruled or weights
        inside, ruled = "|" in line, ruled and "|" in line
        out.append(row)
    return "\n".join(out + ["\\end{array}"] * inside)


def table(body: str, line: int, name: str, names: Dict[str, Value]) -> Table:
    rows: List[List[Number]] = []
    nodes: List[Number] = []
    weights: List[List[Number]] = []
    ruled, hats, at = False, 0, line
    for part in split(body, "\\\\"):
        place = at + len(part) - len(part.lstrip("\n \t"))
        place = at + part[:len(part) - len(part.lstrip())].count("\n")
        at += part.count("\n")
        if re.search(RULES, part) and rows:
            ruled = True
        cells = split(re.sub(RULES, "", part), "&")
        if not "".join(cells).strip():
            continue
        label = cells[0] if ruled and LABEL.fullmatch(cells[0]) else ""
        if label:
            cells[0] = ""
        done = f"{len(rows)} rows of stages, {len(weights)} rows of weights"
        try:
            numbers = []
            for cell in cells:
                while re.match(r"\s*\\multicolumn", cell):
                    match = re.match(r"\s*\\multicolumn", cell)
                    _, end = group(cell, match.end())  # type: ignore[union-attr]
                    _, end = group(cell, end)
                    cell, _ = group(cell, end)
                numbers.append(entry(cell, names))
        except ValueError as error:
            message = getattr(error, "message", str(error))
            raise TableError(message, place, done) from None
        first, entries = numbers[0], numbers[1:]
        while entries and entries[-1] is None:
            entries.pop()
        filled = [one if one is not None else Number.literal("0") for one in entries]
        if first is not None and not ruled:
            nodes.append(first)
            rows.append(filled)
        elif first is None and rows and (ruled or len(rows) > 0):
            weights.append(filled)
            hats += len(weights) == 1 and bool(EMBEDDED.search(label))
            ruled = True
        elif first is None:
            raise TableError("weights come before the first stage", place, done)
        else:
            raise TableError("a row after \\hline begins with a number, where weights have an empty cell", place, done)
    if len(weights) not in (1, 2):
        raise TableError(f"{len(rows)} rows of stages and {len(weights)} rows of weights; expected 1 or 2 of weights, "
                         "after \\hline", line, f"nodes {nodes}")
    s = len(rows)
    for row in weights:
        if len(row) > s:
            raise TableError(f"{len(row)} weights and {s} rows of stages", line)
        row += [Number.literal("0")] * (s - len(row))
    if hats and len(weights) == 2:  # the embedded weights come first
        weights.reverse()
    roles: Dict[str, Value] = {"A": rows, "b": weights[0], "c": nodes}
    if len(weights) == 2:
        roles["embedded"] = weights[1]
    return assemble(name, roles, line, [])
