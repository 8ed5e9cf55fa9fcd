/* What the files of members share: where a member is in its structure, and the kinds. */
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

/* How members of one kind are read and written; a value that is NULL was not allocated. */
typedef PetscErrorCode MemberReader(Passage *, const Member *, const json_t *value,
                                    void *structure);
typedef PetscErrorCode MemberWriter(Passage *, const Member *, const void *structure,
                                    json_t **value);

/* Of the kinds before MEMBER_PART. */
typedef struct {
  size_t size;
  const void *none; /* what stands there where there is nothing */
  MemberReader *read;
  MemberWriter *write;
} ValueKind;
extern const ValueKind ValueKinds[MEMBER_PART];
extern void ValueClear(const Member *, void *structure);
extern PetscBool ValueIsEmpty(const Member *, const void *structure);
/* Of values and lists of them. */
extern PetscBool ValueIsSame(const Member *, const void *a, const void *b);

/* A text that is read, into the arena; one that a terminal would obey is refused. */
extern PetscErrorCode PassageText(Passage *, const char *text, const char **out);
/* A text (NULL: null); one that is not UTF-8 is refused, with the member's key. */
extern PetscErrorCode MemberTextToJson(Passage *, const char *key, const char *text,
                                       json_t **value);

#endif
