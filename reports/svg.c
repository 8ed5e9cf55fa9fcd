/* gnuplot opens a group around every single thing, repeats every default, and writes a mark as a
 * reference with a transformation. Here its file is read tag by tag, and what is seen in it is
 * written again: texts, and paths of one colour and width as long as they follow one another. */
#include "reports/svg.h"
#include "base/text_stream.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTE = 64, STYLE = 128 };

/* What most curves and most exponents have is said once. */
#define CURVE_WIDTH 1.2
#define EXPONENT_SIZE 9.6

/* Paths that are put together: what they look like, and their points so far. */
typedef struct {
  char style[STYLE];
  PetscBool open;
  TextStream points;
} Run;

/* The grid and the tics alternate and do not touch: both may be open. */
enum { GRID, OTHER, RUNS };

typedef struct {
  FILE *file;
  Run run[RUNS];
  char width[ATTRIBUTE], colour[ATTRIBUTE]; /* of the group */
  char turn[3][ATTRIBUTE], fill[ATTRIBUTE]; /* of a text: x, y, degrees */
  char size[ATTRIBUTE], anchor[ATTRIBUTE];
} Slim;

/* ---- What stands in a tag ---- */

/* The value of the tag's attribute, however it is quoted; NULL: it has none. */
static const char *Attribute(const char *tag, const char *name, char value[ATTRIBUTE]) {
  const char *end = strchr(tag, '>');
  const size_t n = strlen(name);

  for (const char *s = strchr(tag, ' '); s && s < end; s = strpbrk(s + 1, " \n")) {
    const char *begin = s + 1;
    if (strncmp(begin, name, n))
      continue;
    begin += n + strspn(begin + n, " ");
    if (*begin != '=')
      continue;
    begin = strpbrk(begin, "'\"");
    const size_t length = begin && begin < end ? strcspn(begin + 1, *begin == '"' ? "\"" : "'") : 0;
    if (!begin || begin > end)
      return NULL;
    snprintf(value, ATTRIBUTE, "%.*s", (int)PetscMin(length, ATTRIBUTE - 1), begin + 1);
    return begin + 1;
  }
  return NULL;
}

static PetscBool Is(const char *tag, const char *name) {
  const size_t n = strlen(name);

  return (PetscBool)(!strncmp(tag + 1, name, n) && strchr(" >/\n", tag[1 + n]));
}

/* rgb(  0, 114, 178) as #0072b2. */
static void Colour(char colour[ATTRIBUTE]) {
  unsigned r, g, b;

  if (sscanf(colour, "rgb(%u,%u,%u)", &r, &g, &b) != 3)
    return;
  r &= 255, g &= 255, b &= 255;
  if (r % 17 || g % 17 || b % 17)
    snprintf(colour, ATTRIBUTE, "#%02x%02x%02x", r, g, b);
  else
    snprintf(colour, ATTRIBUTE, "#%x%x%x", r / 17, g / 17, b / 17);
}

/* ---- Numbers ---- */

/* Tenths of a pixel. A sign separates them from what stands before, and so does a point if there
 * was one already; a comma does it where a blank would not be allowed in an address of data. */
static void PutTenths(FILE *file, long tenths, PetscBool separate, PetscBool *point) {
  const long size = labs(tenths);
  const PetscBool bare = (PetscBool)(size && size < 10); /* begins with its point */

  if (separate && tenths >= 0 && !(bare && *point))
    fputc(',', file);
  if (tenths < 0)
    fputc('-', file);
  if (!bare)
    fprintf(file, "%ld", size / 10);
  *point = (PetscBool)(size % 10 != 0);
  if (*point)
    fprintf(file, ".%ld", size % 10);
}

static void PutPair(FILE *file, char command, long x, long y) {
  PetscBool point = PETSC_FALSE;

  fputc(command, file);
  PutTenths(file, x, PETSC_FALSE, &point);
  PutTenths(file, y, PETSC_TRUE, &point);
}

/* ---- Paths ---- */

static PetscErrorCode RunFlush(Slim *slim, Run *run) {
  PetscFunctionBeginUser;
  if (!run->open)
    PetscFunctionReturn(0);
  run->open = PETSC_FALSE;
  PetscCall(TextStreamClose(&run->points, "a plot"));
  fprintf(slim->file, "<path%s d='%s'/>", run->style, run->points.text);
  free(run->points.text);
  PetscFunctionReturn(0);
}

