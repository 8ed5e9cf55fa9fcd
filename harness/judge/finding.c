#include "judge/finding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void FindingInit(Finding *f) {
  memset(f, 0, sizeof(*f));
  f->verdict = UNDECIDED;
  f->observed = f->lower = f->upper = f->smallest = f->floor = NAN;
}

void FindingSet(Finding *f, Verdict verdict, const char *format, ...) {
  va_list arguments;

  f->verdict = verdict;
  va_start(arguments, format);
  (void)vsnprintf(f->reason, sizeof(f->reason), format, arguments);
  va_end(arguments);
}

void FindingFlag(Finding *f, const char *flag) {
  if (!f->flags)
    f->flags = json_array();
  json_array_append_new(f->flags, json_string(flag));
}

void FindingDetail(Finding *f, const char *key, json_t *value) {
  if (!f->details)
    f->details = json_object();
  json_object_set_new(f->details, key, value);
}

void FindingRelease(Finding *f) {
  json_decref(f->flags);
  json_decref(f->details);
}

static json_t *Number(PetscReal value) { return isfinite(value) ? json_real(value) : json_null(); }

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));

  return text ? text : "";
}

/* A copy, or null where there is none. */
static json_t *Member(const json_t *object, const char *key) {
  json_t *value = json_object_get(object, key);

  return value ? json_incref(value) : json_null();
}

/* The command that shows the claim again. Names are made of letters, digits and :=,/._- and need no
 * quotes, except that a setting may hold an expression with parentheses. */
static void Command(const json_t *job, char *out, size_t size) {
  const char *method = Text(job, "method"), *model = Text(job, "model"), *name = Text(job, "case");
  const char *at = Text(job, "realisation_name"), *precision = Text(job, "precision");
  const char *suite = strcmp(Text(job, "suite"), "default") ? Text(job, "suite") : "";
  const json_int_t seed = json_integer_value(json_object_get(job, "seed"));
  const int quoted = strpbrk(method, "()*^<>&|! ") || strpbrk(name, "()*^<>&|! ");
  const char *quote = quoted ? "'" : "";
  int used;

  used = snprintf(out, size, "gimbal verify%s%s -m %s%s%s", *suite ? " " : "", suite, quote, method,
                  quote);
  if (strcmp(model, "*") && used < (int)size)
    used += snprintf(out + used, size - (size_t)used, " -M %s%s%s%s%s%s%s", quote, model,
                     *at ? "@" : "", at, *name ? ":" : "", name, quote);
  if (seed && used < (int)size)
    used += snprintf(out + used, size - (size_t)used, " --seed %d", (int)seed);
  if (*precision && strcmp(precision, "auto") && used < (int)size)
    snprintf(out + used, size - (size_t)used, " --precision %s", precision);
}

PetscErrorCode FindingToVerdict(Finding *f, const json_t *job, const json_t *claim,
                                json_t **verdict) {
  static const char *const words[] = {"refuted", "confirmed", "undecided", "skipped", "failed"};
  const char *expect = Text(claim, "expect");
  const PetscBool refute = (PetscBool)!strcmp(expect, "refuted");
  const json_t *order = json_object_get(claim, "order");
  char command[1024];
  json_t *v = json_object();

  PetscFunctionBeginUser;
  Command(job, command, sizeof(command));
  json_object_set_new(v, "key", Member(job, "key"));
  json_object_set_new(v, "method", Member(job, "method"));
  json_object_set_new(v, "model", Member(job, "model"));
  json_object_set_new(v, "case", Member(job, "case"));
  json_object_set_new(v, "realisation", Member(job, "realisation_name"));
  json_object_set_new(v, "study", Member(claim, "study"));
  json_object_set_new(v, "quantity", Member(claim, "quantity"));
  json_object_set_new(v, "claimed",
                      Member(claim, json_is_number(order) && !strcmp(Text(claim, "study"), "order")
                                        ? "order"
                                        : "value"));
  json_object_set_new(v, "observed", f->word ? json_string(f->word) : Number(f->observed));
  json_object_set_new(v, "lower", Number(f->lower));
  json_object_set_new(v, "upper", Number(f->upper));
  json_object_set_new(v, "verdict", json_string(words[f->verdict]));
  json_object_set_new(v, "reason", json_string(f->reason));
  json_object_set_new(v, "command", json_string(command));
  json_object_set_new(v, "expect", json_string(refute ? "refuted" : "confirmed"));
  json_object_set_new(v, "why", Member(claim, "why"));
  json_object_set_new(v, "passes",
                      json_boolean(refute ? f->verdict == REFUTED
                                          : f->verdict == CONFIRMED || f->verdict == SKIPPED));
  json_object_set_new(v, "source", Member(claim, "source"));
  json_object_set_new(v, "origin", Member(claim, "origin"));
  json_object_set_new(v, "place", Member(claim, "place"));
  json_object_set_new(v, "text", Member(claim, "text"));
  json_object_set_new(v, "number", Member(claim, "number"));
  json_object_set_new(v, "rank", Member(claim, "rank"));
  json_object_set_new(v, "precision", f->precision ? json_string(f->precision) : json_null());
  json_object_set_new(v, "smallest_error", Number(f->smallest));
  json_object_set_new(v, "flags", f->flags ? json_incref(f->flags) : json_array());
  json_object_set_new(v, "window",
                      f->points ? json_pack("{s:i,s:i,s:i}", "from", (int)f->from, "to", (int)f->to,
                                            "points", (int)f->points)
                                : json_null());
  json_object_set_new(v, "floor", Number(f->floor));
  if (f->details)
    json_object_set(v, "details", f->details);
  FindingRelease(f);
  *verdict = v;
  PetscFunctionReturn(0);
}
