/* Reads a YAML document into structures, by tables of the keys that are allowed. Every complaint
 * names the file, the line and the key and, for a wrong key or word, the nearest right one. */
#pragma once

#include <petscsys.h>

/* What a file may have at most: it may come from anywhere. */
enum {
  YAML_LARGEST_FILE = 1 << 20, /* bytes */
  YAML_DEEPEST = 16,           /* lists and mappings in one another */
  YAML_MOST_ENTRIES = 200000,  /* values, keys and entries of lists, with those of aliases */
  YAML_MOST_ANCHORS = 256,     /* names of what an alias repeats; libyaml's time is their square */
  YAML_MOST_TAGS = 64,         /* directives of the form %TAG; likewise */
  YAML_LONGEST_TEXT = 16384    /* bytes */
};

/* A text and where it stands. */
typedef struct {
  const char *text;
  int line;
} YamlText;

typedef struct {
  PetscInt count;
  YamlText *at;
} YamlTexts;

typedef struct {
  PetscInt count;
  PetscInt *at;
} YamlCounts;

/* An array of structures; the table of keys has their size. */
typedef struct {
  PetscInt count;
  void *at;
} YamlList;

typedef enum {
  YAML_TEXT,   /* const char * */
  YAML_WORD,   /* const char *, one of `words`, or of those that `list` gives */
  YAML_PLACED, /* YamlText: a text with its line */
  YAML_COUNT,  /* PetscInt ≥ `least` */
  YAML_FLAG,   /* PetscBool: true or false */
  YAML_COUNTS, /* YamlCounts: a sequence of counts ≥ `least`, or a single one */
  YAML_TEXTS,  /* YamlTexts: a sequence of texts, or a single one */
  YAML_LIST    /* YamlList: a sequence of mappings, each read by `fields` */
} YamlType;

/* The i-th word; NULL: there are no more. One word may come twice. */
typedef const char *YamlWords(PetscInt i);

/* What is wrong with a text: `complaint` (of so much room), which is "" if nothing is. */
typedef PetscErrorCode YamlCheck(const char *text, size_t room, char complaint[]);

typedef struct _n_YamlField {
  const char *key;
  YamlType type;
  size_t offset;                     /* in the structure; absent keys leave it as it is */
  PetscBool needed;                  /* an error if absent */
  PetscInt least;                    /* of counts */
  const char *words;                 /* separated by blanks */
  YamlWords *list;                   /* in their place */
  YamlCheck *check;                  /* of each text; NULL: any will do */
  const struct _n_YamlField *fields; /* of a list's mappings, the last with key NULL */
  size_t size;                       /* of a list's structures, which begin with `int line` */
  const void *defaults;              /* a structure to begin from; NULL: zeros */
} YamlField;

/* An entry of a table of keys, whose key is the member's name; under another key; and the last one. */
#define YAML(type, structure, member, ...) YAML_AS(#member, type, structure, member, __VA_ARGS__)
#define YAML_AS(key_, type_, structure, member, ...)                                               \
  { .key = key_, .type = YAML_##type_, .offset = offsetof(structure, member), __VA_ARGS__ }
#define YAML_END                                                                                   \
  { .key = NULL }

typedef struct _p_YamlFile *YamlFile;

/* Reads the file's one document, a mapping, into *structure, whose texts and lists live as long as the
 * YamlFile. Whatever is wrong with the file is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode YamlFileRead(const char *path, const YamlField fields[], void *structure,
                                   YamlFile *);
extern void YamlFileDestroy(YamlFile *);
