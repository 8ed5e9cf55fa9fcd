# y' = y, y(0) = 1, to t = 1 with 40 and 80 steps.
error <- function(n) abs(pracma::abm3pc(function(t, y) y, 0, 1, 1, n)$y[n + 1] - exp(1))
e <- c(error(40), error(80))
cat(sprintf("error %.2g, with half the step %.2g: order %.1f, documented 3\n", e[1], e[2], log2(e[1] / e[2])))
# Prints with pracma 2.4.2:
# error 0.00098, with half the step 0.00025: order 2.0, documented 3
