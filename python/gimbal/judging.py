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
    order      the order that is claimed: 4, 0.5, or "2 log" of h² log(1/h)
    noise      below which errors are noise: one number, or one for each step size
               (round-off of double precision of the largest error, if it is not given)
    symmetric  the method's error has even powers of h only
    together   columns are components of one error, with one verdict

    Returns a verdict for each column (one with `together`). Raises GimbalError where the numbers cannot
    be judged, and ValueError where their lengths differ."""
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
    if noise is None:
        largest = max((abs(error) for column in columns.values() for error in column), default=0.0)
        noise = 2.0 ** -52 * largest
    floor = [float(noise)] * len(steps) if not hasattr(noise, "__len__") else \
        [float(level) for level in noise]
    for name, column in {**columns, "noise": floor}.items():
        if len(column) != len(steps):
            raise ValueError(f"{len(steps)} step sizes, and {len(column)} numbers in {name}")
    lines = [",".join(["h", *columns, "floor"])]
    lines += [",".join(repr(number) for number in row)
              for row in zip(steps, *columns.values(), floor)]
    words = ["judge", "-", "--json", "--order", str(order), "--h", "h", "--floor", "floor",
             "--errors", ",".join(columns)]
    words += ["--symmetric"] if symmetric else []
    words += ["--together"] if together else []
    return Verdicts.from_lines(start(words, "\n".join(lines) + "\n").stdout)
