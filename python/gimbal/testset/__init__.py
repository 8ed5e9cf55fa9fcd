"""The test set's models, as classes of gimbal.Model; `python3 -m gimbal.testset NAME...` serves them to gimbal."""
import importlib

from ..model import Model, name_of

FILES = ("celestial", "oscillators", "chains", "nonholonomic", "rigid")


def classes():
    """All models by name, in the order of the files."""
    found = {}
    for file in FILES:
        module = importlib.import_module("." + file, __name__)
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, Model) and one.__module__ == module.__name__ \
                    and not one.__name__.startswith("_"):
                found[name_of(one)] = one
    return found
