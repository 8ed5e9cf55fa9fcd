/* gnuplot opens a group around every single thing, repeats every default, and writes a mark as a
 * reference with a transformation. Here its file is read tag by tag, and what is seen in it is
 * written again: texts, and paths of one colour and width as long as they follow one another. It is
 * read twice, since what there is much of is worth a class or a marker. */
#include "reports/svg.h"
#include "base/text_stream.h"
#include "reports/grow.h"
#include "reports/svg_pen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTE = 64, STYLE = 128 };

/* What most curves and most exponents have is said once. */
#define CURVE_WIDTH 1.2
#define EXPONENT_SIZE 9.6
#define GRID_COLOUR "#e4e4e4"

/* About the characters of a step from mark to mark, and of a marker without its shape and style. */
#define STEP_LENGTH 10
#define MARKER_LENGTH 90

/* What paths look like, in CSS; a mark has a shape as well. What there are many of has a class, and
 * marks a <marker>, so that each costs no more than its place. */
typedef struct {
  char css[STYLE];
  int shape; /* -1: none */
  double scale;
  PetscInt paths, marks; /* in the whole plot, and their characters where they are drawn */
  size_t length;
  PetscBool named, marker;
} Look;

/* Paths that are put together. */
typedef struct {
  PetscInt look;
  PetscBool open;
  TextStream points;
  Pen pen;
} Run;

/* The grid and the tics alternate and do not touch: both may be open. */
enum { GRID, OTHER, RUNS };

/* A text that is not written yet: the group of gnuplot around it says where it is and how it looks. */
typedef struct {
  const char *text;
  long x, y; /* tenths of a pixel */
  double degrees, size;
  char anchor, fill[ATTRIBUTE]; /* anchor 0: begins there */
} Text;

enum { TEXTS = 64 };

typedef struct {
  FILE *file;
  PetscBool counting; /* what there is of each look */
  Look *look;
  PetscInt looks;
  Run run[RUNS];
  char width[ATTRIBUTE], colour[ATTRIBUTE]; /* of the group */
  Text group, text[TEXTS]; /* of the next text, and those that follow one another */
  int texts;
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

/* ---- Texts ---- */

/* The group around a text has its place and look. */
static void TextGroup(Slim *slim, const char *tag) {
  char place[ATTRIBUTE] = "", word[ATTRIBUTE];
  double x = 0, y = 0;
  Text *text = &slim->group;

  memset(text, 0, sizeof(*text));
  (void)Attribute(tag, "transform", place);
  (void)sscanf(place, "translate(%lf,%lf) rotate(%lf)", &x, &y, &text->degrees);
  text->x = lround(10 * x);
  text->y = lround(10 * y);
  (void)Attribute(tag, "fill", text->fill);
  Colour(text->fill);
  if (Attribute(tag, "font-size", word))
    text->size = atof(word);
  if (Attribute(tag, "text-anchor", word) && strcmp(word, "start"))
    text->anchor = *word;
}

/* The words; a part of them has a tag only where it is smaller or higher. */
static void PutWords(FILE *file, const char *text) {
  PetscBool tagged = PETSC_FALSE;

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
    } else if (*text == '>') { /* "]]>" ends what nothing began */
      fputs("&gt;", file);
      text++;
    } else
      fputc(*text++, file);
  }
  fputs("</text>", file);
}

enum { ALONE, COLUMN, ROW }; /* texts below one another, and beside */

static void PutText(FILE *file, const Text *text, int group) {
  const double x = 0.1 * (double)text->x, y = 0.1 * (double)text->y;

  fputs("<text", file);
  if (text->degrees != 0)
    fprintf(file, " transform='translate(%.1f %.1f)rotate(%g)'", x, y, text->degrees);
  else {
    if (group != COLUMN)
      fprintf(file, " x='%g'", x);
    if (group != ROW)
      fprintf(file, " y='%g'", y);
  }
  if (text->anchor && group == ALONE)
    fprintf(file, " class='%c'", text->anchor);
  if (strcmp(text->fill, "#333")) /* a rule is stronger than an attribute */
    fprintf(file, " style='fill:%s'", *text->fill ? text->fill : "#000");
  if (text->size != 0 && text->size != 12)
    fprintf(file, " font-size='%g'", text->size);
  fputc('>', file);
  PutWords(file, text->text);
}

/* How many of the texts, from the first on, stand in a column or a row. */
static int Together(const Text *text, int texts, int group) {
  int n = 0;

  while (n < texts && text[n].anchor == text->anchor && text[n].degrees == 0 &&
         (group == COLUMN ? text[n].x == text->x : text[n].y == text->y))
    n++;
  return n;
}

