# libgimbal_judge: programs in C and C++ that know gimbal_judge.h alone judge tables as gimbal judge does.
. tests/tap.sh

export PKG_CONFIG_PATH="$BUILD"
flags=$(pkg-config --cflags --libs gimbal_judge)
if grep -q fsanitize "$BUILD/flags"; then # what the library is made with, its programs need too
  flags="$flags $(grep -o -e '-fsanitize=[a-z,]*' "$BUILD/flags" | sort -u | tr '\n' ' ')"
fi
export LD_LIBRARY_PATH="$BUILD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# A table on standard input, an order, and names of options that are set.
cat >"$scratch/judge.c" <<'END'
#include <gimbal_judge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static char text[1 << 20];
  const size_t length = fread(text, 1, sizeof(text), stdin);
  const char *where[] = {getenv("WHERE"), NULL}, *dim = getenv("DIM");
  gimbal_judge_question q = {sizeof(q), argc > 2 ? argv[2] : NULL, argv[1], getenv("H"), getenv("STEPS"),
                             getenv("ERRORS"), getenv("FLOOR"), where, dim ? strtod(dim, NULL) : 0,
                             getenv("SYMMETRIC") != NULL, getenv("TOGETHER") != NULL};
  gimbal_judge *judge = gimbal_judge_new();
  const gimbal_judge_result *r;
  const int status = gimbal_judge_text(judge, &q, text, length);
  if (status)
    fprintf(stderr, "%s\n", gimbal_judge_message(judge));
  for (size_t i = 0; (r = gimbal_judge_get(judge, i)) != NULL; i++)
    puts(r->json);
  gimbal_judge_free(judge);
  return status;
}
END
sed -e 's|<stdio.h>|<cstdio>|' -e 's|<stdlib.h>|<cstdlib>|' -e 's|<string.h>|<cstring>|' \
  "$scratch/judge.c" >"$scratch/judge_cpp.cpp"
cc=$(sed -n 's/^CC = //p' config.mk) cxx=$(sed -n 's/^CXX = //p' config.mk)
# shellcheck disable=SC2086 # words
run ${cc:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$scratch/judge" "$scratch/judge.c" $flags
is "$status" 0 "a program in C is built with what pkg-config says alone" || diag "$errors"
programs=$scratch/judge
if [ -n "$cxx" ]; then
  # shellcheck disable=SC2086
  run $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror -o "$scratch/judge_cpp" "$scratch/judge_cpp.cpp" $flags
  is "$status" 0 "a program in C++ is built with what pkg-config says alone" || diag "$errors"
  programs="$programs $scratch/judge_cpp"
fi
# shellcheck disable=SC2086
run ${cc:-cc} -o "$scratch/static" "$scratch/judge.c" ${flags##* -l*} $(pkg-config --cflags gimbal_judge) \
  "$BUILD/libgimbal_judge.a" $(pkg-config --libs jansson) -lm $(echo "$flags" | grep -o -e '-fsanitize=[a-z,]*')
is "$status" 0 "a program is built with the static library" || diag "$errors"
programs="$programs $scratch/static"
foreign='petsc|mpi|lapack|blas|yaml|quadmath'
is "$(ldd "$scratch/judge" | grep -cE "$foreign")" 0 "the programs need neither PETSc nor MPI" || diag "$(ldd "$scratch/judge")"
matches "$(ldd "$GIMBAL")" "$foreign" "  and it would be found"
for library in libgimbal_judge.so.1 libgimbal_judge.a; do
  dynamic=$([ "$library" = libgimbal_judge.a ] || echo -D)
  # shellcheck disable=SC2086
  names=$(nm $dynamic --defined-only -g "$BUILD/$library" | awk '$2 ~ /[TDRBVW]/ { sub(/@.*/, "", $3); print $3 }' | grep -v '^__odr_asan' | sort)
  is "$names" "gimbal_judge_errors
gimbal_judge_free
gimbal_judge_get
gimbal_judge_message
gimbal_judge_new
gimbal_judge_text" "$library has the functions of the header and no other names"
done

# JSON lines, but for the command and the seal.
lines() { sed -e 's/"command":"[^"]*",//' -e 's/"command":null,//' -e 's/,"check":"[0-9a-f]*"//'; }

# ---- The tables of other tests ----
awk -v folder="$scratch" '
  /^=== / { n++; file = sprintf("%s/table-%03d", folder, n); next }
  !n { next }
  /^--- options: / { print substr($0, 14) > (file ".options"); next }
  /^--- / { next }
  { print > (file ".txt") }' tests/tables/judged.txt
judged=0 refused=0
for table in "$scratch"/table-*.txt; do
  eval "set -- $(cat "${table%.txt}.options")"
  run "$GIMBAL" judge "$table" --json "$@"
  [ "$status" = 2 ] && refused=$((refused + 1)) || { judged=$((judged + 1)) status=0; }
  expected="$status $(printf '%s\n' "$output" | lines)" complaint=$(echo "$errors" | sed 's/= \([0-9]*\)\. /= \1 /') # PETSc's %g prints "1."
  unset H STEPS ERRORS FLOOR WHERE DIM SYMMETRIC TOGETHER
  order=
  while [ $# -gt 0 ]; do
    case $1 in
    --order) order=$2 && shift ;;
    --symmetric) export SYMMETRIC=1 ;;
    --together) export TOGETHER=1 ;;
    --*)
      name=$(echo "${1#--}" | tr '[:lower:]' '[:upper:]')
      export "$name=$2"
      shift
      ;;
    esac
    shift
  done
  for program in $programs; do
    "$program" "$table" "$order" <"$table" >"$scratch/out" 2>"$scratch/err"
    status=$?
    is "$status $(lines <"$scratch/out")" "$expected" "${program##*/}: ${table##*/} as gimbal judge" || diag "$(cat "$scratch/err")"
    [ -z "$complaint" ] || is "gimbal: $(cat "$scratch/err")" "$complaint" "  with its words"
  done
