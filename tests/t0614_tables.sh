# Readers of Butcher tables in Python: LaTeX, Markdown, Julia, MATLAB, NumPy, nodepy, C, Fortran, SUNDIALS; wrong and
# unclear ones; verdicts as objects; and tables that survive being written and read again.
. tests/tap.sh
top=$PWD
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "tables in Python # SKIP there is no Python 3.9"
  done_testing
fi
export GIMBAL_PROGRAM="$GIMBAL" PYTHONPATH="$top/python" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
cd "$scratch" || exit 2

# ---- Kutta's method of order 3, in each format: the same numbers ----
kutta='[{"A": [["0", "0", "0"], ["1/2", "0", "0"], ["-1", "2", "0"]], "b": ["1/6", "2/3", "1/6"]'
# reads FORMAT NAME TEXT [JSON]: the text is read as Kutta's method, or as what begins with JSON.
reads() {
  printf '%s\n' "$3" >text
  run python3 -m gimbal.tables --format "$1" text
  is "$(echo "$output" | tr -d '\n' | sed 's/  *\([]["{}]\)/ \1/g; s/\[ /[/g; s/ \]/]/g; s/{ /{/g; s|"0.5"|"1/2"|g; s|"4/6"|"2/3"|g; s/"name": "[^"]*", //; s/"claims": "[^"]*", //' | cut -c1-"$(printf %s "${4:-$kutta}" | wc -m)")" \
    "${4:-$kutta}" "$1: $2" || diag "$output$errors"
}
# refuses FORMAT WHAT TEXT MESSAGE: with the line and what was understood.
refuses() {
  printf '%s\n' "$3" >text
  run python3 -m gimbal.tables --format "$1" text
  is "$status" 2 "$1 refused: $2" || diag "$output"
  matches "$errors" "$4" "  with its line and the reason" || diag "$errors"
}

reads latex 'fractions with and without braces' '\[\begin{array}{c|ccc} 0 \\[2pt] \frac12 & \frac{1}{2} \\ 1 & -1 & 2 & \phantom{0} \\ \hline
 & \tfrac16 & \dfrac{2}{3} & \frac{1}{6} \end{array}\]'
reads latex 'dollars, rules and spaces' '\begin{tabular}{c|ccc}\toprule $0$ & & & \\ $1/2$ & $\frac{1}{2}$ & & \\ 1 & $-1$ & $\,2$ & \\ \cline{1-4}
 & $\displaystyle\frac{1}{6}$ & $\frac23$ & $\left(\frac{1}{6}\right)$\\ \bottomrule\end{tabular}'
