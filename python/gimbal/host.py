"""Serves methods, or models, of a Python file to gimbal: python3 -m gimbal.host FILE CLASS...

The file is run again in this process, up to its first call of gimbal.verify. What it prints there is
not shown again."""
import contextlib
import os
import sys
import types

from . import method, model, verification


def classes(file, names):
    """The classes that the file defines at its outermost level."""
    module = sys.modules["gimbal_file"] = types.ModuleType("gimbal_file")
    module.__file__ = file
    content = module.__dict__
    with open(file, encoding="utf-8") as source:
        code = compile(source.read(), file, "exec")
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    verification.hosting = True
    with open(os.devnull, "w", encoding="utf-8") as nowhere, \
            contextlib.redirect_stdout(nowhere), contextlib.suppress(verification.Hosted):
        exec(code, content)
    missing = [name for name in names if name not in content]
    if missing:
        sys.exit(f"{file} has no class {missing[0]} at its outermost level")
    return [content[name] for name in names]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python3 -m gimbal.host FILE CLASS...")
    served = classes(sys.argv[1], sys.argv[2:])
    (model.serve if issubclass(served[0], model.Model) else method.main)(*served)
