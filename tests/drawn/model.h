/* Drawn models. In coordinates x = S c(q/λ), c_i(u) = u_i + a_i u_0² for i > 0, the motion is made of n motions
 * of one unknown each, in units of time T and mass m_i, all but one of them in closed form:
 *     L = Σ m_i (ẋ_i²/2 − U_i(x_i, t/T)/T²), and a friction −2 γ_i m_i ẋ_i/T.
 * A constraint fixes x_j (holonomic, at rest or moving; or ẋ_j = 0), or is ẋ₂ = x₁ ẋ₀, of which the
 * motion without forces is known. All numbers are the model's parameters; `defect` says which function
 * is wrong by a factor 1 + `off`. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { N, DEFECT, OFF, TIME, LENGTH, FIXED, SWING, GAUGE, ENTRIES };
enum { MOST = 6 };
/* Of each unknown, beginning at ENTRIES + i·EACH. */
enum {
  MASS,
  KIND,
  RATE,
  SHAPE,
  START,
  SPEED,
  CURVE,
  S_ROW,
  INVERSE_ROW = S_ROW + MOST,
  EACH = INVERSE_ROW + MOST
};
enum { FREE, UNIFORM, HARMONIC, SADDLE, MORSE, POSCHL_TELLER, ISOTONIC, FORCED, DAMPED, QUARTIC };
enum { DECAY, LOGISTIC, INVERSE, MODULATED };
/* What is wrong. */
enum {
  NOTHING,
  D1,
  D2,
  D22,
  CLOSED_TIME,
  CLOSED_V,
  INVARIANT,
  GRADIENT,
  FRICTION,
  MULTIPLIER,
  BEGINNING,
  ENERGY,
  GENERATOR,
  OWN_DATA
};

static int count(const real *p) { return (int)p[N]; }
static real of(const real *p, int i, int what) { return p[ENTRIES + i * EACH + what]; }
static real factor(const real *p, int defect) { return 1 + (p[DEFECT] == defect) * p[OFF]; }
static real square(real x) { return x * x; }

/* ---- One unknown, in units of T and m ---- */

static real potential(const real *p, int i, real s, real x) {
  const real k = of(p, i, RATE), c = of(p, i, SHAPE);
  switch ((int)of(p, i, KIND)) {
  case UNIFORM:
    return -k * x;
  case HARMONIC:
  case DAMPED:
    return square(k * x) / 2;
  case SADDLE:
    return -square(k * x) / 2;
  case MORSE:
    return square(k * (1 - gimbal_exp(-x))) / 2;
  case POSCHL_TELLER:
    return -square(k / gimbal_cosh(x)) / 2;
  case ISOTONIC:
    return (square(k * x) + square(c / x)) / 2;
  case FORCED:
    return square(k * x) / 2 - x * gimbal_cos(c * s);
  case QUARTIC:
    return square(k * x) / 2 + c * square(square(x)) / 4;
  }
  return 0;
}

static real slope(const real *p, int i, real s, real x) {
  const real k = of(p, i, RATE), c = of(p, i, SHAPE);
  switch ((int)of(p, i, KIND)) {
  case UNIFORM:
    return -k;
  case HARMONIC:
  case DAMPED:
    return k * k * x;
  case SADDLE:
    return -k * k * x;
  case MORSE:
    return k * k * (1 - gimbal_exp(-x)) * gimbal_exp(-x);
  case POSCHL_TELLER:
    return square(k / gimbal_cosh(x)) * gimbal_tanh(x);
  case ISOTONIC:
    return k * k * x - c * c / (x * x * x);
  case FORCED:
    return k * k * x - gimbal_cos(c * s);
  case QUARTIC:
    return k * k * x + c * x * x * x;
  }
  return 0;
}

static real friction(const real *p, int i) {
  return of(p, i, KIND) == DAMPED ? of(p, i, SHAPE) : 0;
}

