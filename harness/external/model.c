#include "external/model.h"
#include "base/kept_error.h"
#include "external/conversation.h"
#include "external/message.h"

#include <errno.h>
#include <unistd.h>

/* Of the processor, or of doing nothing, for one call, the first of which starts an interpreter: where
 * nobody limits the time of a job, a program that hangs would be waited for. */
static const double call_seconds = 30;

/* In quadruple precision numbers are texts. */
static json_t *Number(const ExternalCall *c, Quad x) {
  char text[64];
  if (!c->quadruple || x - x != 0)
    return MessageNumber((double)x);
  (void)quadmath_snprintf(text, sizeof(text), "%.36Qg", x);
  return json_string(text);
}

static void PutNumbers(json_t *message, const char *key, const ExternalCall *c, size_t count,
                       const Quad *x) {
  json_t *array = x ? json_array() : NULL;
  for (size_t i = 0; x && i < count; i++)
    (void)json_array_append_new(array, Number(c, x[i]));
  (void)json_object_set_new(message, key, array); /* an array that is NULL is left out */
}

static int ReadQuad(const json_t *value, Quad *x) {
  const char *text = json_string_value(value);
  char *end = "";
  *x = text ? strtoflt128(text, &end) : (Quad)json_number_value(value);
  return !(text ? *text && !*end : json_is_number(value));
}

/* Not 0: `why` says what is wrong. The values stay NaN where the program says that it failed. */
static int ReadValues(const ExternalCall *c, const json_t *answer, Quad *out, char *why,
                      size_t room) {
  const json_t *array = json_object_get(answer, "value"),
               *failed = json_object_get(answer, "failed");
  if (failed && !json_is_false(failed))
    return 0;
  (void)snprintf(why, room, "gives %.64s with %zu entries instead of %zu", c->function,
                 json_array_size(array), c->count);
  if (json_array_size(array) != c->count)
    return 1;
  for (size_t i = 0; i < c->count; i++)
    if (ReadQuad(json_array_get(array, i), &out[i])) {
      (void)snprintf(why, room, "gives as entry %zu of %.64s what is no number", i + 1,
                     c->function);
      return 1;
    }
  return 0;
}

/* A copy of this process must not speak to the program of the original. */
static Client *Running(External *e) {
  if (e->client && e->process != getpid())
    ClientForget(&e->client);
  if (!e->client && (e->client = ClientStart(e->words.we_wordv))) {
    e->process = getpid();
    ClientSetPatience(e->client, call_seconds);
  }
  return e->client;
}

void ExternalEvaluate(External *e, const ExternalCall *c, Quad *out) {
  Client *client = ErrorCause() ? NULL : Running(e);
  char what[EXTERNAL_WHY] = "", why[2 * EXTERNAL_WHY];
  json_auto_t *answer = NULL;
  for (size_t i = 0; i < c->count; i++)
    out[i] = (Quad)NAN;
  if (ErrorCause())
    return;
  if (!client)
    (void)snprintf(what, sizeof(what), "%s", strerror(errno));
  else {
    json_t *message =
        json_pack("{s:s,s:i,s:i,s:s,s:i,s:s,s:o}", "request", "evaluate", "model", c->model,
                  "realisation", c->realisation, "function", c->function, "element", c->element,
                  "precision", c->quadruple ? "quadruple" : "double", "t", Number(c, c->t));
    PutNumbers(message, "q", c, c->n, c->q);
    PutNumbers(message, "v", c, c->m, c->v);
    PutNumbers(message, "parameters", c, c->parameters, c->parameter);
    answer = ClientExchange(client, message, what, sizeof(what));
  }
  if (!answer || ReadValues(c, answer, out, what, sizeof(what))) {
    (void)snprintf(why, sizeof(why), "%.1024s: the program %s", e->command, what);
    MakePlain(why);
    ErrorCauseSet(why);
    ClientEnd(&e->client);
  }
}
