/* Where the triangles of claimed slopes go: near their curves, and on none of them. */
#include "reports/figure_impl.h"
#include "reports/grow.h"
#include <math.h>
#include <string.h>

#define CELL 4     /* pixels: the side of a cell of the map */
#define SIDE 36.   /* pixels: of a triangle, unless it would be too high */
#define LETTER 7.5 /* pixels */
#define LINE_PIXELS 14.

/* The axes as cells, and of each how many before it, in both directions, have something in them:
 * whether a box is free takes four of these. */
typedef struct {
  Panel *panel;
  PetscReal width, height, decades[2]; /* pixels; of the axes */
  PetscInt columns, rows;
  char *taken;
  PetscInt *sum;
} Map;

/* Pixels from the lower left corner of the axes. */
static void Pixels(const Map *map, PetscReal x, PetscReal y, PetscReal pixel[2]) {
  const Panel *panel = map->panel;

  pixel[0] = log10(x / panel->low[0]) / map->decades[0] * map->width;
  pixel[1] = log10(PetscMax(y, panel->low[1]) / panel->low[1]) / map->decades[1] * map->height;
}

/* What is drawn at a point takes the cells around it too. */
static void Take(Map *map, const PetscReal pixel[2]) {
  const PetscInt column = (PetscInt)floor(pixel[0] / CELL), row = (PetscInt)floor(pixel[1] / CELL);

  for (PetscInt i = PetscMax(0, row - 1); i <= PetscMin(map->rows - 1, row + 1); i++)
    for (PetscInt j = PetscMax(0, column - 1); j <= PetscMin(map->columns - 1, column + 1); j++)
      map->taken[i * map->columns + j] = 1;
}

static void TakeSegment(Map *map, const PetscReal from[2], const PetscReal to[2]) {
  const PetscReal length = hypot(to[0] - from[0], to[1] - from[1]);
  const PetscInt parts = 1 + (PetscInt)(PetscMin(length, 4000) / CELL);

  for (PetscInt i = 0; i <= parts; i++) {
    const PetscReal s = (PetscReal)i / (PetscReal)parts;
    Take(map, (PetscReal[]){from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1])});
  }
}

static void TakeCurves(Map *map) {
  const Panel *panel = map->panel;
  PetscReal last[2] = {0, 0}, here[2];
  PetscBool open = PETSC_FALSE;

  for (PetscInt i = 0; i < panel->elements; i++) {
    const Element *element = &panel->element[i];
    const PetscBool line = (PetscBool)(element->kind == LINE);
    if (element->kind != MARK && !line)
      continue;
    if (line && (element->start || !isfinite(element->y)))
      open = PETSC_FALSE;
    if (!isfinite(element->y) || !(element->x > 0))
      continue;
    Pixels(map, element->x, element->y, here);
    if (line && open)
      TakeSegment(map, last, here);
    else
      Take(map, here);
    if (line) {
      memcpy(last, here, sizeof(last));
      open = PETSC_TRUE;
    }
  }
}

static void Sum(Map *map) {
  const PetscInt stride = map->columns + 1;

  for (PetscInt i = 0; i < map->rows; i++)
    for (PetscInt j = 0; j < map->columns; j++)
      map->sum[(i + 1) * stride + j + 1] =
          map->taken[i * map->columns + j] + map->sum[i * stride + j + 1] +
          map->sum[(i + 1) * stride + j] - map->sum[i * stride + j];
}

static PetscBool IsFree(const Map *map, PetscInt column, PetscInt row, const PetscInt box[2]) {
  const PetscInt stride = map->columns + 1, *low = map->sum + row * stride + column;
  const PetscInt *high = low + box[1] * stride;

  return (PetscBool)(high[box[0]] - high[0] - low[box[0]] + low[0] == 0);
}

/* The free box whose upper edge is nearest to the point, as its lower left cell; FALSE: none. */
static PetscBool Find(const Map *map, const PetscReal point[2], const PetscInt box[2],
                      PetscInt found[2]) {
  PetscReal nearest = INFINITY;

  for (PetscInt row = 1; row + box[1] < map->rows; row++)
    for (PetscInt column = 1; column + box[0] < map->columns; column++) {
      const PetscReal x = CELL * ((PetscReal)column + 0.5 * (PetscReal)box[0]) - point[0];
      const PetscReal y = CELL * (PetscReal)(row + box[1]) - point[1];
      /* Below a curve rather than above it. */
      const PetscReal far = x * x + y * y + (y > 0 ? 6000 : 0);
      if (far < nearest && IsFree(map, column, row, box)) {
        nearest = far;
        found[0] = column;
        found[1] = row;
      }
    }
  return (PetscBool)(nearest < INFINITY);
}

