"""The test set: bodies under gravity."""
from gimbal import Model, cos, hypot, sin, sqrt


def _distance(q, i, j, k=3):
    return hypot(*(q[k * i + a] - q[k * j + a] for a in range(k)))


def _momentum(masses, v, a, k=3):
    return sum(m * v[k * i + a] for i, m in enumerate(masses))


def _spin(masses, q, v, a=0, b=1, k=3):
    return sum(m * (q[k * i + a] * v[k * i + b] - q[k * i + b] * v[k * i + a]) for i, m in enumerate(masses))


def _gravity(G, masses, q, v, k=3):
    """The Lagrangian of point masses."""
    kinetic = sum(m * sum(v[k * i + a] ** 2 for a in range(k)) for i, m in enumerate(masses)) / 2
    return kinetic + sum(G * masses[i] * masses[j] / _distance(q, i, j, k)
                         for i in range(len(masses)) for j in range(i))


class Kepler(Model):
    """Kepler's problem"""

    _tree = "kepler@cartesian"
    citation = "Hairer, Lubich, Wanner 2006, section I.2"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"mu": 1, "a": 1, "e": "3/10", "anomaly": "1/2"}
    _own_cases = ("e09",)
    cases = {"e03": {}, "e09": {"e": "9/10", "anomaly": 0, "description": "a close encounter in each turn"}}
    duration, traits = 10, "separable autonomous reversible"
    invariants = {"angular_momentum": "quadratic", "laplace_runge_lenz_x": "", "laplace_runge_lenz_y": ""}

    def start(self):
        c, s = cos(self.anomaly), sin(self.anomaly)
        width, rate = sqrt((1 - self.e) * (1 + self.e)), sqrt(self.mu / self.a) / (1 - self.e * c)
        return [self.a * (c - self.e), self.a * width * s, -rate * s, rate * width * c]

    def lagrangian(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2) / 2 + self.mu / hypot(*q)

    def angular_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0]

    def laplace_runge_lenz_x(self, t, q, v):
        return v[1] * self.angular_momentum(t, q, v) / self.mu - q[0] / hypot(*q)

    def laplace_runge_lenz_y(self, t, q, v):
        return -v[0] * self.angular_momentum(t, q, v) / self.mu - q[1] / hypot(*q)


class PerturbedKepler(Model):
    """Kepler's problem with the perturbation of an oblate body"""

    citation = "Hairer, Lubich, Wanner 2006, the perturbed Kepler problem"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"e": "3/5", "delta": "3/200"}
    duration, traits = 20, "separable autonomous reversible"
    invariants = {"angular_momentum": "quadratic"}

    def start(self):
        return [1 - self.e, 0, 0, sqrt((1 + self.e) / (1 - self.e))]

    def lagrangian(self, t, q, v):
        r = hypot(*q)
        return (v[0] ** 2 + v[1] ** 2) / 2 + 1 / r + self.delta / (3 * r ** 3)

    angular_momentum = Kepler.angular_momentum


class Arenstorf(Model):
    """Arenstorf's orbit of a satellite around Earth and Moon, in axes that turn with both"""

    citation = "Arenstorf 1963; data of Hairer, Nørsett, Wanner 1993, section II.0"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"mu": "0.012277471", "x0": "0.994", "vy0": "-2.00158510637908252240537862224"}
    cases = {"period": {"duration": "17.0652165601579625588917206249"},
             "first_loop": {"duration": 6, "description": "about a third of the period"}}
    traits = "autonomous"

    def start(self):
        return [self.x0, 0, 0, self.vy0]

    def lagrangian(self, t, q, v):
        x, y = q
        return ((v[0] - y) ** 2 + (v[1] + x) ** 2) / 2 + (1 - self.mu) / hypot(x + self.mu, y) \
            + self.mu / hypot(x - 1 + self.mu, y)


