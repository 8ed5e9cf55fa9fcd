/* gimbal.h: the contract between gimbal and its plugins.
 *
 * A plugin is one C (or C++) file that includes this header, describes methods or models (or both)
 * in a constant descriptor, and is compiled into a shared object:
 *
 *     cc $(pkg-config --cflags gimbal) -shared -fPIC foo.c -o foo.so
 *
 * A method never sees a model. It calls the functions at the end of this header. They always exist:
 * the host derives what a model does not give. A descriptor holds no floating-point number:
 * dimensions, orders, parameters, coefficients and conditions are texts ("2*s-2", "s - s%2",
 * "1+(tau==1/2)", "3*sqrt(10)/5", "nonholonomic==0"). The host evaluates these expressions in the
 * precision of the run, so that one source serves both precisions: compiled with -DGIMBAL_QUAD,
 * gimbal_real is binary128 (GIMBAL_BINARY128).
 *
 * Conventions. Matrices are dense and row-major. Every call that can fail returns 0 on success.
 * Outside its domain a model returns NaN, and the step fails with a reason. A model has units of its
 * own; where its numbers are far from 1, methods see them scaled by powers of two. An omitted member
 * of a descriptor is NULL or 0.
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

/* binary128: long double on AArch64, RISC-V and s390x, else libquadmath's __float128 (x86-64, ppc64le). */
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
#define GIMBAL_NOEXCEPT noexcept /* like the C++ library's declarations; libquadmath has none */
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

/* Sine and cosine of one argument cost little more than one of them. The last arguments are kept: a
 * model's functions are called in turn at one point, and the same sines would take most of the time. */
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
 * A list stores the size of its elements, so that elements may grow at their ends. In C:
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

/* A parameter and its default, or coefficients separated by commas: expressions, which may use the
 * names before them and pi. */
typedef struct gimbal_value {
  const char *name;
  const char *value;
  const char *description; /* with the unit; may be NULL */
} gimbal_value;

/* ---- Models ---------------------------------------------------------------------------------- */

/* The two signatures of a model's functions: `parameters` in the declared order, with the case's
 * values; the time t; the configuration q, n entries; and v, m entries: the velocity, momentum,
 * quasivelocity or body velocity of the formulation, NULL where it has no meaning. They are pure
 * functions, without statics and allocation. */
typedef gimbal_real gimbal_scalar(const gimbal_real *parameters, gimbal_real t,
                                  const gimbal_real *q, const gimbal_real *v);
typedef void gimbal_vector(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                           const gimbal_real *v, gimbal_real *out);

/* Each formulation is a table of functions; begin it with GIMBAL_SIZE(type). */
#define GIMBAL_SIZE(type) .size = sizeof(type)

/* The host derives these by differences, more slowly, where a model lacks them: D1L, D2L, D22L, D2Phi,
 * Dg, D1H, D2H, D1ell of a frame, D2ell, D22ell and the structure functions. */

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

  /* A banded Dg, for many constraints on few neighbours each: "width, stride, offset" (expressions).
   * Row i of Dg is zero outside the `width` columns from stride·i + offset on. Dg_band writes these
   * columns, holonomic×width, with zeros for columns outside 0 … n−1. Both or none. */
  const char *band;
  gimbal_vector *Dg_band;
} gimbal_lagrangian;

/* v = p: q̇ = D₂H, ṗ = −D₁H + F + λ·D₂Φ∘(Legendre transform), Ψ(q,p) = 0. */
typedef struct gimbal_hamiltonian {
  size_t size;
  gimbal_scalar *H;
  gimbal_vector *D1H, *D2H; /* n each */
  gimbal_vector *force;     /* optional */
  gimbal_vector *Psi;       /* constraints; both Psi and reaction, or neither */
  gimbal_vector *reaction;  /* directions of the reaction forces, nonholonomic×n */
} gimbal_hamiltonian;

/* v = ξ, q̇ = ψ(q)ξ: the columns of ψ, n×m, are the m frame vectors (n > m in redundant coordinates).
 * Those of the constraint distribution come first; the components of ξ along the others vanish. */
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

/* A Lie group, v = η = g⁻¹ġ. q is the group element; the factors of a product ("SO3*R2") follow one
 * another:
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
  gimbal_lagrangian lagrangian; /* of the whole lattice; D22L, its n diagonal entries, is required.
                                   It stays last, since it grows. */
} gimbal_lattice;

