/* The structure study: what steps from the initial data preserve. The derivative of the step map is found
 * by central differences, and from it the symplectic and volume defects; reversibility from the steps
 * themselves. In quadruple precision where the plugins
 * have it: the differences are then exact far beyond double rounding.
 *
 * A frame method hands on μ, of which the one-form on Q is p = φᵀμ with φ = ψ⁻¹. That its one-form
 * −Θ⁻ + Θ⁺ on Q×Q is closed [Ball 2013, Theorem 5.4] says the same as that (q₀,p₀) ↦ (q₁,p₁) is
 * symplectic, so one study serves both.
 *
 * On a Lie group a state is (g,μ), in left trivialisation, and the canonical form is that of T*G,
 *     ω((ξ,δμ),(η,δν)) = δν·ξ − δμ·η + μ·[ξ,η],
 * with ξ = g⁻¹δg; the volume is that of dg dμ. Coordinates of g and the body momenta μ are no canonical
 * pairs even where there are as many of them.
 *
 * A system of many unknowns (a lattice) has no room for its Jacobian. There the symplectic form is
 * compared on pairs of directions drawn at random; nothing is said of the volume.
 *
 * Under constraints g(q) = 0 the phase space is {g = 0, Dg·v = 0}, on which the canonical form is
 * compared between pairs of tangent vectors; nothing is said of the volume there either. Where there
 * is no canonical phase space, the volume is that of the measure which the model declares, if it
 * does; in addition, reversibility is all that is measured.
 *
 * A method may be another one at a later time, or where the state is another one. So the derivative is
 * taken once more, at a later state of its own run, where steps read no more than (q,p); reversibility is tested
 * from one, too.
 *
 * Each defect has the method's own local error next to it: a method of its order that lacked the
 * structure would show a defect of about that size. Where the differences would not have seen it,
 * larger steps follow. */
#include "studies/structure/structure.h"
#include "base/word_list.h"
#include "statistics/thresholds.h"
#include "numerics/random.h"
#include "registry/formulation.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

#define DENSE_MAX 160 /* entries of (q,p) of which a Jacobian is made */
#define DIRECTIONS 4

static Tangents TangentsCreate(const Map *map, PetscInt count) {
  const PetscInt64 size = map->directions, levels = map->levels;
  return (Tangents){.count = count,
                    .size = map->directions,
                    .levels = map->levels,
                    .scale = 1,
                    .u = ExperimentRoom(map->s, count * size),
                    .images = ExperimentRoom(map->s, levels * count * size),
                    .bound = ExperimentRoom(map->s, levels * count)};
}

/* The unit vectors, the tangents of a constrained phase space, or some random directions with
 * entries of size one: such a form is √size if its signs are random. */
static PetscBool ChooseDirections(Map *map, Tangents *t) {
  const PetscInt size = map->directions;
  uint64_t random = RANDOM_BEGIN;
  if (map->s->dimensions.holonomic || map->s->dimensions.nonholonomic) {
    *t = TangentsCreate(map, size);
    return MapConstrain(map, t->u, &t->count);
  }
  if (size > DENSE_MAX) {
    *t = TangentsCreate(map, DIRECTIONS);
    for (PetscInt i = 0; i < t->count * size; ++i)
      t->u[i] = (Quad)RandomUniform(&random);
    t->scale = sqrtq(size);
  } else {
    *t = TangentsCreate(map, size);
    for (PetscInt i = 0; i < size; ++i)
      t->u[i * size + i] = 1;
    t->whole = PETSC_TRUE;
  }
  return PETSC_TRUE;
}

/* The images, by differences with δ and with 2δ, whose error is sixteen times as large: their
 * distance bounds the error. */
