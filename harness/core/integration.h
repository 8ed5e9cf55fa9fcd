/* A method on a problem: state, solvers, storage. */
#pragma once

#include "core/newton.h"
#include "core/problem.h"
#include "numerics/expression.h"

/* Working storage that grows and is rewound; blocks never move, so pointers stay good. */
typedef struct ScratchBlock {
  struct ScratchBlock *next;
  size_t room, used;
  Real data[];
} ScratchBlock;

/* The highest degree of extrapolation. Rounding in the differences doubles with each degree, so
 * that higher ones pay only where the numbers are longer. */
#ifdef GIMBAL_QUAD
#define DEGREES 14
#else
#define DEGREES 8
#endif

/* A system of a step. */
typedef struct {
  PetscInt n;            /* unknowns */
  PetscInt lower, upper; /* J_ij = 0 unless -lower <= j - i <= upper; lower < 0: dense */
  gimbal_residual *residual;
  gimbal_jacobian *jacobian; /* NULL: differences */
  void *context;
} StepEquations;

/* The key of a system that is the same in every step by the order of the calls. */
#define BY_CALL_ORDER (-1)

/* The solver of one system of every step, and its recent solutions. */
typedef struct SolverSlot {
  struct SolverSlot *next;
  int key;
  PetscBool busy; /* inside its solve */
  /* Unknowns have become small by themselves: differences are taken in proportion. */
  PetscBool relative;
  PetscInt n, lower, upper;
  Newton newton;
  PetscInt count;     /* of differences that are there: ∇⁰x is the last solution */
  PetscInt degree;    /* of the guess that was best last time; −1: the method's own */
  PetscBool by_pilot; /* the pilot's solution was the best guess last time */
  Real *difference;   /* ∇ʲx_i of the last solutions, n × (DEGREES + 1) */
  Real *own;          /* n: the method's guess */
} SolverSlot;

/* Slots never move, since a residual may solve a system of its own. */
typedef struct {
  SolverSlot *first, *last; /* last: that was found last; NULL: the first is the next */
} SlotList;

typedef struct TableauEntry {
  struct TableauEntry *next;
  char name[64];
  PetscBool by_name; /* requested without a number of stages */
  gimbal_tableau tableau;
} TableauEntry;

typedef struct {
  PetscInt count;
  Real *values;
} CoefficientList;

/* What a step does to q, or to p. Unsaid: what differs from the state before was overwritten. */
typedef enum { INCREMENTED, OVERWRITTEN, OVERWRITING_UNSAID } Overwriting;

/* The last nodes, of a method that scores q and p at different times; width 0: it does not. A p at
 * the time of q is made of `points` of them, from the one `first` after that of q. */
typedef struct {
  PetscInt width, points, first;
  PetscInt lag;     /* nodes that must have followed */
  Real between;     /* where among the points, in steps from the first */
  Real time;        /* of q, in steps after the node */
  PetscInt64 count; /* nodes so far */
  Real *nodes;      /* (q,p) of the last ones, width×(nq+np) */
  Real *pair;       /* nq+np */
} History;

/* The pilot of a quadruple run: the same step in double, from the rounded state. It takes some ten
 * thousandths of the time, and leaves of each system a first guess and the factors of its Jacobian. */
typedef struct {
  Problem problem;
  Integration it; /* of the double core */
  double *state;  /* q, p, λ and memory, rounded */
  PilotRecord record;
  PetscBool there, asked, taken; /* in this run; before this step; and it came to its end */
  PilotSystem **next;            /* the system that the step solves next */
} Pilot;

struct _p_Integration {
  gimbal g; /* first: a plugin's handle is this structure */
  Problem problem;
  const gimbal_method *family;
  Method method;
  gimbal_step *step;        /* the method's, or IntegrationStepTable; NULL: it has none */
  struct StageTable *table; /* of a method that is a table */
  PetscReal tolerance_factor;
  Mutation mutation;
  PetscInt entries[MUTATION_KINDS]; /* that one of each kind could choose from so far */