/* An invariant of the exact flow. */
typedef struct gimbal_invariant {
  const char *name;
  /* Words: linear, quadratic (in q and v; on a group or in redundant coordinates it must be constant
   * off the group as well, where methods preserve it), momentum_map, energy; claimed: stated by a
   * paper and tested by a suite, but not known to hold. */
  const char *kind;
  gimbal_scalar *value;
  const char *when;         /* condition in the model's parameters; NULL: always */
  gimbal_vector *generator; /* of a momentum map: the vector field on Q, n; optional */
} gimbal_invariant;

/* A relative equilibrium of the exact flow: a motion along the symmetry. `deviation` vanishes on the
 * manifold of all relative equilibria. */
typedef struct gimbal_equilibrium {
  const char *name;
  /* Small deviations decay (stable), grow (unstable) or stay (neutral). If they oscillate, omit it. */
  const char *stability;
  gimbal_vector *state; /* writes (q, v), n+m entries */
  /* A direction in (q, v) along the constraints and off the manifold. */
  gimbal_vector *perturbation;
  gimbal_scalar *deviation; /* of (q, v), linear to first order */
} gimbal_equilibrium;

/* The apsides of a motion that oscillates while it rotates. `rate` changes its sign from − to + at
 * one kind of apsides (the lowest points of a pendulum). From one to the next, `angle` increases by
 * `advance`, an exact value for any (q, v) of the motion, such as a complete elliptic integral. */
typedef struct gimbal_apsides {
  const char *name;
  gimbal_scalar *rate;
  gimbal_scalar *angle;
  gimbal_scalar *advance;
} gimbal_apsides;

/* A picture of the motion, drawn by the study trajectory: a curve given by two expressions, or three
 * in space, in q, v, t and the parameters. With a section it has a point at each upward zero crossing
 * of that expression. */
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

/* Initial data are the model's `initial` with the case's settings. An ensemble of initial data sets
 * `members`; its settings use j = 0 … members−1. */
typedef struct gimbal_case {
  const char *name;
  const char *settings; /* "alpha=3/5, beta=4/5"; NULL: the defaults */
  const char *members;  /* an expression; NULL: a single case */
  const char *duration; /* T of order studies; NULL: 1 */
  const char *step;     /* h of long runs; NULL: 1/10, or T/20 if T is not 8 to 400 such steps */
  const char *description;
  /* Since minor version 2, expressions. The time at which runs begin (NULL: 0): the model's functions
   * get this time, but methods and results count from 0. The longest run (NULL: the suite's limit). */
  const char *begin, *longest;
} gimbal_case;

