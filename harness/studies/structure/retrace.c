/* Whether the steps of a method can be retraced, on any system that has a reversing symmetry ρ.
 *
 * Reversible means ρ∘Φ∘ρ∘Φ = identity on (q,p). A method that is scored with q at the nodes and p
 * by δ = −½ of a step from them, say, hands on the pair (q_n, p_{n+δ}); in the reversed motion the
 * pair at that node is (q_n, ρp_{n−δ}), which is read from the state n − 2δ.
 *
 * That says something where (q,p) determine the next step. Where a step reads its λ or a memory:
 *  - If a run that restarts at (q₁,p₁) goes where the one that came there goes, what is handed on
 *    is a function of (q,p), and the step with a new start is the map: a force that is kept.
 *  - Otherwise steps of −h from the state as it is, with its λ and its memory, are held against the
 *    nodes that they come from: Φ_−h∘Φ_h = identity, which with ρ∘Φ_h∘ρ = Φ_−h is reversibility.
 *    Of λ (at the nodes) this is what it is, whatever comes out. A memory that steps of −h do not
 *    lead back need not mean anything under −h, as an earlier node does not; only the method knows
 *    how to reverse it, and nothing is said. */
#include "base/word_list.h"
#include "statistics/thresholds.h"
#include "studies/structure/structure.h"

enum { STEPS = 3, STATES = STEPS + 1 };

typedef struct {
  const Experiment *s;
  Precision precision;
  const Core *core;
  Problem problem;
  Integration it;
  Quad h;
  PetscInt n, entries, multipliers, states; /* entries: of (q,p), or of an ode's y */
  Quad *state[STATES];                      /* whole states of the run */
  Quad *other;                              /* room for one more */
  Quad *point, *y;                          /* room for entries */
  Quad *size;
  Quad multiplier_size; /* of λ: what moves the next node by the sizes of its entries */
  char *why;            /* of Retraced */
} Steps;

/* (q,p) of a state, behind the count of steps. */
static Quad *EntriesOf(Quad *state) { return state + 1; }

/* (q,v) of (q,p), and back. */
static PetscBool ToVelocity(const Steps *r, const Quad *x, Quad *y) {
  memcpy(y, x, (size_t)r->entries * sizeof *y);
  return r->s->ode ? PETSC_TRUE : r->core->problem_velocity(r->problem, 0, x, x + r->n, y + r->n);
}

/* ρ in place. Where the model has none of its own, velocities change sign. */
static PetscBool ReversePoint(const Steps *r, Quad *x) {
  const gimbal_realisation *const own = ExperimentRealisation(r->s, r->precision);
  const PetscInt n = r->s->dimensions.n, m = r->s->dimensions.m;
  if (!ToVelocity(r, x, r->y))
    return PETSC_FALSE;
  if (own->reverse) {
    r->core->problem_call(r->problem, &own->reverse, 0, r->y, x);
    memcpy(r->y, x, (size_t)(n + m) * sizeof *x);
  } else
    for (PetscInt i = n; i < n + m; ++i)
      r->y[i] = -r->y[i];
  memcpy(x, r->y, (size_t)(n + m) * sizeof *x);
  if (!r->s->ode)
    r->core->problem_momentum(r->problem, 0, r->y, x + n);
  return PETSC_TRUE;
}

/* Steps from where the run is; the states after each. */
static PetscErrorCode AdvanceRun(const Steps *r, Integration it, PetscInt count, Quad *const into[],
                                 PetscBool *done) {
  StepFailure failure;
  for (PetscInt k = 0; k < count && *done; ++k) {
    PetscCall(r->core->advance(it, 1, &failure));
    *done = Made(&failure, r->why);
    r->core->get_state(it, into[k]);
  }
  return 0;
}

/* A run begins at (q,p) with step h. */
static PetscErrorCode BeginAtPoint(const Steps *r, Integration it, Quad h, const Quad *x,
                                   PetscBool *done) {
  StepFailure failure;
  *done = ToVelocity(r, x, r->y);
  if (!*done)
    return 0;
  PetscCall(r->core->begin(it, h, r->y, &failure));
  *done = Made(&failure, r->why);
  return 0;
}

