/* gimbal history RUN... [--page FILE.html] */
#include "cli/command.h"
#include "cli/words.h"
#include "record/file.h"
#include "reports/history.h"

#include <getopt.h>
#include <string.h>

const char HelpHistory[] =
    "usage: gimbal history RUN... [--page FILE.html]\n"
    "\n"
    "Says how runs went one after another: verdicts, orders, errors, evaluations, seconds, for "
    "each\n"
    "run and for each method. A RUN is an output folder of gimbal verify, or a baseline that "
    "gimbal\n"
    "compare --accept wrote (which knows no seconds), the oldest first.\n"
    "\n"
    "  --page FILE.html  write a page too, with a line for each method\n"
    "  --help            this text\n"
    "\n"
    "Exit status: 0 told; 2 a RUN is neither, or an option is wrong; 3 writing failed.\n";

static PetscErrorCode WritePage(const char *name, PetscInt runs, const HistoryRun *run) {
  PetscErrorCode error;
  WholeFile file;
  FILE *stream;
  PetscFunctionBeginUser;
  PetscCall(WholeFileOpenAt(name, &file, &stream));
  error = HistoryPage(runs, run, stream);
  if (error)
    (void)WholeFileAbandon(&file);
  PetscCall(error);
  PetscCall(WholeFileClose(&file));
  PetscFunctionReturn(0);
}

static PetscErrorCode Tell(PetscInt runs, char **names, const char *page, HistoryRun *run) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < runs; i++) {
    run[i].name = names[i];
    PetscCall(BaselineRead(names[i], &run[i].baseline));
  }
  PetscCall(HistoryText(runs, run, stdout));
  if (page)
    PetscCall(WritePage(page, runs, run));
  PetscFunctionReturn(0);
}

PetscErrorCode CommandHistory(int argc, char **argv, int *status) {
  static const struct option options[] = {
      {"page", required_argument, NULL, 'p'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  const char *page = NULL;
  HistoryRun *run;
  PetscErrorCode error;
  int option;
  PetscFunctionBeginUser;
  *status = 0;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    switch (option) {
    case 'p':
      PetscCheck(*optarg, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "history: --page needs a file");
      page = optarg;
      break;
    case 'h':
      fputs(HelpHistory, stdout);
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  const PetscInt runs = argc - optind;
  PetscCheck(runs > 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "history: at least one run is expected: gimbal history RUN...");
  PetscCall(PetscCalloc1(runs, &run));
  error = Tell(runs, argv + optind, page, run);
  for (PetscInt i = 0; i < runs; i++)
    PetscCall(BaselineDestroy(&run[i].baseline));
  PetscCall(PetscFree(run));
  PetscFunctionReturn(error);
}