/* z″ = −square·z + push from (z, w): circular or hyperbolic. */
static void oscillate(real square, real push, real s, real *z, real *w) {
  const real centre = push / square, rate = gimbal_sqrt(gimbal_fabs(square)), z0 = *z - centre,
             w0 = *w / rate;
  const real c = square > 0 ? gimbal_cos(rate * s) : gimbal_cosh(rate * s);
  const real d = square > 0 ? gimbal_sin(rate * s) : gimbal_sinh(rate * s);
  *z = centre + z0 * c + w0 * d;
  *w = rate * (w0 * c - (square > 0 ? z0 : -z0) * d);
}

/* The motion from (x, w) at s = 0. */
static void move(const real *p, int i, real s, real *x, real *w) {
  const real k = of(p, i, RATE), c = of(p, i, SHAPE), energy = *w * *w / 2 + potential(p, i, 0, *x);
  real z, y;
  switch ((int)of(p, i, KIND)) {
  case FREE:
    *x += *w * s;
    break;
  case UNIFORM:
    *x += *w * s + k * s * s / 2, *w += k * s;
    break;
  case HARMONIC:
    oscillate(k * k, 0, s, x, w);
    break;
  case SADDLE:
    oscillate(-k * k, 0, s, x, w);
    break;
  case MORSE: /* z = eˣ */
    z = gimbal_exp(*x), y = z * *w;
    oscillate(k * k - 2 * energy, k * k, s, &z, &y);
    *x = gimbal_log(z), *w = y / z;
    break;
  case POSCHL_TELLER: /* z = sinh x */
    z = gimbal_sinh(*x), y = gimbal_cosh(*x) * *w;
    oscillate(-2 * energy, 0, s, &z, &y);
    *x = gimbal_asinh(z), *w = y / gimbal_sqrt(1 + z * z);
    break;
  case ISOTONIC: /* z = x² */
    z = *x * *x, y = 2 * *x * *w;
    oscillate(4 * k * k, 4 * energy, s, &z, &y);
    *x = (*x < 0 ? -1 : 1) * gimbal_sqrt(z), *w = y / (2 * *x);
    break;
  case FORCED: /* cos(c s)/(k² − c²) in addition to the free motion */
    z = 1 / (k * k - c * c), *x -= z;
    oscillate(k * k, 0, s, x, w);
    *x += z * gimbal_cos(c * s), *w -= z * c * gimbal_sin(c * s);
    break;
  case DAMPED: /* x e^{cs} oscillates */
    *w += c * *x;
    oscillate(k * k - c * c, 0, s, x, w);
    *x *= gimbal_exp(-c * s), *w = gimbal_exp(-c * s) * *w - c * *x;
    break;
  default:
    *x = *w = GIMBAL_NAN;
  }
}

/* ---- Coordinates ---- */

/* Jᵢⱼ = ∂xᵢ/∂qⱼ, and Bᵢ q₀ = Σ 2 Sᵢₖ aₖ q₀/λ², by which its first column depends on q₀. */
static real bend(const real *p, int i) {
  real sum = 0;
  for (int k = 1; k < count(p); ++k)
    sum += of(p, i, S_ROW + k) * 2 * of(p, k, CURVE) / square(p[LENGTH]);
  return sum;
}

static real jacobian(const real *p, const real *q, int i, int j) {
  return of(p, i, S_ROW + j) / p[LENGTH] + (j ? 0 : bend(p, i) * q[0]);
}

static real inside(const real *p, const real *q, int i) {
  real x = 0;
  for (int j = 0; j < count(p); ++j)
    x += of(p, i, S_ROW + j) * q[j] / p[LENGTH];
  x += bend(p, i) * q[0] * q[0] / 2;
  return x;
}

static real rate_inside(const real *p, const real *q, const real *v, int i) {
  real x = 0;
  for (int j = 0; j < count(p); ++j)
    x += jacobian(p, q, i, j) * v[j];
  return x;
}

/* q and v of x and ẋ. */
static void outside(const real *p, const real *x, const real *w, real *q, real *v) {
  for (int i = 0; i < count(p); ++i) {
    real u = 0, rate = 0;
    for (int j = 0; j < count(p); ++j) {
      u += of(p, i, INVERSE_ROW + j) * x[j];
      rate += of(p, i, INVERSE_ROW + j) * w[j];
    }
    q[i] = u * p[LENGTH] - (i ? of(p, i, CURVE) * q[0] * q[0] / p[LENGTH] : 0);
    v[i] = rate * p[LENGTH] - (i ? 2 * of(p, i, CURVE) * q[0] * v[0] / p[LENGTH] : 0);
  }
}

