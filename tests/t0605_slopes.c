/* The triangles of claimed slopes in plots: on no curve, near their own, and where there is no room
 * the axis makes some. */
#include "petsc_tap.h"
#include "reports/figure_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const PetscReal width = 292, height = 248; /* of the axes of a panel, in pixels */

/* A panel of straight curves: with h from 0.01 to 0.1, errors of first[i] h^power[i]. */
static Figure Lines(int lines, const PetscReal first[], const PetscReal power[]) {
  Figure figure;

  REQUIRE(FigureCreate("name", "title", 400, 330, 1, &figure));
  REQUIRE(FigurePanel(figure, "panel", "h", "error", FIGURE_LOG_X | FIGURE_LOG_Y));
  for (int i = 0; i < lines; i++)
    for (int k = 0; k <= 4; k++) {
      const PetscReal h = 0.01 * pow(10, 0.25 * k);
      REQUIRE(FigureLine(figure, !k, h, first[i] * pow(h, power[i]), i));
    }
  figure->panel->low[0] = 0.008;
  figure->panel->high[0] = 0.12;
  return figure;
}

static void Pixels(const Panel *panel, const Element *element, PetscReal pixel[2]) {
  pixel[0] = width * log10(element->x / panel->low[0]) / log10(panel->high[0] / panel->low[0]);
  pixel[1] = height * log10(element->y / panel->low[1]) / log10(panel->high[1] / panel->low[1]);
}

/* How far, in pixels, the nearest curve is from the triangles' corners and labels. Curves are
 * straight, so that a hundred points of each are enough. */
static PetscReal Clearance(const Panel *panel) {
  PetscReal nearest = INFINITY, a[2], b[2], at[2];

  for (PetscInt i = 0; i < panel->elements; i++) {
    if (panel->element[i].kind != GUIDE && panel->element[i].kind != LABEL)
      continue;
    Pixels(panel, &panel->element[i], at);
    for (PetscInt j = 1; j < panel->elements; j++) {
      if (panel->element[j].kind != LINE || panel->element[j].start)
        continue;
      Pixels(panel, &panel->element[j - 1], a);
      Pixels(panel, &panel->element[j], b);
      for (int k = 0; k <= 100; k++)
        nearest = PetscMin(nearest, hypot(a[0] + 0.01 * k * (b[0] - a[0]) - at[0],
                                          a[1] + 0.01 * k * (b[1] - a[1]) - at[1]));
    }
  }
  return nearest;
}

static PetscInt Count(const Panel *panel, Kind kind) {
  PetscInt count = 0;

  for (PetscInt i = 0; i < panel->elements; i++)
    count += panel->element[i].kind == kind;
  return count;
}

static void TestFree(void) {
  const PetscReal first[] = {1, 1, 1e3, 1e-3}, power[] = {1, 2, 4, 1.5};
  Figure figure = Lines(4, first, power);
  Panel *panel = figure->panel;

  panel->low[1] = 1e-7;
  panel->high[1] = 1;
  for (int i = 0; i < 3; i++)
    REQUIRE(FigureSlope(figure, 0.03, first[i] * pow(0.03, power[i]), power[i]));
  REQUIRE(FigurePlaceSlopes(panel, width, height));
  ok(Count(panel, LABEL) == 3, "each slope has a triangle with a label");
  ok(Count(panel, GUIDE) == 12, "of three sides");
  ok(panel->low[1] == 1e-7, "there was room");
  const PetscReal clear = Clearance(panel);
  if (!ok(clear >= 3, "no curve is within 3 pixels of them"))
    diag("%g", clear);

  /* The sides are in the proportion of the slope, whatever the axes are. */
  const Element *guide = panel->element;
  while (guide->kind != GUIDE)
    guide++;
  is_close(log10(guide[2].y / guide[1].y) / log10(guide[1].x / guide[0].x), 1, 1e-12,
           "a few roundings", "the first has the slope that is claimed");

  /* A triangle that hangs below its point by a fixed factor, as a wrong place. */
  for (PetscInt i = 0; i < panel->elements; i++)
    if (panel->element[i].kind == GUIDE || panel->element[i].kind == LABEL) {
      panel->element[i].x = 0.03;
      panel->element[i].y = 0.03;
    }
  ok(Clearance(panel) < 3, "a triangle on a curve would be found");
  REQUIRE(FigureDestroy(&figure));
}

static void TestFull(void) {
  PetscReal first[30], power[30];
  Figure figure;

  for (int i = 0; i < 30; i++) {
    first[i] = pow(10, -0.2 * i);
    power[i] = 0.2;
  }
  figure = Lines(30, first, power);
  figure->panel->low[1] = 1e-6;
  figure->panel->high[1] = 1;
  REQUIRE(FigureSlope(figure, 0.03, first[15] * pow(0.03, 0.2), 0.2));
  REQUIRE(FigurePlaceSlopes(figure->panel, width, height));
  ok(Count(figure->panel, LABEL) == 1, "a panel full of curves has its triangle too");
  ok(figure->panel->low[1] < 1e-6, "below them all");
  const PetscReal clear = Clearance(figure->panel);
  if (!ok(clear >= 3, "on none of them"))
    diag("%g", clear);
  REQUIRE(FigureDestroy(&figure));
}

/* What the whole figure makes of its panels: a legend for each where it has one of its own. */
static void TestLegends(void) {
  const PetscReal one[] = {1};
  Figure figure = Lines(1, one, one);
  char folder[] = "/tmp/t0605-XXXXXX", made[64];
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  REQUIRE(mkdtemp(folder) == NULL);
  REQUIRE(FigurePanelLegend(figure, "first method", 0));
  REQUIRE(FigurePanel(figure, "second panel", "h", "error", FIGURE_LOG_X | FIGURE_LOG_Y));
  REQUIRE(FigurePanelLegend(figure, "second method", 1));
  REQUIRE(FigureRender(figure, file, folder, "svg"));
  fclose(file);
  (void)snprintf(made, sizeof(made), "%s/.made", folder);
  (void)remove(made);
  (void)rmdir(folder);
  ok(strstr(text, "first method") && strstr(text, "second method"), "both names are there");
  ok(figure->panel[1].top > figure->panel[0].top + 330,
     "the second row leaves room for the legend");
  free(text);
  REQUIRE(FigureDestroy(&figure));
}

int main(int argc, char **argv) {
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  TestFree();
  TestFull();
  TestLegends();
  REQUIRE(PetscFinalize());
  return done_testing();
}