/* The largest distance of entries, in units of their sizes. */
static Quad StateDistance(const Steps *r, const Quad *a, const Quad *b) {
  Quad largest = 0;
  for (PetscInt i = 0; i < r->entries; ++i)
    largest = LargerOrNaN(largest, fabsq(a[i] - b[i]) / r->size[i]);
  return largest;
}

/* What arithmetic leaves of a few steps. */
static Quad RoundingOf(const Steps *r) { return 1000 * (Quad)r->core->epsilon; }

/* ---- What is handed on ---- */

/* Whether the next node depends on the multiplier: that of the node after is put in its place. What
 * that does is the measure of multipliers, whose units are the constraints' own. */
static PetscErrorCode ReadsMultiplier(Steps *r, PetscBool *reads) {
  const PetscInt lambda = 1 + r->entries;
  PetscBool done = PETSC_TRUE;
  Quad change = 0, effect;
  *reads = PETSC_FALSE;
  if (!r->multipliers)
    return 0;
  for (PetscInt a = lambda; a < lambda + r->multipliers; ++a)
    change = LargerOrNaN(change, fabsq(r->state[1][a] - r->state[0][a]));
  memcpy(r->other, r->state[0], (size_t)r->states * sizeof *r->other);
  memcpy(r->other + lambda, r->state[1] + lambda, (size_t)r->multipliers * sizeof *r->other);
  r->core->set_state(r->it, r->other);
  PetscCall(AdvanceRun(r, r->it, 1, &r->other, &done));
  effect = done ? StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[1])) : (Quad)NAN;
  *reads = (PetscBool) !(effect <= RoundingOf(r));
  r->multiplier_size = change / effect;
  return 0;
}

/* Whether a run that begins at the first node goes on to the nodes of the one that came there. */
static PetscErrorCode RestartsAlike(const Steps *r, PetscBool *same) {
  PetscBool done;
  *same = PETSC_TRUE;
  PetscCall(BeginAtPoint(r, r->it, r->h, EntriesOf(r->state[1]), &done));
  for (PetscInt k = 2; k <= STEPS && done && *same; ++k) {
    PetscCall(AdvanceRun(r, r->it, 1, &r->other, &done));
    *same = (PetscBool)(done && StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[k])) <=
                                    RoundingOf(r));
  }
  *same = (PetscBool)(*same && done);
  return 0;
}

enum { NODES = 256 }; /* along which a step is held against one of a run that begins there */

/* The first node from which the run's step is not that of a run that begins there: a counter in
 * memory, say, does something in every hundredth step. In the precision of `r`. */
static PetscErrorCode FindLate(const Steps *r, PetscInt *late) {
  Integration run;
  StepFailure failure;
  PetscBool done = PETSC_TRUE;
  /* Far from the start, sizes may be others: last digits are not compared. */
  const Quad difference = 1000000 * RoundingOf(r);
  Quad *state, *next;
  *late = 0;
  PetscCall(PetscMalloc2(r->states, &state, r->states, &next));
  PetscCall(ExperimentBegin(r->s, r->precision, r->h, &run, &failure));
  PetscCall(AdvanceRun(r, run, 1, &state, &done));
  for (PetscInt node = 1; node <= NODES && done && !failure.failed; ++node) {
    PetscBool begun;
    PetscCall(BeginAtPoint(r, r->it, r->h, EntriesOf(state), &begun));
    PetscCall(AdvanceRun(r, r->it, 1, &r->other, &begun));
    PetscCall(AdvanceRun(r, run, 1, &next, &done));
    if (begun && done && !(StateDistance(r, EntriesOf(r->other), EntriesOf(next)) <= difference)) {
      *late = node;
      break;
    }
    memcpy(state, next, (size_t)r->states * sizeof *state);
  }
  PetscCall(PetscFree2(state, next));
  return r->core->destroy(&run);
}

