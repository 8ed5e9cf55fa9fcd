/* gimbal new method|model NAME */
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/words.h"
#include "base/nearest.h"
#include "base/shell.h"
#include "registry/registry.h"
#include "plugin/plugin.h"
#include "plugin/probe.h"
#include "skeletons.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char HelpNew[] =
    "usage: gimbal new method NAME [--formulation WORD] [--language WORD]\n"
    "       gimbal new model NAME [--formulation WORD] [--constrained WORD]\n"
    "\n"
    "Writes NAME.c, a commented plugin that builds and runs as it is, to be changed into your "
    "own,\n"
    "and says which commands judge it. It goes into the working folder, or into methods/ or\n"
    "models/ if that is the top of gimbal's source tree. Nothing is ever overwritten.\n"
    "\n"
    "  --formulation WORD  lagrangian, hamiltonian, frame, group, ode or lattice\n"
    "                      (default: ode for a method, lagrangian for a model)\n"
    "  --constrained WORD  nonholonomic or holonomic (this for a lagrangian model)\n"
    "  --language WORD     python or perl: a program instead of a plugin, NAME.py or NAME.pl in "
    "the\n"
    "                      working folder, which speaks with gimbal over its standard input and\n"
    "                      output (--external); whatever the formulation, the example is an ode's\n"
    "  --help              this text\n";

/* What is asked for. */
typedef struct {
  const char *kind; /* "method" or "model" */
  const char *name;
  const char *formulation, *constrained; /* constrained: NULL, or a word */
  const char *language;                  /* NULL: C, or a word */
} Wish;

/* What a skeleton is judged with at first: a model that the method fits, a method that the model
 * has claims judged by. Those that are not here bring a model of their own. */
static const struct {
  const char *skeleton, *partner;
} partners[] = {{"method_lagrangian", "pendulum"},
                {"method_frame", "kepler"},
                {"method_ode", "pendulum"},
                {"method_lattice", "lattice"},
                {"model_lagrangian", "stormer_verlet"},
                {"model_lagrangian_holonomic", "rattle"},
                {"model_lagrangian_nonholonomic", "dla_midpoint"},
                {"model_hamiltonian", "gauss_2"},
                {"model_hamiltonian_nonholonomic", "gauss_2"},
                {"model_frame", "hamel_midpoint"},
                {"model_frame_nonholonomic", "hamel_nonholonomic_midpoint"},
                {"model_group", "gauss_2"},
                {"model_group_nonholonomic", "gauss_2"},
                {"model_ode", "gauss_2"},
                {"model_lattice", "stormer_verlet"}};

/* ---- Names ---- */

static PetscErrorCode CheckName(const char *name) {
  enum { LONGEST = 56 }; /* a skeleton may add to it */
  size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  PetscFunctionBeginUser;
  PetscCheck(!name[good] && islower((unsigned char)name[0]) && good < LONGEST, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT,
             "new: \"%s\" cannot be a name; it must be lower-case letters, digits and underscores, "
             "begin with a letter, and have fewer than %d characters",
             name, (int)LONGEST);
  PetscFunctionReturn(0);
}

/* A name, and what it is the name of already. */
typedef struct {
  const char *name, *kind;
} Taken;

