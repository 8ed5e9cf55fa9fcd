"""gimbal from Python: judges errors, methods and stored verdicts with the installed program.

    import gimbal
    gimbal.judge(h, errors, order=4)              # a table of errors
    gimbal.verify(MyMethod, models=["kepler"])    # a method, a subclass of gimbal.Method
    gimbal.verify(models=[MyModel], methods=["rk4"])  # a model, a subclass of gimbal.Model
    gimbal.algebra("table.tex", order=4)          # a Butcher table
    gimbal.explain("order/my_rk4/kepler:e03/q")   # the evidence behind a verdict

The program gimbal makes the verdicts. It is GIMBAL_PROGRAM, or found in PATH or in the source tree of this
package. Only Python's standard library is needed.
"""
from .coefficients import algebra
from .judging import judge
from .method import Failed, Host, Method, State
from .model import (Model, acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, copysign, cos, cosh, exp, expm1,
                    hypot, log, log1p, pi, serve, sin, sinh, sqrt, tan, tanh)
from .program import GimbalError, program
from .results import Run, Verdict, Verdicts
from .verification import explain, verify

__version__ = "1.0.0"
__all__ = ["judge", "verify", "algebra", "explain", "Method", "Model", "serve", "State", "Host", "Failed", "Verdict",
           "Verdicts", "Run", "GimbalError", "program"]
