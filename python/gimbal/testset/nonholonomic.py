"""The test set: constraints, holonomic and nonholonomic."""
from gimbal import Model, cos, hypot, pi, sin, sqrt


def _half_square(v):
    return sum(x * x for x in v) / 2


class AppellHamel(Model):
    """Appell–Hamel system, a constraint nonlinear in the velocities"""

    _tree = "appell_hamel"
    citation = "Neimark and Fufaev 1972, Dynamics of Nonholonomic Systems, IV.2"
    coordinates, velocities = "x y z", "vx vy vz"
    parameters = {"stiffness": 1, "k": "1/2"}
    cases, duration, step, traits = {"A": {}}, 1, "1/5000", "separable autonomous"

    def start(self):
        vx, vy = 3 * self.k / 5, 8 * self.k / 5
        return [1, 0, 0, vx, vy, self.k * hypot(vx, vy)]

    def lagrangian(self, t, q, v):
        return _half_square(v) - q[2] - self.stiffness * (q[0] ** 2 + q[1] ** 2) / 2

    def nonholonomic(self, t, q, v):
        return [v[2] - self.k * hypot(v[0], v[1])]


class Chaotic(Model):
    """Fully chaotic nonholonomic system"""

    _tree = "chaotic"
    citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.3"
    coordinates, velocities = [f"q{i}" for i in range(1, 8)], [f"v{i}" for i in range(1, 8)]
    parameters = {"alpha": "3/5", "beta": "4/5"}
    cases, duration, traits = {"a35": {}}, 10, "separable linear_constraints autonomous reversible"

    def start(self):
        return [self.alpha, "3/5", "2/5", "1/5", 1, 1, 1, 0, self.beta, 0, 0, 0, 0, 0]

    def lagrangian(self, t, q, v):
        return (sum(x * x for x in v) - sum(x * x for x in q) - (q[4] * q[5]) ** 2
                - sum((q[i] * q[3 + i]) ** 2 for i in (1, 2, 3))) / 2

    def nonholonomic(self, t, q, v):
        return [v[0] + sum(q[i] * v[i] for i in (4, 5, 6))]


class ChaplyginSleigh(Model):
    """Chaplygin sleigh"""

    _tree = "chaplygin_sleigh@cartesian"
    citation = "Bloch 2003, section 1.7"
    coordinates, velocities = "theta x y", "omega vx vy"
    parameters = {"m": 1, "a": "1/2", "J": "1/4"}
    start = [0, 0, 0, "11/10", "-2/5", 0]
    cases, duration, traits = {"A": {}}, 5, "linear_constraints autonomous reversible attracting"

    def lagrangian(self, t, q, v):
        side = v[2] * cos(q[0]) - v[1] * sin(q[0])
        return self.m * ((v[1] ** 2 + v[2] ** 2) / 2 + self.a * v[0] * side) + (self.J + self.m * self.a ** 2) * v[0] ** 2 / 2

    def nonholonomic(self, t, q, v):
        return [v[2] * cos(q[0]) - v[1] * sin(q[0])]


class ContactOscillator(Model):
    """Contact oscillator"""

    _tree = "contact_oscillator@cartesian"
    citation = "McLachlan and Perlmutter, J. Nonlinear Sci. 16 (2006) 283, sections 5.1 and 5.2"
    coordinates, velocities = "x y z", "vx vy vz"
    parameters = {"epsilon": 0, "z0": "3/10"}
    _own_cases = ("quartic",)
    cases = {"harmonic": {}, "quartic": {"epsilon": "1/10"}}
    duration, traits = 10, "separable linear_constraints autonomous reversible"
    invariants = {"energy_along_y": "quadratic"}

    def start(self):
        return [sqrt(2 - self.z0 ** 2), 0, self.z0, 0, 1, 0]

    def lagrangian(self, t, q, v):
        return _half_square(v) - _half_square(q) - self.epsilon * (q[0] * q[2]) ** 2 / 2

    def nonholonomic(self, t, q, v):
        return [v[0] + q[1] * v[2]]

    def energy_along_y(self, t, q, v):
        return (v[1] ** 2 + q[1] ** 2) / 2


