/* Names, settings, cases, dimensions, which methods fit, and where claims apply; on a plugin that
 * only describes itself. */
#include "petsc_tap.h"
#include "base/nearest.h"
#include "registry/conditions.h"
#include "registry/registry.h"
#include "studies/study.h"

#include <math.h>
#include <string.h>

enum { FREE, FORCED, CONSTRAINED, HAMILTONIAN, FRAME, GROUP, ODE, LATTICE, REALISATIONS };

static Registry registry;
static Model model;

static Method Find(const char *name) {
  Method method;
  REQUIRE(RegistryFindMethod(registry, name, &method));
  return method;
}

static ModelCase Case(const char *name, PetscInt member) {
  ModelCase c;
  REQUIRE(ModelCaseCreate(model, name, member, &c));
  return c;
}

static void Refused(PetscErrorCode error, const char *expected) {
  ok(error == PETSC_ERR_USER_INPUT && strstr(failure_text, expected), "refused: %s", expected);
  if (!strstr(failure_text, expected))
    diag("got: %s", failure_text);
}

static void TestNearest(void) {
  static const char *const names[] = {"kepler", "pendulum", NULL, "lobatto_nonholonomic_2"};
  static const struct {
    const char *word, *nearest;
  } of[] = {{"keplr", "kepler"},
            {"kelper", "kepler"},
            {"pendulums", "pendulum"},
            {"lobatto", "lobatto_nonholonomic_2"},
            {"holonomic", "lobatto_nonholonomic_2"},
            {"xyz", NULL},
            {"", NULL}};
  for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
    const char *nearest = NearestName(of[i].word, 4, names);
    ok(nearest == of[i].nearest || (nearest && of[i].nearest && !strcmp(nearest, of[i].nearest)),
       "the name nearest to \"%s\" is %s", of[i].word, of[i].nearest ? of[i].nearest : "none");
  }
}

static void TestMethods(void) {
  Method method;
  PetscInt sorted = 1;
  for (PetscInt i = 1; i < registry->methods; i++)
    sorted = sorted && strcmp(registry->method[i - 1]->name, registry->method[i]->name) < 0;
  ok(registry->methods == 8 && sorted, "all members and methods are there, sorted by name");
  method = Find("family_3");
  ok(method->parameters[0] == 3 && method->parameters[1] == QUAD_C(1.0) / 3,
     "a member's setting moves the default that depends on it");
  ok(!strcmp(method->title, "three") && !strcmp(Find("family_2")->title, "a family"),
     "a member's title, or the family's");
  if (HAVE_QUAD)
    ok(method->family_quad && method->family_quad != method->family, "the quadruple twin is there");
  else
    skip("the quadruple twin: gimbal was built without quadruple precision");
  ok(strlen(method->hash) == 16 && strspn(method->hash, "0123456789abcdef") == 16,
     "the content has a hash");
  method = Find("family_3:tau=1/2");
  ok(!strcmp(method->name, "family_3:tau=1/2") && method->parameters[0] == 3 &&
         method->parameters[1] == QUAD_C(0.5),
     "settings add to a member's");
  ok(Find("family_3:tau=1/2") == method, "a second request returns the same method");
  ok(Find("family:s=7")->parameters[0] == 7, "a family can be requested with settings");
  Refused(ERROR_OF(RegistryFindMethod(registry, "of_ltatice", &method)),
          "unknown method \"of_ltatice\"; did you mean \"of_lattice\"?");
  Refused(ERROR_OF(RegistryFindMethod(registry, "family_2:ta=1", &method)),
          "unknown parameter \"ta\"; did you mean \"tau\"? (parameters: s, tau)");
  Refused(ERROR_OF(RegistryFindMethod(registry, "family_2:", &method)),
          "nothing follows the colon");
  Refused(ERROR_OF(RegistryFindMethod(registry, "family_2:tau=1/0", &method)),
          "is not a finite number");
  Refused(ERROR_OF(RegistryFindModel(registry, "fixtur", &model)),
          "unknown model \"fixtur\"; did you mean \"fixture\"?");
}

static void TestCases(void) {
  ModelCase c = Case(NULL, 0);
  ok(!strcmp(c->name, "first") && c->parameters[1] == QUAD_C(1.0) / 3 &&
         c->parameters[0] == QUAD_C(2.0) / 3,
     "the first case has the defaults, a default may use a later one");
  ok(c->members == 1 && c->duration == 1 && c->step == QUAD_C(1.0) / 10,
     "without words a case lasts 1 with steps of 1/10");
  ModelCaseDestroy(&c);
  c = Case("second:N=5, twice=7", 0);
  ok(!strcmp(c->name, "second:N=5, twice=7") && c->parameters[0] == 7 &&
         c->parameters[1] == QUAD_C(1.0) / 5 && c->parameters[2] == 5,
     "settings add to a case's");
  ModelCaseDestroy(&c);
  c = Case("family", 2);
  ok(c->members == 5 && c->duration == 8 && c->step == QUAD_C(0.25), "an ensemble's numbers");
  is_close((double)(c->parameters[1] - cosq(QUAD_PI / 4)), 0, 1e-33, "the same expression",
           "a member's parameter");
  ModelCaseDestroy(&c);
  Refused(ERROR_OF(ModelCaseCreate(model, "secnd", 0, &c)),
          "no case \"secnd\"; did you mean \"second\"? (cases: first, second, family)");
  Refused(ERROR_OF(ModelCaseCreate(model, "family", 5, &c)),
          "there is no member 5; they are counted from 0 to 4");
  Refused(ERROR_OF(ModelCaseCreate(model, "first", 1, &c)), "there is no member 1");
  Refused(ERROR_OF(ModelCaseCreate(model, "first:b=1", 0, &c)), "unknown parameter \"b\"");
  Refused(ERROR_OF(ModelCaseCreate(model, "first:N=9/2", 0, &c)), "whole number");
}