/* Writes the texts; what those of a column or a row have in common is said once, where it pays. */
static void TextsFlush(Slim *slim) {
  int n;

  for (int i = 0; !slim->counting && i < slim->texts; i += n) {
    const Text *text = &slim->text[i];
    const int column = Together(text, slim->texts - i, COLUMN);
    const int row = Together(text, slim->texts - i, ROW);
    const int group = column > row ? COLUMN : ROW;
    n = PetscMax(column, row);
    if (n < (text->anchor ? 3 : 5)) {
      PutText(slim->file, text, ALONE);
      n = 1;
      continue;
    }
    fputs("<g", slim->file);
    if (text->anchor)
      fprintf(slim->file, " class='%c'", text->anchor);
    if (group == COLUMN)
      fprintf(slim->file, " transform='translate(%g)'>", 0.1 * (double)text->x);
    else
      fprintf(slim->file, " transform='translate(0,%g)'>", 0.1 * (double)text->y);
    for (int k = 0; k < n; k++)
      PutText(slim->file, text + k, group);
    fputs("</g>", slim->file);
  }
  slim->texts = 0;
}

/* Returns what comes after the text. */
static const char *TextTag(Slim *slim, const char *text) {
  if (slim->texts == TEXTS)
    TextsFlush(slim);
  slim->group.text = text;
  slim->text[slim->texts++] = slim->group;
  return strstr(text, "</text>") + strlen("</text>");
}

/* ---- Paths ---- */

/* A, B, ... Z, BA, ... */
static const char *Name(PetscInt i, char name[8]) {
  char *digit = name + 7;

  *digit = 0;
  do
    *--digit = (char)('A' + i % 26);
  while ((i /= 26) && digit > name);
  return digit;
}

/* "stroke:#000;stroke-width:1" as attributes, which are shorter for a single path. */
static void PutAttributes(FILE *file, const char *css) {
  while (*css) {
    const size_t name = strcspn(css, ":"), value = strcspn(css + name + 1, ";");
    fprintf(file, " %.*s='%.*s'", (int)name, css, (int)value, css + name + 1);
    css += name + 1 + value;
    css += *css == ';';
  }
}

static PetscErrorCode RunFlush(Slim *slim, Run *run) {
  char name[8];

  PetscFunctionBeginUser;
  if (!run->open)
    PetscFunctionReturn(0);
  run->open = PETSC_FALSE;
  Look *look = &slim->look[run->look];
  if (look->marker) /* the end of the line is no place of a mark */
    PenStep(&run->pen, 0, 0);
  PetscCall(TextStreamClose(&run->points, "a plot"));
  if (slim->counting) {
    look->paths++;
    look->length += run->points.length;
  } else if (run->points.length) {
    fputs("<path", slim->file);
    if (look->named)
      fprintf(slim->file, " class='%s'", Name(run->look, name));
    else
      PutAttributes(slim->file, look->css);
    fprintf(slim->file, " d='%s'/>", run->points.text);
  }
  free(run->points.text);
  PetscFunctionReturn(0);
}

static PetscErrorCode RunsFlush(Slim *slim) {
  PetscFunctionBeginUser;
  TextsFlush(slim);
  for (int i = 0; i < RUNS; i++)
    PetscCall(RunFlush(slim, &slim->run[i]));
  PetscFunctionReturn(0);
}

static PetscErrorCode LookOf(Slim *slim, const Look *like, PetscInt *i) {
  PetscFunctionBeginUser;
  for (*i = 0; *i < slim->looks; (*i)++) {
    const Look *look = &slim->look[*i];
    if (!strcmp(look->css, like->css) && look->shape == like->shape && look->scale == like->scale)
      PetscFunctionReturn(0);
  }
  Grow(slim->look, slim->looks);
  slim->look[slim->looks++] = *like;
  PetscFunctionReturn(0);
}

/* The path that points of this look are added to. */
static PetscErrorCode RunOf(Slim *slim, const Look *like, Run **found) {
  Run *run = &slim->run[strstr(like->css, GRID_COLOUR) ? GRID : OTHER];
  PetscInt look;

  PetscFunctionBeginUser;
  PetscCall(LookOf(slim, like, &look));
  if (run->open && run->look != look)
    PetscCall(RunsFlush(slim));
  if (!run->open) {
    run->look = look;
    PetscCall(TextStreamOpen(&run->points));
    run->pen = (Pen){.file = run->points.file};
    run->open = PETSC_TRUE;
  }
  *found = run;
  PetscFunctionReturn(0);
}

