# An output folder whose content is made up, for the tests of the reports: orders with noise and a
# floor, long runs, an ensemble in two slices, and everything that is awkward to print (null, exact
# zeros, failed jobs and runs, marks that XML, TeX, TAP, YAML and gnuplot give a meaning).
# Usage: awk -v directory=DIR -f t06_synthetic.awk

function random() { # Park and Miller; the same numbers with every awk
  seed = (16807 * seed) % 2147483647
  return seed / 2147483647
}
function number(x) { return sprintf("%.17g", x) }
function text(s) { # s holds no control characters but those spelled as \n, \t
  gsub(/"/, "\\\"", s)
  return "\"" s "\""
}
function maximum(a, b) { return a > b ? a : b }

function order_record(method, model, place, q, v, l, floor, quad,   key, i, n, t, k, quantities, p, e, h, N, errors, floors, series, values, name, eps, precision, points, list, pass, measurements) {
  key = "order/" method "/" model ":" place
  split("q v lambda", name, " ")
  p[1] = q; p[2] = v; p[3] = l
  measurements = ""
  for (pass = 0; pass <= quad; pass++) {
    eps = pass ? 1e-31 : floor
    series = ""
    for (k = 1; k <= 3; k++) floors[k] = ""
    for (i = 0; i < 12; i++) {
      N = 8 * int(2 ^ (i / 2) + 0.5)
      if (i == 1) N = 8
      if (i == 1) continue
      h = 1 / N
      errors = ""
      for (k = 1; k <= 3; k++) {
        if (p[k] == 0) continue
        values = ""
        for (t = 1; t <= 4; t++) {
          e = 0.3 * k * (0.5 + t / 8) * h ^ p[k] * (1 + 6 * h * h) + eps * (1 + N / 100) * (random() - 0.5)
          values = values (t > 1 ? "," : "") "[" number(e) "," number(-e / 2) "]"
        }
        errors = errors (errors == "" ? "" : ",") "\"" name[k] "\":[" values "]"
        floors[k] = floors[k] (floors[k] == "" ? "" : ",") number(eps * (1 + N / 100))
      }
      if (method == "rk4" && i == 0)
        series = series (series == "" ? "" : ",") "{\"steps\":" N ",\"h\":" number(h) ",\"status\":\"failed\",\"reason\":\"the solve did not converge: DIVERGED_MAX_IT\",\"time\":0.25}"
      else
        series = series (series == "" ? "" : ",") "{\"steps\":" N ",\"h\":" number(h) ",\"status\":\"done\",\"errors\":{" errors "},\"counts\":{\"steps\":" N "}}"
    }
    list = ""
    for (k = 1; k <= 3; k++)
      if (p[k]) list = list (list == "" ? "" : ",") "\"" name[k] "\":[" floors[k] "]"
    measurements = measurements (pass ? "," : "") "{\"precision\":\"" (pass ? "quad" : "double") "\",\"epsilon\":" (pass ? "1.9e-34" : "2.2e-16") ",\"duration\":1.0,\"times\":[0.25,0.5,0.75,1.0],\"series\":[" series "],\"floor\":{" list "}}"
  }
  print "{\"key\":" text(key) ",\"fingerprint\":\"00\",\"job\":{\"key\":" text(key) ",\"kind\":\"order\",\"method\":" text(method) ",\"model\":\"" model "\",\"case\":\"" place "\",\"realisation\":0,\"claims\":[]},\"status\":\"done\",\"reason\":null,\"measured\":{\"measurements\":[" measurements "]}}" > results
  for (k = 1; k <= 3; k++)
    if (p[k])
      verdict(key, method, model, place, "order", name[k], p[k], number(p[k] + 0.02 * (random() - 0.5)), 0.004 + 0.03 * random(), "confirmed", "the fitted order lies within 0.15 of " p[k], "confirmed", "", "plugin", "", quad ? "quad" : "double", "{\"from\":16,\"to\":" (floor > 1e-14 || q < 6 ? 256 : 64) ",\"points\":9}")
}

function verdict(key, method, model, place, study, quantity, claimed, observed, half, word, reason, expect, why, origin, where, precision, window,   passes) {
  passes = expect == "refuted" ? word == "refuted" || word == "skipped" : word == "confirmed" || word == "skipped"
  print "{\"key\":" text(key) ",\"method\":" text(method) ",\"model\":\"" model "\",\"case\":\"" place "\",\"study\":\"" study "\",\"quantity\":\"" quantity "\",\"claimed\":" (claimed ~ /^[0-9]/ ? claimed : text(claimed)) ",\"observed\":" (observed == "" ? "null" : observed ~ /^[0-9.-]/ ? observed : text(observed)) ",\"lower\":" (half == "" ? "null" : number(observed - half)) ",\"upper\":" (half == "" ? "null" : number(observed + half)) ",\"verdict\":\"" word "\",\"reason\":" text(reason) ",\"command\":" text("gimbal verify -m '" method "' -M " model ":" place) ",\"expect\":\"" expect "\",\"why\":" (why == "" ? "null" : text(why)) ",\"passes\":" (passes ? "true" : "false") ",\"source\":\"[MS] eq. 14\",\"origin\":\"" origin "\",\"place\":" (where == "" ? "null" : text(where)) ",\"precision\":\"" precision "\",\"smallest_error\":1.25e-12,\"flags\":[" (claimed == 2 ? "\"exceeds\"" : "") "],\"window\":" (window == "" ? "null" : window) ",\"floor\":1e-14}" > verdicts
}

