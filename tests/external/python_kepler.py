"""Kepler's problem, as models/kepler.c has it in Cartesian coordinates."""
import math

from gimbal import Model, serve


class PythonKepler(Model):
    """Kepler's problem in Python"""

    coordinates, velocities = "x y", "u w"
    parameters = {"e": "3/10"}
    traits = "separable autonomous reversible integrable"
    cases = {"e03": {"duration": 2}, "e06": {"e": "3/5", "duration": 2}}
    invariants = {"angular_momentum": "quadratic momentum_map"}

    def start(self):
        return [1 - self.e, 0, 0, math.sqrt((1 + self.e) / (1 - self.e))]

    def lagrangian(self, t, q, v):
        return (v[0]**2 + v[1]**2) / 2 + 1 / math.sqrt(q[0]**2 + q[1]**2)

    def angular_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0]

    def exact(self, t, q, v):
        r0, sin, cos = math.hypot(*q), math.sin, math.cos
        a = 1 / (2 / r0 - v[0]**2 - v[1]**2)
        n, c, s = a**-1.5, 1 - r0 / a, (q[0] * v[0] + q[1] * v[1]) / math.sqrt(a)
        x = n * t  # Kepler's equation for the change of the eccentric anomaly
        for _ in range(25):
            x = x - (x - c * sin(x) + s * (1 - cos(x)) - n * t) / (1 - c * cos(x) + s * sin(x))
        r = a * (1 - c * cos(x) + s * sin(x))
        f, g = 1 - a / r0 * (1 - cos(x)), t - (x - sin(x)) / n
        F, G = -math.sqrt(a) / (r * r0) * sin(x), 1 - a / r * (1 - cos(x))
        return [f * q[0] + g * v[0], f * q[1] + g * v[1], F * q[0] + G * v[0], F * q[1] + G * v[1]]


serve(PythonKepler)