/* A model in one set of coordinates. Exactly one formulation is not NULL. */
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
   *   separable           L = ½ vᵀMv − U(q) with a constant M and forces independent of v, or
   *                       H = T(p) + U(q) and forces independent of p
   *   linear_constraints  Φ is linear in v
   *   autonomous          nothing depends on t
   *   reversible          `reverse` is a reversing symmetry
   *   degenerate          methods may have a higher order here, so this model alone confirms no order
   *   attracting          some motions attract others
   *   integrable          in the sense of Liouville
   *   spheres             vectors of constant length in space: q, by q̇ = ψξ in a frame, else by |x|² in
   *                       g for each vector; in a hamiltonian by angles q about an axis and heights p
   *   chaotic             neighbouring motions separate exponentially
   *   nonsmooth           the functions have jumps or corners
   *   damped              forces take energy away
   *   contact             y = (q, p, s), and the flow maps η = ds − p·dq to a multiple of η
   *   rheonomic           g depends on t; the velocities obey Dg·v + ∂g/∂t = 0
   * ψ, c^k_ij, `reverse`, `common` and the members of equilibria must not depend on t. */
  const char *traits;
  const gimbal_lagrangian *lagrangian;
  const gimbal_hamiltonian *hamiltonian;
  const gimbal_frame *frame;
  const gimbal_group *group;
  const gimbal_ode *ode;
  const gimbal_lattice *lattice;
  gimbal_vector *initial; /* writes (q, v), n+m entries, consistent with the constraints */
  /* The solution (q, v, λ) at time t, n+m+k entries, from the initial (q, v); NaN where no closed form
   * applies; optional. */
  gimbal_vector *exact;
  gimbal_vector *reverse; /* the reversing symmetry, (q, v) -> n+m entries; NULL: v changes sign */
  gimbal_vector *common;  /* (q, v) in the coordinates of the first realisation; optional there */
  gimbal_scalar *energy;  /* NULL: v·D₂L − L, or H; required of an ode that has one */
  gimbal_list invariants; /* gimbal_invariant, in addition to the energy */
  gimbal_list equilibria; /* gimbal_equilibrium */
  gimbal_list apsides;    /* gimbal_apsides */

  /* The typical size of each entry, for tolerances: expressions in the parameters, one for each entry
   * or one for all. NULL: see gimbal_sizes. */
  const char *size_of_q, *size_of_v, *size_of_p, *size_of_t;
  /* ρ(t,q,v) of an invariant measure ρ dq dv of the exact flow; optional. Under constraints
   * c = (g, Dg·v, Φ) the measure is ρσ on their manifold, with dq dv = dc σ. For Φ = ż − y ẋ, σ is
   * dx dy dz dẋ dẏ (in a frame: dq and the free quasivelocities). */
  gimbal_scalar *density;
  gimbal_list pictures; /* gimbal_picture */
  /* Reserved since minor version 2; a plugin that sets one of them is refused. The domain of the
   * functions in (q, v), a condition; the degree of H in (q, p); the entries of a constant mass
   * matrix; parts of the force, and of L or H, for splitting methods; the entry of an ode's y that is
   * the time, counted from 1. */
  const char *domain, *degree, *mass;
  gimbal_list forces, parts;
  const char *time_entry;
  /* Since minor version 2. The rate c of a conformal Hamiltonian system, an expression in the
   * parameters; NULL: none. Its forces are −c D₂L (or −c p) and those of a potential, so the flow maps
   * the canonical form ω to e^(−ct) ω [McLachlan and Perlmutter 2001]. With the trait contact it maps
   * η to e^(−ct) η. */
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

/* All data that pass from one step to the next; the host copies and restores them. q, p and lambda are
 * compared with the reference, each at its declared time; memory is private to the method.
 * p is D₂L of a lagrangian, and μ in a frame or on a group; an ode has only q = y. */
typedef struct gimbal_state {
  gimbal_real t;
  gimbal_real *q, *p, *lambda, *memory;
  gimbal_real *dq, *dp; /* in the state that a step writes (see gimbal_step); otherwise NULL */
  gimbal_real *action;  /* in that state, if the host needs the action; otherwise NULL */
} gimbal_state;

typedef struct gimbal gimbal; /* a method on a case of a model; the host passes it to each call */

/* One step of size h, which is negative in backward steps (none if the method is `forward_only`). On
 * entry *to equals *from, but t is advanced by h, and dq = dp = 0. A non-zero result discards *to.
 *
 * Either write the increments dq and dp, which the host adds to q and p by compensated summation, or
 * overwrite q and p (a group element); `overwrites` declares which. Overwrite lambda and memory. If
 * the method has an `action` and the pointer is not NULL, add the increment of the discrete action to
 * *action, which is 0 on entry: L_d, or h Σ b_i L(Q_i, V_i) (see gimbal_lagrangian_value). */
typedef int gimbal_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to);

/* Called once before the first step, with the initial t, q, p and exact λ. It may move q, p and λ to the
 * method's own times (half a step later, say) and fill memory. Changing an entry of q or p restarts its
 * compensated summation. */
typedef int gimbal_start(gimbal *g, gimbal_real h, gimbal_state *state);

/* For methods that choose their own steps: integrates from *from to time t, earlier or later, with an
 * error of about `tolerance` times the size of each entry (gimbal_sizes). On entry *to equals *from, but
 * to->t = t. Overwrite q, p, lambda and memory (dq, dp and action are NULL). A non-zero result discards
 * *to. A method may have this and no step. */
typedef int gimbal_advance(gimbal *g, const gimbal_state *from, gimbal_real t,
                           gimbal_real tolerance, gimbal_state *to);

/* A handle for each run, for objects that outlive a step: a library's solver, a child process. `open` is
 * called at the beginning of a run, before `start`, with the step size (0 before `advance`) and the
 * initial data; it stores the handle in g->handle. `close` is called once for each `open` that returned
 * 0, however the run ends. One g has one open run at a time, but a plugin may serve several g. The host
 * restores the state, not the handle: a method whose steps depend on the handle's history declares
 * `uncopyable`. */
