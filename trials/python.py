"""Trial of an integrator on five models whose solutions are known to 20 digits.
Run:   python3 trial.py >trial.csv
Judge: gimbal judge --card card.yaml trial.csv
Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
"""
import os
import re
import sys
import time
from math import cos, sin

DEFECT = False  # True: the symplecticity defect of one step, by differences

# ---- Five models: positions, then velocities ----


def pendulum(t, y):
    return [y[1], -sin(y[0])]


def driven_pendulum(t, y):
    return [y[1], -sin(y[0]) + 0.3 * cos(1.7 * t)]


def kepler(t, y):
    r3 = (y[0] * y[0] + y[1] * y[1]) ** 1.5
    return [y[2], y[3], -y[0] / r3, -y[1] / r3]


def henon_heiles(t, y):
    return [y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] * y[0] + y[1] * y[1]]


def chain(t, y):
    """Ten masses between walls, with quartic and quadratic springs in turn."""
    q = [0, *y[:10], 0]
    x = [q[i + 1] - q[i] for i in range(11)]
    force = [2 * x[i] if i % 2 else 4 * x[i] ** 3 for i in range(11)]
    return [*y[10:], *(force[i + 1] - force[i] for i in range(10))]


# Right-hand side, T, and the states at 0, T/3 and T.
MODELS = [
    ("pendulum", pendulum, 3.0,
     [1.0, 1.0],
     [1.5297907853434743299, 0.037195296955719380612],
     [-0.1732851170552567988, -1.3745700127771053625]),
    ("driven_pendulum", driven_pendulum, 3.0,
     [1.0, 0.5],
     [1.1688742476298780195, -0.23434994784418781457],
     [-0.87234822433058503825, -1.1159097147452630389]),
    ("kepler", kepler, 3.0,
     [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
      1.1363265062049125209],
     [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
      -0.078352325191695464642],
     [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
      -0.72608707196516039025]),
    ("henon_heiles", henon_heiles, 4.0,
     [0.1, -0.2, 0.4, 0.2],
     [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
      0.12348799093046947755],
     [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
      -0.17987906613095126729]),
    ("chain", chain, 3.0,
     [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3,
      -0.2, 0.1, -0.4, 0.2],
     [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
      0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
      0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
      0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
      -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
      -0.19863761917276262011, 0.0013607245545922337975],
     [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
      0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
      -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
      -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
      -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
      -0.23074703270276625446, 0.27703410364773412753]),
]

# ---- YOUR LIBRARY: the one place to fill in ----
# Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. Return the end
# state and, with dense output, the state at T/3, a third into a step (else None). An exception is a failure.
# A method that cannot run all models has their names as a fourth entry.


def rk4(f, y, T, n, tolerance):
    h = T / n
    for i in range(n):
        t = i * h
        k = f(t, y)
        l = f(t + h / 2, [u + h / 2 * v for u, v in zip(y, k)])
        m = f(t + h / 2, [u + h / 2 * v for u, v in zip(y, l)])
        o = f(t + h, [u + h * v for u, v in zip(y, m)])
        y = [u + h / 6 * (a + 2 * b + 2 * c + d) for u, a, b, c, d in zip(y, k, l, m, o)]
    return y, None


def scipy(method):
    def solve(f, y, T, n, tolerance):
        # Without a limit on the error, all steps are as long as max_step.
        how = {"first_step": T / n, "max_step": T / n, "rtol": 1, "atol": 1e99} if n else {
            "rtol": tolerance, "atol": tolerance}
        found = solve_ivp(f, (0, T), y, method=method, dense_output=True, **how)
        if not found.success:
            raise ArithmeticError(found.message)
        return found.y[:, -1], found.sol(T / 3)

    return solve


STEPS, TOLERANCES, BOTH = 1, 2, 3  # what a method can be run with
METHODS = [("rk4", rk4, STEPS)]
try:
    from scipy.integrate import solve_ivp

    METHODS += [("RK45", scipy("RK45"), BOTH)]
except ImportError:
    print("trial: SciPy is not installed", file=sys.stderr)

# ---- The table ----


def defect(solve, f, T, start, n):
    """The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n."""
    dim, half, delta = len(start), len(start) // 2, sys.float_info.epsilon ** 0.2
    columns = []
    for c in range(dim):
        column = [0] * dim
        for at, weight in ((-2, 1), (-1, -8), (1, 8), (2, -1)):
            y = [u + at * delta * (i == c) for i, u in enumerate(start)]
            y = solve(f, y, T / n, 1, 0)[0]
            column = [u + weight * v / (12 * delta) for u, v in zip(column, y)]
        columns.append(column)
    return max(abs(sum(a[i] * b[half + i] - a[half + i] * b[i] for i in range(half))
                   + (j == i_ - half) - (j == i_ + half))
               for i_, a in enumerate(columns) for j, b in enumerate(columns))


def errors(y, exact):
    """Four sums, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on."""
    if y is None:
        return [""] * 4
    sums = [f"{sum(u - v for u, v in zip(y[k::4], exact[k::4])):.15g}" for k in range(min(len(y), 4))]
    return sums + [""] * (4 - len(sums))


def row(name, solve, model, n, tolerance):
    word, f, T, start, third_exact, end = model
    count = 0

    def counted(t, y):
        nonlocal count
        count += 1
        return f(t, y)

    begin, stopped = time.perf_counter(), ""
    try:
        y, third = solve(counted, list(start), T, n, tolerance)
    except Exception as error:
        print(f"trial: {name} on {word}: {error}", file=sys.stderr)
        y, third, stopped = [float("nan")] * 4, None, re.sub(r'[\s",]+', " ", str(error))
    seconds = time.perf_counter() - begin
    floor = sys.float_info.epsilon * max(map(abs, end)) * (32 + (n or 1000))
    print(name, word, n or "", "" if n else tolerance, *errors(y, end), *errors(third, third_exact),
          f"{floor:.3g}", count, f"{seconds:.3g}",
          f"{defect(solve, f, T, start, n):.3g}" if n and DEFECT else "", stopped, sep=",")


print("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped")
one = os.environ.get("TRIAL")  # the one method to run; else all
for name, solve, runs, *only in METHODS:
    for model in MODELS:
        if (one and name != one) or (only and model[0] not in only[0]):
            continue
        if runs & STEPS:
            for n in (22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226,
                      262, 304, 352, 412, 478, 556, 646, 748, 868, 1006):
                row(name, solve, model, n, 0)
        if runs & TOLERANCES:
            for i in range(37):
                row(name, solve, model, 0, 10 ** (-3 - i / 4))