/* ---- Retracing ---- */

/* (q of one state, ρp of another): of the reversed motion. */
static PetscBool ReversedPair(const Steps *r, PetscInt at_q, PetscInt at_p, Quad *x) {
  memcpy(x, EntriesOf(r->state[at_q]), (size_t)r->entries * sizeof *x);
  if (at_p != at_q)
    memcpy(x + r->n, EntriesOf(r->state[at_p]) + r->n, (size_t)(r->entries - r->n) * sizeof *x);
  return ReversePoint(r, x);
}

/* ρΦρΦ; `restart`: the data handed on are rebuilt. */
static PetscErrorCode ByReversal(const Steps *r, PetscInt shift, PetscBool restart, Quad *defect,
                                 PetscBool *done) {
  const PetscInt from = 1 + PetscMax(0, -shift);
  *done = ReversedPair(r, from, from + shift, r->point);
  if (restart && *done)
    PetscCall(BeginAtPoint(r, r->it, r->h, r->point, done));
  else if (*done) {
    StepFailure failure;
    PetscCall(r->core->begin(r->it, r->h, r->s->y0, &failure));
    memcpy(r->other, r->state[0], (size_t)r->states * sizeof *r->other);
    memcpy(EntriesOf(r->other), r->point, (size_t)r->entries * sizeof *r->other);
    r->core->set_state(r->it, r->other);
  }
  PetscCall(AdvanceRun(r, r->it, 1, &r->other, done));
  if (*done)
    *done = ReversedPair(r, from - 1, from - 1 + shift, r->point);
  *defect = *done ? StateDistance(r, EntriesOf(r->other), r->point) : (Quad)NAN;
  return 0;
}

/* Steps of −h from the state after `count` steps, against the ones before it, λ included. */
static PetscErrorCode ByBackwardSteps(const Steps *r, PetscInt count, PetscBool multiplier,
                                      Quad *defect, PetscBool *done) {
  const PetscInt lambda = 1 + r->entries;
  StepFailure failure;
  *defect = 0;
  PetscCall(r->core->begin(r->it, -r->h, r->s->y0, &failure));
  *done = Made(&failure, r->why);
  memcpy(r->other, r->state[count], (size_t)r->states * sizeof *r->other);
  r->other[0] = -(Quad)count;
  if (*done)
    r->core->set_state(r->it, r->other);
  for (PetscInt k = count - 1; k >= 0 && *done; --k) {
    PetscCall(AdvanceRun(r, r->it, 1, &r->other, done));
    *defect = LargerOrNaN(*defect, StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[k])));
    for (PetscInt a = lambda; multiplier && a < lambda + r->multipliers; ++a)
      *defect = LargerOrNaN(*defect, fabsq(r->other[a] - r->state[k][a]) / r->multiplier_size);
  }
  return 0;
}

/* ρΦ_hρ against Φ_−h: one step of −h from the reversed initial data. */
static PetscErrorCode ByMirror(const Steps *r, Quad *defect, PetscBool *done) {
  if (!r->s->ode) {
    memcpy(r->point, r->s->y0, (size_t)r->n * sizeof *r->point);
    r->core->problem_momentum(r->problem, 0, r->s->y0, r->point + r->n);
  } else
    memcpy(r->point, r->s->y0, (size_t)r->entries * sizeof *r->point);
  *done = ReversePoint(r, r->point);
  if (*done)
    PetscCall(BeginAtPoint(r, r->it, -r->h, r->point, done));
  PetscCall(AdvanceRun(r, r->it, 1, &r->other, done));
  if (*done) {
    memcpy(r->point, EntriesOf(r->other), (size_t)r->entries * sizeof *r->point);
    *done = ReversePoint(r, r->point);
  }
  *defect = *done ? StateDistance(r, r->point, EntriesOf(r->state[1])) : (Quad)NAN;
  return 0;
}

