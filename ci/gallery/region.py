"""Stability regions of Butcher tables: polynomials, intervals on the axes, and a small SVG."""
import html
from decimal import Decimal, localcontext

DIGITS = 60
TINY = Decimal("1e-11")  # printed coefficients end at about 15 digits
CELLS = 110  # of the picture's longer side
WIDTH, MARGIN = 420, 34


def characteristic(matrix):
    """The coefficients of det(I - z M) by powers of z (Faddeev and Le Verrier)."""
    n = len(matrix)
    work = [[Decimal(0)] * n for _ in range(n)]
    coefficients = [Decimal(1)]
    for k in range(1, n + 1):
        for i in range(n):
            work[i][i] += coefficients[-1]
        work = [[sum((matrix[i][m] * work[m][j] for m in range(n) if matrix[i][m]), Decimal(0)) for j in range(n)]
                for i in range(n)]
        coefficients.append(-sum((work[i][i] for i in range(n)), Decimal(0)) / k)
    return coefficients


class Function:
    """The stability function R(z) = P(z)/Q(z) of a table."""

    def __init__(self, rows, weights):
        with localcontext() as context:
            context.prec = DIGITS
            self.q = self._trim(characteristic(rows))
            self.p = self._trim(characteristic([[a - b for a, b in zip(row, weights)] for row in rows]))
            self.error = self._error()
        self.top = [float(c) for c in self.p]
        self.bottom = [float(c) for c in self.q]
        self.explicit = len(self.q) == 1

    @staticmethod
    def _trim(coefficients):
        while len(coefficients) > 1 and abs(coefficients[-1]) < Decimal("1e-25"):
            coefficients.pop()
        return coefficients

    def _error(self):
        """The coefficients of |P(iy)|^2 - |Q(iy)|^2 by powers of y^2; what the last digits explain is 0."""
        length = 2 * max(len(self.p), len(self.q))
        out, size = [Decimal(0)] * length, [Decimal(0)] * length
        for sign, c in ((1, self.p), (-1, self.q)):
            for i, a in enumerate(c):
                for j, b in enumerate(c):
                    if (i - j) % 2 == 0:  # i^i (-i)^j is real
                        out[i + j] += (sign if (i - j) % 4 == 0 else -sign) * a * b
                        size[i + j] += abs(a * b)
        return [0.0 if abs(a) <= TINY * b else float(a) for a, b in zip(out[::2], size[::2])]

    def level(self, z):
        """|R(z)| - 1, at most 3."""
        top = bottom = 0j
        for c in reversed(self.top):
            top = top * z + c
        for c in reversed(self.bottom):
            bottom = bottom * z + c
        size = abs(bottom)
        return min(abs(top) / size - 1, 3.0) if size > 1e-300 else 3.0

    def real_interval(self):
        """How far the negative real axis is stable; None where no end is found."""
        return self._scan(lambda x: self.level(complex(-x, 0)) > 1e-9)

    def imaginary_interval(self):
        def unstable(y):
            total = 0.0
            for c in reversed(self.error):
                total = total * y * y + c
            return total > 0
        first = next((c for c in self.error if c), 0.0)
        return 0.0 if first > 0 else self._scan(unstable)

    @staticmethod
    def _scan(unstable):
        last, step = 0.0, 0.01
        while last < 1000:
            following = last + step
            if unstable(following):
                for _ in range(40):
                    middle = (last + following) / 2
                    last, following = (last, middle) if unstable(middle) else (middle, following)
                return last if last > 1e-3 else 0.0
            last, step = following, max(0.01, 0.004 * following)
        return None

    def window(self):
        """The part of the plane that is shown."""
        if not self.explicit:
            return -12.0, 16.0, 12.0
        far = 1.3 * max(self.real_interval() or 0, self.imaginary_interval() or 0, 3.0)
        inside = [complex(-far + 2 * far * i / 90, far * j / 45) for i in range(91) for j in range(46)
                  if self.level(complex(-far + 2 * far * i / 90, far * j / 45)) <= 0]
        left = min([z.real for z in inside] + [-1]) - far / 30
        right = max([z.real for z in inside] + [0]) + far / 30
        height = max([z.imag for z in inside] + [1]) + far / 30
        pad = 0.06 * (right - left)
        return left - pad, max(right + pad, 0.12 * (right - left)), max(height + pad, 0.12 * (right - left))


