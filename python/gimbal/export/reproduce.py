#!/usr/bin/env python3
"""Integrates the problems of the test set by Taylor series and compares the digits of their end states.

    python3 reproduce.py                      all problems in the folder of this file
    python3 reproduce.py kepler-e03 ...       some of them
    python3 reproduce.py --mpmath ...         with mpmath's numbers and functions, where it is installed

It needs nothing but Python 3.9, and shares no code with gimbal. Equations are read from problem.py, data
from problem.json. Exit status: 0 all digits are reproduced; 1 some are not; 2 a file is missing or damaged.
"""
import argparse
import decimal
import hashlib
import json
import operator
import os
import sys
import time

# ---- Arithmetic: Decimals, or mpmath ----------------------------------------------------------------------


class Decimals:
    """Numbers of Python's decimal module, with the functions that it lacks."""

    def __init__(self, digits):
        decimal.setcontext(decimal.Context(prec=digits, Emin=-999999, Emax=999999))
        self.number, self.digits = decimal.Decimal, digits

    @staticmethod
    def sqrt(x):
        return x.sqrt()

    @staticmethod
    def exp(x):
        return x.exp()

    @staticmethod
    def log(x):
        return x.ln()

    def sincos(self, x):
        """By Taylor's series of x/2^k, and k doublings."""
        with decimal.localcontext() as context:
            context.prec += 15
            k = max(0, x.adjusted() * 4 + 12) if x else 0
            small, sine, term, n = x / 2**k, decimal.Decimal(0), x / 2**k, 1
            while abs(term) > decimal.Decimal(10) ** -(context.prec + 5):
                sine += term
                n += 2
                term *= -small * small / (n * (n - 1))
            cosine = (1 - sine * sine).sqrt()
            for _ in range(k):
                sine, cosine = 2 * sine * cosine, 1 - 2 * sine * sine
        return +sine, +cosine

    def atan(self, x):
        """Newton's method on the sine and cosine."""
        import math
        y = decimal.Decimal(math.atan(float(x)))
        for _ in range(3):
            s, c = self.sincos(y)
            y -= (s - x * c) / (c + x * s)
        return y


class Mpmath:
    """Numbers of mpmath."""

    def __init__(self, digits):
        import mpmath
        mpmath.mp.dps = self.digits = digits
        self.number, self.sqrt, self.exp, self.log, self.atan = \
            mpmath.mpf, mpmath.sqrt, mpmath.exp, mpmath.log, mpmath.atan
        self.sincos = lambda x: (mpmath.sin(x), mpmath.cos(x))


# ---- Truncated power series -------------------------------------------------------------------------------
# rhs is called once, with series for numbers; what it computes is written down as rules that give one
# coefficient after the other. Then the coefficients of the solution follow from y' = rhs.


class Tape:
    def __init__(self, arithmetic):
        self.arithmetic, self.series = arithmetic, []

    def new(self, rule):
        one = Series(self, rule)
        self.series.append(one)
        return one

    def function(self, name, x):
        return getattr(self, "_" + name)(x) if isinstance(x, Series) else self._of_number(name, x)

    def _of_number(self, name, x):
        a, x = self.arithmetic, self.arithmetic.number(x)
        if name in ("sin", "cos"):
            return a.sincos(x)[name == "cos"]
        if name in ("sqrt", "exp", "log", "atan"):
            return getattr(a, name)(x)
        if name in ("sinh", "cosh"):
            return (a.exp(x) + (1 if name == "cosh" else -1) * a.exp(-x)) / 2
        raise NotImplementedError(f"{name} of a constant")

    def _sqrt(self, x):
        def rule(k, s):
            if k == 0:
                return self.arithmetic.sqrt(x.c[0])
            return (x.c[k] - sum(map(operator.mul, s[1:k], s[k - 1:0:-1]))) / (2 * s[0])
        return self.new(rule)

    def _exp(self, x):
        def rule(k, e):
            return self.arithmetic.exp(x.c[0]) if k == 0 else sum(j * x.c[j] * e[k - j] for j in range(1, k + 1)) / k
        return self.new(rule)

    def _log(self, x):
        def rule(k, l):
            if k == 0:
                return self.arithmetic.log(x.c[0])
            return (x.c[k] - sum(j * l[j] * x.c[k - j] for j in range(1, k)) / k) / x.c[0]
        return self.new(rule)

    def _sincos(self, x):
        """Both, each of which needs the other."""
        found = self.__dict__.setdefault("pairs", {})
        if id(x) not in found:
            pair = []

            def rule_of(which, sign):
                def rule(k, _):
                    if k == 0:
                        return self.arithmetic.sincos(x.c[0])[which]
                    other = pair[1 - which].c
                    return sign * sum(map(operator.mul, slopes.c[:k], other[k - 1::-1])) / k
                return rule
            slopes = self.new(len)  # of x' = x_1 + 2 x_2 s + ..., filled by `integrate`
            slopes.ahead = x
            pair += [self.new(rule_of(0, 1)), self.new(rule_of(1, -1))]
            found[id(x)] = pair
        return found[id(x)]

    def _sin(self, x):
        return self._sincos(x)[0]

    def _cos(self, x):
        return self._sincos(x)[1]

    def _tan(self, x):
        sine, cosine = self._sincos(x)
        return sine / cosine

    def _sinh(self, x):
        e = self._exp(x)
        return (e - 1 / e) / 2

    def _cosh(self, x):
        e = self._exp(x)
        return (e + 1 / e) / 2

    def _tanh(self, x):
        e = self._exp(2 * x)
        return (e - 1) / (e + 1)

    def _atan(self, x):
        slope = 1 / (1 + x * x)

        def rule(k, _):
            if k == 0:
                return self.arithmetic.atan(x.c[0])
            return sum(j * x.c[j] * slope.c[k - j] for j in range(1, k + 1)) / k
        return self.new(rule)

    def power(self, x, exponent):
        if exponent == int(exponent) and 0 <= exponent < 20:
            result, exponent = 1, int(exponent)
            while exponent:
                result, x, exponent = result * x if exponent % 2 else result, x * x, exponent // 2
            return result
        r = self.arithmetic.number(exponent)

        def rule(k, p):
            if k == 0:
                return x.c[0] ** r
            return sum((r * j - (k - j)) * x.c[j] * p[k - j] for j in range(1, k + 1)) / (k * x.c[0])
        return self.new(rule)


