/* gimbal compare BASE NEW [--accept] [--factor X] [--json[=FILE]] … */
#include "cli/command.h"
#include "cli/lookup.h"
#include "reports/difference.h"
#include "record/file.h"

#include <sys/stat.h>

/* Other forms than text. */
enum { JSON, MARKDOWN, FORMS };

typedef struct {
  const char *base, *fresh;
  PetscReal factor;
  PetscBool accept;
  const char *form[FORMS]; /* a file; "": standard output; NULL: not wanted */
} Words;

static const Option options[] = {OPTION(Words, YES, 0, "accept", NULL, accept),
                                 OPTION_IN(Words, NUMBER, 0, "factor", "X", factor, 1, 0),
                                 OPTION(Words, OPTIONAL, 0, "json", "FILE", form[JSON]),
                                 OPTION(Words, OPTIONAL, 0, "markdown", "FILE", form[MARKDOWN]),
                                 {.kind = OPTION_END}};

const Usage UsageCompare = USAGE_WITH(options, Words, "DIR", 2, 2, .factor = 2);

/* ---- Accepting ---- */

static PetscErrorCode AcceptRun(const Words *w, Baseline *fresh) {
  struct stat status;
  if (LookupIsSameFile(w->base, w->fresh))
    return 0; /* it is accepted already */
  UserCheck(stat(w->base, &status) || !S_ISDIR(status.st_mode),
            "compare: --accept writes a file, and %s is a folder", w->base);
  PetscCall(BaselineWrite(fresh, w->base));
  fprintf(stderr, "compare: %s is the new baseline in %s\n", w->fresh, w->base);
  return 0;
}

/* ---- Showing ---- */

static PetscErrorCode ShowDifferences(const Words *w, const Differences *all) {
  static void (*const show[FORMS])(const Differences *, FILE *) = {
      [JSON] = DifferencesJson, [MARKDOWN] = DifferencesMarkdown};
  PetscBool text = PETSC_TRUE;
  WholeFile file;
  for (int i = 0; i < FORMS; i++)
    if (w->form[i] && *w->form[i]) {
      PetscCall(WholeFileOpenAt(w->form[i], &file));
      show[i](all, file.stream);
      PetscCall(WholeFileClose(&file));
    } else if (w->form[i]) {
      show[i](all, stdout);
      text = PETSC_FALSE;
    }
  if (text)
    DifferencesText(all, stdout);
  return 0;
}

/* What -m and -M leave out is gone, too; and errors from other initial data are not compared. */
static void TellSelection(const Words *w, const Baseline *fresh, const Differences *all) {
  const Manifest *manifest = fresh->store ? &fresh->store->manifest : NULL;
  PetscInt i = 0;
  if (all->drawn)
    fprintf(stderr,
            "compare: the errors of %d result%s are not compared, since the initial data are drawn "
            "by another seed\n",
            (int)all->drawn, all->drawn == 1 ? "" : "s");
  while (i < all->count && all->at[i].kind != CHANGE_GONE)
    i++;
  if (i < all->count && manifest &&
      manifest->options.methods.count + manifest->options.models.count)
    fprintf(stderr, "compare: %s was run with -m or -M; claims that it left out count as gone\n",
            w->fresh);
}

PetscErrorCode CommandCompare(CommandLine *line) {
  Words *w = line->words;
  Differences differences;
  OWNED(BaselineDestroy) Baseline *fresh = NULL;
  Baseline *base;
  struct stat there;
  w->base = line->operand[0];
  w->fresh = line->operand[1];
  PetscCall(BaselineRead(w->fresh, &fresh));
  /* A first baseline is accepted without one before it. */
  if (!w->accept || !stat(w->base, &there)) {
    PetscCall(BaselineRead(w->base, &base));
    DifferencesFind(base, fresh, w->factor, &differences);
    PetscCall(ShowDifferences(w, &differences));
    TellSelection(w, fresh, &differences);
    line->status = differences.of[WORSE] && !w->accept;
    ArenaDestroy(&differences.arena);
    BaselineDestroy(&base);
  }
  if (w->accept)
    PetscCall(AcceptRun(w, fresh));
  return 0;
}
