/* Pieces of pages: tags, links, plots, and what every page begins and ends with. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "record/file.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void HtmlTag(Page *page, Outcome outcome, PetscInt count) {
  fprintf(page->file, "<span class=\"tag %s\">", OutcomeNames[outcome]);
  if (count >= 0)
    fprintf(page->file, "%" PetscInt_FMT " ", count);
  fprintf(page->file, "%s</span>", OutcomeLooks[outcome].phrase);
}

void HtmlTags(Page *page, const char *method, const char *place) {
  PetscInt count[OUTCOMES];

  (void)CountOutcomes(page->contents, method, place, count);
  for (int k = 0; k < OUTCOMES; k++)
    if (count[OutcomesWorstFirst[k]]) {
      HtmlTag(page, OutcomesWorstFirst[k], count[OutcomesWorstFirst[k]]);
      fputc(' ', page->file);
    }
}

void HtmlAddress(const Page *page, const char *kind, const char *name, char *address, size_t size) {
  static const char *const before[] = {"pages/", "", "#"};
  char text[512];

  PlotName(kind, name, text, sizeof(text));
  snprintf(address, size, "%s%s%s", before[page->kind], text,
           page->kind == PAGE_WHOLE ? "" : ".html");
}

void HtmlReference(Page *page, const char *kind, const char *name) {
  char address[600];

  HtmlAddress(page, kind, name, address, sizeof(address));
  fputs(address, page->file);
}

void HtmlLink(Page *page, const char *kind, const char *name) {
  char address[600];

  HtmlAddress(page, kind, name, address, sizeof(address));
  TextMarkup(page->file, "<a href=\"@\">@</a>", address, name);
}

void HtmlRowAnchor(const Page *page, const char *method, const char *place, char *name,
                   size_t size) {
  const PetscBool whole = (PetscBool)(page->kind == PAGE_WHOLE);
  char row[512], of[512] = "";

  PlotName("model", place, row, sizeof(row));
  if (whole)
    PlotName("method", method, of, sizeof(of));
  snprintf(name, size, "%s%son-%s", of, whole ? "-" : "", row + strlen("model-"));
}

void HtmlRowReference(Page *page, const char *method, const char *place) {
  char anchor[1024];

  HtmlRowAnchor(page, method, place, anchor, sizeof(anchor));
  if (page->kind != PAGE_WHOLE)
    HtmlReference(page, "method", method);
  fprintf(page->file, "#%s", anchor);
}

static void PutBase64(FILE *file, const unsigned char *bytes, size_t size) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const unsigned three = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                           (left > 2 ? (unsigned)bytes[i + 2] : 0);
    fputc(digit[three >> 18], file);
    fputc(digit[three >> 12 & 63], file);
    fputc(left > 1 ? digit[three >> 6 & 63] : '=', file);
    fputc(left > 2 ? digit[three & 63] : '=', file);
  }
}

/* The plot in the page itself, compressed: report.js inflates it. */
static PetscErrorCode Embed(FILE *file, const char *svg, size_t size) {
  uLongf length = compressBound((uLong)size);
  unsigned char *packed;

  PetscCall(PetscMalloc1(length, &packed));
  PetscCheck(compress2(packed, &length, (const unsigned char *)svg, (uLong)size,
                       Z_BEST_COMPRESSION) == Z_OK,
             PETSC_COMM_SELF, PETSC_ERR_LIB, "zlib cannot compress a plot");
  fputs("data:,\" data-plot=\"", file);
  PutBase64(file, packed, length);
  return PetscFree(packed);
}

PetscErrorCode HtmlPlot(Page *page, const char *kind, const char *subject) {
  const char *up = page->kind == PAGE_PART ? "../" : "";
  char name[512], words[64], path[PETSC_MAX_PATH_LEN], *data;
  char width[16] = "", height[16] = "";
  size_t size;

  PlotName(kind, subject, name, sizeof(name));
  PetscCall(
      PetscSNPrintf(path, sizeof(path), "%s/plots/%s.svg", page->contents->store->directory, name));
  PetscCall(WholeFileRead(path, &data, &size));
  if (!data || !size) {
    free(data);
    return 0;
  }
  const char *box = strstr(data, "viewBox=");
  if (box)
    sscanf(box, "viewBox=%*[\"']0 0 %15s %15[0-9]", width, height);
  snprintf(words, sizeof(words), "%s-in-words", kind);
  fputs("<figure><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"", page->file);
  PetscCall(FragmentPut(page->file, kind, "subject", subject, NULL));
  fputs("\">\n<img alt=\"", page->file);
  PetscCall(FragmentPut(page->file, words, "subject", subject, NULL));
  TextMarkup(page->file, "\" width=\"@\" height=\"@\" loading=\"lazy\" src=\"", width, height);
  if (page->kind == PAGE_WHOLE)
    PetscCall(Embed(page->file, data, size));
  else
    fprintf(page->file, "%splots/%s.svg", up, name);
  fputs("\"></div><figcaption>", page->file);
  PetscCall(FragmentPut(page->file, kind, "subject", subject, NULL));
  if (page->kind != PAGE_WHOLE)
    fprintf(page->file, " <a href=\"%splots/%s.svg\">The plot alone</a>", up, name);
  fputs("</figcaption></figure>\n", page->file);
  free(data);
  return 0;
}

/* The style or the script: named, or where the page is alone in its folder, as it is. */
static PetscErrorCode Include(Page *page, const char *name, const char *link, const char *element) {
  char *text;

  if (page->kind == PAGE_PART) {
    fputs(link, page->file);
    return 0;
  }
  PetscCall(FragmentFile(name, &text));
  fprintf(page->file, "<%s>\n%s</%s>\n", element, text, element);
  free(text);
  return 0;
}

PetscErrorCode HtmlHead(Page *page, const char *title) {
  PetscCall(FragmentPut(page->file, "head", "title", title, NULL));
  PetscCall(Include(page, "style.css", "<link rel=\"stylesheet\" href=\"style.css\">\n", "style"));
  return FragmentPut(page->file, "body", NULL);
}

PetscErrorCode HtmlFoot(Page *page) {
  PetscCall(FragmentPut(page->file, "foot", NULL));
  PetscCall(Include(page, "report.js", "<script src=\"report.js\"></script>\n", "script"));
  return FragmentPut(page->file, "end", NULL);
}

void HtmlHeading(Page *page, const char *text) {
  fprintf(page->file, page->kind == PAGE_WHOLE ? "<h3>%s</h3>\n" : "<h2>%s</h2>\n", text);
}
