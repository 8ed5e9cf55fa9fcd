/* Claims on energy that are judged from an ensemble: how the mean square error grows. */
#include "statistics/growth.h"
#include "studies/rules.h"

#include <math.h>
#include <string.h>

enum { TIMES = 256 };

typedef struct {
  int times;
  double time[TIMES], square[TIMES], fourth[TIMES];
  double members, failed, scale, steps;
} Sum;

static PetscReal At(const json_t *array, int i) {
  const json_t *value = json_array_get(array, (size_t)i);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Adds all slices; returns whether they have the same times. */
static PetscBool AddSlices(const json_t *slices, const char *name, Sum *sum) {
  const json_t *slice;
  size_t k;

  memset(sum, 0, sizeof(*sum));
  json_array_foreach(slices, k, slice) {
    const json_t *times = json_object_get(slice, "times"),
                 *members = json_object_get(slice, "members");
    const json_t *q = json_object_get(json_object_get(slice, "quantities"), name);
    const int count = (int)json_array_size(times);
    const PetscReal failed = json_number_value(json_object_get(slice, "failed_members"));

    if (!q || count > TIMES || (k > 0 && count != sum->times))
      return PETSC_FALSE;
    sum->times = count;
    sum->failed += failed;
    sum->members += At(members, 1) - At(members, 0) - failed;
    sum->scale = fmax(sum->scale, json_number_value(json_object_get(q, "scale")));
    sum->steps = json_number_value(json_object_get(slice, "steps"));
    for (int i = 0; i < count; i++) {
      sum->time[i] = At(times, i);
      sum->square[i] += At(json_object_get(q, "sum_square"), i);
      sum->fourth[i] += At(json_object_get(q, "sum_fourth"), i);
    }
  }
  return (PetscBool)(sum->times > 0);
}

static void Judge(const Sum *sum, const Growth *g, const char *value, Finding *f) {
  const PetscBool walk = (PetscBool)!strcmp(value, "random_walk");
  const PetscBool bounded = (PetscBool)!strcmp(value, "bounded");
  const PetscReal last = sum->time[sum->times - 1], grown = g->b * pow(last, g->gamma);
  /* A term that does not even double the constant is no growth. */
  const PetscBool flat = (PetscBool)(g->lower <= 0 || fabs(grown) < fabs(g->a));
  const char *class = g->lower > 1.5 ? "drift" : flat ? "bounded" : "random_walk";

  f->word = class;
  f->lower = g->lower;
  f->upper = g->upper;
  FindingDetail(f, "growth",
                json_pack("{s:f,s:f,s:f,s:f,s:f,s:f}", "a", g->a, "b", g->b, "gamma", g->gamma,
                          "lower", g->lower, "upper", g->upper, "members", sum->members));
  FindingSet(f, UNDECIDED,
             "the mean square error of %.0f members grows like %.3g + %.3g t^%.2f up to t = %.6g, "
             "the power between %.2f and %.2f",
             sum->members, g->a, g->b, g->gamma, last, g->lower, g->upper);
  if (!strcmp(value, "drift"))
    f->verdict = g->lower > 1.5 ? CONFIRMED : SKIPPED;
  else if (walk && (flat || (g->lower <= 1 && g->upper >= 1 && g->lower > 0 && g->upper < 2)))
    f->verdict = CONFIRMED;
  else if (walk && g->upper < 1 && g->lower > 0)
    f->verdict = CONFIRMED; /* slower than a walk is no worse than one */
  else if (walk && g->lower > 1.25)
    f->verdict = REFUTED;
  else if (bounded && flat)
    f->verdict = CONFIRMED;
  else if (bounded && g->lower > 0.5)
    f->verdict = REFUTED;
  if (walk && f->verdict == CONFIRMED && (flat || g->upper < 1))
    FindingFlag(f, "exceeds");
}

PetscErrorCode RuleEnsemble(const json_t *job, const json_t *slices, const json_t *claim,
                            Finding *f) {
  const char *name = json_string_value(json_object_get(claim, "quantity"));
  const char *value = json_string_value(json_object_get(claim, "value"));
  const PetscReal epsilon = 2.220446049250313e-16;
  PetscReal largest = 0;
  int infinite = -1;
  Growth growth;
  Sum *sum;

  PetscFunctionBeginUser;
  (void)job;
  FindingInit(f);
  f->precision = json_string_value(json_object_get(json_array_get(slices, 0), "precision"));
  PetscCall(PetscNew(&sum));
  if (!AddSlices(slices, name ? name : "", sum)) {
    FindingSet(f, FAILED, "the ensemble's slices do not hold %s at the same times",
               name ? name : "");
    PetscFunctionReturn(PetscFree(sum));
  }
  for (int i = 0; i < sum->times; i++) {
    if (!isfinite(sum->square[i]) || !isfinite(sum->fourth[i]))
      infinite = i;
    largest = fmax(largest, sqrt(sum->square[i] / fmax(sum->members, 1)));
  }
  if (infinite >= 0) {
    FindingSet(f, FAILED, "the mean square error is not a finite number at t = %.6g",
               sum->time[infinite]);
  } else if (sum->members < 2 || sum->failed > 0.05 * sum->members) {
    FindingSet(f, FAILED, "%.0f of %.0f members failed", sum->failed, sum->failed + sum->members);
  } else if (largest <= epsilon * sum->scale * (256 + 16 * sqrt(sum->steps))) {
    f->word = "exact";
    FindingSet(f, value && !strcmp(value, "drift") ? SKIPPED : CONFIRMED,
               "the root mean square error of %.0f members stays within %.3g, which is round-off",
               sum->members, largest);
  } else if (value && !strcmp(value, "exact")) {
    FindingSet(f, REFUTED, "the root mean square error of %.0f members reaches %.3g", sum->members,
               largest);
  } else if (GrowthFit(sum->times, sum->time, sum->square, sum->fourth, sum->members, &growth)) {
    FindingSet(f, UNDECIDED,
               "%d times are too few, or too close to 0, to see how the mean square "
               "error grows",
               sum->times);
  } else {
    Judge(sum, &growth, value ? value : "", f);
  }
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(0);
}
