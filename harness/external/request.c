/* What the host answers: the calls of gimbal.h, by their names. */
#include "external/request.h"
#include "base/memory.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "external/message.h"

/* Where a request is made, and what may be wrong with it. */
typedef struct {
  gimbal *g;
  const json_t *request;
  const char *name;
  char *why;
  size_t room;
} Request;

/* Numbers are given back as they were taken, whatever happens between: scratch would grow with each of
 * a step's requests. */
static double *Take(size_t count) { return MemoryTake(count * sizeof(double)); }

static void Complain(const Request *r, const char *about, const char *what) {
  (void)snprintf(r->why, r->room, "asks for \"%s\" with %s: %s", r->name, about, what);
}

/* The numbers of a key; not 0: they are not there. */
static int ReadNumbers(const Request *r, const char *key, size_t count, double *x) {
  char what[256];
  if (!MessageReadNumbers(json_object_get(r->request, key), count, x, what, sizeof(what)))
    return 0;
  Complain(r, key, what);
  return 1;
}

static int ReadNumber(const Request *r, const char *key, double *x) {
  if (!MessageReadNumber(json_object_get(r->request, key), x))
    return 0;
  Complain(r, key, "no number");
  return 1;
}

/* A whole number from `least` on; `missing` where the key is not there. */
static int ReadWhole(const Request *r, const char *key, int least, int missing, int *out) {
  double x = missing;
  if (json_object_get(r->request, key) && ReadNumber(r, key, &x))
    return 1;
  if (!(x >= least && x <= INT_MAX && x == (int)x)) {
    Complain(r, key, "not a whole number, or too small");
    return 1;
  }
  *out = (int)x;
  return 0;
}

static json_t *Values(size_t count, const double *x) {
  return json_pack("{s:o}", "value", MessageNumbers(count, x));
}

/* The reason is recorded on this side. */
static json_t *Failed(void) { return json_pack("{s:b}", "failed", 1); }

/* ---- Most of them: arrays in, an array out ---- */

typedef enum { OF_Q, OF_QV, OF_XI, OF_ELEMENT, OF_TWO } Shape;

/* Sizes of arrays, in the letters of gimbal.h: n, m; s: holonomic, r: nonholonomic; y: n + m; w: the
 * width of a row of the holonomic gradient; d: n, on a group m. "nm" is a product, "1" one entry. */
static size_t SizeOf(const gimbal *g, const char *letters) {
  static const char all[] = "nmsrywd";
  const int on_group = ((const ExternalMethod *)g->context)->formulation == GIMBAL_GROUP;
  const int sizes[] = {g->n,
                       g->m,
                       g->holonomic,
                       g->nonholonomic,
                       g->n + g->m,
                       g->gradient_width,
                       on_group ? g->m : g->n};
  size_t size = 1;
  for (; *letters; letters++) {
    const char *const at = strchr(all, *letters);
    size *= at ? (size_t)sizes[at - all] : 1;
  }
  return size;
}

struct Service {
  const char *name;
  Shape shape;
  const char *keys[2], *sizes[2]; /* of the arguments other than t or tau */
  const char *size;               /* of the value */
  size_t service;                 /* its place in gimbal_services */
};

