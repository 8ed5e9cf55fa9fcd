// Boost.odeint's controlled steppers, as integrate_adaptive takes them from one time to another by a
// tolerance (boost_odeint.h): the embedded pairs that make_controlled and make_dense_output know, the
// Rosenbrock method of order 4, and the Bulirsch-Stoer method. In double precision alone, as what
// make_controlled chooses is.
//
// odeint's tolerances are the same for all entries: it is given entries over their sizes, which is the
// tolerance that the host asks for (eps_rel is 0 then, so that both do not add up). A call begins anew,
// with a thousandth of the way as its first step, so that it depends on the state alone.
//
// The manual ("Steppers", controlled steppers) promises that the error of each step is below
// eps_abs + eps_rel (a_x |x| + a_dxdt dt |dx/dt|), and nothing of errors at the end.
#include "boost_odeint.h"
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer_dense_out.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4_controller.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

namespace {

// ---- Systems of entries over their sizes

struct Scale {
  library_host *host;
  State size;
  mutable State y, f;
  mutable std::vector<Real> J;
  explicit Scale(library_host *of)
      : host(of), size(of->g->n), y(size), f(size), J(size.size() * size.size()) {
    check(gimbal_sizes(host->g, size.data(), nullptr, nullptr));
  }
  template <class X> const Real *whole(const X &x) const {
    for (size_t i = 0; i < size.size(); ++i)
      y[i] = x[i] * size[i];
    return y.data();
  }
  template <class F> void part(F &rates) const {
    for (size_t i = 0; i < size.size(); ++i)
      rates[i] = f[i] / size[i];
  }
};

struct ScaledField {
  const Scale *scale;
  template <class X, class F> void operator()(const X &x, F &rates, Real t) const {
    check(library_field(scale->host, t, scale->whole(x), scale->f.data()));
    scale->part(rates);
  }
};

struct ScaledJacobian {
  const Scale *scale;
  template <class X, class M> void operator()(const X &x, M &jacobian, Real t, X &ft) const {
    const size_t n = scale->size.size();
    check(library_jacobian(scale->host, t, scale->whole(x), scale->J.data()));
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j)
        jacobian(i, j) = scale->J[i * n + j] * scale->size[j] / scale->size[i];
    check(library_time_derivative(scale->host, t, scale->y.data(), scale->f.data()));
    scale->part(ft);
  }
};

// ---- What integrate_adaptive is given

template <class S> struct Controlled {
  using Vector = typename S::state_type;
  static auto stepper(Real tolerance) { return odeint::make_controlled<S>(tolerance, Real(0)); }
  static auto system(const Scale *scale) { return ScaledField{scale}; }
};
template <class S> struct DenseOutput : Controlled<S> {
  static auto stepper(Real tolerance) { return odeint::make_dense_output<S>(tolerance, Real(0)); }
};
template <class S> struct BulirschStoer : Controlled<S> {
  static auto stepper(Real tolerance) { return S(tolerance, Real(0)); }
};
using Rosenbrock = odeint::rosenbrock4<Real>;
template <> struct Controlled<Rosenbrock> {
  using Vector = Rosenbrock::state_type;
  static auto stepper(Real tolerance) {
    return odeint::make_controlled<Rosenbrock>(tolerance, Real(0));
  }
  static auto system(const Scale *scale) {
    return std::make_pair(ScaledField{scale}, ScaledJacobian{scale});
  }
};

template <class Way>
int advance(gimbal *g, const gimbal_state *from, Real t, Real tolerance, gimbal_state *to) {
  library_host host{};
  library_enter(&host, g);
  if (t == from->t)
    return 0;
  return guarded(g, &host, [&] {
    const Scale scale(&host);
    typename Way::Vector x(g->n);
    for (int i = 0; i < g->n; ++i)
      x[i] = from->q[i] / scale.size[i];
    odeint::integrate_adaptive(Way::stepper(tolerance), Way::system(&scale), x, from->t, t,
                               (t - from->t) / 1000);
    library_copy(g->n, scale.whole(x), to->q);
  });
}

// ---- Descriptors

using CashKarp = odeint::runge_kutta_cash_karp54<State, Real>;
using Dopri = odeint::runge_kutta_dopri5<State, Real>;
using Fehlberg = odeint::runge_kutta_fehlberg78<State, Real>;
using Extrapolating = odeint::bulirsch_stoer<State, Real>;
using ExtrapolatingDense = odeint::bulirsch_stoer_dense_out<State, Real>;

#define ADAPTIVE_METHOD(name, title, header, ...)                                                  \
  {                                                                                                \
    COMMON(name, title, header), .formulation = GIMBAL_ODE, .overwrites = "q",                     \
                                 .advance = advance<__VA_ARGS__>, LIBRARY                          \
  }

const gimbal_method methods[] = {
    ADAPTIVE_METHOD(controlled_cash_karp54, "Cash-Karp, controlled", "controlled_runge_kutta.hpp",
                    Controlled<CashKarp>),
    ADAPTIVE_METHOD(controlled_dopri5, "Dormand-Prince 5, controlled", "controlled_runge_kutta.hpp",
                    Controlled<Dopri>),
    ADAPTIVE_METHOD(dense_dopri5, "Dormand-Prince 5, with dense output",
                    "dense_output_runge_kutta.hpp", DenseOutput<Dopri>),
    ADAPTIVE_METHOD(controlled_fehlberg78, "Fehlberg 78, controlled", "controlled_runge_kutta.hpp",
                    Controlled<Fehlberg>),
    ADAPTIVE_METHOD(controlled_rosenbrock4, "Rosenbrock 4, controlled",
                    "rosenbrock4_controller.hpp", Controlled<Rosenbrock>),
    ADAPTIVE_METHOD(bulirsch_stoer, "Bulirsch-Stoer", "bulirsch_stoer.hpp",
                    BulirschStoer<Extrapolating>),
    ADAPTIVE_METHOD(bulirsch_stoer_dense, "Bulirsch-Stoer with dense output",
                    "bulirsch_stoer_dense_out.hpp", BulirschStoer<ExtrapolatingDense>)};

} // namespace

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
