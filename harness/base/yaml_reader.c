#include "base/yaml_reader.h"
#include "base/arena.h"
#include "base/nearest.h"
#include "base/regular_file.h"
#include "base/user_error.h"
#include "base/utf8.h"
#include "base/word_list.h"

#include <errno.h>
#include <yaml.h>

struct _p_YamlFile {
  char path[PETSC_MAX_PATH_LEN];
  yaml_document_t document;
  Arena arena;      /* of the lists */
  PetscInt entries; /* that were read; an alias repeats those of its anchor */
};

enum { MANY_KEYS = 64 };

typedef struct {
  char *text;
  size_t length;
} YamlSource;

/* `SETERRQ` with the file, line and column of a node. */
#define YamlError(file, node, ...)                                                                 \
  do {                                                                                             \
    char what_[1024];                                                                              \
    (void)snprintf(what_, sizeof(what_), __VA_ARGS__);                                             \
    UserError("%s:%d:%d: %s", (file)->path, (int)(node)->start_mark.line + 1,                      \
              (int)(node)->start_mark.column + 1, what_);                                          \
  } while (0)

static const char *KindOf(const yaml_node_t *node) {
  return node->type == YAML_MAPPING_NODE    ? "a mapping"
         : node->type == YAML_SEQUENCE_NODE ? "a sequence"
                                            : "a scalar";
}

static PetscErrorCode CountEntry(YamlFile file, const yaml_node_t *node) {
  if (++file->entries > YAML_MOST_ENTRIES)
    YamlError(file, node, "more than %d values and entries of lists, with what aliases repeat",
              YAML_MOST_ENTRIES);
  return 0;
}

static PetscErrorCode ScalarOf(YamlFile file, const yaml_node_t *node, const char *key,
                               const char **text) {
  if (node->type != YAML_SCALAR_NODE)
    YamlError(file, node, "key '%s': expected one value, not %s", key, KindOf(node));
  if (node->data.scalar.length > YAML_LONGEST_TEXT)
    YamlError(file, node, "key '%s': a text of more than %d bytes", key, YAML_LONGEST_TEXT);
  PetscCall(CountEntry(file, node));
  *text = (const char *)node->data.scalar.value;
  if (strlen(*text) != node->data.scalar.length)
    YamlError(file, node, "key '%s': a text must not contain a null character", key);
  if (Utf8Shown(*text) != node->data.scalar.length)
    YamlError(file, node, "key '%s': a text must not contain a control character", key);
  return 0;
}

static PetscErrorCode TextOf(YamlFile file, yaml_node_t *node, const YamlField *field, void *text) {
  return ScalarOf(file, node, field->key, text);
}

static PetscErrorCode CountOf(YamlFile file, yaml_node_t *node, const YamlField *field,
                              void *count) {
  const char *text;
  char *end;
  PetscCall(ScalarOf(file, node, field->key, &text));
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || *end || errno || value < field->least || value > INT_MAX)
    YamlError(file, node, "key '%s': '%s' is not a whole number from %d to %d", field->key, text,
              (int)field->least, INT_MAX);
  *(PetscInt *)count = (PetscInt)value;
  return 0;
}

static PetscErrorCode WordOf(YamlFile file, yaml_node_t *node, const YamlField *field, void *at) {
  const char **const word = at, *one;
  char copy[256], all[512] = "", hint[NEAREST_HINT], *rest = copy;
  NameList words = {.count = 0};
  PetscCall(ScalarOf(file, node, field->key, word));
  PetscCall(PetscStrncpy(copy, field->words ? field->words : "", sizeof(copy)));
  for (PetscInt i = 0; (one = field->list ? field->list(i) : strtok_r(rest, " ", &rest)); i++)
    if (!WordsContain(all, one)) {
      NameListAdd(&words, (PetscBool)!strcmp(one, *word), one);
      WordsAppend(all, sizeof(all), " ", one);
    }
  if (words.found)
    return 0;
  YamlError(file, node, "key '%s': '%s' is not one of: %s%s", field->key, *word, all,
            NearestHint(*word, words.count, words.at, NEAREST_STATED, hint));
}

