/* gimbal reference: the certified solution of a model's case at some times, without digits that are not
 * certain. */
#include "cli/command.h"
#include "cli/lookup.h"
#include "cli/motion.h"
#include "cli/words.h"
#include "base/digits.h"
#include "registry/parameters.h"
#include "studies/study.h"

typedef struct {
  const char *times;
  PetscInt digits, member;
  PetscBool json, csv;
  Texts plugins;
} ReferenceWords;

enum { TIMES_LIMIT = 10000, DIGITS_MOST = 34 };

static const Option options[] = {
    OPTION(ReferenceWords, ONCE, 't', "times", "T,...", times),
    OPTION_IN(ReferenceWords, WHOLE, 0, "digits", "N", digits, 1, DIGITS_MOST),
    OPTION(ReferenceWords, WHOLE, 0, "member", "J", member),
    OPTION(ReferenceWords, YES, 0, "json", NULL, json),
    OPTION(ReferenceWords, YES, 0, "csv", NULL, csv),
    OPTION_PLUGINS(ReferenceWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageReference =
    USAGE_WITH(options, ReferenceWords, "MODEL[:CASE]", 1, 1, .digits = 17);

static json_t *QuadText(Quad value) {
  char text[64];
  quadmath_snprintf(text, sizeof(text), "%.33Qg", value);
  return json_string(text);
}

/* The value lies within one unit of the last digit: half a unit is rounding, half the error bar. */
static json_t *NumberOf(const char *part, const char *name, Quad value, Quad bar, PetscInt most) {
  const double size = fabs((double)value), at = floor(log10(size));
  const double certain = bar > 0 ? floor(at + 1 - log10(2 * (double)bar)) : DIGITS_MOST;
  const int digits = size > 0 && certain >= 1 ? (int)fmin(certain, (double)most) : 0;
  const PetscBool scientific = (PetscBool)(at < -5 || at >= digits);
  char text[64] = "0";
  if (digits)
    quadmath_snprintf(text, sizeof(text), scientific ? "%.*Qe" : "%.*Qf",
                      digits - 1 - (scientific ? 0 : (int)at), value);
  return json_pack("{s:s, s:s, s:s, s:f, s:i}", "name", name, "part", part, "value",
                   isnan(size) ? "nan" : text, "error_bar", (double)bar, "digits", digits);
}

/* All numbers at one time, from the row (q,v,λ) and the bars of its entries. */
static PetscErrorCode NumbersAt(const Motion *m, Quad t, const Quad *row, const Quad *bars,
                                PetscInt digits, json_t *numbers) {
  static const char *const parts[] = {"q", "v", "lambda", "p", "energy", "invariant"};
  const PetscInt most = PetscMax(m->row, m->count[MOTION_INVARIANT]);
  Quad *value, *bar, *rounding, *size;
  PetscInt from = 0;
  PetscCall(PetscMalloc4(most, &value, most, &bar, most, &rounding, m->state, &size));
  for (PetscInt i = 0; i < m->state; i++)
    size[i] = 64 * (Quad)m->core->epsilon * fabsq(row[i]);
  for (MotionPart part = MOTION_Q; part < MOTION_CONSTRAINT; from += m->count[part++]) {
    if (part >= MOTION_P && m->count[part]) {
      MotionRead(m, part, t, row, value);
      MotionSpread(m, part, t, row, bars, bar);
      MotionSpread(m, part, t, row, size, rounding);
    }
    for (PetscInt i = 0; i < m->count[part]; i++) {
      char name[MOTION_NAME];
      PetscBool has;
      PetscCall(MotionHas(m, part, i, &has));
      MotionName(m, part, i, name);
      if (has)
        JsonAdd(numbers, NumberOf(parts[part], name, part < MOTION_P ? row[from + i] : value[i],
                                  part < MOTION_P ? bars[from + i] : bar[i] + rounding[i], digits));
    }
  }
  return PetscFree4(value, bar, rounding, size);
}

/* For people, or as CSV. */
static void Print(const json_t *all, PetscBool csv, PetscInt digits) {
  const json_t *number, *row, *text;
  const char *name;
  PetscInt fewer = 0;
  size_t k, i;
  printf("%s%s:%s (%s): %s\n", csv ? "# " : "", LookupText(all, "model"), LookupText(all, "case"),
         LookupText(all, "realisation"), LookupText(all, "reference"));
  json_object_foreach(json_object_get(all, "parameters"), name, text) if (csv)
      printf("# %s = %s\n", name, json_string_value(text));
  json_array_foreach(json_object_get(all, "times"), k, row) {
    const json_t *numbers = json_object_get(row, "numbers");
    for (int heading = csv && !k; heading >= 0; heading--) {
      printf(csv ? "%s" : "t = %s\n", heading ? "t" : LookupText(row, "t"));
      json_array_foreach(numbers, i, number) {
        const char *value = LookupText(number, "value");
        const int certain = LookupNumber(number, "digits");
        fewer += !heading && certain && certain < digits;
        if (csv)
          printf(",%s", heading ? LookupText(number, "name") : value);
        else
          printf("  %-24s %s%-42s ± %.1e\n", LookupText(number, "name"), *value == '-' ? "" : " ",
                 value, json_real_value(json_object_get(number, "error_bar")));
      }
      fputs(csv ? "\n" : "", stdout);
    }
  }
  printf("%sEach number is certain to one unit in its last digit", csv ? "# " : "");
  if (fewer)
    printf("; %d %s fewer than %d digits, since no more are certain", (int)fewer,
           fewer > 1 ? "have" : "has", (int)digits);
  puts(".");
}

/* The times, in ascending order. */
static PetscErrorCode ReadTimes(const char *text, const ModelCase instance, PetscInt *times,
                                Quad *time) {
  char first[DIGITS_ROOM], begin[DIGITS_ROOM];
  PetscCall(FieldEvaluateList("reference", "--times", text, instance->variables, times, time));
  for (PetscInt i = 0; i < *times; i++)
    UserCheck(finiteq(time[i]), "reference: entry %d of --times %s is not a finite number",
              (int)i + 1, text);
  for (PetscInt i = 1; i < *times; i++)
    for (PetscInt k = i; k > 0 && time[k - 1] > time[k]; k--) {
      const Quad later = time[k - 1];
      time[k - 1] = time[k];
      time[k] = later;
    }
  UserCheck(time[0] >= instance->begin,
            "reference: t = %s is before the initial data of %s:%s, which are at t = %s",
            DigitsShortest((double)time[0], first), instance->model->name, instance->name,
            DigitsShortest((double)instance->begin, begin));
  return 0;
}

static PetscErrorCode Solve(const ReferenceWords *w, const Motion *m, json_t **all) {
  const ModelCase instance = m->instance;
  json_t *parameters = json_object(), *rows = json_array();
  PetscInt times = TIMES_LIMIT;
  ReferenceCertificate certificate;
  Quad *row, *bars;
  OWNED(MemoryFree) Quad *time = MemoryZeroed(TIMES_LIMIT, sizeof(*time));
  PetscCall(ReadTimes(w->times, instance, &times, time));
  PetscCall(PetscMalloc2(times * m->row, &row, m->row, &bars));
  PetscCall(MotionSolve(m, times, time, row, bars, &certificate));
  for (PetscInt i = 0; i < instance->variables.count; i++)
    JsonSet(parameters, instance->variables.at[i].name, QuadText(instance->variables.at[i].value));
  for (PetscInt k = 0; k < times; k++) {
    json_t *numbers = json_array();
    PetscCall(NumbersAt(m, time[k], row + k * m->row, bars, w->digits, numbers));
    JsonAdd(rows, json_pack("{s:o, s:o}", "t", QuadText(time[k]), "numbers", numbers));
  }
  *all = json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "model", instance->model->name, "case",
                   instance->name, "realisation", m->descriptor->name, "reference",
                   certificate.method, "parameters", parameters, "times", rows);
  return PetscFree2(row, bars);
}

PetscErrorCode CommandReference(CommandLine *line) {
  const ReferenceWords *w = line->words;
  OWNED(RegistryDestroy) Registry registry = NULL;
  Motion motion;
  json_auto_t *all = NULL;
  UserCheck(w->times, "reference: --times is missing; give times, as in --times 1,2,5");
  UserCheck(!w->json || !w->csv, "reference: give --json or --csv, not both");
  PetscCall(RegistryCreate(w->plugins.count, w->plugins.at, StudyVocabulary, &registry));
  PetscCall(MotionCreate(registry, *line->operand, w->member, &motion));
  PetscCall(Solve(w, &motion, &all));
  if (w->json)
    WordsPutJson(all);
  else
    Print(all, w->csv, w->digits);
  return MotionDestroy(&motion);
}