static PetscBool FindImages(const Map *map, Tangents *t) {
  const PetscInt size = t->size, all = t->levels * size;
  const Quad rounding = 100 * (Quad)map->core->epsilon / map->delta;
  Quad *const fine = ExperimentRoom(map->s, all), *const coarse = ExperimentRoom(map->s, all);
  PetscBool done = MapFindBase(map);
  for (PetscInt d = 0; d < t->count && done; ++d) {
    const Quad *const u = t->u + d * size;
    done = MapAlong(map, u, fine, coarse);
    for (PetscInt level = 0; level < t->levels && done; ++level) {
      Quad difference = 0, largest = 1;
      for (PetscInt i = level * size; i < (level + 1) * size; ++i) {
        difference = LargerOrNaN(difference, fabsq(fine[i] - coarse[i]));
        largest = LargerOrNaN(largest, fabsq(fine[i]));
      }
      t->bound[level * t->count + d] = difference / 8 + rounding * largest;
      memcpy(t->images + (level * t->count + d) * size, fine + level * size,
             (size_t)size * sizeof *fine);
    }
  }
  return done;
}

/* How far the form at one level is from `factor` times that at another (at −1, of the directions
 * themselves). */
static void CompareForms(const Map *map, const Tangents *t, PetscInt before, PetscInt after,
                         Quad factor, Defects *out) {
  for (PetscInt a = 0; a < t->count; ++a)
    for (PetscInt b = 0; b < a; ++b) {
      const PetscInt level[2] = {before, after};
      Quad form[2], error = 0;
      for (int k = 0; k < 2; ++k) {
        const PetscInt l = level[k];
        const Quad *const x = l < 0 ? t->u + a * t->size : ImageOf(t, l, a),
                          *const y = l < 0 ? t->u + b * t->size : ImageOf(t, l, b);
        form[k] = CanonicalForm(map, l, x, y);
        if (l >= 0)
          error += t->bound[l * t->count + a] * CanonicalFormScale(map, l, y) +
                   t->bound[l * t->count + b] * CanonicalFormScale(map, l, x);
      }
      out->defect = LargerOrNaN(out->defect, fabsq(form[1] - factor * form[0]) / t->scale);
      out->error = LargerOrNaN(out->error, error / t->scale);
    }
}

static PetscBool HasContactForm(const Experiment *s) {
  return WordsContain(s->descriptor->traits, "contact");
}

/* A defect of a point, and what a method of the same order without the structure would show. */
static void AddDefect(Measured *measured, Point *point, const char *name, Defects d, Quad absent) {
  PointDefectWith(measured, point, name, d.defect, d.error, DEFECT_ABSENT, absent);
}

/* What the derivative preserves of the canonical form, and of the volume, which is not measured under
 * constraints or of large systems. */
static void MeasureForms(const Map *map, const Tangents *t, Quad absent, Measured *measured,
                         Point *point) {
  const PetscInt before = map->restarts ? 0 : -1;
  const gimbal_realisation *r = map->s->descriptor;
  Defects symplectic = {0, 0}, conformal = {0, 0}, volume = {0, 0};
  for (PetscInt level = before + 1; level < t->levels; ++level) {
    CompareForms(map, t, before, level, 1, &symplectic);
    CompareForms(map, t, before, level, MapContraction(map, before, level), &conformal);
    if (t->whole)
      CompareVolumes(t, before, level, &volume);
  }
  AddDefect(measured, point, "symplectic", symplectic, absent);
  if (r->contraction)
    AddDefect(measured, point, "conformal", conformal, absent);
  if (t->whole)
    AddDefect(measured, point, "volume", volume, absent);
}

/* What it preserves of the measure that the model declares. Nodes off the constraints are on no
 * manifold that the map would take to itself. */
static PetscBool MeasureDensity(const Map *map, const Tangents *t, const Retraced *retraced,
                                Measured *measured, Point *point) {
  Defects volume = {0, 0};
  Quad off = 0;
  const PetscBool done = CompareMeasures(map, t, map->restarts ? 0 : -1, &volume, &off);
  if (done && !(off <= 10 * retraced->roundings * (Quad)map->core->epsilon))
    PointDefectWith(measured, point, "volume", 0, 0, DEFECT_OF_LEAVING, off);
  else if (done)
    AddDefect(measured, point, "volume", volume, retraced->local_error);
  return done;
}

