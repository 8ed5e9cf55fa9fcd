// ---- odex ----
// Needs: node:odex (npm) odex
const odex = (f, start, T, n, tolerance) => {
  const {Solver} = require("odex");
  const solver = new Solver(start.length);
  solver.absoluteTolerance = solver.relativeTolerance = tolerance;
  solver.maxSteps = 1e6;
  solver.denseOutput = true;
  let third = null;
  const found = solver.solve((x, y) => f(x, y), 0, start, T, (n, x0, x1, y, at) => {
    if (x0 <= T / 3 && T / 3 < x1) third = start.map((_, i) => at(i, T / 3));
  });
  return [found.y, third];
};

const STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
const methods = [["odex", odex, TOLERANCES]];
