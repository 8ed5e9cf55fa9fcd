/* A figure as commands and data for gnuplot. */
#include "base/terminal.h"
#include "reports/figure_impl.h"
#include "reports/grow.h"
#include "reports/made.h"
#include "reports/text.h"
#include <math.h>
#include <string.h>

void FigureQuote(FILE *gnuplot, const char *text) {
  fputc('\'', gnuplot);
  for (; *text; text++) {
    if (*text == '\'')
      fputc('\'', gnuplot);
    fputc((unsigned char)*text < 0x20 ? ' ' : *text, gnuplot);
  }
  fputc('\'', gnuplot);
}

/* gnuplot writes '>' as it is, and no text of an SVG may have "]]>". */
static void PutLetter(FILE *gnuplot, const char *text, const char *at) {
  if (*at == '>' && at >= text + 2 && at[-1] == ']' && at[-2] == ']')
    fputs("›", gnuplot);
  else
    fputc(*at, gnuplot);
}

/* A string constant that is drawn. */
static void Words(FILE *gnuplot, const char *text) {
  fputc('\'', gnuplot);
  for (const char *at = text; *at; at++)
    if ((unsigned char)*at < 0x20)
      fputc(' ', gnuplot);
    else {
      fputs(*at == '\'' ? "'" : "", gnuplot);
      PutLetter(gnuplot, text, at);
    }
  fputc('\'', gnuplot);
}

/* A text in a block of tab-separated data, where quotes and tabs would end it. */
static void Datum(FILE *gnuplot, const char *text) {
  for (const char *at = text; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == '"' || *at == '\\')
      fputc('\'', gnuplot);
    else
      PutLetter(gnuplot, text, at);
}

/* Of the largest value on a logarithmic axis: what lies deeper (a residual that decays like
 * exp(-t) to 1e-177) is drawn on the edge, since over hundreds of decades nothing can be read, and
 * gnuplot counts its minor tics for minutes. */
#define LEAST 1e-45

#define LEGEND_ROW 18 /* pixels */

/* How far above all others a curve may take the axis: one that blows up to 1e300 is seen to leave,
 * and leaves room for the others to be told apart. */
#define MOST 1e3

/* The largest value of the highest curve, and of the others; -INFINITY: there is none. */
static void Highest(const Panel *panel, PetscReal *first, PetscReal *second) {
  PetscReal curve = -INFINITY;

  *first = *second = -INFINITY;
  for (PetscInt i = 0; i <= panel->elements; i++) {
    const Element *element = i < panel->elements ? &panel->element[i] : NULL;
    if (element && element->kind != LINE)
      continue;
    if (!element || element->start) {
      *second = PetscMax(*second, PetscMin(*first, curve));
      *first = PetscMax(*first, curve);
      curve = -INFINITY;
    }
    if (element && isfinite(element->y))
      curve = PetscMax(curve, element->y);
  }
}

/* The range of an axis: all that is drawn, a floor only where it comes near the errors (a floor
 * twenty decades down would press all curves to the top), and a margin. */
static void Range(Panel *panel, int axis) {
  PetscBool log = panel->axes & (axis ? FIGURE_LOG_Y : FIGURE_LOG_X) ? PETSC_TRUE : PETSC_FALSE;
  PetscReal low = INFINITY, high = -INFINITY;

  for (int pass = 0; pass < 2; pass++) {
    PetscReal nearest = low / 1e3;
    for (PetscInt i = 0; i < panel->elements; i++) {
      const Element *element = &panel->element[i];
      PetscReal value = axis ? element->y : element->x;
      if (!isfinite(value) || (log && value <= 0) || element->kind == LABEL)
        continue;
      if (!pass ? element->kind == BAND && axis : element->kind != BAND || value < nearest)
        continue;
      low = PetscMin(low, value);
      high = PetscMax(high, value);
    }
  }
  if (low > high) {
    low = log ? 0.1 : 0;
    high = 1;
  }
  if (log && axis) {
    PetscReal first, second;
    Highest(panel, &first, &second);
    if (panel->axes & FIGURE_CUT && second > 0)
      high = PetscMin(high, MOST * second);
    low = PetscMax(low, high * LEAST);
    low = pow(10, floor(log10(low) - 0.1));
    high = pow(10, ceil(log10(high) + 0.1));
  } else if (log) {
    low /= 1.3;
    high *= 1.3;
  } else {
    PetscReal margin = 0.06 * (high - low);
    if (!(margin > 0))
      margin = low == 0 ? 1 : 0.1 * fabs(low);
    const PetscBool both = (PetscBool)(axis || panel->axes & FIGURE_TIGHT);
    if (both)
      low -= margin;
    high += both ? margin : 0;
    if (!both && low > 0 && low < 0.2 * high)
      low = 0;
    if (!(high > low))
      high = low + margin;
  }
  panel->low[axis] = low;
  panel->high[axis] = high;
}

