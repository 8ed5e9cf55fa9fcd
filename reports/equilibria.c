/* Where methods keep relative equilibria, and where they break them: a row for each method, a
 * column for each step size, a table for each equilibrium of each system. A cell is the factor by
 * which a small deviation changes in a step, or what there is instead. */
#include "reports/equilibria.h"
#include "reports/table.h"
#include "reports/writers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 12 };

typedef enum { KEPT, BROKEN, SINGULAR, FAILED } Fate;

static PetscReal Number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static PetscBool Holds(const json_t *point, const char *quantity) {
  const json_t *q = json_object_get(point, quantity);
  return (PetscBool)(Number(q, "defect") <= 10 * Number(q, "error"));
}

/* What became of the equilibrium, in a few words. */
static Fate Judge(const json_t *point, char *text, size_t size) {
  const PetscReal factor = Number(point, "factor");
  const char *reason = TextMember(point, "reason");

  if (!strncmp(reason, "singular", 8)) {
    snprintf(text, size, "singular");
    return SINGULAR;
  }
  if (*reason) {
    snprintf(text, size, "no step");
    return FAILED;
  }
  if (!Holds(point, "relative_equilibria")) {
    snprintf(text, size, "lost");
    return BROKEN;
  }
  snprintf(text, size, "%s%.5g", factor < -1e-5 ? "−" : "", fabs(factor) < 1e-5 ? 0 : fabs(factor));
  return Holds(point, "stability") ? KEPT : BROKEN;
}

/* ---- Collection: for each equilibrium its step sizes and the rows ---- */

static json_t *FindNamed(json_t *array, const char *name) {
  json_t *entry;
  size_t i;
  json_array_foreach(array, i, entry) if (!strcmp(TextMember(entry, "name"), name)) return entry;
  entry = json_pack("{s:s,s:[],s:[]}", "name", name, "sizes", "rows");
  json_array_append_new(array, entry);
  return entry;
}

static size_t SizeIndex(json_t *sizes, PetscReal h) {
  size_t i = 0;
  while (i < json_array_size(sizes) && json_number_value(json_array_get(sizes, i)) < h)
    i++;
  return i;
}

static PetscErrorCode Collect(Store store, json_t **tables) {
  json_t *record, *point;
  size_t i, j;

  PetscFunctionBeginUser;
  *tables = json_array();
  for (int pass = 0; pass < 2; pass++) {
    json_array_foreach(store->records, i, record) {
      const json_t *job = json_object_get(record, "job");
      if (strcmp(TextMember(job, "kind"), "equilibrium"))
        continue;
      json_array_foreach(json_object_get(json_object_get(record, "measured"), "points"), j, point) {
        const PetscReal h = Number(point, "h");
        char name[256];
        json_t *table, *sizes, *row;
        snprintf(name, sizeof(name), "%s, %s: %s in the exact flow", TextMember(job, "model"),
                 TextMember(point, "equilibrium"), TextMember(point, "exact"));
        table = FindNamed(*tables, name);
        sizes = json_object_get(table, "sizes");
        if (!pass) {
          const size_t at = SizeIndex(sizes, h);
          if (at == json_array_size(sizes) ||
              Number(point, "h") != json_number_value(json_array_get(sizes, at)))
            json_array_insert_new(sizes, at, json_real(h));
          continue;
        }
        row = FindNamed(json_object_get(table, "rows"), TextMember(job, "method"));
        json_object_set(row, "at", json_object_get(job, "realisation_name"));
        while (json_array_size(json_object_get(row, "rows")) < json_array_size(sizes))
          json_array_append_new(json_object_get(row, "rows"), json_null());
        json_array_set(json_object_get(row, "rows"), SizeIndex(sizes, h), point);
      }
    }
  }
  PetscFunctionReturn(0);
}

static const char note[] =
    "The factor by which a small deviation changes in a step of size h: a number of absolute value "
    "below 1 is stable, above 1 unstable. In brackets where this is not the stability of the exact "
    "flow. Lost: the method does not stay on the equilibrium at all. Singular: the factor has a "
    "pole there, and the step no solution.";

/* ---- Markdown, LaTeX, CSV ---- */

