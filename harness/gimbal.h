/* gimbal.h: the contract between gimbal and its plugins.
 *
 * A plugin is one C file that includes this header, describes methods or models (or both) in a
 * constant descriptor, and is compiled into a shared object:
 *
 *     cc $(pkg-config --cflags gimbal) -shared -fPIC foo.c -o foo.so
 *
 * A method never sees a model: it reaches it through the calls at the end of this header, which
 * always exist; what a model does not give, the host derives. A descriptor holds no floating-point
 * number: dimensions, orders, parameters, coefficients and conditions are text in one small
 * expression language ("2*s-2", "s - s%2", "1+(tau==1/2)", "3*sqrt(10)/5", "nonholonomic==0"),
 * which the host evaluates in the precision at hand. So one source serves both precisions: compiled
 * with -DGIMBAL_QUAD, gimbal_real is __float128.
 *
 * Conventions. Matrices are dense and row-major. Every call that can fail returns 0 on success.
 * Outside its domain a model returns NaN, and the step fails with a reason. All quantities are in
 * the model's own units.
 */
#ifndef GIMBAL_H
#define GIMBAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GIMBAL_ABI_MAJOR 1 /* another major is refused */
#define GIMBAL_ABI_MINOR 0 /* structures and services only grow at their ends */

/* ---- Two precisions -------------------------------------------------------------------------
 * GIMBAL_C(0.3) is a constant, GIMBAL_Q(1,3) a quotient of integers, gimbal_sin(x) a function. */

#ifdef GIMBAL_QUAD
__extension__ typedef __float128 gimbal_real;
#define GIMBAL_C(x) (__extension__ x##Q)
#define GIMBAL_FUNCTION_1(name)                                                                    \
  extern gimbal_real name##q(gimbal_real);                                                         \
  static inline gimbal_real gimbal_##name(gimbal_real x) { return name##q(x); }
#define GIMBAL_FUNCTION_2(name)                                                                    \
  extern gimbal_real name##q(gimbal_real, gimbal_real);                                            \
  static inline gimbal_real gimbal_##name(gimbal_real x, gimbal_real y) { return name##q(x, y); }
#else
typedef double gimbal_real;
#define GIMBAL_C(x) (x)
#ifdef __cplusplus
#define GIMBAL_NOEXCEPT noexcept
#else
#define GIMBAL_NOEXCEPT
#endif
#define GIMBAL_FUNCTION_1(name)                                                                    \
  extern double name(double) GIMBAL_NOEXCEPT;                                                      \
  static inline gimbal_real gimbal_##name(gimbal_real x) { return name(x); }
#define GIMBAL_FUNCTION_2(name)                                                                    \
  extern double name(double, double) GIMBAL_NOEXCEPT;                                              \
  static inline gimbal_real gimbal_##name(gimbal_real x, gimbal_real y) { return name(x, y); }
#endif

#define GIMBAL_Q(numerator, denominator) ((gimbal_real)(numerator) / (gimbal_real)(denominator))
#define GIMBAL_PI GIMBAL_C(3.14159265358979323846264338327950288)
#define GIMBAL_NAN ((gimbal_real)__builtin_nan(""))

GIMBAL_FUNCTION_1(sqrt)
GIMBAL_FUNCTION_1(cbrt)
GIMBAL_FUNCTION_1(sin)
GIMBAL_FUNCTION_1(cos)
GIMBAL_FUNCTION_1(tan)
GIMBAL_FUNCTION_1(asin)
GIMBAL_FUNCTION_1(acos)
GIMBAL_FUNCTION_1(atan)
GIMBAL_FUNCTION_1(sinh)
GIMBAL_FUNCTION_1(cosh)
GIMBAL_FUNCTION_1(tanh)
GIMBAL_FUNCTION_1(asinh)
GIMBAL_FUNCTION_1(acosh)
GIMBAL_FUNCTION_1(atanh)
GIMBAL_FUNCTION_1(exp)
GIMBAL_FUNCTION_1(expm1)
GIMBAL_FUNCTION_1(log)
GIMBAL_FUNCTION_1(log1p)
GIMBAL_FUNCTION_1(fabs)
GIMBAL_FUNCTION_1(floor)
GIMBAL_FUNCTION_1(round)
GIMBAL_FUNCTION_2(pow)
GIMBAL_FUNCTION_2(atan2)
GIMBAL_FUNCTION_2(hypot)
GIMBAL_FUNCTION_2(fmod)
GIMBAL_FUNCTION_2(fmax)
GIMBAL_FUNCTION_2(fmin)

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

