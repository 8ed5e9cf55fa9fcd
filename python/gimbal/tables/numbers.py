"""Coefficients: exact where the text is, and always with an expression that gimbal reads."""
import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Optional

DIGITS = 60  # of the values, with which tables are compared
ROUNDED = 3  # decimals with so many places may be rounded (docs/algebra.md)
KNOWN = 12  # decimals with more places than these are not exact (docs/rules.md)

# The functions of gimbal's expressions, and what languages call them.
FUNCTIONS = {"sqrt": "sqrt", "sunrsqrt": "sqrt", "dsqrt": "sqrt", "√": "sqrt", "sin": "sin", "cos": "cos",
             "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan", "exp": "exp", "log": "log",
             "abs": "abs", "fabs": "abs"}

SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly an expression holds together


class Number:
    """A coefficient: an exact fraction, or an expression and its value with 60 digits."""

    def __init__(self, fraction: Optional[Fraction] = None, text: str = "", value: Optional[Decimal] = None,
                 binding: int = ATOM, whole: bool = False):
        self.fraction = fraction
        self.whole = whole  # an integer of the language, which C and Fortran divide without remainder
        if fraction is not None:
            text = text or str(fraction)  # as it is printed, for the search of misprints
            binding = SUM if text[0] == "-" else PRODUCT if "/" in text else ATOM
            with localcontext() as context:
                context.prec = DIGITS
                value = Decimal(fraction.numerator) / Decimal(fraction.denominator)
        self.text, self.binding = text, binding
        self.value: Decimal = value if value is not None else Decimal(0)

    @classmethod
    def literal(cls, digits: str, whole: bool = False) -> "Number":
        value = Decimal(digits)
        if not value.is_finite():
            raise ValueError(f"{digits} is no number")
        # A decimal may be rounded, and gimbal decides that, unless it is short or ends by itself, as 0.125 does.
        fraction, places = Fraction(value), -int(value.as_tuple().exponent)
        if places < ROUNDED or places <= KNOWN and (fraction * 2 ** places).denominator == 1:
            return cls(fraction, text=f"{value:f}" if fraction.denominator > 1 else "", whole=whole)
        text = str(value).lower().replace("e+", "e")
        return cls(text=text, value=value, binding=SUM if value < 0 else ATOM)

    def _within(self, binding: int) -> str:
        return self.text if self.binding >= binding else f"({self.text})"

    def _join(self, other: "Number", sign: str, binding: int, value: Decimal) -> "Number":
        right = binding + (sign in "-/^")
        left = binding + (sign == "^")
        return Number(text=f"{self._within(left)}{sign}{other._within(right)}", value=value,
                      binding=binding)

    def __neg__(self) -> "Number":
        if self.fraction is not None:
            text = self.text[1:] if self.text[0] == "-" else "-" + self.text
            return Number(-self.fraction, text=text if self.fraction else "", whole=self.whole)
        return Number(text="-" + self._within(PRODUCT), value=self.value.copy_negate(), binding=SUM)

    def __add__(self, other: "Number") -> "Number":
        if self.fraction is not None and other.fraction is not None:
            return Number(self.fraction + other.fraction, whole=self.whole and other.whole)
        if self.fraction == 0:
            return other
        if other.fraction == 0:
            return self
        with localcontext() as context:
            context.prec = DIGITS
            value = self.value + other.value
        if other.text.startswith("-") and other.binding == SUM:
            negated = -other if other.fraction is not None else Number(
                text=other.text[1:], value=other.value.copy_negate(), binding=SUM)
            if " " not in other.text and not any(sign in other.text[1:] for sign in "+-"):
                return Number(text=f"{self.text}-{negated.text}", value=value, binding=SUM)
        return self._join(other, "+", SUM, value)

    def __sub__(self, other: "Number") -> "Number":
        if self.fraction is not None and other.fraction is not None:
            return Number(self.fraction - other.fraction, whole=self.whole and other.whole)
        if other.fraction == 0:
            return self
        if self.fraction == 0:
            return -other
        with localcontext() as context:
            context.prec = DIGITS
            return self._join(other, "-", SUM, self.value - other.value)

    def __mul__(self, other: "Number") -> "Number":
        if self.fraction is not None and other.fraction is not None:
            return Number(self.fraction * other.fraction, whole=self.whole and other.whole)
        for one, rest in ((self, other), (other, self)):
            if one.fraction == 0:
                return one
            if one.fraction == 1:
                return rest
            if one.fraction == -1:
                return -rest
        with localcontext() as context:
            context.prec = DIGITS
            return self._join(other, "*", PRODUCT, self.value * other.value)

    def __truediv__(self, other: "Number") -> "Number":
        if not other.value:
            raise ValueError("a division by zero")
        if self.fraction is not None and other.fraction is not None:
            printed = self.text + other.text
            return Number(self.fraction / other.fraction,
                          text=f"{self.text}/{other.text}" if printed.isdigit() and other.text != "1" else "")
        if other.fraction == 1 or self.fraction == 0:
            return self
        with localcontext() as context:
            context.prec = DIGITS
            return self._join(other, "/", PRODUCT, self.value / other.value)

    def power(self, other: "Number") -> "Number":
        exponent = other.fraction
        if exponent is None or abs(exponent) > 99:
            raise ValueError(f"the exponent {other.text} is no small fraction")
        if exponent == Fraction(1, 2):
            return self.apply("sqrt")
        if self.fraction is not None and exponent.denominator == 1:
            if not self.fraction and exponent < 0:
                raise ValueError("a division by zero")
            return Number(self.fraction ** int(exponent), whole=self.whole and exponent >= 0)
        with localcontext() as context:
            context.prec = DIGITS
            value = self.value ** (Decimal(exponent.numerator) / Decimal(exponent.denominator))
        return self._join(other, "^", POWER, value)

    def apply(self, function: str) -> "Number":
        name = FUNCTIONS[function]
        if self.fraction is not None and name == "sqrt" and self.fraction >= 0:
            top, bottom = math.isqrt(self.fraction.numerator), math.isqrt(self.fraction.denominator)
            if Fraction(top * top, bottom * bottom) == self.fraction:
                return Number(Fraction(top, bottom))
        if name == "abs":
            return self if self.value >= 0 else -self
        with localcontext() as context:
            context.prec = DIGITS
            if name == "sqrt":
                if self.value < 0:
                    raise ValueError(f"the root of the negative number {self.text}")
                value = self.value.sqrt()
            else:
                value = Decimal(getattr(math, name)(float(self.value)))
        return Number(text=f"{name}({self.text})", value=value)

    def same(self, other: "Number") -> bool:
        """Whether the values agree as far as both are known: 1e-13 if one has only digits."""
        if self.fraction is not None and other.fraction is not None:
            return self.fraction == other.fraction
        return abs(self.value - other.value) <= Decimal("1e-13") * max(1, abs(self.value))

    def __repr__(self) -> str:
        return self.text


ZERO = Number(Fraction(0), whole=True)
ONE = Number(Fraction(1), whole=True)
PI = Number(text="pi", value=Decimal("3.14159265358979323846264338327950288419716939937510582097494"))
