# What all figures share: quiet axes, small text, no colour that carries meaning alone.
reset
set encoding utf8
set datafile separator "\t"
set datafile missing '?'
set border 3 linecolor rgb '#555555' linewidth 1
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 1
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set style line 100 linecolor rgb '#777777' linewidth 1
unset key
