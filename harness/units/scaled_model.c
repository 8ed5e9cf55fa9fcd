/* The functions of a model in other units.
 *
 * They have the two shapes of all functions of models, and no place for a context but the
 * parameters, which only the model itself reads: so the array that the host hands to them has the
 * context in front of it. */
#include "units/scaled_model.h"
#include "registry/formulation.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

_Static_assert(SCALED_MODEL_MOST == 0100, "the places are counted in two octal digits");

/* What the functions of one realisation need. Factors bring the host's numbers to the model's for
 * what comes in, and the other way for what goes out. */
typedef struct {
  const gimbal_realisation *own; /* the model's */
  const Real *parameters;        /* the model's, with a context of their own if it is scaled too */
  PetscInt n, m, k, holonomic, first_n, first_m;
  PetscInt band[3];
  PetscBool sparse_mass;                    /* D22L has its diagonal only */
  Real time, *q, *v;                        /* in */
  Real lagrangian, density;                 /* out */
  Real *momentum, *force, *gradient, *rate; /* m, m, n, n */
  Real *mass;                               /* m: by rows, beside the displacements */
  Real *constraint, *reaction;              /* k */
  Real *displacement;                       /* m, by columns */
  Real *inverse_displacement;               /* m */
  Real *state, *common;                     /* n + m + k, and of the first realisation */
  Real *invariant, *deviation;
  Real *at; /* room for the arguments, n + m */
} Context;

typedef struct {
  Context *context;
  Real values[]; /* the parameters, as functions are given them */
} Arguments;

static const Context *ContextOf(const Real *parameters) {
  return ((const Arguments *)(const void *)((const char *)parameters - offsetof(Arguments, values)))
      ->context;
}

/* Brings the arguments to the model's units. */
static const Context *Enter(const Real *parameters, Real *t, const Real **q, const Real **v) {
  const Context *c = ContextOf(parameters);
  Real *const at = c->at;
  *t *= c->time;
  if (*q) {
    for (PetscInt i = 0; i < c->n; ++i)
      at[i] = (*q)[i] * c->q[i];
    *q = at;
  }
  if (*v) {
    for (PetscInt i = 0; i < c->m; ++i)
      at[c->n + i] = (*v)[i] * c->v[i];
    *v = at + c->n;
  }
  return c;
}

static void Scale(PetscInt count, const Real *factor, Real *out) {
  for (PetscInt i = 0; i < count; ++i)
    out[i] *= factor[i];
}
static void ScaleMatrix(PetscInt rows, PetscInt columns, const Real *row, const Real *column,
                        Real *out) {
  for (PetscInt i = 0; i < rows; ++i)
    for (PetscInt j = 0; j < columns; ++j)
      out[i * columns + j] *= row[i] * column[j];
}

#define SCALAR(name, function, factor)                                                             \
  static Real name(const Real *parameters, Real t, const Real *q, const Real *v) {                 \
    const Context *c = Enter(parameters, &t, &q, &v);                                              \
    return c->own->function(c->parameters, t, q, v) * (factor);                                    \
  }
#define VECTOR(name, function, scaling)                                                            \
  static void name(const Real *parameters, Real t, const Real *q, const Real *v, Real *out) {      \
    const Context *c = Enter(parameters, &t, &q, &v);                                              \
    c->own->function(c->parameters, t, q, v, out);                                                 \
    scaling;                                                                                       \
  }
#define NONHOLONOMIC (c->k - c->holonomic)

static void ScaleMass(const Context *c, Real *out) {
  if (c->sparse_mass)
    for (PetscInt i = 0; i < c->m; ++i)
      out[i] *= c->mass[i] * c->displacement[i];
  else
    ScaleMatrix(c->m, c->m, c->mass, c->displacement, out);
}
static void ScaleBand(const Context *c, Real *out) {
  for (PetscInt i = 0; i < c->holonomic; ++i)
    for (PetscInt j = 0; j < c->band[0]; ++j) {
      const PetscInt column = c->band[1] * i + c->band[2] + j;
      if (column >= 0 && column < c->n)
        out[i * c->band[0] + j] *= c->reaction[i] * c->displacement[column];
    }
}
/* [ψ_i,ψ_j] = c^k_ij ψ_k. */
static void ScaleStructure(const Context *c, Real *out) {
  for (PetscInt k = 0; k < c->m; ++k)
    for (PetscInt i = 0; i < c->m; ++i)
      for (PetscInt j = 0; j < c->m; ++j)
        out[(k * c->m + i) * c->m + j] *=
            c->displacement[i] * c->displacement[j] * c->inverse_displacement[k];
}

