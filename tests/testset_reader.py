#!/usr/bin/env python3
"""Reads the exported test set without gimbal's code and reproduces its digits by Taylor series in mpmath.

    python3 tests/testset_reader.py SET [PROBLEM...]

It reads SHA256SUMS, index.json and problem.json only: the equations are their lists of operations. Min(20, certified)
digits of each entry of each end state must be reproduced, and conserved quantities must have their values at both
ends. Exit status: 0; 1 some digits differ; 2 a file is missing, damaged, or of another format.
"""
import hashlib
import json
import math
import operator
import os
import sys
import time

from mpmath import mp, mpf

ORDER, TOLERANCE = 36, "1e-34"  # relative, of a step; 14 digits more than are compared: chaotic motions amplify errors
BITS = 400  # behind the binary point of the coefficients, and of mpmath: 120 digits, so that units do not matter
UNITS = 100  # of time, from the beginning to the end: coefficients are those in units of time


class Unreadable(Exception):
    pass


def fixed(x):
    """A number with BITS binary places, as an integer."""
    return int(mp.nint(mp.ldexp(mpf(x), BITS)))


def floating(n):
    return mp.ldexp(mpf(n), -BITS)


def product(a, b):
    """The sum of products of coefficients, with twice the places."""
    return sum(map(operator.mul, a, b))


