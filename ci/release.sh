#!/bin/sh
# make release VERSION=x.y.z: checks that what is committed is ready to be released under that version, and
# writes its tarball and checksum. It tags and uploads nothing.
#
# Usage: ci/release.sh x.y.z FOLDER
# Exit status: 0 the tarball is in FOLDER; 1 something is not ready, which the messages name; 2 usage.
set -u
version=${1-} folder=${2-}
if ! printf '%s\n' "$version" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+' || [ -z "$folder" ]; then
  echo "release: '$version' is not a version x.y.z, or no folder is given (make release VERSION=x.y.z)" >&2
  exit 2
fi
wrong=0
bad() { echo "release: $*" >&2; wrong=$((wrong + 1)); }
# has FILE NAME FOUND EXPECTED
has() { [ "$3" = "$4" ] || bad "$1: $2 is '$3'; expected '$4'"; }
# version_in FILE SED: the version that a line of it gives
version_in() { has "$1" version "$(sed -n "$2" "$1" | sed -n 1p)" "$version"; }

# ---- The version, wherever it is written ---------------------------------------------------------
git diff --quiet HEAD 2>/dev/null || bad "there are changes that are not committed, or this is no repository"
version_in harness/base/version.h 's/^#define GIMBAL_VERSION "\(.*\)"/\1/p'
version_in CITATION.cff 's/^version: //p'
version_in codemeta.json 's/^ *"version": "\(.*\)",/\1/p'
version_in debian/changelog 's/^gimbal (\(.*\)) .*/\1/p'
version_in python/pyproject.toml 's/^version = "\(.*\)"/\1/p'
version_in python/gimbal/__init__.py 's/^__version__ = "\(.*\)"/\1/p'
version_in ci/packaging/spack/package.py 's/^ *version("\([0-9.]*\)", tag=.*/\1/p'
version_in ci/packaging/conda/meta.yaml 's/^{% set version = "\(.*\)" %}/\1/p'
version_in ci/packaging/gimbal.scm 's/^ *(version "\(.*\)")/\1/p'
for page in docs/man/*.1; do
  version_in "$page" 's/^\.TH .* "gimbal \([0-9.]*\)" .*/\1/p'
done
abi() { sed -n "s/^#define GIMBAL_ABI_$1 //p" include/gimbal.h; }
has gimbal.pc.in Version "$(sed -n 's/^Version: //p' gimbal.pc.in)" "$(abi MAJOR).$(abi MINOR)"
[ -f "tests/binary/plugin_$(abi MAJOR)_$(abi MINOR).so" ] ||
  bad "include/gimbal.h: interface $(abi MAJOR).$(abi MINOR) has no compiled plugin in tests/binary/"

# ---- Its date ------------------------------------------------------------------------------------
date=$(sed -n "s/^## $version (\(.*\))$/\1/p" CHANGELOG.md)
[ -n "$date" ] || bad "CHANGELOG.md: no heading '## $version (YYYY-MM-DD)'"
has CHANGELOG.md "the first heading" "$(sed -n 's/^## //p' CHANGELOG.md | sed -n 1p)" "$version ($date)"
has CITATION.cff date-released "$(sed -n 's/^date-released: "\(.*\)"/\1/p' CITATION.cff)" "$date"
has codemeta.json datePublished "$(sed -n 's/^ *"datePublished": "\(.*\)",/\1/p' codemeta.json)" "$date"

# ---- Tests and systems ---------------------------------------------------------------------------
for test in $(sed -n '/^TRIALS = /,/[^\\]$/p' Makefile | grep -o 't0[0-9]*') $(grep -o 't0[0-9][0-9][0-9]' tests/promises.md); do
  set -- tests/"$test"_*
  [ -e "$1" ] || bad "$test is listed, and there is no such test"
done
for family in $(ls tests/t[0-9]*.sh tests/t[0-9]*.c | sed 's|tests/\(t..\).*|\1|' | sort -u); do
  grep -q "^| \`$family\` |" tests/README.md || bad "tests/README.md: no row for the tests $family"
done
# What was tested there is what is released, but for texts and version numbers.
texts=':!docs :!*.md :!CITATION.cff :!codemeta.json :!debian :!python :!ci/packaging :!harness/base/version.h'
for system in bookworm trixie; do
  row=$(grep "($system) | gcc" docs/portability.md | grep -v 'built from' | tail -n 1)
  commit=$(printf '%s\n' "$row" | sed -n 's/.*| \([0-9a-f]\{7,\}\), [0-9-]* |$/\1/p')
  case $row in *'**status'* | *'not yet run'*) bad "docs/portability.md: $system did not pass" ;; esac
  # shellcheck disable=SC2086 # words
  if [ -z "$commit" ] || ! git merge-base --is-ancestor "$commit" HEAD 2>/dev/null; then
    bad "docs/portability.md: no row of $system with gcc has a commit of this history"
  elif ! git diff --quiet "$commit" HEAD -- . $texts; then
    bad "docs/portability.md: $system was tested at $commit, and the program changed since (ci/portability.sh $system)"
  fi
done

# ---- Licences ------------------------------------------------------------------------------------
grep -q '^Redistribution and use in source and binary forms' LICENSE || bad "LICENSE: not BSD-2-Clause"
has CITATION.cff license "$(sed -n 's/^license: //p' CITATION.cff)" BSD-2-Clause
has codemeta.json license "$(sed -n 's/^ *"license": "\(.*\)",/\1/p' codemeta.json)" https://spdx.org/licenses/BSD-2-Clause
grep -qx 'Files: \*' debian/copyright || bad "debian/copyright: no paragraph is on all files"
foreign=$(git grep -lIE 'GNU (Lesser |Affero )?General Public License|Apache License|MIT License|Mozilla Public|SPDX-License-Identifier: ' \
  -- . ':!ci/release.sh' | while read -r file; do
  grep -Eqx "Files:( .*)? $file( .*)?" debian/copyright || echo "$file"
done)
for file in $foreign; do
  bad "$file: mentions another licence, and debian/copyright has no paragraph on it"
done

[ $wrong = 0 ] || { echo "release: $wrong things are not ready; no tarball is written" >&2; exit 1; }
name=gimbal-$version
mkdir -p "$folder" && git archive --prefix="$name/" HEAD | gzip -9n >"$folder/$name.tar.gz" || exit 1
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256" && cat "$name.tar.gz.sha256")
