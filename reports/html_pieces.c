/* Pieces of pages: tags, links, plots, and what every page begins and ends with. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "record/file.h"
#include "reports/writers.h"
#include <zlib.h>

void HtmlTag(Page *page, Outcome outcome, int count) {
  fprintf(page->file, "<span class=\"tag %s\">", OutcomeNames[outcome]);
  if (count >= 0)
    fprintf(page->file, "%d ", count);
  fprintf(page->file, "%s</span>", OutcomeLooks[outcome].phrase);
}

void HtmlCounts(const Page *page, const char *method, const char *place, Table table) {
  const ClaimCounts counts = CountClaims(page->contents, method, place);

  TableValue(table, Word(CountsText(&counts, OutcomesCounted, OUTCOMES).at));
  TableLook(table, OutcomeNames[CountsWorst(&counts)], NULL);
}

Text HtmlAddress(const Page *page, const char *kind, const char *name) {
  static const char *const before[] = {"pages/", "", "#"};

  return TextPrint("%s%s%s", before[page->kind], PlotName(kind, name).at,
                   page->kind == PAGE_WHOLE ? "" : ".html");
}

void HtmlLink(Page *page, const char *kind, const char *name) {
  TextMarkup(page->file, "<a href=\"@\">@</a>", HtmlAddress(page, kind, name).at, name);
}

Text HtmlRowAnchor(const Page *page, const char *method, const char *place) {
  const Text row = PlotName("model", place);
  const char *const on = row.at + strlen("model-");

  return page->kind == PAGE_WHOLE ? TextPrint("%s-on-%s", PlotName("method", method).at, on)
                                  : TextPrint("on-%s", on);
}

Text HtmlRowReference(const Page *page, const char *method, const char *place) {
  return TextPrint("%s#%s", page->kind == PAGE_WHOLE ? "" : HtmlAddress(page, "method", method).at,
                   HtmlRowAnchor(page, method, place).at);
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

  OWNED(MemoryFree) unsigned char *packed = MemoryZeroed(length, sizeof(*packed));
  PetscCheck(compress2(packed, &length, (const unsigned char *)svg, (uLong)size,
                       Z_BEST_COMPRESSION) == Z_OK,
             PETSC_COMM_SELF, PETSC_ERR_LIB, "zlib cannot compress a plot");
  fputs("data:,\" data-plot=\"", file);
  PutBase64(file, packed, length);
  return 0;
}

PetscErrorCode HtmlPlot(Page *page, const char *kind, const char *subject) {
  const char *up = page->kind == PAGE_PART ? "../" : "";
  const Text plot = TextPrint("plots/%s.svg", PlotName(kind, subject).at);
  OWNED(MemoryFree) char *data = NULL;
  char path[PETSC_MAX_PATH_LEN];
  char width[16] = "", height[16] = "";
  size_t size;

  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", page->contents->store->directory, plot.at));
  PetscCall(WholeFileRead(path, &data, &size));
  if (!data || !size)
    return 0;
  const char *box = strstr(data, "viewBox=");
  if (box)
    sscanf(box, "viewBox=%*[\"']0 0 %15s %15[0-9]", width, height);
  fputs("<figure><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"", page->file);
  FragmentPut(page->file, kind, "subject", subject, NULL);
  fputs("\">\n<img alt=\"", page->file);
  FragmentPut(page->file, TextPrint("%s-in-words", kind).at, "subject", subject, NULL);
  TextMarkup(page->file, "\" width=\"@\" height=\"@\" loading=\"lazy\" src=\"", width, height);
  if (page->kind == PAGE_WHOLE)
    PetscCall(Embed(page->file, data, size));
  else
    fprintf(page->file, "%s%s", up, plot.at);
  fputs("\"></div><figcaption>", page->file);
  FragmentPut(page->file, kind, "subject", subject, NULL);
  if (page->kind != PAGE_WHOLE)
    fprintf(page->file, " <a href=\"%s%s\">The plot alone</a>", up, plot.at);
  fputs("</figcaption></figure>\n", page->file);
  return 0;
}

/* The style or the script: named, or where the page is alone in its folder, as it is. */
static void Include(Page *page, int content, const char *link, const char *element) {
  if (page->kind == PAGE_PART)
    fputs(link, page->file);
  else
    fprintf(page->file, "<%s>\n%s</%s>\n", element, FragmentTexts[content], element);
}

void HtmlHead(Page *page, const char *title) {
  FragmentPut(page->file, "head", "title", title, NULL);
  Include(page, STYLE_CSS, "<link rel=\"stylesheet\" href=\"style.css\">\n", "style");
  FragmentPut(page->file, "body", NULL);
}

void HtmlFoot(Page *page) {
  FragmentPut(page->file, "foot", NULL);
  Include(page, REPORT_JS, "<script src=\"report.js\"></script>\n", "script");
  FragmentPut(page->file, "end", NULL);
}

void HtmlHeading(Page *page, const char *text) {
  fprintf(page->file, page->kind == PAGE_WHOLE ? "<h3>%s</h3>\n" : "<h2>%s</h2>\n", text);
}
