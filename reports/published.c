/* The table of published claims. A suite may say one thing of many methods and systems, and say it
 * in several entries, where some are known to be refuted; to the reader it is one claim. */
#include "reports/published.h"
#include "reports/table.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>

/* ---- Collection ---- */

/* What decides a claim comes first. */
static int Weight(const json_t *verdict) {
  switch (VerdictOutcome(verdict)) {
  case OUTCOME_REFUTED:
    return 0;
  case OUTCOME_EXPECTED:
    return 1;
  case OUTCOME_SURPRISE:
    return 2;
  case OUTCOME_FAILED:
    return 3;
  case OUTCOME_UNDECIDED:
    return 4;
  case OUTCOME_CONFIRMED:
    return 5;
  default:
    return 6;
  }
}

static json_int_t Integer(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

/* A suite without words is told by what is claimed. */
static void Words(const json_t *verdict, char *text, size_t size) {
  char claimed[64], about[256];

  if (*TextMember(verdict, "text")) {
    snprintf(text, size, "%s", TextMember(verdict, "text"));
    return;
  }
  TextClaim(verdict, about, sizeof(about));
  TextValue(json_object_get(verdict, "claimed"), claimed, sizeof(claimed));
  snprintf(text, size, "%s: %s", about, claimed);
}

static json_t *FindClaim(json_t *claims, const json_t *verdict, const char *words) {
  json_t *claim;
  size_t i;

  json_array_foreach(claims, i, claim) {
    if (!strcmp(TextMember(claim, "source"), TextMember(verdict, "source")) &&
        !strcmp(TextMember(claim, "place"), TextMember(verdict, "place")) &&
        !strcmp(TextMember(claim, "text"), words))
      return claim;
  }
  claim = json_pack("{s:s, s:s, s:s, s:I, s:[]}", "source", TextMember(verdict, "source"), "place",
                    TextMember(verdict, "place"), "text", words, "number",
                    Integer(verdict, "number"), "verdicts");
  json_array_append_new(claims, claim);
  return claim;
}

static int CompareVerdicts(const void *a, const void *b) {
  const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
  const json_int_t rank = Integer(x, "rank") - Integer(y, "rank");
  const int weight = Weight(x) - Weight(y);
  int sign;

  if (weight)
    return weight;
  if (rank)
    return rank < 0 ? -1 : 1;
  sign = strcmp(TextMember(x, "key"), TextMember(y, "key"));
  return sign ? sign : strcmp(TextMember(x, "quantity"), TextMember(y, "quantity"));
}

static int CompareClaims(const void *a, const void *b) {
  const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
  const json_int_t number = Integer(x, "number") - Integer(y, "number");
  const int paper = strcmp(TextMember(x, "source"), TextMember(y, "source"));

  return paper ? paper : number ? (number < 0 ? -1 : 1) : 0;
}

static PetscErrorCode Sort(json_t *array, int compare(const void *, const void *)) {
  const size_t count = json_array_size(array);
  json_t **list;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count + 1, &list));
  for (size_t i = 0; i < count; i++)
    list[i] = json_incref(json_array_get(array, i));
  qsort(list, count, sizeof(*list), compare);
  json_array_clear(array);
  for (size_t i = 0; i < count; i++)
    json_array_append_new(array, list[i]);
  PetscCall(PetscFree(list));
  PetscFunctionReturn(0);
}

PetscErrorCode PublishedCollect(Store store, json_t **claims) {
  json_t *verdict, *claim;
  size_t i;

  PetscFunctionBeginUser;
  *claims = json_array();
  json_array_foreach(store->verdicts, i, verdict) {
    char words[2048];
    if (strcmp(TextMember(verdict, "origin"), "suite"))
      continue;
    Words(verdict, words, sizeof(words));
    claim = FindClaim(*claims, verdict, words);
    json_array_append(json_object_get(claim, "verdicts"), verdict);
    if (Integer(verdict, "number") < Integer(claim, "number"))
      json_object_set(claim, "number", json_object_get(verdict, "number"));
  }
  json_array_foreach(*claims, i, claim) {
    json_t *verdicts = json_object_get(claim, "verdicts");
    PetscCall(Sort(verdicts, CompareVerdicts));
    json_object_set_new(claim, "outcome",
                        json_integer(VerdictOutcome(json_array_get(verdicts, 0))));
  }
  PetscCall(Sort(*claims, CompareClaims));
  PetscFunctionReturn(0);
}

