# ---- GROMACS ----
# Needs: gmx_d gromacs
# Processor: rdtscp
# Two of the models as atoms of mass 1: the chain has bonds of length 0, of type 1 and of the quartic type of G96,
# Kepler's problem two opposite charges, one of them frozen. In double precision.
import subprocess
import tempfile
from math import pi

# 1/(4 pi eps0) in kJ nm/(mol e^2), of CODATA 2018 as in the program
ELECTRIC = 1e6 * 1.602176634e-19**2 * 6.02214076e23 / (4 * pi * 8.8541878128e-12)
PARAMETERS = """dt = {h!r}
nsteps = {n}
nstxout = {n}
nstvout = {n}
nstlist = 1
verlet-buffer-tolerance = -1
rlist = 3
rvdw = 3
rcoulomb = 3
coulombtype = cut-off
nsttcouple = 1
nstpcouple = 1
comm-mode = none
freezegrps = wall
freezedim = Y Y Y
"""


def topology(charges, bonds):
    return ("[ defaults ]\n1 1 no 1 1\n[ atomtypes ]\nA 1 0 A 0 0\n[ moleculetype ]\nall 0\n[ atoms ]\n"
            + "".join(f"{i + 1} A 1 A A {i + 1} {charge!r} 1\n" for i, charge in enumerate(charges))
            + "[ bonds ]\n" + bonds + "[ system ]\nall\n[ molecules ]\nall 1\n")


CHAIN = topology([0] * 12, "".join(f"{i + 1} {i + 2} {'1 0 2' if i % 2 else '2 0 4'}\n" for i in range(11)))
KEPLER = topology([1, -1 / ELECTRIC], "")


def points(x):
    """Three coordinates of each atom, with the walls: the chain lies on a line, an orbit in a plane."""
    return [[q, 0, 0] for q in [0, *x, 0]] if len(x) == 10 else [[0, 0, 0], [*x, 0]]


def run(folder, *words):
    done = subprocess.run(["gmx_d", "-quiet", "-nobackup", *words], cwd=folder, capture_output=True, text=True,
                          input="0\n")
    if done.returncode:
        reason = re.search("Fatal error:\n(.*)", done.stderr)
        raise ArithmeticError(reason[1] if reason else done.stderr[-200:])


def read(file, half):
    """Of the moving atoms; the box is periodic."""
    with open(file) as lines:
        last = [float(word) for word in lines.readlines()[-1].split()[1:]]
    return [u - 8 * round(u / 8) for u in (last[3:33:3] if half == 10 else last[3:5])]


def molecular_dynamics(integrator, early, late):
    def solve(f, y, T, n, tolerance):
        h, half = T / n, len(y) // 2
        x, v, walls = points(y[:half]), y[half:], (1, 12) if half == 10 else (1,)
        if early:  # half a step, as the program takes them
            v = [u - h / 2 * a for u, a in zip(v, f(0, y)[half:])]
        v = points(v)
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                with open(f"{folder}/{name}", "w") as file:
                    file.write(text)
            write("a.mdp", PARAMETERS.format(h=h, n=n) + f"integrator = {integrator}\n")
            write("a.ndx", "[ system ]\n" + " ".join(str(i + 1) for i in range(len(x))) + "\n[ wall ]\n"
                  + " ".join(map(str, walls)) + "\n")
            write("a.gro", f"\n{len(x)}\n" + "".join(
                f"    1A        A{i + 1:5d}" + "".join(f"{u:22.17f}" for u in p) + "".join(f"{u:22.18f}" for u in w)
                + "\n" for i, (p, w) in enumerate(zip(x, v))) + "8 8 8\n")
            write("a.top", CHAIN if half == 10 else KEPLER)
            run(folder, "grompp", "-f", "a.mdp", "-c", "a.gro", "-p", "a.top", "-n", "a.ndx", "-o", "a.tpr",
                "-maxwarn", "9")
            run(folder, "mdrun", "-deffnm", "a", "-nt", "1")
            run(folder, "traj", "-f", "a.trr", "-s", "a.tpr", "-ox", "x", "-ov", "v", "-fp", "-xvg", "none", "-nopbc")
            x, v = read(f"{folder}/x.xvg", half), read(f"{folder}/v.xvg", half)
        if late:
            v = [u + h / 2 * a for u, a in zip(v, f(T, x + v)[half:])]
        return x + v, None

    return solve


STEPS, TOLERANCES = 1, 2  # what a method can be run with
MODELS = [model for model in MODELS if model[0] in ("kepler", "chain")]
METHODS = [("md_started", molecular_dynamics("md", True, True), STEPS),
           ("md_vv", molecular_dynamics("md-vv", False, False), STEPS),
           ("md_vv_avek", molecular_dynamics("md-vv-avek", False, False), STEPS),
           ("md_vv_avek_started", molecular_dynamics("md-vv-avek", True, False), STEPS)]
