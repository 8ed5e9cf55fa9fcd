"""A problem as a program in each language: data, right-hand side, conserved quantities, and a run by the
classical Runge-Kutta method, whose end state is compared."""
import json
import textwrap

from .languages import LANGUAGES, Printed, short

STEPS = 10000
FILES = {"python": "problem.py", "julia": "problem.jl", "matlab": "problem.m", "c": "problem.c",
         "fortran": "problem.F90", "latex": "problem.tex", "json": "problem.json"}


def _about(problem):
    equations = problem.equations
    lines = [f"{equations.title}; case {problem.case} of {equations.name}"]
    if problem.description:
        lines[0] += f" ({problem.description})"
    lines[0] += "."
    if equations.kind.citation:
        lines.append(f"Source: {equations.kind.citation}.")
    if problem.certificate:
        lines.append(f"The end state at t = {short(problem.end_time, 17)} has {problem.certificate['digits']} certified "
                     "digits; each number is right to one unit in its last digit.")
    return "\n".join("\n".join(textwrap.wrap(line, 90)) for line in lines)


def _ends(problem):
    return [row["value"] for row in problem.certificate["end"]] if problem.certificate else None


class _Function:
    """Lines that read inputs, name parts and give values."""

    def __init__(self, language, problem, nodes, base):
        inputs = problem.inputs(language)
        self.printed = Printed(language, problem.equations.graph, nodes, inputs)
        n = problem.equations.n
        opening, closing = ("(", ")") if base else ("[", "]")
        self.reads = []
        for place, name in inputs.items():
            if place in self.printed.read and place[0] != "t":
                array = "p" if place[0] == "parameter" else "state"
                index = place[1] + (n if place[0] == "v" else 0) + base
                self.reads.append((name, f"{array}{opening}{index}{closing}"))
        self.parts, self.values = self.printed.parts, self.printed.values


def _both(problem, language, base):
    equations = problem.equations
    return (_Function(language, problem, equations.field, base),
            _Function(language, problem, list(equations.conserved().values()), base))


