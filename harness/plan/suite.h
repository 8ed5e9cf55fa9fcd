/* A suite: the file that names methods, models, studies and expectations. Reading it needs no
 * plugin; whether its names exist is the plan's to say. */
#pragma once

#include "studies/pair.h"
#include <glob.h>

/* What a suite may have at most, besides the limits of its file (base/yaml_reader.h). */
enum {
  SUITE_MOST_STUDIES = 1000,
  SUITE_MOST_CLAIMS = 10000,
  SUITE_DEEPEST_INCLUDE = 16, /* suites that include one another */
  SUITE_MOST_INCLUDED = 256   /* suites in all, each as often as it is included */
};

/* A pair that is left out, and why. */
typedef struct {
  int line;
  const char *study; /* of this kind only; NULL: of all */
  YamlTexts methods, models;
  const char *why;
} SuiteExclusion;

/* A claim as published, or (value NULL) what to expect of the plugin's own. */
typedef struct {
  int line;
  const char *id; /* by which SUITE#ID names it; NULL: none */
  YamlTexts methods, models;
  YamlTexts from; /* names of the studies that it is judged from; empty: whichever serve */
  const char *study, *quantity, *value, *when;
  const char *library_from, *library_before; /* versions of the method's library; NULL: all */
  const char *source, *place, *text;
  const char *basis;   /* what the claim is known from: "read", "cited" or "textbook" */
  const char *subject; /* "method", "model" or "reconstruction" */
  const char *expect, *why, *instead; /* the last: what to use where it does not hold */
  const char *cause, *remedy; /* of the suite's causes: why it does not hold; what it remedies */
  const ClaimCause *because;  /* the former; NULL: none */
} SuiteClaim;

/* Why claims on a library do not hold. */
typedef struct {
  int line;
  ClaimCause is;
} SuiteCause;

typedef struct _n_Suite *Suite;

struct _n_Suite {
  const char *path;
  const char *title, *description, *source, *precision;
  const char *basis; /* of the claims without a source of their own; NULL: not said */
  YamlTexts methods, models;
  YamlList exclude; /* SuiteExclusion */
  YamlList studies; /* SuiteStudy */
  YamlList claims;  /* SuiteClaim */
  YamlList causes;  /* SuiteCause */
  PetscInt seed;
  PetscBool plugin_claims;
  PetscBool libraries; /* its patterns match the methods of libraries, too */
  YamlFile file;
  YamlTexts include; /* names of suites to run as well, each under its own settings */
  Suite *included;   /* read, in that order */
};

#define SuiteStudies(suite) ((const SuiteStudy *)(suite)->studies.at)
#define SuiteClaims(suite) ((const SuiteClaim *)(suite)->claims.at)
#define SuiteCauses(suite) ((const SuiteCause *)(suite)->causes.at)
#define SuiteExclusions(suite) ((const SuiteExclusion *)(suite)->exclude.at)

/* What is wrong with the file is PETSC_ERR_USER_INPUT with file, line, key and what
 * would be right. PATH#ID is the suite with that claim alone, and none of a method's own. */
extern PetscErrorCode SuiteRead(const char *path, Suite *);
extern void SuiteDestroy(Suite *);

/* The path of a suite: a file as it is given, else NAME[.yaml] of the suites that come with the
 * program (in its source tree or where it is installed); #ID stays behind it. */
extern PetscErrorCode SuiteFind(const char *name, char path[], size_t room);

/* SUITE#ID of a claim that has an id. */
enum { SUITE_CLAIM_NAME = 512 };
extern void SuiteClaimName(Suite, const SuiteClaim *, char name[SUITE_CLAIM_NAME]);

/* Whether NAME, as SuiteFind understands it, is the file at the path. */
extern PetscErrorCode SuiteIsOurs(const char *name, const char *path, PetscBool *same);

/* ---- By their names ---- */

enum { SUITE_HINT = 320 };

extern PetscBool SuiteReadable(const char *path);
/* Without #ID; a readable file of the whole name has none. */
extern size_t SuiteNameLength(const char *name);
/* NAME[.yaml] of the suites that come with the program. */
extern PetscErrorCode SuiteFindOurs(const char *name, char path[], size_t room, PetscBool *found);
/* The paths of them all, by folder and then by name; to be freed with globfree. */
extern PetscErrorCode SuitesOurs(glob_t *found);
/* PATH#ID of the one claim with that id among the suites that come with the program. Where several have
 * it, or none, it is not found, and the hint names one of those, or the nearest id. */
extern PetscErrorCode SuiteFindClaim(const char *id, char path[], size_t room, PetscBool *found,
                                     char hint[SUITE_HINT]);
/* "the nearest is 'NAME'" of them, or where they are listed. */
extern PetscErrorCode SuiteNearest(const char *name, char hint[SUITE_HINT]);
