# ---- Brian ----
# Needs: python:brian2 python3-brian
# One neuron whose variables are the unknowns, without generated code of a compiler.
import brian2

brian2.prefs.codegen.target = "numpy"
brian2.BrianLogger.suppress_hierarchy("brian2")
SPRINGS = [f"{'2*' if i % 2 else '4*'}({f'y{i + 1}' if i < 10 else '0'}-{f'y{i}' if i else '0'})**{1 if i % 2 else 3}"
           for i in range(11)]
EQUATIONS = {
    "pendulum": ["y2", "-sin(y1)"],
    "driven_pendulum": ["y2", "-sin(y1)+0.3*cos(1.7*t/second)"],
    "kepler": ["y3", "y4", "-y1/(y1**2+y2**2)**1.5", "-y2/(y1**2+y2**2)**1.5"],
    "henon_heiles": ["y3", "y4", "-y1-2*y1*y2", "-y2-y1**2+y2**2"],
    "chain": [f"y{i}" for i in range(11, 21)] + [f"{SPRINGS[i + 1]}-({SPRINGS[i]})" for i in range(10)],
}


def brian(method):
    def solve(f, y, T, n, tolerance):
        word = next(model[0] for model in MODELS if model[3] == list(y))
        brian2.start_scope()
        group = brian2.NeuronGroup(1, "\n".join(f"dy{i + 1}/dt = ({u})/second : 1" for i, u in enumerate(EQUATIONS[word])),
                                   method=method, dt=T / n * brian2.second)
        for i, u in enumerate(y):
            setattr(group, f"y{i + 1}", u)
        net = brian2.Network(group)
        net.run(T * brian2.second)
        if group.clock.timestep[:] != n:
            raise ArithmeticError(f"{group.clock.timestep[:]} steps")
        return [float(getattr(group, f"y{i + 1}")[0]) for i in range(len(y))], None

    return solve


STEPS, TOLERANCES = 1, 2  # what a method can be run with; 3: both
METHODS = [(name, brian(name), STEPS) for name in ("euler", "rk2", "rk4")]