#define PLACE(name) offsetof(gimbal_services, name)
#define BY_Q(name, size)                                                                           \
  { #name, OF_Q, {"q", NULL }, {"n", NULL }, size, PLACE(name) }
#define BY_Y(name, size)                                                                           \
  { #name, OF_Q, {"y", NULL }, {"y", NULL }, size, PLACE(name) }
#define BY_QV(name, second, size)                                                                  \
  { #name, OF_QV, {"q", second }, {"n", "m" }, size, PLACE(name) }
#define BY_XI(name, size)                                                                          \
  { #name, OF_XI, {"xi", NULL }, {"m", NULL }, size, PLACE(name) }

static const Service services[] = {
    BY_QV(force, "v", "m"),
    BY_QV(momentum, "v", "m"),
    BY_QV(velocity, "p", "m"),
    BY_QV(constraint, "v", "r"),
    BY_QV(reaction, "v", "rm"),
    BY_QV(lagrangian_value, "v", "1"),
    BY_QV(energy, "v", "1"),
    BY_QV(gradient, "v", "n"),
    BY_Q(holonomic, "s"),
    BY_Q(holonomic_gradient, "sd"),
    BY_Q(holonomic_gradient_band, "sw"),
    BY_Q(holonomic_time_derivative, "s"),
    BY_Q(frame_vectors, "nm"),
    BY_Q(frame_derivative, "nnm"),
    BY_Q(structure_functions, "mmm"),
    BY_Y(field, "y"),
    BY_Y(field_jacobian, "yy"),
    BY_Y(field_time_derivative, "y"),
    BY_Y(momentum_field, "y"),
    BY_XI(retract, "n"),
    BY_XI(tangent, "mm"),
    BY_XI(tangent_inverse, "mm"),
    {"tangent_derivative", OF_XI, {"xi", "eta"}, {"m", "m"}, "mm", PLACE(tangent_derivative)},
    {"increment", OF_XI, {"a", "xi"}, {"n", "m"}, "n", PLACE(increment)},
    {"compose", OF_TWO, {"a", "b"}, {"n", "n"}, "n", PLACE(compose)},
    {"inverse", OF_ELEMENT, {"a", NULL}, {"n", NULL}, "n", PLACE(inverse)},
    {"adjoint", OF_ELEMENT, {"a", NULL}, {"n", NULL}, "mm", PLACE(adjoint)},
    {"bracket", OF_ELEMENT, {"xi", NULL}, {"m", NULL}, "mm", PLACE(bracket)}};

static int ReadRetraction(const Request *r, gimbal_retraction *tau) {
  const char *word = json_string_value(json_object_get(r->request, "tau"));
  const int cayley = word && !strcmp(word, "cayley");
  *tau = cayley ? GIMBAL_CAYLEY : GIMBAL_EXPONENTIAL;
  if (cayley || (word && !strcmp(word, "exponential")))
    return 0;
  Complain(r, "tau", "it is \"cayley\" or \"exponential\"");
  return 1;
}

typedef int OfTwo(gimbal *, gimbal_retraction, const double *, const double *, double *);

/* Whether the host has a value; the types are those of gimbal_services. */
static int Call(gimbal *g, const Service *s, double t, gimbal_retraction tau, const double *a,
                const double *b, double *out) {
  const char *place = (const char *)g->services + s->service;
  if (s->shape == OF_Q)
    return (*(gimbal_of_q *const *)(const void *)place)(g, t, a, out);
  if (s->shape == OF_QV)
    return (*(gimbal_of_qv *const *)(const void *)place)(g, t, a, b, out);
  if (s->shape == OF_ELEMENT)
    return (*(gimbal_of_element *const *)(const void *)place)(g, a, out);
  if (s->shape == OF_TWO)
    return g->services->compose(g, a, b, out);
  if (s->keys[1])
    return (*(OfTwo *const *)(const void *)place)(g, tau, a, b, out);
  return (*(gimbal_of_xi *const *)(const void *)place)(g, tau, a, out);
}

/* Retractions have their own kind of argument. */
const Service *ServiceFind(const gimbal *g, const char *name, int size[2]) {
  for (size_t i = 0; i < sizeof(services) / sizeof(services[0]); i++) {
    const Service *const s = &services[i];
    if (s->shape == OF_XI || strcmp(name, s->name))
      continue;
    size[0] = (int)(SizeOf(g, s->sizes[0]) + (s->keys[1] ? SizeOf(g, s->sizes[1]) : 0));
    size[1] = (int)SizeOf(g, s->size);
    return s;
  }
  return NULL;
}

int ServiceCall(gimbal *g, const Service *s, double t, const double *x, double *out) {
  return Call(g, s, t, GIMBAL_CAYLEY, x, x + SizeOf(g, s->sizes[0]), out);
}

static json_t *Serve(const Request *r, const Service *s) {
  gimbal *g = r->g;
  const size_t first = SizeOf(g, s->sizes[0]), second = s->keys[1] ? SizeOf(g, s->sizes[1]) : 0;
  const size_t size = SizeOf(g, s->size);
  OWNED(MemoryFree) double *x = Take(first + second + size);
  double t = 0;
  gimbal_retraction tau = GIMBAL_CAYLEY;
  const int timed = s->shape == OF_Q || s->shape == OF_QV;
  if ((timed && ReadNumber(r, "t", &t)) || (s->shape == OF_XI && ReadRetraction(r, &tau)) ||
      ReadNumbers(r, s->keys[0], first, x) ||
      (s->keys[1] && ReadNumbers(r, s->keys[1], second, x + first)))
    return NULL;
  return Call(g, s, t, tau, x, x + first, x + first + second) ? Failed()
                                                              : Values(size, x + first + second);
}

/* ---- The others ---- */

static json_t *Acceleration(const Request *r) {
  gimbal *g = r->g;
  const size_t n = (size_t)g->n, m = (size_t)g->m, k = (size_t)g->k;
  OWNED(MemoryFree) double *x = Take(n + 2 * m + k);
  double t;
  if (ReadNumber(r, "t", &t) || ReadNumbers(r, "q", n, x) || ReadNumbers(r, "v", m, x + n))
    return NULL;
  return gimbal_acceleration(g, t, x, x + n, x + n + m, x + n + 2 * m)
             ? Failed()
             : json_pack("{s:o,s:o}", "value", MessageNumbers(m, x + n + m), "lambda",
                         MessageNumbers(k, x + n + 2 * m));
}

static json_t *Sizes(const Request *r) {
  gimbal *g = r->g;
  const size_t n = (size_t)g->n, m = (size_t)g->m;
  OWNED(MemoryFree) double *x = Take(n + m);
  double t;
  return gimbal_sizes(g, x, x + n, &t) ? Failed()
                                       : json_pack("{s:o,s:o,s:o}", "q", MessageNumbers(n, x), "p",
                                                   MessageNumbers(m, x + n), "t", MessageNumber(t));
}

static int ReadName(const Request *r, const char **name) {
  *name = json_string_value(json_object_get(r->request, "name"));
  if (*name)
    return 0;
  Complain(r, "name", "it is a text");
  return 1;
}

static json_t *Coefficients(const Request *r) {
  const char *name;
  if (ReadName(r, &name))
    return NULL;
  const int count = gimbal_coefficient_count(r->g, name);
  const double *x = count < 0 ? NULL : gimbal_coefficients(r->g, name);
  return x ? Values((size_t)count, x) : Failed();
}

static json_t *NumbersOrNull(size_t count, const double *x) {
  return x ? MessageNumbers(count, x) : json_null();
}

static json_t *Tableau(const Request *r) {
  const char *name;
  int s;
  if (ReadName(r, &name) || ReadWhole(r, "s", 0, 0, &s))
    return NULL;
  const gimbal_tableau *tableau = gimbal_tableau_of(r->g, name, s);
  if (!tableau)
    return Failed();
  const size_t stages = (size_t)tableau->s;
  return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o}", "s", tableau->s, "a",
                   MessageNumbers(stages * stages, tableau->a), "b",
                   MessageNumbers(stages, tableau->b), "c", MessageNumbers(stages, tableau->c),
                   "conjugate", NumbersOrNull(stages * stages, tableau->conjugate), "embedded",
                   NumbersOrNull(stages, tableau->embedded));
}

static json_t *LinearSolve(const Request *r) {
  const size_t n = json_array_size(json_object_get(r->request, "b"));
  OWNED(MemoryFree) double *x = Take(n * n + n);
  if (ReadNumbers(r, "A", n * n, x) || ReadNumbers(r, "b", n, x + n * n))
    return NULL;
  return gimbal_linear_solve(r->g, (int)n, x, x + n * n) ? Failed() : Values(n, x + n * n);
}

static json_t *Count(const Request *r) {
  static const char *const words[] = {"solves", "iterations", "residuals", "jacobians", NULL};
  const char *what = json_string_value(json_object_get(r->request, "what"));
  int amount;
  if (ReadWhole(r, "amount", 0, 1, &amount))
    return NULL;
  for (int i = 0; what && words[i]; i++)
    if (!strcmp(what, words[i])) {
      gimbal_count(r->g, (gimbal_counted)(GIMBAL_SOLVES + i), amount);
      return json_object();
    }
  Complain(r, "what", "it is solves, iterations, residuals or jacobians");
  return NULL;
}

/* ---- Solving, for which the host asks in turn ---- */

static int CallClient(gimbal *g, const char *what, int n, const double *x, size_t count,
                      double *out) {
  char why[256], what_failed[320];
  json_auto_t *answer =
      Converse(g, json_pack("{s:s,s:o}", "do", what, "x", MessageNumbers((size_t)n, x)));
  int failed = !answer;
  if (answer &&
      MessageReadNumbers(json_object_get(answer, "value"), count, out, why, sizeof(why))) {
    (void)snprintf(what_failed, sizeof(what_failed), "gives as value of \"%s\" %s", what, why);
    failed = ConversationGiveUp(g, what_failed);
  }
  return failed;
}

static int Residual(gimbal *g, void *context, const double *x, double *r) {
  const int n = *(const int *)context;
  return CallClient(g, "residual", n, x, (size_t)n, r);
}

static int Jacobian(gimbal *g, void *context, const double *x, double *J) {
  const int n = *(const int *)context;
  return CallClient(g, "jacobian", n, x, (size_t)n * (size_t)n, J);
}

static json_t *Solve(const Request *r) {
  const json_t *key = json_object_get(r->request, "key");
  const int banded = json_object_get(r->request, "lower") != NULL;
  gimbal_jacobian *jacobian =
      json_is_true(json_object_get(r->request, "jacobian")) ? Jacobian : NULL;
  int n = (int)json_array_size(json_object_get(r->request, "x")), lower, upper, keyed, failed;
  OWNED(MemoryFree) double *x = Take((size_t)n);
  json_t *answer = NULL;
  if (!ReadNumbers(r, "x", (size_t)n, x) && !ReadWhole(r, "key", 0, 0, &keyed) &&
      !ReadWhole(r, "lower", 0, 0, &lower) && !ReadWhole(r, "upper", 0, 0, &upper)) {
    if (!n)
      failed = 0;
    else if (banded)
      failed = gimbal_solve_banded(r->g, n, lower, upper, Residual, &n, x);
    else if (key)
      failed = gimbal_solve_keyed(r->g, keyed, n, Residual, jacobian, &n, x);
    else
      failed = gimbal_solve(r->g, n, Residual, jacobian, &n, x);
    answer = failed ? Failed() : Values((size_t)n, x);
  }
  return answer;
}

static const struct {
  const char *name;
  json_t *(*answer)(const Request *);
} others[] = {{"acceleration", Acceleration},
              {"sizes", Sizes},
              {"coefficients", Coefficients},
              {"tableau", Tableau},
              {"linear_solve", LinearSolve},
              {"count", Count},
              {"solve", Solve}};

enum {
  SERVICES = sizeof(services) / sizeof(services[0]),
  OTHERS = sizeof(others) / sizeof(others[0])
};

json_t *RequestAnswer(gimbal *g, const json_t *request, char *why, size_t room) {
  const char *name = json_string_value(json_object_get(request, "ask")), *known[SERVICES + OTHERS];
  const Request r = {g, request, name, why, room};
  json_t *answer = NULL;
  size_t at = 0;
  if (!name) {
    (void)snprintf(why, room, "asks for something whose name is no text");
    return NULL;
  }
  while (at < SERVICES + OTHERS &&
         strcmp(name, known[at] = at < SERVICES ? services[at].name : others[at - SERVICES].name))
    at++;
  if (at == SERVICES + OTHERS && strlen(name) > LIMIT_WORD) {
    (void)snprintf(why, room, "asks for a word of %zu bytes; at most %d (LIMIT_WORD)", strlen(name),
                   LIMIT_WORD);
    return NULL;
  }
  if (at == SERVICES + OTHERS) {
    const char *nearest = NearestName(name, SERVICES + OTHERS, known);
    (void)snprintf(why, room, "requests \"%s\", which is unknown%s%s%s", name,
                   nearest ? "; did it mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return NULL;
  }
  answer = at < SERVICES ? Serve(&r, &services[at]) : others[at - SERVICES].answer(&r);
  /* Meanwhile the client may have gone. */
  if (!((const ExternalMethod *)g->context)->external->client) {
    json_decref(answer);
    answer = NULL;
  }
  return answer;
}