static PetscErrorCode WriteLong(const json_t *tables, const char *directory) {
  static const char *const heading[] = {"equilibrium", "method", "coordinates",    "h",
                                        "factor",      "kept",   "stability kept", "reason"};
  static const ColumnKind kind[] = {COLUMN_GROUP,  COLUMN_TEXT, COLUMN_TEXT, COLUMN_NUMBER,
                                    COLUMN_NUMBER, COLUMN_TEXT, COLUMN_TEXT, COLUMN_TEXT};
  Table table;
  json_t *each, *row, *point;
  size_t i, j, k;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Relative equilibria", note, &table));
  for (size_t c = 0; c < sizeof(heading) / sizeof(heading[0]); c++)
    PetscCall(TableColumn(table, kind[c], heading[c]));
  json_array_foreach((json_t *)tables, i, each) {
    json_array_foreach(json_object_get(each, "rows"), j, row) {
      json_array_foreach(json_object_get(row, "rows"), k, point) {
        const PetscBool done = (PetscBool) !*TextMember(point, "reason");
        json_t *cells;
        if (json_is_null(point))
          continue;
        cells = TableRow(table);
        json_array_append(cells, json_object_get(each, "name"));
        json_array_append(cells, json_object_get(row, "name"));
        json_array_append(cells, json_object_get(row, "at"));
        json_array_append(cells, json_object_get(point, "h"));
        json_array_append(cells, json_object_get(point, "factor") ? json_object_get(point, "factor")
                                                                  : json_null());
        json_array_append_new(cells, json_string(!done                                 ? "—"
                                                 : Holds(point, "relative_equilibria") ? "yes"
                                                                                       : "no"));
        json_array_append_new(cells, json_string(!done                       ? "—"
                                                 : Holds(point, "stability") ? "yes"
                                                                             : "no"));
        json_array_append_new(cells, json_string(TextMember(point, "reason")));
      }
    }
  }
  PetscCall(TableWriteCsv(table, directory, "equilibria"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* The step sizes of all equilibria, so that one table holds them. */
static json_t *AllSizes(const json_t *tables) {
  json_t *sizes = json_array(), *each, *size;
  size_t i, j;
  json_array_foreach((json_t *)tables, i, each) {
    json_array_foreach(json_object_get(each, "sizes"), j, size) {
      const size_t at = SizeIndex(sizes, json_number_value(size));
      if (at == json_array_size(sizes) || !json_equal(json_array_get(sizes, at), size))
        json_array_insert(sizes, at, size);
    }
  }
  return sizes;
}

static PetscErrorCode WriteWide(const json_t *tables, const char *directory) {
  json_t *sizes = AllSizes(tables), *each, *row, *size;
  char heading[SIZES][32];
  Table table;
  size_t i, j, k;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Relative equilibria", note, &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "equilibrium"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "method"));
  json_array_foreach(sizes, k, size) {
    if (k == SIZES)
      break;
    snprintf(heading[k], sizeof(heading[k]), "h = %g", json_number_value(size));
    PetscCall(TableColumn(table, COLUMN_TEXT, heading[k]));
  }
  json_array_foreach((json_t *)tables, i, each) {
    json_array_foreach(json_object_get(each, "rows"), j, row) {
      json_t *cells = TableRow(table);
      json_array_append(cells, json_object_get(each, "name"));
      json_array_append(cells, json_object_get(row, "name"));
      json_array_foreach(sizes, k, size) {
        const size_t at = SizeIndex(json_object_get(each, "sizes"), json_number_value(size));
        const json_t *point = json_array_get(json_object_get(row, "rows"), at);
        char text[64], cell[80];
        if (k == SIZES)
          break;
        if (!json_is_object(point) || Number(point, "h") != json_number_value(size)) {
          json_array_append_new(cells, json_string("—"));
          continue;
        }
        const Fate fate = Judge(point, text, sizeof(text));
        snprintf(cell, sizeof(cell), fate == BROKEN ? "[%s]" : "%s", text);
        json_array_append_new(cells, json_string(cell));
      }
    }
  }
  PetscCall(TableWriteText(table, directory, "equilibria"));
  PetscCall(TableDestroy(&table));
  json_decref(sizes);
  PetscFunctionReturn(0);
}

PetscErrorCode WriteEquilibria(Store store) {
  json_t *tables;

  PetscFunctionBeginUser;
  PetscCall(Collect(store, &tables));
  if (json_array_size(tables)) {
    PetscCall(WriteLong(tables, store->directory));
    PetscCall(WriteWide(tables, store->directory));
  }
  json_decref(tables);
  PetscFunctionReturn(0);
}

/* ---- HTML ---- */

static void HtmlTable(FILE *file, const json_t *each) {
  static const char *const class[] = {"confirmed", "refuted", "quiet", "undecided"};
  json_t *row, *point, *size;
  size_t j, k;

  fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>", file);
  TextXml(file, TextMember(each, "name"));
  fputs("</caption>\n<thead><tr><th scope=\"col\">Method", file);
  json_array_foreach(json_object_get(each, "sizes"), k, size)
      fprintf(file, "<th scope=\"col\" class=\"n\">h = %g", json_number_value(size));
  fputs("</tr></thead>\n<tbody>\n", file);
  json_array_foreach(json_object_get(each, "rows"), j, row) {
    fputs("<tr><th scope=\"row\">", file);
    TextXml(file, TextMember(row, "name"));
    json_array_foreach(json_object_get(row, "rows"), k, point) {
      char text[64] = "—";
      Fate fate = json_is_object(point) ? Judge(point, text, sizeof(text)) : SINGULAR;
      fprintf(file, fate == BROKEN ? "<td class=\"n %s\">[%s]" : "<td class=\"n %s\">%s",
              class[fate], text);
    }
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n", file);
}

PetscErrorCode HtmlEquilibria(Page *page) {
  json_t *tables, *each;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(Collect(page->store, &tables));
  if (json_array_size(tables)) {
    fputs("<section id=\"equilibria\">\n<h2>Relative equilibria</h2>\n<p>", page->file);
    TextXml(page->file, note);
    fputs("</p>\n", page->file);
    json_array_foreach(tables, i, each) HtmlTable(page->file, each);
    fputs("</section>\n", page->file);
  }
  json_decref(tables);
  PetscFunctionReturn(0);
}