class TwoCentres(Model):
    """A particle attracted by two fixed centres"""

    citation = "Euler 1760; Arnold, Mathematical Methods of Classical Mechanics, section 47"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"m1": 1, "m2": "1/2"}
    start = ["1/2", "6/5", "4/5", "-1/10"]
    duration, traits = 10, "separable autonomous reversible"
    invariants = {"second_integral": ""}

    def lagrangian(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2) / 2 + self.m1 / hypot(q[0] - 1, q[1]) + self.m2 / hypot(q[0] + 1, q[1])

    def second_integral(self, t, q, v):
        """The product of the angular momenta about both centres, and a term of the potential."""
        x, y = q
        near, far = x - 1, x + 1
        about = (near * v[1] - y * v[0]) * (far * v[1] - y * v[0])
        return about + 2 * (self.m2 * far / hypot(far, y) - self.m1 * near / hypot(near, y))


class Pleiades(Model):
    """Seven stars in the plane with close encounters (Pleiades)"""

    citation = "Hairer, Nørsett, Wanner 1993, section II.10"
    coordinates = [f"{a}{i}" for i in range(1, 8) for a in "xy"]
    velocities = [f"v{a}{i}" for i in range(1, 8) for a in "xy"]
    start = [3, 3, 3, -3, -1, 2, -3, 0, 2, 0, -2, -4, 2, 4,
             0, 0, 0, 0, 0, 0, 0, "-5/4", 0, 1, "7/4", 0, "-3/2", 0]
    duration, traits = 3, "separable autonomous reversible"
    _masses = range(1, 8)
    invariants = {"momentum_x": "linear", "momentum_y": "linear", "angular_momentum": "quadratic"}

    def lagrangian(self, t, q, v):
        return _gravity(1, self._masses, q, v, 2)

    def momentum_x(self, t, q, v):
        return _momentum(self._masses, v, 0, 2)

    def momentum_y(self, t, q, v):
        return _momentum(self._masses, v, 1, 2)

    def angular_momentum(self, t, q, v):
        return _spin(self._masses, q, v, k=2)


class FigureEight(Model):
    """Three equal bodies on one curve, a figure eight"""

    citation = "Chenciner and Montgomery, Annals of Mathematics 152 (2000) 881; data of Simó"
    coordinates = "x1 y1 x2 y2 x3 y3"
    velocities = "vx1 vy1 vx2 vy2 vx3 vy3"
    parameters = {"x": "0.97000436", "y": "-0.24308753", "vx": "-0.93240737", "vy": "-0.86473146"}
    duration, traits = "6.32591398", "separable autonomous reversible"
    invariants = {"momentum_x": "linear", "momentum_y": "linear", "angular_momentum": "quadratic"}
    _masses = [1, 1, 1]

    def start(self):
        half_x, half_y = -self.vx / 2, -self.vy / 2
        return [self.x, self.y, -self.x, -self.y, 0, 0, half_x, half_y, half_x, half_y, self.vx, self.vy]

    def lagrangian(self, t, q, v):
        return _gravity(1, self._masses, q, v, 2)

    momentum_x, momentum_y, angular_momentum = Pleiades.momentum_x, Pleiades.momentum_y, Pleiades.angular_momentum


class PythagoreanThreeBodies(Model):
    """Three bodies with masses 3, 4, 5, released from rest in the corners of a triangle with sides 3, 4, 5"""

    citation = "Burrau 1913; Szebehely and Peters, Astronomical Journal 72 (1967) 876"
    coordinates = "x1 y1 x2 y2 x3 y3"
    velocities = "vx1 vy1 vx2 vy2 vx3 vy3"
    start = [1, 3, -2, -1, 1, -1, 0, 0, 0, 0, 0, 0]
    cases = {"first_encounter": {"duration": 3}, "ten": {"duration": 10, "description": "after five close encounters"}}
    traits = "separable autonomous reversible"
    invariants = {"momentum_x": "linear", "momentum_y": "linear", "angular_momentum": "quadratic"}
    _masses = [3, 4, 5]

    lagrangian = Pleiades.lagrangian
    momentum_x, momentum_y, angular_momentum = Pleiades.momentum_x, Pleiades.momentum_y, Pleiades.angular_momentum