done
unset H STEPS ERRORS FLOOR WHERE DIM SYMMETRIC TOGETHER
ok "$([ $judged -ge 20 ] && [ $refused -ge 2 ]; echo $?)" "$judged tables were judged, $refused refused"

# ---- Numbers, wrong calls, threads and the caller's state ----
cat >"$scratch/numbers.c" <<'END'
#include <fenv.h>
#include <gimbal_judge.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, THREADS = 8 };
static double h[ROWS], errors[2 * ROWS];
static const char *path;

static gimbal_judge_question Claim(const char *order) {
  gimbal_judge_question q = {.size = sizeof(q), .order = order, .name = path};
  return q;
}

static void *Thread(void *out) {
  gimbal_judge *judge = gimbal_judge_new();
  gimbal_judge_question q = Claim("4");
  for (int i = 0; i < 3; i++)
    if (gimbal_judge_errors(judge, &q, ROWS, 2, h, errors))
      return NULL;
  const gimbal_judge_result *r = gimbal_judge_get(judge, 1);
  (void)snprintf(out, 4096, "%s", r ? r->json : "");
  gimbal_judge_free(judge);
  return out;
}

static void Wrong(const char *what, int status, const gimbal_judge *judge) {
  printf("%s: %d %d %s\n", what, status, gimbal_judge_get(judge, 0) != NULL, gimbal_judge_message(judge));
}

