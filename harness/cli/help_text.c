#include "cli/help_text.h"
#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

static const char *NextLine(const char *line) {
  const char *end = strchr(line, '\n');
  return end ? end + 1 : line + strlen(line);
}

static size_t Indentation(const char *line) { return strspn(line, " "); }

/* Blanks become one, as does the end of a line. */
static void Append(const char *from, size_t length, char to[], size_t room) {
  size_t end = strlen(to);
  while (length && (from[length - 1] == ' ' || from[length - 1] == '\n'))
    length--;
  if (end && length && end + 1 < room)
    to[end++] = ' ';
  for (size_t i = 0; i < length && end + 1 < room; i++)
    to[end++] = from[i];
  to[end] = '\0';
}

/* "-m, --method GLOB" or, one more, "[--size column]". What stands before is skipped; NULL: there is
 * none in the `length` bytes. Returns what follows it. */
static const char *ReadOption(const char *at, const char *end, HelpOption *option) {
  *option = (HelpOption){0};
  while (at < end && *at != '-')
    at++;
  if (at >= end)
    return NULL;
  if (at[1] != '-') {
    option->letter = at[1];
    at += 2;
    at += strspn(at, ", ");
  }
  if (at + 2 < end && !strncmp(at, "--", 2)) {
    const size_t length = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz0123456789-");
    Append(at + 2, length, option->name, sizeof(option->name));
    at += 2 + length;
    at += at < end && *at == ' ';
  }
  if (at < end && *at != '[' && *at != ' ') {
    size_t length = 0;
    while (at + length < end && at[length] != ' ' && (at[length] != ']' || memchr(at, '[', length)))
      length++;
    Append(at, length, option->value, sizeof(option->value));
    at += length;
  }
  return at;
}

PetscInt HelpGetOptions(const char *help, HelpOption options[HELP_OPTIONS]) {
  PetscInt count = 0;
  for (const char *line = help; *line && count < HELP_OPTIONS; line = NextLine(line)) {
    const size_t margin = Indentation(line);
    const char *end = NextLine(line) - 1, *at = line + margin, *gap;
    const PetscInt first = count;
    char text[sizeof(options->text)] = "";
    if (margin < 2 || *at != '-' || (at[1] != '-' && !isalpha((unsigned char)at[1])))
      continue;
    gap = strstr(at, "  ");
    if (gap && gap < end)
      Append(gap + strspn(gap, " "), (size_t)(end - gap) - strspn(gap, " "), text, sizeof(text));
    else
      gap = end;
    while (count < HELP_OPTIONS && (at = ReadOption(at, gap, &options[count])))
      count++;
    /* What is indented more belongs to it. */
    while (*NextLine(line) && Indentation(NextLine(line)) > margin + 4) {
      line = NextLine(line);
      Append(line + Indentation(line), strcspn(line, "\n") - Indentation(line), text, sizeof(text));
    }
    for (PetscInt i = first; i < count; i++)
      strcpy(options[i].text, text);
  }
  return count;
}

PetscInt HelpGetChoices(const HelpOption *option, char choices[HELP_CHOICES][HELP_WORD]) {
  const char *at = option->text;
  PetscInt count = 0;
  if (strcmp(option->value, "WORD"))
    return 0;
  while (count < HELP_CHOICES) {
    const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (!length || length >= HELP_WORD)
      return 0; /* a sentence, and no list */
    memcpy(choices[count], at, length);
    choices[count++][length] = '\0';
    at += length;
    if (!*at || strchr(":;", *at) || !strncmp(at, " (", 2))
      return count;
    if (!strncmp(at, " or ", 4))
      at += 4;
    else if (!strncmp(at, ", ", 2))
      at += 2;
    else
      return 0;
  }
  return count;
}

void HelpGetOperands(const char *help, char operands[], size_t room) {
  PetscBool value = PETSC_FALSE; /* of an option, which may take one */
  operands[0] = '\0';
  for (const char *at = help; *at && strncmp(at, "\n\n", 2);) {
    size_t length;
    at += strspn(at, " \n[");
    length = strcspn(at, " \n");
    if (*at == '-')
      value = (PetscBool)!memchr(at, ']', length);
    else if (value)
      value = PETSC_FALSE;
    else if (strncmp(at, "usage:", 6) && strncmp(at, "OPTIONS", 7) && strncmp(at, "PETSC", 5)) {
      size_t name = strcspn(at, " \n]");
      if (!strncmp(at, "gimbal ", 7)) /* and the command's name */
        length += 1 + strcspn(at + length + 1, " \n");
      else
        Append(at, PetscMin(name, length), operands, room);
    }
    at += length;
    if (!*at)
      break;
  }
}

const HelpOption *HelpNearestOption(PetscInt count, const HelpOption options[], const char *name) {
  const char *names[HELP_OPTIONS] = {NULL}, *nearest;
  for (PetscInt i = 0; i < count; i++)
    names[i] = options[i].name[0] ? options[i].name : NULL;
  nearest = NearestName(name, count, names);
  for (PetscInt i = 0; i < count && nearest; i++)
    if (names[i] == nearest)
      return &options[i];
  return NULL;
}
