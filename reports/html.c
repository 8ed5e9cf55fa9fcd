/* index.html and its pages, which need nothing but themselves: they open from a file,
 * without a server. All is readable without the script, which only sorts and filters. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/made.h"
#include "reports/writers.h"

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

  HtmlHead(page, TextPrint("%s – gimbal report", name).at);
  FragmentPut(page->file, "part-nav", "anchor", part->anchor, "all", part->all, NULL);
  for (int step = -1; step <= 1; step += 2)
    if (i + step >= 0 && i + step < names->count) {
      fputs(step < 0 ? " <span>← " : " <span>→ ", page->file);
      HtmlLink(page, part->kind, names->at[i + step]);
      fputs("</span>", page->file);
    }
  FragmentPut(page->file, "part-title", "name", name, NULL);
  PetscCall(part->body(page, name));
  HtmlFoot(page);
  return 0;
}

static PetscErrorCode PartFile(const Contents *contents, const PartKind *part, const Texts *names,
                               PetscInt i) {
  const Text path = TextPrint("pages/%s.html", PlotName(part->kind, names->at[i]).at);
  WholeFile file;

  PetscCall(MadeOpen(contents->store->directory, path.at, &file));
  Page page = {contents, file.stream, PAGE_PART};
  return WholeFileEnd(&file, Part(&page, part, names, i));
}

/* All of them, inside one file, folded. */
static PetscErrorCode Folded(Page *page, const PartKind *part, const Texts *names) {
  if (!names->count)
    return 0;
  fprintf(page->file, "<section>\n<h2>%s</h2>\n", part->heading);
  for (PetscInt i = 0; i < names->count; i++) {
    /* A link to something inside a closed details element opens it. */
    FragmentPut(page->file, "folded", "name", names->at[i], "id",
                PlotName(part->kind, names->at[i]).at, NULL);
    PetscCall(part->body(page, names->at[i]));
    fputs("</div></details>\n", page->file);
  }
  fputs("</section>\n", page->file);
  return 0;
}

PetscErrorCode WriteIndex(const Contents *contents, FILE *file, PetscBool whole) {
  Page one = {contents, file, whole ? PAGE_WHOLE : PAGE_INDEX}, *const page = &one;

  HtmlHead(page, "gimbal report");
  HtmlSummary(page);
  fputs("<main id=\"main\">\n", page->file);
  HtmlProblems(page);
  HtmlStory(page);
  HtmlPublished(page);
  HtmlOverview(page);
  HtmlLists(page);
  HtmlUnmeasured(page);
  if (page->kind == PAGE_WHOLE) {
    PetscCall(Folded(page, &sources_part, &page->contents->sources));
    PetscCall(Folded(page, &methods_part, &page->contents->methods));
    PetscCall(Folded(page, &models_part, &page->contents->places));
  }
  PetscCall(HtmlProvenance(page));
  HtmlFoot(page);
  return 0;
}

static PetscErrorCode CopyFile(const char *directory, const char *name, const char *content) {
  const Text path = TextPrint("pages/%s", name);

  PetscCall(MadeBegin(directory, path.at));
  return WholeFileWrite(directory, path.at, content);
}

PetscErrorCode WritePages(const Contents *contents) {
  PetscCall(CopyFile(contents->store->directory, "style.css", FragmentTexts[STYLE_CSS]));
  PetscCall(CopyFile(contents->store->directory, "report.js", FragmentTexts[REPORT_JS]));
  for (PetscInt i = 0; i < contents->methods.count; i++)
    PetscCall(PartFile(contents, &methods_part, &contents->methods, i));
  for (PetscInt i = 0; i < contents->places.count; i++)
    PetscCall(PartFile(contents, &models_part, &contents->places, i));
  for (PetscInt i = 0; i < contents->sources.count; i++)
    PetscCall(PartFile(contents, &sources_part, &contents->sources, i));
  return 0;
}