class Series:
    __slots__ = ("tape", "rule", "c", "ahead")

    def __init__(self, tape, rule):
        self.tape, self.rule, self.c, self.ahead = tape, rule, [], None

    def _with(self, other, pair, single):
        """A rule for two series, or one for the first coefficient and the others of a series and a number."""
        if isinstance(other, Series):
            a, b = self, other
            return self.tape.new(lambda k, _: pair(a.c, b.c, k))
        number, a = self.tape.arithmetic.number(other), self
        return self.tape.new(lambda k, c: single(a.c, number, k, c))

    def __add__(self, other):
        return self._with(other, lambda a, b, k: a[k] + b[k], lambda a, x, k, _: a[k] if k else a[0] + x)

    def __sub__(self, other):
        return self._with(other, lambda a, b, k: a[k] - b[k], lambda a, x, k, _: a[k] if k else a[0] - x)

    def __rsub__(self, other):
        return self._with(other, None, lambda a, x, k, _: -a[k] if k else x - a[0])

    def __mul__(self, other):
        return self._with(other, lambda a, b, k: sum(map(operator.mul, a[:k + 1], b[k::-1])),
                          lambda a, x, k, _: a[k] * x)

    def __truediv__(self, other):
        if not isinstance(other, Series):
            return self._with(other, None, lambda a, x, k, _: a[k] / x)
        a, b = self, other
        return self.tape.new(lambda k, c: (a.c[k] - sum(map(operator.mul, c[:k], b.c[k:0:-1]))) / b.c[0])

    def __rtruediv__(self, other):
        return self._with(other, None, lambda a, x, k, c:
                          ((0 if k else x) - sum(map(operator.mul, c[:k], a[k:0:-1]))) / a[0])

    def __neg__(self):
        return self.tape.new(lambda k, _: -self.c[k])

    def __pow__(self, exponent):
        return self.tape.power(self, exponent)

    def __abs__(self):
        return self.tape.new(lambda k, _: self.c[k] if self.c[0] > 0 else -self.c[k])

    __radd__, __rmul__ = __add__, __mul__


class Functions:
    """What a program finds as m: sin, sqrt, ... of series and numbers."""

    def __init__(self, tape):
        self.tape = tape

    def __getattr__(self, name):
        return lambda x: self.tape.function(name, x)


# ---- The integration --------------------------------------------------------------------------------------


