/* What it takes to reach an accuracy, on curves with known truth: a power law is interpolated exactly;
 * what an error does by chance, and round-off beyond the smallest error, are not counted; what is not
 * reached is not made up. */
#include "petsc_tap.h"
#include "record/work.h"

static WorkCurve Make(int count, const double error[], const double work[]) {
  WorkCurve curve = {0};

  for (int i = 0; i < count; i++)
    WorkCurveAdd(&curve, error[i], work[i]);
  return curve;
}

static WorkReach Reach(const WorkCurve *curve, double accuracy) {
  WorkReach reach;

  WorkToReach(curve, accuracy, &reach);
  return reach;
}

int main(void) {
  double error[20], work[20];
  WorkCurve curve;
  WorkReach r;

  for (int i = 0; i < 20; i++) { /* order 4, 4 evaluations a step */
    work[i] = 4 * 8 * pow(1.3, i);
    error[i] = pow(work[i] / 32, -4) / 10;
  }
  curve = Make(20, error, work);
  r = Reach(&curve, 1e-5);
  is_close(r.work, 320, 1e-9, "rounding", "a power law is interpolated exactly");
  ok(r.reached && !r.at_once && r.lower < 320 && 320 < r.upper && r.upper < 1.31 * r.lower,
     "  between the runs on either side");
  r = Reach(&curve, 0.5);
  ok(r.reached && r.at_once && r.work == work[0], "the coarsest run may do already");
  r = Reach(&curve, 1e-12);
  ok(!r.reached && isnan(r.work) && r.least == error[19] && r.most == work[19],
     "an accuracy that no run reaches is not extrapolated: the smallest error is given");
  /* The eighth run is right by chance; a rule that took the first below would stop there. */
  error[7] = 1e-9;
  curve = Make(20, error, work);
  error[7] = pow(work[7] / 32, -4) / 10;
  is_close(Reach(&curve, 1e-5).work, 320, 1e-9, "rounding",
           "an error that is small by chance is not counted");
  /* Round-off takes over at 1e-8: the accuracy was reached before. */
  for (int i = 12; i < 20; i++)
    error[i] = 1e-6 * pow(1.4, i - 12);
  curve = Make(20, error, work);
  r = Reach(&curve, 1e-5);
  is_close(r.work, 320, 1e-9, "rounding", "rounding in finer runs is not counted");
  ok(!Reach(&curve, 1e-7).reached, "  which never reach what it hides");
  /* Smaller steps with fewer iterations: who wants 1e-3 may take those of 1e-6. */
  curve = Make(3, (const double[]){1e-2, 1e-4, 1e-6}, (const double[]){100, 400, 50});
  is_close(Reach(&curve, 1e-3).work, 50, 0, "none", "what a finer run does with less is less");
  curve = Make(2, (const double[]){1e-2, 1e-4}, (const double[]){0, 0});
  ok(Reach(&curve, 1e-3).reached && Reach(&curve, 1e-3).work == 0, "nothing costs nothing");
  curve = Make(3, (const double[]){1e-2, NAN, 1e-6}, (const double[]){100, 200, 400});
  ok(curve.count == 2, "runs without an error are left out");
  curve.count = 0;
  ok(!Reach(&curve, 1).reached, "without runs no accuracy is reached");
  ok(fabs(WorkAccuracy(0) - 1e-2) < 1e-17 &&
         fabs(WorkAccuracy(WORK_ACCURACIES - 1) / 1e-12 - 1) < 1e-14,
     "accuracies are those that tables speak of");
  return done_testing();
}
