"""Judges the coefficients of Butcher tables, without a run."""
import os
import tempfile
from typing import List, Optional, Union

from .program import start
from .results import Verdicts
from .tables import Table, language_of, read, read_file, to_json

OWN = (".txt", ".csv", ".tsv", ".dat", ".json")  # what the program reads itself


def algebra(source: Union[str, "os.PathLike[str]", Table, List[Table]], order: Optional[float] = None,
            embedded: Optional[float] = None, symplectic: bool = False, symmetric: bool = False,
            stiffly_accurate: bool = False, a_stable: bool = False, l_stable: bool = False,
            format: Optional[str] = None) -> Verdicts:
    """Judges claims on Butcher tables by their coefficients.

    source    a file, the text of one, or tables of `gimbal.tables.read`. Rows "c | a_1 a_2 ...", JSON,
              LaTeX, Julia, MATLAB, Octave, NumPy, nodepy, C, Fortran, SUNDIALS
    order, embedded, symplectic, ...  claims on all tables, in addition to those of the source
    format    the language, if neither the file's ending nor its text shows it: "latex", "julia", ...

    Returns a verdict for each claim. Raises gimbal.tables.TableError (a ValueError) if a table is ambiguous,
    GimbalError if the program refuses one, and ValueError without a claim."""
    claims: List[str] = []
    for word, value in (("order", order), ("embedded", embedded)):
        claims += [f"--{word}", str(value)] if value is not None else []
    for word, yes in (("symplectic", symplectic), ("symmetric", symmetric), ("stiffly-accurate", stiffly_accurate),
                      ("a-stable", a_stable), ("l-stable", l_stable)):
        claims += [f"--{word}"] if yes else []
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Verdicts.from_lines(start(["algebra", _file(source, format, folder), "--json"] + claims).stdout)
    if len(verdicts) == 0:  # a list of refuted claims is false, too
        raise ValueError("nothing is claimed: give an order, as in algebra(table, order=4)")
    return verdicts


def _file(source, language: Optional[str], folder: str) -> str:
    """A file that the program reads."""
    if isinstance(source, Table):
        source = [source]
    if not isinstance(source, list):
        path = os.fspath(source)
        is_file = "\n" not in path and os.path.exists(path)
        if is_file and language is None and os.path.splitext(path)[1].lower() in OWN:
            return path
        if not is_file and language is None and _is_own(path):
            return _write(folder, "butcher.json" if path.lstrip()[:1] in ("{", "[") else "butcher.txt", path)
        if not is_file and "\n" not in path and os.path.splitext(path)[1] and "=" not in path and "&" not in path:
            raise FileNotFoundError(f"{path}: there is no such file")
        source = read_file(path, language) if is_file else read(path, language)
    return _write(folder, "butcher.json", to_json(source))


def _is_own(text: str) -> bool:
    """Rows with a bar, or JSON."""
    if text.lstrip().startswith(("{", "[{")):
        return True
    lines = [line for line in text.splitlines() if "|" in line.split("#")[0]]
    return len(lines) > 1 and language_of(text) == "matlab" and "=" not in "".join(lines)


def _write(folder: str, name: str, text: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path
