/* The structures of gimbal.h, described as data: one piece of code then copies, checks and compares
 * all of them, whichever minor version a plugin was built with. */
#pragma once

#include "base/arena.h"
#include "base/user_error.h"
#include "gimbal.h"

typedef enum {
  FIELD_NAME,     /* text [a-z][a-z0-9_]*, unique in its list */
  FIELD_WORD,     /* text [A-Za-z][A-Za-z0-9_]*, unique in its list */
  FIELD_TEXT,     /* any text */
  FIELD_FUNCTION, /* a pointer to a function */
  FIELD_NUMBER,   /* an int */
  FIELD_LIST,     /* a gimbal_list of `of` */
  FIELD_TABLE,    /* a pointer to a structure `of` that begins with its size */
  FIELD_RESERVED, /* for a later version: to be left out */
  FIELD_EMBEDDED  /* such a structure itself */
} FieldKind;

/* All functions that a realisation can have, whatever its formulation. */
typedef enum {
  MODEL_NONE,
  MODEL_VALUE,              /* L, H or ℓ */
  MODEL_GRADIENT,           /* its derivative by q, n */
  MODEL_TRIVIALISED,        /* along a group, m */
  MODEL_MOMENTUM,           /* by v, m */
  MODEL_RATE,               /* of a hamiltonian by p, n; f of an ode */
  MODEL_MASS,               /* m×m; of a lattice its diagonal */
  MODEL_FORCE,              /* m */
  MODEL_HOLONOMIC,          /* g */
  MODEL_HOLONOMIC_GRADIENT, /* Dg, holonomic×m */
  MODEL_HOLONOMIC_BAND,
  MODEL_CONSTRAINT, /* Φ, Ψ or φ */
  MODEL_REACTION,   /* the directions of its reactions, nonholonomic×m */
  MODEL_FRAME,      /* ψ, n×m */
  MODEL_STRUCTURE,  /* m×m×m */
  /* of any formulation */
  MODEL_INITIAL,
  MODEL_EXACT,
  MODEL_REVERSE,
  MODEL_COMMON,
  MODEL_ENERGY,
  MODEL_DENSITY,
  /* of the elements of a list */
  MODEL_INVARIANT,
  MODEL_GENERATOR,
  MODEL_EQUILIBRIUM,
  MODEL_PERTURBATION,
  MODEL_DEVIATION,
  MODEL_APSIDES_RATE,
  MODEL_APSIDES_ANGLE,
  MODEL_APSIDES_ADVANCE,
  MODEL_FUNCTIONS
} ModelFunction;

typedef struct {
  const char *name;
  FieldKind kind;
  size_t offset;
  PetscBool required; /* not NULL; of a list: not empty */
  const struct Layout *of;
  ModelFunction function; /* of a model's function: which; else MODEL_NONE */
} LayoutField;

typedef struct Layout {
  const char *name; /* in messages: "method", "claim" */
  size_t size;
  int fields;
  const LayoutField *field; /* a FIELD_NAME or FIELD_WORD comes first, if there is one */
} Layout;

extern const Layout PluginLayout, MemberLayout, RealisationLayout;

/* A pointer that is there in a structure, whatever it points to. */
static inline const void *PointerAt(const void *structure, size_t offset) {
  return *(const void *const *)(const void *)((const char *)structure + offset);
}

/* Copies a structure of `size` bytes, as the plugin was compiled, into `to` (layout->size bytes),
 * with all its lists and tables, which the arena keeps. What the plugin does not have becomes zero;
 * what the host does not know is left out. A missing required entry, a malformed or duplicate name
 * and an impossible list or table are PETSC_ERR_USER_INPUT, with a message that begins with
 * `where`. */
extern PetscErrorCode LayoutCopy(const Layout *, const char *where, Arena, const void *from,
                                 size_t size, void *to);

/* Copies all elements of a list in this way, whose names must differ: *list becomes the copy. */
extern PetscErrorCode LayoutCopyList(const Layout *, const char *where, Arena, gimbal_list *list);

/* Compares the texts, numbers and counts of two normalised structures, and which functions each
 * has. A difference is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode LayoutCompare(const Layout *, const char *where, const void *plain,
                                    const void *quad);