/* One scale on both axes: the one that has more room than it needs gets a wider range. */
static void Equalise(Panel *panel, PetscReal width, PetscReal height) {
  const PetscReal pixels[2] = {width - PANEL_LEFT - PANEL_RIGHT, height - PANEL_TOP - PANEL_BOTTOM};
  PetscReal scale = 0;
  for (int axis = 0; axis < 2; axis++)
    scale = PetscMax(scale, (panel->high[axis] - panel->low[axis]) / pixels[axis]);
  for (int axis = 0; axis < 2; axis++) {
    const PetscReal more = scale * pixels[axis] - (panel->high[axis] - panel->low[axis]);
    panel->low[axis] -= more / 2;
    panel->high[axis] += more / 2;
  }
}

/* Above the panels, in pixels: the figure's title. */
static PetscReal Header(Figure figure) { return figure->narrow ? 0 : 36; }

/* The step of tics on a linear axis: 1, 2 or 5 times a power of ten, so that about five numbers
 * stand on it, few enough not to run into one another. */
static PetscReal TicStep(PetscReal low, PetscReal high) {
  const PetscReal step = (high - low) / 5, power = pow(10, floor(log10(step)));

  return power * (step / power < 1.5 ? 1 : step / power < 3.5 ? 2 : step / power < 7.5 ? 5 : 10);
}

/* Where tics go: on a logarithmic axis whole powers of ten, or 1, 2, 5 where these are too few; for fewer
 * than three, gnuplot 6 goes on in equal steps and gives them all the last one's name. */
static void Tics(FILE *gnuplot, const char *name, PetscInt index, PetscReal low, PetscReal high,
                 PetscBool log) {
  fprintf(gnuplot, "%s_tics[%d] = \"", name, (int)index);
  if (!log)
    fprintf(gnuplot, "%.9g; set format %s '%%g'", (double)TicStep(low, high), name);
  else if (floor(log10(high)) - ceil(log10(low)) < 2) {
    const char *comma = "(";
    for (int decade = (int)floor(log10(low)); decade <= (int)ceil(log10(high)); decade++)
      for (int k = 0; k < 3; k++) {
        PetscReal value = (k == 0 ? 1 : k == 1 ? 2 : 5) * pow(10, decade);
        if (value >= low && value <= high) {
          fprintf(gnuplot, "%s'%g' %.3g", comma, (double)value, (double)value);
          comma = ", ";
        }
      }
    fputs(")", gnuplot);
  } else {
    const int step = (int)ceil(log10(high / low) / 9);
    /* From where on is said, since gnuplot 6 draws none where (high-low)/10^step would be too many.
     * Between many decades minor tics are a smear, and most of the file. */
    fprintf(gnuplot, "1e%d,1e%d; set m%stics %d; set format %s '10^{%%L}'",
            step * (int)floor(log10(low) / step), step, name, high / low < 1e5 ? 10 : step, name);
  }
  fputs("\"\n", gnuplot);
}

/* Where the value is drawn: on the edge if the axis has no place for it. */
static PetscReal OnAxis(const Panel *panel, PetscReal y) {
  if (panel->axes & FIGURE_LOG_Y && y <= panel->low[1])
    return panel->low[1];
  return y;
}

