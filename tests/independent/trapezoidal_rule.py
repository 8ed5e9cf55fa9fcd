"""The trapezoidal rule on q'' = −sin q is not symplectic: the determinant of the Jacobian of a step is
(1 + (h²/4) cos q₀)/(1 + (h²/4) cos q₁), by differentiating the rule, and by differences of steps."""
from math import cos, sin
from small import end, found, holds, newton


def step(q, p, h):
    def residual(x):
        return [x[0] - q - h / 2 * (p + x[1]), x[1] - p + h / 2 * (sin(q) + sin(x[0]))]
    return newton(residual, [q + h * p, p - h * sin(q)])[0]


def determinant(q, p, h):
    e = 1e-4
    columns = []
    for dq, dp in ((e, 0), (0, e)):
        ends = [step(q + k * dq, p + k * dp, h) for k in (-2, -1, 1, 2)]
        columns.append([(ends[0][i] - 8 * ends[1][i] + 8 * ends[2][i] - ends[3][i]) / (12 * e)
                        for i in (0, 1)])
    return columns[0][0] * columns[1][1] - columns[1][0] * columns[0][1]


for h in (0.1, 0.05, 0.025):
    q, p = 1.0, 0.5
    q1 = step(q, p, h)[0]
    formula = (1 + h * h / 4 * cos(q)) / (1 + h * h / 4 * cos(q1))
    found("determinant of a step less 1, h = %g" % h, determinant(q, p, h) - 1, formula - 1, 1e-10)
    holds("it is not 1", abs(formula - 1) > 1e-6)
end()
