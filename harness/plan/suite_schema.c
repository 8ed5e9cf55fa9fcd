/* `gimbal describe suite`. What is said of each study is the study's own. */
#include "plan/suite.h"
#include "plugin/plugin.h"
#include "record/file.h"
#include "studies/study.h"

#include <stdlib.h>
#include <string.h>

enum { MANY_WORDS = 32, WIDTH = 79 };

/* "    study        order, long … or equality (needed)", each word once, in lines of that width. */
static void PrintWords(FILE *file, PetscInt count, const char *const words[], const char *tail) {
  int column = fprintf(file, "    study        ");
  for (PetscInt i = 0; i < count; i++) {
    const char *after = i + 2 < count ? ", " : i + 2 == count ? " or " : tail;
    if (column + (int)strlen(words[i]) + (int)strlen(after) > WIDTH)
      column = fprintf(file, "\n                 ") - 1;
    column += fprintf(file, "%s%s", words[i], after);
  }
  fputc('\n', file);
}

static PetscInt AddWord(PetscInt count, const char *words[], const char *word) {
  for (PetscInt i = 0; i < count; i++)
    if (!strcmp(words[i], word))
      return count;
  if (count < MANY_WORDS)
    words[count++] = word;
  return count;
}

/* A line of the text; one that begins with @ stands for what the studies say. */
static void PrintLine(FILE *file, const char *line) {
  const char *studies[MANY_WORDS] = {NULL}, *claims[MANY_WORDS] = {NULL};
  PetscInt kinds = 0, words = 0;
  for (PetscInt i = 0; Studies[i]; i++) {
    kinds = AddWord(kinds, studies, Studies[i]->name);
    for (const ClaimWords *claim = Studies[i]->claims; claim->study; claim++)
      words = AddWord(words, claims, claim->study);
  }
  if (!strcmp(line, "@kinds"))
    PrintWords(file, kinds, studies, "");
  else if (!strcmp(line, "@claims"))
    PrintWords(file, words, claims, " (needed)");
  else if (!strcmp(line, "@keys"))
    for (PetscInt i = 0; Studies[i]; i++)
      fputs(Studies[i]->text, file);
  else
    fprintf(file, "%s\n", line);
}

PetscErrorCode SuitePrintSchema(FILE *file) {
  static const char *const folders[] = {"ci/suites", "share/gimbal/suites", NULL};
  char path[PATH_MAX], *text, *rest;
  size_t length;
  PetscCall(ProgramFile(folders, "schema.txt", path));
  PetscCheck(*path, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "describe: there is no %s/schema.txt beside this program, nor %s/schema.txt",
             folders[0], folders[1]);
  PetscCall(WholeFileRead(path, &text, &length));
  for (rest = text; rest && *rest;)
    PrintLine(file, strsep(&rest, "\n"));
  free(text);
  return 0;
}