static PetscBool MeasureContact(const Map *map, const Tangents *t, Quad absent, Measured *measured,
                                Point *point) {
  Defects contact = {0, 0}, conformal = {0, 0};
  const PetscBool done = CompareContactForms(map, t, map->restarts ? 0 : -1, &contact, &conformal);
  if (done)
    AddDefect(measured, point, "contact", contact, absent);
  if (done && map->s->descriptor->contraction)
    AddDefect(measured, point, "conformal", conformal, absent);
  return done;
}

/* The derivative of the map, and what it preserves. `retraced`: NULL at a later state. */
static PetscBool MeasureDerivative(Map *map, const Retraced *retraced, Measured *measured,
                                   Point *point) {
  const Quad absent = retraced ? retraced->local_error : (Quad)NAN;
  Tangents t;
  PetscBool done = (PetscBool)(ChooseDirections(map, &t) && FindImages(map, &t));
  if (done && map->velocities && map->s->descriptor->density)
    done = MeasureDensity(map, &t, retraced, measured, point);
  if (done && HasContactForm(map->s))
    done = MeasureContact(map, &t, absent, measured, point);
  else if (done && !map->velocities)
    MeasureForms(map, &t, absent, measured, point);
  return done;
}

static PetscErrorCode MeasureMap(Map *map, const Retraced *retraced, Measured *measured,
                                 Point *point, PetscBool *done) {
  const Quad delay = retraced->carried.offset_q - retraced->carried.offset_p;
  map->restarts = (PetscBool)(retraced->carried.memory || retraced->carried.multiplier);
  map->skip = PetscMax(0, retraced->carried.late - 1);
  map->levels = map->restarts ? 3 : 1;
  map->delay = map->restarts ? (PetscInt)delay : 0; /* half a step: with its own node's q */
  PetscCall(MapCreate(map));
  *done = (PetscBool)(MapStart(map) && MeasureDerivative(map, retraced, measured, point));
  return StepperEnd(map->run);
}

/* The state (t, q, …) after so many steps; not done if one fails. */
static PetscErrorCode TravelLater(const Map *map, Precision precision, PetscInt64 steps,
                                  Quad **state, PetscBool *done) {
  Stepper run = StepperCreate(map->s, precision, 1);
  PetscCall(run.error);
  *done = (PetscBool)(StepperBegin(&run, map->h, NULL) && StepperAdvance(&run, steps));
  *state = ExperimentRoom(map->s, run.core->get_state(run.it, NULL));
  run.core->get_state(run.it, *state);
  return StepperEnd(&run);
}

/* So many durations later, in no more than so many steps. */
enum { LATER = 8, LATER_STEPS = 2000 };

/* One more point with the first step size, where a derivative of a map of (q,p) alone was taken. A
 * missing point is no evidence. */
static PetscErrorCode ExamineLater(Map *map, Measured *measured) {
  PetscBool done;
  Quad *state;
  if (!map->levels || map->restarts || map->velocities || map->skip)
    return 0;
  PetscCall(ExperimentEvaluateStepSize(map->s, 0, &map->h));
  const PetscInt64 steps = PetscMin(
      LATER_STEPS, (PetscInt64)ceil((double)(LATER * map->s->instance->duration / map->h)));
  PetscCall(MapCreate(map));
  PetscCall(TravelLater(map, IN_DOUBLE, steps, &state, &done));
  if (done && MapStartAt(map, state)) {
    Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(map->h));
    done = MeasureDerivative(map, NULL, measured, point);
    for (PetscInt i = 0; i < point->quantities && done; ++i)
      DefectNumber(measured, &point->quantity[i], DEFECT_LATER, (PetscReal)map->time);
    measured->count -= done ? 0 : 1;
  }
  return StepperEnd(map->run);
}

