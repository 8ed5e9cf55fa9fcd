# y' = y, y(0) = 1, to t = 1 with 20 and 40 steps; a step of the smallest size is always taken.
error <- function(n) {
  control <- list(hmin = 1 / n, hmax = 1 / n, jmax = n + 9)
  abs(pracma::rkf54(function(t, y) y, 0, 1, 1, tol = 1e-10, control = control)$y[n + 1] - exp(1))
}
e <- c(error(20), error(40))
cat(sprintf("error %.2g, with half the step %.2g: order %.1f, documented 5\n", e[1], e[2], log2(e[1] / e[2])))
# Prints with pracma 2.4.2:
# error 2e-08, with half the step 1.3e-09: order 3.9, documented 5