class SunEarthMoon(Model):
    """Sun, Earth and Moon in SI units"""

    citation = "masses and distances rounded, on circles at first"
    coordinates = "xs ys zs xe ye ze xm ym zm"
    velocities = "vxs vys vzs vxe vye vze vxm vym vzm"
    parameters = {"G": "6.6743e-11", "sun": "1.98841e30", "earth": "5.9722e24", "moon": "7.346e22"}
    start = [0, 0, 0, 149600000000, 0, 0, 149984400000, 0, 0, 0, 0, 0, 0, 29780, 0, 0, 30798, "91"]
    duration, step, traits = 2592000, 36000, "separable autonomous reversible"
    invariants = {"momentum_x": "linear", "momentum_y": "linear", "momentum_z": "linear"}

    def _masses(self):
        return [self.sun, self.earth, self.moon]

    def lagrangian(self, t, q, v):
        return _gravity(self.G, self._masses(), q, v)

    def momentum_x(self, t, q, v):
        return _momentum(self._masses(), v, 0)

    def momentum_y(self, t, q, v):
        return _momentum(self._masses(), v, 1)

    def momentum_z(self, t, q, v):
        return _momentum(self._masses(), v, 2)


class OuterSolarSystem(Model):
    """Sun, Jupiter, Saturn, Uranus, Neptune, Pluto; astronomical units and days"""

    _tree = "outer_solar_system@cartesian"
    citation = "Hairer, Lubich, Wanner 2006, section I.2.4, Table 2.2"
    coordinates = [f"q{i}" for i in range(1, 19)]
    velocities = [f"v{i}" for i in range(1, 19)]
    _masses = ["1.00000597682", "0.000954786104043", "0.000285583733151", "0.0000437273164546", "0.0000517759138449",
               "1/130000000"]
    parameters = {"G": "2.95912208286e-4", **{f"m{i}": m for i, m in enumerate(_masses)}}
    start = [0, 0, 0, -3.5023653, -3.8169847, -1.5507963, 9.0755314, -3.0458353, -1.6483708, 8.3101420, -16.2901086,
             -7.2521278, 11.4707666, -25.7294829, -10.8169456, -15.5387357, -25.2225594, -3.1902382,
             0, 0, 0, 0.00565429, -0.00412490, -0.00190589, 0.00168318, 0.00483525, 0.00192462, 0.00354178, 0.00137102,
             0.00055029, 0.00288930, 0.00114527, 0.00039677, 0.00276725, -0.00170702, -0.00136504]
    cases = {"A": {}}
    duration, step, traits = 20000, 100, "separable autonomous reversible"
    invariants = {f"momentum_{a}": "linear" for a in "xyz"}

    def _all(self):
        return [getattr(self, f"m{i}") for i in range(6)]

    def lagrangian(self, t, q, v):
        return _gravity(self.G, self._all(), q, v)

    def momentum_x(self, t, q, v):
        return _momentum(self._all(), v, 0)

    def momentum_y(self, t, q, v):
        return _momentum(self._all(), v, 1)

    def momentum_z(self, t, q, v):
        return _momentum(self._all(), v, 2)


class RevolvingOrbit(Model):
    """Kepler's problem with an attraction of the inverse cube, an ellipse that revolves"""

    citation = "Newton, Principia, book I, section IX"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"h": "1/100"}
    start = [1, 0, 0, "6/5"]
    duration, traits = 20, "separable autonomous reversible"
    invariants = {"angular_momentum": "quadratic"}

    def lagrangian(self, t, q, v):
        r = hypot(*q)
        return (v[0] ** 2 + v[1] ** 2) / 2 + 1 / r + self.h / r ** 2

    angular_momentum = Kepler.angular_momentum
