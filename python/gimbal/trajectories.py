"""python3 -m gimbal.trajectories FILE: output of other programs as CSV for `gimbal judge-trajectory`.

Formats: JSON and JSON Lines; GROMACS .xvg; LAMMPS logs (thermo) and dumps; OpenMM's StateDataReporter; NumPy .npy and
.npz, HDF5 and REBOUND archives, which need the packages numpy, h5py and rebound.
"""
import argparse
import csv
import json
import re
import sys
from typing import Dict, Iterator, List, Optional, Sequence, Tuple
from zipfile import BadZipFile

Row = Dict[str, object]


class TrajectoryError(ValueError):
    """What is wrong, and the line, if there is one."""

    def __init__(self, message: str, line: Optional[int] = None):
        super().__init__(message)
        self.line = line


def _flat(record: Row) -> Row:
    """{"q": [1, 2]} has the columns q1 and q2."""
    flat: Row = {}
    for name, value in record.items():
        if isinstance(value, list):
            flat.update(_flat({f"{name}{i + 1}": entry for i, entry in enumerate(value)}))
        else:
            flat[name] = value
    return flat


def _json_number(text: str) -> str:
    return text  # as it is written: no digit is lost


def read_jsonl(lines: Sequence[str], _: argparse.Namespace) -> Iterator[Row]:
    """An object a line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                record = json.loads(line, parse_float=_json_number, parse_int=_json_number)
            except ValueError as error:
                raise TrajectoryError(f"not JSON: {error}", number) from None
            if not isinstance(record, dict):
                raise TrajectoryError("expected an object, such as {\"t\": 0, \"q\": [1, 2]}", number)
            yield _flat(record)


def read_json(lines: Sequence[str], _: argparse.Namespace) -> Iterator[Row]:
    """A list of objects, or an object of lists, one for each column."""
    try:
        whole = json.loads("".join(lines), parse_float=_json_number, parse_int=_json_number)
    except ValueError as error:
        raise TrajectoryError(f"not JSON: {error}") from None
    if isinstance(whole, dict) and all(isinstance(column, list) for column in whole.values()) and whole:
        if len({len(column) for column in whole.values()}) > 1:
            sizes = ", ".join(f"{name} {len(column)}" for name, column in whole.items())
            raise TrajectoryError(f"the columns have different lengths: {sizes}")
        whole = [dict(zip(whole, row)) for row in zip(*whole.values())]
    if not isinstance(whole, list) or not all(isinstance(record, dict) for record in whole):
        raise TrajectoryError("expected a list of objects, or an object of lists")
    yield from map(_flat, whole)


def read_xvg(lines: Sequence[str], _: argparse.Namespace) -> Iterator[Row]:
    """GROMACS: the first column is the time, the others have legends."""
    legends: Dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        found = re.match(r'@\s*s(\d+)\s+legend\s+"(.*)"', text)
        if found:
            legends[int(found.group(1)) + 1] = found.group(2)
        if not text or text[0] in "#@&":
            continue
        cells = text.split()
        if legends and len(cells) != len(legends) + 1:
            raise TrajectoryError(f"{len(cells)} columns, and {len(legends)} legends and the time", number)
        yield {"t" if i == 0 else legends.get(i, f"y{i}"): cell for i, cell in enumerate(cells)}


def _time(step: str, timestep: Optional[float], line: int) -> float:
    if timestep is None:
        raise TrajectoryError("the rows have steps and no time; give the step size with --timestep", line)
    return float(step) * timestep


def read_lammps_log(lines: Sequence[str], options: argparse.Namespace) -> Iterator[Row]:
    """The tables of thermo output: from a line that begins with Step to one that begins with Loop time."""
    heading: List[str] = []
    timestep = options.timestep
    for number, line in enumerate(lines, 1):
        cells = line.split()
        stated = re.match(r"\s*(?:Time step\s*:|timestep)\s+([-+.\deE]+)\s*$", line)
        if stated and options.timestep is None:
            timestep = float(stated.group(1))
        if cells[:1] == ["Step"]:
            heading = cells
        elif line.startswith("Loop time") or (heading and not cells):
            heading = []
        elif heading and re.fullmatch(r"-?\d+", cells[0]):
            if len(cells) != len(heading):
                raise TrajectoryError(f"{len(cells)} columns, and the heading has {len(heading)}", number)
            row: Row = dict(zip(heading, cells))
            row["t"] = row.pop("Time") if "Time" in row else _time(cells[0], timestep, number)
            yield row


def read_lammps_dump(lines: Sequence[str], options: argparse.Namespace) -> Iterator[Row]:
    """A frame a row: the coordinates of the atoms in the order of their id are q1, q2, …, velocities v1, v2, …."""
    at = 0

    def item(name: str) -> List[str]:
        nonlocal at
        if not lines[at].startswith(f"ITEM: {name}"):
            raise TrajectoryError(f"expected ITEM: {name}", at + 1)
        at += 1
        return lines[at - 1].split()[2:]

    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        time = None
        if lines[at].startswith("ITEM: UNITS"):
            at += 2
        if lines[at].startswith("ITEM: TIME") and not lines[at].startswith("ITEM: TIMESTEP"):
            time, at = lines[at + 1].strip(), at + 2
        item("TIMESTEP")
        row: Row = {"t": time if time is not None else _time(lines[at].strip(), options.timestep, at + 1)}
        at += 1
        item("NUMBER OF ATOMS")
        count, at = int(lines[at]), at + 1
        item("BOX BOUNDS")
        at += 3
        names = item("ATOMS")
        if "id" not in names or at + count > len(lines):
            raise TrajectoryError("the atoms have no id, or the frame is cut off", at)
        atoms = sorted((dict(zip(names, line.split())) for line in lines[at:at + count]), key=lambda a: int(a["id"]))
        at += count
        for letter, choices in (("q", (("xu", "yu", "zu"), ("x", "y", "z"))), ("v", (("vx", "vy", "vz"),))):
            axes = next(([name for name in axes if name in names] for axes in choices if axes[0] in names), [])
            entries = [atom[name] for atom in atoms for name in axes]
            row.update({f"{letter}{i + 1}": entry for i, entry in enumerate(entries)})
        if "q1" not in row:
            raise TrajectoryError(f"there are no coordinates x or xu among: {' '.join(names)}", at - count)
        yield row


def read_openmm(lines: Sequence[str], options: argparse.Namespace) -> Iterator[Row]:
    """StateDataReporter: a heading in quotation marks behind #, and a separator."""
    heading = next(csv.reader([lines[0].lstrip("#")], delimiter=options.separator)) if lines else []
    if not lines or not lines[0].startswith("#"):
        raise TrajectoryError('expected a heading such as #"Step","Time (ps)"', 1)
    names = ["t" if name.startswith("Time ") else name.split(" (")[0].replace(" ", "_") for name in heading]
    for number, cells in enumerate(csv.reader(lines[1:], delimiter=options.separator), 2):
        if cells and not cells[0].startswith("#"):
            if len(cells) != len(names):
                raise TrajectoryError(f"{len(cells)} columns, and the heading has {len(names)}", number)
            yield dict(zip(names, cells))