/* ---- As a Lagrangian ---- */

static real L(const real *p, real t, const real *q, const real *v) {
  real sum = 0;
  for (int i = 0; i < count(p); ++i)
    sum += of(p, i, MASS) * (square(rate_inside(p, q, v, i)) / 2 -
                             potential(p, i, t / p[TIME], inside(p, q, i)) / square(p[TIME]));
  return sum;
}

static void D1L(const real *p, real t, const real *q, const real *v, real *out) {
  const int n = count(p);
  for (int k = 0; k < n; ++k) {
    out[k] = 0;
    for (int i = 0; i < n; ++i) {
      out[k] -= of(p, i, MASS) * slope(p, i, t / p[TIME], inside(p, q, i)) * jacobian(p, q, i, k) /
                square(p[TIME]);
      if (k == 0)
        out[k] += of(p, i, MASS) * rate_inside(p, q, v, i) * bend(p, i) * v[0];
    }
  }
  out[n - 1] *= factor(p, D1);
}

static void D2L(const real *p, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k) {
    out[k] = 0;
    for (int i = 0; i < count(p); ++i)
      out[k] += of(p, i, MASS) * rate_inside(p, q, v, i) * jacobian(p, q, i, k);
  }
  out[0] *= factor(p, D2);
}

static void D22L(const real *p, real t, const real *q, const real *v, real *out) {
  const int n = count(p);
  for (int k = 0; k < n * n; ++k) {
    out[k] = 0;
    for (int i = 0; i < n; ++i)
      out[k] += of(p, i, MASS) * jacobian(p, q, i, k / n) * jacobian(p, q, i, k % n);
  }
  out[0] *= factor(p, D22);
}

static void Force(const real *p, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k) {
    out[k] = 0;
    for (int i = 0; i < count(p); ++i)
      out[k] -= 2 * factor(p, FRICTION) * friction(p, i) * of(p, i, MASS) *
                rate_inside(p, q, v, i) * jacobian(p, q, i, k) / p[TIME];
  }
}

/* Where the fixed coordinate is, and its second derivative in units of T. */
static real place(const real *p, real s) {
  return of(p, (int)p[FIXED], START) + p[SWING] * (1 - gimbal_cos(s));
}

static void Holonomic(const real *p, real t, const real *q, const real *v, real *out) {
  out[0] = inside(p, q, (int)p[FIXED]) - place(p, t / p[TIME]);
}

static void Gradient(const real *p, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k)
    out[k] = jacobian(p, q, (int)p[FIXED], k);
  out[0] *= factor(p, GRADIENT);
}

static void Rest(const real *p, real t, const real *q, const real *v, real *out) {
  out[0] = rate_inside(p, q, v, (int)p[FIXED]);
}

static void Skew(const real *p, real t, const real *q, const real *v, real *out) {
  out[0] = rate_inside(p, q, v, 2) - inside(p, q, 1) * rate_inside(p, q, v, 0);
}

static void SkewGradient(const real *p, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k)
    out[k] = jacobian(p, q, 2, k) - inside(p, q, 1) * jacobian(p, q, 0, k);
  out[0] *= factor(p, GRADIENT);
}

/* The free motion under ẋ₂ = x₁ẋ₀: with y = x₁, C = w₀√(1+y²) is constant. */
static real move_skew(const real *p, real s, real *x, real *w) {
  const real C = w[0] * gimbal_sqrt(1 + x[1] * x[1]), y = x[1] + w[1] * s;
  x[0] += C / w[1] * (gimbal_asinh(y) - gimbal_asinh(x[1]));
  x[2] += C / w[1] * (gimbal_sqrt(1 + y * y) - gimbal_sqrt(1 + x[1] * x[1]));
  x[1] = y;
  w[0] = C / gimbal_sqrt(1 + y * y), w[2] = y * w[0];
  return of(p, 0, MASS) * C * w[1] / (gimbal_sqrt(1 + y * y) * (1 + y * y)) / square(p[TIME]);
}

