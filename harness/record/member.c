/* Members that are structures, and the reading and writing of all members. */
#include "record/member_private.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "record/verdict.h"

#include <math.h>
#include <string.h>

/* ---- Messages ---- */

static size_t PutPlace(const Place *place, char *text, size_t room) {
  size_t used = place->above ? PutPlace(place->above, text, room) : 0;
  if (used >= room)
    return used;
  const int more = place->key
                       ? snprintf(text + used, room - used, "%s%s", used ? "." : "", place->key)
                       : snprintf(text + used, room - used, "[%zu]", place->index);
  return used + (size_t)(more > 0 ? more : 0);
}

PetscErrorCode PassageRefuse(const Passage *passage, const char *key, const char *expected) {
  const Place below = {passage->place, key, 0};
  const Place *place = key ? &below : passage->place;
  char text[256] = "";
  PetscFunctionBeginUser;
  if (place)
    (void)PutPlace(place, text, sizeof(text));
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: %s%s%s%s", passage->where,
          place ? "member '" : "", text, place ? "': " : "", expected);
}

/* ---- Structures ---- */

static PetscErrorCode WriteMember(Passage *, const Member *, const void *structure, json_t *object);
static const Kind *KindOf(const Member *);
static void Clear(const Member *, void *structure);

static PetscBool IsFlat(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_FLAT || member->kind == MEMBER_BEHIND);
}