static void TestDimensions(void) {
  static const Dimensions expected[REALISATIONS] = {
      {4, 4, 0, 0, GIMBAL_LAGRANGIAN, 4}, {4, 4, 0, 0, GIMBAL_LAGRANGIAN, 4},
      {4, 4, 1, 2, GIMBAL_LAGRANGIAN, 4}, {4, 4, 0, 0, GIMBAL_HAMILTONIAN, 4},
      {4, 4, 0, 0, GIMBAL_FRAME, 4},      {9, 3, 0, 0, GIMBAL_GROUP, 9},
      {8, 0, 0, 0, GIMBAL_ODE, 8},        {8, 8, 0, 0, GIMBAL_LATTICE, 2}};
  ModelCase c = Case("first", 0);
  for (PetscInt r = 0; r < REALISATIONS; r++) {
    const Dimensions *e = &expected[r];
    const Dimensions d = ModelCaseDimensions(c, r);
    ok(d.n == e->n && d.m == e->m && d.holonomic == e->holonomic &&
           d.nonholonomic == e->nonholonomic && d.formulation == e->formulation &&
           d.components == e->components,
       "dimensions of realisation %d", (int)r);
  }
  ModelCaseDestroy(&c);
}

static void TestAccepts(void) {
  static const struct {
    const char *method;
    const char *fits; /* + or - for each realisation */
  } of[] = {{"family_2", "+++----+"},       {"of_lagrangian", "--+-----"},
            {"of_hamiltonian", "---+----"}, {"of_frame", "----+---"},
            {"of_group", "-----+--"},       {"of_ode", "+++++++-"},
            {"of_lattice", "-------+"}};
  ModelCase c = Case("first", 0);
  for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
    char fits[REALISATIONS + 1] = "";
    for (PetscInt r = 0; r < REALISATIONS; r++) {
      PetscBool accepts;
      REQUIRE(MethodAccepts(Find(of[i].method), c, r, &accepts));
      fits[r] = accepts ? '+' : '-';
    }
    ok(!strcmp(fits, of[i].fits), "%s fits %s", of[i].method, of[i].fits);
    if (strcmp(fits, of[i].fits))
      diag("got: %s", fits);
  }
  ModelCaseDestroy(&c);
}

/* Claim i of a method on a realisation of a case. */
static PetscBool Applies(const char *name, ModelCase c, PetscInt r, int i, int invariant,
                         PetscReal *value) {
  static PetscReal unused;
  Method method = Find(name);
  const gimbal_realisation *realisation =
      ListAt(model->descriptor->realisations, gimbal_realisation, r);
  const Pairing pairing = {method, c, r};
  PetscBool applies;
  REQUIRE(ClaimApplies(&pairing, ListAt(method->family->claims, gimbal_claim, i),
                       invariant < 0 ? NULL
                                     : ListAt(realisation->invariants, gimbal_invariant, invariant),
                       &applies, value ? value : &unused));
  return applies;
}

