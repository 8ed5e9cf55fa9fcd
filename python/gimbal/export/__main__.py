"""gimbal export: a model in another language, or the whole test set."""
import argparse
import os
import sys
import types

from .. import testset
from ..model import Model
from .equations import NotExported, nearest
from .folder import export_all
from .problem import certificates, problems_of
from .programs import WRITERS


def of_file(path):
    """The models of a Python file."""
    module = sys.modules["gimbal_file"] = types.ModuleType("gimbal_file")
    module.__file__ = path
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    from .. import model
    model.serve, served = (lambda *_: None), model.serve
    import gimbal
    gimbal.serve = model.serve
    try:
        exec(code, module.__dict__)
    finally:
        model.serve = gimbal.serve = served
    found = [one for one in vars(module).values()
             if isinstance(one, type) and issubclass(one, Model) and one.__module__ == "gimbal_file"]
    if not found:
        raise ValueError(f"{path} has no subclass of gimbal.Model")
    return found


def find(word):
    """The problem that a word names: a problem, MODEL, MODEL:CASE, or FILE.py[:CASE]."""
    stored, known = certificates(), testset.classes()
    model, _, case = word.partition(":")
    if model.endswith(".py") or os.sep in model:
        problems = [one for kind in of_file(model) for one in problems_of(kind)]
    elif model in known:
        problems = problems_of(known[model], stored)
    else:
        problems = [p for name, kind in known.items() if word.startswith(name.replace("_", "-"))
                    for p in problems_of(kind, stored) if p.name == word]
        if not problems:
            raise ValueError(f"the test set has no model {model!r}{nearest(model, list(known))}; a file with a model ends "
                             "in .py, and `gimbal export --list` names all problems")
    chosen = [one for one in problems if not case or one.case == case]
    if not chosen:
        raise ValueError(f"{model} has no case {case!r}; it has {', '.join(one.case for one in problems)}")
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
            parser.error("give a model and --language, or --all DIR")
    except (ValueError, NotExported, OSError, SyntaxError) as error:
        print(f"gimbal: export: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