class Cvt(Model):
    """Pendulum-driven continuously variable transmission"""

    _tree = "cvt"
    citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.2"
    coordinates, velocities = "x y z", "vx vy vz"
    parameters = {"epsilon": 0, "speed": "3*sqrt(10)/5"}
    cases = {"low_eps0": {}, "low_eps05": {"epsilon": "1/2"}, "high_eps0": {"speed": "sqrt(8)"},
             "high_eps05": {"epsilon": "1/2", "speed": "sqrt(8)"}}
    duration, traits = 10, "separable linear_constraints autonomous reversible"
    invariants = {"driver": ""}

    def start(self):
        return [1, 0, 1, 0, self.speed, 0]

    def lagrangian(self, t, q, v):
        return _half_square(v) - (q[0] ** 2 + q[2] ** 2) / 2 + cos(q[1]) - self.epsilon * sin(2 * q[1]) / 2

    def nonholonomic(self, t, q, v):
        return [v[2] + sin(q[1]) * v[0]]

    def driver(self, t, q, v):
        return v[1] ** 2 / 2 - cos(q[1]) + self.epsilon * sin(2 * q[1]) / 2


class NonholonomicParticle(Model):
    """Nonholonomic particle in a harmonic potential"""

    _tree = "nonholonomic_particle@cartesian"
    citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.1"
    coordinates, velocities, start = "x y z", "vx vy vz", [1, "1/2", 0, "1/2", 1, "1/4"]
    cases, duration, traits = {"A": {}}, 10, "separable linear_constraints autonomous reversible"
    invariants = {"energy_along_y": "quadratic"}

    def lagrangian(self, t, q, v):
        return _half_square(v) - (q[0] ** 2 + q[1] ** 2) / 2

    def nonholonomic(self, t, q, v):
        return [v[2] - q[1] * v[0]]

    energy_along_y = ContactOscillator.energy_along_y


class DrivenNonholonomicParticle(NonholonomicParticle):
    """Nonholonomic particle in a field that changes with time"""

    _tree = "driven_nonholonomic_particle"
    citation = NonholonomicParticle.citation + ", with a field added"
    parameters, traits = {"amplitude": "3/10", "frequency": "17/10"}, "separable linear_constraints"

    def lagrangian(self, t, q, v):
        return _half_square(v) - (q[0] ** 2 + q[1] ** 2) / 2 + self.amplitude * cos(self.frequency * t) * q[0]


class FreeNonholonomicParticle(Model):
    """Free nonholonomic particle"""

    _tree = "free_nonholonomic_particle@cartesian"
    citation = "Rosenberg 1977; Bloch 2003, section 5.6"
    coordinates, velocities = "x y z", "vx vy vz"
    start = ["1/10", "-3/10", "1/5", "4/5", "7/10", "-6/25"]
    cases, duration, traits = {"A": {}}, 5, "separable linear_constraints autonomous reversible"
    invariants = {"momentum_along_y": "linear"}

    def lagrangian(self, t, q, v):
        return _half_square(v)

    nonholonomic = NonholonomicParticle.nonholonomic

    def momentum_along_y(self, t, q, v):
        return v[1]


class KnifeEdge(Model):
    """Knife edge on an inclined plane"""

    _tree = "knife_edge@cartesian"
    citation = "Bloch 2003, section 1.6"
    coordinates, velocities = "x y phi", "vx vy omega"
    parameters = {"m": 1, "J": "1/2", "gamma": 1, "omega0": "13/10"}
    cases, duration, traits = {"A": {}}, 5, "separable linear_constraints autonomous reversible"
    invariants = {"angular_momentum": "linear"}

    def start(self):
        return [0, 0, 0, 0, 0, self.omega0]

    def lagrangian(self, t, q, v):
        return self.m * (v[0] ** 2 + v[1] ** 2) / 2 + self.J * v[2] ** 2 / 2 + self.m * self.gamma * q[0]

    def nonholonomic(self, t, q, v):
        return [v[1] * cos(q[2]) - v[0] * sin(q[2])]

    def angular_momentum(self, t, q, v):
        return self.J * v[2]


