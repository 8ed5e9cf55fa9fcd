/* What is said of Runge-Kutta and Rosenbrock tableaux from their numbers alone: trees against the known numbers of
 * them, the classical families against their orders, all conditions modulo two primes, and
 * coefficients that are wrong in a late digit. */
#include "petsc_tap.h"
#include "numerics/expression.h"
#include "numerics/scheme.h"
#include "numerics/tableau.h"

#include <string.h>

/* For the first two primes below `above`; nothing is known to be inexact. */
static ExactField ExactFieldBelow(uint64_t above) {
  ExactField f = {.exactness = EXACT_CERTAIN};
  for (int i = 0; i < EXACT_PRIMES; ++i)
    above = f.prime[i] = ModularPrimeBelow(above);
  return f;
}

/* ---- Trees ---- */

static void test_trees(void) {
  /* OEIS A000081 (its partial sums), and twice as many shapes as bicoloured trees have of each root. */
  static const PetscInt rooted[] = {1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842, 4766};
  static const PetscInt bicoloured[] = {2, 4, 14, 52, 214, 916, 4116, 18996 - 4116};
  PetscBool right = PETSC_TRUE;
  char text[64];
  Trees trees;
  REQUIRE(TreesCreate(1, 0, 12, &trees));
  for (PetscInt n = 1; n <= 12; ++n)
    right = (PetscBool)(right && trees.first[n + 1] - trees.first[n] == rooted[n - 1]);
  ok(right && trees.count == 7813,
     "7813 rooted trees to order 12, of each order as many as there are");
  TreeWrite(&trees, trees.first[4], (PetscInt)sizeof text, text);
  ok(!strcmp(text, "[τ,τ,τ]") || !strcmp(text, "[[[τ]]]"), "they are written as Butcher does (%s)",
     text);
  REQUIRE(TreesDestroy(&trees));
  REQUIRE(TreesCreate(2, 0, 8, &trees));
  ok(2 * trees.count == 24314, "24314 bicoloured ones to order 8 (%d)", (int)(2 * trees.count));
  for (PetscInt n = 1; n <= 7; ++n)
    right = (PetscBool)(right && 2 * (trees.first[n + 1] - trees.first[n]) == bicoloured[n - 1]);
  ok(right, "of each order as many as there are");
  REQUIRE(TreesDestroy(&trees));
}

/* A branch that is added is found: the tree has the density of both, and the order of two branches is of no matter. */
static void test_graft(void) {
  PetscBool right = PETSC_TRUE;
  Trees trees;
  REQUIRE(TreesCreate(2, 1, 6, &trees));
  for (PetscInt a = 0; a < trees.first[6]; ++a)
    for (PetscInt b = 0; b < trees.first[7 - trees.at[a].order]; ++b)
      for (PetscInt colour = 0; colour < (b ? 1 : 2); ++colour) {
        const Tree *l = &trees.at[a], *r = &trees.at[b],
                   *t = &trees.at[TreesGraft(&trees, a, b, colour)];
        right = (PetscBool)(right && t->order == l->order + r->order &&
                            t->density == (uint64_t)t->order * (l->density / (uint64_t)l->order) *
                                              r->density);
        if (l->left >= 0)
          right =
              (PetscBool)(right &&
                          t == &trees.at[TreesGraft(&trees, TreesGraft(&trees, l->left, b, colour),
                                                    l->right, l->colour)]);
      }
  ok(right, "trees with one more branch are found, in two colours");
  REQUIRE(TreesDestroy(&trees));
}

/* ---- Tableaux ---- */

/* Two primes modulo which the family's nodes exist. */
static ExactField FieldOf(const char *family, PetscInt s) {
  ExactField f = {.exactness = EXACT_CERTAIN};
  uint64_t p = MODULAR_FIRST;
  for (int i = 0; i < EXACT_PRIMES; ++i) {
    do
      p = ModularPrimeBelow(p);
    while (!TableauHasImage(family, s, p));
    f.prime[i] = p;
  }
  return f;
}

static void Make(const char *family, PetscInt s, PetscInt colours, Scheme *scheme) {
  PetscBool found;
  REQUIRE(SchemeCreate(s, colours, scheme));
  scheme->field = FieldOf(family, s);
  const ExactTableauEntries entries = {s, scheme->a[0], scheme->a[1], scheme->b[0], scheme->c};
  TableauComputeExact(family, &scheme->field, &entries, &found);
  if (colours > 1)
    memcpy(scheme->b[1], scheme->b[0], (size_t)s * sizeof *scheme->b[0]);
}

