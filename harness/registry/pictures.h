/* The pictures of a realisation, whose texts are expressions in the names of q and v, t and the model's
 * parameters. */
#pragma once

#include "numerics/expression.h"
#include "registry/registry.h"

enum { PICTURE_COORDINATES_MOST = 3, ENTRY_NAME = 64 };

/* The i-th name, from 0, of a list such as "x y z" or "q[1..n]"; otherwise its number. */
extern void EntryName(const char *names, PetscInt i, char name[ENTRY_NAME]);

/* What a picture's texts say in a case. */
typedef struct {
  PetscInt coordinates; /* 2, or 3 in space */
  char text[PICTURE_COORDINATES_MOST][96];
  Quad duration; /* in the units of the run */
  Quad sphere;   /* its radius, in the model's units; 0: none */
  PetscBool equal;
} PictureWords;

/* *holds: whether the picture is one in this case. Errors begin with `where`. */
extern PetscErrorCode PictureEvaluate(const char *where, ModelCase, const gimbal_picture *,
                                      PictureWords *, PetscBool *holds);

/* Names and values for the texts of a realisation, which the case keeps. */
typedef struct {
  ModelCase instance;
  PetscInt realisation, n, m, at; /* at: of the first coordinate among the variables */
  Variables variables;
  Variable *variable;
} PictureNames;

extern void PictureNamesCreate(ModelCase, PetscInt realisation, PictureNames *);
/* The values at (q,v) and t, which are in the units of the run. */
extern void PictureNamesSet(const PictureNames *, Quad t, const Quad *y);
/* The coordinates, and after them the section's expression where there is one. */
extern PetscErrorCode PictureRead(const gimbal_picture *, const PictureWords *,
                                  const PictureNames *, Quad *out);
/* Whether all texts of the realisation's pictures can be read; PETSC_ERR_USER_INPUT, beginning with
 * `where`. */
extern PetscErrorCode PicturesCheck(const char *where, ModelCase, PetscInt realisation);
