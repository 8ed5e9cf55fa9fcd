/* gimbal new method|model NAME, gimbal new NAME --like ANOTHER, and gimbal new trial LANGUAGE */
#include "base/shell.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/lookup.h"
#include "cli/words.h"
#include "plugin/plugin.h"
#include "record/file.h"
#include "registry/registry.h"
#include "studies/study.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *kind; /* "method", "model" or "trial" */
  const char *name, *language, *like;
  PetscBool hamiltonian;
} Wish;

static const Option options[] = {OPTION(Wish, TEXT, 0, "like", "NAME", like),
                                 OPTION(Wish, TEXT, 0, "language", "c|python|perl", language),
                                 OPTION(Wish, YES, 0, "hamiltonian", NULL, hamiltonian),
                                 {.kind = OPTION_END}};

const Usage UsageNew = {.options = options,
                        .size = sizeof(Wish),
                        .operands = "method|model|trial",
                        .least = 1,
                        .most = 2,
                        .expected =
                            "method or model and a name are expected: gimbal new method NAME"};

/* ---- Names ---- */

static PetscErrorCode CheckName(const char *name) {
  enum { LONGEST = 56 };
  size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  PetscCheck(!name[good] && islower((unsigned char)name[0]) && good < LONGEST, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT,
             "new: \"%s\" cannot be a name; it must be lower-case letters, digits and underscores, "
             "begin with a letter, and have fewer than %d characters",
             name, (int)LONGEST);
  return 0;
}

/* A name that describe or the registry would take for something else. */
static PetscErrorCode CheckFree(Registry registry, const char *name) {
  const char *kind = !strcmp(name, "suite") || !strcmp(name, "claims") ? "word of gimbal describe"
                     : RegistryLookMethod(registry, name)              ? "method"
                     : RegistryLookModel(registry, name)               ? "model"
                                                                       : NULL;
  PetscCheck(!kind, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: \"%s\" is the name of a %s already; choose another", name, kind);
  return 0;
}

/* ---- The source ---- */

typedef struct {
  char path[PATH_MAX];
  char *text;         /* to be freed */
  const char *plugin; /* that it was built into; NULL: it is a skeleton, named "skeleton" */
} Source;

/* In the source tree, or where it is installed. */
static PetscErrorCode ReadSource(const char *folder, const char *file, Source *source) {
  char installed[128];
  const char *const folders[] = {folder, installed, NULL};
  size_t length;
  (void)snprintf(installed, sizeof(installed), "share/gimbal/%s",
                 strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder);
  PetscCall(WordsFindFile("new", folders, file, source->path));
  return WholeFileRead(source->path, &source->text, &length);
}

/* The source of the plugin that has a method or a model of that name. */
static PetscErrorCode FindLike(Registry registry, Wish *wish, Source *source) {
  const Method method = RegistryLookMethod(registry, wish->like);
  const Model model = method ? NULL : RegistryLookModel(registry, wish->like);
  const char *kind = method ? "method" : "model", *file, *library;
  char name[PATH_MAX], hint[NEAREST_HINT];
  PetscCall(RegistryHint(registry, NAMES_OF_ALL, wish->like, hint));
  PetscCheck(method || model, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --like: there is no method or model \"%s\"%s; see gimbal list", wish->like,
             hint);
  PetscCheck(!wish->kind || !strcmp(wish->kind, kind), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --like: %s is a %s, not a %s", wish->like, kind, wish->kind);
  wish->kind = kind;
  library = method ? method->family->library : NULL;
  PetscCheck(!library, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --like: %s is a method of the library %s, and an adapter is not copied, since "
             "it names all methods of its library; see \"Integrators of a library\" in "
             "CONTRIBUTING.md",
             wish->like, library);
  source->plugin = method ? method->file : model->file;
  file = strrchr(source->plugin, '/') ? strrchr(source->plugin, '/') + 1 : source->plugin;
  (void)snprintf(name, sizeof(name), "%.*s.c", (int)strcspn(file, "."), file);
  return ReadSource(method ? "methods" : "models", name, source);
}

/* ---- The copy ---- */

/* Whether the quoted text of that length is a name that the plugin gives to something. */
static PetscBool IsNameOf(Registry registry, const char *plugin, const char *text, size_t length) {
  char name[128];
  (void)snprintf(name, sizeof(name), "%.*s", (int)length, text);
  const Method method = RegistryLookMethod(registry, name);
  const Model model = RegistryLookModel(registry, name);
  return (PetscBool)((method && !strcmp(method->file, plugin)) ||
                     (model && !strcmp(model->file, plugin)));
}

/* The name in place of the skeleton's. */
static void PutSkeleton(FILE *file, const char *text, const char *name) {
  static const char placeholder[] = "skeleton";
  for (const char *at; (at = strstr(text, placeholder)); text = at + strlen(placeholder))
    fprintf(file, "%.*s%s", (int)(at - text), text, name);
  fputs(text, file);
}

/* The new name in place of that of what is copied; what else the plugin defines is NEW_OLD. Only names
 * of descriptors: "gauss" is also a tableau of gimbal. */
static void PutCopy(FILE *file, const Source *source, const Wish *wish, Registry registry) {
  static const char member[] = ".name = \"";
  const char *text = source->text;
  for (const char *at; (at = strstr(text, member)); text = at) {
    size_t length;
    at += strlen(member);
    length = strcspn(at, "\"");
    fprintf(file, "%.*s", (int)(at - text), text);
    if (!IsNameOf(registry, source->plugin, at, length))
      continue;
    fputs(wish->name, file);
    if (strlen(wish->like) == length && !strncmp(at, wish->like, length))
      at += length;
    else
      putc('_', file);
  }
  fputs(text, file);
}

static PetscErrorCode WriteCopy(const char *path, const Source *source, const Wish *wish,
                                Registry registry) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  PetscCheck(file || errno != EEXIST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: %s is there already and is left as it is; choose another name", path);
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "new: %s cannot be written: %s", path,
             strerror(errno));
  if (source->plugin)
    PutCopy(file, source, wish, registry);
  else
    PutSkeleton(file, source->text, wish->name);
  int failed = ferror(file);
  failed |= fclose(file);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "new: %s could not be written whole",
             path);
  return 0;
}

