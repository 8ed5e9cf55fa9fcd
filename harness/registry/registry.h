/* The registry: plugins found, loaded, checked and normalised; names resolved to methods and to
 * cases of models. Nothing here integrates anything. */
#ifndef GIMBAL_HARNESS_REGISTRY_REGISTRY_H
#define GIMBAL_HARNESS_REGISTRY_REGISTRY_H

#include "gimbal.h"
#include "numerics/quad.h"
#include <petscsys.h>

/* Element i of a normalised gimbal_list (the loader re-lays lists out with the host's stride). */
#define ListAt(list, type, i) (&((const type *)(list).at)[i])

typedef struct _p_Registry *Registry;

/* One method: a member of a family under its settings. */
typedef struct _n_Method {
  const char *name; /* as asked for: "dla_midpoint", "dla_midpoint:tau=1/3" */
  const char *title;
  const char *file;                 /* the shared object */
  const char *hash;                 /* of its content, hexadecimal */
  const gimbal_method *family;      /* normalised descriptor */
  const gimbal_method *family_quad; /* its quadruple twin, for CoreQuad alone; NULL: double only */
  Quad *parameters;                 /* values, in the declared order */
  PetscBool named;                  /* its file is one that RegistryCreate was given */
} * Method;

typedef struct _n_Model {
  const char *name;
  const char *file;
  const char *hash;
  const gimbal_model *descriptor;      /* normalised */
  const gimbal_model *descriptor_quad; /* its quadruple twin, whose functions
                                          registry/model_function.h calls; NULL: double only */
  PetscBool named;                     /* its file is one that RegistryCreate was given */
} * Model;

/* A case of a model (one member of it, if it is an ensemble) with its parameters evaluated. */
typedef struct _n_ModelCase {
  Model model;
  const char *name; /* "low_eps05" */
  const gimbal_case *descriptor;
  PetscInt member, members; /* members = 1 for a single case */
  Quad *parameters;         /* values, in the declared order */
  Quad duration, step;      /* of the descriptor, evaluated */
} * ModelCase;

/* The sizes of one realisation of a model under a case's parameters. */
typedef struct {
  PetscInt n, m, holonomic, nonholonomic;
  gimbal_formulation formulation;
} Dimensions;

/* Loads every *.so of the plugin folders beside the program (build/methods, build/models, or
 * PREFIX/lib/gimbal), of GIMBAL_PLUGIN_PATH (colon-separated), and the named files. A plugin that
 * cannot be loaded is an error PETSC_ERR_USER_INPUT that says which file, what is wrong, and what
 * would be right. */
extern PetscErrorCode RegistryCreate(PetscInt plugins, const char *const plugin[], Registry *);
extern PetscErrorCode RegistryDestroy(Registry *);
extern PetscErrorCode RegistryGetMethods(Registry, PetscInt *, const Method **);
extern PetscErrorCode RegistryGetModels(Registry, PetscInt *, const Model **);
/* "name" or "name:parameter=value,…". An unknown name is an error that offers the nearest one. */
extern PetscErrorCode RegistryFindMethod(Registry, const char *, Method *);
extern PetscErrorCode RegistryFindModel(Registry, const char *, Model *);

/* "case" or "case:parameter=value,…"; NULL is the first case. */
extern PetscErrorCode ModelCaseCreate(Model, const char *name, PetscInt member, ModelCase *);
extern PetscErrorCode ModelCaseDestroy(ModelCase *);
extern PetscErrorCode ModelCaseGetDimensions(ModelCase, PetscInt realisation, Dimensions *);
/* Width, stride and offset of the holonomic gradient's band; m, 0, 0 where the model gives none. */
extern PetscErrorCode ModelCaseGetBand(ModelCase, PetscInt realisation, PetscInt band[3]);

/* Whether the method can integrate the realisation: its formulation is offered (an ode is derived
 * from anything but a lattice; a lattice also serves as lagrangian) and `accepts` holds. */
extern PetscErrorCode MethodAccepts(Method, ModelCase, PetscInt realisation, PetscBool *);
/* Whether the claim's condition holds and what it is about is there at all (no order of λ without
 * constraints, or of p in an ode); *value is its evaluated order (NaN for a word). For claims
 * on invariants, `invariant` is the one in question, else NULL; the claim then applies only if it
 * names that invariant or one of its kinds, and if that is an invariant in this case. */
extern PetscErrorCode ClaimApplies(Method, ModelCase, PetscInt realisation, const gimbal_claim *,
                                   const gimbal_invariant *invariant, PetscBool *applies,
                                   PetscReal *value);
/* An expression of the method's descriptor (memory, time_of_q, symmetric, a probe's count) in the
 * words of conditions; text NULL is `missing`. */
extern PetscErrorCode MethodEvaluate(Method, ModelCase, PetscInt realisation, const char *text,
                                     Quad missing, Quad *value);

#endif
