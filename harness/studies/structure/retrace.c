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
  Stepper *run;
  Quad h;
  PetscInt n, entries, multipliers, states; /* entries: of (q,p), or of an ode's y */
  Quad *state[STATES];                      /* whole states of the run */
  Quad *other;                              /* room for one more */
  Quad *point, *y;                          /* room for entries */
  Quad *size;
  Quad multiplier_size; /* of λ: what moves the next node by the sizes of its entries */
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
static PetscBool Advance(const Steps *r, Stepper *run, PetscInt count, Quad *const into[]) {
  for (PetscInt k = 0; k < count; ++k) {
    if (!StepperAdvance(run, 1))
      return PETSC_FALSE;
    r->core->get_state(run->it, into[k]);
  }
  return PETSC_TRUE;
}

/* A run begins at (q,p) with step h. */
static PetscBool BeginAtPoint(const Steps *r, Quad h, const Quad *x) {
  return (PetscBool)(ToVelocity(r, x, r->y) && StepperBegin(r->run, h, r->y));
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
static PetscBool ReadsMultiplier(Steps *r) {
  const PetscInt lambda = 1 + r->entries;
  Quad change = 0, effect = NAN;
  if (!r->multipliers)
    return PETSC_FALSE;
  for (PetscInt a = lambda; a < lambda + r->multipliers; ++a)
    change = LargerOrNaN(change, fabsq(r->state[1][a] - r->state[0][a]));
  memcpy(r->other, r->state[0], (size_t)r->states * sizeof *r->other);
  memcpy(r->other + lambda, r->state[1] + lambda, (size_t)r->multipliers * sizeof *r->other);
  r->core->set_state(r->run->it, r->other);
  if (Advance(r, r->run, 1, &r->other))
    effect = StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[1]));
  r->multiplier_size = change / effect;
  return (PetscBool) !(effect <= RoundingOf(r));
}

/* Whether a run that begins at the first node goes on to the nodes of the one that came there. */
static PetscBool RestartsAlike(const Steps *r) {
  if (!BeginAtPoint(r, r->h, EntriesOf(r->state[1])))
    return PETSC_FALSE;
  for (PetscInt k = 2; k <= STEPS; ++k)
    if (!Advance(r, r->run, 1, &r->other) ||
        !(StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[k])) <= RoundingOf(r)))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

enum { NODES = 256 }; /* along which a step is held against one of a run that begins there */

/* The first node from which the run's step is not that of a run that begins there: a counter in
 * memory, say, does something in every hundredth step. In the precision of `r`. */
