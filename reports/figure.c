#include "reports/figure_impl.h"
#include "reports/grow.h"
#include <math.h>

/* Okabe and Ito's palette without its yellow, which white paper swallows. Seven colours and six
 * shapes repeat together only after 42 curves. */
static const int palette[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x222222};
static const int hollow[] = {6, 4, 8, 12, 10, 14}; /* gnuplot's; the filled one is the next */

int FigureColour(PetscInt style) { return palette[style % 7]; }
/* Curves that lie on one another stay visible: the later is drawn smaller. */
PetscReal FigureShapeSize(PetscInt style) { return 0.95 - 0.15 * (PetscReal)(style % 3); }
int FigureShape(PetscInt style, PetscBool filled) { return hollow[style % 6] + (filled ? 1 : 0); }

PetscErrorCode FigureCreate(const char *name, const char *title, PetscInt width, PetscInt height,
                            PetscInt columns, Figure *figure) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(figure));
  PetscCall(PetscSNPrintf((*figure)->name, sizeof((*figure)->name), "%s", name));
  PetscCall(PetscSNPrintf((*figure)->title, sizeof((*figure)->title), "%s", title));
  (*figure)->panel_width = width;
  (*figure)->panel_height = height;
  (*figure)->columns = columns;
  PetscFunctionReturn(0);
}

PetscErrorCode FigureDestroy(Figure *figure) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < (*figure)->panels; i++) {
    PetscCall(PetscFree((*figure)->panel[i].element));
    PetscCall(PetscFree((*figure)->panel[i].slope));
    PetscCall(PetscFree((*figure)->panel[i].legend));
  }
  PetscCall(PetscFree((*figure)->panel));
  PetscCall(PetscFree((*figure)->legend));
  PetscCall(PetscFree((*figure)->note));
  PetscCall(PetscFree((*figure)->box));
  PetscCall(PetscFree((*figure)->text));
  PetscCall(PetscFree((*figure)->line));
  PetscCall(PetscFree(*figure));
  PetscFunctionReturn(0);
}

PetscErrorCode FigurePanel(Figure figure, const char *title, const char *x_label,
                           const char *y_label, int axes) {
  PetscFunctionBeginUser;
  Grow(figure->panel, figure->panels);
  Panel *panel = &figure->panel[figure->panels++];
  PetscCall(PetscSNPrintf(panel->title, sizeof(panel->title), "%s", title));
  PetscCall(PetscSNPrintf(panel->label[0], sizeof(panel->label[0]), "%s", x_label));
  PetscCall(PetscSNPrintf(panel->label[1], sizeof(panel->label[1]), "%s", y_label));
  panel->axes = axes;
  PetscFunctionReturn(0);
}

PetscInt FigurePanels(Figure figure) { return figure->panels; }

PetscBool FigureIsEmpty(Figure figure) { return (PetscBool)(!figure->panels && !figure->boxes); }

static PetscErrorCode Add(Figure figure, Element element) {
  PetscFunctionBeginUser;
  Panel *panel = &figure->panel[figure->panels - 1];
  Grow(panel->element, panel->elements);
  panel->element[panel->elements++] = element;
  PetscFunctionReturn(0);
}

PetscErrorCode FigureLine(Figure figure, PetscBool start, PetscReal x, PetscReal y,
                          PetscInt style) {
  PetscFunctionBeginUser;
  PetscCall(Add(figure, (Element){LINE, start, x, y, FigureColour(style), 0, 0, ""}));
  PetscFunctionReturn(0);
}

static int Pale(PetscInt style, PetscReal pale) {
  const int colour = style < 0 ? 0 : FigureColour(style);
  int mixed = 0;
  for (int shift = 16; shift >= 0; shift -= 8)
    mixed = mixed << 8 | (int)round((colour >> shift & 255) * (1 - pale) + 255 * pale);
  return mixed;
}

