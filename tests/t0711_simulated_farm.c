/* The simulated farm against schedules that can be worked out by hand. Times are sums of a few numbers
 * that are exact in binary, or compared to 1e-12 of them. */
#include "bench/simulated.h"
#include "petsc_tap.h"

enum { MANY = 301 };

static FarmSimulated Simulate(FarmCosts costs, PetscInt ranks, PetscInt jobs,
                              const PetscReal *seconds) {
  FarmSimulated out;
  REQUIRE(FarmSimulate(&costs, ranks, jobs, seconds, &out));
  return out;
}

static void TestOrder(void) {
  const PetscReal longest_first[] = {5, 4, 3, 3, 3}, longest_last[] = {3, 3, 3, 4, 5};
  const FarmCosts none = {.latency = 0};
  FarmSimulated s = Simulate(none, 1, 5, longest_first);
  ok(s.wall == 18 && s.work == 18 && s.longest == 5, "one rank does one after the other");
  ok(FarmEfficiency(&s, 1) == 1 && FarmBestEfficiency(&s, 1) == 1, "and is never idle");
  s = Simulate(none, 2, 5, longest_first);
  ok(s.wall == 10, "two ranks: 5+3 and 4+3+3");
  s = Simulate(none, 2, 5, longest_last);
  ok(s.wall == 11, "in the other order: 3+3+5 and 3+4");
  s = Simulate(none, 8, 5, longest_last);
  ok(s.wall == 5 && s.asking == 0, "more ranks than jobs: the longest one");
  ok(fabs(FarmBestEfficiency(&s, 8) - 18.0 / 40) < 1e-12 &&
         FarmEfficiency(&s, 8) == FarmBestEfficiency(&s, 8),
     "which is the best that there is");
}

static void TestMessages(void) {
  PetscReal seconds[MANY];
  for (PetscInt i = 0; i < MANY; i++)
    seconds[i] = 1;
  FarmSimulated s = Simulate((FarmCosts){.latency = 0.5}, 2, 4, seconds);
  ok(s.wall == 3, "rank 0, which need not send, does three jobs of 1 s and is told at 3 s");
  /* Rank 0 and 100 others. These ask for their second jobs all at once, at 1 s, and are served one a
   * second from 2 s on, while rank 0 takes one a second from 1 s on: the last of the 200 jobs is taken at
   * 101 s, by either. Then each of the 100 asks once more. */
  s = Simulate((FarmCosts){.service = 1}, 101, MANY, seconds);
  ok(s.wall >= s.counter && s.counter >= 199 && s.counter <= 200,
     "a counter that takes a second is busy all the time (%g of %g s)", (double)s.counter,
     (double)s.wall);
  s = Simulate((FarmCosts){.append = 1}, 101, MANY, seconds);
  ok(s.wall == 6, "a record that takes a second keeps its own rank only: three jobs take 6 s");
  s = Simulate((FarmCosts){.append = 1, .turn = 0.5}, 101, MANY, seconds);
  ok(s.wall == 7.5, "and so does the way to the next job");
  for (PetscInt i = 0; i < MANY; i++)
    seconds[i] = 0.25;
  s = Simulate((FarmCosts){.look = 1}, 2, 25, seconds);
  ok(s.wall == 5 && s.counter == 0,
     "rank 0 looks once a second: the other does one job of 0.25 s each second, to its four (%g s)",
     (double)s.wall);
}

static void TestTies(void) {
  PetscReal seconds[MANY];
  for (PetscInt i = 0; i < MANY; i++)
    seconds[i] = 0.5 + (PetscReal)(i % 3);
  const FarmCosts costs = {0.001, 0.002, 0.01, 0.003, 0.001};
  const FarmSimulated a = Simulate(costs, 17, MANY, seconds),
                      b = Simulate(costs, 17, MANY, seconds);
  ok(!memcmp(&a, &b, sizeof(a)), "twice the same");
  ok(a.wall > a.work / 17, "no farm is faster than an equal share");
  FarmCosts dearer = costs;
  dearer.look = 0.5;
  ok(Simulate(dearer, 17, MANY, seconds).asking > 10 * a.asking,
     "a rank 0 that seldom looks is seen");
}

int main(int argc, char **argv) {
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  TestOrder();
  TestMessages();
  TestTies();
  REQUIRE(PetscFinalize());
  return done_testing();
}
