"""The whole test set as plain files, with a page for each problem, a schema and checksums."""
import hashlib
import json
import os
import shutil

from .. import testset
from .languages import LANGUAGES, short
from .problem import certificates, problems_of
from .programs import FILES, STEPS, WRITERS, conserved_in_latex, equations_in_latex, source_in_latex

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 40  # lines of equations on a page

README = """# The test set

{models} models of mechanics and dynamics with {problems} problems. A problem is a model with parameters, initial
data and an end time; its end state has up to 25 certified digits. No file here needs gimbal.

| file in `problems/NAME/` | content |
|---|---|
| `README.md` | the problem on a page |
| `problem.json` | data and equations, by `schema.json` |
| `problem.py`, `.jl`, `.m`, `.c`, `.F90` | data, `rhs`, `conserved`, and a run by the classical Runge-Kutta method |
| `problem.tex` | equations and data in LaTeX |

`index.json` lists the problems with their digits. `SHA256SUMS` has the checksum of each file: `sha256sum -c SHA256SUMS`.

## Testing an integrator

Integrate from `initial` at t0 to t1 with several step sizes, and compare with `end`. Each number of `end` is right to
one unit in its last digit; `digits` says how many it has, and `bar` bounds its error before rounding. Numbers in
JSON are texts, so that no reader rounds them. Double precision needs the first 17 digits.

## Equations as data

`field` is a list of operations: each row is a name with its arguments, and later rows refer to earlier ones by
place, from 0. `["state", i]` and `["parameter", i]` are inputs, `["number", "1/3"]` a constant, `["t"]` the time.
`values` lists the rows that are the derivatives of the state. `lagrangian` or `hamiltonian` has the functions that the
equations come from: L, H, a force, and the constraints Phi(t, q, v) = 0 and g(t, q) = 0.

## Reproducing the digits

```
python3 reproduce.py              # all problems; a few minutes
python3 reproduce.py kepler-e03   # one
```

It integrates by Taylor series in 46 digits, with Python's own library or (`--mpmath`) with mpmath, and compares 20
digits. `certified` in each `problem.json` names the date and the computations behind the digits.

## Problems

| problem | state | t1 | digits | conserved |
|---|---|---|---|---|
{rows}
"""


def page(problem):
    def aligned(lines):
        return "```math\n\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}\n```"
    equations, certificate = problem.equations, problem.certificate
    lines = [f"# {problem.name}", "", equations.title + (f": {problem.description}" if problem.description else "") + ".", ""]
    if equations.kind.citation:
        lines += [f"Source: {equations.kind.citation}.", ""]
    for title, content in (("Given by", source_in_latex(problem)), ("The equations", equations_in_latex(problem)),
                           ("Constant along solutions", conserved_in_latex(problem))):
        if content:
            text = aligned(content) if len(content) <= LONGEST else f"{len(content)} lines, in `problem.tex`."
            lines += [f"## {title}", "", text, ""]
    if problem.parameters:
        lines += ["## Parameters", "", "| name | value | from |", "|---|---|---|"]
        lines += [f"| {name} | {short(value, 25)} | {problem.expressions.get(name, '')} |"
                  for name, value in problem.parameters.items()] + [""]
    lines += [f"## States at t = 0 and t = {short(problem.end_time, 25)}", "", "| entry | initial | end | digits |",
              "|---|---|---|---|"]
    ends = certificate["end"] if certificate else [{"value": "", "digits": ""}] * len(problem.initial)
    lines += [f"| {name} | {short(value, 25)} | {end['value']} | {end['digits']} |"
              for name, value, end in zip(equations.names, problem.initial, ends)]
    if certificate:
        lines += ["", f"Certified on {certificate['date']}:", ""] + [f"- {one}" for one in certificate["programs"]]
    return "\n".join(lines) + "\n"


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def row(problem):
    return (f"| [{problem.name}](problems/{problem.name}/README.md) | {len(problem.initial)} | "
            f"{short(problem.end_time, 6)} | {problem.certificate['digits']} | {', '.join(problem.conserved)} |")


def all_problems():
    """Every problem of the test set; one without a certificate is an error."""
    stored, found = certificates(), []
    for kind in testset.classes().values():
        found += problems_of(kind, stored)
    missing = [problem.name for problem in found if not problem.certificate]
    if missing:
        raise ValueError(f"no end state is certified for {', '.join(missing)}; run python3 -m gimbal.export.certify")
    return found


def export_all(folder):
    """Writes the test set into a folder that is new or empty."""
    if os.path.exists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
        raise ValueError(f"{folder} is there already; give the name of a new folder")
    problems = all_problems()
    for problem in problems:
        place = os.path.join(folder, "problems", problem.name)
        os.makedirs(place)
        for language, writer in WRITERS.items():
            write(os.path.join(place, FILES[language]), writer(problem))
        write(os.path.join(place, "README.md"), page(problem))
    for name in ("schema.json", "reproduce.py"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(folder, name))
    models = {problem.equations.name for problem in problems}
    write(os.path.join(folder, "README.md"), README.format(models=len(models), problems=len(problems),
                                                           rows="\n".join(map(row, problems))))
    write(os.path.join(folder, "index.json"), json.dumps({"format": "gimbal test set 1", "problems": [
        {"problem": p.name, "model": p.equations.name, "case": p.case, "title": p.equations.title,
         "size": len(p.initial), "t1": p.end_time, "digits": p.certificate["digits"]} for p in problems]}, indent=1,
        ensure_ascii=False) + "\n")
    sums = []
    for top, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(top, name)
            with open(path, "rb") as file:
                sums.append((os.path.relpath(path, folder), hashlib.sha256(file.read()).hexdigest()))
    write(os.path.join(folder, "SHA256SUMS"), "".join(f"{digest}  {path}\n" for path, digest in sorted(sums)))
    return len(models), len(problems)