class Unicycle(Model):
    """Vertical disc with an elastic spring (unicycle)"""

    _tree = "unicycle@cartesian"
    citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.4"
    coordinates, velocities = "x y theta", "vx vy omega"
    parameters = {"m": "3/2", "I": "3/5", "theta0": "3/10"}
    cases, duration, traits = {"A": {}}, 5, "separable linear_constraints autonomous reversible"
    invariants = {"turning": "linear"}

    def start(self):
        return [1, "1/2", self.theta0, 4 * cos(self.theta0) / 5, 4 * sin(self.theta0) / 5, "7/10"]

    def lagrangian(self, t, q, v):
        return (self.m * (v[0] ** 2 + v[1] ** 2) + self.I * v[2] ** 2 - q[0] ** 2 - q[1] ** 2) / 2

    def nonholonomic(self, t, q, v):
        return [v[1] * cos(q[2]) - v[0] * sin(q[2])]

    def turning(self, t, q, v):
        return self.I * v[2]


class VerticalDisk(Model):
    """Vertical rolling disk"""

    _tree = "vertical_disk@cartesian"
    citation = "Bloch 2003, section 1.4"
    coordinates, velocities = "x y psi phi", "vx vy vpsi vphi"
    parameters = {"m": 1, "R": 1, "I": "1/2", "J": "1/4"}
    cases, duration, traits = {"A": {}}, 5, "separable linear_constraints autonomous reversible"
    invariants = {"turning": "linear"}

    def start(self):
        return [0, 0, 0, 0, 13 * self.R / 10, 0, "13/10", "9/10"]

    def lagrangian(self, t, q, v):
        return (self.m * (v[0] ** 2 + v[1] ** 2) + self.I * v[2] ** 2 + self.J * v[3] ** 2) / 2

    def nonholonomic(self, t, q, v):
        return [v[0] - self.R * cos(q[3]) * v[2], v[1] - self.R * sin(q[3]) * v[2]]

    def turning(self, t, q, v):
        return self.J * v[3]


class FallingDisk(Model):
    """Disk that rolls, turns and falls"""

    citation = "Bloch 2003, section 1.4"
    coordinates, velocities = "x y theta phi psi", "vx vy vtheta vphi vpsi"
    parameters = {"m": 1, "R": 1, "I": "1/2", "J": "1/4", "g": 1, "speed": 2}
    duration, traits = 5, "linear_constraints autonomous"

    def start(self):
        return [0, 0, "1/5", 0, 0, -self.R * self.speed, 0, "1/10", "1/2", self.speed]

    def lagrangian(self, t, q, v):
        tilt, c, s = q[2], cos(q[3]), sin(q[3])
        along = v[0] * c + v[1] * s + self.R * v[4]
        across = -v[0] * s + v[1] * c
        spin = v[3] * sin(tilt) + v[4]
        return self.m / 2 * ((along - self.R * spin) ** 2 + (across * sin(tilt)) ** 2
                             + (across * cos(tilt) + self.R * v[2]) ** 2) \
            + (self.J * (v[2] ** 2 + (v[3] * cos(tilt)) ** 2) + self.I * spin ** 2) / 2 \
            - self.m * self.g * self.R * cos(tilt)

    def nonholonomic(self, t, q, v):
        c, s = cos(q[3]), sin(q[3])
        return [v[0] * c + v[1] * s + self.R * v[4], -v[0] * s + v[1] * c]