static PetscBool IsEmptyShape(const Shape *shape, const void *structure) {
  for (PetscInt i = 0; i < shape->members; i++)
    if (!KindOf(&shape->member[i])->is_empty(&shape->member[i], structure))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscBool IsEmptyPart(const Member *member, const void *structure) {
  if (member->count)
    return (PetscBool) !*(const PetscBool *)AtConst(structure, member->count);
  return IsEmptyShape(member->shape, AtConst(structure, member->offset));
}

static PetscErrorCode ReadMembers(Passage *, const Shape *, const json_t *object, void *structure);

static PetscErrorCode ReadPart(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  PetscCall(ReadMembers(passage, member->shape, value, At(structure, member->offset)));
  if (member->count)
    *(PetscBool *)At(structure, member->count) = PETSC_TRUE;
  PetscFunctionReturn(0);
}

static PetscErrorCode NewObject(json_t **object) {
  PetscFunctionBeginUser;
  *object = json_object();
  if (!*object)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WritePart(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  PetscFunctionBeginUser;
  if (IsEmptyPart(member, structure)) {
    *value = json_null();
    PetscFunctionReturn(0);
  }
  PetscCall(NewObject(value));
  PetscCall(ShapeWrite(passage, member->shape, AtConst(structure, member->offset), *value));
  PetscFunctionReturn(0);
}

/* Where members stand that are in the object of another structure: inside that, or behind a pointer. */
static void *FlatAt(const Member *member, const void *structure) {
  return member->kind == MEMBER_BEHIND ? PointerAt(structure, member->offset)
                                       : (void *)AtConst(structure, member->offset);
}

static PetscErrorCode WriteFlat(Passage *passage, const Member *member, const void *structure,
                                json_t **object) {
  PetscFunctionBeginUser;
  PetscCall(ShapeWrite(passage, member->shape, FlatAt(member, structure), *object));
  PetscFunctionReturn(0);
}

/* Several members may lead to one structure. */
static PetscErrorCode MakeBehind(Passage *passage, const Member *member, void *structure) {
  void *made;
  PetscFunctionBeginUser;
  if (!PointerAt(structure, member->offset)) {
    PetscCall(ArenaAllocate(passage->arena, member->shape->size, &made));
    memset(made, 0, member->shape->size);
    SetPointer(structure, member->offset, made);
  }
  for (PetscInt i = 0; i < member->shape->members; i++)
    Clear(&member->shape->member[i], PointerAt(structure, member->offset));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadFlat(Passage *passage, const Member *member, const json_t *object,
                               void *structure) {
  PetscFunctionBeginUser;
  if (member->kind == MEMBER_BEHIND)
    PetscCall(MakeBehind(passage, member, structure));
  PetscCall(ReadMembers(passage, member->shape, object, FlatAt(member, structure)));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadList(Passage *passage, const Member *member, const json_t *value,
                               void *structure) {
  const Shape *shape = member->shape;
  const size_t count = json_array_size(value);
  char *at;
  PetscFunctionBeginUser;
  if (!json_is_array(value))
    PetscCall(PassageRefuse(passage, NULL, "a list of objects is expected"));
  PetscCall(ArenaAllocate(passage->arena, count * shape->size, &at));
  for (size_t i = 0; i < count; i++) {
    const json_t *element = json_array_get(value, i);
    const Place here = {passage->place, NULL, i};
    passage->place = &here;
    if (!json_is_object(element))
      PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
    PetscCall(ShapeRead(passage, shape, element, at + i * shape->size));
    passage->place = here.above;
  }
  *(PetscInt *)At(structure, member->count) = (PetscInt)count;
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteList(Passage *passage, const Member *member, const void *structure,
                                json_t **value) {
  const Shape *shape = member->shape;
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(ArrayCreate(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const Place here = {passage->place, NULL, (size_t)i};
    json_t *element;
    PetscCall(NewObject(&element));
    PetscCall(ArrayAppend(*value, element));
    passage->place = &here;
    PetscCall(ShapeWrite(passage, shape, at + (size_t)i * shape->size, element));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

/* ---- Structures by columns ---- */

/* A part of each element of a list, or all of it. */
typedef struct {
  const Member *list;
  size_t offset; /* in an element */
  size_t has;    /* where an element says whether it has the part; 0: each has */
} Columns;

static PetscBool IsInside(const Member *member) {
  return (PetscBool)(member->kind == MEMBER_PART || member->kind == MEMBER_FLAT);
}

static Columns Inside(const Columns *c, const Member *part) {
  return (Columns){c->list, c->offset + part->offset,
                   part->count ? c->offset + part->count : c->has};
}

/* The first column says how many elements there are. */
static PetscErrorCode MakeElements(Passage *passage, const Member *list, const json_t *column,
                                   void *structure) {
  PetscInt *count = At(structure, list->count);
  char *at = PointerAt(structure, list->offset);
  PetscFunctionBeginUser;
  if (at && json_is_number(column)) /* of all elements */
    PetscFunctionReturn(0);
  if (!json_is_array(column) || (at && (PetscInt)json_array_size(column) != *count))
    PetscCall(PassageRefuse(passage, NULL, "a list is expected, as long as those beside it"));
  if (at)
    PetscFunctionReturn(0);
  *count = (PetscInt)json_array_size(column);
  PetscCall(ArenaAllocate(passage->arena, (size_t)*count * list->shape->size, &at));
  for (PetscInt i = 0; i < *count; i++)
    PetscCall(ShapeClear(list->shape, at + (size_t)i * list->shape->size));
  SetPointer(structure, list->offset, at);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadColumn(Passage *passage, const Columns *c, const Member *member,
                                 const json_t *column, void *structure) {
  PetscFunctionBeginUser;
  PetscCall(MakeElements(passage, c->list, column, structure));
  for (PetscInt i = 0; i < CountOf(c->list, structure); i++) {
    char *element =
        (char *)PointerAt(structure, c->list->offset) + (size_t)i * c->list->shape->size;
    const json_t *entry = json_is_array(column) ? json_array_get(column, (size_t)i) : column;
    const Place here = {passage->place, NULL, (size_t)i};
    if (json_is_null(entry))
      continue;
    passage->place = &here;
    PetscCall(KindOf(member)->read(passage, member, entry, element + c->offset));
    passage->place = here.above;
    if (c->has)
      *(PetscBool *)At(element, c->has) = PETSC_TRUE;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadAllColumns(Passage *passage, const Columns *c, const Shape *shape,
                                     const json_t *object, void *structure) {
  PetscFunctionBeginUser;
  if (!json_is_object(object))
    PetscCall(PassageRefuse(passage, NULL, "an object of lists is expected"));
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Columns inside = Inside(c, member);
    const Place here = {passage->place, member->key, 0};
    const json_t *value =
        member->kind == MEMBER_FLAT ? object : json_object_get(object, member->key);
    if (!value && member->presence == NEEDED)
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
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadColumns(Passage *passage, const Member *member, const json_t *value,
                                  void *structure) {
  const Columns all = {member, 0, 0};
  PetscFunctionBeginUser;
  if (json_is_array(value))
    PetscCall(ReadList(passage, member, value, structure));
  else
    PetscCall(ReadAllColumns(passage, &all, member->shape, value, structure));
  PetscFunctionReturn(0);
}

/* Whether the elements have the same number. */
static PetscBool IsConstant(const Columns *c, const Member *member, const void *structure) {
  const char *at = PointerAt(structure, c->list->offset);
  const PetscReal *first = AtConst(at + c->offset, member->offset);
  PetscInt i = 1;
  if (member->kind != MEMBER_REAL || CountOf(c->list, structure) < 2)
    return PETSC_FALSE;
  while (i < CountOf(c->list, structure) &&
         *(const PetscReal *)AtConst(at + (size_t)i * c->list->shape->size + c->offset,
                                     member->offset) == *first)
    i++;
  return (PetscBool)(i == CountOf(c->list, structure));
}

/* Left out where there is nothing in it; a number if it is that of all elements, whose number is known
 * from the column before. */
static PetscErrorCode WriteColumn(Passage *passage, const Columns *c, const Member *member,
                                  const void *structure, json_t *object) {
  const Place here = {passage->place, member->key, 0};
  PetscBool empty = PETSC_TRUE;
  json_t *column, *value;
  PetscFunctionBeginUser;
  PetscCall(ArrayCreate(&column));
  if (json_object_set_new_nocheck(object, member->key, column))
    PetscCall(RecordNoMemory());
  passage->place = &here;
  for (PetscInt i = 0; i < CountOf(c->list, structure); i++) {
    const char *element =
        (const char *)PointerAt(structure, c->list->offset) + (size_t)i * c->list->shape->size;
    const PetscBool has = (PetscBool)(!c->has || *(const PetscBool *)AtConst(element, c->has));
    if (has)
      PetscCall(KindOf(member)->write(passage, member, element + c->offset, &value));
    PetscCall(ArrayAppend(column, has ? value : json_null()));
    empty = (PetscBool)(empty && (!has || KindOf(member)->is_empty(member, element + c->offset)));
  }
  passage->place = here.above;
  if (empty && member->presence != NEEDED)
    (void)json_object_del(object, member->key);
  else if (json_object_size(object) > 1 && !c->has && IsConstant(c, member, structure) &&
           json_object_set(object, member->key, json_array_get(column, 0)))
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteAllColumns(Passage *passage, const Columns *c, const Shape *shape,
                                      const void *structure, json_t *object) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Columns inside = Inside(c, member);
    json_t *part = object;
    if (!IsInside(member)) {
      PetscCall(WriteColumn(passage, c, member, structure, object));
      continue;
    }
    if (member->kind == MEMBER_PART) {
      PetscCall(NewObject(&part));
      if (json_object_set_new_nocheck(object, member->key, part))
        PetscCall(RecordNoMemory());
    }
    PetscCall(WriteAllColumns(passage, &inside, member->shape, structure, part));
    if (!json_object_size(part))
      (void)json_object_del(object, member->key);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteColumns(Passage *passage, const Member *member, const void *structure,
                                   json_t **value) {
  const Columns all = {member, 0, 0};
  PetscFunctionBeginUser;
  PetscCall(NewObject(value));
  PetscCall(WriteAllColumns(passage, &all, member->shape, structure, *value));
  PetscFunctionReturn(0);
}

/* ---- Structures by name ---- */

static const char *NameAt(const Shape *shape, const void *element) {
  return PointerAt(element, shape->member[0].offset);
}

static Shape Unnamed(const Shape *shape) {
  return (Shape){shape->size, shape->members - 1, shape->member + 1};
}

static PetscErrorCode ReadMap(Passage *passage, const Member *member, const json_t *value,
                              void *structure) {
  const Shape rest = Unnamed(member->shape);
  const size_t size = member->shape->size;
  const char *name;
  json_t *element;
  char *at;
  PetscInt i = 0;
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object of objects is expected"));
  PetscCall(ArenaAllocate(passage->arena, json_object_size(value) * size, &at));
  json_object_foreach((json_t *)value, name, element) {
    const Place here = {passage->place, name, 0};
    char *to = at + (size_t)i++ * size;
    passage->place = &here;
    if (!json_is_object(element))
      PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
    PetscCall(ShapeClear(member->shape, to));
    PetscCall(ReadMembers(passage, &rest, element, to));
    PetscCall(PassageText(passage, name, At(to, member->shape->member[0].offset)));
    passage->place = here.above;
  }
  *(PetscInt *)At(structure, member->count) = i;
  SetPointer(structure, member->offset, at);
  PetscFunctionReturn(0);
}

/* A name as a key; the value is given away. */
static PetscErrorCode PutNamed(Passage *passage, json_t *object, const char *name, json_t *value) {
  PetscFunctionBeginUser;
  if (json_object_set_new(object, name ? name : "", value)) {
    json_t *text;
    PetscCall(MemberTextToJson(passage, name ? name : "", &text));
    json_decref(text);
    PetscCall(RecordNoMemory());
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteMap(Passage *passage, const Member *member, const void *structure,
                               json_t **value) {
  const Shape rest = Unnamed(member->shape);
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewObject(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const void *element = at + (size_t)i * member->shape->size;
    const Place here = {passage->place, NameAt(member->shape, element), 0};
    json_t *object;
    PetscCall(NewObject(&object));
    passage->place = &here;
    PetscCall(PutNamed(passage, *value, here.key, object));
    PetscCall(ShapeWrite(passage, &rest, element, object));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

/* Elements of a list by their names: a table that is at most half full. */
typedef struct {
  const Shape *shape;
  const char *at;
  size_t room;
  PetscInt *number; /* of an element, from 1; 0: free */
} Names;

/* The place of that name, or the free one for it. */
static PetscInt *FindNamed(const Names *names, const char *name) {
  for (size_t place = HashShort(name, strlen(name));; place++) {
    PetscInt *number = &names->number[place % names->room];
    const size_t before = (size_t)PetscMax(*number - 1, 0) * names->shape->size;
    if (!*number || !strcmp(NameAt(names->shape, names->at + before), name))
      return number;
  }
}

/* Of the first `count` elements, with room for `most`. */
static PetscErrorCode NamesOf(const Shape *shape, const char *at, PetscInt count, size_t most,
                              Arena arena, Names *names) {
  PetscFunctionBeginUser;
  *names = (Names){.shape = shape, .at = at, .room = 2 * most + 1};
  PetscCall(ArenaArray(arena, names->room, &names->number));
  memset(names->number, 0, names->room * sizeof(*names->number));
  for (PetscInt i = 0; i < count; i++) {
    const char *name = NameAt(shape, at + (size_t)i * shape->size);
    PetscInt *number = name ? FindNamed(names, name) : NULL;
    if (number && !*number) /* of several the first */
      *number = i + 1;
  }
  PetscFunctionReturn(0);
}

/* Several aspects may share one list: elements that another has made are found again. */
static PetscErrorCode ReadAspect(Passage *passage, const Member *member, const json_t *value,
                                 void *structure) {
  const Shape *shape = member->shape;
  const Member *part = &shape->member[member->which];
  PetscInt *count = At(structure, member->count);
  const char *old = PointerAt(structure, member->offset), *name;
  const size_t most = (size_t)*count + json_object_size(value);
  json_t *entry;
  Names names;
  char *at;
  PetscFunctionBeginUser;
  if (!json_is_object(value))
    PetscCall(PassageRefuse(passage, NULL, "an object is expected"));
  PetscCall(ArenaAllocate(passage->arena, most * shape->size, &at));
  if (*count)
    memcpy(at, old, (size_t)*count * shape->size);
  SetPointer(structure, member->offset, at);
  PetscCall(NamesOf(shape, at, *count, most, passage->arena, &names));
  json_object_foreach((json_t *)value, name, entry) {
    const Place here = {passage->place, name, 0};
    PetscInt *number = FindNamed(&names, name);
    char *element = at + (size_t)(*number ? *number - 1 : *count) * shape->size;
    if (!*number) {
      PetscCall(ShapeClear(shape, element));
      PetscCall(PassageText(passage, name, At(element, shape->member[0].offset)));
      *number = ++*count;
    }
    passage->place = &here;
    if (!json_is_null(entry))
      PetscCall(KindOf(part)->read(passage, part, entry, element));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteAspect(Passage *passage, const Member *member, const void *structure,
                                  json_t **value) {
  const Member *part = &member->shape->member[member->which];
  const char *at = PointerAt(structure, member->offset);
  PetscFunctionBeginUser;
  PetscCall(NewObject(value));
  for (PetscInt i = 0; i < CountOf(member, structure); i++) {
    const void *element = at + (size_t)i * member->shape->size;
    const Place here = {passage->place, NameAt(member->shape, element), 0};
    json_t *entry;
    passage->place = &here;
    PetscCall(KindOf(part)->write(passage, part, element, &entry));
    PetscCall(PutNamed(passage, *value, here.key, entry));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

static PetscBool IsEmptyAspect(const Member *member, const void *structure) {
  const Member *part = &member->shape->member[member->which];
  const char *at = PointerAt(structure, member->offset);
  for (PetscInt i = 0; i < CountOf(member, structure); i++)
    if (!KindOf(part)->is_empty(part, at + (size_t)i * member->shape->size))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Those that are structures, from MEMBER_PART on. */
static const Kind structure_kinds[] = {
    [MEMBER_PART - MEMBER_PART] = {ReadPart, WritePart, IsEmptyPart},
    [MEMBER_FLAT - MEMBER_PART] = {ReadFlat, WriteFlat, IsEmptyPart},
    [MEMBER_BEHIND - MEMBER_PART] = {ReadFlat, WriteFlat, IsEmptyPart},
    [MEMBER_LIST - MEMBER_PART] = {ReadList, WriteList, MemberIsEmptyList},
    [MEMBER_COLUMNS - MEMBER_PART] = {ReadColumns, WriteColumns, MemberIsEmptyList},
    [MEMBER_MAP - MEMBER_PART] = {ReadMap, WriteMap, MemberIsEmptyList},
    [MEMBER_ASPECT - MEMBER_PART] = {ReadAspect, WriteAspect, IsEmptyAspect},
};

static const Kind *KindOf(const Member *member) {
  return member->kind < MEMBER_PART ? &ValueKinds[member->kind]
                                    : &structure_kinds[member->kind - MEMBER_PART];
}

/* ---- All members ---- */

static void Clear(const Member *member, void *structure) {
  void *at = At(structure, member->offset);
  switch (member->kind) {
  case MEMBER_REAL:
    *(PetscReal *)at = NAN;
    break;
  case MEMBER_FACTOR:
    *(PetscReal *)at = 1;
    break;
  case MEMBER_TRUST:
    *(PetscBool *)at = PETSC_TRUE;
    break;
  case MEMBER_INDEX:
    *(PetscInt *)at = -1;
    break;
  case MEMBER_INDEX64:
    *(PetscInt64 *)at = -1;
    break;
  case MEMBER_NUMBER_OR_WORD:
    ((NumberOrWord *)at)->number = NAN;
    break;
  case MEMBER_PART:
  case MEMBER_FLAT:
    for (PetscInt i = 0; i < member->shape->members; i++)
      Clear(&member->shape->member[i], at);
    break;
  default: /* zero */
    break;
  }
}

PetscErrorCode ShapeClear(const Shape *shape, void *structure) {
  PetscFunctionBeginUser;
  memset(structure, 0, shape->size);
  for (PetscInt i = 0; i < shape->members; i++)
    Clear(&shape->member[i], structure);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadMembers(Passage *passage, const Shape *shape, const json_t *object,
                                  void *structure) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    const Place here = {passage->place, member->key, 0};
    if (IsFlat(member)) {
      PetscCall(ReadFlat(passage, member, object, structure));
      continue;
    }
    const json_t *value = json_object_get(object, member->key);
    if (!value || json_is_null(value)) {
      if (member->presence == NEEDED)
        PetscCall(PassageRefuse(passage, member->key, "it is missing"));
      continue;
    }
    passage->place = &here;
    PetscCall(KindOf(member)->read(passage, member, value, structure));
    passage->place = here.above;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ShapeRead(Passage *passage, const Shape *shape, const json_t *object,
                         void *structure) {
  PetscFunctionBeginUser;
  PetscCall(ShapeClear(shape, structure));
  PetscCall(ReadMembers(passage, shape, object, structure));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteMember(Passage *passage, const Member *member, const void *structure,
                                  json_t *object) {
  const Place here = {passage->place, member->key, 0};
  json_t *value = NULL;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  if (IsFlat(member)) {
    PetscCall(WriteFlat(passage, member, structure, &object));
    PetscFunctionReturn(0);
  }
  if (member->presence == LEFT_OUT && KindOf(member)->is_empty(member, structure))
    PetscFunctionReturn(0);
  passage->place = &here;
  error = KindOf(member)->write(passage, member, structure, &value);
  if (error)
    json_decref(value);
  PetscCall(error);
  passage->place = here.above;
  if (json_object_set_new_nocheck(object, member->key, value))
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}

PetscErrorCode ShapeWrite(Passage *passage, const Shape *shape, const void *structure,
                          json_t *object) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < shape->members; i++)
    PetscCall(WriteMember(passage, &shape->member[i], structure, object));
  PetscFunctionReturn(0);
}

void ShapeKeys(const Shape *shape, void (*visit)(const char *key, void *context), void *context) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    if (member->key[0])
      visit(member->key, context);
    if (member->shape && member->kind != MEMBER_ASPECT)
      ShapeKeys(member->shape, visit, context);
  }
}

/* ---- Text ---- */

PetscErrorCode ObjectFromText(const char *where, const char *text, size_t length, json_t **object) {
  json_error_t error = {0};
  char line[32] = "";
  int no_memory;
  PetscFunctionBeginUser;
  *object = JsonRead(text, length, JSON_REJECT_DUPLICATES, &error, &no_memory);
  if (no_memory)
    PetscCall(RecordNoMemory());
  if (!json_is_object(*object)) {
    json_decref(*object);
    *object = NULL;
    if (memchr(text, '\n', length))
      (void)snprintf(line, sizeof(line), ", line %d", error.line);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s%s: not a JSON object%s%s%s", where, line,
            error.text[0] ? " (" : "", error.text, error.text[0] ? ")" : "");
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ObjectToText(json_t **object, char **text) {
  PetscFunctionBeginUser;
  *text = JsonExactText(*object);
  json_decref(*object);
  *object = NULL;
  if (!*text)
    PetscCall(RecordNoMemory());
  PetscFunctionReturn(0);
}
