/* gimbal completion, which tells a shell to ask, and gimbal complete, which answers. */
#include "cli/command.h"
#include "cli/options.h"
#include "cli/words.h"
#include "plan/suite.h"
#include "registry/registry.h"
#include "studies/study.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Usage UsageCompletion = {.words = "bash|zsh|fish",
                               .operands = "bash|zsh|fish",
                               .least = 1,
                               .most = 1,
                               .expected = "one shell is expected: bash, zsh or fish"};

/* ---- For the shells ---- */

/* completion/SHELL, which asks `gimbal complete WORDS`. An answer is a line: a word, and after a tabulator what
 * it means; ":files" and ":folders" ask the shell for its own. What stands after "--" is PETSc's. */
PetscErrorCode CommandCompletion(CommandLine *line) {
  static const char *const folders[] = {"harness/cli/completion", "share/gimbal/completion", NULL};
  const char *shell = *line->operand;
  PetscCheck(OptionHasWord("bash|zsh|fish", shell), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "completion: '%s' is not one of: bash, zsh, fish", shell);
  return WordsPutFile("completion", folders, shell);
}

/* ---- The answer ---- */

typedef struct {
  const char *word;  /* what is to be completed, without `kept` */
  char kept[128];    /* "--method=" of it */
  Registry registry; /* NULL: not needed yet */
  PetscBool files;   /* the shell has been asked for them */
} Question;

static void OfferWord(const Question *q, const char *name, const char *text) {
  if (!strncmp(name, q->word, strlen(q->word)))
    printf("%s%s\t%s\n", q->kept, name, text ? text : "");
}

static void OfferMethods(const Question *q) {
  const Method *method;
  const PetscInt count = RegistryGetMethods(q->registry, &method);
  for (PetscInt i = 0; i < count; i++)
    OfferWord(q, method[i]->name, method[i]->title);
}

/* A model, and once its name and a colon are there, its cases. */
static void OfferModels(const Question *q) {
  const char *colon = strchr(q->word, ':');
  const Model *model;
  char name[256];
  const PetscInt count = RegistryGetModels(q->registry, &model);
  for (PetscInt i = 0; i < count; i++) {
    const gimbal_model *d = model[i]->descriptor;
    if (!colon)
      OfferWord(q, model[i]->name, d->title);
    for (size_t j = 0; colon && j < d->cases.count; j++) {
      const gimbal_case *c = ListAt(d->cases, gimbal_case, j);
      (void)snprintf(name, sizeof(name), "%s:%s", model[i]->name, c->name);
      OfferWord(q, name, c->description);
    }
  }
}

static PetscErrorCode OfferSuites(Question *q) {
  glob_t found;
  PetscCall(SuitesOurs(&found));
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *name = strrchr(found.gl_pathv[i], '/') + 1;
    char plain[256];
    (void)snprintf(plain, sizeof(plain), "%.*s", (int)(strlen(name) - strlen(".yaml")), name);
    OfferWord(q, plain, "suite");
  }
  globfree(&found);
  return 0;
}

/* What a word such as "SUITE", "METHOD", "[NAME]" or "methods|models|suites" of a usage stands for. */
static PetscErrorCode OfferKind(Question *q, const char *kind) {
  const PetscBool name = (PetscBool)(strstr(kind, "NAME") != NULL);
  if (!strncmp(kind, "order:", 6))
    return 0;
  if (!q->registry && (name || strstr(kind, "METHOD") || strstr(kind, "MODEL")))
    PetscCall(RegistryCreate(0, NULL, StudyVocabulary, &q->registry));
  if (name || strstr(kind, "METHOD"))
    OfferMethods(q);
  if (name || strstr(kind, "MODEL"))
    OfferModels(q);
  if (name || strstr(kind, "SUITE"))
    PetscCall(OfferSuites(q));
  if (!q->files && (strstr(kind, "SUITE") || strstr(kind, "FILE") || strstr(kind, "COMMAND") ||
                    strchr(kind, '.'))) {
    puts(":files\t");
    q->files = PETSC_TRUE;
  } else if (!q->files && (strstr(kind, "DIR") || strstr(kind, "BASE") || strstr(kind, "NEW"))) {
    puts(":folders\t");
    q->files = PETSC_TRUE;
  }
  if (islower((unsigned char)kind[0]))
    for (const char *at = kind; *at;) {
      char one[OPTION_WORD];
      const size_t length = strcspn(at, "|");
      (void)snprintf(one, sizeof(one), "%.*s", (int)length, at);
      OfferWord(q, one, NULL);
      at += length + (at[length] == '|');
    }
  return 0;
}

