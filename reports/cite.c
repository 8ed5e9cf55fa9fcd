/* What a report used, as BibTeX: entries of ci/references.bib by the keys that plugins have, and for
 * others the text of their citation. */
#include "base/version.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/text.h"
#include "reports/writers.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define GIMBAL "gimbal"

/* A work, and who cites it. */
typedef struct {
  const char *key, *text; /* the text up to its year: what follows is a place in it */
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
  char text[256], address[300];

  if (!doi || (end && doi > end))
    return 0;
  doi += strlen("doi = {");
  (void)snprintf(text, sizeof(text), "%.*s", (int)strcspn(doi, "}\n"), doi);
  (void)snprintf(address, sizeof(address), "https://doi.org/%s", text);
  return FragmentPut(file, "doi", "address", address, "doi", text, NULL);
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

/* ---- Keys that are made ---- */

/* The first year in the text: four digits from 1600 on; empty if there is none. */
static void Year(const char *text, char year[5]) {
  *year = 0;
  for (const char *s = text + strcspn(text, "0123456789"); *s && !*year;
       s += strcspn(s, "0123456789")) {
    const size_t digits = strspn(s, "0123456789");
    if (digits == 4 && atoi(s) > 1600 && atoi(s) < 2200)
      snprintf(year, 5, "%.4s", s);
    s += digits;
  }
}

/* The letter without its accent, of those that Latin-1 and Latin Extended-A have; 0: none. */
static char PlainLetter(unsigned code) {
  static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOO.OUUUUYTsaaaaaaaceeeeiiiidnooooo.ouuuuyty"
                              "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
                              "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

  return code >= 0xc0 && code < 0xc0 + sizeof(latin) - 1 && latin[code - 0xc0] != '.'
             ? latin[code - 0xc0]
             : 0;
}

/* A letter of two bytes (a lead of 0xc3 to 0xc5 and what follows) or of one; what it takes. */
static size_t Letter(const char *s, char *plain) {
  const unsigned char a = (unsigned char)s[0], b = (unsigned char)s[1];

  *plain = (char)(a < 0x80 && isalnum(a) ? a : 0);
  if (a < 0xc3 || a > 0xc5 || !b)
    return 1;
  *plain = PlainLetter((a & 0x1fu) << 6 | (b & 0x3fu));
  return 2;
}

/* Whether what begins here is one more author: a name, and then a comma, a year or a bracket. */
static PetscBool IsAuthor(const char *s) {
  const char *after = s + strcspn(s, " ,");

  after += *after == ' ';
  return (PetscBool)((isupper((unsigned char)*s) || (unsigned char)*s >= 0x80) &&
                     (*after == ',' || *after == '(' || isdigit((unsigned char)*after)));
}

/* "Quispel and McLaren, Journal of Physics A 41 (2008) …": QuispelMcLaren2008. */
static PetscErrorCode MakeKey(Arena arena, const char *citation, const char *user,
                              const char **key) {
  char year[5], plain, *names;
  size_t n = 0;

  PetscCall(ArenaArray(arena, strlen(citation) + 1, &names));
  Year(citation, year);
  for (const char *s = citation; *s;) {
    const PetscBool name = (PetscBool)(isupper((unsigned char)*s) || (unsigned char)*s >= 0x80);
    const char *end = s + strcspn(s, " ,(");
    while (s < end) {
      s += Letter(s, &plain);
      if (name && plain)
        names[n++] = plain;
    }
    if (*s == '(' || (*s == ',' && !IsAuthor(s + 1 + strspn(s + 1, " "))))
      break;
    s += strspn(s, " ,");
    if (isdigit((unsigned char)*s))
      break;
  }
  return ArenaPrint(arena, key, "%s%s", names, n ? year : user);
}

/* How much of the text there is up to its first year, with the bracket around that. */
static size_t UpToYear(const char *citation) {
  const char *end = NULL;
  char year[5];

  Year(citation, year);
  if (*year)
    end = strstr(citation, year) + 4;
  if (end && *end == ')')
    end++;
  return end ? (size_t)(end - citation) : strlen(citation);
}

/* ---- Entries ---- */

/* "Hairer, Lubich, Wanner 2006" is the same as with a title. */
static PetscBool SameWork(const Entry *a, const Entry *b) {
  const size_t short_form = 40;

  if (a->known || b->known)
    return (PetscBool)(a->known == b->known);
  return (PetscBool)(!strcmp(a->text, b->text) || strlen(a->text) < short_form ||
                     strlen(b->text) < short_form);
}

/* Whoever cites the same work shares an entry; another work under the same key gets a letter. */
static PetscErrorCode Add(Entries *all, const Entry *entry, const char *user, const char *place) {
  Entry added = *entry, *found;
  const char *comment;
  char letter = 'a';
  PetscInt i = 0;

  while (i < all->count) {
    if (strcmp(all->at[i].key, added.key))
      i++;
    else if (SameWork(&all->at[i], &added))
      break;
    else {
      PetscCall(ArenaPrint(all->arena, &added.key, "%s%c", entry->key, letter++));
      i = 0;
    }
  }
  if (i == all->count) {
    PetscCall(ArenaRoom(all->arena, all->count, &all->at));
    all->at[all->count++] = added;
  }
  found = &all->at[i];
  if (strlen(added.text) > strlen(found->text))
    found->text = added.text;
  PetscCall(ArenaPrint(all->arena, &comment, "%% %s%s%s\n", user, *place ? ": " : "", place));
  PetscCall(ArenaRoom(all->arena, found->users.count, &found->users.at));
  found->users.at[found->users.count++] = comment;
  return 0;
}

/* The works "KEY,KEY" of a plugin, each with an entry of its own; what has none in the file stands
 * with the plugin's words. */
static PetscErrorCode AddKeys(Entries *all, const ManifestPlugin *plugin) {
  const char *citation = TextGiven(plugin->citation) ? plugin->citation : "";
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

static PetscErrorCode AddPlugin(Entries *all, const ManifestPlugin *plugin) {
  Entry entry = {.library = NULL};

  if (TextGiven(plugin->citation_key))
    PetscCall(AddKeys(all, plugin));
  else if (TextGiven(plugin->citation)) {
    const size_t length = UpToYear(plugin->citation);
    const char *place = plugin->citation + length;
    PetscCall(ArenaPrint(all->arena, &entry.text, "%.*s", (int)length, plugin->citation));
    PetscCall(MakeKey(all->arena, plugin->citation, plugin->name, &entry.key));
    PetscCall(Add(all, &entry, plugin->name, place + strspn(place, " ,")));
  }
  if (TextGiven(plugin->library)) {
    entry = (Entry){
        .text = plugin->library, .library = plugin->library, .version = plugin->library_version};
    PetscCall(MakeKey(all->arena, plugin->library, plugin->name, &entry.key));
    PetscCall(Add(all, &entry, plugin->name, ""));
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
  char year[5];

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
  Year(entry->text, year);
  Field(file, entry->library ? "title" : "note", entry->text);
  if (entry->library && TextGiven(entry->version)) {
    fputs("  howpublished = {Software, version ", file);
    TextTex(file, entry->version);
    fputs("},\n", file);
  } else if (entry->library)
    fputs("  howpublished = {Software},\n", file);
  else if (*year)
    fprintf(file, "  year = {%s},\n", year);
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
  for (PetscInt i = 0; i < manifest->methods; i++)
    PetscCall(AddPlugin(&all, &manifest->method[i]));
  for (PetscInt i = 0; i < manifest->models; i++)
    PetscCall(AddPlugin(&all, &manifest->model[i]));
  for (PetscInt i = 0; i < all.count; i++)
    WriteEntry(file, &all.at[i]);
  ArenaDestroy(&all.arena);
  return 0;
}
