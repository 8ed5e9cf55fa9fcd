/* H_h along a run: the Hamiltonian that a symplectic method integrates exactly, but for terms that
 * are exponentially small, found from the run alone [Skeel and Hardy, SIAM J. Sci. Comput. 23 (2001)
 * 1172].
 *
 * Let (q,p)(t) interpolate the nodes of a method whose modified equation is that of a Hamiltonian
 * H̃ = H + h^r H_r + … . Its action S(t) = ∫ (p·q̇ − H̃) dt has Ṡ = p·q̇ − H̃ along it, hence
 *     H̃ = p·q̇ − Ṡ.
 * Over one step, dS = p₁·dq₁ − p₀·dq₀ as a function of the point where it begins. The method's own
 * action, L_d or h Σ b_i (P_i·Q̇_i − H_i) on its stages, has the same differential: this is what it
 * means that it generates the step. So the two differ by a constant c(h), and with the method's own S
 * the expression is H̃ − c/h: another constant, but a constant. (For a Runge–Kutta method, P_i = p₀ −
 * h Σ a_ij H_q,j and so on give p₁·dq₁ − p₀·dq₀ − dS = h² Σ (b_i b_j − b_i a_ij − b_j a_ji)(…), which
 * vanishes for the symplectic ones and is of the order of the method's error for the others.)
 *
 * The derivatives at a node are central differences of 2K+1 nodes,
 *     D f_n = (1/h) Σ_{j=1..K} w_j (f_{n+j} − f_{n−j}),
 *     w_j = (−1)^{j+1} K!² / (j (K−j)! (K+j)!),
 * which Taylor's formula makes exact for polynomials of degree 2K, so that
 *     H_h(n) = p_n·Dq_n − DS_n = H̃ − c/h + O(h^{2K})
 * and its range over a run falls like h^{2K}. Of a method of order r that has no H̃, q̇ and Ṡ are
 * those of the model but for terms h^r, and H_h differs from H by such a term: as much as H itself
 * varies. The energy's own range is therefore what the range of H_h is compared with. One run gives
 * it with two K, of which the larger leaves so little that it is the one to judge by.
 *
 * Differences are taken of increments, in quadruple numbers whatever the precision of the run: q
 * with its carry, and the action step by step, never summed over the run. */
#include "studies/shadow/shadow.h"
#include "numerics/linear.h"
#include "registry/formulation.h"
#include "studies/experiment.h"
#include "studies/structure/structure.h"

enum { COARSE, SHARP, WIDTHS, WIDTH = SHADOW_POWER / 2, NODES = 2 * WIDTH + 1 };
static const PetscInt widths[WIDTHS] = {SHADOW_COARSE_POWER / 2, WIDTH};

/* The last nodes of a run, in a ring: node k is at k mod NODES. */
typedef struct {
  const Experiment *s; /* which wants the action */
  const Core *core;
  Problem problem; /* in the best precision there is, and its core */
  const Core *best;
  PetscInt n, m;
  PetscBool frame;
  Stepper run;
  Quad weight[WIDTHS][WIDTH + 1];
  Quad *q, *p, *action;        /* NODES×n, NODES×m, NODES */
  Quad *y, *momentum, *matrix; /* room for (q,v), a p, and ψᵀ and ψ */
} Trajectory;

/* Numbers that vary along a run. */
typedef struct {
  Quad least, greatest;
} Range;

static void RangeAdd(PetscBool first, Quad value, Range *range) {
  range->least = first ? value : -LargerOrNaN(-range->least, -value);
  range->greatest = first ? value : LargerOrNaN(range->greatest, value);
}

static Quad WidthOf(const Range *range) { return range->greatest - range->least; }

/* What one run shows. */
typedef struct {
  Range hamiltonian[WIDTHS], energy;
  Quad scale; /* of the terms of H_h */
  Quad force; /* what rounding of q changes L by, in units of round-off */
  PetscBool action;
} Seen;

static void SetWeights(PetscInt K, Quad weight[]) {
  Quad quotient = 1; /* K!² / ((K−j)! (K+j)!) */
  for (PetscInt j = 1; j <= K; ++j) {
    quotient *= (Quad)(K - j + 1) / (Quad)(K + j);
    weight[j] = (j % 2 ? quotient : -quotient) / (Quad)j;
  }
}

