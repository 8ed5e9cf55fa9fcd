/* Plots written again in fewer characters: marks stay where they were, lines within what can be seen,
 * and what is not known is left alone. */
#include "petsc_tap.h"
#include "reports/svg.h"

#include <math.h>
#include <string.h>

enum { MARKS = 40, VERTICES = 400, POINTS = 1000, BYTES = 40000 };

/* What gnuplot writes around a plot. */
static const char *const head =
    "<svg width=\"400\" height=\"300\" viewBox=\"0 0 400 300\">\n"
    "<defs><path id='gpPt7' d='M0,-1.33 L-1.33,0.67 L1.33,0.67 z'/></defs>\n"
    "<g id=\"gnuplot_canvas\">\n<g fill=\"none\" color=\"black\" stroke-width=\"1.20\">\n";

static double X(int i) { return 20 + 9.13 * i; }
static double Y(int i) { return 150 + 100 * sin(0.7 * i * i); }

static void Marks(FILE *file, int first, int last, const char *colour) {
  for (int i = first; i < last; i++)
    fprintf(file,
            "<use xlink:href='#gpPt7' transform='translate(%.2f,%.2f) scale(3.00)' color='%s'/>\n",
            X(i), Y(i), colour);
}

/* A curve with a spike as wide as nothing and 3 pixels high. */
static void Vertex(int i, double at[2]) {
  at[0] = 20 + 0.9 * i;
  at[1] = 150 + 80 * sin(0.02 * i) - (i == 200 ? 3 : 0);
}

static void Curve(FILE *file, int every) {
  double at[2];

  fputs("<path stroke='rgb(  0, 114, 178)' d='", file);
  for (int i = 0; i < VERTICES; i += every) {
    Vertex(i, at);
    fprintf(file, "%c%.2f,%.2f ", i ? 'L' : 'M', at[0], at[1]);
  }
  fputs("'/>\n", file);
}

static void Slimmed(char svg[BYTES], FILE *file, char slim[BYTES]) {
  fputs("</g></g></svg>\n", file);
  fclose(file);
  FILE *out = fmemopen(slim, BYTES, "w");
  REQUIRE(SvgSlim(out, svg));
  fclose(out);
}

static FILE *Begin(char svg[BYTES]) {
  FILE *file = fmemopen(svg, BYTES, "w");

  fputs(head, file);
  return file;
}

/* The vertices of the path that begins after `before`, in order. */
static int Decode(const char *svg, const char *before, double at[POINTS][2]) {
  const char *s = strstr(svg, before);
  double x = 0, y = 0;
  char command = 0;
  int n = 0;

  if (!s)
    return 0;
  for (s += strlen(before); *s != '\'' && n < POINTS; n++) {
    if (strchr("mMlhvz", *s))
      command = *s++;
    else if (command == 'm') /* steps follow a relative move without a letter */
      command = 'l';
    double first = 0, second = 0;
    char *end = (char *)s;
    if (command != 'z')
      first = strtod(s, &end);
    if (strchr("mMl", command)) {
      s = end + (*end == ',');
      second = strtod(s, &end);
    }
    s = end + (*end == ',');
    x = command == 'M' ? first : command == 'v' ? x : x + first;
    y = command == 'M' ? second : command == 'v' ? y + first : y + second;
    at[n][0] = x;
    at[n][1] = y;
  }
  return n;
}

static double Segment(const double p[2], const double a[2], const double b[2]) {
  const double d[2] = {b[0] - a[0], b[1] - a[1]}, length = d[0] * d[0] + d[1] * d[1];
  double t = length > 0 ? ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / length : 0;

  t = fmin(1, fmax(0, t));
  return hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]);
}

/* The largest distance of a vertex of the curve from the line. */
static double Farthest(double line[POINTS][2], int n) {
  double farthest = 0, at[2];

  for (int i = 0; i < VERTICES; i++) {
    double nearest = INFINITY;
    Vertex(i, at);
    for (int k = 0; k + 1 < n; k++)
      nearest = fmin(nearest, Segment(at, line[k], line[k + 1]));
    farthest = fmax(farthest, nearest);
  }
  return farthest;
}

