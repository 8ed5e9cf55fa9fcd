/* A figure as data and parameters: where things go, tics and margins are the script's. */
#include "reports/figure.h"
#include "base/sort.h"
#include "base/terminal.h"
#include "base/text_stream.h"
#include "reports/made.h"

typedef enum { LINE, MARK, CROSS, BAND, GUIDE, KINDS } Kind;

typedef struct {
  Text text;
  int colour, shape;
  PetscReal y;
} Name;

typedef struct {
  Text title, label[2];
  int axes;
  TextStream block[KINDS]; /* data for gnuplot */
  unsigned has;            /* a bit for each kind that has a point */
  PetscInt names, bands;
  Name *name;
  PetscReal low[2], high[2]; /* of what is drawn but bands, which reach down from where they are */
  PetscInt style;            /* of the curve that is drawn */
  int colour;
  PetscBool start, band;    /* no point of it is there yet; a band is begun */
  PetscReal end[2], height; /* its right end, and its largest value */
  PetscReal highest[2];     /* of the other curves, the two largest of these */
} Panel;

struct _p_Figure {
  Text name, kind, subject;
  PetscInt panels, legends, notes;
  Panel **panel;
  Name *legend;
  Name *note;
  Arena arena; /* of these */
};

/* Okabe and Ito's palette without its yellow, which white paper swallows. Seven colours and six
 * shapes repeat together only after 42 curves. */
static const int palette[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x222222};
static const int hollow[] = {6, 4, 8, 12, 10, 14}; /* gnuplot's; the filled one is the next */

static int Shape(PetscInt style, PetscBool filled) { return hollow[style % 6] + (filled ? 1 : 0); }

static int Colour(PetscInt style, PetscReal pale) {
  const int colour = style < 0 ? 0 : palette[style % 7];
  int mixed = 0;

  for (int shift = 16; shift >= 0; shift -= 8)
    mixed = mixed << 8 | (int)round((colour >> shift & 255) * (1 - pale) + 255 * pale);
  return mixed;
}

Figure FigureCreate(const char *name, const char *kind, const char *subject) {
  Figure figure = MemoryZeroed(1, sizeof(*figure));
  figure->name = TextPrint("%s", name);
  figure->kind = TextPrint("%s", kind);
  figure->subject = TextPrint("%s", subject);
  figure->arena = ArenaCreate();
  return figure;
}

void FigureDestroy(Figure *figure) {
  for (PetscInt p = 0; p < (*figure)->panels; p++)
    for (int kind = 0; kind < KINDS; kind++) {
      if ((*figure)->panel[p]->block[kind].file)
        TextStreamClose(&(*figure)->panel[p]->block[kind]);
      free((*figure)->panel[p]->block[kind].text);
    }
  ArenaDestroy(&(*figure)->arena);
  free(*figure);
  *figure = NULL;
}

Arena FigureArena(Figure figure) { return figure->arena; }

static Panel *Last(Figure figure) { return figure->panel[figure->panels - 1]; }

void FigurePanel(Figure figure, const char *title, const char *x_label, const char *y_label,
                 int axes) {
  Panel *panel = ArenaArray(figure->arena, 1, sizeof(*panel));
  *panel = (Panel){.title = TextPrint("%s", title),
                   .label = {TextPrint("%s", x_label), TextPrint("%s", y_label)},
                   .axes = axes,
                   .low = {INFINITY, INFINITY},
                   .high = {-INFINITY, -INFINITY},
                   .height = -INFINITY,
                   .highest = {-INFINITY, -INFINITY}};
  for (int kind = 0; kind < KINDS; kind++)
    TextStreamOpen(&panel->block[kind]);
  ArenaAppend(figure->arena, figure->panels, &figure->panel, panel);
}

PetscInt FigurePanels(Figure figure) { return figure->panels; }

/* A curve is complete: is it among the highest? */
static void EndCurve(Panel *panel) {
  panel->highest[1] = PetscMax(panel->highest[1], PetscMin(panel->highest[0], panel->height));
  panel->highest[0] = PetscMax(panel->highest[0], panel->height);
  panel->height = -INFINITY;
}

