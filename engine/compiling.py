"""How the engine compiles plain functions with numba. Importing this costs half a second: only who compiles does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function, signature: Any) -> Function:
    """Compiles a function and keeps the machine code on disk: beside the source, else in the user's cache folder.

    numba writes each file whole and renames it, so several processes may do this at once. It compiles anew when the
    source of the function's module changes, but doesn't notice when only what that module imports does.

    Args:
        function: in plain arithmetic; what it calls is registered with numba as jitable.
        signature: numba's types of its arguments and result.
    """
    try:
        machine_code: Function = numba.njit(signature, cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to write to: compile for this process alone
        machine_code = numba.njit(signature, nogil=True)(function)
    return machine_code
