# Makes C of the skeletons that `gimbal new` writes: a list of lines for each file, named as the
# file is, and one list of them all.
FNR == 1 {
  if (NR > 1)
    print "    NULL};"
  name = FILENAME
  sub(/.*\//, "", name)
  sub(/\.c$/, "", name)
  sub(/\.py$/, "_python", name) # programs of other languages: methods/external
  sub(/\.pl$/, "_perl", name)
  names[count++] = name
  print "static const char *const skeleton_" name "[] = {"
}
{
  gsub(/[\\"]/, "\\\\&")
  print "    \"" $0 "\\n\","
}
END {
  print "    NULL};"
  print "static const struct {\n  const char *name;\n  const char *const *line;\n} skeletons[] = {"
  for (i = 0; i < count; i++)
    print "    {\"" names[i] "\", skeleton_" names[i] "},"
  print "};"
}