int main(int argc, char **argv) {
  static char text[THREADS][4096];
  pthread_t thread[THREADS];
  pthread_attr_t small;
  gimbal_judge *judge = gimbal_judge_new();
  gimbal_judge_question q = Claim("4");
  const gimbal_judge_result *r;
  int same = 1;
  path = argc > 1 ? argv[1] : NULL;
  q.name = path;
  for (int i = 0; i < ROWS; i++) {
    h[i] = 0.2 / pow(1.25, i);
    errors[2 * i] = 2 * pow(h[i], 4) * (1 + 0.3 * h[i]);
    errors[2 * i + 1] = -(2 * pow(h[i], 4) * (1 + 0.3 * h[i]) + 1e-9 * h[i] * h[i]);
  }
  FILE *table = fopen(path, "w");
  fprintf(table, "h,error 1,error 2\n");
  for (int i = 0; i < ROWS; i++)
    fprintf(table, "%.16e,%.16e,%.16e\n", h[i], errors[2 * i], errors[2 * i + 1]);
  fclose(table);

  (void)fesetround(FE_UPWARD);
  (void)setlocale(LC_ALL, argc > 2 ? argv[2] : "C");
  if (gimbal_judge_errors(judge, &q, ROWS, 2, h, errors))
    puts(gimbal_judge_message(judge));
  printf("state: %d %s\n", fegetround() == FE_UPWARD, localeconv()->decimal_point);
  (void)setlocale(LC_ALL, "C");
  (void)fesetround(FE_TONEAREST);
  for (size_t i = 0; (r = gimbal_judge_get(judge, i)) != NULL; i++)
    puts(r->json);
  r = gimbal_judge_get(judge, 0);
  printf("first: %s %s %d %d\n", r->word, r->column, r->verdict == GIMBAL_JUDGE_CONFIRMED,
         r->lower <= r->order && r->order <= r->upper && fabs(r->order - 4) < 0.1);
  (void)snprintf(text[0], sizeof(text[0]), "%s", gimbal_judge_get(judge, 1)->json);

  Wrong("no order", (q = Claim(NULL), gimbal_judge_errors(judge, &q, ROWS, 1, h, errors)), judge);
  Wrong("order", (q = Claim("4x"), gimbal_judge_errors(judge, &q, ROWS, 1, h, errors)), judge);
  Wrong("size", (q = Claim("4"), q.size = 8, gimbal_judge_errors(judge, &q, ROWS, 1, h, errors)), judge);
  Wrong("dim", (q = Claim("4"), q.dim = NAN, gimbal_judge_errors(judge, &q, ROWS, 1, h, errors)), judge);
  Wrong("question", gimbal_judge_errors(judge, NULL, ROWS, 1, h, errors), judge);
  Wrong("errors", (q = Claim("4"), gimbal_judge_errors(judge, &q, ROWS, 1, h, NULL)), judge);
  Wrong("rows", gimbal_judge_errors(judge, &q, 0, 1, h, errors), judge);
  Wrong("columns", gimbal_judge_errors(judge, &q, ROWS, 0, h, errors), judge);
  Wrong("text", gimbal_judge_text(judge, &q, "h,e\n0.1,zz\n", 11), judge);
  Wrong("handle", gimbal_judge_errors(NULL, &q, ROWS, 1, h, errors), NULL);
  h[3] = h[2];
  Wrong("repeated", gimbal_judge_errors(judge, &q, ROWS, 1, h, errors), judge);
  h[3] = 0.2 / pow(1.25, 3);
  errors[ROWS - 1] = NAN;
  Wrong("lost", gimbal_judge_errors(judge, &q, ROWS, 1, h, errors), judge);
  printf("lost: %s\n", gimbal_judge_get(judge, 0)->word);
  errors[ROWS - 1] = -(2 * pow(h[7], 4) * (1 + 0.3 * h[7]) + 1e-9 * h[7] * h[7]);
  gimbal_judge_free(judge);
  gimbal_judge_free(NULL);

  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 512 * 1024);
  for (int i = 0; i < THREADS; i++)
    same = same && !pthread_create(&thread[i], &small, Thread, text[i]);
  for (int i = 0; i < THREADS; i++) {
    void *done;
    same = !pthread_join(thread[i], &done) && done && same && !strcmp(text[i], text[0]);
  }
  printf("threads: %d\n", same);
  return 0;
}
END
# shellcheck disable=SC2086
run ${cc:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -o "$scratch/numbers" "$scratch/numbers.c" $flags -lm -pthread
is "$status" 0 "a program with numbers is built" || diag "$errors"
german=$(locale -a 2>/dev/null | grep -i '^de_DE' | head -1)
run "$scratch/numbers" "$scratch/numbers.csv" "${german:-C}"
is "$status" 0 "the program runs under another locale" || diag "$errors"
found=$output
comma=$([ -z "$german" ] && echo . || echo ,)
matches "$found" "^state: 1 [$comma]\$" "rounding and locale of the caller are as they were"
run "$GIMBAL" judge "$scratch/numbers.csv" --order 4 --json
is "$(printf '%s\n' "$found" | grep '^{' | lines)" "$(printf '%s\n' "$output" | lines)" \
  "numbers are judged as the table with all their digits is, whatever the caller's arithmetic"
matches "$(printf '%s\n' "$output" | tail -1)" '"verdict":"refuted"' "  of which one column has a hidden term"
matches "$found" '^first: confirmed error 1 1 1$' "a result has the verdict, the column and the order"
for line in 'no order: 2 0 .*order is missing' "order: 2 0 .*'4x' is not a number" 'size: 2 0 .*question with its size' \
  "dim: 2 0 .*dim" 'question: 2 0 .*question' 'errors: 2 0 .*errors' 'rows: 2 0 .*there is no row to judge' \
  'columns: 2 0 ' "text: 2 0 .*:2: column 'e': 'zz' is not a number" \
  'handle: 3 0 no memory' 'repeated: 2 0 .*numbers\.csv:.*repeated' 'lost: 0 1 ' 'lost: undecided'; do
  matches "$found" "^$line" "a wrong call: ${line%% *}"
done
matches "$found" '^threads: 1$' "eight threads with stacks of 512 kB find the same"
done_testing
