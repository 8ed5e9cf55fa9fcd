#include "plugin/layout.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <ctype.h>

/* Beyond these a count or a size is garbage, not a description. */
enum { MOST_ELEMENTS = 100000, LARGEST = 1 << 16, PATH_LENGTH = 512 };

static int NumberAt(const void *base, size_t offset) {
  int number;
  memcpy(&number, (const char *)base + offset, sizeof(number));
  return number;
}

/* The name of a normalised element, or NULL. */
static const char *ElementName(const Layout *layout, const void *element) {
  const LayoutField *first = &layout->field[0];
  if (first->kind != FIELD_NAME && first->kind != FIELD_WORD)
    return NULL;
  return PointerAt(element, first->offset);
}

/* "file: method "rk4", claim 3": claims have no name of their own. */
static void ElementWhere(const char *where, const Layout *layout, const char *name, size_t index,
                         char out[PATH_LENGTH]) {
  const char *join = strstr(where, ": ") ? ", " : ": ";
  if (name)
    (void)snprintf(out, PATH_LENGTH, "%s%s%s \"%s\"", where, join, layout->name, name);
  else
    (void)snprintf(out, PATH_LENGTH, "%s%s%s %zu", where, join, layout->name, index + 1);
}

static PetscErrorCode CheckName(const char *where, const char *field, FieldKind kind,
                                const char *name) {
  PetscBool lower = (PetscBool)(kind == FIELD_NAME), good;
  good = (PetscBool)(strlen(name) < 64 && (islower((unsigned char)name[0]) ||
                                           (!lower && isupper((unsigned char)name[0]))));
  for (const char *c = name; *c && good; c++)
    good = (PetscBool)(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_' ||
                       (!lower && isupper((unsigned char)*c)));
  UserCheck(good,
            "%s: the %s \"%s\" is malformed; it must be %s letters, digits and underscores, begin "
            "with a letter, and have fewer than 64 characters",
            where, field, name, lower ? "lower-case" : "ASCII");
  return 0;
}

static PetscErrorCode CheckText(const char *where, const char *field, const char *text) {
  const size_t limit = strcmp(field, "title") ? LIMIT_TEXT : LIMIT_TITLE;
  if (!text)
    return 0;
  UserCheck(strnlen(text, limit + 1) <= limit, "%s: %s has more than %zu bytes (%s)", where, field,
            limit, limit == LIMIT_TITLE ? "LIMIT_TITLE" : "LIMIT_TEXT");
  UserCheck(!text[Utf8Shown(text)],
            "%s: %s has a control character or is not UTF-8, from its byte %zu on", where, field,
            Utf8Shown(text) + 1);
  return 0;
}

PetscErrorCode LayoutCopyList(const Layout *layout, const char *where, Arena arena,
                              gimbal_list *list) {
  const char *from = list->at;
  char path[PATH_LENGTH];
  if (!list->count) {
    list->at = NULL;
    return 0;
  }
  UserCheck(from && list->count <= MOST_ELEMENTS && list->stride >= sizeof(void *) &&
                list->stride <= LARGEST && list->stride % sizeof(void *) == 0,
            "%s: its list of %s entries cannot be (at %s, count %zu, stride %zu); write it with "
            "GIMBAL_LIST or GIMBAL_ARRAY",
            where, layout->name, from ? "given" : "NULL", list->count, list->stride);
  char *to = ArenaAllocate(arena, list->count * layout->size);
  for (size_t i = 0; i < list->count; i++) {
    const void *source = from + i * list->stride;
    void *target = to + i * layout->size;
    const char *name = ElementName(layout, source);
    ElementWhere(where, layout, name, i, path);
    if (name)
      PetscCall(CheckName(where, layout->field[0].name, layout->field[0].kind, name));
    PetscCall(LayoutCopy(layout, path, arena, source, list->stride, target));
    for (size_t j = 0; name && j < i; j++)
      UserCheck(strcmp(name, ElementName(layout, to + j * layout->size)),
                "%s is defined twice; give the second another name", path);
  }
  list->at = to;
  list->stride = layout->size;
  return 0;
}

static PetscErrorCode CheckSize(const Layout *layout, const char *where, size_t size) {
  UserCheck(size >= sizeof(size_t) + sizeof(void *) && size <= LARGEST &&
                size % sizeof(void *) == 0,
            "%s: the table's size is %zu; begin it with GIMBAL_SIZE(gimbal_%s)", where, size,
            layout->name);
  return 0;
}

