/* Ensembles: their slices put together, the table of mean squares, and their plots, as they are and divided by
 * the claimed power of h. */
#include "reports/plots.h"
#include "reports/table.h"

/* Of one method, case, step size and quantity. Texts are the store's. */
typedef struct {
  const Job *job; /* the first of them */
  const char *quantity;
  PetscReal h,
      order; /* order: the claimed power of h in the mean square; NaN without such a claim */
  PetscInt members, failed_members;
  Reals times, mean_square; /* as many; NaN: a mean over no member, or one that is not known */
} EnsembleMean;

typedef struct {
  PetscInt count;
  EnsembleMean *at;
} EnsembleMeans;

/* The claimed order of the mean square in h. */
static PetscReal ClaimedOrder(const Job *job, const char *quantity) {
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    if (!isnan(claim->order) && !strcmp(claim->quantity, quantity))
      return claim->order;
  }
  return NAN;
}

static PetscBool SameTimes(Reals a, Reals b) {
  return (PetscBool)(a.count == b.count && !memcmp(a.at, b.at, (size_t)a.count * sizeof(*a.at)));
}

static EnsembleMean *FindOrAdd(Arena arena, EnsembleMeans *all, const Job *job,
                               const Ensemble *slice, const char *quantity) {
  for (PetscInt i = 0; i < all->count; i++) {
    EnsembleMean *mean = &all->at[i];
    if (!strcmp(mean->job->method, job->method) && !strcmp(mean->job->model, job->model) &&
        !strcmp(mean->job->instance, job->instance) && !strcmp(mean->quantity, quantity) &&
        mean->h == slice->h && SameTimes(mean->times, slice->times))
      return mean;
  }
  EnsembleMean *mean = ArenaNext(arena, all->count, &all->at);
  *mean = (EnsembleMean){.job = job,
                         .quantity = quantity,
                         .h = slice->h,
                         .order = ClaimedOrder(job, quantity),
                         .times = slice->times};
  mean->mean_square.count = slice->times.count;
  mean->mean_square.at = ArenaArray(arena, slice->times.count, sizeof(*mean->mean_square.at));
  return mean;
}

/* Adds the sums of a slice, which become means at the end. */
static void AddSlice(Arena arena, EnsembleMeans *all, const Job *job, const Ensemble *slice) {
  for (PetscInt k = 0; k < slice->quantities; k++) {
    const EnsembleSum *sum = &slice->quantity[k];
    EnsembleMean *mean = FindOrAdd(arena, all, job, slice, sum->name);
    mean->members += slice->past - slice->first;
    mean->failed_members += slice->failed_members;
    for (PetscInt i = 0; i < mean->times.count; i++)
      mean->mean_square.at[i] += i < sum->sum_square.count ? sum->sum_square.at[i] : NAN;
  }
}

/* Those of a place (NULL: of all), in the order of the records. */
static void Collect(Store store, const char *place, Arena arena, EnsembleMeans *all) {
  *all = (EnsembleMeans){.count = 0};
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Measured *measured = MeasuredAs(&store->records->at[i], MEASURED_ENSEMBLE);
    if (measured && JobMatches(&store->records->at[i].job, NULL, place))
      AddSlice(arena, all, &store->records->at[i].job, &measured->ensemble);
  }
  for (PetscInt i = 0; i < all->count; i++) {
    const PetscInt n = all->at[i].members - all->at[i].failed_members;
    for (PetscInt k = 0; k < all->at[i].mean_square.count; k++)
      all->at[i].mean_square.at[k] =
          n > 0 ? all->at[i].mean_square.at[k] / (PetscReal)n : (PetscReal)NAN;
  }
}

/* ---- Table ---- */

