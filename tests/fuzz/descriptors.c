/* Fuzz target: the C structures that a plugin hands over. Right ones are copied field by field into
 * memory of their exact sizes, changed on the way, and loaded. The input is lines of changes:
 *
 *     [q]NUMBER DEED [ARGUMENT]
 *
 * NUMBER counts the fields in the order in which they are met, "q" means the quadruple twin (else
 * both), and DEED is z (NULL), t (this text), n (this number), c (so many elements), s (a size or
 * stride of so many bytes), d (the second element is the first again). Pointers into nowhere are not
 * tried: nobody can tell them. */
#include "fuzz.h"
#include "plugin/layout.h"
#include "studies/study.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define gimbal_plugin_double fixture_plugin
#include "../plugins/registry_fixture.c"
#undef gimbal_plugin_double

/* ---- What the fixture does not have ---- */

static int measure(gimbal *g, const gimbal_state *from, real h, const gimbal_state *to,
                   real *residual, real *scale) {
  return 0;
}

static int name_third(int index, gimbal_member *member) {
  member->name = "more_3";
  return index;
}

static const gimbal_value more_coefficients[] = {{.name = "b", .value = "1/s, 1-1/s"}};
static const gimbal_probe more_probes[] = {
    {.name = "momentum_equation", .count = "n", .measure = measure}};
static const gimbal_own_tableau more_tableaux[] = {
    {.name = "two", .a = "0, 0, 1/2, 0", .b = "0, 1", .embedded = "s, 0", .gamma = "s, 0, 0, s"}};
static const gimbal_scheme more_schemes[] = {
    {.kind = "runge_kutta", .first = "two", .stages = "s", .when = "unconstrained"},
    {.kind = "rosenbrock", .first = "two"},
    {.kind = "splitting", .first = "b", .weights = "b"}};
static const gimbal_method more_methods[] = {{.name = "more",
                                              .title = "for tests",
                                              .citation = "none",
                                              .formulation = GIMBAL_ODE,
                                              .accepts = "unconstrained",
                                              .parameters = GIMBAL_ARRAY(method_parameters),
                                              .coefficients = GIMBAL_ARRAY(more_coefficients),
                                              .memory = "n*s",
                                              .time_of_q = "1/2",
                                              .symmetric = "s%2",
                                              .step = step,
                                              .probes = GIMBAL_ARRAY(more_probes),
                                              .claims = GIMBAL_ARRAY(claims),
                                              .tableaux = GIMBAL_ARRAY(more_tableaux),
                                              .further_members = name_third,
                                              .schemes = GIMBAL_ARRAY(more_schemes)}};

static const gimbal_realisation more_realisations[] = {{.name = "measured",
                                                        .n = "2",
                                                        .lagrangian = &free_lagrangian,
                                                        .period = "2*pi, 0",
                                                        .size_of_q = "1, 2",
                                                        .size_of_t = "1",
                                                        Q4}};
static const gimbal_model more_models[] = {{.name = "more_model",
                                            .title = "nothing",
                                            .citation_key = "Nobody2000",
                                            .parameters = GIMBAL_ARRAY(parameters),
                                            .cases = GIMBAL_ARRAY(cases),
                                            .realisations = GIMBAL_ARRAY(more_realisations)}};

static const gimbal_plugin more_plugin = {.abi_major = GIMBAL_ABI_MAJOR,
                                          .abi_minor = GIMBAL_ABI_MINOR,
                                          .size = sizeof(gimbal_plugin),
                                          .methods = GIMBAL_ARRAY(more_methods),
                                          .models = GIMBAL_ARRAY(more_models)};

/* ---- Changes ---- */

enum { MOST_CHANGES = 16, MOST_BYTES = 1 << 16 };

typedef struct {
  PetscBool twin_only;
  unsigned field;
  char deed;
  const char *text; /* the argument */
} Change;

static struct {
  int count;
  Change at[MOST_CHANGES];
  PetscBool twin; /* which is being copied */
  unsigned field; /* the next one's number */
  void **block;   /* all memory of the copies */
  size_t blocks, room;
} changes;