static void PutBlock(Figure figure, FILE *gnuplot, Kind kind, const char *name) {
  fprintf(gnuplot, "$%s << END\n", name);
  for (PetscInt p = 0; p < figure->panels; p++) {
    const Panel *panel = &figure->panel[p];
    /* gnuplot complains of a block without data: far outside stands one point that it clips. */
    PetscReal far[2];
    for (int axis = 0; axis < 2; axis++)
      far[axis] = panel->high[axis] + 1e3 * fabs(panel->high[axis] - panel->low[axis]);
    fprintf(gnuplot, "%.6g\t%.6g\t0\t7\t.\t1\n\n", (double)far[0], (double)far[1]);
    PetscReal last = far[0];
    PetscBool open = PETSC_FALSE;
    for (PetscInt i = 0; i < panel->elements; i++) {
      const Element *element = &panel->element[i];
      if (element->kind != kind)
        continue;
      PetscReal y = element->y;
      if (kind == CROSS && isnan(y))
        y = panel->high[1];
      if (kind == BAND && y <= panel->low[1]) /* below what is shown */
        y = NAN;
      PetscBool gap = element->start || isnan(y) ? PETSC_TRUE : PETSC_FALSE;
      if (gap && open) {
        if (kind == BAND)
          fprintf(gnuplot, "%.9g\t%.9g\n", (double)last, (double)panel->low[1]);
        fputc('\n', gnuplot);
        open = PETSC_FALSE;
      }
      if (isnan(y))
        continue;
      y = OnAxis(panel, y);
      if (!open && kind == BAND)
        fprintf(gnuplot, "%.9g\t%.9g\n", (double)element->x, (double)panel->low[1]);
      fprintf(gnuplot, "%.9g\t%.9g\t%d\t%d\t%s\t%.3g\n", (double)element->x, (double)y,
              element->colour, element->shape, *element->text ? element->text : ".",
              (double)element->size);
      last = element->x;
      open = PETSC_TRUE;
    }
    if (open && kind == BAND)
      fprintf(gnuplot, "%.9g\t%.9g\n", (double)last, (double)panel->low[1]);
    fputs("\n\n", gnuplot);
  }
  fputs("END\n", gnuplot);
}

/* The entries of a legend from this corner on, in as many columns as fit the room; returns the
 * number of rows. */
static PetscErrorCode PlaceEntries(Figure figure, const Entry *entry, PetscInt entries,
                                   const PetscReal corner[2], PetscReal room, PetscInt *rows) {
  PetscInt longest = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < entries; i++)
    longest = PetscMax(longest, TextLength(entry[i].text));
  const PetscReal width = 52 + 7.4 * (PetscReal)longest;
  const PetscInt columns = PetscMax(1, (PetscInt)(room / width));
  *rows = (entries + columns - 1) / columns;
  for (PetscInt i = 0; i < entries; i++) {
    const PetscReal x = corner[0] + width * (PetscReal)(i / *rows);
    const PetscReal y = corner[1] + LEGEND_ROW * (PetscReal)(i % *rows);
    PetscCall(FigureText(figure, x + 32, y, entry[i].text, FIGURE_LEFT, 0));
    Grow(figure->line, figure->lines);
    figure->line[figure->lines++] =
        (Item){.x = x,
               .y = y,
               .width = 26,
               .colour = FigureColour(entry[i].style),
               .degrees = entry[i].points ? FigureShape(entry[i].style, PETSC_TRUE) : -1};
  }
  PetscFunctionReturn(0);
}

/* The legend and the notes; returns the height that they take. */
static PetscErrorCode PlaceLegend(Figure figure, PetscReal top, PetscReal *height) {
  const PetscReal corner[2] = {20, top + 10};
  PetscInt rows;

  PetscFunctionBeginUser;
  PetscCall(PlaceEntries(figure, figure->legend, figure->legends, corner,
                         (PetscReal)figure->width - 30, &rows));
  for (PetscInt i = 0; i < figure->notes; i++)
    PetscCall(FigureText(figure, 20, top + LEGEND_ROW * (PetscReal)rows + 14 + 18 * (PetscReal)i,
                         figure->note[i], FIGURE_LEFT, 0));
  *height =
      LEGEND_ROW * (PetscReal)rows + (figure->notes ? 8 + 18 * (PetscReal)figure->notes : 0) + 8;
  PetscFunctionReturn(0);
}