static PetscErrorCode FindLate(const Steps *r, PetscInt *late) {
  /* Far from the start, sizes may be others: last digits are not compared. */
  const Quad difference = 1000000 * RoundingOf(r);
  Quad *state = ExperimentRoom(r->s, r->states), *next = ExperimentRoom(r->s, r->states);
  *late = 0;
  Stepper run = StepperCreate(r->s, r->precision, 1);
  PetscBool done = (PetscBool)(StepperBegin(&run, r->h, NULL) && Advance(r, &run, 1, &state));
  for (PetscInt node = 1; node <= NODES && done && !*late; ++node) {
    const PetscBool begun =
        (PetscBool)(BeginAtPoint(r, r->h, EntriesOf(state)) && Advance(r, r->run, 1, &r->other));
    done = Advance(r, &run, 1, &next);
    if (begun && done && !(StateDistance(r, EntriesOf(r->other), EntriesOf(next)) <= difference))
      *late = node;
    memcpy(state, next, (size_t)r->states * sizeof *state);
  }
  return StepperEnd(&run);
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
static PetscBool ByReversal(const Steps *r, PetscInt shift, PetscBool restart, Quad *defect) {
  const PetscInt from = 1 + PetscMax(0, -shift);
  *defect = NAN;
  if (!ReversedPair(r, from, from + shift, r->point))
    return PETSC_FALSE;
  if (restart) {
    if (!BeginAtPoint(r, r->h, r->point))
      return PETSC_FALSE;
  } else {
    if (!StepperBegin(r->run, r->h, NULL))
      return PETSC_FALSE;
    memcpy(r->other, r->state[0], (size_t)r->states * sizeof *r->other);
    memcpy(EntriesOf(r->other), r->point, (size_t)r->entries * sizeof *r->other);
    r->core->set_state(r->run->it, r->other);
  }
  if (!Advance(r, r->run, 1, &r->other) || !ReversedPair(r, from - 1, from - 1 + shift, r->point))
    return PETSC_FALSE;
  *defect = StateDistance(r, EntriesOf(r->other), r->point);
  return PETSC_TRUE;
}

/* Steps of −h from the state after `count` steps, against the ones before it, λ included. */
static PetscBool ByBackwardSteps(const Steps *r, PetscInt count, PetscBool multiplier,
                                 Quad *defect) {
  const PetscInt lambda = 1 + r->entries;
  *defect = 0;
  if (!StepperBegin(r->run, -r->h, NULL))
    return PETSC_FALSE;
  memcpy(r->other, r->state[count], (size_t)r->states * sizeof *r->other);
  r->other[0] = -(Quad)count;
  r->core->set_state(r->run->it, r->other);
  for (PetscInt k = count - 1; k >= 0; --k) {
    if (!Advance(r, r->run, 1, &r->other))
      return PETSC_FALSE;
    *defect = LargerOrNaN(*defect, StateDistance(r, EntriesOf(r->other), EntriesOf(r->state[k])));
    for (PetscInt a = lambda; multiplier && a < lambda + r->multipliers; ++a)
      *defect = LargerOrNaN(*defect, fabsq(r->other[a] - r->state[k][a]) / r->multiplier_size);
  }
  return PETSC_TRUE;
}

/* ρΦ_hρ against Φ_−h: one step of −h from the reversed initial data. */
static PetscBool ByMirror(const Steps *r, Quad *defect) {
  memcpy(r->point, r->s->y0, (size_t)r->entries * sizeof *r->point);
  if (!r->s->ode)
    r->core->problem_momentum(r->problem, 0, r->s->y0, r->point + r->n);
  if (!ReversePoint(r, r->point) || !BeginAtPoint(r, -r->h, r->point) ||
      !Advance(r, r->run, 1, &r->other))
    return PETSC_FALSE;
  memcpy(r->point, EntriesOf(r->other), (size_t)r->entries * sizeof *r->point);
  if (!ReversePoint(r, r->point))
    return PETSC_FALSE;
  *defect = StateDistance(r, r->point, EntriesOf(r->state[1]));
  return PETSC_TRUE;
}

/* Where what is handed on is no function of (q,p). */
static void ByStepping(const Steps *r, Retraced *out) {
  const PetscBool multiplier =
      (PetscBool)(out->carried.multiplier && out->carried.offset_lambda == 0);
  Quad mirror = 0;
  const PetscBool done =
      (PetscBool)(ByBackwardSteps(r, STEPS, multiplier, &out->defect) && ByMirror(r, &mirror));
  if (done)
    out->defect = LargerOrNaN(out->defect, mirror);
  out->reversal = REVERSAL_BACKWARD;
  /* A shifted λ is reversed by the method's own meaning, as a memory is. */
  if (!done || ((out->carried.memory || (out->carried.multiplier && !multiplier)) &&
                !(out->defect <= RoundingOf(r))))
    out->reversal = REVERSAL_MEMORY;
}

/* A step of −h from the first node, where the step is a map of (q,p): of a reversible one the inverse. That
 * it cannot be made is nothing that the claim denies; `gimbal check` reports it. */
static void ByStepBack(const Steps *r, Retraced *out) {
  const Quad rounding = out->roundings * (Quad)r->core->epsilon;
  Quad defect;
  const PetscBool done = ByBackwardSteps(r, 1, PETSC_FALSE, &defect);
  out->backward = (PetscBool)(done && out->defect <= rounding && !(defect <= rounding));
  if (out->backward)
    out->defect = defect;
}

/* The numbers of the steps, once they have been taken. */
static PetscErrorCode ExamineReversal(Steps *r, Retraced *out) {
  const Quad twice = -2 * (out->carried.offset_p - out->carried.offset_q);
  const PetscInt shift = fabsq(twice) <= STEPS - 1 ? (PetscInt)twice : 0;
  PetscBool restart = PETSC_FALSE, done = PETSC_TRUE;
  Quad forward;
  out->carried.multiplier = ReadsMultiplier(r);
  if (out->carried.memory || out->carried.multiplier)
    restart = RestartsAlike(r);
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
      ByStepping(r, out);
    return 0;
  }
  out->reversal = (Quad)shift == twice ? REVERSAL_SYMMETRY : REVERSAL_OFFSET;
  r->run->failure.text[0] = 0; /* what was tried before may fail */
  if (out->reversal == REVERSAL_SYMMETRY)
    done = ByReversal(r, shift, restart, &out->defect);
  out->failed = (PetscBool)!done;
  if (out->reversal == REVERSAL_SYMMETRY && done && shift == 0 && !restart && forward == 0)
    ByStepBack(r, out);
  return 0;
}