/* Lines become texts. */
static void ReadChanges(char *text) {
  changes.count = 0;
  for (char *line = strtok(text, "\n"); line && changes.count < MOST_CHANGES;
       line = strtok(NULL, "\n")) {
    Change *change = &changes.at[changes.count];
    char *end;
    change->twin_only = (PetscBool)(*line == 'q');
    change->field = (unsigned)strtoul(line + change->twin_only, &end, 10);
    if (*end != ' ' || !end[1])
      continue;
    change->deed = end[1];
    change->text = end[2] ? end + 3 : end + 2;
    changes.count++;
  }
}

static const Change *Find(unsigned field, const char *deeds) {
  for (int i = 0; i < changes.count; i++)
    if (changes.at[i].field == field && strchr(deeds, changes.at[i].deed) &&
        (changes.twin || !changes.at[i].twin_only))
      return &changes.at[i];
  return NULL;
}

static void *Allocate(size_t size) {
  if (changes.blocks == changes.room) {
    changes.room = 2 * changes.room + 64;
    changes.block = realloc(changes.block, changes.room * sizeof(*changes.block));
  }
  void *at = calloc(1, size ? size : 1);
  if (!at || !changes.block)
    FuzzFail("no memory for a descriptor");
  changes.block[changes.blocks++] = at;
  return at;
}

static void FreeAll(void) {
  for (size_t i = 0; i < changes.blocks; i++)
    free(changes.block[i]);
  changes.blocks = 0;
}

/* ---- Copies ---- */

static void ChangeFields(const Layout *layout, char *at, size_t room);

/* An element or table of `have` bytes in `size` bytes. */
static char *CopyStructure(const Layout *layout, const void *from, size_t have, size_t size) {
  char *to = Allocate(size);
  memcpy(to, from, have < size ? have : size);
  ChangeFields(layout, to, size);
  return to;
}

static void ChangePointer(char *at, unsigned field, PetscBool text) {
  const Change *change = Find(field, text ? "zt" : "z");
  const void *pointer;
  memcpy(&pointer, at, sizeof(pointer));
  if (change && change->deed == 'z') {
    pointer = NULL;
  } else if (text && (change || pointer)) { /* of its exact size */
    const char *words = change ? change->text : pointer;
    pointer = strcpy(Allocate(strlen(words) + 1), words);
  }
  memcpy(at, &pointer, sizeof(pointer));
}

static void ChangeList(const Layout *layout, char *at, unsigned field) {
  const Change *resize = Find(field, "s"), *recount = Find(field, "c");
  const PetscBool again = (PetscBool)(Find(field, "d") != NULL);
  gimbal_list list;
  memcpy(&list, at, sizeof(list));
  const size_t had = list.count, stride = resize ? strtoul(resize->text, NULL, 10) : list.stride;
  size_t count = recount ? strtoul(recount->text, NULL, 10) : had;
  if (Find(field, "z"))
    list.at = NULL;
  /* What cannot be is not looked into; what can is there, each element in memory of its own. */
  if (list.at && had && stride >= sizeof(void *) && stride <= MOST_BYTES && count <= 100000) {
    count = count < 3 * had ? count : 3 * had;
    char *to = Allocate(count * stride);
    for (size_t i = 0; i < count; i++) {
      const size_t source = again && i == 1 ? 0 : i % had;
      memcpy(
          to + i * stride,
          CopyStructure(layout, (const char *)list.at + source * list.stride, list.stride, stride),
          stride);
    }
    list.at = to;
  }
  list.count = count;
  list.stride = stride;
  memcpy(at, &list, sizeof(list));
}

/* The size at the beginning of a table. */
static size_t ChangeSize(char *at, unsigned field) {
  const Change *change = Find(field, "s");
  size_t size;
  memcpy(&size, at, sizeof(size));
  if (change)
    size = strtoul(change->text, NULL, 10);
  memcpy(at, &size, sizeof(size));
  return size;
}

static void ChangeTable(const Layout *layout, char *at, unsigned field) {
  const void *from;
  memcpy(&from, at, sizeof(from));
  if (!from || Find(field, "z")) {
    from = NULL;
  } else {
    static char to[MOST_BYTES];
    memcpy(to, from, layout->size);
    const size_t size = ChangeSize(to, field);
    const size_t exact = size < sizeof(size) || size > MOST_BYTES ? layout->size : size;
    if (exact > layout->size) /* as a newer header would have it */
      memset(to + layout->size, 0, exact - layout->size);
    from = CopyStructure(layout, to, exact, exact);
  }
  memcpy(at, &from, sizeof(from));
}