PetscErrorCode FigureShade(Figure figure, PetscBool start, PetscReal x, PetscReal y, PetscInt style,
                           PetscReal pale) {
  PetscFunctionBeginUser;
  PetscCall(Add(figure, (Element){LINE, start, x, y, Pale(style, pale), 0, 0, ""}));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureDot(Figure figure, PetscReal x, PetscReal y, PetscInt style, PetscReal pale) {
  PetscFunctionBeginUser;
  if (!isnan(x + y))
    PetscCall(Add(figure, (Element){MARK, PETSC_TRUE, x, y, Pale(style, pale), 7, 0.25, ""}));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureMark(Figure figure, PetscReal x, PetscReal y, PetscInt style,
                          PetscBool filled) {
  PetscFunctionBeginUser;
  if (!isnan(y))
    PetscCall(Add(figure, (Element){MARK, PETSC_TRUE, x, y, FigureColour(style),
                                    FigureShape(style, filled), FigureShapeSize(style), ""}));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureCross(Figure figure, PetscReal x, PetscReal y, PetscInt style) {
  PetscFunctionBeginUser;
  PetscCall(Add(figure, (Element){CROSS, PETSC_TRUE, x, y, FigureColour(style), 2, 1, ""}));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureBand(Figure figure, PetscBool start, PetscReal x, PetscReal y) {
  PetscFunctionBeginUser;
  figure->panel[figure->panels - 1].bands += start;
  PetscCall(Add(figure, (Element){BAND, start, x, y, 0, 0, 0, ""}));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureSlope(Figure figure, PetscReal x, PetscReal y, PetscReal slope) {
  PetscFunctionBeginUser;
  Panel *panel = &figure->panel[figure->panels - 1];
  Grow(panel->slope, panel->slopes);
  panel->slope[panel->slopes++] = (Slope){x, y, slope};
  PetscFunctionReturn(0);
}

PetscErrorCode FigureLegend(Figure figure, const char *text, PetscInt style, PetscBool points) {
  PetscFunctionBeginUser;
  Grow(figure->legend, figure->legends);
  PetscCall(PetscSNPrintf(figure->legend[figure->legends].text,
                          sizeof(figure->legend[figure->legends].text), "%s", text));
  figure->legend[figure->legends].style = style;
  figure->legend[figure->legends++].points = points;
  PetscFunctionReturn(0);
}

PetscErrorCode FigurePanelLegend(Figure figure, const char *text, PetscInt style) {
  PetscFunctionBeginUser;
  Panel *panel = &figure->panel[figure->panels - 1];
  Grow(panel->legend, panel->legends);
  Entry *entry = &panel->legend[panel->legends++];
  *entry = (Entry){.style = style, .points = PETSC_TRUE};
  PetscCall(PetscSNPrintf(entry->text, sizeof(entry->text), "%s", text));
  PetscFunctionReturn(0);
}

PetscErrorCode FigureNarrow(Figure figure) {
  PetscFunctionBeginUser;
  figure->narrow = PETSC_TRUE;
  PetscFunctionReturn(0);
}

PetscErrorCode FigureNote(Figure figure, const char *text) {
  PetscFunctionBeginUser;
  Grow(figure->note, figure->notes);
  PetscCall(PetscSNPrintf(figure->note[figure->notes], sizeof(figure->note[0]), "%s", text));
  figure->notes++;
  PetscFunctionReturn(0);
}

PetscErrorCode FigureSize(Figure figure, PetscInt width, PetscInt height) {
  PetscFunctionBeginUser;
  figure->width = width;
  figure->height = height;
  PetscFunctionReturn(0);
}

PetscErrorCode FigureBox(Figure figure, PetscReal x, PetscReal y, PetscReal width, PetscReal height,
                         int colour) {
  PetscFunctionBeginUser;
  Grow(figure->box, figure->boxes);
  figure->box[figure->boxes++] =
      (Item){.x = x, .y = y, .width = width, .height = height, .colour = colour};
  PetscFunctionReturn(0);
}

PetscErrorCode FigureText(Figure figure, PetscReal x, PetscReal y, const char *text,
                          FigureAlignment alignment, PetscReal degrees) {
  PetscFunctionBeginUser;
  Grow(figure->text, figure->texts);
  Item *item = &figure->text[figure->texts++];
  *item = (Item){.x = x, .y = y, .degrees = degrees, .alignment = alignment};
  PetscCall(PetscSNPrintf(item->text, sizeof(item->text), "%s", text));
  PetscFunctionReturn(0);
}