static PetscErrorCode RunsFlush(Slim *slim) {
  PetscFunctionBeginUser;
  for (int i = 0; i < RUNS; i++)
    PetscCall(RunFlush(slim, &slim->run[i]));
  PetscFunctionReturn(0);
}

/* The path that points of this look are added to. */
static PetscErrorCode RunOf(Slim *slim, const char *style, FILE **stream) {
  const int which = strstr(style, "'#e4e4e4'") ? GRID : OTHER;
  Run *run = &slim->run[which];

  PetscFunctionBeginUser;
  if (run->open && strcmp(run->style, style)) {
    PetscCall(RunsFlush(slim));
  }
  if (!run->open) {
    snprintf(run->style, sizeof(run->style), "%s", style);
    PetscCall(TextStreamOpen(&run->points));
    run->open = PETSC_TRUE;
  }
  *stream = run->points.file;
  PetscFunctionReturn(0);
}

/* The corner between two steps lies on a line. */
static PetscBool Straight(const long a[2], const long b[2]) {
  return (PetscBool)(a[0] * b[1] == a[1] * b[0] && a[0] * b[0] + a[1] * b[1] >= 0);
}

/* The points "M82.00,207.49 L373.99,207.49 " or "1,2 3,4 ", each but the first as a step from the
 * one before; what cannot be seen is left out. */
static void PutPoints(FILE *file, const char *text) {
  long last[2] = {0, 0}, step[2] = {0, 0};
  PetscBool begun = PETSC_FALSE, line = PETSC_FALSE, point = PETSC_FALSE;

  for (;;) {
    text += strspn(text, " \t\n");
    const char command = *text == 'M' || *text == 'L' ? *text++ : begun ? 'L' : 'M';
    const PetscBool end = (PetscBool)(*text == '\'' || *text == '"');
    char *next = NULL;
    const long x = end ? 0 : lround(10 * strtod(text, &next));
    const long y = end ? 0 : lround(10 * strtod(next + 1, &next));
    const long now[2] = {x - last[0], y - last[1]};
    const PetscBool draw = (PetscBool)(!end && command == 'L');
    if (draw && Straight(step, now)) { /* no step yet is straight to any */
      step[0] += now[0];
      step[1] += now[1];
    } else if (step[0] || step[1] || (!draw && begun && !line)) {
      if (!line)
        fputc('l', file), point = PETSC_FALSE;
      PutTenths(file, step[0], line, &point);
      PutTenths(file, step[1], PETSC_TRUE, &point);
      line = PETSC_TRUE;
      step[0] = draw ? now[0] : 0;
      step[1] = draw ? now[1] : 0;
    }
    if (end)
      return;
    if (!draw) {
      PutPair(file, 'M', x, y);
      line = PETSC_FALSE;
    }
    begun = PETSC_TRUE;
    last[0] = x;
    last[1] = y;
    text = next;
  }
}

static PetscErrorCode PathTag(Slim *slim, const char *tag) {
  char colour[ATTRIBUTE], points[ATTRIBUTE], style[STYLE], width[ATTRIBUTE + 16] = "";
  FILE *stream;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "stroke", colour))
    snprintf(colour, sizeof(colour), "%s", slim->colour);
  Colour(colour);
  if (atof(slim->width) != CURVE_WIDTH)
    snprintf(width, sizeof(width), " stroke-width='%g'", atof(slim->width));
  snprintf(style, sizeof(style), " stroke='%.20s'%.60s", colour, width);
  PetscCall(RunOf(slim, style, &stream));
  PutPoints(stream, Attribute(tag, "d", points));
  PetscFunctionReturn(0);
}

