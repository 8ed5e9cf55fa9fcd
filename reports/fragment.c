#include "reports/fragment.h"
#include "reports/text.h"

#define BEGIN "<!-- fragment "

static const char *const folders[] = {"reports", "ci", ".", "share/gimbal/reports", NULL};

PetscErrorCode FragmentFind(const char *name, char path[PATH_MAX]) {
  char found[PATH_MAX];

  PetscCall(ProgramFileNeeded("report", folders, name, found));
  PetscCheck(realpath(found, path), PETSC_COMM_SELF, PETSC_ERR_SYS, "%s has no path", found);
  return 0;
}

PetscErrorCode FragmentFile(const char *name, char **text) {
  return ProgramText("report", folders, name, text);
}

/* Where the fragment begins and ends, which is where the next one begins. */
static PetscErrorCode Find(const char *fragment, const char **begin, const char **end) {
  static char *all; /* read once; pages are many */
  const size_t n = strlen(fragment);

  if (!all)
    PetscCall(FragmentFile("page.html", &all));
  for (const char *at = strstr(all, BEGIN); at; at = strstr(at, BEGIN)) {
    at += strlen(BEGIN);
    if (strncmp(at, fragment, n) || strncmp(at + n, " -->\n", 5))
      continue;
    *begin = at + n + 5;
    *end = strstr(*begin, BEGIN);
    *end = (*end ? *end : strchr(*begin, 0)) - 1; /* without the last line's end */
    return 0;
  }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "page.html has no fragment %s", fragment);
}

/* The texts of its places, by their names. */
enum { PLACES = 24 };
typedef struct {
  int count;
  const char *name[PLACES], *text[PLACES];
} Values;

/* @name@ is a text, @name^@ one with powers as superscripts, @?name@ nothing but a condition; `kind` is the sign. */
static PetscErrorCode FindText(const Values *values, const char *place, const char *end, char *kind,
                               const char **text) {
  *kind = *place == '?' ? '?' : end[-1];
  place += *kind == '?';
  const size_t n = (size_t)(end - place) - (*kind == '^');
  for (int i = 0; i < values->count; i++)
    if (!strncmp(values->name[i], place, n) && !values->name[i][n]) {
      *text = values->text[i];
      return 0;
    }
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "page.html: unknown placeholder @%.*s@",
          (int)n, place);
}

/* From `at` to `end`, or only whether all texts in it are given (file NULL). A part between @[ and @] is left out where
 * one of its texts is not. */
static PetscErrorCode PutPart(FILE *file, const Values *values, const char *at, const char *end,
                              PetscBool *given) {
  const char *text;
  char kind;

  *given = PETSC_TRUE;
  while (at < end) {
    const char *place = memchr(at, '@', (size_t)(end - at));
    const char *close = place ? memchr(place + 1, '@', (size_t)(end - place - 1)) : NULL;
    PetscBool whole;
    if (file)
      fwrite(at, 1, (size_t)((close ? place : end) - at), file);
    if (!close)
      break;
    at = close + 1;
    if (place[1] == '[') {
      at = strstr(place, "@]") + 2;
      PetscCall(PutPart(NULL, values, place + 2, at - 2, &whole));
      if (whole)
        PetscCall(PutPart(file, values, place + 2, at - 2, &whole));
      continue;
    }
    PetscCall(FindText(values, place + 1, close, &kind, &text));
    *given = (PetscBool)(*given && TextGiven(text));
    if (file && kind == '^')
      TextHtml(file, text);
    else if (file && kind != '?')
      TextXml(file, text);
  }
  return 0;
}

PetscErrorCode FragmentPut(FILE *file, const char *fragment, ...) {
  Values values = {.count = 0};
  const char *at = NULL, *end = NULL, *name;
  PetscBool given;
  va_list list;

  va_start(list, fragment);
  while (values.count < PLACES && (name = va_arg(list, const char *))) {
    values.name[values.count] = name;
    values.text[values.count++] = va_arg(list, const char *);
  }
  va_end(list);
  PetscCall(Find(fragment, &at, &end));
  return PutPart(file, &values, at, end, &given);
}
