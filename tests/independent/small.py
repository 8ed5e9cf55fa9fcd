"""Newton's method and linear equations in a few lines, and how a program here says what it found."""
import math
import sys


def solve(matrix, right):
    """The solution of a linear system, by elimination with pivots."""
    n = len(right)
    rows = [list(matrix[i]) + [right[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def newton(residual, x, jacobian=None):
    """A zero of the residual from the guess x, and the Jacobian, which the next step may reuse."""
    x = list(x)
    previous = math.inf
    for _ in range(60):
        r = residual(x)
        size = max(abs(v) for v in r)
        if size < 1e-15 or (size < 1e-11 and size > previous / 4):
            return x, jacobian
        if jacobian is None or size > 0.1 * previous:
            columns = []
            for j in range(len(x)):
                step = 1e-7 * max(1.0, abs(x[j]))
                moved = x[:j] + [x[j] + step] + x[j + 1:]
                columns.append([(a - b) / step for a, b in zip(residual(moved), r)])
            jacobian = [list(row) for row in zip(*columns)]
        previous = size
        x = [a - b for a, b in zip(x, solve(jacobian, r))]
    raise SystemExit("Newton's method did not converge: %g" % size)


failures = 0


def found(what, value, expected, within):
    """Prints a figure and what the suite says of it."""
    global failures
    good = abs(value - expected) <= within
    failures += not good
    print("%-66s %.9g, expected %.9g%s" % (what, value, expected, "" if good else "  WRONG"))


def holds(what, good):
    """Prints a statement and whether it is true."""
    global failures
    failures += not good
    print("%-66s %s" % (what, "yes" if good else "no  WRONG"))


def end():
    sys.exit(1 if failures else 0)
