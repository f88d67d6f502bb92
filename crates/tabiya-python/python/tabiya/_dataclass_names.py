"""`dataclasses.fields`, `replace`, `asdict` and `typing.get_type_hints` for classes that are written in Rust."""

from __future__ import annotations

from typing import Any


class _Fields:
    """The fields of a class, made when something asks for them: `dataclasses` takes longer to import than Tabiya."""

    def __init__(self, defaults: dict[str, Any], required: tuple[str, ...]) -> None:
        self._defaults, self._required = defaults, required

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        fields = [(name, owner.__annotations__.get(name, Any)) for name in self._required]
        optional = [
            (name, owner.__annotations__.get(name, Any), dataclasses.field(default=value))
            for name, value in self._defaults.items()
        ]
        template = dataclasses.make_dataclass(owner.__name__, [*fields, *optional])
        found: dict[str, Any] = getattr(template, "__dataclass_fields__")
        return found


def name_fields(owner: type, annotations: dict[str, Any], required: tuple[str, ...], **defaults: Any) -> None:
    """Tells `dataclasses` and `typing` what a class is made of."""
    setattr(owner, "__annotations__", annotations)
    setattr(owner, "__dataclass_fields__", _Fields(defaults, required))
