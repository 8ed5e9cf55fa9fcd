/* How a C structure stands as an object in a file: one table of members for each structure, by
 * which one piece of code reads and one writes all of them. Inside this folder only. */
#pragma once

#include "base/arena.h"

#include <jansson.h>

typedef enum {
  MEMBER_TEXT,           /* const char *; none: NULL */
  MEMBER_REAL,           /* PetscReal; none: NaN */
  MEMBER_AMOUNT,         /* PetscReal; none: 0 */
  MEMBER_FACTOR,         /* PetscReal; none: 1 */
  MEMBER_COUNT,          /* PetscInt; none: 0 */
  MEMBER_INDEX,          /* PetscInt; none: -1 */
  MEMBER_COUNT64,        /* PetscInt64; none: 0 */
  MEMBER_INDEX64,        /* PetscInt64; none: -1 */
  MEMBER_TRUTH,          /* PetscBool; none: false */
  MEMBER_TRUST,          /* PetscBool; none: true */
  MEMBER_WORD,           /* an enumeration, by its words; none: the first */
  MEMBER_NUMBER_OR_WORD, /* NumberOrWord; none: NULL and NaN */
  MEMBER_TEXTS,          /* Texts; a single text is read as a list of one */
  MEMBER_REALS,          /* Reals */
  MEMBER_INTEGERS,       /* Integers; a single number is read as a list of one */
  MEMBER_RANGE,          /* two PetscInt: the first, and the one after the last */
  MEMBER_MATRIX,         /* PetscReal *, by rows, whose number and length are two PetscInt */
  MEMBER_PART,           /* a structure inside, as an object; its offset may be 0 */
  MEMBER_FLAT,           /* a structure inside, whose members stand in the same object */
  MEMBER_LIST,           /* an array of structures, as a list of objects */
  MEMBER_COLUMNS, /* the same as an object of lists, one for each member; a list is read too */
  MEMBER_MAP,     /* the same as an object of objects, by the name that comes first */
  MEMBER_ASPECT,  /* the same as an object of values: of the member with its key, or the only one */
  MEMBER_KINDS
} MemberKind;

typedef enum {
  ALWAYS,   /* always written, a missing value as null; reading does without it */
  REQUIRED, /* always written; a text without it is refused */
  IF_GIVEN, /* written only if it has a value */
} Presence;

/* In which units numbers are, for those who put them into others. */
typedef enum {
  UNIT_NONE,
  UNIT_TIME,
  UNIT_QUANTITY, /* of the quantity whose name is nearest above */
  UNIT_SQUARE,   /* its square */
  UNIT_FOURTH    /* and fourth power */
} MemberUnit;

typedef struct Shape Shape;

typedef struct {
  const char *key; /* of a flat structure: "" */
  MemberKind kind;
  Presence presence;
  size_t offset;
  /* The offset of how many there are (lists; of a matrix: the two numbers), or of a part's
   * PetscBool that says whether it is there; 0: it is there if one of its members is. */
  size_t count;
  const Shape *shape;       /* of parts and of the elements of lists */
  const char *const *words; /* of an enumeration; ends with NULL */
  MemberUnit unit;
} Member;

struct Shape {
  size_t size;
  PetscInt members;
  const Member *member; /* of a map's element: the name first */
};