static PetscErrorCode OfferValues(Question *q, const Option *option) {
  if (OptionIsChoice(option->value))
    PetscCall(OfferKind(q, option->value));
  else if (!strcmp(option->name, "method"))
    PetscCall(OfferKind(q, "METHOD"));
  else if (!strcmp(option->name, "model"))
    PetscCall(OfferKind(q, "MODEL"));
  else if (strncmp(option->value, "NAME", 4)) /* of a column, of coordinates: nobody knows */
    PetscCall(OfferKind(q, option->value));
  return 0;
}

static PetscErrorCode OfferOptions(const Question *q, const CommandEntry *command) {
  const PetscInt count = OptionsCount(command->usage);
  char word[OPTION_WORD], text[HELP_ENTRY_ROOM], *help;
  PetscCall(OptionsReadHelp(command->name, &help));
  for (PetscInt i = 0; i <= count; i++) {
    const Option *o = i < count ? &command->usage->options[i] : &OptionHelp;
    (void)snprintf(word, sizeof(word), "--%s", o->name);
    OfferWord(q, word, OptionText(help, o, text));
  }
  free(help);
  return 0;
}

/* The option whose value comes next; NULL if that word is none, or is an option without a value. */
static const Option *AwaitsValue(const char *word, const Usage *usage) {
  for (PetscInt i = 0; i < OptionsCount(usage) && word[0] == '-'; i++) {
    const Option *o = &usage->options[i];
    if (word[1] == '-' ? !strcmp(word + 2, o->name) : word[1] && word[1] == o->letter && !word[2])
      return o->value && o->kind != OPTION_OPTIONAL ? o : NULL;
  }
  return NULL;
}

static PetscErrorCode CompleteOf(Question *q, const CommandEntry *command, const char *before) {
  const Usage *usage = command->usage;
  const Option *of = AwaitsValue(before, usage);
  const size_t end = strcspn(q->word, "=");
  char name[OPTION_WORD];
  if (!of && !strncmp(q->word, "--", 2) && q->word[end] && end < sizeof(name)) {
    (void)snprintf(name, sizeof(name), "%.*s", (int)end, q->word);
    of = AwaitsValue(name, usage);
    if (!of)
      return 0;
    (void)snprintf(q->kept, sizeof(q->kept), "%s=", name);
    q->word += end + 1;
  }
  if (of)
    PetscCall(OfferValues(q, of));
  else if (q->word[0] == '-')
    PetscCall(OfferOptions(q, command));
  else if (usage->operands)
    PetscCall(OfferKind(q, usage->operands));
  return 0;
}

PetscErrorCode CompleteWords(const CommandEntry table[], int count, char **word) {
  static const char *const general[][2] = {
      {"--help", "what commands there are"},
      {"--version", "as gimbal version"},
      {"--debug", "errors with a traceback through the source"}};
  const CommandEntry *command = table;
  Question q = {.word = count ? word[count - 1] : "", .kept = ""};
  while (command->name && count > 1 && strcmp(command->name, word[0]))
    command++;
  if (count > 1 && command->usage) {
    PetscCall(CompleteOf(&q, command, word[count - 2]));
  } else if (count <= 1 || (count == 2 && !strcmp(word[0], "help"))) {
    for (; table->name; table++)
      if (table->summary)
        OfferWord(&q, table->name, table->summary);
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(general) && count <= 1 && q.word[0]; i++)
      OfferWord(&q, general[i][0], general[i][1]);
  }
  return RegistryDestroy(&q.registry);
}
