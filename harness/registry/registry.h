/* The registry finds, loads and checks plugins, and resolves names to methods and to cases of
 * models. It integrates nothing. */
#pragma once

#include "base/arena.h"
#include "base/nearest.h"
#include "base/user_error.h"
#include "gimbal.h"
#include "numerics/expression.h"
#include "registry/case_units.h"
#include "registry/vocabulary.h"

/* Element i of a normalised gimbal_list: the loader has given it the host's stride. */
#define ListAt(list, type, i) (&((const type *)(list).at)[i])
/* The index of the element with that name, of a list whose elements begin with their names; −1: none. */
extern PetscInt ListFind(gimbal_list, const char *name);
/* The error that it has none: see WordRefuse (base/word_list.h). */
extern PetscErrorCode ListRefuse(const char *what, const char *name, const char *label,
                                 gimbal_list);

/* One method: a member of a family, with its settings. */
typedef struct _n_Method {
  const char *name; /* as requested: "dla_midpoint", "dla_midpoint:tau=1/3" */
  const char *title;
  const char *file;                 /* the shared object */
  const char *hash;                 /* of its content, hexadecimal */
  const gimbal_plugin *plugin;      /* its descriptor, normalised, which has the source */
  const gimbal_method *family;      /* normalised descriptor */
  const gimbal_method *family_quad; /* its build in quadruple precision; NULL: double only */
  Quad *parameters;                 /* values, in the declared order */
  Variables variables;              /* the same, with their names */
  PetscBool named;                  /* its file is one that RegistryCreate was given */
  ClaimVocabulary *vocabulary;      /* that RegistryCreate was given */
} * Method;

typedef struct _n_Model {
  const char *name;
  const char *file;
  const char *hash;
  const gimbal_model *descriptor;      /* normalised */
  const gimbal_model *descriptor_quad; /* its quadruple build, whose functions
                                          units/model_calls.h calls; NULL: double only */
  PetscBool named;                     /* its file is one that RegistryCreate was given */
  struct External *program;            /* that computes its functions; NULL: they are compiled */
  int place;                           /* among the models of its plugin */
} * Model;

static inline const gimbal_realisation *ModelRealisation(Model model, PetscInt i) {
  return ListAt(model->descriptor->realisations, gimbal_realisation, i);
}

/* The sizes of a realisation, for the parameters of a case. */
typedef struct {
  PetscInt n, m, holonomic, nonholonomic;
  gimbal_formulation formulation;
  PetscInt components; /* of a lattice's site; of another realisation n */
} Dimensions;

/* The sizes that a realisation says are typical. */
typedef enum { SIZE_OF_Q, SIZE_OF_V, SIZE_OF_P, SIZE_OF_T, TYPICAL_SIZES } TypicalSize;

/* What the texts of a realisation give in a case, in the model's own units. */
typedef struct {
  Dimensions dimensions;
  Quad *period;     /* of the coordinates, n; NULL: none has one */
  Quad contraction; /* the rate at which the flow contracts the canonical form; 0: it does not */
  Quad *size[TYPICAL_SIZES]; /* of each entry; NULL: it does not say */
  PetscInt band[3]; /* of the holonomic gradient: width, stride, offset; m, 0, 0: none is given */
} RealisationNumbers;

/* A case of a model (one member of it, if it is an ensemble) with its parameters evaluated. The host
 * may work on it in other units: those of its duration and step, and of its functions as
 * units/model_calls.h calls them. Its parameters and expressions stay in the model's own. */
typedef struct _n_ModelCase {
  Model model;
  const char *name; /* "low_eps05" */
  const gimbal_case *descriptor;
  PetscInt member, members;        /* members = 1 for a single case */
  Quad *parameters;                /* values, in the declared order */
  Variables variables;             /* the same, with their names */
  double *rounded;                 /* the same */
  Quad duration, step;             /* of the descriptor, evaluated */
  Quad begin;                      /* in the model's own units */
  Quad longest;                    /* of a run; 0: no limit */
  RealisationNumbers *realisation; /* each */
  const CaseUnits *units; /* in which the host works, in those of its expressions; NULL: the same */
  const CaseUnits *normal; /* the same, of what the user calls the model's units */
  Arena arena;             /* of all that is here */
} * ModelCase;

/* A method on a realisation of a case. */
typedef struct {
  Method method;
  ModelCase modelcase;
  PetscInt realisation;
} Pairing;

/* The library that the method wraps; NULL: none. */
static inline const char *MethodLibrary(Method method) {
  const char *library = method->family->library;
  return library && *library ? library : NULL;
}

/* Whether its schemes define its steps completely: the host takes them (core/stages.c). */
static inline PetscBool MethodIsTable(const gimbal_method *family) {
  return (PetscBool)(!family->step && !family->advance && family->schemes.count > 0);
}
/* Why the host cannot take the steps of a table; NULL: it can, or the method takes them. */
extern const char *MethodRefusesSteps(const gimbal_method *family);
/* Whether it takes steps of a fixed size. */
static inline PetscBool MethodTakesSteps(const gimbal_method *family) {
  return (PetscBool)(family->step || (MethodIsTable(family) && !MethodRefusesSteps(family)));
}