/* The order to which all conditions hold modulo both primes and to round-off, and whether the next
 * one fails in both ways. */
static PetscInt OrderOf(const Scheme *scheme, PetscInt depth, PetscBool *sharp) {
  OrderConditions order[SCHEME_ORDERS_MAX];
  PetscInt count, held = 0;
  REQUIRE(SchemeCheckOrders(scheme, depth, &count, order));
  while (held < count && order[held].exact && order[held].residual <= order[held].error)
    ++held;
  *sharp = (PetscBool)(held == count ||
                       (!order[held].exact && order[held].residual > 1e10 * order[held].error));
  return held;
}

static PetscInt LargestAssumption(const Scheme *scheme, char which) {
  PetscInt k = 1;
  for (; k < 40; ++k) {
    const SchemeDefect d = SchemeAssumption(scheme, which, k);
    if (!d.exact || d.defect > d.error)
      break;
  }
  return k - 1;
}

static void test_families(void) {
  static const struct {
    const char *name;
    PetscInt least, B, C, D;
    PetscBool symplectic, symmetric, stiff;
  } family[] = {{"gauss", 1, 0, 0, 0, 1, 1, 0},
                {"radau_IA", 2, 1, 1, 0, 0, 0, 0},
                {"radau_IIA", 1, 1, 0, 1, 0, 0, 1},
                {"lobatto_IIIA", 2, 2, 0, 2, 0, 1, 1},
                {"lobatto_IIIB", 3, 2, 2, 0, 0, 1, 0}};
  for (size_t f = 0; f < PETSC_STATIC_ARRAY_LENGTH(family); ++f)
    for (PetscInt s = family[f].least; s <= 6; ++s) {
      const PetscInt order = 2 * s - family[f].B;
      Scheme scheme;
      PetscBool sharp;
      Make(family[f].name, s, 1, &scheme);
      ok(scheme.field.exactness == EXACT_CERTAIN && OrderOf(&scheme, 12, &sharp) == order &&
             sharp && LargestAssumption(&scheme, 'B') == order &&
             LargestAssumption(&scheme, 'C') == s - family[f].C &&
             LargestAssumption(&scheme, 'D') == s - family[f].D &&
             SchemeSymplectic(&scheme).exact == family[f].symplectic &&
             SchemeSymmetric(&scheme).exact == family[f].symmetric &&
             (SchemeStifflyAccurate(&scheme).exact == family[f].stiff),
         "%s with %d stages: order %d exactly, B(%d) C(%d) D(%d), and what else it is",
         family[f].name, (int)s, (int)order, (int)order, (int)(s - family[f].C),
         (int)(s - family[f].D));
      REQUIRE(SchemeDestroy(&scheme));
    }
}

static void test_pairs(void) {
  for (PetscInt s = 2; s <= 6; ++s) {
    const PetscInt depth = PetscMin(2 * s - 1, 10);
    Scheme scheme;
    PetscBool sharp;
    Make("lobatto_IIIA", s, 2, &scheme);
    ok(OrderOf(&scheme, depth, &sharp) == 2 * s - 2 && sharp && SchemeSymplectic(&scheme).exact &&
           SchemeSymmetric(&scheme).exact && SchemeHasNodes(&scheme),
       "lobatto IIIA-IIIB with %d stages: order %d in two colours, symplectic, symmetric", (int)s,
       (int)(2 * s - 2));
    ok(SchemeDepth(&scheme, 2 * s - 2) >= 2 * s - 2, "  which is looked at where it is claimed");
    REQUIRE(SchemeDestroy(&scheme));
  }
}

/* ---- Tableaux from texts ---- */

/* Of explicit methods and others: as many entries as they must be. */
static void Read(const char *text, ExactField *field, PetscInt count, ExactNumber out[]) {
  PetscInt entries = count;
  REQUIRE(ExpressionEvaluateExact(text, (Variables){0}, field, &entries, out));
  if (entries != count)
    printf("Bail out! %s has %d entries\n", text, (int)entries);
}

