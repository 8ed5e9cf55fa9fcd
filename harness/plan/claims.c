#include "plan/claims.h"
#include "registry/conditions.h"
#include "studies/study.h"

struct _n_ClaimBook {
  Suite suite;
  Selection selection;
  Arena arena;
  PetscBool **applied; /* [method][its own claims, then the suite's]: has met a model */
  PetscBool *met;      /* [method]: a case that is selected, in a study */
};

ClaimBook ClaimBookCreate(Suite suite, Selection selection, Arena arena) {
  ClaimBook out = ArenaArray(arena, 1, sizeof(*out));
  *out = (struct _n_ClaimBook){suite, selection, arena, NULL, NULL};
  out->met = ArenaArray(arena, selection->methods, sizeof(*out->met));
  out->applied = ArenaArray(arena, selection->methods, sizeof(*out->applied));
  for (PetscInt i = 0; i < selection->methods; i++)
    out->applied[i] =
        ArenaArray(arena, selection->method[i]->family->claims.count + (size_t)suite->claims.count,
                   sizeof(*out->applied[i]));
  return out;
}

static PetscBool Judges(const SuiteStudy *study, const YamlTexts *from, const gimbal_claim *claim) {
  const ClaimWords *words;
  if (!from || !from->count)
    return (PetscBool)(StudyFind(study->study) == StudyThatJudges(claim, &words));
  for (PetscInt i = 0; i < from->count; i++)
    if (study->name && !strcmp(study->name, from->at[i].text))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether the suite's claim is on the method, and on this version of its library. */
static PetscBool IsOn(const SuiteClaim *own, Method method) {
  const char *version = method->family->library_version ? method->family->library_version : "0";
  return (PetscBool)(MatchesMethod(&own->methods, method) &&
                     (!own->library_from || strverscmp(version, own->library_from) >= 0) &&
                     (!own->library_before || strverscmp(version, own->library_before) < 0));
}

/* What the suite expects of the plugin's own claim; NULL: that it is confirmed. */
static const SuiteClaim *ExpectedOf(Suite suite, Method method, const SelectedCase *selected,
                                    PetscInt realisation, const gimbal_claim *claim) {
  for (PetscInt i = 0; i < suite->claims.count; i++) {
    const SuiteClaim *own = &SuiteClaims(suite)[i];
    if (!own->value && !strcmp(own->study, claim->study) &&
        !strcmp(own->quantity, claim->quantity) && IsOn(own, method) &&
        (!selected || MatchesCase(&own->models, selected, realisation)))
      return own;
  }
  return NULL;
}

/* A claim, and who makes it. */
typedef struct {
  Suite suite;
  gimbal_claim claim;
  const char *source, *basis;
  const SuiteClaim *published; /* NULL: a plugin's own of which nothing particular is expected */
  ClaimOrigin origin;
  PetscInt number; /* in its descriptor or suite */
} ClaimStatement;

static const char *SourceOf(Method method, const gimbal_claim *claim) {
  return claim->source ? claim->source : method->family->citation;
}

/* The i-th of the method's own claims and then of the suite's, on a case or (NULL) on any; false: it is not
 * on the method there. What it is known from is the suite's to say of its own source only. */
static PetscBool FindStatement(Suite suite, Method method, const SelectedCase *selected,
                               PetscInt realisation, PetscInt i, ClaimStatement *s) {
  const PetscInt plugin = (PetscInt)method->family->claims.count;
  if (i < plugin) {
    const gimbal_claim *claim = ListAt(method->family->claims, gimbal_claim, i);
    *s = (ClaimStatement){.suite = suite,
                          .claim = *claim,
                          .source = SourceOf(method, claim),
                          .published = ExpectedOf(suite, method, selected, realisation, claim),
                          .origin = FROM_PLUGIN,
                          .number = i};
    return (PetscBool)(suite->plugin_claims || s->published);
  }
  const SuiteClaim *own = &SuiteClaims(suite)[i - plugin];
  *s = (ClaimStatement){.suite = suite,
                        .claim = {own->study, own->quantity, own->value, own->when, own->source},
                        .source = own->source ? own->source : suite->source,
                        .basis = own->basis || own->source ? own->basis : suite->basis,
                        .published = own,
                        .origin = FROM_SUITE,
                        .number = i - plugin};
  return (PetscBool)(own->value && IsOn(own, method) &&
                     (!selected || MatchesCase(&own->models, selected, realisation)));
}

static void CopyCause(Arena arena, const ClaimCause *from, ClaimCause *to) {
  for (PetscInt i = 0; from && i < CAUSE_TEXTS; i++)
    (&to->id)[i] = ArenaText(arena, (&from->id)[i]);
}

/* The claim as a job carries it, but for its rank. */
static void ClaimOf(Arena arena, const ClaimStatement *statement, const char *quantity,
                    PetscReal order, Claim *out) {
  const gimbal_claim *claim = &statement->claim;
  const SuiteClaim *published = statement->published;
  char name[SUITE_CLAIM_NAME];
  *out = (Claim){.order = isfinite(order) ? order : NAN,
                 .expect = EXPECT_CONFIRMED,
                 .origin = statement->origin,
                 .number = statement->number,
                 .rank = -1};
  out->study = ArenaText(arena, claim->study);
  out->quantity = ArenaText(arena, quantity);
  out->value = ArenaText(arena, claim->value);
  out->source = ArenaText(arena, statement->source);
  out->basis = ArenaText(arena, statement->basis);
  if (strcmp(quantity, claim->quantity))
    out->claimed_as = ArenaText(arena, claim->quantity);
  if (!published)
    return;
  if (published->id) {
    SuiteClaimName(statement->suite, published, name);
    out->id = ArenaText(arena, name);
  }
  for (int i = 0; i < EXPECTATIONS; i++)
    if (!strcmp(published->expect, ExpectationNames[i]))
      out->expect = (Expectation)i;
  if (strcmp(published->subject, "method"))
    out->subject = ArenaText(arena, published->subject);
  CopyCause(arena, published->because, &out->cause);
  out->remedy = ArenaText(arena, published->remedy);
  out->why = ArenaText(arena, published->why ? published->why : out->cause.found);
  out->place = ArenaText(arena, published->place);
  out->text = ArenaText(arena, published->text);
}

typedef struct {
  Arena arena;
  Method method;
  const SelectedCase *selected;
  PetscInt realisation;
  Claims *claims;
} Collection;

/* Two kinds of invariants may both hold of one; what two sources say in a suite are two claims. */
static PetscBool IsThere(const Claims *claims, const Claim *claim) {
  for (PetscInt i = 0; i < claims->count; i++) {
    const Claim *other = &claims->at[i];
    if (TextIsSame(other->study, claim->study) && TextIsSame(other->quantity, claim->quantity) &&
        TextIsSame(other->value, claim->value) && other->origin == claim->origin &&
        TextIsSame(other->place, claim->place) &&
        (claim->origin == FROM_PLUGIN || TextIsSame(other->source, claim->source)))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* By the first of the claim's patterns of models that the case matches, then by that of methods: a
 * suite names the simplest first, and a report of a refutation shows that one. */
static PetscInt RankOf(const SuiteClaim *own, Method method, const SelectedCase *selected,
                       PetscInt realisation) {
  PetscInt model = 0, name = 0;
  for (; model < own->models.count; model++) {
    const YamlTexts one = {1, &own->models.at[model]};
    if (MatchesCase(&one, selected, realisation))
      break;
  }
  for (; name < own->methods.count; name++) {
    const YamlTexts one = {1, &own->methods.at[name]};
    if (MatchesMethod(&one, method))
      break;
  }
  return model * (own->methods.count + 1) + name;
}

/* Adds the claim where it holds; one on a kind of invariants becomes one on each of them. */
static PetscErrorCode Add(Collection *to, const ClaimStatement *statement, PetscBool *met) {
  const gimbal_claim *claim = &statement->claim;
  const gimbal_model *model = to->selected->instance->model->descriptor;
  const gimbal_realisation *realisation =
      ListAt(model->realisations, gimbal_realisation, to->realisation);
  const Pairing pairing = {to->method, to->selected->instance, to->realisation};
  const PetscBool each =
      (PetscBool)(ClaimWordsFind(StudyVocabulary, claim->study)->on == CLAIM_ON_INVARIANT);
  const size_t count = each ? realisation->invariants.count : 1;
  for (size_t i = 0; i < count; i++) {
    const gimbal_invariant *invariant =
        each ? ListAt(realisation->invariants, gimbal_invariant, i) : NULL;
    PetscBool applies;
    PetscReal order;
    Claim added;
    PetscCall(ClaimApplies(&pairing, claim, invariant, &applies, &order));
    if (!applies)
      continue;
    ClaimOf(to->arena, statement, invariant ? invariant->name : claim->quantity, order, &added);
    if (statement->published)
      added.rank = RankOf(statement->published, to->method, to->selected, to->realisation);
    if (!IsThere(to->claims, &added))
      ArenaAppend(to->arena, to->claims->count, &to->claims->at, added);
    *met = PETSC_TRUE;
  }
  return 0;
}

static PetscInt IndexOf(Selection selection, Method method) {
  PetscInt i = 0;
  while (selection->method[i] != method)
    i++;
  return i;
}

/* A claim of the suite: what cannot be evaluated is the suite's error. */
static PetscErrorCode AddPublished(Collection *to, Suite suite, const ClaimStatement *statement,
                                   PetscBool *met) {
  KeptError kept;
  PetscCall(KeptErrorBegin(&kept));
  const PetscErrorCode error = Add(to, statement, met);
  return BlameSuite(&kept, suite, statement->published->line, error);
}

/* The method's i-th claim, where the study has its own way to judge what another one does. */
static PetscErrorCode AddRestated(Collection *to, Suite suite, const SuiteStudy *study,
                                  PetscInt i) {
  const gimbal_claim *claim = ListAt(to->method->family->claims, gimbal_claim, i);
  const Study *judge = StudyFind(study->study);
  gimbal_claim own;
  PetscBool met;
  if (!judge->restates || !judge->restates(claim, &own))
    return 0;
  const SuiteClaim *expected = ExpectedOf(suite, to->method, to->selected, to->realisation, &own);
  const ClaimStatement statement = {.suite = suite,
                                    .claim = own,
                                    .source = SourceOf(to->method, claim),
                                    .published = expected,
                                    .origin = FROM_PLUGIN,
                                    .number = i};
  if (suite->plugin_claims || expected)
    PetscCall(Add(to, &statement, &met));
  return 0;
}

/* Whether the claim is on another method, of a library that is not here. */
static PetscBool OtherLeftOut(Selection selection, const gimbal_claim *claim) {
  return (PetscBool)(ClaimWordsFind(StudyVocabulary, claim->study)->on == CLAIM_ON_METHOD &&
                     MethodLeftOut(selection->left_out, claim->quantity));
}

PetscErrorCode ClaimBookCollect(ClaimBook book, const SuiteStudy *study, Method method,
                                const SelectedCase *selected, PetscInt realisation,
                                Claims *claims) {
  Suite suite = book->suite;
  const PetscInt plugin = (PetscInt)method->family->claims.count,
                 m = IndexOf(book->selection, method);
  Collection to = {book->arena, method, selected, realisation, claims};
  ClaimStatement s;
  *claims = (Claims){.count = 0};
  book->met[m] = PETSC_TRUE;
  for (PetscInt i = 0; i < plugin + suite->claims.count; i++) {
    const PetscBool there = FindStatement(suite, method, selected, realisation, i, &s);
    if (there && Judges(study, s.published ? &s.published->from : NULL, &s.claim) &&
        (i < plugin || !OtherLeftOut(book->selection, &s.claim)))
      PetscCall(i < plugin ? Add(&to, &s, &book->applied[m][i])
                           : AddPublished(&to, suite, &s, &book->applied[m][i]));
    if (i < plugin)
      PetscCall(AddRestated(&to, suite, study, i));
  }
  return 0;
}

static const char *ReasonFor(ClaimBook book, Method method, const gimbal_claim *claim,
                             const YamlTexts *from, Arena arena) {
  const ClaimWords *words;
  const Study *judge = StudyThatJudges(claim, &words);
  const char *lacking = words ? words->lacking : NULL;
  PetscBool studied = PETSC_FALSE;
  for (PetscInt i = 0; i < book->suite->studies.count && !studied; i++) {
    const SuiteStudy *study = &SuiteStudies(book->suite)[i];
    studied = (PetscBool)(Judges(study, from, claim) && MatchesMethod(&study->methods, method));
  }
  if (OtherLeftOut(book->selection, claim))
    return ArenaPrint(arena, "not run: the library of %s is not installed (make libraries)",
                      claim->quantity);
  if (!MethodTakesSteps(method->family) && !(judge && judge->own_steps))
    return "not run: the method chooses its own steps";
  if (!studied)
    return ArenaPrint(arena, "not run: the suite has no entry `study: %s` with this method",
                      judge ? judge->name : "NAME");
  if (judge && judge->restores && method->family->uncopyable)
    return ArenaPrint(arena,
                      "not run: the study returns to earlier states, and the method's state cannot "
                      "be copied (uncopyable = %s)",
                      method->family->uncopyable);
  if (lacking)
    return ArenaPrint(arena, "no applicable model %s%s%s", lacking,
                      claim->when ? " under the condition " : "", claim->when ? claim->when : "");
  if (claim->when)
    return ArenaPrint(arena, "no applicable model meets the condition: %s", claim->when);
  return "no applicable model";
}

static void AddSkipped(ClaimBook book, Method method, const ClaimStatement *statement,
                       const char *named, Records *records) {
  const gimbal_claim *claim = &statement->claim;
  const Arena arena = records->arena;
  Record *record = RecordsAdd(records);
  record->status = STATUS_SKIPPED;
  record->reason = ReasonFor(book, method, claim,
                             statement->published ? &statement->published->from : NULL, arena);
  record->key = ArenaPrint(arena, "skipped/%s/%s/%s/%s-%d", method->name, claim->study,
                           claim->quantity, OriginNames[statement->origin], (int)statement->number);
  record->job.key = record->key;
  record->job.kind = "none";
  record->job.method = ArenaText(arena, method->name);
  record->job.model = record->job.instance = "*";
  record->job.suite = ArenaText(arena, named);
  record->job.claims.count = 1;
  record->job.claims.at = ArenaArray(arena, 1, sizeof(*record->job.claims.at));
  ClaimOf(arena, statement, claim->quantity, NAN, record->job.claims.at);
}

/* Whether the suite means the claim for a case that is selected. */
static PetscBool IsMeantHere(Selection selection, const SuiteClaim *own) {
  for (PetscInt i = 0; i < selection->cases; i++)
    for (PetscInt r = 0; r < 32; r++)
      if (selection->at[i].realisations >> r & 1 && MatchesCase(&own->models, &selection->at[i], r))
        return PETSC_TRUE;
  return PETSC_FALSE;
}

/* A method that was not requested by name is reported if it met a model that was. */
static PetscBool IsReported(const ClaimBook book, const PlanOptions *options, PetscInt m) {
  const PetscBool narrowed = (PetscBool)(options->models.count || options->named);
  const PetscBool asked =
      (PetscBool)(options->named ? book->selection->method[m]->named : options->methods.count > 0);
  return (PetscBool)(!narrowed || asked || book->met[m]);
}

void ClaimBookSkipped(ClaimBook book, const PlanOptions *options, Records *records) {
  Suite suite = book->suite;
  ClaimStatement s;
  for (PetscInt m = 0; m < book->selection->methods; m++) {
    Method method = book->selection->method[m];
    const PetscInt plugin = (PetscInt)method->family->claims.count;
    for (PetscInt i = 0; i < plugin + suite->claims.count && IsReported(book, options, m); i++)
      if (!book->applied[m][i] && FindStatement(suite, method, NULL, 0, i, &s) &&
          (i < plugin || !options->models.count || IsMeantHere(book->selection, s.published)))
        AddSkipped(book, method, &s, options->suite, records);
  }
}