def contour(function, left, right, height, columns, lines):
    """Closed loops around the region in the upper half plane, in units of cells, which end at its axis."""
    step = (right - left) / columns
    values = [[function.level(complex(left + step * i, step * j)) for i in range(columns + 1)]
              for j in range(lines + 1)]
    for row in values:  # a frame, so that loops close
        row.insert(0, 1.0)
        row.append(1.0)
    values.insert(0, [1.0] * (columns + 3))
    values.append([1.0] * (columns + 3))
    links = {}
    for j in range(lines + 2):
        for i in range(columns + 2):
            corner = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            inside = [values[b][a] <= 0 for a, b in corner]
            if all(inside) or not any(inside):
                continue
            cuts = []
            for k in range(4):
                a, b = corner[k], corner[(k + 1) % 4]
                if inside[k] != inside[(k + 1) % 4]:
                    cuts.append((min(a, b), max(a, b)))
            if len(cuts) == 4 and not inside[0]:
                cuts = cuts[1:] + cuts[:1]
            for one, other in zip(cuts[::2], cuts[1::2]):
                links.setdefault(one, []).append(other)
                links.setdefault(other, []).append(one)

    def place(edge):
        (a, b), (c, d) = edge
        one, other = values[b][a], values[d][c]
        part = one / (one - other) if one != other else 0.5
        x, y = a + part * (c - a) - 1, b + part * (d - b) - 1
        return min(max(x, 0), columns), min(max(y, 0), lines)

    loops = []
    while links:
        start = edge = next(iter(links))
        loop = []
        while edge in links:
            loop.append(place(edge))
            following = links[edge].pop()
            if not links[edge]:
                del links[edge]
            if edge in links.get(following, []):
                links[following].remove(edge)
                if not links[following]:
                    del links[following]
            edge = following
            if edge == start:
                break
        loops.append(loop)
    return loops


def ticks(low, high):
    span = high - low
    step = next(s for s in (0.5, 1, 2, 5, 10, 20, 50, 100, 200) if span / s <= 8 or s == 200)
    first = int(low / step) - 1
    return [round(step * k, 6) for k in range(first, first + 40) if low <= step * k <= high]


def picture(function, name, words):
    """The SVG. The region of |R| <= 1 is filled; the axes are drawn with the text's colour."""
    left, right, height = function.window()
    columns = CELLS if right - left >= height else max(40, int(CELLS * (right - left) / height))
    lines = max(8, int(round(columns * height / (right - left))))
    step = (right - left) / columns
    scale = WIDTH / columns
    middle = MARGIN / 2 + lines * scale
    total = 2 * lines * scale + 1.5 * MARGIN

    def point(x, y):
        return f"{MARGIN + x * scale:.1f} {middle - y * scale:.1f}"
    path = []
    for loop in contour(function, left, right, height, columns, lines):
        for sign in (1, -1):
            path.append("M" + "L".join(point(x, sign * y) for x, y in loop) + "Z")
    axes = []
    zero = MARGIN - left / step * scale
    bottom = middle + lines * scale
    for x in ticks(left, right):
        at = MARGIN + (x - left) / step * scale
        axes.append(f'<path d="M{at:.1f} {bottom:.1f}v5" class="axis"/><text x="{at:.1f}" y="{bottom + 18:.1f}" '
                    f'text-anchor="middle">{x:g}</text>'.replace(">-", ">\u2212"))
    for y in ticks(-height, height):
        at = middle - y / step * scale
        axes.append(f'<path d="M{MARGIN} {at:.1f}h-5" class="axis"/><text x="{MARGIN - 7}" y="{at + 4:.1f}" '
                    f'text-anchor="end">{y:g}</text>'.replace(">-", ">\u2212"))
    return (f'<svg class="region" role="img" aria-label="{html.escape(words)}" '
            f'viewBox="0 0 {WIDTH + 1.3 * MARGIN:.0f} {total:.0f}" xmlns="http://www.w3.org/2000/svg">'
            f'<title>{html.escape(name)}: stability region</title>'
            f'<path class="inside" fill-rule="nonzero" d="{"".join(path)}"/>'
            f'<path class="axis" d="M{MARGIN} {middle:.1f}h{WIDTH}M{zero:.1f} {MARGIN / 2:.0f}V{bottom:.1f}"/>'
            f'<rect class="frame" x="{MARGIN}" y="{MARGIN / 2:.0f}" width="{WIDTH}" height="{bottom - MARGIN / 2:.1f}"/>'
            + "".join(axes) + "</svg>")