static Trajectory TrajectoryCreate(const Experiment *s, Precision precision) {
  const PetscInt n = s->dimensions.n, m = s->dimensions.m;
  const PetscBool frame = FormulationGetData(s->dimensions.formulation)->moving_frame;
  Trajectory t = {.s = s,
                  .core = CoreOf(precision),
                  .best = CoreOf(s->exact),
                  .problem = s->problem[s->exact],
                  .n = n,
                  .m = m,
                  .frame = frame,
                  .q = ExperimentRoom(s, NODES * n),
                  .p = ExperimentRoom(s, NODES * m),
                  .action = ExperimentRoom(s, NODES),
                  .y = ExperimentRoom(s, n + m),
                  .momentum = ExperimentRoom(s, n),
                  .matrix = ExperimentRoom(s, frame ? 2 * n * m : 0),
                  .run = StepperCreate(s, precision, 1)};
  for (int i = 0; i < WIDTHS; ++i)
    SetWeights(widths[i], t.weight[i]);
  return t;
}

/* Reads the present state as node k. */
static void ReadNode(Trajectory *t, PetscInt64 k, Seen *seen) {
  const PetscInt at = (PetscInt)(k % NODES);
  Quad *const q = t->q + at * t->n, *const p = t->p + at * t->m, energy;
  StepperRead(&t->run, QUANTITY_CONFIGURATION, q);
  if (t->s->ode) {
    memcpy(t->y, q, (size_t)t->n * sizeof *q);
    StepperRead(&t->run, QUANTITY_VELOCITY, t->y + t->n);
    t->best->problem_momentum(t->problem, 0, t->y, p);
  } else
    StepperRead(&t->run, QUANTITY_MOMENTUM, p);
  StepperRead(&t->run, QUANTITY_ENERGY, &energy);
  RangeAdd((PetscBool)(k == 0), energy, &seen->energy);
  if (k > 0)
    StepperRead(&t->run, QUANTITY_ACTION, &t->action[at]);
  seen->action = (PetscBool)(k == 0 || (seen->action && !isnanq(t->action[at])));
}

/* p·(q_{n+j} − q_{n−j}). */
static Quad MomentumPairing(const Trajectory *t, const Quad *p, PetscInt64 n, PetscInt j) {
  const Quad *const after = t->q + ((n + j) % NODES) * t->n, *const before =
                                                                 t->q + ((n - j) % NODES) * t->n;
  Quad sum = 0;
  for (PetscInt i = 0; i < t->n; ++i)
    sum += p[i] * (after[i] - before[i]);
  return sum;
}

/* p of the node: as the method gives it, or from the μ of a frame, ψᵀp = μ. */
static PetscBool CanonicalMomentum(Trajectory *t, PetscInt at, const Quad **p) {
  const PetscInt n = t->n;
  Quad *const psi = t->matrix + n * n;
  *p = t->p + at * t->m;
  if (!t->frame)
    return PETSC_TRUE;
  if (!t->best->problem_frame(t->problem, 0, t->q + at * n, psi))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < n; ++j)
      t->matrix[j * n + i] = psi[i * n + j];
  memcpy(t->momentum, *p, (size_t)n * sizeof *t->momentum);
  *p = t->momentum;
  return (PetscBool)!QUAD_PRECISION(LinearSolve)(n, t->matrix, t->momentum);
}

/* ṗ·q, which on stiff models is more than the terms of H_h are. */
static Quad ForceTimesPlace(const Trajectory *t, Quad h, PetscInt64 n) {
  const Quad *const q = t->q + (n % NODES) * t->n;
  const Quad *const after = t->p + ((n + 1) % NODES) * t->m;
  const Quad *const before = t->p + ((n - 1) % NODES) * t->m;
  Quad sum = 0;
  for (PetscInt i = 0; i < PetscMin(t->n, t->m); ++i)
    sum += fabsq((after[i] - before[i]) * q[i]);
  return sum / (2 * h);
}

