/* Members that are structures, and the reading and writing of all members. */
#include "record/member.h"
#include "base/json_text.h"
#include "base/limits.h"
#include "base/user_error.h"

/* ---- Members and objects in their places ---- */

static void Clear(const Member *, void *structure);
static PetscErrorCode ReadMembers(Passage *, const Shape *, const json_t *object, void *structure);
static PetscErrorCode ShapeWrite(Passage *, const Shape *, const void *structure, json_t *object);
static MemberReader ReadPart, ReadList, ReadColumns, ReadNamed;
static MemberWriter WritePart, WriteList, WriteColumns, WriteNamed;

/* Of structures that stand under a key of their own. */
static const struct {
  MemberReader *read;
  MemberWriter *write;
} structure_kinds[] = {
    [MEMBER_PART] = {ReadPart, WritePart},          [MEMBER_LIST] = {ReadList, WriteList},
    [MEMBER_COLUMNS] = {ReadColumns, WriteColumns}, [MEMBER_MAP] = {ReadNamed, WriteNamed},
    [MEMBER_ASPECT] = {ReadNamed, WriteNamed},
};

/* Below the place of the passage: a key, or a number in a list (key NULL). */
static PetscErrorCode ReadAt(Passage *passage, Place here, const Member *member,
                             const json_t *value, void *structure) {
  here.above = passage->place;
  passage->place = &here;
  PetscCall((member->kind < MEMBER_PART
                 ? ValueKinds[member->kind].read
                 : structure_kinds[member->kind].read)(passage, member, value, structure));
  passage->place = here.above;
  return 0;
}

static PetscErrorCode WriteValue(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  return (member->kind < MEMBER_PART
              ? ValueKinds[member->kind].write
              : structure_kinds[member->kind].write)(passage, member, structure, value);
}

PetscErrorCode ShapeToObject(Passage *passage, const Shape *shape, const void *structure,
                             json_t **object) {
  *object = json_object();
  const PetscErrorCode error = ShapeWrite(passage, shape, structure, *object);
  if (error) {
    json_decref(*object);
    *object = NULL;
  }
  return error;
}

/* ---- Structures ---- */

static PetscBool IsInside(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_PART || member->kind == MEMBER_FLAT);
}

static char *ElementAt(const Member *list, const void *structure, PetscInt i) {
  return (char *)PointerAt(structure, list->offset) + (size_t)i * list->shape->size;
}

/* The member that an aspect shows of each element. */
static const Member *AspectOf(const Member *aspect) {
  const Member *member = aspect->shape->member;
  for (PetscInt i = 1; i < aspect->shape->members; i++)
    if (!strcmp(member[i].key, aspect->key))
      return &member[i];
  return &member[1];
}

static PetscBool IsEmpty(const Member *member, const void *structure) {
  const Shape *shape = member->shape;
  if (member->kind < MEMBER_PART)
    return ValueIsEmpty(member, structure);
  if (IsInside(member) && member->count)
    return (PetscBool) !*(const PetscBool *)AtConst(structure, member->count);
  if (IsInside(member)) {
    for (PetscInt i = 0; i < shape->members; i++)
      if (!IsEmpty(&shape->member[i], AtConst(structure, member->offset)))
        return PETSC_FALSE;
    return PETSC_TRUE;
  }
  if (member->kind != MEMBER_ASPECT)
    return (PetscBool)!CountOf(member, structure);
  for (PetscInt i = 0; i < CountOf(member, structure); i++)
    if (!IsEmpty(AspectOf(member), ElementAt(member, structure, i)))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode ReadPart(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  PetscCall(ReadMembers(passage, member->shape, value, At(structure, member->offset)));
  if (member->count)
    *(PetscBool *)At(structure, member->count) = PETSC_TRUE;
  return 0;
}

static PetscErrorCode WritePart(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  *value = json_null();
  if (!IsEmpty(member, structure))
    PetscCall(ShapeToObject(passage, member->shape, AtConst(structure, member->offset), value));
  return 0;
}

static void MakeElements(Passage *passage, const Member *list, size_t count, void *structure) {
  char *at = ArenaAllocate(passage->arena, count * list->shape->size);
  for (size_t i = 0; i < count; i++)
    ShapeClear(list->shape, at + i * list->shape->size);
  *(PetscInt *)At(structure, list->count) = (PetscInt)count;
  SetPointer(structure, list->offset, at);
}

static PetscErrorCode ReadList(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  const Member element = PART("", PART, ALWAYS, 0, *member->shape);
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of objects is expected"));
  MakeElements(passage, member, json_array_size(value), structure);
  for (PetscInt i = 0; i < CountOf(member, structure); i++)
    PetscCall(ReadAt(passage, (Place){.index = (size_t)i}, &element,
                     json_array_get(value, (size_t)i), ElementAt(member, structure, i)));
  return 0;
}

static PetscErrorCode WriteList(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  *value = json_array();
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    json_t *element;
    PetscCall(ShapeToObject(passage, member->shape, ElementAt(member, structure, i), &element));
    (void)json_array_append_new(*value, element);
  }
  return 0;
}

