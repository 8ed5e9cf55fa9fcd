#include "record/finding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

/* A word for a shell, in quotes only where it needs them. */
static void PutWord(FILE *out, const char *word) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "@%+=:,./_-";

  if (*word && !word[strspn(word, plain)]) {
    fprintf(out, " %s", word);
    return;
  }
  fputs(" '", out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputc('\'', out);
}

static void PutWords(FILE *out, const json_t *words) {
  const json_t *word;
  size_t i;

  json_array_foreach(words, i, word) PutWord(out, json_string_value(word));
}

/* The command that shows the claim again: what the job says, and what its member "command" has of
 * the command line that it came from (cli/reproduce.h). To be freed. */
static char *Command(const json_t *job) {
  const char *suite = Text(job, "suite"), *model = Text(job, "model"), *name = Text(job, "case");
  const char *at = Text(job, "realisation_name"), *precision = Text(job, "precision");
  const json_int_t seed = json_integer_value(json_object_get(job, "seed"));
  const json_t *line = json_object_get(job, "command");
  char *text = NULL, place[1024];
  size_t length;
  FILE *out = open_memstream(&text, &length);

  if (!out)
    return NULL;
  fputs("gimbal verify", out);
  if (*suite && strcmp(suite, "default"))
    PutWord(out, suite);
  fputs(" -m", out);
  PutWord(out, Text(job, "method"));
  if (strcmp(model, "*")) {
    (void)snprintf(place, sizeof(place), "%s%s%s%s%s", model, *at ? "@" : "", at, *name ? ":" : "",
                   name);
    fputs(" -M", out);
    PutWord(out, place);
  }
  if (seed)
    fprintf(out, " --seed %d", (int)seed);
  if (*precision && strcmp(precision, "auto"))
    fprintf(out, " --precision %s", precision);
  PutWords(out, json_object_get(line, "options"));
  if (json_array_size(json_object_get(line, "petsc"))) {
    fputs(" --", out);
    PutWords(out, json_object_get(line, "petsc"));
  }
  fclose(out);
  return text;
}

PetscErrorCode FindingToVerdict(Finding *f, const json_t *job, const json_t *claim,
                                json_t **verdict) {
  static const char *const words[] = {"refuted", "confirmed", "undecided", "skipped", "failed"};
  const char *expect = Text(claim, "expect");
  const PetscBool refute = (PetscBool)!strcmp(expect, "refuted");
  const json_t *order = json_object_get(claim, "order");
  char *command = Command(job);
  json_t *v = json_object();

  PetscFunctionBeginUser;
  PetscCheck(command, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a command");
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
  free(command);
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
