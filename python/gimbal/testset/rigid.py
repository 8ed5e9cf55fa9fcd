"""The test set: rigid bodies, their velocities as seen from the body."""
from gimbal import Model, cos, hypot, sin, sqrt

_MATRIX = [f"R{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)]
_UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def _turned(R, omega):
    """The rates of the rows of R."""
    return [x for i in (0, 3, 6) for x in _cross(R[i:i + 3], omega)]


def _solve(matrix, right):
    """A system whose matrix is symmetric and positive, by elimination."""
    n = len(matrix)
    rows = [[*row, b] for row, b in zip(matrix, right)]
    for k in range(n):
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


class RigidBody(Model):
    """Free rigid body in Euler's angles"""

    _tree = "rigid_body"
    citation = "Goldstein 1980, section 4-9"
    coordinates = "theta phi psi omega1 omega2 omega3"
    parameters = {"J1": 1, "J2": 2, "J3": 3}
    start = ["7/10", "1/5", "2/5", "0.476305275775", "0.395022837521", "0.402421093642"]
    period = "0, 2*pi, 2*pi, 0, 0, 0"
    cases, duration, traits = {"A": {}}, 5, "autonomous"
    invariants = {"momentum_z": "", "square_of_momentum": ""}

    def field(self, t, y):
        s, c = sin(y[2]), cos(y[2])
        w1, w2, w3 = y[3:]
        turn = (s * w1 + c * w2) / sin(y[0])
        return [c * w1 - s * w2, turn, w3 - turn * cos(y[0]), (self.J2 - self.J3) * w2 * w3 / self.J1,
                (self.J3 - self.J1) * w3 * w1 / self.J2, (self.J1 - self.J2) * w1 * w2 / self.J3]

    def energy(self, t, y):
        return (self.J1 * y[3] ** 2 + self.J2 * y[4] ** 2 + self.J3 * y[5] ** 2) / 2

    def momentum_z(self, t, y):
        return sin(y[0]) * (sin(y[2]) * self.J1 * y[3] + cos(y[2]) * self.J2 * y[4]) + cos(y[0]) * self.J3 * y[5]

    def square_of_momentum(self, t, y):
        return (self.J1 * y[3]) ** 2 + (self.J2 * y[4]) ** 2 + (self.J3 * y[5]) ** 2


class TennisRacket(Model):
    """Free rigid body that turns over, near the rotation about its middle axis"""

    citation = "Ashbaugh, Chicone, Cushman, J. Dynamics and Differential Equations 3 (1991) 67"
    coordinates, start = "omega1 omega2 omega3", ["1/1000", 2, 0]
    parameters = {"J1": 1, "J2": 2, "J3": 3}
    duration = 20
    invariants = {"square_of_momentum": "quadratic"}

    def field(self, t, y):
        w1, w2, w3 = y
        return [(self.J2 - self.J3) * w2 * w3 / self.J1, (self.J3 - self.J1) * w3 * w1 / self.J2,
                (self.J1 - self.J2) * w1 * w2 / self.J3]

    def energy(self, t, y):
        return (self.J1 * y[0] ** 2 + self.J2 * y[1] ** 2 + self.J3 * y[2] ** 2) / 2

    def square_of_momentum(self, t, y):
        return (self.J1 * y[0]) ** 2 + (self.J2 * y[1]) ** 2 + (self.J3 * y[2]) ** 2


class HeavyTop(Model):
    """Heavy top"""

    _tree = "heavy_top@matrix"
    citation = "Brüls, Cardona, Arnold, Mechanism and Machine Theory 48 (2012) 121; Simo, Wong, Int. J. Numer. Methods Eng. 31 (1991) 19"
    coordinates = _MATRIX + ["omega1", "omega2", "omega3"]
    parameters = {"m": 15, "g": "9.81", "J1": "15.234375", "J2": "0.46875", "J3": "15.234375", "X2": 1, "X3": 0,
                  "tilt": 0, "Omega1": 0, "Omega2": 150, "Omega3": "-4.61538"}
    cases = {"bruels_cardona_arnold": {"duration": "1/5", "step": "1/2000"},
             "simo_wong": {"m": 4, "g": 5, "J1": 5, "J2": 5, "J3": 1, "X2": 0, "X3": 1, "tilt": "1/20", "Omega2": 0,
                           "Omega3": 50, "duration": "1/2", "step": "1/1000"},
             "slow": {"m": 1, "g": 5, "J1": 2, "J2": 2, "J3": 1, "X2": 0, "X3": 1, "tilt": 1, "Omega1": 1,
                      "Omega2": "1/2", "Omega3": 2, "duration": 5}}
    traits = "autonomous"
    invariants = {"vertical_momentum": "quadratic"}

    def start(self):
        c, s = cos(self.tilt), sin(self.tilt)
        return [1, 0, 0, 0, c, -s, 0, s, c, self.Omega1, self.Omega2, self.Omega3]

    def field(self, t, y):
        R, w = y[:9], y[9:]
        J = [self.J1, self.J2, self.J3]
        turn = _cross([a * b for a, b in zip(J, w)], w)
        weight = self.m * self.g
        lift = [self.X2 * R[8] - self.X3 * R[7], self.X3 * R[6], -self.X2 * R[6]]  # X x R'e3
        return _turned(R, w) + [(a - weight * b) / j for a, b, j in zip(turn, lift, J)]

    def energy(self, t, y):
        return (self.J1 * y[9] ** 2 + self.J2 * y[10] ** 2 + self.J3 * y[11] ** 2) / 2 \
            + self.m * self.g * (y[7] * self.X2 + y[8] * self.X3)

    def vertical_momentum(self, t, y):
        return y[6] * self.J1 * y[9] + y[7] * self.J2 * y[10] + y[8] * self.J3 * y[11]


class KovalevskayaTop(Model):
    """Kovalevskaya's top, by the equations of Euler and Poisson"""

    citation = "Kowalevski, Acta Mathematica 12 (1889) 177"
    coordinates = "omega1 omega2 omega3 gamma1 gamma2 gamma3"
    start = [1, "1/2", "-1/5", "3/5", 0, "4/5"]
    parameters = {"c": 1}
    duration = 10
    invariants = {"vertical_momentum": "quadratic", "length": "quadratic", "fourth_integral": ""}

    def field(self, t, y):
        w1, w2, w3, g1, g2, g3 = y
        return [w2 * w3 / 2, (-w3 * w1 - self.c * g3) / 2, self.c * g2, *_cross([g1, g2, g3], [w1, w2, w3])]

    def energy(self, t, y):
        return y[0] ** 2 + y[1] ** 2 + y[2] ** 2 / 2 - self.c * y[3]

    def vertical_momentum(self, t, y):
        return 2 * y[0] * y[3] + 2 * y[1] * y[4] + y[2] * y[5]

    def length(self, t, y):
        return y[3] ** 2 + y[4] ** 2 + y[5] ** 2

    def fourth_integral(self, t, y):
        return (y[0] ** 2 - y[1] ** 2 + self.c * y[3]) ** 2 + (2 * y[0] * y[1] + self.c * y[4]) ** 2


class Kirchhoff(Model):
    """Solid in an ideal fluid, Kirchhoff's equations"""

    citation = "Lamb, Hydrodynamics, chapter VI"
    coordinates = "p1 p2 p3 m1 m2 m3"
    start = ["3/5", "1/5", "-2/5", "1/2", "-3/10", "4/5"]
    parameters = {"J1": 1, "J2": 2, "J3": 3, "M1": 1, "M2": "3/2", "M3": 2}
    duration = 10
    invariants = {"square_of_impulse": "quadratic", "impulse_times_moment": "quadratic"}

    def field(self, t, y):
        p, m = y[:3], y[3:]
        u = [a / b for a, b in zip(p, (self.M1, self.M2, self.M3))]
        w = [a / b for a, b in zip(m, (self.J1, self.J2, self.J3))]
        return _cross(p, w) + [a + b for a, b in zip(_cross(m, w), _cross(p, u))]

    def energy(self, t, y):
        return (y[0] ** 2 / self.M1 + y[1] ** 2 / self.M2 + y[2] ** 2 / self.M3 + y[3] ** 2 / self.J1
                + y[4] ** 2 / self.J2 + y[5] ** 2 / self.J3) / 2

    def square_of_impulse(self, t, y):
        return y[0] ** 2 + y[1] ** 2 + y[2] ** 2

    def impulse_times_moment(self, t, y):
        return y[0] * y[3] + y[1] * y[4] + y[2] * y[5]


class Suslov(Model):
    """Suslov's problem"""

    _tree = "suslov@velocities"
    citation = "Kozlov 2015, arXiv:1509.01089"
    coordinates, start = "omega1 omega2", ["6/5", "-3/5"]
    parameters = {"I11": 2, "I22": "3/2", "I13": "3/10", "I23": "1/5"}
    cases, duration, traits = {"A": {}}, 10, "autonomous attracting"

    def field(self, t, y):
        transfer = self.I13 * y[0] + self.I23 * y[1]
        return [-transfer * y[1] / self.I11, transfer * y[0] / self.I22]

    def energy(self, t, y):
        return (self.I11 * y[0] ** 2 + self.I22 * y[1] ** 2) / 2


class TurntableBall(Model):
    """Ball on a turntable, constrained by its angular velocity in space"""

    _tree, _in_space = "turntable_ball", True
    citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.5"
    coordinates = _MATRIX + ["x", "y", "omega_xi", "omega_eta", "omega_zeta", "vx", "vy"]
    parameters = {"a": "2/5", "b": "2/5", "c": "2/5", "r": 1, "Omega": "3/2", "wx0": "3/10", "wy0": "-1/5"}
    cases = {"spatial": {}, "inhomogeneous_spatial": {"b": "1/2", "c": "3/10"}}
    duration, step, traits = 5, "1/20", "autonomous"
    invariants = {"moving_energy": ""}

    def start(self):
        return _UNTURNED + [1, "1/2", self.wx0, self.wy0, "1/2", self.r * self.wy0 - self.Omega / 2,
                            self.Omega - self.r * self.wx0]

    def field(self, t, y):
        R, w, v = y[:9], y[11:14], y[14:]
        J = [self.r ** 2 * j for j in (self.a, self.b, self.c)]
        free = [a / j for a, j in zip(_cross([j * x for j, x in zip(J, w)], w), J)]
        first, second = (R[0:3], R[3:6]) if self._in_space else ([1, 0, 0], [0, 1, 0])
        # The constraints vx + Omega y - r w_2 = 0 and vy - Omega x + r w_1 = 0, differentiated in time.
        normals = [[-self.r * x for x in second], [self.r * x for x in first]]
        pushes = [[a / j for a, j in zip(row, J)] for row in normals]
        matrix = [[_dot(row, push) + int(i == k) for k, push in enumerate(pushes)] for i, row in enumerate(normals)]
        right = [-self.Omega * v[1] - _dot(normals[0], free), self.Omega * v[0] - _dot(normals[1], free)]
        force = _solve(matrix, right)
        return _turned(R, w) + v + [a + force[0] * b + force[1] * c for a, b, c in zip(free, *pushes)] + force

    def _kinetic(self, y):
        """It is not constant: the turntable does work."""
        kinetic = self.a * y[11] ** 2 + self.b * y[12] ** 2 + self.c * y[13] ** 2
        return (y[14] ** 2 + y[15] ** 2 + self.r ** 2 * kinetic) / 2

    def moving_energy(self, t, y):
        turn = y[9] * y[15] - y[10] * y[14]
        spin = y[6] * self.a * y[11] + y[7] * self.b * y[12] + y[8] * self.c * y[13]
        return self._kinetic(y) - self.Omega * (turn + self.r ** 2 * spin)


class TurntableBallBody(TurntableBall):
    """Ball on a turntable, constrained by its angular velocity in the ball"""

    _in_space, invariants = False, {}
    cases = {"body": {}, "inhomogeneous_body": {"b": "1/2", "c": "3/10"}}


class _Driven(Model):
    """Chaplygin's sleigh on a spring, driven"""

    citation = "Bloch 2003, section 1.7, with a spring and driven here"
    coordinates = "x y theta v1 v2 omega"
    parameters = {"m": 1, "J": "1/2", "a": "2/5", "k": 1, "amplitude": "1/2", "frequency": "17/10", "theta0": "3/10"}
    cases, duration, traits = {"A": {}}, 5, ""

    def _seen(self, x, y, theta):
        return cos(theta) * x + sin(theta) * y, cos(theta) * y - sin(theta) * x

    def _forces(self, t, y):
        """What changes the three momenta."""
        v1, v2, w = y[3:]
        p1, p2 = self.m * v1, self.m * (v2 + self.a * w)
        ahead, side = self._seen(*y[:3])
        return [w * p2 - self.k * (ahead + self.a) + self.amplitude * cos(self.frequency * t),
                -w * p1 - self.k * side,
                v2 * p1 - v1 * p2 - self.a * self.k * side + self.amplitude * sin(self.frequency * t)]

    def _moved(self, y):
        v1, v2, w = y[3:]
        c, s = cos(y[2]), sin(y[2])
        return [c * v1 - s * v2, s * v1 + c * v2, w]

    def _mass(self):
        return [[self.m, 0, 0], [0, self.m, self.m * self.a], [0, self.m * self.a, self.J + self.m * self.a ** 2]]


class DrivenBody(_Driven):
    """Driven body on the plane"""

    _tree = "driven_body"

    def start(self):
        return ["3/5", "4/5", self.theta0, "4/5", "-1/5", "7/10"]

    def field(self, t, y):
        return self._moved(y) + _solve(self._mass(), self._forces(t, y))


class DrivenSleigh(_Driven):
    """Driven sleigh, which does not slip sideways"""

    _tree = "driven_sleigh"

    def start(self):
        return ["3/5", "4/5", self.theta0, "4/5", 0, "7/10"]

    def field(self, t, y):
        y = [*y[:4], 0, y[5]]
        along, _, about = self._forces(t, y)
        return self._moved(y) + [along / self.m, 0, about / (self.J + self.m * self.a ** 2)]


class DrivenBodyOnRail(_Driven):
    """Driven body on a circular rail"""

    _tree = "driven_body_on_rail"

    def start(self):
        one = self.m / self.m
        ahead, side = self._seen(3 * one / 5, 4 * one / 5, self.theta0)
        return ["3/5", "4/5", self.theta0, -side, ahead, "7/10"]

    def field(self, t, y):
        v1, v2, w = y[3:]
        ahead, side = self._seen(*y[:3])
        normal = [ahead, side, 0]
        free, push = _solve(self._mass(), self._forces(t, y)), _solve(self._mass(), normal)
        bend = -(v1 ** 2 + v2 ** 2 + w * (side * v1 - ahead * v2))
        force = (bend - _dot(normal, free)) / _dot(normal, push)
        return self._moved(y) + [a + force * b for a, b in zip(free, push)]


class DrivenBoat(Model):
    """Driven boat in the frame of its velocities"""

    _tree = "driven_boat"
    citation = "Lamb, Hydrodynamics, chapter VI, with a mooring and driven here"
    coordinates = "theta x y u omega w"
    parameters = {"m1": 1, "m2": "3/2", "J": "1/2", "a": "2/5", "k": 1, "d": "1/4", "amplitude": "1/2",
                  "frequency": "17/10"}
    start = ["-3/10", "3/5", "4/5", "4/5", "7/10", "-1/5"]
    cases, duration, traits = {"A": {}}, 5, ""

    def _moved(self, t, y):
        """The rates of the place, and what changes the momenta."""
        theta, x, z, u, omega, w = y
        c, s = cos(theta), sin(theta)
        along, across = self.m1 * u, self.m2 * (w + self.a * omega)
        return [omega, c * u - s * w, s * u + c * w], [
            omega * across - self.k * (c * x + s * z) + self.amplitude * cos(self.frequency * t) - self.d * u,
            w * along - u * across + self.amplitude * sin(self.frequency * t) - self.d * omega,
            -omega * along - self.k * (c * z - s * x) - self.d * w]

    def field(self, t, y):
        moved, force = self._moved(t, y)
        mass = [[self.m1, 0, 0], [0, self.J + self.m2 * self.a ** 2, self.m2 * self.a], [0, self.m2 * self.a, self.m2]]
        return moved + _solve(mass, force)


class DrivenIceboat(DrivenBoat):
    """Driven boat on blades, which does not slip sideways"""

    _tree = "driven_iceboat"
    start = ["-3/10", "3/5", "4/5", "4/5", "7/10", 0]

    def field(self, t, y):
        moved, force = self._moved(t, [*y[:5], 0])
        return moved + [force[0] / self.m1, force[1] / (self.J + self.m2 * self.a ** 2), 0]


class Satellite(Model):
    """Satellite of six point masses that turns in the field of a planet, on SE(3)"""

    citation = "Lee, Leok, McClamroch, Computer Methods in Applied Mechanics and Engineering 196 (2007) 2907"
    coordinates = _MATRIX + ["x", "y", "z", "omega1", "omega2", "omega3", "vx", "vy", "vz"]
    parameters = {"GM": 1, "r1": "3/10", "r2": "1/5", "r3": "1/10"}
    start = ["2/3", "-2/3", "1/3", "1/3", "2/3", "2/3", "-2/3", "-1/3", "2/3", 1, 0, 0, "1/2", "1/10", "-3/10", 0, 1,
             "1/5"]
    duration, traits = 5, "autonomous"

    def _places(self, y):
        """Of each of the six masses 1/6: the place in the body, and that in space seen from the planet."""
        R, x = y[:9], y[9:12]
        for k, radius in enumerate((self.r1, self.r2, self.r3)):
            for arm in (radius, -radius):
                yield k, arm, [x[i] + arm * R[3 * i + k] for i in range(3)]

    def _inertia(self):
        a, b, c = (r ** 2 / 3 for r in (self.r1, self.r2, self.r3))
        return [b + c, c + a, a + b]

    def field(self, t, y):
        R, w, v = y[:9], y[12:15], y[15:]
        J = self._inertia()
        pull, torque = [0, 0, 0], _cross([j * x for j, x in zip(J, w)], w)
        for k, arm, place in self._places(y):
            force = [-self.GM / 6 * x / hypot(*place) ** 3 for x in place]
            pull = [a + b for a, b in zip(pull, force)]
            body = [_dot(R[i::3], force) for i in range(3)]
            lever = [arm if i == k else 0 for i in range(3)]
            torque = [a + b for a, b in zip(torque, _cross(lever, body))]
        return _turned(R, w) + v + [a / j for a, j in zip(torque, J)] + pull

    def energy(self, t, y):
        kinetic = sum(j * x ** 2 for j, x in zip(self._inertia(), y[12:15])) + sum(x ** 2 for x in y[15:])
        return kinetic / 2 - sum(self.GM / (6 * hypot(*place)) for _, _, place in self._places(y))
