# The workflows of ci/workflows for a repository with plugins of its own, one of them C++, in a path
# with blanks: the shell of each step is taken out of the YAML and run, in order, with what a service
# would set. What stands in for the service: a git repository of gimbal's "sources" whose `make set-up`
# shows the program that is tested, an apt-get and a curl that record their arguments.
. tests/tap.sh

top=$PWD
if ! command -v git >/dev/null || ! command -v c++ >/dev/null; then
  ok 0 "workflows # SKIP there is no git or no C++ compiler"
  done_testing
fi
# step FILE NAME: the shell of a step of GitHub; item FILE SECTION N: the N-th of a list of GitLab.
step() {
  awk -v name="$2" '
    /^      - / { here = block = script = 0 }
    $0 == "      - name: " name { here = 1; next }
    here && /^        run: \|$/ { block = 1; next }
    here && /^        run: / { sub(/^        run: /, ""); print; next }
    here && /^          script: \|$/ { script = block = 1; next }
    $0 != "" && substr($0, 1, 10) != "          " { block = 0 }
    here && block { print substr($0, script ? 13 : 11) }' "$1"
}
items() { # FILE SECTION: all of them, one shell as the runner makes it
  awk -v section="  $2:" '
    /^  [a-z_]+:/ { here = $0 == section; next }
    !here || /^ *#/ { next }
    /^    - \|$/ { next }
    /^    - / { sub(/^    - /, ""); print; next }
    { sub(/^      /, ""); print }' "$1"
}

# ---- A service ----
mkdir "$scratch/bin"
for tool in apt-get curl; do
  cat >"$scratch/bin/$tool" <<SH
#!/bin/sh
printf '%s\n' "$tool" "\$@" >>"$scratch/calls"
[ ! -e "$scratch/refuse-$tool" ]
SH
  chmod +x "$scratch/bin/$tool"
done
PATH=$scratch/bin:$PATH
export GIT_CONFIG_GLOBAL="$scratch/gitconfig" HOME="$scratch/home of somebody"
mkdir "$HOME"
git config --file "$scratch/gitconfig" user.name nobody
git config --file "$scratch/gitconfig" user.email nobody@localhost
git config --file "$scratch/gitconfig" init.defaultBranch main
mkdir "$scratch/sources"
(
  cd "$scratch/sources" || exit
  printf 'set-up:\n\tmkdir -p build\n\tln -sf "%s" build/gimbal\n' "$GIMBAL" >Makefile
  git init -q . && git add Makefile && git commit -qm sources && git tag v1
  printf '# later\n' >>Makefile && git commit -qam later
) || diag "no sources"
head=$(git -C "$scratch/sources" rev-parse HEAD)
tag=$(git -C "$scratch/sources" rev-parse v1)

# ---- A repository ----
repository="$scratch/somebody's plugins"
mkdir -p "$repository/plugins"
(cd "$repository/plugins" && "$GIMBAL" new method own_midpoint >/dev/null 2>&1)
# Fewer claims, so that the test is short.
sed -i '/"energy"\|"structure"/d; s/"2", .when = "m > 0"},$/"2", .when = "m > 0"}};/' "$repository/plugins/own_midpoint.c"
cat >"$repository/plugins/own_euler.cpp" <<'CPP'
#include "gimbal.h"
#include <vector>

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  std::vector<gimbal_real> k(g->n);
  if (gimbal_field(g, from->t, from->q, k.data()))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * GIMBAL_C(1.0) * k[i];
  return 0;
}

