/* Trajectories to look at: the pictures of each model, of the exact motion and of every method that was
 * run for them. */
#include "reports/plots.h"

/* From where curves in space are seen, in degrees. */
#define AZIMUTH 30.
#define ELEVATION 20.
#define RADIANS (M_PI / 180)

/* What lies behind a sphere, or behind another curve, is mixed with white by this part. */
#define PALE 0.72

enum { COORDINATES = 3 };

/* A picture of one run: its coordinates, 2 or 3. */
typedef struct {
  const Record *record;
  const LongRun *run;
  const Watched *coordinate[COORDINATES];
  PetscInt coordinates;
  Text picture;
} Drawing;

typedef struct {
  Arena arena;
  Drawing *drawing;
  PetscInt n;
} Drawings;

/* The name of a coordinate is "PICTURE NUMBER: EXPRESSION". */
static size_t PictureLength(const Watched *w) {
  const size_t end = strcspn(w->name, ":");
  size_t length = end;
  while (length > 0 && w->name[length - 1] != ' ')
    length--;
  return length ? length - 1 : end;
}

static const char *Expression(const Watched *w) {
  const char *colon = strchr(w->name, ':');
  return colon ? colon + 1 + strspn(colon + 1, " ") : w->name;
}

static void CollectRun(const Record *record, const LongRun *run, Drawings *all) {
  for (PetscInt k = 0; k < run->quantities; k++) {
    const Watched *w = &run->quantity[k];
    const size_t length = PictureLength(w);
    Drawing *d = all->n ? &all->drawing[all->n - 1] : NULL;
    if (!d || d->run != run || d->coordinates == COORDINATES ||
        length != PictureLength(d->coordinate[0]) ||
        strncmp(w->name, d->coordinate[0]->name, length) != 0) {
      d = ArenaNext(all->arena, all->n, &all->drawing);
      *d = (Drawing){
          .record = record, .run = run, .picture = TextPrint("%.*s", (int)length, w->name)};
    }
    d->coordinate[d->coordinates++] = w;
  }
}

static void Collect(Store store, const char *place, Drawings *all) {
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_RUNS);
    if (!measured || strcmp(record->job.kind, "trajectory") != 0 ||
        !JobMatches(&record->job, NULL, place))
      continue;
    for (PetscInt j = 0; j < measured->count; j++)
      CollectRun(record, &measured->run[j], all);
  }
}

/* Where point i is drawn, and how far in front of the origin it is. */
static void Place(const Drawing *d, PetscInt i, PetscReal at[3]) {
  PetscReal x[COORDINATES];
  for (PetscInt c = 0; c < d->coordinates; c++)
    x[c] = i < d->coordinate[c]->points.count ? d->coordinate[c]->points.at[i] : NAN;
  at[2] = 0;
  if (d->coordinates < 3) {
    at[0] = x[0];
    at[1] = x[1];
    return;
  }
  const PetscReal c = cos(AZIMUTH * RADIANS), s = sin(AZIMUTH * RADIANS);
  const PetscReal up = cos(ELEVATION * RADIANS), down = sin(ELEVATION * RADIANS);
  const PetscReal toward = x[0] * c + x[1] * s;
  at[0] = x[1] * c - x[0] * s;
  at[1] = x[2] * up - toward * down;
  at[2] = toward * up + x[2] * down;
}

static PetscReal Sphere(const Drawing *d) { return d->coordinate[0]->scale; }

/* Its points as small ones, as in a section; or a curve, or the part of one behind the sphere or before it. */
typedef enum { DOTS, CURVE, BEHIND, BEFORE } Part;

static void PutCurve(Figure figure, const Drawing *d, Part part, PetscInt style, PetscReal pale) {
  FigureCurve(figure, style, pale);
  for (PetscInt i = 0; i < d->coordinate[0]->points.count; i++) {
    PetscReal at[3];
    Place(d, i, at);
    const PetscBool here = (PetscBool)(part < BEHIND || (at[2] < 0) == (part == BEHIND));
    (part == DOTS ? FigureDot : FigureLine)(figure, at[0], here ? at[1] : NAN);
  }
}

static void Circle(Figure figure, PetscReal radius, PetscBool upright) {
  enum { PARTS = 96 };

  FigureCurve(figure, FIGURE_BLACK, PALE);
  for (PetscInt i = 0; i <= PARTS; i++) {
    const PetscReal angle = 2 * M_PI * i / PARTS;
    FigureLine(figure, radius * cos(angle),
               radius * sin(angle) * (upright ? 1 : sin(ELEVATION * RADIANS)));
  }
}