function quantity(name, study, h, steps, size, growth, zero,   blocks, series, i, t, T, m, v) {
  T = h * steps
  for (i = 0; i < 128; i++) {
    t = T * (i + 0.5) / 128
    m = zero ? 0 : size * (1 + growth * t) * (0.9 + 0.2 * random())
    blocks = blocks (i ? "," : "") "{\"steps\":" int(steps / 128) ",\"time\":" number(t) ",\"mean\":0,\"mean_square\":" number(m * m / 2) ",\"maximum\":" number(m) "}"
  }
  for (i = 0; i < 400; i++) {
    t = T * i / 399
    v = zero ? 0 : size * ((1 + growth * t) * sin(40 * i + i * i) + growth * t)
    series = series (i ? "," : "") "[" number(t) "," (i == 200 && growth > 0 ? "null" : number(v)) "]"
  }
  return "\"" name "\":{\"study\":\"" study "\",\"kind\":\"\",\"scale\":1.5,\"maximum\":" number(zero ? 0 : size * (1 + growth * T)) ",\"final\":" number(zero ? 0 : size / 3) ",\"blocks\":[" blocks "],\"series\":[" series "]}"
}

function long_record(method, model, place, power, growth, failed,   key, runs, i, h, constraint) {
  key = "long/" method "/" model ":" place
  for (i = 1; i <= 3; i++) {
    h = 0.4 / 2 ^ i
    constraint = model == "cvt"
    runs = runs (i > 1 ? "," : "") "{\"h\":" number(h) ",\"steps\":10000,\"duration\":" number(1e4 * h) ",\"status\":\"" (failed && i == 1 ? "failed\",\"reason\":\"the state left the domain of the model\",\"time\":" number(4e3 * h) : "done\",\"reason\":null,\"time\":" number(1e4 * h)) ",\"quantities\":{" quantity("energy", "energy", h, 10000, 0.1 * h ^ power, growth, 0)
    if (constraint)
      runs = runs "," quantity("driver", "invariant", h, 10000, 0.3 * h ^ power, 0, 0) "," quantity("nodes", "constraint", h, 10000, 1e-15, 0, method == "lobatto_nonholonomic_2" && i == 2)
    runs = runs "}}"
  }
  print "{\"key\":" text(key) ",\"fingerprint\":\"00\",\"job\":{\"key\":" text(key) ",\"kind\":\"long\",\"method\":" text(method) ",\"model\":\"" model "\",\"case\":\"" place "\",\"realisation\":0,\"claims\":[]},\"status\":\"done\",\"reason\":null,\"measured\":{\"precision\":\"double\",\"epsilon\":2.2e-16,\"runs\":[" runs "]}}" > results
}

function ensemble_record(method, order, h, low, high,   i, times, sums, key, n) {
  key = "ensemble/" method "/chaotic:ensemble/" h "/" low
  for (i = 1; i <= 64; i++) {
    n = 100 * i / 64
    times = times (i > 1 ? "," : "") number(n)
    sums = sums (i > 1 ? "," : "") (i == 20 ? "null" : number((high - low) * 0.5 * h ^ order * (1 + 3 * n) * (0.95 + 0.1 * random())))
  }
  print "{\"key\":" text(key) ",\"fingerprint\":\"00\",\"job\":{\"key\":" text(key) ",\"kind\":\"ensemble\",\"method\":\"" method "\",\"model\":\"chaotic\",\"case\":\"ensemble\",\"realisation\":0,\"claims\":[{\"study\":\"energy\",\"quantity\":\"energy\",\"value\":\"random_walk\",\"order\":" order "}]},\"status\":\"done\",\"reason\":null,\"measured\":{\"precision\":\"double\",\"h\":" h ",\"steps\":1000,\"members\":[" low "," high "],\"failed_members\":" (low == 0 ? 1 : 0) ",\"times\":[" times "],\"quantities\":{\"energy\":{\"scale\":1,\"sum_square\":[" sums "],\"sum_fourth\":[]}}}}" > results
}