/* Entries of a table. */
#define SIMPLE(key_, kind_, presence_, type, field)                                                \
  { .key = key_, .kind = MEMBER_##kind_, .presence = presence_, .offset = offsetof(type, field) }
/* A member whose key is the field's name, which is frozen with the stored files. */
#define FIELD(kind_, presence_, type, field) SIMPLE(#field, kind_, presence_, type, field)
#define IN_UNIT(unit_, key_, kind_, presence_, type, field)                                        \
  {                                                                                                \
    .key = key_, .kind = MEMBER_##kind_, .presence = presence_, .offset = offsetof(type, field),   \
    .unit = unit_                                                                                  \
  }
#define WORD(key_, presence_, type, field, words_)                                                 \
  {                                                                                                \
    .key = key_, .kind = MEMBER_WORD, .presence = presence_, .offset = offsetof(type, field),      \
    .words = words_                                                                                \
  }
#define PART(key_, kind_, presence_, offset_, shape_)                                              \
  {                                                                                                \
    .key = key_, .kind = MEMBER_##kind_, .presence = presence_, .offset = offset_,                 \
    .shape = &(shape_)                                                                             \
  }
/* A part whose structure says in `there_` whether it is there. */
#define PART_IF(there_, key_, presence_, type, field, shape_)                                      \
  {                                                                                                \
    .key = key_, .kind = MEMBER_PART, .presence = presence_, .offset = offsetof(type, field),      \
    .count = offsetof(type, there_), .shape = &(shape_)                                            \
  }
#define LIST(key_, kind_, presence_, type, count_, at, shape_)                                     \
  {                                                                                                \
    .key = key_, .kind = MEMBER_##kind_, .presence = presence_, .offset = offsetof(type, at),      \
    .count = offsetof(type, count_), .shape = &(shape_)                                            \
  }
#define ASPECT(key_, presence_, type, count_, at, shape_)                                          \
  LIST(key_, ASPECT, presence_, type, count_, at, shape_)
#define MATRIX(unit_, key_, presence_, type, rows, at)                                             \
  {                                                                                                \
    .key = key_, .kind = MEMBER_MATRIX, .presence = presence_, .offset = offsetof(type, at),       \
    .count = offsetof(type, rows), .unit = unit_                                                   \
  }
#define MEMBERS(type, ...)                                                                         \
  {                                                                                                \
    sizeof(type), (PetscInt)(sizeof((const Member[]){__VA_ARGS__}) / sizeof(Member)),              \
        (const Member[]) {                                                                         \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define SHAPE(name, type, ...) const Shape name = MEMBERS(type, __VA_ARGS__)

/* Where we are, for messages: the key or, in a list, the number. */
typedef struct Place {
  const struct Place *above;
  const char *key;
  size_t index;
} Place;

typedef struct {
  const char *where; /* begins a message: file and line, or the record's key */
  Arena arena;       /* of what is read */
  const Place *place;
} Passage;

/* Sets everything to "none". */
extern void ShapeClear(const Shape *, void *structure);
/* Fills a structure from an object; first clears it. PETSC_ERR_USER_INPUT with the place. */
extern PetscErrorCode ShapeRead(Passage *, const Shape *, const json_t *object, void *structure);
/* The structure as an object, and its text on one line, to be freed by free. PETSC_ERR_USER_INPUT where a text
 * is not UTF-8. */
extern PetscErrorCode ShapeToObject(Passage *, const Shape *, const void *structure,
                                    json_t **object);
extern PetscErrorCode ShapeToText(Passage *, const Shape *, const void *structure, char **text);
/* And back. */
extern PetscErrorCode ShapeFromText(Passage *, const Shape *, const char *text, size_t length,
                                    void *structure);

/* An error that says where: "FILE, line 12: member 'claims[2].order': a number is expected". The place is
 * that of the passage with the key (NULL: none) below it. */
extern PetscErrorCode PassageRefuse(const Passage *, const char *key, const char *expected);
/* The same where there is more of something than its limit allows. */
extern PetscErrorCode PassageLimit(const Passage *, const char *key, size_t count, const char *what,
                                   size_t most, const char *limit);

/* A text that is read, into the arena; one that a terminal would obey is refused. */
extern PetscErrorCode PassageText(Passage *, const char *text, const char **out);

/* Calls back with the numbers of all members that have a unit. */
typedef void NumbersVisitor(MemberUnit, const char *name, PetscInt count, PetscReal *,
                            void *context);
extern void ShapeNumbers(const Shape *, void *structure, const char *name, NumbersVisitor *,
                         void *context);

/* The object of a line, or of a file, whose error has the line: PETSC_ERR_USER_INPUT if it is no
 * object. The caller releases it. */
extern PetscErrorCode ObjectFromText(const char *where, const char *text, size_t length,
                                     json_t **object);
/* The text of an object, which is given back; its numbers have all their digits. To be freed by free. */
extern char *ObjectToText(json_t *object);

/* ---- For the files of members: where one is in its structure, and the kinds ---- */

static inline void *At(void *structure, size_t offset) { return (char *)structure + offset; }

static inline const void *AtConst(const void *structure, size_t offset) {
  return (const char *)structure + offset;
}

static inline PetscInt CountOf(const Member *member, const void *structure) {
  return *(const PetscInt *)AtConst(structure, member->count);
}

static inline void *PointerAt(const void *structure, size_t offset) {
  void *pointer;
  memcpy(&pointer, AtConst(structure, offset), sizeof(pointer));
  return pointer;
}

static inline void SetPointer(void *structure, size_t offset, void *pointer) {
  memcpy(At(structure, offset), &pointer, sizeof(pointer));
}

/* How members of one kind are read and written; a value that is NULL was not allocated. */
typedef PetscErrorCode MemberReader(Passage *, const Member *, const json_t *value,
                                    void *structure);
typedef PetscErrorCode MemberWriter(Passage *, const Member *, const void *structure,
                                    json_t **value);

/* Of the kinds before MEMBER_PART. */
typedef struct {
  size_t size;
  const void *none; /* the value of an absent member */
  MemberReader *read;
  MemberWriter *write;
} ValueKind;
extern const ValueKind ValueKinds[MEMBER_PART];
extern void ValueClear(const Member *, void *structure);
extern PetscBool ValueIsEmpty(const Member *, const void *structure);
