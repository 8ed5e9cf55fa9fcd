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

const char *FragmentTexts[FRAGMENT_TEXTS];

PetscErrorCode FragmentsRead(void) {
  static const char *const names[] = {[PAGE_HTML] = "page.html",
                                      [STYLE_CSS] = "style.css",
                                      [REPORT_JS] = "report.js",
                                      [SYMBOLS_TEX] = "symbols.tex",
                                      [REFERENCES_BIB] = "references.bib"};

  for (int k = 0; k < FRAGMENT_TEXTS; k++)
    if (!FragmentTexts[k])
      PetscCall(FragmentFile(names[k], (char **)&FragmentTexts[k]));
  return 0;
}

/* Where the fragment begins and ends, which is where the next one begins. */
static const char *Find(const char *fragment, const char **end) {
  const size_t n = strlen(fragment);

  for (const char *at = strstr(FragmentTexts[PAGE_HTML], BEGIN); at; at = strstr(at, BEGIN)) {
    at += strlen(BEGIN);
    if (strncmp(at, fragment, n) || strncmp(at + n, " -->\n", 5))
      continue;
    at += n + 5;
    *end = strstr(at, BEGIN);
    *end = (*end ? *end : strchr(at, 0)) - 1; /* without the last line's end */
    return at;
  }
  PetscCheckAbort(0, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "page.html has no fragment %s",
                  fragment);
  return NULL;
}

/* The texts of its places, by their names. */
enum { PLACES = 24 };
typedef struct {
  int count;
  const char *name[PLACES], *text[PLACES];
} Values;

/* @name@ is a text, @name^@ one with powers as superscripts, @?name@ nothing but a condition; `kind` is the sign. */
static const char *FindText(const Values *values, const char *place, const char *end, char *kind) {
  *kind = *place == '?' ? '?' : end[-1];
  place += *kind == '?';
  const size_t n = (size_t)(end - place) - (*kind == '^');
  for (int i = 0; i < values->count; i++)
    if (!strncmp(values->name[i], place, n) && !values->name[i][n])
      return values->text[i];
  PetscCheckAbort(0, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED,
                  "page.html: unknown placeholder @%.*s@", (int)n, place);
  return NULL;
}

/* From `at` to `end`, unless file is NULL; whether all texts in it are given. A part between @[ and @] is left out where
 * one of its texts is not. */
static PetscBool PutPart(FILE *file, const Values *values, const char *at, const char *end) {
  PetscBool given = PETSC_TRUE;
  char kind;

  while (at < end) {
    const char *place = memchr(at, '@', (size_t)(end - at));
    const char *close = place ? memchr(place + 1, '@', (size_t)(end - place - 1)) : NULL;
    if (file)
      fwrite(at, 1, (size_t)((close ? place : end) - at), file);
    if (!close)
      break;
    at = close + 1;
    if (place[1] == '[') {
      at = strstr(place, "@]") + 2;
      if (PutPart(NULL, values, place + 2, at - 2))
        (void)PutPart(file, values, place + 2, at - 2);
      continue;
    }
    const char *text = FindText(values, place + 1, close, &kind);
    given = (PetscBool)(given && TextGiven(text));
    if (file && kind == '^')
      TextHtml(file, text);
    else if (file && kind != '?')
      TextXml(file, text);
  }
  return given;
}

void FragmentPut(FILE *file, const char *fragment, ...) {
  Values values = {.count = 0};
  const char *end = NULL, *name;
  va_list list;

  va_start(list, fragment);
  while (values.count < PLACES && (name = va_arg(list, const char *))) {
    values.name[values.count] = name;
    values.text[values.count++] = va_arg(list, const char *);
  }
  va_end(list);
  const char *at = Find(fragment, &end);
  (void)PutPart(file, &values, at, end);
}
