/* The structure study: the step map on canonical coordinates (q,p), or on (q,v) where the model
 * declares a measure, what its derivative keeps, and whether steps can be retraced. */
#pragma once

#include "numerics/group.h"
#include "studies/experiment.h"

/* Whether and where a method keeps what it hands on in addition to (q,p). */
typedef struct {
  PetscBool memory;     /* it has private memory */
  PetscBool multiplier; /* a step depends on the λ that it is handed */
  PetscInt late;        /* the first node from which the step is another one than a run makes that
                            begins there, though the first are not; 0: none was found */
  Quad offset_q, offset_p, offset_lambda; /* in steps after the node, where they are scored */
} Carried;

/* How reversibility was tested. */
typedef enum {
  REVERSAL_NONE,     /* not at all */
  REVERSAL_SYMMETRY, /* ρΦρΦ against the identity, with the model's reversing symmetry ρ */
  REVERSAL_BACKWARD, /* steps of −h against those of h, and ρΦ_hρ against Φ_−h */
  REVERSAL_MEMORY,   /* a memory that steps of −h do not lead back: not judged */
  REVERSAL_FORWARD,  /* steps of −h are needed, and the method takes none */
  REVERSAL_OFFSET    /* p and q are scored at times of which reversing makes no pair */
} Reversal;

/* The map takes canonical (q,p), or (q,v), to those of the following nodes. Its points and directions are in
 * units of `size`, so that no number depends on the model's.
 *
 * On a group (whose factors are not all vector spaces) points are (g,μ) as they stand, and directions
 * are (ξ,δμ), from g to g exp(ξ), in units of `size`. */
typedef struct {
  const Experiment *s;
  Precision precision;
  const Core *core;
  Problem problem;
  Quad h, time;     /* time: of the point */
  Quad contraction; /* of the canonical form, per time; 0: none */
  PetscInt n, m, states;
  PetscInt directions; /* how many there are, and their entries: n+m, or on a group 2m */
  PetscBool frame;
  PetscBool on_group;
  Group group;
  PetscBool
      velocities; /* points are (q,v) as the realisation has them: with a density, or a contact form */
  Stepper *run;         /* of the method, where points are taken */
  Quad *z, delta;       /* the point at which it is examined, and the step of differences */
  Quad *moved, *images; /* room for another point, and for images of it */
  PetscBool restarts;   /* every point is where a run begins, with a λ and a memory of its own */
  PetscInt skip;        /* nodes that are passed before the first of these */
  PetscInt levels;      /* nodes of which images are taken */
  PetscInt delay;       /* p is read so many nodes after q, so that both belong to one time */
  Quad *size;           /* of a point's entries, powers of two */
  Quad *weight;         /* of the pairs in the canonical form, at most 1; not with velocities */
  Quad largest;         /* their unit */
  Quad *base;           /* on a group: the point, and its image at every level */
  Quad *jump, *product; /* on a group: room for two elements, or matrices m×m */
  Quad *start, *state, *node; /* the whole initial state, and room for another, and for a (q,p) */
  Quad *psi, *matrix;         /* of a frame: room for two n×n matrices */
  Quad *residual, *y;         /* room for the constraints and for (q,v) */
  Quad *square;               /* room for constraints×constraints */
  PetscInt constraints;       /* g, Dg·v and Φ, once constrained */
  Quad *normals;              /* their gradients at the point, constraints×directions */
  Reversal reversal;          /* how it is tested from the initial data, */
  Carried carried;            /* and what steps hand on there */
} Map;

/* The derivative along some directions, at every level: images[(level·count + d)·size]. */
typedef struct {
  PetscInt count, size, levels;
  PetscBool whole;  /* the directions are all unit vectors */
  Quad *u, *images; /* count×size; levels×count×size */
  Quad *bound;      /* levels×count: a bound of the error of an image's entries */
  Quad scale;       /* of the form on two directions */
} Tangents;

typedef struct {
  Quad defect, error;
} Defects;

/* Makes the run, and the room for its states and others. */
extern PetscErrorCode MapCreate(Map *);
/* Sets the point to that of the initial data, and the sizes where they are not set; false, here and below, if a
 * step failed, or there are no values. */
