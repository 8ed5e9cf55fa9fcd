/* gimbal.h: the contract between gimbal and its plugins.
 *
 * A plugin is one C (or C++) file that includes this header, describes methods or models (or both)
 * in a constant descriptor, and is compiled into a shared object:
 *
 *     cc $(pkg-config --cflags gimbal) -shared -fPIC foo.c -o foo.so
 *
 * A method never sees a model. It uses the functions at the end of this header, which always
 * exist; what a model does not give, the host derives. A descriptor holds no floating-point
 * number: dimensions, orders, parameters, coefficients and conditions are text in one small
 * expression language ("2*s-2", "s - s%2", "1+(tau==1/2)", "3*sqrt(10)/5", "nonholonomic==0"),
 * which the host evaluates in the precision at hand. So one source serves both precisions: compiled
 * with -DGIMBAL_QUAD, gimbal_real is binary128 (GIMBAL_BINARY128).
 *
 * Conventions. Matrices are dense and row-major. Every call that can fail returns 0 on success.
 * Outside its domain a model returns NaN, and the step fails with a reason. A model works in units
 * of its own. Where its numbers are far from 1, methods see them scaled by powers of two. A member
 * of a descriptor that is left out is NULL or 0.
 *
 * Frozen: within major version 1 nothing here moves or changes its meaning. A minor version only
 * adds: members at the ends of structures, calls at the end of the table of services. A plugin
 * built for an older minor version always loads; one built for a newer one than the host's is
 * refused.
 */
#ifndef GIMBAL_H
#define GIMBAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GIMBAL_ABI_MAJOR 1
#define GIMBAL_ABI_MINOR 2

/* ---- Two precisions -------------------------------------------------------------------------
 * GIMBAL_C(0.3) is a constant, GIMBAL_Q(1,3) a quotient of integers, gimbal_sin(x) a function.
 * (A C++ compiler needs -std=gnu++17 or later: constants in quadruple precision and designated
 * initialisers are extensions.) */

/* binary128 of the processor: long double where it is that (AArch64, RISC-V, s390x), else __float128 with
 * libquadmath (x86-64, ppc64le). */
#if defined(__LDBL_MANT_DIG__) && __LDBL_MANT_DIG__ == 113 && !defined(__x86_64__) &&              \
    !defined(__powerpc64__)
#define GIMBAL_BINARY128_IS_LONG_DOUBLE 1
#define GIMBAL_BINARY128 long double
#define GIMBAL_BINARY128_C(x) x##L
#define GIMBAL_BINARY128_LIBRARY(name) name##l
#define GIMBAL_BINARY128_FABS(x) __builtin_fabsl(x)
#else
#define GIMBAL_BINARY128_IS_LONG_DOUBLE 0
#define GIMBAL_BINARY128 __float128
#define GIMBAL_BINARY128_C(x) (__extension__ x##Q)
#define GIMBAL_BINARY128_LIBRARY(name) name##q
#define GIMBAL_BINARY128_FABS(x) __builtin_fabsf128(x)
#endif

#if defined(__cplusplus) && (!defined(GIMBAL_QUAD) || GIMBAL_BINARY128_IS_LONG_DOUBLE)
#define GIMBAL_NOEXCEPT noexcept /* as the C++ library declares its own, and libquadmath does not */
#else
#define GIMBAL_NOEXCEPT
#endif

#ifdef GIMBAL_QUAD
__extension__ typedef GIMBAL_BINARY128 gimbal_real;
#define GIMBAL_C(x) GIMBAL_BINARY128_C(x)
#define GIMBAL_LIBRARY(name) GIMBAL_BINARY128_LIBRARY(name)
extern void GIMBAL_LIBRARY(sincos)(gimbal_real, gimbal_real *, gimbal_real *) GIMBAL_NOEXCEPT;
#else
typedef double gimbal_real;
#define GIMBAL_C(x) (x)
#define GIMBAL_LIBRARY(name) name
#endif
#define GIMBAL_FUNCTION_1(name)                                                                    \
  extern gimbal_real GIMBAL_LIBRARY(name)(gimbal_real) GIMBAL_NOEXCEPT;                            \
  static inline gimbal_real gimbal_##name(gimbal_real x) { return GIMBAL_LIBRARY(name)(x); }
#define GIMBAL_FUNCTION_2(name)                                                                    \
  extern gimbal_real GIMBAL_LIBRARY(name)(gimbal_real, gimbal_real) GIMBAL_NOEXCEPT;               \
  static inline gimbal_real gimbal_##name(gimbal_real x, gimbal_real y) {                          \
    return GIMBAL_LIBRARY(name)(x, y);                                                             \
  }

#define GIMBAL_Q(numerator, denominator) ((gimbal_real)(numerator) / (gimbal_real)(denominator))
#define GIMBAL_PI GIMBAL_C(3.14159265358979323846264338327950288)
#define GIMBAL_NAN ((gimbal_real)__builtin_nan(""))

/* clang-format off */
GIMBAL_FUNCTION_1(sqrt) GIMBAL_FUNCTION_1(cbrt)
GIMBAL_FUNCTION_1(tan)
GIMBAL_FUNCTION_1(asin) GIMBAL_FUNCTION_1(acos) GIMBAL_FUNCTION_1(atan) GIMBAL_FUNCTION_2(atan2)
GIMBAL_FUNCTION_1(sinh) GIMBAL_FUNCTION_1(cosh) GIMBAL_FUNCTION_1(tanh)
GIMBAL_FUNCTION_1(asinh) GIMBAL_FUNCTION_1(acosh) GIMBAL_FUNCTION_1(atanh)
GIMBAL_FUNCTION_1(exp) GIMBAL_FUNCTION_1(expm1) GIMBAL_FUNCTION_1(log) GIMBAL_FUNCTION_1(log1p)
GIMBAL_FUNCTION_2(pow) GIMBAL_FUNCTION_2(hypot) GIMBAL_FUNCTION_2(fmod)
GIMBAL_FUNCTION_2(fmax) GIMBAL_FUNCTION_2(fmin)
GIMBAL_FUNCTION_1(floor) GIMBAL_FUNCTION_1(round)
/* clang-format on */

#ifdef GIMBAL_QUAD

static inline gimbal_real gimbal_fabs(gimbal_real x) { return GIMBAL_BINARY128_FABS(x); }

/* Sine and cosine of one argument, which cost little more than one of them. The last arguments are
 * remembered: a model's functions are called one after the other at the same point, and would spend
 * most of their time on the same sines again. */
