"""What programs write into comments: `[%clk 0:01:00]`, `[%eval 0.2]`, `[%cal Ge2e4]`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ._score import PovScore, Score, read_eval, write_eval
from ._squares import WHITE, Color
from .svg import Arrow


class CommentCommands:
    """The commands in the comment of a node."""

    @property
    def comment(self) -> str:
        """The comment that holds them."""
        raise NotImplementedError

    @comment.setter
    def comment(self, comment: str) -> None:
        raise NotImplementedError

    def turn(self) -> Color:
        """Whose move it is."""
        raise NotImplementedError

    def _commands(self, name: str) -> list[str]:
        return re.findall(rf"\[%{name}\s([^\]]*)\]", self.comment)

    def _set_command(self, name: str, value: str | None) -> None:
        rest = re.sub(rf"\s?\[%(?:{name})\s[^\]]*\]", "", self.comment).strip()
        words = [] if value is None else [f"[%{name.split('|')[0]} {value}]"]
        self.comment = " ".join(filter(None, [rest, *words]))

    def _seconds(self, name: str) -> float | None:
        for text in self._commands(name):
            if re.fullmatch(r"\d+:\d+:\d+(\.\d*)?", text):
                hours, minutes, seconds = text.split(":")
                return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
        return None

    def _eval(self) -> tuple[Score, int | None] | None:
        return next(filter(None, map(read_eval, self._commands("eval"))), None)

    def _set_seconds(self, name: str, seconds: float | None) -> None:
        if seconds is None:
            return self._set_command(name, None)
        whole, part = divmod(max(seconds, 0.0), 60)
        rest = f"{part:06.3f}".rstrip("0").rstrip(".").zfill(2)
        self._set_command(name, f"{int(whole // 60)}:{int(whole % 60):02d}:{rest}")

    def clock(self) -> float | None:
        """The time left after the move, in seconds, from `[%clk …]` in the comment."""
        return self._seconds("clk")

    def set_clock(self, seconds: float | None) -> None:
        """Writes the time left after the move into the comment."""
        self._set_seconds("clk", seconds)

    def emt(self) -> float | None:
        """The time the move took, in seconds, from `[%emt …]` in the comment."""
        return self._seconds("emt")

    def set_emt(self, seconds: float | None) -> None:
        """Writes the time the move took into the comment."""
        self._set_seconds("emt", seconds)

    def eval(self) -> PovScore | None:
        """What an engine thought of the position, from `[%eval …]` in the comment.

        >>> import tabiya.pgn
        >>> node = tabiya.pgn.Game().add_variation(tabiya.Move.from_uci("e2e4"), comment="[%eval 0.35,20]")
        >>> node.eval(), node.eval_depth()
        (PovScore(Cp(-35), BLACK), 20)
        """
        read = self._eval()
        if read is None:
            return None
        turn = self.turn()
        return PovScore(read[0] if turn == WHITE else -read[0], turn)

    def eval_depth(self) -> int | None:
        """How deep the engine looked, from `[%eval …]` in the comment."""
        read = self._eval()
        return None if read is None else read[1]

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Writes what an engine thought of the position into the comment."""
        self._set_command("eval", None if score is None else write_eval(score.white(), depth))

    def arrows(self) -> list[Arrow]:
        """The arrows and marked squares from `[%cal …]` and `[%csl …]` in the comment."""
        found = re.findall(r"\[%(?:csl|cal)\s([^\]]*)\]", self.comment)
        return [Arrow.from_pgn(word.strip()) for words in found for word in words.split(",")]

    def set_arrows(self, arrows: Iterable[Arrow | tuple[int, int]]) -> None:
        """Writes arrows and marked squares into the comment."""
        drawn = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        rest = re.sub(r"\s?\[%(?:csl|cal)\s[^\]]*\]", "", self.comment).strip()
        marks = ",".join(arrow.pgn() for arrow in drawn if arrow.tail == arrow.head)
        lines = ",".join(arrow.pgn() for arrow in drawn if arrow.tail != arrow.head)
        drawing = (f"[%csl {marks}]" if marks else "") + (f"[%cal {lines}]" if lines else "")
        self.comment = " ".join(filter(None, [drawing, rest]))
