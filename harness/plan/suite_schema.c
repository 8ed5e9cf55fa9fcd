/* `gimbal describe suite`. What is said of each study is the study's own. */
#include "plan/suite.h"
#include "studies/study.h"

#include <string.h>

static const char before_studies[] =
    "A suite is a YAML file. Its keys (all but one of `studies` and `include` may be left out):\n"
    "\n"
    "  title          one line, for the report\n"
    "  description    more of it\n"
    "  source         the paper that the claims below are taken from\n"
    "  basis          what those of this source are known from: read (it, or a page or a summary\n"
    "                 that is named), cited (as another text cites it) or textbook\n"
    "  include        other suites to run as well: files beside this one, or suites that come "
    "with\n"
    "                 gimbal. Each keeps its own settings, and claims are judged from the studies\n"
    "                 of their own file\n"
    "  methods        patterns: GLOB or NAME:PARAMETER=VALUE,... (default: what the studies name,\n"
    "                 or all)\n"
    "  models         patterns: GLOB, GLOB:CASE, GLOB@COORDINATES:CASE,\n"
    "                 NAME:CASE:PARAMETER=VALUE,... (default: as for methods)\n"
    "  exclude        pairs to leave out, each with methods, models, or both, and why: a reason; "
    "with\n"
    "                 study: KIND where they are left out of studies of that kind only. Their "
    "claims\n"
    "                 are skipped, with the reason\n"
    "  precision      auto (default: quadruple where double leaves too little room), double, quad\n"
    "  seed           0 (default): the cases' own initial data; else consistent data near them,\n"
    "                 drawn from this seed\n"
    "  plugin_claims  true (default): judge what the methods say of themselves\n"
    "  libraries      true: the patterns mean methods that wrap a library (gimbal list methods), "
    "too;\n"
    "                 false (default): those only where a pattern matches no other method. What "
    "this\n"
    "                 build left out of them is no error then\n"
    "  studies        what to run, each with\n";

static const char before_kinds[] =
    "    name         needed where two studies of a kind meet the same pair\n"
    "    methods, models   patterns that narrow this study\n"
    "    work         leave out what is estimated to take more evaluations of the model than "
    "this,\n"
    "                 whatever the method; its claims are skipped, with the reason. It does not\n"
    "                 hold where the command line names the models\n"
    "    cheapest     of each method, keep so many jobs beyond that limit, the cheapest, where it\n"
    "                 has not as many below it\n";

static const char before_claims[] =
    "  claims         claims as published, or expectations, each with\n"
    "    methods      patterns (needed)\n"
    "    models       patterns (default: all that fit)\n";

static const char after_claims[] =
    "    quantity     as in gimbal.h: q, p, v, lambda, nodes, energy, an invariant's name, ...;\n"
    "                 of an equality the other method's name (needed)\n"
    "    value        an order or a word: \"2*s-2\", \"5 to double precision\", exact, bounded,\n"
    "                 random_walk, drift, yes, no.\n"
    "                 Without it the method's own claim on this quantity is meant, and only what\n"
    "                 is expected of it is said here\n"
    "    when         a condition, in the words of a method's claims\n"
    "    library_from, library_before   versions of the method's library, as \"6.7\": the claim "
    "is\n"
    "                 on those from the one and before the other\n"
    "    from         names of the studies that judge it (default: all that can)\n"
    "    source, place, text   the paper, the place in it, its words\n"
    "    basis        as above, of this claim; needed beside a source of its own\n"
    "    subject      method (default); model: whether an invariant is exact is then said of "
    "the\n"
    "                 model, to the bound that the run of an accurate method shows; or\n"
    "                 reconstruction: of a method made from hearsay, so that the claim is\n"
    "                 undecided whatever is found\n"
    "    expect       confirmed (default), refuted or undecided: what is known to be so passes, "
    "and is\n"
    "                 loud when it vanishes\n"
    "    why          the reason; needed with `expect: refuted` and `expect: undecided`\n"
    "\n"
    "A wrong key, a wrong word and a name that nothing has are errors that name file, line and\n"
    "the nearest right one. Every claim of a selected method is in the report: one that no "
    "selected\n"
    "model can test is `skipped`, with the reason.\n";

const char SuiteExampleText[] =
    "Example:\n"
    "\n"
    "  title: Two methods on the transmission\n"
    "  methods: [lobatto_nonholonomic_2, \"dla_midpoint:tau=1/3\"]\n"
    "  models: [cvt]                 # all its cases\n"
    "  exclude:\n"
    "    - {methods: dla_*, models: \"cvt:high_*\", why: shown elsewhere}\n"
    "  studies:\n"
    "    - study: order              # T and the step sizes from the cases\n"
    "    - study: long\n"
    "      h: pi/10\n"
    "      duration: 1000\n"
    "  claims:\n"
    "    - methods: lobatto_nonholonomic_2\n"
    "      study: invariant\n"
    "      quantity: driver\n"
    "      value: bounded\n"
    "      place: section 7.2, Fig. 4\n"
    "      text: displays an excellent energy behaviour\n";

enum { MANY_WORDS = 32, WIDTH = 79 };

/* "    study        order, long … or equality (needed)", each word once, in lines of that width. */
static void PrintWords(FILE *file, PetscInt count, const char *const words[], const char *tail) {
  int column = fprintf(file, "    study        ");
  for (PetscInt i = 0; i < count; i++) {
    const char *after = i + 2 < count ? ", " : i + 2 == count ? " or " : tail;
    if (column + (int)strlen(words[i]) + (int)strlen(after) > WIDTH)
      column = fprintf(file, "\n                 ") - 1;
    column += fprintf(file, "%s%s", words[i], after);
  }
  fputc('\n', file);
}

static PetscInt AddWord(PetscInt count, const char *words[], const char *word) {
  for (PetscInt i = 0; i < count; i++)
    if (!strcmp(words[i], word))
      return count;
  if (count < MANY_WORDS)
    words[count++] = word;
  return count;
}

void SuitePrintSchema(FILE *file) {
  const char *studies[MANY_WORDS] = {NULL}, *claims[MANY_WORDS] = {NULL};
  PetscInt kinds = 0, words = 0;
  for (PetscInt i = 0; Studies[i]; i++) {
    kinds = AddWord(kinds, studies, Studies[i]->name);
    for (const ClaimWords *claim = Studies[i]->claims; claim->study; claim++)
      words = AddWord(words, claims, claim->study);
  }
  fputs(before_studies, file);
  PrintWords(file, kinds, studies, "");
  fputs(before_kinds, file);
  for (PetscInt i = 0; Studies[i]; i++)
    fputs(Studies[i]->text, file);
  fputs(before_claims, file);
  PrintWords(file, words, claims, " (needed)");
  fputs(after_claims, file);
}