PetscErrorCode LayoutCopy(const Layout *layout, const char *where, Arena arena, const void *from,
                          size_t size, void *to) {
  memset(to, 0, layout->size);
  memcpy(to, from, size < layout->size ? size : layout->size);
  for (int i = 0; i < layout->fields; i++) {
    const LayoutField *field = &layout->field[i];
    char *at = (char *)to + field->offset, path[PATH_LENGTH];
    PetscBool present = PETSC_TRUE;
    switch (field->kind) {
    case FIELD_NUMBER:
      present = (PetscBool)(NumberAt(to, field->offset) != 0);
      break;
    case FIELD_LIST:
      PetscCall(LayoutCopyList(field->of, where, arena, (gimbal_list *)(void *)at));
      present = (PetscBool)(((gimbal_list *)(void *)at)->count > 0);
      break;
    case FIELD_EMBEDDED:
    case FIELD_TABLE: {
      const void *source = field->kind == FIELD_TABLE ? PointerAt(to, field->offset)
                           : size > field->offset + sizeof(size_t)
                               ? (const char *)from + field->offset
                               : NULL;
      void *target = at;
      size_t inner = 0;
      present = (PetscBool)(source != NULL);
      if (!present)
        break;
      (void)snprintf(path, sizeof(path), "%s, %s", where, field->name);
      memcpy(&inner, source, sizeof(inner));
      PetscCall(CheckSize(field->of, path, inner));
      if (field->kind == FIELD_TABLE) {
        target = ArenaAllocate(arena, field->of->size);
        memcpy(at, &target, sizeof(target));
      } else if (inner > size - field->offset)
        inner = size - field->offset;
      PetscCall(LayoutCopy(field->of, path, arena, source, inner, target));
      break;
    }
    case FIELD_RESERVED:
      UserCheck(!PointerAt(to, field->offset),
                "%s: %s is reserved for a later version of gimbal.h; leave it out", where,
                field->name);
      break;
    case FIELD_TEXT:
      PetscCall(CheckText(where, field->name, PointerAt(to, field->offset))); /* fall through */
    default:
      present = (PetscBool)(PointerAt(to, field->offset) != NULL);
    }
    UserCheck(present || !field->required, "%s: %s is %s; it cannot be left out", where,
              field->name, field->kind == FIELD_LIST ? "empty" : "missing (NULL)");
  }
  return 0;
}

static PetscErrorCode CompareTexts(const char *where, const char *field, const char *plain,
                                   const char *quad) {
  if (!plain && !quad)
    return 0;
  UserCheck(plain && quad && !strcmp(plain, quad),
            "%s: %s is %s in double and %s in quadruple precision; both objects must come from the "
            "same source",
            where, field, plain ? plain : "missing", quad ? quad : "missing");
  return 0;
}

PetscErrorCode LayoutCompare(const Layout *layout, const char *where, const void *plain,
                             const void *quad) {
  for (int i = 0; i < layout->fields; i++) {
    const LayoutField *field = &layout->field[i];
    const void *a = PointerAt(plain, field->offset), *b = PointerAt(quad, field->offset);
    char path[PATH_LENGTH];
    switch (field->kind) {
    case FIELD_NAME:
    case FIELD_WORD:
    case FIELD_TEXT:
      PetscCall(CompareTexts(where, field->name, a, b));
      break;
    case FIELD_NUMBER:
      UserCheck(NumberAt(plain, field->offset) == NumberAt(quad, field->offset),
                "%s: %s is %d in double and %d in quadruple precision; both objects must come "
                "from the same source",
                where, field->name, NumberAt(plain, field->offset), NumberAt(quad, field->offset));
      break;
    case FIELD_LIST: {
      const gimbal_list *p = (const void *)((const char *)plain + field->offset);
      const gimbal_list *q = (const void *)((const char *)quad + field->offset);
      UserCheck(p->count == q->count,
                "%s: it has %zu %s in double and %zu in quadruple precision; both objects must "
                "come from the same source",
                where, p->count, field->name, q->count);
      for (size_t j = 0; j < p->count; j++) {
        const char *element = (const char *)p->at + j * p->stride;
        ElementWhere(where, field->of, ElementName(field->of, element), j, path);
        PetscCall(LayoutCompare(field->of, path, element, (const char *)q->at + j * q->stride));
      }
      break;
    }
    case FIELD_EMBEDDED:
      a = (const char *)plain + field->offset;
      b = (const char *)quad + field->offset; /* fall through */
    default:
      UserCheck(!a == !b,
                "%s: %s is only there in %s precision; both objects must come from the same source",
                where, field->name, a ? "double" : "quadruple");
      if (!a || field->kind == FIELD_FUNCTION)
        break;
      (void)snprintf(path, sizeof(path), "%s, %s", where, field->name);
      PetscCall(LayoutCompare(field->of, path, a, b));
    }
  }
  return 0;
}