  PetscBool momenta;           /* its state is (q, p, λ); else y = (q, v) alone */
  PetscInt nq, np, nk, memory; /* entries of the state */
  gimbal_state state[2];
  PetscInt current; /* state[current] is now, the other is one step before */
  Real *carry_q, *carry_p, *dq, *dp;
  Overwriting writes_q, writes_p;
  PetscBool open;    /* there is a handle to close */
  PetscBool by_time; /* begun with h = 0: advanced from time to time */
  PetscBool wants_action;
  PetscBool appends_action; /* as one more entry of an ode: core/action.c */
  Real action;              /* its increment over the last step */
  PetscBool sized;          /* the sizes have been requested in this run */
  Real *sizes;              /* of q and p, and then the initial q and p from which they are made */
  Real *before;             /* the state that a step begins with, as it was */
  Real *velocity;           /* m: of the state that is read */
  Quad *exact; /* n+m: the state with its carries, on its way to the quadruple problem */
  Real h;
  PetscInt64 steps;
  History history;
  Real energy0, *invariants0;
  Quad energy_rounding; /* by a rounding of the first state, over ε; negative: not read yet */
  Real *invariants, *moved_invariants; /* of the state that is read */
  Arena arena;                         /* of the method's numbers: the following, and `table` */
  Variable *variables;                 /* the method's parameters, and the sizes of the problem */

  ScratchBlock *scratch, *top;
  PetscBool overrun;   /* the method wrote beyond scratch that it had before */
  Filling filling;     /* of what is handed out to be written */
  SlotList slots[2];   /* of systems without a key of the method's, and with one */
  int depth;           /* of residuals within residuals */
  PetscBool stepping;  /* inside a step */
  Pilot pilot;         /* of a quadruple run */
  PilotRecord *record; /* of a pilot: the record that it fills; NULL: not a pilot */
  TableauEntry *tableaux;
  CoefficientList *coefficients;
  StepFailure failure;
  Counts counts;
  /* What broke in the host, not in the method, while a plugin had the word. Its functions can only
   * say that they failed; who called the plugin returns this instead. */
  PetscErrorCode broken;
};

extern const gimbal_services *Services(void);

/* Solves a system of the step from the guess x, in place. What it learns from the solutions of
 * earlier steps is found by the key (>= 0) that the method gives to the system, or by the order of
 * the calls within a step. 0 on success; else the failure is recorded, or what broke. */
extern int IntegrationSolve(Integration, int key, const StepEquations *, Real *x);
/* Records what broke in the host; the value is what a service returns then. */
static inline int IntegrationBreak(Integration it, PetscErrorCode error) {
  if (!it->broken)
    it->broken = error;
  return 1;
}
extern PetscErrorCode SolverSlotsDestroy(Integration);
extern void SolverSlotsForget(Integration);
extern void SolverSlotAddCounts(const SolverSlot *, Counts *);

/* The pilot of this run from its beginning, if it can have one. */
extern PetscErrorCode PilotBegin(Integration, Quad h, const Quad *y);
/* What it knows of the system that the step is about to solve, the step being taken now if it has
 * not been; NULL: nothing. */
extern PetscErrorCode PilotFind(Integration, int key, const StepEquations *, PilotSystem **);
extern void PilotForget(Integration);
extern PetscErrorCode PilotDestroy(Integration);
/* The step of the pilot itself, and what it writes down of a system that it has solved. */
extern PetscErrorCode IntegrationPilot(Integration, const PilotStep *, PetscBool *taken);
extern PetscErrorCode PilotRecordSystem(Integration, SolverSlot *, const NewtonFunctions *,
                                        const Real *x);

/* Of a method that is a table: its scheme here, and the step that this declares (core/stages.c). */
extern PetscErrorCode IntegrationFindScheme(Integration);
extern gimbal_step IntegrationStepTable;

/* A size that a method declares, in the words n, m, k, holonomic, nonholonomic and
 * its parameters. */