/* A vector space, v = q̇: d/dt D₂L = D₁L + F + λ·D₂Φ + μ·Dg, Φ(q,v) = 0 (Chetaev's rule: linear,
 * affine or nonlinear in v), g(q) = 0. Multipliers are ordered holonomic first. */
typedef struct gimbal_lagrangian {
  size_t size;
  gimbal_scalar *L;
  gimbal_vector *D1L;   /* ∂L/∂q, n */
  gimbal_vector *D2L;   /* ∂L/∂v, n */
  gimbal_vector *D22L;  /* ∂²L/∂v², n×n; optional, worth giving */
  gimbal_vector *force; /* F(t,q,v), n; optional */
  gimbal_vector *Phi;   /* nonholonomic constraints; with D2Phi, or neither */
  gimbal_vector *D2Phi; /* ∂Φ/∂v, nonholonomic×n */
  gimbal_vector *g;     /* holonomic constraints; with Dg, or neither */
  gimbal_vector *Dg;    /* ∂g/∂q, holonomic×n */
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

/* A Lie group, v = η = g⁻¹ġ. q holds the element: SO3 as a matrix (9 entries), SE2 as (x, y, θ),
 * Rk and Sk (k angles) as k entries, products one after the other ("SO3*R2"). */
typedef struct gimbal_group {
  size_t size;
  const char *group;
  gimbal_scalar *ell;    /* ℓ(g,η) */
  gimbal_vector *D1ell;  /* left-trivialised: d/dε ℓ(g exp(εe_i), η), m */
  gimbal_vector *D2ell;  /* ∂ℓ/∂η, m */
  gimbal_vector *D22ell; /* m×m; optional */
  gimbal_vector *force;  /* m; optional */
  gimbal_vector *phi;    /* constraints φ(g,η); with D2phi, or neither */
  gimbal_vector *D2phi;  /* nonholonomic×m */
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
  gimbal_lagrangian lagrangian; /* of the whole lattice; D22L, its n diagonal entries, is needed */
} gimbal_lattice;

/* An invariant of the exact flow. */
typedef struct gimbal_invariant {
  const char *name;
  const char *kind; /* words: linear, quadratic (in q and v), momentum_map, energy; claimed: a paper
                       says so, and a suite tests it, but nobody vouches for it */
  gimbal_scalar *value;
  const char *when;         /* condition in the model's parameters; NULL: always */
  gimbal_vector *generator; /* of a momentum map: the vector field on Q, n; optional */
} gimbal_invariant;

/* A relative equilibrium of the exact flow: a motion along the symmetry, on which `deviation` (zero
 * on the manifold of all of them) vanishes. */
typedef struct gimbal_equilibrium {
  const char *name;
  const char *stability; /* stable, unstable or neutral, of small deviations */
  gimbal_vector *state;  /* writes (q, v), n+m entries */
  gimbal_vector
      *perturbation;        /* a direction in (q, v) along the constraints and off the manifold */
  gimbal_scalar *deviation; /* of (q, v), linear to first order */
} gimbal_equilibrium;

/* Of a motion that comes and goes while it turns: `rate` changes its sign from − to + at one kind
 * of apsides (the lowest points of a pendulum), `angle` turns from each to the next by `advance`,
 * which is exact, from any (q, v) of the motion: by a complete elliptic integral, say. */
typedef struct gimbal_apsides {
  const char *name;
  gimbal_scalar *rate;
  gimbal_scalar *angle;
  gimbal_scalar *advance;
} gimbal_apsides;

/* Initial data are the model's `initial` under the case's settings; a family of initial data (an
 * ensemble) sets `members`, and its settings use j = 0 … members−1. */
typedef struct gimbal_case {
  const char *name;
  const char *settings; /* "alpha=3/5, beta=4/5"; NULL: the defaults */
  const char *members;  /* an expression; NULL: a single case */
  const char *duration; /* T of order studies; NULL: 1 */
  const char *step;     /* h of long runs; NULL: 1/10 */
  const char *description;
} gimbal_case;

/* A model written in one set of coordinates: exactly one formulation is not NULL. */
typedef struct gimbal_realisation {
  const char *name;          /* of the coordinates: "cartesian", "polar_trivial" */
  const char *configuration; /* the names of q, separated by blanks; "q[1..n]" for many */
  const char *velocity;      /* the names of v (p, ξ, η) */
  const char *n, *m;         /* entries of q and v, expressions; m NULL: m = n */
  const char *holonomic;     /* number of constraints g, an expression; NULL: 0 */
  const char
      *nonholonomic;  /* number of Φ, Ψ, φ, or of frame vectors off the distribution; NULL: 0 */
  const char *period; /* of each entry of q, separated by commas; 0: none; NULL: none at all */
  const char *traits; /* words that hold here: separable linear_constraints autonomous reversible
                         degenerate (an order cannot be confirmed on it alone) */
  const gimbal_lagrangian *lagrangian;
  const gimbal_hamiltonian *hamiltonian;
  const gimbal_frame *frame;
  const gimbal_group *group;
  const gimbal_ode *ode;
  const gimbal_lattice *lattice;
  gimbal_vector *initial; /* writes (q, v), n+m entries, consistent with the constraints */
  gimbal_vector *exact;   /* the solution (q, v, λ) at time t from (q, v) at time 0, n+m+k entries;
                             NaN where no closed form applies; optional */
  gimbal_vector *reverse; /* the reversing symmetry, (q, v) -> n+m entries; NULL: v changes sign */
  gimbal_vector *common;  /* (q, v) in the coordinates of the first realisation; optional there */
  gimbal_scalar *energy;  /* NULL: v·D₂L − L, or H; required of an ode that has one */
  gimbal_list invariants; /* gimbal_invariant, beside the energy */
  gimbal_list equilibria; /* gimbal_equilibrium */
  gimbal_list apsides;    /* gimbal_apsides */
} gimbal_realisation;

typedef struct gimbal_model {
  const char *name;
  const char *title;        /* one line */
  const char *citation;     /* where the equations come from */
  gimbal_list parameters;   /* gimbal_value */
  gimbal_list cases;        /* gimbal_case, at least one */
  gimbal_list realisations; /* gimbal_realisation, at least one */
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

/* All that one step hands to the next; the host copies and restores it. q, p and lambda are scored,
 * each at the time that the method names; what a method merely carries goes into memory.
 * In a lagrangian p = D₂L, in a frame or on a group p = μ; an ode has q = y and nothing else. */
typedef struct gimbal_state {
  gimbal_real t;
  gimbal_real *q, *p, *lambda, *memory;
  gimbal_real *dq, *dp; /* of the state that a step writes: see gimbal_step; else NULL */
} gimbal_state;

typedef struct gimbal gimbal; /* a method on a model's case, lent by the host to each call */

/* One step of size h (negative to go back). On entry *to equals *from, with t advanced by h and
 * dq = dp = 0. Write the increments dq and dp, which the host adds with compensated summation, or
 * overwrite q and p themselves (a group element); overwrite lambda and memory. Nothing is committed
 * unless 0 is returned. */
typedef int gimbal_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to);

/* Called once, with t, q, p and the exact λ of the initial data set: change λ or fill memory. */
typedef int gimbal_start(gimbal *g, gimbal_real h, gimbal_state *state);

/* The residual of something that holds exactly along the discrete trajectory, and the size of the
 * terms that cancel in it. */
typedef int gimbal_measure(gimbal *g, const gimbal_state *from, gimbal_real h,
                           const gimbal_state *to, gimbal_real *residual, gimbal_real *scale);

typedef struct gimbal_probe {
  const char *name;  /* "discrete_constraint", "momentum_equation" */
  const char *count; /* entries, an expression in k, n, m and the method's parameters */
  gimbal_measure *measure;
} gimbal_probe;

/* What a method says of itself. A claim is tested wherever `when` holds: an expression in the
 * method's parameters, n, m, k, holonomic, nonholonomic, the realisation's traits, unconstrained,
 * canonical (unconstrained and neither forced nor redundant) and forced; for invariants also in the
 * words of their kind.
 *
 *   study       quantity                                 value
 *   order       q p v lambda                             the order, an expression
 *   constraint  nodes, or the name of a probe            exact
 *   energy      energy                                   exact bounded random_walk drift
 *   invariant   momentum_map linear quadratic            exact bounded drift
 *               (a kind: every invariant of it) or a name
 *   structure   symplectic reversible volume             yes no
 *   equilibrium relative_equilibria stability            yes no
 *   curve       orbit (of q) phase_orbit (of q, v):      yes no
 *               the exact one, up to a reparametrisation of time
 *               apsidal_advance: the angle between apsides is exact
 *   scaling     energy: the order of its mean square over an ensemble
 *   equality    the name of another method               yes no
 *
 * `drift` and `no` are denials: they need one witness, and are skipped elsewhere. */
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

typedef struct gimbal_method {
  const char *name; /* of the family */
  const char *title;
  const char *citation;
  gimbal_formulation formulation;
  const char *accepts;    /* a condition on the realisation, in the words of a claim's; NULL: all */
  gimbal_list parameters; /* gimbal_value */
  gimbal_list coefficients; /* gimbal_value: comma-separated entries, read by gimbal_coefficients */
  gimbal_list members;      /* gimbal_member; none: the family is one method of its own name */
  const char *memory;       /* entries of private memory, an expression; NULL: 0 */
  const char *time_of_q, *time_of_p, *time_of_lambda; /* where they are scored, in steps after the
                                                         node, expressions; NULL: 0 */
  const char *symmetric; /* whether the error has an expansion in even powers only; NULL: 0 */
  gimbal_start *start;   /* optional */
  gimbal_step *step;
  gimbal_list probes; /* gimbal_probe */
  gimbal_list claims; /* gimbal_claim */
} gimbal_method;

/* ---- The plugin itself ----------------------------------------------------------------------- */

typedef struct gimbal_plugin {
  uint32_t abi_major, abi_minor; /* these three never move */
  size_t size;
  gimbal_list methods; /* gimbal_method */
  gimbal_list models;  /* gimbal_model */
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
                                       __VA_ARGS__}

/* ---- What the host lends to a method --------------------------------------------------------- */

/* A Runge–Kutta tableau and its symplectic conjugate â_ij = b_j (1 − a_ji / b_i) [Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, VI.4]. */
typedef struct gimbal_tableau {
  int s;
  const gimbal_real *a, *conjugate; /* s×s */
  const gimbal_real *b, *c;         /* s */
} gimbal_tableau;

typedef enum gimbal_retraction { GIMBAL_CAYLEY = 1, GIMBAL_EXPONENTIAL } gimbal_retraction;

/* r = residual(x), n entries each; non-zero if it cannot be evaluated at x. */
typedef int gimbal_residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r);
/* J = ∂r/∂x, n×n, always double. */
typedef int gimbal_jacobian(gimbal *g, void *context, const gimbal_real *x, double *J);

