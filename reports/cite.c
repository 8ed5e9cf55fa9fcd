/* What a report used, as BibTeX. */
#include "reports/text.h"
#include "reports/writers.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 128, USERS = 4096 };

/* A work, and who cites it. */
typedef struct {
  char key[KEY], text[1024]; /* the text up to its year: what follows is a place in it */
  const char *library, *version;
  char users[USERS];
} Entry;

typedef struct {
  PetscInt count;
  Entry *at;
} Entries;

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
static void MakeKey(const char *citation, const char *user, char key[KEY]) {
  char year[5], plain;
  size_t n = 0;

  Year(citation, year);
  for (const char *s = citation; *s && n + 8 < KEY;) {
    const PetscBool name = (PetscBool)(isupper((unsigned char)*s) || (unsigned char)*s >= 0x80);
    const char *end = s + strcspn(s, " ,(");
    while (s < end && n + 8 < KEY) {
      s += Letter(s, &plain);
      if (name && plain)
        key[n++] = plain;
    }
    if (*s == '(' || (*s == ',' && !IsAuthor(s + 1 + strspn(s + 1, " "))))
      break;
    s += strspn(s, " ,");
    if (isdigit((unsigned char)*s))
      break;
  }
  key[n] = 0;
  snprintf(key + n, KEY - n, "%s", n ? year : user);
}

/* The text up to its first year, with the bracket around that. */
static void UpToYear(const char *citation, char *text, size_t size) {
  const char *end = NULL;
  char year[5];

  Year(citation, year);
  if (*year)
    end = strstr(citation, year) + 4;
  if (end && *end == ')')
    end++;
  snprintf(text, size, "%.*s", end ? (int)(end - citation) : (int)strlen(citation), citation);
}

/* "Hairer, Lubich, Wanner 2006" is the same as with a title. */
static PetscBool SameWork(const Entry *a, const Entry *b) {
  const size_t short_form = 40;

  return (PetscBool)(!strcmp(a->text, b->text) || strlen(a->text) < short_form ||
                     strlen(b->text) < short_form);
}

/* Whoever cites the same work shares an entry; another work under the same key gets a letter. */
static void Add(Entries *all, const Entry *entry, const char *user, const char *place) {
  const size_t length = strlen(entry->key);
  char letter = 'a';
  Entry added = *entry;
  PetscInt i = 0;

  while (i < all->count) {
    if (strcmp(all->at[i].key, added.key))
      i++;
    else if (SameWork(&all->at[i], &added))
      break;
    else {
      snprintf(added.key + length, KEY - length, "%c", letter++);
      i = 0;
    }
  }
  if (i == all->count)
    all->at[all->count++] = added;
  Entry *found = &all->at[i];
  if (strlen(added.text) > strlen(found->text))
    snprintf(found->text, sizeof(found->text), "%s", added.text);
  const size_t used = strlen(found->users);
  snprintf(found->users + used, USERS - used, "%% %s%s%s\n", user, *place ? ": " : "", place);
}

static void AddPlugin(Entries *all, const ManifestPlugin *plugin) {
  Entry entry = {.library = NULL};

  if (TextGiven(plugin->citation)) {
    UpToYear(plugin->citation, entry.text, sizeof(entry.text));
    if (TextGiven(plugin->citation_key))
      snprintf(entry.key, sizeof(entry.key), "%s", plugin->citation_key);
    else
      MakeKey(plugin->citation, plugin->name, entry.key);
    const char *place = plugin->citation + strlen(entry.text);
    Add(all, &entry, plugin->name, place + strspn(place, " ,"));
  }
  if (TextGiven(plugin->library)) {
    entry = (Entry){.library = plugin->library, .version = plugin->library_version};
    snprintf(entry.text, sizeof(entry.text), "%s", plugin->library);
    MakeKey(plugin->library, plugin->name, entry.key);
    Add(all, &entry, plugin->name, "");
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

static void WriteEntry(FILE *file, const Entry *entry) {
  char year[5];

  fprintf(file, "%s@misc{%s,\n", entry->users, entry->key);
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
  const PetscInt most = 2 * (manifest->methods + manifest->models) + 1;
  Entries all = {0, NULL};

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(most, &all.at));
  Add(&all,
      &(Entry){.key = "gimbal",
               .text = "gimbal",
               .library = "gimbal",
               .version = manifest->versions.gimbal},
      "the verdicts", "");
  for (PetscInt i = 0; i < manifest->methods; i++)
    AddPlugin(&all, &manifest->method[i]);
  for (PetscInt i = 0; i < manifest->models; i++)
    AddPlugin(&all, &manifest->model[i]);
  for (PetscInt i = 0; i < all.count; i++)
    WriteEntry(file, &all.at[i]);
  PetscCall(PetscFree(all.at));
  PetscFunctionReturn(0);
}
