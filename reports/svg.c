#include "reports/svg.h"
#include <ctype.h>
#include <petscsys.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  FILE *file;
  size_t bytes;
} Output;

/* A character of a URL inside a double-quoted attribute of HTML. */
static void Put(Output *output, char c) {
  if (c == '"')
    output->bytes += (size_t)fprintf(output->file, "&quot;");
  else if (c == '&')
    output->bytes += (size_t)fprintf(output->file, "&amp;");
  else if (c == '%' || c == '#' || c == '<' || c == '>')
    output->bytes += (size_t)fprintf(output->file, "%%%02X", (unsigned)c);
  else {
    fputc(c, output->file);
    output->bytes++;
  }
}

static void PutText(Output *output, const char *text) {
  for (; *text; text++)
    Put(output, *text);
}

static const char *SkipBlanks(const char *text) { return text + strspn(text, " \t\r\n"); }

/* The group that gnuplot opens around every single thing. Returns where it ends, or NULL. */
static const char *Group(Output *output, const char *text) {
  char colour[32], width[16];
  int length = 0;

  if (strncmp(text, "<g fill=", 8) ||
      sscanf(
          text,
          "<g fill=\"none\" color=\"%31[^\"]\" stroke=\"currentColor\" stroke-width=\"%15[^\"]\" "
          "stroke-linecap=\"butt\" stroke-linejoin=\"miter\">%n",
          colour, width, &length) != 2 ||
      !length)
    return NULL;
  const char *next = SkipBlanks(text + length);
  if (!strncmp(next, "</g>", 4))
    return next + 4;
  PutText(output, "<g class='a'");
  if (strcmp(colour, "black")) {
    PutText(output, " color='");
    PutText(output, colour);
    PutText(output, "'");
  }
  if (strcmp(width, "1.00")) {
    PutText(output, " stroke-width='");
    PutText(output, width);
    PutText(output, "'");
  }
  PutText(output, ">");
  return next;
}

/* rgb(  0, 114, 178) */
static const char *ColourName(Output *output, const char *text) {
  char name[16];
  unsigned r, g, b;
  int length = 0;

  if (strncmp(text, "rgb(", 4) || sscanf(text, "rgb(%u,%u,%u)%n", &r, &g, &b, &length) != 3 ||
      !length)
    return NULL;
  snprintf(name, sizeof(name), "#%02x%02x%02x", r & 255, g & 255, b & 255);
  PutText(output, name);
  return text + length;
}

/* A number with exactly two decimals, as gnuplot writes pixels. */
static const char *Pixel(Output *output, const char *text) {
  char number[32], *end;
  size_t whole = strspn(text, "0123456789");

  if (!whole || whole > 12 || text[whole] != '.' || !isdigit((unsigned char)text[whole + 1]) ||
      !isdigit((unsigned char)text[whole + 2]) || isdigit((unsigned char)text[whole + 3]))
    return NULL;
  snprintf(number, sizeof(number), "%.1f", strtod(text, &end));
  size_t n = strlen(number);
  if (number[n - 1] == '0')
    number[n - 2] = 0;
  PutText(output, number);
  return end;
}

size_t SvgEmbed(FILE *file, const char *text) {
  Output output = {file, 0};
  PetscBool tag = PETSC_FALSE, styled = PETSC_FALSE;
  static const char family[] = "font-family=\"sans-serif\"";
  char last = '>';

  while (*text) {
    const char *next = NULL;
    if (isspace((unsigned char)*text)) {
      next = SkipBlanks(text);
      /* Between elements, before the end of one, and before a quote, blanks mean nothing. */
      if (!(last == '>' && *next == '<') && *next && !(tag && strchr(">/'\"", *next)) &&
          !(tag && strchr("'\"", last) && *next == '='))
        Put(&output, ' ');
      text = next;
      last = ' ';
      continue;
    }
    if (!strncmp(text, "<title>", 7) && (next = strstr(text, "</title>"))) {
      text = next + 8;
      last = '>';
      continue;
    }
    if (*text == '<') {
      tag = PETSC_TRUE;
      if ((next = Group(&output, text))) {
        tag = PETSC_FALSE;
        text = next;
        last = '>';
        continue;
      }
      if (!styled && !strncmp(text, "<defs>", 6)) {
        PutText(&output,
                "<style>.a{fill:none;stroke:currentColor}text{font-family:sans-serif}</style>");
        styled = PETSC_TRUE;
      }
    }
    if (tag && !strncmp(text, family, strlen(family))) {
      text += strlen(family);
      continue;
    }
    if (tag && (!isalnum((unsigned char)last) || last == 'M' || last == 'L') && last != '#' &&
        last != '.' && ((next = ColourName(&output, text)) || (next = Pixel(&output, text)))) {
      text = next;
      last = '0';
      continue;
    }
    if (*text == '>')
      tag = PETSC_FALSE;
    /* Of an attribute's two kinds of quotes, one costs six bytes here. */
    last = tag && *text == '"' ? '\'' : *text;
    Put(&output, last);
    text++;
  }
  return output.bytes;
}
