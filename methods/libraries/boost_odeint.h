// The steppers of Boost.odeint: what boost_odeint.cpp and boost_odeint_double.cpp share. The former has
// those that have a twin in quadruple precision, the latter the others.
//
// Most can be called in two ways, which are different code: in place, do_step(system, x, t, dt), and out
// of place, do_step(system, in, t, out, dt). Both are judged, the latter as NAME_out. Multistep methods
// keep what they need of the past in the stepper, which here lives as long as a run: they cannot be
// taken back. The other steppers keep nothing but a derivative or an acceleration at the end of a step
// (Dormand and Prince's, velocity Verlet), which is forgotten (reset) where the next step does not begin
// there. All are templates of the number type, so that most have a twin.
//
// Symplectic steppers take a pair of functions, dq/dt of p and dp/dt of q, without t: they are for
// autonomous separable systems, as the manual says. velocity_verlet wants the acceleration of (q, v, t).
//
// odeint has no way for a system to fail: the callback throws, and what was thrown is caught here.
//
// Claims are those of the table "Stepper Algorithms" in the manual (chapter "odeint in detail",
// "Steppers"), which are what order() returns; each names its header below boost/numeric/odeint/stepper.
#ifndef GIMBAL_BOOST_ODEINT_H
#define GIMBAL_BOOST_ODEINT_H

#include "library_adapter.h"
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <boost/version.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace boost::numeric::odeint {} // namespace boost::numeric::odeint

