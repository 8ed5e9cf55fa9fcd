"""The test set: few degrees of freedom, particles in a potential, and systems of first order."""
from gimbal import Model, asin, cos, exp, hypot, sin, sqrt

_REVERSIBLE = "separable autonomous reversible"


class HarmonicOscillator(Model):
    """Harmonic oscillator"""

    _tree = "harmonic_oscillator"
    coordinates, velocities, start = "q", "v", [1, "1/2"]
    citation = "elementary"
    parameters = {"omega": 1}
    cases, duration, traits = {"A": {}}, 10, _REVERSIBLE + " degenerate"

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 - (self.omega * q[0]) ** 2 / 2


class Pendulum(Model):
    """Mathematical pendulum"""

    _tree = "pendulum"
    coordinates, velocities, period = "q", "v", "2*pi"
    citation = "Hairer, Lubich, Wanner 2006, section I.1"
    parameters = {"angle": 1, "speed": 1}
    cases = {"oscillation": {}, "rotation": {"speed": "5/2"}}
    duration, traits = 10, _REVERSIBLE

    def start(self):
        return [self.angle, self.speed]

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + cos(q[0])


class PerturbedPendulum(Model):
    """Pendulum without a symmetry"""

    _tree = "perturbed_pendulum"
    coordinates, velocities, period = "q", "v", "2*pi"
    citation = "after Faou, Hairer and Pham, BIT Numerical Mathematics 44 (2004) 699"
    parameters = {"speed": "5/2"}
    cases = {"rotation": {}, "oscillation": {"speed": "6/5"}}
    duration, traits = 10, _REVERSIBLE

    def start(self):
        return [0, self.speed]

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + cos(q[0]) - sin(2 * q[0]) / 5


class PerturbedPendulum2(Model):
    """Two coupled pendulums without a symmetry"""

    name, _tree = "perturbed_pendulum_2", "perturbed_pendulum_2"
    coordinates, velocities, period = "q1 q2", "v1 v2", "2*pi, 2*pi"
    citation = "after Faou, Hairer and Pham, BIT Numerical Mathematics 44 (2004) 699"
    start = [0, "2/5", "5/2", "17/10"]
    cases, duration, step, traits = {"A": {}}, 10, "1/20", _REVERSIBLE

    def lagrangian(self, t, q, v):
        a, b = q
        return (v[0] ** 2 + v[1] ** 2) / 2 + cos(a) - sin(2 * a) / 5 + cos(b) / 2 - 3 * sin(a - b) / 10 \
            - cos(2 * a + b) / 10


class DrivenPendulum(Model):
    """Driven pendulum"""

    _tree = "driven_pendulum"
    coordinates, velocities, start, period = "q", "v", [1, "1/2"], "2*pi"
    citation = "Guckenheimer and Holmes 1983, section 4.5"
    parameters = {"amplitude": "3/10", "frequency": "17/10"}
    cases, duration, traits = {"A": {}}, 10, "separable"

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + cos(q[0])

    def force(self, t, q, v):
        return [self.amplitude * cos(self.frequency * t)]


class MovingPendulum(Model):
    """Pendulum whose pivot goes up and down"""

    _tree = "moving_pendulum@angle"
    coordinates, velocities = "theta", "omega"
    citation = "Landau and Lifshitz, Mechanics, section 5"
    cases, duration, traits = {"A": {}}, 10, ""

    parameters = {"sine": "4/5", "rate": "1/2"}

    def start(self):
        return [asin(self.sine), self.rate]

    def lagrangian(self, t, q, v):
        height, ascent, s = sin(3 * t) / 4, 3 * cos(3 * t) / 4, sin(q[0])
        return (v[0] ** 2 + 2 * v[0] * s * ascent + ascent ** 2) / 2 - height + cos(q[0])


class RelativisticOscillator(Model):
    """Relativistic oscillator, whose kinetic energy is not quadratic"""

    _tree = "relativistic_oscillator"
    coordinates, velocities, start = "x", "vx", [2, 0]
    citation = "Goldstein, Poole, Safko, Classical Mechanics, section 7.9"
    cases, duration, traits = {"A": {}}, 10, "autonomous reversible"

    def lagrangian(self, t, q, v):
        return -sqrt(1 - v[0] ** 2) - q[0] ** 2 / 2