BEGIN {
  seed = 20240607
  results = directory "/results.jsonl"
  verdicts = directory "/verdicts.jsonl"
  strange = "odd<&>'\"#_%$ψ~^\\\\method"

  n = split("nonholonomic_particle:paper cvt:low_eps05 cvt:high_eps05", places, " ")
  for (i = 1; i <= n; i++) {
    split(places[i], part, ":")
    for (s = 2; s <= 5; s++)
      order_record("lobatto_nonholonomic_" s, part[1], part[2], 2 * s - 2, 2 * s - 2, s - s % 2, 1e-15, s >= 4)
    order_record("dla:tau=1/3", part[1], part[2], 1, 1, 0, 1e-15, 0)
  }
  m = split("gauss_2 gauss_3 implicit_midpoint rk4 stormer_verlet symplectic_euler yoshida_4 yoshida_6", others, " ")
  split("4 6 2 4 2 1 4 6", orders, " ")
  for (j = 1; j <= m; j++)
    order_record(others[j], "kepler", "e06", orders[j], orders[j], 0, 1e-15, orders[j] >= 6)
  order_record(strange, "kepler", "e06", 2, 2, 0, 1e-12, 0)

  for (s = 2; s <= 3; s++) {
    long_record("lobatto_nonholonomic_" s, "cvt", "low_eps05", 2 * s - 2, 0, 0)
    verdict("long/lobatto_nonholonomic_" s "/cvt:low_eps05", "lobatto_nonholonomic_" s, "cvt", "low_eps05", "energy", "energy", "bounded", "bounded", "", "confirmed", "the oscillation of 4.268e-3 does not grow", "confirmed", "", "suite", "Fig. 5 (left)", "double", "")
    verdict("long/lobatto_nonholonomic_" s "/cvt:low_eps05", "lobatto_nonholonomic_" s, "cvt", "low_eps05", "constraint", "nodes", "exact", "exact", "", "confirmed", "the largest residual is 1.1e-15", "confirmed", "", "plugin", "", "double", "")
  }
  long_record("rk4", "kepler", "e06", 4, 0.001, 1)
  long_record("stormer_verlet", "kepler", "e06", 2, 0, 0)
  long_record(strange, "kepler", "e06", 3, 0, 0)
  for (s = 2; s <= 3; s++)
    for (i = 1; i <= 2; i++)
      for (low = 0; low < 101; low += 51)
        ensemble_record("lobatto_nonholonomic_" s, s == 2 ? 4 : 10, 0.2 / i, low, low ? 101 : 51)

  verdict("long/rk4/kepler:e06", "rk4", "kepler", "e06", "energy", "energy", "drift", "drift", "", "confirmed", "the energy drifts by -1.2e-7 per unit of time", "confirmed", "", "plugin", "", "double", "")
  verdict("order/" strange "/kepler:e06", strange, "kepler", "e06", "order", "p", 3, number(2.01), 0.01, "refuted", "the order of p is 2.01 < 3 & not \"3\"; counterexample: h = 1/64 # not 1/32", "confirmed", "", "plugin", "", "double", "")
  verdict("order/" strange "/cvt:high_eps05", strange, "cvt", "high_eps05", "order", "q", 2, "", "", "failed", "signal 11 (Segmentation fault)", "confirmed", "", "plugin", "", "double", "")
  verdict("order/yoshida_6/kepler:e06", "yoshida_6", "kepler", "e06", "order", "mu", 6, number(5.7), 0.4, "undecided", "only 4 points lie above the floor: quadruple precision would decide", "confirmed", "", "plugin", "", "double", "")
  verdict("order/rk4/kepler:e06", "rk4", "kepler", "e06", "structure", "symplectic", "no", "", "", "skipped", "degenerate: the problem is linear", "confirmed", "", "plugin", "", "double", "")
  verdict("order/gauss_2/kepler:e06", "gauss_2", "kepler", "e06", "energy", "energy", "exact", "bounded", "", "refuted", "the energy oscillates by 1e-7", "refuted", "the paper's proof holds for quadratic energies only", "suite", "Table 2, row 3", "double", "")
  verdict("skipped/rk4/order/q", "rk4", "*", "*", "order", "lambda", 4, "", "", "skipped", "no selected model meets the condition k > 0", "confirmed", "", "plugin", "", "double", "")
  if (surprise)
    verdict("order/gauss_3/kepler:e06", "gauss_3", "kepler", "e06", "energy", "energy", "bounded", "bounded", "", "confirmed", "no drift", "refuted", "it was seen to drift", "suite", "§ 4", "double", "")
  print "{\"key\":\"order/odd/cvt:high_eps05\",\"fingerprint\":\"00\",\"job\":{\"key\":\"x\",\"kind\":\"order\",\"method\":" text(strange) ",\"model\":\"cvt\",\"case\":\"high_eps05\",\"claims\":[]},\"status\":\"failed\",\"reason\":\"signal 11 (Segmentation fault)\",\"measured\":null}" > results
  print "{\"versions\":{\"gimbal\":\"0.1.0\",\"commit\":\"0123456789ab\",\"petsc\":\"3.18.5\"},\"host\":{\"name\":\"nowhere\"},\"suite\":{\"name\":\"synthetic\",\"title\":\"Made up <&>\",\"description\":\"Numbers for tests.\"},\"options\":{\"petsc\":[\"-step_snes_atol\",\"1e-14\"]},\"methods\":{\"rk4\":{\"title\":\"Runge and Kutta, order 4\",\"citation\":\"Kutta 1901\",\"hash\":\"00ff\"}}}" > (directory "/manifest.json")
}
