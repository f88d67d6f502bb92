"""Which task a worker gets next: the neighbour of its last one, as long as there is one."""

from __future__ import annotations


class Stretches:
    """Tasks in order, cut into a stretch per worker. Neighbours have much below them in common, which the worker's table then
    knows. It is a wish only: Dask gives a task to another worker when the one it is meant for is gone.

    >>> todo = Stretches(range(10))
    >>> [todo.take("a", ["a", "b"]) for _ in range(2)], [todo.take("b", ["a", "b"]) for _ in range(4)]
    ([0, 1], [5, 6, 7, 8])
    >>> [todo.take("b", ["a", "b"]) for _ in range(3)], todo.take("c", ["a", "c"])
    ([9, 3, 4], 2)
    >>> bool(todo)
    False
    """

    def __init__(self, numbers: range | list[int]) -> None:
        self._rest: dict[str | None, list[int]] = {None: list(numbers)[::-1]}

    def __bool__(self) -> bool:
        return any(self._rest.values())

    def take(self, worker: str | None, workers: list[str]) -> int:
        """The next task for a worker."""
        if None in self._rest and workers:
            self._share_out(workers)
        mine = self._rest.get(worker)
        if not mine:
            # The second half of whoever has most left.
            longest = max(self._rest.values(), key=len)
            half = len(longest) // 2
            mine, longest[: half + 1] = longest[: half + 1], []
            self._rest[worker] = mine
        return mine.pop()

    def _share_out(self, workers: list[str]) -> None:
        numbers = self._rest.pop(None)
        count = len(workers)
        for index, address in enumerate(reversed(workers)):
            start, end = len(numbers) * index // count, len(numbers) * (index + 1) // count
            self._rest[address] = numbers[start:end]