typedef int gimbal_open(gimbal *g, gimbal_real h, const gimbal_state *state);
typedef void gimbal_close(gimbal *g);

/* The residual of an exact equation of the discrete trajectory, and the size of its cancelling terms. */
typedef int gimbal_measure(gimbal *g, const gimbal_state *from, gimbal_real h,
                           const gimbal_state *to, gimbal_real *residual, gimbal_real *scale);

typedef struct gimbal_probe {
  const char *name;  /* "discrete_constraint", "momentum_equation" */
  const char *count; /* entries, an expression in k, n, m and the method's parameters */
  gimbal_measure *measure;
} gimbal_probe;

/* A claim of a method about itself, tested wherever the expression `when` holds. Its variables are the
 * method's parameters, n, m, k, holonomic, nonholonomic, the realisation's traits, and
 *   unconstrained
 *   canonical     unconstrained and neither forced nor redundant; on a group only for methods on groups;
 *                 for methods on odes, which step (q,v), a lagrangian must be separable as well
 *   forced        by forces, or by rheonomic constraints, which do work
 *   conformal     the realisation has a `contraction`, and is contact or the method has momenta
 *   commutative   a vector space, or a group of vectors and angles
 * and, for invariants, the words of their kind.
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
 *   shadow      hamiltonian: runs conserve one near      yes no
 *               the model's (needs `action`)
 *   growth      q v energy: the power of t with which    the exponent, an expression
 *               errors grow on integrable models
 *   invariant_growth  the quantities of invariant        the exponent
 *   equilibrium relative_equilibria stability            yes no
 *   curve       orbit (of q) phase_orbit (of q, v):      yes no
 *               the exact one, up to a reparametrisation of time
 *               apsidal_advance: the angle between apsides is exact
 *   scaling     energy: the order of its mean square over an ensemble
 *   equality    the name of another method               yes no
 *   tolerance   exponent: errors scale like this power   its value, an expression
 *               of the tolerance
 *               factor: the largest error / tolerance    the factor
 *               monotone: smaller tolerances give        yes no
 *               smaller errors
 *   work        evaluations_1e-6: the most evaluations   a number, an expression
 *               for an error of 1e-6 of the solution's
 *               size; also jacobians_, iterations_ and
 *               linear_solves_, for 1e-2 … 1e-12
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
 * An energy is `bounded` if its error stays within a bound that falls with h, as where a method keeps a
 * modified energy near the model's.
 *
 * `drift` and `no` are negative claims: one counterexample confirms them, its absence is no verdict. */
typedef struct gimbal_claim {
  const char *study;
  const char *quantity;
  const char *value;
  const char *when;   /* NULL: always */
  const char *source; /* paper and place; NULL: the method's citation */
} gimbal_claim;

/* A member of a family: a name and its parameters. */
typedef struct gimbal_member {
  const char *name;     /* "lobatto_nonholonomic_3" */
  const char *settings; /* "s=3" */
  const char *title;
} gimbal_member;

/* Further members, found at run time (a library's tables): fills in member `index`, counted from 0, and
 * returns 0, or non-zero after the last. The texts last until the next call. */
typedef int gimbal_further_members(int index, gimbal_member *member);

/* A Runge–Kutta tableau of the method: entries separated by commas, expressions in the method's
 * parameters. A partitioned or additive pair has two tableaux, each with a name. */
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

/* Further tableaux, found at run time: fills in tableau `index`, counted from 0, and returns 0, or
 * non-zero after the last. name, s, a and b are required; the others may be NULL, as above. All it
 * points to lasts until the next call. `parameters` are the method's. */
typedef int gimbal_further_tableaux(const gimbal_real *parameters, int index,
                                    gimbal_tableau *tableau);

/* The scheme of a step, for the study algebra, which judges its coefficients without a run. Names are
 * those of tableaux (gimbal_tableau_of) and coefficients.
 *
 *   kind         first                           second
 *   runge_kutta  the tableau of all of y
 *   coefficients a: s×s, or below the diagonal   b; the nodes are the coefficients "c", if given
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
 *   splitting    k_i of p ← p + k_i h f(q),      d_i of q ← q + d_i h v(p), in turn; k_1 comes first
 *                NULL: one of 1                  unless there are more d_i; NULL: one of 1
 *   rosenbrock   the tableau of α (its a), b, c and Γ (its gamma), of
 *                  (I − h γ_ii J) k_i = f(t + c_i h, y + h Σ α_ij k_j) + h J Σ_{j<i} γ_ij k_j
 *                                       + h ∂f/∂t Σ_j γ_ij,   y₁ = y + h Σ b_i k_i,
 *                with J = ∂f/∂y and ∂f/∂t where the step begins
 *   rosenbrock_y the same without ∂f/∂t. Where f does not depend on t the two agree, and the order may
 *                be higher: declare rosenbrock before it, with when = "autonomous"
 */