/* ---- In words ---- */

static const json_t *Deciding(const json_t *claim) {
  return json_array_get(json_object_get(claim, "verdicts"), 0);
}

static const char *Verdict(const json_t *claim) {
  switch ((Outcome)Integer(claim, "outcome")) {
  case OUTCOME_EXPECTED:
    return "refuted";
  case OUTCOME_REFUTED:
    return "refuted (not expected)";
  case OUTCOME_SURPRISE:
    return "not refuted (as was expected)";
  default:
    return OutcomeName((Outcome)Integer(claim, "outcome"));
  }
}

/* "refuted on 3, confirmed on 2 of 6 systems" */
static void Tally(const json_t *claim, char *text, size_t size) {
  static const char *const word[] = {"refuted", "confirmed", "undecided", "failed", "skipped"};
  const json_t *verdicts = json_object_get(claim, "verdicts"), *verdict;
  size_t used = 0, i;

  text[0] = 0;
  for (int k = 0; k < 5; k++) {
    int count = 0;
    json_array_foreach(verdicts, i, verdict) count +=
        !strcmp(TextMember(verdict, "verdict"), word[k]);
    if (count && used < size)
      used +=
          (size_t)snprintf(text + used, size - used, "%s%s %d", used ? ", " : "", word[k], count);
  }
  if (used < size)
    snprintf(text + used, size - used, " of %zu", json_array_size(verdicts));
}

/* Method on model@coordinates:case. */
static void Where(const json_t *verdict, char *text, size_t size) {
  const char *at = TextMember(verdict, "realisation"), *model = TextMember(verdict, "model");

  if (!strcmp(model, "*"))
    snprintf(text, size, "%s", TextMember(verdict, "method"));
  else
    snprintf(text, size, "%s on %s%s%s:%s", TextMember(verdict, "method"), model, *at ? "@" : "",
             at, TextMember(verdict, "case"));
}

/* That, and what was measured there. */
static void Evidence(const json_t *verdict, char *text, size_t size) {
  char where[512];

  Where(verdict, where, sizeof(where));
  snprintf(text, size, "%s: %s", where, TextMember(verdict, "reason"));
}

/* A paper by its authors and year: the source up to its first number of four digits. */
static void PaperName(const char *source, char *text, size_t size) {
  const char *end = source;

  while (*end && strspn(end, "0123456789") != 4)
    end += strspn(end, "0123456789") ? strspn(end, "0123456789") : 1;
  snprintf(text, size, "%.*s", *end ? (int)(end - source) + 4 : (int)strlen(source), source);
}

/* What is counted of a paper, or of all (NULL). */
typedef struct {
  int claims, confirmed, refuted, open;
} Count;

static Count CountClaims(const json_t *claims, const char *paper) {
  Count count = {0, 0, 0, 0};
  const json_t *claim;
  size_t i;

  json_array_foreach((json_t *)claims, i, claim) {
    const Outcome outcome = (Outcome)Integer(claim, "outcome");
    if (paper && strcmp(paper, TextMember(claim, "source")))
      continue;
    count.claims++;
    count.confirmed += outcome == OUTCOME_CONFIRMED || outcome == OUTCOME_SURPRISE;
    count.refuted += outcome == OUTCOME_REFUTED || outcome == OUTCOME_EXPECTED;
  }
  count.open = count.claims - count.confirmed - count.refuted;
  return count;
}

static void CountInWords(Count count, char *text, size_t size) {
  snprintf(text, size, "%d claims: %d confirmed, %d refuted, %d open", count.claims,
           count.confirmed, count.refuted, count.open);
}

/* ---- Markdown, LaTeX, CSV ---- */