class RotatingPlateBall(Model):
    """Homogeneous ball on a rotating plate"""

    _tree, _keeps_energy = "rotating_plate_ball", False
    citation = "Crăciun and Opriş, example 2; Neimark and Fufaev 1972, III.4"
    coordinates, velocities = "x y theta phi psi", "vx vy vtheta vphi vpsi"
    parameters = {"m": 1, "a": "1/2", "k2": "1/10", "Omega": 2, "theta0": "6/5", "phi0": "1/5", "x0": "3/10",
                  "y0": "-1/5", "vx0": "2/5", "vy0": "7/10", "wz0": "1/4"}
    cases, duration, step, traits = {"A": {}}, 5, "1/100", "autonomous reversible"
    invariants = {"moving_energy": "", "about_x": "", "about_y": "", "about_z": ""}

    def reverse(self, q, v):
        return [q[0], -q[1], q[2], pi - q[3], -q[4], -v[0], v[1], -v[2], v[3], v[4]]

    def start(self):
        x, y, vx, vy = self.x0, self.y0, self.vx0, self.vy0
        wx, wy, wz = (self.Omega * x - vy) / self.a, (vx + self.Omega * y) / self.a, self.wz0
        c, s = cos(self.phi0), sin(self.phi0)
        spin = (wx * s - wy * c) / sin(self.theta0)
        return [x, y, self.theta0, self.phi0, "2/5", vx, vy, wx * c + wy * s, wz - spin * cos(self.theta0), spin]

    def _omega(self, q, v):
        return (v[2] * cos(q[3]) + v[4] * sin(q[3]) * sin(q[2]), v[2] * sin(q[3]) - v[4] * cos(q[3]) * sin(q[2]),
                v[3] + v[4] * cos(q[2]))

    def lagrangian(self, t, q, v):
        spin = v[2] ** 2 + v[3] ** 2 + v[4] ** 2 + 2 * v[3] * v[4] * cos(q[2])
        return self.m * (v[0] ** 2 + v[1] ** 2) / 2 + self.m * self.k2 * spin / 2

    def nonholonomic(self, t, q, v):
        wx, wy, _ = self._omega(q, v)
        return [v[0] - self.a * wy + self.Omega * q[1], v[1] + self.a * wx - self.Omega * q[0]]

    def moving_energy(self, t, q, v):
        turn = self.m * (q[0] * v[1] - q[1] * v[0]) + self.m * self.k2 * self._omega(q, v)[2]
        return self.lagrangian(t, q, v) - self.Omega * turn

    def about_x(self, t, q, v):
        return self.m * self.a * v[0] + self.m * self.k2 * self._omega(q, v)[1]

    def about_y(self, t, q, v):
        return -self.m * self.a * v[1] + self.m * self.k2 * self._omega(q, v)[0]

    def about_z(self, t, q, v):
        return self.m * self.k2 * self._omega(q, v)[2]


class Snakeboard(Model):
    """Snakeboard that is driven by its rotor and its wheels"""

    citation = "Bloch, Krishnaprasad, Marsden, Murray, Arch. Rational Mech. Anal. 136 (1996) 21"
    coordinates, velocities = "x y theta psi phi", "vx vy vtheta vpsi vphi"
    parameters = {"m": 1, "l": 1, "J0": "1/4", "J1": "1/10", "rotor": "1/5", "wheels": "1/20", "frequency": "3/2",
                  "phi0": "2/5", "speed": "1/2"}
    duration, traits = 5, "linear_constraints"

    def start(self):
        c, s = cos(self.phi0), sin(self.phi0)
        # The wheels oscillate about phi0 and stay away from a right angle, where both constraints are one.
        turn = -self.wheels / (2 * self.J1 * self.frequency)
        return [0, 0, 0, 0, self.phi0, -self.l * c * self.speed, 0, s * self.speed, "3/10", turn]

    def lagrangian(self, t, q, v):
        return self.m * (v[0] ** 2 + v[1] ** 2 + (self.l * v[2]) ** 2) / 2 + self.J0 * v[3] * (v[3] / 2 + v[2]) \
            + self.J1 * v[4] ** 2

    def nonholonomic(self, t, q, v):
        front, back, turn = q[2] + q[4], q[2] - q[4], self.l * cos(q[4]) * v[2]
        return [-sin(front) * v[0] + cos(front) * v[1] - turn, -sin(back) * v[0] + cos(back) * v[1] + turn]

    def force(self, t, q, v):
        zero = 0 * v[0]
        return [zero, zero, zero, self.rotor * cos(self.frequency * t), self.wheels * sin(self.frequency * t)]


