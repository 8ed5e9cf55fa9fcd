# The region of stability |R(z)| <= 1: dots in pale blue, and the line where it is 1.
# Reads: R(z), left, right, height, region_title, region_file, which ends in .svg or .pdf.
rows = 90
width = 480
shape = 2 * height / (right - left)
tall = int(width * (shape < 0.3 ? 0.3 : shape > 2 ? 2 : shape) + 1e-6) # whole numbers stay what they are
if (region_file[strlen(region_file) - 3:] eq '.svg') {
  set terminal svg size width,tall fixed font 'sans-serif,12' background '#ffffff'
} else {
  set terminal pdfcairo size width/96.0,tall/96.0 font 'sans-serif,9'
}
set output region_file
set title region_title noenhanced
set xrange [left:right]
set yrange [-height:height]
set xlabel 'Re z'
set ylabel 'Im z'
unset key
set zeroaxis lt -1 lw 0.5
set table $edge
set contour base
set cntrparam levels discrete 1
unset surface
set isosamples 300,300
splot abs(R(x + {0,1} * y))
unset table
set samples rows
set isosamples rows
plot '++' using (abs(R($1 + {0,1} * $2)) <= 1 ? $1 : NaN):2 with points pt 7 ps 0.2 lc rgb '#9ecae1', $edge using 1:2 with lines lw 1.5 lc rgb '#08519c'
