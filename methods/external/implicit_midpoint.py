#!/usr/bin/env python3
"""The implicit midpoint rule in Python: an implicit method, whose equation gimbal solves.

    gimbal verify --external "python3 implicit_midpoint.py"

method.py, in the same folder, has the conversation with gimbal.
"""
from method import Method, main


class ImplicitMidpoint(Method):
    """K = f(t + h/2, y + h/2 K), y + h K."""

    name = "python_implicit_midpoint"
    title = "the implicit midpoint rule, in Python"
    citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.4"
    citation_key = "HairerLubichWanner2006"
    symmetric = "1"
    overwrites = "none"
    claims = [
        ("order", "q", "2"),
        ("order", "v", "2", "m > 0"),
        ("energy", "energy", "bounded", "canonical && separable && autonomous"),
        ("invariant", "linear", "exact", "unconstrained"),
        ("invariant", "quadratic", "exact", "unconstrained"),
        ("structure", "symplectic", "yes", "canonical && separable"),
        ("structure", "reversible", "yes", "reversible"),
    ]

    def step(self, state, h):
        """From t and q (here y) one step of size h: the increments of q."""
        def residual(K):
            y = [value + h * 0.5 * k for value, k in zip(state.q, K)]
            return [k - f for k, f in zip(K, self.host.field(state.t + 0.5 * h, y))]

        # The host extrapolates from the steps before: this guess stands for none.
        K = self.host.solve(residual, [0.0] * len(state.q))
        return {"dq": [h * k for k in K]}


if __name__ == "__main__":
    main(ImplicitMidpoint)