def _arrays(arrays: Dict[str, object]) -> Iterator[Row]:
    """Arrays of one length, as t (N), q and v (N times n)."""
    lists = {name: array.tolist() for name, array in arrays.items()}  # type: ignore[attr-defined]
    if len({len(column) for column in lists.values()}) != 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in lists.items())
        raise TrajectoryError(f"the arrays have different lengths: {sizes}")
    for row in zip(*lists.values()):
        yield _flat({name: list(cell) if isinstance(cell, tuple) else cell for name, cell in zip(lists, row)})


def read_numpy(path: str, options: argparse.Namespace) -> Iterator[Row]:
    """.npz with arrays by name; .npy with named fields, or a table whose headings are given by --columns."""
    import numpy
    loaded = numpy.load(path, allow_pickle=False)
    if hasattr(loaded, "files"):
        yield from _arrays({name: loaded[name] for name in loaded.files})
    elif loaded.dtype.names:
        yield from _arrays({name: loaded[name] for name in loaded.dtype.names})
    elif options.columns and loaded.ndim == 2:
        names = options.columns.split(",")
        if len(names) != loaded.shape[1]:
            raise TrajectoryError(f"the array has {loaded.shape[1]} columns, and --columns names {len(names)}")
        yield from _arrays({name: loaded[:, i] for i, name in enumerate(names)})
    else:
        raise TrajectoryError("an array without names; give those of its columns with --columns t,q1,v1")