/* ---- What judges it ---- */

/* A model for a copied method, or a method for a copied model: quick ones first. */
static PetscErrorCode FindPartner(Registry registry, const char *like, const char **partner) {
  static const char *const quick[] = {"pendulum", "kepler",       "gauss_2",
                                      "rattle",   "dla_midpoint", "stormer_verlet"};
  const Method *methods, method = RegistryLookMethod(registry, like);
  const Model *models, model = method ? NULL : RegistryLookModel(registry, like);
  const PetscInt quicks = PETSC_STATIC_ARRAY_LENGTH(quick);
  PetscBool fits;
  const PetscInt all = RegistryGetMethods(registry, &methods);
  const PetscInt count = method ? RegistryGetModels(registry, &models) : all;
  *partner = NULL;
  for (PetscInt i = 0; i < quicks + count && !*partner; i++) {
    const char *name = i < quicks ? quick[i]
                       : method   ? models[i - quicks]->name
                                  : methods[i - quicks]->name;
    const Method one = method ? method : RegistryLookMethod(registry, name);
    const Model other = model ? model : RegistryLookModel(registry, name);
    if (!one || !other)
      continue;
    PetscCall(LookupFits(one, other, &fits));
    *partner = fits ? name : NULL;
  }
  return 0;
}

/* The program as it was called, or the one that `make` makes in a source tree. */
static void PutProgram(PetscBool tree) {
  fputs("  ", stdout);
  ShellPut(stdout, tree ? "build/gimbal" : LaunchProgram());
}

/* Commands that work as they are printed, from where `new` was called. program: what runs it, or NULL. */
static void PutCommands(const Wish *wish, const char *program, const char *path,
                        const char *partner, PetscBool tree) {
  const PetscBool method = (PetscBool)!strcmp(wish->kind, "method");
  const char *const own = method ? "-m" : "-M", *const other = method ? "-M" : "-m";
  char plugin[256] = "", checked[128];
  (void)snprintf(checked, sizeof(checked), tree ? " %s" : " ./%s.so", wish->name);
  if (program)
    (void)snprintf(plugin, sizeof(plugin), " --external \"%s %s\"", program, path);
  else if (!tree)
    (void)snprintf(plugin, sizeof(plugin), " --plugin%s", checked);
  printf("To judge it:\n\n");
  if (!program && !tree) {
    PutProgram(tree);
    printf(" build %s\n", path);
  } else if (!program)
    printf("  make\n");
  PutProgram(tree);
  printf(" check%s\n", program ? plugin : checked);
  PutProgram(tree);
  printf(" verify%s %s %s", plugin, own, wish->name);
  if (partner)
    printf(" %s %s\n\nWithout %s %s, all %ss are tried, which takes longer.", other, partner, other,
           partner, method ? "model" : "method");
  printf("\n");
}

/* ---- Trials ---- */

