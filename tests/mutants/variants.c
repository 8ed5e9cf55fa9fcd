#include "mutants/variants.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 16 };

/* ---- The table ---- */

typedef struct {
  const char *file;
  int line;
  json_t *variants, *entry, *sizes; /* entry: being read; NULL between entries */
} Reader;

static PetscErrorCode Complain(const Reader *r, const char *what) {
  PetscFunctionBeginUser;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: line %d: %s", r->file, r->line, what);
}

/* An entry without sizes is one mutant; with sizes, one for each, "name_e08" for 1e-8. */
static PetscErrorCode EndEntry(Reader *r) {
  json_t *const entry = r->entry, *each, *change;
  const json_t *changes = json_object_get(entry, "changes");
  size_t i;
  PetscFunctionBeginUser;
  if (!entry)
    PetscFunctionReturn(0);
  if (!json_array_size(changes))
    PetscCall(Complain(r, "an entry without a change: write a line \"- TEXT\" and one \"+ TEXT\""));
  json_array_foreach(changes, i, change) if (!json_object_get(change, "to"))
      PetscCall(Complain(r, "a line \"- TEXT\" without a line \"+ TEXT\""));
  if (!r->sizes)
    json_array_append(r->variants, entry);
  json_array_foreach(r->sizes, i, each) {
    json_t *one = json_copy(entry);
    json_object_set_new(one, "name",
                        json_sprintf("%s_e%s", json_string_value(json_object_get(entry, "name")),
                                     strchr(json_string_value(each), '-') + 1));
    json_object_set(one, "at", each);
    json_object_set_new(one, "size", json_real(strtod(json_string_value(each), NULL)));
    json_array_append_new(r->variants, one);
  }
  json_decref(r->sizes);
  json_decref(entry);
  r->entry = r->sizes = NULL;
  PetscFunctionReturn(0);
}