typedef struct {
  PetscInt s;
  const char *a, *b, *c, *gamma; /* no gamma (NULL): a Runge-Kutta method */
} Texts;

static void MakeOfTexts(const Texts *t, Scheme *scheme) {
  const PetscInt s = t->s;
  ExactNumber gamma[64];
  REQUIRE(SchemeCreate(s, 1, scheme));
  if (t->gamma)
    REQUIRE(PetscCalloc1(s * s, &scheme->beta));
  uint64_t p = MODULAR_FIRST;
  do {
    scheme->field = ExactFieldBelow(p);
    p = scheme->field.prime[0];
    Read(t->a, &scheme->field, s * s, scheme->a[0]);
    Read(t->b, &scheme->field, s, scheme->b[0]);
    Read(t->c, &scheme->field, s, scheme->c);
    if (t->gamma)
      Read(t->gamma, &scheme->field, s * s, gamma);
    for (PetscInt i = 0; i < s * s && t->gamma; ++i)
      scheme->beta[i] = ExactAdd(&scheme->field, scheme->a[0][i], gamma[i]);
  } while (scheme->field.exactness == EXACT_LACKING);
}

static void MakeOf(PetscInt s, const char *a, const char *b, const char *c, Scheme *scheme) {
  const Texts texts = {.s = s, .a = a, .b = b, .c = c};
  MakeOfTexts(&texts, scheme);
}

#define RK4_A "0,0,0,0, 1/2,0,0,0, 0,1/2,0,0, 0,0,1,0"

static void test_texts(void) {
  OrderConditions order[SCHEME_ORDERS_MAX];
  PetscInt count;
  PetscBool sharp;
  Scheme scheme;

  MakeOf(4, RK4_A, "1/6, 1/3, 1/3, 1/6", "0, 1/2, 1/2, 1", &scheme);
  ok(OrderOf(&scheme, 12, &sharp) == 4 && sharp, "the classical method has order 4");
  REQUIRE(SchemeDestroy(&scheme));

  MakeOf(4, RK4_A, "(1+1e-15)/6, 1/3, 1/3, 1/6", "0, 1/2, 1/2, 1", &scheme);
  ok(scheme.field.exactness == EXACT_CERTAIN && OrderOf(&scheme, 12, &sharp) == 0,
     "with a weight that is wrong by 1e-15 it has none");
  REQUIRE(SchemeCheckOrders(&scheme, 12, &count, order));
  ok(order[0].largest > 1e-16 && order[0].largest < 2e-16 && count == 5,
     "  by as much: %.3g, in the tree %s", order[0].largest, order[0].worst);
  REQUIRE(SchemeDestroy(&scheme));

  MakeOf(4, RK4_A, "1/6, 1/3, 1/3, 1/6", "0, 1/2, (1+1e-15)/2, 1", &scheme);
  ok(!SchemeHasNodes(&scheme) && OrderOf(&scheme, 6, &sharp) == 1,
     "with a node that is wrong by 1e-15 it has order 1 where the time counts");
  REQUIRE(SchemeCheckOrders(&scheme, 6, &count, order));
  ok(strchr(order[1].worst, 't') != NULL, "  which a tree with a time shows: %s", order[1].worst);
  REQUIRE(SchemeDestroy(&scheme));

  MakeOf(2, "1/4, 1/4-sqrt(3)/6, 1/4+sqrt(3)/6, 1/4", "1/2, 1/2", "1/2-sqrt(3)/6, 1/2+sqrt(3)/6",
         &scheme);
  ok(scheme.field.exactness == EXACT_CERTAIN && OrderOf(&scheme, 12, &sharp) == 4 && sharp &&
         SchemeSymplectic(&scheme).exact,
     "roots have an image: Hammer and Hollingsworth's method");
  REQUIRE(SchemeDestroy(&scheme));

  MakeOf(2, "1/4, 1/4-sqrt(3)/6, 1/4+sqrt(3)/6, 1/4", "1/2, 1/2",
         "1/2-sqrt(3)/6, 1/2+sqrt(3)*(1+1e-15)/6", &scheme);
  ok(!SchemeHasNodes(&scheme), "a factor of 1+1e-15 next to 1 is found");
  REQUIRE(SchemeDestroy(&scheme));
}