void FigureCurve(Figure figure, PetscInt style, PetscReal pale) {
  Panel *panel = Last(figure);

  EndCurve(panel);
  panel->style = style;
  panel->colour = Colour(style, pale);
  panel->start = PETSC_TRUE;
  panel->end[0] = -INFINITY;
  panel->end[1] = NAN;
}

/* Takes the point into the ranges, and gives the stream for its kind. */
static FILE *Begin(Panel *panel, Kind kind, PetscReal x, PetscReal y) {
  const PetscReal at[] = {x, y};

  for (int axis = 0; axis < 2; axis++)
    if (isfinite(at[axis]) && kind != BAND &&
        !(panel->axes & (axis ? FIGURE_LOG_Y : FIGURE_LOG_X) && at[axis] <= 0)) {
      panel->low[axis] = PetscMin(panel->low[axis], at[axis]);
      panel->high[axis] = PetscMax(panel->high[axis], at[axis]);
    }
  if (kind < CROSS && isfinite(y) && x > panel->end[0]) {
    panel->end[0] = x;
    panel->end[1] = y;
  }
  return panel->block[kind].file;
}

static void PutPoint(Panel *panel, Kind kind, PetscReal x, PetscReal y, int shape, PetscReal size) {
  fprintf(Begin(panel, kind, x, y), "%.9g\t%.9g\t%d\t%d\t%.4g\n", (double)x,
          isnan(y) ? 1e300 : (double)y, panel->colour, shape, (double)size);
  panel->has |= 1u << kind;
}

/* A gap is a point that is no number, not an empty line: gnuplot reads the colour of that one too, which would be
 * what its memory holds. */
void FigureLine(Figure figure, PetscReal x, PetscReal y) {
  Panel *panel = Last(figure);
  FILE *file = Begin(panel, LINE, x, y);

  if (panel->start || isnan(y))
    fprintf(file, "%.9g\tNaN\t%d\n", (double)x, panel->colour);
  panel->start = PETSC_FALSE;
  if (isfinite(y))
    panel->height = PetscMax(panel->height, y);
  if (!isnan(y))
    PutPoint(panel, LINE, x, y, 0, 0);
}

void FigureDot(Figure figure, PetscReal x, PetscReal y) {
  if (!isnan(x + y))
    PutPoint(Last(figure), MARK, x, y, 7, 0.25);
}

/* Curves that lie on one another stay visible: the later is drawn smaller. */
void FigureMark(Figure figure, PetscReal x, PetscReal y, PetscBool filled) {
  Panel *panel = Last(figure);

  if (!isnan(y))
    PutPoint(panel, MARK, x, y, Shape(panel->style, filled), 0.95 - 0.15 * (panel->style % 3));
}

void FigureCross(Figure figure, PetscReal x, PetscReal y) {
  PutPoint(Last(figure), CROSS, x, y, 2, 1);
}

void FigureBand(Figure figure, PetscReal x, PetscReal y) {
  Panel *panel = Last(figure);
  FILE *file = Begin(panel, BAND, x, y);

  if (isnan(y) || !panel->band)
    fputc('\n', file);
  panel->bands += !isnan(y) && !panel->band;
  panel->band = (PetscBool)!isnan(y);
  if (!isnan(y))
    PutPoint(panel, BAND, x, y, 0, 0);
}

void FigureSlope(Figure figure, PetscReal x, PetscReal y, PetscReal slope) {
  PutPoint(Last(figure), GUIDE, x, y, 0, slope);
}

static void Fill(Name *name, const char *text, PetscInt style, PetscBool points) {
  *name = (Name){.text = TextPrint("%s", text),
                 .colour = Colour(style, 0),
                 .shape = points ? Shape(style, PETSC_TRUE) : 5};
}

void FigureName(Figure figure, const char *text) {
  Panel *panel = Last(figure);

  Name *name = ArenaNext(figure->arena, panel->names, &panel->name);
  Fill(name, text, panel->style, PETSC_TRUE);
  /* without a value it has crosses alone */
  name->y = isnan(panel->end[1]) ? 1e99 : PetscMin(panel->end[1], 1e99);
}

void FigureLegend(Figure figure, const char *text, PetscInt style, PetscBool points) {
  Fill(ArenaNext(figure->arena, figure->legends, &figure->legend), text, style, points);
}

