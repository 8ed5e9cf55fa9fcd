"""The states in the programs that `gimbal new trial` writes (trials): initial state,
state at T/3 and end state of the five models, to 20 digits, without gimbal (needs mpmath).

Route: extrapolation of the midpoint rule with Gragg's smoothing [Hairer, Norsett, Wanner, Solving Ordinary
Differential Equations I, II.9], in 50 digits, with two step sizes that must agree to 25 digits. The
test t0617 compares the numbers in the programs with gimbal's Gauss methods in quadruple precision.
"""
from mpmath import cos, mp, mpf, nstr, sin, sqrt

mp.dps = 50


def pendulum(t, y):
    return [y[1], -sin(y[0])]


def driven_pendulum(t, y):
    return [y[1], -sin(y[0]) + mpf(3) / 10 * cos(mpf(17) / 10 * t)]


def kepler(t, y):
    r3 = sqrt(y[0] ** 2 + y[1] ** 2) ** 3
    return [y[2], y[3], -y[0] / r3, -y[1] / r3]


def henon_heiles(t, y):
    return [y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] ** 2 + y[1] ** 2]


def chain(t, y):
    """Ten masses between walls; soft quartic springs and stiff linear ones (omega = 2) in turn."""
    q = [mpf(0)] + list(y[:10]) + [mpf(0)]
    x = [q[i + 1] - q[i] for i in range(11)]
    tension = [2 * x[i] if i % 2 else 4 * x[i] ** 3 for i in range(11)]
    return list(y[10:]) + [tension[i + 1] - tension[i] for i in range(10)]


e, E = mpf(3) / 10, mpf(1) / 2
rate = 1 / (1 - e * cos(E))
MODELS = [
    (pendulum, mpf(3), [mpf(1), mpf(1)]),
    (driven_pendulum, mpf(3), [mpf(1), mpf(1) / 2]),
    (kepler, mpf(3), [cos(E) - e, sqrt(1 - e * e) * sin(E), -rate * sin(E), rate * sqrt(1 - e * e) * cos(E)]),
    (henon_heiles, mpf(4), [mpf(1) / 10, -mpf(1) / 5, mpf(2) / 5, mpf(1) / 5]),
    (chain, mpf(3), [mpf(k) / 20 for k in (6, -4, 2, 5, -3, 4, -6, 1, 3, -2, 2, 4, -6, 8, -2, 6, -4, 2, -8, 4)]),
]


def gragg(f, t, y, H, n):
    h, a = H / n, y
    b = [u + h * k for u, k in zip(y, f(t, y))]
    for i in range(1, n):
        a, b = b, [u + 2 * h * k for u, k in zip(a, f(t + i * h, b))]
    return [(u + v + h * k) / 2 for u, v, k in zip(a, b, f(t + H, b))]


def integrate(f, t, y, T, steps, levels=14):
    H = (T - t) / steps
    for _ in range(steps):
        table = []
        for j in range(levels):
            n = 2 * (j + 1)
            row = [gragg(f, t, y, H, n)]
            for k in range(1, j + 1):
                ratio = (mpf(n) / (2 * (j - k + 1))) ** 2 - 1
                row.append([u + (u - v) / ratio for u, v in zip(row[k - 1], table[j - 1][k - 1])])
            table.append(row)
        t, y = t + H, table[-1][-1]
    return y


def main():
    for f, T, y in MODELS:
        third = integrate(f, mpf(0), y, T / 3, 20)
        end = integrate(f, T / 3, third, T, 40)
        check = integrate(f, mpf(0), y, T, 50)
        assert max(abs(u - v) for u, v in zip(end, check)) < mpf(10) ** -25, f.__name__
        for what, state in ("start", y), ("third", third), ("end", end):
            print(f.__name__, nstr(T, 5), what,
                  *(nstr(u, 20, strip_zeros=True, min_fixed=-10) for u in state))


if __name__ == "__main__":
    main()
