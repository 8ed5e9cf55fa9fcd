"""The test set: chains and lattices."""
from gimbal import Model, cos, exp, sin, sqrt

_REVERSIBLE = "separable autonomous reversible"


class FermiPastaUlamTsingou(Model):
    """Chain of Fermi, Pasta, Ulam and Tsingou with stiff springs"""

    _tree = "fermi_pasta_ulam_tsingou"
    citation = "Hairer, Lubich, Wanner 2006, section I.5.1"
    coordinates, velocities = [f"q{i}" for i in range(1, 7)], [f"v{i}" for i in range(1, 7)]
    parameters = {"omega": 50, "half": "sqrt(1/2)"}
    cases, duration, step, traits = {"hairer": {}}, 2, "1/100", _REVERSIBLE

    def start(self):
        n = len(self.coordinates)
        half, stiff = self.half, 1 / self.omega
        return [(1 - stiff) * half, (1 + stiff) * half] + [0] * (n - 1) + [2 * half] + [0] * (n - 2)

    def lagrangian(self, t, q, v):
        ends = [0, *q, 0]
        total = sum(x * x for x in v) / 2
        for i in range(len(q) + 1):
            x = ends[i + 1] - ends[i]
            total = total - (self.omega ** 2 / 4 * x ** 2 if i % 2 else x ** 4)
        return total


class FermiPastaUlamTsingouLong(FermiPastaUlamTsingou):
    """Chain of Fermi, Pasta, Ulam and Tsingou with 24 masses"""

    coordinates, velocities = [f"q{i}" for i in range(1, 25)], [f"v{i}" for i in range(1, 25)]
    parameters = {"omega": 4, "half": "sqrt(1/2)"}
    cases, duration, step = {"long_chain": {}}, 5, "1/10"


class FpuAlpha(Model):
    """Chain of eight masses of Fermi, Pasta, Ulam and Tsingou with a quadratic force"""

    citation = "Fermi, Pasta, Ulam 1955, Los Alamos report LA-1940"
    coordinates, velocities = [f"q{i}" for i in range(1, 9)], [f"v{i}" for i in range(1, 9)]
    parameters = {"alpha": "1/4", "angle": "pi/9"}
    duration, traits = 20, _REVERSIBLE

    def start(self):
        return [sin(i * self.angle) for i in range(1, 9)] + [0] * 8

    def lagrangian(self, t, q, v):
        ends = [0, *q, 0]
        total = sum(x * x for x in v) / 2
        for i in range(len(q) + 1):
            x = ends[i + 1] - ends[i]
            total = total - x ** 2 / 2 - self.alpha * x ** 3 / 3
        return total


class Toda(Model):
    """Toda's lattice on a ring of six"""

    citation = "Toda, J. Physical Society of Japan 22 (1967) 431; Hénon, Physical Review B 9 (1974) 1921"
    coordinates, velocities = [f"q{i}" for i in range(1, 7)], [f"p{i}" for i in range(1, 7)]
    start = [0, "1/2", "-1/5", "3/10", 0, "-2/5", 1, 0, "-1/2", "1/5", "3/10", -1]
    duration, traits = 10, _REVERSIBLE
    invariants = {"momentum": "linear", "third_integral": ""}

    def hamiltonian(self, t, q, p):
        return sum(x * x for x in p) / 2 + sum(exp(q[i] - q[(i + 1) % 6]) for i in range(6))

    def momentum(self, t, q, p):
        return sum(p)

    def third_integral(self, t, q, p):
        """Sum of p^3/3 and of (p_i + p_(i+1)) exp(q_i - q_(i+1))."""
        return sum(x ** 3 for x in p) / 3 + sum((p[i] + p[(i + 1) % 6]) * exp(q[i] - q[(i + 1) % 6]) for i in range(6))