static void TestClaims(void) {
  enum { Q, LAMBDA, P, NODES, ENERGY, MOMENTUM, SHIFT };
  ModelCase c = Case("first", 0), second = Case("second", 0);
  PetscReal value;
  ok(Applies("family_2", c, FREE, Q, -1, &value) && value == 3, "an order with tau == 1/2");
  ok(Applies("family_3", c, FREE, Q, -1, &value) && value == 4,
     "the order of a member without tau == 1/2");
  ok(!Applies("family_2", c, FORCED, Q, -1, NULL), "a forced model is not canonical");
  ok(!Applies("family_2", c, CONSTRAINED, Q, -1, NULL), "a constrained one neither");
  ok(Applies("of_frame", c, FRAME, Q, -1, NULL), "a frame is, to a method of frames");
  ok(!Applies("of_ode", c, FRAME, Q, -1, NULL),
     "the ode derived from a frame is not for a method of frames");
  ok(Applies("of_ode", c, HAMILTONIAN, Q, -1, NULL), "the ode of a Hamiltonian is canonical");
  ok(!Applies("of_ode", c, ODE, Q, -1, NULL), "of a given ode that is not known");
  ok(Applies("of_group", c, GROUP, Q, -1, NULL),
     "a group and its momenta are canonical to a method of them");
  ok(!Applies("of_ode", c, GROUP, Q, -1, NULL), "the redundant field on it is not");
  ok(!Applies("family_2", c, FREE, LAMBDA, -1, NULL), "no multipliers, no order of them");
  ok(!Applies("family_2", c, CONSTRAINED, LAMBDA, -1, NULL),
     "nonholonomic constraints are linear only if the model declares them so");
  ok(Applies("family_2", c, CONSTRAINED, P, -1, &value) && value == 11, "n + m + k");
  ok(Applies("family_2", c, CONSTRAINED, NODES, -1, &value) && isnan(value), "a word has no value");
  ok(!Applies("family_2", c, FREE, NODES, -1, NULL), "no constraints, nothing exact about them");
  ok(Applies("family_2", c, FREE, ENERGY, -1, NULL), "autonomous and not forced");
  ok(!Applies("family_2", c, FORCED, ENERGY, -1, NULL), "forced");
  ok(Applies("family_2", c, FREE, MOMENTUM, 0, NULL), "a linear momentum map");
  ok(!Applies("family_2", c, FREE, MOMENTUM, 1, NULL),
     "a quadratic one does not meet the condition");
  ok(!Applies("family_2", second, FREE, MOMENTUM, 0, NULL), "in this case it is no invariant");
  ok(Applies("family_2", c, FREE, SHIFT, 0, NULL), "an invariant named");
  ok(!Applies("family_2", c, FREE, SHIFT, 1, NULL), "is not another");
  ModelCaseDestroy(&c);
  ModelCaseDestroy(&second);
}

/* Each word of a condition has its own value, wherever it is in the list. */
static void TestConditionWords(void) {
  static const struct {
    PetscInt realisation;
    int invariant;
    const char *values; /* of those that are not zero */
  } of[] = {{FREE, 0,
             " n=4 m=4 unconstrained=1 canonical=1 commutative=1 separable=1 linear_constraints=1 "
             "autonomous=1 linear=1 momentum_map=1"},
            {FREE, 1,
             " n=4 m=4 unconstrained=1 canonical=1 commutative=1 separable=1 linear_constraints=1 "
             "autonomous=1 quadratic=1 momentum_map=1"},
            {FORCED, -1, " n=4 m=4 unconstrained=1 forced=1 commutative=1 linear_constraints=1"},
            {CONSTRAINED, -1, " n=4 m=4 k=3 holonomic=1 nonholonomic=2 commutative=1 autonomous=1"},
            {GROUP, -1, " n=9 m=3 unconstrained=1 linear_constraints=1"}};
  ModelCase c = Case("first", 0);
  for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
    const Pairing pairing = {Find("family_2"), c, of[i].realisation};
    const gimbal_realisation *r =
        ListAt(model->descriptor->realisations, gimbal_realisation, of[i].realisation);
    char got[512] = "";
    Conditions conditions;
    REQUIRE(ConditionsEvaluate(
        &pairing,
        of[i].invariant < 0 ? NULL : ListAt(r->invariants, gimbal_invariant, of[i].invariant),
        &conditions));
    const Variables all = conditions.variables;
    for (PetscInt j = (PetscInt)pairing.method->family->parameters.count; j < all.count; j++)
      if (all.at[j].value != 0)
        (void)snprintf(got + strlen(got), sizeof(got) - strlen(got), " %s=%g", all.at[j].name,
                       (double)all.at[j].value);
    ok(!strcmp(got, of[i].values), "the words of conditions on %s", r->name);
    if (strcmp(got, of[i].values))
      diag("got:%s", got);
  }
  ModelCaseDestroy(&c);
}

static void TestEvaluate(void) {
  ModelCase c = Case("first:N=5", 0);
  Method method = Find("family_3");
  Quad value;
  REQUIRE(MethodEvaluate(method, c, FREE, method->family->memory, 0, &value));
  ok(value == 15, "memory of n*s entries");
  REQUIRE(MethodEvaluate(method, c, FREE, method->family->symmetric, 0, &value));
  ok(value == 0, "what is not said has the value for it");
  Refused(ERROR_OF(MethodEvaluate(method, c, FREE, "2*z", 0, &value)), "unknown name \"z\"");
  ModelCaseDestroy(&c);
}

int main(int argc, char **argv) {
  const char *build = getenv("BUILD"), *plugins[1];
  char path[PETSC_MAX_PATH_LEN];
  (void)snprintf(path, sizeof(path), "%s/tests/plugins/registry_fixture.so",
                 build ? build : "build");
  plugins[0] = path;
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  TestNearest();
  REQUIRE(RegistryCreate(1, plugins, StudyVocabulary, &registry));
  REQUIRE(RegistryFindModel(registry, "fixture", &model));
  TestMethods();
  REQUIRE(RegistryFindModel(registry, "fixture", &model));
  TestCases();
  TestDimensions();
  TestAccepts();
  TestClaims();
  TestConditionWords();
  TestEvaluate();
  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
