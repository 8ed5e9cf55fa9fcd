# shellcheck shell=sh
# The notations of gimbal algebra --print, which calls it: FORMAT NAME CLAIMS STAGES ENTRIES. ENTRIES are those of
# A by rows, of b and of c.
format=$1 name=$2 claims=$3 stages=$4
shift 4
printf '%s\n' "$@" | awk -v format="$format" -v name="$name" -v claims="$claims" -v s="$stages" '
  # How a format writes a matrix and a vector, of which NAME is the name and S the number of stages.
  function matrix(begin, row, cell_, row_end, next_row, end) {
    m_begin = begin; m_row = row; m_cell = cell_; m_row_end = row_end; m_next = next_row; m_end = end
  }
  function vector(begin, cell_, end) { v_begin = begin; v_cell = cell_; v_end = end }
  function fill(text) { gsub(/NAME/, array, text); gsub(/S/, s, text); return text }

  # Integers of a fraction are of the type of the numbers.
  function typed(entry, point, exponent) {
    if (entry ~ /^[-0-9\/]+$/) { gsub(/[0-9]+/, "&" point, entry); return entry }
    sub(/e/, exponent, entry)
    return entry
  }
  # A fraction as \frac, a root as \sqrt.
  function latex(entry, out, at, depth, root, letter) {
    if (entry ~ /^-?[0-9]+\/[0-9]+$/) {
      out = sub(/^-/, "", entry) ? "-" : ""
      split(entry, part, "/")
      return out "\\frac{" part[1] "}{" part[2] "}"
    }
    for (at = 1; at <= length(entry); at++) {
      letter = substr(entry, at, 1)
      if (substr(entry, at, 5) == "sqrt(") { out = out "\\sqrt{"; at += 4; root = ++depth; continue }
      depth += (letter == "(") - (letter == ")")
      if (letter == ")" && root == depth + 1) { letter = "}"; root = 0 }
      out = out (letter == "*" ? "\\," : letter)
    }
    return out
  }
  function put_matrix(which, i) {
    array = which
    printf "%s", fill(m_begin)
    for (i = 0; i < s * s; i++)
      printf "%s%s%s", i % s ? "" : (i ? m_next : "") m_row, entry[i], (i + 1) % s ? m_cell : m_row_end
    printf "%s", fill(m_end)
  }
  function put_vector(which, first, i) {
    array = which
    printf "%s", fill(v_begin)
    for (i = 0; i < s; i++) printf "%s%s", i ? v_cell : "", entry[first + i]
    printf "%s", fill(v_end)
  }
  function put_line(i, between, j) {
    line = (i < s ? entry[s * s + s + i] : "") (format == "text" ? " | " : between)
    for (j = 0; j < s; j++) line = line (j ? between : "") entry[s * i + j]
    print line (format != "latex" ? "" : i == s - 1 ? " \\\\ \\hline" : i < s ? " \\\\" : "")
  }

  {
    entry[NR - 1] = format == "c" ? typed($0, ".0", "e") : format == "fortran" ? typed($0, ".0d0", "d") \
      : format == "latex" ? latex($0) : $0
  }
  END {
    mark["latex"] = mark["octave"] = "% "; mark["python"] = mark["julia"] = "# "; mark["fortran"] = "! "
    if (format == "json") printf "{\"name\": \"%s\", \"claims\": \"%s\"", name, claims
    else print (format == "c" ? "/* " : mark[format]) name ": " claims (format == "c" ? " */" : "")
    if (format == "python") print "from math import sqrt"
    if (format == "latex") print "\\begin{array}{c|*{" s "}{c}}"
    if (format ~ /text|csv|latex/) {
      for (i = 0; i <= s; i++) put_line(i, format == "latex" ? " & " : ", ")
      print format == "latex" ? "\\end{array}" : ""
      exit
    }
    vector("NAME = [", ", ", "]\n")
    matrix("NAME = [", "[", ", ", "]", ",\n     ", "]\n")
    if (format == "octave") { matrix("NAME = [", "", ", ", "", ";\n     ", "];\n"); vector("NAME = [", ", ", "];\n") }
    if (format == "julia") matrix("NAME = [", "", " ", "", ";\n     ", "]\n")
    if (format == "json") {
      matrix(",\n \"NAME\": [", "[\"", "\", \"", "\"]", ",\n       ", "]")
      vector(",\n \"NAME\": [\"", "\", \"", "\"]")
    }
    if (format == "c") {
      matrix("static const double NAME[S][S] = {", "{", ", ", "}", ",\n  ", "};\n")
      vector("static const double NAME[S] = {", ", ", "};\n")
    }
    if (format == "fortran") {
      matrix("double precision, parameter :: NAME(S,S) = transpose(reshape([ &\n  ", "", ", &\n  ", "", ", &\n  ", "], [S,S]))\n")
      vector("double precision, parameter :: NAME(S) = [ &\n  ", ", &\n  ", "]\n")
    }
    put_matrix("A")
    put_vector("b", s * s)
    put_vector("c", s * s + s)
    if (format == "json") print "}"
  }'