class RollerRacer(Model):
    """Roller racer, two bodies with wheels and a joint"""

    citation = "Krishnaprasad and Tsakiris, Dynamical Systems 16 (2001) 347; Bloch 2003"
    coordinates, velocities = "x y theta phi", "vx vy vtheta vphi"
    parameters = {"m": 1, "I1": "1/2", "I2": "1/10", "d1": 1, "d2": "1/4", "phi0": "4/5", "turn": "1/5", "bend": "-1/2"}
    duration, traits = 3, "linear_constraints autonomous"

    def start(self):
        c, s = cos(self.phi0), sin(self.phi0)
        return [0, 0, 0, self.phi0, ((self.d1 * c + self.d2) * self.turn + self.d2 * self.bend) / s, 0, self.turn,
                self.bend]

    def lagrangian(self, t, q, v):
        return (self.m * (v[0] ** 2 + v[1] ** 2) + self.I1 * v[2] ** 2 + self.I2 * (v[2] + v[3]) ** 2) / 2

    def nonholonomic(self, t, q, v):
        c, s = cos(q[2]), sin(q[2])
        return [v[0] * s - v[1] * c,
                (v[0] * c + v[1] * s) * sin(q[3]) - (self.d1 * cos(q[3]) + self.d2) * v[2] - self.d2 * v[3]]


class SphericalPendulum(Model):
    """Spherical pendulum, the bob in space"""

    _tree = "spherical_pendulum@bob"
    citation = "Zenkov, Leok, Bloch 2012"
    coordinates, velocities = "x y z", "vx vy vz"
    parameters = {"gravity": 1, "side": -1, "height": "sqrt(87/100)", "radius": "sqrt(13/100)", "length": 1}
    cases = {"below": {}, "above": {"side": 1},
             "printed": {"height": "932738/1000000", "length": "sqrt(13/100 + (932738/1000000)**2)"}}
    duration, traits = 10, "separable autonomous reversible"
    invariants = {"vertical_momentum": "quadratic"}

    def start(self):
        height, radius, rise = self.side * self.height / self.length, self.radius / self.length, -3 / (25 * self.length)
        return [radius, 0, height, -height * rise / radius, 9 / (50 * self.length * radius), rise]

    def lagrangian(self, t, q, v):
        return _half_square(v) - self.gravity * self.length * q[2]

    def holonomic(self, t, q):
        return [(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - 1) / 2]

    def vertical_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0]


class DrivenRod(SphericalPendulum):
    """Bob on a rod whose pivot is shaken"""

    _tree = "driven_rod@bob"
    citation = "Landau and Lifshitz, Mechanics, section 30"
    parameters = {"amplitude": "3/5", "frequency": 3}
    start = ["3/5", 0, "-4/5", "2/5", "7/10", "3/10"]
    cases, duration, traits = {"A": {}}, 10, "separable"

    def lagrangian(self, t, q, v):
        return _half_square(v) - q[2]

    def force(self, t, q, v):
        return [0 * q[0], 0 * q[0], -self.amplitude * cos(self.frequency * t)]


class DoublePendulum(Model):
    """Double pendulum in its angles"""

    _tree = "double_pendulum@angles"
    citation = "Hairer, Lubich, Wanner 2006, section VII.1.4"
    coordinates, velocities, period = "theta1 theta2", "omega1 omega2", "2*pi, 2*pi"
    start = [1, "-1/2", "3/10", "1/5"]
    cases, duration, step, traits = {"A": {}}, 10, "1/50", "autonomous reversible"

    def lagrangian(self, t, q, v):
        return v[0] ** 2 + v[1] ** 2 / 2 + v[0] * v[1] * cos(q[0] - q[1]) + 2 * cos(q[0]) + cos(q[1])


