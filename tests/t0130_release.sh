# make release finds each defect: each wrong version, date, test, system or licence; the recipes for
# package managers name options that ./configure has, and the component for GitLab runs.
. tests/tap.sh

top=$PWD
tree=$scratch/tree
mkdir "$tree"
git ls-files -co --exclude-standard 2>/dev/null | while read -r file; do [ ! -e "$file" ] || printf '%s\n' "$file"; done |
  tar -cf - -T - | tar -xf - -C "$tree"
cd "$tree" || exit 2
if [ ! -e Makefile ]; then
  cd "$top" && tar -cf - --exclude=./build --exclude=./out . | tar -xf - -C "$tree"
  cd "$tree" || exit 2
fi
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a \
  GIT_COMMITTER_EMAIL=a@example.org
unset MAKEFLAGS MFLAGS MAKELEVEL
commit() { git add -A && git commit -qm "$1"; }
git init -q . && commit "before the release"
tested=$(git rev-parse --short HEAD)

# What is ready: version 9.8.7, tested on both systems.
version=9.8.7
sed -i "s/^#define GIMBAL_VERSION .*/#define GIMBAL_VERSION \"$version\"/" harness/base/version.h
sed -i "s/^version: .*/version: $version/; s/^date-released: .*/date-released: \"2031-02-03\"/" CITATION.cff
sed -i "s/\"version\": \".*\"/\"version\": \"$version\"/; s/\"datePublished\": \".*\"/\"datePublished\": \"2031-02-03\"/" codemeta.json
sed -i "1s/(.*)/($version)/" debian/changelog
sed -i "s/^version = .*/version = \"$version\"/" python/pyproject.toml
sed -i "s/^__version__ = .*/__version__ = \"$version\"/" python/gimbal/__init__.py
sed -i "s/version(\"[0-9.]*\", tag=.*/version(\"$version\", tag=\"v$version\")/" ci/packaging/spack/package.py
sed -i "s/^{% set version = .*/{% set version = \"$version\" %}/" ci/packaging/conda/meta.yaml
sed -i "s/^  (version \".*/  (version \"$version\")/" ci/packaging/gimbal.scm
sed -i "s/\"gimbal [0-9.]*\"/\"gimbal $version\"/" docs/man/*.1
sed -i "s/^## Next/## $version (2031-02-03)/" CHANGELOG.md
grep -q "^## $version" CHANGELOG.md || sed -i "0,/^## /s/^## /## $version (2031-02-03)\n\n## /" CHANGELOG.md
for system in bookworm trixie; do
  echo "| Debian ($system) | gcc 1 | 3 | 4 | passed | passed | passed | 1 | $tested, 2031-02-01 |" >>docs/portability.md
done
commit "the release"

run make release VERSION=$version OUT=out
is "$status" 0 "a tree without defects is released" || diag "$errors"
(cd out/release && sha256sum -c --quiet gimbal-$version.tar.gz.sha256)
ok $? "with a tarball and its checksum"
tar -tzf out/release/gimbal-$version.tar.gz >"$scratch/files"
is "$(sed "s|^gimbal-$version/||; /\/\$/d; /^\$/d" "$scratch/files" | sort)" "$(git ls-tree -r --name-only HEAD | sort)" \
  "the tarball has the committed files"
first=$(cat out/release/*.sha256)
sleep 1
run make release VERSION=$version OUT=out
is "$(cat out/release/*.sha256)" "$first" "two releases of a commit have the same bytes"
rm -rf out

# wrong SED FILE PATTERN: that change, committed, is found.
wrong() {
  sed -i "$1" "$2"
  git diff --quiet && { ok 1 "$2 is changed by $1" || return; }
  commit "wrong" && run ci/release.sh $version out
  [ "$status" = 1 ] && [ ! -e out ]
  ok $? "$2 is refused" || diag "$status $output"
  matches "$errors" "^release: $3" "  with the error"
  git reset -q --hard HEAD~1
}
next="is '9.8.8'; expected '9.8.7'"
wrong 's/"9.8.7"/"9.8.8"/' harness/base/version.h "harness/base/version.h: version $next"
wrong 's/9.8.7/9.8.8/' CITATION.cff "CITATION.cff: version $next"
wrong 's/9.8.7/9.8.8/' codemeta.json "codemeta.json: version $next"
wrong '1s/9.8.7/9.8.8/' debian/changelog "debian/changelog: version $next"
wrong 's/9.8.7/9.8.8/' python/pyproject.toml "python/pyproject.toml: version $next"
wrong 's/9.8.7/9.8.8/' python/gimbal/__init__.py "python/gimbal/__init__.py: version $next"
wrong 's/9.8.7/9.8.8/' ci/packaging/spack/package.py "ci/packaging/spack/package.py: version $next"
wrong 's/9.8.7/9.8.8/' ci/packaging/conda/meta.yaml "ci/packaging/conda/meta.yaml: version $next"
wrong 's/9.8.7/9.8.8/' ci/packaging/gimbal.scm "ci/packaging/gimbal.scm: version $next"
wrong 's/9.8.7/9.8.8/' docs/man/gimbal-judge.1 "docs/man/gimbal-judge.1: version $next"
wrong 's/^Version: .*/Version: 0.1/' gimbal.pc.in "gimbal.pc.in: Version is '0.1'; expected '1\."
wrong 's/^#define GIMBAL_ABI_MINOR .*/#define GIMBAL_ABI_MINOR 77/' include/gimbal.h 'include/gimbal.h: interface 1.77 has no compiled plugin'
wrong 's/^## 9.8.7 .*/## Next/' CHANGELOG.md "CHANGELOG.md: no heading '## 9.8.7"
wrong 's/^## 9.8.7/## Next\n\n- more\n\n&/' CHANGELOG.md "CHANGELOG.md: the first heading is 'Next'"
wrong 's/2031-02-03/2031-02-04/' CITATION.cff "CITATION.cff: date-released is '2031-02-04'"
wrong 's/2031-02-03/2031-02-04/' codemeta.json "codemeta.json: datePublished is '2031-02-04'"
wrong 's/^TRIALS = /TRIALS = t0999 /' Makefile 't0999 is listed, and there is no such test'
wrong '/^| `t07` |/d' tests/README.md 'tests/README.md: no row for the tests t07'
wrong '$s/passed/**status 2**/' docs/portability.md 'docs/portability.md: trixie did not pass'
wrong '$d' docs/portability.md 'docs/portability.md: .*trixie'
wrong 's/^int main/\/* changed *\/ int main/' harness/main.c "docs/portability.md: bookworm was tested at $tested, and the program changed since"
wrong 's/^license: .*/license: GPL-3.0/' CITATION.cff "CITATION.cff: license is 'GPL-3.0'"
wrong '1s/^/Under the Apache Lic''ense.\n/' docs/ci.md 'docs/ci.md: mentions another licence'
echo >>README.md
run ci/release.sh $version out
matches "$errors" '^release: there are changes that are not committed' "uncommitted changes are refused"
git checkout -q README.md
run ci/release.sh 9.8.8 out
matches "$errors" "^release: harness/base/version.h: version is '9.8.7'; expected '9.8.8'" "a version that differs from the program's is refused"
run ci/release.sh 9.8 out
matches "$errors" "'9.8' is not a version x.y.z" "a text that is not a version is refused"

