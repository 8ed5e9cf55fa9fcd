/* The help of a command, laid out from its table. */
#include "base/program_files.h"
#include "base/memory.h"
#include "cli/columns.h"
#include "cli/options.h"

const Option OptionHelp = {.kind = OPTION_YES, .name = "help"};

PetscInt OptionsCount(const Usage *usage) {
  PetscInt count = 0;
  while (usage->options && usage->options[count].kind != OPTION_END)
    count++;
  return count;
}

/* "-m, --method GLOB", "    --json[=FILE]"; without letters in the table, no room for them. */
static void OptionName(const Option *o, PetscBool letters, char text[], size_t room) {
  char letter[8] = "";
  const PetscBool optional = (PetscBool)(o->kind == OPTION_OPTIONAL);
  if (letters)
    (void)snprintf(letter, sizeof(letter), o->letter ? "-%c, " : "    ", o->letter);
  (void)snprintf(text, room, "%s--%s%s%s%s", letter, o->name,
                 optional   ? "[="
                 : o->value ? " "
                            : "",
                 o->value ? o->value : "", optional ? "]" : "");
}

PetscErrorCode OptionsReadHelp(const char *name, char **text) {
  static const char *const folders[] = {"harness/cli/help", "share/gimbal/help", NULL};
  return ProgramText(name, folders, name, text);
}

const char *HelpEntry(const char *help, const char *entry, char text[HELP_ENTRY_ROOM]) {
  char begin[OPTION_WORD];
  (void)snprintf(begin, sizeof(begin), "\n%s\t", entry);
  const char *at = strstr(help, begin);
  at = at ? at + strlen(begin) : "";
  (void)snprintf(text, HELP_ENTRY_ROOM, "%.*s", (int)strcspn(at, "\n"), at);
  return text;
}

const char *OptionText(const char *help, const Option *o, char text[HELP_ENTRY_ROOM]) {
  char entry[OPTION_WORD];
  (void)snprintf(entry, sizeof(entry), "--%s", o->name);
  return o == &OptionHelp ? "this text" : HelpEntry(help, entry, text);
}

static void PrintOptions(const char *help, const Usage *usage) {
  const PetscInt count = OptionsCount(usage);
  PetscBool letters = PETSC_FALSE;
  for (PetscInt i = 0; i < count; i++)
    letters = (PetscBool)(letters || usage->options[i].letter);
  Columns columns = ColumnsCreate(2, 2, PETSC_TRUE);
  for (PetscInt i = 0; i <= count; i++) {
    const Option *o = i < count ? &usage->options[i] : &OptionHelp;
    char name[2 * OPTION_WORD], text[HELP_ENTRY_ROOM];
    OptionName(o, letters, name, sizeof(name));
    ColumnsAdd(columns, name);
    ColumnsAdd(columns, OptionText(help, o, text));
  }
  ColumnsPrint(&columns);
}

static void AddPart(Columns columns, const char *text, size_t length) {
  char part[4096];
  (void)snprintf(part, sizeof(part), "%.*s", (int)length, text);
  ColumnsAdd(columns, part);
}

/* Lines that follow one another and are all entries, or a paragraph; returns what is behind. */
static void PrintBlock(const char **text) {
  const PetscBool entries = (PetscBool)(memchr(*text, '\t', strcspn(*text, "\n")) != NULL);
  const char *line = *text;
  Columns columns = ColumnsCreate(entries ? 2 : 1, entries ? 2 : 0, PETSC_TRUE);
  do {
    const size_t length = strcspn(line, "\n"), name = entries ? strcspn(line, "\t") : 0;
    if (entries)
      AddPart(columns, line, name);
    AddPart(columns, line + name + entries, length - name - entries);
    line += length + (line[length] == '\n');
  } while (entries && memchr(line, '\t', strcspn(line, "\n")));
  ColumnsPrint(&columns);
  *text = line;
}

/* Up to a line "@", which is returned, or the end. */
static void PrintText(const char **text) {
  while (**text && **text != '@') {
    putchar('\n');
    PrintBlock(text);
  }
}

PetscErrorCode OptionsPrintHelp(const char *name, const Usage *usage) {
  OWNED(MemoryFree) char *text = NULL;
  PetscCall(OptionsReadHelp(name, &text));
  const char *at = strstr(text, "\n\n");
  printf("%.*s\n", (int)(at - text), text);
  at += strlen("\n\n");
  PrintText(&at);
  putchar('\n');
  PrintOptions(text, usage);
  at = strstr(at, "@\n") + strlen("@\n");
  at = strstr(at, "@\n") + strlen("@\n");
  PrintText(&at);
  return 0;
}