/* |Φ_h − Φ_{h/2}Φ_{h/2}| over what is scored at the nodes. */
static void LocalError(const Steps *r, Retraced *out) {
  const Carried *const c = &out->carried;
  out->local_error = NAN;
  if (!StepperBegin(r->run, r->h / 2, NULL) || !StepperAdvance(r->run, 2) ||
      (c->offset_q != 0 && c->offset_p != 0))
    return;
  r->core->get_state(r->run->it, r->other);
  for (PetscInt i = 0; i < r->entries; ++i) {
    const Quad offset = i < r->n ? c->offset_q : c->offset_p,
               difference = fabsq(EntriesOf(r->other)[i] - EntriesOf(r->state[1])[i]) / r->size[i];
    if (offset == 0)
      out->local_error =
          isnanq(out->local_error) ? difference : LargerOrNaN(out->local_error, difference);
  }
}

static PetscErrorCode RetraceOnce(const Experiment *s, Precision precision, Quad h, Retraced *out) {
  const gimbal_method *const family = s->method->family;
  Stepper run = StepperCreate(s, precision, 1);
  Steps r = {.s = s,
             .run = &run,
             .precision = precision,
             .core = CoreOf(precision),
             .problem = s->problem[precision],
             .h = h,
             .n = s->dimensions.n,
             .entries = s->dimensions.n + s->dimensions.m};
  Quad memory;
  *out = (Retraced){.defect = NAN, .local_error = NAN};
  PetscCall(run.error);
  PetscCall(ExperimentEvaluateMethod(s, family->memory, &memory));
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &out->carried.offset_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &out->carried.offset_p));
  PetscCall(ExperimentTimeOf(s, TIME_OF_LAMBDA, &out->carried.offset_lambda));
  out->carried.memory = (PetscBool)(memory > 0);
  if (s->ode)
    out->carried.offset_p = out->carried.offset_q;
  r.multipliers = s->ode ? 0 : s->dimensions.holonomic + s->dimensions.nonholonomic;
  r.states = r.core->get_state(run.it, NULL);
  r.other = ExperimentRoom(s, r.states);
  r.point = ExperimentRoom(s, r.entries);
  r.y = ExperimentRoom(s, r.entries);
  r.size = ExperimentRoom(s, r.entries);
  for (PetscInt k = 0; k < STATES; ++k)
    r.state[k] = ExperimentRoom(s, r.states);
  PetscBool taken = StepperBegin(&run, h, NULL);
  r.core->get_state(run.it, r.state[0]);
  taken = (PetscBool)(taken && Advance(&r, &run, STEPS, r.state + 1));
  out->failed = (PetscBool)!taken;
  if (taken) {
    const Quad steps = StepsOfSize(s, h), epsilon = (Quad)r.core->epsilon;
    const Quad *const now = EntriesOf(r.state[0]), *const next = EntriesOf(r.state[1]);
    LocalSizes(steps, epsilon, r.n, now, next, r.size);
    LocalSizes(steps, epsilon, r.entries - r.n, now + r.n, next + r.n, r.size + r.n);
    /* Equations are solved to round-off of one, however small the unknowns are. */
    out->roundings = 1000;
    for (PetscInt i = 0; i < r.entries; ++i)
      out->roundings = LargerOrNaN(out->roundings, 1000 / r.size[i]);
    PetscCall(ExamineReversal(&r, out));
  }
  memcpy(out->why, run.failure.text, sizeof(out->why));
  if (taken)
    LocalError(&r, out);
  return StepperEnd(&run);
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