static inline void gimbal_sincos(gimbal_real x, gimbal_real *sine, gimbal_real *cosine) {
  static __thread struct {
    gimbal_real x, sine, cosine;
    int known;
  } table[32];
  uint64_t bits[2];
  __builtin_memcpy(bits, &x, sizeof bits);
  const unsigned place = (unsigned)(((bits[0] ^ bits[1]) * UINT64_C(0x9e3779b97f4a7c15)) >> 59);
  if (!table[place].known || __builtin_memcmp(&table[place].x, &x, sizeof x)) {
    table[place].x = x;
    table[place].known = 1;
    GIMBAL_LIBRARY(sincos)(x, &table[place].sine, &table[place].cosine);
  }
  *sine = table[place].sine;
  *cosine = table[place].cosine;
}
static inline gimbal_real gimbal_sin(gimbal_real x) {
  gimbal_real sine, cosine;
  gimbal_sincos(x, &sine, &cosine);
  return sine;
}
static inline gimbal_real gimbal_cos(gimbal_real x) {
  gimbal_real sine, cosine;
  gimbal_sincos(x, &sine, &cosine);
  return cosine;
}

#else

GIMBAL_FUNCTION_1(sin)
GIMBAL_FUNCTION_1(cos)
GIMBAL_FUNCTION_1(fabs)

static inline void gimbal_sincos(gimbal_real x, gimbal_real *sine, gimbal_real *cosine) {
  *sine = sin(x), *cosine = cos(x);
}

#endif

/* ---- Lists -----------------------------------------------------------------------------------
 * A list carries the size of its elements, so that elements may grow at their ends. In C:
 *     .cases = GIMBAL_LIST(gimbal_case, {.name = "A"}, {.name = "B"}),
 * in C++, of a named static array:  GIMBAL_ARRAY(cases). */

typedef struct gimbal_list {
  const void *at;
  size_t count;
  size_t stride;
} gimbal_list;

#define GIMBAL_ARRAY(array)                                                                        \
  { (array), sizeof(array) / sizeof((array)[0]), sizeof((array)[0]) }
#define GIMBAL_LIST(type, ...)                                                                     \
  { (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}) / sizeof(type), sizeof(type) }

/* A named value, text: a parameter and its default, or a set of coefficients, entries separated by
 * commas. Values may use the names before them, and pi. */
typedef struct gimbal_value {
  const char *name;
  const char *value;
  const char *description; /* may be NULL; with the unit, if it has one */
} gimbal_value;

/* ---- Models ---------------------------------------------------------------------------------- */

/* The two shapes of a model's functions. `parameters` are the case's values in the declared order,
 * t the time, q the configuration (n entries), v what the formulation calls its second argument
 * (m entries): velocity, momentum, quasivelocity or body velocity; NULL where it has no meaning.
 * Pure functions: no statics, no allocation. */
typedef gimbal_real gimbal_scalar(const gimbal_real *parameters, gimbal_real t,
                                  const gimbal_real *q, const gimbal_real *v);
typedef void gimbal_vector(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                           const gimbal_real *v, gimbal_real *out);

/* Each formulation is a table of functions; begin it with GIMBAL_SIZE(type). */
#define GIMBAL_SIZE(type) .size = sizeof(type)

/* What the host derives by differences, more slowly, where it is left out: D1L, D2L, D2Phi, Dg, D1H, D2H, D1ell
 * of a frame, D2ell; and D22L, D22ell and structure functions. */

/* A vector space, v = q̇: d/dt D₂L = D₁L + F + λ·D₂Φ + μ·Dg, Φ(q,v) = 0 (Chetaev's rule: linear,
 * affine or nonlinear in v), g(q) = 0. Multipliers are ordered holonomic first. */
typedef struct gimbal_lagrangian {
  size_t size;
  gimbal_scalar *L;
  gimbal_vector *D1L;   /* ∂L/∂q, n */
  gimbal_vector *D2L;   /* ∂L/∂v, n */
  gimbal_vector *D22L;  /* ∂²L/∂v², n×n; optional, worth giving */
  gimbal_vector *force; /* F(t,q,v), n; optional */
  gimbal_vector *Phi;   /* nonholonomic constraints */
  gimbal_vector *D2Phi; /* ∂Φ/∂v, nonholonomic×n */
  gimbal_vector *g;     /* holonomic constraints */
  gimbal_vector *Dg;    /* ∂g/∂q, holonomic×n */

  /* Of many constraints, each on few neighbours: the text "width, stride, offset" (expressions)
   * says that row i of Dg is zero but in the `width` columns from stride·i + offset on, and Dg_band
   * writes these, holonomic×width, zeros where a column would lie outside 0 … n−1. Both or none. */
  const char *band;
  gimbal_vector *Dg_band;
} gimbal_lagrangian;

/* v = p: q̇ = D₂H, ṗ = −D₁H + F + λ·D₂Φ∘(Legendre transform), Ψ(q,p) = 0. */
typedef struct gimbal_hamiltonian {
  size_t size;
  gimbal_scalar *H;
  gimbal_vector *D1H, *D2H; /* n each */
  gimbal_vector *force;     /* optional */
  gimbal_vector *Psi;       /* constraints; with reaction, or neither */
  gimbal_vector *reaction;  /* directions of the reaction forces, nonholonomic×n */
} gimbal_hamiltonian;

/* v = ξ, q̇ = ψ(q)ξ with the m frame vectors as the columns of ψ (n×m; n > m where the coordinates
 * are redundant). ψ_k of the constraint distribution come first; ξ vanishes on the others. */
typedef struct gimbal_frame {
  size_t size;
  gimbal_vector *psi;       /* ψ, n×m */
  gimbal_scalar *ell;       /* ℓ(q,ξ) = L(q,ψξ) */
  gimbal_vector *D1ell;     /* ∂ℓ/∂q, n */
  gimbal_vector *D2ell;     /* ∂ℓ/∂ξ, m */
  gimbal_vector *D22ell;    /* m×m; optional */
  gimbal_vector *structure; /* c[k][i][j] of [ψ_i,ψ_j] = c^k_ij ψ_k, m×m×m; optional if n = m */
  gimbal_vector *force;     /* components F·ψ_j, m; optional */
} gimbal_frame;

/* A Lie group, v = η = g⁻¹ġ. q holds the element, products one after the other ("SO3*R2"):
 *
 *   name   an element (entries of q)           η (entries)
 *   SO3    the matrix R (9)                    ω, Ṙ = Rω̂ (3)
 *   SE2    (x, y, θ) (3)                       (v_x, v_y, ω), v in the moving frame (3)
 *   SE3    the matrix R, then x (12)           (ω, v), ẋ = Rv (6)
 *   Rk     a vector (k)                        its rate (k)
 *   Sk     angles (k)                          their rates (k)
 */
