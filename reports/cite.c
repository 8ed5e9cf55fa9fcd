/* What a report used, as BibTeX: entries of ci/references.bib by the keys that plugins have, and for
 * others the text of their citation. */
#include "base/version.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/text.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>

#define GIMBAL "gimbal"

/* A work, and who cites it. */
typedef struct {
  const char *key, *text;
  const char *library, *version;
  const char *known; /* the entry in the file of references; NULL: it has none */
  Texts users;       /* a comment for each */
} Entry;

typedef struct {
  PetscInt count;
  Entry *at;
  const char *references; /* the text of that file */
  Arena arena;
} Entries;

/* ---- The file of references ---- */

static PetscErrorCode ReadReferences(const char **text) {
  static char *all; /* read once; pages are many */

  if (!all)
    PetscCall(FragmentFile("references.bib", &all));
  *text = all;
  return 0;
}

/* The next of the keys "KEY,KEY" from *key + n on, and its length; false: no more. */
static PetscBool NextKey(const char **key, size_t *n) {
  *key += *n;
  *key += strspn(*key, ", ");
  *n = strcspn(*key, ", ");
  return (PetscBool)(*n > 0);
}

/* Where the entry "@type{KEY," of a key of that length begins; NULL: not found. */
static const char *FindReference(const char *references, const char *key, size_t n) {
  for (const char *line = references; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *brace = *line == '@' ? strpbrk(line, "{\n") : NULL;
    if (brace && *brace == '{' && !strncmp(brace + 1, key, n) && brace[1 + n] == ',')
      return line;
  }
  return NULL;
}

/* Its "doi = {…}". */
static PetscErrorCode PutDoi(FILE *file, const char *entry) {
  const char *end = strstr(entry, "\n}"), *doi = strstr(entry, "doi = {");

  if (!doi || (end && doi > end))
    return 0;
  doi += strlen("doi = {");
  const Text text = TextPrint("%.*s", (int)strcspn(doi, "}\n"), doi);
  return FragmentPut(file, "doi", "address", TextPrint("https://doi.org/%s", text.at).at, "doi",
                     text.at, NULL);
}

PetscErrorCode HtmlDois(Page *page, const ManifestPlugin *plugin) {
  const char *references, *key = TextGiven(plugin->citation_key) ? plugin->citation_key : "";
  size_t n = 0;

  PetscCall(ReadReferences(&references));
  while (NextKey(&key, &n)) {
    const char *entry = FindReference(references, key, n);
    if (entry)
      PetscCall(PutDoi(page->file, entry));
  }
  return 0;
}

/* ---- Entries ---- */

/* Whoever cites the same work shares an entry: that of the same key, or of the same words. */
static PetscErrorCode Add(Entries *all, const Entry *entry, const char *user, const char *place) {
  const char *comment;
  PetscInt i = 0;

  while (i < all->count && strcmp(all->at[i].key, entry->key) &&
         (!*entry->text || strcmp(all->at[i].text, entry->text)))
    i++;
  if (i == all->count) {
    PetscCall(ArenaRoom(all->arena, all->count, &all->at));
    all->at[all->count++] = *entry;
  }
  Texts *users = &all->at[i].users;
  PetscCall(ArenaPrint(all->arena, &comment, "%% %s%s%s\n", user, *place ? ": " : "", place));
  PetscCall(ArenaRoom(all->arena, users->count, &users->at));
  users->at[users->count++] = comment;
  return 0;
}

/* The works "KEY,KEY" of a plugin, each with an entry of its own; what has none in the file stands
 * with the plugin's words. */
static PetscErrorCode AddKeys(Entries *all, const ManifestPlugin *plugin, const char *citation) {
  const char *key = plugin->citation_key;
  size_t n = 0;

  while (NextKey(&key, &n)) {
    Entry entry = {.library = NULL};
    PetscCall(ArenaPrint(all->arena, &entry.key, "%.*s", (int)n, key));
    if (!strcmp(entry.key, GIMBAL)) /* which is there already */
      continue;
    entry.known = FindReference(all->references, key, n);
    entry.text = entry.known ? "" : citation;
    PetscCall(Add(all, &entry, plugin->name, entry.known ? citation : ""));
  }
  return 0;
}

/* What has no key gets one from its kind and name. */
static PetscErrorCode AddNamed(Entries *all, const char *kind, const char *name, const char *user,
                               Entry entry) {
  PetscCall(ArenaText(all->arena, PlotName(kind, name).at, &entry.key));
  return Add(all, &entry, user, "");
}

static PetscErrorCode AddPlugins(Entries *all, const char *kind, PetscInt count,
                                 const ManifestPlugin *plugin) {
  for (PetscInt i = 0; i < count; i++, plugin++) {
    const char *citation = TextGiven(plugin->citation) ? plugin->citation : "";
    if (TextGiven(plugin->citation_key))
      PetscCall(AddKeys(all, plugin, citation));
    else if (*citation)
      PetscCall(AddNamed(all, kind, plugin->name, plugin->name, (Entry){.text = citation}));
    if (TextGiven(plugin->library))
      PetscCall(AddNamed(all, "library", plugin->library, plugin->name,
                         (Entry){.text = plugin->library,
                                 .library = plugin->library,
                                 .version = plugin->library_version}));
  }
  return 0;
}

/* ---- Writing ---- */

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

static void WriteEntry(FILE *file, const Entry *entry) {
  for (PetscInt i = 0; i < entry->users.count; i++)
    fputs(entry->users.at[i], file);
  if (entry->known) {
    /* Up to its closing brace in the first column. */
    const char *end = strstr(entry->known, "\n}");
    fprintf(file, "%.*s\n}\n\n", end ? (int)(end - entry->known) : (int)strlen(entry->known),
            entry->known);
    return;
  }
  fprintf(file, "@misc{%s,\n", entry->key);
  if (!strcmp(entry->key, GIMBAL))
    fputs("  author = {{The gimbal developers}},\n  year = {" GIMBAL_YEAR "},\n", file);
  Field(file, entry->library ? "title" : "note", entry->text);
  if (entry->library && TextGiven(entry->version)) {
    fputs("  howpublished = {Software, version ", file);
    TextTex(file, entry->version);
    fputs("},\n", file);
  } else if (entry->library)
    fputs("  howpublished = {Software},\n", file);
  fputs("}\n\n", file);
}

PetscErrorCode WriteCitations(const Manifest *manifest, FILE *file) {
  const Entry program = {.key = GIMBAL,
                         .text =
                             "gimbal: Geometric Integrator Method Benchmark And verification Lab",
                         .library = GIMBAL,
                         .version = manifest->versions.gimbal};
  Entries all = {0};

  PetscCall(ReadReferences(&all.references));
  PetscCall(ArenaCreate(&all.arena));
  PetscCall(Add(&all, &program, "the verdicts", ""));
  PetscCall(AddPlugins(&all, "method", manifest->methods, manifest->method));
  PetscCall(AddPlugins(&all, "model", manifest->models, manifest->model));
  for (PetscInt i = 0; i < all.count; i++)
    WriteEntry(file, &all.at[i]);
  ArenaDestroy(&all.arena);
  return 0;
}
