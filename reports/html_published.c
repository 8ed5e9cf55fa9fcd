/* The section of published claims. */
#include "reports/html.h"
#include "reports/outcomes.h"
#include "reports/published.h"
#include "reports/text.h"
#include <string.h>

/* A paper by its authors and year: the source up to its first number of four digits. */
static void PaperName(const char *source, char *text, size_t size) {
  const char *end = source;

  while (*end && strspn(end, "0123456789") != 4)
    end += strspn(end, "0123456789") ? strspn(end, "0123456789") : 1;
  snprintf(text, size, "%.*s", *end ? (int)(end - source) + 4 : (int)strlen(source), source);
}

/* All systems on which it was tried, folded. */
static void Tried(FILE *file, const PublishedClaim *claim) {
  char tally[128], evidence[2048];

  PublishedTally(claim, tally, sizeof(tally));
  fputs("<details class=\"tried\"><summary>", file);
  TextXml(file, tally);
  fputs("</summary>\n<ul>\n", file);
  for (PetscInt i = 0; i < claim->verdicts; i++) {
    const Verdict *verdict = claim->verdict[i];
    PublishedEvidence(verdict, evidence, sizeof(evidence));
    fprintf(file, "<li><span class=\"%s\">%s</span> ", OutcomeName(VerdictOutcome(verdict)),
            VerdictNames[verdict->verdict]);
    TextHtml(file, evidence);
    fputs("</li>\n", file);
  }
  fputs("</ul></details>", file);
}

static void Row(FILE *file, const PublishedClaim *claim, PetscInt number) {
  const Verdict *verdict = claim->verdict[0];
  char where[512];

  PublishedWhere(verdict, where, sizeof(where));
  fprintf(file, "<tr id=\"claim-%" PetscInt_FMT "\"><td><span class=\"tag %s\">", number,
          OutcomeName(claim->outcome));
  TextXml(file, OutcomeLooks[claim->outcome].published);
  fputs("</span></td><th scope=\"row\" class=\"claim\">", file);
  TextHtml(file, claim->text);
  fputs("<br><span class=\"quiet\">", file);
  TextXml(file, claim->place);
  fputs("</span></th><td class=\"reason\"><b>", file);
  TextXml(file, where);
  fputs("</b><br>", file);
  TextHtml(file, verdict->reason);
  if (TextGiven(verdict->why)) {
    fputs("<p>", file);
    TextHtml(file, verdict->why);
    fputs("</p>", file);
  }
  fputs("<pre>", file);
  TextXml(file, verdict->command);
  fputs("</pre>", file);
  Tried(file, claim);
  fputs("</td></tr>\n", file);
}

/* How many there are of each paper. */
static void Papers(FILE *file, const PublishedClaims *claims) {
  char words[128], name[256];

  fputs("<ul>\n", file);
  for (PetscInt i = 0; i < claims->count; i++) {
    const char *paper = claims->at[i].source;
    if (i && !strcmp(paper, claims->at[i - 1].source))
      continue;
    PaperName(paper, name, sizeof(name));
    PublishedCountText(PublishedCountOf(claims, paper), words, sizeof(words));
    fprintf(file, "<li><a href=\"#paper-%" PetscInt_FMT "\">", i + 1);
    TextXml(file, name);
    fputs("</a>: ", file);
    TextXml(file, words);
    fputs("</li>\n", file);
  }
  fputs("</ul>\n", file);
}

/* " (paper, place)", as far as they are given. */
static void Origin(FILE *file, const char *paper, const char *place) {
  if (!*paper && !*place)
    return;
  fputs(" <span class=\"quiet\">(", file);
  TextXml(file, paper);
  if (*paper && *place)
    fputs(", ", file);
  TextXml(file, place);
  fputs(")</span>", file);
}

/* Claims that were refuted, each in a line, before the long tables. */
static void Refuted(FILE *file, const PublishedClaims *claims) {
  char name[256], where[512];

  fputs("<h3>What does not hold, and the smallest system that shows it</h3>\n<ol "
        "class=\"short\">\n",
        file);
  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (claim->outcome != OUTCOME_REFUTED && claim->outcome != OUTCOME_EXPECTED)
      continue;
    PaperName(claim->source, name, sizeof(name));
    PublishedWhere(claim->verdict[0], where, sizeof(where));
    fprintf(file, "<li><a href=\"#claim-%" PetscInt_FMT "\">", i + 1);
    TextHtml(file, claim->text);
    fputs("</a>", file);
    Origin(file, name, claim->place);
    fputs(": ", file);
    TextXml(file, where);
    fputs("</li>\n", file);
  }
  fputs("</ol>\n", file);
}

static void Head(FILE *file, const PublishedClaims *claims) {
  const PublishedCount count = PublishedCountOf(claims, NULL);
  char words[128];

  fputs("<section id=\"published\">\n<h2>Published claims</h2>\n<p>Each claim in the paper's "
        "words or nearly so, the verdict, and the numbers that decide it: on the simplest "
        "system on which it is refuted, or else the first on which it was tried.</p>\n<p><b>",
        file);
  PublishedCountText(count, words, sizeof(words));
  TextXml(file, words);
  fputs(".</b></p>\n", file);
  Papers(file, claims);
  if (count.refuted)
    Refuted(file, claims);
}

PetscErrorCode HtmlPublished(Page *page) {
  FILE *file = page->file;
  PublishedClaims *claims;

  PetscFunctionBeginUser;
  PetscCall(PublishedCollect(page->contents->store, &claims));
  if (claims->count)
    Head(file, claims);
  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (!i || strcmp(claim->source, claims->at[i - 1].source)) {
      fprintf(file, "%s<h3 id=\"paper-%" PetscInt_FMT "\">", i ? "</tbody></table></div>\n" : "",
              i + 1);
      TextXml(file, claim->source);
      fputs("</h3>\n", file);
      HtmlScroll(page, claim->source);
      fputs("<table class=\"stacked published\">\n<thead><tr>"
            "<th scope=\"col\">Verdict</th><th scope=\"col\">Claim and its place</th><th "
            "scope=\"col\">The "
            "numbers that decide it, and the command that shows them</th></tr></thead>\n<tbody>\n",
            file);
    }
    Row(file, claim, i + 1);
  }
  if (claims->count)
    fputs("</tbody></table></div>\n</section>\n", file);
  PetscCall(PublishedClaimsDestroy(&claims));
  PetscFunctionReturn(0);
}
