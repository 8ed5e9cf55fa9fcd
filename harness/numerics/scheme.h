/* What can be said of a Runge-Kutta scheme, a Rosenbrock or a linear multistep method from its numbers alone. */
#pragma once

#include "numerics/exact.h"
#include "numerics/trees.h"

#include <float.h>

/* One tableau for all of y, or, with two colours, one for q and one for p:
 *     Q_i = q + h Σ a[0]_ij f(Q_j,P_j),   P_i = p + h Σ a[1]_ij g(Q_j,P_j),
 *     q₁  = q + h Σ b[0]_i f(Q_i,P_i),    p₁  = p + h Σ b[1]_i g(Q_i,P_i).
 * Or, with a beta, which is α + Γ, and α in a[0], a Rosenbrock method with J = f'(y) [Hairer, Wanner,
 * Solving Ordinary Differential Equations II, IV.7], where the time is one more entry of y, or, as of
 * W-methods, one by which nothing is differentiated:
 *     k_i = f(y + h Σ α_ij k_j) + h J Σ γ_ij k_j,   y₁ = y + h Σ b_i k_i. */
typedef struct {
  PetscInt s, colours;
  PetscBool separable; /* f depends on p only, and g on q only */
  PetscBool quadratic; /* separable, and f is linear in p: the kinetic energy is quadratic */
  PetscBool nystrom;   /* quadratic, and made by SchemeFromNystrom */
  PetscBool additive; /* two tableaux for y' = f(y) + g(y), whose stages Q_i = P_i have both sums */
  PetscInt first_part; /* how many stages f alone uses, where g has others; 0: they share all */
  PetscBool w_method; /* with a beta, and any matrix in the place of J; the time is no entry of y */
  PetscInt external;  /* of a general linear method, which is not 0 there; see below */
  PetscInt start;     /* how many columns its starting rows have; 0: no such rows */
  PetscInt stages;    /* of a method on Lie groups; 0: another kind */
  PetscInt exponentials;                  /* of a commutator-free one */
  PetscInt terms;                         /* of dexp⁻¹, of one of Munthe-Kaas */
  PetscBool has_nodes;                    /* its nodes c are given */
  PetscBool exponential;                  /* an exponential Runge-Kutta method, see below */
  PetscBool stiff;                        /* likewise, and L is unbounded */
  PetscBool stochastic;                   /* a stochastic Runge-Kutta method, see below */
  PetscBool stratonovich, additive_noise; /* kinds of it */
  PetscBool weak;                         /* likewise, and the order is that of expectations */
  PetscBool multistep; /* α_j in b[0] and β_j in b[1], j < s, of Σ α_j y_(n+j) = h Σ β_j f_(n+j) */
  ExactField field;
  ExactNumber *a[2], *b[2]; /* s x s, row-major, and s; a[1] = b[1] = NULL with one colour */
  ExactNumber *c;           /* s, the nodes where the time is taken */
  ExactNumber *more;        /* of exponential and stochastic methods, see below; else NULL */
  ExactNumber *beta;        /* s x s, for PetscFree; NULL: it is no Rosenbrock method */
  PetscBool without_rate;   /* a Rosenbrock method without ∂f/∂t */
} Scheme;

extern PetscErrorCode SchemeCreate(PetscInt s, PetscInt colours, Scheme *);
extern PetscErrorCode SchemeDestroy(Scheme *);
/* The composition of steps of size w_i h, of `count` weights, of what is no Rosenbrock method. */
extern PetscErrorCode SchemeCompose(const Scheme *, PetscInt count, const ExactNumber w[],
                                    Scheme *composed);
/* An equivalent scheme for autonomous systems, in which no two stages are equal, and each one is used; of
 * what is no Rosenbrock method. */
extern PetscErrorCode SchemeReduce(const Scheme *, Scheme *reduced);

/* The one of several numbers that is farthest from 0, in units of its error. */
typedef struct {
  PetscReal defect, error;
  PetscBool exact; /* all are 0 modulo both primes */
} SchemeDefect;
static inline SchemeDefect SchemeNoDefect(void) {
  return (SchemeDefect){.defect = 0, .error = DBL_MIN, .exact = PETSC_TRUE};
}
/* Takes one more number that should be 0. */
extern void SchemeCollect(const Scheme *, ExactNumber, SchemeDefect *);

