"""What the process that opens a hostile file may do: so much memory and time, its own folder, no network, no programs.

Limits are the kernel's: rlimits everywhere, a system-call filter and Landlock on Linux, where the kernel has them.
None of them needs a privilege, and none can be taken off again by the process or its children.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import sys
from pathlib import Path

from pipeline.confined.allowance import MIB, Allowance

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_FILTER = 2
# linux/audit.h and the system-call tables: architecture, then socket and what starts or enters another process
_SOCKET = {"x86_64": 41, "aarch64": 198}
_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_IO_URING_SETUP = 425  # would open sockets past the filter
_ENTERING = {"x86_64": (101, 310, 311), "aarch64": (117, 270, 271)}  # ptrace, process_vm_readv, process_vm_writev
_EXECUTING = {"x86_64": (59, 322), "aarch64": (221, 281)}  # execve, execveat
_RULESET, _ADD_RULE, _RESTRICT = 444, 445, 446  # Landlock's system calls, alike on both
_READING = 1 << 0 | 1 << 2 | 1 << 3  # execute, read a file, read a folder
_WRITING = 1 << 1 | sum(1 << n for n in range(4, 13))  # write, remove and make whatever kind of file
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_NOFILE = 256


def tie_to_parent() -> None:
    """Have the kernel end this process when its parent dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def limit(allowance: Allowance) -> None:
    """Hold memory (beyond what is in use now), processor time, file sizes and open files; leave no core."""
    _cap(resource.RLIMIT_AS, _in_use() + allowance.memory * MIB)
    _cap(resource.RLIMIT_CPU, allowance.total_seconds)
    _cap(resource.RLIMIT_FSIZE, allowance.written * MIB)
    _cap(resource.RLIMIT_NOFILE, _NOFILE)
    _cap(resource.RLIMIT_CORE, 0)


def close(folder: Path, *, programs: bool) -> tuple[str, ...]:
    """Shut the network, other processes and every folder but what programs are made of; `folder` may be written.

    `programs` leaves starting a program open (a converter), under the same limits. Returns what was shut.
    """
    if sys.platform != "linux":
        return ()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return ()
    shut = ["files"] if _shut_files(libc, folder) else []
    return (*shut, "network") if _shut_calls(libc, programs) else tuple(shut)


def _cap(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, most))


def _in_use() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError):
        return 1024 * MIB
    return pages * resource.getpagesize()


def _shut_calls(libc: ctypes.CDLL, programs: bool) -> bool:
    machine = platform.machine()
    if machine not in _ARCH:
        return False
    code = _program(machine, programs)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = ctypes.create_string_buffer(struct.pack("HL", len(code) // 8, ctypes.addressof(buffer)))
    return bool(libc.prctl(_PR_SET_SECCOMP, _FILTER, head, 0, 0) == 0)


def _program(machine: str, programs: bool) -> bytes:
    """Return the filter: instructions of code, jump if true, jump if false, value (linux/filter.h)."""
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    allow, refuse, kill = 0x7FFF0000, 0x00050000 | 1, 0x80000000
    denied = [_IO_URING_SETUP, *_ENTERING[machine], *(() if programs else _EXECUTING[machine])]
    code = [(load, 0, 0, 4), (equal, 1, 0, _ARCH[machine]), (answer, 0, 0, kill), (load, 0, 0, 0)]
    code += [(at_least, 0, 1, 0x40000000), (answer, 0, 0, refuse)]  # the other tables of x86
    for number in denied:
        code += [(equal, 0, 1, number), (answer, 0, 0, refuse)]
    code += [(equal, 1, 0, _SOCKET[machine]), (answer, 0, 0, allow)]
    if programs:  # sockets of this machine only: their family is the first argument
        code += [(load, 0, 0, 16), (equal, 0, 1, 1), (answer, 0, 0, allow)]
    code.append((answer, 0, 0, refuse))
    return b"".join(struct.pack("HBBI", *line) for line in code)


def _shut_files(libc: ctypes.CDLL, folder: Path) -> bool:
    version = libc.syscall(_RULESET, None, 0, 1)
    if version < 1:
        return False
    handled = _READING | _WRITING | (_REFER if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)
    rules = libc.syscall(_RULESET, ctypes.create_string_buffer(struct.pack("Q", handled)), 8, 0)
    if rules < 0:
        return False
    try:
        for path in readable():
            _allow(libc, rules, path, _READING)
        _allow(libc, rules, folder, handled)
        _allow(libc, rules, Path("/dev"), _READING | 1 << 1)
        return bool(libc.syscall(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def readable() -> list[Path]:
    """Return the folders that programs, libraries, fonts and this package lie in: never the data folder."""
    package = Path(__file__).resolve().parents[1]
    installed = [Path(entry) for entry in sys.path if entry and Path(entry).resolve() != package.parent]
    system = [Path(path) for path in ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/etc", "/proc", "/sys")]
    data = [Path(path) for name in ("TESSDATA_PREFIX",) if (path := os.environ.get(name))]
    return [
        path for path in (*system, Path(sys.prefix), Path(sys.base_prefix), *installed, package, *data) if path.exists()
    ]


def _allow(libc: ctypes.CDLL, rules: int, path: Path, access: int) -> None:
    if not path.is_dir():
        access &= 1 << 0 | 1 << 1 | 1 << 2
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        libc.syscall(_ADD_RULE, rules, 1, ctypes.create_string_buffer(struct.pack("=Qi", access, opened)), 0)
    finally:
        os.close(opened)
