// Trial of an integrator on five models whose solutions are known to 20 digits.
// Run:   node trial.js >trial.csv
// Judge: gimbal judge --card card.yaml trial.csv
// Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
"use strict";

const DEFECT = false; // true: the symplecticity defect of one step, by differences

// ---- Five models: positions, then velocities ----

const pendulum = (t, y) => [y[1], -Math.sin(y[0])];

const driven_pendulum = (t, y) => [y[1], -Math.sin(y[0]) + 0.3 * Math.cos(1.7 * t)];

function kepler(t, y) {
  const r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * Math.sqrt(r2);
  return [y[2], y[3], -y[0] / r3, -y[1] / r3];
}

const henon_heiles = (t, y) =>
  [y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] * y[0] + y[1] * y[1]];

// Ten masses between walls, with quartic and quadratic springs in turn.
function chain(t, y) {
  const q = [0, ...y.slice(0, 10), 0], force = [];
  for (let i = 0; i <= 10; i++) {
    const x = q[i + 1] - q[i];
    force.push(i % 2 ? 2 * x : 4 * x * x * x);
  }
  return [...y.slice(10), ...force.slice(1).map((s, i) => s - force[i])];
}

// Right-hand side, T, and the states at 0, T/3 and T.
const models = [
  ["pendulum", pendulum, 3,
    [1.0, 1.0],
    [1.5297907853434743299, 0.037195296955719380612],
    [-0.1732851170552567988, -1.3745700127771053625]],
  ["driven_pendulum", driven_pendulum, 3,
    [1.0, 0.5],
    [1.1688742476298780195, -0.23434994784418781457],
    [-0.87234822433058503825, -1.1159097147452630389]],
  ["kepler", kepler, 3,
    [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
     1.1363265062049125209],
    [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
     -0.078352325191695464642],
    [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
     -0.72608707196516039025]],
  ["henon_heiles", henon_heiles, 4,
    [0.1, -0.2, 0.4, 0.2],
    [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
     0.12348799093046947755],
    [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
     -0.17987906613095126729]],
  ["chain", chain, 3,
    [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3,
     -0.2, 0.1, -0.4, 0.2],
    [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
     0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
     0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
     0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
     0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
     -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
     -0.19863761917276262011, 0.0013607245545922337975],
    [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
     0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
     -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
     -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
     -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
     -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
     -0.23074703270276625446, 0.27703410364773412753]],
];

// ---- YOUR LIBRARY: the one place to fill in ----
// Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. Return the end
// state and, with dense output, the state at T/3, a third into a step. An exception is a failure.
function rk4(f, start, T, n, tolerance) {
  const h = T / n, c = [0, h / 2, h / 2, h], w = [h / 6, h / 3, h / 3, h / 6];
  let y = start;
  for (let i = 0; i < n; i++) {
    let k = y, sum = y;
    for (let stage = 0; stage < 4; stage++) {
      const before = k;
      k = f(i * h + c[stage], y.map((u, j) => u + c[stage] * before[j]));
      sum = sum.map((u, j) => u + w[stage] * k[j]);
    }
    y = sum;
  }
  return [y, null];
}

const STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
const methods = [["rk4", rk4, STEPS]];

// ---- The table ----

// The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n.
function defect(solve, f, T, start, n) {
  const half = start.length / 2, delta = Math.pow(Number.EPSILON, 0.2), J = [];
  const weights = [[-2, 1], [-1, -8], [1, 8], [2, -1]];
  start.forEach((_, c) => {
    let column = start.map(() => 0);
    for (const [at, weight] of weights) {
      const y = solve(f, start.map((u, i) => u + (i === c ? at * delta : 0)), T / n, 1, 0)[0];
      column = column.map((u, i) => u + weight * y[i] / (12 * delta));
    }
    J.push(column);
  });
  let largest = 0;
  J.forEach((a, i) => J.forEach((b, j) => {
    let sum = (j === i - half) - (j === i + half);
    for (let k = 0; k < half; k++) sum += a[k] * b[half + k] - a[half + k] * b[k];
    largest = Math.max(largest, Math.abs(sum));
  }));
  return largest;
}

// Four sums, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
function errors(y, exact) {
  return [0, 1, 2, 3].map((k) => {
    if (!y || k >= y.length) return "";
    let sum = 0;
    for (let i = k; i < y.length; i += 4) sum += y[i] - exact[i];
    return sum.toExponential(14);
  });
}

function row(name, solve, [word, f, T, start, third_exact, end], n, tolerance) {
  let count = 0, y, third, stopped = "";
  const begin = process.hrtime.bigint();
  try {
    [y, third] = solve((t, z) => (count++, f(t, z)), start, T, n, tolerance);
  } catch (error) {
    console.error(`trial: ${name} on ${word}: ${error}`);
    [y, third] = [[NaN, NaN, NaN, NaN], null];
    stopped = String(error).replace(/[\s",]+/g, " ");
  }
  const seconds = Number(process.hrtime.bigint() - begin) * 1e-9;
  const floor = Number.EPSILON * Math.max(...end.map(Math.abs)) * (32 + (n || 1000));
  console.log([name, word, n || "", n ? "" : tolerance, ...errors(y, end), ...errors(third, third_exact),
    floor.toPrecision(3), count, seconds.toPrecision(3),
    n && DEFECT ? defect(solve, f, T, start, n).toPrecision(3) : "", stopped].join(","));
}

console.log("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped");
const one = process.env.TRIAL; // the one method to run; else all
for (const [name, solve, runs] of methods)
  for (const model of models) {
    if (one && name !== one) continue;
    if (runs & STEPS)
      for (const n of [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226,
                       262, 304, 352, 412, 478, 556, 646, 748, 868, 1006])
        row(name, solve, model, n, 0);
    if (runs & TOLERANCES)
      for (let i = 0; i <= 36; i++) row(name, solve, model, 0, Math.pow(10, -3 - i / 4));
  }
