# ---- R pracma ----
# Needs: R:pracma r-cran-pracma
# Three models of one unknown, for functions that take no more; their solutions have closed forms.
scalar <- function(name, f, y) list(name, f, 3, y(0), y(1), y(3))
models <- c(models, list(
  scalar("logistic", function(t, y) y * (1 - y), function(t) 1 / (1 + 9 * exp(-t))),
  scalar("exp_sine", function(t, y) y * cos(t), function(t) exp(sin(t))),
  scalar("runge", function(t, y) -2 * t * y^2, function(t) 1 / (1 + t^2))))
scalars <- c("logistic", "exp_sine", "runge")

fixed <- function(solve) function(f, y, T, n, tolerance) {
  states <- as.matrix(solve(f, 0, T, y, n)$y)
  list(unname(states[n + 1, ]))
}

# The first step is a known part of the interval, 1/`parts`, and the longest step can be as long. So the
# interval has `parts` steps: more than to T, of which the state at T is taken, or fewer, and then another
# call goes on.
chosen <- function(solve, parts) function(f, y, T, n, tolerance) {
  h <- T / n
  done <- 0
  while (done < n) {
    now <- min(parts, n - done)
    found <- solve(f, done * h, (done + parts) * h, y, h)
    if (max(abs(found$t[1:(now + 1)] - h * (done + 0:now))) > 1e-9) stop("steps of other sizes")
    y <- found$y[now + 1, ]
    done <- done + now
  }
  list(unname(y))
}

ode23 <- chosen(function(f, a, b, y, h) pracma::ode23(f, a, b, y, rtol = 1e99, atol = 1e99), 10)
ode23s <- chosen(function(f, a, b, y, h) pracma::ode23s(f, a, b, y, rtol = 1e99, atol = 1e99, hmax = h), 100)
ode45 <- chosen(function(f, a, b, y, h) pracma::ode45(f, a, b, y, atol = 1e99, hmax = h), 100)
ode78 <- chosen(function(f, a, b, y, h) pracma::ode78(f, a, b, y, atol = 1e99, hmax = h), 50)

# ode23s calls f once with the function `t` of R as time.
guarded <- function(f) function(t, y) if (is.function(t)) y else f(t, y)
ode23s_guarded <- chosen(function(f, a, b, y, h) {
  pracma::ode23s(guarded(f), a, b, y, rtol = 1e99, atol = 1e99, hmax = h)
}, 100)

# A function with one place of its text changed: the cause of a finding is there if the change removes it.
corrected <- function(solve, from, to) {
  text <- deparse(solve)
  if (sum(grepl(from, text, fixed = TRUE)) != 1) stop("no single place with ", from)
  eval(parse(text = sub(from, to, text, fixed = TRUE)), asNamespace("pracma"))
}
abm3pc_corrected <- corrected(pracma::abm3pc, "z[3] <- f(x[2], y[2])", "z[3] <- f(x[3], y[3])")
cranknic_corrected <- corrected(pracma::cranknic, "+ f(t, y))", "+ f(ts[i - 1], y))")
rkf54_corrected <- corrected(pracma::rkf54, "n5 * k5", "n5 * k5 + r1 * k1 + r3 * k3 + r4 * k4 + r5 * k5 + r6 * k6")

# A step of the smallest size is always accepted.
rkf54 <- function(solve) function(f, a, b, y, n) {
  solve(f, a, b, y, tol = 1e-10, control = list(hmin = (b - a) / n, hmax = (b - a) / n, jmax = n + 9))
}

# The N of these two is the number of points: that of the steps and one.
cranknic <- function(solve) function(f, a, b, y, n) solve(f, a, b, y, N = n + 1)
# The same with t as the first component of the state.
cranknic_with_t <- function(f, a, b, y, n) {
  found <- cranknic(pracma::cranknic)(function(s, z) c(1, f(z[1], z[-1])), a, b, c(a, y), n)
  list(y = found$y[, -1])
}
newmark <- function(theta) function(f, a, b, y, n) {
  pracma::newmark(function(t, y) f(t, y)[2], a, b, y, N = n + 1, theta = theta)
}

dense <- function(f, y, T, n, tolerance) {
  found <- pracma::rk4sys(f, 0, T, y, n)
  list(unname(found$y[n + 1, ]), pracma::deval(found$x, found$y, T / 3))
}

# z(s) = y(-s) from 0 to -T has the end state y(T).
backward <- function(solve) function(f, a, b, y, n) solve(function(s, z) -f(-s, z), a, -b, y, n)
ode23_backward <- chosen(function(f, a, b, y, h) {
  found <- pracma::ode23(function(s, z) -f(-s, z), -a, -b, y, rtol = 1e99, atol = 1e99)
  list(t = -found$t, y = found$y)
}, 10)
restart <- function(f, y, T, n, tolerance) {
  middle <- fixed(pracma::rk4sys)(f, y, T / 2, n / 2, 0)[[1]]
  fixed(pracma::rk4sys)(function(t, z) f(t + T / 2, z), middle, T / 2, n / 2, 0)
}

systems <- c("pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain")
pendulums <- c("pendulum", "driven_pendulum")
methods <- list(
  list("rk4sys", fixed(pracma::rk4sys), TRUE, FALSE, systems),
  list("rk4", fixed(pracma::rk4), TRUE, FALSE, scalars),
  list("ode23", ode23, TRUE, FALSE, systems),
  list("ode23s", ode23s, TRUE, FALSE, systems),
  list("ode23s_guarded", ode23s_guarded, TRUE, FALSE, systems),
  list("ode45", ode45, TRUE, FALSE, systems),
  list("ode78", ode78, TRUE, FALSE, systems),
  list("rkf54", fixed(rkf54(pracma::rkf54)), TRUE, FALSE, scalars),
  list("rkf54_corrected", fixed(rkf54(rkf54_corrected)), TRUE, FALSE, scalars),
  list("abm3pc", fixed(pracma::abm3pc), TRUE, FALSE, scalars),
  list("abm3pc_corrected", fixed(abm3pc_corrected), TRUE, FALSE, scalars),
  list("euler", fixed(function(...) pracma::euler_heun(..., improved = FALSE)), TRUE, FALSE, scalars),
  list("euler_heun", fixed(pracma::euler_heun), TRUE, FALSE, scalars),
  list("cranknic", fixed(cranknic(pracma::cranknic)), TRUE, FALSE, c(pendulums, scalars)),
  list("cranknic_with_t", fixed(cranknic_with_t), TRUE, FALSE, c(pendulums, scalars)),
  list("cranknic_corrected", fixed(cranknic(cranknic_corrected)), TRUE, FALSE, c(pendulums, scalars)),
  list("newmark", fixed(newmark(0.5)), TRUE, FALSE, pendulums),
  list("newmark_theta", fixed(newmark(0.75)), TRUE, FALSE, pendulums),
  list("deval", dense, TRUE, FALSE, systems),
  list("rk4sys_backward", fixed(backward(pracma::rk4sys)), TRUE, FALSE, systems),
  list("ode23_backward", ode23_backward, TRUE, FALSE, systems),
  list("rk4sys_restart", restart, TRUE, FALSE, systems))
