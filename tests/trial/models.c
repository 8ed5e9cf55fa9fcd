/* Models of the blind trial; slip, the first parameter, breaks what is said where it is used. */
#include "trial.h"

#define S(name_) static real name_(const real *P, real t, const real *q, const real *v)
#define V(name_) static void name_(const real *P, real t, const real *q, const real *v, real *out)
#define sn gimbal_sin
#define cs gimbal_cos
enum { BROKEN, A, B, C };

/* Lotka and Volterra in logarithms, H = a p - e^p + b q - e^q; slip 1: dH/dq; slip 2: the energy. */
S(lv_H) { return P[A] * v[0] - gimbal_exp(v[0]) + P[B] * q[0] - gimbal_exp(q[0]); }
V(lv_D1) { out[0] = P[B] - (P[BROKEN] == 1 ? GIMBAL_C(1.001) : 1) * gimbal_exp(q[0]); }
V(lv_D2) { out[0] = P[A] - gimbal_exp(v[0]); }
S(lv_energy) { return lv_H(P, t, q, v) + (P[BROKEN] == 2 ? q[0] / 1000 : 0); }
V(lv_initial) { out[0] = GIMBAL_Q(1, 2), out[1] = GIMBAL_Q(-1, 3); }
static const gimbal_hamiltonian lv = {GIMBAL_SIZE(gimbal_hamiltonian), .H = lv_H, .D1H = lv_D1,
                                      .D2H = lv_D2};

/* Toda's lattice of three; slip: a sign in the cubic integral. */
static void toda_x(const real *q, real *x) {
  for (int i = 0; i < 3; i++)
    x[i] = gimbal_exp(q[i] - q[(i + 1) % 3]);
}
S(toda_L) {
  real x[3];
  toda_x(q, x);
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - x[0] - x[1] - x[2];
}
V(toda_D1) {
  real x[3];
  toda_x(q, x);
  for (int i = 0; i < 3; i++)
    out[i] = x[(i + 2) % 3] - x[i];
}
V(three_D2) { out[0] = v[0], out[1] = v[1], out[2] = v[2]; }
V(three_D22) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}
S(toda_p) { return v[0] + v[1] + v[2]; }
V(toda_shift) { out[0] = out[1] = out[2] = 1; }
S(toda_cubic) {
  real x[3];
  toda_x(q, x);
  return v[0] * v[1] * v[2] - v[0] * x[1] - v[1] * x[2] - (1 - 2 * P[BROKEN]) * v[2] * x[0];
}
V(toda_initial) {
  out[0] = 0, out[1] = GIMBAL_Q(1, 3), out[2] = -1, out[3] = 1, out[4] = GIMBAL_Q(1, 5),
  out[5] = GIMBAL_Q(-2, 3);
}
static const gimbal_lagrangian toda = {GIMBAL_SIZE(gimbal_lagrangian), .L = toda_L, .D1L = toda_D1,
                                       .D2L = three_D2, .D22L = three_D22};

/* Morse's oscillator, e^(aq) = (1 + sqrt(e) cos theta) / (1 - e); slip: its frequency by 1e-6. */
S(morse_L) { return v[0] * v[0] / 2 - P[A] * gimbal_pow(1 - gimbal_exp(-P[B] * q[0]), 2); }
V(morse_D1) {
  out[0] = -2 * P[A] * P[B] * (1 - gimbal_exp(-P[B] * q[0])) * gimbal_exp(-P[B] * q[0]);
}
V(one_D2) { out[0] = v[0]; }
V(one_D22) { out[0] = 1; }
V(morse_exact) {
  const real y = gimbal_exp(P[B] * q[0]), e = v[0] * v[0] / 2 / P[A] + (1 - 1 / y) * (1 - 1 / y);
  const real w = P[B] * gimbal_sqrt(2 * P[A] * (1 - e)), c = ((1 - e) * y - 1),
             s = -P[B] * y * v[0] * (1 - e) / w;
  const real u = gimbal_atan2(s, c) + w * t * (1 + P[BROKEN] / 1000000), r = gimbal_sqrt(e);
  out[0] = gimbal_log((1 + r * cs(u)) / (1 - e)) / P[B];
  out[1] = -r * w * sn(u) / (1 + r * cs(u)) / P[B];
}
V(morse_initial) { out[0] = GIMBAL_Q(1, 3), out[1] = GIMBAL_Q(1, 2); }
static const gimbal_lagrangian morse = {GIMBAL_SIZE(gimbal_lagrangian), .L = morse_L,
                                        .D1L = morse_D1, .D2L = one_D2, .D22L = one_D22};