/* H_h at the node n that has WIDTH nodes on either side. */
static void AddValue(Trajectory *t, Quad h, PetscInt64 n, Seen *seen) {
  Quad value[WIDTHS] = {0}, rate = 0, action = 0, between = 0;
  const Quad *p;
  const PetscBool valid = CanonicalMomentum(t, (PetscInt)(n % NODES), &p);
  for (PetscInt j = 1; j <= WIDTH; ++j) {
    between += t->action[(n + j) % NODES] + t->action[(n - j + 1) % NODES];
    const Quad momentum = MomentumPairing(t, p, n, j);
    for (int i = 0; i < WIDTHS; ++i)
      value[i] += j <= widths[i] ? t->weight[i][j] * (momentum - between) : 0;
    rate += t->weight[SHARP][j] * momentum;
    action += t->weight[SHARP][j] * between;
  }
  for (int i = 0; i < WIDTHS; ++i)
    RangeAdd((PetscBool)(n == WIDTH), valid ? value[i] / h : (Quad)NAN, &seen->hamiltonian[i]);
  seen->scale = LargerOrNaN(seen->scale, (fabsq(rate) + fabsq(action)) / h);
  seen->force = LargerOrNaN(seen->force, ForceTimesPlace(t, h, n));
}

static void RunTrajectory(Trajectory *t, Quad h, PetscInt64 steps, Seen *seen) {
  *seen = (Seen){.scale = 0};
  if (StepperBegin(&t->run, h, NULL))
    ReadNode(t, 0, seen);
  for (PetscInt64 k = 1; k <= steps && StepperAdvance(&t->run, 1); ++k) {
    ReadNode(t, k, seen);
    if (!seen->action)
      break;
    if (k >= 2 * WIDTH)
      AddValue(t, h, k - WIDTH, seen);
  }
}

/* ---- What can be measured at all ---- */

/* Whether a method of odes does with (q,v) what it does without the action appended: one that
 * treats its entries specially does not. */
static PetscErrorCode KeepsItsStep(const Experiment *with, Precision precision, Quad h,
                                   PetscBool *keeps) {
  enum { TAKEN = 4 };
  const PetscInt n = with->dimensions.n, m = with->dimensions.m;
  Experiment without = *with;
  Quad *const end[] = {ExperimentRoom(with, n + m), ExperimentRoom(with, n + m)},
              *const size = ExperimentRoom(with, n + m);
  without.action = PETSC_FALSE;
  PetscBool taken = *keeps = PETSC_TRUE;
  for (int i = 0; i < 2 && taken; ++i) {
    Stepper run = StepperCreate(i ? with : &without, precision, 1);
    taken = (PetscBool)(StepperBegin(&run, h, NULL) && StepperAdvance(&run, TAKEN));
    *keeps = (PetscBool)(taken || !i); /* of the method itself: the runs will report it */
    StepperReadState(&run, end[i]);
    PetscCall(StepperEnd(&run));
  }
  if (taken) {
    const Quad way = StepsOfSize(with, h), epsilon = (Quad)CoreOf(precision)->epsilon;
    LocalSizes(way, epsilon, n, with->y0, end[0], size);
    LocalSizes(way, epsilon, m, with->y0 + n, end[0] + n, size + n);
    for (PetscInt i = 0; i < n + m; ++i) /* far more than any solver leaves, far less than a step */
      if (!(fabsq(end[1][i] - end[0][i]) <= QUAD_C(1e-6) * size[i]))
        *keeps = PETSC_FALSE;
  }
  return 0;
}

/* Why nothing can be measured; NULL: it can. */
static PetscErrorCode FindObstacle(const Experiment *s, Precision precision,
                                   const char **obstacle) {
  const gimbal_method *family = s->method->family;
  const FormulationData *data = FormulationGetData(s->dimensions.formulation);
  Quad given, offset_q, offset_p, h;
  PetscBool keeps = PETSC_TRUE;
  PetscCall(ExperimentEvaluateMethod(s, family->action, &given));
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &offset_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &offset_p));
  PetscCall(ExperimentEvaluateStepSize(s, 0, &h));
  *obstacle = NULL;
  if (!data->vector_space && !data->moving_frame)
    *obstacle = SHADOW_GROUP;
  else if (!s->ode && given == 0)
    *obstacle = SHADOW_NO_ACTION;
  else if (!s->ode && offset_q != offset_p)
    *obstacle = SHADOW_OFFSET;
  else if (s->ode) {
    PetscCall(KeepsItsStep(s, precision, h, &keeps));
    *obstacle = keeps ? NULL : SHADOW_REFUSED;
  }
  return 0;
}

/* ---- The study ---- */

/* The rounding in the range. Each value has two roundings of its terms. Each step has one of
 * increments, which are smaller, and add up like a walk. Each value of L has one of q; states that
 * the method overwrites have one of their entries. */
