# y' = cos t, y(0) = 0, to t = 1 with 20 and 40 steps, by two methods of "order 2(3)".
library(deSolve)
slope <- function(t, y, p) list(cos(t))
error <- function(name, n) {
  y <- rk(0, 0:n / n, slope, NULL, method = name, hini = 1 / n, hmax = 1 / n, rtol = 1, atol = 1e99)
  abs(y[n + 1, 2] - sin(1))
}
for (name in c("rk23", "rk23bs")) {
  e <- c(error(name, 20), error(name, 40))
  cat(sprintf("%s: error %.2g, with half the step %.2g: order %.1f\n", name, e[1], e[2], log2(e[1] / e[2])))
}
cat(sprintf("nodes of rk23: %s\n", toString(rkMethod("rk23")$c)))
# Prints with deSolve 1.34:
# rk23: error 0.0042, with half the step 0.002: order 1.1
# rk23bs: error 2e-07, with half the step 2.5e-08: order 3.0
# nodes of rk23: 0, 0.5, 2
