/* From records to verdicts: which rule speaks, what passes, and that the order of records and the
 * slicing of ensembles do not matter. */
#include "judge/judge.h"
#include "tap.h"

#include <string.h>

static const char *text(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}

static json_t *claim(const char *study, const char *quantity, const char *value, double order,
                     const char *expect) {
  return json_pack("{s:s,s:s,s:s,s:o,s:s,s:s,s:s}", "study", study, "quantity", quantity, "value",
                   value, "order", order > 0 ? json_real(order) : json_null(), "source", "[X] 1",
                   "expect", expect, "origin", "plugin");
}

static json_t *record(const char *kind, const char *method, json_t *claims, json_t *measured) {
  char key[200];
  snprintf(key, sizeof(key), "%s/%s/model:case", kind, method);
  return json_pack("{s:s,s:s,s:{s:s,s:s,s:s,s:s,s:s,s:i,s:s,s:s,s:i,s:b,s:b,s:o},s:s,s:n,s:o}",
                   "key", key, "fingerprint", "0", "job", "key", key, "kind", kind, "method",
                   method, "model", "model", "case", "case", "realisation", 0, "realisation_name",
                   "cartesian", "precision", "auto", "seed", 0, "degenerate", 0, "symmetric", 0,
                   "claims", claims, "status", "done", "reason", "measured", measured);
}

/* e = 0.1 h^p (1 + 0.3 h) (and more), in one component at four times. */
static json_t *errors(double p, double defect, double power, double floor) {
  json_t *series = json_array(), *floors = json_array();
  for (int steps = 8; steps <= 256; steps = steps % 3 ? steps * 3 / 2 : steps * 4 / 3) {
    const double h = 1.0 / steps;
    json_t *times = json_array();
    for (int t = 1; t <= 4; t++)
      json_array_append_new(
          times,
          json_pack("[f]", (0.1 * pow(h, p) * (1 + 0.3 * h) + defect * pow(h, power)) * t / 4 +
                               floor / 2 * sin(7.0 * steps + t)));
    json_array_append_new(series, json_pack("{s:i,s:f,s:s,s:{s:o}}", "steps", steps, "h", h,
                                            "status", "done", "errors", "q", times));
    json_array_append_new(floors, json_real(floor));
  }
  return json_pack("{s:[{s:s,s:f,s:f,s:[f,f,f,f],s:o,s:{s:o}}]}", "measurements", "precision",
                   "double", "epsilon", 2.2e-16, "duration", 1.0, "times", 0.25, 0.5, 0.75, 1.0,
                   "series", series, "floor", "q", floors);
}

/* The verdicts on the records, which are released. */
static json_t *judge(json_t *records) {
  json_t *verdicts = NULL;
  if (JudgeRecords(records, &verdicts))
    return NULL;
  json_decref(records);
  return verdicts;
}

static void is_verdict(json_t *one, const char *verdict, int passes, const char *words,
                       const char *what) {
  json_t *verdicts = judge(json_pack("[o]", one)), *v = json_array_get(verdicts, 0);
  ok(!strcmp(text(v, "verdict"), verdict) && strstr(text(v, "reason"), words) &&
         json_is_true(json_object_get(v, "passes")) == passes,
     "%s: %s, \"…%s…\", %s", what, verdict, words, passes ? "passes" : "does not pass");
  diag("%s: %s", text(v, "verdict"), text(v, "reason"));
  json_decref(verdicts);
}

