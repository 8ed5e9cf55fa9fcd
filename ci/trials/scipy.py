# ---- SciPy ----
# Needs: python:scipy python3-scipy
# Without a limit on the error, all steps are as long as max_step.
from scipy.integrate import ode, odeint, solve_ivp


def ivp(method, back=1, times=None, events=None):
    def solve(f, y, T, n, tolerance):
        if n:
            how = {"first_step": T / n, "max_step": T / n, "rtol": 1, "atol": 1e99}
        else:
            how = {"rtol": max(tolerance, 1e-13), "atol": tolerance}
        # z(s) = y(-s) from 0 to -T has the end state y(T).
        field = f if back > 0 else lambda s, z: [-u for u in f(-s, z)]
        found = solve_ivp(field, (0, back * T), y, method=method, dense_output=times is None,
                          t_eval=times and [T / 3, T], **how)
        if not found.success:
            raise ArithmeticError(found.message)
        return found.y[:, -1], found.y[:, 0] if times else found.sol(back * T / 3)

    return solve


def restart(method):
    def solve(f, y, T, n, tolerance):
        middle = ivp(method)(f, y, T / 2, n // 2, 0)[0]
        return ivp(method)(lambda t, z: f(t + T / 2, z), list(middle), T / 2, n // 2, 0)[0], None

    return solve


def event(method):
    """The root of y_1 - c + 3 (t - T/3), which is at T/3 alone: its state is compared with that at T/3."""
    def solve(f, y, T, n, tolerance):
        c = next(model[4][0] for model in MODELS if model[3] == list(y))
        found = solve_ivp(f, (0, T), y, method=method, first_step=T / n, max_step=T / n, rtol=1, atol=1e99,
                          events=lambda t, z: z[0] - c + 3 * (t - T / 3))
        if len(found.t_events[0]) != 1:
            raise ArithmeticError("not one event")
        return found.y[:, -1], found.y_events[0][0]

    return solve


def class_ode(name, **options):
    def solve(f, y, T, n, tolerance):
        solver = ode(f).set_integrator(name, rtol=tolerance, atol=tolerance, nsteps=10**6, **options)
        solver.set_initial_value(y, 0)
        third = solver.integrate(T / 3).copy()
        return solver.integrate(T), third

    return solve


def by_odeint(f, y, T, n, tolerance):
    states = odeint(f, y, [0, T / 3, T], tfirst=True, rtol=tolerance, atol=tolerance, mxstep=10**6)
    return states[2], states[1]




STEPS, TOLERANCES, BOTH = 1, 2, 3  # what a method can be run with
METHODS = [(name, ivp(name), STEPS) for name in ("RK23", "RK45", "DOP853")]
METHODS += [(name + "_backward", ivp(name, -1), STEPS) for name in ("RK23", "RK45", "DOP853")]
METHODS += [(name + "_restart", restart(name), STEPS) for name in ("RK23", "RK45", "DOP853")]
METHODS += [(name + "_event", event(name), STEPS) for name in ("RK23", "RK45", "DOP853")]
METHODS += [(name + "_t_eval", ivp(name, 1, True), STEPS) for name in ("RK23", "RK45")]
METHODS += [(name + "_adaptive", ivp(name), TOLERANCES) for name in ("RK45", "DOP853", "Radau", "BDF", "LSODA")]
METHODS += [("ode_vode_adams", class_ode("vode", method="adams"), TOLERANCES),
            ("ode_vode_bdf", class_ode("vode", method="bdf"), TOLERANCES),
            ("ode_lsoda", class_ode("lsoda"), TOLERANCES), ("ode_dopri5", class_ode("dopri5"), TOLERANCES),
            ("ode_dop853", class_ode("dop853"), TOLERANCES), ("odeint", by_odeint, TOLERANCES)]
