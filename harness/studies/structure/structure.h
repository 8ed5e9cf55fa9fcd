/* The step map on canonical coordinates (q,p), and what is asked of its derivative. */
#ifndef GIMBAL_HARNESS_STUDIES_STRUCTURE_STRUCTURE_H
#define GIMBAL_HARNESS_STUDIES_STRUCTURE_STRUCTURE_H

#include "studies/setting.h"

typedef struct {
  const Setting *s;
  Precision precision;
  const Core *core;
  Problem problem;
  Quad h;
  PetscInt n, m, states;
  PetscBool ode, frame;
  Integration it;
  Quad *z, delta;       /* the point at which it is examined, and the step of differences */
  Quad *moved, *image;  /* room for two others */
  Quad *start, *state;  /* the whole initial state, and room for another */
  Quad *psi, *matrix;   /* of a frame: room for two n×n matrices */
  Quad *residual, *y;   /* room for the constraints and for (q,v) */
  Quad *square;         /* room for constraints×constraints */
  PetscInt constraints; /* g and Dg·v, once constrained */
  Quad *normals;        /* their gradients in (q,p), constraints×(n+m) */
} Map;

/* Takes and gives back the room; `states` entries of a whole state. */
extern PetscErrorCode MapCreate(Map *, PetscInt states);
extern PetscErrorCode MapDestroy(Map *);
/* Sets the point to the canonical (q,p) of the initial data. */
extern PetscErrorCode MapStart(const Map *);
/* One step of size h from the canonical (q,p); false if it failed. */
extern PetscErrorCode MapApply(const Map *, const Quad *z, Quad *out, PetscBool *done);
/* The derivative of the step map along a direction, by differences of order four with step δ. Where
 * there are constraints, the points are moved onto them first. */
extern PetscErrorCode MapAlong(const Map *, const Quad *direction, Quad delta, Quad *out,
                               PetscBool *done);
/* a·Ωb with the canonical Ω. */
extern Quad CanonicalForm(PetscInt n, const Quad *a, const Quad *b);

/* Of a system with constraints g(q) = 0: an orthonormal basis (row by row) of the tangent space of
 * its phase space {g = 0, Dg·v = 0} at the map's z, `rank` vectors; then MapAlong keeps to it. */
extern PetscErrorCode MapConstrain(Map *, Quad *basis, PetscInt *rank, PetscBool *done);

extern PetscErrorCode StructureMeasure(const Setting *, Measured *);

#endif
