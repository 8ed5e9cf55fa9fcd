#include "reports/text.h"
#include "base/utf8.h"
#include "reports/fragment.h"
#include <ctype.h>

Text TextPrint(const char *format, ...) {
  Text text;
  va_list arguments;

  va_start(arguments, format);
  (void)vsnprintf(text.at, sizeof(text.at), format, arguments);
  va_end(arguments);
  return text;
}

PetscBool TextGiven(const char *text) { return (PetscBool)(text && *text); }

static void Put(FILE *file, const char *from, const char *to) {
  fwrite(from, 1, (size_t)(to - from), file);
}

/* How long the exponent after a caret is: a number, or a single letter; 0: none. */
static size_t Exponent(const char *text) {
  const size_t sign = *text == '-', digits = strspn(text + sign, "0123456789");
  size_t n = sign + digits;

  if (!digits)
    return isalpha((unsigned char)text[sign]) && !isalnum((unsigned char)text[sign + 1]) ? sign + 1
                                                                                         : 0;
  if (text[n] == '.' && isdigit((unsigned char)text[n + 1]))
    n += 1 + strspn(text + n + 1, "0123456789");
  return n;
}

void TextHtml(FILE *file, const char *text) {
  char part[32];

  while (text && *text) {
    const size_t before = strcspn(text, "^"), n = text[before] ? Exponent(text + before + 1) : 0;
    char *head = strndup(text, before + (text[before] && !n));
    TextXml(file, head);
    free(head);
    text += before + (text[before] != 0);
    if (!n || n >= sizeof(part))
      continue;
    snprintf(part, sizeof(part), "%.*s", (int)n, text);
    fputs("<sup>", file);
    fputs(*part == '-' ? "−" : "", file);
    TextXml(file, part + (*part == '-'));
    fputs("</sup>", file);
    text += n;
  }
}

void TextXml(FILE *file, const char *text) {
  for (const char *from = text; from && *from; from = text) {
    const uint32_t code = Utf8Next(&text);
    if (code == '&')
      fputs("&amp;", file);
    else if (code == '<')
      fputs("&lt;", file);
    else if (code == '>')
      fputs("&gt;", file);
    else if (code == '"')
      fputs("&quot;", file);
    else if (code == '\'')
      fputs("&#39;", file);
    else if (code == '\n' || code == '\t' || code == '\r')
      fprintf(file, "&#%u;", (unsigned)code);
    else if (code < 0x20 || code == 0x7f || (code & 0xfffe) == 0xfffe)
      fputs("\xef\xbf\xbd", file);
    else
      Put(file, from, text);
  }
}

static void PutCode(FILE *file, const char *text) {
  const size_t length = text ? strlen(text) : 0;
  size_t end = length <= LONGEST_TEXT ? length : LONGEST_TEXT;

  while (end < length && end && ((unsigned char)text[end] & 0xc0) == 0x80)
    end--; /* not within a character */
  fputc('`', file);
  for (size_t i = 0; i < end; i++)
    fputc(text[i] == '`' ? '\'' : (unsigned char)text[i] < 0x20 ? ' ' : text[i], file);
  fputs(end < length ? "…`" : length ? "`" : " `", file);
}

void TextMarkup(FILE *file, const char *markup, ...) {
  va_list texts;

  va_start(texts, markup);
  for (; *markup; markup++)
    if (*markup == '@')
      TextXml(file, va_arg(texts, const char *));
    else if (*markup == '^')
      TextHtml(file, va_arg(texts, const char *));
    else if (*markup == '`')
      PutCode(file, va_arg(texts, const char *));
    else
      fputc(*markup, file);
  va_end(texts);
}

/* LaTeX without packages knows ASCII and Latin letters. What it takes for commands (two hyphens: "--resume" must not
 * become a dash) and the symbols that occur in this field are spelled, a line of symbols.tex for each, and anything else
 * is named by its number instead of stopping the author's run. False: it is not spelled. */
