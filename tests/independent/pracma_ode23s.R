# y' = cos t, y(0) = 0, to t = 1; then f returns y where the time is R's function t.
f <- function(t, y) cos(t)
guarded <- function(t, y) if (is.function(t)) y else f(t, y)
end <- function(f) tail(pracma::ode23s(f, 0, 1, 0)$y, 1) - sin(1)
cat(tryCatch(end(f), error = conditionMessage), "\n", sep = "")
cat(sprintf("guarded: error %.1e\n", end(guarded)))
# Prints with pracma 2.4.2:
# non-numeric argument to mathematical function
# guarded: error 3.2e-04