/* Sixteen digits: right ones hold to round-off, and one that is off by 1e-13 does not. */
static void test_decimals(void) {
  static const char *const third[] = {"0.3333333333333333", "0.3333333333333666"};
  for (int wrong = 0; wrong < 2; ++wrong) {
    OrderConditions order[SCHEME_ORDERS_MAX];
    PetscInt count, held = 0;
    char b[128];
    Scheme scheme;
    (void)snprintf(b, sizeof b, "0.1666666666666667, %s, 0.3333333333333333, 0.1666666666666667",
                   third[wrong]);
    MakeOf(4, RK4_A, b, "0, 1/2, 1/2, 1", &scheme);
    REQUIRE(SchemeCheckOrders(&scheme, 12, &count, order));
    while (held < count && order[held].residual <= 4 * order[held].error)
      ++held;
    ok(scheme.field.exactness == EXACT_UNKNOWN && held == (wrong ? 0 : 4) && count == 5 &&
           order[3].largest <= (wrong ? 1e-13 : 1e-16),
       wrong ? "a weight of 16 digits that is off by 1e-13 breaks order 1 (%.2g, its error %.2g)"
             : "16 digits hold to round-off (%.2g, its error %.2g)",
       order[0].residual, order[0].error);
    REQUIRE(SchemeDestroy(&scheme));
  }
}

/* Schemes with equal stages, or with stages that are not used, and what they reduce to. */
static void test_reduction(void) {
  static const struct {
    const char *a, *b, *c, *what;
    PetscInt s, left;
    PetscBool symplectic, symmetric;
  } scheme[] = {
      {"1/3,1/6, 1/8,3/8", "1/2,1/2", "1/2,1/2", "the midpoint rule with two equal stages", 2, 1, 1,
       1},
      {"1/3,1/6, 1/8,3/8", "1/2,1/2", "1/2,1/3", "  whose times differ", 2, 1, 1, 1},
      {"1/3,1/6, 1/8,1/4", "1/2,1/2", "1/2,3/8", "two stages that differ", 2, 2, 0, 0},
      {"1/2,0, 1/3,1/4", "1,0", "1/2,7/12", "the midpoint rule with an unused stage", 2, 1, 1, 1},
      {"0,0, 1/2,0", "0,1", "0,1/2", "a stage without a weight that is used", 2, 2, 0, 0},
      {"1/4,1/8-sqrt(3)/9,1/8-sqrt(3)/18, 1/4+sqrt(3)/6,1/4,0, 1/4+sqrt(3)/6,1/8,1/8",
       "1/2,1/4,1/4", "1/2-sqrt(3)/6, 1/2+sqrt(3)/6, 1/2+sqrt(3)/6",
       "Gauss's with its second stage twice", 3, 2, 1, 1}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(scheme); ++i) {
    Scheme given, reduced;
    MakeOf(scheme[i].s, scheme[i].a, scheme[i].b, scheme[i].c, &given);
    REQUIRE(SchemeReduce(&given, &reduced));
    ok(reduced.s == scheme[i].left && SchemeSymplectic(&reduced).exact == scheme[i].symplectic &&
           SchemeSymmetric(&reduced).exact == scheme[i].symmetric,
       "%s: %d of %d stages are left", scheme[i].what, (int)reduced.s, (int)given.s);
    REQUIRE(SchemeDestroy(&reduced));
    REQUIRE(SchemeDestroy(&given));
  }
}

/* Störmer and Verlet's steps, as kick, drift, kick, with the weights. */
static void MakeVerlet(const char *weights, PetscInt count, Scheme *composed) {
  ExactNumber w[16];
  Scheme one;
  REQUIRE(SchemeCreate(3, 2, &one));
  one.separable = PETSC_TRUE;
  one.field = ExactFieldBelow(MODULAR_FIRST);
  Read("0,0,0, 0,1/2,0, 0,1,0", &one.field, 9, one.a[0]);
  Read("0,1,0", &one.field, 3, one.b[0]);
  Read("1/4,0,0, 1/2,0,0, 1/2,0,1/4", &one.field, 9, one.a[1]);
  Read("1/2,0,1/2", &one.field, 3, one.b[1]);
  Read("0,1/2,1", &one.field, 3, one.c);
  Read(weights, &one.field, count, w);
  REQUIRE(SchemeCompose(&one, count, w, composed));
  REQUIRE(SchemeDestroy(&one));
}

