# y' = cos t, y(0) = 0, and y' = -y, y(0) = 1, to t = 1 with 40 and 80 steps; N is the number of points.
report <- function(name, f, start, end) {
  error <- function(n) abs(pracma::cranknic(f, 0, 1, start, N = n + 1)$y[n + 1] - end)
  e <- c(error(40), error(80))
  cat(sprintf("%s: error %.2g, with half the step %.2g: order %.1f\n", name, e[1], e[2], log2(e[1] / e[2])))
}
report("y' = cos t", function(t, y) cos(t), 0, sin(1))
report("y' = -y", function(t, y) -y, 1, exp(-1))
# Prints with pracma 2.4.2:
# y' = cos t: error 0.0058, with half the step 0.0029: order 1.0
# y' = -y: error 1.9e-05, with half the step 4.8e-06: order 2.0
