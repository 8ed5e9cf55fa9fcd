/* The tableaux against the conditions that define them, in quadruple precision:
 *   B(p) Σ b_i c_i^{k−1} = 1/k, k ≤ p;   C(η) Σ a_ij c_j^{k−1} = c_i^k/k, k ≤ η;
 *   D(ζ) Σ b_i c_i^{k−1} a_ij = b_j (1 − c_j^k)/k, k ≤ ζ   [Hairer, Nørsett, Wanner, II.7].
 * Gauss has B(2s) C(s) D(s), Lobatto IIIA B(2s−2) C(s) D(s−2), IIIB B(2s−2) C(s−2) D(s), Radau IA
 * B(2s−1) C(s−1) D(s) and IIA B(2s−1) C(s) D(s−1). */
#include "petsc_tap.h"
#include "numerics/tableau.h"

enum { LARGEST = 16 };

typedef struct {
  Quad a[LARGEST * LARGEST], conjugate[LARGEST * LARGEST], b[LARGEST], c[LARGEST];
} Tableau;

static Quad Power(Quad x, PetscInt k) {
  Quad y = 1;
  while (k-- > 0)
    y *= x;
  return y;
}

static void Raise(Quad *defect, Quad value) {
  if (!(fabsq(value) <= *defect)) /* a NaN is a defect too */
    *defect = fabsq(value);
}

static Quad ConditionB(PetscInt s, const Tableau *t, PetscInt p) {
  Quad defect = 0;
  for (PetscInt k = 1; k <= p; k++) {
    Quad sum = 0;
    for (PetscInt i = 0; i < s; i++)
      sum += t->b[i] * Power(t->c[i], k - 1);
    Raise(&defect, sum - 1 / (Quad)k);
  }
  return defect;
}

static Quad ConditionC(PetscInt s, const Tableau *t, PetscInt eta) {
  Quad defect = 0;
  for (PetscInt k = 1; k <= eta; k++)
    for (PetscInt i = 0; i < s; i++) {
      Quad sum = 0;
      for (PetscInt j = 0; j < s; j++)
        sum += t->a[i * s + j] * Power(t->c[j], k - 1);
      Raise(&defect, sum - Power(t->c[i], k) / (Quad)k);
    }
  return defect;
}

static Quad ConditionD(PetscInt s, const Tableau *t, PetscInt zeta) {
  Quad defect = 0;
  for (PetscInt k = 1; k <= zeta; k++)
    for (PetscInt j = 0; j < s; j++) {
      Quad sum = 0;
      for (PetscInt i = 0; i < s; i++)
        sum += t->b[i] * Power(t->c[i], k - 1) * t->a[i * s + j];
      Raise(&defect, sum - t->b[j] * (1 - Power(t->c[j], k)) / (Quad)k);
    }
  return defect;
}

/* Of P a set symplectic with its conjugate: b_i â_ij + b_j a_ji = b_i b_j. */
static Quad ConditionSymplectic(PetscInt s, const Tableau *t) {
  Quad defect = 0;
  for (PetscInt i = 0; i < s; i++)
    for (PetscInt j = 0; j < s; j++)
      Raise(&defect,
            t->b[i] * t->conjugate[i * s + j] + t->b[j] * t->a[j * s + i] - t->b[i] * t->b[j]);
  return defect;
}

static PetscBool Compute(const char *family, PetscInt s, Tableau *t) {
  return TableauCompute(family, &(TableauEntries){s, t->a, t->conjugate, t->b, t->c});
}