typedef struct gimbal_services {
  size_t size;
  int (*force)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*momentum)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*velocity)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*constraint)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*reaction)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*holonomic)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*holonomic_gradient)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*lagrangian)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*energy)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*field)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*acceleration)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *,
                      gimbal_real *, gimbal_real *);
  int (*frame)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*frame_derivative)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*gradient)(gimbal *, gimbal_real, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*structure)(gimbal *, gimbal_real, const gimbal_real *, gimbal_real *);
  int (*compose)(gimbal *, const gimbal_real *, const gimbal_real *, gimbal_real *);
  int (*retract)(gimbal *, gimbal_retraction, const gimbal_real *, gimbal_real *);
  int (*tangent)(gimbal *, gimbal_retraction, const gimbal_real *, gimbal_real *);
  int (*tangent_inverse)(gimbal *, gimbal_retraction, const gimbal_real *, gimbal_real *);
  int (*tangent_derivative)(gimbal *, gimbal_retraction, const gimbal_real *, const gimbal_real *,
                            gimbal_real *);
  int (*adjoint)(gimbal *, const gimbal_real *, gimbal_real *);
  const gimbal_tableau *(*tableau)(gimbal *, const char *, int);
  const gimbal_real *(*coefficients)(gimbal *, const char *);
  int (*solve)(gimbal *, int, gimbal_residual *, gimbal_jacobian *, void *, gimbal_real *);
  int (*solve_banded)(gimbal *, int, int, int, gimbal_residual *, void *, gimbal_real *);
  int (*linear_solve)(gimbal *, int, gimbal_real *, gimbal_real *);
  gimbal_real *(*scratch)(gimbal *, size_t);
  int (*fail)(gimbal *, const char *, gimbal_real);
} gimbal_services;

