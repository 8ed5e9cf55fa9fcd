"""Butcher tables from LaTeX, Markdown, Julia, MATLAB, Octave, NumPy, nodepy, C, Fortran and SUNDIALS' .def files.

    from gimbal.tables import read, to_json
    tables = read(open("rk.jl").read(), "julia")

`python3 -m gimbal.tables FILE` writes the JSON for `gimbal algebra`. A table that is unclear raises TableError
with its line and what was understood.
"""
import json
import os
import re
from typing import List, Optional

from .assemble import NOTHING, Table
from .latex import from_markdown, scan_latex
from .numbers import Number
from .programs import Scan
from .tokens import LANGUAGES, TableError

__all__ = ["read", "read_file", "to_json", "scan", "language_of", "Table", "Number", "TableError", "FORMATS"]

FORMATS = ("latex", "markdown") + LANGUAGES
ENDINGS = {".tex": "latex", ".ltx": "latex", ".md": "markdown", ".markdown": "markdown",
           ".jl": "julia", ".m": "matlab", ".py": "python", ".c": "c", ".h": "c",
           ".cc": "c", ".cpp": "c", ".cxx": "c", ".hpp": "c", ".f90": "fortran", ".f95": "fortran", ".f03": "fortran",
           ".f08": "fortran", ".f": "fortran77", ".for": "fortran77", ".def": "sundials"}
# What a text without an ending is known by.
SIGNS = (("markdown", r"^[ \t]*\|?([ \t]*:?-{3,}:?[ \t]*\|)+"),
         ("latex", r"\\begin\s*\{|\\hline|\\frac"), ("sundials", r"ARK_BUTCHER_TABLE|SUN_RCONST"),
         ("fortran", r"(?i)\breal\b.*::|\breshape\s*\(\s*[(\[]|\(/.*/\)|\d\.?\d*d[+-]?\d|\bend\s+subroutine|"
                     r"^\s*data\s+\(*\w"),
         ("c", r"\]\s*=\s*\{|\bdouble\b|\w\s*\[\d+\]\[\d+\]\s*=|\w\s*<<\s*[-\d]"),
         ("julia", r"\d\s*//\s*\d|\bbig\"|\bfunction\b.*::|^\s*end\s*$.*\bconvert\("),
         ("python", r"\barray\s*\(|\[\s*\[|^\s*(def|import|from)\s|RungeKutta\w*\("))


def language_of(text: str, file: str = "") -> str:
    ending = os.path.splitext(file)[1].lower()
    if ending in ENDINGS:
        return ENDINGS[ending]
    return next((name for name, sign in SIGNS if re.search(sign, text, re.M)), "matlab")


def scan(text: str, language: str, name: str = "") -> "tuple[List[Table], List[TableError]]":
    """All tables of a text, and what was refused."""
    if language not in FORMATS:
        raise ValueError(f"unknown format {language!r}; known: {', '.join(FORMATS)}")
    if language in ("latex", "markdown"):
        return scan_latex(from_markdown(text) if language == "markdown" else text, name)
    found = Scan(text, language, name)
    return found.tables, found.refused


def read(text: str, language: Optional[str] = None, name: str = "") -> List[Table]:
    """The tables of a text. Raises TableError if one is unclear or none is found."""
    tables, refused = scan(text, language or language_of(text), name)
    for error in refused:  # a variable that is called A or b by chance is no table
        if error.understood != NOTHING or not tables:
            raise error
    if not tables:
        raise TableError("no table was found: no arrays A and b, no array of LaTeX with \\hline, and no rows of "
                         "Markdown of which the last one has an empty first cell")
    return tables


def read_file(path: str, language: Optional[str] = None) -> List[Table]:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    stem = os.path.splitext(os.path.basename(path))[0]
    return read(text, language or language_of(text, path), stem)


def to_json(tables: List[Table]) -> str:
    """The text for `gimbal algebra FILE.json`, a row of a table on a line."""
    text = json.dumps([table.data() for table in tables], indent=1, ensure_ascii=False)
    return re.sub(r"\[\s+(\"[^\[\]]*\")\s+\]", lambda m: "[" + re.sub(r"\s*\n\s*", " ", m.group(1)) + "]", text) + "\n"