static void test_compositions(void) {
  static const struct {
    const char *weights;
    PetscInt count, order;
    PetscBool exact, symmetric;
  } composition[] = {
      {"1", 1, 2, PETSC_TRUE, PETSC_TRUE},
      {"1/(2-2^(1/3)), 1-2/(2-2^(1/3)), 1/(2-2^(1/3))", 3, 4, PETSC_TRUE, PETSC_TRUE},
      {"1/(2-2^(1/3)), 1-(2+1e-15)/(2-2^(1/3)), 1/(2-2^(1/3))", 3, 0, PETSC_TRUE, PETSC_TRUE},
      {"1/(4-4^(1/3)), 1/(4-4^(1/3)), 1-4/(4-4^(1/3)), 1/(4-4^(1/3)), 1/(4-4^(1/3))", 5, 4,
       PETSC_TRUE, PETSC_TRUE},
      {"1/3, 2/3", 2, 2, PETSC_TRUE, PETSC_FALSE},
      {"1/2, -1/2^(1/3), 1/2^(1/3), 1/2", 4, 2, PETSC_TRUE, PETSC_FALSE}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(composition); ++i) {
    Scheme scheme;
    PetscBool sharp;
    PetscInt order;
    MakeVerlet(composition[i].weights, composition[i].count, &scheme);
    order = OrderOf(&scheme, 12, &sharp);
    ok(scheme.field.exactness == EXACT_CERTAIN && order == composition[i].order &&
           SchemeSymmetric(&scheme).exact == composition[i].symmetric &&
           SchemeSymplectic(&scheme).exact,
       "the composition %s has order %d, and is symplectic", composition[i].weights, (int)order);
    REQUIRE(SchemeDestroy(&scheme));
  }
}

/* ---- Rosenbrock methods ---- */

/* The tableau with other texts; NULL: its own. */
static Texts With(Texts texts, const char *a, const char *c, const char *gamma) {
  texts.a = a ? a : texts.a;
  texts.c = c ? c : texts.c;
  texts.gamma = gamma ? gamma : texts.gamma;
  return texts;
}

/* Of [Shampine, ACM Transactions on Mathematical Software 8 (1982) 93], of order 4. */
static const Texts shampine = {
    .s = 4,
    .a = "0,0,0,0, 1,0,0,0, 12/25,3/25,0,0, 12/25,3/25,0,0",
    .b = "8/27, 1/8, 0, 125/216",
    .c = "0, 1, 3/5, 3/5",
    .gamma = "1/2,0,0,0, -2,1/2,0,0, 33/25,3/5,1/2,0, -7/125,-57/250,-1/10,1/2"};
/* RODAS3, of [Sandu and others, Atmospheric Environment 31 (1997) 3459], of order 3. */
static const Texts rodas3 = {.s = 4,
                             .a = "0,0,0,0, 0,0,0,0, 1,0,0,0, 3/4,-1/4,1/2,0",
                             .b = "5/6, -1/6, -1/6, 1/2",
                             .c = "0, 0, 1, 1",
                             .gamma = "1/2,0,0,0, 1,1/2,0,0, -1/4,-1/4,1/2,0,"
                                      "1/12,1/12,-2/3,1/2"};
/* ROS2, of [Verwer and others, SIAM Journal on Scientific Computing 20 (1999) 1456], of order 2 whatever
 * stands in the place of the Jacobian. */
#define GAMMA "(1-1/sqrt(2))"
static const Texts ros2 = {.s = 2,
                           .a = "0,0, 1,0",
                           .b = "1/2, 1/2",
                           .c = "0, 1",
                           .gamma = GAMMA ",0, -2*" GAMMA "," GAMMA};

static PetscInt OrderOfTexts(Texts texts, PetscBool without_rate, PetscBool *sharp) {
  Scheme scheme;
  PetscInt order;
  MakeOfTexts(&texts, &scheme);
  scheme.without_rate = without_rate;
  order = OrderOf(&scheme, 8, sharp);
  if (scheme.field.exactness != EXACT_CERTAIN)
    order = -1;
  REQUIRE(SchemeDestroy(&scheme));
  return order;
}