static const gimbal_claim claims[] = {{"order", "q", "1", nullptr, nullptr}};
static const gimbal_method methods[] = {{.name = "own_euler",
                                         .title = "Euler's method in C++",
                                         .citation = "Euler 1768",
                                         .formulation = GIMBAL_ODE,
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
CPP

for workflow in github gitlab; do
  if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
    python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "ci/workflows/$workflow.yml"
    ok $? "$workflow.yml is YAML"
  else
    ok 0 "$workflow.yml is YAML # SKIP there is no YAML for python3"
  fi
  is "$(grep -c 'FILL IN' "ci/workflows/$workflow.yml")" 1 "$workflow.yml has one thing to fill in"
  ! grep -q 'example\.\(org\|com\)' "ci/workflows/$workflow.yml"
  ok $? "the workflow has no placeholder address"
done

# ---- GitHub ----
file=$top/ci/workflows/github.yml
export GITHUB_ENV="$scratch/env" GITHUB_OUTPUT="$scratch/output" GITHUB_STEP_SUMMARY="$scratch/summary"
export GIMBAL_HOME="$scratch/opt/gimbal" GIMBAL_VERSION=HEAD GIMBAL_SOURCES=
# github NAME: runs the step in the repository, with what earlier ones have set
github() {
  step "$file" "$1" >"$scratch/step"
  test -s "$scratch/step" || diag "there is no step '$1'"
  : >>"$GITHUB_ENV"
  sed "s/=\(.*\)/='\1'/; s/^/export /" "$GITHUB_ENV" >"$scratch/exports"
  cat "$scratch/exports" "$scratch/step" >"$scratch/whole"
  (cd "$repository" && exec sh -e "$scratch/whole") >"$scratch/.output" 2>"$scratch/.errors" </dev/null
  status=$?
  output=$(cat "$scratch/.output")
  errors=$(cat "$scratch/.errors")
}
github "Check that it is filled in"
is "$status" 1 "a workflow that is not filled in stops"
matches "$output" '^::error::GIMBAL_SOURCES is empty: set it, at the top' "the workflow that is not filled in names the variable"
GIMBAL_SOURCES=$scratch/sources
github "Check that it is filled in"
is "$status" 0 "one that is filled in goes on"
github "Keep packages"
is "$status" 0 "packages are kept" || diag "$errors"
if command -v apt-config >/dev/null; then
  is "$(APT_CONFIG=$(sed -n 's/^APT_CONFIG=//p' "$GITHUB_ENV") apt-config shell d Dir::Cache::archives k APT::Keep-Downloaded-Packages)" \
    "d='$(sed -n 's/^GIMBAL_APT=//p' "$GITHUB_ENV")'
k='true'" "where apt takes them from"
else
  ok 0 "apt # SKIP there is no apt-config"
fi
github "Tools"
is "$status $(sed -n 1,2p "$scratch/calls" | tr '\n' ' ')" "0 apt-get update " "tools are installed after an update"
matches "$(cat "$scratch/calls")" '^g\+\+$' "a C++ compiler among them"
touch "$scratch/refuse-apt-get"
github "Tools"
test "$status" -ne 0
ok $? "a failed installation stops it"
rm "$scratch/refuse-apt-get"
GIMBAL_VERSION=nowhere GIMBAL_SOURCES=$scratch/nothing
github "Find the commit of gimbal"
test "$status" -ne 0
ok $? "sources that are not there stop it"
GIMBAL_SOURCES=$scratch/sources
for pair in "HEAD $head" "main $head" "v1 $tag" "$tag $tag"; do
  GIMBAL_VERSION=${pair% *}
  : >"$GITHUB_OUTPUT"
  github "Find the commit of gimbal"
  is "$status $(cat "$GITHUB_OUTPUT")" "0 commit=${pair#* }" "the version $GIMBAL_VERSION is found"
done
github "Build gimbal"
is "$status $(git -C "$GIMBAL_HOME" rev-parse HEAD)" "0 $tag" "gimbal is built from the requested commit" || diag "$errors"
github "Build gimbal"
is "$status" 0 "cached repositories are not cloned again" || diag "$errors"
github "Build the plugins"
is "$status" 0 "the plugins are built" || diag "$output $errors"
for plugin in own_midpoint own_euler; do
  test -f "$repository/plugins/$plugin.so"
  ok $? "$plugin is there"
  run "$GIMBAL" describe $plugin --plugin "$repository/plugins/$plugin.so"
  twin matches "$output" '^  precision +double and quadruple' "in both precisions"
done

github "Verify"
is "$status" 0 "the methods are judged" || diag "$errors"
is "$output" "" "without TAP in the log"
jobs=$(wc -l <"$repository/gimbal-report/timings.jsonl")
test "$jobs" -gt 10
ok $? "on all models ($jobs jobs)"
matches "$(sed -n 1p "$repository/gimbal-summary.md")" '^## gimbal: all [0-9]+ judged claims hold' "there is a summary"
test -s "$repository/gimbal-report/index.html" && test -s "$repository/gimbal-report/junit.xml"
ok $? "the workflow's run has a report"
github "Compare with the baseline"
is "$status" 0 "without a baseline nothing is compared"
matches "$output" 'no baseline yet: gimbal compare gimbal-baseline.jsonl gimbal-report --accept' "without a baseline, the command that makes one is printed"
(cd "$repository" && "$GIMBAL" compare gimbal-baseline.jsonl gimbal-report --accept) 2>/dev/null
test -f "$repository/gimbal-baseline.jsonl"
ok $? "the printed command makes a baseline"

# The next push changes nothing: the plugins are rebuilt, identically, and nothing is computed.
rm -rf "$repository"/plugins/*.so "$repository/gimbal-report"
github "Build the plugins"
github "Verify"
is "$status $(wc -l <"$repository/gimbal-report/timings.jsonl")" "0 0" "unchanged results are reused, though the plugins are rebuilt"
matches "$(cat "$repository/gimbal-summary.md")" "^$jobs results were not computed again" "the summary has the number of reused results"
github "Compare with the baseline"
is "$status" 0 "an unchanged run passes the comparison with the baseline"
matches "$output" '^0 worse, 0 better, 0 other$' "an unchanged run equals the baseline"
: >"$GITHUB_STEP_SUMMARY"
github "Show the summary on the page of the run"
matches "$(cat "$GITHUB_STEP_SUMMARY")" '^## gimbal: all' "the run's page has the summary"
matches "$(cat "$GITHUB_STEP_SUMMARY")" '^## gimbal compare: nothing got worse' "the run's page has the comparison"

# A push that breaks the C++ method.
cp -r "$repository" "$scratch/good"
sed -i 's/GIMBAL_C(1.0)/GIMBAL_C(0.9)/' "$repository/plugins/own_euler.cpp"
github "Build the plugins"
github "Verify"
is "$status" 1 "a method that is wrong now fails the step" || diag "$errors"
test "$(wc -l <"$repository/gimbal-report/timings.jsonl")" -lt "$jobs"
ok $? "the results of the unchanged plugin are reused"
github "Compare with the baseline"
is "$status" 1 "a changed plugin is worse than the baseline"
matches "$output" '^worse .*order/own_euler/.*: was confirmed, is refuted: .*; also on ' "by one cause on many models"
: >"$GITHUB_STEP_SUMMARY"
github "Show the summary on the page of the run"
matches "$(cat "$GITHUB_STEP_SUMMARY")" '^- \*\*refuted\*\* `own_euler`, `order of q` claimed `1`' "the page has what does not pass"
matches "$(cat "$GITHUB_STEP_SUMMARY")" '^## gimbal compare: something got worse' "the page has what got worse"
test "$(wc -c <"$GITHUB_STEP_SUMMARY")" -lt 20000
ok $? "in $(wc -c <"$GITHUB_STEP_SUMMARY") bytes"
if command -v node >/dev/null; then
  step "$file" "Show the summary under the pull request" >"$scratch/script.js"
  run sh -c "cd '$scratch/good' && node -e '
    require(\"$PWD/tests/github_comments.js\")(\"$scratch/script.js\", []).then(all => console.log(all.length,
      all[0].startsWith(\"<!-- gimbal -->\\n## gimbal:\"), all[0].endsWith(\"again\")))'"
  is "$output" "1 true true" "the pull request has one comment, which is updated" || diag "$errors"
else
  ok 0 "the comment # SKIP there is no node"
fi
# One that does not compile.
echo 'nonsense' >>"$repository/plugins/own_euler.cpp"
github "Build the plugins"
test "$status" -ne 0
ok $? "a plugin that does not compile stops it"

# ---- GitLab ----
file=$top/ci/workflows/gitlab.yml
rm -rf "$repository" "$scratch/opt" "$scratch/calls"
mv "$scratch/good" "$repository"
mkdir -p "$repository/.gimbal"
mv "$repository/gimbal-before" "$repository/.gimbal/before"
rm -rf "$repository"/gimbal-report "$repository"/gimbal-*.md "$repository"/plugins/*.so
export CI_PROJECT_ID=5 CI_API_V4_URL=https://gitlab.invalid/api/v4 CI_MERGE_REQUEST_IID= GIMBAL_TOKEN=
gitlab() {
  { items "$file" before_script; items "$file" script; } >"$scratch/whole"
  (cd "$repository" && exec sh -e "$scratch/whole") >"$scratch/.output" 2>"$scratch/.errors" </dev/null
  status=$?
  output=$(cat "$scratch/.output")
  errors=$(cat "$scratch/.errors")
}
GIMBAL_SOURCES=
gitlab
is "$status" 1 "GitLab: one that is not filled in stops"
matches "$errors" '^GIMBAL_SOURCES is empty: set it, at the top of this file' "GitLab: the message names the empty variable"
GIMBAL_SOURCES=$scratch/sources GIMBAL_VERSION=HEAD
gitlab
is "$status" 0 "GitLab: all passes, and is as the baseline" || diag "$output $errors"
is "$(git -C "$GIMBAL_HOME" rev-parse HEAD)" "$head" "by the newest gimbal"
is "$(wc -l <"$repository/gimbal-report/timings.jsonl")" 0 "with the results of the last run"
test -s "$repository/gimbal-report/junit.xml" && test -s "$repository/gimbal-summary.md"
ok $? "GitLab: the files of the artifacts exist"
! grep -q 'notes$' "$scratch/calls"
ok $? "no note is written without a token"
GIMBAL_VERSION=v1
sed -i 's/GIMBAL_C(1.0)/GIMBAL_C(0.9)/' "$repository/plugins/own_euler.cpp"
GIMBAL_TOKEN=secret CI_MERGE_REQUEST_IID=3
gitlab
is "$status" 1 "GitLab: a method that is wrong now fails the job" || diag "$output $errors"
is "$(git -C "$GIMBAL_HOME" rev-parse HEAD)" "$tag" "by another gimbal than is in the cache"
matches "$output" '^worse .*order/own_euler' "the log says what got worse"
matches "$(cat "$scratch/calls")" '^https://gitlab.invalid/api/v4/projects/5/merge_requests/3/notes$' "the summary is a note of the merge request"
matches "$(cat "$scratch/calls")" '^body@gimbal-summary.md$' "as a file"
touch "$scratch/refuse-curl"
gitlab
is "$status" 1 "a note that cannot be written changes nothing"
matches "$output" 'could not be put under the merge request' "a note that cannot be written is reported"

done_testing
