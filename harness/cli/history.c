/* gimbal history RUN... [--page FILE.html] */
#include "cli/command.h"
#include "record/file.h"
#include "reports/history.h"

typedef struct {
  const char *page;
} Words;

static const Option options[] = {OPTION(Words, TEXT, 0, "page", "FILE.html", page,
                                        "also write a page, with a line for each method"),
                                 {.kind = OPTION_END}};

const Usage UsageHistory = {
    .words = "RUN... [--page FILE.html]",
    .about =
        "Shows how runs went one after another: verdicts, orders, errors, evaluations, seconds, "
        "for each run and for each method. A RUN is an output folder of gimbal verify, or a "
        "baseline that gimbal compare --accept wrote (which has no seconds), the oldest first.\n",
    .options = options,
    .more = "Exit status: 0 shown; 2 a RUN is neither, or an option is wrong; 3 writing failed.\n",
    .operands = "DIR",
    .least = 1,
    .most = -1,
    .expected = "at least one run is expected: gimbal history RUN..."};

static PetscErrorCode WritePage(const char *name, PetscInt runs, const HistoryRun *run) {
  WholeFile file;
  PetscCall(WholeFileOpenAt(name, &file));
  return WholeFileEnd(&file, HistoryPage(runs, run, file.stream));
}

static PetscErrorCode ShowRuns(PetscInt runs, char **names, const char *page, HistoryRun *run) {
  for (PetscInt i = 0; i < runs; i++) {
    run[i].name = names[i];
    PetscCall(BaselineRead(names[i], &run[i].baseline));
  }
  PetscCall(HistoryText(runs, run, stdout));
  if (page)
    PetscCall(WritePage(page, runs, run));
  return 0;
}

PetscErrorCode CommandHistory(int argc, char **argv, int *status) {
  Words words = {.page = NULL};
  HistoryRun *run;
  PetscBool done;
  *status = 0;
  PetscCall(OptionsRead(&UsageHistory, argc, argv, &words, &done));
  if (done)
    return 0;
  const PetscInt runs = argc - optind;
  PetscCall(PetscCalloc1(runs, &run));
  const PetscErrorCode error = ShowRuns(runs, argv + optind, words.page, run);
  for (PetscInt i = 0; i < runs; i++)
    PetscCall(BaselineDestroy(&run[i].baseline));
  PetscCall(PetscFree(run));
  return error;
}
