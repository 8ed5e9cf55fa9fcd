/* Long runs: energies, invariants and constraint residuals over time. */
#include "base/sort.h"
#include "base/text_stream.h"
#include "reports/plots.h"

/* A quantity of one run of one record. */
typedef struct {
  const Record *record;
  const LongRun *run;
  const Watched *watched;
  PetscInt style;
  PetscBool constraint, drawn;
} Curve;

typedef struct {
  Arena arena;
  Curve *curve;
  PetscInt n;
} Curves;

static void Append(Curves *all, const Record *record, const LongRun *run, const Watched *watched) {
  *ArenaNext(all->arena, all->n, &all->curve) = (Curve){
      .record = record, .run = run, .watched = watched, .constraint = IsConstraint(watched)};
}

static void Collect(Store store, const char *method, const char *place, Curves *all) {
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_RUNS);
    if (!measured || !JobMatches(&record->job, method, place) ||
        strcmp(record->job.kind, "long") != 0)
      continue;
    for (PetscInt j = 0; j < measured->count; j++)
      for (PetscInt k = 0; k < measured->run[j].quantities && !measured->run[j].extra; k++)
        Append(all, record, &measured->run[j], &measured->run[j].quantity[k]);
  }
}

/* Whether nothing is seen in the curve but round-off. */
static PetscBool IsConstant(const Curve *curve) {
  return (PetscBool)(curve->watched->maximum <= 1e-13 * curve->watched->scale &&
                     curve->run->ending.status == STATUS_DONE);
}

/* Coarse steps first, so that fine ones are drawn over them; then as in the records. */
static int CompareSteps(const void *a, const void *b) {
  const Curve *x = a, *y = b;

  return (x->run->h < y->run->h) - (x->run->h > y->run->h);
}

/* The run failed: a cross where it ended, if recorded and on the axis. */
static void Cross(Figure figure, const Curve *curve, PetscBool logarithmic) {
  const PetscReal end = curve->run->ending.time;

  if (curve->run->ending.status != STATUS_DONE && (logarithmic ? end > 0 : !isnan(end)))
    FigureCross(figure, end, NAN);
}

/* The largest value of each block: how it grows, for methods side by side. */
static void Envelope(Figure figure, const Curve *curve) {
  PetscReal time = NAN, maximum = NAN;

  FigureCurve(figure, curve->style, 0);
  for (PetscInt i = 0; i < curve->watched->blocks; i++) {
    /* Blocks are equal and the axis is logarithmic: the early ones are marked, then ever fewer; the
     * offset keeps the marks of neighbouring curves apart. */
    const PetscInt k = i + 1 + curve->style % 3;
    const Block *block = &curve->watched->block[i];
    time = BlockTime(curve->run, curve->watched, i, 0.5);
    maximum =
        isnan(block->maximum) ? fmax(fabs(block->first), fabs(block->second)) : block->maximum;
    if (!(time > 0))
      continue;
    FigureLine(figure, time, maximum);
    if ((k & (k - 1)) == 0)
      FigureMark(figure, time, maximum, PETSC_TRUE);
  }
  if (time > 0)
    FigureMark(figure, time, maximum, PETSC_TRUE);
  Cross(figure, curve, PETSC_TRUE);
}

/* The lowest and the highest value of each block, in their order: what a panel of some 300 pixels can
 * show. */
static void Values(Figure figure, const Curve *curve) {
  const Watched *watched = curve->watched;

  FigureCurve(figure, curve->style, 0);
  for (PetscInt i = 0; i < watched->blocks; i++) {
    const Block *block = &watched->block[i];
    FigureLine(figure, BlockTime(curve->run, watched, i, 0.25), block->first);
    FigureLine(figure, BlockTime(curve->run, watched, i, 0.75), block->second);
  }
  Cross(figure, curve, PETSC_FALSE);
}

static Text AxisLabel(const Curve *curve, PetscBool largest) {
  if (curve->constraint)
    return TextPrint("%sresidual", largest ? "largest " : "");
  return TextPrint(largest ? "largest |Δ%s|" : "Δ%s", curve->watched->name);
}

static PetscBool SameEnvelopes(const Curve *a, const Curve *b) {
  return (PetscBool)(a->constraint == b->constraint && a->run->h == b->run->h &&
                     !strcmp(a->watched->name, b->watched->name));
}

/* The panels of all curves that have this one's quantity and step size, as many in each as can be
 * distinguished. */
