# Kepler's problem, a circle of radius 1, to t = 3 with 748 steps.
from math import atan2, nextafter

import numpy
from galpy.orbit import Orbit
from galpy.potential import KeplerPotential

for text, dt in (("3/748", 3 / 748), ("nextafter(3/748, 0)", nextafter(3 / 748, 0))):
    orbit = Orbit([1, 0, 1, 0])
    orbit.integrate(numpy.array([0, 3]), KeplerPotential().toPlanar(), method="symplec4_c", dt=dt)
    late = 3 - atan2(orbit.y(3), orbit.x(3))
    print(f"dt = {text}: the state of t = 3 - {abs(late) * 748 / 3:.3f} steps; t/dt = {3 / dt!r}")
# Prints with galpy 1.8.1:
# dt = 3/748: the state of t = 3 - 1.000 steps; t/dt = 747.9999999999999
# dt = nextafter(3/748, 0): the state of t = 3 - 0.000 steps; t/dt = 748.0000000000001
