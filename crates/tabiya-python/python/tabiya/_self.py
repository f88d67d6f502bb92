"""`Self` for annotations that are looked at while a program runs: Python 3.10 has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self as Self
else:
    try:
        from typing import Self
    except ImportError:
        Self = Any