typedef struct gimbal_group {
  size_t size;
  const char *group;
  gimbal_scalar *ell;    /* ℓ(g,η) */
  gimbal_vector *D1ell;  /* left-trivialised: d/dε ℓ(g exp(εe_i), η), m */
  gimbal_vector *D2ell;  /* ∂ℓ/∂η, m */
  gimbal_vector *D22ell; /* m×m; optional */
  gimbal_vector *force;  /* m; optional */
  gimbal_vector *phi;    /* constraints φ(g,η) */
  gimbal_vector *D2phi;  /* nonholonomic×m */
  gimbal_vector *g;      /* holonomic constraints; with Dg, or neither */
  gimbal_vector *Dg;     /* left-trivialised, d/dε g(q exp(εe_i)), holonomic×m */
} gimbal_group;

/* q = y alone: ẏ = f(t,y). */
typedef struct gimbal_ode {
  size_t size;
  gimbal_vector *f; /* n */
} gimbal_ode;

/* Sites k = 0…N−1 on a line, each with `components` coordinates; q lists them site by site. The
 * Lagrangian is the sum over the bonds, so that force and Jacobian are banded. */
typedef struct gimbal_lattice {
  size_t size;
  const char *sites, *components, *periodic; /* expressions */
  gimbal_lagrangian lagrangian; /* of the whole lattice; D22L, its n diagonal entries, is needed.
                                   It stays last, since it grows. */
} gimbal_lattice;

/* An invariant of the exact flow. */
typedef struct gimbal_invariant {
  const char *name;
  /* Words: linear, quadratic (in q and v; on a group or in redundant coordinates only where it is constant
   * off the group, too: methods keep it there), momentum_map, energy; claimed: stated by a paper and
   * tested by a suite, but not known to hold. */
  const char *kind;
  gimbal_scalar *value;
  const char *when;         /* condition in the model's parameters; NULL: always */
  gimbal_vector *generator; /* of a momentum map: the vector field on Q, n; optional */
} gimbal_invariant;

/* A relative equilibrium of the exact flow: a motion along the symmetry, on which `deviation` (zero
 * on the manifold of all of them) vanishes. */
typedef struct gimbal_equilibrium {
  const char *name;
  /* Of small deviations: stable (they decay), unstable (they grow), neutral (they stay). Where they
   * oscillate none is right: leave such an equilibrium out. */
  const char *stability;
  gimbal_vector *state; /* writes (q, v), n+m entries */
  /* A direction in (q, v) along the constraints and off the manifold. */
  gimbal_vector *perturbation;
  gimbal_scalar *deviation; /* of (q, v), linear to first order */
} gimbal_equilibrium;

/* The apsides of a motion that oscillates while it rotates. `rate` changes its sign from − to + at
 * one kind of apsides (the lowest points of a pendulum). From each to the next, `angle` increases
 * by `advance`, which is exact for any (q, v) of the motion: a complete elliptic integral, say. */
typedef struct gimbal_apsides {
  const char *name;
  gimbal_scalar *rate;
  gimbal_scalar *angle;
  gimbal_scalar *advance;
} gimbal_apsides;

/* A picture of the motion, drawn by the study trajectory: a curve of two expressions, or of three in
 * space, in the names of q and v, in t and in the parameters. With a section: a point whenever that
 * expression passes through zero from below. */
typedef struct gimbal_picture {
  const char *name;     /* "path" */
  const char *title;    /* "Path of the contact point" */
  const char *of;       /* "x, y" */
  const char *section;  /* NULL: the curve itself */
  const char *sphere;   /* radius of a sphere about the origin on which it lies; NULL: none */
  const char *duration; /* of the curve, an expression; NULL: the case's */
  const char *when;     /* condition in the model's parameters; NULL: always */
  const char *words;    /* equal: one scale on both axes */
} gimbal_picture;

/* Initial data are the model's `initial` under the case's settings; a family of initial data (an
 * ensemble) sets `members`, and its settings use j = 0 … members−1. */
typedef struct gimbal_case {
  const char *name;
  const char *settings; /* "alpha=3/5, beta=4/5"; NULL: the defaults */
  const char *members;  /* an expression; NULL: a single case */
  const char *duration; /* T of order studies; NULL: 1 */
  const char *step;     /* h of long runs; NULL: 1/10, or T/20 if that is not 8 to 400 steps */
  const char *description;
  /* Since minor version 2, expressions: the time at which runs begin (NULL: 0), which functions of the
   * model are given; methods and results count the time from there. How long a run may last (NULL: as
   * long as a suite says). */
  const char *begin, *longest;
} gimbal_case;

