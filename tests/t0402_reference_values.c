/* The references against tests/reference.csv, which another program made in another language:
 * 20 digits, multipliers included. */
#include "petsc_tap.h"
#include "reference/reference.h"
#include "studies/study.h"
#include <stdlib.h>
#include <string.h>

/* What the table calls a case, and where it is found here. */
static const struct {
  const char *model, *table, *name;
  int end; /* the later time in the table */
} places[] = {
    {"nonholonomic_particle", "A", "A", 1},
    {"cvt", "low_eps05", "low_eps05", 1},
    {"cvt", "high_eps05", "high_eps05", 1},
    {"chaotic", "a35", "a35", 1},
    {"unicycle", "A", "A", 1},
    {"spherical_pendulum", "below_bob", "below", 1},
    {"rigid_body", "A", "A", 1},
    {"kepler", "e03", "e03", 1},
    {"free_nonholonomic_particle", "A", "A", 1},
    {"chaplygin_sleigh", "A", "A", 1},
    {"rotating_plate_ball", "A", "A", 1},
    {"heavy_top", "bruels_cardona_arnold", "bruels_cardona_arnold", 2},
    {"heavy_top", "simo_wong", "simo_wong", 1},
};

/* A component of the row y = (q, v, λ) by the table's name; NaN if absent. */
static Quad Component(const char *model, const char *name, const Quad *y) {
  static const char *const numbers[] = {"x y z vx vy vz lambda", "x1 x2 x3 p1 p2 p3",
                                        "theta phi psi w1 w2 w3",
                                        "R11 R12 R13 R21 R22 R23 R31 R32 R33 omega1 omega2 omega3"};
  if (!strcmp(model, "kepler")) {
    const Quad r = sqrtq(y[0] * y[0] + y[1] * y[1]);
    if (!strcmp(name, "r"))
      return r;
    if (!strcmp(name, "theta"))
      return atan2q(y[1], y[0]);
    if (!strcmp(name, "rdot"))
      return (y[0] * y[2] + y[1] * y[3]) / r;
    if (!strcmp(name, "r_thetadot"))
      return (y[0] * y[3] - y[1] * y[2]) / r;
  } else if (!strcmp(model, "unicycle")) {
    if (!strcmp(name, "theta"))
      return y[2];
    if (!strcmp(name, "v1"))
      return cosq(y[2]) * y[3] + sinq(y[2]) * y[4];
    if (!strcmp(name, "omega"))
      return y[5];
    if (!strcmp(name, "lambda"))
      return y[6];
    if (strlen(name) == 1)
      return y[name[0] - 'x'];
  } else if (!strcmp(model, "chaplygin_sleigh")) {
    if (!strcmp(name, "theta"))
      return y[0];
    if (!strcmp(name, "v"))
      return cosq(y[0]) * y[4] + sinq(y[0]) * y[5];
    if (!strcmp(name, "omega"))
      return y[3];
    if (strlen(name) == 1)
      return y[1 + name[0] - 'x'];
  } else if (!strcmp(model, "rotating_plate_ball")) {
    const Quad s = sinq(y[3]), c = cosq(y[3]), nutation = sinq(y[2]);
    if (!strcmp(name, "wx"))
      return y[7] * c + y[9] * s * nutation;
    if (!strcmp(name, "wy"))
      return y[7] * s - y[9] * c * nutation;
    if (!strcmp(name, "wz"))
      return y[8] + y[9] * cosq(y[2]);
    if (strlen(name) == 1)
      return y[name[0] - 'x'];
    return y[5 + name[1] - 'x'];
  } else if (!strcmp(model, "chaotic")) {
    if (!strcmp(name, "lambda"))
      return y[14];
    return y[(name[0] == 'v' ? 7 : 0) + name[1] - '1'];
  } else
    for (size_t set = 0; set < PETSC_STATIC_ARRAY_LENGTH(numbers); set++) {
      PetscInt index = 0;
      char copy[64];
      (void)snprintf(copy, sizeof(copy), "%s", numbers[set]);
      for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "), index++)
        if (!strcmp(word, name))
          return y[index];
    }
  return strtoflt128("nan", NULL);
}

static void Compare(size_t place, const char *folder) {
  const char *const model = places[place].model, *const table = places[place].table;
  char path[PETSC_MAX_PATH_LEN], line[256];
  const char *plugin = path;
  Registry registry;
  Model found;
  ModelCase instance;
  Quad y[2][32];
  const Quad time[] = {0, places[place].end};
  ReferenceCertificate certificate;
  Dimensions d;
  int rows = 0, good = 0;
  double worst = 0;
  FILE *stream = fopen("tests/reference.csv", "r");
  PetscInt row;

  (void)snprintf(path, sizeof(path), "%s/models/%s.so", folder, model);
  REQUIRE(RegistryCreate(1, &plugin, StudyVocabulary, &registry));
  REQUIRE(RegistryFindModel(registry, model, &found));
  REQUIRE(ModelCaseCreate(found, places[place].name, 0, &instance));
  d = ModelCaseDimensions(instance, 0);
  row = d.n + d.m + d.holonomic + d.nonholonomic;
  {
    Quad solution[2 * 32];
    const ReferenceProblem problem = {instance, 0, NULL, 2, time};
    REQUIRE(ReferenceSolve(&problem, NULL, NULL, solution, &certificate));
    for (PetscInt i = 0; i < 2 * row; i++)
      y[i / row][i % row] = solution[i];
  }
  while (stream && fgets(line, sizeof(line), stream)) {
    char *field[5], *at = line;
    for (int i = 0; i < 5; i++) {
      field[i] = at;
      at = at ? strpbrk(at, ",\n") : NULL;
      if (at)
        *at++ = 0;
    }
    if (strcmp(field[0], model) || strcmp(field[1], table))
      continue;
    {
      const Quad value = strtoflt128(field[4], NULL);
      const Quad ours = Component(model, field[3], y[strcmp(field[2], "0") != 0]);
      const Quad scale = fabsq(value) > 1 ? fabsq(value) : 1;
      const double error = (double)(fabsq(ours - value) / scale);
      rows++;
      good += error < 1e-20; /* the table has 25 digits; 20 are required */
      if (!(error <= worst))
        worst = error;
      if (!(error < 1e-20))
        diag("%s %s t = %s: %s is %.17g, not %s", model, table, field[2], field[3], (double)ours,
             field[4]);
    }
  }
  if (stream)
    (void)fclose(stream);
  ok(rows > 0 && good == rows, "%s, case %s: %d of %d values to 20 digits (worst %.1e; %s)", model,
     table, good, rows, worst, certificate.method);
  ok(certificate.uncertainty[REFERENCE_Q] < 1e-28 && certificate.uncertainty[REFERENCE_V] < 1e-28 &&
         certificate.uncertainty[REFERENCE_LAMBDA] < 1e-28,
     "its error bars %.1e, %.1e, %.1e lie below 1e-28",
     (double)certificate.uncertainty[REFERENCE_Q], (double)certificate.uncertainty[REFERENCE_V],
     (double)certificate.uncertainty[REFERENCE_LAMBDA]);
  ModelCaseDestroy(&instance);
  RegistryDestroy(&registry);
}

int main(void) {
  if (!HAVE_QUAD)
    return skip_all("reference values of 30 digits: gimbal was built without quadruple precision");
  const char *build = getenv("BUILD");
  REQUIRE(PetscInitializeNoArguments());
  for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
    Compare(i, build ? build : "build");
  REQUIRE(PetscFinalize());
  return done_testing();
}