/* FIXED is the fixed unknown, −1 without one, −2 with the skew constraint. */
static void Solution(const real *p, real t, const real *q, const real *v, real *out) {
  const int n = count(p), fixed = (int)p[FIXED];
  const real s = t / p[TIME] * factor(p, CLOSED_TIME);
  real x[MOST], w[MOST];
  for (int i = 0; i < n; ++i) {
    const int own = p[DEFECT] == OWN_DATA;
    x[i] = own ? of(p, i, START) : inside(p, q, i);
    w[i] = own ? of(p, i, SPEED) : rate_inside(p, q, v, i) * p[TIME];
    if (i == fixed)
      x[i] += p[SWING] * (1 - gimbal_cos(s)), w[i] = p[SWING] * gimbal_sin(s);
    else if (fixed != -2 || i > 2)
      move(p, i, s, x + i, w + i);
  }
  if (fixed >= 0)
    out[2 * n] = of(p, fixed, MASS) * (slope(p, fixed, s, x[fixed]) + p[SWING] * gimbal_cos(s)) /
                 square(p[TIME]);
  if (fixed == -2)
    out[2 * n] = move_skew(p, s, x, w);
  if (fixed != -1)
    out[2 * n] *= factor(p, MULTIPLIER);
  for (int i = 0; i < n; ++i)
    w[i] /= p[TIME];
  outside(p, x, w, out, out + n);
  out[n] *= factor(p, CLOSED_V);
}

static void Initial(const real *p, real t, const real *q, const real *v, real *out) {
  real x[MOST], w[MOST];
  for (int i = 0; i < count(p); ++i)
    x[i] = of(p, i, START), w[i] = of(p, i, SPEED) / p[TIME];
  outside(p, x, w, out, out + count(p));
  out[count(p)] *= factor(p, BEGINNING);
}

static real Energy(const real *p, real t, const real *q, const real *v) {
  real sum = 0;
  for (int i = 0; i < count(p); ++i)
    sum += of(p, i, MASS) * (factor(p, ENERGY) * square(rate_inside(p, q, v, i)) / 2 +
                             potential(p, i, t / p[TIME], inside(p, q, i)) / square(p[TIME]));
  return sum;
}

/* Of the first unknown: its energy; or its momentum, where it is free. */
static real FirstEnergy(const real *p, real t, const real *q, const real *v) {
  return of(p, 0, MASS) * (factor(p, INVARIANT) * square(rate_inside(p, q, v, 0)) / 2 +
                           potential(p, 0, t / p[TIME], inside(p, q, 0)) / square(p[TIME]));
}

static real FirstMomentum(const real *p, real t, const real *q, const real *v) {
  return of(p, 0, MASS) *
         (rate_inside(p, q, v, 0) + (factor(p, INVARIANT) - 1) * rate_inside(p, q, v, 1));
}

static void Along(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < count(p); ++i)
    out[i] = of(p, i, INVERSE_ROW) * p[LENGTH];
  out[0] *= factor(p, GENERATOR);
}

/* ---- In (q,p), S constant, with a gauge: p = Jᵀmẋ + GAUGE (q/λ)² ---- */

static real velocity(const real *p, const real *q, const real *momentum, int i) {
  real y = 0;
  for (int j = 0; j < count(p); ++j)
    y +=
        of(p, j, INVERSE_ROW + i) * p[LENGTH] * (momentum[j] - p[GAUGE] * square(q[j] / p[LENGTH]));
  return y / of(p, i, MASS);
}

static real H(const real *p, real t, const real *q, const real *v) {
  real sum = 0;
  for (int i = 0; i < count(p); ++i)
    sum += of(p, i, MASS) * (square(velocity(p, q, v, i)) / 2 +
                             potential(p, i, t / p[TIME], inside(p, q, i)) / square(p[TIME]));
  return sum;
}

