// ---- deal.II ----
// Needs: /usr/include/deal.II/base/time_stepping.h libdeal.ii-dev
// Flags: -I/usr/include/trilinos $(pkg-config --cflags ompi-cxx PETSc SLEPc) -Wl,--copy-dt-needed-entries -ldeal.ii $(pkg-config --libs ompi-cxx)
// The inverse of I - tau J takes J, by differences of order 8, at the last state at which f was evaluated.
#include <deal.II/base/time_stepping.h>
#include <deal.II/lac/vector.h>

using Vector = dealii::Vector<double>;
using dealii::TimeStepping::runge_kutta_method;
using Stepper = dealii::TimeStepping::RungeKutta<Vector>;

static void solve(std::vector<State> &A, State &b) {
  const size_t n = b.size();
  for (size_t c = 0; c < n; c++) {
    size_t p = c;
    for (size_t i = c; i < n; i++)
      p = std::fabs(A[i][c]) > std::fabs(A[p][c]) ? i : p;
    std::swap(A[c], A[p]), std::swap(b[c], b[p]);
    for (size_t i = c + 1; i < n; i++) {
      const real factor = A[i][c] / A[c][c];
      for (size_t j = c; j < n; j++)
        A[i][j] -= factor * A[c][j];
      b[i] -= factor * b[c];
    }
  }
  for (size_t i = n; i-- > 0; b[i] /= A[i][i])
    for (size_t j = i + 1; j < n; j++)
      b[i] -= A[i][j] * b[j];
}

static bool integrate(Stepper &stepper, const Field &f, real T, int n, State &y) {
  State at(y.size()), slope(y.size());
  auto rhs = [&](const double t, const Vector &z) {
    at.assign(z.begin(), z.end());
    f(at, slope, t);
    return Vector(slope.begin(), slope.end());
  };
  auto inverse = [&](const double t, const double tau, const Vector &z) {
    static const real weight[] = {4 / 5., -1 / 5., 4 / 105., -1 / 280.}, delta = 0.005;
    const size_t dim = at.size();
    State b(z.begin(), z.end()), moved, d(dim);
    std::vector<State> A(dim, State(dim));
    for (size_t c = 0; c < dim; c++) {
      A[c][c] += 1;
      for (int k = -4; k <= 4; k++) {
        moved = at;
        moved[c] += k * delta;
        f(moved, d, t);
        for (size_t i = 0; k && i < dim; i++)
          A[i][c] -= tau * (k < 0 ? -1 : 1) * weight[std::abs(k) - 1] * d[i] / delta;
      }
    }
    solve(A, b);
    return Vector(b.begin(), b.end());
  };
  Vector z(y.begin(), y.end());
  for (int k = 0; k < n; k++)
    stepper.evolve_one_time_step(std::function<Vector(double, const Vector &)>(rhs),
                                 std::function<Vector(double, double, const Vector &)>(inverse), k * (T / n), T / n, z);
  y.assign(z.begin(), z.end());
  return true;
}

template <runge_kutta_method method> static bool explicitly(const Field &f, real T, int n, real, State &y, State &) {
  dealii::TimeStepping::ExplicitRungeKutta<Vector> stepper(method);
  return integrate(stepper, f, T, n, y);
}
template <runge_kutta_method method> static bool low_storage(const Field &f, real T, int n, real, State &y, State &) {
  dealii::TimeStepping::LowStorageRungeKutta<Vector> stepper(method);
  return integrate(stepper, f, T, n, y);
}
template <runge_kutta_method method> static bool implicitly(const Field &f, real T, int n, real, State &y, State &) {
  dealii::TimeStepping::ImplicitRungeKutta<Vector> stepper(method, 20, 1e-14);
  return integrate(stepper, f, T, n, y);
}
// Each step is accepted.
template <runge_kutta_method method> static bool embedded(const Field &f, real T, int n, real, State &y, State &) {
  dealii::TimeStepping::EmbeddedExplicitRungeKutta<Vector> stepper(method, 1, 1, 1e-99, 1e99, 1e99, 0);
  return integrate(stepper, f, T, n, y);
}
// After a step from another state; with freed, its last stage is forgotten.
template <bool freed> static bool used(const Field &f, real T, int n, real, State &y, State &) {
  dealii::TimeStepping::EmbeddedExplicitRungeKutta<Vector> stepper(dealii::TimeStepping::DOPRI, 1, 1, 1e-99, 1e99, 1e99, 0);
  State other(y.size(), 0.5);
  integrate(stepper, f, T / n, 1, other);
  if (freed)
    stepper.free_memory();
  return integrate(stepper, f, T, n, y);
}

#define METHOD(function, name) {#name, function<dealii::TimeStepping::name>, STEPS}
static const Method methods[] = {METHOD(explicitly, FORWARD_EULER),
                                 METHOD(explicitly, RK_THIRD_ORDER),
                                 METHOD(explicitly, SSP_THIRD_ORDER),
                                 METHOD(explicitly, RK_CLASSIC_FOURTH_ORDER),
                                 METHOD(low_storage, LOW_STORAGE_RK_STAGE3_ORDER3),
                                 METHOD(low_storage, LOW_STORAGE_RK_STAGE5_ORDER4),
                                 METHOD(low_storage, LOW_STORAGE_RK_STAGE7_ORDER4),
                                 METHOD(low_storage, LOW_STORAGE_RK_STAGE9_ORDER5),
                                 METHOD(implicitly, BACKWARD_EULER),
                                 METHOD(implicitly, IMPLICIT_MIDPOINT),
                                 METHOD(implicitly, CRANK_NICOLSON),
                                 METHOD(implicitly, SDIRK_TWO_STAGES),
                                 METHOD(embedded, HEUN_EULER),
                                 METHOD(embedded, BOGACKI_SHAMPINE),
                                 METHOD(embedded, DOPRI),
                                 METHOD(embedded, FEHLBERG),
                                 METHOD(embedded, CASH_KARP),
                                 {"DOPRI_used", used<false>, STEPS},
                                 {"DOPRI_freed", used<true>, STEPS}};