static void test_rosenbrock(void) {
  PetscBool sharp;
  ok(OrderOfTexts(shampine, PETSC_FALSE, &sharp) == 4 && sharp, "Shampine's method has order 4");
  ok(OrderOfTexts(rodas3, PETSC_FALSE, &sharp) == 3 && sharp, "RODAS3 has order 3");
  ok(OrderOfTexts(ros2, PETSC_FALSE, &sharp) == 2 && sharp, "ROS2 has order 2");
  ok(OrderOfTexts(rodas3, PETSC_TRUE, &sharp) == 1 && sharp,
     "without the derivative by time RODAS3 has order 1 where the time counts");
  ok(OrderOfTexts(ros2, PETSC_TRUE, &sharp) == 2 && sharp,
     "ROS2 has order 2 without the derivative by time");
  ok(OrderOfTexts(With(shampine, NULL, NULL,
                       "1/2,0,0,0, -2,1/2,0,0, 33/25,3/5,1/2,0, "
                       "-7/125,-57/250*(1+1e-15),-1/10,1/2"),
                  PETSC_FALSE, &sharp) == 1,
     "with an entry of Γ that is wrong by 1e-15 Shampine's method has order 1");
  ok(OrderOfTexts(
         With(shampine, "0,0,0,0, 1,0,0,0, 12/25,3/25,0,0, 12/25,3/25*(1+1e-15),0,0", NULL, NULL),
         PETSC_FALSE, &sharp) == 1,
     "with an entry of α that is wrong by 1e-15 Shampine's method has order 1");
  ok(OrderOfTexts(With(shampine, NULL, "0, 1, 3/5, 3/5*(1+1e-15)", NULL), PETSC_FALSE, &sharp) == 1,
     "with a node that is wrong by 1e-15 Shampine's method has order 1 where the time counts");
  ok(OrderOfTexts(With(shampine, NULL, NULL, "1/2,0,0,0, 0,1/2,0,0, 0,0,1/2,0, 0,0,0,1/2"),
                  PETSC_FALSE, &sharp) == 1,
     "with a wrong diagonal of Γ Shampine's method has order 1");
}

/* Γ = 0 is a Runge-Kutta method. */
static void test_rosenbrock_without_gamma(void) {
  const Texts plain = {
      .s = 4, .a = RK4_A, .b = "1/6, 1/3, 1/3, 1/6", .c = "0, 1/2, 1/2, 1", .gamma = NULL};
  const Texts rosenbrock = With(plain, NULL, NULL, "0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0");
  OrderConditions order[2][SCHEME_ORDERS_MAX];
  PetscInt count[2];
  for (int i = 0; i < 2; ++i) {
    Scheme scheme;
    MakeOfTexts(i ? &rosenbrock : &plain, &scheme);
    REQUIRE(SchemeCheckOrders(&scheme, 8, &count[i], order[i]));
    REQUIRE(SchemeDestroy(&scheme));
  }
  ok(count[0] == 5 && count[1] == 5 && order[0][4].largest == order[1][4].largest &&
         !strcmp(order[0][4].worst, order[1][4].worst),
     "a Rosenbrock method whose Γ is 0 is the Runge-Kutta method, and fails where that does");
}

/* ROS34PW2 of [Rang and Angermann, BIT 45 (2005) 761], in sixteen digits, of order 3 whatever the
 * Jacobian. */
static void test_rosenbrock_decimals(void) {
  static const char *const entry[] = {"-1.2232505839045147", "-1.2232505839046370"};
  for (int wrong = 0; wrong < 2; ++wrong) {
    OrderConditions order[SCHEME_ORDERS_MAX];
    PetscInt count, held = 0;
    char gamma[512];
    const Texts texts = {.s = 4,
                         .a = "0,0,0,0, 0.87173304301691801,0,0,0,"
                              "0.84457060015369423,-0.11299064236484185,0,0, 0,0,1,0",
                         .b = "0.24212380706095346, -1.2232505839045147, 1.5452602553351020,"
                              "0.43586652150845900",
                         .c = "0, 0.87173304301691801, 0.73157995778885238, 1",
                         .gamma = gamma};
    Scheme scheme;
    (void)snprintf(gamma, sizeof gamma,
                   "0.43586652150845900,0,0,0, -0.87173304301691801,0.43586652150845900,0,0,"
                   "-0.90338057013044082,0.054180672388095326,0.43586652150845900,0,"
                   "0.24212380706095346,%s,0.54526025533510214,0.43586652150845900",
                   entry[wrong]);
    MakeOfTexts(&texts, &scheme);
    REQUIRE(SchemeCheckOrders(&scheme, 8, &count, order));
    while (held < count && order[held].residual <= 4 * order[held].error)
      ++held;
    ok(scheme.field.exactness == EXACT_UNKNOWN && held == (wrong ? 1 : 3) && count == 4 &&
           (!wrong || order[1].residual > 16 * order[1].error),
       wrong ? "an entry of Γ of 16 digits that is off by 1e-13 of it breaks order 2 (%.2g, its "
               "error %.2g)"
             : "16 digits of ROS34PW2 hold to round-off (%.2g, its error %.2g)",
       order[1].residual, order[1].error);
    REQUIRE(SchemeDestroy(&scheme));
  }
}