static void AddReversal(const Retraced *retraced, PetscReal epsilon, Measured *measured,
                        Point *point) {
  /* Why it is not measured, as the name of a number; NULL: it is. */
  static const char *const reasons[] = {[REVERSAL_MEMORY] = DEFECT_OF_MEMORY,
                                        [REVERSAL_FORWARD] = DEFECT_OF_FORWARD,
                                        [REVERSAL_OFFSET] = DEFECT_OF_OFFSET};
  const char *const name = "reversible", *const why = reasons[retraced->reversal];
  if (why) {
    PointDefectWith(measured, point, name, 0, 0, why, 1);
  } else if (retraced->reversal != REVERSAL_NONE) {
    const Defects defects = {retraced->defect,
                             retraced->roundings * (Quad)epsilon + retraced->noise};
    AddDefect(measured, point, name, defects, retraced->local_error);
    if (retraced->backward)
      DefectNumber(measured, &point->quantity[point->quantities - 1], DEFECT_BACKWARD, 1);
  }
}

/* On a group whose elements turn, μ belongs to no coordinates: its phase space is another one, known
 * here where the state is (g,μ). */
static PetscBool IsCanonical(const Map *map) {
  const Dimensions *d = &map->s->dimensions;
  if (map->on_group)
    return (PetscBool)(!map->s->ode && !d->nonholonomic);
  return HasPhaseSpace(d);
}

/* All that one step size shows. *resolved: whether its local error is smaller than the state. */
static PetscErrorCode ExamineStepSize(Map *map, Measured *measured, PetscBool *resolved) {
  Retraced retraced;
  PetscBool done = PETSC_TRUE;
  Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(map->h));
  map->run->failure.text[0] = 0;
  PetscCall(Retrace(map->s, map->precision, map->h, &retraced));
  *resolved = (PetscBool) !(retraced.local_error > LOCAL_ERROR_MOST);
  if (!retraced.failed && map->reversal == REVERSAL_NONE) {
    map->reversal = retraced.reversal;
    map->carried = retraced.carried;
  }
  if (!retraced.failed && (map->velocities || IsCanonical(map)))
    PetscCall(MeasureMap(map, &retraced, measured, point, &done));
  if (!retraced.failed && done)
    AddReversal(&retraced, map->core->epsilon, measured, point);
  if (retraced.failed || !done) {
    point->ending.status = STATUS_FAILED;
    const char *why = retraced.failed ? retraced.why : map->run->failure.text;
    point->ending.reason = ArenaPrint(measured->arena, "%s", *why ? why : "a step near the point");
  }
  return 0;
}

/* Reversibility from a later state, too, of a map of (q,p): initial data may be at rest, or have a symmetry of their
 * own. The state is that of the precision in which it is examined, so that constraints hold there. A missing point
 * is no evidence. */
static PetscErrorCode RetraceLater(Map *map, Measured *measured) {
  enum { AFTER = 37 };
  Experiment moved = *map->s;
  Retraced retraced;
  PetscBool done;
  Quad *state;
  if (map->reversal != REVERSAL_SYMMETRY || map->carried.memory || map->carried.multiplier ||
      !WordsContain(map->s->descriptor->traits, "autonomous"))
    return 0;
  PetscCall(ExperimentEvaluateStepSize(map->s, 0, &map->h));
  PetscCall(TravelLater(map, map->precision, AFTER, &state, &done));
  Quad *const y = ExperimentRoom(map->s, map->n + map->m);
  memcpy(y, state + 1, (size_t)(map->n + map->m) * sizeof *y);
  if (done && !map->s->ode)
    done = map->core->problem_velocity(map->problem, 0, state + 1, state + 1 + map->n, y + map->n);
  moved.y0 = y;
  if (done)
    PetscCall(Retrace(&moved, map->precision, map->h, &retraced));
  if (done && !retraced.failed && retraced.reversal == REVERSAL_SYMMETRY) {
    Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(map->h));
    AddReversal(&retraced, map->core->epsilon, measured, point);
    DefectNumber(measured, &point->quantity[point->quantities - 1], DEFECT_LATER,
                 (PetscReal)(AFTER * map->h));
  }
  return 0;
}

