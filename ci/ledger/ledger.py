"""Static pages of published claims: ledger.py FOLDER GIMBAL [--results DIR] [SUITE...]. A page for each source, an
index, ledger.json, ledger.bib and a badge. Verdicts are those of the output folder DIR of `gimbal verify`."""
import argparse
import fnmatch
import glob
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "ci", "gallery"))

import gallery  # noqa: E402
from gallery import fill, write  # noqa: E402

SUITES = ("published_claims", "libraries")
WORDS = ("failed", "refuted", "undecided", "confirmed", "skipped")  # the first that some system shows is the claim's
COUNTED = ("confirmed", "refuted", "undecided", "skipped", "failed", "not run")
SHOWN = {"skipped": "not measurable"}
TITLE = " – published claims"


# ---- Claims ----

def ask(gimbal, *words):
    ended = subprocess.run([gimbal, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                           encoding="utf-8")
    if ended.returncode:
        sys.exit(ended.stderr)
    return json.loads(ended.stdout)


def describe_suite(gimbal, suite):
    """With its ending, since a method may have the same name."""
    return ask(gimbal, "describe", suite if suite.endswith(".yaml") else suite + ".yaml")


def read_claims(gimbal, suites):
    claims = {}
    for suite in suites:
        for claim in describe_suite(gimbal, suite)["published"]:
            if claim["name"] in claims:
                sys.exit("ledger: %s: two claims have this name" % claim["name"])
            if not claim["source"]:
                sys.exit("ledger: %s: the claim has no source" % claim["name"])
            claims[claim["name"]] = claim
    known = {name.split("#")[0] for name in claims}
    for claim in claims.values():
        for other in re.findall(r"\b([a-z_]+)(#[a-z0-9.-]*[a-z0-9])", claim["instead"] or ""):
            if other[0] in known and claims.get("".join(other), {"expect": None})["expect"] != "confirmed":
                sys.exit("ledger: %s: `instead` names %s, which is no claim that holds" % (claim["name"], "".join(other)))
    return list(claims.values())


def add_verdicts(claims, folder):
    """Of each claim its verdicts, by system."""
    by_name = {claim["name"]: claim for claim in claims}
    try:
        with open(os.path.join(folder, "verdicts.jsonl"), encoding="utf-8") as file:
            verdicts = [json.loads(line) for line in file]
    except OSError as error:
        sys.exit("ledger: %s is not an output folder of gimbal verify: %s" % (folder, error.strerror))
    for verdict in verdicts:
        claim = by_name.get(verdict.get("id"))
        if claim:
            claim.setdefault("verdicts", []).append(
                {key: verdict[key] for key in ("key", "method", "model", "case", "realisation", "quantity", "verdict",
                                               "observed", "lower", "upper", "reason", "facts", "command")
                 if key in verdict})
    if not any("verdicts" in claim for claim in claims):
        sys.exit("ledger: %s has no verdict on any of the claims" % folder)
    for claim in claims:
        found = {verdict["verdict"] for verdict in claim.get("verdicts", [])}
        claim["verdict"] = next((word for word in WORDS if word in found), "not run")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def source_of(plugin):
    """The source of a plugin of the tree; of another one the plugin."""
    stem = re.sub(r"^.*?((methods|models)/[\w/]+)\.so$", r"\1", plugin["file"])
    return next((stem + ending for ending in (".c", ".cpp") if os.path.exists(os.path.join(ROOT, stem + ending))),
                plugin["file"])


class Sources:
    """The files of methods and models, and their hashes."""

    def __init__(self, gimbal):
        known = ask(gimbal, "list")
        self.methods, self.models = known["methods"], known["models"]
        self.hashes = {}

    def hashes_of(self, claim):
        files = {source_of(plugin)
                 for plugins, patterns in ((self.methods, claim["methods"]), (self.models, claim["models"]))
                 for plugin in plugins for pattern in patterns
                 if any(fnmatch.fnmatchcase(plugin.get(key, ""), re.split("[:@]", pattern)[0])
                        for key in ("name", "family"))}
        for file in files - self.hashes.keys():
            path = os.path.join(ROOT, file)
            self.hashes[file] = digest(path) if os.path.exists(path) else None
        return {file: self.hashes[file] for file in sorted(files)}


# ---- Sources ----

def plain(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower().translate(str.maketrans("äáâàçčéèëíïóöøúüūñ", "aaaacceeeiiooouuun")))


def slug(source):
    """Of the text alone, so that a page keeps its address; the hash is of what does not fit."""
    return "%s-%s" % (plain(source)[:48].strip("-"), hashlib.sha256(source.encode()).hexdigest()[:6])


def addresses(source):
    """DOI, number at arXiv and pages, as the source names them."""
    doi = re.search(r"\b10\.\d{4,9}/[^\s,;]*[\w)]", source)
    arxiv = re.search(r"arXiv (?:\()?([a-z-]+/\d{7}|\d{4}\.\d{4,5})", source)
    return (doi.group(0).rstrip(")") if doi else "", arxiv.group(1) if arxiv else "",
            re.findall(r"https?://[^\s),;]+", source))


def links(source):
    doi, arxiv, pages = addresses(source)
    out = ['<a href="https://doi.org/%s">doi:%s</a>' % (html.escape(doi), html.escape(doi))] if doi else []
    out += ['<a href="https://arxiv.org/abs/%s">arXiv:%s</a>' % (arxiv, arxiv)] if arxiv else []
    return " ".join(out + ['<a href="%s">%s</a>' % (html.escape(page), html.escape(page)) for page in pages])


def read_bibliography():
    with open(os.path.join(ROOT, "ci", "references.bib"), encoding="utf-8") as file:
        return {doi: (key, entry) for entry, key in re.findall(r"^(@\w+\{(.*?),\n.*?^\})", file.read(), re.S | re.M)
                for doi in re.findall(r"doi = \{(.*?)\}", entry)}


def bibtex(source, known):
    """The entry of ci/references.bib with this DOI, or one with the words of the source."""
    doi, arxiv, pages = addresses(source)
    if doi in known:
        return known[doi]
    key = slug(source)
    title = re.sub(r"([&%$#_])", r"\\\1", source.split("http")[0].strip(" (,").translate(str.maketrans("{}\\", "() ")))
    fields = [("title", "{%s}" % title), ("doi", doi), ("eprint", arxiv), ("archiveprefix", "arXiv" if arxiv else ""),
              ("url", pages[0] if pages else "")]
    return key, "@misc{%s,\n%s}" % (key, "".join("  %s = {%s},\n" % field for field in fields if field[1]))


# ---- Pages ----

def counts(claims):
    words = [claim.get("verdict") for claim in claims]
    return ", ".join("%d %s" % (words.count(word), SHOWN.get(word, word)) for word in COUNTED if words.count(word))


def mark(word, text=""):
    return '<b class="%s">%s</b>' % (word, text or SHOWN.get(word, word))


def copied(path, folder):
    """A link to a copy of the file, so that the pages can be published alone."""
    source = os.path.join(ROOT, path)
    if not os.path.exists(source):
        sys.exit("ledger: %s is not there, and a claim names it" % path)
    target = os.path.relpath(source, ROOT)
    os.makedirs(os.path.dirname(os.path.join(folder, target)), exist_ok=True)
    shutil.copy(source, os.path.join(folder, target))
    return '<a href="%s">%s</a>' % (html.escape(target), html.escape(target))


def rows_of(claim, folder):
    rows = [("place", html.escape(claim["place"] or "")), ("basis", claim["basis"]),
            ("claimed", html.escape("%s: %s %s" % (claim["study"], claim["quantity"], claim["value"] or ""))),
            ("when", html.escape(claim["when"] or "")), ("methods", html.escape(", ".join(claim["methods"]))),
            ("models", html.escape(", ".join(claim["models"]) or "all that fit")),
            ("subject", claim["subject"] if claim["subject"] != "method" else ""),
            ("expected", mark(claim["expect"])), ("why", html.escape(claim["why"] or "")),
            ("use instead", html.escape(claim["instead"] or "")),
            ("certificate", copied(os.path.abspath(claim["certificate"]), folder) if claim["certificate"] else ""),
            ("second route", ", ".join(copied(path, folder) for path in claim["second_routes"])),
            ("files (SHA-256)", "<br>".join("<code>%s %s</code>" % (file, (value or "")[:16])
                                            for file, value in claim["files"].items()))]
    return "\n".join('<tr><th scope="row">%s</th><td class="words">%s</td></tr>' % row for row in rows if row[1])


def systems(pieces, claim):
    if not claim.get("verdicts"):
        return ""
    rows = "\n".join("<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"words\">%s</td></tr>" % (
        html.escape(v["method"]), html.escape(v["model"] + ("@" + v["realisation"] if v["realisation"] else "") + ":" +
                                              v["case"]), mark(v["verdict"]), html.escape(v["reason"] or ""))
        for v in sorted(claim["verdicts"], key=lambda v: (WORDS.index(v["verdict"]), v["key"])))
    return fill(pieces["systems"], count=len(claim["verdicts"]), rows=rows)


def page(pieces, source, key, claims, folder):
    sections = [fill(pieces["claim"], id=claim["name"].replace("#", "."), name=claim["name"],
                     text=claim["text"] or "", mark=mark(claim["verdict"]) if "verdict" in claim else "",
                     rows=rows_of(claim, folder), systems=systems(pieces, claim), replay=claim["replay"])
                for claim in claims]
    return fill(pieces["source"], source=source, links=links(source), claims=len(claims), key=key,
                counts=counts(claims) + "." if counts(claims) else "", sections="\n".join(sections))


def badge(claims):
    judged = [claim for claim in claims if claim.get("verdict") in ("confirmed", "refuted", "undecided", "failed")]
    words = "%d" % len(claims) if not judged else "%d of %d hold" % (
        sum(claim["verdict"] == "confirmed" for claim in judged), len(judged))
    left, right = 7 * len("published claims") + 12, 7 * len(words) + 12
    return ('<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="published claims: %s" width="%d" '
            'height="20" font-family="Verdana,sans-serif" font-size="11" fill="#fff">'
            '<rect width="%d" height="20" rx="3" fill="#555"/><rect x="%d" width="%d" height="20" rx="3" fill="#1a7f37"/><text x="6" y="14">published claims</text>'
            '<text x="%d" y="14">%s</text></svg>\n' % (words, left + right, left + right, left, right, left + 6, words))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("gimbal")
    parser.add_argument("--results", default="", help="the output folder of a run")
    parser.add_argument("suites", nargs="*", help="by name or as files (default: %s)" % " ".join(SUITES))
    words = parser.parse_intermixed_args()
    claims, files = read_claims(words.gimbal, words.suites or SUITES), Sources(words.gimbal)
    if words.results:
        add_verdicts(claims, words.results)
    for claim in claims:
        claim["files"] = files.hashes_of(claim)
    os.makedirs(words.folder, exist_ok=True)
    for old in glob.glob(os.path.join(words.folder, "*.html")):
        os.remove(old)
    pieces = {**gallery.template(), **gallery.template(HERE)}
    foot = fill(pieces["foot"], target="ledger", origin="ci/suites")
    known, entries, out, rows = read_bibliography(), {}, [], []
    for source in dict.fromkeys(claim["source"] for claim in claims):
        own = [claim for claim in claims if claim["source"] == source]
        key, entry = bibtex(source, known)
        entries[key] = entry
        name = slug(source) + ".html"
        write(words.folder, name, fill(pieces["head"], title=source + TITLE, style=pieces["style"]) +
              page(pieces, source, key, own, words.folder) + foot)
        rows.append('<tr><th scope="row"><a href="%s">%s</a></th><td data-label="claims">%d</td><td>%s</td></tr>' % (
            name, html.escape(source), len(own), counts(own)))
        doi, arxiv, pages = addresses(source)
        out.append({"source": source, "doi": doi, "arxiv": arxiv, "addresses": pages, "bibtex": key, "page": name,
                    "claims": [{k: v for k, v in claim.items() if k != "source"} for claim in own]})
    write(words.folder, "index.html", fill(pieces["head"], title="Index" + TITLE, style=pieces["style"]) +
          fill(pieces["index"], claims=len(claims), sources=len(out), rows="\n".join(rows),
               counts=counts(claims) + "." if counts(claims) else "") + foot)
    write(words.folder, "ledger.bib", "\n\n".join(entries.values()) + "\n")
    write(words.folder, "badge.svg", badge(claims))
    write(words.folder, "ledger.json", json.dumps({"format": 1, "sources": out}, ensure_ascii=False, indent=1) + "\n")
    print("%d claims of %d sources in %s" % (len(claims), len(out), os.path.join(words.folder, "index.html")))


if __name__ == "__main__":
    main()
