/* gimbal compare BASE NEW [--accept] [--factor X] */
#include "cli/command.h"
#include "cli/difference.h"
#include "cli/words.h"
#include "record/file.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

const char HelpCompare[] =
    "usage: gimbal compare BASE NEW [--accept] [--factor X]\n"
    "\n"
    "Says what got better or worse from one output folder of gimbal verify to another: verdicts\n"
    "that changed, order intervals that no longer overlap, errors at the same step size that grew\n"
    "by more than a factor (and lie above ten floors).\n"
    "\n"
    "  --accept    then make NEW the new BASE: copy its verdicts, results and manifest there\n"
    "  --factor X  the factor on errors (2)\n"
    "  --help      this text\n"
    "\n"
    "Exit status: 0 nothing got worse, or it was accepted; 1 something got worse; 2 one of the "
    "two\n"
    "is no output folder; 3 BASE cannot be written.\n";

static PetscErrorCode CopyFile(const char *from, const char *to, const char *name) {
  char path[PETSC_MAX_PATH_LEN], *text;
  PetscErrorCode error;
  size_t length;
  PetscFunctionBeginUser;
  (void)snprintf(path, sizeof(path), "%s/%s", from, name);
  PetscCall(WholeFileRead(path, &text, &length));
  error = text ? WholeFileWrite(to, name, text) : 0;
  free(text);
  PetscFunctionReturn(error);
}

static PetscErrorCode Accept(const char *base, const char *fresh) {
  static const char *const names[] = {"results.jsonl", "verdicts.jsonl", "manifest.json"};
  PetscFunctionBeginUser;
  PetscCall(FolderCheck(base));
  for (int i = 0; i < 3; i++)
    PetscCall(CopyFile(fresh, base, names[i]));
  fprintf(stderr, "compare: %s is the new baseline in %s\n", fresh, base);
  PetscFunctionReturn(0);
}

static PetscErrorCode Compare(const char *base_folder, const char *fresh_folder, PetscReal factor,
                              PetscBool accept, int *status) {
  Differences count;
  struct stat there;
  Store base = NULL, fresh = NULL;
  PetscFunctionBeginUser;
  PetscCall(StoreRead(fresh_folder, &fresh));
  /* A first baseline is accepted without one before it. */
  if (!accept || !stat(base_folder, &there)) {
    PetscCall(StoreRead(base_folder, &base));
    PetscCall(DifferencesPrint(base, fresh, factor, stdout, &count));
    PetscCall(StoreDestroy(&base));
    printf("%d worse, %d better, %d other\n", (int)count.worse, (int)count.better,
           (int)count.other);
    *status = count.worse && !accept;
  }
  PetscCall(StoreDestroy(&fresh));
  if (accept)
    PetscCall(Accept(base_folder, fresh_folder));
  PetscFunctionReturn(0);
}

PetscErrorCode CommandCompare(int argc, char **argv, int *status) {
  static const struct option options[] = {{"accept", no_argument, NULL, 'a'},
                                          {"factor", required_argument, NULL, 'f'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  PetscReal factor = 2;
  PetscBool accept = PETSC_FALSE;
  char *end;
  int option;
  PetscFunctionBeginUser;
  *status = 0;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    switch (option) {
    case 'a':
      accept = PETSC_TRUE;
      break;
    case 'f':
      factor = strtod(optarg, &end);
      PetscCheck(end != optarg && !*end && factor > 1 && isfinite(factor), PETSC_COMM_SELF,
                 PETSC_ERR_USER_INPUT, "compare: --factor '%s' is not a number above 1", optarg);
      break;
    case 'h':
      fputs(HelpCompare, stdout);
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  PetscCheck(argc - optind == 2, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "compare: two output folders are expected: gimbal compare BASE NEW");
  PetscCall(Compare(argv[optind], argv[optind + 1], factor, accept, status));
  PetscFunctionReturn(0);
}