class Expansion:
    """Coefficients of the Taylor series of a list of operations, one order after the other."""

    def __init__(self, content, parameters):
        self.rows, self.values, self.parameters = content["operations"], content["values"], parameters

    def at(self, t, unit, state, order):
        """The series of the rows, and of the state along y' = values, at a time."""
        self.state, self.time = [[x] for x in state], [t, unit] + order * [0]
        self.series, self.turns = [[] for _ in self.rows], {}
        rules = [(getattr(self, "_" + name), series, of) for series, (name, *of) in zip(self.series, self.rows)]
        for k in range(order):
            for rule, series, of in rules:
                series.append(rule(k, series, *of))
            for entry, place in zip(self.state, self.values):
                entry.append((unit * self.series[place][k] >> BITS) // (k + 1))
        return self.state

    def at_point(self, t, state):
        """The value at a point, and the largest number on the way to it."""
        self.at(t, 0, state, 1)
        return self.series[self.values[0]][0], max(abs(row[0]) for row in self.series)

    def _number(self, k, _, text):
        top, _, bottom = text.partition("/")
        return 0 if k else fixed(mpf(top) / mpf(bottom or 1))

    def _parameter(self, k, _, i):
        return 0 if k else self.parameters[i]

    def _t(self, k, _):
        return self.time[k]

    def _state(self, k, _, i):
        return self.state[i][k]

    def _neg(self, k, _, a):
        return -self.series[a][k]

    def _add(self, k, _, a, b):
        return self.series[a][k] + self.series[b][k]

    def _sub(self, k, _, a, b):
        return self.series[a][k] - self.series[b][k]

    def _mul(self, k, _, a, b):
        return product(self.series[a], self.series[b][k::-1]) >> BITS

    def _div(self, k, c, a, b):
        return ((self.series[a][k] << BITS) - product(c, self.series[b][k:0:-1])) // self.series[b][0]

    def _sqrt(self, k, c, a):
        if k == 0:
            return math.isqrt(self.series[a][0] << BITS)
        return ((self.series[a][k] << BITS) - product(c[1:], c[:0:-1])) // (2 * c[0])

    def _slope(self, k, a):
        """Coefficients of the derivative: j a_j."""
        return [j * self.series[a][j] for j in range(1, k + 1)]

    def _exp(self, k, c, a):
        if k == 0:
            return fixed(mp.exp(floating(self.series[a][0])))
        return (product(self._slope(k, a), c[::-1]) >> BITS) // k

    def _turn(self, k, a):
        """The sine and the cosine, each of which needs the other."""
        sine, cosine = self.turns.setdefault(a, ([], []))
        if len(sine) == k == 0:
            angle = floating(self.series[a][0])
            sine.append(fixed(mp.sin(angle)))
            cosine.append(fixed(mp.cos(angle)))
        elif len(sine) == k:
            slope = self._slope(k, a)
            new = product(slope, cosine[::-1]), -product(slope, sine[::-1])
            sine.append((new[0] >> BITS) // k)
            cosine.append((new[1] >> BITS) // k)
        return sine[k], cosine[k]

    def _sin(self, k, _, a):
        return self._turn(k, a)[0]

    def _cos(self, k, _, a):
        return self._turn(k, a)[1]


def step_size(series, rest):
    """So long that the last two terms stay below the tolerance, relative to each entry."""
    h = rest
    sizes = [max(abs(c[0]), abs(c[1]) // 10, abs(c[2]) // 100) for c in series]
    least = max(sizes) // 10**20  # of what the motion has hardly reached, no digits are certified
    for c, size in zip(series, sizes):
        for k in (ORDER - 1, ORDER):
            if size and c[k]:
                h = min(h, mp.exp(mp.log(mpf(TOLERANCE) * max(size, least) / abs(c[k])) / k))
    return h


def integrate(field, state, t, end):
    steps, unit, place = 0, (end - t) / UNITS, mpf(0)  # the place from 0 to UNITS
    while place < UNITS:
        series = field.at(fixed(t + unit * place), fixed(unit), state, ORDER)
        h = step_size(series, UNITS - place)
        state = [fixed(mp.polyval([floating(x) for x in c[::-1]], h)) for c in series]
        place, steps = place + h, steps + 1
    return state, steps


def differing(data, state, parameters, start, times):
    """What is not reproduced, as texts."""
    wrong = []
    for value, end in zip(map(floating, state), data["end"]):
        stored, digits = mpf(end["value"]), min(20, end["digits"])
        unit = mpf(10) ** (mp.floor(mp.log10(abs(stored))) + 1 - digits) if digits else mpf(end["bar"])
        if abs(value - stored) > unit:
            wrong.append(f"{end['name']}: {end['value']} is stored, {mp.nstr(value, 25)} was computed")
    for one in data["conserved"]:
        function = Expansion(one, parameters)
        for t, point in zip(times, (start, state)):
            value, size = (floating(x) for x in function.at_point(fixed(t), point))
            if abs(value - mpf(one["value"])) > size * mpf("1e-19"):
                wrong.append(f"{one['name']} at t = {mp.nstr(t, 6)}: {one['value']} is stored, {mp.nstr(value, 25)} was "
                             "computed")
    return wrong


def load(folder, name, sums):
    path = f"problems/{name}/problem.json"
    try:
        with open(os.path.join(folder, path), "rb") as file:
            content = file.read()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    if hashlib.sha256(content).hexdigest() != sums.get(path):
        raise Unreadable(f"{path} does not have the checksum of SHA256SUMS")
    data = json.loads(content)
    if data["format"] != "gimbal test set 1" or data["problem"] != name:
        raise Unreadable(f"{path} is no problem {name} in the format \"gimbal test set 1\"")
    return data


def check(data):
    parameters = [fixed(one["value"]) for one in data["parameters"]]
    start, times = [fixed(x) for x in data["initial"]], (mpf(data["t0"]), mpf(data["t1"]))
    state, steps = integrate(Expansion(data["field"], parameters), start, *times)
    return differing(data, state, parameters, start, times), steps


def main(folder, names):
    mp.prec = BITS
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as file:
        sums = {path: digest for digest, path in (line.rstrip("\n").split("  ", 1) for line in file)}
    with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
        names = names or [one["problem"] for one in json.load(file)["problems"]]
    failed = 0
    for name in names:
        begun = time.time()
        try:
            data = load(folder, name, sums)
        except Unreadable as error:
            print(f"testset_reader: {error}", file=sys.stderr)
            return 2
        wrong, steps = check(data)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} - {name}: {min(20, data['certified']['digits'])} digits, "
              f"{len(data['conserved'])} conserved, {steps} steps, {time.time() - begun:.1f} s", flush=True)
        for text in wrong:
            print(f"# {text}", flush=True)
    print(f"1..{len(names)}" + (f" # {failed} failed" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