/* The panels row by row, each with its own legend below it; returns where the last row ends. */
static PetscErrorCode PlacePanels(Figure figure, PetscReal *bottom) {
  const PetscReal width = (PetscReal)figure->width / (PetscReal)figure->columns;
  PetscReal top = Header(figure);

  PetscFunctionBeginUser;
  for (PetscInt first = 0; first < figure->panels; first += figure->columns) {
    PetscInt most = 0, rows;
    for (PetscInt i = first; i < PetscMin(first + figure->columns, figure->panels); i++) {
      Panel *panel = &figure->panel[i];
      const PetscReal corner[2] = {width * (PetscReal)(i - first) + 0.5 * PANEL_LEFT,
                                   top + (PetscReal)figure->panel_height + 4};
      panel->top = top;
      PetscCall(PlaceEntries(figure, panel->legend, panel->legends, corner,
                             width - 0.5 * PANEL_LEFT, &rows));
      most = PetscMax(most, rows);
    }
    top += (PetscReal)figure->panel_height + LEGEND_ROW * (PetscReal)most + (most ? 6 : 0);
  }
  *bottom = top;
  PetscFunctionReturn(0);
}

static void PutPage(Figure figure, FILE *gnuplot) {
  fputs("$boxes << END\n-99\t-99\t-98\t-98\t0\n", gnuplot);
  for (PetscInt i = 0; i < figure->boxes; i++) {
    const Item *box = &figure->box[i];
    fprintf(gnuplot, "%g\t%g\t%g\t%g\t%d\n", (double)box->x, (double)box->y,
            (double)(box->x + box->width), (double)(box->y + box->height), box->colour);
  }
  fputs("END\n$samples << END\n-99\t-99\t0\t7\n", gnuplot);
  for (PetscInt i = 0; i < figure->lines; i++) {
    const Item *line = &figure->line[i];
    fprintf(gnuplot, "\n%g\t%g\t%d\t0\n%g\t%g\t%d\t0\n", (double)line->x, (double)line->y,
            line->colour, (double)(line->x + line->width), (double)line->y, line->colour);
  }
  fputs("END\n$shapes << END\n-99\t-99\t0\t7\n", gnuplot);
  for (PetscInt i = 0; i < figure->lines; i++)
    if (figure->line[i].degrees >= 0)
      fprintf(gnuplot, "%g\t%g\t%d\t%d\n", (double)(figure->line[i].x + figure->line[i].width / 2),
              (double)figure->line[i].y, figure->line[i].colour, (int)figure->line[i].degrees);
  for (int alignment = 0; alignment < 3; alignment++) {
    fprintf(gnuplot, "END\n$texts_%d << END\n-99\t-99\t0\t.\n", alignment);
    for (PetscInt i = 0; i < figure->texts; i++) {
      const Item *text = &figure->text[i];
      if ((int)text->alignment != alignment)
        continue;
      fprintf(gnuplot, "%g\t%g\t%g\t", (double)text->x, (double)text->y, (double)text->degrees);
      Datum(gnuplot, text->text);
      fputc('\n', gnuplot);
    }
  }
  fputs("END\n", gnuplot);
}

/* The rows and columns of the panels, and what height and width they and the legend take. */
static PetscErrorCode Arrange(Figure figure) {
  PetscReal top = 0, height = 0;

  PetscFunctionBeginUser;
  if (!figure->columns)
    figure->columns = figure->panels == 4 || figure->panels == 2 ? 2 : figure->panels == 1 ? 1 : 3;
  figure->columns = PetscMax(1, PetscMin(figure->columns, figure->panels));
  if (!figure->panels)
    PetscFunctionReturn(0);
  figure->width = PetscMax(figure->columns * figure->panel_width, figure->narrow ? 0 : 640);
  for (PetscInt i = 0; i < figure->notes; i++)
    figure->width = PetscMax(figure->width, 40 + 7 * TextLength(figure->note[i]));
  PetscCall(PlacePanels(figure, &top));
  PetscCall(PlaceLegend(figure, top, &height));
  figure->height = (PetscInt)(top + height);
  PetscFunctionReturn(0);
}

