"""Serves models of the test set to gimbal: python3 -m gimbal.testset NAME...

One that gimbal also has in C gets a name that ends in _python."""
import sys

from ..model import serve
from . import classes

if __name__ == "__main__":
    known = classes()
    names = sys.argv[1:] or list(known)
    missing = [name for name in names if name not in known]
    if missing:
        sys.exit(f"the test set has no model {missing[0]}; it has {', '.join(known)}")
    serve(*(type(known[name].__name__, (known[name],), {"name": name + "_python" if hasattr(known[name], "_tree") else name,
                                                        "__doc__": known[name].__doc__})
            for name in names))
