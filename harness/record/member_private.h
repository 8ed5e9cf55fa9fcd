/* What the two files of members share: where a member is in its structure, and the kinds. */
#ifndef GIMBAL_HARNESS_RECORD_MEMBER_PRIVATE_H
#define GIMBAL_HARNESS_RECORD_MEMBER_PRIVATE_H

#include "record/member.h"

#include <string.h>

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

/* How members of one kind are read and written, and whether there is something. */
typedef struct {
  PetscErrorCode (*read)(Passage *, const Member *, const json_t *value, void *structure);
  PetscErrorCode (*write)(Passage *, const Member *, const void *structure, json_t **value);
  PetscBool (*is_empty)(const Member *, const void *structure);
} Kind;

/* Of the kinds before MEMBER_PART. */
extern const Kind ValueKinds[MEMBER_PART];

/* Raises PETSC_ERR_MEM. */
extern PetscErrorCode RecordNoMemory(void);
/* A text (NULL: null); one that is not UTF-8 is refused. */
/* A text that is read, into the arena; one that a terminal would obey is refused. */
extern PetscErrorCode PassageText(Passage *, const char *text, const char **out);
extern PetscErrorCode MemberTextToJson(Passage *, const char *text, json_t **value);
extern PetscErrorCode ArrayCreate(json_t **array);
/* Whatever becomes of the value, which is given away. */
extern PetscErrorCode ArrayAppend(json_t *array, json_t *value);
/* Of a list: whether there are none. */
extern PetscBool MemberIsEmptyList(const Member *, const void *structure);

#endif
