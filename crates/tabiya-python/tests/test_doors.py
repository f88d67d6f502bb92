"""Pictures, books, counts, explanations, the hunt."""

from __future__ import annotations

import io
import os
import random
import shlex
import struct
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import chess
import chess.polyglot
import pytest

import tabiya
import tabiya.pgn
import tabiya.polyglot
import tabiya.svg
from compare import ours
from games import KIWIPETE, positions


def test_pictures_are_xml() -> None:
    board = tabiya.Board(KIWIPETE)
    pictures = [
        tabiya.svg.board(),
        tabiya.svg.board(board),
        tabiya.svg.board(board, orientation=tabiya.BLACK, size=200, coordinates=False),
        tabiya.svg.board(
            board,
            lastmove=tabiya.Move.from_uci("e2a6"),
            check=tabiya.E8,
            arrows=[(tabiya.E2, tabiya.A6), tabiya.svg.Arrow(tabiya.E4, tabiya.E4, color="red")],
            fill={tabiya.D5: "#cc0000cc", tabiya.E5: "gold"},
            squares=tabiya.SquareSet([1, 2, 3]),
            colors={"square light": "#fff", "square dark": "#777"},
        ),
        tabiya.svg.board(board, theme="dark", flipped=True, borders=True, style="x"),
        tabiya.svg.piece(tabiya.Piece.from_symbol("n"), size=45),
        board._repr_svg_(),
        tabiya.Piece.from_symbol("K")._repr_svg_(),
        tabiya.SquareSet(0xFF)._repr_svg_(),
    ]
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(list(root.iter())) > 3
    uses = [element for element in ElementTree.fromstring(pictures[1]).iter() if element.tag.endswith("use")]
    assert len(uses) == 32
    assert 'width="200"' in pictures[2] and "gold" in pictures[3] and pictures[3] != pictures[1]
    for _ in range(3):
        board.push(next(iter(board.legal_moves)))
        ElementTree.fromstring(board._repr_svg_())
    for wrong in (
        lambda: tabiya.svg.board(board, fill={0: '"/><script>'}),
        lambda: tabiya.svg.board(board, arrows=[tabiya.svg.Arrow(0, 1, color='"/><script>')]),
        lambda: tabiya.svg.board(board, theme="blue"),
        lambda: tabiya.svg.Arrow.from_pgn("Gz9"),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_arrows_in_any_colour() -> None:
    arrows = [tabiya.svg.Arrow(tabiya.E2, tabiya.E4, color="#ff00aa80"), tabiya.svg.Arrow(tabiya.A1, tabiya.A1, color="orange")]
    for orientation in (tabiya.WHITE, tabiya.BLACK):
        picture = ElementTree.fromstring(tabiya.svg.board(arrows=arrows, orientation=orientation))
        plain = ElementTree.fromstring(
            tabiya.svg.board(arrows=[(arrow.tail, arrow.head) for arrow in arrows], orientation=orientation)
        )
        path, ring = list(picture)[-2:]
        assert path.get("fill") == "#ff00aa80" and ring.get("stroke") == "orange"
        assert [element.get("d") or element.get("cx") for element in list(plain)[-2:]] == [path.get("d"), ring.get("cx")]


def test_book_keys() -> None:
    for oracle in positions(400, seed=31):
        if not oracle.chess960:
            assert tabiya.polyglot.zobrist_hash(ours(oracle)) == chess.polyglot.zobrist_hash(oracle), oracle.fen()


def test_books(tmp_path: Path) -> None:
    entries = []
    boards = [board.copy() for board in positions(40, seed=4) if not board.chess960 and board.legal_moves]
    rng = random.Random(6)
    for board in boards:
        for move in rng.sample(list(board.legal_moves), min(3, board.legal_moves.count())):
            king_takes_rook = chess.Move.from_uci(board.uci(move, chess960=True))
            promotion = (king_takes_rook.promotion or 1) - 1
            raw = king_takes_rook.to_square | king_takes_rook.from_square << 6 | promotion << 12
            entries.append((chess.polyglot.zobrist_hash(board), raw, rng.randrange(0, 100), 7))
    entries.sort(key=lambda entry: (entry[0], -entry[2]))
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in entries))
    with tabiya.polyglot.open_reader(path) as mine, chess.polyglot.open_reader(path) as theirs:
        assert len(mine) == len(theirs)
        assert [entry[:4] for entry in mine] == [tuple(entry)[:4] for entry in theirs]
        assert mine[-1][:4] == tuple(theirs[-1])[:4]
        for oracle in boards:
            board = ours(oracle)
            assert [(entry.move.uci(), entry.weight) for entry in mine.find_all(board)] == [
                (entry.move.uci(), entry.weight) for entry in theirs.find_all(oracle)
            ]
            found = mine.get(board)
            assert (found and found.weight) == ((expected := theirs.get(oracle)) and expected.weight)
            if found:
                assert mine.choice(board, random=random.Random(1)).move in board.legal_moves
                assert mine.weighted_choice(board, random=random.Random(1)).weight > 0
                assert mine.find(board) in mine
        with pytest.raises(IndexError):
            mine.find(tabiya.Board("8/8/8/8/4k3/8/8/4K2R w K - 0 1"))
        with pytest.raises(IndexError):
            mine[len(mine)]
    (tmp_path / "broken.bin").write_bytes(b"x" * 17)
    with pytest.raises(ValueError, match="16-byte"):
        tabiya.polyglot.open_reader(tmp_path / "broken.bin")


