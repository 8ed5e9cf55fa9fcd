/* index.html: one page that needs nothing but itself. No scripts; details elements fold. */
#include "reports/equilibria.h"
#include "record/file.h"
#include "reports/svg.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>

#define EMBED_LIMIT 9000000 /* bytes of plots; a page much larger is slow on a phone */

void HtmlTag(Page *page, Outcome outcome, PetscInt count) {
  fprintf(page->file, "<span class=\"tag %s\">", OutcomeName(outcome));
  if (count >= 0)
    fprintf(page->file, "%" PetscInt_FMT " ", count);
  fprintf(page->file, "%s</span>", OutcomeLooks[outcome].phrase);
}

void HtmlId(Page *page, const char *prefix, const char *name) {
  char safe[TEXT_NAME_LENGTH];
  TextFileName(name, safe);
  fprintf(page->file, "%s-%s", prefix, safe);
}

PetscErrorCode HtmlPlot(Page *page, const char *kind, const char *subject, const char *caption) {
  char name[512], path[PETSC_MAX_PATH_LEN], *data;
  int width = 0, height = 0;
  size_t size;

  PetscFunctionBeginUser;
  PetscCall(PlotName(kind, subject, name, sizeof(name)));
  if (!strcmp(kind, "overview"))
    PetscCall(PetscSNPrintf(name, sizeof(name), "overview"));
  PetscCall(
      PetscSNPrintf(path, sizeof(path), "%s/plots/%s.svg", page->contents->store->directory, name));
  PetscCall(WholeFileRead(path, &data, &size));
  if (!data || !size) {
    free(data);
    PetscFunctionReturn(0);
  }
  const char *box = strstr(data, "viewBox=\"0 0 ");
  if (box)
    sscanf(box, "viewBox=\"0 0 %d %d", &width, &height);
  fputs("<figure>", page->file);
  if (page->embedded + size / 2 > EMBED_LIMIT)
    page->linked++;
  else {
    fputs("<div class=\"scroll\" tabindex=\"0\"><img alt=\"", page->file);
    TextXml(page->file, caption);
    fprintf(
        page->file,
        "\" width=\"%d\" height=\"%d\" loading=\"lazy\" src=\"data:image/svg+xml;charset=utf-8,",
        width, height);
    page->embedded += SvgEmbed(page->file, data);
    fputs("\"></div>", page->file);
  }
  fputs("<figcaption>", page->file);
  TextXml(page->file, caption);
  fprintf(page->file, " <a href=\"plots/%s.svg\">plots/%s.svg</a></figcaption></figure>\n", name,
          name);
  free(data);
  PetscFunctionReturn(0);
}

static PetscErrorCode Style(FILE *file) {
  char path[PETSC_MAX_PATH_LEN], *style;
  size_t size;

  PetscFunctionBeginUser;
  PetscCall(ReportFind("style.css", path, sizeof(path)));
  PetscCall(WholeFileRead(path, &style, &size));
  fputs("<style>\n", file);
  if (style)
    fputs(style, file);
  fputs("</style>\n", file);
  free(style);
  PetscFunctionReturn(0);
}

PetscErrorCode WriteHtml(const Contents *contents, FILE *file) {
  Page page = {contents, file, 0, 0};

  PetscFunctionBeginUser;
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>gimbal report</title>\n",
        file);
  PetscCall(Style(file));
  fputs("</head>\n<body>\n", file);
  PetscCall(HtmlSummary(&page));
  fputs("<main>\n", file);
  PetscCall(HtmlProblems(&page));
  PetscCall(HtmlPublished(&page));
  PetscCall(HtmlEquilibria(&page));
  PetscCall(HtmlOverview(&page));
  PetscCall(HtmlMethods(&page));
  PetscCall(HtmlModels(&page));
  PetscCall(HtmlProvenance(&page));
  fputs("</main>\n<footer>\n", file);
  if (page.linked)
    fprintf(file,
            "<p>%zu plots are linked, not embedded, to keep this page small; they open as long as "
            "the folder plots/ lies beside it.</p>\n",
            page.linked);
  fputs("<p>Made by <code>gimbal report</code> from results.jsonl and verdicts.jsonl, without "
        "computing or judging anything again.</p>\n</footer>\n</body>\n</html>\n",
        file);
  PetscFunctionReturn(0);
}
