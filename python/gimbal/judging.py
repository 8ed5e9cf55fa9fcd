"""Orders of convergence from errors."""
from typing import Mapping, Sequence, Union

from .program import start
from .results import Verdicts

Column = Sequence[float]


def judge(h: Column, errors: Union[Column, Sequence[Column], Mapping[str, Column]], order,
          noise=None, symmetric: bool = False, together: bool = False) -> Verdicts:
    """Judges an order of convergence from errors at several step sizes.

    h          step sizes, at least three; six or more can confirm
    errors     one error for each step size; several columns as a mapping of names or as rows of
               components, one row for each step size
    order      the claimed order: 4, 0.5, or "2 log" for h² log(1/h)
    noise      the noise level of the errors: one number, or one for each step size; without it
               errors count as exact, up to a plateau at the finest steps
    symmetric  the method's error has even powers of h only
    together   columns are components of one error, with one verdict

    Returns a verdict for each column (one with `together`). Raises GimbalError if the numbers cannot
    be judged, and ValueError if lengths differ or a name is not allowed."""
    steps = [float(step) for step in h]
    if isinstance(errors, Mapping):
        columns = {str(name): [float(error) for error in column]
                   for name, column in errors.items()}
    else:
        rows = list(errors)
        if rows and hasattr(rows[0], "__len__"):
            columns = {f"error_{i + 1}": [float(row[i]) for row in rows]
                       for i in range(len(rows[0]))}
        else:
            columns = {"error": [float(error) for error in rows]}
    for name in columns:
        if name in ("h", "floor") or set(name) & set(",;\t\n|&\""):
            raise ValueError(f"{name!r} cannot be the name of a column of errors")
    if noise is not None:
        columns["floor"] = [float(level) for level in noise] if hasattr(noise, "__len__") else \
            [float(noise)] * len(steps)
    for name, column in columns.items():
        if len(column) != len(steps):
            raise ValueError(f"{len(steps)} step sizes, and {len(column)} numbers in {name}")
    lines = [",".join(["h", *columns])]
    lines += [",".join(f"{number:.16e}" for number in row) for row in zip(steps, *columns.values())]
    words = ["judge", "-", "--json", "--order", str(order), "--h", "h",
             "--errors", ",".join(name for name in columns if name != "floor")]
    words += ["--floor", "floor"] if noise is not None else []
    words += ["--symmetric"] if symmetric else []
    words += ["--together"] if together else []
    return Verdicts.from_lines(start(words, "\n".join(lines) + "\n").stdout)