def integrate(rhs, parameters, initial, t0, t1, order, tolerance, arithmetic):
    """The state at t1 and the number of steps. Each step is so long that the last two terms stay below the
    tolerance, relative to the size that each entry has had so far."""
    number = arithmetic.number
    tape = Tape(arithmetic)
    y = [tape.new(None) for _ in initial]
    clock = tape.new(lambda k, _: now if k == 0 else number(1) if k == 1 else number(0))
    slopes = rhs(clock, y, [number(p) for p in parameters], Functions(tape), number)
    inner = [one for one in tape.series if one.rule is not None]
    state, now, end, steps = [number(x) for x in initial], number(t0), number(t1), 0
    sizes, part = [number(0)] * len(state), (end - now) / 100
    while now != end:
        for one in inner:
            one.c = []
        for one, x in zip(y, state):
            one.c = [x]
        for k in range(order):
            for one in inner:
                if one.ahead is None:
                    one.c.append(one.rule(k, one.c))
                elif k:
                    one.c.append(k * one.ahead.c[k])
            for one, slope in zip(y, slopes):
                c = slope.c[k] if isinstance(slope, Series) else number(slope) if k == 0 else number(0)
                one.c.append(c / (k + 1))
        sizes = [max(a, abs(x), abs(one.c[1]) * part, abs(one.c[2]) * part * part)
                 for a, x, one in zip(sizes, state, y)]
        h, least = end - now, max(sizes) / 10**20  # a mass that nothing has reached yet moves by 1e-1000
        for k in (order - 1, order):
            last = max((abs(one.c[k]) / max(a, least) for one, a in zip(y, sizes) if a), default=0)
            if last:
                bound = float(arithmetic.log(number(tolerance) / last)) / k
                if bound < 500:
                    h = min(h, arithmetic.exp(number(repr(bound))))
        state = [_horner(one.c, h) for one in y]
        now = end if h == end - now else now + h
        steps += 1
        if steps > 100000:
            raise ArithmeticError(f"too many steps: at t = {float(now)} they are {float(h):.1e} long")
    return state, steps


def _horner(c, h):
    total = c[-1]
    for a in c[-2::-1]:
        total = total * h + a
    return total


# ---- The problems -----------------------------------------------------------------------------------------


def load(folder):
    """The data and the right-hand side of a problem."""
    with open(os.path.join(folder, "problem.json"), encoding="utf-8") as file:
        data = json.load(file)
    path, content = os.path.join(folder, "problem.py"), {"__name__": "problem"}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), content)
    return data, content["rhs"]


def agreeing(ends, state, arithmetic, most=20):
    """The fewest digits of the stored numbers that are not reproduced, as a list of (name, stored, computed)."""
    wrong = []
    for row, value in zip(ends, state):
        stored = arithmetic.number(row["value"])
        digits = min(most, row["digits"])
        unit = arithmetic.number(10) ** (magnitude(row["value"]) + 1 - digits) if digits else arithmetic.number(row["bar"])
        if abs(value - stored) > unit:
            wrong.append((row["name"], row["value"], value))
    return wrong


def magnitude(text):
    """The power of ten of the first digit."""
    return decimal.Decimal(text).adjusted()


def check_sums(folder):
    """Files whose contents are not those of SHA256SUMS."""
    wrong = []
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as file:
        for line in file:
            digest, path = line.rstrip("\n").split("  ", 1)
            try:
                with open(os.path.join(folder, path), "rb") as content:
                    if hashlib.sha256(content.read()).hexdigest() != digest:
                        wrong.append(path + " was changed")
            except FileNotFoundError:
                wrong.append(path + " is missing")
    return wrong


def main():
    parser = argparse.ArgumentParser(description="Reproduces the end states of the test set by Taylor series.")
    parser.add_argument("problems", nargs="*", help="names of problems (all)")
    parser.add_argument("--mpmath", action="store_true", help="compute with mpmath")
    parser.add_argument("--folder", default=os.path.dirname(os.path.abspath(__file__)), help="of the test set")
    parser.add_argument("--order", type=int, default=30, help="of the series (30)")
    words = parser.parse_args()
    arithmetic = (Mpmath if words.mpmath else Decimals)(46)
    bad = check_sums(words.folder)
    for text in bad:
        print(f"damaged: {text}", file=sys.stderr)
    if bad:
        return 2
    top, failed = os.path.join(words.folder, "problems"), 0
    for name in words.problems or sorted(os.listdir(top)):
        if not os.path.isdir(os.path.join(top, name)):
            print(f"there is no problem {name} in {top}", file=sys.stderr)
            return 2
        data, rhs = load(os.path.join(top, name))
        begun = time.time()
        # Fourteen digits more than are compared: chaotic motions amplify errors.
        state, steps = integrate(rhs, [p["value"] for p in data["parameters"]], data["initial"], data["t0"], data["t1"],
                                 words.order, f"1e-{min(data['certified']['digits'], 20) + 14}", arithmetic)
        wrong = agreeing(data["end"], state, arithmetic)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} - {name}: {min(20, data['certified']['digits'])} digits, {steps} steps, "
              f"{time.time() - begun:.1f} s", flush=True)
        for entry, stored, value in wrong:
            print(f"# {entry}: {stored} is stored, {value} was computed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
