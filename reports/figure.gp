# One figure: its panels, then the legend and the notes on a page of pixels.
# Reads: width height panels columns panel_width panel_height, the arrays panel_title panel_top
# x_label y_label x_low x_high y_low y_high x_tics y_tics panel_log band has, the blocks $bands $guides
# $labels $lines $marks $crosses (one index per panel) and $boxes $samples $shapes $texts_0..2.
load templates . '/style.gp'
# SVG counts a font's size in pixels, the others in points.
title_font = figure_format eq 'svg' ? ',14' : ',10.5'
if (figure_format eq 'svg') {
  set terminal svg size width,height fixed enhanced font 'sans-serif,12' background '#ffffff'
} else { if (figure_format eq 'png') {
  set terminal pngcairo size 2*width,2*height fontscale 2 enhanced font 'sans-serif,9' linewidth 2 pointscale 2
} else {
  set terminal pdfcairo size width/96.0,height/96.0 enhanced font 'sans-serif,9' linewidth 1
} }
# gnuplot's SVG repeats what never changes in every group, of which a third are empty.
shorten = "|sed -e '/^<g fill=\"none\"/{N' -e '/\\n<\\/g>$/d' -e '}' " . \
  "-e 's/^<g fill=\"none\" color=\"black\" stroke=\"currentColor\"/<g/' " . \
  "-e 's/ stroke-linecap=\"butt\" stroke-linejoin=\"miter\"//' " . \
  "-e 's/ font-family=\"sans-serif\"//g' -e 's/ font-size=\"12.00\"//' " . \
  "-e 's/<tspan font-size=\"12.0\" dy=\"6.00\"><\\/tspan>//' " . \
  "-e 's/^<rect x=\"0\" y=\"0\"/& stroke=\"none\"/' " . \
  "-e 's/^<g id=\"gnuplot_canvas\"/& fill=\"none\" stroke=\"currentColor\" font-family=\"sans-serif\" font-size=\"12\"/' >"
set output (figure_format eq 'svg' ? shorten : '') . figure_output
set multiplot

do for [p=1:panels] {
  left = ((p - 1) % columns) * panel_width
  top = panel_top[p]
  set lmargin at screen (left + 82.0) / width
  set rmargin at screen (left + panel_width - 26.0) / width
  set tmargin at screen 1 - (top + 26.0) / height
  set bmargin at screen 1 - (top + panel_height - 56.0) / height
  unset logscale
  if (panel_log[p] & 1) { set logscale x 10 }
  if (panel_log[p] & 2) { set logscale y 10 }
  set xrange [x_low[p]:x_high[p]]
  set yrange [y_low[p]:y_high[p]]
  set mxtics default
  set mytics default
  eval 'set xtics ' . x_tics[p]
  eval 'set ytics ' . y_tics[p]
  if (panel_width < 320) { unset mxtics; unset mytics }
  set title panel_title[p] noenhanced offset 0,-0.6 textcolor rgb '#333333'
  set xlabel x_label[p] noenhanced offset 0,0.4 textcolor rgb '#333333'
  set ylabel y_label[p] noenhanced offset 0.5,0 textcolor rgb '#333333'
  # Only what the panel has: each part costs a kilobyte of SVG, drawn or not.
  parts = ''
  if (has[p] & 1) { parts = parts . ", $lines index p-1 using 1:2:3 with lines linewidth 1.2 linecolor rgb variable" }
  if (has[p] & 2) { parts = parts . ", $marks index p-1 using 1:2:6:4:3 with points pointsize variable pointtype variable linecolor rgb variable" }
  if (has[p] & 4) { parts = parts . ", $crosses index p-1 using 1:2:4:3 with points pointsize 1 linewidth 2 pointtype variable linecolor rgb variable" }
  if (has[p] & 16) { parts = parts . ", $guides index p-1 using 1:2 with lines linestyle 100" }
  if (has[p] & 32) { parts = parts . ", $labels index p-1 using 1:2:5 with labels left offset 0.4,0 textcolor rgb '#333333' noenhanced" }
  eval 'plot $bands index p-1 using 1:2 with filledcurves closed fillcolor rgb "#808080" fillstyle transparent solid band[p] noborder' . parts
}

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
set label 1 figure_title at 20,20 left noenhanced font title_font
plot $boxes using 1:2:1:3:2:4:5 with boxxyerror fillstyle solid 1 noborder linecolor rgb variable, \
     $samples using 1:2:3 with lines linewidth 1.6 linecolor rgb variable, \
     $shapes using 1:2:4:3 with points pointsize 0.75 pointtype variable linecolor rgb variable, \
     $texts_0 using 1:2:4:3 with labels left rotate variable textcolor rgb '#333333' noenhanced, \
     $texts_1 using 1:2:4:3 with labels right rotate variable textcolor rgb '#333333' noenhanced, \
     $texts_2 using 1:2:4:3 with labels center rotate variable textcolor rgb '#333333' noenhanced
unset label 1
unset multiplot
unset output