/* A model written in one set of coordinates: exactly one formulation is not NULL. */
typedef struct gimbal_realisation {
  const char *name;          /* of the coordinates: "cartesian", "polar_trivial" */
  const char *configuration; /* the names of q, separated by blanks; "q[1..n]" for many */
  const char *velocity;      /* the names of v (p, ξ, η) */
  const char *n, *m;         /* entries of q and v, expressions; m NULL: m = n */
  const char *holonomic;     /* number of constraints g, an expression; NULL: 0 */
  /* Number of Φ, Ψ, φ, or of frame vectors off the distribution; NULL: 0. */
  const char *nonholonomic;
  const char *period; /* of each entry of q, separated by commas; 0: none; NULL: none at all */
  /* Words, separated by blanks:
   *   separable           L = ½ vᵀMv − U(q) with a constant M, and no force depends on v
   *   linear_constraints  Φ is linear in v
   *   autonomous          nothing depends on t
   *   reversible          `reverse` is a reversing symmetry
   *   degenerate          methods may be of higher order here; an order is not confirmed here alone
   *   attracting          some motions attract others
   *   integrable          completely, in the sense of Liouville
   *   spheres             vectors in space of constant length: q, in a frame by q̇ = ψξ, else by a |x|²
   *                       in g for each; of a hamiltonian by angles q about an axis and heights p on it
   *   chaotic             motions that begin near one another separate exponentially
   *   nonsmooth           the functions have jumps or corners
   *   damped              forces take energy away
   *   contact             y = (q, p, s), and the flow takes η = ds − p·dq to a multiple of it
   *   rheonomic           g depends on t; the velocities obey Dg·v + ∂g/∂t = 0
   * ψ, c^k_ij, `reverse`, `common` and the members of equilibria that depend on t are refused. */
  const char *traits;
  const gimbal_lagrangian *lagrangian;
  const gimbal_hamiltonian *hamiltonian;
  const gimbal_frame *frame;
  const gimbal_group *group;
  const gimbal_ode *ode;
  const gimbal_lattice *lattice;
  gimbal_vector *initial; /* writes (q, v), n+m entries, consistent with the constraints */
  /* The solution (q, v, λ) at time t from (q, v) where the run begins, n+m+k entries; NaN where no
   * closed form applies; optional. */
  gimbal_vector *exact;
  gimbal_vector *reverse; /* the reversing symmetry, (q, v) -> n+m entries; NULL: v changes sign */
  gimbal_vector *common;  /* (q, v) in the coordinates of the first realisation; optional there */
  gimbal_scalar *energy;  /* NULL: v·D₂L − L, or H; required of an ode that has one */
  gimbal_list invariants; /* gimbal_invariant, in addition to the energy */
  gimbal_list equilibria; /* gimbal_equilibrium */
  gimbal_list apsides;    /* gimbal_apsides */

  /* The size that an entry typically has, for tolerances: expressions in the parameters, one for
   * each entry or one for all. NULL: the host's own (see gimbal_sizes). */
  const char *size_of_q, *size_of_v, *size_of_p, *size_of_t;
  /* ρ(t,q,v) of a measure ρ dq dv that the exact flow keeps. Under constraints c = (g, Dg·v, Φ) it is
   * that of ρσ, where σ is what dq dv leaves on their manifold, dq dv = dc σ: if Φ = ż − y ẋ, that
   * is dx dy dz dẋ dẏ (in a frame: dq and the free quasivelocities). Optional. */
  gimbal_scalar *density;
  gimbal_list pictures; /* gimbal_picture */
  /* Since minor version 2, reserved: a plugin that gives one of them is refused. Where in (q, v) the
   * functions are defined, a condition; the degree of H in (q, p), an expression; the entries of a
   * constant mass matrix, expressions; parts of the force, and of L or H, for methods that split;
   * which entry of an ode's y is the time, from 1, an expression. */
  const char *domain, *degree, *mass;
  gimbal_list forces, parts;
  const char *time_entry;
  /* Since minor version 2. A conformal Hamiltonian system: forces −c D₂L (or −c p), and those of a
   * potential, so that the flow takes the canonical form ω to e^(−ct) ω [McLachlan and Perlmutter 2001].
   * With the trait contact it takes η to e^(−ct) η. c is an expression in the parameters. NULL: none. */
  const char *contraction;
} gimbal_realisation;

typedef struct gimbal_model {
  const char *name;
  const char *title;        /* one line */
  const char *citation;     /* where the equations come from */
  gimbal_list parameters;   /* gimbal_value */
  gimbal_list cases;        /* gimbal_case, at least one */
  gimbal_list realisations; /* gimbal_realisation, at least one */
  const char *citation_key; /* of BibTeX: "HairerLubichWanner2006"; several with commas */
} gimbal_model;

/* ---- Methods --------------------------------------------------------------------------------- */

typedef enum gimbal_formulation {
  GIMBAL_LAGRANGIAN = 1,
  GIMBAL_HAMILTONIAN,
  GIMBAL_FRAME,
  GIMBAL_GROUP,
  GIMBAL_ODE,
  GIMBAL_LATTICE
} gimbal_formulation;

/* All that one step passes to the next; the host copies and restores it. q, p and lambda are compared
 * with the reference, each at the time that the method names; memory is the method's own.
 * In a lagrangian p = D₂L, in a frame or on a group p = μ; an ode has q = y and nothing else. */
typedef struct gimbal_state {
  gimbal_real t;
  gimbal_real *q, *p, *lambda, *memory;
  gimbal_real *dq, *dp; /* of the state that a step writes (see gimbal_step); otherwise NULL */
  gimbal_real *action;  /* of that state too, if the host needs the action; otherwise NULL */
} gimbal_state;

typedef struct gimbal gimbal; /* a method on a model's case, lent by the host to each call */

/* One step of size h; h is negative in steps back, unless the method is `forward_only`. On entry *to
 * equals *from, with t advanced by h and dq = dp = 0. Nothing is kept unless 0 is returned.
 *
 * q and p: write the increments dq and dp, which the host adds with compensated summation, or
 * overwrite q and p themselves (a group element); the method's `overwrites` says which. Overwrite
 * lambda and memory. A method whose `action` holds adds to *action (0 on entry), unless it is NULL,
 * the step's increment of the discrete action: L_d, or h Σ b_i L(Q_i, V_i) on its stages (see
 * gimbal_lagrangian_value). */
typedef int gimbal_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to);

/* Called once before the first step, with t, q, p and the exact λ of the initial data set. It may
 * change q and p (to the times at which the method has them, half a step later, say) and λ, and fill
 * memory. The compensation of an entry of q or p restarts if the entry is changed. */
typedef int gimbal_start(gimbal *g, gimbal_real h, gimbal_state *state);

/* For methods that choose their own steps: go from *from to time t, earlier or later, such that the
 * error of each entry is about `tolerance` times its size (gimbal_sizes). On entry *to equals *from,
 * with to->t = t; overwrite q, p, lambda and memory (dq, dp and action are NULL). Nothing is kept
 * unless 0 is returned. A method may have this and no step. */
typedef int gimbal_advance(gimbal *g, const gimbal_state *from, gimbal_real t,
                           gimbal_real tolerance, gimbal_state *to);

/* A handle per run, for objects that live longer than a step: a library's solver, a child process.
 * `open` is called when a run begins, before `start`, with the step size (0 before `advance`) and
 * the initial data; it keeps the handle in g->handle, where every later call finds it. `close` is
 * called once for each open that returned 0, however the run ends. One run is open at a time on one
 * g, but a plugin may serve several g at once. The host restores the state, not the handle: a method
 * whose steps depend on the handle's history declares `uncopyable`. */
typedef int gimbal_open(gimbal *g, gimbal_real h, const gimbal_state *state);
typedef void gimbal_close(gimbal *g);

/* The residual of something that holds exactly along the discrete trajectory, and the size of the
 * terms that cancel in it. */
typedef int gimbal_measure(gimbal *g, const gimbal_state *from, gimbal_real h,
                           const gimbal_state *to, gimbal_real *residual, gimbal_real *scale);

typedef struct gimbal_probe {
  const char *name;  /* "discrete_constraint", "momentum_equation" */
  const char *count; /* entries, an expression in k, n, m and the method's parameters */
  gimbal_measure *measure;
} gimbal_probe;

