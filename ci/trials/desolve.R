# ---- R deSolve ----
# Needs: R:deSolve r-cran-desolve
# Steps of one size: the steps are the times of output, and nothing bounds the error.
field <- function(f) function(t, y, p) list(f(t, y))

fixed <- function(name) function(f, y, T, n, tolerance) {
  h <- T / n
  sizes <- if (is.list(name) || deSolve::rkMethod(name)$varstep) list(hini = h, hmax = h)
  steps <- do.call(deSolve::rk, c(list(y, h * 0:n, field(f), NULL, method = name, rtol = 1, atol = 1e99), sizes))
  list(unname(steps[n + 1, -1]))
}

# Steps longer than those between the times of output, for methods that interpolate.
dense <- function(name) function(f, y, T, n, tolerance) {
  h <- T / n
  states <- deSolve::rk(y, c(0, T / 3, T), field(f), NULL, method = name, hini = h, hmax = h, rtol = 1, atol = 1e99)
  list(unname(states[3, -1]), unname(states[2, -1]))
}

adaptive <- function(name) function(f, y, T, n, tolerance) {
  states <- deSolve::ode(y, c(0, T / 3, T), field(f), NULL, method = name, rtol = tolerance, atol = tolerance,
    maxsteps = 1e6)
  list(unname(states[3, -1]), unname(states[2, -1]))
}

# rk23 with its third node, 2, set to 1: the sum of the third row of A.
corrected <- deSolve::rkMethod("rk23", c = c(0, 1 / 2, 1))

# z(s) = y(-s) from 0 to -T has the end state y(T). (Step sizes that are given have to be positive.)
backward <- function(name) function(f, y, T, n, tolerance) {
  steps <- deSolve::rk(y, -T / n * 0:n, field(function(s, z) -f(-s, z)), NULL, method = name)
  list(unname(steps[n + 1, -1]))
}

restart <- function(name) function(f, y, T, n, tolerance) {
  middle <- fixed(name)(f, y, T / 2, n / 2, 0)[[1]]
  fixed(name)(function(t, z) f(t + T / 2, z), middle, T / 2, n / 2, 0)
}

# The root of y_1 - c + 3 (t - T/3), which is at T/3 alone: the state there is compared with that at T/3.
root <- function(name) function(f, y, T, n, tolerance) {
  model <- Find(function(m) identical(m[[4]], y), models)
  g <- function(t, z, p) z[1] - model[[5]][1] + 3 * (t - T / 3)
  states <- deSolve::ode(y, c(0, T), field(f), NULL, method = name, rtol = tolerance, atol = tolerance,
    rootfun = g, maxsteps = 1e6)
  end <- deSolve::ode(y, c(0, T), field(f), NULL, method = name, rtol = tolerance, atol = tolerance, maxsteps = 1e6)
  list(unname(end[2, -1]), unname(states[2, -1]))
}

methods <- c(
  lapply(c("euler", "rk2", "rk4", "rk23", "rk23bs", "rk34f", "rk45f", "rk45ck", "rk45e", "rk45dp6", "rk45dp7",
    "rk78dp", "rk78f"), function(name) list(name, fixed(name), TRUE, FALSE)),
  lapply(c("rk45dp7", "rk45ck"), function(name) list(paste0(name, "_dense"), dense(name), TRUE, FALSE)),
  list(list("rk23_corrected", fixed(corrected), TRUE, FALSE)),
  lapply(c("lsoda", "lsode", "lsodes", "lsodar", "vode", "daspk", "radau", "bdf", "bdf_d", "adams", "impAdams",
    "impAdams_d", "ode45"), function(name) list(name, adaptive(name), FALSE, TRUE)),
  list(list("rk4_backward", backward("rk4"), TRUE, FALSE)),
  lapply(c("rk4", "rk45dp7", "rk23bs"), function(name) list(paste0(name, "_restart"), restart(name), TRUE, FALSE)),
  lapply(c("lsodar", "radau"), function(name) list(paste0(name, "_root"), root(name), FALSE, TRUE)))
