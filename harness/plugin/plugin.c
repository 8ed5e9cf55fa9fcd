#include "plugin/plugin.h"
#include "base/hash.h"
#include "base/floating.h"
#include "base/word_list.h"
#include "plugin/butcher.h"
#include "plugin/described.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>

static const char how[] = "build it with `gimbal build FILE.c`";

/* Half of the digits are enough, since the file is named too. */
static void PrintHash(Hash hash, char out[17]) {
  (void)snprintf(out, 17, "%016" PRIx64, (uint64_t)(hash ^ hash >> 64));
}

static PetscErrorCode HashOf(const char *file, char out[17]) {
  Hash hash = HashBegin();
  UserCheck(!HashFile(&hash, file),
            "%s: cannot be read; give the path of a plugin (a shared object)", file);
  PrintHash(hash, out);
  return 0;
}

PetscErrorCode ProgramHash(char out[17]) { return HashOf("/proc/self/exe", out); }

/* The members that a family only knows at run time follow those of its descriptor. */
static PetscErrorCode AddFurtherMembers(Plugin *plugin, gimbal_method *family) {
  enum { MOST_MEMBERS = 10000 };
  const size_t declared = family->members.count;
  gimbal_member *member = NULL;
  size_t count = 0;
  char where[512];
  if (!family->further_members)
    return 0;
  (void)snprintf(where, sizeof(where), "%s: method \"%s\"", plugin->file, family->name);
  for (; count < declared + MOST_MEMBERS; count++) {
    gimbal_member next = {0};
    if (count < declared)
      next = ((const gimbal_member *)family->members.at)[count];
    else if (family->further_members((int)(count - declared), &next))
      break;
    ArenaRoom(plugin->arena, (PetscInt)count, &member);
    member[count].name = ArenaText(plugin->arena, next.name);
    member[count].settings = ArenaText(plugin->arena, next.settings);
    member[count].title = ArenaText(plugin->arena, next.title);
  }
  family->members = (gimbal_list){member, count, sizeof(*member)};
  PetscCall(LayoutCopyList(&MemberLayout, where, plugin->arena, &family->members));
  UserCheck(count < declared + MOST_MEMBERS,
            "%s: further_members finds no end; return non-zero where there is no member of that "
            "index",
            where);
  return 0;
}

/* The descriptor behind the symbol, normalised. */
static PetscErrorCode Read(Plugin *plugin, const char *symbol, const gimbal_plugin *raw,
                           gimbal_plugin *out) {
  const char *file = plugin->file;
  UserCheck(raw->abi_major == GIMBAL_ABI_MAJOR,
            "%s: %s was built for version %u.%u of the plugin interface and this is version %d.%d; "
            "build it again with the gimbal.h of this program",
            file, symbol, (unsigned)raw->abi_major, (unsigned)raw->abi_minor, GIMBAL_ABI_MAJOR,
            GIMBAL_ABI_MINOR);
  /* It may call services that this program's table does not have. */
  UserCheck(raw->abi_minor <= GIMBAL_ABI_MINOR,
            "%s: %s was built for version %u.%u of the plugin interface and this program knows it "
            "up to %d.%d; use a newer gimbal, or build the plugin again with the gimbal.h of this "
            "one",
            file, symbol, (unsigned)raw->abi_major, (unsigned)raw->abi_minor, GIMBAL_ABI_MAJOR,
            GIMBAL_ABI_MINOR);
  UserCheck(raw->size > offsetof(gimbal_plugin, methods) && raw->size <= 65536 &&
                raw->size % sizeof(void *) == 0,
            "%s: %s has the wrong size %zu; define it with GIMBAL_PLUGIN(...)", file, symbol,
            raw->size);
  PetscCall(LayoutCopy(&PluginLayout, file, plugin->arena, raw, raw->size, out));
  for (size_t i = 0; i < out->methods.count; i++) /* the copy is ours */
    PetscCall(AddFurtherMembers(plugin, (gimbal_method *)out->methods.at + i));
  UserCheck(out->methods.count + out->models.count > 0,
            "%s: %s lists neither methods nor models; give GIMBAL_PLUGIN(.methods = ...) or "
            "(.models = ...)",
            file, symbol);
  return 0;
}

/* What dlopen says, without the file's name before it. */
static const char *Reason(const char *path) {
  const char *reason = dlerror();
  size_t length = strlen(path);
  if (!reason)
    return "no reason given";
  return strncmp(reason, path, length) || reason[length] != ':' ? reason : reason + length + 2;
}

