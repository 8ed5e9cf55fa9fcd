"""ARKODE by its own library, nothing else: its tables (R(∞) of embeddings that the user guide calls L-stable,
and coefficients of twelve digits, whose weights do not add up to 1); ERKStep with one memory for a run,
which takes the last stage for the first of the next step wherever c_s = 1; and errors against tolerances on
the driven pendulum q̈ = −sin q + a cos ωt."""
import ctypes
import math

from small import end, found, holds, solve

REAL, POINTER, MEMORY = ctypes.c_double, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p


class Table(ctypes.Structure):  # arkode/arkode_butcher.h
    _fields_ = [("q", ctypes.c_int), ("p", ctypes.c_int), ("stages", ctypes.c_int),
                ("A", ctypes.POINTER(POINTER)), ("c", POINTER), ("b", POINTER), ("d", POINTER)]


library = None
for file in ("libsundials_arkode.so", "libsundials_arkode.so.5"):
    try:
        library = library or ctypes.CDLL(file)
    except OSError:
        pass
if library is None:
    print("SKIP no SUNDIALS here")
    raise SystemExit(77)


def function(name, result, *arguments):
    f = getattr(library, name)
    f.restype, f.argtypes = result, arguments
    return f


FIELD = ctypes.CFUNCTYPE(ctypes.c_int, REAL, MEMORY, MEMORY, MEMORY)
ERROR = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, MEMORY)
load = function("ARKodeButcherTable_LoadDIRKByName", ctypes.POINTER(Table), ctypes.c_char_p)
entries = function("N_VGetArrayPointer", POINTER, MEMORY)
vector = function("N_VNew_Serial", MEMORY, ctypes.c_int64, MEMORY)
context = MEMORY()
function("SUNContext_Create", ctypes.c_int, MEMORY, ctypes.POINTER(MEMORY))(None, ctypes.byref(context))


def check(flag):
    if flag < 0:
        raise SystemExit("SUNDIALS fails: %d" % flag)


# ---- Tables ----

def table(name):
    t = load(b"ARKODE_" + name.encode()).contents
    s = range(t.stages)
    return [[t.A[i][j] for j in s] for i in s], [t.b[i] for i in s], [t.d[i] for i in s]


def stability(a, weights, z):
    s = range(len(weights))
    x = solve([[(i == j) - z * a[i][j] for j in s] for i in s], [1.0 for _ in s])
    return 1 + z * math.fsum(w * y for w, y in zip(weights, x))


def second(a, weights):
    return math.fsum([w * x for w, row in zip(weights, a) for x in row] + [-0.5])


for name, infinity in (("ESDIRK324L2SA_4_2_3", 0.218), ("ESDIRK547L2SA_7_4_5", 0.35),
                       ("ESDIRK547L2SA2_7_4_5", 0.25)):
    a, b, d = table(name)
    found(name + ": R(-1e8) of the method", stability(a, b, -1e8), 0, 1e-6)
    found("  and |R(-1e8)| of its embedding, which would be 0 too", abs(stability(a, d, -1e8)), infinity, 1e-3)

a, b, d = table("BILLINGTON_3_3_2")
found("Billington: the sum of the weights less 1", math.fsum(b + [-1]), -1e-12, 1e-14)
found("  of the embedding", math.fsum(d + [-1]), -1e-12, 1e-14)
a, b, d = table("CASH_5_2_4")
found("Cash: the sum of the weights less 1", math.fsum(b + [-1]), 7.8e-12, 1e-14)
found("  Σ b_i a_ij − 1/2 of the embedding of order 2", abs(second(a, d)), 4.52e-13, 1e-14)
a, b, d = table("CASH_5_3_4")
found("  and of that of order 3", abs(second(a, d)), 7.87e-12, 1e-13)

# ẏ = y to t = 1: an error of order 4 would fall by 16 with each half of the step.
errors = []
for n in (16, 32, 64, 512, 1024):
    y = 1.0
    for _ in range(n):
        y *= stability(a, b, 1.0 / n)
    errors.append(abs(y - math.e))
holds("Cash on ẏ = y: errors %s" % " ".join("%.2g" % e for e in errors),
      10 < errors[0] / errors[1] < 25 and errors[3] > 1e-11 and errors[3] / errors[4] < 1.2)


