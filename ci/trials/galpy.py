# ---- galpy ----
# Needs: python:galpy python3-galpy
# Its own potentials of two of the models. A step that does not divide T to the last digit would be one too few.
from math import atan2, hypot, nextafter

import numpy
from galpy.orbit import Orbit
from galpy.potential import HenonHeilesPotential, KeplerPotential


def orbit(method):
    def solve(f, y, T, n, tolerance):
        potential = KeplerPotential().toPlanar() if y == MODELS[2][3] else HenonHeilesPotential()
        r = hypot(y[0], y[1])
        path = Orbit([r, (y[0] * y[2] + y[1] * y[3]) / r, (y[0] * y[3] - y[1] * y[2]) / r, atan2(y[1], y[0])])
        path.integrate(numpy.array([0, T]), potential, method=method, dt=nextafter(T / n, 0))
        return [path.x(T), path.y(T), path.vx(T), path.vy(T)], None

    return solve


STEPS, TOLERANCES = 1, 2  # what a method can be run with
METHODS = [(name, orbit(name), STEPS, ("kepler", "henon_heiles"))
           for name in ("leapfrog_c", "symplec4_c", "symplec6_c", "rk4_c", "rk6_c")]