extern PetscErrorCode IntegrationEvaluateSize(Integration, const char *text, PetscInt *value);
/* The problem in which initial data are best computed: the quadruple one, if it exists. */
extern const Core *IntegrationBestCore(Integration, Problem *);
/* A number as the nearest one in this precision and what that lacks (NULL: lost). */
static inline void IntegrationSplit(Quad value, Real *high, Real *low) {
  *high = (Real)value;
  if (low)
    *low = (Real)(value - (Quad)*high);
}
/* The service of that name. */
extern int IntegrationSizes(gimbal *, Real *q, Real *p, Real *t);
/* The field and its derivatives as a method sees them: with the action's row, where it is appended.
 * Non-zero where the model leaves its domain. */
extern int IntegrationField(Integration, Real t, const Real *y, Real *out);
extern int IntegrationFieldJacobian(Integration, Real t, const Real *y, Real *out);
extern int IntegrationFieldTimeDerivative(Integration, Real t, const Real *y, Real *out);
/* The action that is appended, with its carry. */
extern Quad IntegrationAppendedAction(Integration);
/* The record of what a run has been through; nothing is kept where q and p are of one time. */
extern PetscErrorCode HistoryCreate(Integration);
extern void HistoryAdd(Integration);
/* A state of which q and p are of one time, the last there is: good until the next step. False: there
 * have been too few. */
extern PetscBool HistoryRead(Integration, gimbal_state *);
/* Of a state; NaN where they cannot be evaluated. */
extern void IntegrationReadEnergy(Integration, const gimbal_state *, Real *out);
extern void IntegrationReadInvariants(Integration, const gimbal_state *, Real *out);

extern PetscErrorCode IntegrationCreate(const IntegrationSetup *, Integration *);
extern PetscErrorCode IntegrationDestroy(Integration *);
extern PetscErrorCode IntegrationBegin(Integration, Quad h, const Quad *y, StepFailure *);
extern PetscErrorCode IntegrationAdvance(Integration, PetscInt64 steps, StepFailure *);
/* Of a run begun with h = 0. */
extern PetscErrorCode IntegrationAdvanceTo(Integration, Quad t, Quad tolerance, StepFailure *);
/* The method's handle is given back, if it has one. */
extern PetscErrorCode IntegrationClose(Integration);
extern PetscErrorCode IntegrationGet(Integration, Quantity, PetscInt *, Quad *);
extern PetscErrorCode IntegrationGetScale(Integration, Quantity, PetscInt *, Quad *);
extern PetscInt IntegrationGetState(Integration, Quad *);
extern void IntegrationSetState(Integration, const Quad *);
extern Counts IntegrationGetCounts(Integration);
extern void IntegrationMutateParameters(Integration, Real *parameters);
/* The descriptor's coefficients as numbers, before any of its functions is called. */
extern PetscErrorCode IntegrationMakeCoefficients(Integration);
/* The services of these names (core/coefficients.c). */
extern const gimbal_tableau *IntegrationTableau(gimbal *, const char *name, int s);
extern const Real *IntegrationCoefficients(gimbal *, const char *name);
extern int IntegrationCoefficientCount(gimbal *, const char *name);
extern PetscErrorCode MethodGetTableau(Method, PetscInt index, MethodTableau *, PetscBool *found);

/* What it holds, where that is not left to chance: numbers so small that a Jacobian which lacks them
 * converges. */
static inline double FillingOf(Filling filling) {
  return filling == FILLED_WITH_NAN ? (double)GIMBAL_NAN : 0x1p-10;
}

/* What the entries after the last ones hold, of which a step knows nothing: of a state, and of the scratch
 * storage that is handed out. */
#define BEYOND ((Real)1.2345678e31)

/* The mark of the scratch storage now, and the return to it. */
typedef struct {
  ScratchBlock *top;
  size_t used;
} ScratchMark;

static inline ScratchMark ScratchGetMark(Integration it) {
  return (ScratchMark){it->top, it->top ? it->top->used : 0};
}
static inline PetscBool ScratchOverrun(Integration it) {
  return (PetscBool)(it->top && it->top->used && it->top->data[it->top->used] != BEYOND);
}
static inline void ScratchRewind(Integration it, ScratchMark mark) {
  it->overrun = (PetscBool)(it->overrun || ScratchOverrun(it));
  it->top = mark.top ? mark.top : it->scratch;
  if (it->top)
    it->top->used = mark.used;
  if (mark.used)
    it->top->data[mark.used] = BEYOND;
}