/* Whether the file holds the name as the end of a text. */
static PetscErrorCode Mentions(const char *file, const char *name, PetscBool *mentions) {
  FILE *stream = fopen(file, "rb");
  char *content = NULL;
  size_t length = 0, room = 0, got;
  PetscFunctionBeginUser;
  *mentions = PETSC_FALSE;
  if (!stream)
    PetscFunctionReturn(0);
  do {
    room += 1 << 18;
    PetscCall(PetscRealloc(room, &content));
    got = fread(content + length, 1, room - length, stream);
    length += got;
  } while (length == room);
  (void)fclose(stream);
  *mentions = (PetscBool)(memmem(content, length, name, strlen(name) + 1) != NULL);
  PetscCall(PetscFree(content));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenOnce(void *file, PetscInt i) {
  Plugin *plugin;
  PetscFunctionBeginUser;
  (void)i;
  PetscCall(PluginOpen(*(const char **)file, &plugin));
  PetscFunctionReturn(0);
}

/* Only what may hold the name is loaded; a plugin that cannot be loaded holds no name. */
static PetscErrorCode LookInto(const char *file, void *context) {
  Taken *taken = context;
  Plugin *plugin = NULL;
  PetscBool mentions;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(Mentions(file, taken->name, &mentions));
  if (taken->kind || !mentions)
    PetscFunctionReturn(0);
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  error = PluginsProbe(1, &file, OpenOnce, &file);
  if (!error)
    error = PluginOpen(file, &plugin);
  PetscCall(PetscPopErrorHandler());
  if (error)
    PetscFunctionReturn(0);
  for (size_t i = 0; i < plugin->plain.methods.count; i++) {
    const gimbal_method *family = ListAt(plugin->plain.methods, gimbal_method, i);
    if (!strcmp(family->name, taken->name))
      taken->kind = "method";
    for (size_t j = 0; j < family->members.count; j++)
      if (!strcmp(ListAt(family->members, gimbal_member, j)->name, taken->name))
        taken->kind = "method";
  }
  for (size_t i = 0; i < plugin->plain.models.count; i++)
    if (!strcmp(ListAt(plugin->plain.models, gimbal_model, i)->name, taken->name))
      taken->kind = "model";
  PetscCall(PluginClose(&plugin));
  PetscFunctionReturn(0);
}

/* A name that describe or the registry would take for something else. */
static PetscErrorCode CheckFree(const char *name) {
  Taken taken = {
      .name = name,
      .kind = strcmp(name, "suite") && strcmp(name, "claims") ? NULL : "word of gimbal describe"};
  PetscFunctionBeginUser;
  PetscCall(PluginFolders(LookInto, &taken));
  PetscCheck(!taken.kind, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: \"%s\" is the name of a %s already; choose another", name, taken.kind);
  PetscFunctionReturn(0);
}

/* ---- The skeleton ---- */

/* How programs in other languages are called, and end. */
static const struct {
  const char *language, *program, *ending;
} languages[] = {{"python", "python3", ".py"}, {"perl", "perl", ".pl"}};

static PetscErrorCode CheckLanguage(const char *word, PetscInt *language) {
  const PetscInt count = PETSC_STATIC_ARRAY_LENGTH(languages);
  PetscFunctionBeginUser;
  for (*language = 0; word && *language < count; ++*language)
    if (!strcmp(word, languages[*language].language))
      PetscFunctionReturn(0);
  *language = -1;
  PetscCheck(
      !word, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
      "new: there is no example in \"%s\"; it is python or perl, and any language can speak as "
      "these do",
      word);
  PetscFunctionReturn(0);
}

static PetscErrorCode Find(const Wish *wish, PetscInt *found) {
  static const char *const formulations[] = {"lagrangian", "hamiltonian", "frame",
                                             "group",      "ode",         "lattice"};
  enum { FORMULATIONS = PETSC_STATIC_ARRAY_LENGTH(formulations) };
  char name[128];
  PetscBool known = PETSC_FALSE;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < FORMULATIONS; i++)
    known = (PetscBool)(known || !strcmp(wish->formulation, formulations[i]));
  if (!known) {
    const char *nearest = NearestName(wish->formulation, FORMULATIONS, formulations);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "new: there is no formulation \"%s\"%s%s%s; it is lagrangian, hamiltonian, frame, "
            "group, ode or lattice",
            wish->formulation, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
            nearest ? "\"?" : "");
  }
  (void)snprintf(name, sizeof(name), "%s_%s%s%s", wish->kind,
                 wish->language ? wish->language : wish->formulation, wish->constrained ? "_" : "",
                 wish->constrained ? wish->constrained : "");
  for (*found = 0; *found < (PetscInt)PETSC_STATIC_ARRAY_LENGTH(skeletons); ++*found)
    if (!strcmp(skeletons[*found].name, name))
      PetscFunctionReturn(0);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "new: there is no skeleton of a %s %s with --constrained %s; models that are lagrangian, "
          "hamiltonian, frame or group may be nonholonomic, lagrangian ones holonomic too",
          wish->formulation, wish->kind, wish->constrained);
}

/* A line with the name in place of the skeleton's. */
static void PutLine(FILE *file, const char *line, const char *name) {
  static const char placeholder[] = "skeleton";
  for (const char *at; (at = strstr(line, placeholder)); line = at + strlen(placeholder)) {
    (void)fwrite(line, 1, (size_t)(at - line), file);
    fputs(name, file);
  }
  fputs(line, file);
}

static PetscErrorCode Write(const char *path, const char *const *line, const char *name) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  int failed;
  PetscFunctionBeginUser;
  PetscCheck(file || errno != EEXIST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: %s is there already and is left as it is; choose another name", path);
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "new: %s cannot be written: %s", path,
             strerror(errno));
  for (; *line; line++)
    PutLine(file, *line, name);
  failed = ferror(file);
  failed |= fclose(file);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "new: %s could not be written whole",
             path);
  PetscFunctionReturn(0);
}

/* ---- The command ---- */

/* The program as it was called, or the one that `make` makes in a source tree. */
static void PutProgram(PetscBool tree) {
  fputs("  ", stdout);
  ShellPut(stdout, tree ? "build/gimbal" : LaunchProgram());
}