class LennardJones(Model):
    """Seven atoms in the plane with forces of Lennard-Jones, a crystal that is disturbed"""

    citation = "Lennard-Jones 1924; after Hairer, Lubich, Wanner 2006, section I.4"
    coordinates = [f"{a}{i}" for i in range(1, 8) for a in "xy"]
    velocities = [f"v{a}{i}" for i in range(1, 8) for a in "xy"]
    start = [0, 0, "1/20", "23/20", 1, "1/2", 1, "-3/5", 0, "-23/20", -1, "-1/2", "-9/10", "3/5",
             "-3/10", "-1/5", "1/2", "-9/10", "-7/10", "-3/5", "9/10", "2/5", "4/5", "9/10", "-2/5", 1, "-4/5", "-3/5"]
    duration, step, traits = 2, "1/100", _REVERSIBLE
    invariants = {"momentum_x": "linear", "momentum_y": "linear", "angular_momentum": "quadratic"}

    def lagrangian(self, t, q, v):
        total = sum(x * x for x in v) / 2
        for i in range(7):
            for j in range(i):
                w = 1 / ((q[2 * i] - q[2 * j]) ** 2 + (q[2 * i + 1] - q[2 * j + 1]) ** 2)
                total = total - 4 * (w ** 3 * w ** 3 - w ** 3)
        return total

    def momentum_x(self, t, q, v):
        return sum(v[::2])

    def momentum_y(self, t, q, v):
        return sum(v[1::2])

    def angular_momentum(self, t, q, v):
        return sum(q[i] * v[i + 1] - q[i + 1] * v[i] for i in range(0, 14, 2))


class _Ring(Model):
    """The chain of the model lattice, with N sites"""

    _sites, _ring = 16, True
    citation = "Crăciun and Opriş, Discrete-continuous dynamical systems with symmetry (1996), sections 2 to 4"
    parameters = {"kappa": "1.3", "beta": "0.4", "alpha": "0.7", "gamma": "0.3", "amplitude": "0.8", "mode": 3,
                  "modulation": 0, "around": "2*pi/16"}
    duration, traits = 5, _REVERSIBLE
    invariants = {"angular_momentum": "quadratic"}

    def start(self):
        p, size = self.mode * self.around, self.amplitude ** 2
        slope = 2 * sin(p / 2)
        rate = sqrt(self.alpha + self.gamma * size + (self.kappa + self.beta * size * slope ** 2) * slope ** 2)
        q, v = [], []
        for k in range(self._sites):
            place = k if self._ring else k + 1
            phase, way = p * place, self.around * place
            envelope = 1 + self.modulation * cos(way) if self._ring else sin(way / 2)
            speed = 1 + self.modulation * sin(way) if self._ring else envelope
            q += [envelope * self.amplitude * cos(phase), envelope * self.amplitude * sin(phase)]
            v += [speed * rate * self.amplitude * sin(phase), -speed * rate * self.amplitude * cos(phase)]
        return q + v

    def lagrangian(self, t, q, v):
        total, n = sum(x * x for x in v) / 2, self._sites
        sites = [(q[2 * k], q[2 * k + 1]) for k in range(n)]
        for x, y in sites:
            rho = x ** 2 + y ** 2
            total = total - rho * (self.alpha / 2 + self.gamma / 4 * rho)
        for a, b in zip([sites[-1], *sites] if self._ring else [(0, 0), *sites],
                        sites if self._ring else [*sites, (0, 0)]):
            s = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
            total = total - s * (self.kappa / 2 + self.beta / 4 * s)
        return total

    def angular_momentum(self, t, q, v):
        return sum(q[i] * v[i + 1] - q[i + 1] * v[i] for i in range(0, 2 * self._sites, 2))


class Lattice(_Ring):
    """Ring of sixteen particles in the plane with a rotation symmetry"""

    _tree = "lattice"
    coordinates, velocities = [f"q{i}" for i in range(1, 33)], [f"v{i}" for i in range(1, 33)]
    cases = {"modulated": {"modulation": "1/4"}, "wave": {"description": "a plane wave"}}


class LatticeWalls(_Ring):
    """Chain of sixteen particles in the plane between walls"""

    _tree, _ring = "lattice", False
    coordinates, velocities = [f"q{i}" for i in range(1, 33)], [f"v{i}" for i in range(1, 33)]
    parameters = {**_Ring.parameters, "around": "2*pi/17"}
    cases = {"walls": {}}