static void orders(void) {
  json_t *one, *verdicts, *v;

  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
                    errors(4, 0, 0, 1e-15)),
             "confirmed", 1, "h^4.0", "order 4");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "refuted")),
                    errors(4, 0, 0, 1e-15)),
             "confirmed", 0, "h^4.0", "order 4 where it is expected to be refuted");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "5", 5, "refuted")),
                    errors(4, 0, 0, 1e-15)),
             "refuted", 1, "", "order 4 claimed to be 5, as expected");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
                    errors(4, 1e-9, 1, 1e-16)),
             "refuted", 0, "a term of order 1", "a term 1e-9 h beside");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "2", 2, "confirmed")),
                    errors(4, 0, 0, 1e-15)),
             "confirmed", 1, "higher than claimed", "a modest claim");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
                    errors(30, 0, 0, 1e-15)),
             "skipped", 1, "exact here", "errors below ten floors");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
                    errors(4, 0, 0, 1e-3)),
             "undecided", 0, "it is the solver's", "errors below the floor of a loose solver");
  is_verdict(record("order", "m", json_pack("[o]", claim("order", "lambda", "4", 4, "confirmed")),
                    errors(4, 0, 0, 1e-15)),
             "failed", 0, "lambda", "a quantity without errors");

  one = record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
               errors(4, 0, 0, 1e-15));
  json_object_set_new(json_object_get(one, "job"), "degenerate", json_true());
  is_verdict(one, "skipped", 1, "degenerate", "a degenerate model");
  one = record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
               errors(2, 0, 0, 1e-15));
  json_object_set_new(json_object_get(one, "job"), "degenerate", json_true());
  is_verdict(one, "refuted", 0, "", "a degenerate model with a slope of 2");

  one = record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
               errors(4, 0, 0, 1e-15));
  v = json_array_get(
      json_object_get(
          json_array_get(json_object_get(json_object_get(one, "measured"), "measurements"), 0),
          "series"),
      0);
  json_object_set_new(v, "status", json_string("failed"));
  json_object_set_new(v, "errors", json_object());
  is_verdict(one, "confirmed", 1, "from 12 ", "the coarsest step failed");
  one = record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")),
               errors(4, 0, 0, 1e-15));
  verdicts = json_object_get(
      json_array_get(json_object_get(json_object_get(one, "measured"), "measurements"), 0),
      "series");
  v = json_array_get(verdicts, json_array_size(verdicts) - 1);
  json_object_set_new(v, "errors", json_object());
  json_object_set_new(v, "reason", json_string("DIVERGED_MAX_IT"));
  is_verdict(one, "failed", 0, "DIVERGED_MAX_IT", "the finest step failed");

  one =
      record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "confirmed")), json_null());
  json_object_set_new(one, "status", json_string("failed"));
  json_object_set_new(one, "reason", json_string("signal 11 (Segmentation fault)"));
  is_verdict(one, "failed", 0, "signal 11", "a job that crashed");
  one =
      record("none", "m", json_pack("[o]", claim("order", "p", "4", 4, "confirmed")), json_null());
  json_object_set_new(one, "status", json_string("skipped"));
  json_object_set_new(one, "reason", json_string("no model meets it"));
  is_verdict(one, "skipped", 1, "no model", "a claim that no model meets");

  verdicts = judge(json_pack("[o]", record("order", "m:tau=(1/2)",
                                           json_pack("[o]", claim("order", "q", "4", 4, "refuted")),
                                           errors(4, 1e-9, 1, 1e-16))));
  v = json_array_get(verdicts, 0);
  ok(!strcmp(text(v, "command"), "gimbal verify -m 'm:tau=(1/2)' -M model@cartesian:case"),
     "the command that shows it again: %s", text(v, "command"));
  ok(json_integer_value(json_object_get(
         json_object_get(json_object_get(v, "details"), "counterexample"), "steps")) == 8,
     "with the smallest counterexample");
  json_decref(verdicts);

  one = record("order", "m", json_pack("[o]", claim("order", "q", "4", 4, "refuted")),
               errors(4, 1e-9, 1, 1e-16));
  v = json_object_get(one, "job");
  json_object_set_new(v, "suite", json_string("my suites/it's.yaml"));
  json_object_set_new(v, "command",
                      json_pack("{s:[s,s,s,s], s:[s,s]}", "options", "--plugin", "a b.so", "-o",
                                "again", "petsc", "-step_snes_rtol", "1e-3"));
  verdicts = judge(json_pack("[o]", one));
  v = json_array_get(verdicts, 0);
  ok(!strcmp(text(v, "command"),
             "gimbal verify 'my suites/it'\\''s.yaml' -m m -M model@cartesian:case "
             "--plugin 'a b.so' -o again -- -step_snes_rtol 1e-3"),
     "with what the command line had, in words for a shell: %s", text(v, "command"));
  json_decref(verdicts);
}

/* ---- Structure ---- */

static json_t *defects(double size, double power, double error) {
  json_t *points = json_array();
  for (double h = 0.1; h > 0.01; h /= 2)
    json_array_append_new(points, json_pack("{s:f,s:{s:f,s:f}}", "h", h, "symplectic", "defect",
                                            size * pow(h, power), "error", error));
  return json_pack("{s:s,s:f,s:o}", "precision", "quad", "epsilon", 1e-34, "points", points);
}