static PetscErrorCode PolygonTag(Slim *slim, const char *tag) {
  char fill[ATTRIBUTE], opacity[ATTRIBUTE], points[ATTRIBUTE], style[STYLE];
  FILE *stream;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "fill", fill))
    snprintf(fill, sizeof(fill), "%s", slim->colour);
  Colour(fill);
  const PetscBool thin = (PetscBool) !!Attribute(tag, "fill-opacity", opacity);
  snprintf(style, sizeof(style), " fill='%.20s'%s%.20s%s", fill, thin ? " fill-opacity='" : "",
           thin ? opacity : "", thin ? "'" : "");
  /* One over another is darker than both in one path. */
  if (thin)
    PetscCall(RunsFlush(slim));
  PetscCall(RunOf(slim, style, &stream));
  PutPoints(stream, Attribute(tag, "points", points));
  fputc('z', stream);
  PetscFunctionReturn(0);
}

/* ---- Marks ---- */

/* The corners of a shape, in its own size from its middle; a filled one is the next. */
static const struct {
  int corners;
  double corner[5][2];
} shape[] = {
    [3] = {4, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
    [7] = {3, {{0, -1.33}, {-1.33, 0.67}, {1.33, 0.67}}},
    [9] = {3, {{0, 1.33}, {1.33, -0.67}, {-1.33, -0.67}}},
    [11] = {4, {{0, -1.414}, {1.414, 0}, {0, 1.414}, {-1.414, 0}}},
    [13] = {5, {{0, 1.33}, {1.265, 0.411}, {0.782, -1.067}, {-0.782, -1.067}, {-1.265, 0.411}}},
};
/* Lines that cross in the middle, up to four ends. */
static const struct {
  int lines;
  double end[4][2];
} star[] = {{2, {{1, 0}, {0, 1}}}, {2, {{1, 1}, {1, -1}}}, {4, {{1, 0}, {0, 1}, {1, 1}, {1, -1}}}};
enum { CIRCLE = 5, SHAPES = 15 };

static void PutStar(FILE *file, int k, long x, long y, double scale) {
  for (int i = 0; i < star[k].lines; i++) {
    const long dx = lround(10 * scale * star[k].end[i][0]);
    const long dy = lround(10 * scale * star[k].end[i][1]);
    PutPair(file, 'M', x - dx, y - dy);
    PutPair(file, 'l', 2 * dx, 2 * dy);
  }
}

static void PutShape(FILE *file, int k, long x, long y, double scale) {
  long last[2] = {0, 0};

  for (int i = 0; i < shape[k].corners; i++) {
    const long dx = lround(10 * scale * shape[k].corner[i][0]);
    const long dy = lround(10 * scale * shape[k].corner[i][1]);
    PetscBool point = PETSC_FALSE;
    if (i && (dx == last[0] || dy == last[1])) {
      fputc(dx == last[0] ? 'v' : 'h', file);
      PutTenths(file, dx - last[0] + dy - last[1], PETSC_FALSE, &point);
    } else if (i)
      PutPair(file, 'l', dx - last[0], dy - last[1]);
    else
      PutPair(file, 'M', x + dx, y + dy);
    last[0] = dx;
    last[1] = dy;
  }
  fputc('z', file);
}

static void PutCircle(FILE *file, long x, long y, long radius) {
  const double r = 0.1 * (double)radius;

  PutPair(file, 'M', x - radius, y);
  fprintf(file, "a%g,%g,0,1,0,%g,0a%g,%g,0,1,0-%g,0", r, r, 2 * r, r, r, 2 * r);
}

/* A number of gnuplot's shapes; −1: none of them. */
static int ShapeOf(const char *tag) {
  char name[ATTRIBUTE];
  int k = -1;

  if (!Attribute(tag, "xlink:href", name) || sscanf(name, "#gpPt%d", &k) != 1 || k >= SHAPES)
    return -1;
  return k;
}

static PetscErrorCode MarkTag(Slim *slim, const char *tag) {
  char colour[ATTRIBUTE] = "", place[ATTRIBUTE] = "", style[STYLE];
  const int k = ShapeOf(tag);
  const PetscBool filled = (PetscBool)(k > CIRCLE - 2 && k % 2 == 0);
  double x = 0, y = 0, scale = 1;
  FILE *stream;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "color", colour))
    snprintf(colour, sizeof(colour), "%s", slim->colour);
  Colour(colour);
  (void)Attribute(tag, "transform", place);
  (void)sscanf(place, "translate(%lf,%lf) scale(%lf", &x, &y, &scale);
  if (k == CIRCLE + 1) /* a point with a round pen is shorter than two arcs */
    snprintf(style, sizeof(style), " stroke='%.20s' stroke-width='%.2g' stroke-linecap='round'",
             colour, 2 * scale);
  else if (filled)
    snprintf(style, sizeof(style), " fill='%.20s'", colour);
  else
    snprintf(style, sizeof(style), " stroke='%.20s' stroke-width='%.2g'", colour,
             0.222 * scale * atof(slim->width));
  PetscCall(RunOf(slim, style, &stream));
  x = 10 * x, y = 10 * y;
  if (k < 3)
    PutStar(stream, k, lround(x), lround(y), scale);
  else if (k == CIRCLE + 1) {
    PutPair(stream, 'M', lround(x), lround(y));
    fputs("h0", stream);
  } else if (k == CIRCLE)
    PutCircle(stream, lround(x), lround(y), lround(10 * scale));
  else
    PutShape(stream, filled ? k - 1 : k, lround(x), lround(y), scale);
  PetscFunctionReturn(0);
}