/* Q_i = q + c_i h q' + h² Σ A_ij f(Q_j), q₁ = q + h q' + h² Σ b_i f(Q_i), q₁' = q' + h Σ v_i f(Q_i), as a partitioned
 * pair: stage 2i + 1 takes the force at Q_i, stage 2i + 2 is the velocity after that force alone, and stage 0 the
 * one before. The order is that of y'' = f(y), and of y'' = f(t, y). */
extern PetscErrorCode SchemeFromNystrom(PetscInt s, ExactField *, const ExactNumber A[],
                                        const ExactNumber b[], const ExactNumber c[],
                                        const ExactNumber v[], Scheme *);
/* v_i (b_j − A_ij) = v_j (b_i − A_ji), b_i = v_i (1 − c_i) [Suris; Hairer, Lubich, Wanner, Geometric Numerical
 * Integration, IV.2]; and whether it is its own adjoint with the stages in reverse order. */
extern SchemeDefect SchemeNystromSymplectic(const Scheme *);
extern SchemeDefect SchemeNystromSymmetric(const Scheme *);

/* The conditions of one order. */
typedef struct {
  PetscInt trees;     /* how many, with roots of all colours */
  PetscReal residual; /* the largest |Σ b Φ − 1/γ|, in units of its error */
  PetscReal largest;  /* the largest of all */
  PetscReal norm;     /* of all over their trees' symmetries, which are the error's coefficients */
  PetscReal largest_coefficient; /* of these */
  PetscReal error;               /* that of the one of `residual` */
  PetscBool exact; /* all hold modulo both primes; only where the field is not UNKNOWN */
  char worst[128]; /* the tree of `residual` */
} OrderConditions;

/* Whether the conditions of the next order are worth a look. */
static inline PetscBool SchemeMayGoOn(const ExactField *f, const OrderConditions *c) {
  return (PetscBool)(c->largest <= 1e-8 || (f->rounded && c->residual <= EXACT_SLACK * c->error));
}
/* The conditions of the orders 1, 2, …, up to the first that fails by more than 1e-8, or by more than rounded decimals
 * explain, and no further than `depth`, at most SCHEME_ORDERS_MAX; *orders of them. */
enum { SCHEME_ORDERS_MAX = TREES_DEPTH_MAX };
extern PetscErrorCode SchemeCheckOrders(const Scheme *, PetscInt depth, PetscInt *orders,
                                        OrderConditions out[SCHEME_ORDERS_MAX]);
/* The same with the conditions of one order by a function, which collects them. */
typedef PetscErrorCode SchemeOrderCheck(void *context, PetscInt order, OrderConditions *);
extern PetscErrorCode SchemeCheckEach(const ExactField *, SchemeOrderCheck *, void *context,
                                      PetscInt depth, PetscInt *orders, OrderConditions out[]);
/* The largest order, at most `depth`, up to which a scheme of one colour keeps quadratic invariants of autonomous
 * systems: a(u∘v) + a(v∘u) = a(u) a(v) for all trees u and v of so many vertices together [Aubry, Chartier, BIT 38
 * (1998) 439]. */
extern PetscErrorCode SchemePseudoSymplectic(const Scheme *, PetscInt depth, PetscInt *order);
/* The same numbers with the sums of rows as nodes; to be freed by PetscFree of its nodes alone. */
extern PetscErrorCode SchemeAutonomous(const Scheme *, Scheme *autonomous);
/* To what order it is worth to look: to where there are some thousands of trees, and further where a
 * higher order is claimed. */
extern PetscInt SchemeDepth(const Scheme *, PetscReal claimed);
/* Whether the nodes are the sums of the rows of q's matrix, or of p's: if not, the time is treated as
 * a variable with a matrix of its own. */
extern PetscBool SchemeHasNodes(const Scheme *);
/* The first row of that colour's matrix that does not sum to its node, by more than `least`, from 0, and its sum; -1:
 * all do. */