class FreeParticle1d(Model):
    """Free particle on a line"""

    name, _tree = "free_particle_1d", "free_particle_1d"
    coordinates, velocities = "q", "v"
    citation = "elementary"
    parameters = {"q0": 0, "v0": 1}
    cases, duration, traits = {"A": {}}, 2, _REVERSIBLE + " degenerate"
    invariants = {"momentum": "linear"}

    def start(self):
        return [self.q0, self.v0]

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2

    def momentum(self, t, q, v):
        return v[0]


class FreeRotor(FreeParticle1d):
    """Free rotor"""

    name, _tree, period = "free_rotor", "free_rotor", "2*pi"
    parameters = {"q0": "3/10", "v0": 1}


class Rotor(Model):
    """Rotor in the potential -cos 2q"""

    _tree = "rotor"
    coordinates, velocities, period = "q", "v", "2*pi"
    citation = "elementary"
    parameters = {"q0": "3/10", "v0": 1}
    cases = {"rotation": {"v0": "5/2"}, "oscillation": {}}
    duration, traits = 10, _REVERSIBLE

    def start(self):
        return [self.q0, self.v0]

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + cos(2 * q[0])


class HenonHeiles(Model):
    """Hénon–Heiles system"""

    _tree = "henon_heiles"
    coordinates, velocities = "x y", "vx vy"
    citation = "Hénon and Heiles, Astronomical Journal 69 (1964) 73"
    parameters = {"x0": "1/10", "y0": "-1/5", "vx0": "2/5", "vy0": "1/5"}
    _own_cases = ("long",)
    cases = {"A": {}, "long": {"duration": 100, "description": "the orbit of case A over a longer time"}}
    duration, traits = 10, _REVERSIBLE

    def start(self):
        return [self.x0, self.y0, self.vx0, self.vy0]

    def lagrangian(self, t, q, v):
        x, y = q
        return (v[0] ** 2 + v[1] ** 2 - x ** 2 - y ** 2) / 2 - x ** 2 * y + y ** 3 / 3


class DampedParticle(Model):
    """Damped particle in a central potential"""

    _tree, _keeps_energy = "damped_particle", False
    coordinates, velocities, start = "x y", "vx vy", [1, 0, 0, "3/4"]
    citation = "Bhatt, Floyd and Moore, J. Sci. Comput. 66 (2016) 1234"
    parameters = {"damping": "1/5"}
    cases, duration, traits, contraction = {"A": {}}, 10, "autonomous attracting damped", "damping"
    invariants = {"momentum": ""}

    def lagrangian(self, t, q, v):
        square = q[0] ** 2 + q[1] ** 2
        return (v[0] ** 2 + v[1] ** 2) / 2 - square / 2 - square ** 2 / 4

    def force(self, t, q, v):
        return [-self.damping * v[0], -self.damping * v[1]]

    def momentum(self, t, q, v):
        """It grows back what the damping takes."""
        return exp(self.damping * t) * (q[0] * v[1] - q[1] * v[0])


class ContactParticle(Model):
    """Particle with damping and its action, a contact system"""

    _tree = "contact_particle"
    coordinates, start = "x y px py s", [1, 0, 0, "3/4", "1/4"]
    citation = "Vermeeren, Bravetti and Seri, J. Phys. A 52 (2019) 445206"
    parameters = {"damping": "1/5"}
    cases, duration, traits, contraction = {"A": {}}, 10, "autonomous attracting contact", "damping"
    invariants = {"contact_hamiltonian": "", "momentum": ""}

    @staticmethod
    def _potential(y):
        square = y[0] ** 2 + y[1] ** 2
        return square / 2 + square ** 2 / 4

    def field(self, t, y):
        c, factor = self.damping, 1 + y[0] ** 2 + y[1] ** 2
        return [y[2], y[3], -factor * y[0] - c * y[2], -factor * y[1] - c * y[3],
                (y[2] ** 2 + y[3] ** 2) / 2 - self._potential(y) - c * y[4]]

    def contact_hamiltonian(self, t, y):
        """It grows back what the damping takes."""
        return exp(self.damping * t) * ((y[2] ** 2 + y[3] ** 2) / 2 + self._potential(y) + self.damping * y[4])

    def momentum(self, t, y):
        return exp(self.damping * t) * (y[0] * y[3] - y[1] * y[2])


