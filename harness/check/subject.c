#include "check/subject.h"
#include "base/word_list.h"
#include "numerics/random.h"
#include "numerics/stencil.h"

PetscErrorCode SubjectCreate(ModelCase instance, PetscInt realisation, Subject *s) {
  const gimbal_model *model;
  PetscCall(PetscMemzero(s, sizeof(*s)));
  s->instance = instance;
  s->realisation = realisation;
  s->quad = (PetscBool)(instance->model->descriptor_quad != NULL);
  model = s->quad ? instance->model->descriptor_quad : instance->model->descriptor;
  s->descriptor = ListAt(model->realisations, gimbal_realisation, realisation);
  s->formulation = RealisationGetData(s->descriptor);
  (void)snprintf(s->name, sizeof(s->name), "%s:%s %s", instance->model->name, instance->name,
                 s->descriptor->name);
  s->core = s->quad ? CoreQuad() : CoreDouble();
  s->epsilon = (Quad)s->core->epsilon;
  s->tolerance = s->quad ? QUAD_C(1e-20) : QUAD_C(1e-7);
  s->random = RANDOM_BEGIN;
  PetscCall(s->core->problem_create(instance, realisation, &s->problem));
  s->d = s->core->problem_dimensions(s->problem);
  s->k = s->d.holonomic + s->d.nonholonomic;
  s->size = s->d.n + s->d.m;
  s->row = s->size + s->k;
  s->room = ArenaCreate();
  s->start = SubjectRoom(s, s->size);
  s->work = SubjectRoom(s, 4 * s->size);
  s->core->problem_initial(s->problem, s->start);
  for (PetscInt i = 0; i < s->size; i++)
    if (fabsq(s->start[i]) > s->scale[i >= s->d.n])
      s->scale[i >= s->d.n] = fabsq(s->start[i]);
  for (PetscInt part = 0; part < 2; part++)
    if (!(s->scale[part] > 0))
      s->scale[part] = 1;
  return 0;
}

PetscErrorCode SubjectDestroy(Subject *s) {
  ArenaDestroy(&s->room);
  return s->core->problem_destroy(&s->problem);
}

Quad *SubjectRoom(Subject *s, PetscInt count) {
  return ArenaArray(s->room, count, sizeof(Quad));
}

void SubjectCall(Subject *s, const void *member, Quad t, const Quad *y, Quad *out) {
  s->core->problem_call(s->problem, member, t, y, out);
}

Quad SubjectRandom(Subject *s) { return (Quad)RandomUniform(&s->random); }

/* The Lagrangian or the Hamiltonian, if any. */
static PetscBool ScalarIsFinite(Subject *s, Quad t, const Quad *y) {
  const void *const scalar = RealisationMember(s->descriptor, MODEL_VALUE, NULL);
  Quad value = 0;
  if (scalar)
    SubjectCall(s, scalar, t, y, &value);
  return (PetscBool)finiteq(value);
}

PetscBool SubjectPoint(Subject *s, Quad *t, Quad *y) {
  Quad spread = QUAD_C(0.25);
  *t = 1 + SubjectRandom(s);
  for (PetscInt attempt = 0; attempt < 12; attempt++, spread /= 2) {
    for (PetscInt i = 0; i < s->size; i++)
      y[i] = s->start[i] + spread * s->scale[i >= s->d.n] * SubjectRandom(s);
    if (ScalarIsFinite(s, *t, y))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* A function along a line through (t,y). */
typedef struct {
  Subject *subject;
  const Function *f;
  Quad t;
  const Quad *y, *direction;
} Line;

static int AlongLine(void *context, Quad distance, Quad *value) {
  const Line *line = context;
  Subject *s = line->subject;
  for (PetscInt i = 0; i < s->size; i++)
    s->work[i] = line->y[i] + distance * line->direction[i];
  SubjectCall(s, line->f->member, line->t, s->work, value);
  return 0;
}

void SubjectDifference(Subject *s, const Function *f, Quad t, const Quad *y, const Quad *direction,
                       Quad part, Quad *out) {
  Line line = {s, f, t, y, direction};
  Quad *const value = out + f->count;
  Quad largest = 0, h = s->quad ? QUAD_C(1.) / 1024 : QUAD_C(1.) / 128;
  /* h is relative to the size of q and v. */
  for (PetscInt i = 0; i < s->size; i++)
    if (fabsq(direction[i]) > largest * s->scale[i >= s->d.n])
      largest = fabsq(direction[i]) / s->scale[i >= s->d.n];
  if (largest > 0)
    h /= largest;
  h *= part;
  (void)QUAD_PRECISION(StencilDerivative)(s->quad ? 8 : 7, h, f->count, AlongLine, &line, value,
                                          out);
}

void SubjectFollow(Subject *s, const Quad *start, Quad duration, PetscBool numerically,
                   Motion *motion) {
  const ReferenceProblem problem = {s->instance, s->realisation, start, MOTION_TIMES, motion->time};
  PetscErrorCode error;
  memset(motion, 0, sizeof(*motion));
  for (PetscInt i = 0; i < MOTION_TIMES; i++)
    motion->time[i] = duration * (Quad)(i + 1) / MOTION_TIMES;
  motion->rows = SubjectRoom(s, MOTION_TIMES * s->row);
  PetscCallAbort(PETSC_COMM_SELF, KeptErrorBegin(&motion->error));
  error = numerically ? ReferenceSolveNumerically(&problem, motion->rows, &motion->certificate)
                      : ReferenceSolve(&problem, NULL, NULL, motion->rows, &motion->certificate);
  PetscCallAbort(PETSC_COMM_SELF, KeptErrorEnd());
  motion->solved = (PetscBool)!error;
}

Quad SubjectResidual(Subject *s, const Quad *y) {
  const PetscInt count = 2 * s->d.holonomic + s->d.nonholonomic;
  Quad *residual = SubjectRoom(s, count);
  s->core->problem_constraint(s->problem, 0, y, residual);
  return LargestOf(count, residual);
}

PetscBool SubjectHasTrait(const Subject *s, const char *trait) {
  return WordsContain(s->descriptor->traits, trait);
}

static PetscInt failures; /* of this process, which checks one plugin */

PetscInt CheckFailures(void) { return failures; }

static void PrintLine(const char *begin, const char *format, va_list arguments, const char *skip) {
  fputs(begin, stdout);
  vprintf(format, arguments);
  printf("%s%s\n", skip ? " # SKIP " : "", skip ? skip : "");
  fflush(stdout);
}

void CheckResult(PetscBool passed, const char *format, ...) {
  va_list arguments;
  failures += !passed;
  va_start(arguments, format);
  PrintLine(passed ? "ok - " : "not ok - ", format, arguments, NULL);
  va_end(arguments);
}

void CheckSkip(const char *reason, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PrintLine("ok - ", format, arguments, reason);
  va_end(arguments);
}

void CheckRemark(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PrintLine("# ", format, arguments, NULL);
  va_end(arguments);
}
