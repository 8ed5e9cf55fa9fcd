/* The name of a plot, and its figure from its beginning to the process that draws it. */
#include "reports/plots.h"
#include <string.h>

void PlotName(const char *kind, const char *subject, char *name, size_t size) {
  char safe[TEXT_NAME_LENGTH], text[512];

  snprintf(text, sizeof(text), "%s", subject);
  char *colon = strncmp(kind, "model", 5) ? NULL : strchr(text, ':');
  if (colon) /* "model:case" is the rule, and deserves a plain name */
    *colon = '-';
  TextFileName(text, safe);
  snprintf(name, size, "%s-%s", kind, safe);
}

PetscErrorCode PlotBegin(const char *kind, const char *title, const char *subject, PetscInt width,
                         PetscInt height, PetscInt columns, Figure *figure) {
  char name[512], whole[600];

  PlotName(kind, subject, name, sizeof(name));
  PetscCall(PetscSNPrintf(whole, sizeof(whole), "%s %s", title, subject));
  return FigureCreate(name, whole, width, height, columns, figure);
}

PetscErrorCode PlotFinish(const Plotter *plotter, Figure *figure) {
  if (FigurePanels(*figure))
    PetscCall(FigureRender(*figure, plotter->gnuplot[(*plotter->figures)++ % plotter->processes],
                           plotter->contents->store->directory, plotter->formats));
  return FigureDestroy(figure);
}

void PlotCurveName(const Record *record, const char *method, char *name, size_t size) {
  const Job *job = &record->job;

  if (method)
    PlaceOf(job->model, job->instance, name, size);
  else
    snprintf(name, size, "%s", job->method);
  const size_t length = strlen(name);
  if (job->realisation > 0)
    snprintf(name + length, size - length, " (%s)",
             job->realisation_name ? job->realisation_name : "");
}