static PetscErrorCode PathTag(Slim *slim, const char *tag) {
  char colour[ATTRIBUTE], points[ATTRIBUTE], width[ATTRIBUTE] = "";
  Look look = {.shape = -1};
  Run *run;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "stroke", colour))
    snprintf(colour, sizeof(colour), "%s", slim->colour);
  Colour(colour);
  if (atof(slim->width) != CURVE_WIDTH)
    snprintf(width, sizeof(width), ";stroke-width:%g", atof(slim->width));
  snprintf(look.css, sizeof(look.css), "stroke:%.20s%s", colour, width);
  PetscCall(RunOf(slim, &look, &run));
  (void)PenLines(&run->pen, Attribute(tag, "d", points));
  PetscFunctionReturn(0);
}

static PetscErrorCode PolygonTag(Slim *slim, const char *tag) {
  char fill[ATTRIBUTE], opacity[ATTRIBUTE], points[ATTRIBUTE], thin[ATTRIBUTE] = "";
  Look look = {.shape = -1};
  Run *run;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "fill", fill))
    snprintf(fill, sizeof(fill), "%s", slim->colour);
  Colour(fill);
  if (Attribute(tag, "fill-opacity", opacity)) {
    snprintf(thin, sizeof(thin), ";fill-opacity:%g", atof(opacity));
    /* One over another is darker than both in one path. */
    PetscCall(RunsFlush(slim));
  }
  snprintf(look.css, sizeof(look.css), "fill:%.20s%s", fill, thin);
  PetscCall(RunOf(slim, &look, &run));
  if (PenLines(&run->pen, Attribute(tag, "points", points)))
    PenClose(&run->pen);
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

static void PutStar(Pen *pen, int k, const long place[2], double scale) {
  for (int i = 0; i < star[k].lines; i++) {
    const long dx = lround(10 * scale * star[k].end[i][0]);
    const long dy = lround(10 * scale * star[k].end[i][1]);
    PenMove(pen, place[0] - dx, place[1] - dy);
    PenStep(pen, 2 * dx, 2 * dy);
  }
}

static void PutShape(Pen *pen, int k, const long place[2], double scale) {
  for (int i = 0; i < shape[k].corners; i++) {
    const long x = place[0] + lround(10 * scale * shape[k].corner[i][0]);
    const long y = place[1] + lround(10 * scale * shape[k].corner[i][1]);
    if (i)
      PenStep(pen, x - pen->at[0], y - pen->at[1]);
    else
      PenMove(pen, x, y);
  }
  PenClose(pen);
}

static PetscBool Filled(int k) { return (PetscBool)(k > CIRCLE - 2 && k % 2 == 0); }