class SpinChain(Model):
    """Ring of four classical spins with Heisenberg's coupling and an anisotropy"""

    citation = "McLachlan, Modin, Verdier, Physical Review E 89 (2014) 061301"
    coordinates = [f"{a}{i}" for i in range(1, 5) for a in "xyz"]
    parameters = {"anisotropy": "3/10"}
    start = ["3/5", 0, "4/5", 0, "3/5", "-4/5", "2/3", "-2/3", "1/3", "-6/7", "2/7", "3/7"]
    duration = 10
    invariants = {"total_z": "linear", **{f"length_{i}": "quadratic" for i in range(1, 5)}}

    def field(self, t, y):
        s, rates = [y[3 * i:3 * i + 3] for i in range(4)], []
        for i in range(4):
            h = [a + b for a, b in zip(s[i - 1], s[(i + 1) % 4])]
            h[2] = h[2] + 2 * self.anisotropy * s[i][2]
            rates += [s[i][1] * h[2] - s[i][2] * h[1], s[i][2] * h[0] - s[i][0] * h[2], s[i][0] * h[1] - s[i][1] * h[0]]
        return rates

    def energy(self, t, y):
        return -sum(y[3 * i + a] * y[(3 * i + 3 + a) % 12] for i in range(4) for a in range(3)) \
            - self.anisotropy * sum(z * z for z in y[2::3])

    def total_z(self, t, y):
        return sum(y[2::3])

    def length_1(self, t, y):
        return sum(x * x for x in y[0:3])

    def length_2(self, t, y):
        return sum(x * x for x in y[3:6])

    def length_3(self, t, y):
        return sum(x * x for x in y[6:9])

    def length_4(self, t, y):
        return sum(x * x for x in y[9:12])


class Lorenz96(Model):
    """Lorenz' ring of six sites with transport, damping and a force"""

    name = "lorenz_96"
    citation = "Lorenz 1996, Predictability: a problem partly solved"
    coordinates = [f"x{i}" for i in range(1, 7)]
    parameters = {"force_at_each_site": 8}
    start = [8, 8, "801/100", 8, 8, 8]
    duration, step = 5, "1/100"

    def field(self, t, y):
        return [(y[(i + 1) % 6] - y[i - 2]) * y[i - 1] - y[i] + self.force_at_each_site for i in range(6)]


class VolterraLattice(Model):
    """Volterra's lattice on a ring of five"""

    citation = "Kac and van Moerbeke, Advances in Mathematics 16 (1975) 160"
    coordinates = [f"u{i}" for i in range(1, 6)]
    start = [1, "3/2", "4/5", "6/5", "1/2"]
    duration = 10
    invariants = {"total": "linear", "product": ""}

    def field(self, t, y):
        return [y[i] * (y[(i + 1) % 5] - y[i - 1]) for i in range(5)]

    def total(self, t, y):
        return sum(y)

    def product(self, t, y):
        return y[0] * y[1] * y[2] * y[3] * y[4]


class DiscreteNls(Model):
    """Discrete nonlinear Schrödinger equation on a ring of four, real and imaginary parts"""

    citation = "Kevrekidis 2009, The Discrete Nonlinear Schrödinger Equation"
    coordinates, velocities = "q1 q2 q3 q4", "p1 p2 p3 p4"
    start = [1, "1/2", 0, "-1/5", 0, "3/10", "1/2", "1/10"]
    duration, traits = 10, "autonomous reversible"
    invariants = {"norm": "quadratic"}

    def hamiltonian(self, t, q, p):
        bonds = sum((q[i] - q[i - 1]) ** 2 + (p[i] - p[i - 1]) ** 2 for i in range(4))
        return bonds / 2 - sum((a ** 2 + b ** 2) ** 2 for a, b in zip(q, p)) / 4

    def norm(self, t, q, p):
        return sum(x * x for x in [*q, *p])


class SineGordonChain(Model):
    """Chain of six pendulums with torsion springs, a discrete sine-Gordon equation"""

    citation = "Frenkel and Kontorova 1939"
    coordinates, velocities = [f"q{i}" for i in range(1, 7)], [f"v{i}" for i in range(1, 7)]
    start = ["1/10", "1/2", "3/2", 4, 5, 6, 0, 0, "1/5", 0, "-1/10", 0]
    parameters = {"stiffness": "3/2"}
    duration, traits = 10, _REVERSIBLE

    def lagrangian(self, t, q, v):
        return sum(x * x for x in v) / 2 + sum(cos(x) for x in q) \
            - self.stiffness * sum((b - a) ** 2 for a, b in zip(q, q[1:])) / 2