/* A text that passes the field's check. */
static PetscErrorCode CheckedOf(YamlFile file, yaml_node_t *node, const YamlField *field,
                                void *at) {
  YamlText *text = at;
  char complaint[512] = "";
  PetscCall(ScalarOf(file, node, field->key, &text->text));
  text->line = (int)node->start_mark.line + 1;
  if (field->check)
    PetscCall(field->check(text->text, sizeof(complaint), complaint));
  if (complaint[0])
    YamlError(file, node, "key '%s': %s", field->key, complaint);
  return 0;
}

static PetscErrorCode FlagOf(YamlFile file, yaml_node_t *node, const YamlField *field, void *flag) {
  const char *text;
  PetscCall(ScalarOf(file, node, field->key, &text));
  if (strcmp(text, "true") && strcmp(text, "false"))
    YamlError(file, node, "key '%s': expected true or false, not '%s'", field->key, text);
  *(PetscBool *)flag = (PetscBool)!strcmp(text, "true");
  return 0;
}

static PetscErrorCode ReadMapping(YamlFile, yaml_node_t *, const YamlField[], char *);

static PetscErrorCode ReadList(YamlFile file, yaml_node_t *node, const YamlField *field,
                               void *list) {
  if (node->type != YAML_SEQUENCE_NODE)
    YamlError(file, node, "key '%s': expected a sequence of mappings, not %s", field->key,
              KindOf(node));
  size_t count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
  char *at = ArenaAllocate(file->arena, count * field->size);
  *(YamlList *)list = (YamlList){(PetscInt)count, at};
  for (size_t i = 0; i < count; i++, at += field->size) {
    yaml_node_t *item = yaml_document_get_node(&file->document, node->data.sequence.items.start[i]);
    PetscCall(CountEntry(file, item));
    if (field->defaults)
      memcpy(at, field->defaults, field->size);
    *(int *)(void *)at = (int)item->start_mark.line + 1;
    PetscCall(ReadMapping(file, item, field->fields, at));
  }
  return 0;
}

/* A sequence of values, or the one that stands in its place: texts, or counts. An empty one would pass for a
 * key that is not given. */
static PetscErrorCode ReadEntries(YamlFile file, yaml_node_t *node, const YamlField *field,
                                  void *list) {
  const PetscBool texts = (PetscBool)(field->type == YAML_TEXTS);
  const char *what = !texts ? "whole numbers" : field->check ? "numbers" : "names";
  const PetscBool one = (PetscBool)(node->type == YAML_SCALAR_NODE);
  const size_t size = texts ? sizeof(YamlText) : sizeof(PetscInt);
  char *at;
  if (node->type == YAML_MAPPING_NODE)
    YamlError(file, node, "key '%s': expected a sequence of %s, not a mapping", field->key, what);
  const yaml_node_item_t *first = one ? NULL : node->data.sequence.items.start;
  const size_t count = one ? 1 : (size_t)(node->data.sequence.items.top - first);
  if (!count)
    YamlError(file, node,
              "key '%s': expected at least one of %s; leave the key out for its default",
              field->key, what);
  at = ArenaAllocate(file->arena, count * size);
  memcpy(list, &(YamlList){(PetscInt)count, at}, sizeof(YamlList)); /* as all lists are */
  for (size_t i = 0; i < count; i++, at += size) {
    yaml_node_t *entry = one ? node : yaml_document_get_node(&file->document, first[i]);
    PetscCall((texts ? CheckedOf : CountOf)(file, entry, field, at));
  }
  return 0;
}

static PetscErrorCode (*const readers[])(YamlFile, yaml_node_t *, const YamlField *, void *at) = {
    [YAML_TEXT] = TextOf,   [YAML_WORD] = WordOf,      [YAML_PLACED] = CheckedOf,
    [YAML_COUNT] = CountOf, [YAML_FLAG] = FlagOf,      [YAML_COUNTS] = ReadEntries,
    [YAML_LIST] = ReadList, [YAML_TEXTS] = ReadEntries};