/* ---- Structures by columns ---- */

/* A part of each element of a list, or all of it. */
typedef struct {
  const Member *list;
  size_t offset; /* in an element */
  size_t has;    /* where an element says whether it has the part; 0: each has */
} Columns;

static Columns Inside(const Columns *c, const Member *part) {
  return (Columns){c->list, c->offset + part->offset,
                   part->count ? c->offset + part->count : c->has};
}

/* The first column says how many elements there are. */
static PetscErrorCode ReadColumn(Passage *passage, const Columns *c, const Member *member,
                                 const json_t *column, void *structure) {
  const PetscBool made = (PetscBool) !!PointerAt(structure, c->list->offset);
  if (!(made && json_is_number(column)) && /* of all elements */
      (!json_is_array(column) ||
       (made && (PetscInt)json_array_size(column) != CountOf(c->list, structure))))
    PetscCall(PassageRefuse(passage, NULL, "a list is expected, as long as its neighbours"));
  if (!made)
    MakeElements(passage, c->list, json_array_size(column), structure);
  for (PetscInt i = 0; i < CountOf(c->list, structure); i++) {
    char *element = ElementAt(c->list, structure, i);
    const json_t *entry = json_is_array(column) ? json_array_get(column, (size_t)i) : column;
    if (json_is_null(entry))
      continue;
    PetscCall(ReadAt(passage, (Place){.index = (size_t)i}, member, entry, element + c->offset));
    if (c->has)
      *(PetscBool *)At(element, c->has) = PETSC_TRUE;
  }
  return 0;
}

static PetscErrorCode ReadAllColumns(Passage *passage, const Columns *c, const Shape *shape,
                                     const json_t *object, void *structure) {
  if (!json_is_object(object))
    PetscCall(PassageRefuse(passage, NULL, "an object of lists is expected"));
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Columns inside = Inside(c, member);
    const Place here = {passage->place, member->key, 0};
    const json_t *value =
        member->kind == MEMBER_FLAT ? object : json_object_get(object, member->key);
    if (!value && member->presence == REQUIRED)
      PetscCall(PassageRefuse(passage, member->key, "it is missing"));
    if (!value)
      continue;
    if (member->kind != MEMBER_FLAT)
      passage->place = &here;
    if (IsInside(member))
      PetscCall(ReadAllColumns(passage, &inside, member->shape, value, structure));
    else
      PetscCall(ReadColumn(passage, c, member, value, structure));
    passage->place = here.above;
  }
  return 0;
}

static PetscErrorCode ReadColumns(Passage *passage, const Member *member, const json_t *value,
                                  void *structure) {
  const Columns all = {member, 0, 0};
  if (json_is_array(value))
    PetscCall(ReadList(passage, member, value, structure));
  else
    PetscCall(ReadAllColumns(passage, &all, member->shape, value, structure));
  return 0;
}

/* Whether the elements have the same number. */
static PetscBool IsConstant(const Columns *c, const Member *member, const void *structure) {
  const size_t offset = c->offset + member->offset;
  const PetscInt count = CountOf(c->list, structure);
  PetscInt i = 1;
  if (member->kind != MEMBER_REAL || count < 2)
    return PETSC_FALSE;
  const PetscReal first = *(const PetscReal *)AtConst(ElementAt(c->list, structure, 0), offset);
  while (i < count &&
         *(const PetscReal *)AtConst(ElementAt(c->list, structure, i), offset) == first)
    i++;
  return (PetscBool)(i == count);
}

/* Left out where there is nothing in it; a number if it is that of all elements, whose number is known
 * from the column before. */
static PetscErrorCode WriteColumn(Passage *passage, const Columns *c, const Member *member,
                                  const void *structure, json_t *object) {
  PetscBool empty = PETSC_TRUE;
  json_t *column = json_array(), *value;
  (void)json_object_set_new_nocheck(object, member->key, column);
  for (PetscInt i = 0; i < CountOf(c->list, structure); i++) {
    const char *element = ElementAt(c->list, structure, i);
    const PetscBool has = (PetscBool)(!c->has || *(const PetscBool *)AtConst(element, c->has));
    if (has)
      PetscCall(WriteValue(passage, member, element + c->offset, &value));
    (void)json_array_append_new(column, has ? value : json_null());
    empty = (PetscBool)(empty && (!has || IsEmpty(member, element + c->offset)));
  }
  if (empty && member->presence != REQUIRED)
    (void)json_object_del(object, member->key);
  else if (json_object_size(object) > 1 && !c->has && IsConstant(c, member, structure))
    (void)json_object_set(object, member->key, json_array_get(column, 0));
  return 0;
}