/* Three atoms of Lennard and Jones in the plane, from rest; slip: an exponent's factor in the force. */
S(lj_L) {
  real sum = 0;
  for (int i = 0; i < 6; i++)
    sum += v[i] * v[i] / 2;
  for (int i = 0; i < 3; i++) {
    const real *a = q + 2 * i, *b = q + 2 * ((i + 1) % 3);
    const real w = 1 / gimbal_pow((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]), 3);
    sum -= 4 * (w * w - w);
  }
  return sum;
}
V(lj_D1) {
  for (int i = 0; i < 6; i++)
    out[i] = 0;
  for (int i = 0; i < 3; i++) {
    const int k = (i + 1) % 3;
    const real *a = q + 2 * i, *b = q + 2 * k, x = a[0] - b[0], y = a[1] - b[1], s = x * x + y * y;
    const real w = 1 / (s * s * s), f = 4 * ((12 - P[BROKEN] / 1000) * w * w - 6 * w) / s;
    out[2 * i] += f * x, out[2 * i + 1] += f * y, out[2 * k] -= f * x, out[2 * k + 1] -= f * y;
  }
}
V(six_D2) {
  for (int i = 0; i < 6; i++)
    out[i] = v[i];
}
V(six_D22) {
  for (int i = 0; i < 36; i++)
    out[i] = i % 7 == 0;
}
S(lj_momentum) { return v[0] + v[2] + v[4]; }
V(lj_shift) { out[0] = out[2] = out[4] = 1, out[1] = out[3] = out[5] = 0; }
V(lj_initial) {
  const real x[6] = {0, 0, GIMBAL_Q(6, 5), 0, GIMBAL_Q(1, 2), GIMBAL_Q(11, 10)};
  for (int i = 0; i < 6; i++)
    out[i] = x[i], out[6 + i] = 0;
}
static const gimbal_lagrangian lj = {GIMBAL_SIZE(gimbal_lagrangian), .L = lj_L, .D1L = lj_D1,
                                     .D2L = six_D2, .D22L = six_D22};

