#include "reports/fragment.h"
#include "reports/text.h"
#include <stdarg.h>
#include <string.h>

#define BEGIN "<!-- fragment "

static const char *const folders[] = {"reports", "ci", ".", "share/gimbal/reports", NULL};

PetscErrorCode FragmentFind(const char *name, char path[PATH_MAX]) {
  return ProgramFileNeeded("report", folders, name, path);
}

PetscErrorCode FragmentFile(const char *name, char **text) {
  return ProgramText("report", folders, name, text);
}

/* Where the fragment begins, and its length; it lasts until the next one. */
static PetscErrorCode Find(const char *fragment, const char **begin, size_t *length) {
  static char *all; /* read once; pages are many */
  const size_t n = strlen(fragment);

  if (!all)
    PetscCall(FragmentFile("page.html", &all));
  for (const char *at = strstr(all, BEGIN); at; at = strstr(at, BEGIN)) {
    at += strlen(BEGIN);
    if (strncmp(at, fragment, n) || strncmp(at + n, " -->\n", 5))
      continue;
    *begin = at + n + 5;
    const char *end = strstr(*begin, BEGIN);
    *length = (end ? (size_t)(end - *begin) : strlen(*begin)) - 1; /* without the last line's end */
    return 0;
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "page.html has no fragment %s", fragment);
}

/* @name@ is a text, @name^@ one with powers as superscripts. */
static PetscErrorCode PutPlace(FILE *file, va_list values, const char *place, size_t n) {
  const char kind = place[n - 1], *name;

  n -= kind == '^';
  while ((name = va_arg(values, const char *))) {
    const char *value = va_arg(values, const char *);
    if (strncmp(name, place, n) || name[n])
      continue;
    if (kind == '^')
      TextHtml(file, value);
    else
      TextXml(file, value);
    return 0;
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "page.html: unknown placeholder @%.*s@",
          (int)n, place);
}

PetscErrorCode FragmentPut(FILE *file, const char *fragment, ...) {
  PetscErrorCode error = 0;
  const char *at = NULL;
  size_t left = 0;
  va_list values;

  PetscCall(Find(fragment, &at, &left));
  while (left && !error) {
    const char *place = memchr(at, '@', left);
    const char *end = place ? memchr(place + 1, '@', left - (size_t)(place + 1 - at)) : NULL;
    fwrite(at, 1, end ? (size_t)(place - at) : left, file);
    if (!end)
      break;
    va_start(values, fragment);
    error = PutPlace(file, values, place + 1, (size_t)(end - place - 1));
    va_end(values);
    left -= (size_t)(end + 1 - at);
    at = end + 1;
  }
  return error;
}
