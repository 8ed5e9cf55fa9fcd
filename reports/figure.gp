# One figure: its panels, then the legend and the notes. A panel's curves are named at their right ends.
# Reads: what figures.gp sets; panels figure_output figure_format; for each panel p panel_title[p] x_label[p] y_label[p], range[p] ("x_low x_high y_low y_high" of the data), axes[p]
# (1: logarithmic x, 2: logarithmic y, 8: equal scales, 16: tight), band[p] (how dark noise levels are),
# has[p] (1: $lines_p, 2: $marks_p, 4: $crosses_p, 8: $bands_p, 16: $guides_p); of the names of all panels
# name_text[i] name_colour[i] name_shape[i] name_y[i], those of panel p from first[p] to first[p + 1] - 1;
# legends legend_text legend_colour legend_shape.
load templates . '/style.gp'
max(a, b) = a > b ? a : b
min(a, b) = a < b ? a : b
letter = 6.6 # pixels
row = 18

# ---- The size of the whole ----
longest = 0
do for [i=1:names] { longest = max(longest, strlen(name_text[i])) }
right = longest ? 30 + letter * longest : 26
cell = panel_width + (narrow ? 0 : right - 26)
if (!columns) { columns = panels == 4 || panels == 2 ? 2 : panels == 1 ? 1 : cell > 500 ? 2 : 3 }
columns = min(columns, panels)
width = max(columns * cell, narrow ? 0 : 640)
do for [i=1:notes] { width = max(width, 40 + letter * strlen(note(i))) }
cell = 1.0 * width / columns
entry = 0
do for [i=1:legends] { entry = max(entry, 40 + letter * strlen(legend_text[i])) }
legend_columns = max(1, int((width - 30) / max(1, entry)))
legend_rows = (legends + legend_columns - 1) / legend_columns
header = narrow ? 0 : 36
below = header + panel_height * ((panels + columns - 1) / columns)
height = below + row * (legend_rows + notes) + 8

# SVG counts a font's size in pixels, the others in points; a figure of a paper has 8 points.
if (figure_format eq 'svg') {
  set terminal svg size width,height fixed enhanced font (narrow ? 'sans-serif,10.7' : 'sans-serif,12') background '#ffffff'
} else { if (figure_format eq 'png') {
  set terminal pngcairo size 2*width,2*height fontscale 2 enhanced font (narrow ? 'sans-serif,8' : 'sans-serif,9') linewidth 2 pointscale 2
} else {
  set terminal pdfcairo size width/96.0,height/96.0 enhanced font (narrow ? 'sans-serif,8' : 'sans-serif,9') linewidth 1
} }
set output figure_output
set multiplot