static PetscErrorCode FindField(YamlFile file, const yaml_node_t *node, const YamlField fields[],
                                const char *key, PetscInt *which) {
  const char *keys[MANY_KEYS];
  char all[800] = "", hint[NEAREST_HINT];
  PetscInt count = 0;
  for (; fields[count].key; count++) {
    if (!strcmp(key, fields[count].key)) {
      *which = count;
      return 0;
    }
    keys[count] = fields[count].key;
    WordsAppend(all, sizeof(all), ", ", keys[count]);
  }
  YamlError(file, node, "unknown key '%s'%s (known here: %s)", key,
            NearestHint(key, count, keys, NEAREST_STATED, hint), all);
}

static PetscErrorCode ReadMapping(YamlFile file, yaml_node_t *node, const YamlField fields[],
                                  char *structure) {
  PetscBool seen[MANY_KEYS] = {PETSC_FALSE};
  if (node->type != YAML_MAPPING_NODE)
    YamlError(file, node, "expected a mapping, 'key: value', not %s", KindOf(node));
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
       pair++) {
    yaml_node_t *name = yaml_document_get_node(&file->document, pair->key);
    yaml_node_t *value = yaml_document_get_node(&file->document, pair->value);
    const char *key;
    PetscInt which = 0;
    PetscCall(ScalarOf(file, name, "(of a mapping)", &key));
    PetscCall(FindField(file, name, fields, key, &which));
    if (seen[which])
      YamlError(file, name, "key '%s' is given twice", key);
    seen[which] = PETSC_TRUE;
    PetscCall(
        readers[fields[which].type](file, value, &fields[which], structure + fields[which].offset));
  }
  for (PetscInt i = 0; fields[i].key; i++)
    if (fields[i].needed && !seen[i])
      YamlError(file, node, "key '%s' is missing", fields[i].key);
  return 0;
}

static PetscErrorCode StartParser(const YamlSource *source, yaml_parser_t *parser) {
  PetscCheck(yaml_parser_initialize(parser), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for a YAML parser");
  yaml_parser_set_input_string(parser, (const unsigned char *)source->text, source->length);
  return 0;
}

static PetscBool HasAnchor(const yaml_event_t *event) {
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return (PetscBool)(event->data.scalar.anchor != NULL);
  case YAML_SEQUENCE_START_EVENT:
    return (PetscBool)(event->data.sequence_start.anchor != NULL);
  case YAML_MAPPING_START_EVENT:
    return (PetscBool)(event->data.mapping_start.anchor != NULL);
  default:
    return PETSC_FALSE;
  }
}

/* What the parser compares with one another, each with all. It reads UTF-16 as well, in which they
 * would not be seen here. */
static PetscErrorCode CheckText(YamlFile file, const YamlSource *source) {
  static const char directive[] = "%TAG";
  const char *at = source->text, *end = source->text + source->length;
  int tags = 0;
  UserCheck(!memchr(at, 0, source->length),
            "%s: not valid YAML: control characters are not allowed, and the text must be UTF-8",
            file->path);
  while ((at = memmem(at, (size_t)(end - at), directive, sizeof(directive) - 1)) != NULL) {
    UserCheck(++tags <= YAML_MOST_TAGS, "%s: more than %d directives %s", file->path,
              YAML_MOST_TAGS, directive);
    at++;
  }
  return 0;
}

/* Of a parser that gave up: libyaml (0.2.5) forgets in places to say that there was no memory, and then
 * names no error at all. */
static PetscBool LacksMemory(const yaml_parser_t *parser) {
  return (PetscBool)(parser->error == YAML_MEMORY_ERROR || parser->error == YAML_NO_ERROR);
}

/* How deep collections lie in one another, and how many anchors there are. The loader takes a time
 * that grows like the square of either, and the parser a recursion; event by event it is known before.
 * What is not valid is the loader's to tell. */
