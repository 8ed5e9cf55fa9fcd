/* Plots: their names, and a few gnuplot processes, each fed through a pipe. */
#include "reports/plots.h"
#include "reports/fragment.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

Text PlotPart(PetscInt part, PetscInt parts) {
  return parts > 1 ? TextPrint(" (%d of %d)", (int)part + 1, (int)parts) : (Text){""};
}

Text PlotCurveName(const Record *record, PetscBool method) {
  const Job *job = &record->job;
  const Text name = method ? TextPrint("%s", job->method) : PlaceOf(job);

  return job->realisation > 0
             ? TextPrint("%s (%s)", name.at, job->realisation_name ? job->realisation_name : "")
             : name;
}

/* ---- All kinds of figures ---- */

/* figures.gp has the titles, sizes and notes. */
typedef struct {
  const char *kind;
  PlotFill *fill;
} PlotKind;

static const PlotKind of_places[] = {
    {"model-order", PlotOrdersOnPlace},     {"model-energy", PlotEnergies},
    {"model-constraint", PlotConstraints},  {"model-ensemble", PlotEnsemble},
    {"model-trajectory", PlotTrajectories}, {"model-work", PlotWork},
    {"model-tolerance", PlotTolerances},    {NULL, NULL}};
static const PlotKind of_methods[] = {
    {"method-order", PlotOrdersOfMethod}, {"method-long", PlotLongOfMethod}, {NULL, NULL}};

/* Draws the figure of that name, unless it is empty; what was requested is reported. */
static PetscErrorCode DrawOne(const Plotter *plotter, const PlotKind *kind, const char *name,
                              const char *subject) {
  const char *directory = plotter->contents->store->directory;
  const PetscBool others = (PetscBool)(strcmp(plotter->formats, "svg") != 0);

  OWNED(FigureDestroy) Figure figure = FigureCreate(name, kind->kind, subject);
  kind->fill(plotter, figure, subject);
  if (FigurePanels(figure))
    PetscCall(FigureRender(figure, plotter->gnuplot[(*plotter->figures)++ % plotter->processes],
                           directory, plotter->formats));
  if (FigurePanels(figure) && plotter->request)
    fprintf(stderr, "report: %s/plots/%s.svg%s%s%s\n", directory, name, others ? " (" : "",
            others ? plotter->formats : "", others ? ")" : "");
  return 0;
}

static PetscErrorCode DrawAll(const Plotter *plotter, const PlotKind *kind, const Texts *subjects) {
  for (; kind->kind; kind++)
    for (PetscInt i = 0; i < subjects->count; i++)
      PetscCall(DrawOne(plotter, kind, PlotName(kind->kind, subjects->at[i]).at, subjects->at[i]));
  return 0;
}

/* figure[-work]-METHOD...-MODEL-CASE..., with all methods and cases in it. */
static PetscErrorCode DrawRequest(const Plotter *plotter) {
  static const PlotKind orders = {"column-orders", PlotOrdersRequested},
                        work = {"column-work", PlotWorkRequested},
                        works = {"columns-work", PlotWorkRequested};
  const Request *request = plotter->request;
  char all[(REQUEST_METHODS + REQUEST_PLACES + 1) * sizeof(Text)] = "figure";

  if (!request->methods)
    PetscCall(PetscStrlcat(all, "-work", sizeof(all)));
  for (PetscInt i = 0; i < request->methods; i++)
    PetscCall(PetscStrlcat(all, PlotName("", request->method[i]).at, sizeof(all)));
  for (PetscInt i = 0; i < request->places; i++)
    PetscCall(
        PetscStrlcat(all, PlotName("model", request->place[i]).at + strlen("model"), sizeof(all)));
  const Text name = TextFileName(all); /* what is cut has a hash at its end */
  return DrawOne(plotter,
                 request->methods      ? &orders
                 : request->places > 1 ? &works
                                       : &work,
                 name.at, *request->place);
}

/* ---- Processes ---- */

static PetscErrorCode Draw(const Plotter *plotter) {
  char path[PATH_MAX];

  PetscCall(FragmentFind("figure.gp", path));
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
  PetscCall(DrawAll(plotter, of_places, &plotter->contents->places));
  return DrawAll(plotter, of_methods, &plotter->contents->methods);
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
    PetscCheck(!request, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
               "--figure: gnuplot is not installed, so the figure is not drawn");
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