/* A claim of a method about itself. It is tested wherever `when` holds: an expression in the
 * method's parameters, n, m, k, holonomic, nonholonomic, the realisation's traits, unconstrained,
 * canonical (unconstrained and neither forced nor redundant; on a group, of methods on groups; for
 * methods on odes, whose variables are q and v, also separable if the model is a lagrangian), forced
 * (rheonomic constraints do work, too), conformal (the realisation has a `contraction`, and is
 * contact or the method has momenta) and commutative (a vector space, or a group of vectors and angles); for
 * invariants also in the words of their kind.
 *
 *   study       quantity                                 value
 *   order       q p v lambda                             the order, an expression; "5 to
 *                                                        double precision" where coefficients
 *                                                        have only 16 digits
 *   constraint  nodes, or the name of a probe            exact
 *   energy      energy                                   exact bounded random_walk drift
 *   invariant   momentum_map linear quadratic            exact bounded drift
 *               (a kind: every invariant of it) or a name
 *   structure   symplectic conformal contact             yes no
 *               reversible volume
 *   shadow      hamiltonian: a run keeps one near the    yes no
 *               model's (with the action: see below)
 *   growth      q v energy: the power of t by which      the exponent, an expression
 *               errors grow on integrable models
 *   invariant_growth  as of invariant                    the exponent
 *   equilibrium relative_equilibria stability            yes no
 *   curve       orbit (of q) phase_orbit (of q, v):      yes no
 *               the exact one, up to a reparametrisation of time
 *               apsidal_advance: the angle between apsides is exact
 *   scaling     energy: the order of its mean square over an ensemble
 *   equality    the name of another method               yes no
 *   tolerance   exponent of the tolerance with which      its value, an expression
 *               errors fall, of methods that go by one
 *               factor by which they exceed it at most   the factor
 *               monotone: a smaller one, a smaller error yes no
 *   work        evaluations_1e-6: so many of them        a number, an expression
 *               at most, to an error of 1e-6 of the
 *               solution's size; jacobians_, iterations_
 *               and linear_solves_, to 1e-2 … 1e-12
 *   algebra     order, of the tableau                    the order, an expression
 *               linear_order, for linear problems         the order, an expression
 *               ssp real_interval imaginary_interval      the number, to its last digit
 *               order_nystrom, with a quadratic kinetic   the order, an expression
 *               energy; order_w, with any Jacobian;
 *               order_stiff, of exponential methods;
 *               order_weak, of stochastic ones
 *               symplectic symmetric stiffly_accurate    yes no
 *               a_stable l_stable zero_stable
 *
 * `drift` and `no` are negative claims. One counterexample confirms them; on a model without one they
 * are not measurable. */
typedef struct gimbal_claim {
  const char *study;
  const char *quantity;
  const char *value;
  const char *when;   /* NULL: always */
  const char *source; /* paper and place; NULL: the method's citation */
} gimbal_claim;

/* A member of a family: a name, and the parameters that make it. */
typedef struct gimbal_member {
  const char *name;     /* "lobatto_nonholonomic_3" */
  const char *settings; /* "s=3" */
  const char *title;
} gimbal_member;

/* Further members, found at run time (a library's tables): fills in the index-th, counted from 0,
 * and returns 0, or non-zero after the last. The texts last until the next call. */
typedef int gimbal_further_members(int index, gimbal_member *member);

/* A Runge–Kutta tableau of the method's own: entries separated by commas, expressions in the
 * method's parameters. The two of a partitioned or additive pair have a name each. */
typedef struct gimbal_own_tableau {
  const char *name;
  const char *a, *b, *c; /* s×s, s and s entries; c NULL: the sums of the rows of a */
  const char *conjugate; /* s×s; NULL: the symplectic one, if no b_i is 0 */
  const char *embedded;  /* a second set of s weights, for an error estimate; NULL: none */
  const char *gamma;     /* Rosenbrock's Γ, s×s; NULL: none */
} gimbal_own_tableau;

/* A Runge–Kutta tableau and its symplectic conjugate â_ij = b_j (1 − a_ji / b_i) [Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, VI.4]. */
typedef struct gimbal_tableau {
  int s;
  const gimbal_real *a, *conjugate; /* s×s; no conjugate (NULL) if a weight is 0 */
  const gimbal_real *b, *c;         /* s */
  const char *name;
  const gimbal_real *embedded; /* s, and below s×s; NULL if the tableau has none */
  const gimbal_real *gamma;
} gimbal_tableau;

/* Further tableaux, found at run time: fills in the index-th, counted from 0 (name, s, a and b; the
 * others may be NULL, with the meaning above), and returns 0, or non-zero after the last.
 * Everything it points to lasts until the next call. `parameters` are the method's. */
typedef int gimbal_further_tableaux(const gimbal_real *parameters, int index,
                                    gimbal_tableau *tableau);

/* The Runge–Kutta or Rosenbrock method that a step is, for the study algebra, which judges the
 * coefficients without a run. Names are those of tableaux (gimbal_tableau_of) and coefficients.
 *
 *   kind         first                           second
 *   runge_kutta  the tableau of all of y
 *   coefficients a: s×s, or below the diagonal   b; the nodes are the coefficients "c", if there are
 *   partitioned  the tableau of q                that of p; NULL: the conjugate of the first
 *   partitioned_separable  the same, for f(p) and g(q) alone
 *   additive     the tableau of f                that of g, in y' = f(y) + g(y)
 *   nystrom      the tableau of positions (a, b  weights of velocities, coefficients: Q_i = q + c_i h q'
 *                and c) of q'' = f(t,q)          + h² Σ a_ij f_j, q + h q' + h² Σ b_i f_i, q' + h Σ v_i f_i
 *   low_storage  A_i: U ← A_i U + h f(y)         B_i: y ← y + B_i U
 *   shu_osher    α, rows of 1, 2, …, s numbers    β: Y_i = Σ_k<i (α_ik Y_k + h β_ik f(Y_k))
 *   multistep    α_0 … α_k                       β_0 … β_k: Σ α_j y_(n+j) = h Σ β_j f_(n+j)
 *   general_linear  A; U, B, c and start are coefficients of these names (docs/algebra.md)   V
 *   gark         A11; A12, A21, b1 and b2 are coefficients of these names                    A22
 *   multirate    the nodes c                     Γ0; Gamma1, … are coefficients of these names
 *   commutator_free  beta; stage and alpha are coefficients of these names                   the nodes c
 *   munthe_kaas  A; terms and c are coefficients of these names                              b
 *   stochastic, stochastic_additive, stratonovich  A0; the others are coefficients (docs)    alpha
 *   exponential  the tableau, of sums of numbers times phi0(c), phi1(c), … (docs/algebra.md)
 *   splitting    k_i of p ← p + k_i h f(q),      d_i of q ← q + d_i h v(p), in turn; the kicks begin
 *                NULL: one of 1                  unless there are more drifts; NULL: one of 1
 *   rosenbrock   the tableau of α (its a), b, c and Γ (its gamma), of
 *                  (I − h γ_ii J) k_i = f(t + c_i h, y + h Σ α_ij k_j) + h J Σ_{j<i} γ_ij k_j
 *                                       + h ∂f/∂t Σ_j γ_ij,   y₁ = y + h Σ b_i k_i,
 *                with J = ∂f/∂y and ∂f/∂t where the step begins
 *   rosenbrock_y the same without ∂f/∂t. Where f does not depend on t it is the other one, which may
 *                be of a higher order: say that before it, with when = "autonomous"
 */
