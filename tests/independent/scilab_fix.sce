// y' = y, y(0) = 1, to t = 1 with rtol = 1e-5 and atol = 1e-8.
function dy = f(t, y)
  dy = y
endfunction
for kind = ["fix", "rkf"]
  try
    y = ode(kind, 1, 0, 1, 1e-5, 1e-8, f)
    mprintf("%s: error %.1e\n", kind, y - %e)
  catch
    mprintf("%s: %s\n", kind, strsubst(lasterror(), ascii(10), " "))
  end
end
// Prints with Scilab 6.1.1:
// fix: ode: rksimp exit with state 3.
// rkf: error -5.1e-06
