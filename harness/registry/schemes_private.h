/* What the makers of schemes share: those from tableaux, and those from lists of coefficients. */
#pragma once

#include "registry/schemes.h"
#include "registry/parameters.h"

static inline PetscBool IsKind(const gimbal_scheme *scheme, const char *kind) {
  return (PetscBool)!strcmp(scheme->kind, kind);
}

typedef struct {
  Method method;
  const gimbal_scheme *declared;
  const SchemeSource *source;
  PetscInt stages; /* 0: as many as there are */
  ExactField field;
  const char *computed; /* a family of tableaux that is not the method's own; NULL: none is used */
} Maker;

/* What is wrong with the numbers of the scheme. */
#define CHECK_SCHEME(m, right, format, ...)                                                        \
  UserCheck(right, "%s: method \"%s\", scheme: " format, (m)->method->file, (m)->method->name,     \
            __VA_ARGS__)

static inline void Touch(Maker *m, SchemePart part, PetscInt first, PetscInt count,
                         ExactNumber *x) {
  if (m->source->touch)
    m->source->touch(m->source->context, part, first, count, &m->field, x);
}

static inline void Copy(PetscInt count, const ExactNumber *from, ExactNumber *to) {
  memcpy(to, from, (size_t)count * sizeof *to);
}

/* By the values: the signs of nested roots are a guess elsewhere. Sums of a row of rounded decimals are not refused. */
static inline PetscBool IsOff(const ExactField *f, ExactNumber x, ExactNumber y) {
  const ExactNumber off = ExactSubtract(f, x, y);
  const PetscReal unit = f->places >= EXACT_PLACES_ROUNDED ? pow(10, -(PetscReal)f->places) : 0;
  return (PetscBool) !(fabs((PetscReal)off.value) <= EXACT_SLACK * (off.error + unit));
}

/* The coefficients of that name, to be freed. */
extern PetscErrorCode SchemeListMake(Maker *, const char *name, PetscInt *count, ExactNumber **out);
/* What makes a scheme from its tableaux, or from its first and second list of coefficients. */
typedef PetscErrorCode SchemeMaker(Maker *, Scheme *out);
typedef PetscErrorCode SchemeListMaker(Maker *, PetscInt, const ExactNumber *first, PetscInt,
                                       const ExactNumber *second, Scheme *out);
extern SchemeListMaker PutCoefficients, PutSplitting, PutLowStorage, PutShuOsher, PutMultistep,
    PutGeneral, PutGark, PutMultirate, PutFree, PutMuntheKaas, PutStochastic;
extern PetscErrorCode SchemeMakeFromLists(Maker *, SchemeListMaker *, Scheme *out);
