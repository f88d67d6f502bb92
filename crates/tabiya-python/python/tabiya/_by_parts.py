"""What a board answers from its own other answers: moves, notation and outcomes, part by part.

`Board` is written in Rust, where one method does not call another through Python. Two kinds of boards need such calls.
Subclasses override `push` or `generate_legal_moves` and expect `push_san` and `is_checkmate` to call what they wrote.
On boards that are not positions, notation and outcomes follow from the list of moves. Rust calls these functions for
these two kinds of boards only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ._squares import KING, PAWN, PIECE_SYMBOLS, WHITE, square_file, square_name, square_rank
from ._outcome import Outcome, Termination
from ._tabiya import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move

if TYPE_CHECKING:
    from ._tabiya import Board

_NULL = ("--", "Z0", "0000", "@@@@")
_CASTLING = re.compile(r"([O0])-\1(?P<long>-\1)?[+#]?")
_SAN = re.compile(
    r"(?P<piece>[NBRQK])?(?P<file>[a-h])?(?P<rank>[1-8])?[x-]?(?P<to>[a-h][1-8])(?:=?(?P<into>[nbrqNBRQ]))?[+#]?"
)


def generate(board: Board, legal: bool, part: str, from_mask: int, to_mask: int) -> Iterator[Move]:
    """The moves of a kind between these squares."""
    if part == "all":
        if board.is_variant_end():
            return
        for move in board.generate_pseudo_legal_moves(from_mask, to_mask):
            if not board.is_into_check(move):
                yield move
        return
    wanted = {"captures": board.is_capture, "en passant": board.is_en_passant, "castling": board.is_castling}[part]
    moves = board.generate_legal_moves if legal else board.generate_pseudo_legal_moves
    for move in moves(from_mask, (1 << 64) - 1 if part == "castling" else to_mask):
        if wanted(move):
            yield move


def is_legal(board: Board, move: Move) -> bool:
    return not board.is_variant_end() and board.is_pseudo_legal(move) and not board.is_into_check(move)


def find_move(board: Board, move: Move) -> Move:
    if not board.is_legal(move):
        raise _illegal(board, move.uci())
    return next((known for known in board.generate_legal_moves() if known == move), move)


def gives_check(board: Board, move: Move) -> bool:
    board.push(move)
    try:
        return board.is_check()
    finally:
        board.pop()


def _illegal(board: Board, text: str) -> IllegalMoveError:
    return IllegalMoveError(f"illegal move {text}: it is not among the legal moves of this board (in {board.fen()})")


# Notation.


def parse_san(board: Board, san: str) -> Move:
    if san in _NULL:
        return Move.null()
    castling = _CASTLING.fullmatch(san)
    if castling:
        wanted = board.is_queenside_castling if castling["long"] else board.is_kingside_castling
        fitting = [move for move in board.generate_legal_moves() if board.is_castling(move) and wanted(move)]
    else:
        found = _SAN.fullmatch(san)
        if found is None:
            raise InvalidMoveError(f"{san!r} is not a move: expected algebraic notation, as in Nf3, exd5 or e8=Q")
        fitting = [move for move in board.generate_legal_moves() if _fits(board, move, found)]
    if not fitting:
        raise _illegal(board, repr(san))
    if len(fitting) > 1:
        moves = ", ".join(move.uci() for move in fitting)
        raise AmbiguousMoveError(f"ambiguous move {san!r}: it could be {moves} (in {board.fen()})")
    return fitting[0]


def _fits(board: Board, move: Move, found: re.Match[str]) -> bool:
    piece, file, rank, to, into = found["piece"], found["file"], found["rank"], found["to"], found["into"]
    origin = square_name(move.from_square)
    if square_name(move.to_square) != to or (file and origin[0] != file) or (rank and origin[1] != rank):
        return False
    if board.is_castling(move) or move.promotion != (PIECE_SYMBOLS.index(into.lower()) if into else None):
        return False
    kind = board.piece_type_at(move.from_square)
    if piece:
        return kind == PIECE_SYMBOLS.index(piece.lower())
    # Without a letter it is a pawn, or any piece if both squares are written out.
    return kind == PAWN and (file is not None or not board.is_capture(move)) or bool(file and rank)


def parse_uci(board: Board, uci: str) -> Move:
    move = Move.from_uci(uci)
    if move and not board.is_legal(move):
        raise _illegal(board, uci)
    # As the board itself writes it, so that castling has one spelling.
    return Move.from_uci(board.uci(move)) if move else move


def parse_move(board: Board, text: str) -> Move:
    try:
        Move.from_uci(text)
    except InvalidMoveError:
        return board.parse_san(text)
    return board.parse_uci(text)


def push_san(board: Board, san: str) -> Move:
    move = board.parse_san(san)
    board.push(move)
    return move


def push_uci(board: Board, uci: str) -> Move:
    move = board.parse_uci(uci)
    board.push(move)
    return move


def _without_sign(board: Board, move: Move, long: bool) -> str:
    if board.is_castling(move):
        return "O-O" if board.is_kingside_castling(move) else "O-O-O"
    kind = board.piece_type_at(move.from_square)
    if kind is None or not board.is_legal(move):
        raise _illegal(board, move.uci())
    origin, target = square_name(move.from_square), square_name(move.to_square)
    capture = board.is_capture(move)
    promotion = f"={(PIECE_SYMBOLS[move.promotion] or '').upper()}" if move.promotion else ""
    letter = "" if kind == PAWN else (PIECE_SYMBOLS[kind] or "").upper()
    if long:
        return f"{letter}{origin}{'x' if capture else '-'}{target}{promotion}"
    if kind == PAWN:
        return f"{origin[0] + 'x' if capture else ''}{target}{promotion}"
    return f"{letter}{_distinction(board, move, kind)}{'x' if capture else ''}{target}"


def _distinction(board: Board, move: Move, kind: int) -> str:
    """The file or rank that tells the piece from others of its kind that may go to the same square."""
    if kind == KING and board.kings.bit_count() < 3:
        return ""
    rivals = [
        other.from_square
        for other in board.generate_legal_moves(board.pieces_mask(kind, board.turn), 1 << move.to_square)
        if other.from_square != move.from_square and not board.is_castling(other)
    ]
    if not rivals:
        return ""
    name = square_name(move.from_square)
    if all(square_file(rival) != square_file(move.from_square) for rival in rivals):
        return name[0]
    if all(square_rank(rival) != square_rank(move.from_square) for rival in rivals):
        return name[1]
    return name


def _spelled(board: Board, move: Move, long: bool) -> str:
    """The move with its sign for check or mate; the board stands behind the move afterwards."""
    if not move:
        board.push(move)
        return "--"
    text = _without_sign(board, move, long)
    board.push(move)
    if board.is_check():
        return text + ("#" if board.is_checkmate() else "+")
    return text


def san(board: Board, move: Move) -> str:
    return _spelled(board.copy(stack=False), move, False)


def lan(board: Board, move: Move) -> str:
    return _spelled(board.copy(stack=False), move, True)


def san_and_push(board: Board, move: Move) -> str:
    text = board.san(move)
    board.push(move)
    return text


def variation_san(board: Board, variation: Iterable[Move]) -> str:
    board = board.copy(stack=False)
    words: list[str] = []
    for move in variation:
        if not board.is_legal(move):
            raise _illegal(board, move.uci())
        if board.turn == WHITE:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
            continue
        words.append(board.san_and_push(move))
    return " ".join(words)


# Outcomes.


def _has_move(board: Board) -> bool:
    return any(True for _ in board.generate_legal_moves())


def is_checkmate(board: Board) -> bool:
    return board.is_check() and not _has_move(board)


def is_stalemate(board: Board) -> bool:
    return not board.is_check() and not board.is_variant_end() and not _has_move(board)


def is_seventyfive_moves(board: Board) -> bool:
    return board.halfmove_clock >= 150 and _has_move(board)


def is_fifty_moves(board: Board) -> bool:
    return board.halfmove_clock >= 100 and _has_move(board)


def can_claim_draw(board: Board) -> bool:
    return board.can_claim_fifty_moves() or board.can_claim_threefold_repetition()


def _after_some_move(board: Board, question: str) -> bool:
    for move in list(board.generate_legal_moves()):
        if question == "fifty" and board.is_zeroing(move):
            continue
        board.push(move)
        try:
            if is_fifty_moves(board) if question == "fifty" else board.is_repetition(3):
                return True
        finally:
            board.pop()
    return False


def can_claim_fifty_moves(board: Board) -> bool:
    return is_fifty_moves(board) or board.halfmove_clock >= 99 and _after_some_move(board, "fifty")


def can_claim_threefold_repetition(board: Board) -> bool:
    return board.is_repetition(3) or _after_some_move(board, "threefold")


def outcome(board: Board, claim_draw: bool) -> Outcome | None:
    if board.is_variant_loss():
        return Outcome(Termination.VARIANT_LOSS, not board.turn)
    if board.is_variant_win():
        return Outcome(Termination.VARIANT_WIN, board.turn)
    if board.is_variant_draw():
        return Outcome(Termination.VARIANT_DRAW, None)
    if board.is_checkmate():
        return Outcome(Termination.CHECKMATE, not board.turn)
    if board.is_insufficient_material():
        return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
    if not _has_move(board):
        return Outcome(Termination.STALEMATE, None)
    if board.is_seventyfive_moves():
        return Outcome(Termination.SEVENTYFIVE_MOVES, None)
    if board.is_fivefold_repetition():
        return Outcome(Termination.FIVEFOLD_REPETITION, None)
    if claim_draw and board.can_claim_fifty_moves():
        return Outcome(Termination.FIFTY_MOVES, None)
    if claim_draw and board.can_claim_threefold_repetition():
        return Outcome(Termination.THREEFOLD_REPETITION, None)
    return None


def result(board: Board, claim_draw: bool) -> str:
    found = board.outcome(claim_draw=claim_draw)
    return found.result() if found else "*"


def is_game_over(board: Board, claim_draw: bool) -> bool:
    return board.outcome(claim_draw=claim_draw) is not None