def read_hdf5(path: str, _: argparse.Namespace) -> Iterator[Row]:
    """Datasets of one length in the root of the file."""
    import h5py
    with h5py.File(path, "r") as file:
        yield from _arrays({name: item[()] for name, item in file.items() if isinstance(item, h5py.Dataset)})


def read_rebound(path: str, _: argparse.Namespace) -> Iterator[Row]:
    """A SimulationArchive: a snapshot a row."""
    import rebound
    archive = getattr(rebound, "Simulationarchive", None) or rebound.SimulationArchive  # before REBOUND 4
    for simulation in archive(path):
        row: Row = {"t": simulation.t}
        for letter, names in (("q", "x y z"), ("v", "vx vy vz")):
            entries = [getattr(particle, name) for particle in simulation.particles for name in names.split()]
            row.update({f"{letter}{i + 1}": entry for i, entry in enumerate(entries)})
        yield row


TEXTS = {"json": read_json, "jsonl": read_jsonl, "xvg": read_xvg, "lammps-log": read_lammps_log,
         "lammps-dump": read_lammps_dump, "openmm": read_openmm}
BINARIES = {"numpy": read_numpy, "hdf5": read_hdf5, "rebound": read_rebound}
ENDINGS = {"json": "json", "jsonl": "jsonl", "ndjson": "jsonl", "xvg": "xvg", "lammpstrj": "lammps-dump", "dump": "lammps-dump",
           "npy": "numpy", "npz": "numpy", "h5": "hdf5", "hdf5": "hdf5"}


def read(path: str, options: argparse.Namespace) -> Tuple[List[str], List[Row]]:
    """The headings and the rows of a file, t first."""
    kind = options.format or ENDINGS.get(path.rsplit(".", 1)[-1].lower())
    if kind is None:
        raise TrajectoryError(f"no format is known by this ending; give --format {'|'.join([*TEXTS, *BINARIES])}")
    if kind in TEXTS:
        with open(path, encoding="utf-8") as file:
            rows = list(TEXTS[kind](file.readlines(), options))
    else:
        rows = list(BINARIES[kind](path, options))
    if not rows:
        raise TrajectoryError("there are no rows")
    names = dict.fromkeys(["t"] if "t" in rows[0] else [])
    for row in rows:
        names.update(dict.fromkeys(row))
    missing = next((i for i, row in enumerate(rows, 1) if len(row) != len(names)), None)
    if missing:
        raise TrajectoryError(f"row {missing} lacks {', '.join(name for name in names if name not in rows[missing - 1])}")
    return list(names), rows


def main(words: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m gimbal.trajectories", description=(
        "Writes output of other programs as CSV for gimbal judge-trajectory, on standard output."))
    parser.add_argument("file")
    parser.add_argument("--format", choices=[*TEXTS, *BINARIES], help="instead of the file's ending")
    parser.add_argument("--timestep", type=float, help="of rows that have steps and no time (LAMMPS)")
    parser.add_argument("--columns", help="headings of an array without names: t,q1,v1")
    parser.add_argument("--rename", action="append", default=[], metavar="OLD=NEW", help="another heading (may be given again)")
    parser.add_argument("--separator", default=",", help="of OpenMM's reporter (default: a comma)")
    options = parser.parse_args(words)
    try:
        names, rows = read(options.file, options)
        new = dict(pair.split("=", 1) for pair in options.rename if "=" in pair)
        unknown = [pair for pair in options.rename if pair.split("=", 1)[0] not in names or "=" not in pair]
        if unknown:
            raise TrajectoryError(f"--rename {unknown[0]}: the columns are {', '.join(names)}")
    except TrajectoryError as error:
        print(f"{options.file}:{error.line}: {error}" if error.line else f"{options.file}: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"{options.file}: this format needs the package {error.name}", file=sys.stderr)
        return 2
    except (OSError, ValueError, BadZipFile) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow([new.get(name, name) for name in names])
    out.writerows([row[name] for name in names] for row in rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