class Duffing(Model):
    """Duffing's oscillator with two wells, damped and driven"""

    _keeps_energy = False
    coordinates, velocities, start = "x", "v", ["6/5", 0]
    citation = "Duffing 1918; Guckenheimer and Holmes 1983, section 2.2"
    parameters = {"delta": "3/20", "gamma": "3/10", "omega": 1}
    cases = {"driven": {}, "free": {"delta": 0, "gamma": 0, "description": "without damping and force"}}
    duration, traits = 20, ""

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 + q[0] ** 2 / 2 - q[0] ** 4 / 4

    def force(self, t, q, v):
        return [self.gamma * cos(self.omega * t) - self.delta * v[0]]


class VanDerPol(Model):
    """Van der Pol's oscillator"""

    coordinates, start = "x y", [2, 0]
    citation = "van der Pol 1926; Hairer and Wanner 1996, section IV.1"
    parameters = {"mu": 1}
    cases = {"mild": {}, "stiff": {"mu": 30, "duration": 60, "step": "1/100"}}
    duration = 10

    def field(self, t, y):
        return [y[1], self.mu * (1 - y[0] ** 2) * y[1] - y[0]]


class LotkaVolterra(Model):
    """Predators and prey of Lotka and Volterra"""

    coordinates, start = "u v", [2, 2]
    citation = "Hairer, Lubich, Wanner 2006, section I.1.1"
    duration = 10

    def field(self, t, y):
        return [y[0] * (y[1] - 2), y[1] * (1 - y[0])]


class StiffSpringPendulum(Model):
    """Pendulum on a stiff spring"""

    citation = "of the class in Hairer, Lubich, Wanner 2006, section XIV.3"
    coordinates, velocities = "x y", "vx vy"
    parameters = {"stiffness": 10000}
    start = ["4/5", "-3/5", "3/10", "2/5"]
    duration, step, traits = 2, "1/1000", _REVERSIBLE

    def lagrangian(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2) / 2 - q[1] - self.stiffness * (hypot(*q) - 1) ** 2 / 2


class ElasticPendulum(Model):
    """Pendulum on a soft spring in space, in resonance"""

    citation = "Lynch, Int. J. Non-Linear Mechanics 37 (2002) 345"
    coordinates, velocities = "x y z", "vx vy vz"
    parameters = {"stiffness": 4, "length": "3/4"}
    start = ["1/10", 0, "-49/50", 0, "1/20", "1/10"]
    duration, traits = 10, _REVERSIBLE
    invariants = {"vertical_momentum": "quadratic"}

    def lagrangian(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) / 2 - q[2] - self.stiffness * (hypot(*q) - self.length) ** 2 / 2

    def vertical_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0]


class QuarticOscillator(Model):
    """Two coupled quartic oscillators"""

    citation = "Carnegie and Percival, J. Phys. A 17 (1984) 801"
    coordinates, velocities, start = "x y", "vx vy", ["1/2", "3/5", "7/10", "-2/5"]
    parameters = {"coupling": "1/10"}
    duration, traits = 10, _REVERSIBLE

    def lagrangian(self, t, q, v):
        x, y = q
        return (v[0] ** 2 + v[1] ** 2) / 2 - (x * y) ** 2 / 2 - self.coupling * (x ** 4 + y ** 4) / 4


class MorseOscillator(Model):
    """Particle in Morse's potential of a molecule"""

    citation = "Morse, Physical Review 34 (1929) 57"
    coordinates, velocities, start = "x", "v", ["1/2", "1/2"]
    duration, traits = 10, _REVERSIBLE

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 - (1 - exp(-q[0])) ** 2


class Lorenz63(Model):
    """Lorenz' three equations of convection"""

    citation = "Lorenz, J. Atmospheric Sciences 20 (1963) 130"
    coordinates, start = "x y z", [1, 1, 20]
    parameters = {"sigma": 10, "rho": 28, "beta": "8/3"}
    duration, step = 10, "1/100"

    def field(self, t, y):
        return [self.sigma * (y[1] - y[0]), y[0] * (self.rho - y[2]) - y[1], y[0] * y[1] - self.beta * y[2]]