extern PetscBool MapStart(Map *);
/* Sets both to those of a later state of a run with that h, whose steps read nothing but its (q,p). */
extern PetscBool MapStartAt(Map *, const Quad *state);
/* The points of `levels` nodes, `skip` after a start at z, levels×(n+m). */
extern PetscBool MapApply(const Map *, const Quad *z, Quad *out);
/* On a group, where differences are taken from the images of the point itself: finds these. */
extern PetscBool MapFindBase(const Map *);
/* The derivative of these along a direction, by differences of order four with step δ and with 2δ,
 * which share two of their four points each. Where there are constraints, the points are moved onto
 * them first. */
extern PetscBool MapAlong(const Map *, const Quad *direction, Quad *fine, Quad *coarse);
/* a·Ωb with the canonical Ω, at the level's point (−1: the map's own): on a group Σ (a_i b_{m+i} −
 * a_{m+i} b_i) + μ·[a,b], which is −d of the one-form μ·g⁻¹dg. */
extern Quad CanonicalForm(const Map *, PetscInt level, const Quad *a, const Quad *b);
/* What an error of one in the entries of b does to it at most. */
extern Quad CanonicalFormScale(const Map *, PetscInt level, const Quad *a);

/* Of a system with constraints: an orthonormal basis (row by row) of the tangent space of the
 * manifold {g = 0, Dg·v = 0, Φ = 0} at the map's z, `rank` vectors; then MapAlong keeps to it. */
extern PetscBool MapConstrain(Map *, Quad *basis, PetscInt *rank);
/* (g, Dg·v, Φ) at z; false outside the model's domain. */
extern PetscBool MapResidual(const Map *, const Quad *z, Quad *residual);
/* Its derivative along a direction with entries of size one, by differences that leave no error but rounding: a
 * direction that is tangent to less is taken for another than the one along which points are moved, and the
 * difference for a defect. */
extern PetscBool MapResidualAlong(const Map *, const Quad *z, const Quad *direction,
                                  Quad *derivative);

/* By how much the exact flow contracts the form from one level to another (from −1, the point itself). */
static inline Quad MapContraction(const Map *map, PetscInt before, PetscInt after) {
  const PetscInt steps = after - before + (before < 0 ? map->skip : 0);
  return expq(-map->contraction * steps * map->h);
}

/* The direction's image at a level. */
static inline const Quad *ImageOf(const Tangents *t, PetscInt level, PetscInt d) {
  return t->images + (level * t->count + d) * t->size;
}
/* Raises the defect by the relative change of the volume from one level to another (from −1, the
 * directions themselves, which are all), and the error by a bound of it. */
extern void CompareVolumes(const Tangents *, PetscInt before, PetscInt after, Defects *);
/* The same of the measure that the model declares, on the constraints; *off: how far the nodes are
 * from these, in sizes. */
extern PetscBool CompareMeasures(const Map *, const Tangents *, PetscInt before, Defects *,
                                 Quad *off);

/* The same of the contact form η of y = (q,p,s): how far it is taken from a multiple of η, and from the model's. */
extern PetscBool CompareContactForms(const Map *, const Tangents *, PetscInt before,
                                     Defects *contact, Defects *conformal);

/* The results for the steps from the initial data. Distances are in units of the entries' sizes. */
typedef struct {
  PetscBool failed; /* a step did */
  char why[sizeof(((StepFailure *)0)->text)];
  Carried carried;
  Reversal reversal;
  Quad defect;        /* of reversibility */
  PetscBool backward; /* which is that of a step of −h alone */
  Quad roundings;     /* of an entry, in units of its size, that a step may be undone to */
  Quad noise;         /* of the defect, where the steps amplify rounding */
  Quad local_error;   /* |Φ_h − Φ_{h/2}Φ_{h/2}|; NaN where no entry is scored at the nodes */
} Retraced;

extern PetscErrorCode Retrace(const Experiment *, Precision, Quad h, Retraced *);

/* How many steps of h make the way that is the size of what passes through zero. */
extern Quad StepsOfSize(const Experiment *, Quad h);
/* The sizes of `count` entries of one kind, from their values now and a step later. The size is
 * the entry's value, or its change in so many steps if that is more. Where this is negligible
 * relative to the largest entry in arithmetic of this epsilon, it is the largest; and 1 where
 * all is at rest at zero. */
extern void LocalSizes(Quad steps, Quad epsilon, PetscInt count, const Quad *now, const Quad *next,
                       Quad *size);

extern PetscErrorCode StructureMeasure(const Experiment *, Measured *);