# ---- Runs ----

@FIELD
def pendulum(t, y, f, _):
    q, out = entries(y), entries(f)
    out[0], out[1] = q[1], -math.sin(q[0]) + AMPLITUDE * math.cos(FREQUENCY * t)
    return 0


@FIELD
def explicit_part(t, y, f, _):
    pendulum(t, y, f, _)
    entries(f)[1] = 0
    return 0


@FIELD
def implicit_part(t, y, f, _):
    pendulum(t, y, f, _)
    entries(f)[0] = 0
    return 0


@FIELD
def kepler(t, y, f, _):
    q, out = entries(y), entries(f)
    cube = math.hypot(q[0], q[1])**3
    out[0], out[1], out[2], out[3] = q[2], q[3], -q[0] / cube, -q[1] / cube
    return 0


@ERROR
def silent(code, module, name, message, data):
    pass


AMPLITUDE, FREQUENCY, INITIAL, END = 0.3, 1.7, (1.0, 0.5), 2.0
SIZES = 1.0, 2 * (math.sin(1) - AMPLITUDE)


class Run:
    """One memory of ERKStep, or of ARKStep with an explicit table, an implicit one, or a pair."""

    def __init__(self, module, explicit=-1, implicit=-1, field=pendulum, initial=INITIAL):
        self.module, self.field = module, field
        self.y = vector(len(initial), context)
        self.fill(self.y, initial)
        if module == "ERK":
            self.memory = self.call("Create", MEMORY, FIELD, REAL, MEMORY, MEMORY)(field, 0, self.y, context)
            check(self.call("SetTableNum", ctypes.c_int, MEMORY, ctypes.c_int)(self.memory, explicit))
        else:
            pair = explicit >= 0 and implicit >= 0
            fields = [ctypes.cast(f, MEMORY) if number >= 0 else None for f, number in
                      ((explicit_part if pair else pendulum, explicit),
                       (implicit_part if pair else pendulum, implicit))]
            self.memory = self.call("Create", MEMORY, MEMORY, MEMORY, REAL, MEMORY, MEMORY)(
                *fields, 0, self.y, context)
            check(self.call("SetTableNum", ctypes.c_int, MEMORY, ctypes.c_int, ctypes.c_int)(
                self.memory, implicit, explicit))
        if implicit >= 0:
            J = function("SUNDenseMatrix", MEMORY, ctypes.c_int64, ctypes.c_int64, MEMORY)(2, 2, context)
            S = function("SUNLinSol_Dense", MEMORY, MEMORY, MEMORY, MEMORY)(self.y, J, context)
            check(self.call("SetLinearSolver", ctypes.c_int, MEMORY, MEMORY, MEMORY)(self.memory, S, J))
        check(self.call("SetErrHandlerFn", ctypes.c_int, MEMORY, ERROR, MEMORY)(self.memory, silent, None))
        check(self.call("SetMaxNumSteps", ctypes.c_int, MEMORY, ctypes.c_long)(self.memory, 10**7))

    def call(self, name, result, *arguments):
        return function(self.module + "Step" + name, result, *arguments)

    @staticmethod
    def fill(to, values):
        for i, value in enumerate(values):
            entries(to)[i] = value

    def evolve(self, t, mode):
        reached = REAL()
        check(self.call("Evolve", ctypes.c_int, MEMORY, REAL, MEMORY, ctypes.POINTER(REAL), ctypes.c_int)(
            self.memory, t, self.y, ctypes.byref(reached), mode))
        return reached.value

    def fixed(self, n, restarted):
        """The first entry at the end with n steps."""
        check(self.call("SetFixedStep", ctypes.c_int, MEMORY, REAL)(self.memory, END / n))
        t = 0.0
        for _ in range(n):
            if restarted:
                check(self.call("ReInit", ctypes.c_int, MEMORY, FIELD, REAL, MEMORY)(
                    self.memory, self.field, t, self.y))
            t = self.evolve(2 * END, 2)
        return entries(self.y)[0]

    def adaptive(self, tolerance):
        absolute = vector(2, context)
        self.fill(absolute, [tolerance * size for size in SIZES])
        check(self.call("SVtolerances", ctypes.c_int, MEMORY, REAL, MEMORY)(self.memory, 0, absolute))
        check(self.call("SetStopTime", ctypes.c_int, MEMORY, REAL)(self.memory, END))
        self.evolve(END, 1)
        return entries(self.y)[0]