/* An elastic pendulum, Cartesian and polar; slip: a sign of a velocity between them. */
S(ep_L) {
  const real r = gimbal_hypot(q[0], q[1]);
  return (v[0] * v[0] + v[1] * v[1]) / 2 - P[A] * (r - 1) * (r - 1) / 2 - q[1];
}
V(ep_D1) {
  const real r = gimbal_hypot(q[0], q[1]), f = -P[A] * (r - 1) / r;
  out[0] = f * q[0], out[1] = f * q[1] - 1;
}
V(two_D2) { out[0] = v[0], out[1] = v[1]; }
V(two_D22) { out[0] = out[3] = 1, out[1] = out[2] = 0; }
V(ep_initial) {
  out[0] = GIMBAL_Q(4, 5), out[1] = GIMBAL_Q(-9, 10), out[2] = GIMBAL_Q(1, 4),
  out[3] = GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian ep = {GIMBAL_SIZE(gimbal_lagrangian), .L = ep_L, .D1L = ep_D1,
                                     .D2L = two_D2, .D22L = two_D22};
S(pp_L) {
  return (v[0] * v[0] + q[0] * q[0] * v[1] * v[1]) / 2 - P[A] * (q[0] - 1) * (q[0] - 1) / 2 +
         q[0] * cs(q[1]);
}
V(pp_D1) { out[0] = q[0] * v[1] * v[1] - P[A] * (q[0] - 1) + cs(q[1]), out[1] = -q[0] * sn(q[1]); }
V(pp_D2) { out[0] = v[0], out[1] = q[0] * q[0] * v[1]; }
V(pp_D22) { out[0] = 1, out[1] = out[2] = 0, out[3] = q[0] * q[0]; }
V(pp_common) {
  out[0] = q[0] * sn(q[1]), out[1] = -q[0] * cs(q[1]);
  out[2] = v[0] * sn(q[1]) + q[0] * v[1] * cs(q[1]);
  out[3] = -v[0] * cs(q[1]) + (1 - 2 * P[BROKEN]) * q[0] * v[1] * sn(q[1]);
}
V(pp_initial) {
  const real x = GIMBAL_Q(4, 5), y = GIMBAL_Q(-9, 10), a = GIMBAL_Q(1, 4), b = GIMBAL_Q(1, 2);
  out[0] = gimbal_hypot(x, y), out[1] = gimbal_atan2(x, -y);
  out[2] = (x * a + y * b) / out[0], out[3] = (x * b - y * a) / (x * x + y * y);
}
static const gimbal_lagrangian pp = {GIMBAL_SIZE(gimbal_lagrangian), .L = pp_L, .D1L = pp_D1,
                                     .D2L = pp_D2, .D22L = pp_D22};

/* Foucault's pendulum, z = e^(-i W t) (z0 cos(nt) + (z0' + i W z0) sin(nt)/n). Wrong twins: a word or
 * the reversing symmetry. */
S(fp_L) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + P[A] * (q[0] * v[1] - q[1] * v[0]) -
         (q[0] * q[0] + q[1] * q[1]) / 2;
}
V(fp_D1) { out[0] = P[A] * v[1] - q[0], out[1] = -P[A] * v[0] - q[1]; }
V(fp_D2) { out[0] = v[0] - P[A] * q[1], out[1] = v[1] + P[A] * q[0]; }
V(fp_exact) {
  const real W = P[A], n = gimbal_sqrt(1 + W * W), c = cs(n * t), s = sn(n * t) / n, C_ = cs(W * t),
             S_ = sn(W * t);
  const real bx = v[0] - W * q[1], by = v[1] + W * q[0];
  const real ux = q[0] * c + bx * s, uy = q[1] * c + by * s;
  const real wx = -n * n * q[0] * s + bx * c, wy = -n * n * q[1] * s + by * c;
  out[0] = C_ * ux + S_ * uy, out[1] = C_ * uy - S_ * ux;
  out[2] = C_ * wx + S_ * wy + W * out[1], out[3] = C_ * wy - S_ * wx - W * out[0];
}
V(fp_reverse) { out[0] = q[0], out[1] = -q[1], out[2] = -v[0], out[3] = v[1]; }
V(fp_initial) {
  out[0] = 1, out[1] = GIMBAL_Q(1, 5), out[2] = GIMBAL_Q(-1, 4), out[3] = GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian fp = {GIMBAL_SIZE(gimbal_lagrangian), .L = fp_L, .D1L = fp_D1,
                                     .D2L = fp_D2, .D22L = two_D22};

/* A proton in a magnetic field that grows with x, in SI; slip: a mass by 1e-3. */
#define PROTON GIMBAL_C(1.67262192e-27)
#define CHARGE GIMBAL_C(1.602176634e-19)
static real cp_A(const real *P, real x) { return CHARGE * P[A] * (x + P[B] * x * x / 2); }
S(cp_L) { return PROTON * (v[0] * v[0] + v[1] * v[1]) / 2 + cp_A(P, q[0]) * v[1]; }
V(cp_D1) { out[0] = CHARGE * P[A] * (1 + P[B] * q[0]) * v[1], out[1] = 0; }
V(cp_D2) { out[0] = PROTON * v[0], out[1] = PROTON * v[1] + cp_A(P, q[0]); }
V(cp_D22) { out[0] = PROTON, out[1] = out[2] = 0, out[3] = PROTON * (1 + P[BROKEN] / 1000); }
S(cp_p) { return PROTON * v[1] + cp_A(P, q[0]); }
V(cp_shift) { out[0] = 0, out[1] = 1; }
V(cp_initial) { out[0] = 0, out[1] = 0, out[2] = 100000, out[3] = 20000; }
static const gimbal_lagrangian cp = {GIMBAL_SIZE(gimbal_lagrangian), .L = cp_L, .D1L = cp_D1,
                                     .D2L = cp_D2, .D22L = cp_D22};

/* A double spherical pendulum with two constraints; slip: an entry of Dg by 1e-3. */
S(ds_L) {
  real sum = -(q[2] + q[5]);
  for (int i = 0; i < 6; i++)
    sum += v[i] * v[i] / 2;
  return sum;
}
V(ds_D1) {
  for (int i = 0; i < 6; i++)
    out[i] = i % 3 == 2 ? -1 : 0;
}
V(ds_g) {
  real a = 0, b = 0;
  for (int i = 0; i < 3; i++)
    a += q[i] * q[i], b += (q[3 + i] - q[i]) * (q[3 + i] - q[i]);
  out[0] = (a - 1) / 2, out[1] = (b - 1) / 2;
}
V(ds_Dg) {
  for (int i = 0; i < 3; i++) {
    out[i] = q[i], out[3 + i] = 0;
    out[9 + i] = q[3 + i] - q[i], out[6 + i] = -out[9 + i];
  }
  out[7] *= 1 + P[BROKEN] / 1000;
}
S(ds_J) { return q[0] * v[1] - q[1] * v[0] + q[3] * v[4] - q[4] * v[3]; }
V(ds_turn) { out[0] = -q[1], out[1] = q[0], out[2] = 0, out[3] = -q[4], out[4] = q[3], out[5] = 0; }
V(ds_initial) {
  const real a = GIMBAL_Q(1, 2), b = GIMBAL_Q(7, 10);
  out[0] = sn(a), out[1] = 0, out[2] = -cs(a);
  out[3] = out[0], out[4] = sn(b), out[5] = out[2] - cs(b);
  out[6] = 0, out[7] = GIMBAL_Q(1, 2), out[8] = 0, out[9] = GIMBAL_Q(2, 5),
  out[10] = GIMBAL_Q(1, 2), out[11] = 0;
}
static const gimbal_lagrangian ds = {GIMBAL_SIZE(gimbal_lagrangian),
                                     .L = ds_L,
                                     .D1L = ds_D1,
                                     .D2L = six_D2,
                                     .D22L = six_D22,
                                     .g = ds_g,
                                     .Dg = ds_Dg};

/* A bead on a rotating hoop; slip: the energy of the bead at rest in space, which is not kept. */
S(hoop_L) { return (v[0] * v[0] + P[A] * P[A] * sn(q[0]) * sn(q[0])) / 2 + cs(q[0]); }
V(hoop_D1) { out[0] = P[A] * P[A] * sn(q[0]) * cs(q[0]) - sn(q[0]); }
S(hoop_energy) {
  return (v[0] * v[0] + (2 * P[BROKEN] - 1) * P[A] * P[A] * sn(q[0]) * sn(q[0])) / 2 - cs(q[0]);
}
V(hoop_initial) { out[0] = GIMBAL_Q(1, 2), out[1] = 0; }
static const gimbal_lagrangian hoop = {GIMBAL_SIZE(gimbal_lagrangian), .L = hoop_L, .D1L = hoop_D1,
                                       .D2L = one_D2, .D22L = one_D22};

/* Earth about the Sun in a rotating frame, in SI; slip: the angular momentum of the frame alone. */
#define EARTH GIMBAL_C(5.972e24)
#define SUN GIMBAL_C(1.32712440018e20)
#define KR const real a = v[0] - P[A] * q[1], b = v[1] + P[A] * q[0], r = gimbal_hypot(q[0], q[1])
S(kr_L) {
  KR;
  return EARTH * ((a * a + b * b) / 2 + SUN / r);
}
V(kr_D1) {
  KR;
  out[0] = EARTH * (P[A] * b - SUN * q[0] / r / r / r),
  out[1] = EARTH * (-P[A] * a - SUN * q[1] / r / r / r);
}
V(kr_D2) {
  KR;
  (void)r, out[0] = EARTH * a, out[1] = EARTH * b;
}
V(kr_D22) { out[0] = out[3] = EARTH, out[1] = out[2] = 0; }
S(kr_J) {
  KR;
  (void)r;
  return EARTH * (P[BROKEN] != 0 ? q[0] * v[1] - q[1] * v[0] : q[0] * b - q[1] * a);
}
V(kr_turn) { out[0] = -q[1], out[1] = q[0]; }
V(kr_initial) {
  out[0] = GIMBAL_C(1.471e11), out[1] = 0, out[2] = 0, out[3] = 30290 - P[A] * out[0];
}
static const gimbal_lagrangian kr = {GIMBAL_SIZE(gimbal_lagrangian), .L = kr_L, .D1L = kr_D1,
                                     .D2L = kr_D2, .D22L = kr_D22};

/* The swinging Atwood machine; slip: r for r^2 in the matrix of masses. */
S(sa_L) {
  return (P[A] + 1) * v[0] * v[0] / 2 + q[0] * q[0] * v[1] * v[1] / 2 - P[A] * q[0] +
         q[0] * cs(q[1]);
}
V(sa_D1) { out[0] = q[0] * v[1] * v[1] - P[A] + cs(q[1]), out[1] = -q[0] * sn(q[1]); }
V(sa_D2) { out[0] = (P[A] + 1) * v[0], out[1] = q[0] * q[0] * v[1]; }
V(sa_D22) { out[0] = P[A] + 1, out[1] = out[2] = 0, out[3] = P[BROKEN] != 0 ? q[0] : q[0] * q[0]; }
V(sa_initial) { out[0] = GIMBAL_Q(5, 4), out[1] = 1, out[2] = 0, out[3] = 0; }
static const gimbal_lagrangian sa = {GIMBAL_SIZE(gimbal_lagrangian), .L = sa_L, .D1L = sa_D1,
                                     .D2L = sa_D2, .D22L = sa_D22};

/* Duffing's oscillator with a force in time; its wrong twin says that it is autonomous. */
S(du_L) {
  return v[0] * v[0] / 2 + q[0] * q[0] / 2 - q[0] * q[0] * q[0] * q[0] / 4 +
         P[A] * q[0] * cs(P[B] * t);
}
V(du_D1) { out[0] = q[0] - q[0] * q[0] * q[0] + P[A] * cs(P[B] * t); }
V(du_initial) { out[0] = GIMBAL_Q(6, 5), out[1] = GIMBAL_Q(1, 5); }
static const gimbal_lagrangian du = {GIMBAL_SIZE(gimbal_lagrangian), .L = du_L, .D1L = du_D1,
                                     .D2L = one_D2, .D22L = one_D22};

/* A damped oscillator; slip 1: a term of the closed form's velocity; slip 2: the density. */
S(da_L) { return (v[0] * v[0] - q[0] * q[0]) / 2; }
V(da_D1) { out[0] = -q[0]; }
V(da_force) { out[0] = -2 * P[A] * v[0]; }
V(da_exact) {
  const real n = gimbal_sqrt(1 - P[A] * P[A]), e = gimbal_exp(-P[A] * t),
             b = (v[0] + P[A] * q[0]) / n;
  out[0] = e * (q[0] * cs(n * t) + b * sn(n * t));
  out[1] = e * n * (b * cs(n * t) - q[0] * sn(n * t)) - (P[BROKEN] == 1 ? 0 : P[A] * out[0]);
}
S(da_density) { return gimbal_exp((P[BROKEN] == 2 ? 1 : 2) * P[A] * t); }
V(da_initial) { out[0] = 1, out[1] = GIMBAL_Q(1, 2); }
static const gimbal_lagrangian da = {GIMBAL_SIZE(gimbal_lagrangian),
                                     .L = da_L,
                                     .D1L = da_D1,
                                     .D2L = one_D2,
                                     .D22L = one_D22,
                                     .force = da_force};

/* A skate on springs; slip: a sign in the gradient of its constraint. */
S(sk_L) { return (v[0] * v[0] + v[1] * v[1] + P[A] * v[2] * v[2] - q[0] * q[0] - q[1] * q[1]) / 2; }
V(sk_D1) { out[0] = -q[0], out[1] = -q[1], out[2] = 0; }
V(sk_D2) { out[0] = v[0], out[1] = v[1], out[2] = P[A] * v[2]; }
V(sk_D22) { three_D22(P, t, q, v, out), out[8] = P[A]; }
V(sk_Phi) { out[0] = sn(q[2]) * v[0] - cs(q[2]) * v[1]; }
V(sk_D2Phi) { out[0] = sn(q[2]), out[1] = (2 * P[BROKEN] - 1) * cs(q[2]), out[2] = 0; }
V(sk_initial) {
  out[0] = 1, out[1] = GIMBAL_Q(1, 5), out[2] = GIMBAL_Q(2, 5);
  out[3] = cs(out[2]) / 2, out[4] = sn(out[2]) / 2, out[5] = GIMBAL_Q(3, 4);
}
static const gimbal_lagrangian sk = {GIMBAL_SIZE(gimbal_lagrangian),
                                     .L = sk_L,
                                     .D1L = sk_D1,
                                     .D2L = sk_D2,
                                     .D22L = sk_D22,
                                     .Phi = sk_Phi,
                                     .D2Phi = sk_D2Phi};

/* A pendulum on a pivot that goes up and down; slip: a start as if it were at rest. */
S(pv_L) { return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1]; }
V(pv_D1) { out[0] = 0, out[1] = -1; }
V(pv_g) {
  const real y = q[1] - P[A] * sn(P[B] * t);
  out[0] = (q[0] * q[0] + y * y - 1) / 2;
}
V(pv_Dg) { out[0] = q[0], out[1] = q[1] - P[A] * sn(P[B] * t); }
V(pv_initial) {
  out[0] = sn(1), out[1] = -cs(1), out[2] = cs(1) / 2,
  out[3] = sn(1) / 2 + (P[BROKEN] != 0 ? 0 : P[A] * P[B]);
}
static const gimbal_lagrangian pv = {GIMBAL_SIZE(gimbal_lagrangian),
                                     .L = pv_L,
                                     .D1L = pv_D1,
                                     .D2L = two_D2,
                                     .D22L = two_D22,
                                     .g = pv_g,
                                     .Dg = pv_Dg};