/* Those that lie within `room`, as they do for a plugin that was built with another header. */
static void ChangeFields(const Layout *layout, char *at, size_t room) {
  for (int i = 0; i < layout->fields; i++) {
    const LayoutField *f = &layout->field[i];
    const unsigned field = changes.field++;
    char *here = at + f->offset;
    if (f->offset + sizeof(gimbal_list) > room && f->offset + sizeof(void *) > room)
      continue;
    if (f->kind == FIELD_NUMBER) {
      const Change *change = Find(field, "n");
      const int number = change ? atoi(change->text) : 0;
      if (change)
        memcpy(here, &number, sizeof(number));
    } else if (f->kind == FIELD_LIST && f->offset + sizeof(gimbal_list) <= room) {
      ChangeList(f->of, here, field);
    } else if (f->kind == FIELD_TABLE) {
      ChangeTable(f->of, here, field);
    } else if (f->kind == FIELD_EMBEDDED) {
      (void)ChangeSize(here, field);
      ChangeFields(f->of, here, room - f->offset);
    } else if (f->kind != FIELD_LIST) {
      ChangePointer(here, field, (PetscBool)(f->kind != FIELD_FUNCTION));
    }
  }
}

/* Fields 0, 1 and 2 are the versions and the size. */
static void Fill(const gimbal_plugin *like, PetscBool twin, gimbal_plugin *to) {
  changes.twin = twin;
  changes.field = 3;
  *to = *like;
  if (Find(0, "n"))
    to->abi_major = (uint32_t)atoi(Find(0, "n")->text);
  if (Find(1, "n"))
    to->abi_minor = (uint32_t)atoi(Find(1, "n")->text);
  if (Find(2, "s"))
    to->size = strtoul(Find(2, "s")->text, NULL, 10);
  ChangeFields(&PluginLayout, (char *)to, sizeof(*to));
}

/* ---- Calls to the loaded plugins ---- */

static void AskPair(Method method, ModelCase instance, PetscInt realisation) {
  Pairing pair = {method, instance, realisation};
  const gimbal_list list = method->family->claims;
  PetscBool yes;
  PetscReal order;
  Quad value;
  if (!FuzzGood(MethodAccepts(method, instance, realisation, &yes)) || !yes)
    return;
  (void)FuzzGood(MethodEvaluate(method, instance, realisation, method->family->memory, 0, &value));
  for (size_t i = 0; i < list.count; i++)
    (void)FuzzGood(ClaimApplies(&pair, ListAt(list, gimbal_claim, i), NULL, &yes, &order));
}

static void AskModel(Registry registry, Model model) {
  const gimbal_list list = model->descriptor->cases;
  ModelCase instance;
  for (size_t i = 0; i < list.count; i++) {
    if (!FuzzGood(ModelCaseCreate(model, ListAt(list, gimbal_case, i)->name, 0, &instance)))
      continue;
    for (PetscInt m = 0; m < registry->methods; m++)
      for (size_t r = 0; r < model->descriptor->realisations.count; r++)
        AskPair(registry->method[m], instance, (PetscInt)r);
    ModelCaseDestroy(&instance);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char file[] = FUZZ_BUILD "/tests/fuzz/shim.so";
  static const char *const files[] = {file};
  static gimbal_plugin *plain, *twin;
  Registry registry;
  FuzzStart();
  if (!plain) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    plain = handle ? dlsym(handle, "gimbal_plugin_double") : NULL;
    twin = handle ? dlsym(handle, "gimbal_plugin_quad") : NULL;
    if (!plain || !twin)
      FuzzFail("there is no %s", file);
  }
  char *text = FuzzText(data, size);
  const gimbal_plugin *like = *text == '+' ? &more_plugin : &fixture_plugin;
  ReadChanges(text + (*text == '+'));
  Fill(like, PETSC_FALSE, plain);
  Fill(like, PETSC_TRUE, twin);
  if (FuzzGood(RegistryCreate(1, files, StudyVocabulary, &registry))) {
    for (PetscInt i = 0; i < registry->models; i++)
      AskModel(registry, registry->model[i]);
    RegistryDestroy(&registry);
  }
  FreeAll();
  free(text);
  return 0;
}
