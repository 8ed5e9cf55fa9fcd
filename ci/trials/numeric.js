// ---- numeric ----
// Needs: node:numeric (npm) numeric
const dopri = (f, start, T, n, tolerance) => {
  const found = require("numeric").dopri(0, T, start, f, tolerance, 1e6);
  return [found.y[found.y.length - 1], found.at(T / 3)];
};

const STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
const methods = [["dopri", dopri, TOLERANCES]];
