/* The functions of a model, called in the units in which the host works: the one place from which
 * that is done. Where the units are not the model's own, arguments are brought to those of the model
 * and values to those of the host by powers of two, which is exact. */
#pragma once

#include "external/operations.h"
#include "numerics/precision.h"
#include "plugin/layout.h"
#include "registry/registry.h"

/* A function of the first element of a list; MODEL_OF(i, …) of element i. */
#define MODEL_OF(i, function) ((int)(i)*MODEL_FUNCTIONS + (function))

/* How a function is derived from another one: by entries of q, or of v. */
typedef struct {
  PetscBool is, along_v;
  int what;
} Derived;

/* Those of a realisation of a case, in this precision. */
typedef struct {
  const Real *parameters;
  Real begin;                        /* of runs, in the model's time */
  const CaseUnits *units;            /* NULL: the model's own */
  const RealisationUnits *u, *first; /* of this realisation, and of the first one */
  Dimensions d;
  PetscInt common;      /* n+m of the first realisation */
  const PetscInt *band; /* 3: of the holonomic gradient */
  PetscBool diagonal_mass;
  PetscBool indirect; /* there is more to do than to call a function */
  Model model;
  int realisation;
  Real *at;       /* n+m: the arguments in the model's units */
  Quad *exchange; /* of a program: its parameters, the same, and what it has answered */
  Real *work;     /* of the operations that it declared */
  PetscBool ask;  /* those are requested from the program, too */
  Derived derived[MODEL_INITIAL];
  Real *difference; /* n+m, and two columns of a derivative */
  void *in_quad;    /* of a double one: what derives them in quadruple precision; may be NULL */
  Quad *derived_exchange; /* n+m, and a derivative */
  PetscInt functions;
  struct {
    const void *member; /* where the model's descriptor has it */
    const char *name;   /* of the member */
    union {
      gimbal_scalar *scalar;
      gimbal_vector *vector;
      const ProgramFunction *declared; /* of a model that is a program */
    };
  } * function;
} ModelCalls;

/* The model must exist in this precision. */
extern PetscErrorCode ModelCallsCreate(ModelCase, PetscInt realisation, ModelCalls *);
extern PetscErrorCode ModelCallsDestroy(ModelCalls *);
/* The function whose member has that address in the descriptor of this precision; −1: the realisation
 * does not have it. */
extern int ModelFind(const ModelCalls *, const void *member);
/* How many entries it writes; 0: the realisation does not have it. */
extern PetscInt ModelCount(const ModelCalls *, int function);
/* Calls a function of either shape. */
extern void ModelCall(const ModelCalls *, int function, Real t, const Real *q, const Real *v,
                      Real *out);

extern Real ModelScaledScalar(const ModelCalls *, int function, Real t, const Real *q,
                              const Real *v);
extern void ModelScaledVector(const ModelCalls *, int function, Real t, const Real *q,
                              const Real *v, Real *out);

static inline PetscBool ModelHas(const ModelCalls *c, int function) {
  return (PetscBool)(c->function[function].vector != NULL);
}
/* The error of a momentum in units of round-off: one that is derived is a difference over 1/1024, or 1/128. */
static inline Real ModelRounding(const ModelCalls *c) {
  const PetscBool differs = (PetscBool)(c->derived[MODEL_MOMENTUM].is && !c->in_quad);
  return !differs ? 1 : PRECISION_EPSILON < 1e-30 ? 4096 : 512;
}
/* Of those that the model has. */
static inline Real ModelScalar(const ModelCalls *c, int function, Real t, const Real *q,
                               const Real *v) {
  return c->indirect ? ModelScaledScalar(c, function, t, q, v)
                     : c->function[function].scalar(c->parameters, c->begin + t, q, v);
}
static inline void ModelVector(const ModelCalls *c, int function, Real t, const Real *q,
                               const Real *v, Real *out) {
  if (c->indirect)
    ModelScaledVector(c, function, t, q, v, out);
  else
    c->function[function].vector(c->parameters, c->begin + t, q, v, out);
}

/* Derivatives that a model leaves out (derived_calls.c): finds them, and answers as if the model gave them, in
 * the host's units; NaN where it has no value. */
extern PetscErrorCode DerivedCallsCreate(ModelCase, PetscInt realisation, ModelCalls *);
extern PetscErrorCode DerivedCallsDestroy(ModelCalls *);
extern void DerivedCall(const ModelCalls *, int function, Real t, const Real *q, const Real *v,
                        Real *out);