/* ---- Texts ---- */

/* The group around a text has its place and look. */
static void TextGroup(Slim *slim, const char *tag) {
  char place[ATTRIBUTE];

  memset(slim->turn, 0, sizeof(slim->turn));
  (void)Attribute(tag, "transform", place);
  (void)sscanf(place, "translate(%60[^,],%60[^)]) rotate(%60[^)])", slim->turn[0], slim->turn[1],
               slim->turn[2]);
  *slim->fill = *slim->size = *slim->anchor = 0;
  (void)Attribute(tag, "fill", slim->fill);
  Colour(slim->fill);
  (void)Attribute(tag, "font-size", slim->size);
  (void)Attribute(tag, "text-anchor", slim->anchor);
}

/* Up to the end of the text; a part of it has a tag only where it is smaller or higher. Returns what
 * comes after. */
static const char *TextTag(Slim *slim, const char *text) {
  FILE *file = slim->file;
  const double x = atof(slim->turn[0]), y = atof(slim->turn[1]);
  PetscBool tagged = PETSC_FALSE;

  fputs("<text", file);
  if (*slim->turn[2])
    fprintf(file, " transform='translate(%.1f %.1f)rotate(%g)'", x, y, atof(slim->turn[2]));
  else
    fprintf(file, " x='%g' y='%g'", 0.1 * (double)lround(10 * x), 0.1 * (double)lround(10 * y));
  if (*slim->anchor && strcmp(slim->anchor, "start"))
    fprintf(file, " class='%c'", *slim->anchor);
  if (strcmp(slim->fill, "#333")) /* a rule is stronger than an attribute */
    fprintf(file, " style='fill:%s'", *slim->fill ? slim->fill : "#000");
  if (*slim->size && atof(slim->size) != 12)
    fprintf(file, " font-size='%g'", atof(slim->size));
  fputc('>', file);
  for (text += strlen("<text>"); strncmp(text, "</text>", 7);) {
    char size[ATTRIBUTE], rise[ATTRIBUTE];
    if (!strncmp(text, "<tspan", 6)) {
      const char *end = strchr(text, '>') + 1;
      tagged = (PetscBool)(Attribute(text, "dy", rise) && Attribute(text, "font-size", size) &&
                           strncmp(end, "</tspan>", 8));
      if (tagged && atof(size) == EXPONENT_SIZE)
        fprintf(file, "<tspan dy='%g'>", atof(rise));
      else if (tagged)
        fprintf(file, "<tspan style='font-size:%gpx' dy='%g'>", atof(size), atof(rise));
      text = end;
    } else if (!strncmp(text, "</tspan>", 8)) {
      fputs(tagged ? "</tspan>" : "", file);
      text += 8;
    } else
      fputc(*text++, file);
  }
  fputs("</text>", file);
  return text + strlen("</text>");
}

/* ---- The whole ---- */

/* Whether every path is of lines between points, as PutPoints reads them. */
static PetscBool PathKnown(const char *tag) {
  char fill[ATTRIBUTE], points[ATTRIBUTE];
  const char *s = Attribute(tag, "d", points);

  if (!s || Attribute(tag, "fill", fill))
    return PETSC_FALSE;
  for (s += strspn(s, " \n\t"); *s != '\''; s += strspn(s, " \n\t")) {
    double x, y;
    int length = 0;
    if (!strchr("ML", *s) || sscanf(s + 1, "%lf,%lf%n", &x, &y, &length) != 2 || !length)
      return PETSC_FALSE;
    s += 1 + length;
  }
  return PETSC_TRUE;
}

