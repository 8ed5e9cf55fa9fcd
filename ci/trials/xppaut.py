# ---- XPPAUT ----
# Needs: xppaut xppaut
# It prints eight digits, so that the errors are computed in its file, and printed in two parts. A velocity follows
# its position, as the symplectic integrator needs it.
import subprocess
import tempfile

SPRINGS = [f"{'2*' if i % 2 else '4*'}({f'y{i + 1}' if i < 10 else '0'}-{f'y{i}' if i else '0'})^{1 if i % 2 else 3}"
           for i in range(11)]
EQUATIONS = {
    "pendulum": ["y2", "-sin(y1)"],
    "driven_pendulum": ["y2", "-sin(y1)+0.3*cos(1.7*t)"],
    "kepler": ["y3", "y4", "-y1/(y1^2+y2^2)^1.5", "-y2/(y1^2+y2^2)^1.5"],
    "henon_heiles": ["y3", "y4", "-y1-2*y1*y2", "-y2-y1^2+y2^2"],
    "chain": [f"y{i}" for i in range(11, 21)] + [f"{SPRINGS[i + 1]}-{SPRINGS[i]}" for i in range(10)],
}


def xpp(method, back=1, given=""):
    def solve(f, y, T, n, tolerance):
        word, end = next((model[0], model[5]) for model in MODELS if model[3] == list(y))
        steps = n or 1
        # z(s) = y(-s) from 0 to -T has the end state y(T), and a negative dt integrates backward.
        sign = "" if back > 0 else "-"
        half = len(y) // 2
        lines = [line for i in range(half) for j in (i, half + i) for line in (
            f"y{j + 1}'={sign}({EQUATIONS[word][j] if back > 0 else EQUATIONS[word][j].replace('*t)', '*(-t))')})",
            f"init y{j + 1}={y[j]!r}")]
        lines += [line for i, u in enumerate(end) for line in (
            f"aux h{i + 1}=flr(1e7*(y{i + 1}-({u!r})))",
            f"aux l{i + 1}=1e7*(1e7*(y{i + 1}-({u!r}))-flr(1e7*(y{i + 1}-({u!r}))))")]
        lines += [f"@ total={T!r},dt={back * T / steps!r},meth={method},nout={steps},maxstor=100000,bounds=1e30",
                  f"@ {given or 'toler=1e-12,atoler=1e-12'}" if n else f"@ toler={tolerance!r},atoler={tolerance!r}",
                  "@ dtmin=1e-15,dtmax=1,newt_iter=100,newt_tol=1e-14,jac_eps=1e-6", "done"]
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/trial.ode", "w") as file:
                file.write("\n".join(lines) + "\n")
            ran = subprocess.run(["xppaut", "trial.ode", "-silent", "-outfile", "trial.dat"], cwd=folder, timeout=60,
                                 stdin=subprocess.DEVNULL, capture_output=True)
            if ran.returncode:
                raise ArithmeticError(f"xppaut ends with status {ran.returncode}")
            with open(folder + "/trial.dat") as file:
                last = [float(word) for word in file.read().split("\n")[-2].split()]
        if abs(last[0] - back * T) > 1e-6:
            raise ArithmeticError(f"the last time is {last[0]}")
        high, low = last[1 + len(y)::2], last[2 + len(y)::2]
        return [u + 1e-7 * h + 1e-14 * l for u, h, l in zip(end, high, low)], None

    return solve


STEPS, TOLERANCES = 1, 2  # what a method can be run with; 3: both
METHODS = [(name, xpp(name), STEPS) for name in ("euler", "modeuler", "rungekutta", "adams", "backeul", "ymp")]
METHODS += [(name + "_backward", xpp(name, -1), STEPS) for name in ("rungekutta", "adams")]
METHODS += [(name, xpp(name), TOLERANCES) for name in ("qualrk", "gear", "stiff", "cvode", "5dp", "83dp", "2rb")]