typedef struct gimbal_scheme {
  const char *kind;
  const char *first, *second;
  const char *stages; /* of tableaux, as for gimbal_tableau_of, an expression; NULL: 0 */
  const char
      *weights;     /* coefficients w_i: a step consists of such steps of size w_i h; NULL: one */
  const char *when; /* where a step has this scheme, a condition as of a claim; NULL: always */
} gimbal_scheme;

typedef struct gimbal_method {
  const char *name; /* of the family */
  const char *title;
  const char *citation;
  gimbal_formulation formulation;
  /* A condition on the realisation, with the variables of a claim's; NULL: all. Rheonomic models go only
   * to methods on odes, and to methods whose condition contains the word ("rheonomic >= 0"). */
  const char *accepts;
  gimbal_list parameters;   /* gimbal_value */
  gimbal_list coefficients; /* gimbal_value: comma-separated entries, read by gimbal_coefficients */
  gimbal_list members;      /* gimbal_member; none: the family is one method with its name */
  const char *memory;       /* entries of private memory, an expression; NULL: 0 */
  /* The times of q, p and λ, in steps after the node (−64 … 64), expressions; NULL: 0. */
  const char *time_of_q, *time_of_p, *time_of_lambda;
  const char *symmetric; /* whether the error expands in even powers of h; NULL: 0 */
  gimbal_start *start;   /* optional */
  /* step, or advance, or both. Since minor version 2 neither, if a scheme that can be run declares the
   * step (formulation ode, or lagrangian or hamiltonian without constraints). */
  gimbal_step *step;
  gimbal_list probes; /* gimbal_probe */
  gimbal_list claims; /* gimbal_claim */

  /* What a step overwrites, words: q p none. The host takes the named ones as the step leaves them (and
   * does not read their dq or dp), and forms the others from the increments. NULL: the host compares
   * with *from; an entry that differs in any bit was overwritten, and its increment is added too. */
  const char *overwrites;
  gimbal_list tableaux; /* gimbal_own_tableau, for gimbal_tableau_of */
  gimbal_further_tableaux *further_tableaux;
  gimbal_further_members *further_members;
  gimbal_open *open;
  gimbal_close *close;
  /* Whether a step depends on more than the state, so that restoring an earlier state does not restore
   * the run, an expression; NULL: 0. Studies that restore states skip such a method. */
  const char *uncopyable;
  gimbal_advance *advance;
  const char *action;       /* whether a step writes the action, a condition; NULL: 0 */
  const char *citation_key; /* of BibTeX */
  const char *library;      /* the wrapped library: "SUNDIALS ARKODE" */
  const char *library_version;
  gimbal_list schemes; /* gimbal_scheme; the first whose condition holds counts */
  const void *context; /* passed to steps as g->context; may be NULL */
  /* Since minor version 2: whether h is never negative, an expression; NULL: 0. Other methods that claim
   * to be symplectic, reversible or symmetric get steps of −h. */
  const char *forward_only;
} gimbal_method;

/* ---- The plugin itself ----------------------------------------------------------------------- */

typedef struct gimbal_plugin {
  uint32_t abi_major, abi_minor; /* these three never move */
  size_t size;
  gimbal_list methods; /* gimbal_method */
  gimbal_list models;  /* gimbal_model */
  /* Since minor version 2: file and line of GIMBAL_PLUGIN, which sets them. Refuted claims show there. */
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

/* r = residual(x), n entries each. Returns non-zero where it has no value. */
typedef int gimbal_residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r);
/* J = ∂r/∂x, n×n, always double. */
typedef int gimbal_jacobian(gimbal *g, void *context, const gimbal_real *x, double *J);

/* Solves residual(x) = 0 in place; see gimbal_solve. */
typedef int gimbal_solver(gimbal *g, int n, gimbal_residual *residual, gimbal_jacobian *jacobian,
                          void *context, gimbal_real *x);