namespace {

namespace odeint = boost::numeric::odeint;

using Real = gimbal_real;
using State = std::vector<Real>;
using Pair = std::pair<State, State>;

// The host knows why.
struct failed {};
// An iteration without an end, after so many calls of the field: implicit_euler's has none of its own.
struct endless {};
enum { MOST_CALLS = 1000 };

void check(int error) {
  if (error)
    throw failed();
}

// ---- Systems, in the ways in which the steppers ask for them

struct Field {
  library_host *host;
  long calls_left;
  template <class X, class F> void operator()(const X &x, F &f, Real t) {
    if (!calls_left--)
      throw endless();
    check(library_field(host, t, &x[0], &f[0]));
  }
};

struct Velocity { // dq/dt of p, for L = T(v) − U(q), where it does not depend on q
  library_host *host;
  const State *q;
  void operator()(const State &p, State &dq) const {
    check(gimbal_velocity(host->g, 0, q->data(), p.data(), dq.data()));
  }
};
struct Force { // dp/dt of q, where it does not depend on v
  library_host *host;
  const State *v;
  void operator()(const State &q, State &dp) const {
    check(gimbal_force(host->g, 0, q.data(), v->data(), dp.data()));
  }
};
struct Acceleration {
  library_host *host;
  void operator()(const State &q, const State &v, State &a, Real t) const {
    check(gimbal_acceleration(host->g, t, q.data(), v.data(), a.data(), nullptr));
  }
};

// ---- A stepper of its run

// Steppers that remember the end of their last step.
template <class S> auto forget(S &stepper, int) -> decltype(stepper.reset(), void()) {
  stepper.reset();
}
template <class S> void forget(S &, long) {}

// Initialized: in place, after one step by the stepper's own initialize.
enum Way { IN_PLACE, OUT_OF_PLACE, INITIALIZED };
enum Memory { ONE_STEP, MULTISTEP };

struct Run {
  library_host host{};
  virtual ~Run() = default;
  virtual void step(const gimbal_state *from, Real h, gimbal_state *to) = 0;
};

template <class Vector> void take(int n, const Real *from, Vector &to) {
  std::copy(from, from + n, to.begin());
}
template <class Vector> void give(const Vector &from, Real *to) {
  std::copy(from.begin(), from.end(), to);
}

// Whether a step begins where the last one ended.
template <class Vector> bool continues(const Vector &end, const Real *begin) {
  return std::equal(end.begin(), end.end(), begin);
}

// The field as the stepper wants it: alone, or with its Jacobian.
template <class S> struct system_of {
  Field field;
  explicit system_of(library_host *host) : field{host, -1} {}
  Field &operator()() { return field; }
};

// A stepper for states of this size, on which a tolerance may depend.
template <class S> S make(Real) { return S(); }

// For the steps by which a multistep method begins: of an order at which they are not seen.
using Start = odeint::extrapolation_stepper<8, State, Real>;

template <class S, Way way, Memory memory, class Vector = typename S::state_type>
struct FirstOrder final : Run {
  S stepper;
  Vector x, y;
  bool begun = false;
  FirstOrder(gimbal *g, Real size) : stepper(make<S>(size)), x(g->n), y(g->n) {}
  void step(const gimbal_state *from, Real h, gimbal_state *to) override {
    system_of<S> system(&host);
    if (memory == ONE_STEP && !continues(y, from->q))
      forget(stepper, 0);
    take((int)x.size(), from->q, x);
    if constexpr (way == OUT_OF_PLACE)
      stepper.do_step(std::ref(system()), x, from->t, y, h);
    else {
      if (way == IN_PLACE || begun)
        stepper.do_step(std::ref(system()), x, from->t, h);
      else if constexpr (way == INITIALIZED) {
        Real t = from->t;
        stepper.initialize(Start(), std::ref(system()), x, t, h);
      }
      std::swap(x, y);
    }
    begun = true;
    give(y, to->q);
  }
};

template <class S, Way way> struct Symplectic final : Run {
  S stepper;
  Pair x, y;
  State nowhere; // the argument on which a separable system does not depend
  Symplectic(gimbal *g, Real) : x(State(g->n), State(g->n)), y(x), nowhere(g->n) {}
  void step(const gimbal_state *from, Real h, gimbal_state *to) override {
    const int n = (int)nowhere.size();
    take(n, from->q, x.first);
    take(n, from->p, x.second);
    take(n, from->q, nowhere);
    State rest(n);
    auto system = std::make_pair(Velocity{&host, &nowhere}, Force{&host, &rest});
    if constexpr (way == IN_PLACE) {
      stepper.do_step(system, x, from->t, h);
      std::swap(x, y);
    } else
      stepper.do_step(system, x, from->t, y, h);
    give(y.first, to->q);
    give(y.second, to->p);
  }
};

template <class S, Way way> struct SecondOrder final : Run {
  S stepper;
  Pair x, y;
  State a, b, p;
  SecondOrder(gimbal *g, Real) : x(State(g->n), State(g->n)), y(x), a(g->n), b(g->n), p(g->n) {}
  void step(const gimbal_state *from, Real h, gimbal_state *to) override {
    const int n = (int)a.size();
    Acceleration system{&host};
    const bool same = continues(y.first, from->q) && continues(p, from->p);
    take(n, from->q, x.first);
    check(gimbal_velocity(host.g, from->t, from->q, from->p, x.second.data()));
    if constexpr (way == IN_PLACE) {
      if (same)
        x.second = y.second;
      else
        stepper.reset();
      stepper.do_step(system, x, from->t, h);
      std::swap(x, y);
    } else {
      system(x.first, x.second, a, from->t);
      stepper.do_step(system, x.first, x.second, a, y.first, y.second, b, from->t, h);
    }
    check(gimbal_momentum(host.g, from->t + h, y.first.data(), y.second.data(), p.data()));
    give(y.first, to->q);
    give(p, to->p);
  }
};

// ---- As gimbal calls them

template <class Function> int guarded(gimbal *g, library_host *host, Function function) {
  try {
    function();
    return 0;
  } catch (const failed &) {
    return 1;
  } catch (const endless &) {
    return gimbal_fail(g, "the Newton iteration of the library does not end", MOST_CALLS);
  } catch (const std::exception &error) {
    return host && host->failed ? 1 : gimbal_fail(g, error.what(), 0);
  }
}

template <class R> int open(gimbal *g, Real, const gimbal_state *) {
  return guarded(g, nullptr, [&] {
    State sizes(g->n);
    check(gimbal_sizes(g, sizes.data(), nullptr, nullptr));
    g->handle = static_cast<Run *>(new R(g, *std::max_element(sizes.begin(), sizes.end())));
  });
}
[[maybe_unused]] int step(gimbal *g, const gimbal_state *from, Real h, gimbal_state *to) {
  Run *run = static_cast<Run *>(g->handle);
  library_enter(&run->host, g);
  return guarded(g, &run->host, [&] { run->step(from, h, to); });
}
[[maybe_unused]] void close(gimbal *g) { delete static_cast<Run *>(g->handle); }

// ---- Descriptors, of lists of NAME, TITLE, TYPE, ORDER, HEADER, MEMORY, WAY
// (a comma of a template cannot stand in the argument of a macro: types have names)

#define ODE(name) of_##name
#define OF(name) using ODE(name) = odeint::name<State, Real>
#define OF_PAIR(name) using ODE(name) = odeint::name<State, State, Real>

#define BOTH(X, name, title, type, order, header, memory)                                          \
  X(name, title, type, order, header, memory, IN_PLACE)                                            \
  X(name##_out, title ", out of place", type, order, header, memory, OUT_OF_PLACE)

// Of the headers: "1.74".
const char version[] = {'0' + BOOST_VERSION / 100000, '.', '0' + BOOST_VERSION / 1000 % 10,
                        '0' + BOOST_VERSION / 100 % 10, 0};

#define MANUAL "Boost 1.74, boost/numeric/odeint/stepper/"
#define FIRST_ORDER_CLAIMS(name, title, type, order, header, memory, way)                          \
  const gimbal_claim claims_##name[] = {{"order", "q", order, nullptr, MANUAL header ": order()"}};
#define SECOND_ORDER_CLAIMS(name, title, type, order, header, memory, way)                         \
  const gimbal_claim claims_##name[] = {                                                           \
      {"order", "q", order, nullptr, MANUAL header ": order()"},                                   \
      {"order", "p", order, nullptr, MANUAL header ": order()"}};
// "they conserve the phase space volume ... the energy is conserved in average".
#define BASE MANUAL "base/symplectic_rkn_stepper_base.hpp: "
#define SYMPLECTIC_CLAIMS(name, title, type, order, header, memory, way)                           \
  const gimbal_claim claims_##name[] = {                                                           \
      {"order", "q", order, nullptr, MANUAL header ": order()"},                                   \
      {"order", "p", order, nullptr, MANUAL header ": order()"},                                   \
      {"structure", "symplectic", "yes", nullptr, BASE "\"symplectic steppers\""},                 \
      {"structure", "volume", "yes", nullptr, BASE "\"they conserve the phase space volume\""},    \
      {"energy", "energy", "bounded", nullptr, BASE "\"the energy is conserved in average\""}};
