/* index.html and the pages beside it, which need nothing but themselves: they open from a file,
 * without a server. All is readable without the script, which only sorts and filters. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/made.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- Pieces ---- */

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

void HtmlRowReference(Page *page, const char *method, const char *place) {
  char row[512];

  HtmlReference(page, "method", method);
  PlotName("model", place, row, sizeof(row));
  fprintf(page->file, "%son-%s", page->kind == PAGE_WHOLE ? "-" : "#", row + strlen("model-"));
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

/* ---- Frame ---- */

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

static PetscErrorCode Foot(Page *page) {
  PetscCall(FragmentPut(page->file, "foot", NULL));
  PetscCall(Include(page, "report.js", "<script src=\"report.js\"></script>\n", "script"));
  return FragmentPut(page->file, "end", NULL);
}

/* ---- Pages ---- */

/* What there is a page of, and under which heading of the index and of a whole report they stand. */
typedef struct {
  const char *kind, *anchor, *all, *heading;
  PetscErrorCode (*body)(Page *, const char *name);
} PartKind;

static const PartKind methods_part = {"method", "methods", "All methods", "Verdicts by method",
                                      HtmlMethod};
static const PartKind models_part = {"model", "models", "All models", "Results by model",
                                     HtmlModel};
static const PartKind sources_part = {"source", "published", "All sources", "Claims by source",
                                      HtmlSource};

/* One page of a method, a model or a source, with the way back and to its neighbours. */
static PetscErrorCode Part(Page *page, const PartKind *part, const Texts *names, PetscInt i) {
  const char *name = names->at[i];
  char title[600];

  snprintf(title, sizeof(title), "%s – gimbal report", name);
  PetscCall(HtmlHead(page, title));
  PetscCall(FragmentPut(page->file, "part-nav", "anchor", part->anchor, "all", part->all, NULL));
  for (int step = -1; step <= 1; step += 2)
    if (i + step >= 0 && i + step < names->count) {
      fputs(step < 0 ? " <span>← " : " <span>→ ", page->file);
      HtmlLink(page, part->kind, names->at[i + step]);
      fputs("</span>", page->file);
    }
  PetscCall(FragmentPut(page->file, "part-title", "name", name, NULL));
  PetscCall(part->body(page, name));
  return Foot(page);
}

static PetscErrorCode PartFile(const Contents *contents, const PartKind *part, const Texts *names,
                               PetscInt i) {
  char name[512], path[PETSC_MAX_PATH_LEN];
  WholeFile file;

  PlotName(part->kind, names->at[i], name, sizeof(name));
  PetscCall(PetscSNPrintf(path, sizeof(path), "pages/%s.html", name));
  PetscCall(MadeOpen(contents->store->directory, path, &file));
  Page page = {contents, file.stream, PAGE_PART};
  return WholeFileEnd(&file, Part(&page, part, names, i));
}

/* All of them, inside one file, folded. */
static PetscErrorCode Folded(Page *page, const PartKind *part, const Texts *names) {
  char id[512];

  if (!names->count)
    return 0;
  fprintf(page->file, "<section>\n<h2>%s</h2>\n", part->heading);
  for (PetscInt i = 0; i < names->count; i++) {
    PlotName(part->kind, names->at[i], id, sizeof(id));
    /* A link to something inside a closed details element opens it. */
    PetscCall(FragmentPut(page->file, "folded", "name", names->at[i], "id", id, NULL));
    PetscCall(part->body(page, names->at[i]));
    fputs("</div></details>\n", page->file);
  }
  fputs("</section>\n", page->file);
  return 0;
}

static PetscErrorCode Index(Page *page) {
  PetscCall(HtmlHead(page, "gimbal report"));
  PetscCall(HtmlSummary(page));
  fputs("<main id=\"main\">\n", page->file);
  PetscCall(HtmlProblems(page));
  PetscCall(HtmlStory(page));
  PetscCall(HtmlPublished(page));
  PetscCall(HtmlEquilibria(page));
  PetscCall(HtmlOverview(page));
  PetscCall(HtmlLists(page));
  PetscCall(HtmlUnmeasured(page));
  if (page->kind == PAGE_WHOLE) {
    PetscCall(Folded(page, &sources_part, &page->contents->sources));
    PetscCall(Folded(page, &methods_part, &page->contents->methods));
    PetscCall(Folded(page, &models_part, &page->contents->places));
  }
  PetscCall(HtmlProvenance(page));
  return Foot(page);
}

PetscErrorCode WriteIndex(const Contents *contents, FILE *file) {
  Page page = {contents, file, PAGE_INDEX};

  return Index(&page);
}

PetscErrorCode WriteWhole(const Contents *contents, FILE *file) {
  Page page = {contents, file, PAGE_WHOLE};

  return Index(&page);
}

static PetscErrorCode CopyFile(const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN], *text;

  PetscCall(PetscSNPrintf(path, sizeof(path), "pages/%s", name));
  PetscCall(MadeBegin(directory, path));
  PetscCall(FragmentFile(name, &text));
  const PetscErrorCode error = WholeFileWrite(directory, path, text);
  free(text);
  return error;
}

PetscErrorCode WritePages(const Contents *contents) {
  PetscCall(CopyFile(contents->store->directory, "style.css"));
  PetscCall(CopyFile(contents->store->directory, "report.js"));
  for (PetscInt i = 0; i < contents->methods.count; i++)
    PetscCall(PartFile(contents, &methods_part, &contents->methods, i));
  for (PetscInt i = 0; i < contents->places.count; i++)
    PetscCall(PartFile(contents, &models_part, &contents->places, i));
  for (PetscInt i = 0; i < contents->sources.count; i++)
    PetscCall(PartFile(contents, &sources_part, &contents->sources, i));
  return 0;
}