static void EnvelopePanels(Figure figure, Curves *all, PetscInt from) {
  const Curve *first = &all->curve[from];
  PetscInt count = 0, drawn = 0;

  for (PetscInt i = from; i < all->n; i++)
    count += SameEnvelopes(&all->curve[i], first);
  const PetscInt parts = (count + PLOT_CURVES - 1) / PLOT_CURVES,
                 each = (count + parts - 1) / parts;
  for (PetscInt i = from; i < all->n; i++) {
    Curve *curve = &all->curve[i];
    if (!SameEnvelopes(curve, first))
      continue;
    if (drawn % each == 0) {
      const Text title = TextPrint("%s, h = %g%s", first->watched->name, (double)first->run->h,
                                   PlotPart(drawn / each, parts).at);
      FigurePanel(figure, title.at, "time t (model units)", AxisLabel(first, PETSC_TRUE).at,
                  FIGURE_LOG_X | FIGURE_LOG_Y | FIGURE_CUT);
    }
    curve->style = drawn++ % each;
    Envelope(figure, curve);
    FigureName(figure, PlotCurveName(curve->record, PETSC_TRUE).at);
    curve->drawn = PETSC_TRUE;
  }
}

/* All methods on one case: a panel for each quantity and step size. */
static void Envelopes(const Plotter *plotter, Figure figure, const char *place,
                      PetscBool constraint) {
  Curves all = {.arena = FigureArena(figure)};
  Collect(plotter->contents->store, NULL, place, &all);
  Sort(all.n, all.curve, CompareSteps);
  for (PetscInt i = 0; i < all.n; i++)
    if (all.curve[i].constraint == constraint && !all.curve[i].drawn)
      EnvelopePanels(figure, &all, i);
}

void PlotEnergies(const Plotter *plotter, Figure figure, const char *place) {
  Envelopes(plotter, figure, place, PETSC_FALSE);
}

void PlotConstraints(const Plotter *plotter, Figure figure, const char *place) {
  Envelopes(plotter, figure, place, PETSC_TRUE);
}

static PetscBool SamePanel(const Curve *a, const Curve *b) {
  return (PetscBool)(!strcmp(a->record->job.model, b->record->job.model) &&
                     !strcmp(a->record->job.instance, b->record->job.instance) &&
                     !strcmp(a->watched->name, b->watched->name));
}

/* The panel of a case and quantity, unless an earlier curve began it, or all of them are constant: their
 * names are added to `constant`. `sorted` is in the order of drawing. */
static void ValuesPanel(Figure figure, const Curves *all, PetscInt from, const Curve sorted[],
                        FILE *constant) {
  const Curve *first = &all->curve[from];
  const Text title = TextPrint("%s, %s", PlaceOf(&first->record->job).at, first->watched->name);
  PetscBool some = PETSC_FALSE;

  for (PetscInt i = 0; i < all->n; i++) {
    if (i < from && SamePanel(&all->curve[i], first))
      return;
    some = (PetscBool)(some || (SamePanel(&all->curve[i], first) && !IsConstant(&all->curve[i])));
  }
  if (!some) {
    fprintf(constant, "%s%s", ftell(constant) ? "; " : "", title.at);
    return;
  }
  FigurePanel(figure, title.at, "time t (model units)", AxisLabel(first, PETSC_FALSE).at,
              FIGURE_LINEAR);
  for (PetscInt i = 0; i < all->n; i++)
    if (SamePanel(&sorted[i], first))
      Values(figure, &sorted[i]);
}

/* Notes of about the width of the figure, broken between names. */
static void NoteConstant(Figure figure, const char *names) {
  enum { WIDE = 150 };
  const char *before = "Constant to round-off, not drawn: ";

  while (*names) {
    size_t n = strcspn(names, ";");
    while (names[n] && n + strcspn(names + n + 1, ";") < WIDE)
      n += 1 + strcspn(names + n + 1, ";");
    FigureNote(figure, TextPrint("%s%.*s", before, (int)n, names).at);
    names += n + strspn(names + n, "; ");
    before = "";
  }
}

/* One method: a panel for each case and quantity, a curve for each step size. */
void PlotLongOfMethod(const Plotter *plotter, Figure figure, const char *method) {
  TextStream constant;
  PetscInt styles = 0;

  Curves all = {.arena = FigureArena(figure)};
  Collect(plotter->contents->store, method, NULL, &all);
  /* Stable order of panels: cases as the records have them, so sort only the drawing. */
  Curve *sorted = ArenaArray(all.arena, all.n, sizeof(*sorted));
  (void)PetscArraycpy(sorted, all.curve, all.n);
  Sort(all.n, sorted, CompareSteps);
  for (PetscInt i = 0; i < all.n; i++) {
    const PetscBool fresh = (PetscBool)(!i || sorted[i].run->h != sorted[i - 1].run->h);
    styles += i && fresh;
    sorted[i].style = styles;
    if (fresh)
      FigureLegend(figure, TextPrint("h = %g", (double)sorted[i].run->h).at, styles, PETSC_FALSE);
  }
  TextStreamOpen(&constant);
  for (PetscInt i = 0; i < all.n; i++)
    ValuesPanel(figure, &all, i, sorted, constant.file);
  TextStreamClose(&constant);
  NoteConstant(figure, constant.text);
  free(constant.text);
}
