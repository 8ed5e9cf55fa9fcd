#include "reports/writers.h"
#include "base/sort.h"
#include "reports/table.h"
#include "reports/text.h"

/* ---- Requests ---- */

/* The first place of the model, or model and case, at which work was measured. */
static PetscErrorCode FindWork(const Contents *contents, const char *option, const char *name,
                               const char **place) {
  const Records *records = contents->store->records;

  for (PetscInt i = 0; i < records->count; i++) {
    const Job *job = &records->at[i].job;
    if (job->kind && !strcmp(job->kind, "work") &&
        (JobMatches(job, NULL, name) || !strcmp(job->model, name))) {
      *place = ArenaText(contents->arena, PlaceOf(job).at);
      return 0;
    }
  }
  UserError("%s work:%s: no work was measured on %s in this folder; gimbal verify work does it",
            option, name, name);
}

static PetscErrorCode ReadWork(const Contents *contents, const char *option, const char *text,
                               Request *request) {
  for (; *text; text += strcspn(text, ",") + (strchr(text, ',') != NULL)) {
    UserCheck(request->places < REQUEST_PLACES, "%s work: no more than %d models fit into a figure",
              option, REQUEST_PLACES);
    PetscCall(FindWork(contents, option, TextPrint("%.*s", (int)strcspn(text, ","), text).at,
                       &request->place[request->places++]));
  }
  UserCheck(request->places, "%s work: no model; expected work:MODEL,MODEL", option);
  return 0;
}

/* The method of the store whose name the text begins with, before a comma or colon: the longest, for
 * settings have colons and commas of their own ("dla:tau=1/3"). */
static const char *MethodAt(const Contents *contents, const char *text) {
  const char *found = NULL;

  for (PetscInt i = 0; i < contents->methods.count; i++) {
    const char *name = contents->methods.at[i];
    const size_t length = strlen(name);
    if (!strncmp(text, name, length) && (text[length] == ',' || text[length] == ':') &&
        FindErrors(contents->store, name, NULL) && (!found || length > strlen(found)))
      found = name;
  }
  return found;
}

/* Leaves *text behind the colon that ends them. */
static PetscErrorCode ReadMethods(const Contents *contents, const char *option, const char **text,
                                  Request *request) {
  const char *whole = *text;

  for (PetscBool more = PETSC_TRUE; more;) {
    const char *name = MethodAt(contents, *text);
    UserCheck(name, "%s order:%s: this folder has no errors of a method %.*s", option, whole,
              (int)strcspn(*text, ",:"), *text);
    UserCheck(request->methods < REQUEST_METHODS,
              "%s order:%s: a figure distinguishes at most %d methods", option, whole,
              REQUEST_METHODS);
    request->method[request->methods++] = name;
    *text += strlen(name);
    more = (PetscBool)(*(*text)++ == ',');
  }
  return 0;
}

/* The first place of that name, or of that model, at which all have errors. */
static PetscErrorCode FindPlace(const Contents *contents, const char *option, const char *name,
                                Request *request) {
  const Texts *places = &contents->places;
  const size_t length = strlen(name);
  const char *lacking = request->method[0];
  PetscInt most = 0;

  for (PetscInt i = 0; i < places->count; i++) {
    const char *place = places->at[i];
    PetscInt have = 0;
    if (strncmp(place, name, length) || (place[length] && place[length] != ':'))
      continue;
    while (have < request->methods && FindErrors(contents->store, request->method[have], place))
      have++;
    if (have == request->methods) {
      request->place[request->places++] = place;
      return 0;
    }
    if (have > most)
      lacking = request->method[most = have];
  }
  const Job *job = &FindErrors(contents->store, lacking, NULL)->job;
  UserError("%s: %s has no errors on %s%s, but for example on %s:%s", option, lacking, name,
            most ? ", as the others have" : "", job->model, job->instance);
}

