#include "registry/pictures.h"
#include "base/word_list.h"
#include "registry/parameters.h"

/* The coordinates: the parts of the text between commas that stand in no parentheses. */
static PetscErrorCode Parts(const char *where, const gimbal_picture *picture, PictureWords *words) {
  const char *at = picture->of;
  int depth = 0;
  size_t length = 0;
  words->coordinates = 0;
  for (;; at++) {
    depth += (*at == '(') - (*at == ')');
    if ((*at == ',' && !depth) || !*at) {
      UserCheck(words->coordinates < PICTURE_COORDINATES_MOST,
                "picture \"%s\": of = \"%s\" has more than three coordinates", picture->name,
                picture->of);
      words->text[words->coordinates++][length] = 0;
      length = 0;
      if (!*at)
        break;
    } else if ((length || *at != ' ') && length + 1 < sizeof(words->text[0])) {
      words->text[words->coordinates][length++] = *at;
    }
  }
  UserCheck(words->coordinates > 1, "%s: of = \"%s\" has one coordinate; give two or three", where,
            picture->of);
  return 0;
}

PetscErrorCode PictureEvaluate(const char *where, ModelCase instance, const gimbal_picture *picture,
                               PictureWords *words, PetscBool *holds) {
  const Variables variables = instance->variables;
  Quad when = 1;
  *words = (PictureWords){.duration = instance->duration};
  PetscCall(FieldEvaluate(where, "when", picture->when, variables, &when));
  *holds = (PetscBool)(when != 0);
  words->equal = WordsContain(picture->words, "equal");
  if (!*holds)
    return 0;
  PetscCall(FieldEvaluate(where, "sphere", picture->sphere, variables, &words->sphere));
  if (picture->duration) {
    PetscCall(FieldEvaluate(where, "duration", picture->duration, variables, &words->duration));
    if (instance->units)
      words->duration = scalbnq(words->duration, -instance->units->time);
  }
  return Parts(where, picture, words);
}

void EntryName(const char *names, PetscInt i, char name[ENTRY_NAME]) {
  const char *bracket = names ? strchr(names, '[') : NULL;
  PetscInt left = i;
  for (; left && names && *names && !bracket; --left) {
    names += strcspn(names, " ");
    names += strspn(names, " ");
  }
  if (bracket)
    (void)snprintf(name, ENTRY_NAME, "%.*s%d", (int)(bracket - names), names, (int)i + 1);
  else if (names && *names)
    (void)snprintf(name, ENTRY_NAME, "%.*s", (int)strcspn(names, " "), names);
  else
    (void)snprintf(name, ENTRY_NAME, "%d", (int)i + 1);
}

static void Expand(Arena arena, const char *names, PetscInt count, Variable *variable) {
  char name[ENTRY_NAME];
  for (PetscInt i = 0; i < count; i++) {
    EntryName(names, i, name);
    variable[i].name = ArenaText(arena, name);
  }
}

void PictureNamesCreate(ModelCase instance, PetscInt realisation, PictureNames *names) {
  const gimbal_realisation *r = ModelRealisation(instance->model, realisation);
  const PetscInt parameters = (PetscInt)instance->model->descriptor->parameters.count;
  const Dimensions d = ModelCaseDimensions(instance, realisation);
  *names = (PictureNames){
      .instance = instance, .realisation = realisation, .n = d.n, .m = d.m, .at = parameters + 1};
  names->variable =
      ArenaArray(instance->arena, parameters + 1 + d.n + d.m, sizeof(*names->variable));
  for (PetscInt i = 0; i < parameters; i++)
    names->variable[i + 1] = instance->variables.at[i];
  names->variable[0] = (Variable){.name = "t"};
  Expand(instance->arena, r->configuration, d.n, names->variable + names->at);
  Expand(instance->arena, r->velocity, d.m, names->variable + names->at + d.n);
  names->variables = (Variables){parameters + 1 + d.n + d.m, names->variable};
}

void PictureNamesSet(const PictureNames *names, Quad t, const Quad *y) {
  const CaseUnits *const units = names->instance->units;
  const RealisationUnits *const u = units ? &units->realisation[names->realisation] : NULL;
  names->variable[0].value = units ? scalbnq(t, units->time) : t;
  for (PetscInt i = 0; i < names->n + names->m; i++) {
    const int power = !u ? 0 : i < names->n ? u->q[i] : u->v[i - names->n];
    names->variable[names->at + i].value = power ? scalbnq(y[i], power) : y[i];
  }
}

PetscErrorCode PictureRead(const gimbal_picture *picture, const PictureWords *words,
                           const PictureNames *names, Quad *out) {
  PetscInt count = words->coordinates;
  PetscCall(ExpressionEvaluateList(picture->of, names->variables, &count, out));
  if (picture->section)
    PetscCall(ExpressionEvaluate(picture->section, names->variables, out + words->coordinates));
  return 0;
}

PetscErrorCode PicturesCheck(const char *where, ModelCase instance, PetscInt realisation) {
  const gimbal_list list = ModelRealisation(instance->model, realisation)->pictures;
  static const char *const known[] = {"equal", NULL};
  PictureNames names;
  char path[512];
  if (!list.count)
    return 0;
  PictureNamesCreate(instance, realisation, &names);
  for (PetscInt i = 0; i < names.n + names.m; i++)
    names.variable[names.at + i].value = QUAD_C(0.5);
  names.variable[0].value = 0;
  for (size_t i = 0; i < list.count; i++) {
    const gimbal_picture *picture = ListAt(list, gimbal_picture, i);
    PetscInt entries = PICTURE_COORDINATES_MOST;
    Quad value[PICTURE_COORDINATES_MOST];
    PictureWords words;
    PetscBool holds = PETSC_FALSE;
    (void)snprintf(path, sizeof(path), "%s, picture \"%s\"", where, picture->name);
    PetscCall(WordsCheck(path, "word", picture->words, known));
    PetscCall(PictureEvaluate(path, instance, picture, &words, &holds));
    if (!holds)
      continue;
    PetscCall(FieldEvaluateList(path, "of", picture->of, names.variables, &entries, value));
    PetscCall(FieldCheck(path, "section", picture->section, names.variables));
  }
  return 0;
}