/* Lagrange's top in Euler's angles (phi, theta, psi); slip: the momentum of phi without its spin. */
#define LT const real s = sn(q[1]), c = cs(q[1]), w = v[2] + v[0] * c
S(lt_L) {
  LT;
  return P[A] * (v[1] * v[1] + v[0] * v[0] * s * s) / 2 + P[B] * w * w / 2 - c;
}
V(lt_D1) {
  LT;
  out[0] = out[2] = 0, out[1] = P[A] * v[0] * v[0] * s * c - P[B] * w * v[0] * s + s;
}
V(lt_D2) {
  LT;
  out[0] = P[A] * v[0] * s * s + P[B] * w * c, out[1] = P[A] * v[1], out[2] = P[B] * w;
}
V(lt_D22) {
  LT;
  (void)w;
  out[0] = P[A] * s * s + P[B] * c * c, out[2] = out[6] = P[B] * c, out[4] = P[A], out[8] = P[B];
  out[1] = out[3] = out[5] = out[7] = 0;
}
S(lt_phi) {
  LT;
  return P[A] * v[0] * s * s + (P[BROKEN] != 0 ? 0 : P[B] * w * c);
}
S(lt_psi) {
  LT;
  (void)s;
  return P[B] * w;
}
V(lt_turn) { out[0] = 1, out[1] = out[2] = 0; }
V(lt_spin) { out[0] = out[1] = 0, out[2] = 1; }
V(lt_initial) {
  out[0] = 0, out[1] = GIMBAL_Q(4, 5), out[2] = 0, out[3] = GIMBAL_Q(1, 2),
  out[4] = GIMBAL_Q(1, 10), out[5] = 3;
}
static const gimbal_lagrangian lt = {GIMBAL_SIZE(gimbal_lagrangian), .L = lt_L, .D1L = lt_D1,
                                     .D2L = lt_D2, .D22L = lt_D22};

