/* The tables of members of what this folder writes. Inside this folder, and for the test that
 * README.md has them all. */
#pragma once

#include "record/measured.h"
#include "record/member.h"

extern const Shape JobShape, RecordJobShape, RecordShape, VerdictShape, TimingShape, ManifestShape;
extern const Shape BaselineShape, BaselineLineShape;
extern const Shape ClockPointShape;
extern const Shape NumberShape; /* NamedReal */
extern const Shape CardShape;   /* of a claim what the card of a library says */
/* Of timings, and of the second line of a measurement's text. */
#define CLOCK_MEMBER "clock"
/* The text of a measurement has a line for what was measured, and one, if any, for how long it took. */
static inline size_t MeasuredLength(const char *text) { return strcspn(text, "\n"); }
static inline const char *MeasuredClock(const char *text) {
  const char *end = text + MeasuredLength(text);
  return end[0] && end[1] ? end + 1 : NULL;
}
/* By MeasuredShape. */
extern const Shape MeasuredShapes[];
enum { MEASURED_SHAPES = MEASURED_POINTS + 1 };

/* A measurement from an object, of any format. */
extern PetscErrorCode MeasuredFromObject(Passage *, const json_t *object, Measured **);
extern PetscErrorCode MeasuredToObject(Passage *, const Measured *, json_t **object);

/* Of the file's own member "format"; PETSC_ERR_USER_INPUT if it is one that came later. */
extern PetscErrorCode FormatFromObject(Passage *, const json_t *object, PetscInt *format);
/* A structure as the object of a line, or of a file: with the format after its own members. */
extern PetscErrorCode LineToObject(const char *where, const Shape *, const void *structure,
                                   json_t **object);
/* The object of a sealed line, or file; to be given back. */
extern PetscErrorCode LineFromText(const char *where, const char *text, size_t length,
                                   json_t **object);
/* A structure from such a line; format NULL: it does not matter. */
extern PetscErrorCode StructureFromText(const char *where, const char *text, size_t length, Arena,
                                        const Shape *, void *structure, PetscInt *format);
