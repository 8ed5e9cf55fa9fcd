#include "finding/sentence.h"
#include "base/memory.h"
#include "base/text_stream.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define X(NAME, name, text) name,
const char *const CauseNames[CAUSES_COUNT] = {CAUSES(X)};
#undef X
#define X(NAME, DIMENSION, name) name,
const char *const QuantityNames[QUANTITY_NAMES] = {QUANTITIES(X)};
#undef X
#define X(NAME, name, text) text,
const char *const CauseTemplates[CAUSES_COUNT] = {CAUSES(X)};
#undef X

#define PLUS_MINUS "±"

/* The quantity that a template names at `at`, just behind the brace; *format is what follows the colon,
 * *end the closing brace. */
static const NamedQuantity *Named(const Statement *s, const char *at, const char **format,
                                  const char **end) {
  const size_t length = strcspn(at, ":}");

  *end = strchr(at, '}');
  *format = at[length] == ':' ? at + length + 1 : *end;
  for (int i = 0; i < s->quantities; i++) {
    const char *name = QuantityNames[s->quantity[i].name];

    if (strlen(name) == length && !strncmp(name, at, length))
      return &s->quantity[i];
  }
  return NULL;
}

static int IsThere(const NamedQuantity *q) { return q && (q->text || !isnan(q->number)); }

double StatementNumber(const Statement *s, QuantityName name) {
  for (int i = 0; i < s->quantities; i++)
    if (s->quantity[i].name == name)
      return s->quantity[i].number;
  return NAN;
}

static void PutText(TextStream *out, const char *text) {
  (void)TextStreamAppend(text, strlen(text), out);
}

static void PutNumber(TextStream *out, const char *format, double number) {
  OWNED(MemoryFree) char *text = MemoryPrint(format, number);
  PutText(out, text);
}

static void PutQuantity(const Statement *s, const NamedQuantity *q, const char *format,
                        const char *end, TextStream *out) {
  const int with_interval = !strncmp(format, PLUS_MINUS, strlen(PLUS_MINUS));
  char number[16];

  if (with_interval)
    format += strlen(PLUS_MINUS);

  if (!q)
    PutText(out, "?");
  else if (format == end)
    PutText(out, q->text ? q->text : "?");
  else if (*format == 's')
    PutText(out, q->number == 1 ? "" : "s");
  else if (isnan(q->number))
    PutText(out, "?");
  else {
    (void)snprintf(number, sizeof(number), "%%%.*s", (int)(end - format), format);
    PutNumber(out, number, q->number);
    if (with_interval) {
      PutText(out, " ± ");
      PutNumber(out, number,
                fmax(StatementNumber(s, QUANTITY_UPPER) - q->number,
                     q->number - StatementNumber(s, QUANTITY_LOWER)));
    }
  }
}

/* Whether the template from `at` to `end` names nothing that is not there. */
static int IsComplete(const Statement *s, const char *at, const char *end) {
  const char *format, *brace;

  for (at = memchr(at, '{', (size_t)(end - at)); at; at = memchr(brace, '{', (size_t)(end - brace)))
    if (!IsThere(Named(s, at + 1, &format, &brace)))
      return 0;
  return 1;
}

static void Put(const Statement *s, const char *at, const char *end, TextStream *out) {
  while (at < end) {
    const char *format, *close;

    if (*at == '{') {
      const NamedQuantity *q = Named(s, at + 1, &format, &close);

      PutQuantity(s, q, format, close, out);
      at = close + 1;
    } else if (*at == '[') {
      const char *stop = strchr(at, ']'), *bar = memchr(at, '|', (size_t)(stop - at));
      const char *first = bar ? bar : stop;

      if (IsComplete(s, at + 1, first))
        Put(s, at + 1, first, out);
      else if (bar)
        Put(s, bar + 1, stop, out);
      at = stop + 1;
    } else
      (void)TextStreamAppend(at++, 1, out);
  }
}

char *SentenceOf(int count, const Statement statement[]) {
  TextStream out = {.room = 0};

  PutText(&out, ""); /* an empty text is one */
  for (int i = 0; i < count; i++) {
    const char *template = CauseTemplates[statement[i].cause];

    Put(&statement[i], template, template + strlen(template), &out);
  }
  return out.text;
}