static void TestMarks(void) {
  static char svg[BYTES], slim[BYTES];
  static double at[POINTS][2];
  double off = 0;

  FILE *file = Begin(svg);
  Marks(file, 0, MARKS, "rgb(  0, 158, 115)");
  Curve(file, 20); /* a line in between: the last mark stands alone */
  Marks(file, MARKS, MARKS + 1, "rgb(  0, 158, 115)");
  Marks(file, 0, 2, "rgb(213,  94,   0)");
  Slimmed(svg, file, slim);
  const int n = Decode(slim, "<path class='A' d='", at);
  ok(n == MARKS + 1, "a place for each of %d marks, and an end without one: %d", MARKS, n);
  for (int i = 0; i < n - 1; i++)
    off = fmax(off, fmax(fabs(at[i][0] - X(i)), fabs(at[i][1] - Y(i))));
  is_close(off, 0, 0.0551, "half of a tenth, and half of the hundredth that gnuplot writes",
           "marks are where they were");
  ok(fabs(at[1][0] - X(2)) > 1, "the next one's place is another");
  ok(strstr(slim, "<marker id='A'") && !strstr(slim, "<marker id='B'") &&
         strstr(slim, ".A{marker:url(#A);marker-end:none}"),
     "many marks of a look have a marker, which the end of a line has not");
  ok(strstr(slim, "#d55e00' ") && !strstr(slim, "<marker id='C'"), "two are drawn as they are");
  ok(strlen(slim) < 1500, "%zu characters, %zu before", strlen(slim), strlen(svg));
  const char *last = strstr(strstr(slim, "<path class='A'") + 1, "<path class='A'");
  const int alone = last ? Decode(last, "d='", at) : 0;
  ok(alone == 2 && fabs(at[0][0] - X(MARKS)) < 0.06 && at[1][0] == at[0][0] && at[1][1] == at[0][1],
     "a mark that stands alone is drawn once, where it was");
}

static void TestLines(void) {
  static char svg[BYTES], slim[BYTES];
  static double line[POINTS][2];

  FILE *file = Begin(svg);
  Curve(file, 1);
  Slimmed(svg, file, slim);
  const int n = Decode(slim, "stroke='#0072b2' d='", line);
  is_close(Farthest(line, n), 0, 0.25, "0.15 of a vertex left out, 0.08 of two rounded ones",
           "no vertex is farther from its line than can be seen");
  ok(n > 10 && n < VERTICES / 4, "%d of %d vertices are left", n, VERTICES);
  is_close(hypot(line[0][0] - 20, line[0][1] - 150), 0, 0.08, "rounded", "among them the first");

  file = Begin(svg);
  Curve(file, 25); /* with the spike, but without what lies between */
  Slimmed(svg, file, slim);
  const int rough = Decode(slim, "stroke='#0072b2' d='", line);
  ok(Farthest(line, rough) > 0.5, "a rougher line would be found");
}

static void TestTexts(void) {
  static char svg[BYTES], slim[BYTES];
  const char *text = "<g transform=\"translate(%.2f,%.2f)\" fill=\"#333\" font-size=\"12.00\" "
                     "text-anchor=\"end\">\n<text>%d</text></g>\n";

  FILE *file = Begin(svg);
  for (int i = 0; i < 4; i++)
    fprintf(file, text, 68.2, 50.1 + 20 * i, i);
  fprintf(file, text, 90., 250., 7);
  Slimmed(svg, file, slim);
  ok(strstr(slim, "<g class='e' transform='translate(68.2)'><text y='50.1'>0</text>") != NULL &&
         strstr(slim, "<text y='110.1'>3</text></g><text x='90' y='250' class='e'>7</text>"),
     "texts below one another share what they have in common") ||
      (diag("%s", slim), 0);
}

/* A square and a triangle run the other way round: in one path, one is a hole in the other. */
static void TestHoles(void) {
  static char svg[BYTES], slim[BYTES];

  FILE *file = Begin(svg);
  for (int shape = 4; shape <= 8; shape += 4)
    fprintf(file, "<use xlink:href='#gpPt%d' transform='translate(50,50) scale(3)' color='red'/>\n",
            shape);
  Slimmed(svg, file, slim);
  const char *first = strstr(slim, "<path fill='red'");
  ok(first && strstr(first + 1, "<path fill='red'"),
     "shapes of one colour are no holes in others") ||
      (diag("%s", slim), 0);
}

/* Three letters that no text of XML may have, and of which gnuplot escapes none. */
static void TestEndOfNothing(void) {
  static char svg[BYTES], slim[BYTES];

  FILE *file = Begin(svg);
  fputs("<g transform='translate(10,20)'>\n<text><tspan>a]]>b</tspan></text>\n</g>\n", file);
  Slimmed(svg, file, slim);
  ok(strstr(slim, "a]]&gt;b") && !strstr(slim, "]]>"), "a name with ]]> breaks no plot");
}

static void TestUnknown(void) {
  static char svg[BYTES], slim[BYTES];

  FILE *file = Begin(svg);
  Marks(file, 0, MARKS, "red");
  fputs("<ellipse rx='3'/>", file);
  Slimmed(svg, file, slim);
  ok(!strcmp(svg, slim), "a plot with anything unknown in it is written as it was");
}

int main(int argc, char **argv) {
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  TestMarks();
  TestLines();
  TestTexts();
  TestHoles();
  TestEndOfNothing();
  TestUnknown();
  REQUIRE(PetscFinalize());
  return done_testing();
}