/* Where the definitions end, in which the shapes of marks stand; NULL: there are none. */
static const char *Body(const char *svg) {
  const char *end = strstr(svg, "</defs>");

  return end ? end + strlen("</defs>") : NULL;
}

/* Whether there is nothing in it but what is written again. */
static PetscBool Known(const char *svg) {
  static const char *const idle[] = {"g",      "/g",    "text",   "/text", "tspan",
                                     "/tspan", "title", "/title", "/svg",  "polygon"};
  const char *tag = Body(svg);

  if (!tag || !strstr(svg, "id=\"gnuplot_canvas\""))
    return PETSC_FALSE;
  while ((tag = strchr(tag, '<'))) {
    PetscBool known = PETSC_FALSE;
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]) && !known; i++)
      known = Is(tag, idle[i]);
    if (!known && !(Is(tag, "path") && PathKnown(tag)) && !(Is(tag, "use") && ShapeOf(tag) >= 0))
      return PETSC_FALSE;
    tag++;
  }
  return PETSC_TRUE;
}

static void GroupTag(Slim *slim, const char *tag) {
  char place[ATTRIBUTE];

  if (Attribute(tag, "transform", place))
    TextGroup(slim, tag);
  else {
    (void)Attribute(tag, "stroke-width", slim->width);
    (void)Attribute(tag, "color", slim->colour);
  }
}

static PetscErrorCode Head(FILE *file, const char *svg) {
  char width[ATTRIBUTE] = "", height[ATTRIBUTE] = "", fill[ATTRIBUTE] = "#fff";
  const char *tag = strstr(svg, "<svg"), *back = strstr(svg, "<rect");

  PetscFunctionBeginUser;
  (void)Attribute(tag, "width", width);
  (void)Attribute(tag, "height", height);
  if (back)
    (void)Attribute(back, "fill", fill);
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%s' height='%s' viewBox='0 0 %s %s'>"
          "<style>text{fill:#333}tspan{font-size:%gpx}.m{text-anchor:middle}.e{text-anchor:end}"
          "</style><rect width='%s' height='%s' fill='%s'/>"
          "<g fill='none' stroke-width='%g' font-family='sans-serif' font-size='12'>",
          width, height, width, height, EXPONENT_SIZE, width, height, fill, CURVE_WIDTH);
  PetscFunctionReturn(0);
}

PetscErrorCode SvgSlim(FILE *file, const char *svg) {
  Slim slim = {.file = file, .width = "1.00", .colour = "black"};

  PetscFunctionBeginUser;
  if (!Known(svg)) {
    fputs(svg, file);
    PetscFunctionReturn(0);
  }
  PetscCall(Head(file, svg));
  for (const char *tag = strchr(Body(svg), '<'); tag; tag = strchr(tag, '<')) {
    if (Is(tag, "text")) {
      tag = TextTag(&slim, tag);
      continue;
    }
    if (Is(tag, "title"))
      tag = strstr(tag, "</title>");
    else if (Is(tag, "g"))
      GroupTag(&slim, tag);
    else if (Is(tag, "path"))
      PetscCall(PathTag(&slim, tag));
    else if (Is(tag, "polygon"))
      PetscCall(PolygonTag(&slim, tag));
    else if (Is(tag, "use"))
      PetscCall(MarkTag(&slim, tag));
    tag++;
  }
  PetscCall(RunsFlush(&slim));
  fputs("</g></svg>\n", file);
  PetscFunctionReturn(0);
}

void SvgEmbed(FILE *file, const char *text) {
  for (; *text; text++) {
    if (*text == '"')
      fputs("&quot;", file);
    else if (*text == '&')
      fputs("&amp;", file);
    else if ((unsigned char)*text <= ' ' || strchr("%#<>{}|^`\\", *text))
      fprintf(file, "%%%02X", (unsigned)*text);
    else
      fputc(*text, file);
  }
}
