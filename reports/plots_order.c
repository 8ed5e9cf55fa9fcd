/* Errors against step sizes. */
#include "base/sort.h"
#include "reports/plots.h"

#define SLOPES 5 /* in one panel; more would cover the curves */

/* A slope that is claimed in a panel, and where its line goes: under the lowest of the curves that
 * claim it. */
typedef struct {
  PetscReal slope, x, y;
} Slope;

/* A panel while it is filled. */
typedef struct {
  Figure figure;
  Store store;
  const char *quantity; /* of the curve that is drawn */
  Precision precision;
  Slope slope[SLOPES];
  int slopes;
} Panel;

static PetscBool InWindow(const Verdict *verdict, const Series *series, const SeriesPoint *point) {
  if (!verdict || !verdict->points ||
      (TextGiven(verdict->precision) &&
       strcmp(verdict->precision, PrecisionNames[series->precision])))
    return PETSC_FALSE;
  /* A table may tell step sizes only; the verdict then counts as many steps as they would be. */
  const PetscInt64 steps = point->steps > 0 || !(point->h > 0)
                               ? point->steps
                               : (PetscInt64)llround(series->duration / point->h);
  return (PetscBool)(steps >= PetscMin(verdict->from, verdict->to) &&
                     steps <= PetscMax(verdict->from, verdict->to));
}

static void Floor(Panel *panel, const Series *series) {
  const SeriesQuantity *quantity = SeriesFindQuantity(series, panel->quantity);

  for (PetscInt i = 0; quantity && i < series->points; i++) {
    const PetscReal h = series->point[i].h;
    const PetscBool known = (PetscBool)(i < quantity->floor.count && h > 0);
    FigureBand(panel->figure, h, known ? quantity->floor.at[i] : NAN);
  }
  FigureBand(panel->figure, NAN, NAN);
}

/* A line of the slope under the point, or under the lower one that claims it already. */
static void ClaimSlope(Panel *panel, PetscReal claimed, PetscReal h, PetscReal error) {
  Slope *slope = panel->slope;
  int k = 0;

  while (k < panel->slopes && slope[k].slope != claimed)
    k++;
  if (k == panel->slopes && k < SLOPES)
    slope[panel->slopes++] = (Slope){claimed, h, error};
  else if (k < panel->slopes && error / pow(h, claimed) < slope[k].y / pow(slope[k].x, claimed))
    slope[k] = (Slope){claimed, h, error};
}

static void Curve(Panel *panel, const Record *record, const Series *series, PetscInt style) {
  const Verdict *verdict = VerdictOfRecord(panel->store, record->key, "order", panel->quantity);
  const PetscReal claimed = verdict && !verdict->claimed.word ? verdict->claimed.number : NAN;
  PetscInt inside = 0, seen = 0;

  FigureCurve(panel->figure, style, 0);
  Floor(panel, series);
  for (PetscInt i = 0; i < series->points; i++)
    inside += InWindow(verdict, series, &series->point[i]);
  for (PetscInt i = 0; i < series->points; i++) {
    const PetscReal h = series->point[i].h;
    const PetscReal error = SeriesPointError(&series->point[i], panel->quantity);
    const PetscBool filled = InWindow(verdict, series, &series->point[i]);
    if (isnan(h))
      continue;
    if (isnan(error)) {
      FigureLine(panel->figure, h, NAN);
      FigureCross(panel->figure, h, NAN);
      continue;
    }
    /* What is exactly 0 is a mark on the edge; a line there and back would cross the others. */
    FigureLine(panel->figure, h, error > 0 ? error : NAN);
    FigureMark(panel->figure, h, error, filled);
    /* Under the middle of what was judged. */
    if (filled && seen++ == inside / 2 && !isnan(claimed) && error > 0)
      ClaimSlope(panel, claimed, h, error);
  }
}