static Quad RoundingOf(const Trajectory *t, const Seen *seen, Quad h, PetscInt64 steps) {
  const char *const overwrites = t->s->method->family->overwrites;
  const Quad epsilon = (Quad)t->core->epsilon;
  Quad terms = seen->scale * (2 + sqrtq((Quad)steps) / 4), states = 0;
  if (overwrites && strcmp(overwrites, "none"))
    for (PetscInt k = 0; k < NODES; ++k) {
      Quad sum = 0;
      for (PetscInt i = 0; i < t->n; ++i)
        sum += fabsq(t->p[k * t->m + i] * t->q[k * t->n + i]);
      states = LargerOrNaN(states, sum / h);
    }
  return epsilon * (terms + seen->force + 4 * states);
}

static PetscErrorCode MeasurePoint(const Experiment *with, Precision precision, Quad h,
                                   PetscInt64 steps, Measured *measured) {
  Trajectory t = TrajectoryCreate(with, precision);
  Seen seen;
  RunTrajectory(&t, h, PetscMax(steps, 2 * NODES), &seen);
  Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(h));
  EndingOf(&t.run.failure, measured, &point->ending);
  if (!t.run.failure.failed) {
    const Quad energy = WidthOf(&seen.energy), coarse = WidthOf(&seen.hamiltonian[COARSE]);
    Defect *const defect =
        PointDefect(measured, point, SHADOW_DEFECT,
                    seen.action ? (PetscReal)WidthOf(&seen.hamiltonian[SHARP]) : NAN,
                    (PetscReal)RoundingOf(&t, &seen, h, steps));
    DefectNumber(measured, defect, SHADOW_ENERGY, (PetscReal)energy);
    DefectNumber(measured, defect, SHADOW_COARSE, (PetscReal)coarse);
    DefectNumber(measured, defect, SHADOW_DURATION, (PetscReal)(h * (Quad)steps));
    if (!seen.action)
      DefectNumber(measured, defect, SHADOW_NO_ACTION, 1);
  }
  return StepperEnd(&t.run);
}

/* In addition to the job's points, what the derivative of the step map preserves: with each step
 * size at the state, the initial one or a later one, where it is farther from that. */
static PetscErrorCode AddSymplectic(const Experiment *s, Measured *measured) {
  Measured *aside = MeasuredCreate();
  PetscCall(StructureMeasure(s, aside));
  for (PetscInt i = 0; i < aside->count; ++i) {
    const Defect *found = PointFind(&aside->point[i], "symplectic");
    for (PetscInt j = 0; found && j < measured->count; ++j) {
      const Defect *known = PointFind(&measured->point[j], SHADOW_SYMPLECTIC);
      if (measured->point[j].h == aside->point[i].h &&
          (!known || found->defect * known->error > known->defect * found->error))
        (void)PointDefect(measured, &measured->point[j], SHADOW_SYMPLECTIC, found->defect,
                          found->error);
    }
  }
  MeasuredDestroy(&aside);
  return 0;
}

PetscErrorCode ShadowMeasure(const Experiment *s, Measured *measured) {
  const Precision precision = ExperimentNamedPrecision(s);
  PetscInt64 steps = s->job->steps.at[0], most = steps, least = steps;
  Experiment with = *s;
  Request request = REQUEST_NOTHING;
  const char *obstacle = NULL;
  Quad h, smallest, largest;
  with.action = PETSC_TRUE;
  MeasuredBegin(measured, MEASURED_POINTS, precision);
  PetscCall(ExperimentEvaluateStepSize(s, 0, &h));
  PetscCall(FindObstacle(&with, precision, &obstacle));
  if (obstacle) {
    Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(h));
    PointDefectWith(measured, point, SHADOW_DEFECT, (Quad)NAN, (Quad)NAN, obstacle, 1);
    return 0;
  }
  smallest = largest = h;
  PetscCall(MeasurePoint(&with, precision, h, steps, measured));
  for (request = REQUEST_FINER; request == REQUEST_FINER || request == REQUEST_COARSER;) {
    if (request == REQUEST_FINER)
      PetscCall(MeasurePoint(&with, precision, smallest /= 2, most *= 2, measured));
    else
      PetscCall(MeasurePoint(&with, precision, largest *= 2, least /= 2, measured));
    request = ShadowMore(s->job, measured);
  }
  if (request == REQUEST_DENSER)
    PetscCall(AddSymplectic(s, measured));
  return 0;
}
