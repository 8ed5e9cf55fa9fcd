/* ---- ngspice ----
 * Needs: lib:ngspice libngspice0-dev
 * Flags: -lngspice
 * Each unknown is the voltage of a capacitor of 1 F, its derivative the current of a B source. The transient analysis
 * begins with a tenth of tstep and doubles its steps up to tmax: tstep is chosen so that all are fractions of tmax. */
#include <stdbool.h>
#include <ngspice/sharedspice.h>
#include <stdarg.h>

static int no_text(char *text, int id, void *user) { return 0; }
static int no_end(int status, NG_BOOL now_, NG_BOOL quit, int id, void *user) { return status; }

static char lines[80][600], *deck[81];
static int count;
static void line(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(lines[count], sizeof(*lines), format, list);
  va_end(list);
  deck[count] = lines[count];
  deck[++count] = NULL;
}

/* The derivative of unknown i of the model; a node s1 for each unknown. */
static const char *current_of(int i) {
  static const char *const kepler_r3 = "((v(s1)*v(s1)+v(s2)*v(s2))*sqrt(v(s1)*v(s1)+v(s2)*v(s2)))";
  static char text[500], x[2][60];
  const int half = now->dim / 2, k = i - half;
  if (i < half)
    snprintf(text, sizeof(text), "v(s%d)", half + i + 1);
  else if (!strcmp(now->name, "pendulum"))
    return "-sin(v(s1))";
  else if (!strcmp(now->name, "driven_pendulum"))
    return "-sin(v(s1))+0.3*cos(1.7*time)";
  else if (!strcmp(now->name, "kepler"))
    snprintf(text, sizeof(text), "-v(s%d)/%s", k + 1, kepler_r3);
  else if (!strcmp(now->name, "henon_heiles"))
    return k ? "-v(s2)-v(s1)*v(s1)+v(s2)*v(s2)" : "-v(s1)-2*v(s1)*v(s2)";
  else {
    char left[20] = "0", right[20] = "0";
    if (k)
      snprintf(left, sizeof(left), "v(s%d)", k);
    if (k < 9)
      snprintf(right, sizeof(right), "v(s%d)", k + 2);
    snprintf(x[0], sizeof(*x), "(v(s%d)-%s)", k + 1, left);
    snprintf(x[1], sizeof(*x), "(%s-v(s%d))", right, k + 1);
    snprintf(text, sizeof(text), k % 2 ? "4*%s*%s*%s-2*%s" : "-4*%s*%s*%s+2*%s", x[k % 2], x[k % 2], x[k % 2], x[!(k % 2)]);
  }
  return text;
}

static int transient(const char *options, int dim, real T, int n, real *y) {
  static int begun;
  if (!begun++)
    ngSpice_Init(no_text, no_text, no_end, NULL, NULL, NULL, NULL);
  count = 0;
  line("* a trial");
  for (int i = 0; i < dim; i++) {
    line("c%d s%d 0 1 ic=%.17g", i + 1, i + 1, y[i]);
    line("b%d 0 s%d i=%s", i + 1, i + 1, current_of(i));
  }
  line(".options %s reltol=1e-14 abstol=1e-16 vntol=1e-16 chgtol=1e-30 trtol=1e30 itl4=50", options);
  line(".tran %.17g %.17g 0 %.17g uic", T / n / 100, T, T / n);
  line(".end");
  int error = ngSpice_Circ(deck) || ngSpice_Command("run");
  pvector_info time = ngGet_Vec_Info("time");
  error = error || !time || fabs(time->v_realdata[time->v_length - 1] - T) > 1e-12;
  for (int i = 0; i < dim && !error; i++) {
    char name[9];
    snprintf(name, sizeof(name), "s%d", i + 1);
    pvector_info v = ngGet_Vec_Info(name);
    error = !v;
    y[i] = v ? v->v_realdata[v->v_length - 1] : NAN;
  }
  ngSpice_Command("destroy all");
  ngSpice_Command("remcirc");
  return error;
}

#define METHOD(name, options) \
  static int name(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) { \
    return transient(options, dim, T, n, y); \
  }
METHOD(trap, "method=trap")
METHOD(backward_euler, "method=trap maxord=1")
METHOD(gear, "method=gear")
METHOD(gear_3, "method=gear maxord=3")
METHOD(gear_6, "method=gear maxord=6")
METHOD(trap_xmu, "method=trap xmu=0.495")

enum { STEPS = 1, TOLERANCES = 2 }; /* what a method can be run with; 3: both */
static const struct {
  const char *name;
  int (*solve)(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third), runs;
} methods[] = {{"trap", trap, STEPS}, {"backward_euler", backward_euler, STEPS}, {"gear", gear, STEPS},
               {"gear_3", gear_3, STEPS}, {"gear_6", gear_6, STEPS}, {"trap_xmu", trap_xmu, STEPS}};