static PetscErrorCode BeginEntry(Reader *r, char *line) {
  char *word[WORDS + 1], *rest = line;
  json_t *methods = json_array();
  int words = 0;
  PetscFunctionBeginUser;
  while (words < WORDS && (word[words] = strtok_r(rest, " \t", &rest)))
    words++;
  if (words < 3)
    PetscCall(Complain(r, "an entry begins with \"NAME SOURCE METHOD...\""));
  for (int i = 2; i < words; i++)
    json_array_append_new(methods, json_string(word[i]));
  r->entry = json_pack("{s:s,s:s,s:o,s:[]}", "name", word[0], "source", word[1], "methods", methods,
                       "changes");
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadLine(Reader *r, char *line) {
  json_t *changes = json_object_get(r->entry, "changes"), *change;
  char *rest = line + 2, *word;
  PetscFunctionBeginUser;
  line[strcspn(line, "\n")] = 0;
  if (*line == '#')
    PetscFunctionReturn(0);
  if (!*line)
    PetscCall(EndEntry(r));
  else if (!r->entry)
    PetscCall(BeginEntry(r, line));
  else if (!strncmp(line, "- ", 2))
    json_array_append_new(changes, json_pack("{s:s}", "from", rest));
  else if (!strncmp(line, "+ ", 2)) {
    change = json_array_get(changes, json_array_size(changes) - 1);
    if (!change || json_object_get(change, "to"))
      PetscCall(Complain(r, "a line \"+ TEXT\" without a line \"- TEXT\" before it"));
    json_object_set_new(change, "to", json_string(rest));
  } else if (!strncmp(line, "@ ", 2)) {
    r->sizes = json_array();
    while ((word = strtok_r(rest, " \t", &rest))) {
      if (!strchr(word, '-') || !(strtod(word, NULL) > 0))
        PetscCall(Complain(r, "a size is like 1e-8"));
      json_array_append_new(r->sizes, json_string(word));
    }
  } else if (!json_object_get(r->entry, "what"))
    json_object_set_new(r->entry, "what", json_string(line));
  else
    PetscCall(Complain(r, "neither \"- TEXT\" nor \"+ TEXT\" nor \"@ SIZE...\""));
  PetscFunctionReturn(0);
}

PetscErrorCode VariantsRead(const char *table, json_t **variants) {
  Reader r = {.file = table, .variants = json_array()};
  FILE *stream = fopen(table, "r");
  PetscErrorCode error = 0;
  char line[1024];
  PetscFunctionBeginUser;
  PetscCheck(stream, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: %s", table, strerror(errno));
  while (!error && fgets(line, sizeof line, stream)) {
    r.line++;
    error = ReadLine(&r, line);
  }
  if (!error)
    error = EndEntry(&r);
  (void)fclose(stream);
  PetscCall(error);
  *variants = r.variants;
  PetscFunctionReturn(0);
}

/* ---- The sources ---- */

static PetscErrorCode ReadFile(const char *file, char **text) {
  FILE *stream = fopen(file, "r");
  struct stat status;
  size_t size;
  PetscFunctionBeginUser;
  PetscCheck(stream && !fstat(fileno(stream), &status), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s", file, strerror(errno));
  PetscCall(PetscMalloc1(status.st_size + 1, text));
  size = fread(*text, 1, (size_t)status.st_size, stream);
  (*text)[size] = 0;
  (void)fclose(stream);
  PetscFunctionReturn(0);
}

/* text with the `length` characters at `at` replaced; the old text is freed. */
static PetscErrorCode Splice(char **text, const char *at, size_t length, const char *with) {
  const size_t before = (size_t)(at - *text), size = strlen(*text) - length + strlen(with) + 1;
  char *out;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(size, &out));
  (void)snprintf(out, size, "%.*s%s%s", (int)before, *text, with, at + length);
  PetscCall(PetscFree(*text));
  *text = out;
  PetscFunctionReturn(0);
}

static PetscErrorCode Change(const json_t *variant, const json_t *change, char **text) {
  const char *from = json_string_value(json_object_get(change, "from")),
             *size = json_string_value(json_object_get(variant, "at")), *found;
  char *to, number[64], *at;
  int times = 0;
  PetscFunctionBeginUser;
  for (found = *text; (found = strstr(found, from)); found += strlen(from))
    times++;
  PetscCheck(times == 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "mutant %s: the text \"%s\" is %d times in %s and has to be there once: correct the "
             "table of mutants",
             json_string_value(json_object_get(variant, "name")), from, times,
             json_string_value(json_object_get(variant, "source")));
  PetscCall(PetscStrallocpy(json_string_value(json_object_get(change, "to")), &to));
  (void)snprintf(number, sizeof number, "GIMBAL_C(%s)", size ? size : "0");
  while (size && (at = strchr(to, '@')))
    PetscCall(Splice(&to, at, 1, number));
  PetscCall(Splice(text, strstr(*text, from), strlen(from), to));
  PetscCall(PetscFree(to));
  PetscFunctionReturn(0);
}

/* Families have a title behind the name, members their settings; nothing else has. */
static PetscErrorCode Rename(const char *name, char **text) {
  static const char key[] = ".name = \"";
  char suffix[128];
  size_t at = 0;
  PetscFunctionBeginUser;
  (void)snprintf(suffix, sizeof suffix, "__%s", name);
  for (const char *found; (found = strstr(*text + at, key)); at++) {
    const size_t begin = (size_t)(found - *text) + sizeof key - 1,
                 end = begin + strcspn(*text + begin, "\""),
                 next = end + 1 + strspn(*text + end + 1, ", \n\t");
    at = end;
    if (!strncmp(*text + next, ".title", 6) || !strncmp(*text + next, ".settings", 9))
      PetscCall(Splice(text, *text + end, 0, suffix));
  }
  PetscFunctionReturn(0);
}

/* What is up to date is left alone, and is then not compiled again. */
static PetscErrorCode WriteFile(const char *file, const char *text) {
  PetscBool same = PETSC_FALSE;
  FILE *stream;
  char *old;
  PetscFunctionBeginUser;
  if (!access(file, R_OK)) {
    PetscCall(ReadFile(file, &old));
    same = (PetscBool)!strcmp(old, text);
    PetscCall(PetscFree(old));
  }
  if (same)
    PetscFunctionReturn(0);
  stream = fopen(file, "w");
  PetscCheck(stream && fputs(text, stream) >= 0 && !fclose(stream), PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE, "%s: %s", file, strerror(errno));
  PetscFunctionReturn(0);
}

static PetscBool IsWanted(const json_t *variants, const char *file) {
  const json_t *variant;
  size_t i;
  json_array_foreach(variants, i, variant) {
    const char *name = json_string_value(json_object_get(variant, "name"));
    if (!strncmp(file, name, strlen(name)) && file[strlen(name)] == '.')
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscErrorCode RemoveOthers(const json_t *variants, const char *folder) {
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  char path[PETSC_MAX_PATH_LEN];
  PetscFunctionBeginUser;
  while (directory && (entry = readdir(directory))) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.' && !IsWanted(variants, entry->d_name))
      (void)unlink(path);
  }
  if (directory)
    (void)closedir(directory);
  PetscFunctionReturn(0);
}

PetscErrorCode VariantsWrite(const json_t *variants, const char *folder) {
  const json_t *variant, *change;
  char path[PETSC_MAX_PATH_LEN], *text;
  size_t i, k;
  PetscFunctionBeginUser;
  PetscCheck(!mkdir(folder, 0777) || errno == EEXIST, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "%s: %s", folder, strerror(errno));
  PetscCall(RemoveOthers(variants, folder));
  json_array_foreach(variants, i, variant) {
    const char *name = json_string_value(json_object_get(variant, "name"));
    PetscCall(ReadFile(json_string_value(json_object_get(variant, "source")), &text));
    json_array_foreach(json_object_get(variant, "changes"), k, change)
        PetscCall(Change(variant, change, &text));
    PetscCall(Rename(name, &text));
    (void)snprintf(path, sizeof path, "%s/%s.c", folder, name);
    PetscCall(WriteFile(path, text));
    PetscCall(PetscFree(text));
  }
  PetscFunctionReturn(0);
}
