/* What is said of Runge-Kutta tableaux from their numbers alone: trees against the known numbers of
 * them, the classical families against their orders, all conditions modulo two primes, and
 * coefficients that are wrong in a late digit. */
#include "petsc_tap.h"
#include "numerics/expression.h"
#include "numerics/scheme.h"
#include "numerics/tableau.h"

#include <string.h>

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
  REQUIRE(TableauComputeExact(family, &scheme->field, &entries, &found));
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

static void MakeOf(PetscInt s, const char *a, const char *b, const char *c, Scheme *scheme) {
  REQUIRE(SchemeCreate(s, 1, scheme));
  uint64_t p = MODULAR_FIRST;
  do {
    scheme->field = ExactFieldBelow(p);
    p = scheme->field.prime[0];
    Read(a, &scheme->field, s * s, scheme->a[0]);
    Read(b, &scheme->field, s, scheme->b[0]);
    Read(c, &scheme->field, s, scheme->c);
  } while (scheme->field.exactness == EXACT_LACKING);
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
  ok(!SchemeHasNodes(&scheme), "  and a factor of 1+1e-15 beside one is seen");
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
  test_families();
  test_pairs();
  test_texts();
  test_decimals();
  test_compositions();
  test_stability();
  REQUIRE(PetscFinalize());
  return done_testing();
}