/* The signatures of the services; the last argument is the output. */
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

/* The functions behind the calls below, which have the same names. */
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
  int n, m;                    /* entries of q and v; for an ode n entries of y and m = 0, where y
                                * is (q,v) if the model has another formulation */
  int k;                       /* multipliers: holonomic + nonholonomic */
  int holonomic, nonholonomic; /* constraints of each kind */
  /* On a lattice an entry of the force depends on `band` entries of q on either side; 0: on all. And
   * whether the band wraps around. */
  int band, periodic;
  const gimbal_real *parameters; /* of the method, in the declared order */
  void *handle;                  /* of this run: see gimbal_open */
  /* Row i of the holonomic gradient is zero outside the `width` columns from stride·i + offset on;
   * width = n and stride = offset = 0 without a `band` of the model. */
  int gradient_width, gradient_stride, gradient_offset;
  const void *context;     /* of the method's descriptor */
  int memory;              /* number of entries of the state's memory */
  int entries;             /* number of entries of a probe, while it is measured */
  gimbal_real contraction; /* the rate c of the realisation; 0: none. Since minor version 2 */
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

/* Each call returns non-zero and records the reason outside the model's domain, or if the model has no
 * such function. Only the unknowns of a solve are read as well as written. n, m and k are those of *g.
 * GIMBAL_OF_Q(x) defines int gimbal_x(g, t, q, out), with the time t; GIMBAL_OF_QV has (g, t, q, v, out),
 * GIMBAL_OF_XI (g, tau, xi, out) with a retraction tau, GIMBAL_OF_ELEMENT (g, a, out). */

/* The force without reactions, m entries: D₁L + F, in a frame ψ_j[ℓ] + F_j, on a group the
 * left-trivialised D₁ℓ + F. */
GIMBAL_OF_QV(force)
/* The Legendre transform p = D₂L(q,v), m entries; the identity for a hamiltonian, where v is p. */
GIMBAL_OF_QV(momentum)
/* Its inverse, v(q,p), m entries; by Newton's method if the transform is not linear. */
GIMBAL_OF_QV(velocity)
/* Φ(q,v), `nonholonomic` entries. */
GIMBAL_OF_QV(constraint)
/* The directions of the reaction forces: the rows of D₂Φ(q,v), nonholonomic×m. */
GIMBAL_OF_QV(reaction)
/* g(q), `holonomic` entries; its derivative Dg, holonomic×n (on a group left-trivialised,
 * holonomic×m); and the band of Dg alone, holonomic×gradient_width. */
GIMBAL_OF_Q(holonomic)
GIMBAL_OF_Q(holonomic_gradient)
GIMBAL_OF_Q(holonomic_gradient_band)
/* ∂g/∂t, `holonomic` entries; 0 unless they are rheonomic. Velocities obey Dg·v + ∂g/∂t = 0. */
GIMBAL_OF_Q(holonomic_time_derivative)
/* The integrand L of the action, one entry: ℓ in a frame or on a group, p·D₂H − H of a hamiltonian. */
GIMBAL_OF_QV(lagrangian_value)
/* The energy, one entry. */
GIMBAL_OF_QV(energy)
/* The index-reduced field f(t,y) of any formulation, as long as y: (q,v), or the y of an ode. */
GIMBAL_OF_Q(field)
/* ∂f/∂y, a square matrix, and ∂f/∂t, as many entries as y: exact to rounding. */
GIMBAL_OF_Q(field_jacobian)
GIMBAL_OF_Q(field_time_derivative)
/* The same field at (q,p), with p = μ in a frame or on a group: (q̇, ṗ) = (D₂H, ṗ), n+m entries. */
GIMBAL_OF_Q(momentum_field)
/* The exact v̇ (m entries) and λ (k entries) at (t,q,v). */
static inline int gimbal_acceleration(gimbal *g, gimbal_real t, const gimbal_real *q,
                                      const gimbal_real *v, gimbal_real *acceleration,
                                      gimbal_real *lambda) {
  return g->services->acceleration(g, t, q, v, acceleration, lambda);
}
/* ψ(q), n×m; ∂ψ_ij/∂q_k as [k][i][j], n×n×m; D₁ℓ(q,ξ) at fixed ξ, n entries; the structure
 * functions c[k][i][j], m×m×m. */
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
/* aτ(ξ) − a, n entries, a step's dq. Its error is a few roundings of the increment, unlike that of a
 * subtraction. A rotation that is off by a few roundings is projected back. */