typedef struct gimbal_scheme {
  const char *kind;
  const char *first, *second;
  const char *stages; /* of tableaux, as for gimbal_tableau_of, an expression; NULL: 0 */
  const char
      *weights;     /* coefficients w_i: a step is made of such steps of size w_i h; NULL: of one */
  const char *when; /* where a step is that, in the words of a claim's condition; NULL: always */
} gimbal_scheme;

typedef struct gimbal_method {
  const char *name; /* of the family */
  const char *title;
  const char *citation;
  gimbal_formulation formulation;
  /* A condition on the realisation, in the words of a claim's; NULL: all. Rheonomic constraints go to
   * methods on odes, and to those in whose condition the word occurs ("rheonomic >= 0"). */
  const char *accepts;
  gimbal_list parameters;   /* gimbal_value */
  gimbal_list coefficients; /* gimbal_value: comma-separated entries, read by gimbal_coefficients */
  gimbal_list members;      /* gimbal_member; none: the family is one method of its own name */
  const char *memory;       /* entries of private memory, an expression; NULL: 0 */
  /* The times of q, p and λ, in steps after the node, at most 64 before or after it; expressions;
   * NULL: 0. */
  const char *time_of_q, *time_of_p, *time_of_lambda;
  const char *symmetric; /* whether the error has an expansion in even powers; NULL: 0 */
  gimbal_start *start;   /* optional */
  /* This, or advance, or both. Since minor version 2 neither, where schemes declare the step: the host
   * takes it (of a kind that can be run; formulation ode, or lagrangian or hamiltonian without
   * constraints). */
  gimbal_step *step;
  gimbal_list probes; /* gimbal_probe */
  gimbal_list claims; /* gimbal_claim */

  /* What a step overwrites, words: q p none. The host takes what is named as the step leaves it
   * (dq or dp is not read), and makes the rest from the increments alone. NULL: the host compares,
   * and what differs from *from in any bit was overwritten; an increment of it is added as well. */
  const char *overwrites;
  gimbal_list tableaux; /* gimbal_own_tableau, for gimbal_tableau_of */
  gimbal_further_tableaux *further_tableaux;
  gimbal_further_members *further_members;
  gimbal_open *open;
  gimbal_close *close;
  /* Whether a step depends on more than the state, so that restoring an earlier state does not
   * restore the run, an expression; NULL: 0. Studies that restore states do not run the method. */
  const char *uncopyable;
  gimbal_advance *advance;
  const char *action;       /* whether a step writes the action, a condition; NULL: 0 */
  const char *citation_key; /* of BibTeX */
  const char *library;      /* the name of the library that the method wraps: "SUNDIALS ARKODE" */
  const char *library_version;
  gimbal_list schemes; /* gimbal_scheme, of which the first holds whose condition does */
  const void *context; /* of the descriptor, passed to steps as g->context; may be NULL */
  /* Since minor version 2: whether h is never negative, an expression; NULL: 0. Others that claim to be
   * symplectic, reversible or symmetric are given steps of −h. */
  const char *forward_only;
} gimbal_method;

/* ---- The plugin itself ----------------------------------------------------------------------- */

typedef struct gimbal_plugin {
  uint32_t abi_major, abi_minor; /* these three never move */
  size_t size;
  gimbal_list methods; /* gimbal_method */
  gimbal_list models;  /* gimbal_model */
  /* Since minor version 2: where GIMBAL_PLUGIN stands in the source, which it fills in itself. Continuous
   * integration shows what is refuted there. */
  const char *source;
  int line;
} gimbal_plugin;

#if defined(__GNUC__)
#define GIMBAL_EXPORT __attribute__((visibility("default")))
#else
#define GIMBAL_EXPORT
#endif
#ifdef GIMBAL_QUAD
#define GIMBAL_SYMBOL gimbal_plugin_quad
#else
#define GIMBAL_SYMBOL gimbal_plugin_double
#endif

/* GIMBAL_PLUGIN(.methods = GIMBAL_LIST(gimbal_method, {…})); once, at the end of the file. */
extern GIMBAL_EXPORT const gimbal_plugin GIMBAL_SYMBOL;
#define GIMBAL_PLUGIN(...)                                                                         \
  const gimbal_plugin GIMBAL_SYMBOL = {.abi_major = GIMBAL_ABI_MAJOR,                              \
                                       .abi_minor = GIMBAL_ABI_MINOR,                              \
                                       .size = sizeof(gimbal_plugin),                              \
                                       __VA_ARGS__,                                                \
                                       .source = __FILE__,                                         \
                                       .line = __LINE__}

/* ---- The host's functions for methods --------------------------------------------------------- */

typedef enum gimbal_retraction { GIMBAL_CAYLEY = 1, GIMBAL_EXPONENTIAL } gimbal_retraction;

/* r = residual(x), n entries each; non-zero if it cannot be evaluated at x. */
typedef int gimbal_residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r);
/* J = ∂r/∂x, n×n, always double. */
typedef int gimbal_jacobian(gimbal *g, void *context, const gimbal_real *x, double *J);

/* Solves residual(x) = 0 in place; see gimbal_solve. */
typedef int gimbal_solver(gimbal *g, int n, gimbal_residual *residual, gimbal_jacobian *jacobian,
                          void *context, gimbal_real *x);

/* The signatures of the services; what is written comes last. */
typedef int gimbal_of_q(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *out);
typedef int gimbal_of_qv(gimbal *g, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                         gimbal_real *out);
typedef int gimbal_of_xi(gimbal *g, gimbal_retraction tau, const gimbal_real *xi, gimbal_real *out);
typedef int gimbal_of_element(gimbal *g, const gimbal_real *a, gimbal_real *out);

/* What gimbal_count adds up. */
typedef enum gimbal_counted {
  GIMBAL_SOLVES = 1,
  GIMBAL_ITERATIONS,
  GIMBAL_RESIDUALS,
  GIMBAL_JACOBIANS
} gimbal_counted;

