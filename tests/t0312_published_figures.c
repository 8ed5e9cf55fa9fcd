/* Figures that were computed independently of this program, found again in its records: errors at
 * T = 1 of the nonholonomic integrators, energies of the transmission over 100 000 steps, the
 * ensemble of the chaotic system; and the verdicts on orders, energy and invariants. */
#include "tap.h"
#include <jansson.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/t0312-XXXXXX";
static json_t *results, *verdicts; /* arrays */

static json_t *read_lines(const char *name) {
  char path[256];
  json_t *all = json_array(), *line;
  FILE *file;
  (void)snprintf(path, sizeof path, "%s/out/%s", folder, name);
  file = fopen(path, "r");
  while (file && (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)))
    json_array_append_new(all, line);
  if (file)
    fclose(file);
  return all;
}

/* Runs gimbal verify, and reads what it leaves. The suite is the name of one, or its text. */
static void verify(const char *suite, const char *options) {
  const char *gimbal = getenv("GIMBAL");
  const int written = strchr(suite, '\n') != NULL;
  char path[256], command[1024];
  int status;
  (void)snprintf(path, sizeof path, "%s/suite.yaml", folder);
  if (written) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(suite, file) < 0 || fclose(file))
      exit(99);
  }
  (void)snprintf(
      command, sizeof command, "%s verify %s %s -o %s/out >%s/tap 2>%s/errors </dev/null",
      gimbal ? gimbal : "build/gimbal", written ? path : suite, options, folder, folder, folder);
  status = system(command);
  if (!ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "all that is judged passes"))
    diag("status %d of %s", status, command);
  json_decref(results);
  json_decref(verdicts);
  results = read_lines("results.jsonl");
  verdicts = read_lines("verdicts.jsonl");
}

static const char *text(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}

static const json_t *measured(const char *key) {
  const json_t *record;
  size_t i;
  json_array_foreach(
      results, i, record) if (!strcmp(text(record, "key"), key)) return json_object_get(record,
                                                                                        "measured");
  diag("there is no record %s", key);
  return NULL;
}

static double number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* ---- Errors ---- */

/* The largest component of the error at the end, with so many steps. */
static double error_at_end(const json_t *m, int steps, const char *quantity) {
  const json_t *measurement = json_array_get(
      json_object_get(m, "measurements"), json_array_size(json_object_get(m, "measurements")) - 1);
  const json_t *series = json_object_get(measurement, "series"), *taken;
  size_t i;
  json_array_foreach(json_object_get(series, "steps"), i, taken) {
    const json_t *times =
        json_object_get(json_array_get(json_object_get(series, "errors"), i), quantity);
    const json_t *components = json_array_get(times, json_array_size(times) - 1);
    double most = json_array_size(components) ? 0 : NAN;
    if (json_number_value(taken) != steps)
      continue;
    for (size_t d = 0; d < json_array_size(components); d++)
      most = fmax(most, fabs(json_number_value(json_array_get(components, d))));
    return most;
  }
  return NAN;
}

static void errors(void) {
  static const char *const quantity[] = {"q", "p", "lambda"}; /* p = v: these have unit masses */
  static const struct {
    int s, steps;
    const char *instance;
    double expected[3];
  } figure[] = {{2, 128, "nonholonomic_particle:A", {9.595e-6, 6.052e-6, 1.987e-6}},
                {3, 64, "nonholonomic_particle:A", {4.385e-10, 9.614e-11, 1.376e-6}},
                {4, 32, "nonholonomic_particle:A", {1.614e-13, 6.975e-15, 5.661e-8}},
                {3, 64, "cvt:low_eps05", {2.724e-9, 8.398e-11, 4.356e-5}},
                {3, 64, "chaotic:a35", {2.519e-10, 5.736e-10, 1.782e-5}}};
  verify("title: Errors at T = 1\n"
         "methods: \"lobatto_nonholonomic_[2-4]\"\n"
         "models: [nonholonomic_particle, \"cvt:low_eps05\", \"chaotic:a35\"]\n"
         "precision: quad\n"
         "studies: [{study: order, duration: 1, sizes: [16, 32, 64, 128]}]\n",
         "");
  for (size_t i = 0; i < sizeof figure / sizeof *figure; i++) {
    char key[128];
    const json_t *m;
    (void)snprintf(key, sizeof key, "order/lobatto_nonholonomic_%d/%s", figure[i].s,
                   figure[i].instance);
    m = measured(key);
    for (int k = 0; k < 3; k++)
      is_close(error_at_end(m, figure[i].steps, quantity[k]), figure[i].expected[k],
               1e-3 * figure[i].expected[k],
               "half a unit of the four digits is up to 5e-4; 2 % is required",
               "%s, %d steps: the error of %s", key, figure[i].steps, quantity[k]);
  }
}

