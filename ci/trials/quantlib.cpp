// ---- QuantLib: AdaptiveRungeKutta ----
// Needs: /usr/include/ql/math/ode/adaptiverungekutta.hpp libquantlib0-dev
// Flags: -lQuantLib
#include <ql/math/ode/adaptiverungekutta.hpp>

// From one time to the next with that first step; the class chooses the others by eps.
static bool solve(const Field &f, real from, real to, real eps, real h, State &y) {
  try {
    y = QuantLib::AdaptiveRungeKutta<real>(eps, h)(
        [&](real t, const State &z) {
          State dz(z.size());
          f(z, dz, t);
          return dz;
        },
        y, from, to);
  } catch (const QuantLib::Error &) {
    return false;
  }
  return true;
}

// A step with a huge eps ends at the time that is given.
static bool steps(const Field &f, real from, real to, int n, State &y) {
  for (int i = 0; i < n; i++)
    if (!solve(f, from + (to - from) * i / n, from + (to - from) * (i + 1) / n, 1e99, 1e9, y))
      return false;
  return true;
}

static bool cash_karp(const Field &f, real T, int n, real tolerance, State &y, State &) {
  return n ? steps(f, 0, T, n, y) : solve(f, 0, T, tolerance, T / 1000, y);
}
static bool cash_karp_backward(const Field &f, real T, int n, real tolerance, State &y, State &) {
  const Field back = [&](const State &z, State &dz, real t) {
    f(z, dz, -t);
    for (real &slope : dz)
      slope = -slope;
  };
  return n ? steps(back, 0, -T, n, y) : solve(back, 0, -T, tolerance, T / 1000, y);
}
static bool cash_karp_restart(const Field &f, real T, int n, real, State &y, State &) {
  return steps(f, 0, T / 2, n / 2, y) && steps(f, T / 2, T, n / 2, y);
}

static const Method methods[] = {{"cash_karp", cash_karp, STEPS | TOLERANCES},
                                 {"cash_karp_backward", cash_karp_backward, STEPS | TOLERANCES},
                                 {"cash_karp_restart", cash_karp_restart, STEPS}};