static inline int gimbal_increment(gimbal *g, gimbal_retraction tau, const gimbal_real *a,
                                   const gimbal_real *xi, gimbal_real *out) {
  return g->services->increment(g, tau, a, xi, out);
}
/* The matrices of Ad_a and, for a in the algebra, of ad_a = [a, ·], m×m each. */
GIMBAL_OF_ELEMENT(adjoint)
GIMBAL_OF_ELEMENT(bracket)

/* The tableau of that name: one of the method's, with s = 0 for its own number of stages, or "gauss",
 * "lobatto_IIIA", "lobatto_IIIB", "radau_IA" or "radau_IIA" with s stages. Records the reason and returns
 * NULL if it does not exist. It lives as long as g. */
static inline const gimbal_tableau *gimbal_tableau_of(gimbal *g, const char *family, int s) {
  return g->services->tableau_of(g, family, s);
}
/* The coefficients of that name, which live as long as g, and their number. They record the reason and
 * return NULL and −1 if they do not exist. */
static inline const gimbal_real *gimbal_coefficients(gimbal *g, const char *name) {
  return g->services->coefficients(g, name);
}
static inline int gimbal_coefficient_count(gimbal *g, const char *name) {
  return g->services->coefficient_count(g, name);
}
/* Solves residual(x) = 0 by Newton's method, until each correction is below the round-off of its unknown.
 * Scale the residuals so that the entries of the Jacobian are of order one. On entry x is the first
 * guess, which the host may replace by an extrapolation from earlier steps: solve i of a step continues
 * solve i of the step before (in gimbal_advance, the solve before). A step may solve any number of
 * systems. Without a Jacobian (NULL) the host uses differences. */
static inline int gimbal_solve(gimbal *g, int n, gimbal_residual *residual,
                               gimbal_jacobian *jacobian, void *context, gimbal_real *x) {
  return g->services->solve(g, n, residual, jacobian, context, x);
}
/* The same for steps whose solves differ in number or order: the system with a key (≥ 0), at most one in
 * each step, continues the system with that key in the step before. */
static inline int gimbal_solve_keyed(gimbal *g, int key, int n, gimbal_residual *residual,
                                     gimbal_jacobian *jacobian, void *context, gimbal_real *x) {
  return g->services->solve_keyed(g, key, n, residual, jacobian, context, x);
}
/* As gimbal_solve, for large banded systems: residual i depends only on x[j] with
 * −lower ≤ j − i ≤ upper (modulo n on a periodic lattice). */
static inline int gimbal_solve_banded(gimbal *g, int n, int lower, int upper,
                                      gimbal_residual *residual, void *context, gimbal_real *x) {
  return g->services->solve_banded(g, n, lower, upper, residual, context, x);
}
/* Solves Ax = b in place: b becomes x, A its factors. */
static inline int gimbal_linear_solve(gimbal *g, int n, gimbal_real *A, gimbal_real *b) {
  return g->services->linear_solve(g, n, A, b);
}
/* The positive sizes of the entries of q and p and of the time, for tolerances; each output may be NULL.
 * The model declares them; otherwise a size is the larger of the initial value and its change over the
 * case's duration at the initial rate. */
static inline int gimbal_sizes(gimbal *g, gimbal_real *q, gimbal_real *p, gimbal_real *t) {
  return g->services->sizes(g, q, p, t);
}
/* Adds a library's own count to a count of the run. */
static inline void gimbal_count(gimbal *g, gimbal_counted what, int64_t amount) {
  g->services->count(g, what, amount);
}
/* Storage for `count` numbers, uninitialised, never NULL, until the method's function returns. */
static inline gimbal_real *gimbal_scratch(gimbal *g, size_t count) {
  return g->services->scratch(g, count);
}
/* Records why a step failed, and a number as evidence: `return gimbal_fail(…);`. */
static inline int gimbal_fail(gimbal *g, const char *reason, gimbal_real number) {
  return g->services->fail(g, reason, number);
}
/* Ends the whole job with this reason, for failures outside of the step: a child process that exited, or
 * a library without memory. `return gimbal_give_up(…);`. */
static inline int gimbal_give_up(gimbal *g, const char *reason) {
  return g->services->give_up(g, reason);
}

#ifdef __cplusplus
}
#endif

#endif
