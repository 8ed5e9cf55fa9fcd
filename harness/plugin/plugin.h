/* A plugin: one shared object, opened, checked, and copied into the host's layout; or a program that says
 * what it is (external/); or a file of Butcher tables. */
#pragma once

#include "base/program_files.h"
#include "external/external.h"
#include "plugin/layout.h"

/* How a command stands among the names of plugins: "external:python3 mine.py". */
#define PLUGIN_EXTERNAL "external:"

typedef struct Plugin {
  const char *file; /* as shown to people: of a program the command */
  const char *path; /* absolute, without links; of a program its name among plugins */
  char hash[17];    /* of its content, hexadecimal */
  void *handle;
  External *external; /* NULL: it is a shared object */
  /* A program's models are computed by a process of their own, in the precisions that bit i tells. */
  External *program;
  uint64_t quadruple;
  Arena arena;
  gimbal_plugin plain, quad; /* normalised; the latter empty where it was not built */
  PetscBool has_quad;
  PetscBool tables; /* a file of Butcher tables */
  PetscBool named;  /* the user named it; it was not only found in a folder */
} Plugin;

/* A file that is missing, is no plugin, was built for another version of the interface or breaks
 * the contract is PETSC_ERR_USER_INPUT, with one line that says what would be right. */
extern PetscErrorCode PluginOpen(const char *file, Plugin **);
/* What `path` will be, to be freed by free; NULL: there is no such file. */
extern char *PluginPath(const char *file);
/* The command of a program's name among plugins, else NULL. */
extern const char *PluginCommand(const char *file);
extern void PluginClose(Plugin **);

/* The hash of the running program's content. */
extern PetscErrorCode ProgramHash(char out[17]);

/* "; ./NAME.so, which is here, needs --plugin ./NAME.so" if there is such a file and nothing is known by
 * this name (without what follows a colon), else "": what is missing in a command is most often this. */
enum { PLUGIN_HINT = 256 };
extern const char *PluginHint(const char *name, char hint[PLUGIN_HINT]);

/* Append the plugin files, in the order of their names within a folder: those of the installation, in the
 * folders next to the program, and those in the folders of GIMBAL_PLUGIN_PATH. */
extern PetscErrorCode PluginFoldersOwn(Arena, Texts *);
extern PetscErrorCode PluginFoldersOfUser(Arena, Texts *);
