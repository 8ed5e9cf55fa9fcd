/* What a report used, as BibTeX: entries of ci/references.bib by the keys that plugins have, and for
 * others the text of their citation. */
#include "base/version.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/text.h"
#include "reports/writers.h"

#define GIMBAL "gimbal"

/* ---- The file of references ---- */

static const char *KeysOf(const ManifestPlugin *plugin) {
  return TextGiven(plugin->citation_key) ? plugin->citation_key : "";
}

/* The next of the keys "KEY,KEY" from *key + n on, and its length; false: no more. */
static PetscBool NextKey(const char **key, size_t *n) {
  *key += *n;
  *key += strspn(*key, ", ");
  *n = strcspn(*key, ", ");
  return (PetscBool)(*n > 0);
}

/* Where the entry "@type{KEY," of a key of that length begins; NULL: not found. */
static const char *FindReference(const char *key, size_t n) {
  for (const char *line = FragmentTexts[REFERENCES_BIB]; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *brace = *line == '@' ? strpbrk(line, "{\n") : NULL;
    if (brace && *brace == '{' && !strncmp(brace + 1, key, n) && brace[1 + n] == ',')
      return line;
  }
  return NULL;
}

/* Its "doi = {…}". */
static void PutDoi(FILE *file, const char *entry) {
  const char *end = strstr(entry, "\n}"), *doi = strstr(entry, "doi = {");

  if (!doi || (end && doi > end))
    return;
  doi += strlen("doi = {");
  const Text text = TextPrint("%.*s", (int)strcspn(doi, "}\n"), doi);
  FragmentPut(file, "doi", "address", TextPrint("https://doi.org/%s", text.at).at, "doi", text.at,
              NULL);
}

void HtmlDois(Page *page, const ManifestPlugin *plugin) {
  const char *key = KeysOf(plugin);
  size_t n = 0;

  while (NextKey(&key, &n)) {
    const char *entry = FindReference(key, n);
    if (entry)
      PutDoi(page->file, entry);
  }
}

/* ---- Entries ---- */

/* A comment for each plugin that cites a key, and how many do. */
static PetscInt PutUsers(FILE *file, PetscInt count, const ManifestPlugin *plugin, const char *key,
                         size_t length) {
  PetscInt users = 0;

  for (PetscInt i = 0; i < count; i++) {
    size_t n = 0;
    for (const char *own = KeysOf(&plugin[i]); NextKey(&own, &n);)
      if (n == length && !strncmp(own, key, n)) {
        fprintf(file, "%% %s: %s\n", plugin[i].name, plugin[i].citation ? plugin[i].citation : "");
        users++;
      }
  }
  return users;
}

/* The entries of the file that are cited, as they are: each ends with a brace in the first column. */
static void PutKnown(FILE *file, const Manifest *m) {
  for (const char *at = strstr(FragmentTexts[REFERENCES_BIB], "\n@"); at;
       at = strstr(at + 1, "\n@")) {
    const char *end = strstr(at, "\n}"), *key = at + strcspn(at, "{") + 1;
    const size_t n = strcspn(key, ",");
    if (PutUsers(file, m->methods, m->method, key, n) + PutUsers(file, m->models, m->model, key, n))
      fprintf(file, "%.*s\n}\n\n", end ? (int)(end - at - 1) : (int)strlen(at + 1), at + 1);
  }
}

static void Field(FILE *file, const char *name, const char *text) {
  fprintf(file, "  %s = {{", name);
  for (; *text; text++)
    if (*text == '{' || *text == '}' || (unsigned char)*text < 0x20)
      fputc(' ', file);
    else if (strchr("&%$#_", *text))
      fprintf(file, "\\%c", *text);
    else
      fputc(*text, file);
  fputs("}},\n", file);
}

static void PutSoftware(FILE *file, const char *version) {
  fputs("  howpublished = {Software", file);
  fputs(TextGiven(version) ? ", version " : "", file);
  TextTex(file, version);
  fputs("},\n", file);
}

/* What a plugin cites in words only, or wraps; NULL: nothing. */
typedef const char *TextOf(const ManifestPlugin *);

static const char *WordsOf(const ManifestPlugin *plugin) {
  size_t n = 0;

  for (const char *key = KeysOf(plugin); NextKey(&key, &n);)
    if (FindReference(key, n) || (n == strlen(GIMBAL) && !strncmp(key, GIMBAL, n)))
      return NULL;
  return TextGiven(plugin->citation) ? plugin->citation : NULL;
}

static const char *LibraryOf(const ManifestPlugin *plugin) {
  return TextGiven(plugin->library) ? plugin->library : NULL;
}

/* Plugins of the same text share an entry; its key has the name of the first of them, or of the library. */
static void PutOthers(FILE *file, const char *kind, PetscInt count, const ManifestPlugin *plugin,
                      TextOf *text_of) {
  const PetscBool library = (PetscBool)(text_of == LibraryOf);

  for (PetscInt i = 0; i < count; i++) {
    const char *text = text_of(&plugin[i]);
    PetscInt first = 0;
    while (text && !TextIsSame(text_of(&plugin[first]), text))
      first++;
    if (!text || first < i)
      continue;
    for (PetscInt j = i; j < count; j++)
      if (TextIsSame(text_of(&plugin[j]), text))
        fprintf(file, "%% %s\n", plugin[j].name);
    fprintf(file, "@misc{%s,\n", PlotName(kind, library ? text : plugin[i].name).at);
    Field(file, library ? "title" : "note", text);
    if (library)
      PutSoftware(file, plugin[i].library_version);
    fputs("}\n\n", file);
  }
}

void WriteCitations(const Manifest *m, FILE *file) {
  fputs("% the verdicts\n@misc{" GIMBAL ",\n  author = {{The gimbal developers}},\n"
        "  year = {" GIMBAL_YEAR "},\n",
        file);
  Field(file, "title", "gimbal: Geometric Integrator Method Benchmark And verification Lab");
  PutSoftware(file, m->versions.gimbal);
  fputs("}\n\n", file);
  PutKnown(file, m);
  PutOthers(file, "method", m->methods, m->method, WordsOf);
  PutOthers(file, "model", m->models, m->model, WordsOf);
  PutOthers(file, "library", m->methods, m->method, LibraryOf);
}