def classical(n):
    """The classical Runge-Kutta method, for the reference."""
    h, (q, v) = END / n, INITIAL

    def f(t, q, v):
        return v, -math.sin(q) + AMPLITUDE * math.cos(FREQUENCY * t)

    for i in range(n):
        t = i * h
        k1 = f(t, q, v)
        k2 = f(t + h / 2, q + h / 2 * k1[0], v + h / 2 * k1[1])
        k3 = f(t + h / 2, q + h / 2 * k2[0], v + h / 2 * k2[1])
        k4 = f(t + h, q + h * k3[0], v + h * k3[1])
        q += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
    return q, v


reference = (16 * classical(8000)[0] - classical(4000)[0]) / 15

# Numbers of tables: arkode/arkode_butcher_erk.h, arkode_butcher_dirk.h.
for name, number, n, order, right in (("Sayfy-Aburub", 5, 64, 2, 4), ("ARK324L2SA-ERK", 2, 64, 2, 3),
                                      ("ARK436L2SA-ERK", 4, 64, 3, 4), ("ARK548L2SA-ERK", 9, 64, 3, 5),
                                      ("Verner", 10, 128, 3, 6)):
    for restarted, expected in ((False, order), (True, right)):
        m = n if expected < 6 else 8
        coarse, fine = Run("ERK", number).fixed(m, restarted), Run("ERK", number).fixed(2 * m, restarted)
        found("ERKStep, %s, %s: the power of h" % (name, "ReInit before each step" if restarted else "one run"),
              math.log2(abs((coarse - reference) / (fine - reference))), expected, 0.6)
eccentricity = 0.3
start = 1 - eccentricity, 0.0, 0.0, math.sqrt((1 + eccentricity) / (1 - eccentricity))
exact = Run("ERK", 11, field=kepler, initial=start).fixed(500, True)
for again, expected in ((False, 7), (True, 8)):
    coarse, fine = (Run("ERK", 11, field=kepler, initial=start).fixed(n, again) - exact for n in (20, 40))
    found("ERKStep, Fehlberg-13-7-8 on Kepler's problem, %s" % ("ReInit" if again else "one run"),
          math.log2(abs(coarse / fine)), expected, 0.4)
for module, name, explicit, implicit, tolerance, least in (
        ("ERK", "Sayfy-Aburub", 5, -1, 1e-12, 1e4), ("ERK", "ARK324L2SA", 2, -1, 1e-12, 1e3),
        ("ERK", "ARK436L2SA", 4, -1, 1e-12, 10), ("ERK", "ARK437L2SA", 13, -1, 10**-5.25, 10),
        ("ERK", "ARK548L2SA", 9, -1, 1e-12, 300), ("ERK", "Verner", 10, -1, 1e-11, 100),
        ("ARK", "ARK437L2SA-ERK", 13, -1, 10**-6.75, 10), ("ARK", "ARK437L2SA, both,", 13, 112, 10**-6.75, 10),
        ("ARK", "Billington", -1, 101, 1e-12, 100), ("ARK", "TRBDF2", -1, 102, 1e-12, 100),
        ("ARK", "Cash-5-2-4", -1, 105, 1e-12, 10), ("ARK", "Cash-5-3-4", -1, 106, 1e-12, 10)):
    ratio = abs(Run(module, explicit, implicit).adaptive(tolerance) - reference) / tolerance
    holds("%sStep, %s with the tolerance %.2g: an error %.3g times as large" % (module, name, tolerance, ratio),
          ratio > least)
for name, number in (("Billington", 101), ("TRBDF2", 102)):
    errors = [abs(Run("ARK", -1, number).adaptive(tolerance) - reference) for tolerance in (1e-8, 1e-11)]
    found("ARKStep, %s: the power of the tolerance" % name, math.log10(errors[0] / errors[1]) / 3, 2 / 3, 0.08)
end()
