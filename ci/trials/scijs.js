// ---- scijs: ode-euler, ode-midpoint, ode-rk4, ode45-cash-karp ----
// Needs: node:ode-rk4 (npm) ode-euler ode-midpoint ode-rk4 ode45-cash-karp
// Needs: node:ode-rk4 (npm) ode-euler ode-midpoint ode-rk4 ode45-cash-karp odex numeric mathjs
const scijs = (name) => (f, start, T, n) => {
  const field = (dydt, y, t) => f(t, [...y]).forEach((v, i) => dydt[i] = v);
  const integrator = require(name)([...start], field, 0, T / n);
  integrator.steps(n);
  return [integrator.y, null];
};

// Errors are not bounded, so that steps stay as long as dt.
const cash_karp = (f, start, T, n) => {
  const field = (dydt, y, t) => f(t, [...y]).forEach((v, i) => dydt[i] = v);
  const integrator = require("ode45-cash-karp")([...start], field, 0, T / n,
    {tol: 1e99, dtMaxMag: T / n, dtMinMag: T / n, verbose: false});
  for (let i = 0; i < n; i++) integrator.step();
  if (Math.abs(integrator.t - T) > 1e-9) throw new Error(`at ${integrator.t}, not at ${T}`);
  return [integrator.y, null];
};

// z(s) = y(-s) from 0 to -T has the end state y(T).
const backward = (solve) => (f, start, T, n) => solve((s, z) => f(-s, z).map((u) => -u), start, -T, n);

const restart = (solve) => (f, start, T, n) => {
  const [middle] = solve(f, start, T / 2, n / 2);
  return solve((t, z) => f(t + T / 2, z), [...middle], T / 2, n / 2);
};

const STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
const methods = [["ode-euler", scijs("ode-euler"), STEPS], ["ode-midpoint", scijs("ode-midpoint"), STEPS],
  ["ode-rk4", scijs("ode-rk4"), STEPS], ["ode45-cash-karp", cash_karp, STEPS],
  ["ode-midpoint_backward", backward(scijs("ode-midpoint")), STEPS],
  ["ode-rk4_backward", backward(scijs("ode-rk4")), STEPS], ["ode-rk4_restart", restart(scijs("ode-rk4")), STEPS]];
