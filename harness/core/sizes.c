/* The sizes of the entries of q, p and of the time, for tolerances. */
#include "core/integration.h"

/* The model's word in the units of the run: of each entry the exponent; NULL: the model's own. */
static void TakeWord(PetscInt n, const Quad *size, const int *units, Real *out) {
  for (PetscInt i = 0; i < n; ++i)
    out[i] = (Real)scalbnq(size[i], units ? -units[i] : 0);
}

/* What an entry is, or gains over the duration at its rate; where that is nothing, the largest of
 * its kind, and 1 where all is at rest at zero. */
static void Estimate(PetscInt n, const Real *value, const Real *rate, Real duration, Real *out) {
  Real largest = 0;
  for (PetscInt i = 0; i < n; ++i) {
    out[i] = gimbal_fmax(gimbal_fabs(value[i]), duration * gimbal_fabs(rate[i]));
    largest = gimbal_fmax(largest, out[i]);
  }
  for (PetscInt i = 0; i < n; ++i)
    if (!(out[i] > 0))
      out[i] = largest > 0 ? largest : 1;
}

/* Rates of the run's initial q and p; zero where the model cannot say. */
static void InitialRates(Integration it, const Real *initial, Real *rate) {
  const Problem p = it->problem;
  const size_t count = (size_t)(it->nq + it->np);
  if (it->np ? ProblemMomentumField(p, 0, initial, rate) : IntegrationField(it, 0, initial, rate))
    memset(rate, 0, count * sizeof *rate);
}

static void Compute(Integration it) {
  const Problem p = it->problem;
  Quad *const *const size = p->instance->realisation[p->index].size;
  const Real duration = (Real)p->instance->duration, *const initial = it->sizes + it->nq + it->np;
  /* An ode's entries are those of q and then those of v. */
  const PetscInt q = p->n, second = p->m;
  const Quad *const word = size[it->np ? SIZE_OF_P : SIZE_OF_V];
  const CaseUnits *const units = p->instance->units;
  const RealisationUnits *const u = units ? &units->realisation[p->index] : NULL;
  OWNED(MemoryFree) Real *rate = MemoryZeroed((size_t)(it->nq + it->np), sizeof(*rate));
  InitialRates(it, initial, rate);
  Estimate(q, initial, rate, duration, it->sizes);
  Estimate(second, initial + q, rate + q, duration, it->sizes + q);
  if (it->appends_action)
    Estimate(1, initial + q + second, rate + q + second, duration, it->sizes + q + second);
  if (size[SIZE_OF_Q])
    TakeWord(q, size[SIZE_OF_Q], u ? u->q : NULL, it->sizes);
  if (word)
    TakeWord(second, word, !u ? NULL : it->np ? u->p : u->v, it->sizes + q);
  it->sized = PETSC_TRUE;
}

int IntegrationSizes(gimbal *g, Real *q, Real *p, Real *t) {
  Integration it = (Integration)g;
  const ModelCase instance = it->problem->instance;
  const Quad *const word = instance->realisation[it->problem->index].size[SIZE_OF_T];
  if (!it->sized)
    Compute(it);
  if (q)
    memcpy(q, it->sizes, (size_t)it->nq * sizeof *q);
  if (p)
    memcpy(p, it->sizes + it->nq, (size_t)it->np * sizeof *p);
  if (t)
    *t = (Real)instance->duration;
  if (t && word)
    TakeWord(1, word, instance->units ? &instance->units->time : NULL, t);
  return 0;
}
