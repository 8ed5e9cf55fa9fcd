"""Methods of known orders, and each with one wrong coefficient, in the program of `gimbal new trial python`:

    python3 tests/trial_methods.py TRIAL.py EXTRA >CARD.yaml 2>TABLE.csv

The card claims EXTRA more than each order. Of the wrong methods it claims the order that the right one has.
Coefficients are those of textbooks: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1,
II.4 and III.1; Hairer, Lubich, Wanner, Geometric Numerical Integration, II.4.
"""
import sys

WRONG = 1 + 1e-4  # of one weight or coefficient


def explicit(A, b):
    """y' = f(t,y), by the rows of A below the diagonal; the nodes are their sums."""
    def solve(f, y, T, n, tolerance):
        h = T / n
        for i in range(n):
            k = []
            for row in A:
                z = y
                for a, l in zip(row, k):
                    if a:
                        z = [u + h * a * v for u, v in zip(z, l)]
                k.append(f(i * h + h * sum(row), z))
            for w, l in zip(b, k):
                if w:
                    y = [u + h * w * v for u, v in zip(y, l)]
        return y, None
    return solve


def splitting(drifts, kicks):
    """q' = p, p' = g(t,q): drifts and kicks in turn."""
    def solve(f, y, T, n, tolerance):
        h, m = T / n, len(y) // 2
        for i in range(n):
            t, q, p = i * h, y[:m], y[m:]
            for a, b in zip(drifts, kicks):
                q = [u + h * a * v for u, v in zip(q, p)]
                t += h * a
                if b:
                    p = [u + h * b * v for u, v in zip(p, f(t, q + p)[m:])]
            y = q + p
        return y, None
    return solve


def adams(weights):
    """Explicit, begun by rk4."""
    start = explicit(*METHODS["rk4"][1:])

    def solve(f, y, T, n, tolerance):
        h, before = T / n, []
        for i in range(n):
            before = [f(i * h, y)] + before[:len(weights) - 1]
            if len(before) < len(weights):
                y = start(lambda t, z: f(i * h + t, z), y, h, 1, 0)[0]
            else:
                y = [u + h * sum(w * k[j] for w, k in zip(weights, before)) for j, u in enumerate(y)]
        return y, None
    return solve


w = 1 / (2 - 2 ** (1 / 3))
METHODS = {
    "euler": (1, [[]], [1]),
    "midpoint": (2, [[], [1 / 2]], [0, 1]),
    "heun2": (2, [[], [1]], [1 / 2, 1 / 2]),
    "heun3": (3, [[], [1 / 3], [0, 2 / 3]], [1 / 4, 0, 3 / 4]),
    "kutta3": (3, [[], [1 / 2], [-1, 2]], [1 / 6, 2 / 3, 1 / 6]),
    "rk4": (4, [[], [1 / 2], [0, 1 / 2], [0, 0, 1]], [1 / 6, 1 / 3, 1 / 3, 1 / 6]),
    "rk38": (4, [[], [1 / 3], [-1 / 3, 1], [1, -1, 1]], [1 / 8, 3 / 8, 3 / 8, 1 / 8]),
    "fehlberg5": (5, [[], [1 / 4], [3 / 32, 9 / 32], [1932 / 2197, -7200 / 2197, 7296 / 2197],
                      [439 / 216, -8, 3680 / 513, -845 / 4104],
                      [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40]],
                  [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55]),
    "butcher6": (6, [[], [1 / 3], [0, 2 / 3], [1 / 12, 1 / 3, -1 / 12], [-1 / 16, 9 / 8, -3 / 16, -3 / 8],
                     [0, 9 / 8, -3 / 8, -3 / 4, 1 / 2], [9 / 44, -9 / 11, 63 / 44, 18 / 11, 0, -16 / 11]],
                 [11 / 120, 0, 27 / 40, 27 / 40, -4 / 15, -4 / 15, 11 / 120]),
    "symplectic_euler": (1, [1], [1]),
    "verlet": (2, [1 / 2, 1 / 2], [1, 0]),
    "ruth3": (3, [1, -2 / 3, 2 / 3], [-1 / 24, 3 / 4, 7 / 24]),
    "yoshida4": (4, [w / 2, (1 - w) / 2, (1 - w) / 2, w / 2], [w, 1 - 2 * w, w, 0]),
    "adams2": (2, [3 / 2, -1 / 2]),
    "adams3": (3, [23 / 12, -16 / 12, 5 / 12]),
    "adams4": (4, [55 / 24, -59 / 24, 37 / 24, -9 / 24]),
}


def made(order, *numbers):
    return (adams if len(numbers) == 1 else splitting if not isinstance(numbers[0][0], list) else explicit)(*numbers)


def main():
    source, extra = open(sys.argv[1]).read(), int(sys.argv[2])
    head, rest = source.split("STEPS, TOLERANCES, BOTH", 1)
    methods = []
    print("claims:")
    for name, (order, *numbers) in METHODS.items():
        methods.append((name, made(order, *numbers), 1))
        print(f"  - {{methods: {name}, order: {order + extra}}}")
        last = [WRONG * numbers[-1][0]] + numbers[-1][1:]
        if order > 1 and not extra and last != numbers[-1]:
            methods.append(("wrong_" + name, made(order, *numbers[:-1], last), 1))
            print(f"  - {{methods: wrong_{name}, order: {order}, expect: refuted, why: one coefficient}}")
    sys.stdout.flush()
    sys.stdout = sys.stderr
    exec(head + "STEPS, TOLERANCES = 1, 2\nMETHODS = methods\n" + rest[rest.index("# ---- The table"):],
         {"methods": methods, "__name__": "__main__"})


if __name__ == "__main__":
    main()