#define COMMA ,
#define COMMON(method, words, header)                                                              \
  .name = "boost_" #method, .title = "Boost.odeint: " words,                                       \
  .citation = "K. Ahnert and M. Mulansky, Boost.odeint, boost/numeric/odeint/stepper/" header
#define REST(method, run)                                                                          \
  .step = step, .claims = GIMBAL_ARRAY(claims_##method), .overwrites = "q p", .open = open<run>,   \
  .close = close
#define LIBRARY .library = "Boost.odeint", .library_version = version

#define FIRST_ORDER_METHOD(name, title, type, order, header, memory, way)                          \
  {COMMON(name, title, header), .formulation = GIMBAL_ODE,                                         \
   REST(name, FirstOrder<type COMMA way COMMA memory>), .uncopyable = memory ? "1" : nullptr,      \
   LIBRARY},
#define SYMPLECTIC_METHOD(name, title, type, order, header, memory, way)                           \
  {COMMON(name, title, header), .formulation = GIMBAL_LAGRANGIAN,                                  \
   .accepts = "unconstrained && separable && autonomous", REST(name, Symplectic<type COMMA way>),  \
   LIBRARY},
#define SECOND_ORDER_METHOD(name, title, type, order, header, memory, way)                         \
  {COMMON(name, title, header), .formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained",      \
   REST(name, SecondOrder<type COMMA way>), LIBRARY},

} // namespace

#endif