static PetscBool IsSection(const Drawing *d) {
  return (PetscBool)(d->coordinate[0]->study && !strcmp(d->coordinate[0]->study, "section"));
}

/* `background`: of another curve. */
static void Draw(Figure figure, const Drawing *d, PetscInt style, PetscBool background) {
  const PetscReal pale = background ? PALE : 0;

  if (IsSection(d) || d->coordinates < 3 || !(Sphere(d) > 0)) {
    PutCurve(figure, d, IsSection(d) ? DOTS : CURVE, style, pale);
    return;
  }
  Circle(figure, Sphere(d), PETSC_TRUE);
  Circle(figure, Sphere(d), PETSC_FALSE);
  PutCurve(figure, d, BEHIND, style, background ? 0.85 : 0.45);
  PutCurve(figure, d, BEFORE, style, pale);
}

static PetscBool SamePicture(const Drawing *a, const Drawing *b) {
  return (PetscBool)(!strcmp(a->picture.at, b->picture.at));
}

static void BeginPanel(Figure figure, const Drawing *d, const char *title) {
  const Watched *const *c = d->coordinate;
  const PetscBool equal =
      (PetscBool)(d->coordinates == 3 || (c[0]->study && strstr(c[0]->study, "equal")));
  const int axes = FIGURE_LINEAR | FIGURE_TIGHT | (equal ? FIGURE_EQUAL : 0);

  if (d->coordinates < 3) {
    FigurePanel(figure, title, Expression(c[0]), Expression(c[1]), axes);
    return;
  }
  FigurePanel(figure, title, TextPrint("seen from azimuth %g°, %g° above", AZIMUTH, ELEVATION).at,
              TextPrint("(%s, %s, %s)", Expression(c[0]), Expression(c[1]), Expression(c[2])).at,
              axes);
}

/* A cross where the run ended before its time. */
static void End(Figure figure, const Drawing *d) {
  PetscReal at[3];

  if (d->run->ending.status != STATUS_DONE && d->coordinate[0]->points.count) {
    Place(d, d->coordinate[0]->points.count - 1, at);
    FigureCross(figure, at[0], at[1]);
  }
}

static void MethodPanel(Figure figure, const Drawing *d, const Drawing *exact, PetscInt style) {
  const Text title =
      TextPrint("%s, h = %g", PlotCurveName(d->record, PETSC_TRUE).at, (double)d->run->h);

  BeginPanel(figure, d, title.at);
  if (exact)
    Draw(figure, exact, FIGURE_BLACK, PETSC_TRUE);
  Draw(figure, d, style, PETSC_FALSE);
  End(figure, d);
}

/* The panels of one picture, in whichever coordinates: the exact motion, and each method before it. */
static void Picture(Figure figure, const Drawings *all, const Drawing *first) {
  const Drawing *exact = NULL;
  PetscInt style = 0;

  for (PetscInt i = 0; i < all->n && !exact; i++)
    if (all->drawing[i].run->extra && SamePicture(&all->drawing[i], first))
      exact = &all->drawing[i];
  if (exact) {
    const char *title = exact->coordinate[0]->kind ? exact->coordinate[0]->kind : exact->picture.at;
    const Text text = strcmp(exact->run->extra, "exact")
                          ? TextPrint("%s (classical, h = %g)", title, (double)exact->run->h)
                          : TextPrint("%s (closed form)", title);
    BeginPanel(figure, exact, text.at);
    Draw(figure, exact, FIGURE_BLACK, PETSC_FALSE);
  }
  for (PetscInt i = 0; i < all->n; i++) {
    const Drawing *d = &all->drawing[i];
    if (!d->run->extra && SamePicture(d, first))
      MethodPanel(figure, d, exact, style++);
  }
}

/* All pictures of one case. */
void PlotTrajectories(const Plotter *plotter, Figure figure, const char *place) {
  Drawings all = {.arena = FigureArena(figure)};
  Collect(plotter->contents->store, place, &all);
  for (PetscInt i = 0; i < all.n; i++) {
    PetscInt before = 0;
    while (before < i && !SamePicture(&all.drawing[before], &all.drawing[i]))
      before++;
    if (before == i)
      Picture(figure, &all, &all.drawing[i]);
  }
}