/* ---- Orders ---- */

static void orders(void) {
  static const double claimed[4][3] = {{2, 2, 2}, {4, 4, 2}, {6, 6, 4}, {8, 8, 4}};
  const json_t *verdict;
  int judged = 0, right = 0;
  size_t i;
  verify("title: Orders\n"
         "methods: \"lobatto_nonholonomic_[2-5]\"\n"
         "models: [nonholonomic_particle, cvt, \"chaotic:a35\"]\n"
         "studies: [{study: order}]\n",
         "");
  json_array_foreach(verdicts, i, verdict) {
    const char *method = text(verdict, "method"), *quantity = text(verdict, "quantity");
    const int s = method[strlen(method) - 1] - '2';
    const double order = claimed[s][!strcmp(quantity, "q") ? 0 : !strcmp(quantity, "p") ? 1 : 2];
    int fine;
    if (strcmp(text(verdict, "study"), "order") || !*text(verdict, "case") ||
        !strcmp(text(verdict, "case"), "*"))
      continue;
    fine = !strcmp(text(verdict, "verdict"), "confirmed") && number(verdict, "claimed") == order &&
           fabs(number(verdict, "observed") - order) < 0.15;
    if (!fine)
      diag("%s %s: claimed %g, observed %g: %s", text(verdict, "key"), quantity,
           number(verdict, "claimed"), number(verdict, "observed"), text(verdict, "reason"));
    judged++;
    right += fine;
  }
  ok(judged == 72 && right == judged,
     "orders 2, 4, 6, 8 of q and p, and 2, 2, 4, 4 of λ: %d of 72 confirmed", right);
}

/* Of an order verdict: the decades between the errors at the ends of its window. */
static double decades(const json_t *verdict) {
  const json_t *window = json_object_get(verdict, "window"), *m = measured(text(verdict, "key"));
  const char *quantity = text(verdict, "quantity");
  return log10(error_at_end(m, (int)number(window, "from"), quantity) /
               error_at_end(m, (int)number(window, "to"), quantity));
}

static void six_decades(void) {
  const json_t *verdict;
  int judged = 0;
  size_t i;
  verify("six_decades", "");
  json_array_foreach(verdicts, i, verdict) {
    if (strcmp(text(verdict, "study"), "order") != 0 ||
        !strcmp(text(verdict, "verdict"), "skipped"))
      continue;
    judged++;
    ok(!strcmp(text(verdict, "verdict"), "confirmed") && decades(verdict) >= 6,
       "%s, order %g of %s over %.1f decades", text(verdict, "method"), number(verdict, "claimed"),
       text(verdict, "quantity"), decades(verdict));
  }
  ok(judged == 25, "q and v of five methods, q, p and λ of five others: %d of 25", judged);
}

/* ---- Long runs ---- */

static double maximum(const char *run, const char *quantity) {
  char key[128];
  const json_t *m;
  (void)snprintf(key, sizeof key, "long/lobatto_nonholonomic_2/cvt:low_eps05/%s", run);
  m = json_array_get(json_object_get(measured(key), "runs"), 0);
  ok(!strcmp(text(m, "status"), "done"), "%s: %s over %g steps of %g", run, quantity,
     number(m, "steps"), number(m, "h"));
  return number(json_object_get(json_object_get(m, "quantities"), quantity), "maximum");
}

static const json_t *verdict_on(const char *key, const char *quantity) {
  const json_t *verdict;
  size_t i;
  json_array_foreach(verdicts, i,
                     verdict) if (!strcmp(text(verdict, "key"), key) &&
                                  !strcmp(text(verdict, "quantity"), quantity)) return verdict;
  return NULL;
}

static void is_class(const char *key, const char *quantity, const char *class) {
  const json_t *verdict = verdict_on(key, quantity);
  if (!ok(!strcmp(text(verdict, "verdict"), "confirmed") &&
              !strcmp(text(verdict, "observed"), class),
          "%s: %s is %s", key, quantity, class))
    diag("%s, %s: %s", text(verdict, "verdict"), text(verdict, "observed"),
         text(verdict, "reason"));
}

static void transmission(void) {
  static const char key[] = "long/lobatto_nonholonomic_2/cvt:low_eps05/long_term";
  verify("martin_de_diego_sato", "-m lobatto_nonholonomic_2 -M cvt:low_eps05");
  is_close(maximum("long_term", "driver"), 4.268e-3, 0.01 * 4.268e-3,
           "a maximum that round-off moves a little", "the driver's energy error");
  is_close(maximum("long_term", "passenger"), 1.258e-2, 0.01 * 1.258e-2,
           "a maximum that round-off moves a little", "the passenger's energy error");
  is_close(maximum("long_term", "nodes"), 0, 1e-14,
           "the constraint is solved for in every step, with terms of size 4",
           "the constraint at the nodes");
  is_class(key, "driver", "bounded");
  is_class(key, "passenger", "bounded");
  is_class(key, "energy", "bounded");
  is_close(maximum("step_too_big", "passenger"), 0.5, 0.25, "erratic, of that size",
           "the passenger's energy error at h = pi/10");
}

