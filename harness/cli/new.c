/* gimbal new method|model NAME */
#include "cli/command.h"
#include "cli/skeleton.h"
#include "cli/words.h"
#include "registry/registry.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

static const char help[] = "usage: gimbal new method|model NAME\n"
                           "\n"
                           "Writes NAME.c, a commented skeleton that builds and runs as it is: the "
                           "explicit midpoint rule,\n"
                           "or a pendulum. It goes into the working folder, or into methods/ or "
                           "models/ if that is the top\n"
                           "of gimbal's source tree. Nothing is ever overwritten.\n"
                           "\n"
                           "  --help  this text\n";

static PetscErrorCode CheckName(const char *name) {
  size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  PetscFunctionBeginUser;
  PetscCheck(!name[good] && islower((unsigned char)name[0]) && good < 64, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT,
             "new: \"%s\" cannot be a name; it must be lower-case letters, digits and underscores, "
             "begin with a letter, and have fewer than 64 characters",
             name);
  PetscFunctionReturn(0);
}

/* A name that describe or the registry would take for something else. */
static PetscErrorCode CheckFree(const char *name) {
  const Method *method;
  const Model *model;
  PetscInt methods, models;
  const char *kind = strcmp(name, "suite") ? NULL : "word of gimbal describe";
  Registry registry;
  PetscFunctionBeginUser;
  PetscCall(RegistryCreate(0, NULL, &registry));
  PetscCall(RegistryGetMethods(registry, &methods, &method));
  PetscCall(RegistryGetModels(registry, &models, &model));
  for (PetscInt i = 0; i < methods; i++)
    if (!strcmp(name, method[i]->name) || !strcmp(name, method[i]->family->name))
      kind = "method";
  for (PetscInt i = 0; i < models; i++)
    if (!strcmp(name, model[i]->name))
      kind = "model";
  PetscCheck(!kind, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: \"%s\" is the name of a %s already; choose another", name, kind);
  PetscCall(RegistryDestroy(&registry));
  PetscFunctionReturn(0);
}

static PetscErrorCode Write(const char *path, const char *skeleton, const char *name) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  int failed;
  PetscFunctionBeginUser;
  PetscCheck(file || errno != EEXIST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: %s is there already and is left as it is; choose another name", path);
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "new: %s cannot be written: %s", path,
             strerror(errno));
  for (const char *c = skeleton; *c; c++)
    if (*c == '@')
      fputs(name, file);
    else
      fputc(*c, file);
  failed = ferror(file);
  failed |= fclose(file);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "new: %s could not be written whole",
             path);
  PetscFunctionReturn(0);
}

PetscErrorCode CommandNew(int argc, char **argv, int *status) {
  static const struct option known[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  const char *name;
  char folder[16] = "", path[128];
  PetscBool method, tree;
  int option;
  PetscFunctionBeginUser;
  *status = 0;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, "h", known, NULL)) != -1) {
    if (option != 'h')
      PetscCall(WordsRefuse(option, argv));
    fputs(help, stdout);
    PetscFunctionReturn(0);
  }
  PetscCheck(optind + 2 == argc, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: two words are expected: gimbal new method NAME, or gimbal new model NAME");
  method = (PetscBool)!strcmp(argv[optind], "method");
  PetscCheck(method || !strcmp(argv[optind], "model"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "new: a \"%s\" cannot be made; method or model is expected", argv[optind]);
  name = argv[optind + 1];
  PetscCall(CheckName(name));
  PetscCall(CheckFree(name));
  tree = (PetscBool)(!access("harness/gimbal.h", R_OK) && !access("methods", W_OK) &&
                     !access("models", W_OK));
  if (tree)
    (void)snprintf(folder, sizeof(folder), "%s/", method ? "methods" : "models");
  (void)snprintf(path, sizeof(path), "%s%s.c", folder, name);
  PetscCall(Write(path, method ? SkeletonMethod : SkeletonModel, name));
  printf("wrote %s, which works as it is; make it yours. To see what gimbal says of it:\n\n", path);
  if (tree)
    printf("  make\n  build/gimbal describe %s\n  build/gimbal verify %s %s\n", name,
           method ? "-m" : "-M", name);
  else
    printf("  cc $(pkg-config --cflags gimbal) -shared -fPIC %s.c -o %s.so\n"
           "  gimbal describe %s --plugin ./%s.so\n"
           "  gimbal verify %s %s --plugin ./%s.so\n",
           name, name, name, name, method ? "-m" : "-M", name, name);
  PetscFunctionReturn(0);
}