extern PetscInt SchemeRowOffNode(const Scheme *, PetscInt colour, PetscReal least,
                                 ExactNumber *sum);

/* This equation and the next are sufficient for the method's property; of a reduced scheme they are
 * necessary, too.
 * b_i â_ij + b̂_j a_ji = b_i b̂_j, and b = b̂ unless it is separable (â = a, b̂ = b with one colour). */
extern SchemeDefect SchemeSymplectic(const Scheme *);
/* a_σ(i)σ(j) + a_ij = b_j and b_σ(i) = b_i in each colour, where σ turns the stages around: as they
 * stand, or, where they are in another order, by the nodes c. */
extern SchemeDefect SchemeSymmetric(const Scheme *);
/* The stages in pairs with c_i + c_j = 1; false: they have none. */
extern PetscBool SchemePairByNodes(const Scheme *, PetscInt turned[]);
/* b is the last row of a, in the first colour. Of a Rosenbrock method: of α + Γ, and the last node is
 * 1 [Hairer, Wanner, Solving Ordinary Differential Equations II, IV.15]. */
extern SchemeDefect SchemeStifflyAccurate(const Scheme *);

/* The simplifying assumptions of the first colour's tableau, of degree k ≥ 1:
 *     B(k): Σ b_i c_i^(k−1) = 1/k,   C(k): Σ_j a_ij c_j^(k−1) = c_i^k / k,
 *     D(k): Σ_i b_i c_i^(k−1) a_ij = b_j (1 − c_j^k) / k. */
extern SchemeDefect SchemeAssumption(const Scheme *, char which, PetscInt k);

/* Takes one more condition, that the number is 0; true: no other is as far off. */
extern PetscBool SchemeCollectCondition(const ExactField *, ExactNumber, PetscReal symmetry,
                                        OrderConditions *);

/* A general linear method with r external stages, Y = h A f(Y) + U y, y⁺ = h B f(Y) + V y, has a[0] = [A U; B V], of
 * s rows in all, and in a[1] the rows w_i of y_i = Σ_k w_ik h^k y^(k), of `start` columns. Without these its order is
 * that with a starting procedure that makes y one of the components, whatever the others are [Butcher, Numerical
 * Methods for Ordinary Differential Equations, 53].
 * Nodes that are given make the time a variable; they
 * are relative to the first one, since any point of the solution may be y. No orders: 1 is not a simple eigenvalue
 * of V, or no component can be y. */
extern PetscErrorCode SchemeGeneralOrders(const Scheme *, PetscInt depth, PetscInt *orders,
                                          OrderConditions out[], PetscInt *stage_order);
/* The minimal polynomial of V, as α of a multistep method. */
extern PetscErrorCode SchemeGeneralRoots(const Scheme *, Scheme *polynomial);

/* A commutator-free method of `stages` stages has a row of a[0] for each exponential, in turn, and in b[1] the stage of
 * each, which is 1 + stages for those of the step. One of Munthe-Kaas has a tableau, Θ_i = h Σ a_ij dexp⁻¹(Θ_j) F_j, of
 * which only so many terms are taken. The order counts words of ordered trees. */
extern PetscErrorCode SchemeLieOrders(const Scheme *, PetscInt depth, PetscInt *orders,
                                      OrderConditions out[]);

/* An exponential Runge-Kutta method for y' = L y + N(y) has the stages Y_i = e^(c_i z) y + h Σ a_ij(z) N(Y_j), z = hL,
 * and y₁ = e^z y + h Σ b_i(z) N(Y_i). In a[0] and b[0] are the values at z = 0. In `more` is a matrix of s x s
 * with weights for each moment: the coefficients of z^0, z^1, …, and then random ones. The order is that of any N
 * and of bounded L or, with `stiff`, of unbounded L where the solution is smooth [Hochbruck, Ostermann, SIAM Journal
 * on Numerical Analysis 43 (2005) 1069]: up to p, conditions of order p − 1 for all z, and those of order p with the
 * weights b(0). */