PetscErrorCode RequestRead(const Contents *contents, const char *option, const char *text,
                           Request *request) {
  const char *rest = text + strlen("order:");

  *request = (Request){.methods = 0};
  if (!strncmp(text, "work:", 5) && !strcmp(option, "--figure")) {
    PetscCall(ReadWork(contents, option, text + 5, request));
    return 0;
  }
  UserCheck(!strncmp(text, "order:", 6) && strchr(rest, ':') && *rest != ':',
            "%s %s: order:METHOD:MODEL, order:METHOD:MODEL:CASE or %s is expected", option, text,
            strcmp(option, "--figure") ? "comparison" : "work:MODEL");
  PetscCall(ReadMethods(contents, option, &rest, request));
  UserCheck(request->methods == 1 || !strcmp(option, "--figure"),
            "%s %s: a table has one method; repeat %s for each", option, text, option);
  return FindPlace(contents, option, rest, request);
}

/* ---- The table ---- */

static int ByStepSize(const void *a, const void *b) {
  const SeriesPoint *x = *(const SeriesPoint *const *)a, *y = *(const SeriesPoint *const *)b;

  return (x->h < y->h) - (x->h > y->h);
}

/* Of the two errors; NaN if one is missing, or zero. */
static PetscReal OrderBetween(const SeriesPoint *coarse, const SeriesPoint *fine,
                              const char *quantity) {
  const PetscReal a = SeriesPointError(coarse, quantity), b = SeriesPointError(fine, quantity);

  return a > 0 && b > 0 && coarse->h > fine->h ? log(a / b) / log(coarse->h / fine->h) : NAN;
}

/* Columns for people, and the same ones with names of their own, by which pgfplots takes them:
 * \addplot table [x=h, y=q] {NAME.dat}; */
static void FillTable(Table table, const Series *series, const SeriesPoint *const point[]) {
  enum { TWICE = 2, NAMED = TABLE_CSV | TABLE_DATA };

  TableColumns(table, COLUMN_NUMBER, "N|h", 0);
  for (int k = 0; k < TWICE * ORDER_QUANTITIES; k++) {
    const char *quantity = OrderQuantities[k / TWICE];
    const PetscBool named = (PetscBool)(k % TWICE);
    if (!HasErrors(series, quantity))
      continue;
    TableColumns(table, COLUMN_NUMBER, named ? quantity : TextQuantity(quantity),
                 named ? NAMED : TABLE_TEXT);
    TableColumns(table, COLUMN_ORDER, named ? TextPrint("%s_order", quantity).at : "order",
                 named ? NAMED : TABLE_TEXT);
  }
  for (PetscInt i = 0; i < series->points; i++) {
    TableRow(table, Number((PetscReal)point[i]->steps), Number(point[i]->h));
    for (int k = 0; k < TWICE * ORDER_QUANTITIES; k++) {
      const char *quantity = OrderQuantities[k / TWICE];
      if (!HasErrors(series, quantity))
        continue;
      TableValue(table, Number(SeriesPointError(point[i], quantity)));
      TableValue(table, Number(i ? OrderBetween(point[i - 1], point[i], quantity) : NAN));
    }
  }
}

static PetscErrorCode WriteSeries(const char *directory, const Request *request,
                                  const Series *series) {
  const Text name = TextPrint("%s%s-%s", PlotName("convergence", request->method[0]).at,
                              PlotName("model", *request->place).at + strlen("model"),
                              PrecisionNames[series->precision]);
  const Text title = TextPrint("Errors and orders of %s on %s in %s precision", request->method[0],
                               *request->place, TextPrecision(series->precision));

  Table table = TableCreate(
      title.at, "The largest error over all components and output times with N steps of "
                "size h, and the order between one row and the one before.");
  const SeriesPoint **point = ArenaArray(table->texts, series->points, sizeof(*point));
  for (PetscInt i = 0; i < series->points; i++)
    point[i] = &series->point[i];
  Sort(series->points, point, ByStepSize); /* from coarse to fine */
  FillTable(table, series, point);
  PetscCall(TableWrite(table, directory, name.at, TABLE_FILES | TABLE_DATA));
  fprintf(stderr, "report: %s/tables/%s.tex (.md, .csv, .dat)\n", directory, name.at);
  return 0;
}

PetscErrorCode WriteConvergence(const Contents *contents, const Request *request) {
  const Record *record = FindErrors(contents->store, request->method[0], *request->place);

  /* of several realisations the first */
  for (PetscInt j = 0; record && j < record->measured->count; j++)
    PetscCall(WriteSeries(contents->store->directory, request, &record->measured->series[j]));
  return 0;
}