static PetscErrorCode Add(Panel *panel, Element element) {
  PetscFunctionBeginUser;
  Grow(panel->element, panel->elements);
  panel->element[panel->elements++] = element;
  PetscFunctionReturn(0);
}

/* The triangle, with its lower left corner at these pixels. */
static PetscErrorCode Triangle(Map *map, const PetscReal corner[2], const PetscReal side[2],
                               const char *label) {
  static const PetscReal at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}};
  const Panel *panel = map->panel;
  Element element = {GUIDE, PETSC_TRUE, 0, 0, 0, 0, 0, ""};

  PetscFunctionBeginUser;
  for (int i = 0; i < 5; i++) {
    const PetscReal *place = i < 4 ? at[i] : (PetscReal[]){1, 0.5};
    const PetscReal x = corner[0] + place[0] * side[0], y = corner[1] + place[1] * side[1];
    element.kind = i < 4 ? GUIDE : LABEL;
    element.start = (PetscBool)(i == 0 || i == 4);
    element.x = panel->low[0] * pow(10, x / map->width * map->decades[0]);
    element.y = panel->low[1] * pow(10, y / map->height * map->decades[1]);
    if (i == 4)
      PetscCall(PetscSNPrintf(element.text, sizeof(element.text), "%s", label));
    PetscCall(Add(map->panel, element));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode PlaceSlope(Map *map, const Slope *slope, PetscBool *placed) {
  PetscReal side[2] = {SIDE, SIDE}, point[2];
  PetscInt box[2], found[2];
  char label[16];

  PetscFunctionBeginUser;
  snprintf(label, sizeof(label), "%.4g", (double)slope->slope);
  side[1] *= slope->slope * map->decades[0] / map->width * map->height / map->decades[1];
  const PetscReal much = PetscMax(1, fabs(side[1]) / (0.3 * map->height));
  side[0] /= much;
  side[1] /= much;
  const PetscReal height = PetscMax(LINE_PIXELS, side[1]);
  box[0] = (PetscInt)ceil((side[0] + 5 + LETTER * (PetscReal)strlen(label)) / CELL);
  box[1] = (PetscInt)ceil(height / CELL);
  Pixels(map, slope->x, slope->y, point);
  *placed = Find(map, point, box, found);
  if (!*placed)
    PetscFunctionReturn(0);
  const PetscReal corner[2] = {CELL * (PetscReal)found[0],
                               CELL * (PetscReal)found[1] + 0.5 * (height - side[1])};
  PetscCall(Triangle(map, corner, side, label));
  for (PetscInt i = found[1]; i < found[1] + box[1]; i++)
    memset(map->taken + i * map->columns + found[0], 1, (size_t)box[0]);
  Sum(map);
  PetscFunctionReturn(0);
}

static PetscErrorCode PlaceAll(Map *map, PetscBool *all) {
  Panel *panel = map->panel;
  const PetscInt elements = panel->elements;

  PetscFunctionBeginUser;
  for (int axis = 0; axis < 2; axis++)
    map->decades[axis] = log10(panel->high[axis] / panel->low[axis]);
  PetscCall(PetscArrayzero(map->taken, map->columns * map->rows));
  TakeCurves(map);
  Sum(map);
  *all = PETSC_TRUE;
  for (PetscInt i = 0; i < panel->slopes && *all; i++)
    PetscCall(PlaceSlope(map, &panel->slope[i], all));
  if (!*all)
    panel->elements = elements;
  PetscFunctionReturn(0);
}

PetscErrorCode FigurePlaceSlopes(Panel *panel, PetscReal width, PetscReal height) {
  Map map = {.panel = panel, .width = width, .height = height};
  PetscBool all = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!panel->slopes)
    PetscFunctionReturn(0);
  map.columns = (PetscInt)(width / CELL);
  map.rows = (PetscInt)(height / CELL);
  PetscCall(PetscMalloc1(map.columns * map.rows, &map.taken));
  PetscCall(PetscCalloc1((map.columns + 1) * (map.rows + 1), &map.sum));
  /* A quarter more below each time: there is room in the end. */
  for (int more = 0; more < 4 && !all; more++) {
    PetscCall(PlaceAll(&map, &all));
    if (!all)
      panel->low[1] /= pow(10, ceil(0.25 * map.decades[1]));
  }
  PetscCall(PetscFree(map.taken));
  PetscCall(PetscFree(map.sum));
  PetscFunctionReturn(0);
}
