/* Plots: their names, and a few gnuplot processes, each fed through a pipe. */
#include "reports/plots.h"
#include "reports/fragment.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- One plot ---- */

Text PlotName(const char *kind, const char *subject) {
  Text text = TextPrint("%s", subject);
  char *colon = strncmp(kind, "model", 5) ? NULL : strchr(text.at, ':');

  if (colon) /* "model:case" is the rule, and deserves a plain name */
    *colon = '-';
  return TextPrint("%s-%s", kind, TextFileName(text.at).at);
}

PetscErrorCode PlotBegin(const char *kind, const char *title, const char *subject, PetscInt width,
                         PetscInt height, PetscInt columns, Figure *figure) {
  return FigureCreate(PlotName(kind, subject).at, TextPrint("%s %s", title, subject).at, width,
                      height, columns, figure);
}

Text PlotPart(PetscInt part, PetscInt parts) {
  return parts > 1 ? TextPrint(" (%d of %d)", (int)part + 1, (int)parts) : (Text){""};
}

PetscErrorCode PlotFinish(const Plotter *plotter, Figure *figure) {
  if (FigurePanels(*figure))
    PetscCall(FigureRender(*figure, plotter->gnuplot[(*plotter->figures)++ % plotter->processes],
                           plotter->contents->store->directory, plotter->formats));
  return FigureDestroy(figure);
}

Text PlotCurveName(const Record *record, PetscBool method) {
  const Job *job = &record->job;
  const Text name = method ? TextPrint("%s", job->method) : PlaceOf(job);

  return job->realisation > 0
             ? TextPrint("%s (%s)", name.at, job->realisation_name ? job->realisation_name : "")
             : name;
}

/* ---- A requested plot ---- */

/* figure[-work]-METHOD...-MODEL-CASE..., with all methods and cases in it. */
static PetscErrorCode DrawRequest(const Plotter *plotter) {
  const Request *request = plotter->request;
  const PetscBool others = (PetscBool)(strcmp(plotter->formats, "svg") != 0);
  char all[(REQUEST_METHODS + REQUEST_PLACES + 1) * sizeof(Text)] = "figure";
  Figure figure;

  if (!request->methods)
    PetscCall(PetscStrlcat(all, "-work", sizeof(all)));
  for (PetscInt i = 0; i < request->methods; i++)
    PetscCall(PetscStrlcat(all, PlotName("", request->method[i]).at, sizeof(all)));
  for (PetscInt i = 0; i < request->places; i++)
    PetscCall(
        PetscStrlcat(all, PlotName("model", request->place[i]).at + strlen("model"), sizeof(all)));
  const Text name = TextFileName(all); /* what is cut has a hash at its end */
  PetscCall((request->methods ? PlotOrderColumn : PlotWorkAlone)(plotter, name.at, &figure));
  if (FigurePanels(figure))
    fprintf(stderr, "report: %s/plots/%s.svg%s%s%s\n", plotter->contents->store->directory, name.at,
            others ? " (" : "", others ? plotter->formats : "", others ? ")" : "");
  return PlotFinish(plotter, &figure);
}

/* ---- All plots ---- */

static PetscErrorCode Draw(const Plotter *plotter) {
  static const struct {
    PlotSubject *on_place, *of_method;
  } plots[] = {{PlotOrdersOnPlace, PlotOrdersOfMethod},
               {PlotLongOnPlace, PlotLongOfMethod},
               {PlotEnsemble, NULL},
               {PlotTrajectories, NULL},
               {PlotWork, NULL}};
  const Texts *methods = &plotter->contents->methods, *places = &plotter->contents->places;
  char path[PETSC_MAX_PATH_LEN];

  PetscCall(FragmentFind("figure.gp", path, sizeof(path)));
  *strrchr(path, '/') = 0;
  for (PetscInt i = 0; i < plotter->processes; i++) {
    fputs("templates = ", plotter->gnuplot[i]);
    FigureQuote(plotter->gnuplot[i], path);
    fputs("\ndrawn = ''\ncd ", plotter->gnuplot[i]);
    FigureQuote(plotter->gnuplot[i], plotter->contents->store->directory);
    fputc('\n', plotter->gnuplot[i]);
  }
  if (plotter->request)
    return DrawRequest(plotter);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(plots); k++) {
    for (PetscInt i = 0; i < places->count; i++)
      PetscCall(plots[k].on_place(plotter, places->at[i]));
    for (PetscInt i = 0; i < methods->count && plots[k].of_method; i++)
      PetscCall(plots[k].of_method(plotter, methods->at[i]));
  }
  return 0;
}

/* As many processes as can run at once, and at least one. Each figure is drawn by one of them from
 * its own commands alone, so that any number of processes gives the same bytes. */
static void Begin(Plotter *plotter) {
  const long processors = plotter->request ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
  const PetscInt most = (PetscInt)PetscMax(1, PetscMin(processors, PLOT_PROCESSES));
  const int room = 1 << 20; /* so that one is fed while the other draws */

  while (plotter->processes < most) {
    FILE *gnuplot = FigureGnuplot();
    if (!gnuplot)
      return;
    (void)fcntl(fileno(gnuplot), F_SETPIPE_SZ, room);
    plotter->gnuplot[plotter->processes++] = gnuplot;
  }
}

static void End(Plotter *plotter) {
  for (PetscInt i = 0; i < plotter->processes; i++)
    fputs("load templates . '/shorten.gp'\n", plotter->gnuplot[i]);
  for (PetscInt i = 0; i < plotter->processes; i++) {
    const int status = pclose(plotter->gnuplot[i]);
    if (status)
      fprintf(stderr, "plots: gnuplot ended with status %d; some plots are missing in %s/plots\n",
              WIFEXITED(status) ? WEXITSTATUS(status) : status,
              plotter->contents->store->directory);
  }
}

PetscErrorCode WritePlots(const Contents *contents, const char *formats, const Request *request) {
  PetscInt figures = 0;
  Plotter plotter = {
      .contents = contents, .figures = &figures, .formats = formats, .request = request};
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;

  if (system("command -v gnuplot >/dev/null") > 0) {
    fprintf(stderr, "plots: gnuplot is not installed; everything but the plots is made\n");
    return 0;
  }
  Begin(&plotter);
  PetscCheck(plotter.processes, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "no process for gnuplot: %s; plots are missing in %s/plots", strerror(errno),
             contents->store->directory);
  /* If gnuplot ends early, the write fails and is reported; the signal would end the program. */
  sigaction(SIGPIPE, &ignore, &before);
  PetscErrorCode error = Draw(&plotter);
  End(&plotter);
  sigaction(SIGPIPE, &before, NULL);
  return error;
}
