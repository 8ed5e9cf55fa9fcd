"""SciPy's solve_ivp by itself: the worst ratio of an error at the end to the tolerance, of 37 tolerances from
1e-3 to 1e-12, on the driven pendulum q̈ = −sin q + a cos ωt and on Kepler's problem, until t = 2."""
import math
import sys
import warnings

from small import end, holds

try:
    from scipy.integrate import solve_ivp
except ImportError:
    print("SKIP no SciPy here")
    raise SystemExit(77)

AMPLITUDE, FREQUENCY, END, ECCENTRICITY, ANOMALY = 0.3, 1.7, 2.0, 0.3, 0.5
LEAST = 100 * sys.float_info.epsilon  # what solve_ivp takes for rtol


def pendulum(t, y):
    return [y[1], -math.sin(y[0]) + AMPLITUDE * math.cos(FREQUENCY * t)]


def pendulum_jacobian(t, y):
    return [[0, 1], [-math.cos(y[0]), 0]]


def kepler(t, y):
    cube = math.hypot(y[0], y[1])**3
    return [y[2], y[3], -y[0] / cube, -y[1] / cube]


def kepler_jacobian(t, y):
    r = math.hypot(y[0], y[1])
    block = [[3 * y[i] * y[j] / r**5 - (i == j) / r**3 for j in range(2)] for i in range(2)]
    return [[0, 0, 1, 0], [0, 0, 0, 1], block[0] + [0, 0], block[1] + [0, 0]]


def classical(f, y, n):
    """The classical Runge-Kutta method, for the pendulum's reference."""
    h = END / n
    for i in range(n):
        t = i * h
        k = f(t, y)
        l = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k)])
        m = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, l)])
        o = f(t + h, [a + h * b for a, b in zip(y, m)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k, l, m, o)]
    return y[0]


def place(anomaly):
    """Of the orbit: its pericentre lies on the positive x-axis."""
    return [math.cos(anomaly) - ECCENTRICITY, math.sqrt(1 - ECCENTRICITY**2) * math.sin(anomaly)]


def velocity(anomaly):
    rate = 1 / (1 - ECCENTRICITY * math.cos(anomaly))
    return [-rate * math.sin(anomaly), rate * math.sqrt(1 - ECCENTRICITY**2) * math.cos(anomaly)]


def later(anomaly):
    """Kepler's equation for the eccentric anomaly at the end, E − e sin E growing like t."""
    mean = anomaly - ECCENTRICITY * math.sin(anomaly) + END
    for _ in range(50):
        anomaly -= (anomaly - ECCENTRICITY * math.sin(anomaly) - mean) / (1 - ECCENTRICITY * math.cos(anomaly))
    return anomaly


swing = [1.0, 0.5]
# Of each problem also what the tolerance is a multiple of, entry by entry.
problems = {
    "the pendulum": (pendulum, pendulum_jacobian, swing,
                     [(16 * classical(pendulum, swing, 8000) - classical(pendulum, swing, 4000)) / 15],
                     (1, 2 * (math.sin(1) - AMPLITUDE))),
    "Kepler's problem": (kepler, kepler_jacobian, place(ANOMALY) + velocity(ANOMALY), place(later(ANOMALY)),
                         (1.3015, 2.2727, 2.8889, 2.2875))}


def worst(problem, method):
    f, jacobian, y, exact, sizes = problems[problem]
    more = {"jac": jacobian} if method in ("Radau", "BDF", "LSODA") else {}
    ratio = 0
    for i in range(37):
        tolerance = 10**(-3 - i / 4)
        found = solve_ivp(f, (0, END), y, method=method, rtol=LEAST,
                          atol=[tolerance * size for size in sizes], **more)
        error = max(abs(a - b) for a, b in zip(found.y[:, -1], exact))
        ratio = max(ratio, error / tolerance)
    return ratio


warnings.simplefilter("ignore")
# Least and most, for other versions choose other steps.
for method, of_pendulum, of_kepler in (("RK45", (1, 10), (10, 100)), ("RK23", (1.5, 10), (5, 50)),
                                       ("DOP853", (0, 1), (1, 10)), ("Radau", (0, 1), (0, 1)),
                                       ("BDF", (5, 100), (50, 1000)), ("LSODA", (2, 50), (5, 100))):
    for problem, (least, most) in (("the pendulum", of_pendulum), ("Kepler's problem", of_kepler)):
        ratio = worst(problem, method)
        holds("%s on %s: errors up to %.3g times the tolerance" % (method, problem, ratio), least <= ratio <= most)
end()