PetscErrorCode WriteEnsembles(const Contents *contents) {
  EnsembleMeans means;

  Table table = TableCreate(
      "Ensembles", "The mean over the members of the squared difference from the initial value.");
  Collect(contents->store, NULL, table->texts, &means);
  TableColumns(table, COLUMN_GROUP, "method|model:case|quantity", 0);
  TableColumns(table, COLUMN_NUMBER, "h|members|failed members|time|mean square", 0);
  for (PetscInt i = 0; i < means.count; i++) {
    const EnsembleMean *mean = &means.at[i];
    for (PetscInt j = 0; j < mean->times.count; j++)
      TableRow(table, Word(mean->job->method), Word(PlaceOf(mean->job).at), Word(mean->quantity),
               Number(mean->h), Number((PetscReal)mean->members),
               Number((PetscReal)mean->failed_members), Number(mean->times.at[j]),
               Number(mean->mean_square.at[j]));
  }
  return TableWrite(table, contents->store->directory, "ensembles", means.count ? TABLE_FILES : 0);
}

/* ---- Plot ---- */

/* The mean square at an output time, divided by the claimed power of h if it is to be scaled. */
static void Curve(Figure figure, const EnsembleMean *mean, PetscInt style, PetscBool scaled) {
  const PetscReal scale = scaled ? pow(mean->h, mean->order) : 1;
  PetscReal last_time = NAN, last = NAN;

  FigureCurve(figure, style, 0);
  for (PetscInt i = 0; i < mean->times.count; i++) {
    const PetscReal t = mean->times.at[i], value = mean->mean_square.at[i] / scale;
    if (!(t > 0))
      continue;
    FigureLine(figure, t, value);
    if ((i + 1 + style) % 8 == 0)
      FigureMark(figure, t, value, PETSC_TRUE);
    last_time = t;
    last = value;
  }
  if (!isnan(last_time))
    FigureMark(figure, last_time, last, PETSC_TRUE);
}

static void Panel(Figure figure, const EnsembleMeans *means, const char *quantity,
                  PetscBool scaled) {
  const Text title =
      TextPrint("%s%s", quantity, scaled ? ", scaled by the claimed power of h" : "");
  const Text label = TextPrint(scaled ? "mean (Δ%s)² / hᵖ" : "mean (Δ%s)²", quantity);
  PetscBool begun = PETSC_FALSE;

  for (PetscInt i = 0; i < means->count; i++) {
    const EnsembleMean *mean = &means->at[i];
    if (strcmp(mean->quantity, quantity) || (scaled && isnan(mean->order)))
      continue;
    if (!begun)
      FigurePanel(figure, title.at, "time t (model units)", label.at, FIGURE_LOG_X | FIGURE_LOG_Y);
    begun = PETSC_TRUE;
    Curve(figure, mean, i, scaled);
  }
}

static void Legend(Figure figure, const EnsembleMean *mean, PetscInt style) {
  Text failed = {""}, power = {""};

  if (mean->failed_members > 0)
    failed = TextPrint(" (%d failed)", (int)mean->failed_members);
  if (!isnan(mean->order))
    power = TextPrint(", p = %g", (double)mean->order);
  const Text text = TextPrint("%s, %s, h = %g, %d members%s%s", mean->job->method, mean->quantity,
                              (double)mean->h, (int)mean->members, failed.at, power.at);
  FigureLegend(figure, text.at, style, PETSC_TRUE);
}

void PlotEnsemble(const Plotter *plotter, Figure figure, const char *place) {
  EnsembleMeans means;

  Collect(plotter->contents->store, place, FigureArena(figure), &means);
  for (PetscInt i = 0; i < means.count; i++)
    Legend(figure, &means.at[i], i);
  for (PetscInt i = 0; i < means.count; i++) {
    PetscInt first = 0; /* of its quantity */
    while (strcmp(means.at[first].quantity, means.at[i].quantity))
      first++;
    for (int scaled = 0; scaled < 2 && first == i; scaled++)
      Panel(figure, &means, means.at[i].quantity, (PetscBool)scaled);
  }
}