struct gimbal {
  const gimbal_services *services;
  int n, m;                      /* entries of q, and of v (an ode: n entries of y, m = 0) */
  int k;                         /* multipliers: holonomic + nonholonomic */
  int holonomic, nonholonomic;   /* of which */
  int band;                      /* of a lattice: entries of q on which one entry of the force
                                    depends, on either side; else 0: all */
  int periodic;                  /* of a lattice: the band wraps around */
  const gimbal_real *parameters; /* the method's own, in the declared order */
};

/* Each of the following fails (non-zero, the reason recorded) where the model leaves its domain. */

/* All forces but the reactions: D₁L + F (m entries); in a frame ψ_j[ℓ] + F_j, on a group the
 * left-trivialised D₁ℓ + F. */
static inline int gimbal_force(gimbal *g, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                               gimbal_real *out) {
  return g->services->force(g, t, q, v, out);
}
/* The Legendre transform p = D₂L(q,v), m entries. */
static inline int gimbal_momentum(gimbal *g, gimbal_real t, const gimbal_real *q,
                                  const gimbal_real *v, gimbal_real *p) {
  return g->services->momentum(g, t, q, v, p);
}
/* Its inverse, by Newton's method where the transform is not linear. */
static inline int gimbal_velocity(gimbal *g, gimbal_real t, const gimbal_real *q,
                                  const gimbal_real *p, gimbal_real *v) {
  return g->services->velocity(g, t, q, p, v);
}
/* Φ(q,v), `nonholonomic` entries. */
static inline int gimbal_constraint(gimbal *g, gimbal_real t, const gimbal_real *q,
                                    const gimbal_real *v, gimbal_real *out) {
  return g->services->constraint(g, t, q, v, out);
}
/* The directions of the reaction forces: the rows of D₂Φ(q,v), nonholonomic×m. */
static inline int gimbal_reaction(gimbal *g, gimbal_real t, const gimbal_real *q,
                                  const gimbal_real *v, gimbal_real *out) {
  return g->services->reaction(g, t, q, v, out);
}
/* g(q), `holonomic` entries, and its derivative Dg, holonomic×n. */
static inline int gimbal_holonomic(gimbal *g, gimbal_real t, const gimbal_real *q,
                                   gimbal_real *out) {
  return g->services->holonomic(g, t, q, out);
}
static inline int gimbal_holonomic_gradient(gimbal *g, gimbal_real t, const gimbal_real *q,
                                            gimbal_real *out) {
  return g->services->holonomic_gradient(g, t, q, out);
}
/* L(q,v) (ℓ in a frame or on a group) and the energy, one entry each. */
static inline int gimbal_lagrangian_value(gimbal *g, gimbal_real t, const gimbal_real *q,
                                          const gimbal_real *v, gimbal_real *out) {
  return g->services->lagrangian(g, t, q, v, out);
}
static inline int gimbal_energy(gimbal *g, gimbal_real t, const gimbal_real *q,
                                const gimbal_real *v, gimbal_real *out) {
  return g->services->energy(g, t, q, v, out);
}
/* The index-reduced field f(t,y) of any formulation; y = (q,v) unless the model gives an ode. */
static inline int gimbal_field(gimbal *g, gimbal_real t, const gimbal_real *y, gimbal_real *out) {
  return g->services->field(g, t, y, out);
}
/* The exact v̇ (m entries) and λ (k entries) at (t,q,v). */
static inline int gimbal_acceleration(gimbal *g, gimbal_real t, const gimbal_real *q,
                                      const gimbal_real *v, gimbal_real *acceleration,
                                      gimbal_real *lambda) {
  return g->services->acceleration(g, t, q, v, acceleration, lambda);
}
/* ψ(q), n×m, and the structure functions c[k][i][j], m×m×m, derived if the model lacks them. */
static inline int gimbal_frame_vectors(gimbal *g, gimbal_real t, const gimbal_real *q,
                                       gimbal_real *psi) {
  return g->services->frame(g, t, q, psi);
}
/* ∂ψ_ij/∂q_k as [k][i][j], n×n×m, and D₁ℓ(q,ξ) at fixed ξ, n entries. */
static inline int gimbal_frame_derivative(gimbal *g, gimbal_real t, const gimbal_real *q,
                                          gimbal_real *out) {
  return g->services->frame_derivative(g, t, q, out);
}
static inline int gimbal_gradient(gimbal *g, gimbal_real t, const gimbal_real *q,
                                  const gimbal_real *xi, gimbal_real *out) {
  return g->services->gradient(g, t, q, xi, out);
}
static inline int gimbal_structure_functions(gimbal *g, gimbal_real t, const gimbal_real *q,
                                             gimbal_real *c) {
  return g->services->structure(g, t, q, c);
}
/* The product ab, and the retraction τ(ξ), n entries each. */
static inline int gimbal_compose(gimbal *g, const gimbal_real *a, const gimbal_real *b,
                                 gimbal_real *out) {
  return g->services->compose(g, a, b, out);
}
static inline int gimbal_retract(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                                 gimbal_real *out) {
  return g->services->retract(g, tau, xi, out);
}
/* The left-trivialised tangent dτ_ξ, its inverse, and D(ξ,η)δ = ∂_ξ(dτ_ξ η)δ, m×m each. */
static inline int gimbal_tangent(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                                 gimbal_real *out) {
  return g->services->tangent(g, tau, xi, out);
}
static inline int gimbal_tangent_inverse(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                                         gimbal_real *out) {
  return g->services->tangent_inverse(g, tau, xi, out);
}
static inline int gimbal_tangent_derivative(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                                            const gimbal_real *eta, gimbal_real *out) {
  return g->services->tangent_derivative(g, tau, xi, eta, out);
}
/* The matrix of Ad_a, m×m. */
static inline int gimbal_adjoint(gimbal *g, const gimbal_real *a, gimbal_real *out) {
  return g->services->adjoint(g, a, out);
}
/* A tableau: "gauss", "lobatto_IIIA" or "lobatto_IIIB" with s stages; NULL if there is none. It
 * lives as long as g. */