/* A Lagrangian on a vector space or a lattice. */
#define LAGRANGIAN(prefix, at)                                                                     \
  SCALAR(prefix##L, at L, c->lagrangian)                                                           \
  VECTOR(prefix##D1L, at D1L, Scale(c->n, c->gradient, out))                                       \
  VECTOR(prefix##D2L, at D2L, Scale(c->m, c->momentum, out))                                       \
  VECTOR(prefix##D22L, at D22L, ScaleMass(c, out))                                                 \
  VECTOR(prefix##Force, at force, Scale(c->m, c->force, out))                                      \
  VECTOR(prefix##Phi, at Phi, Scale(NONHOLONOMIC, c->constraint + c->holonomic, out))              \
  VECTOR(prefix##D2Phi, at D2Phi,                                                                  \
         ScaleMatrix(NONHOLONOMIC, c->m, c->reaction + c->holonomic, c->displacement, out))        \
  VECTOR(prefix##G, at g, Scale(c->holonomic, c->constraint, out))                                 \
  VECTOR(prefix##Dg, at Dg, ScaleMatrix(c->holonomic, c->m, c->reaction, c->displacement, out))    \
  VECTOR(prefix##DgBand, at Dg_band, ScaleBand(c, out))
LAGRANGIAN(Plain, lagrangian->)
LAGRANGIAN(Lattice, lattice->lagrangian.)

SCALAR(HamiltonianH, hamiltonian->H, c->lagrangian)
VECTOR(HamiltonianD1H, hamiltonian->D1H, Scale(c->n, c->gradient, out))
VECTOR(HamiltonianD2H, hamiltonian->D2H, Scale(c->n, c->rate, out))
VECTOR(HamiltonianForce, hamiltonian->force, Scale(c->m, c->force, out))
VECTOR(HamiltonianPsi, hamiltonian->Psi, Scale(c->k, c->constraint, out))
VECTOR(HamiltonianReaction, hamiltonian->reaction,
       ScaleMatrix(c->k, c->m, c->reaction, c->displacement, out))

VECTOR(FramePsi, frame->psi, ScaleMatrix(c->n, c->m, c->state, c->displacement, out))
SCALAR(FrameEll, frame->ell, c->lagrangian)
VECTOR(FrameD1ell, frame->D1ell, Scale(c->n, c->gradient, out))
VECTOR(FrameD2ell, frame->D2ell, Scale(c->m, c->momentum, out))
VECTOR(FrameD22ell, frame->D22ell, ScaleMass(c, out))
VECTOR(FrameStructure, frame->structure, ScaleStructure(c, out))
VECTOR(FrameForce, frame->force, Scale(c->m, c->force, out))

SCALAR(GroupEll, group->ell, c->lagrangian)
VECTOR(GroupD1ell, group->D1ell, Scale(c->m, c->force, out))
VECTOR(GroupD2ell, group->D2ell, Scale(c->m, c->momentum, out))
VECTOR(GroupD22ell, group->D22ell, ScaleMass(c, out))
VECTOR(GroupForce, group->force, Scale(c->m, c->force, out))
VECTOR(GroupPhi, group->phi, Scale(NONHOLONOMIC, c->constraint + c->holonomic, out))
VECTOR(GroupD2phi, group->D2phi,
       ScaleMatrix(NONHOLONOMIC, c->m, c->reaction + c->holonomic, c->displacement, out))
VECTOR(GroupG, group->g, Scale(c->holonomic, c->constraint, out))
VECTOR(GroupDg, group->Dg, ScaleMatrix(c->holonomic, c->m, c->reaction, c->displacement, out))

VECTOR(OdeF, ode->f, Scale(c->n, c->rate, out))

VECTOR(Initial, initial, Scale(c->n + c->m, c->state, out))
VECTOR(Exact, exact, Scale(c->n + c->m + c->k, c->state, out))
VECTOR(Reverse, reverse, Scale(c->n + c->m, c->state, out))
VECTOR(Common, common, Scale(c->first_n + c->first_m, c->common, out))
SCALAR(Energy, energy, c->lagrangian)
SCALAR(Density, density, c->density)

/* Elements of lists: one function for each place, as a function does not know its own. */
#define INVARIANT(i) ListAt(c->own->invariants, gimbal_invariant, i)
#define EQUILIBRIUM(i) ListAt(c->own->equilibria, gimbal_equilibrium, i)
#define APSIDES(i) ListAt(c->own->apsides, gimbal_apsides, i)
#define CALL_SCALAR(name, i, function, factor)                                                     \
  static Real name##i(const Real *parameters, Real t, const Real *q, const Real *v) {              \
    const Context *c = Enter(parameters, &t, &q, &v);                                              \
    return (function)(c->parameters, t, q, v) * (factor);                                          \
  }
#define CALL_VECTOR(name, i, function, count)                                                      \
  static void name##i(const Real *parameters, Real t, const Real *q, const Real *v, Real *out) {   \
    const Context *c = Enter(parameters, &t, &q, &v);                                              \
    (function)(c->parameters, t, q, v, out);                                                       \
    Scale(count, c->state, out);                                                                   \
  }
#define OF_PLACE(i)                                                                                \
  CALL_SCALAR(Invariant, i, INVARIANT(i)->value, c->invariant[i])                                  \
  CALL_VECTOR(Generator, i, INVARIANT(i)->generator, c->n)                                         \
  CALL_VECTOR(EquilibriumState, i, EQUILIBRIUM(i)->state, c->n + c->m)                             \
  CALL_VECTOR(Perturbation, i, EQUILIBRIUM(i)->perturbation, c->n + c->m)                          \
  CALL_SCALAR(Deviation, i, EQUILIBRIUM(i)->deviation, c->deviation[i])                            \
  CALL_SCALAR(ApsidesRate, i, APSIDES(i)->rate, 1)                                                 \
  CALL_SCALAR(ApsidesAngle, i, APSIDES(i)->angle, 1)                                               \
  CALL_SCALAR(ApsidesAdvance, i, APSIDES(i)->advance, 1)
/* In octal digits: 000 to 077. */
#define EIGHT(do, tens)                                                                            \
  do                                                                                               \
  (0##tens##0) do(0##tens##1) do(0##tens##2) do(0##tens##3) do(0##tens##4) do(0##tens##5) do(      \
      0##tens##6) do(0##tens##7)
#define ALL_PLACES(do)                                                                             \
  EIGHT(do, 0)                                                                                     \
  EIGHT(do, 1)                                                                                     \
  EIGHT(do, 2)                                                                                     \
  EIGHT(do, 3) EIGHT(do, 4) EIGHT(do, 5) EIGHT(do, 6) EIGHT(do, 7)
ALL_PLACES(OF_PLACE)

typedef Real ScalarFunction(const Real *, Real, const Real *, const Real *);
typedef void VectorFunction(const Real *, Real, const Real *, const Real *, Real *);

static const struct {
  ScalarFunction *invariant, *deviation, *rate, *angle, *advance;
  VectorFunction *generator, *state, *perturbation;
} of_place[SCALED_MODEL_MOST] = {
#define NAMES(i)                                                                                   \
  {.invariant = Invariant##i,                                                                      \
   .deviation = Deviation##i,                                                                      \
   .rate = ApsidesRate##i,                                                                         \
   .angle = ApsidesAngle##i,                                                                       \
   .advance = ApsidesAdvance##i,                                                                   \
   .generator = Generator##i,                                                                      \
   .state = EquilibriumState##i,                                                                   \
   .perturbation = Perturbation##i},
    ALL_PLACES(NAMES)};

/* ---- The descriptor ---- */

#define SET(table, member, function)                                                               \
  do {                                                                                             \
    if ((table)->member)                                                                           \
      (table)->member = function;                                                                  \
  } while (0)
#define SET_LAGRANGIAN(table, prefix)                                                              \
  do {                                                                                             \
    SET(table, L, prefix##L);                                                                      \
    SET(table, D1L, prefix##D1L);                                                                  \
    SET(table, D2L, prefix##D2L);                                                                  \
    SET(table, D22L, prefix##D22L);                                                                \
    SET(table, force, prefix##Force);                                                              \
    SET(table, Phi, prefix##Phi);                                                                  \
    SET(table, D2Phi, prefix##D2Phi);                                                              \
    SET(table, g, prefix##G);                                                                      \
    SET(table, Dg, prefix##Dg);                                                                    \
    SET(table, Dg_band, prefix##DgBand);                                                           \
  } while (0)
/* A copy, whose functions can be replaced. */
#define COPY(arena, from, to)                                                                      \
  do {                                                                                             \
    PetscCall(ArenaArray(arena, 1, &(to)));                                                        \
    *(to) = *(from);                                                                               \
  } while (0)

static PetscErrorCode ReplaceLagrangian(Arena arena, gimbal_realisation *r) {
  gimbal_lagrangian *plain;
  gimbal_lattice *lattice;
  PetscFunctionBeginUser;
  if (r->lagrangian) {
    COPY(arena, r->lagrangian, plain);
    SET_LAGRANGIAN(plain, Plain);
    r->lagrangian = plain;
  }
  if (r->lattice) {
    COPY(arena, r->lattice, lattice);
    SET_LAGRANGIAN(&lattice->lagrangian, Lattice);
    r->lattice = lattice;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReplaceFrame(Arena arena, gimbal_realisation *r) {
  gimbal_frame *frame;
  PetscFunctionBeginUser;
  if (!r->frame)
    PetscFunctionReturn(0);
  COPY(arena, r->frame, frame);
  SET(frame, psi, FramePsi);
  SET(frame, ell, FrameEll);
  SET(frame, D1ell, FrameD1ell);
  SET(frame, D2ell, FrameD2ell);
  SET(frame, D22ell, FrameD22ell);
  SET(frame, structure, FrameStructure);
  SET(frame, force, FrameForce);
  r->frame = frame;
  PetscFunctionReturn(0);
}

static PetscErrorCode ReplaceGroup(Arena arena, gimbal_realisation *r) {
  gimbal_group *group;
  PetscFunctionBeginUser;
  if (!r->group)
    PetscFunctionReturn(0);
  COPY(arena, r->group, group);
  SET(group, ell, GroupEll);
  SET(group, D1ell, GroupD1ell);
  SET(group, D2ell, GroupD2ell);
  SET(group, D22ell, GroupD22ell);
  SET(group, force, GroupForce);
  SET(group, phi, GroupPhi);
  SET(group, D2phi, GroupD2phi);
  SET(group, g, GroupG);
  SET(group, Dg, GroupDg);
  r->group = group;
  PetscFunctionReturn(0);
}

static PetscErrorCode ReplaceOthers(Arena arena, gimbal_realisation *r) {
  gimbal_hamiltonian *hamiltonian;
  gimbal_ode *ode;
  PetscFunctionBeginUser;
  if (r->hamiltonian) {
    COPY(arena, r->hamiltonian, hamiltonian);
    SET(hamiltonian, H, HamiltonianH);
    SET(hamiltonian, D1H, HamiltonianD1H);
    SET(hamiltonian, D2H, HamiltonianD2H);
    SET(hamiltonian, force, HamiltonianForce);
    SET(hamiltonian, Psi, HamiltonianPsi);
    SET(hamiltonian, reaction, HamiltonianReaction);
    r->hamiltonian = hamiltonian;
  }
  if (r->ode) {
    COPY(arena, r->ode, ode);
    SET(ode, f, OdeF);
    r->ode = ode;
  }
  SET(r, initial, Initial);
  SET(r, exact, Exact);
  SET(r, reverse, Reverse);
  SET(r, common, Common);
  SET(r, energy, Energy);
  SET(r, density, Density);
  PetscFunctionReturn(0);
}

static PetscErrorCode CopyList(Arena arena, size_t size, const char *name, gimbal_list *list) {
  char *copy;
  PetscFunctionBeginUser;
  PetscCheck(list->count <= SCALED_MODEL_MOST, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "%d %s: other units than the model's are for %d at most", (int)list->count, name,
             SCALED_MODEL_MOST);
  PetscCall(ArenaArray(arena, (PetscInt)(list->count * size), &copy));
  if (list->count)
    memcpy(copy, list->at, list->count * size);
  list->at = copy;
  PetscFunctionReturn(0);
}

static PetscErrorCode ReplaceLists(Arena arena, gimbal_realisation *r) {
  PetscFunctionBeginUser;
  PetscCall(CopyList(arena, sizeof(gimbal_invariant), "invariants", &r->invariants));
  PetscCall(CopyList(arena, sizeof(gimbal_equilibrium), "relative equilibria", &r->equilibria));
  PetscCall(CopyList(arena, sizeof(gimbal_apsides), "kinds of apsides", &r->apsides));
  for (size_t i = 0; i < r->invariants.count; ++i) {
    gimbal_invariant *invariant = (gimbal_invariant *)r->invariants.at + i;
    SET(invariant, value, of_place[i].invariant);
    SET(invariant, generator, of_place[i].generator);
  }
  for (size_t i = 0; i < r->equilibria.count; ++i) {
    gimbal_equilibrium *equilibrium = (gimbal_equilibrium *)r->equilibria.at + i;
    SET(equilibrium, state, of_place[i].state);
    SET(equilibrium, perturbation, of_place[i].perturbation);
    SET(equilibrium, deviation, of_place[i].deviation);
  }
  for (size_t i = 0; i < r->apsides.count; ++i) {
    gimbal_apsides *apsides = (gimbal_apsides *)r->apsides.at + i;
    SET(apsides, rate, of_place[i].rate);
    SET(apsides, angle, of_place[i].angle);
    SET(apsides, advance, of_place[i].advance);
  }
  PetscFunctionReturn(0);
}

/* ---- The contexts ---- */

/* What lies outside would be 0 or infinite in double precision, products of it a little earlier. */
enum { LARGEST_EXPONENT = 1000 };

static Real Power(int exponent) {
  return (Real)ldexp(1, PetscClipInterval(exponent, -LARGEST_EXPONENT, LARGEST_EXPONENT));
}

/* 2^(sign·(first + exponents)). */
static PetscErrorCode Powers(Arena arena, PetscInt count, int first, int sign, const int *exponent,
                             Real **out) {
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(arena, count + 1, out));
  for (PetscInt i = 0; i < count; ++i)
    (*out)[i] = Power(sign * (first + exponent[i]));
  PetscFunctionReturn(0);
}

static PetscErrorCode SetFactors(Arena arena, const CaseUnits *all, const RealisationUnits *u,
                                 const RealisationUnits *first, Context *c) {
  const int t = all->time, a = all->action;
  PetscFunctionBeginUser;
  c->time = Power(t);
  c->lagrangian = Power(t - a);
  c->density = Power(-u->density);
  PetscCall(Powers(arena, u->n, 0, 1, u->q, &c->q));
  PetscCall(Powers(arena, u->m, 0, 1, u->v, &c->v));
  PetscCall(Powers(arena, u->m, 0, -1, u->p, &c->momentum));
  PetscCall(Powers(arena, u->m, t - a, 1, u->displacement, &c->force));
  PetscCall(Powers(arena, u->n, t - a, 1, u->q, &c->gradient));
  PetscCall(Powers(arena, u->n, -t, -1, u->q, &c->rate));
  PetscCall(Powers(arena, u->m, -a - t, 1, u->displacement, &c->mass));
  PetscCall(Powers(arena, u->m, 0, 1, u->displacement, &c->displacement));
  PetscCall(Powers(arena, u->m, 0, -1, u->displacement, &c->inverse_displacement));
  PetscCall(Powers(arena, u->k, 0, -1, u->constraint, &c->constraint));
  PetscCall(Powers(arena, u->k, 0, -1, u->reaction, &c->reaction));
  PetscCall(Powers(arena, u->invariants, 0, -1, u->invariant, &c->invariant));
  PetscCall(Powers(arena, u->equilibria, 0, -1, u->deviation, &c->deviation));
  PetscCall(ArenaArray(arena, u->n + u->m + u->k + 1, &c->state));
  for (PetscInt i = 0; i < u->n + u->m + u->k; ++i)
    c->state[i] = Power(i < u->n          ? -u->q[i]
                        : i < u->n + u->m ? -u->v[i - u->n]
                                          : -u->lambda[i - u->n - u->m]);
  c->first_n = first->n;
  c->first_m = first->m;
  PetscCall(ArenaArray(arena, first->n + first->m + 1, &c->common));
  for (PetscInt i = 0; i < first->n + first->m; ++i)
    c->common[i] = Power(i < first->n ? -first->q[i] : -first->v[i - first->n]);
  PetscCall(ArenaArray(arena, u->n + u->m + 1, &c->at));
  PetscFunctionReturn(0);
}

#ifdef GIMBAL_QUAD
#define DESCRIPTOR(model) ((model)->descriptor_quad)
#define ARGUMENTS(instance, r) ((instance)->arguments[r].quad)
#else
#define DESCRIPTOR(model) ((model)->descriptor)
#define ARGUMENTS(instance, r) ((instance)->arguments[r].plain)
#endif

static PetscErrorCode CreateArguments(Arena arena, ModelCase instance, PetscInt r,
                                      const CaseUnits *units, const void **out) {
  const gimbal_model *model = DESCRIPTOR(instance->model);
  Context *c;
  Arguments *arguments;
  char *room;
  PetscInt band[3];
  Dimensions d;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(instance, r, &d));
  PetscCall(ModelCaseGetBand(instance, r, band));
  PetscCall(ArenaArray(arena, 1, &c));
  *c = (Context){.own = ListAt(model->realisations, gimbal_realisation, r),
                 .parameters = ARGUMENTS(instance, r),
                 .n = d.n,
                 .m = d.m,
                 .k = d.holonomic + d.nonholonomic,
                 .holonomic = d.holonomic,
                 .band = {band[0], band[1], band[2]},
                 .sparse_mass = FormulationGetData(d.formulation)->diagonal_mass};
  PetscCall(SetFactors(arena, units, &units->realisation[r], &units->realisation[0], c));
  PetscCall(ArenaArray(
      arena, (PetscInt)(sizeof *arguments + model->parameters.count * sizeof(Real)), &room));
  arguments = (Arguments *)(void *)room;
  arguments->context = c;
  for (size_t i = 0; i < model->parameters.count; ++i)
    arguments->values[i] = (Real)instance->parameters[i];
  *out = arguments->values;
  PetscFunctionReturn(0);
}

PetscErrorCode PRECISION(ScaledModelCreate)(ModelCase instance, const CaseUnits *units,
                                            ScaledModel *out) {
  const gimbal_model *own = DESCRIPTOR(instance->model);
  const size_t count = own->realisations.count;
  gimbal_realisation *realisations;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&out->arena));
  COPY(out->arena, own, out->descriptor);
  PetscCall(ArenaArray(out->arena, (PetscInt)count, &realisations));
  PetscCall(ArenaArray(out->arena, (PetscInt)count, &out->arguments));
  for (size_t r = 0; r < count; ++r) {
    realisations[r] = *ListAt(own->realisations, gimbal_realisation, r);
    PetscCall(ReplaceLagrangian(out->arena, &realisations[r]));
    PetscCall(ReplaceFrame(out->arena, &realisations[r]));
    PetscCall(ReplaceGroup(out->arena, &realisations[r]));
    PetscCall(ReplaceOthers(out->arena, &realisations[r]));
    PetscCall(ReplaceLists(out->arena, &realisations[r]));
    PetscCall(CreateArguments(out->arena, instance, (PetscInt)r, units, &out->arguments[r]));
  }
  out->descriptor->realisations.at = realisations;
  PetscFunctionReturn(0);
}