int main(void) {
  if (!HAVE_QUAD)
    return skip_all("tableaux to 32 digits: gimbal was built without quadruple precision");
  static const struct {
    const char *name;
    PetscInt least, B, C, D; /* B(2s − B), C(s − C), D(s − D) */
  } family[] = {{"gauss", 1, 0, 0, 0},
                {"lobatto_IIIA", 2, 2, 0, 2},
                {"lobatto_IIIB", 2, 2, 2, 0},
                {"radau_IA", 1, 1, 1, 0},
                {"radau_IIA", 1, 1, 0, 1}};
  const Quad tolerance = QUAD_C(1e-32); /* sixteen terms of at most 1, with ε = 1.9e-34 */
  Tableau t, other;
  PetscBool found;

  REQUIRE(PetscInitializeNoArguments());
  for (size_t f = 0; f < PETSC_STATIC_ARRAY_LENGTH(family); f++) {
    for (PetscInt s = family[f].least; s <= LARGEST; s++) {
      Quad defect = 0;
      found = Compute(family[f].name, s, &t);
      Raise(&defect, ConditionB(s, &t, 2 * s - family[f].B));
      Raise(&defect, ConditionC(s, &t, s - family[f].C));
      Raise(&defect, ConditionD(s, &t, s - family[f].D));
      Raise(&defect, ConditionSymplectic(s, &t));
      ok(found && defect <= tolerance,
         "%s with %d stages: largest defect of B, C, D and the "
         "symplectic condition %.1e <= 1e-32",
         family[f].name, (int)s, (double)defect);
    }
  }

  /* The conditions must be able to fail: each exceeds its order by one, or meets a wrong digit. */
  found = Compute("gauss", 3, &t);
  ok(ConditionB(3, &t, 7) > QUAD_C(1e-6), "gauss with 3 stages does not satisfy B(7)");
  ok(ConditionC(3, &t, 4) > QUAD_C(1e-6), "gauss with 3 stages does not satisfy C(4)");
  t.a[4] += QUAD_C(1e-30);
  ok(ConditionC(3, &t, 3) > tolerance && ConditionD(3, &t, 3) > tolerance &&
         ConditionSymplectic(3, &t) > tolerance,
     "an entry wrong by 1e-30 is seen");

  found = Compute("gauss", 2, &t);
  ok(fabsq(t.a[1] - (QUAD_C(0.25) - sqrtq(3) / 6)) < QUAD_C(1e-33) &&
         fabsq(t.c[0] - (QUAD_C(0.5) - sqrtq(3) / 6)) < QUAD_C(1e-33),
     "gauss with 2 stages is Hammer and Hollingsworth's");
  found = Compute("lobatto_IIIA", 3, &t);
  ok(fabsq(t.a[3] - QUAD_C(5.) / 24) < QUAD_C(1e-33) &&
         fabsq(t.a[5] + QUAD_C(1.) / 24) < QUAD_C(1e-33),
     "lobatto_IIIA with 3 stages has 5/24 and -1/24 in its middle row");
  found = Compute("lobatto_IIIB", 3, &other);
  {
    PetscBool same = PETSC_TRUE;
    for (PetscInt i = 0; i < 9; i++)
      same = (PetscBool)(same && other.a[i] == t.conjugate[i] && other.conjugate[i] == t.a[i]);
    ok(same, "lobatto_IIIB is the conjugate of lobatto_IIIA to the last bit, and the reverse");
  }
  for (PetscInt s = 2; s <= LARGEST; s++) {
    PetscBool exact = PETSC_TRUE;
    found = Compute("lobatto_IIIA", s, &t);
    for (PetscInt j = 0; j < s; j++)
      exact = (PetscBool)(exact && t.a[j] == 0 && t.a[(s - 1) * s + j] == t.b[j] &&
                          t.conjugate[j * s + s - 1] == 0 && t.b[j] == t.b[s - 1 - j]);
    ok(exact && t.c[0] == 0 && t.c[s - 1] == 1,
       "lobatto with %d stages: ends, zeros and symmetric weights to the last bit", (int)s);
  }
  found = Compute("lobatto_IIIC", 3, &t);
  ok(!found, "an unknown family is not found");
  found = Compute("lobatto_IIIA", 1, &t);
  ok(!found, "lobatto_IIIA with one stage is not found");
  found = Compute("gauss", 17, &t);
  ok(!found, "gauss with 17 stages is not found");
  REQUIRE(PetscFinalize());
  return done_testing();
}
