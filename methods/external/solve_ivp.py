#!/usr/bin/env python3
"""SciPy's solve_ivp on trial: each of its methods, which choose their own steps, from time to time by a
tolerance, and its explicit pairs with steps of a fixed size, too.

    gimbal verify scipy --external "python3 methods/external/solve_ivp.py"

Tolerances are those of each entry: the host's, as a multiple of the entry's size, is atol, and rtol is
the least that SciPy takes, so that both do not add up. (Below it SciPy warns, and takes it.)
"""
import sys

import numpy
import scipy
from scipy.integrate import _ivp, solve_ivp

from method import Failed, Method, main

LEAST = 100 * sys.float_info.epsilon  # solve_ivp's own, scipy/integrate/_ivp/common.py
PAGE = "SciPy " + scipy.__version__ + ", scipy.integrate.solve_ivp: "


class Adaptive(Method):
    formulation = "ode"
    library, library_version = "SciPy", scipy.__version__
    overwrites = "q"

    def open(self, state):
        self.atol = numpy.array(self.host.sizes()[0])

    def field(self, t, y):
        return self.host.field(t, y.tolist())

    def jacobian(self, t, y):
        n = len(y)
        return numpy.array(self.host.field_jacobian(t, y.tolist())).reshape(n, n)

    def advance(self, state, t, tolerance):
        more = {"jac": self.jacobian} if self.implicit else {}
        found = solve_ivp(self.field, (state.t, t), state.q, method=self.method, rtol=LEAST,
                          atol=tolerance * self.atol, **more)
        if not found.success:
            raise Failed("solve_ivp: " + found.message)
        return {"q": found.y[:, -1].tolist()}


def adaptive(word, implicit, citation):
    return type(word, (Adaptive,), {
        "name": "scipy_" + word.lower(), "title": f"solve_ivp, method {word}", "method": word,
        "implicit": implicit, "citation": PAGE + citation})


class Fixed(Method):
    """An explicit pair's method of higher order, with steps of a fixed size."""

    formulation = "ode"
    library, library_version = "SciPy", scipy.__version__
    overwrites = "none"

    def step(self, state, h):
        solver = self.solver
        y, f = numpy.array(state.q), lambda t, y: numpy.array(self.host.field(t, y.tolist()))
        k = numpy.empty((solver.n_stages + 1, len(y)))
        after, _ = _ivp.rk.rk_step(f, state.t, y, f(state.t, y), h, solver.A, solver.B, solver.C, k)
        return {"dq": (h * numpy.dot(k[:-1].T, solver.B)).tolist()}


def fixed(solver):
    word, p = solver.__name__, solver.order  # that of the method whose result is propagated
    return type(word + "Fixed", (Fixed,), {
        "name": f"scipy_{word.lower()}_fixed", "title": f"solve_ivp's {word}, steps of a fixed size",
        "solver": solver, "citation": PAGE + f"{word}, attribute order",
        "claims": [("order", "q", str(p)), ("order", "v", str(p), "m > 0")]})


if __name__ == "__main__":
    main(adaptive("RK45", False, "Explicit Runge-Kutta method of order 5(4)"),
         adaptive("RK23", False, "Explicit Runge-Kutta method of order 3(2)"),
         adaptive("DOP853", False, "Explicit Runge-Kutta method of order 8"),
         adaptive("Radau", True, "Implicit Runge-Kutta method of the Radau IIA family of order 5"),
         adaptive("BDF", True, "Implicit multi-step variable-order (1 to 5) method"),
         adaptive("LSODA", True, "Adams/BDF method with automatic stiffness detection"),
         *(fixed(solver) for solver in (_ivp.RK23, _ivp.RK45, _ivp.DOP853)))
