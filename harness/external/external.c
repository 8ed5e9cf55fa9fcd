#include "external/external.h"
#include "base/limits.h"
#include "base/memory.h"
#include "external/conversation.h"
#include "external/message.h"
#include "external/traced.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the processor, or of doing nothing, to describe oneself: some that import much are slow to begin. */
static const double describe_seconds = 8;

/* ---- The program ---- */

static const char *WordsError(int error) {
  if (error == WRDE_BADCHAR)
    return "has one of the signs | & ; < > ( ) { }, which are a shell's, outside of quotes";
  if (error == WRDE_CMDSUB)
    return "wants another command's output, which only a shell gives";
  if (error == WRDE_SYNTAX)
    return "has a quote without its end";
  if (error == WRDE_NOSPACE)
    return "finds no memory";
  return "cannot be taken apart into words";
}

External *ExternalCreate(const char *command, char why[EXTERNAL_WHY]) {
  External *e = MemoryZeroed(1, sizeof(*e));
  const int error = wordexp(command, &e->words, WRDE_NOCMD);
  *why = 0;
  if (!error && e->words.we_wordc) {
    e->command = MemoryText(command);
    e->protocol = 1;
    return e;
  }
  (void)snprintf(why, EXTERNAL_WHY, "the command %s", error ? WordsError(error) : "is empty");
  if (!error)
    wordfree(&e->words);
  free(e);
  return NULL;
}

void ExternalDestroy(External **external) {
  External *e = *external;
  if (!e)
    return;
  ClientEnd(&e->client);
  wordfree(&e->words);
  free(e->command);
  free(e);
  *external = NULL;
}

char *const *ExternalWords(const External *e) { return e->words.we_wordv; }

/* A request in place of the answer is refused: there is no model yet. */
static json_t *Describe(External *e, char why[EXTERNAL_WHY]) {
  char what[EXTERNAL_WHY - 16];
  json_t *answer =
      ClientExchange(e->client,
                     json_pack("{s:s,s:i,s:s,s:[i,i]}", "do", "describe", "protocol", 1, "request",
                               "describe", "protocols", 1, EXTERNAL_PROTOCOL),
                     what, sizeof(what));
  if (!answer)
    (void)snprintf(why, EXTERNAL_WHY, "the program %s", what);
  else if (json_object_get(answer, "ask"))
    (void)snprintf(why, EXTERNAL_WHY, "the program sends a request before its description");
  else
    return answer;
  json_decref(answer);
  return NULL;
}

json_t *ExternalDescribe(External *e, char why[EXTERNAL_WHY]) {
  json_t *answer = NULL;
  *why = 0;
  e->client = ClientStart(e->words.we_wordv);
  if (!e->client) {
    (void)snprintf(why, EXTERNAL_WHY, "the program cannot be started: %s", strerror(errno));
    return NULL;
  }
  ClientSetPatience(e->client, describe_seconds);
  answer = Describe(e, why);
  if (json_number_value(json_object_get(answer, "protocol")) > 1)
    e->protocol = EXTERNAL_PROTOCOL;
  ClientEnd(&e->client);
  return answer;
}

/* ---- The functions of a method ---- */

static const ExternalMethod *MethodOf(const gimbal *g) { return g->context; }

/* What a run has as its handle. */
typedef struct {
  int number;
  TracedStep *traced; /* NULL: each step is one of the program */
  int64_t steps;
} Run;

static int RunOf(const gimbal *g) { return ((const Run *)g->handle)->number; }

static json_t *StateMessage(const gimbal *g, const gimbal_state *s) {
  const char *const lambda = MethodOf(g)->external->protocol < 2 ? "lambda" : "multipliers";
  return json_pack("{s:o,s:o,s:o,s:o,s:o}", "t", MessageNumber(s->t), "q",
                   MessageNumbers((size_t)g->n, s->q), "p", MessageNumbers((size_t)g->m, s->p),
                   lambda, MessageNumbers((size_t)g->k, s->lambda), "memory",
                   MessageNumbers((size_t)g->memory, s->memory));
}

