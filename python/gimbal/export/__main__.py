"""gimbal export: a model in another language, or the whole test set."""
import argparse
import os
import sys
import types

if not __package__:  # started as a file, by the program
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import gimbal
from gimbal import model, testset
from gimbal.export.equations import NotExported, nearest
from gimbal.export.folder import export_all
from gimbal.export.problem import certificates, problems_of
from gimbal.export.programs import WRITERS


def of_file(path):
    """The models of a Python file."""
    module = sys.modules["gimbal_file"] = types.ModuleType("gimbal_file")
    module.__file__ = path
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    model.serve, served = (lambda *_: None), model.serve
    gimbal.serve = model.serve
    try:
        exec(code, module.__dict__)
    finally:
        model.serve = gimbal.serve = served
    found = [one for one in vars(module).values()
             if isinstance(one, type) and issubclass(one, model.Model) and one.__module__ == "gimbal_file"]
    if not found:
        raise ValueError(f"{path} has no subclass of gimbal.Model")
    return found


def find(word):
    """The problem that a word names: a problem, MODEL, MODEL:CASE, or FILE.py[:CASE]."""
    stored, known = certificates(), testset.classes()
    name, _, case = word.partition(":")
    if name.endswith(".py") or os.sep in name:
        problems = [one for kind in of_file(name) for one in problems_of(kind)]
    elif name in known:
        problems = problems_of(known[name], stored)
    else:
        problems = [p for other, kind in known.items() if word.startswith(other.replace("_", "-"))
                    for p in problems_of(kind, stored) if p.name == word]
        if not problems:
            raise ValueError(f"the test set has no model {name!r}{nearest(name, list(known))}; a file with a model ends "
                             "in .py, and `gimbal export --list` names all problems")
    chosen = [one for one in problems if not case or one.case == case]
    if not chosen:
        raise ValueError(f"{name} has no case {case!r}; it has {', '.join(one.case for one in problems)}")
    return chosen[0]


def main(words):
    parser = argparse.ArgumentParser(
        prog="gimbal export", description="Prints a model of the test set, or of a Python file, in another language: "
        "equations, parameters, initial data, conserved quantities and the certified end state.",
        epilog="docs/testset.md describes the test set. Exit status: 0; 2 for a usage error, or a model that has no form "
        "that can be printed.")
    parser.add_argument("model", nargs="?", metavar="MODEL[:CASE]|FILE.py", help="what is printed")
    parser.add_argument("-l", "--language", choices=list(WRITERS), help="of the text")
    parser.add_argument("-a", "--all", metavar="DIR", help="write the whole test set into a new folder")
    parser.add_argument("--list", action="store_true", help="name all problems, with their certified digits")
    given = parser.parse_args(words)
    try:
        if given.list:
            for name, one in certificates().items():
                print(f"{name:40} {one['digits']} digits")
        elif given.all:
            print("{} models with {} problems are in {}".format(*export_all(given.all), given.all))
        elif given.model and given.language:
            sys.stdout.write(WRITERS[given.language](find(given.model)))
        else:
            raise ValueError("give a model and --language, or --all DIR, or --list; see gimbal export --help")
    except (ValueError, NotExported, OSError, SyntaxError) as error:
        print(f"gimbal: export: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