/* Whether larger steps could show what these do not. */
static PetscBool WantsLarger(const Job *job, const Measured *measured) {
  for (PetscInt i = 0; i < job->claims.count; ++i)
    if (!strcmp(job->claims.at[i].study, "structure") &&
        DefectsLackPower(measured, job->claims.at[i].quantity))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Where there is no canonical phase space whose volume is meant. */
static PetscBool DeclaresMeasureOrContact(const Experiment *s) {
  return (PetscBool)((s->descriptor->density || HasContactForm(s)) &&
                     !HasPhaseSpace(&s->dimensions) && HasChart(&s->dimensions) &&
                     s->dimensions.n + s->dimensions.m <= DENSE_MAX);
}

#define LARGER 4 /* doublings at most */

PetscErrorCode StructureMeasure(const Experiment *s, Measured *measured) {
  const Precision precision =
      ExperimentAsksFor(s, IN_DOUBLE) ? IN_DOUBLE : ExperimentBestPrecision(s);
  const PetscInt n = s->dimensions.n, entries = n + s->dimensions.m;
  Stepper run;
  Map map = {.s = s,
             .run = &run,
             .precision = precision,
             .delta = precision == IN_QUAD ? QUAD_C(1e-6) : QUAD_C(1e-3),
             .core = CoreOf(precision),
             .problem = s->problem[precision],
             .n = n,
             .m = s->dimensions.m,
             .directions = entries,
             .velocities = DeclaresMeasureOrContact(s)};
  Quad largest = 0;
  PetscBool resolved;
  map.contraction = ModelCaseContraction(s->instance, s->realisation);
  map.frame =
      (PetscBool)(FormulationGetData(s->dimensions.formulation)->moving_frame && !map.velocities);
  if (s->dimensions.formulation == GIMBAL_GROUP && !map.velocities) {
    PetscCall(GroupParse(s->descriptor->group->group, &map.group));
    map.on_group = (PetscBool)!GroupCommutes(&map.group);
  }
  if (map.on_group)
    map.directions = 2 * map.m;
  MeasuredBegin(measured, MEASURED_POINTS, precision);
  map.size = ExperimentRoom(s, entries + 1);
  map.weight = ExperimentRoom(s, n);
  for (PetscInt i = 0; i < s->job->h.count; ++i) {
    PetscCall(ExperimentEvaluateStepSize(s, i, &map.h));
    largest = LargerOrNaN(largest, map.h);
    PetscCall(ExamineStepSize(&map, measured, &resolved));
  }
  for (int k = 0; k < LARGER && WantsLarger(s->job, measured); ++k) {
    map.h = largest = 2 * largest;
    PetscCall(ExamineStepSize(&map, measured, &resolved));
    /* A larger step than the suite's that fails, or is unstable, shows nothing. */
    if (measured->point[measured->count - 1].ending.reason || !resolved) {
      measured->count--;
      break;
    }
  }
  PetscCall(RetraceLater(&map, measured));
  PetscCall(ExamineLater(&map, measured));
  return 0;
}

static const ClaimWords claims[] = {
    {.study = "structure",
     .on = CLAIM_ON_WORD,
     .quantities = "symplectic conformal contact reversible volume",
     .values = "yes no",
     .meaning =
         "a step preserves the canonical form; contracts it at the model's rate; maps the contact "
         "form to a multiple of itself; is reversed by the model's reversing symmetry, or by a "
         "step of -h; preserves the volume, or the measure that the model declares"},
    {.study = NULL}};

const Study StudyStructure = {.name = "structure",
                              .keys = "step_sizes",
                              .claims = claims,
                              .first_case = PETSC_TRUE,
                              .restores = PETSC_TRUE,
                              .plan = PairAddStepSizes,
                              .measure = StructureMeasure,
                              .judge = DefectsJudge,
                              .change = DefectsChange};