static PetscErrorCode WriteAllColumns(Passage *passage, const Columns *c, const Shape *shape,
                                      const void *structure, json_t *object) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Columns inside = Inside(c, member);
    json_t *part = member->kind == MEMBER_PART ? json_object() : object;
    if (!IsInside(member)) {
      PetscCall(WriteColumn(passage, c, member, structure, object));
      continue;
    }
    if (part != object)
      (void)json_object_set_new_nocheck(object, member->key, part);
    PetscCall(WriteAllColumns(passage, &inside, member->shape, structure, part));
    if (!json_object_size(part))
      (void)json_object_del(object, member->key);
  }
  return 0;
}

static PetscErrorCode WriteColumns(Passage *passage, const Member *member, const void *structure,
                                   json_t **value) {
  const Columns all = {member, 0, 0};
  *value = json_object();
  return WriteAllColumns(passage, &all, member->shape, structure, *value);
}

/* ---- Structures by name ---- */

static const char *NameAt(const Shape *shape, const void *element) {
  return PointerAt(element, shape->member[0].offset);
}

static Shape Unnamed(const Shape *shape) {
  return (Shape){shape->size, shape->members - 1, shape->member + 1};
}

/* Each element under its name: all else of it (a map), or one member (an aspect). */
static PetscErrorCode WriteNamed(Passage *passage, const Member *member, const void *structure,
                                 json_t **value) {
  const Shape rest = Unnamed(member->shape);
  *value = json_object();
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const void *element = ElementAt(member, structure, i);
    const char *name = NameAt(member->shape, element);
    json_t *entry;
    if (member->kind == MEMBER_MAP)
      PetscCall(ShapeToObject(passage, &rest, element, &entry));
    else
      PetscCall(WriteValue(passage, AspectOf(member), element, &entry));
    if (json_object_set_new(*value, name ? name : "", entry))
      PetscCall(PassageRefuse(passage, NULL, "the text is not valid UTF-8"));
  }
  return 0;
}

/* The number of the element of that name; the count if it is not found. */
static PetscInt FindNamed(const Member *list, const void *structure, const char *name) {
  PetscInt i = 0;
  while (i < CountOf(list, structure) &&
         !TextIsSame(NameAt(list->shape, ElementAt(list, structure, i)), name))
    i++;
  return i;
}

/* Several aspects may share one list: elements that another has made are found again. */
static PetscErrorCode ReadNamed(Passage *passage, const Member *member, const json_t *value,
                                void *structure) {
  const Shape *shape = member->shape, rest = Unnamed(shape);
  const Member unnamed = PART("", PART, ALWAYS, 0, rest),
               *read = member->kind == MEMBER_MAP ? &unnamed : AspectOf(member);
  PetscInt *count = At(structure, member->count);
  const char *old = PointerAt(structure, member->offset), *name;
  json_t *entry;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  if (member->kind == MEMBER_ASPECT)
    PetscCall(
        PassageLimit(passage, NULL, json_object_size(value), "names", LIMIT_NAMES, "LIMIT_NAMES"));
  char *at =
      ArenaAllocate(passage->arena, ((size_t)*count + json_object_size(value)) * shape->size);
  if (*count)
    memcpy(at, old, (size_t)*count * shape->size);
  SetPointer(structure, member->offset, at);
  json_object_foreach((json_t *)value, name, entry) {
    const PetscInt number = FindNamed(member, structure, name);
    char *element = ElementAt(member, structure, number);
    if (number == *count) {
      ShapeClear(shape, element);
      PetscCall(PassageText(passage, name, At(element, shape->member[0].offset)));
      ++*count;
    }
    if (member->kind == MEMBER_MAP || !json_is_null(entry))
      PetscCall(ReadAt(passage, (Place){.key = name}, read, entry, element));
  }
  return 0;
}

/* ---- All members ---- */

static void Clear(const Member *member, void *structure) {
  if (member->kind < MEMBER_PART)
    ValueClear(member, structure);
  for (PetscInt i = 0; IsInside(member) && i < member->shape->members; i++)
    Clear(&member->shape->member[i], At(structure, member->offset));
}