def test_counts() -> None:
    kiwipete = tabiya.Board(KIWIPETE)
    assert tabiya.perft(kiwipete, 4) == 4_085_603
    assert tabiya.perft(kiwipete, 4, threads=1, hash=0) == tabiya.perft(kiwipete, 4, threads=2, hash=1 << 22)
    assert tabiya.perft(kiwipete, 0) == 1
    counts = tabiya.divide(kiwipete, 3)
    assert sum(counts.values()) == 97_862 and set(counts) == set(kiwipete.legal_moves)
    statistics = tabiya.perft_statistics(kiwipete, 3)
    assert (statistics["nodes"], statistics["castles"], statistics["checkmates"]) == (97_862, 3162, 1)
    seen: list[tuple[float, int, float]] = []
    assert tabiya.perft(kiwipete, 5, hash=0, progress=lambda *told: seen.append(told)) == 193_690_690
    assert seen[-1][0] == pytest.approx(1.0) and seen[-1][1] == 193_690_690

    def stop(*_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tabiya.perft(kiwipete, 7, progress=stop)
    with pytest.raises(tabiya.InvalidBoardError):
        tabiya.perft(tabiya.Board(None), 3)
    with pytest.raises(ValueError):
        tabiya.perft(kiwipete, 256)


def test_explanations() -> None:
    board = tabiya.Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")
    answer = board.explain(tabiya.Move.from_uci("c3d5"))
    assert not answer and answer.reason == "pinned" and tabiya.B4 in answer.squares
    assert board.explain("Kd1").is_legal and board.explain("e1d1").reason is None
    assert {str(answer).split()[0] for answer in board.illegal_moves()} == {
        move.uci() for move in board.pseudo_legal_moves if not board.is_legal(move)
    }
    with pytest.raises(ValueError):
        board.explain("hello")


def test_explaining_agrees_with_generating() -> None:
    rng = random.Random(77)
    for oracle in positions(120, seed=50):
        board = ours(oracle)
        for _ in range(40):
            move = tabiya.Move(rng.randrange(64), rng.randrange(64), rng.choice([None, None, None, 2, 5]))
            if move and not board.chess960:
                assert bool(board.explain(move)) == board.is_legal(move), (move, board)


ENGINE = """
import sys, tabiya
fen, depth = sys.argv[1], int(sys.argv[2])
board = tabiya.Board(fen)
total = 0
for move in board.legal_moves:
    if board.is_en_passant(move):
        continue  # the bug
    board.push(move)
    count = tabiya.perft(board, depth - 1, threads=1, hash=0) if depth > 1 else 1
    print(f"{move}: {count}")
    total += count
    board.pop()
print(f"Nodes searched: {total}")
"""


@pytest.mark.skipif(os.name != "posix", reason="the command is quoted for a POSIX shell")
def test_the_hunt_finds_a_missing_rule(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{fen}} {{depth}}"
    report = tabiya.hunt(command, template=True, time=40.0, depth=2, chess960=False)
    assert not report and "en-passant" in report.findings[0]["rule"], str(report)
    assert report.findings[0]["missing"] and "en passant" in str(report)
    assert report._repr_svg_() is not None
    rows = {row["dimension"]: row for row in report.coverage}
    assert len(rows) > 10 and any(row["asked"] for row in rows.values())
    assert all(row["asked"] + len(row["missing"]) == row["values"] for row in rows.values())
    assert all(dimension in report.coverage_table for dimension in rows)
    with pytest.raises(OSError):
        tabiya.hunt("there-is-no-such-engine")
    with pytest.raises(ValueError):
        tabiya.hunt(command, template=True, time=-1.0)


UCI_ENGINE = """
import pathlib, sys, tabiya
board = tabiya.Board()
with pathlib.Path(__file__).with_suffix(".log").open("a") as log:
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name careful\\nuciok")
        elif words[:1] == ["isready"]:
            print("readyok")
        elif words[:2] == ["position", "fen"]:
            log.write(" ".join(words[2:8]) + "\\n")
            log.flush()
            board = tabiya.Board(" ".join(words[2:8]))
            for move in words[9:]:
                board.push_uci(move)
        elif words[:2] == ["go", "perft"]:
            divided = tabiya.divide(board, int(words[2]))
            for move, count in divided.items():
                print(f"{move}: {count}")
            print(f"\\nNodes searched: {sum(divided.values())}")
        elif words[:1] == ["quit"]:
            break
        sys.stdout.flush()
"""


@pytest.mark.skipif(os.name != "posix", reason="the command is quoted for a POSIX shell")
def test_the_hunt_asks_about_odd_positions_when_told_to(tmp_path: Path) -> None:
    asked = []
    for odd in (False, True):
        script = tmp_path / f"engine_{odd}.py"
        script.write_text(UCI_ENGINE)
        command = f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"
        report = tabiya.hunt(command, time=60.0, depth=1, nodes=20_000, chess960=False, odd=odd)
        assert report, str(report)
        asked.append({" ".join(line.split()[:2]) for line in script.with_suffix(".log").read_text().splitlines()})
    # The capture would uncover the king on a diagonal: a double push does not lead there.
    shield = "7k/5b2/8/3pP3/8/1K6/8/8 w"
    assert shield in asked[1] - asked[0] and asked[0] & asked[1]


def test_notebook_pictures_of_games() -> None:
    game = tabiya.pgn.read_game(io.StringIO("1. e4 e5 *"))
    assert game is not None
    ElementTree.fromstring(game._repr_svg_())
    ElementTree.fromstring(game.end()._repr_svg_())