/* Where what is handed on is no function of (q,p). */
static PetscErrorCode ByStepping(const Steps *r, Retraced *out) {
  const PetscBool multiplier =
      (PetscBool)(out->carried.multiplier && out->carried.offset_lambda == 0);
  Quad mirror = 0;
  PetscBool done;
  PetscCall(ByBackwardSteps(r, STEPS, multiplier, &out->defect, &done));
  if (done)
    PetscCall(ByMirror(r, &mirror, &done));
  if (done)
    out->defect = LargerOrNaN(out->defect, mirror);
  out->reversal = REVERSAL_BACKWARD;
  /* A shifted λ is reversed by the method's own meaning, as a memory is. */
  if (!done || ((out->carried.memory || (out->carried.multiplier && !multiplier)) &&
                !(out->defect <= RoundingOf(r))))
    out->reversal = REVERSAL_MEMORY;
  return 0;
}

/* A step of −h from the first node, where the step is a map of (q,p): of a reversible one the inverse. That
 * it cannot be made is nothing that the claim denies; `gimbal check` reports it. */
static PetscErrorCode ByStepBack(const Steps *r, Retraced *out) {
  const Quad rounding = out->roundings * (Quad)r->core->epsilon;
  Quad defect;
  PetscBool done;
  PetscCall(ByBackwardSteps(r, 1, PETSC_FALSE, &defect, &done));
  r->why[0] = 0;
  out->backward = (PetscBool)(done && out->defect <= rounding && !(defect <= rounding));
  if (out->backward)
    out->defect = defect;
  return 0;
}

/* The numbers of the steps, once they have been taken. */
static PetscErrorCode ExamineReversal(Steps *r, Retraced *out) {
  const Quad twice = -2 * (out->carried.offset_p - out->carried.offset_q);
  const PetscInt shift = fabsq(twice) <= STEPS - 1 ? (PetscInt)twice : 0;
  PetscBool restart = PETSC_FALSE, done = PETSC_TRUE;
  Quad forward;
  PetscCall(ReadsMultiplier(r, &out->carried.multiplier));
  if (out->carried.memory || out->carried.multiplier)
    PetscCall(RestartsAlike(r, &restart));
  if (out->carried.memory && restart)
    PetscCall(FindLate(r, &out->carried.late));
  if (!WordsContain(r->s->descriptor->traits, "reversible") ||
      (r->s->dimensions.m == 0 && !r->s->descriptor->reverse))
    return 0;
  if (out->carried.late) {
    out->reversal = REVERSAL_MEMORY;
    return 0;
  }
  PetscCall(ExperimentEvaluateMethod(r->s, r->s->method->family->forward_only, &forward));
  if ((out->carried.memory || out->carried.multiplier) && !restart) {
    out->reversal = REVERSAL_FORWARD;
    if (forward == 0)
      PetscCall(ByStepping(r, out));
    return 0;
  }
  out->reversal = (Quad)shift == twice ? REVERSAL_SYMMETRY : REVERSAL_OFFSET;
  r->why[0] = 0; /* what was tried before may fail */
  if (out->reversal == REVERSAL_SYMMETRY)
    PetscCall(ByReversal(r, shift, restart, &out->defect, &done));
  out->failed = (PetscBool)!done;
  if (out->reversal == REVERSAL_SYMMETRY && done && shift == 0 && !restart && forward == 0)
    PetscCall(ByStepBack(r, out));
  return 0;
}

/* |Φ_h − Φ_{h/2}Φ_{h/2}| over what is scored at the nodes. */
static PetscErrorCode LocalError(const Steps *r, Retraced *out) {
  const Carried *const c = &out->carried;
  StepFailure failure;
  out->local_error = NAN;
  PetscCall(r->core->begin(r->it, r->h / 2, r->s->y0, &failure));
  if (!failure.failed)
    PetscCall(r->core->advance(r->it, 2, &failure));
  if (failure.failed || (c->offset_q != 0 && c->offset_p != 0))
    return 0;
  r->core->get_state(r->it, r->other);
  for (PetscInt i = 0; i < r->entries; ++i) {
    const Quad offset = i < r->n ? c->offset_q : c->offset_p,
               difference = fabsq(EntriesOf(r->other)[i] - EntriesOf(r->state[1])[i]) / r->size[i];
    if (offset == 0)
      out->local_error =
          isnanq(out->local_error) ? difference : LargerOrNaN(out->local_error, difference);
  }
  return 0;
}