enum { SCHEME_MOMENTS = 7, SCHEME_MOMENTS_RANDOM = 5 };
static inline PetscInt SchemeMoment(PetscInt set) {
  return set < SCHEME_MOMENTS ? set + 1 : EXACT_MOMENT_RANDOM + set - SCHEME_MOMENTS;
}
extern PetscErrorCode SchemeExponentialOrders(const Scheme *, PetscInt depth, PetscInt *orders,
                                              OrderConditions out[]);

/* A stochastic Runge-Kutta method for dX = a(t,X) dt + b(t,X) dW, one Wiener process [Rößler, SIAM Journal on Numerical
 * Analysis 48 (2010) 922]:
 *     H_i = y + h Σ a[0]_ij a(H_j) + I_10/h Σ B0_ij b(Ĥ_j),   Ĥ_i = y + h Σ a[1]_ij a(H_j) + √h Σ B1_ij b(Ĥ_j),
 *     y₁ = y + h Σ b[0]_i a(H_i) + Σ (b[1]_i I_1 + β2_i I_11/√h + β3_i I_10/h + β4_i I_111/h) b(Ĥ_i),
 * where a is taken at the nodes c, and b at c1. In `more` are B0, B1, β2, β3, β4 and c1. With `stratonovich` both I_10/h
 * and √h of the stages are J_1. The orders are 1/2, 1, 3/2, … in the mean square or, with `weak`, of expectations. */
extern PetscErrorCode SchemeStochasticOrders(const Scheme *, PetscInt depth, PetscInt *orders,
                                             OrderConditions out[]);

/* Whether the equations of tableaux are not those of this kind. */
static inline PetscBool SchemeHasOwnEquations(const Scheme *scheme) {
  return (PetscBool)(scheme->external || scheme->stages || scheme->more);
}

/* Of a linear multistep method: C_q = Σ α_j j^q/q! − Σ β_j j^(q−1)/(q−1)!, which is 0 up to the order, and
 * C_(p+1)/Σ β_j, the error constant [Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, III.2]. */
extern ExactNumber SchemeMultistepConstant(const Scheme *, PetscInt q);
extern SchemeDefect SchemeMultistepSymmetric(const Scheme *);
/* The roots of ρ = Σ α_j ζ^j, and A-stability, which is Re σ/ρ ≥ 0 outside of the unit circle. */
typedef struct {
  PetscReal largest;      /* modulus of a root, other than one root 1 */
  PetscReal error;        /* of moduli near 1 */
  PetscBool repeated;     /* a root on the unit circle is repeated */
  PetscReal least;        /* Re σ/ρ times |ρ|² on the unit circle, over Σ|α_j| Σ|β_j| */
  PetscReal least_growth; /* Re σ/(ζ ρ') at the simple roots ζ of modulus 1 */
} MultistepRoots;
/* False where the roots were not found. */
extern PetscBool SchemeMultistepRoots(const Scheme *, MultistepRoots *);

/* The stability function R = N/D of one tableau, det(1 − zA + z e bᵀ) / det(1 − zA), where A is a
 * Rosenbrock method's α + Γ. */
enum { STABILITY_STAGES = 64 };
typedef struct {
  PetscReal numerator[STABILITY_STAGES + 1]; /* coefficients of z^k, k ≤ s */
  PetscReal denominator[STABILITY_STAGES + 1];
  PetscReal error;       /* of the coefficients */
  PetscInt degree[2];    /* of both */
  PetscReal at_infinity; /* |R(∞)|; infinite where it grows */
  PetscReal largest;     /* of |R(iy)| − 1 over real y */
  PetscBool poles;       /* with a real part below zero, or on the axis */
} StabilityFunction;
/* *known is false with two colours, more stages, or a denominator of degree above 16. */
extern PetscErrorCode SchemeStability(const Scheme *, StabilityFunction *, PetscBool *known);
/* Of a general linear method, where |R| is the largest modulus of an eigenvalue of V + zB(1 − zA)⁻¹U; there are no
 * coefficients. */
extern PetscErrorCode SchemeGeneralStability(const Scheme *, StabilityFunction *, PetscBool *known);