static PetscErrorCode Load(Plugin *plugin) {
  const gimbal_plugin *raw_quad;
  PetscCall(HashOf(plugin->file, plugin->hash));
  (void)FloatingCheck();
  plugin->handle = dlopen(plugin->path, RTLD_NOW | RTLD_LOCAL);
  const char *changed = FloatingCheck();
  UserCheck(
      !changed,
      "%s: loading it changes %s for the whole program; loading a plugin must have no side effects",
      plugin->file, changed);
  UserCheck(plugin->handle, "%s: not a shared object that can be loaded (%s); %s", plugin->file,
            Reason(plugin->path), how);
  const gimbal_plugin *raw = dlsym(plugin->handle, "gimbal_plugin_double");
  UserCheck(raw,
            "%s: not a gimbal plugin (it has no symbol gimbal_plugin_double); end its source with "
            "GIMBAL_PLUGIN(...) and %s",
            plugin->file, how);
  PetscCall(Read(plugin, "gimbal_plugin_double", raw, &plugin->plain));
#ifdef GIMBAL_WITHOUT_QUAD
  raw_quad = NULL; /* there is nothing that could call it */
#else
  raw_quad = dlsym(plugin->handle, "gimbal_plugin_quad");
#endif
  plugin->has_quad = (PetscBool)(raw_quad != NULL);
  if (!raw_quad)
    return 0;
  PetscCall(Read(plugin, "gimbal_plugin_quad", raw_quad, &plugin->quad));
  return LayoutCompare(&PluginLayout, plugin->file, &plugin->plain, &plugin->quad);
}

/* ---- Programs ---- */

const char *PluginCommand(const char *file) {
  const size_t length = strlen(PLUGIN_EXTERNAL);
  return strncmp(file, PLUGIN_EXTERNAL, length) ? NULL : file + length;
}

char *PluginPath(const char *file) {
  return PluginCommand(file) ? strdup(file) : realpath(file, NULL);
}

/* What decides what such a method or model does, as far as it can be seen: the command, what it says of itself,
 * and the files among its words. (An interpreter is looked for in PATH, and is no file here.) */
static void HashProgram(Plugin *plugin, const char *text) {
  Hash hash = HashBegin();
  HashText(&hash, plugin->file);
  HashText(&hash, text);
  for (char *const *word = ExternalWords(plugin->external); *word; word++) {
    struct stat about;
    if ((word[0] != ExternalWords(plugin->external)[0] || strchr(*word, '/')) &&
        !stat(*word, &about) && S_ISREG(about.st_mode))
      (void)HashFile(&hash, *word);
  }
  PrintHash(hash, plugin->hash);
}

static PetscErrorCode LoadProgram(Plugin *plugin) {
  char why[EXTERNAL_WHY];
  gimbal_plugin raw;
  const char *text;
  plugin->external = ExternalCreate(plugin->file, why);
  UserCheck(plugin->external, "%s: %s", plugin->file, why);
  PetscCall(DescribedRead(plugin->external, plugin->file, plugin->arena, &raw, &plugin->quadruple,
                          &text));
  plugin->program = raw.models.count ? ExternalCreate(plugin->file, why) : NULL;
  UserCheck(plugin->program || !raw.models.count, "%s: %s", plugin->file, why);
  HashProgram(plugin, text);
  return LayoutCopy(&PluginLayout, plugin->file, plugin->arena, &raw, raw.size, &plugin->plain);
}

/* ---- Tables ---- */

/* Their numbers are texts, which both precisions read. */
static PetscErrorCode LoadTables(Plugin *plugin) {
  gimbal_plugin raw;
  PetscCall(HashOf(plugin->file, plugin->hash));
  PetscCall(DescribedReadTables(plugin->file, plugin->arena, &raw));
  PetscCall(LayoutCopy(&PluginLayout, plugin->file, plugin->arena, &raw, raw.size, &plugin->plain));
#ifndef GIMBAL_WITHOUT_QUAD
  plugin->quad = plugin->plain;
  plugin->has_quad = PETSC_TRUE;
#endif
  plugin->tables = PETSC_TRUE;
  return 0;
}

/* Whether its ending is one of those that the readers in Python know, and no plugin has. */
static PetscBool IsTableInText(const char *file) {
  const char *dot = strrchr(file, '.');
  return (PetscBool)(dot && WordsContain("tex jl m f90 f def", dot + 1));
}

/* ---- Each of them ---- */

PetscErrorCode PluginOpen(const char *file, Plugin **out) {
  char *path = PluginPath(file);
  const int why = errno;
  const char *command = PluginCommand(file);
  *out = NULL;
  PetscCheck(path || why != ENOMEM, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the name of %s",
             file);
  UserCheck(path, "%s: %s", file, why == EACCES ? strerror(why) : "there is no such file");
  Plugin *plugin = MemoryZeroed(1, sizeof(*plugin));
  plugin->arena = ArenaCreate();
  plugin->file = ArenaText(plugin->arena, command ? command : file);
  plugin->path = ArenaText(plugin->arena, path);
  free(path);
  UserCheck(
      command || !IsTableInText(file),
      "%s: tables in this language are read by `python3 -m gimbal.tables %s >table.json`; then "
      "give table.json",
      file, file);
  PetscErrorCode error = command               ? LoadProgram(plugin)
                         : ButcherIsFile(file) ? LoadTables(plugin)
                                               : Load(plugin);
  if (error)
    PluginClose(&plugin);
  PetscCall(error);
  *out = plugin;
  return 0;
}

void PluginClose(Plugin **plugin) {
  if (!*plugin)
    return;
  ExternalDestroy(&(*plugin)->external);
  ExternalDestroy(&(*plugin)->program);
  ArenaDestroy(&(*plugin)->arena);
  /* It stays loaded: what it wants to do when it goes is not ours to risk. */
  free(*plugin);
  *plugin = NULL;
}