class Rossler(Model):
    """Rössler's three equations"""

    citation = "Rössler, Physics Letters A 57 (1976) 397"
    coordinates, start = "x y z", [1, 1, 0]
    parameters = {"a": "1/5", "b": "1/5", "c": "57/10"}
    duration, step = 20, "1/100"

    def field(self, t, y):
        return [-y[1] - y[2], y[0] + self.a * y[1], self.b + y[2] * (y[0] - self.c)]


class Brusselator(Model):
    """The Brusselator, a chemical reaction with a limit cycle"""

    citation = "Hairer, Nørsett, Wanner 1993, section I.16"
    coordinates, start = "x y", ["3/2", 3]
    parameters = {"a": 1, "b": 3}
    duration = 10

    def field(self, t, y):
        return [self.a + y[0] ** 2 * y[1] - (self.b + 1) * y[0], self.b * y[0] - y[0] ** 2 * y[1]]


class MagneticBottle(Model):
    """Charged particle between the mirrors of a magnetic bottle"""

    citation = "Northrop 1963, The Adiabatic Motion of Charged Particles"
    coordinates, velocities, start = "x y z", "vx vy vz", ["1/2", 0, 0, 0, "4/5", "3/5"]
    parameters = {"B0": 2, "bend": "1/5"}
    duration, traits = 10, "autonomous"
    invariants = {"kinetic_energy": "quadratic", "axial_momentum": ""}

    def _potential(self, q):
        """A is the potential times (-y, x, 0)."""
        x, y, z = q
        return self.B0 / 2 * (1 + self.bend * (z ** 2 - (x ** 2 + y ** 2) / 4))

    def lagrangian(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) / 2 + self._potential(q) * (q[0] * v[1] - q[1] * v[0])

    def kinetic_energy(self, t, q, v):
        return (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) / 2

    def axial_momentum(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0] + self._potential(q) * (q[0] ** 2 + q[1] ** 2)


class PenningTrap(Model):
    """Charged particle in a Penning trap"""

    citation = "Brown and Gabrielse, Reviews of Modern Physics 58 (1986) 233"
    coordinates, velocities, start = "x y z", "vx vy vz", ["1/2", "1/10", "3/10", 0, "2/5", "1/5"]
    parameters = {"B": 5, "omega_z": 1}
    duration, traits = 10, "autonomous degenerate"

    def lagrangian(self, t, q, v):
        x, y, z = q
        return (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) / 2 + self.B / 2 * (x * v[1] - y * v[0]) \
            - self.omega_z ** 2 / 2 * (z ** 2 - (x ** 2 + y ** 2) / 2)


class PointVortices(Model):
    """Four point vortices in the plane"""

    citation = "Kirchhoff 1876; Aref, Annual Review of Fluid Mechanics 15 (1983) 345"
    coordinates = "x1 y1 x2 y2 x3 y3 x4 y4"
    start = [1, 0, "-1/2", "4/5", "-3/5", "-7/10", "1/5", "3/2"]
    _strength = [1, 2, -1, 1]
    duration = 10
    invariants = {"impulse_x": "linear", "impulse_y": "linear", "angular_impulse": "quadratic"}

    def field(self, t, y):
        rates = []
        for i in range(4):
            dx = dy = 0
            for j in range(4):
                if j != i:
                    x, z = y[2 * i] - y[2 * j], y[2 * i + 1] - y[2 * j + 1]
                    square = x ** 2 + z ** 2
                    dx, dy = dx - self._strength[j] * z / square, dy + self._strength[j] * x / square
            rates += [dx, dy]
        return rates

    def impulse_x(self, t, y):
        return sum(s * y[2 * i] for i, s in enumerate(self._strength))

    def impulse_y(self, t, y):
        return sum(s * y[2 * i + 1] for i, s in enumerate(self._strength))

    def angular_impulse(self, t, y):
        return sum(s * (y[2 * i] ** 2 + y[2 * i + 1] ** 2) for i, s in enumerate(self._strength))


class PaulTrap(Model):
    """Ion in the oscillating field of a Paul trap, Mathieu's equation"""

    citation = "Paul, Reviews of Modern Physics 62 (1990) 531"
    coordinates, velocities, start = "x", "v", [1, "1/5"]
    parameters = {"a": "1/10", "q": "2/5"}
    duration, traits = 20, "separable degenerate"

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 - (self.a - 2 * self.q * cos(2 * t)) * q[0] ** 2 / 2