/* What there is, for all to read. */
typedef struct _p_Registry {
  PetscInt methods, models;
  Method *method; /* sorted by name */
  Model *model;   /* likewise */
  ClaimVocabulary *vocabulary;
  PetscInt plugins, variants;
  struct Plugin **plugin;
  Method *variant; /* those requested with their own settings, "dla:tau=1/3" */
  Arena arena;     /* of all that is here */
} * Registry;

/* How a user's plugins are tried before they are loaded, in another process: by calls that load the i-th. */
typedef PetscErrorCode RegistryLoad(void *context, PetscInt i);
typedef PetscErrorCode RegistryTrial(PetscInt count, const char *const file[], RegistryLoad *,
                                     void *context);
extern RegistryTrial *RegistryTry; /* NULL: they are not */

/* Loads every *.so in the plugin folders next to the program (build/methods and build/models, or
 * PREFIX/lib/gimbal) and in the folders of GIMBAL_PLUGIN_PATH (separated by colons), and the named
 * files; their claims are checked by the vocabulary. A plugin that cannot be loaded is
 * PETSC_ERR_USER_INPUT, with a message that says which file, what is wrong, and what would be
 * right. */
extern PetscErrorCode RegistryCreate(PetscInt plugins, const char *const plugin[],
                                     ClaimVocabulary *, Registry *);
extern void RegistryDestroy(Registry *);
/* "name" or "name:parameter=value,…". An unknown name is an error that offers the nearest one. */
extern PetscErrorCode RegistryFindMethod(Registry, const char *, Method *);
extern PetscErrorCode RegistryFindModel(Registry, const char *, Model *);
/* The method or model of that name, whatever settings or case follow a colon; of a method also the first
 * of the family of that name. NULL: not found. */
extern Method RegistryLookMethod(Registry, const char *);
extern Model RegistryLookModel(Registry, const char *);
/* The member of a family with that name, or NULL. */
extern const gimbal_member *MethodMember(const gimbal_method *family, const char *name);
/* The nearest of the names of these kinds, for a message: "; did you mean "NAME"?", or "". */
enum { NAMES_OF_METHODS = 1, NAMES_OF_MODELS = 2, NAMES_OF_FAMILIES = 4, NAMES_OF_ALL = 7 };
extern const char *RegistryHint(Registry, unsigned kinds, const char *word,
                                char hint[NEAREST_HINT]);

/* "case" or "case:parameter=value,…"; NULL is the first case. */
extern PetscErrorCode ModelCaseCreate(Model, const char *name, PetscInt member, ModelCase *);
extern void ModelCaseDestroy(ModelCase *);
static inline Dimensions ModelCaseDimensions(ModelCase modelcase, PetscInt realisation) {
  return modelcase->realisation[realisation].dimensions;
}
/* The period of a realisation's i-th entry of (q,v) in the units of the case; 0: it has none. */
extern Quad ModelCasePeriod(ModelCase, PetscInt realisation, PetscInt i);
/* Whether the invariant is one in this case. */
extern PetscErrorCode InvariantHolds(ModelCase, const gimbal_invariant *, PetscBool *holds);
/* The rate of contraction, per time in the units of the case. */
extern Quad ModelCaseContraction(ModelCase, PetscInt realisation);

/* Whether the method can integrate the realisation: its formulation is there (an ode is derived
 * from any other but a lattice, and a lattice is a lagrangian too) and `accepts` holds. */
extern PetscErrorCode MethodAccepts(Method, ModelCase, PetscInt realisation, PetscBool *);
/* Whether the claim's condition holds, and whether what it is about is there at all: there is no
 * order of λ without constraints, and none of p in an ode. *value is the order that it evaluates
 * to, NaN for a word. For a claim on invariants, `invariant` is the one in question (else NULL):
 * the claim applies if it names that one or one of its kinds, and if it is an invariant in this
 * case. */
extern PetscErrorCode ClaimApplies(const Pairing *, const gimbal_claim *,
                                   const gimbal_invariant *invariant, PetscBool *applies,
                                   PetscReal *value);
/* The least and the highest order that the method claims of q, p and v there; each may be NULL; NaN:
 * none. */
extern PetscErrorCode MethodClaimedOrders(const Pairing *, PetscReal *least, PetscReal *highest);
/* Evaluates an expression of the method's descriptor (memory, symmetric) in the words of conditions, which
 * are all 1 without a case; a text that is NULL gives `missing`. */
extern PetscErrorCode MethodEvaluate(Method, ModelCase, PetscInt realisation, const char *text,
                                     Quad missing, Quad *value);
/* The same for a number of things, from 0 to 1e9; NULL: 0. The field's name is for the error. */
extern PetscErrorCode MethodEvaluateCount(Method, ModelCase, PetscInt realisation,
                                          const char *field, const char *text, PetscInt *value);
/* Where the method's values are scored, in steps after the node, no more than TIMES_MOST of
 * them either way. */
typedef enum { TIME_OF_Q, TIME_OF_P, TIME_OF_LAMBDA } MethodTime;
enum { TIMES_MOST = 64 };
extern PetscErrorCode MethodEvaluateTime(Method, ModelCase, PetscInt realisation, MethodTime,
                                         Quad *steps);