def _listed(texts, indent, width=100, between=", "):
    return textwrap.fill(between.join(texts), width, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def _texts(values):
    return [json.dumps(value) for value in values]


def python(problem):
    field, conserved = _both(problem, LANGUAGES["python"], 0)

    def body(one, end):
        lines = [f"{name} = {text}" for name, text in one.reads + one.parts]
        return "\n".join("    " + line for line in lines + end)
    ends = _ends(problem)
    names = list(problem.conserved)
    pairs = [f"{json.dumps(name)}: {text}" for name, text in zip(names, conserved.values)]
    return f'''"""{_about(problem)}

rhs is arithmetic with functions of m: floats and math, or mpmath.mpf and mpmath.
"""
import math

NAMES = [
{_listed(_texts(problem.equations.names), "    ")}]
PARAMETERS = {{{", ".join(f"{json.dumps(a)}: {json.dumps(b)}" for a, b in problem.parameters.items())}}}
T0, T1 = "0", "{problem.end_time}"
INITIAL = [
{_listed(_texts(problem.initial), "    ")}]
END = {"None" if ends is None else "[" + chr(10) + _listed(_texts(ends), "    ") + "]"}


def rhs(t, state, p, m=math, number=float):
    """The derivatives of the state."""
{body(field, [])}
    return [
{_listed(field.values, "        ", between=",~").replace(",~", ", ")}]


def conserved(t, state, p, m=math, number=float):
    """What stays constant."""
{body(conserved, [])}
    return {{{", ".join(pairs)}}}


def run(steps={STEPS}):
    """The end state by the classical Runge-Kutta method."""
    p, y, t = list(map(float, PARAMETERS.values())), list(map(float, INITIAL)), float(T0)
    h = (float(T1) - t) / steps
    for _ in range(steps):
        k = rhs(t, y, p)
        total, last = k, k
        for c, b in ((0.5, 2), (0.5, 2), (1, 1)):
            last = rhs(t + c * h, [a + c * h * s for a, s in zip(y, last)], p)
            total = [a + b * s for a, s in zip(total, last)]
        y, t = [a + h / 6 * s for a, s in zip(y, total)], t + h
    return y


if __name__ == "__main__":
    first = rhs(float(T0), list(map(float, INITIAL)), list(map(float, PARAMETERS.values())))
    print("rhs", *(f"{{x:.17g}}" for x in first))
    print("end", *(f"{{x:.17g}}" for x in run()))
'''.replace("    \n", "")


def _commented(text, mark):
    return "\n".join((mark + line).rstrip() for line in text.splitlines())


def _numbers(texts, digits=20):
    return [short(text, digits) for text in texts]


def julia(problem):
    field, conserved = _both(problem, LANGUAGES["julia"], 0)
    for one in (field, conserved):
        one.reads = [(name, _one_based(text)) for name, text in one.reads]

    def body(one):
        return "\n".join(f"    {name} = {text}" for name, text in one.reads + one.parts)
    ends = _ends(problem)
    return f'''{_commented(_about(problem), "# ")}
module Problem

number(text) = parse(Float64, string(text))

const names = [
{_listed(_texts(problem.equations.names), "    ")}]
const parameters = Float64[{", ".join(_numbers(problem.parameters.values()))}]  # {", ".join(problem.parameters)}
const t0, t1 = 0.0, {short(problem.end_time, 20)}
const initial = Float64[
{_listed(_numbers(problem.initial), "    ")}]
const certified = String[{"" if ends is None else chr(10) + _listed(_texts(ends), "    ")}]

"The derivatives of the state."
function rhs(t, state, p)
{body(field)}
    return [
{_listed(field.values, "        ", between=",~").replace(",~", ", ")}]
end

"What stays constant: {", ".join(problem.conserved)}."
function conserved(t, state, p)
{body(conserved)}
    return [{", ".join(conserved.values)}]
end

"The end state by the classical Runge-Kutta method."
function run(steps = {STEPS})
    y, t, h = copy(initial), t0, (t1 - t0) / steps
    for _ in 1:steps
        k1 = rhs(t, y, parameters)
        k2 = rhs(t + h / 2, y + h / 2 * k1, parameters)
        k3 = rhs(t + h / 2, y + h / 2 * k2, parameters)
        k4 = rhs(t + h, y + h * k3, parameters)
        y, t = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t + h
    end
    return y
end

end

if abspath(PROGRAM_FILE) == @__FILE__
    println("rhs ", join(Problem.rhs(Problem.t0, Problem.initial, Problem.parameters), " "))
    println("end ", join(Problem.run(), " "))
end
'''


def _one_based(text):
    array, _, index = text.partition("[")
    return f"{array}[{int(index[:-1]) + 1}]"


def matlab(problem):
    field, conserved = _both(problem, LANGUAGES["matlab"], 1)

    def body(one):
        return "\n".join(f"  {name} = {text};" for name, text in one.reads + one.parts)

    def column(texts):
        return "[" + " ...\n".join(_listed(texts, "    ", between="; ").splitlines()).strip() + "]"

    def cells(texts):
        return "{" + " ...\n".join(_listed([f"'{text}'" for text in texts], "    ").splitlines()).strip() + "}"
    return f'''function problem = problem()
{_commented(_about(problem), "% ")}
% q = problem(); q.rhs(q.t0, q.initial, q.parameters); q.demonstrate()
  problem.names = {cells(problem.equations.names)};
  problem.parameters = [{", ".join(_numbers(problem.parameters.values()))}]; % {", ".join(problem.parameters)}
  problem.t0 = 0;
  problem.t1 = {short(problem.end_time, 20)};
  problem.initial = {column(_numbers(problem.initial))};
  problem.certified = {cells(_ends(problem) or [])};
  problem.rhs = @rhs;
  problem.conserved = @conserved;
  problem.run = @(steps) run(problem.initial, problem.t0, problem.t1, problem.parameters, steps);
  problem.demonstrate = @() demonstrate(problem);
end

function dstate = rhs(t, state, p)
{body(field)}
  dstate = {column(field.values)};
end

% {", ".join(problem.conserved)}
function values = conserved(t, state, p)
{body(conserved)}
  values = {column(conserved.values)};
end

function y = run(y, t, t1, p, steps)
  h = (t1 - t) / steps;
  for step = 1:steps
    k1 = rhs(t, y, p);
    k2 = rhs(t + h / 2, y + h / 2 * k1, p);
    k3 = rhs(t + h / 2, y + h / 2 * k2, p);
    k4 = rhs(t + h, y + h * k3, p);
    y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t = t + h;
  end
end

function demonstrate(problem)
  fprintf('rhs'); fprintf(' %.17g', rhs(problem.t0, problem.initial, problem.parameters)); fprintf('\\n');
  fprintf('end'); fprintf(' %.17g', problem.run({STEPS})); fprintf('\\n');
end
'''.replace("\n\n\n", "\n\n")


def c(problem):
    field, conserved = _both(problem, LANGUAGES["c"], 0)

    def body(one, out):
        lines = [f"const double {name} = {text};" for name, text in one.reads + one.parts]
        lines += [f"{out}[{i}] = {text};" for i, text in enumerate(one.values)]
        lines += [f"(void){name};" for name in ("t", "state", "p")]
        return "\n".join("  " + line for line in lines)
    ends, count = _ends(problem), len(problem.conserved)
    return f'''/*
{_commented(_about(problem), " * ")}
 *
 * cc -DPROBLEM_MAIN problem.c -lm && ./a.out
 */
#include <math.h>
#include <stdio.h>

enum {{ SIZE = {len(problem.initial)}, PARAMETERS = {len(problem.parameters)}, CONSERVED = {count}, STEPS = {STEPS} }};

const char *const names[SIZE] = {{
{_listed(_texts(problem.equations.names), "    ")}}};
const double parameters[PARAMETERS + 1] = {{{", ".join(_numbers(problem.parameters.values()) + ["0"])}}};
/* {", ".join(problem.parameters) or "no parameters"} */
const double t0 = 0, t1 = {short(problem.end_time, 20)};
const double initial[SIZE] = {{
{_listed(_numbers(problem.initial), "    ")}}};
const char *const certified[SIZE] = {{
{_listed(_texts(ends) if ends else ["0"], "    ")}}};

/* The derivatives of the state. */
void rhs(double t, const double *state, const double *p, double *dstate) {{
{body(field, "dstate")}
}}

/* What stays constant: {", ".join(problem.conserved) or "nothing that is known"}. */
void conserved(double t, const double *state, const double *p, double *values) {{
{body(conserved, "values")}
  (void)values;
}}

#ifdef PROBLEM_MAIN
/* The end state by the classical Runge-Kutta method. */
static void run(double *y) {{
  static const double node[] = {{0, 0.5, 0.5, 1}}, weight[] = {{1, 2, 2, 1}};
  double t = t0, k[SIZE] = {{0}}, at[SIZE], total[SIZE];
  const double h = (t1 - t0) / STEPS;
  for (int step = 0; step < STEPS; step++, t += h) {{
    for (int i = 0; i < SIZE; i++)
      total[i] = 0;
    for (int stage = 0; stage < 4; stage++) {{
      for (int i = 0; i < SIZE; i++)
        at[i] = y[i] + node[stage] * h * k[i];
      rhs(t + node[stage] * h, at, parameters, k);
      for (int i = 0; i < SIZE; i++)
        total[i] += weight[stage] * k[i];
    }}
    for (int i = 0; i < SIZE; i++)
      y[i] += h / 6 * total[i];
  }}
}}

int main(void) {{
  double y[SIZE], dy[SIZE];
  for (int i = 0; i < SIZE; i++)
    y[i] = initial[i];
  rhs(t0, y, parameters, dy);
  run(y);
  printf("rhs");
  for (int i = 0; i < SIZE; i++)
    printf(" %.17g", dy[i]);
  printf("\\nend");
  for (int i = 0; i < SIZE; i++)
    printf(" %.17g", y[i]);
  printf("\\n");
  return 0;
}}
#endif
'''


def _continued(line, width=116):
    """A line of Fortran, broken at spaces that are not in a text."""
    line = "'".join(part.replace(" ", "\0") if i % 2 else part for i, part in enumerate(line.split("'")))
    lines = textwrap.wrap(line, width, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)
    return " &\n".join(lines).replace("\0", " ")


def fortran(problem):
    field, conserved = _both(problem, LANGUAGES["fortran"], 1)

    def body(one, out):
        names = [name for name, _ in one.reads + one.parts]
        lines = [_continued("    real(dp) :: " + ", ".join(names))] if names else []
        lines += [_continued(f"    {name} = {text}") for name, text in one.reads + one.parts]
        lines += [_continued(f"    {out}({i + 1}) = {text}") for i, text in enumerate(one.values)]
        return "\n".join(lines)

    def numbers(texts):
        return [LANGUAGES["fortran"].decimal(text) for text in _numbers(texts)]

    def array(name, kind, texts, count):
        if not texts:
            return f"  {kind}, parameter :: {name}({count}) = [{kind} ::]"
        return _continued(f"  {kind}, parameter :: {name}({count}) = [{', '.join(texts)}]")
    ends = _ends(problem) or []
    return f'''{_commented(_about(problem), "! ")}
!
! gfortran -DPROBLEM_MAIN problem.F90 && ./a.out
module problem
  implicit none
  integer, parameter :: dp = kind(1d0), size_of_state = {len(problem.initial)}, steps = {STEPS}
{array("names", "character(32)", [f"'{name:32}'" for name in problem.equations.names], len(problem.initial))}
{array("parameters", "real(dp)", numbers(problem.parameters.values()), len(problem.parameters))}
  ! {", ".join(problem.parameters) or "no parameters"}
  real(dp), parameter :: t0 = 0, t1 = {numbers([problem.end_time])[0]}
{array("initial", "real(dp)", numbers(problem.initial), len(problem.initial))}
{array("certified", "character(40)", [f"'{text:40}'" for text in ends], len(ends))}
contains
  ! The derivatives of the state.
  subroutine rhs(t, state, p, dstate)
    real(dp), intent(in) :: t, state(:), p(:)
    real(dp), intent(out) :: dstate(:)
{body(field, "dstate")}
  end subroutine

  ! What stays constant: {", ".join(problem.conserved) or "nothing that is known"}.
  subroutine conserved(t, state, p, values)
    real(dp), intent(in) :: t, state(:), p(:)
    real(dp), intent(out) :: values(:)
{body(conserved, "values")}
  end subroutine

  ! The end state by the classical Runge-Kutta method.
  subroutine run(y)
    real(dp), intent(inout) :: y(size_of_state)
    real(dp) :: k1(size_of_state), k2(size_of_state), k3(size_of_state), k4(size_of_state), t, h
    integer :: step
    h = (t1 - t0)/steps
    t = t0
    do step = 1, steps
      call rhs(t, y, parameters, k1)
      call rhs(t + h/2, y + h/2*k1, parameters, k2)
      call rhs(t + h/2, y + h/2*k2, parameters, k3)
      call rhs(t + h, y + h*k3, parameters, k4)
      y = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
      t = t + h
    end do
  end subroutine
end module

#ifdef PROBLEM_MAIN
program demonstrate
  use problem
  real(dp) :: y(size_of_state), dy(size_of_state)
  y = initial
  call rhs(t0, y, parameters, dy)
  call run(y)
  write (*, '(a, *(1x, es24.16e3))') 'rhs', dy
  write (*, '(a, *(1x, es24.16e3))') 'end', y
end program
#endif
'''


def equations_in_latex(problem):
    """The lines of the equations, parts first."""
    language, equations = LANGUAGES["latex"], problem.equations
    inputs = problem.inputs(language)
    state = list(inputs.values())[1:1 + len(equations.names)]
    printed = Printed(language, equations.graph, equations.field, inputs)
    lines = [f"{name} &= {text}" for name, text in printed.parts]
    return lines + [f"\\dot {name} &= {text}" if len(name) == 1 or name[0] == "\\" and name.isalpha()
                    else f"\\dot{{{name}}} &= {text}" for name, text in zip(state, printed.values)]


def source_in_latex(problem):
    """The functions that the model gives, as L = ..., one line each."""
    language, equations = LANGUAGES["latex"], problem.equations
    lines = []
    for name, symbol, unit in (("L", "L", ""), ("H", "H", ""), ("force", "F", ""), ("Phi", "0", ""), ("g", "0", "")):
        for node in equations.source.get(name, []):
            printed = Printed(language, equations.graph, [node], problem.inputs(language), 10**6)
            lines += [f"{part} &= {text}" for part, text in printed.parts] if len(printed.parts) < 20 else []
            lines.append(f"{symbol} &= {printed.values[0]}")
    return lines


def conserved_in_latex(problem):
    language, equations = LANGUAGES["latex"], problem.equations
    lines = []
    for name, node in equations.conserved().items():
        printed = Printed(language, equations.graph, [node], problem.inputs(language), 120)
        lines += [f"{part} &= {text}" for part, text in printed.parts]
        lines.append(f"\\mathrm{{{name.replace('_', chr(92) + ' ')}}} &= {printed.values[0]}")
    return lines


def escaped(text):
    for sign, spelled in (("&", "\\&"), ("_", "\\_"), ("^", "\\^{}"), ("#", "\\#"), ("%", "\\%")):
        text = text.replace(sign, spelled)
    return text


def latex(problem):
    def aligned(lines):
        return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"
    language = LANGUAGES["latex"]
    state = language.named(problem.equations.names)
    ends = _ends(problem)
    rows = [f"${name}$ & {a} & {b} \\\\" for name, a, b in
            zip(state, _numbers(problem.initial), ends or [""] * len(state))]
    parameters = ", ".join(f"{name} = {short(value, 20)}" for name, value in
                           zip(language.named(problem.parameters), problem.parameters.values()))
    source, conserved = source_in_latex(problem), conserved_in_latex(problem)
    return "\n".join([
        _commented(_about(problem), "% "), "\\documentclass{article}", "\\usepackage{amsmath,longtable}",
        "\\allowdisplaybreaks", "\\begin{document}", f"\\section*{{{escaped(problem.equations.title)}}}",
        *(["Given by", aligned(source)] if source else []), "The equations are", aligned(equations_in_latex(problem)),
        *(["These are constant:", aligned(conserved)] if conserved else []),
        *([f"Parameters: ${parameters}$."] if parameters else []),
        f"Initial data at $t = 0$, and the end state at $t = {short(problem.end_time, 20)}$:",
        "\\begin{longtable}{lll}", *rows, "\\end{longtable}", "\\end{document}", ""])


def json_text(problem):
    return json.dumps(problem.to_json(), ensure_ascii=False, indent=1) + "\n"


WRITERS = {"python": python, "julia": julia, "matlab": matlab, "c": c, "fortran": fortran, "latex": latex,
           "json": json_text}