static void ensemble(void) {
  static const char prefix[] = "ensemble/lobatto_nonholonomic_2/chaotic:J/";
  const json_t *record;
  double sum = 0, members = 0;
  size_t i;
  verify("title: The chaotic ensemble\n"
         "methods: lobatto_nonholonomic_2\n"
         "models: \"chaotic:J\"\n"
         "studies:\n"
         "  - {study: ensemble, h: 1/10, steps: 10, samples: 10, unclaimed: true}\n",
         "");
  json_array_foreach(results, i, record) {
    const json_t *m = json_object_get(record, "measured"), *times = json_object_get(m, "times");
    const json_t *range = json_object_get(m, "members");
    const json_t *squares =
        json_object_get(json_object_get(json_object_get(m, "quantities"), "energy"), "sum_square");
    const size_t last = json_array_size(times) - 1;
    if (strncmp(text(record, "key"), prefix, strlen(prefix)) != 0)
      continue;
    if (fabs(json_number_value(json_array_get(times, last)) - 1) > 1e-12)
      sum = NAN;
    sum += json_number_value(json_array_get(squares, last));
    members +=
        json_number_value(json_array_get(range, 1)) - json_number_value(json_array_get(range, 0));
  }
  ok(members == 101, "the ensemble of J = 100 has %g members", members);
  is_close(sum / members, 4.1078e-7, 1e-3 * 4.1078e-7, "known to five digits",
           "the mean square energy error at t = 1");
}

/* ---- What energy and invariants do ---- */

static void classes(void) {
  verify("title: What energy and invariants do\n"
         "methods: [rk4, average_vector_field, stormer_verlet, implicit_midpoint]\n"
         "models: [\"kepler@cartesian\", \"pendulum:oscillation\"]\n"
         "studies:\n"
         "  - {study: long, h: 1/10, steps: 100000}\n"
         "  - {study: long, name: coarse, methods: rk4, models: kepler, h: 1/5, steps: 100000}\n",
         "");
  is_class("long/rk4/kepler:e03", "energy", "drift");
  is_class("long/rk4/kepler:e03/coarse", "energy", "blow_up");
  is_class("long/stormer_verlet/kepler:e03", "energy", "bounded");
  is_class("long/average_vector_field/pendulum:oscillation", "energy", "exact");
  /* The angular momentum, which is quadratic in (q,v). */
  is_class("long/implicit_midpoint/kepler:e03", "angular_momentum", "exact");
}

/* ---- The symplectic defect of one step ---- */

static double defect_at(const char *key, size_t i) {
  const json_t *point = json_array_get(json_object_get(measured(key), "points"), i);
  return number(json_object_get(json_object_get(point, "quantities"), "symplectic"), "defect");
}

/* Its power of h, from the two smallest steps. */
static double defect_power(const char *key) { return log2(defect_at(key, 2) / defect_at(key, 3)); }

static void symplectic(void) {
  verify("title: The symplectic defect\n"
         "methods: [rk4, stormer_verlet]\n"
         "models: [kepler, henon_heiles]\n"
         "studies: [{study: structure, step_sizes: [1/50, 1/100, 1/200, 1/400]}]\n",
         "");
  is_close(defect_power("structure/rk4/kepler:e03"), 6, 0.05,
           "the next term, a sixth as large or so at h = 1/400", "rk4's defect on kepler");
  is_close(defect_power("structure/rk4/henon_heiles:A"), 5, 0.1,
           "its h^5 has a small coefficient compared with that of h^6",
           "rk4's defect on henon_heiles");
  for (size_t i = 0; i < 4; i++) {
    is_close(defect_at("structure/stormer_verlet/kepler:e03", i), 0, 1e-23,
             "differences in quadruple precision", "stormer_verlet's on kepler");
    is_close(defect_at("structure/stormer_verlet/henon_heiles:A", i), 0, 1e-23,
             "differences in quadruple precision", "stormer_verlet's on henon_heiles");
  }
}

int main(void) {
  char command[64];
  if (!mkdtemp(folder))
    return 99;
  errors();
  six_decades();
  orders();
  transmission();
  ensemble();
  classes();
  symplectic();
  json_decref(results);
  json_decref(verdicts);
  (void)snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command))
    diag("%s is left", folder);
  return done_testing();
}