/* Five sites between walls with quartic springs; slip: no force from the last wall. */
static real ch_f(real r) { return r + r * r * r; }
S(ch_L) {
  real sum = 0;
  for (int i = 0; i <= 5; i++) {
    const real r = (i < 5 ? q[i] : 0) - (i ? q[i - 1] : 0);
    sum += (i < 5 ? v[i] * v[i] / 2 : 0) - r * r / 2 - r * r * r * r / 4;
  }
  return sum;
}
V(ch_D1) {
  for (int i = 0; i < 5; i++) {
    out[i] = -ch_f(q[i] - (i ? q[i - 1] : 0));
    if (i < 4 || P[BROKEN] == 0)
      out[i] += ch_f((i < 4 ? q[i + 1] : 0) - q[i]);
  }
}
V(ch_D2) {
  for (int i = 0; i < 5; i++)
    out[i] = v[i];
}
V(ch_D22) {
  for (int i = 0; i < 25; i++)
    out[i] = i % 6 == 0;
}
V(ch_initial) {
  for (int i = 0; i < 5; i++)
    out[i] = sn(i + 1), out[5 + i] = 0;
}
static const gimbal_lagrangian ch = {GIMBAL_SIZE(gimbal_lagrangian), .L = ch_L, .D1L = ch_D1,
                                     .D2L = ch_D2, .D22L = ch_D22};

