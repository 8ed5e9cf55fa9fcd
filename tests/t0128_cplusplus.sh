# The contract as C++ reads it, and plugins in C++ inside the tree; t0115 has those outside.
. tests/tap.sh

if ! command -v c++ >/dev/null; then
  ok 0 "plugins in C++ # SKIP there is no c++"
  done_testing
  exit
fi
compiles() { # COMPILER FLAGS...; the program on standard input
  compiler=$1
  shift
  cat >"$scratch/program.cpp"
  run "$compiler" -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -fsyntax-only "$@" \
    "$scratch/program.cpp"
}
for compiler in c++ g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  for standard in gnu++17 gnu++20; do
    for quad in -UGIMBAL_QUAD -DGIMBAL_QUAD; do
      # With the functions of the C++ library before and after it, which it declares too.
      compiles "$compiler" -std=$standard $quad <<'CPP'
#include <cmath>
#include "gimbal.h"
#include "gimbal_stages.h"
#include <vector>
CPP
      is "$status$errors" 0 "$compiler -std=$standard $quad reads the header without a warning"
    done
  done
done
compiles c++ -std=gnu++17 <<'CPP'
#include "gimbal.h"
gimbal_real f(gimbal_real x) { return gimbal_sin(x, x); }
CPP
is "$status" 1 "wrong C++ code does not compile"

if [ -e "$BUILD/tests/plugins/cplusplus.so" ]; then
  is "$(nm -D --defined-only "$BUILD/tests/plugins/cplusplus.so" | awk '$3 ~ /gimbal/ && $3 !~ /asan/ { print $3 }' |
    sort | sed -n 1p)" "gimbal_plugin_double" "a plugin in C++ is built by being there"
  # What is unique to a process would keep it from being closed.
  is "$(nm -D --defined-only "$BUILD/tests/plugins/cplusplus.so" | grep -c ' u ')" 0 \
    "a plugin in C++ has no unique symbols, so it can be closed"
  for precision in double quad; do
    [ $precision = double ] || [ "$(nm -D "$BUILD/tests/plugins/cplusplus.so" | grep -c quad)" != 0 ] || break
    run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/cplusplus.so" -m cplusplus -M pendulum \
      --precision $precision -o "$scratch/out"
    is "$status" 0 "the claim of the plugin in C++ is confirmed in $precision precision" || diag "$errors"
  done
  run "$GIMBAL" run --plugin "$BUILD/tests/plugins/cplusplus.so" -m cplusplus_greedy -M pendulum -T 1 -h 1/8
  is "$status" 3 "failed allocation is an error of the program"
  matches "$errors" 'no memory for [0-9]* numbers of working storage of method cplusplus_greedy' "the message names the method whose allocation failed"
else
  ok 0 "a plugin in C++ # SKIP configure found no C++ compiler"
fi
done_testing
