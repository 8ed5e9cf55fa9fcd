"""An artifact of a run for its evaluation: artifact.py FOLDER GIMBAL SUITE [--results DIR] [--jobs N]. The suite, the
sources of its plugins, the expected verdicts, checksums, and one command that runs it again and compares."""
import argparse
import collections
import json
import os
import shutil
import subprocess
import sys

from ledger import ROOT, describe_suite, digest, source_of, write

REPLAY = """#!/bin/sh
# Runs the suite, and compares its verdicts with the expected ones: status 0 if none is worse.
set -eu
cd "$(dirname "$0")"
sha256sum --quiet --check SHA256SUMS
gimbal verify %s -o replayed --no-tap "$@" || [ $? = 1 ] || [ $? = 4 ]
gimbal compare baseline.jsonl replayed
"""

README = """# %(title)s

    sh replay.sh -j 2

checks the checksums, runs the suite with `gimbal` %(gimbal)s (commit %(commit)s), and compares the verdicts with the
expected ones. The status is 0 if none is worse. It took %(time)s of processor time (%(jobs)d jobs) on the machine
below. `-j N` runs N jobs at a time.

| | |
|---|---|
| machine | %(machine)s, %(system)s %(release)s, %(processors)s processors |
| compiler | %(compiler)s |
| PETSc, MPI | %(petsc)s, %(mpi)s |
| mathematical library | %(mathematics)s |

## Expected verdicts

| verdict | systems |
|---|---|
%(counts)s

`expected.tsv` has each of them. `suite.yaml` is the suite; `sources/` has the methods and models as they were judged.
`SHA256SUMS` has the checksums of all files.
"""


def run(*words, passes=(0,)):
    ended = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8")
    if ended.returncode not in passes:
        sys.exit("artifact: `%s` ended with status %d\n%s" % (" ".join(words), ended.returncode, ended.stderr))


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def copy_sources(folder, manifest):
    """The plugins' sources; a plugin from elsewhere goes along itself, with the option that loads it."""
    options = []
    plugins = [plugin for kind in ("methods", "models") for plugin in manifest[kind].values()]
    for plugin in {plugin["file"]: plugin for plugin in plugins}.values():
        source = source_of(plugin)
        target = os.path.join(folder, "sources", source if source != plugin["file"] else os.path.basename(source))
        if not os.path.exists(os.path.join(ROOT, source)):
            sys.exit("artifact: %s: the plugin is no longer there" % source)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(os.path.join(ROOT, source), target)
        if source == plugin["file"]:
            options.append("--plugin " + os.path.relpath(target, folder))
    return options


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("gimbal")
    parser.add_argument("suite")
    parser.add_argument("--results", default="", help="the output folder of a run (default: run the suite)")
    parser.add_argument("--jobs", default="1")
    words = parser.parse_intermixed_args()
    if os.path.exists(words.folder):
        sys.exit("artifact: %s is there already; name a new folder" % words.folder)
    suite = describe_suite(words.gimbal, words.suite)["file"]
    results = words.results or words.folder + ".run"
    if not words.results:
        run(words.gimbal, "verify", words.suite, "-j", words.jobs, "-o", results, passes=(0, 1, 4))
    with open(os.path.join(results, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    if describe_suite(words.gimbal, manifest["suite"]["name"])["file"] != suite:
        sys.exit("artifact: %s has results of the suite %s" % (results, manifest["suite"]["name"]))
    os.makedirs(words.folder)
    shutil.copy(suite, os.path.join(words.folder, "suite.yaml"))
    options = copy_sources(words.folder, manifest)
    write(words.folder, "replay.sh", REPLAY % " ".join(["suite.yaml"] + options))
    verdicts, timings = (lines(os.path.join(results, name + ".jsonl")) for name in ("verdicts", "timings"))
    write(words.folder, "expected.tsv", "".join("%s\n" % "\t".join(map(str, row)) for row in [
        ("key", "quantity", "claimed", "verdict", "expected")] + [
            tuple(v[key] for key in ("key", "quantity", "claimed", "verdict", "expect")) for v in verdicts]))
    run(words.gimbal, "compare", os.path.join(words.folder, "baseline.jsonl"), results, "--accept", passes=(0, 1))
    seconds = sum(t["cpu"] or 0 for t in timings)
    counts = collections.Counter(v["verdict"] for v in verdicts)
    write(words.folder, "README.md", README % {
        **manifest["versions"], **manifest["host"], "title": manifest["suite"]["title"] or words.suite,
        "time": "%.3g hours" % (seconds / 3600) if seconds > 3600 else "%.3g seconds" % seconds, "jobs": len(timings),
        "counts": "\n".join("| %s | %d |" % (word, count) for word, count in counts.most_common())})
    files = sorted(os.path.relpath(os.path.join(at, name), words.folder)
                   for at, _, names in os.walk(words.folder) for name in names)
    write(words.folder, "SHA256SUMS", "".join("%s  %s\n" % (digest(os.path.join(words.folder, file)), file)
                                              for file in files))
    print("%d verdicts, %d files in %s" % (len(verdicts), len(files) + 1, words.folder))


main()
