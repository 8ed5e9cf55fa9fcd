# Shortens the pictures that were drawn: gnuplot's SVG repeats what never changes in every group, of which a
# third are empty.
if (strlen(drawn)) {
  system "LC_ALL=C exec sed -s -i -e '/^<g fill=\"none\"/{N' -e '/\\n<\\/g>$/d' -e '}' " . \
    "-e 's/^<g fill=\"none\" color=\"black\" stroke=\"currentColor\"/<g/' " . \
    "-e 's/ stroke-linecap=\"butt\" stroke-linejoin=\"miter\"//' " . \
    "-e 's/ font-family=\"sans-serif\"//g' -e 's/ font-size=\"12.00\"//' " . \
    "-e 's/<tspan font-size=\"12.0\" dy=\"6.00\"><\\/tspan>//' " . \
    "-e 's/^<rect x=\"0\" y=\"0\"/& stroke=\"none\"/' " . \
    "-e 's/^<g id=\"gnuplot_canvas\"/& fill=\"none\" stroke=\"currentColor\" font-family=\"sans-serif\" font-size=\"12\"/'" . drawn
}