# ---- Recipes ----
cd "$top" || exit 2
help=$(./configure --help)
for recipe in ci/packaging/spack/package.py ci/packaging/conda/build.sh ci/packaging/gimbal.scm; do
  for option in $(grep -o -- '--with\(out\)\{0,1\}-[a-z]*' "$recipe" | sed 's/--with\(out\)*-//' | sort -u); do
    printf '%s\n' "$help" | grep -qw -- "$option"
    ok $? "$recipe: ./configure has $option"
  done
done
# What conda's builder would run, but for the compilation.
mkdir "$scratch/bin" "$scratch/conda"
printf '#!/bin/sh\necho "make $*" >>"%s"\n' "$scratch/made" >"$scratch/bin/make"
chmod +x "$scratch/bin/make"
cp -r configure "$scratch/conda"
run env -C "$scratch/conda" PATH="$scratch/bin:$PATH" PREFIX=/opt/conda CPU_COUNT=3 sh "$top/ci/packaging/conda/build.sh"
is "$status $(cat "$scratch/made")" "0 make -j 3
make install" "ci/packaging/conda/build.sh configures, builds and installs" || diag "$errors"
if command -v python3 >/dev/null; then
  run python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' ci/packaging/spack/package.py
  is "$status" 0 "ci/packaging/spack/package.py is Python" || diag "$errors"
fi

# ---- The component for GitLab: the commands of its script, with a copy of gimbal's script in place of a clone ----
template=ci/gitlab-component/templates/verify.yml
for input in $(grep -o '\$\[\[ inputs\.[a-z]* \]\]' "$template" | sed 's/.*inputs\.\([a-z]*\).*/\1/' | sort -u); do
  grep -q "^    $input:\$" "$template"
  ok $? "$template declares the input $input"
done
sed -n '/^  script:/,/^  artifacts:/s/^    - //p' "$template" >"$scratch/script"
sources=$scratch/sources repository=$scratch/repository
mkdir -p "$sources/ci" "$repository/plugins"
cp ci/action.sh "$sources/ci"
(cd "$sources" && git init -q . && commit "gimbal")
cd "$repository" || exit 2
(cd plugins && "$GIMBAL" new method own_midpoint >/dev/null 2>&1)
sed -i '/"energy"\|"structure"/d; s/"2", .when = "m > 0"},$/"3", .when = "m > 0"}};/' plugins/own_midpoint.c
unset GIMBAL_SUITE GIMBAL_BASELINE
job() {
  run env GIMBAL="$GIMBAL" GIMBAL_SOURCES="$sources" GIMBAL_VERSION=HEAD GIMBAL_PLUGINS=plugins GIMBAL_SUITE= \
    GIMBAL_BASELINE=gimbal-baseline.jsonl GIMBAL_ARGUMENTS='-M harmonic_oscillator' sh -eu "$scratch/script"
}
job
is "$status" 1 "the component's job fails for a claim that does not hold" || diag "$output$errors"
[ -s gimbal-report/junit.xml ] && [ -s gimbal-comment.md ]
ok $? "the component's artifacts exist"
# What its cache keeps is brought to the commit of the sources, and what was built stays.
grep -q '^    paths: \[\.gimbal\]$' "$top/$template"
ok $? "its cache is the clone"
touch .gimbal/built
(cd "$sources" && echo '# later' >>ci/action.sh && commit "later")
job
is "$status $(git -C .gimbal rev-parse HEAD)" "1 $(git -C "$sources" rev-parse HEAD)" "the next job has later sources" ||
  diag "$output$errors"
[ -e .gimbal/built ]
ok $? "the next job keeps what was built"
done_testing