static PetscErrorCode CheckEvents(YamlFile file, const YamlSource *source) {
  yaml_parser_t parser;
  yaml_event_t event;
  int depth = 0, anchors = 0, line = 0, column = 0;
  PetscBool more = PETSC_TRUE, parsed = PETSC_TRUE;
  PetscCall(StartParser(source, &parser));
  while (more && depth <= YAML_DEEPEST && anchors <= YAML_MOST_ANCHORS &&
         (parsed = (PetscBool)yaml_parser_parse(&parser, &event))) {
    if (event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT)
      depth++;
    else if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT)
      depth--;
    anchors += HasAnchor(&event);
    line = (int)event.start_mark.line + 1, column = (int)event.start_mark.column + 1;
    more = (PetscBool)(event.type != YAML_STREAM_END_EVENT);
    yaml_event_delete(&event);
  }
  const PetscBool no_memory = (PetscBool)(!parsed && LacksMemory(&parser));
  yaml_parser_delete(&parser);
  PetscCheck(!no_memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %s", file->path);
  UserCheck(depth <= YAML_DEEPEST,
            "%s:%d:%d: lists and mappings lie more than %d deep in one another", file->path, line,
            column, YAML_DEEPEST);
  UserCheck(anchors <= YAML_MOST_ANCHORS, "%s:%d:%d: more than %d anchors", file->path, line,
            column, YAML_MOST_ANCHORS);
  return 0;
}

static PetscErrorCode ReadSource(YamlFile file, YamlSource *source) {
  PetscCall(RegularFileRead(file->path, YAML_LARGEST_FILE, &source->text, &source->length));
  UserCheck(source->text, "cannot read %s: there is no such file", file->path);
  UserCheck(source->length <= YAML_LARGEST_FILE, "%s: the file is larger than %d bytes", file->path,
            YAML_LARGEST_FILE);
  return 0;
}

static PetscErrorCode LoadDocument(YamlFile file, const YamlSource *source) {
  yaml_parser_t parser;
  PetscCall(CheckText(file, source));
  PetscCall(CheckEvents(file, source));
  PetscCall(StartParser(source, &parser));
  int loaded = yaml_parser_load(&parser, &file->document);
  int line = (int)parser.problem_mark.line + 1, column = (int)parser.problem_mark.column + 1;
  const PetscBool no_memory = (PetscBool)(!loaded && LacksMemory(&parser));
  const char *at = source->text; /* to that line; a tab cannot begin anything in it */
  for (int i = 1; i < line && at; i++)
    at = (at = strchr(at, '\n')) ? at + 1 : NULL;
  const size_t blanks = at ? strspn(at, " ") : 0;
  const PetscBool tab =
      (PetscBool)(!loaded && at && at[blanks] == '\t' && column == (int)blanks + 1);
  char problem[256];
  (void)snprintf(problem, sizeof(problem), "%s%s%s", parser.context ? parser.context : "",
                 parser.context ? ", " : "", parser.problem ? parser.problem : "cannot be read");
  yaml_parser_delete(&parser);
  PetscCheck(!no_memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %s", file->path);
  UserCheck(loaded, "%s:%d:%d: not valid YAML: %s", file->path, line, column,
            tab ? "a tab; YAML is indented by blanks" : problem);
  return 0;
}

void YamlFileDestroy(YamlFile *file) {
  if (!*file)
    return;
  yaml_document_delete(&(*file)->document);
  ArenaDestroy(&(*file)->arena);
  free(*file);
  *file = NULL;
}

PetscErrorCode YamlFileRead(const char *path, const YamlField fields[], void *structure,
                            YamlFile *out) {
  *out = NULL;
  YamlFile file = MemoryZeroed(1, sizeof(*file));
  PetscCall(PetscStrncpy(file->path, path, sizeof(file->path)));
  YamlSource source = {NULL, 0};
  PetscErrorCode error = ReadSource(file, &source);
  if (!error)
    error = LoadDocument(file, &source);
  free(source.text);
  if (error) {
    free(file);
    return error;
  }
  *out = file; /* from here on it is the caller's to destroy */
  file->arena = ArenaCreate();
  yaml_node_t *root = yaml_document_get_root_node(&file->document);
  UserCheck(root, "%s: the file is empty", path);
  return ReadMapping(file, root, fields, structure);
}
