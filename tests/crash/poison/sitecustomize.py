"""Makes a file whose text says so kill the worker that asks for it to be read, or the process apart that reads it."""

import functools
import importlib.util
import os
import signal
import sys

MARKS = {
    "pipeline.engine": ("read", b"POISON-FOR-THE-CRASH-TEST"),
    "pipeline.extract": ("read_document", b"POISON-FOR-THE-READER"),
}


class _Poisoner:
    def __init__(self, module):
        self.module = module

    def find_spec(self, name, path=None, target=None):
        if name != self.module:
            return None
        sys.meta_path.remove(self)
        function, mark = MARKS[name]
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            read = getattr(module, function)

            @functools.wraps(read)
            def poisoned(data, *rest, **named):
                if mark in data:
                    os.kill(os.getpid(), signal.SIGKILL)
                return read(data, *rest, **named)

            setattr(module, function, poisoned)

        spec.loader.exec_module = exec_module
        return spec


sys.meta_path[:0] = [_Poisoner(module) for module in MARKS]