/* The table behind the calls below, which bear the same names. */
typedef struct gimbal_services {
  size_t size;
  gimbal_of_qv *force, *momentum, *velocity, *constraint, *reaction;
  gimbal_of_q *holonomic, *holonomic_gradient;
  gimbal_of_qv *lagrangian_value, *energy;
  gimbal_of_q *field;
  int (*acceleration)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *,
                      gimbal_real *, gimbal_real *);
  gimbal_of_q *frame_vectors, *frame_derivative;
  gimbal_of_qv *gradient;
  gimbal_of_q *structure_functions;
  int (*compose)(gimbal *, const gimbal_real *, const gimbal_real *, gimbal_real *);
  gimbal_of_xi *retract, *tangent, *tangent_inverse;
  int (*tangent_derivative)(gimbal *, gimbal_retraction, const gimbal_real *, const gimbal_real *,
                            gimbal_real *);
  gimbal_of_element *adjoint;
  const gimbal_tableau *(*tableau_of)(gimbal *, const char *, int);
  const gimbal_real *(*coefficients)(gimbal *, const char *);
  gimbal_solver *solve;
  int (*solve_banded)(gimbal *, int, int, int, gimbal_residual *, void *, gimbal_real *);
  int (*linear_solve)(gimbal *, int, gimbal_real *, gimbal_real *);
  gimbal_real *(*scratch)(gimbal *, size_t);
  int (*fail)(gimbal *, const char *, gimbal_real);
  /* Since minor version 1. */
  gimbal_of_q *field_jacobian, *field_time_derivative, *momentum_field, *holonomic_gradient_band;
  gimbal_of_element *inverse, *bracket;
  int (*coefficient_count)(gimbal *, const char *);
  int (*solve_keyed)(gimbal *, int, int, gimbal_residual *, gimbal_jacobian *, void *,
                     gimbal_real *);
  int (*sizes)(gimbal *, gimbal_real *, gimbal_real *, gimbal_real *);
  void (*count)(gimbal *, gimbal_counted, int64_t);
  int (*increment)(gimbal *, gimbal_retraction, const gimbal_real *, const gimbal_real *,
                   gimbal_real *);
  int (*give_up)(gimbal *, const char *);
  /* Since minor version 2. */
  gimbal_of_q *holonomic_time_derivative;
} gimbal_services;

struct gimbal {
  const gimbal_services *services;
  int n, m;                    /* entries of q, and of v; an ode: n entries of y, m = 0. Of a
                                * model in another formulation y is (q,v) */
  int k;                       /* multipliers: holonomic + nonholonomic */
  int holonomic, nonholonomic; /* of which */
  /* Of a lattice: entries of q on which one entry of the force depends, on either side; else 0: on
   * all. And whether the band wraps around. */
  int band, periodic;
  const gimbal_real *parameters; /* the method's own, in the declared order */
  void *handle;                  /* the method's, of this run: see gimbal_open */
  /* Row i of the holonomic gradient is zero but in the `width` columns from stride·i + offset on;
   * width = n and stride = offset = 0 where the model says nothing. */
  int gradient_width, gradient_stride, gradient_offset;
  const void *context; /* of the method's descriptor */
  int memory;          /* entries of the state's */
  int entries;         /* of a probe, while it is measured */
  gimbal_real
      contraction; /* the rate c of the model's realisation; 0: none. Since minor version 2 */
};

#define GIMBAL_OF_Q(name)                                                                          \
  static inline int gimbal_##name(gimbal *g, gimbal_real t, const gimbal_real *q,                  \
                                  gimbal_real *out) {                                              \
    return g->services->name(g, t, q, out);                                                        \
  }
#define GIMBAL_OF_QV(name)                                                                         \
  static inline int gimbal_##name(gimbal *g, gimbal_real t, const gimbal_real *q,                  \
                                  const gimbal_real *v, gimbal_real *out) {                        \
    return g->services->name(g, t, q, v, out);                                                     \
  }
#define GIMBAL_OF_XI(name)                                                                         \
  static inline int gimbal_##name(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,         \
                                  gimbal_real *out) {                                              \
    return g->services->name(g, tau, xi, out);                                                     \
  }
#define GIMBAL_OF_ELEMENT(name)                                                                    \
  static inline int gimbal_##name(gimbal *g, const gimbal_real *a, gimbal_real *out) {             \
    return g->services->name(g, a, out);                                                           \
  }

/* Each of the following returns non-zero, with the reason recorded, where the model leaves its
 * domain or has no such function. Their outputs need no first guess. Only the unknowns of the
 * solves are read and written.
 *
 *   macro              defines                                    t the time, n and m as in *g
 *   GIMBAL_OF_Q        int gimbal_NAME(g, t, q, out)
 *   GIMBAL_OF_QV       int gimbal_NAME(g, t, q, v, out)
 *   GIMBAL_OF_XI       int gimbal_NAME(g, tau, xi, out)           tau a retraction
 *   GIMBAL_OF_ELEMENT  int gimbal_NAME(g, a, out)
 */

/* All forces but the reactions: D₁L + F (m entries); in a frame ψ_j[ℓ] + F_j, on a group the
 * left-trivialised D₁ℓ + F. */
GIMBAL_OF_QV(force)
/* The Legendre transform p = D₂L(q,v), m entries; the identity of a hamiltonian, where v is p. */
GIMBAL_OF_QV(momentum)
/* Its inverse, v of (q,p), by Newton's method where the transform is not linear. */
GIMBAL_OF_QV(velocity)
/* Φ(q,v), `nonholonomic` entries. */
GIMBAL_OF_QV(constraint)
/* The directions of the reaction forces: the rows of D₂Φ(q,v), nonholonomic×m. */
GIMBAL_OF_QV(reaction)
/* g(q), `holonomic` entries; its derivative Dg, holonomic×n (on a group left-trivialised,
 * holonomic×m); and only the columns of it that are not zero, holonomic×gradient_width. */
GIMBAL_OF_Q(holonomic)
GIMBAL_OF_Q(holonomic_gradient)
GIMBAL_OF_Q(holonomic_gradient_band)
/* ∂g/∂t, `holonomic` entries: 0 but on rheonomic constraints, where tangency is Dg·v + ∂g/∂t = 0. */
GIMBAL_OF_Q(holonomic_time_derivative)
/* L(q,v), one entry (ℓ in a frame or on a group, p·D₂H − H of a hamiltonian): what the action sums
 * up. */