static void structure(void) {
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "symplectic", "yes", 0, "confirmed")),
                    defects(1e-27, 0, 1e-27)),
             "confirmed", 1, "at most 1e-27", "a defect within its error");
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "symplectic", "yes", 0, "confirmed")),
                    defects(1, 5, 1e-25)),
             "refuted", 0, "h^5.00", "a defect of h^5");
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "symplectic", "no", 0, "confirmed")),
                    defects(1, 5, 1e-25)),
             "confirmed", 1, "h^5.00", "a denial with a witness");
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "symplectic", "no", 0, "confirmed")),
                    defects(1e-27, 0, 1e-27)),
             "skipped", 1, "no witness", "a denial without one");
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "volume", "yes", 0, "confirmed")),
                    defects(1, 5, 1e-25)),
             "skipped", 1, "cannot be measured", "what was not measured");
  is_verdict(record("structure", "m",
                    json_pack("[o]", claim("structure", "symplectic", "yes", 0, "confirmed")),
                    defects(0.3, 0, 0.1)),
             "undecided", 0, "says nothing", "differences that err by a tenth");
  {
    json_t *measured = defects(1e-27, 0, 1e-27);
    json_object_set_new(
        json_object_get(json_array_get(json_object_get(measured, "points"), 1), "symplectic"),
        "defect", json_null());
    is_verdict(record("structure", "m",
                      json_pack("[o]", claim("structure", "symplectic", "yes", 0, "confirmed")),
                      measured),
               "failed", 0, "not a finite number", "a defect that is not a number");
  }
}

/* ---- Ensembles ---- */

static json_t *slice(int from, int to, double gamma) {
  json_t *times = json_array(), *square = json_array(), *fourth = json_array(), *all;
  for (int i = 1; i <= 32; i++) {
    const double mu = 1e-8 * pow(i, gamma) * (1 + 0.05 * sin(i + from));
    json_array_append_new(times, json_real(i));
    json_array_append_new(square, json_real(mu * (to - from)));
    json_array_append_new(fourth, json_real(3 * mu * mu * (to - from)));
  }
  all = json_pack("{s:s,s:f,s:i,s:[i,i],s:i,s:o,s:{s:{s:f,s:o,s:o}}}", "precision", "double", "h",
                  0.1, "steps", 320, "members", from, to, "failed_members", 0, "times", times,
                  "quantities", "energy", "scale", 1.0, "sum_square", square, "sum_fourth", fourth);
  all = record("ensemble", "m",
               json_pack("[o]", claim("energy", "energy", "random_walk", 0, "confirmed")), all);
  json_object_set_new(json_object_get(all, "job"), "members", json_pack("[i,i]", from, to));
  json_object_set_new(all, "key", json_sprintf("ensemble/m/model:case/%d-%d", from, to));
  return all;
}

static void ensembles(void) {
  json_t *forward = judge(json_pack("[o,o]", slice(0, 50, 1), slice(50, 101, 1)));
  json_t *backward = judge(json_pack("[o,o]", slice(50, 101, 1), slice(0, 50, 1)));
  json_t *v = json_array_get(forward, 0), *one, *energy;

  ok(json_array_size(forward) == 1 && !strcmp(text(v, "verdict"), "confirmed"),
     "two slices are one ensemble: %s", text(v, "reason"));
  ok(json_equal(forward, backward), "in whatever order they come");
  json_decref(forward);
  json_decref(backward);
  forward = judge(json_pack("[o,o]", slice(0, 50, 2), slice(50, 101, 2)));
  ok(!strcmp(text(json_array_get(forward, 0), "verdict"), "refuted"), "t^2 is no random walk");
  json_decref(forward);
  one = slice(50, 101, 1);
  energy =
      json_object_get(json_object_get(json_object_get(one, "measured"), "quantities"), "energy");
  json_array_set_new(json_object_get(energy, "sum_square"), 31, json_null());
  forward = judge(json_pack("[o,o]", slice(0, 50, 1), one));
  ok(!strcmp(text(json_array_get(forward, 0), "verdict"), "failed"),
     "a sum that is not finite is no sum: %s", text(json_array_get(forward, 0), "reason"));
  json_decref(forward);
}

static void order_of_verdicts(void) {
  json_t *records = json_array(), *verdicts;
  static const char *const methods[] = {"c", "a", "b"};

  for (int i = 0; i < 3; i++)
    json_array_append_new(records,
                          record("order", methods[i],
                                 json_pack("[o,o]", claim("order", "q", "4", 4, "confirmed"),
                                           claim("order", "lambda", "2", 2, "confirmed")),
                                 errors(4, 0, 0, 1e-15)));
  verdicts = judge(records);
  ok(json_array_size(verdicts) == 6 && !strcmp(text(json_array_get(verdicts, 0), "method"), "a") &&
         !strcmp(text(json_array_get(verdicts, 0), "quantity"), "lambda") &&
         !strcmp(text(json_array_get(verdicts, 5), "method"), "c"),
     "verdicts are sorted by method, model, case, study and quantity");
  json_decref(verdicts);
  verdicts = judge(json_array());
  ok(json_array_size(verdicts) == 0, "no records, no verdicts");
  json_decref(verdicts);
}

int main(void) {
  orders();
  structure();
  ensembles();
  order_of_verdicts();
  return done_testing();
}