static PetscBool PutSymbol(FILE *file, const char *from, size_t n) {
  for (const char *line = FragmentTexts[SYMBOLS_TEX]; *line; line += strcspn(line, "\n") + 1)
    if (!strncmp(line, from, n) && line[n] == ' ') {
      fprintf(file, "%.*s", (int)strcspn(line + n + 1, "\n"), line + n + 1);
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

/* The length of a number like 1.6e-14 that begins here, and that of its first part; 0: none does. */
static size_t Scientific(const char *text, size_t *mantissa) {
  size_t n = strspn(text, "0123456789");

  if (n && text[n] == '.')
    n += 1 + strspn(text + n + 1, "0123456789");
  *mantissa = n;
  if (!n || text[n] != 'e')
    return 0;
  n += 1 + (text[n + 1] == '-' || text[n + 1] == '+');
  const size_t digits = strspn(text + n, "0123456789");
  n += digits;
  return digits && digits < 5 && !isalnum((unsigned char)text[n]) ? n : 0;
}

void TextTex(FILE *file, const char *text) {
  PetscBool inside = PETSC_FALSE; /* of a word or a number */

  for (const char *from = text; from && *from; from = text) {
    size_t mantissa;
    const size_t number = inside ? 0 : Scientific(text, &mantissa);
    if (number) {
      fprintf(file, "$%.*s\\cdot10^{%d}$", (int)mantissa, text, atoi(text + mantissa + 1));
      text += number;
      continue;
    }
    const uint32_t code = Utf8Next(&text);
    const size_t exponent = code == '^' ? Exponent(text) : 0;
    inside = (PetscBool)(code < 0x80 && (isalnum((int)code) || strchr("._", (int)code)));
    if (exponent) {
      fprintf(file, "$^{%.*s}$", (int)exponent, text);
      text += exponent;
    } else if (code < 0x20)
      fputc(' ', file);
    else if (code != 0x7f && !PutSymbol(file, from, (size_t)(text - from))) {
      if (code < 0x80 || (code >= 0xc0 && code < 0x180))
        Put(file, from, text);
      else
        fprintf(file, "[U+%04X]", (unsigned)code);
    }
  }
}

/* On one line, with a backslash before each of these. */
static void PutEscaped(FILE *file, const char *text, const char *special) {
  for (; text && *text; text++) {
    if (strchr(special, *text))
      fputc('\\', file);
    fputc((unsigned char)*text < 0x20 ? ' ' : *text, file);
  }
}

void TextMarkdown(FILE *file, const char *text) { PutEscaped(file, text, "|\\`*_<>[]"); }

void TextLine(FILE *file, const char *text) { PutEscaped(file, text, ""); }

/* A '#' would begin a directive, a backslash escapes it. */
void TextTap(FILE *file, const char *text) { PutEscaped(file, text, "#\\"); }

/* A spreadsheet would compute what begins so; a number or a lone sign is no formula. */
static PetscBool IsFormula(const char *text) {
  char *end;

  if (!strchr("=+-@\t\r", *text) || !text[1])
    return PETSC_FALSE;
  (void)strtod(text, &end);
  return (PetscBool)(*end != 0);
}

void TextCsv(FILE *file, const char *text) {
  const PetscBool formula = (PetscBool)(TextGiven(text) && IsFormula(text));

  if (!text || (!formula && !strpbrk(text, ",\"\r\n"))) {
    fputs(text ? text : "", file);
    return;
  }
  fputs(formula ? "\"'" : "\"", file);
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

Text TextFileName(const char *name) {
  enum { LIMIT = 96 };
  uint32_t hash = 2166136261u; /* FNV-1a */
  Text result;
  size_t n = 0;
  PetscBool changed = PETSC_FALSE;

  for (const char *s = name; *s; s++) {
    hash = (hash ^ (unsigned char)*s) * 16777619u;
    PetscBool safe =
        isalnum((unsigned char)*s) || strchr("._-", *s) ? PETSC_TRUE : PETSC_FALSE; /* C locale */
    if ((unsigned char)*s >= 0x80 || (n == 0 && *s == '.'))
      safe = PETSC_FALSE;
    if (n < LIMIT)
      result.at[n++] = safe ? *s : '_';
    if (!safe || n == LIMIT)
      changed = PETSC_TRUE;
  }
  result.at[n] = 0;
  if (changed || n == 0)
    snprintf(result.at + n, sizeof(result.at) - n, "-%08x", (unsigned)hash);
  return result;
}

Text TextNumber(PetscReal value) {
  return isnan(value) ? TextPrint("—") : TextPrint("%.4g", value);
}

Text TextFixed(PetscReal value, int decimals) {
  const PetscReal rounds = fabs(value) * pow(10, decimals) < 0.5 ? 0 : value; /* not to -0.00 */

  return isnan(value) ? TextPrint("—") : TextPrint("%.*f", decimals, rounds);
}

Text TextValue(NumberOrWord value) {
  return value.word ? TextPrint("%s", value.word) : TextNumber(value.number);
}

Text TextOrder(NumberOrWord value) {
  return value.word ? TextPrint("%s", value.word) : TextFixed(value.number, 2);
}

const char *TextQuantity(const char *quantity) {
  return !strcmp(quantity, "lambda") ? "λ" : !strcmp(quantity, "mu") ? "μ" : quantity;
}

const char *TextPrecision(Precision precision) {
  return precision == IN_QUAD ? "quadruple" : "double";
}

Text TextClaim(const Verdict *verdict) {
  const char *study = verdict->claim->study, *quantity = verdict->claim->quantity;

  if (!strcmp(study, quantity))
    return TextPrint("%s", study);
  return strcmp(study, "order") ? TextPrint("%s %s", study, quantity)
                                : TextPrint("order of %s", TextQuantity(quantity));
}

/* Past a number, if there is one at the beginning of *text that does not go on as a word. */
static PetscBool PassNumber(const char **text) {
  const char *from = *text;
  char *end;

  if (!isdigit((unsigned char)from[*from == '-']))
    return PETSC_FALSE;
  (void)strtod(from, &end);
  *text = end;
  return PETSC_TRUE;
}

PetscBool TextSameForm(const char *a, const char *b) {
  a = a ? a : "";
  b = b ? b : "";
  while (*a && *b) {
    const char *const x = a, *const y = b;
    const PetscBool first = PassNumber(&a), second = PassNumber(&b);
    if (first != second || (!first && *x != *y))
      return PETSC_FALSE;
    a += !first;
    b += !first;
  }
  return (PetscBool)(!*a && !*b);
}

void TextAdd(Text *list, const char *format, ...) {
  const size_t used = strlen(list->at), before = used ? strlen(", ") : 0;
  va_list arguments;

  (void)snprintf(list->at + used, sizeof(list->at) - used, "%s", used ? ", " : "");
  va_start(arguments, format);
  (void)vsnprintf(list->at + used + before, sizeof(list->at) - used - before, format, arguments);
  va_end(arguments);
}