static PetscErrorCode RetraceOnce(const Experiment *s, Precision precision, Quad h, Retraced *out) {
  const gimbal_method *const family = s->method->family;
  Steps r = {.s = s,
             .why = out->why,
             .precision = precision,
             .core = CoreOf(precision),
             .problem = s->problem[precision],
             .h = h,
             .n = s->dimensions.n,
             .entries = s->dimensions.n + s->dimensions.m};
  PetscBool done;
  StepFailure failure;
  Quad memory;
  *out = (Retraced){.defect = NAN, .local_error = NAN};
  PetscCall(ExperimentEvaluateMethod(s, family->memory, &memory));
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &out->carried.offset_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &out->carried.offset_p));
  PetscCall(ExperimentTimeOf(s, TIME_OF_LAMBDA, &out->carried.offset_lambda));
  out->carried.memory = (PetscBool)(memory > 0);
  if (s->ode)
    out->carried.offset_p = out->carried.offset_q;
  r.multipliers = s->ode ? 0 : s->dimensions.holonomic + s->dimensions.nonholonomic;
  PetscCall(ExperimentBegin(s, precision, h, &r.it, &failure));
  r.states = r.core->get_state(r.it, NULL);
  const PetscInt entries = r.entries + 1;
  PetscCall(PetscMalloc5(STATES * r.states, &r.state[0], r.states, &r.other, entries, &r.point,
                         entries, &r.y, entries, &r.size));
  for (PetscInt k = 1; k < STATES; ++k)
    r.state[k] = r.state[k - 1] + r.states;
  r.core->get_state(r.it, r.state[0]);
  done = Made(&failure, r.why);
  PetscCall(AdvanceRun(&r, r.it, STEPS, r.state + 1, &done));
  out->failed = (PetscBool)!done;
  if (done) {
    const Quad steps = StepsOfSize(s, h), epsilon = (Quad)r.core->epsilon;
    const Quad *const now = EntriesOf(r.state[0]), *const next = EntriesOf(r.state[1]);
    LocalSizes(steps, epsilon, r.n, now, next, r.size);
    LocalSizes(steps, epsilon, r.entries - r.n, now + r.n, next + r.n, r.size + r.n);
    /* Equations are solved to round-off of one, however small the unknowns are. */
    out->roundings = 1000;
    for (PetscInt i = 0; i < r.entries; ++i)
      out->roundings = LargerOrNaN(out->roundings, 1000 / r.size[i]);
    PetscCall(ExamineReversal(&r, out));
    PetscCall(LocalError(&r, out));
  }
  PetscCall(PetscFree5(r.state[0], r.other, r.point, r.y, r.size));
  return r.core->destroy(&r.it);
}

/* A defect of the method is a smooth function of h, and has nearly all its digits in common with that
 * of an h a million roundings away; what is made of rounding, by substeps that amplify it say, has
 * none. */
PetscErrorCode Retrace(const Experiment *s, Precision precision, Quad h, Retraced *out) {
  enum { TIMES = 4 };
  const Quad epsilon = (Quad)CoreOf(precision)->epsilon;
  Retraced again;
  PetscCall(RetraceOnce(s, precision, h, out));
  for (int k = 1; k <= TIMES && out->defect > out->roundings * epsilon; ++k) {
    PetscCall(RetraceOnce(s, precision, h * (1 + k * 1000000 * epsilon), &again));
    if (finiteq(again.defect))
      out->noise = LargerOrNaN(out->noise, RETRACED_SPREADS * fabsq(again.defect - out->defect));
  }
  return 0;
}