array low[2]
array high[2]
array at[max(1, names)]
do for [p=1:panels] {
  left = ((p - 1) % columns) * cell
  top = header + ((p - 1) / columns) * panel_height
  inner = panel_height - 82.0
  set lmargin at screen (left + (narrow ? 56.0 : 82.0)) / width
  set rmargin at screen (left + cell - right) / width
  set tmargin at screen 1 - (top + 26.0) / height
  set bmargin at screen 1 - (top + panel_height - 56.0) / height

  # ---- Ranges: those of the data and a margin ----
  do for [k=1:2] {
    low[k] = real(word(range[p], 2 * k - 1))
    high[k] = real(word(range[p], 2 * k))
    if (axes[p] & k) {
      low[k] = k == 1 ? low[k] / 1.3 : 10 ** floor(log10(low[k]) - 0.1)
      high[k] = k == 1 ? high[k] * 1.3 : 10 ** ceil(log10(high[k]) + 0.1)
    } else {
      margin = high[k] > low[k] ? 0.06 * (high[k] - low[k]) : low[k] == 0 ? 1 : 0.1 * abs(low[k])
      both = k == 2 || (axes[p] & 16)
      low[k] = both ? low[k] - margin : low[k] > 0 && low[k] < 0.2 * high[k] ? 0 : low[k]
      high[k] = both ? high[k] + margin : max(high[k], low[k] + margin)
    }
  }
  if (axes[p] & 8) {
    across = cell - right - 82.0
    scale = max((high[1] - low[1]) / across, (high[2] - low[2]) / inner)
    do for [k=1:2] {
      more = scale * (k == 1 ? across : inner) - (high[k] - low[k])
      low[k] = low[k] - more / 2
      high[k] = high[k] + more / 2
    }
  }
  unset logscale
  if (axes[p] & 1) { set logscale x 10 }
  if (axes[p] & 2) { set logscale y 10 }
  set xrange [low[1]:high[1]]
  set yrange [low[2]:high[2]]

  # ---- Tics: about five on a linear axis; powers of ten, or 1, 2, 5 where these are few, since gnuplot 6
  # goes on in equal steps and gives them all the last one's name. From where on is said, since it draws
  # none where (high - low) / 10^step would be too many. Minor tics between many decades are a smear.
  do for [k=1:2] {
    axis = k == 1 ? 'x' : 'y'
    eval 'set m' . axis . 'tics default'
    if (!(axes[p] & k)) {
      step = (high[k] - low[k]) / 5
      power = 10 ** floor(log10(step))
      step = power * (step / power < 1.5 ? 1 : step / power < 3.5 ? 2 : step / power < 7.5 ? 5 : 10)
      eval sprintf("set %stics %.9g; set format %s '%%g'", axis, step, axis)
    } else { if (floor(log10(high[k])) - ceil(log10(low[k])) < 2) {
      list = ''
      do for [decade=floor(log10(low[k])):ceil(log10(high[k]))] {
        do for [digit in '1 2 5'] {
          value = int(digit) * 10.0 ** decade
          if (value >= low[k] && value <= high[k]) { list = list . (strlen(list) ? ', ' : '') . sprintf("'%g' %.3g", value, value) }
        }
      }
      eval 'set ' . axis . 'tics (' . list . ')'
    } else {
      step = ceil(log10(high[k] / low[k]) / 9)
      eval sprintf("set %stics 1e%d,1e%d; set m%stics %d; set format %s '10^{%%L}'", axis, \
        step * floor(log10(low[k]) / step), step, axis, high[k] / low[k] < 1e5 ? 10 : step, axis)
    } }
  }
  if (panel_width < 320) { unset mxtics; unset mytics }
  set title panel_title[p] noenhanced offset 0,-0.6 textcolor rgb '#333333'
  set xlabel x_label[p] noenhanced offset 0,0.4 textcolor rgb '#333333'
  set ylabel y_label[p] noenhanced offset (narrow ? 1.5 : 0.5),0 textcolor rgb '#333333'

  # ---- Names, from above, none nearer to another than a line ----
  do for [i=first[p]:first[p+1]-1] {
    y = name_y[i]
    at[i] = axes[p] & 2 ? (y > low[2] ? log10(y / low[2]) / log10(high[2] / low[2]) : 0) : (y - low[2]) / (high[2] - low[2])
    at[i] = inner * min(1, max(0, at[i]))
    if (i > first[p]) { at[i] = min(at[i], at[i - 1] - 13) }
  }
  do for [j=1:first[p+1]-first[p]] {
    i = first[p+1] - j
    at[i] = max(at[i], 13 * (j - 1) + 2)
    set label j name_text[i] at graph 1, graph at[i] / inner left offset 1.4,0 noenhanced textcolor rgb name_colour[i] \
      point pointtype name_shape[i] pointsize 0.6 linecolor rgb name_colour[i]
  }

  # ---- Only what the panel has: each part costs a kilobyte of SVG, drawn or not ----
  inside(y) = min(high[2], max(low[2], y))
  parts = ''
  if (has[p] & 8) { parts = parts . sprintf(', $bands_%d using 1:(inside($2)) with filledcurves y1=low[2] fillcolor rgb "#808080" fillstyle transparent solid band[p] noborder', p) }
  if (has[p] & 1) { parts = parts . sprintf(', $lines_%d using 1:(max(low[2], $2)):3 with lines linewidth 1.2 linecolor rgb variable', p) }
  if (has[p] & 2) { parts = parts . sprintf(', $marks_%d using 1:(max(low[2], $2)):5:4:3 with points pointsize variable pointtype variable linecolor rgb variable', p) }
  if (has[p] & 4) { parts = parts . sprintf(', $crosses_%d using 1:(inside($2)):4:3 with points pointsize 1 linewidth 2 pointtype variable linecolor rgb variable', p) }
  if (has[p] & 16) {
    parts = parts . sprintf(', $guides_%d using ($1/1.4):($2/4*1.4**(-$5)):($1*(1.4-1/1.4)):($2/4*(1.4**$5-1.4**(-$5))) with vectors nohead linecolor rgb "#777777" linewidth 1 dashtype 2', p)
    parts = parts . sprintf(', $guides_%d using ($1*1.4):($2/4*1.4**$5):(sprintf("%%.4g", $5)) with labels left offset 0.3,-0.2 textcolor rgb "#333333" noenhanced', p)
  }
  eval 'plot NaN' . parts
  unset label
}

# ---- The legend, the notes and the title ----
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
unset logscale
unset border
unset tics
unset grid
unset title
unset xlabel
unset ylabel
set xrange [0:width]
set yrange [height:0]
set label 1 figure_title at 20,20 left noenhanced font (figure_format eq 'svg' ? ',14' : ',10.5')
do for [i=1:legends] {
  set label i + 1 legend_text[i] at 26 + entry * ((i - 1) / legend_rows), below + 8 + row * ((i - 1) % legend_rows) left offset 1,0 noenhanced \
    textcolor rgb '#333333' point pointtype legend_shape[i] pointsize 0.75 linecolor rgb legend_colour[i]
}
do for [i=1:notes] {
  set label legends + i + 1 note(i) at 20, below + row * (legend_rows + i - 0.5) left noenhanced textcolor rgb '#333333'
}
plot NaN
unset label
unset multiplot
unset output
if (figure_format eq 'svg') { drawn = drawn . ' ' . figure_output }
