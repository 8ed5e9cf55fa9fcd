#include "external/model.h"
#include "base/kept_error.h"
#include "base/limits.h"
#include "external/conversation.h"
#include "external/message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the processor, or of doing nothing, for one call, the first of which starts an interpreter: where
 * nobody limits the time of a job, a program that hangs would be waited for. */
static const double call_seconds = 30;

/* ---- What is said ---- */

enum { LONGEST_NUMBER = 56, LONGEST_WORDS = 320 };

static char *PutNumber(char *at, int quadruple, Quad x) {
  const double rounded = (double)x;
  if (x - x != 0)
    return at + sprintf(at, "\"%s\"", isnan(rounded) ? "NaN" : x > 0 ? "Infinity" : "-Infinity");
  if (!quadruple)
    return at + sprintf(at, "%.17g", rounded);
  *at++ = '"';
  at += quadmath_snprintf(at, LONGEST_NUMBER - 2, "%.36Qg", x);
  *at++ = '"';
  return at;
}

static char *PutNumbers(char *at, const char *key, int quadruple, size_t count, const Quad *x) {
  if (!x)
    return at;
  at += sprintf(at, ",\"%s\":[", key);
  for (size_t i = 0; i < count; i++) {
    if (i)
      *at++ = ',';
    at = PutNumber(at, quadruple, x[i]);
  }
  *at++ = ']';
  return at;
}

/* To be freed. As everywhere in a job, no memory is its end. */
static char *CallText(const ExternalCall *c, size_t *length) {
  char *text = malloc(LONGEST_WORDS + LONGEST_NUMBER * (c->parameters + c->n + c->m + 1)),
       *at = text;
  if (!text)
    abort();
  at += sprintf(at,
                "{\"request\":\"evaluate\",\"model\":%d,\"realisation\":%d,\"function\":\"%.64s\","
                "\"element\":%d,\"precision\":\"%s\",\"t\":",
                c->model, c->realisation, c->function, c->element,
                c->quadruple ? "quadruple" : "double");
  at = PutNumber(at, c->quadruple, c->t);
  at = PutNumbers(at, "q", c->quadruple, c->n, c->q);
  at = PutNumbers(at, "v", c->quadruple, c->m, c->v);
  at = PutNumbers(at, "parameters", c->quadruple, c->parameters, c->parameter);
  *at++ = '}';
  *at = 0;
  *length = (size_t)(at - text);
  return text;
}

/* ---- What is heard ---- */

static int ReadQuad(const json_t *value, Quad *x) {
  const char *text = json_string_value(value);
  char *end;
  if (json_is_number(value)) {
    *x = json_number_value(value);
    return 0;
  }
  if (!text || !*text)
    return 1;
  *x = strtoflt128(text, &end);
  return *end != 0;
}

/* Not 0: `why` says what is wrong. A model has no value where the program says that it failed. */
static int ReadValues(const ExternalCall *c, const json_t *answer, Quad *out, char *why,
                      size_t room) {
  const json_t *array = json_object_get(answer, "value"),
               *failed = json_object_get(answer, "failed");
  const char *broken = json_string_value(json_object_get(answer, "broken"));
  if (broken) {
    TellBroken(broken, why, room);
    return 1;
  }
  if (failed && !json_is_false(failed)) {
    for (size_t i = 0; i < c->count; i++)
      out[i] = (Quad)NAN;
    return 0;
  }
  if (json_array_size(array) != c->count) {
    (void)snprintf(why, room, "gives %s%.64s with %zu entries instead of %zu",
                   array ? "" : "no value of ", c->function, json_array_size(array), c->count);
    return 1;
  }
  for (size_t i = 0; i < c->count; i++)
    if (ReadQuad(json_array_get(array, i), &out[i])) {
      (void)snprintf(why, room, "gives as entry %zu of %.64s something that is no number", i + 1,
                     c->function);
      return 1;
    }
  return 0;
}

/* ---- Both ---- */

/* A copy of this process must not speak to the program of the original. */
static Client *Running(External *e) {
  if (e->client && e->process != getpid())
    ClientForget(&e->client);
  if (!e->client) {
    e->client = ClientStart(e->words.we_wordv);
    e->process = getpid();
    if (e->client)
      ClientSetPatience(e->client, call_seconds);
  }
  return e->client;
}

static void GiveUp(External *e, const char *what) {
  char text[2 * EXTERNAL_WHY];
  (void)snprintf(text, sizeof(text), "%.1024s: the program %s", e->command, what);
  for (char *at = text; *at; at++)
    if (*at < ' ' || *at > '~')
      *at = '?';
  ErrorCauseSet(text);
  ClientEnd(&e->client);
}

void ExternalEvaluate(External *e, const ExternalCall *c, Quad *out) {
  Client *client = ErrorCause() ? NULL : Running(e);
  char why[EXTERNAL_WHY], *text;
  const char *line;
  json_t *answer;
  size_t length;
  for (size_t i = 0; i < c->count; i++)
    out[i] = (Quad)NAN;
  if (!client) {
    if (!ErrorCause())
      GiveUp(e, strerror(errno));
    return;
  }
  text = CallText(c, &length);
  line = ClientSay(client, text, length) ? NULL : ClientHear(client, &length);
  free(text);
  answer = line ? MessageRead(line, length, why, sizeof(why)) : NULL;
  if (!line)
    GiveUp(e, ClientWhy(client));
  else if (!answer || ReadValues(c, answer, out, why, sizeof(why)))
    GiveUp(e, why);
  json_decref(answer);
}