/* A body in a field and on a spring, on SE(3); slip: the spring's force in space, not in the body. */
S(se_l) {
  return (v[0] * v[0] + 2 * v[1] * v[1] + 3 * v[2] * v[2] + v[3] * v[3] + v[4] * v[4] +
          v[5] * v[5]) /
             2 -
         (q[9] * q[9] + q[10] * q[10] + q[11] * q[11]) / 2 - (q[6] + q[8] / 2);
}
V(se_D1) {
  const real c[3] = {1, 0, GIMBAL_Q(1, 2)}, *r = q + 6, *x = q + 9;
  out[0] = -(c[1] * r[2] - c[2] * r[1]), out[1] = -(c[2] * r[0] - c[0] * r[2]),
  out[2] = -(c[0] * r[1] - c[1] * r[0]);
  for (int i = 0; i < 3; i++)
    out[3 + i] = P[BROKEN] != 0 ? -x[i] : -(q[i] * x[0] + q[3 + i] * x[1] + q[6 + i] * x[2]);
}
V(se_D2) {
  out[0] = v[0], out[1] = 2 * v[1], out[2] = 3 * v[2], out[3] = v[3], out[4] = v[4], out[5] = v[5];
}
V(se_D22) { six_D22(P, t, q, v, out), out[7] = 2, out[14] = 3; }
V(se_initial) {
  const real x[18] = {1,
                      0,
                      0,
                      0,
                      GIMBAL_Q(3, 5),
                      GIMBAL_Q(-4, 5),
                      0,
                      GIMBAL_Q(4, 5),
                      GIMBAL_Q(3, 5),
                      1,
                      GIMBAL_Q(1, 2),
                      0,
                      GIMBAL_Q(1, 2),
                      1,
                      GIMBAL_Q(-1, 5),
                      0,
                      GIMBAL_Q(1, 3),
                      GIMBAL_Q(1, 4)};
  for (int i = 0; i < 18; i++)
    out[i] = x[i];
}
static const gimbal_group se = {
    GIMBAL_SIZE(gimbal_group), .group = "SE3", .ell = se_l, .D1ell = se_D1, .D2ell = se_D2,
    .D22ell = se_D22};

/* A pendulum with two wells; its wrong twin has half its period. */
S(tw_L) { return v[0] * v[0] / 2 + cs(q[0]) + cs(2 * q[0]); }
V(tw_D1) { out[0] = -sn(q[0]) - 2 * sn(2 * q[0]); }
static const gimbal_lagrangian tw = {GIMBAL_SIZE(gimbal_lagrangian), .L = tw_L, .D1L = tw_D1,
                                     .D2L = one_D2, .D22L = one_D22};

/* Euler's equations of a body in momenta; slip: a moment in the energy. */
V(eu_f) {
  out[0] = (GIMBAL_Q(1, 3) - GIMBAL_Q(1, 2)) * q[1] * q[2],
  out[1] = (1 - GIMBAL_Q(1, 3)) * q[2] * q[0], out[2] = (GIMBAL_Q(1, 2) - 1) * q[0] * q[1];
}
S(eu_energy) { return q[0] * q[0] / 2 + q[1] * q[1] / 4 + q[2] * q[2] / (6 + P[BROKEN] / 1000); }
S(eu_casimir) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2]; }
V(eu_initial) { out[0] = 1, out[1] = GIMBAL_Q(1, 2), out[2] = GIMBAL_Q(2, 3); }
static const gimbal_ode eu = {GIMBAL_SIZE(gimbal_ode), .f = eu_f};

#define MODEL_P(name_, slip_, a_, b_, duration_, ...)                                              \
  {                                                                                                \
    .name = name_, .title = name_, .citation = "the trial",                                        \
    PARAMETERS({"slip", slip_}, {"a", a_}, {"b", b_}),                                             \
    .cases = GIMBAL_LIST(gimbal_case, {.name = "A", .duration = duration_}),                       \
    .realisations = GIMBAL_LIST(gimbal_realisation, __VA_ARGS__)                                   \
  }
#define INVARIANTS(...) .invariants = GIMBAL_LIST(gimbal_invariant, __VA_ARGS__)
#define L_(table_) .lagrangian = &table_, .initial = table_##_initial
#define MECHANICAL "separable autonomous reversible"

#define LV(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "1", "3/2", "2",                                                           \
          {.name = "logarithms",                                                                   \
           .configuration = "q",                                                                   \
           .velocity = "p",                                                                        \
           .n = "1",                                                                               \
           .traits = "autonomous",                                                                 \
           .hamiltonian = &lv,                                                                     \
           .initial = lv_initial,                                                                  \
           .energy = lv_energy})
