#include "base/limits.h"
#include "base/word_list.h"
#include "registry/check.h"
#include "registry/conditions.h"
#include "registry/formulation.h"
#include "registry/pictures.h"

/* A constraint only makes sense with its derivative, which may be left to the host. */
static PetscErrorCode CheckTogether(const char *where, const gimbal_realisation *r,
                                    ModelFunction value, ModelFunction derivative) {
  const PetscBool has_one = RealisationGives(r, value), has_two = RealisationGives(r, derivative);
  const char *one = "", *two = "";
  FormulationDerivative d;
  (void)RealisationMember(r, value, &one);
  (void)RealisationMember(r, derivative, &two);
  for (PetscInt i = 0; i < FORMULATION_DERIVATIVES && has_one; i++)
    if (RealisationDerivative(r, i, &d) && d.of == derivative && FormulationDerives(&d))
      return 0;
  UserCheck(has_one == has_two, "%s: %s is given without %s; give both or neither", where,
            has_one ? one : two, has_one ? two : one);
  return 0;
}

static PetscErrorCode CheckFormulations(const char *where, const gimbal_realisation *r) {
  const PetscInt formulations = RealisationCountFormulations(r);
  char names[256];
  FormulationListNames(sizeof(names), names);
  UserCheck(formulations == 1,
            "%s: it has %d formulations; give exactly one of %s (another one is another "
            "realisation)",
            where, (int)formulations, names);
  PetscCall(CheckTogether(where, r, MODEL_CONSTRAINT, MODEL_REACTION));
  PetscCall(CheckTogether(where, r, MODEL_HOLONOMIC, MODEL_HOLONOMIC_GRADIENT));
  UserCheck(!r->lattice || r->lattice->lagrangian.D22L,
            "%s: a lattice without D22L; give its n diagonal entries", where);
  return 0;
}

/* "x y vx vy" has as many names as there are entries; a pattern like "q[1..n]" stands for all. */
static PetscErrorCode CheckNames(const char *where, const char *field, const char *text,
                                 PetscInt entries) {
  PetscInt words = 0;
  if (text && strchr(text, '['))
    return 0;
  for (const char *at = text; at && *at; words++) {
    at += strspn(at, " ");
    if (!*at)
      break;
    at += strcspn(at, " ");
  }
  UserCheck(words == entries,
            "%s: %s \"%s\" has %d names for %d entries; separate them by blanks, or write a "
            "pattern such as q[1..n]",
            where, field, text ? text : "", (int)words, (int)entries);
  return 0;
}

/* Where a constant rate of contraction has a meaning: p = D₂L or p, without constraints. */
static PetscErrorCode CheckContraction(const char *where, const gimbal_realisation *r,
                                       const Dimensions *d) {
  const PetscBool contact = WordsContain(r->traits, "contact");
  UserCheck(!contact || (r->ode && d->n % 2),
            "%s: the trait contact needs an ode of y = (q, p, s), with an odd number of entries",
            where);
  if (!r->contraction || contact)
    return 0;
  UserCheck((r->lagrangian || r->hamiltonian) && !d->holonomic && !d->nonholonomic,
            "%s: contraction = \"%s\" needs an unconstrained Lagrangian or Hamiltonian", where,
            r->contraction);
  return 0;
}

static PetscErrorCode CheckBand(const char *where, const gimbal_realisation *r) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(r);
  if (!l)
    return 0;
  UserCheck(!l->band == !l->Dg_band, "%s: %s is given without %s; give both or neither", where,
            l->band ? "band" : "Dg_band", l->band ? "Dg_band" : "band");
  UserCheck(!l->Dg_band || l->Dg, "%s: Dg_band is given without Dg; give the whole gradient too",
            where);
  return 0;
}

static PetscErrorCode CheckRealisation(const char *where, ModelCase c, PetscInt index) {
  const gimbal_realisation *r = ModelRealisation(c->model, index);
  const Dimensions d = ModelCaseDimensions(c, index);
  char path[512];
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s, realisation \"%s\"", where, r->name));
  PetscCall(CheckNames(path, "configuration", r->configuration, d.n));
  if (d.m || r->velocity)
    PetscCall(CheckNames(path, "velocity", r->velocity, d.m));
  UserCheck(!index || r->common,
            "%s: common is missing (NULL); only the first realisation can do without", path);
  PetscCall(WordsCheck(path, "trait", r->traits, TraitWords));
  PetscCall(CheckContraction(path, r, &d));
  PetscCall(CheckBand(path, r));
  PetscCall(PicturesCheck(path, c, index));
  for (size_t i = 0; i < r->invariants.count; i++) {
    const gimbal_invariant *invariant = ListAt(r->invariants, gimbal_invariant, i);
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s, realisation \"%s\", invariant \"%s\"", where,
                            r->name, invariant->name));
    PetscCall(WordsCheck(path, "kind", invariant->kind, KindWords));
    PetscCall(FieldCheck(path, "when", invariant->when, c->variables));
  }
  return 0;
}

PetscErrorCode ModelCheck(Model model) {
  const gimbal_model *d = model->descriptor;
  char where[512], path[512];
  (void)snprintf(where, sizeof(where), "%s: model \"%s\"", model->file, model->name);
  UserCheck(d->realisations.count <= LIMIT_REALISATIONS,
            "%s: %zu realisations; at most %d (LIMIT_REALISATIONS)", where, d->realisations.count,
            LIMIT_REALISATIONS);
  for (size_t i = 0; i < d->realisations.count; i++) {
    const gimbal_realisation *r = ListAt(d->realisations, gimbal_realisation, i);
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s, realisation \"%s\"", where, r->name));
    PetscCall(CheckFormulations(path, r));
  }
  for (size_t i = 0; i < d->parameters.count; i++) {
    const char *name = ListAt(d->parameters, gimbal_value, i)->name;
    UserCheck(strcmp(name, "pi") && strcmp(name, "j"),
              "%s: parameter \"%s\" has a name that expressions use otherwise; give it another",
              where, name);
  }
  for (size_t i = 0; i < d->cases.count; i++) {
    const char *name = ListAt(d->cases, gimbal_case, i)->name;
    ModelCase c;
    PetscErrorCode error = 0;
    PetscCall(ModelCaseCreate(model, name, 0, &c));
    const PetscInt members = c->members;
    for (size_t r = 0; !error && r < d->realisations.count; r++)
      error = CheckRealisation(where, c, (PetscInt)r);
    ModelCaseDestroy(&c);
    PetscCall(error);
    if (members == 1)
      continue;
    /* The far end of an ensemble: a setting that is finite at j = 0 may not be so there. */
    PetscCall(ModelCaseCreate(model, name, members - 1, &c));
    ModelCaseDestroy(&c);
  }
  return 0;
}
