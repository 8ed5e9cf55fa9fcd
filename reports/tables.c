/* What stands in tables/ beside published_claims: verdicts, orders, errors, energy, constraints,
 * ensembles. */
#include "reports/tables.h"
#include "reports/published.h"
#include "reports/equilibria.h"
#include "reports/table.h"
#include "reports/writers.h"
#include "reports/ensemble.h"
#include <math.h>
#include <string.h>

const char *const OrderQuantities[] = {"q", "v", "p", "xi", "mu", "lambda", NULL};

static void Add(json_t *row, const json_t *value) {
  if (value)
    json_array_append(row, (json_t *)value);
  else
    json_array_append_new(row, json_null());
}

static void AddMember(json_t *row, const json_t *object, const char *key) {
  Add(row, json_object_get(object, key));
}

static void AddText(json_t *row, const char *text) {
  json_array_append_new(row, json_string(text));
}

static void AddReal(json_t *row, PetscReal value) {
  json_array_append_new(row, isfinite(value) ? json_real(value) : json_null());
}

PetscErrorCode OrderCell(const json_t *verdict, char *text, size_t size) {
  PetscFunctionBeginUser;
  const char *word = TextMember(verdict, "verdict");
  PetscReal observed = NumberMember(verdict, "observed"), lower = NumberMember(verdict, "lower"),
            upper = NumberMember(verdict, "upper");
  PetscBool plain = !strcmp(word, "confirmed") ? PETSC_TRUE : PETSC_FALSE;
  char value[64];

  if (!verdict)
    PetscCall(PetscSNPrintf(text, size, "—"));
  else if (isnan(observed))
    PetscCall(PetscSNPrintf(text, size, "%s", word));
  else {
    PetscReal half = (upper - lower) / 2;
    if (isnan(half))
      snprintf(value, sizeof(value), "%.2f", observed);
    else
      snprintf(value, sizeof(value), half < 0.005 ? "%.3f ± %.3f" : "%.2f ± %.2f", observed, half);
    PetscCall(PetscSNPrintf(text, size, plain ? "%s" : "%s (%s)", value, word));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode IntervalCell(const json_t *verdict, char *text, size_t size) {
  char lower[32], upper[32];

  PetscFunctionBeginUser;
  if (!json_is_number(json_object_get(verdict, "lower")) &&
      !json_is_number(json_object_get(verdict, "upper"))) {
    PetscCall(PetscSNPrintf(text, size, "—"));
    PetscFunctionReturn(0);
  }
  if (!strcmp(TextMember(verdict, "study"), "order")) {
    TextFixed(NumberMember(verdict, "lower"), 3, lower, sizeof(lower));
    TextFixed(NumberMember(verdict, "upper"), 3, upper, sizeof(upper));
  } else {
    TextNumber(NumberMember(verdict, "lower"), lower, sizeof(lower));
    TextNumber(NumberMember(verdict, "upper"), upper, sizeof(upper));
  }
  PetscCall(PetscSNPrintf(text, size, "[%s, %s]", lower, upper));
  PetscFunctionReturn(0);
}

const json_t *FindOrderVerdict(Store store, const char *method, const char *place,
                               const char *quantity) {
  json_t *verdict;
  size_t i;

  json_array_foreach(store->verdicts, i, verdict) {
    if (!strcmp(TextMember(verdict, "study"), "order") &&
        !strcmp(TextMember(verdict, "quantity"), quantity) && StoreMatches(verdict, method, place))
      return verdict;
  }
  return NULL;
}

static PetscErrorCode Verdicts(Store store) {
  static const char *const text[] = {"verdict", "reason", "command", "expect",
                                     "source",  "origin", "place"};
  Table table, csv;
  json_t *verdict;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Verdicts", "Observed values stand with their interval.", &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "model:case"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "study"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "quantity"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "claimed"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "observed"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "interval"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "verdict"));
  PetscCall(TableCreate("", NULL, &csv));
  static const char *const heading[] = {"method",  "model",    "case",  "study", "quantity",
                                        "claimed", "observed", "lower", "upper"};
  for (int k = 0; k < 9; k++)
    PetscCall(TableColumn(csv, COLUMN_TEXT, heading[k]));
  for (int k = 0; k < 7; k++)
    PetscCall(TableColumn(csv, COLUMN_TEXT, text[k]));
  json_array_foreach(store->verdicts, i, verdict) {
    char place[512], interval[80];
    json_t *row = TableRow(table);
    PetscCall(StorePlace(verdict, place, sizeof(place)));
    PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
    AddMember(row, verdict, "method");
    AddText(row, place);
    AddMember(row, verdict, "study");
    AddText(row, TextQuantity(TextMember(verdict, "quantity")));
    AddMember(row, verdict, "claimed");
    AddMember(row, verdict, "observed");
    AddText(row, interval);
    AddMember(row, verdict, "verdict");
    row = TableRow(csv);
    for (int k = 0; k < 9; k++)
      AddMember(row, verdict, heading[k]);
    for (int k = 0; k < 7; k++)
      AddMember(row, verdict, text[k]);
  }
  PetscCall(TableWriteText(table, store->directory, "verdicts"));
  PetscCall(TableWriteCsv(csv, store->directory, "verdicts"));
  PetscCall(TableDestroy(&table));
  PetscCall(TableDestroy(&csv));
  PetscFunctionReturn(0);
}

static PetscErrorCode Orders(Store store) {
  Table table, csv;
  json_t *methods, *places, *method, *place, *verdict;
  size_t i, j;
  PetscBool used[8] = {PETSC_FALSE};

  PetscFunctionBeginUser;
  json_array_foreach(store->verdicts, i, verdict) {
    for (int k = 0; OrderQuantities[k]; k++)
      if (!strcmp(TextMember(verdict, "study"), "order") &&
          !strcmp(TextMember(verdict, "quantity"), OrderQuantities[k]))
        used[k] = PETSC_TRUE;
  }
  PetscCall(TableCreate("Orders of convergence",
                        "The fitted order with half the width of its interval; without a word in "
                        "brackets the claim is confirmed.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "model:case"));
  for (int k = 0; OrderQuantities[k]; k++)
    if (used[k])
      PetscCall(TableColumn(table, COLUMN_TEXT, TextQuantity(OrderQuantities[k])));
  PetscCall(StoreNames(store, "method", &methods));
  PetscCall(StoreNames(store, "place", &places));
  json_array_foreach(methods, i, method) {
    json_array_foreach(places, j, place) {
      json_t *row = NULL;
      for (int pass = 0; pass < 2; pass++)
        for (int k = 0; OrderQuantities[k]; k++) {
          const json_t *found = FindOrderVerdict(store, json_string_value(method),
                                                 json_string_value(place), OrderQuantities[k]);
          char text[96];
          if (!pass && found && !row) {
            row = TableRow(table);
            Add(row, method);
            Add(row, place);
          }
          if (pass && row && used[k]) {
            PetscCall(OrderCell(found, text, sizeof(text)));
            AddText(row, text);
          }
        }
    }
  }
  PetscCall(TableWriteText(table, store->directory, "orders"));
  PetscCall(TableDestroy(&table));
  json_decref(methods);
  json_decref(places);

  PetscCall(TableCreate("", NULL, &csv));
  static const char *const heading[] = {"method",         "model",     "case",   "quantity",
                                        "claimed",        "observed",  "lower",  "upper",
                                        "smallest_error", "precision", "verdict"};
  for (size_t k = 0; k < sizeof(heading) / sizeof(heading[0]); k++)
    PetscCall(TableColumn(csv, COLUMN_TEXT, heading[k]));
  PetscCall(TableColumn(csv, COLUMN_TEXT, "points"));
  json_array_foreach(store->verdicts, i, verdict) {
    if (strcmp(TextMember(verdict, "study"), "order"))
      continue;
    json_t *row = TableRow(csv);
    for (size_t k = 0; k < sizeof(heading) / sizeof(heading[0]); k++)
      AddMember(row, verdict, heading[k]);
    AddMember(row, json_object_get(verdict, "window"), "points");
  }
  PetscCall(TableWriteCsv(csv, store->directory, "orders"));
  PetscCall(TableDestroy(&csv));
  PetscFunctionReturn(0);
}

static PetscErrorCode Errors(Store store) {
  Table table;
  json_t *record, *measurement, *entry;
  size_t i, j, k;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Errors",
                        "The largest error over all components and output times, for "
                        "each number of steps N.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "model:case"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "precision"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "N"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "h"));
  for (int n = 0; OrderQuantities[n]; n++)
    PetscCall(TableColumn(table, COLUMN_NUMBER, TextQuantity(OrderQuantities[n])));
  PetscCall(TableColumn(table, COLUMN_TEXT, "status"));
  json_array_foreach(store->records, i, record) {
    const json_t *job = json_object_get(record, "job");
    char place[512];
    PetscCall(StorePlace(job, place, sizeof(place)));
    json_array_foreach(json_object_get(json_object_get(record, "measured"), "measurements"), j,
                       measurement) {
      json_array_foreach(json_object_get(measurement, "series"), k, entry) {
        json_t *row = TableRow(table);
        AddText(row, TextMember(job, "method"));
        AddText(row, place);
        AddText(row, TextMember(measurement, "precision"));
        AddMember(row, entry, "steps");
        AddMember(row, entry, "h");
        for (int n = 0; OrderQuantities[n]; n++)
          AddReal(row, MeasuredError(entry, OrderQuantities[n]));
        AddText(row,
                strcmp(TextMember(entry, "status"), "done") ? TextMember(entry, "reason") : "done");
      }
    }
  }
  PetscCall(TableWriteText(table, store->directory, "errors"));
  PetscCall(TableWriteCsv(table, store->directory, "errors"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* The verdict on a quantity of a long run. */
static const json_t *LongVerdict(Store store, const json_t *record, const char *study,
                                 const char *quantity) {
  json_t *verdict;
  size_t i;

  json_array_foreach(store->verdicts, i, verdict) {
    if (!strcmp(TextMember(verdict, "key"), TextMember(record, "key")) &&
        !strcmp(TextMember(verdict, "study"), study) &&
        !strcmp(TextMember(verdict, "quantity"), quantity))
      return verdict;
  }
  return NULL;
}

/* Long runs: constraints, or energies and invariants. */
static PetscErrorCode Long(Store store, PetscBool constraints) {
  const char *name = constraints ? "constraints" : "energy";
  Table table;
  json_t *record, *run, *value;
  const char *quantity;
  size_t i, j;

  PetscFunctionBeginUser;
  if (constraints)
    PetscCall(TableCreate("Constraints",
                          "The largest residual over all steps of a run, and at its "
                          "end; scale is the size of the terms that should cancel.",
                          &table));
  else
    PetscCall(TableCreate("Energies and invariants",
                          "The largest difference from the initial value over all steps of a run, "
                          "and the difference at its end; scale is the size of the terms.",
                          &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "model:case"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "quantity"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "h"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "steps"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "maximum"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "final"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "scale"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "observed"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "verdict"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "status"));
  json_array_foreach(store->records, i, record) {
    const json_t *job = json_object_get(record, "job");
    char place[512], observed[64];
    PetscCall(StorePlace(job, place, sizeof(place)));
    json_array_foreach(json_object_get(json_object_get(record, "measured"), "runs"), j, run) {
      json_object_foreach(json_object_get(run, "quantities"), quantity, value) {
        const char *study = TextMember(value, "study");
        if ((strcmp(study, "constraint") == 0) != (constraints == PETSC_TRUE))
          continue;
        const json_t *verdict = LongVerdict(store, record, study, quantity);
        json_t *row = TableRow(table);
        AddText(row, TextMember(job, "method"));
        AddText(row, place);
        AddText(row, quantity);
        AddMember(row, run, "h");
        AddMember(row, run, "steps");
        AddMember(row, value, "maximum");
        AddMember(row, value, "final");
        AddMember(row, value, "scale");
        TextValue(json_object_get(verdict, "observed"), observed, sizeof(observed));
        AddText(row, observed);
        AddText(row, verdict ? TextMember(verdict, "verdict") : "—");
        AddText(row,
                strcmp(TextMember(run, "status"), "done") ? TextMember(run, "reason") : "done");
      }
    }
  }
  PetscCall(TableWriteText(table, store->directory, name));
  PetscCall(TableWriteCsv(table, store->directory, name));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

static PetscErrorCode Ensembles(Store store) {
  Table table;
  json_t *ensembles, *ensemble, *time;
  size_t i, j;

  PetscFunctionBeginUser;
  PetscCall(EnsembleCollect(store, &ensembles));
  PetscCall(TableCreate("Ensembles",
                        "The mean over the members of the squared difference from "
                        "the initial value.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "model:case"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "quantity"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "h"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "members"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "failed members"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "time"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "mean square"));
  json_array_foreach(ensembles, i, ensemble) {
    char place[512];
    PetscCall(StorePlace(ensemble, place, sizeof(place)));
    json_array_foreach(json_object_get(ensemble, "times"), j, time) {
      json_t *row = TableRow(table);
      AddMember(row, ensemble, "method");
      AddText(row, place);
      AddMember(row, ensemble, "quantity");
      AddMember(row, ensemble, "h");
      AddMember(row, ensemble, "members");
      AddMember(row, ensemble, "failed_members");
      Add(row, time);
      Add(row, json_array_get(json_object_get(ensemble, "mean_square"), j));
    }
  }
  if (json_array_size(ensembles)) {
    PetscCall(TableWriteText(table, store->directory, "ensembles"));
    PetscCall(TableWriteCsv(table, store->directory, "ensembles"));
  }
  PetscCall(TableDestroy(&table));
  json_decref(ensembles);
  PetscFunctionReturn(0);
}

PetscErrorCode WriteTables(Store store) {
  PetscFunctionBeginUser;
  PetscCall(Verdicts(store));
  PetscCall(WritePublished(store));
  PetscCall(Orders(store));
  PetscCall(Errors(store));
  PetscCall(Long(store, PETSC_FALSE));
  PetscCall(Long(store, PETSC_TRUE));
  PetscCall(Ensembles(store));
  PetscCall(WriteEquilibria(store));
  PetscFunctionReturn(0);
}
