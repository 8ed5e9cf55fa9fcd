"""An oscillator with one fault, which is the word on the command line; `none` for none."""
import os
import sys
import time

from gimbal import model

FAULT = sys.argv[1]


def later():
    """Ends all processes but the first one that is called: that of the check."""
    global FAULT
    first = not os.path.exists("was_called")
    FAULT = "none"
    if not first:
        os.abort()
    open("was_called", "w", encoding="utf-8").close()


class WrongModel(model.Model):
    """An oscillator with a fault"""

    coordinates, start, traits = ["x"], [1.0, 0.5], "separable autonomous reversible"

    def breaks(self, value):
        if FAULT in ("crash", "exit", "short", "garbage", "error", "hang", "later") and not isinstance(value, model.Dual):
            if FAULT == "crash":
                os.abort()
            if FAULT == "later":
                later()
            if FAULT == "exit":
                sys.exit(3)
            if FAULT == "hang":
                time.sleep(1000)
            if FAULT == "garbage":
                print("hello", flush=True)
            if FAULT == "error":
                raise KeyError("lost")

    def lagrangian(self, t, q, v):
        if FAULT == "time":
            return v[0]**2 / 2 - q[0]**2 / 2 * (1 + t / 100)
        return v[0]**2 / 2 - q[0]**2 / 2

    def D1L(self, t, q, v):
        if self.asked:
            self.breaks(q[0])
        force = -q[0] * (1.001 if FAULT == "jacobian" else 1 + t / 100 if FAULT == "time" else 1)
        return [force, force] if FAULT == "short" and self.asked else [force]

    def energy(self, t, q, v):
        return v[0]**2 / 2 + q[0]**2 / 2 * (1.001 if FAULT == "energy" else 1)

    def exact(self, t, q, v):
        s = 1.001 * t if FAULT == "exact" else t
        sine, cosine = model.sin(s), model.cos(s)
        return [q[0] * cosine + v[0] * sine, v[0] * cosine - q[0] * sine]

    asked = True  # while it is not described


class Served(model.Served):
    """Which asks for D1L each time, or tells another function."""

    def operations(self, name, element=0):
        if FAULT == "operations" and name == "D1L":
            return {"operations": [["q", 0], ["sin", 0], ["neg", 1]], "values": [2]}
        return True if name == "D1L" else super().operations(name, element)

    def describe(self):
        self.one.asked = False
        about = super().describe()
        self.one.asked = True
        return about


model.Served = Served
model.serve(WrongModel)
