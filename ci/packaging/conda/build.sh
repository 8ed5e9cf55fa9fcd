#!/bin/sh
# Libraries are named, so that none is used because it happens to be there.
set -eu
./configure --prefix="$PREFIX" --with-quad --without-boost --without-gsl --without-sundials --without-scipy \
  --with-gnuplot="$PREFIX/bin/gnuplot"
make -j "${CPU_COUNT:-1}"
make install