void FigureNote(Figure figure, const char *text) {
  Fill(ArenaNext(figure->arena, figure->notes, &figure->note), text, 0, PETSC_FALSE);
}

/* ---- Ranges ---- */

/* Of the largest value on a logarithmic axis: what lies deeper (a residual that decays like
 * exp(-t) to 1e-177) is drawn on the edge, since over hundreds of decades nothing can be read. */
#define LEAST 1e-45
/* How far above all others a curve may extend the axis: one that blows up to 1e300 leaves it, and
 * the others remain distinguishable. */
#define MOST 1e3

static void EndRange(Panel *panel, int axis) {
  const PetscBool log = (PetscBool) !!(panel->axes & (axis ? FIGURE_LOG_Y : FIGURE_LOG_X));

  if (panel->low[axis] > panel->high[axis]) {
    panel->low[axis] = log ? 0.1 : 0;
    panel->high[axis] = 1;
  }
  if (log && axis) {
    if (panel->axes & FIGURE_CUT && panel->highest[1] > 0)
      panel->high[axis] = PetscMin(panel->high[axis], MOST * panel->highest[1]);
    panel->low[axis] = PetscMax(panel->low[axis], panel->high[axis] * LEAST);
  }
}

static PetscBool SharesAxes(const Panel *a, const Panel *b) {
  return (PetscBool)(a->axes & b->axes & FIGURE_SHARED && !strcmp(a->label[0].at, b->label[0].at) &&
                     !strcmp(a->label[1].at, b->label[1].at));
}

static void FindRanges(Figure figure) {
  for (PetscInt i = 0; i < figure->panels; i++) {
    EndCurve(figure->panel[i]);
    for (int axis = 0; axis < 2; axis++)
      EndRange(figure->panel[i], axis);
  }
  for (PetscInt i = 0; i < figure->panels; i++)
    for (PetscInt j = 0; j < figure->panels; j++)
      for (int axis = 0; axis < 2 && SharesAxes(figure->panel[i], figure->panel[j]); axis++) {
        Panel *panel = figure->panel[i];
        panel->low[axis] = PetscMin(panel->low[axis], figure->panel[j]->low[axis]);
        panel->high[axis] = PetscMax(panel->high[axis], figure->panel[j]->high[axis]);
      }
}

/* ---- For gnuplot ---- */

/* -d: no start-up files of the user's, and one locale: the same bytes anywhere. What it gets by its standard
 * input it reads byte by byte, each with a call of the system; a file it does not. */
FILE *FigureGnuplot(void) {
  fflush(NULL);
  return popen("LC_ALL=C.UTF-8 exec gnuplot -d /dev/stdin", "w");
}

/* gnuplot writes '>' as it is, and no text of an SVG may have "]]>". */
void FigureQuote(FILE *gnuplot, const char *text) {
  fputc('\'', gnuplot);
  for (const char *at = text; *at; at++)
    if (*at == '>' && at >= text + 2 && at[-1] == ']' && at[-2] == ']')
      fputs("›", gnuplot);
    else
      fprintf(gnuplot, "%s%c", *at == '\'' ? "'" : "", (unsigned char)*at < 0x20 ? ' ' : *at);
  fputc('\'', gnuplot);
}

/* An array of gnuplot has at least one element. */
static void PutNames(FILE *gnuplot, const char *kind, PetscInt count, const Name *name) {
  static const char *const member[] = {"text", "colour", "shape", "y"};

  fprintf(gnuplot, "%ss = %d\n", kind, (int)count);
  for (size_t i = 0; i < sizeof(member) / sizeof(member[0]); i++)
    fprintf(gnuplot, "array %s_%s[%d]\n", kind, member[i], (int)PetscMax(1, count));
  for (int i = 1; i <= count; i++, name++) {
    fprintf(gnuplot, "%s_text[%d] = ", kind, i);
    FigureQuote(gnuplot, name->text.at);
    fprintf(gnuplot, "; %s_colour[%d] = %d; %s_shape[%d] = %d; %s_y[%d] = %.8e\n", kind, i,
            name->colour, kind, i, name->shape, kind, i, (double)name->y);
  }
}