static void PutMark(Pen *pen, const Look *look, const long place[2]) {
  const int k = look->shape;

  if (k < 3)
    PutStar(pen, k, place, look->scale);
  else if (k == CIRCLE + 1) { /* a point with a round pen is shorter than two arcs */
    PenMove(pen, place[0], place[1]);
    PenStep(pen, 0, 0);
  } else if (k == CIRCLE)
    PenCircle(pen, place[0], place[1], lround(10 * look->scale));
  else
    PutShape(pen, Filled(k) ? k - 1 : k, place, look->scale);
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
  char colour[ATTRIBUTE] = "", place[ATTRIBUTE] = "";
  Look look = {.shape = ShapeOf(tag), .scale = 1};
  double x = 0, y = 0;
  Run *run;

  PetscFunctionBeginUser;
  if (!Attribute(tag, "color", colour))
    snprintf(colour, sizeof(colour), "%s", slim->colour);
  Colour(colour);
  (void)Attribute(tag, "transform", place);
  (void)sscanf(place, "translate(%lf,%lf) scale(%lf", &x, &y, &look.scale);
  if (look.shape == CIRCLE + 1)
    snprintf(look.css, sizeof(look.css), "stroke:%.20s;stroke-width:%.2g;stroke-linecap:round",
             colour, 2 * look.scale);
  else if (Filled(look.shape))
    snprintf(look.css, sizeof(look.css), "fill:%.20s", colour);
  else
    snprintf(look.css, sizeof(look.css), "stroke:%.20s;stroke-width:%.2g", colour,
             0.222 * look.scale * atof(slim->width));
  PetscCall(RunOf(slim, &look, &run));
  const long at[2] = {lround(10 * x), lround(10 * y)};
  slim->look[run->look].marks += slim->counting;
  if (!slim->look[run->look].marker)
    PutMark(&run->pen, &look, at);
  else if (!run->pen.command)
    PenMove(&run->pen, at[0], at[1]);
  else
    PenStep(&run->pen, at[0] - run->pen.at[0], at[1] - run->pen.at[1]);
  PetscFunctionReturn(0);
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

/* A class, or a marker, where it takes fewer characters than it saves. */
static void Decide(Slim *slim) {
  for (PetscInt i = 0; i < slim->looks; i++) {
    Look *look = &slim->look[i];
    const double style = (double)strlen(look->css);
    const double each = look->marks ? (double)look->length / (double)look->marks : 0;
    look->marker =
        (PetscBool)((double)look->marks * (each - STEP_LENGTH) > style + each + MARKER_LENGTH);
    look->named = (PetscBool)(look->marker || (double)look->paths * (style - 8) > style + 6);
  }
}

/* The first mark of a line, and those in its middle, are seen: of one that stands alone the end would
 * be drawn over the start. */
static void Rules(const Slim *slim) {
  char name[8];

  fprintf(slim->file,
          "<style>text{fill:#333}tspan{font-size:%gpx}.m{text-anchor:middle}.e{text-anchor:end}"
          "marker{overflow:visible}",
          EXPONENT_SIZE);
  for (PetscInt i = 0; i < slim->looks; i++) {
    const char *class = Name(i, name);
    if (slim->look[i].marker)
      fprintf(slim->file, ".%s{marker:url(#%s);marker-end:none}", class, class);
    else if (slim->look[i].named)
      fprintf(slim->file, ".%s{%s}", class, slim->look[i].css);
  }
  fputs("</style>", slim->file);
}

static PetscErrorCode Markers(const Slim *slim) {
  static const long middle[2] = {0, 0};
  char name[8];

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < slim->looks; i++) {
    Pen pen = {.file = slim->file};
    if (!slim->look[i].marker)
      continue;
    fprintf(slim->file, "<marker id='%s' markerUnits='userSpaceOnUse'><path", Name(i, name));
    PutAttributes(slim->file, slim->look[i].css);
    fputs(" d='", slim->file);
    PutMark(&pen, &slim->look[i], middle);
    fputs("'/></marker>", slim->file);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Head(const Slim *slim, const char *svg) {
  char width[ATTRIBUTE] = "", height[ATTRIBUTE] = "", fill[ATTRIBUTE] = "#fff";
  const char *tag = strstr(svg, "<svg"), *back = strstr(svg, "<rect");

  PetscFunctionBeginUser;
  (void)Attribute(tag, "width", width);
  (void)Attribute(tag, "height", height);
  if (back)
    (void)Attribute(back, "fill", fill);
  fprintf(slim->file,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%s' height='%s' viewBox='0 0 %s %s'>",
          width, height, width, height);
  Rules(slim);
  fprintf(slim->file,
          "<rect width='%s' height='%s' fill='%s'/>"
          "<g fill='none' stroke-width='%g' font-family='sans-serif' font-size='12'>",
          width, height, fill, CURVE_WIDTH);
  PetscCall(Markers(slim));
  PetscFunctionReturn(0);
}

static PetscErrorCode Everything(Slim *slim, const char *svg) {
  PetscFunctionBeginUser;
  snprintf(slim->width, sizeof(slim->width), "1.00");
  snprintf(slim->colour, sizeof(slim->colour), "black");
  for (const char *tag = strchr(Body(svg), '<'); tag; tag = strchr(tag, '<')) {
    if (Is(tag, "text")) {
      tag = TextTag(slim, tag);
      continue;
    }
    if (Is(tag, "title"))
      tag = strstr(tag, "</title>");
    else if (Is(tag, "g"))
      GroupTag(slim, tag);
    else if (Is(tag, "path"))
      PetscCall(PathTag(slim, tag));
    else if (Is(tag, "polygon"))
      PetscCall(PolygonTag(slim, tag));
    else if (Is(tag, "use"))
      PetscCall(MarkTag(slim, tag));
    tag++;
  }
  PetscCall(RunsFlush(slim));
  PetscFunctionReturn(0);
}

PetscErrorCode SvgSlim(FILE *file, const char *svg) {
  Slim slim = {.counting = PETSC_TRUE};

  PetscFunctionBeginUser;
  if (!Known(svg)) {
    fputs(svg, file);
    PetscFunctionReturn(0);
  }
  PetscCall(Everything(&slim, svg));
  Decide(&slim);
  slim.counting = PETSC_FALSE;
  slim.file = file;
  PetscCall(Head(&slim, svg));
  PetscCall(Everything(&slim, svg));
  fputs("</g></svg>\n", file);
  PetscCall(PetscFree(slim.look));
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
