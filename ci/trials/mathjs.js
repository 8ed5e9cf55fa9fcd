// ---- mathjs ----
// Needs: node:mathjs (npm) mathjs
// Without a limit on the error, all steps are as long as maxStep.
const mathjs = (method) => (f, start, T, n, tolerance) => {
  const how = n ? {firstStep: T / n, minStep: T / n * (1 - 1e-13), maxStep: T / n, tol: 1e99} : {tol: tolerance, maxIter: 1e6};
  const {t, y} = require("mathjs").solveODE((t, y) => f(t, y), [0, T], start, {method, ...how});
  if (n && t.length > n + 2) throw new Error(`${t.length - 1} steps, not ${n}`);
  return [y[y.length - 1], null];
};


const STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
const methods = [["RK23", mathjs("RK23"), STEPS], ["RK45", mathjs("RK45"), 3]];