#define TODA(name_, slip_)                                                                         \
  MODEL_P(name_, slip_, "0", "0", "2",                                                             \
          {.name = "line",                                                                         \
           .configuration = "x y z",                                                               \
           .velocity = "u v w",                                                                    \
           .n = "3",                                                                               \
           .traits = MECHANICAL " integrable",                                                     \
           L_(toda),                                                                               \
           INVARIANTS({"momentum", "linear momentum_map", toda_p, NULL, toda_shift},               \
                      {"cubic", NULL, toda_cubic})})
#define MORSE(name_, slip_)                                                                        \
  MODEL_P(name_, slip_, "2", "1", "3",                                                             \
          {.name = "distance",                                                                     \
           .configuration = "q",                                                                   \
           .velocity = "v",                                                                        \
           .n = "1",                                                                               \
           .traits = MECHANICAL,                                                                   \
           L_(morse),                                                                              \
           .exact = morse_exact})
#define LJ(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "0", "0", "1",                                                             \
          {.name = "plane",                                                                        \
           .configuration = "x1 y1 x2 y2 x3 y3",                                                   \
           .velocity = "u1 v1 u2 v2 u3 v3",                                                        \
           .n = "6",                                                                               \
           .traits = MECHANICAL,                                                                   \
           L_(lj),                                                                                 \
           INVARIANTS({"momentum", "linear momentum_map", lj_momentum, NULL, lj_shift})})
#define EP(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "5", "0", "2",                                                             \
          {.name = "cartesian",                                                                    \
           .configuration = "x y",                                                                 \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .traits = MECHANICAL,                                                                   \
           L_(ep)},                                                                                \
          {.name = "polar",                                                                        \
           .configuration = "r theta",                                                             \
           .velocity = "vr vtheta",                                                                \
           .n = "2",                                                                               \
           .traits = "autonomous reversible",                                                      \
           L_(pp),                                                                                 \
           .common = pp_common})
#define FP(name_, traits_, ...)                                                                    \
  MODEL_P(name_, "0", "1/3", "0", "3",                                                             \
          {.name = "plane",                                                                        \
           .configuration = "x y",                                                                 \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .traits = traits_,                                                                      \
           L_(fp),                                                                                 \
           .exact = fp_exact,                                                                      \
           __VA_ARGS__})
#define CP(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "1/10", "20", "10^(-6)",                                                   \
          {.name = "plane",                                                                        \
           .configuration = "x y",                                                                 \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .traits = "autonomous",                                                                 \
           L_(cp),                                                                                 \
           INVARIANTS({"momentum", "momentum_map", cp_p, NULL, cp_shift})})
#define DS(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "0", "0", "1",                                                             \
          {.name = "space",                                                                        \
           .configuration = "x1 y1 z1 x2 y2 z2",                                                   \
           .velocity = "u1 v1 w1 u2 v2 w2",                                                        \
           .n = "6",                                                                               \
           .holonomic = "2",                                                                       \
           .traits = MECHANICAL,                                                                   \
           L_(ds),                                                                                 \
           INVARIANTS({"angular", "quadratic momentum_map", ds_J, NULL, ds_turn})})
#define HOOP(name_, slip_)                                                                         \
  MODEL_P(name_, slip_, "3/2", "0", "3",                                                           \
          {.name = "angle",                                                                        \
           .configuration = "theta",                                                               \
           .velocity = "v",                                                                        \
           .n = "1",                                                                               \
           .period = "2*pi",                                                                       \
           .traits = MECHANICAL,                                                                   \
           L_(hoop),                                                                               \
           .energy = hoop_energy})
#define KR_(name_, slip_)                                                                          \
  MODEL_P(name_, slip_, "5*10^(-8)", "0", "10^7",                                                  \
          {.name = "plane",                                                                        \
           .configuration = "x y",                                                                 \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .traits = "autonomous",                                                                 \
           L_(kr),                                                                                 \
           INVARIANTS({"angular", "quadratic momentum_map", kr_J, NULL, kr_turn})})
#define SA(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "2", "0", "2",                                                             \
          {.name = "polar",                                                                        \
           .configuration = "r theta",                                                             \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .traits = "autonomous reversible",                                                      \
           L_(sa)})
#define DU(name_, traits_)                                                                         \
  MODEL_P(name_, "0", "3/10", "6/5", "3",                                                          \
          {.name = "line",                                                                         \
           .configuration = "q",                                                                   \
           .velocity = "v",                                                                        \
           .n = "1",                                                                               \
           .traits = traits_,                                                                      \
           L_(du)})
#define DA(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "1/5", "0", "3",                                                           \
          {.name = "line",                                                                         \
           .configuration = "q",                                                                   \
           .velocity = "v",                                                                        \
           .n = "1",                                                                               \
           .traits = "autonomous",                                                                 \
           L_(da),                                                                                 \
           .exact = da_exact,                                                                      \
           .density = da_density})
