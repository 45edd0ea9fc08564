"""Makes a file whose text says so kill the process that reads it, as a fault in a parser would."""

import importlib.util
import os
import signal
import sys

MARK = b"POISON-FOR-THE-CRASH-TEST"


class _Poisoner:
    def find_spec(self, name, path=None, target=None):
        if name != "pipeline.engine":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            read = module.read

            def poisoned(data, file_name):
                if MARK in data:
                    os.kill(os.getpid(), signal.SIGKILL)
                return read(data, file_name)

            module.read = poisoned

        spec.loader.exec_module = exec_module
        return spec


sys.meta_path.insert(0, _Poisoner())