/* Commands that work as they are printed, from where `new` was called. */
static void PutCommands(const Wish *wish, const char *skeleton, const char *path, PetscBool tree) {
  const PetscBool method = (PetscBool)!strcmp(wish->kind, "method");
  const char *partner = NULL;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(partners); i++)
    if (!strcmp(partners[i].skeleton, skeleton))
      partner = partners[i].partner;
  printf("wrote %s, which works as it is; make it yours. To see what gimbal says of it:\n\n", path);
  if (tree)
    printf("  make\n");
  else {
    PutProgram(tree);
    printf(" build %s\n", path);
  }
  PutProgram(tree);
  printf(tree ? " check %s\n" : " check ./%s.so\n", wish->name);
  PutProgram(tree);
  printf(" verify");
  if (!tree)
    printf(" --plugin ./%s.so", wish->name);
  printf(" %s %s", method ? "-m" : "-M", wish->name);
  if (partner)
    printf(" %s %s\n\nThe last is for a first look; without %s %s it takes longer, and says all.\n",
           method ? "-M" : "-m", partner, method ? "-M" : "-m", partner);
  else
    printf("\n");
}

/* The same for a program. */
static void PutProgramCommands(const Wish *wish, PetscInt language, const char *path,
                               PetscBool tree) {
  static const char *const words[] = {"check", "verify -M pendulum"};
  printf("wrote %s, which works as it is; make it yours. To see what gimbal says of it:\n\n", path);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(words); i++) {
    PutProgram(tree);
    printf(" %s --external \"%s %s\"\n", words[i], languages[language].program, path);
  }
  printf("\nThe last is for a first look; without -M pendulum it takes longer, and says all. Of\n"
         "others beside it, -m %s names it.\n",
         wish->name);
}

static PetscErrorCode ParseWords(int argc, char **argv, Wish *wish, PetscBool *done) {
  static const struct option known[] = {{"formulation", required_argument, NULL, 'f'},
                                        {"constrained", required_argument, NULL, 'c'},
                                        {"language", required_argument, NULL, 'l'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  int option;
  PetscBool method;
  PetscFunctionBeginUser;
  *done = PETSC_FALSE;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
    if (option == ':' || option == '?')
      PetscCall(WordsRefuse(option, argv));
    if (option == 'f')
      wish->formulation = optarg;
    else if (option == 'c')
      wish->constrained = optarg;
    else if (option == 'l')
      wish->language = optarg;
    else {
      fputs(HelpNew, stdout);
      *done = PETSC_TRUE;
      PetscFunctionReturn(0);
    }
  }
  PetscCheck(optind + 2 == argc, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: two words are expected: gimbal new method NAME, or gimbal new model NAME; with "
             "--formulation lagrangian, hamiltonian, frame, group, ode (a method's own default) or "
             "lattice");
  wish->kind = argv[optind];
  wish->name = argv[optind + 1];
  method = (PetscBool)!strcmp(wish->kind, "method");
  PetscCheck(method || !strcmp(wish->kind, "model"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: a \"%s\" cannot be made; method or model is expected", wish->kind);
  PetscCheck(!method || !wish->constrained, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --constrained is for models; a method says in `accepts` what it can integrate");
  PetscCheck(method || !wish->language, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: --language is for methods; a model is a plugin");
  if (!wish->formulation)
    wish->formulation = method ? "ode" : "lagrangian";
  PetscFunctionReturn(0);
}

PetscErrorCode CommandNew(int argc, char **argv, int *status) {
  char folder[16] = "", path[128];
  Wish wish = {.kind = NULL};
  PetscInt found, language;
  PetscBool tree, done;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(ParseWords(argc, argv, &wish, &done));
  if (done)
    PetscFunctionReturn(0);
  PetscCall(CheckName(wish.name));
  PetscCall(CheckLanguage(wish.language, &language));
  PetscCall(Find(&wish, &found));
  PetscCall(CheckFree(wish.name));
  tree = (PetscBool)(!access("harness/gimbal.h", R_OK) && !access("methods", W_OK) &&
                     !access("models", W_OK));
  if (tree && language < 0)
    (void)snprintf(folder, sizeof(folder), "%ss/", wish.kind);
  (void)snprintf(path, sizeof(path), "%s%s%s", folder, wish.name,
                 language < 0 ? ".c" : languages[language].ending);
  PetscCall(Write(path, skeletons[found].line, wish.name));
  if (language < 0)
    PutCommands(&wish, skeletons[found].name, path, tree);
  else
    PutProgramCommands(&wish, language, path, tree);
  PetscFunctionReturn(0);
}