/* Takes an answer over and reads it; members other than the parts would be lost. Not 0: the client was
 * given up. `least`: how many parts at least. */
static int ReadAnswer(gimbal *g, const char *to, json_t *answer, size_t parts, const Part *part,
                      int least) {
  char why[256], what[512] = "";
  const char *key;
  json_t *value;
  int read = 0, failed = 0;
  if (!answer)
    return 1;
  json_object_foreach(answer, key, value) {
    size_t i = 0;
    while (i < parts && (!part[i].into || strcmp(part[i].key, key)))
      i++;
    if (i == parts && strlen(key) > LIMIT_WORD)
      (void)snprintf(what, sizeof(what),
                     "answers \"%s\" with a word of %zu bytes; at most %d (LIMIT_WORD)", to,
                     strlen(key), LIMIT_WORD);
    else if (i == parts)
      (void)snprintf(what, sizeof(what), "answers \"%s\" with \"%s\", which was not requested", to,
                     key);
    else if (MessageReadNumbers(value, part[i].count, part[i].into, why, sizeof(why)))
      (void)snprintf(what, sizeof(what), "answers \"%s\" with %s: %s", to, key, why);
    read++;
  }
  if (!*what && read < least)
    (void)snprintf(what, sizeof(what), "answers \"%s\" without the requested value", to);
  if (*what)
    failed = ConversationGiveUp(g, what);
  json_decref(answer);
  return failed;
}

/* Asks for one thing in the run, with those further members of the message. */
static int Ask(gimbal *g, const char *what, json_t *more, size_t parts, const Part *part,
               int least) {
  json_t *message = json_pack("{s:s,s:i}", "do", what, "run", RunOf(g));
  (void)json_object_update_new(message, more);
  return ReadAnswer(g, what, Converse(g, message), parts, part, least);
}

static void FreeRun(gimbal *g) {
  Run *run = g->handle;
  TracedStepDestroy(&run->traced);
  free(run);
  g->handle = NULL;
}

/* A step that is arithmetic comes with the answer; one that the program must take itself does not. */
static int ReadTraced(gimbal *g, json_t *answer) {
  const json_t *step = json_object_get(answer, "step");
  Run *run = g->handle;
  char why[256], what[320];
  if (!step)
    return 0;
  run->traced = TracedStepRead(g, step, why, sizeof(why));
  (void)json_object_del(answer, "step");
  (void)snprintf(what, sizeof(what), "answers \"open\" with a step%s", run->traced ? "" : why);
  return run->traced ? 0 : ConversationGiveUp(g, what);
}

static int Open(gimbal *g, double h, const gimbal_state *state) {
  External *e = MethodOf(g)->external;
  if (!e->client) {
    e->depth = 0;
    e->client = ClientStart(e->words.we_wordv);
  }
  if (!e->client)
    return ConversationGiveUp(g, strerror(errno));
  Run *run = g->handle = MemoryZeroed(1, sizeof(*run));
  run->number = ++e->runs;
  json_t *sizes = json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:b}", "n", g->n, "m", g->m, "k", g->k,
                            "holonomic", g->holonomic, "nonholonomic", g->nonholonomic, "band",
                            g->band, "periodic", g->periodic);
  json_t *gradient = json_pack("{s:i,s:i,s:i}", "width", g->gradient_width, "stride",
                               g->gradient_stride, "offset", g->gradient_offset);
  json_t *answer = Converse(
      g, json_pack("{s:s,s:i,s:i,s:o,s:o,s:o,s:o,s:o,s:b}", "do", "open", "run", RunOf(g), "method",
                   MethodOf(g)->index, "h", MessageNumber(h), "sizes", sizes, "gradient", gradient,
                   "parameters", MessageNumbers((size_t)MethodOf(g)->parameters, g->parameters),
                   "state", StateMessage(g, state), "operations", 1));
  const int failed = ReadTraced(g, answer);
  if (!ReadAnswer(g, "open", answer, 0, NULL, 0) && !failed)
    return 0;
  FreeRun(g);
  return 1;
}