/* trial.EXT in the working folder, from trials/LANGUAGE.EXT. A new language is one more file there. */
static PetscErrorCode NewTrial(const Wish *wish) {
  static const char *const folders[] = {"trials", "share/gimbal/trials", NULL};
  char folder[PATH_MAX], pattern[PATH_MAX + 64], path[64];
  Source source = {.text = NULL};
  glob_t found;
  PetscCall(ProgramFile(folders, "", folder));
  (void)snprintf(pattern, sizeof(pattern), "%s%.32s.*", folder, wish->name);
  PetscCheck(*folder && *wish->name && !strpbrk(wish->name, "*?[\\/.") &&
                 !glob(pattern, 0, NULL, &found),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: there is no trial in \"%s\"; gimbal new --help names the languages", wish->name);
  const char *file = strrchr(found.gl_pathv[0], '/') + 1;
  (void)snprintf(path, sizeof(path), "trial%s", strchr(file, '.'));
  PetscCall(ReadSource("trials", file, &source));
  globfree(&found);
  PetscCall(WriteCopy(path, &source, wish, NULL));
  const char *run = strstr(source.text, "Run:") + strlen("Run:   ");
  printf("wrote %s, which works as it is: fill in YOUR LIBRARY, and write a card\n"
         "(docs/trials.md). To run and judge it:\n\n  %.*s\n",
         path, (int)strcspn(run, "\n"), run);
  PutProgram(PETSC_FALSE);
  printf(" judge --card card.yaml trial.csv\n");
  free(source.text);
  return 0;
}

/* ---- The command ---- */

static PetscErrorCode CheckWords(const CommandLine *line, Wish *wish) {
  PetscCheck(line->count == 2 || wish->like, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "new: %s",
             UsageNew.expected);
  wish->name = line->operand[line->count - 1];
  wish->kind = line->count == 2 ? *line->operand : NULL;
  PetscCheck(!wish->kind || OptionHasWord(UsageNew.operands, wish->kind), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT,
             "new: a \"%s\" cannot be made; method, model or trial is expected", wish->kind);
  PetscCheck(!wish->language || (wish->kind && (!strcmp(wish->kind, "method") ||
                                                strcmp(wish->language, "perl") != 0)),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --language perl is for methods; a model is written in c or python");
  const PetscBool trial = (PetscBool)(wish->kind && !strcmp(wish->kind, "trial"));
  PetscCheck(!!wish->like + !!wish->language + !!wish->hamiltonian + trial < 2, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT,
             "new: only one of --like, --language and --hamiltonian is possible, none with trial");
  return trial ? 0 : CheckName(wish->name);
}

/* KIND.EXT, or KIND_hamiltonian.c, named "skeleton". *program: what runs it; NULL: it is compiled. */
static PetscErrorCode ReadSkeleton(const Wish *wish, Source *source, const char **program) {
  static const char *const languages[][3] = {
      {"c", "c", NULL}, {"python", "py", "python3"}, {"perl", "pl", "perl"}};
  char file[64];
  int k = 0;
  while (wish->language && strcmp(wish->language, languages[k][0]))
    k++;
  *program = languages[k][2];
  (void)snprintf(file, sizeof(file), "%s%s.%s", wish->kind, wish->hamiltonian ? "_hamiltonian" : "",
                 languages[k][1]);
  return ReadSource(*program ? "methods/external" : "methods/skeletons", file, source);
}

/* What judges a skeleton quickly; NULL: gimbal has no model in (q,p). */
static const char *PartnerOfSkeleton(const Wish *wish) {
  if (!strcmp(wish->kind, "model"))
    return "gauss_2";
  return wish->hamiltonian ? NULL : "pendulum";
}

PetscErrorCode CommandNew(CommandLine *line) {
  Wish *wish = line->words;
  const char *partner, *program = NULL;
  char path[128];
  Source source = {.text = NULL};
  Registry registry;
  PetscCall(CheckWords(line, wish));
  if (wish->kind && !strcmp(wish->kind, "trial"))
    return NewTrial(wish);
  PetscCall(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  PetscCall(CheckFree(registry, wish->name));
  if (wish->like) {
    PetscCall(FindLike(registry, wish, &source));
    PetscCall(FindPartner(registry, wish->like, &partner));
  } else {
    PetscCall(ReadSkeleton(wish, &source, &program));
    partner = PartnerOfSkeleton(wish);
  }
  const PetscBool tree = (PetscBool)(!access("include/gimbal.h", R_OK) &&
                                     !access("methods", W_OK) && !access("models", W_OK)),
                  into = (PetscBool)(tree && !program);
  (void)snprintf(path, sizeof(path), "%s%s%s%s", into ? wish->kind : "", into ? "s/" : "",
                 wish->name, strrchr(source.path, '.'));
  PetscCall(WriteCopy(path, &source, wish, registry));
  printf("wrote %s%s%s, which works as it is; make it yours. ", path,
         wish->like ? ", a copy of " : "", wish->like ? source.path : "");
  PutCommands(wish, program, path, partner, tree);
  free(source.text);
  return RegistryDestroy(&registry);
}