/* Titles, labels, ranges and tics of a panel, as elements of arrays. */
static void PutPanel(const Panel *panel, int i, FILE *gnuplot) {
  unsigned has = 0;

  for (PetscInt k = 0; k < panel->elements; k++)
    has |= 1u << panel->element[k].kind;
  fprintf(gnuplot, "has[%d] = %u\n", i, has);
  fprintf(gnuplot, "panel_title[%d] = ", i);
  Words(gnuplot, panel->title);
  fprintf(gnuplot, "\nx_label[%d] = ", i);
  Words(gnuplot, panel->label[0]);
  fprintf(gnuplot, "\ny_label[%d] = ", i);
  Words(gnuplot, panel->label[1]);
  fprintf(gnuplot, "\npanel_top[%d] = %g", i, (double)panel->top);
  fprintf(gnuplot, "\nx_low[%d] = %.9g; x_high[%d] = %.9g; y_low[%d] = %.9g; y_high[%d] = %.9g\n",
          i, (double)panel->low[0], i, (double)panel->high[0], i, (double)panel->low[1], i,
          (double)panel->high[1]);
  /* However many floors lie over one another, curves stay visible on them. */
  fprintf(gnuplot, "panel_log[%d] = %d; band[%d] = %.3f\n", i, panel->axes, i,
          (double)PetscMax(0.04, 1 - pow(0.6, 1. / (PetscReal)PetscMax(3, panel->bands))));
  Tics(gnuplot, "x", i, panel->low[0], panel->high[0],
       panel->axes & FIGURE_LOG_X ? PETSC_TRUE : PETSC_FALSE);
  Tics(gnuplot, "y", i, panel->low[1], panel->high[1],
       panel->axes & FIGURE_LOG_Y ? PETSC_TRUE : PETSC_FALSE);
}

static PetscErrorCode PutPanels(Figure figure, FILE *gnuplot) {
  static const char *const block[KINDS] = {"lines", "marks",  "crosses",
                                           "bands", "guides", "labels"};
  static const char *const array[] = {"panel_title", "x_label", "y_label", "x_low",  "x_high",
                                      "y_low",       "y_high",  "x_tics",  "y_tics", "panel_log",
                                      "panel_top",   "band",    "has"};
  const PetscReal width =
      figure->panels ? (PetscReal)figure->width / (PetscReal)figure->columns : 0;

  PetscFunctionBeginUser;
  for (size_t i = 0; i < sizeof(array) / sizeof(array[0]); i++)
    fprintf(gnuplot, "array %s[%d]\n", array[i], (int)PetscMax(1, figure->panels));
  for (PetscInt p = 0; p < figure->panels; p++) {
    Panel *panel = &figure->panel[p];
    Range(panel, 0);
    Range(panel, 1);
    if (panel->axes & FIGURE_EQUAL)
      Equalise(panel, (PetscReal)figure->panel_width, (PetscReal)figure->panel_height);
    PetscCall(FigurePlaceSlopes(panel, width - PANEL_LEFT - PANEL_RIGHT,
                                (PetscReal)figure->panel_height - PANEL_TOP - PANEL_BOTTOM));
    PutPanel(panel, (int)p + 1, gnuplot);
  }
  for (int kind = 0; kind < KINDS && figure->panels; kind++)
    PutBlock(figure, gnuplot, (Kind)kind, block[kind]);
  PetscFunctionReturn(0);
}

PetscErrorCode FigureRender(Figure figure, FILE *gnuplot, const char *directory,
                            const char *formats) {
  char name[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  TerminalNote("report: plot %s", figure->name);
  PetscCall(Arrange(figure));
  fprintf(gnuplot, "width = %d; height = %d\n", (int)figure->width, (int)figure->height);
  fprintf(gnuplot, "panels = %d; columns = %d; panel_width = %g; panel_height = %g\n",
          (int)figure->panels, (int)figure->columns,
          (double)figure->width / (double)figure->columns, (double)figure->panel_height);
  fputs("figure_title = ", gnuplot);
  Words(gnuplot, figure->title);
  fputc('\n', gnuplot);
  PetscCall(PutPanels(figure, gnuplot));
  PutPage(figure, gnuplot);
  for (const char *format = formats; *format; format += strspn(format, ",")) {
    size_t n = strcspn(format, ",");
    PetscCall(PetscSNPrintf(name, sizeof(name), "plots/%s.%.*s", figure->name, (int)n, format));
    PetscCall(MadeBegin(directory, name));
    fprintf(gnuplot,
            "figure_output = '%s'\nfigure_format = '%.*s'\nload templates . '/figure.gp'\n", name,
            (int)n, format);
    format += n;
  }
  PetscFunctionReturn(0);
}
