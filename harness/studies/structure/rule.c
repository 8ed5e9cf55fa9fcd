/* Claims on the step map's structure, and on equilibria: measured defects, each with its error. */
#include "studies/rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 256 };

/* Differences that err by more say nothing of a defect. */
static const PetscReal telling = 1e-6;

typedef struct {
  PetscReal h, defect, error;
} Point;

static PetscReal Real(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);

  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Points measured; of those where the step failed, the reason and the size of the last; *finite is
 * false if a defect was measured that is no number. */
static int Read(const json_t *measured, const char *name, Point point[], const char **failure,
                PetscReal *failed_at, PetscBool *finite) {
  const json_t *entry;
  int count = 0;
  size_t i;

  *finite = PETSC_TRUE;
  json_array_foreach(json_object_get(measured, "points"), i, entry) {
    const json_t *q = json_object_get(entry, name);
    const char *reason = json_string_value(json_object_get(entry, "reason"));
    Point p = {Real(entry, "h"), fabs(Real(q, "defect")), Real(q, "error")};

    if (isfinite(p.defect) && isfinite(p.error) && p.error > 0) {
      if (count < POINTS)
        point[count++] = p;
    } else if (reason) {
      *failure = reason;
      *failed_at = Real(entry, "h");
    } else if (q) {
      *finite = PETSC_FALSE;
    }
  }
  return count;
}

/* The power of h of the defects above ten errors, by a straight line in logarithms; NaN with fewer
 * than two. */
static PetscReal Power(const Point point[], int count) {
  PetscReal x = 0, y = 0, xx = 0, xy = 0, n = 0;

  for (int i = 0; i < count; i++)
    if (point[i].defect > 10 * point[i].error) {
      const PetscReal u = log(point[i].h), v = log(point[i].defect);

      x += u;
      y += v;
      xx += u * u;
      xy += u * v;
      n++;
    }
  return n >= 2 && xx * n > x * x ? (xy * n - x * y) / (xx * n - x * x) : NAN;
}

PetscErrorCode RuleStructure(const json_t *job, const json_t *measured, const json_t *claim,
                             Finding *f) {
  const char *name = json_string_value(json_object_get(claim, "quantity"));
  const char *study = json_string_value(json_object_get(claim, "study"));
  const char *value = json_string_value(json_object_get(claim, "value"));
  const char *failure = NULL;
  const PetscBool denied = (PetscBool)(value && !strcmp(value, "no"));
  Point point[POINTS], worst = {0}, least = {0};
  PetscReal failed_at = NAN, finest = PETSC_MAX_REAL;
  char power[64] = "", failed[256] = "";
  int count, above = 0;
  PetscBool finite;

  PetscFunctionBeginUser;
  (void)job;
  FindingInit(f);
  f->precision = json_string_value(json_object_get(measured, "precision"));
  count = Read(measured, name ? name : "", point, &failure, &failed_at, &finite);
  if (!finite) {
    FindingSet(f, FAILED, "a defect of %s is not a finite number", name ? name : "");
    PetscFunctionReturn(0);
  }
  if (count == 0 && failure) {
    FindingSet(f, FAILED, "%s", failure);
    PetscFunctionReturn(0);
  }
  if (count == 0) {
    FindingSet(f, SKIPPED, "%s cannot be measured on this model", name ? name : "");
    PetscFunctionReturn(0);
  }
  if (failure) {
    (void)snprintf(failed, sizeof(failed), "; with h = %.6g there is no step: %.180s", failed_at,
                   failure);
    FindingFlag(f, "no_step");
  }
  worst = point[0];
  for (int i = 0; i < count; i++) {
    if (point[i].defect / point[i].error > worst.defect / worst.error)
      worst = point[i];
    if (point[i].defect > 10 * point[i].error) {
      if (!above++ || point[i].defect < least.defect)
        least = point[i];
    }
  }
  f->observed = worst.defect;
  f->floor = worst.error;
  f->smallest = above ? least.defect : worst.defect;
  if (isfinite(Power(point, count)) && !(study && !strcmp(study, "equilibrium"))) {
    (void)snprintf(power, sizeof(power), "; it goes like h^%.2f", Power(point, count));
    FindingDetail(f, "power", json_real(Power(point, count)));
  }
  f->word = worst.defect > 100 * worst.error ? "no" : "yes";
  for (int i = 0; i < count; i++)
    finest = fmin(finest, point[i].error);
  if (denied && worst.defect > 100 * worst.error)
    FindingSet(f, CONFIRMED, "with h = %.6g the defect is %.3g, its error %.1g%s%s", worst.h,
               worst.defect, worst.error, power, failed);
  else if (denied)
    FindingSet(f, SKIPPED, "no witness here: the largest defect is %.3g, its error %.1g",
               worst.defect, worst.error);
  else if (above == 0 && finest > telling && study && !strcmp(study, "structure"))
    FindingSet(
        f, UNDECIDED,
        "the defect is at most %.3g, but the differences err by %.1g here, which says nothing",
        worst.defect, finest);
  else if (above == 0)
    FindingSet(f, CONFIRMED, "at %d points the defect is at most %.3g, its error %.1g%s", count,
               worst.defect, worst.error, failed);
  else if (above >= 2 || worst.defect > 100 * worst.error)
    FindingSet(f, REFUTED, "with h = %.6g the defect is %.3g, its error only %.1g%s%s", least.h,
               least.defect, least.error, power, failed);
  else
    FindingSet(f, UNDECIDED,
               "with h = %.6g the defect is %.3g, its error %.1g: too near; --precision quad would "
               "decide",
               worst.h, worst.defect, worst.error);
  if (f->verdict == REFUTED)
    FindingDetail(
        f, "counterexample",
        json_pack("{s:f,s:f,s:f}", "h", least.h, "defect", least.defect, "error", least.error));
  PetscFunctionReturn(0);
}
