# ---- mpmath ----
# Needs: python:mpmath python3-mpmath
# Its Taylor series need fields of mpmath's numbers, so that four of the models are written in them.
import mpmath

mpmath.mp.dps = 30
FIELDS = {
    "pendulum": lambda t, y: [y[1], -mpmath.sin(y[0])],
    "driven_pendulum": lambda t, y: [y[1], -mpmath.sin(y[0]) + mpmath.mpf("0.3") * mpmath.cos(mpmath.mpf("1.7") * t)],
    "kepler": lambda t, y: [y[2], y[3], -y[0] / (y[0]**2 + y[1]**2)**1.5, -y[1] / (y[0]**2 + y[1]**2)**1.5],
    "henon_heiles": lambda t, y: [y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0]**2 + y[1]**2],
}
MODELS = [model for model in MODELS if model[0] in FIELDS]


def odefun(f, y, T, n, tolerance):
    word = next(model[0] for model in MODELS if model[3] == list(y))
    found = mpmath.odefun(FIELDS[word], 0, y, tol=tolerance)
    third = [float(u) for u in found(mpmath.mpf(T) / 3)]
    return [float(u) for u in found(T)], third


STEPS, TOLERANCES = 1, 2  # what a method can be run with; 3: both
METHODS = [("odefun", odefun, TOLERANCES)]