static PetscErrorCode WriteRows(const json_t *claims, const char *directory) {
  char words[128], note[512];
  Table table;
  json_t *claim;
  size_t i;

  PetscFunctionBeginUser;
  CountInWords(CountClaims(claims, NULL), words, sizeof(words));
  snprintf(note, sizeof(note),
           "%s. Each claim in the paper's words or nearly so, with its place; the verdict; the "
           "numbers that decide it, on the simplest system on which it is refuted or else the "
           "first on which it was tried; how many (method, system, quantity) were tried; and the "
           "command that shows it. All of them are in published_claims.csv.",
           words);
  PetscCall(TableCreate("Published claims", note, &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "paper"));
  PetscCall(TableColumn(table, COLUMN_PROSE, "place"));
  PetscCall(TableColumn(table, COLUMN_PROSE, "claim"));
  PetscCall(TableColumn(table, COLUMN_PROSE, "verdict"));
  PetscCall(TableColumn(table, COLUMN_PROSE, "the numbers that decide it"));
  PetscCall(TableColumn(table, COLUMN_PROSE, "tried"));
  PetscCall(TableColumn(table, COLUMN_CODE, "command"));
  json_array_foreach((json_t *)claims, i, claim) {
    const json_t *verdict = Deciding(claim);
    char evidence[2048], tally[128], numbers[4096];
    json_t *row = TableRow(table);
    Evidence(verdict, evidence, sizeof(evidence));
    Tally(claim, tally, sizeof(tally));
    snprintf(numbers, sizeof(numbers), "%s%s%s", evidence, *TextMember(verdict, "why") ? ". " : "",
             TextMember(verdict, "why"));
    json_array_append(row, json_object_get(claim, "source"));
    json_array_append(row, json_object_get(claim, "place"));
    json_array_append(row, json_object_get(claim, "text"));
    json_array_append_new(row, json_string(Verdict(claim)));
    json_array_append_new(row, json_string(numbers));
    json_array_append_new(row, json_string(tally));
    json_array_append_new(row, json_string(TextMember(verdict, "command")));
  }
  PetscCall(TableWriteText(table, directory, "published_claims"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteAll(const json_t *claims, const char *directory) {
  static const char *const ours[] = {"source", "place", "text"};
  static const char *const key[] = {"method",   "model",   "realisation", "case",  "study",
                                    "quantity", "claimed", "observed",    "lower", "upper",
                                    "verdict",  "expect",  "reason",      "why",   "command"};
  Table table;
  json_t *claim, *verdict;
  size_t i, j;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("", NULL, &table));
  for (size_t k = 0; k < sizeof(ours) / sizeof(ours[0]); k++)
    PetscCall(TableColumn(table, COLUMN_TEXT, k ? ours[k] : "paper"));
  for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++)
    PetscCall(TableColumn(table, COLUMN_TEXT, key[k]));
  json_array_foreach((json_t *)claims, i, claim) {
    json_array_foreach(json_object_get(claim, "verdicts"), j, verdict) {
      json_t *row = TableRow(table);
      for (size_t k = 0; k < sizeof(ours) / sizeof(ours[0]); k++)
        json_array_append(row, json_object_get(claim, ours[k]));
      for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++) {
        json_t *value = json_object_get(verdict, key[k]);
        json_array_append_new(row, value ? json_incref(value) : json_null());
      }
    }
  }
  PetscCall(TableWriteCsv(table, directory, "published_claims"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

PetscErrorCode WritePublished(Store store) {
  json_t *claims;

  PetscFunctionBeginUser;
  PetscCall(PublishedCollect(store, &claims));
  if (json_array_size(claims)) {
    PetscCall(WriteRows(claims, store->directory));
    PetscCall(WriteAll(claims, store->directory));
  }
  json_decref(claims);
  PetscFunctionReturn(0);
}

/* ---- HTML ---- */

static PetscErrorCode HtmlDetails(FILE *file, const json_t *claim) {
  const json_t *verdicts = json_object_get(claim, "verdicts"), *verdict;
  char tally[128], evidence[2048];
  size_t i;

  PetscFunctionBeginUser;
  Tally(claim, tally, sizeof(tally));
  fputs("<details class=\"tried\"><summary>", file);
  TextXml(file, tally);
  fputs("</summary>\n<ul>\n", file);
  json_array_foreach((json_t *)verdicts, i, verdict) {
    const Outcome outcome = VerdictOutcome(verdict);
    Evidence(verdict, evidence, sizeof(evidence));
    fprintf(file, "<li><span class=\"%s\">%s</span> ", OutcomeName(outcome),
            TextMember(verdict, "verdict"));
    TextXml(file, evidence);
    fputs("</li>\n", file);
  }
  fputs("</ul></details>", file);
  PetscFunctionReturn(0);
}

static PetscErrorCode HtmlRow(FILE *file, const json_t *claim, size_t number) {
  const json_t *verdict = Deciding(claim);
  char where[512];

  PetscFunctionBeginUser;
  Where(verdict, where, sizeof(where));
  fprintf(file, "<tr id=\"claim-%zu\"><td><span class=\"tag %s\">", number,
          OutcomeName((Outcome)Integer(claim, "outcome")));
  TextXml(file, Verdict(claim));
  fputs("</span><th scope=\"row\" class=\"claim\">", file);
  TextXml(file, TextMember(claim, "text"));
  fputs("<br><span class=\"quiet\">", file);
  TextXml(file, TextMember(claim, "place"));
  fputs("</span><td class=\"reason\"><b>", file);
  TextXml(file, where);
  fputs("</b><br>", file);
  TextXml(file, TextMember(verdict, "reason"));
  if (*TextMember(verdict, "why")) {
    fputs("<p>", file);
    TextXml(file, TextMember(verdict, "why"));
    fputs("</p>", file);
  }
  fputs("<pre>", file);
  TextXml(file, TextMember(verdict, "command"));
  fputs("</pre>", file);
  PetscCall(HtmlDetails(file, claim));
  fputs("</tr>\n", file);
  PetscFunctionReturn(0);
}

/* Claims that were refuted, each in a line, before the long tables; and how many of each paper. */
static void HtmlShort(FILE *file, const json_t *claims) {
  const json_t *claim;
  const char *paper = NULL;
  char words[128], name[256], where[512];
  size_t i;

  fputs("<p><b>", file);
  CountInWords(CountClaims(claims, NULL), words, sizeof(words));
  TextXml(file, words);
  fputs(".</b></p>\n<ul>\n", file);
  json_array_foreach((json_t *)claims, i, claim) {
    const Count count = CountClaims(claims, TextMember(claim, "source"));
    if (paper && !strcmp(paper, TextMember(claim, "source")))
      continue;
    paper = TextMember(claim, "source");
    PaperName(paper, name, sizeof(name));
    CountInWords(count, words, sizeof(words));
    fprintf(file, "<li><a href=\"#paper-%zu\">", i + 1);
    TextXml(file, name);
    fputs("</a>: ", file);
    TextXml(file, words);
    fputs("</li>\n", file);
  }
  fputs("</ul>\n", file);
  if (!CountClaims(claims, NULL).refuted)
    return;
  fputs("<h3>What does not hold, and the smallest system that shows it</h3>\n<ol "
        "class=\"short\">\n",
        file);
  json_array_foreach((json_t *)claims, i, claim) {
    const Outcome outcome = (Outcome)Integer(claim, "outcome");
    if (outcome != OUTCOME_REFUTED && outcome != OUTCOME_EXPECTED)
      continue;
    PaperName(TextMember(claim, "source"), name, sizeof(name));
    Where(Deciding(claim), where, sizeof(where));
    fprintf(file, "<li><a href=\"#claim-%zu\">", i + 1);
    TextXml(file, TextMember(claim, "text"));
    fputs("</a> <span class=\"quiet\">(", file);
    TextXml(file, name);
    fputs(", ", file);
    TextXml(file, TextMember(claim, "place"));
    fputs(")</span>: ", file);
    TextXml(file, where);
    fputs("</li>\n", file);
  }
  fputs("</ol>\n", file);
}

PetscErrorCode HtmlPublished(Page *page) {
  FILE *file = page->file;
  json_t *claims, *claim;
  const char *paper = NULL;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(PublishedCollect(page->store, &claims));
  json_array_foreach(claims, i, claim) {
    if (!i) {
      fputs("<section id=\"published\">\n<h2>Published claims</h2>\n<p>Each claim in the paper's "
            "words or nearly so, the verdict, and the numbers that decide it: on the simplest "
            "system on which it is refuted, or else the first on which it was tried.</p>\n",
            file);
      HtmlShort(file, claims);
    }
    if (!paper || strcmp(paper, TextMember(claim, "source"))) {
      fprintf(file, "%s<h3 id=\"paper-%zu\">", paper ? "</tbody></table></div>\n" : "", i + 1);
      paper = TextMember(claim, "source");
      TextXml(file, paper);
      fputs("</h3>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"published\">\n<thead><tr>"
            "<th scope=\"col\">Verdict<th scope=\"col\">Claim and its place<th scope=\"col\">The "
            "numbers that decide it, and the command that shows them</tr></thead>\n<tbody>\n",
            file);
    }
    PetscCall(HtmlRow(file, claim, i + 1));
  }
  if (paper)
    fputs("</tbody></table></div>\n</section>\n", file);
  json_decref(claims);
  PetscFunctionReturn(0);
}