static void D2H(const real *p, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k) {
    out[k] = 0;
    for (int i = 0; i < count(p); ++i)
      out[k] += of(p, k, INVERSE_ROW + i) * p[LENGTH] * velocity(p, q, v, i);
  }
  out[0] *= factor(p, D2);
}

static void D1H(const real *p, real t, const real *q, const real *v, real *out) {
  const int n = count(p);
  real rate[MOST];
  D2H(p, t, q, v, rate);
  for (int k = 0; k < n; ++k) {
    out[k] = -rate[k] * 2 * p[GAUGE] * q[k] / square(p[LENGTH]);
    for (int i = 0; i < n; ++i)
      out[k] += of(p, i, MASS) * slope(p, i, t / p[TIME], inside(p, q, i)) * jacobian(p, q, i, k) /
                square(p[TIME]);
  }
  out[n - 1] *= factor(p, D1);
}

static void ForceH(const real *p, real t, const real *q, const real *v, real *out) {
  real rate[MOST];
  D2H(p, t, q, v, rate);
  Force(p, t, q, rate, out);
}

static void momenta(const real *p, const real *q, const real *v, real *out) {
  for (int k = 0; k < count(p); ++k) {
    out[k] = p[GAUGE] * square(q[k] / p[LENGTH]);
    for (int i = 0; i < count(p); ++i)
      out[k] += of(p, i, MASS) * rate_inside(p, q, v, i) * jacobian(p, q, i, k);
  }
}

static void SolutionH(const real *p, real t, const real *q, const real *v, real *out) {
  real rate[MOST], now[2 * MOST + 1];
  D2H(p, t, q, v, rate);
  Solution(p, t, q, rate, now);
  for (int i = 0; i < count(p); ++i)
    out[i] = now[i];
  momenta(p, out, now + count(p), out + count(p));
}

static void InitialH(const real *p, real t, const real *q, const real *v, real *out) {
  real now[2 * MOST];
  Initial(p, t, q, v, now);
  for (int i = 0; i < count(p); ++i)
    out[i] = now[i];
  momenta(p, out, now + count(p), out + count(p));
}

/* ---- A field: q = λ S⁻¹x with one equation of first order for each x ---- */

static void Field(const real *p, real t, const real *q, const real *v, real *out) {
  real x[MOST], w[MOST], rate[MOST];
  for (int i = 0; i < count(p); ++i) {
    const real k = of(p, i, RATE), c = of(p, i, SHAPE);
    x[i] = inside(p, q, i);
    switch ((int)of(p, i, KIND)) {
    case DECAY:
      w[i] = -k * x[i];
      break;
    case LOGISTIC:
      w[i] = k * x[i] * (1 - x[i]);
      break;
    case INVERSE:
      w[i] = -k * x[i] * x[i];
      break;
    default:
      w[i] = k * gimbal_cos(c * t / p[TIME]) * x[i];
    }
    w[i] /= p[TIME];
  }
  outside(p, x, w, rate, out);
}

static void SolutionF(const real *p, real t, const real *q, const real *v, real *out) {
  const real s = t / p[TIME] * factor(p, CLOSED_TIME);
  real x[MOST], rate[MOST];
  for (int i = 0; i < count(p); ++i) {
    const real k = of(p, i, RATE), c = of(p, i, SHAPE), e = gimbal_exp(k * s);
    x[i] = p[DEFECT] == OWN_DATA ? of(p, i, START) : inside(p, q, i);
    switch ((int)of(p, i, KIND)) {
    case DECAY:
      x[i] /= e;
      break;
    case LOGISTIC:
      x[i] = x[i] * e / (1 - x[i] + x[i] * e);
      break;
    case INVERSE:
      x[i] /= 1 + k * x[i] * s;
      break;
    default:
      x[i] *= gimbal_exp(k / c * gimbal_sin(c * s));
    }
  }
  outside(p, x, x, out, rate);
}

static void InitialF(const real *p, real t, const real *q, const real *v, real *out) {
  real x[MOST], rate[MOST];
  for (int i = 0; i < count(p); ++i)
    x[i] = of(p, i, START);
  outside(p, x, x, out, rate);
}
