# Trial of an integrator on five models whose solutions are known to 20 digits.
# Run:   Rscript trial.R >trial.csv
# Judge: gimbal judge --card card.yaml trial.csv
# Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.

measure_defect <- FALSE # TRUE: the symplecticity defect of one step, by differences

# ---- Five models: positions, then velocities ----

pendulum <- function(t, y) c(y[2], -sin(y[1]))

driven_pendulum <- function(t, y) c(y[2], -sin(y[1]) + 0.3 * cos(1.7 * t))

kepler <- function(t, y) c(y[3:4], -y[1:2] / sqrt(y[1]^2 + y[2]^2)^3)

henon_heiles <- function(t, y) c(y[3:4], -y[1] - 2 * y[1] * y[2], -y[2] - y[1]^2 + y[2]^2)

# Ten masses between walls, with quartic and quadratic springs in turn.
chain <- function(t, y) {
  x <- diff(c(0, y[1:10], 0))
  c(y[11:20], diff(ifelse(1:11 %% 2, 4 * x^3, 2 * x)))
}

# Right-hand side, T, and the states at 0, T/3 and T.
models <- list(
  list("pendulum", pendulum, 3,
    c(1.0, 1.0),
    c(1.5297907853434743299, 0.037195296955719380612),
    c(-0.1732851170552567988, -1.3745700127771053625)),
  list("driven_pendulum", driven_pendulum, 3,
    c(1.0, 0.5),
    c(1.1688742476298780195, -0.23434994784418781457),
    c(-0.87234822433058503825, -1.1159097147452630389)),
  list("kepler", kepler, 3,
    c(0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
      1.1363265062049125209),
    c(-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
      -0.078352325191695464642),
    c(-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
      -0.72608707196516039025)),
  list("henon_heiles", henon_heiles, 4,
    c(0.1, -0.2, 0.4, 0.2),
    c(0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
      0.12348799093046947755),
    c(-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
      -0.17987906613095126729)),
  list("chain", chain, 3,
    c(0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3,
      -0.2, 0.1, -0.4, 0.2),
    c(0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
      0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
      0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
      0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
      -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
      -0.19863761917276262011, 0.0013607245545922337975),
    c(0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
      0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
      -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
      -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
      -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
      -0.23074703270276625446, 0.27703410364773412753))
)

# ---- YOUR LIBRARY: the one place to fill in ----
# Each method: name, function, and whether it can be run with steps, and with tolerances. The function
# integrates y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. It returns a
# list of the end state and, with dense output, the state at T/3, a third into a step. An error is a failure.
# A method that cannot run all models has their names as a fifth entry.

rk4 <- function(f, y, T, n, tolerance) {
  h <- T / n
  for (t in h * seq(0, n - 1)) {
    k <- f(t, y)
    l <- f(t + h / 2, y + h / 2 * k)
    m <- f(t + h / 2, y + h / 2 * l)
    y <- y + h / 6 * (k + 2 * l + 2 * m + f(t + h, y + h * m))
  }
  list(y)
}

desolve_rk4 <- function(f, y, T, n, tolerance) {
  states <- deSolve::rk4(y, T / n * 0:n, function(t, y, p) list(f(t, y)), NULL)
  list(unname(states[n + 1, -1]))
}

desolve_lsoda <- function(f, y, T, n, tolerance) {
  states <- deSolve::lsoda(y, c(0, T / 3, T), function(t, y, p) list(f(t, y)), NULL,
    rtol = tolerance, atol = tolerance, maxsteps = 100000)
  list(unname(states[3, -1]), unname(states[2, -1]))
}

methods <- list(list("rk4", rk4, TRUE, FALSE))
if (requireNamespace("deSolve", quietly = TRUE)) {
  methods <- c(methods, list(
    list("deSolve rk4", desolve_rk4, TRUE, FALSE), list("lsoda", desolve_lsoda, FALSE, TRUE)))
}

# ---- The table ----

# The largest entry of J'WJ - W, W = [0 1; -1 0], for the derivative J of one step of size T/n.
defect <- function(solve, f, T, start, n) {
  dim <- length(start)
  unit <- diag(dim)
  W <- kronecker(matrix(c(0, -1, 1, 0), 2), diag(dim / 2))
  delta <- .Machine$double.eps^0.2
  at <- function(c, k) solve(f, start + k * delta * unit[, c], T / n, 1, 0)[[1]]
  J <- sapply(1:dim, function(c) {
    (at(c, -2) - 8 * at(c, -1) + 8 * at(c, 1) - at(c, 2)) / (12 * delta)
  })
  max(abs(t(J) %*% W %*% J - W))
}

# Four sums, with their signs: of the components 1, 5, 9 ..., 2, 6, 10 ... and so on.
errors <- function(y, exact) {
  sapply(1:4, function(k) {
    if (k > length(y)) return("")
    at <- seq(k, length(y), 4)
    sprintf("%.14e", sum(y[at] - exact[at]))
  })
}

row <- function(method, model, n, tolerance) {
  f <- model[[2]]
  count <- 0
  counted <- function(t, y) {
    count <<- count + 1
    f(t, y)
  }
  stopped <- ""
  begin <- proc.time()[["elapsed"]]
  found <- tryCatch(method[[2]](counted, model[[4]], model[[3]], n, tolerance), error = function(e) {
    message("trial: ", method[[1]], " on ", model[[1]], ": ", conditionMessage(e))
    stopped <<- gsub("[[:space:]\",]+", " ", conditionMessage(e))
    list(rep(NaN, length(model[[4]])))
  })
  seconds <- proc.time()[["elapsed"]] - begin
  floor <- .Machine$double.eps * max(abs(model[[6]])) * (32 + if (n) n else 1000)
  cat(method[[1]], model[[1]], if (n) n else "", if (n) "" else sprintf("%.17g", tolerance),
    errors(found[[1]], model[[6]]), errors(if (length(found) > 1) found[[2]], model[[5]]),
    sprintf("%.3g", floor), count, sprintf("%.3g", seconds),
    if (n && measure_defect) sprintf("%.3g", defect(method[[2]], f, model[[3]], model[[4]], n)) else "", stopped,
    sep = ",")
  cat("\n")
}

cat("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped\n")
one <- Sys.getenv("TRIAL") # the one method to run; else all
for (method in methods) {
  if (one != "" && method[[1]] != one) next
  for (model in models) {
    if (length(method) > 4 && !(model[[1]] %in% method[[5]])) next
    if (method[[3]]) {
      for (n in c(22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262,
                  304, 352, 412, 478, 556, 646, 748, 868, 1006)) {
        row(method, model, n, 0)
      }
    }
    if (method[[4]]) for (i in 0:36) row(method, model, 0, 10^(-3 - i / 4))
  }
}