class DoublePendulumBobs(Model):
    """Double pendulum in Cartesian coordinates with two rods"""

    citation = "Hairer, Lubich, Wanner 2006, section VII.1.4"
    coordinates, velocities = "x1 y1 x2 y2", "vx1 vy1 vx2 vy2"
    start = ["3/5", "-4/5", "6/5", "-8/5", "2/5", "3/10", "4/5", "3/5"]
    duration, step, traits = 5, "1/50", "separable autonomous reversible"

    def lagrangian(self, t, q, v):
        return _half_square(v) - q[1] - q[3]

    def holonomic(self, t, q):
        return [(q[0] ** 2 + q[1] ** 2 - 1) / 2, ((q[2] - q[0]) ** 2 + (q[3] - q[1]) ** 2 - 1) / 2]


class DoubleSphericalPendulum(Model):
    """Double spherical pendulum with unequal bobs and rods"""

    citation = "Marsden and Scheurle, Z. Angew. Math. Phys. 44 (1993) 17"
    coordinates, velocities = "x1 y1 z1 x2 y2 z2", "vx1 vy1 vz1 vx2 vy2 vz2"
    parameters = {"m1": 2, "m2": 1, "l1": 1, "l2": "3/2"}
    start = ["3/5", 0, "-4/5", "3/5", "9/10", "-2", "2/5", "1/2", "3/10", "9/10", "1/2", "3/10"]
    duration, step, traits = 5, "1/50", "separable autonomous reversible"
    invariants = {"vertical_momentum": "quadratic"}

    def lagrangian(self, t, q, v):
        return self.m1 * (_half_square(v[:3]) - q[2]) + self.m2 * (_half_square(v[3:]) - q[5])

    def holonomic(self, t, q):
        rod = [b - a for a, b in zip(q[:3], q[3:])]
        return [(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - self.l1 ** 2) / 2,
                (rod[0] ** 2 + rod[1] ** 2 + rod[2] ** 2 - self.l2 ** 2) / 2]

    def vertical_momentum(self, t, q, v):
        return self.m1 * (q[0] * v[1] - q[1] * v[0]) + self.m2 * (q[3] * v[4] - q[4] * v[3])


class SphericalPendulumChain(Model):
    """Chain of two spherical pendulums"""

    _tree = "spherical_pendulum_chain@bobs"
    citation = "Lee, Leok, McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147"
    coordinates, velocities = "x1 y1 z1 x2 y2 z2", "vx1 vy1 vz1 vx2 vy2 vz2"
    parameters = {"unit": 1}
    cases, duration, step, traits = {"swinging": {}}, 5, "1/20", "separable autonomous reversible"
    invariants = {"vertical_momentum": "quadratic"}

    def start(self):
        rods, rates, one = [], [], self.unit
        for i in range(2):
            place = (2 * i + 1) * one / 4
            turn = [2 * one / 5, place / 2 - 3 * one / 10, one / 2 - place / 4]
            lean, azimuth = 9 * one / 10 - place / 2, 3 * one / 10 + 6 * place / 5
            rod = [sin(lean) * cos(azimuth), sin(lean) * sin(azimuth), -cos(lean)]
            rods.append(rod)
            rates.append([turn[1] * rod[2] - turn[2] * rod[1], turn[2] * rod[0] - turn[0] * rod[2],
                          turn[0] * rod[1] - turn[1] * rod[0]])
        return rods[0] + [a + b for a, b in zip(*rods)] + rates[0] + [a + b for a, b in zip(*rates)]

    def lagrangian(self, t, q, v):
        return _half_square(v) - q[2] - q[5]

    def holonomic(self, t, q):
        rod = [b - a for a, b in zip(q[:3], q[3:])]
        return [(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - 1) / 2, (rod[0] ** 2 + rod[1] ** 2 + rod[2] ** 2 - 1) / 2]

    def vertical_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0] + q[3] * v[4] - q[4] * v[3]
