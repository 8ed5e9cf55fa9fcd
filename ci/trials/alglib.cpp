// ---- ALGLIB: odesolverrkck ----
// Needs: /usr/include/libalglib/diffequations.h libalglib-dev
// Flags: -I/usr/include/libalglib -lalglib
#include <diffequations.h>

struct Call {
  const Field &f;
  State z, dz;
  bool back;
};

// z(s) = y(-s) from 0 to -T has the end state y(T), and so has y itself with times that descend.
static void slope(const alglib::real_1d_array &y, double t, alglib::real_1d_array &dy, void *data) {
  Call &call = *static_cast<Call *>(data);
  for (size_t i = 0; i < call.z.size(); i++)
    call.z[i] = y[alglib::ae_int_t(i)];
  call.f(call.z, call.dz, call.back ? -t : t);
  for (size_t i = 0; i < call.z.size(); i++)
    dy[alglib::ae_int_t(i)] = call.back ? -call.dz[i] : call.dz[i];
}

// From one time to the next with that first step; the last state, and that at the time `third`.
static bool solve(const Field &f, const std::vector<real> &times, real eps, real h, State &y, State *third, bool back) {
  const size_t dim = y.size(), m = times.size();
  alglib::real_1d_array start, x, at;
  alglib::real_2d_array states;
  alglib::odesolverstate state;
  alglib::odesolverreport report;
  alglib::ae_int_t count;
  Call call = {f, y, y, back};
  start.setcontent(alglib::ae_int_t(dim), y.data());
  x.setcontent(alglib::ae_int_t(m), times.data());
  alglib::odesolverrkck(start, x, eps, h, state);
  alglib::odesolversolve(state, slope, &call);
  alglib::odesolverresults(state, count, at, states, report);
  for (size_t i = 0; i < dim; i++)
    y[i] = states[alglib::ae_int_t(m - 1)][alglib::ae_int_t(i)];
  if (third) {
    third->resize(dim);
    for (size_t i = 0; i < dim; i++)
      (*third)[i] = states[1][alglib::ae_int_t(i)];
  }
  return report.terminationtype == 1;
}

// The times of the table are those of the steps, since each step ends at one.
static bool steps(const Field &f, real T, int n, State &y, bool back) {
  std::vector<real> times(size_t(n) + 1);
  for (int i = 0; i <= n; i++)
    times[size_t(i)] = (back ? -T : T) * i / n;
  return solve(f, times, 1e99, T / n, y, nullptr, back);
}

static bool rkck(const Field &f, real T, int n, real tolerance, State &y, State &third) {
  return n ? steps(f, T, n, y, false) : solve(f, {0, T / 3, T}, tolerance, 0, y, &third, false);
}
static bool rkck_relative(const Field &f, real T, int, real tolerance, State &y, State &third) {
  return solve(f, {0, T / 3, T}, -tolerance, 0, y, &third, false);
}
static bool rkck_backward(const Field &f, real T, int n, real tolerance, State &y, State &) {
  return n ? steps(f, T, n, y, true) : solve(f, {0, -T}, tolerance, 0, y, nullptr, true);
}
static bool rkck_restart(const Field &f, real T, int n, real, State &y, State &) {
  return steps(f, T / 2, n / 2, y, false) &&
         steps([&](const State &z, State &dz, real t) { f(z, dz, t + T / 2); }, T / 2, n / 2, y, false);
}

static const Method methods[] = {{"rkck", rkck, STEPS | TOLERANCES},
                                 {"rkck_relative", rkck_relative, TOLERANCES},
                                 {"rkck_backward", rkck_backward, STEPS | TOLERANCES},
                                 {"rkck_restart", rkck_restart, STEPS}};