static void test_rosenbrock_stability(void) {
  static const struct {
    const char *name;
    const Texts *texts;
    PetscReal at_infinity;
    PetscBool stiff;
  } method[] = {{"Shampine's method", &shampine, 1. / 3, PETSC_FALSE},
                {"RODAS3", &rodas3, 0, PETSC_TRUE},
                {"ROS2", &ros2, 0, PETSC_FALSE}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(method); ++i) {
    StabilityFunction R;
    PetscBool known;
    Scheme scheme;
    MakeOfTexts(method[i].texts, &scheme);
    REQUIRE(SchemeStability(&scheme, &R, &known));
    ok(known && !R.poles && R.largest < 1e-12 &&
           fabs(R.at_infinity - method[i].at_infinity) < 1e-12,
       "%s is A-stable, with |R| = %.3g at infinity", method[i].name, R.at_infinity);
    ok((SchemeStifflyAccurate(&scheme).exact == method[i].stiff), "  and is%s stiffly accurate",
       method[i].stiff ? "" : " not");
    REQUIRE(SchemeDestroy(&scheme));
  }
}

/* ---- Stability ---- */

static void test_stability(void) {
  StabilityFunction R;
  PetscBool known;
  Scheme scheme;
  Make("gauss", 3, 1, &scheme);
  REQUIRE(SchemeStability(&scheme, &R, &known));
  ok(known && R.degree[0] == 3 && R.degree[1] == 3 && fabs(R.denominator[1] + 0.5) < 1e-14 &&
         fabs(R.denominator[3] + 1. / 120) < 1e-14 && fabs(R.at_infinity - 1) < 1e-12 &&
         R.largest < 1e-12 && !R.poles,
     "Gauss has the diagonal Padé approximation, and is A-stable");
  REQUIRE(SchemeDestroy(&scheme));
  Make("radau_IIA", 3, 1, &scheme);
  REQUIRE(SchemeStability(&scheme, &R, &known));
  ok(known && R.degree[0] == 2 && R.degree[1] == 3 && R.at_infinity == 0 && R.largest < 1e-12 &&
         !R.poles,
     "Radau IIA has the subdiagonal one, and is L-stable");
  REQUIRE(SchemeDestroy(&scheme));
  MakeOf(4, RK4_A, "1/6, 1/3, 1/3, 1/6", "0, 1/2, 1/2, 1", &scheme);
  REQUIRE(SchemeStability(&scheme, &R, &known));
  ok(known && R.degree[0] == 4 && R.degree[1] == 0 && fabs(R.numerator[4] - 1. / 24) < 1e-15 &&
         isinf(R.at_infinity) && R.largest > 1,
     "the classical method has a polynomial of degree 4");
  REQUIRE(SchemeDestroy(&scheme));
  MakeOf(1, "-1", "1", "-1", &scheme);
  REQUIRE(SchemeStability(&scheme, &R, &known));
  ok(known && R.poles, "a pole on the left is seen");
  REQUIRE(SchemeDestroy(&scheme));
}

int main(void) {
  if (!HAVE_QUAD)
    return skip_all("tableaux to 32 digits: gimbal was built without quadruple precision");
  REQUIRE(PetscInitializeNoArguments());
  test_trees();
  test_graft();
  test_families();
  test_pairs();
  test_texts();
  test_decimals();
  test_reduction();
  test_compositions();
  test_rosenbrock();
  test_rosenbrock_without_gamma();
  test_rosenbrock_decimals();
  test_rosenbrock_stability();
  test_stability();
  REQUIRE(PetscFinalize());
  return done_testing();
}