reads latex 'TeX quotients and labels of the weights' '\begin{array}{c|ccc} 0 & & & \\ {1\over 2} & {1 \over 2} & & \\ 1 & -1 & 2 & \\ \hline
$b^T$ & {1\over 6} & {2\over 3} & {1\over 6} \end{array}'
reads latex 'weights with an index' '\begin{array}{c|ccc} 0 & & & \\ \frac12 & \frac12 & & \\ 1 & -1 & 2 & \\ \hline
b_i & \frac16 & \frac23 & \frac16 \end{array}'
refuses latex 'letters of the general form' '\begin{array}{c|cc} 0 & & \\ 1 & a_{21} & \\ \hline b_i & b_1 & b_2 \end{array}' 'no table was found'
reads latex 'embedded weights before the weights' '\begin{array}{c|ccc} 0 & & & \\ \frac12 & \frac12 & & \\ 1 & -1 & 2 & \\ \hline
\hat b & 0 & 1 & 0 \\ b & \frac16 & \frac23 & \frac16 \end{array}'
reads latex 'a letter that the text defines' 'With $\gamma = 1 - \frac{\sqrt{2}}{2}$: \begin{array}{c|cc} \gamma & \gamma & 0\\ 1 & 1-\gamma & \gamma\\\hline
 & 1-\gamma & \gamma\end{array}' '[{"A": [["1-sqrt(2)/2", "0"], ["1-(1-sqrt(2)/2)", "1-sqrt(2)/2"]]'
refuses latex 'a letter without a value' '\begin{array}{c|cc} \beta & \beta & 0 \\ 1 & 1 & 0 \\ \hline & 1/2 & 1/2 \end{array}' 'text:1: the value of beta is not given'
refuses latex 'no weights' '

\begin{array}{c|cc} 0 & 0 & 0 \\ \hline 1 & 1 & 0 \end{array}' 'text:3: a row after .hline begins with a number'
refuses latex 'too many weights' '\begin{array}{c|c} 0 & 0 \\ \hline & 1/2 & 1/2 \end{array}' '2 weights and 1 rows of stages'

reads julia 'rows and fractions' 'A = [0 0 0; 1//2 0 0
     -1 2 0]
b = [1//6, 2//3, 1//6]; c = [0; 1//2; 1]'
reads julia 'entries one by one, conversions' 'function kutta(T::Type = Float64)
  A = zeros(T, 3, 3); A[2, 1] = big"0.5"; A[3, 1:2] = [-1, 2]
  b = T[1//6, convert(T, 2 //
    3), 1//6]
end'
reads julia 'nodes without that of the first stage' 'a21 = 1//2; a31 = -1; a32 = 2; c1 = 1//2; c2 = 1; b1 = 1//6; b2 = 2//3; b3 = 1//6' \
  "$kutta"', "c": ["0", "1/2", "1"]'
reads julia '  and nodes that are wrong' 'a21 = 1//2; a31 = -1; a32 = 2; c1 = 1//2; c2 = 2; b1 = 1//6; b2 = 2//3; b3 = 1//6' \
  "$kutta"', "c": ["1/2", "2", "1"]'
reads julia 'signs and blanks' 'A = [0 0 0; 1/2 0 0; -1 2 0]; b = [1/6 4/6 1 - 5/6]'
reads julia 'several entries at once' 'A = zeros(3, 3); A[2, 1] = 1//2
A[3, 1], A[3, 2] = -1, 2
b = [1//6, 2//3, 1//6]'
reads python 'several entries at once' 'A = np.zeros((3, 3)); A[1, 0] = 1/2
A[2, :2] = -1, 2
b = np.array([1/6, 2/3, 1/6])'
reads python 'several names at once' 'A = [[0, 0, 0], [1/2, 0, 0], [0, 0, 0]]
A[2][0], A[2][1] = -1, 2
b, c = [1/6, 2/3, 1/6], [0, 1/2, 1]'
refuses python 'more names than values' 'A = [[0, 0], [1, 0]]
b, c, d = [1/2, 1/2], [0, 1]' '3 names and 2 values in one assignment'
refuses julia 'a name without a value' 'A = [0 0; x 0]
b = [1//2, 1//2]' 'text:1: A: the value of x is not given'
refuses julia 'two arrays for one' 'A = [0 0; 1 0]
b = [1//2, 1//2]
weights = [1, 0]' 'text:3: b: both b and weights may be b'

reads matlab 'comments and continuation' '% Kutta
A = [0,   0, 0
     1/2, 0, 0   % second
     -1   2  0];
b = [1/6; 2/3; ...
     1/6]; c = [0 1/2 1]'"';"
reads matlab 'sums' 'A = zeros(3); A(2,1) = 1/2; A(3,1:2) = [-1 2]; b = [1 4 1]/6; c = sum(A, 2);'
reads matlab 'decimals that may be rounded' 'A = [0 0; 0.667 0]; b = [0.25 0.750]; c = [0 0.667];' \
  '[{"A": [["0", "0"], ["0.667", "0"]], "b": ["0.25", "0.750"]'
reads matlab 'fractions as they are printed' 'A = [0 0; 18/27 0]; b = [0.25 0.750]; c = [0 -(-2/3)];' \
  '[{"A": [["0", "0"], ["18/27", "0"]], "b": ["0.25", "0.750"], "c": ["0", "2/3"]'
reads matlab 'a product with ones' 'A = [0 0; 2/3 0]; b = [1 3]/4; c = A*ones(2,1);' \
  '[{"A": [["0", "0"], ["2/3", "0"]], "b": ["1/4", "3/4"], "c": ["0", "2/3"]'
refuses matlab 'a product of other lengths' 'A = [0 0; 2/3 0]; b = [1 3]/4; c = A*ones(3,1);' \
  'text:1: c: the product of arrays with 2 rows of 2 and 3 rows of 1'
refuses matlab 'a product of which the row is not known' 'A = [0 0; 2/3 0]; b = [1 3]/4; c = [1 2]*[3 4];' 'text:1: c: the product of arrays'
# Ralston's method in notations of programs.
ralston='[{"A": [["0", "0"], ["2/3", "0"]], "b": ["1/4", "3/4"], "c": ["0", "2/3"]'
reads matlab 'weights with two indices' 'A = zeros(2); A(2,1) = 2/3; b(1,1) = 1/4; b(1,2) = 1 - b(1,1); c = [0; 2/3];' "$ralston"
reads julia 'macros of static arrays' 'A = @SMatrix [0 0; 2//3 0]
b = @SVector [1//4, 3//4]
c = @SVector [0, 2//3]' "$ralston"
reads c 'arrays with two braces' 'std::array<std::array<double,2>,2> A = {{{0.0, 0.0}, {2.0/3.0, 0.0}}};
std::array<double,2> b = {1.0/4.0, 3.0/4.0}, c = {0.0, 2.0/3.0};' "$ralston"
reads python 'entries of a dict' 't = {"A": np.array([[0, 0], [2/3, 0]]), "b": [1/4, 3/4], "order": 2,
     "c": [0, 2/3]}' "$ralston"
refuses python 'a dict without weights' 't = {"A": [[0, 0], [2/3, 0]], "order": 2}' 'text:1: there is A, but no b'
refuses matlab 'other lengths' 'A = [0 0; 1 0];
b = [1/2 1/2 0];' 'text:1: 2 rows in A and 3 weights b'
refuses matlab 'no weights' 'A = [0 0; 1 0];' 'text:1: there is A, but no b'

reads python 'NumPy' 'import numpy as np
A = np.array([[0, 0, 0],
              [1/2, 0, 0], [-1, 2, 0]])
b = np.array([1, 4, 1]) / 6  # weights
c = A.sum(axis=1)'
reads python 'fractions, and rows without zeros' 'from fractions import Fraction as F
A = [[], [F(1, 2)], [-1, 2]]
b = [Fraction("1/6"), Fraction(2, 3), Fraction(1, 6)]'
reads python 'lists that are joined and repeated' 'A = [[0] * 3, [1/2] + [0] * 2, [-1, 2] + [0]]
b = [1/6, 2/3] + [1/6]'
refuses python 'columns for rows' 'A = [[0, 1], [0, 0]]
b = [0.5, 0.5]
c = [0, 1]' 'the columns of A sum to c, and the rows do not'
reads python 'nodepy: a constructor' 'one = Rational(1, 1)
A = np.array([[0,0,0],[one/2,0,0],[-one,2,0]])
RK["K3"] = ExplicitRungeKuttaMethod(A, np.array([one/6, 2*one/3, one/6]), name="Kutta")'
refuses python 'nodepy: unknown names' 'A = np.array([[0, 0], [1, 0]])
m = rk.ExplicitRungeKuttaPair(A, np.array([half, half]), np.array([1, 0]))' 'text:2: b: the value of half is not given'
reads python 'nodepy: Shu-Osher form' 'one = Rational(1, 1)
alpha = np.array([[0,0],[one,0],[one/2,one/2]])
beta = np.array([[0,0],[one,0],[0,one/2]])
m = ExplicitRungeKuttaMethod(alpha=alpha, beta=beta, order=2)' '[{"A": [["0", "0"], ["1", "0"]], "b": ["1/2", "1/2"]'

reads c 'arrays' 'static const double A[3][3] = {{0.0, 0.0, 0.0}, {0.5, 0, 0}, {-1.0, 2.0, 0.0}};
static const double b[] = {1.0/6, 2./3., 1.0/6.0}; /* weights */ double c[3] = {0, 0.5, 1};'
reads c 'one value for several entries' 'double a[2][2], b[2], c[2]; a[1][0] = c[1] = 1.; b[0] = b[1] = .5;' \
  '[{"A": [["0", "0"], ["1", "0"]], "b": ["1/2", "1/2"], "c": ["0", "1"]'
reads c 'entries and definitions' '#define HALF 0.5
double A[3][3] = {{0}}, b[3]; A[1][0] = HALF; A[2][0] = -1; A[2][1] = 2;
b[0] = 1/6.; b[1] = 4.0*b[0]; b[2] = b[0];'
refuses c 'a division of integers' 'double A[2][2] = {{0, 0}, {1/2, 0}};
double b[2] = {0, 1};' 'text:1: A: 1/2 divides integers, which is 0 in C'

reads c 'Eigen' 'Eigen::Matrix3d A; A << 0, 0, 0,
  0.5, 0, 0,
  -1, 2, 0;
std::cout << A << std::endl; const auto b = (Eigen::Matrix<double, 3, 1>() << 1./6, 2./3, 1./6).finished();'
refuses c 'Eigen: an entry is missing' 'Eigen::Matrix2d A; A << 0, 0, 1; Eigen::Vector2d b; b << 0.5, 0.5;' \
  'text:1: A is a list of 3 numbers, and there are 2 weights'
reads fortran77 'DATA, by columns' '      DOUBLE PRECISION A(3,3), B(3)
      DATA A /0.D0, .5D0, -1.D0,
     &  2*0.D0, 2.D0, 3*0.D0/
      DATA B /1D0, 4D0, 1D0/
      B = B/6D0'
half='[{"A": [["0", "0"], ["1/2", "0"]], "b": ["0", "1"]'
reads fortran 'DATA with loops, and of names' 'double precision a(2,2), b1, b2
data ((a(i,j), j = 1,2), i = 1,2) /2*0d0, 0.5d0, &
  0d0/, b1, b2 /0d0, 1d0/
b(1) = b1
b(2) = b2' "$half"
reads fortran 'DATA of several arrays' 'double precision a(2,2), b(2)
data a, b /0d0, 0.5d0, 2*0d0, 0d0, 1d0/' "$half"
reads fortran 'DATA of a shape with names' 'parameter (n = 2)
double precision a(n,n), b(n)
data a /0d0, 0.5d0, 2*0d0/
data b /0d0, 1d0/' "$half"
refuses fortran 'DATA of another length' 'double precision a(2,2), b(2)
data a /0d0, 0.5d0, 0d0/
data b /0d0, 1d0/' 'text:2: a: the value of DATA_of_3_values_for_4_entries is not given'
reads python 'sympy' 'import sympy as sp
A = sp.Matrix(2, 2, [0, 0, sp.S.Half, 0])
b = sp.Matrix([sp.S(0), sp.Rational(1)])' "$half"
refuses python 'sympy: another shape' 'A = sp.Matrix(2, 2, [0, 0, sp.S.Half])
b = sp.Matrix([0, 1])' '3 entries in an array of the shape'
reads markdown 'a table with a heading' '| c | a1 | a2 | a3 |
|:-:|---|---|---|
| 0 | | | |
| 1/2 | $\frac12$ | | |
| 1 | -1 | 2 | |
| **b** | 1/6 | 2/3 | 1/6 |'
reads markdown 'without bars at the ends, in a text' 'Midpoint:

0 | |
---|---|---
1/2 | 1/2 |
 | 0 | 1' "$half"
refuses markdown 'a letter without a value' '| c | | |
|---|---|---|
| 0 | | |
| 1 | x | |
| | 1/2 | 1/2 |' 'text:4: the value of x is not given'
refuses markdown 'no weights' '| 0 | | |
|---|---|---|
| 1 | 1 | |' 'text: no table was found'

reads fortran 'reshape by rows' 'real(8), parameter :: a(3,3) = transpose(reshape([ 0.d0, 0.d0, 0.d0, & ! first
   5.d-1, 0.d0, 0.d0, &
   -1.d0, 2.d0, 0.d0], [3,3]))
real(8), parameter :: b(3) = (/ 1.d0/6.d0, 2.d0/3.d0, 1.d0/6.d0 /)'
reads fortran77 'constants one by one' 'C     Kutta
      PARAMETER (A21=5.D-1, A31=-1.D0,
     &           A32=2.D0, B1=1.D0/6.D0, B2=4.D0/6.D0,
     &           B3=1.D0/6.D0, C2=0.5D0, C3=1.D0)'
refuses c 'entries in a loop' 'double A[2][2] = {{0}}, b[2] = {0.5, 0.5};
for (int i = 0; i < 2; i++) {
  A[i][i] = 0.25; }' 'text:3: A: i is not understood: i changes in a loop'
refuses fortran 'columns for rows' 'real(8) :: a(2,2) = reshape([0.d0, 0.d0, 1.d0, 0.d0], [2,2]), b(2) = [0.5d0, 0.5d0], c(2) = [0.d0, 1.d0]' \
  'Fortran fills arrays by columns'
printf 'real :: a(2,2), b(2)\na(2,1) = 0.1\nb = [0.5, 0.5]\n' >text
run python3 -m gimbal.tables --format fortran text
matches "$errors" 'text: line 2: 0.1 has single precision' "fortran: a note where constants are single"

sundials='ARK_BUTCHER_TABLE(ARKODE_KUTTA, {
  ARKodeButcherTable B = ARKodeButcherTable_Alloc(3, SUNTRUE);
  const sunrealtype half = SUN_RCONST(1.0)/SUN_RCONST(2.0);
  B->q = 3; B->p = 1;
  B->A[1][0] = half; B->A[2][0] = -SUN_RCONST(1.0); B->A[2][1] = SUN_RCONST(2.0);
  B->b[0] = SUN_RCONST(1.0)/SUN_RCONST(6.0); B->b[1] = SUN_RCONST(2.0)/SUN_RCONST(3.0);
  B->b[2] = SUN_RCONST(1.0)/SUN_RCONST(6.0); B->d[0] = SUN_RCONST(1.0);
  B->c[1] = half; B->c[2] = SUN_RCONST(1.0); return B; })'
reads sundials 'a table' "$sundials"
run python3 -m gimbal.tables --format sundials text
matches "$output" '"claims": "order 3, embedded 1"' "  with its claims"
matches "$output" '"embedded": ."1", "0", "0".' "  and the embedded weights"
reads sundials 'two tables' "$sundials
$(echo "$sundials" | sed 's/KUTTA/SECOND/')"
refuses sundials 'a constant without a value' "$(echo "$sundials" | grep -v half)
ARK_BUTCHER_TABLE(X, { B->A[1][0] = gamma; B->b[0] = B->b[1] = SUN_RCONST(0.5); })" 'text:[0-9]*: A: the value of gamma is not given'

# ---- Verdicts ----
cat >verdicts.py <<'PY'
import sys

import gimbal
from gimbal.tables import TableError, read, to_json

text = "A = [0 0 0; 1/2 0 0; -1 2 0]; b = [1 4 1]/6; c = [0 1/2 1];"
print([v.verdict for v in gimbal.algebra(text, order=3)], [v.verdict for v in gimbal.algebra(text, order=4)])
print(gimbal.algebra("0 |\n1/2 | 1/2\n1 | -1 2\n | 1/6 2/3 1/6\n", order=3).passes)
print([(v.quantity, v.verdict) for v in gimbal.algebra(read("A = [1/2]; b = [1]"), order=2, symplectic=True)])
for source, words in ((text, {}), ("A = [0 0; x 0]; b = [1 0]", {"order": 1}), ("no_such.tex", {"order": 1})):
    try:
        gimbal.algebra(source, **words)
    except (ValueError, OSError) as error:
        print(type(error).__name__, error)

# Written as programs and read again, each table of the gallery that has no decimals gives the same numbers.
count = 0
for name in sys.argv[1:]:
    rows = []
    for line in open(name, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if "|" in line:
            rows.append([part.strip() for part in line.split("|")])
        elif rows:
            stages = [row[1].split() for row in rows if row[0]]
            weights = [row[1].split() for row in rows if not row[0]]
            nodes = [row[0] for row in rows if row[0]]
            rows = []
            s = len(stages)
            full = [row + ["0"] * (s - len(row)) for row in stages]
            latex = r"\begin{array}{c|" + "c" * s + "}" + "".join(
                " & ".join([c, *row]) + r"\\" + "\n" for c, row in zip(nodes, full)) + r"\hline" + "".join(
                " & " + " & ".join(row) + r"\\" + "\n" for row in weights) + r"\end{array}"
            julia = "A = [" + "; ".join(" ".join(row) for row in full) + "]\nb = [" + ", ".join(weights[0]) + "]\n" + \
                "c = [" + ", ".join(nodes) + "]\n" + \
                ("bhat = [" + ", ".join(weights[1]) + "]\n" if weights[1:] else "")
            lists = julia.replace("; ", "], [").replace("A = [", "A = [[").replace("]\nb", "]]\nb", 1)
            lists = "\n".join(part if part[0] != "A" else part.replace(" ", ", ").replace("A,", "A").replace("=,", "=")
                              .replace(",,", ",") for part in lists.splitlines()).replace("^", "**")
            kinds = {"latex": latex, "julia": julia, "matlab": julia, "python": lists}
            results = {kind: [entry for row in table.A for entry in row] + table.b + table.c + (table.embedded or [])
                       for kind, source in kinds.items() for table in read(source, kind)}
            first = results["latex"]
            for kind, entries in results.items():
                assert len(entries) == len(first) and all(a.same(b) for a, b in zip(entries, first)), (kind, source)
            count += 1
print(count > 100)
PY
run python3 verdicts.py "$top"/ci/tables/explicit.txt "$top"/ci/tables/pairs.txt "$top"/ci/tables/implicit.txt
is "$status" 0 "gimbal.algebra" || diag "$errors"
is "$(echo "$output" | sed -n 1,3p)" "['confirmed'] ['refuted']
True
[('order', 'confirmed'), ('symplectic', 'confirmed')]" "verdicts on texts, on tables and on rows with bars"
matches "$output" '^ValueError nothing is claimed' "no claim is an error"
matches "$output" '^TableError line 1: A: the value of x is not given .understood: ' "an unclear table is an error, with the parts that were read"
matches "$output" '^FileNotFoundError no_such.tex' "a missing file is an error"
is "$(echo "$output" | tail -1)" True "a hundred tables are the same as LaTeX, Julia, MATLAB and Python"
done_testing