static int HighestFirst(const void *a, const void *b) {
  const Name *x = a, *y = b;

  return (x->y < y->y) - (x->y > y->y);
}

/* Its data, a block for each kind. */
static void PutBlocks(Panel *panel, int number, FILE *gnuplot) {
  static const char *const block[KINDS] = {"lines", "marks", "crosses", "bands", "guides"};

  for (int kind = 0; kind < KINDS; kind++) {
    TextStreamClose(&panel->block[kind]);
    if (panel->has & 1u << kind)
      fprintf(gnuplot, "$%s_%d << END\n%sEND\n", block[kind], number, panel->block[kind].text);
  }
  fprintf(gnuplot, "has[%d] = %u\n", number, panel->has);
}

static void PutPanel(Panel *panel, int number, FILE *gnuplot) {
  const char *const text[] = {panel->title.at, panel->label[0].at, panel->label[1].at};
  static const char *const array[] = {"panel_title", "x_label", "y_label"};

  for (int i = 0; i < 3; i++) {
    fprintf(gnuplot, "%s[%d] = ", array[i], number);
    FigureQuote(gnuplot, text[i]);
    fputc('\n', gnuplot);
  }
  fprintf(gnuplot, "range[%d] = '%.8e %.8e %.8e %.8e'\n", number, (double)panel->low[0],
          (double)panel->high[0], (double)panel->low[1], (double)panel->high[1]);
  /* However many bands lie over one another, curves stay visible on them. */
  fprintf(gnuplot, "axes[%d] = %d; band[%d] = %.3f\n", number, panel->axes, number,
          (double)PetscMax(0.04, 1 - pow(0.6, 1. / (PetscReal)PetscMax(3, panel->bands))));
  PutBlocks(panel, number, gnuplot);
}

/* What is named in all panels, in each from above. */
static void PutCurveNames(Figure figure, FILE *gnuplot) {
  PetscInt names = 0;
  Name *all = NULL;

  fprintf(gnuplot, "array first[%d]\nfirst[1] = 1\n", (int)figure->panels + 1);
  for (PetscInt p = 0; p < figure->panels; p++) {
    const Panel *panel = figure->panel[p];
    Sort(panel->names, panel->name, HighestFirst);
    for (PetscInt i = 0; i < panel->names; i++)
      ArenaAppend(figure->arena, names, &all, panel->name[i]);
    fprintf(gnuplot, "first[%d] = %d\n", (int)p + 2, (int)names + 1);
  }
  PutNames(gnuplot, "name", names, all);
}

PetscErrorCode FigureRender(Figure figure, FILE *gnuplot, const char *directory,
                            const char *formats) {
  static const char *const array[] = {"panel_title", "x_label", "y_label", "range",
                                      "axes",        "band",    "has"};

  TerminalNote("report: plot %s", figure->name.at);
  FindRanges(figure);
  fprintf(gnuplot, "panels = %d; figure_kind = '%s'; figure_subject = ", (int)figure->panels,
          figure->kind.at);
  FigureQuote(gnuplot, figure->subject.at);
  fputc('\n', gnuplot);
  for (size_t i = 0; i < sizeof(array) / sizeof(array[0]); i++)
    fprintf(gnuplot, "array %s[%d]\n", array[i], (int)figure->panels);
  for (PetscInt p = 0; p < figure->panels; p++)
    PutPanel(figure->panel[p], (int)p + 1, gnuplot);
  PutCurveNames(figure, gnuplot);
  PutNames(gnuplot, "legend", figure->legends, figure->legend);
  PutNames(gnuplot, "note", figure->notes, figure->note);
  fputs("load templates . '/figures.gp'\n", gnuplot);
  for (const char *format = formats; *format; format += strspn(format, ",")) {
    size_t n = strcspn(format, ",");
    const Text name = TextPrint("plots/%s.%.*s", figure->name.at, (int)n, format);
    PetscCall(MadeBegin(directory, name.at));
    fprintf(gnuplot,
            "figure_output = '%s'\nfigure_format = '%.*s'\nload templates . '/figure.gp'\n",
            name.at, (int)n, format);
    format += n;
  }
  return 0;
}