static inline const gimbal_tableau *gimbal_tableau_of(gimbal *g, const char *family, int s) {
  return g->services->tableau(g, family, s);
}
/* The entries of the descriptor's coefficients of that name. */
static inline const gimbal_real *gimbal_coefficients(gimbal *g, const char *name) {
  return g->services->coefficients(g, name);
}
/* Solves residual(x) = 0 from the first guess x, by Newton's method. The host may replace the guess
 * by an extrapolation of earlier steps. Without a Jacobian (NULL) it is differenced. */
static inline int gimbal_solve(gimbal *g, int n, gimbal_residual *residual,
                               gimbal_jacobian *jacobian, void *context, gimbal_real *x) {
  return g->services->solve(g, n, residual, jacobian, context, x);
}
/* The same for large systems where residual i depends on x[j] for −lower ≤ j − i ≤ upper only
 * (modulo n on a periodic lattice). */
static inline int gimbal_solve_banded(gimbal *g, int n, int lower, int upper,
                                      gimbal_residual *residual, void *context, gimbal_real *x) {
  return g->services->solve_banded(g, n, lower, upper, residual, context, x);
}
/* Solves Ax = b in place: b becomes x, A its factors. */
static inline int gimbal_linear_solve(gimbal *g, int n, gimbal_real *A, gimbal_real *b) {
  return g->services->linear_solve(g, n, A, b);
}
/* Working storage, not cleared; it lasts until the call that asked for it returns to the host. */
static inline gimbal_real *gimbal_scratch(gimbal *g, size_t count) {
  return g->services->scratch(g, count);
}
/* Records why a step is impossible, with the number that shows it; `return gimbal_fail(…);`. */
static inline int gimbal_fail(gimbal *g, const char *reason, gimbal_real number) {
  return g->services->fail(g, reason, number);
}

#ifdef __cplusplus
}
#endif

#endif