#define SK(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "1/2", "0", "2",                                                           \
          {.name = "plane",                                                                        \
           .configuration = "x y theta",                                                           \
           .velocity = "u v w",                                                                    \
           .n = "3",                                                                               \
           .nonholonomic = "1",                                                                    \
           .traits = MECHANICAL " linear_constraints",                                             \
           L_(sk)})
#define PV(name_, slip_, traits_)                                                                  \
  MODEL_P(name_, slip_, "1/5", "2", "2",                                                           \
          {.name = "plane",                                                                        \
           .configuration = "x y",                                                                 \
           .velocity = "u v",                                                                      \
           .n = "2",                                                                               \
           .holonomic = "1",                                                                       \
           .traits = traits_,                                                                      \
           L_(pv)})
#define LTOP(name_, slip_)                                                                         \
  MODEL_P(name_, slip_, "1", "1/2", "1",                                                           \
          {.name = "euler",                                                                        \
           .configuration = "phi theta psi",                                                       \
           .velocity = "u v w",                                                                    \
           .n = "3",                                                                               \
           .traits = "autonomous reversible",                                                      \
           L_(lt),                                                                                 \
           INVARIANTS({"vertical", "momentum_map", lt_phi, NULL, lt_turn},                         \
                      {"spin", "momentum_map", lt_psi, NULL, lt_spin})})
#define CH(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "0", "0", "2",                                                             \
          {.name = "line",                                                                         \
           .configuration = "q[1..5]",                                                             \
           .velocity = "v[1..5]",                                                                  \
           .n = "5",                                                                               \
           .traits = MECHANICAL,                                                                   \
           L_(ch)})
#define SE(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "0", "0", "1",                                                             \
          {.name = "body",                                                                         \
           .configuration = "R[1..9] x[1..3]",                                                     \
           .velocity = "w[1..3] v[1..3]",                                                          \
           .n = "12",                                                                              \
           .m = "6",                                                                               \
           .traits = "autonomous reversible",                                                      \
           .group = &se,                                                                           \
           .initial = se_initial})
#define TW(name_, period_)                                                                         \
  MODEL_P(name_, "0", "0", "0", "2",                                                               \
          {.name = "angle",                                                                        \
           .configuration = "theta",                                                               \
           .velocity = "v",                                                                        \
           .n = "1",                                                                               \
           .period = period_,                                                                      \
           .traits = MECHANICAL,                                                                   \
           .lagrangian = &tw,                                                                      \
           .initial = hoop_initial})
#define EU(name_, slip_)                                                                           \
  MODEL_P(name_, slip_, "0", "0", "3",                                                             \
          {.name = "momenta",                                                                      \
           .configuration = "x y z",                                                               \
           .n = "3",                                                                               \
           .m = "0",                                                                               \
           .traits = "autonomous",                                                                 \
           .ode = &eu,                                                                             \
           .initial = eu_initial,                                                                  \
           .energy = eu_energy,                                                                    \
           INVARIANTS({"casimir", "quadratic", eu_casimir})})

static const gimbal_model models[] = {
    LV("t_lotka_volterra", "0"),
    LV("t_lotka_volterra_force", "1"),
    LV("t_lotka_volterra_energy", "2"),
    TODA("t_toda", "0"),
    TODA("t_toda_cubic", "1"),
    MORSE("t_morse", "0"),
    MORSE("t_morse_exact", "1"),
    LJ("t_lennard_jones", "0"),
    LJ("t_lennard_jones_force", "1"),
    EP("t_elastic_pendulum", "0"),
    EP("t_elastic_pendulum_common", "1"),
    FP("t_foucault", "autonomous reversible", .reverse = fp_reverse),
    FP("t_foucault_separable", "separable autonomous reversible", .reverse = fp_reverse),
    FP("t_foucault_reverse", "autonomous reversible"),
    CP("t_proton", "0"),
    CP("t_proton_mass", "1"),
    DS("t_double_spherical", "0"),
    DS("t_double_spherical_gradient", "1"),
    HOOP("t_hoop", "0"),
    HOOP("t_hoop_energy", "1"),
    KR_("t_earth", "0"),
    KR_("t_earth_angular", "1"),
    SA("t_atwood", "0"),
    SA("t_atwood_mass", "1"),
    DU("t_duffing", "separable"),
    DU("t_duffing_autonomous", "separable autonomous"),
    DA("t_damped", "0"),
    DA("t_damped_exact", "1"),
    DA("t_damped_density", "2"),
    SK("t_skate", "0"),
    SK("t_skate_gradient", "1"),
    PV("t_pivot", "0", "separable rheonomic"),
    PV("t_pivot_start", "1", "separable rheonomic"),
    PV("t_pivot_word", "0", "separable"),
    LTOP("t_top", "0"),
    LTOP("t_top_vertical", "1"),
    CH("t_chain", "0"),
    CH("t_chain_wall", "1"),
    SE("t_body", "0"),
    SE("t_body_spring", "1"),
    TW("t_two_wells", "2*pi"),
    TW("t_two_wells_period", "pi"),
    EU("t_euler_body", "0"),
    EU("t_euler_body_energy", "1"),
};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