GIMBAL_OF_QV(lagrangian_value)
/* The energy, one entry. */
GIMBAL_OF_QV(energy)
/* The index-reduced field f(t,y) of any formulation; y = (q,v) unless the model gives an ode. */
GIMBAL_OF_Q(field)
/* ∂f/∂y, as many rows as columns as y has entries, and ∂f/∂t: exact to rounding. */
GIMBAL_OF_Q(field_jacobian)
GIMBAL_OF_Q(field_time_derivative)
/* The same field at (q,p), μ for p in a frame or on a group: (q̇, ṗ), n+m entries; q̇ is D₂H, too. */
GIMBAL_OF_Q(momentum_field)
/* The exact v̇ (m entries) and λ (k entries) at (t,q,v). */
static inline int gimbal_acceleration(gimbal *g, gimbal_real t, const gimbal_real *q,
                                      const gimbal_real *v, gimbal_real *acceleration,
                                      gimbal_real *lambda) {
  return g->services->acceleration(g, t, q, v, acceleration, lambda);
}
/* ψ(q), n×m; ∂ψ_ij/∂q_k as [k][i][j], n×n×m; D₁ℓ(q,ξ) at fixed ξ, n entries; and the structure
 * functions c[k][i][j], m×m×m, derived if the model lacks them. */
GIMBAL_OF_Q(frame_vectors)
GIMBAL_OF_Q(frame_derivative)
GIMBAL_OF_QV(gradient)
GIMBAL_OF_Q(structure_functions)
/* On a group: the product ab and the inverse a⁻¹, n entries each. */
static inline int gimbal_compose(gimbal *g, const gimbal_real *a, const gimbal_real *b,
                                 gimbal_real *out) {
  return g->services->compose(g, a, b, out);
}
GIMBAL_OF_ELEMENT(inverse)
/* The retraction τ(ξ), n entries; its left-trivialised tangent dτ_ξ, the inverse of that, and
 * D(ξ,η)δ = ∂_ξ(dτ_ξ η)δ, m×m each. */
GIMBAL_OF_XI(retract)
GIMBAL_OF_XI(tangent)
GIMBAL_OF_XI(tangent_inverse)
static inline int gimbal_tangent_derivative(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                                            const gimbal_real *eta, gimbal_real *out) {
  return g->services->tangent_derivative(g, tau, xi, eta, out);
}
/* aτ(ξ) − a, entry by entry, as a step's dq: n entries, right to roundings of the increment, which the
 * difference of a product is not. A rotation that is off by some roundings is projected back. */
static inline int gimbal_increment(gimbal *g, gimbal_retraction tau, const gimbal_real *a,
                                   const gimbal_real *xi, gimbal_real *out) {
  return g->services->increment(g, tau, a, xi, out);
}
/* The matrices of Ad_a and, for an element of the algebra, of ad_a = [a, ·], m×m each. */
GIMBAL_OF_ELEMENT(adjoint)
GIMBAL_OF_ELEMENT(bracket)

/* The method's own tableau of that name, or "gauss", "lobatto_IIIA", "lobatto_IIIB", "radau_IA" or
 * "radau_IIA"; s stages, or 0 for one of its own with as many as it has. NULL, with the reason
 * recorded, if it does not exist. It lives as long as g. */
static inline const gimbal_tableau *gimbal_tableau_of(gimbal *g, const char *family, int s) {
  return g->services->tableau_of(g, family, s);
}
/* The entries of the descriptor's coefficients of that name, which live as long as g, and their
 * number; NULL and −1, with the reason recorded, if they do not exist. */
static inline const gimbal_real *gimbal_coefficients(gimbal *g, const char *name) {
  return g->services->coefficients(g, name);
}
static inline int gimbal_coefficient_count(gimbal *g, const char *name) {
  return g->services->coefficient_count(g, name);
}
/* Solves residual(x) = 0 by Newton's method, until a correction is below the round-off of each unknown;
 * scale residuals so that the Jacobian's entries are of the order of one. On entry x is the first guess. The host may replace
 * the guess by an extrapolation of earlier steps. The i-th solve of a step continues the i-th of the
 * step before. (In a gimbal_advance, each continues the one before.) Their number is unlimited.
 * Without a Jacobian (NULL) the host takes differences. */
static inline int gimbal_solve(gimbal *g, int n, gimbal_residual *residual,
                               gimbal_jacobian *jacobian, void *context, gimbal_real *x) {
  return g->services->solve(g, n, residual, jacobian, context, x);
}
/* The same where the calls of a step differ in number or order: the system of a key (≥ 0), solved at
 * most once in a step, continues the one of that key in the step before. */
static inline int gimbal_solve_keyed(gimbal *g, int key, int n, gimbal_residual *residual,
                                     gimbal_jacobian *jacobian, void *context, gimbal_real *x) {
  return g->services->solve_keyed(g, key, n, residual, jacobian, context, x);
}
/* As gimbal_solve, for large systems where residual i depends on x[j] for −lower ≤ j − i ≤ upper
 * only (modulo n on a periodic lattice). */
static inline int gimbal_solve_banded(gimbal *g, int n, int lower, int upper,
                                      gimbal_residual *residual, void *context, gimbal_real *x) {
  return g->services->solve_banded(g, n, lower, upper, residual, context, x);
}
/* Solves Ax = b in place: b becomes x, A its factors. */
static inline int gimbal_linear_solve(gimbal *g, int n, gimbal_real *A, gimbal_real *b) {
  return g->services->linear_solve(g, n, A, b);
}
/* The sizes of the entries of the state's q and p and of the time, for tolerances: those that the
 * model declares, or the larger of the initial value and of its change over the case's duration at
 * the initial rate. Always positive; each may be NULL. */
static inline int gimbal_sizes(gimbal *g, gimbal_real *q, gimbal_real *p, gimbal_real *t) {
  return g->services->sizes(g, q, p, t);
}
/* Adds to the counts of the run what a library counted by itself. */
static inline void gimbal_count(gimbal *g, gimbal_counted what, int64_t amount) {
  g->services->count(g, what, amount);
}
/* Working storage, not initialised and never NULL. It lasts until the method's function returns to
 * the host. */
static inline gimbal_real *gimbal_scratch(gimbal *g, size_t count) {
  return g->services->scratch(g, count);
}
/* Records why a step is impossible, with the number that shows it; `return gimbal_fail(…);`. */
static inline int gimbal_fail(gimbal *g, const char *reason, gimbal_real number) {
  return g->services->fail(g, reason, number);
}
/* Ends the whole job, as a crash would, with this reason: for failures that are not the step's, such
 * as a child process that is gone, or a library without memory. `return gimbal_give_up(…);`. */
static inline int gimbal_give_up(gimbal *g, const char *reason) {
  return g->services->give_up(g, reason);
}

#ifdef __cplusplus
}
#endif

#endif