/* A client that was left in the middle of something (the host broke there) does not listen. */
static void CloseRun(gimbal *g) {
  External *e = MethodOf(g)->external;
  if (e->depth) {
    e->depth = 0;
    ClientEnd(&e->client);
  } else if (e->client)
    (void)Ask(g, "close", json_object(), 0, NULL, 0);
  FreeRun(g);
}

static int Start(gimbal *g, double h, gimbal_state *state) {
  Part part[STATE_PARTS];
  StateParts(g, state, part);
  return Ask(g, "start",
             json_pack("{s:o,s:o}", "h", MessageNumber(h), "state", StateMessage(g, state)),
             STATE_PARTS, part, 0);
}

/* The program takes the step, too, given what the host has answered in it, and compares. */
static int Compare(gimbal *g, const gimbal_state *from, double h) {
  json_t *more = TracedStepNumbers(((const Run *)g->handle)->traced);
  (void)json_object_set_new(more, "h", MessageNumber(h));
  (void)json_object_set_new(more, "state", StateMessage(g, from));
  return Ask(g, "compare", more, 0, NULL, 0);
}

/* Of the traced steps number 1, 2, 4, 8, … are compared. */
static int Step(gimbal *g, const gimbal_state *from, double h, gimbal_state *to) {
  Run *run = g->handle;
  Part part[STATE_PARTS];
  double action = 0;
  if (run->traced && !to->action && !TracedStepTake(g, run->traced, from, h, to)) {
    run->steps++;
    return run->steps & (run->steps - 1) ? 0 : Compare(g, from, h);
  }
  StateParts(g, to, part);
  if (to->action)
    part[STATE_PARTS - 1].into = &action;
  json_t *more = json_pack("{s:o,s:o,s:o}", "h", MessageNumber(h), "t", MessageNumber(to->t),
                           "state", StateMessage(g, from));
  if (to->action)
    (void)json_object_set_new(more, "action", json_true());
  if (Ask(g, "step", more, STATE_PARTS, part, 1))
    return 1;
  if (to->action)
    *to->action += action;
  return 0;
}

static int Advance(gimbal *g, const gimbal_state *from, double t, double tolerance,
                   gimbal_state *to) {
  Part part[STATE_PARTS];
  StateParts(g, to, part);
  return Ask(g, "advance",
             json_pack("{s:o,s:o,s:o}", "t", MessageNumber(t), "tolerance",
                       MessageNumber(tolerance), "state", StateMessage(g, from)),
             STATE_PARTS, part, 1);
}

/* The probes of a method differ by their functions alone. */
typedef struct {
  const gimbal_state *from, *to;
  double h, *residual, *scale;
} Measurement;

static int Measure(gimbal *g, int probe, const Measurement *m) {
  const Part part[] = {{"residual", (size_t)g->entries, m->residual},
                       {"scale", (size_t)g->entries, m->scale}};
  return Ask(g, "probe",
             json_pack("{s:s,s:o,s:o,s:o}", "name", MethodOf(g)->probe[probe], "h",
                       MessageNumber(m->h), "state", StateMessage(g, m->from), "to",
                       StateMessage(g, m->to)),
             2, part, 2);
}

#define MEASURE(probe)                                                                             \
  static int Measure##probe(gimbal *g, const gimbal_state *from, double h, const gimbal_state *to, \
                            double *residual, double *scale) {                                     \
    return Measure(g, probe, &(Measurement){from, to, h, residual, scale});                        \
  }
MEASURE(0)
MEASURE(1)
MEASURE(2)
MEASURE(3)
MEASURE(4)
MEASURE(5)
MEASURE(6)
MEASURE(7)

const struct ExternalFunctions ExternalFunctions = {
    .open = Open,
    .close = CloseRun,
    .start = Start,
    .step = Step,
    .advance = Advance,
    .measure = {Measure0, Measure1, Measure2, Measure3, Measure4, Measure5, Measure6, Measure7}};