/* Of the quantities of a method; a table of another program has columns of any name. */
static PetscBool IsOrderQuantity(const char *name) {
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    if (!strcmp(name, OrderQuantities[k]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static void Begin(Panel *panel, const char *title, const char *quantity) {
  const char *of = !quantity ? "error" : IsOrderQuantity(quantity) ? "error of " : "";
  const Text label = TextPrint("largest %s%s", of, quantity ? TextQuantity(quantity) : "");

  FigurePanel(panel->figure, title, "step size h (model units)", label.at,
              FIGURE_LOG_X | FIGURE_LOG_Y | (quantity ? FIGURE_SHARED : 0));
  panel->slopes = 0;
}

static void Slopes(const Panel *panel) {
  for (int k = 0; k < panel->slopes; k++)
    FigureSlope(panel->figure, panel->slope[k].x, panel->slope[k].y, panel->slope[k].slope);
}

/* The record's series in that precision, if it has errors of the quantity. */
static const Series *Find(const Record *record, const char *quantity, Precision precision) {
  const Measured *measured = MeasuredErrors(record);

  for (PetscInt j = 0; measured && j < measured->count; j++)
    if (measured->series[j].precision == precision && HasErrors(&measured->series[j], quantity))
      return &measured->series[j];
  return NULL;
}

/* A figure for a paper has each curve once. */
static const Series *FindHighest(const Record *record, const char *quantity) {
  const Series *series = Find(record, quantity, IN_QUAD);

  return series ? series : Find(record, quantity, IN_DOUBLE);
}

/* ---- All methods on one case ---- */

/* What the k-th panel on a case is about: a quantity that methods have, then the columns of a table of
 * another program; NULL after the last. */
static const char *PanelQuantity(Store store, const char *place, int k) {
  const Records *records = store->records;

  if (k < ORDER_QUANTITIES)
    return OrderQuantities[k];
  k -= ORDER_QUANTITIES;
  for (PetscInt i = 0; i < records->count; i++) {
    const Series *series = MeasuredFirstSeries(records->at[i].measured);
    if (!series || !JobMatches(&records->at[i].job, NULL, place))
      continue;
    for (PetscInt j = 0; j < series->quantities; j++) {
      const char *name = series->quantity[j].name;
      if (!IsOrderQuantity(name) && k-- == 0)
        return name;
    }
  }
  return NULL;
}

/* A curve of a method, and the order by which curves are sorted. */
typedef struct {
  const Record *record;
  const Series *series;
  PetscReal order;
  PetscInt style;
} MethodCurve;

static int ByOrder(const void *a, const void *b) {
  const MethodCurve *x = a, *y = b;

  return (x->order > y->order) - (x->order < y->order);
}

/* The order that was found, or else claimed, to two decimals; what has none comes last. */
static PetscReal OrderOfCurve(const Verdict *verdict) {
  const NumberOrWord none = {NULL, NAN}, found = verdict ? verdict->observed : none;
  const NumberOrWord value =
      found.word || isnan(found.number) ? verdict ? verdict->claimed : none : found;

  return value.word || isnan(value.number) ? INFINITY : round(100 * value.number) / 100;
}

/* Draws the curve, with its name and its order, unless a legend has the names. */
static void NamedCurve(Panel *panel, const MethodCurve *curve, PetscBool legend) {
  const Text name = PlotCurveName(curve->record, PETSC_TRUE),
             order =
                 isfinite(curve->order) ? TextPrint("  %.2f", (double)curve->order) : (Text){""};

  Curve(panel, curve->record, curve->series, curve->style);
  if (!legend)
    FigureName(panel->figure, TextPrint("%s%s", name.at, order.at).at);
}

/* The number of the method among those of the request (NULL: in the store); −1: it is not one of them. */
static PetscInt StyleOf(const Request *request, const char *method, PetscInt record) {
  PetscInt i = 0;

  while (request && i < request->methods && strcmp(request->method[i], method))
    i++;
  return !request ? record : i < request->methods ? i : -1;
}

/* The curves of a quantity in a precision, sorted by their orders, in as many panels as it takes to
 * distinguish them; of a request those of its methods, if there are several, in whatever precision. */
static void MethodsPanels(Panel *panel, const char *place, const Request *request) {
  const Records *records = panel->store->records;
  PetscInt count = 0;

  MethodCurve *curve = ArenaArray(FigureArena(panel->figure), records->count, sizeof(*curve));
  for (PetscInt i = 0; i < records->count; i++) {
    const Record *record = &records->at[i];
    const PetscInt style = StyleOf(request, record->job.method, i);
    const Series *series = style < 0 || !JobMatches(&record->job, NULL, place) ? NULL
                           : request ? FindHighest(record, panel->quantity)
                                     : Find(record, panel->quantity, panel->precision);
    if (series)
      curve[count++] = (MethodCurve){
          record, series,
          OrderOfCurve(VerdictOfRecord(panel->store, record->key, "order", panel->quantity)),
          style};
  }
  if (request && count < 2)
    return;
  Sort(count, curve, ByOrder);
  const PetscInt parts = (count + PLOT_CURVES - 1) / PLOT_CURVES;
  const PetscInt each = parts ? (count + parts - 1) / parts : 1;
  for (PetscInt i = 0; i < count; i++) {
    if (i % each == 0) {
      const Text title = TextPrint("%s, %s precision%s", TextQuantity(panel->quantity),
                                   TextPrecision(panel->precision), PlotPart(i / each, parts).at);
      Slopes(panel);
      Begin(panel, request ? "" : title.at, panel->quantity);
    }
    if (!request)
      curve[i].style = i % each;
    NamedCurve(panel, &curve[i], (PetscBool)(request != NULL));
  }
  Slopes(panel);
}

void PlotOrdersOnPlace(const Plotter *plotter, Figure figure, const char *place) {
  const Store store = plotter->contents->store;

  for (int precision = 0; precision < (plotter->request ? 1 : PRECISIONS); precision++)
    for (int k = 0; PanelQuantity(store, place, k); k++) {
      Panel panel = {.figure = figure,
                     .store = store,
                     .quantity = PanelQuantity(store, place, k),
                     .precision = (Precision)precision};
      MethodsPanels(&panel, place, plotter->request);
    }
}

/* ---- One method ---- */

/* The styles of a quantity in double and in quadruple precision differ in colour and shape. */
static PetscInt QuantityStyle(int quantity, int precision) { return 2 * quantity + precision; }

/* A panel of its own for each case, whose units and step sizes are its own too: all quantities, in
 * both precisions unless they are requested. Marks those that it draws. */
static void CasePanel(const Plotter *plotter, Figure figure, const Record *record,
                      PetscBool used[ORDER_QUANTITIES][PRECISIONS]) {
  Panel panel = {.figure = figure, .store = plotter->contents->store};
  PetscBool begun = PETSC_FALSE;

  for (int k = 0; k < ORDER_QUANTITIES; k++)
    for (int precision = 0; precision < PRECISIONS; precision++) {
      const Series *series = Find(record, OrderQuantities[k], (Precision)precision);
      if (!series || (plotter->request && series != FindHighest(record, OrderQuantities[k])))
        continue;
      if (!begun)
        Begin(&panel, PlotCurveName(record, PETSC_FALSE).at, NULL);
      begun = PETSC_TRUE;
      panel.quantity = OrderQuantities[k];
      panel.precision = (Precision)precision;
      Curve(&panel, record, series, QuantityStyle(k, precision));
      used[k][precision] = PETSC_TRUE;
    }
  Slopes(&panel);
}

static void QuantityLegend(Figure figure, PetscBool used[ORDER_QUANTITIES][PRECISIONS]) {
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    for (int precision = 0; precision < PRECISIONS; precision++)
      if (used[k][precision])
        FigureLegend(figure,
                     TextPrint("%s, %s", TextQuantity(OrderQuantities[k]),
                               TextPrecision((Precision)precision))
                         .at,
                     QuantityStyle(k, precision), PETSC_TRUE);
}

void PlotOrdersOfMethod(const Plotter *plotter, Figure figure, const char *method) {
  PetscBool used[ORDER_QUANTITIES][PRECISIONS] = {{PETSC_FALSE}};
  const Records *records = plotter->contents->store->records;

  for (PetscInt i = 0; i < records->count; i++)
    if (JobMatches(&records->at[i].job, method, NULL))
      CasePanel(plotter, figure, &records->at[i], used);
  QuantityLegend(figure, used);
}

void PlotOrdersRequested(const Plotter *plotter, Figure figure, const char *place) {
  const Request *request = plotter->request;
  PetscBool used[ORDER_QUANTITIES][PRECISIONS] = {{PETSC_FALSE}};

  if (request->methods > 1) {
    PlotOrdersOnPlace(plotter, figure, place);
    for (PetscInt i = 0; i < request->methods && FigurePanels(figure); i++)
      FigureLegend(figure, request->method[i], i, PETSC_TRUE);
    return;
  }
  CasePanel(plotter, figure, FindErrors(plotter->contents->store, request->method[0], place), used);
  QuantityLegend(figure, used);
}