void ShapeClear(const Shape *shape, void *structure) {
  memset(structure, 0, shape->size);
  for (PetscInt i = 0; i < shape->members; i++)
    Clear(&shape->member[i], structure);
}

static PetscErrorCode ReadMembers(Passage *passage, const Shape *shape, const json_t *object,
                                  void *structure) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    if (member->kind == MEMBER_FLAT) {
      PetscCall(ReadMembers(passage, member->shape, object, At(structure, member->offset)));
      continue;
    }
    const json_t *value = json_object_get(object, member->key);
    if (value && !json_is_null(value))
      PetscCall(ReadAt(passage, (Place){.key = member->key}, member, value, structure));
    else if (member->presence == REQUIRED)
      PetscCall(PassageRefuse(passage, member->key, "it is missing"));
  }
  return 0;
}

PetscErrorCode ShapeRead(Passage *passage, const Shape *shape, const json_t *object,
                         void *structure) {
  ShapeClear(shape, structure);
  return ReadMembers(passage, shape, object, structure);
}

static PetscErrorCode WriteMember(Passage *passage, const Member *member, const void *structure,
                                  json_t *object) {
  json_t *value = NULL;
  if (member->presence == IF_GIVEN && IsEmpty(member, structure))
    return 0;
  const PetscErrorCode error = WriteValue(passage, member, structure, &value);
  if (error)
    json_decref(value);
  PetscCall(error);
  (void)json_object_set_new_nocheck(object, member->key, value);
  return 0;
}

static PetscErrorCode ShapeWrite(Passage *passage, const Shape *shape, const void *structure,
                                 json_t *object) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    if (member->kind == MEMBER_FLAT)
      PetscCall(ShapeWrite(passage, member->shape, AtConst(structure, member->offset), object));
    else
      PetscCall(WriteMember(passage, member, structure, object));
  }
  return 0;
}

static void MemberNumbers(const Member *m, void *structure, const char *name, NumbersVisitor *visit,
                          void *context) {
  const PetscBool list = (PetscBool)(m->kind >= MEMBER_LIST);
  void *at = At(structure, m->offset);
  if (m->unit && m->kind == MEMBER_REALS)
    visit(m->unit, name, ((Reals *)at)->count, ((Reals *)at)->at, context);
  else if (m->unit && m->kind == MEMBER_MATRIX) {
    const PetscInt *sizes = AtConst(structure, m->count);
    visit(m->unit, name, sizes[0] * sizes[1], PointerAt(structure, m->offset), context);
  } else if (m->unit)
    visit(m->unit, name, 1, at, context);
  if (IsInside(m))
    ShapeNumbers(m->shape, at, name, visit, context);
  for (PetscInt i = 0; list && i < CountOf(m, structure); i++) {
    void *element = ElementAt(m, structure, i);
    const char *own = m->shape->member[0].key[0] ? name : NameAt(m->shape, element);
    if (m->kind == MEMBER_ASPECT)
      MemberNumbers(AspectOf(m), element, own, visit, context);
    else
      ShapeNumbers(m->shape, element, own, visit, context);
  }
}

void ShapeNumbers(const Shape *shape, void *structure, const char *name, NumbersVisitor *visit,
                  void *context) {
  for (PetscInt i = 0; i < shape->members; i++)
    MemberNumbers(&shape->member[i], structure, name, visit, context);
}

/* ---- Text ---- */

PetscErrorCode ObjectFromText(const char *where, const char *text, size_t length, json_t **object) {
  json_error_t error = {0};
  char line[32] = "";
  *object = JsonRead(text, length, JSON_REJECT_DUPLICATES, &error);
  if (!json_is_object(*object)) {
    json_decref(*object);
    *object = NULL;
    if (memchr(text, '\n', length))
      (void)snprintf(line, sizeof(line), ", line %d", error.line);
    UserError("%s%s: not a JSON object%s%s%s", where, line, error.text[0] ? " (" : "", error.text,
              error.text[0] ? ")" : "");
  }
  return 0;
}

char *ObjectToText(json_t *object) {
  char *text = JsonExactText(object);
  json_decref(object);
  return text;
}

PetscErrorCode ShapeToText(Passage *passage, const Shape *shape, const void *structure,
                           char **text) {
  json_t *object;
  PetscCall(ShapeToObject(passage, shape, structure, &object));
  *text = ObjectToText(object);
  return 0;
}

PetscErrorCode ShapeFromText(Passage *passage, const Shape *shape, const char *text, size_t length,
                             void *structure) {
  json_auto_t *object = NULL;
  PetscCall(ObjectFromText(passage->where, text, length, &object));
  return ShapeRead(passage, shape, object, structure);
}
