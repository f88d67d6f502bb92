"""Squares, files, ranks and bitboards by name, and arithmetic with them.

A square is an integer from 0 (a1) to 63 (h8), counted along the ranks. A bitboard is an integer whose bits are squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import SupportsInt, TypeAlias, Union

from . import _tabiya

Color: TypeAlias = bool
PieceType: TypeAlias = int
Square: TypeAlias = int
Bitboard: TypeAlias = int
IntoSquareSet: TypeAlias = Union[SupportsInt, Iterable[Square]]

COLORS: list[Color] = [True, False]
WHITE: Color = True
BLACK: Color = False
COLOR_NAMES: list[str] = ["black", "white"]

PIECE_TYPES: list[PieceType] = [1, 2, 3, 4, 5, 6]
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: dict[str, str] = {
    "R": "♖", "r": "♜", "N": "♘", "n": "♞", "B": "♗", "b": "♝",
    "Q": "♕", "q": "♛", "K": "♔", "k": "♚", "P": "♙", "p": "♟",
}

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")

STARTING_FEN: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

SQUARES: list[Square] = list(range(64))
(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
(
    BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1,
    BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2,
    BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3,
    BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4,
    BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5,
    BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6,
    BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7,
    BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8,
) = BB_SQUARES
BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: list[Bitboard] = [0xFF << (8 * rank) for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]

BB_KNIGHT_ATTACKS: list[Bitboard] = _tabiya._leaper_attacks("knight", True)
BB_KING_ATTACKS: list[Bitboard] = _tabiya._leaper_attacks("king", True)
BB_PAWN_ATTACKS: list[list[Bitboard]] = [
    _tabiya._leaper_attacks("pawn", False),
    _tabiya._leaper_attacks("pawn", True),
]


def piece_symbol(piece_type: PieceType) -> str:
    """The lower-case letter of a piece type.

    >>> import tabiya
    >>> tabiya.piece_symbol(tabiya.KNIGHT)
    'n'
    """
    return "pnbrqk"[_checked(piece_type - 1, 6, "piece type")]


def piece_name(piece_type: PieceType) -> str:
    """The English name of a piece type."""
    return ("pawn", "knight", "bishop", "rook", "queen", "king")[_checked(piece_type - 1, 6, "piece type")]


def parse_square(name: str) -> Square:
    """The square with a name. Raises `ValueError` if there is none.

    >>> import tabiya
    >>> tabiya.parse_square("a5") == tabiya.A5
    True
    """
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a square: expected a letter from a to h and a digit from 1 to 8") from None


def square_name(square: Square) -> str:
    """The name of a square, such as `a5`."""
    return SQUARE_NAMES[_checked(square, 64, "square")]


def square(file_index: int, rank_index: int) -> Square:
    """The square on a file and a rank, both counted from 0."""
    return _checked(rank_index, 8, "rank") * 8 + _checked(file_index, 8, "file")


def square_file(square: Square) -> int:
    """The file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """How many steps a king needs from one square to the other."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """How many steps along ranks and files lead from one square to the other."""
    return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3))


def square_knight_distance(a: Square, b: Square) -> int:
    """How many moves a knight needs from one square to the other, on an empty board."""
    reached, moves = BB_SQUARES[_checked(a, 64, "square")], 0
    target = BB_SQUARES[_checked(b, 64, "square")]
    while not reached & target:
        for square in scan_forward(reached):
            reached |= BB_KNIGHT_ATTACKS[square]
        moves += 1
    return moves


def square_mirror(square: Square) -> Square:
    """The square flipped from top to bottom: e2 and e7 change places."""
    return square ^ 56


def _checked(number: int, count: int, what: str) -> int:
    if 0 <= number < count:
        return number
    raise ValueError(f"{number} is out of range: there are {count} values for a {what}")


def lsb(bb: Bitboard) -> int:
    """The lowest square of a bitboard, -1 if it is empty."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """The highest square of a bitboard, -1 if it is empty."""
    return bb.bit_length() - 1


def popcount(bb: Bitboard) -> int:
    """How many squares a bitboard has."""
    return bb.bit_count()


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares of a bitboard, the lowest first."""
    while bb:
        low = bb & -bb
        yield low.bit_length() - 1
        bb ^= low


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares of a bitboard, the highest first."""
    while bb:
        square = bb.bit_length() - 1
        yield square
        bb ^= 1 << square


def ray(a: Square, b: Square) -> Bitboard:
    """The whole line through two squares, 0 if they share none."""
    return int(_tabiya.SquareSet.ray(a, b))


def between(a: Square, b: Square) -> Bitboard:
    """The squares strictly between two on a line."""
    return int(_tabiya.SquareSet.between(a, b))


def flip_vertical(bb: Bitboard) -> Bitboard:
    """A bitboard flipped from top to bottom."""
    return int.from_bytes(int(bb).to_bytes(8, "big"), "little")


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """A bitboard flipped from left to right."""
    bb = int(bb)
    bb = (bb >> 1) & 0x5555_5555_5555_5555 | (bb & 0x5555_5555_5555_5555) << 1
    bb = (bb >> 2) & 0x3333_3333_3333_3333 | (bb & 0x3333_3333_3333_3333) << 2
    return (bb >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bb & 0x0F0F_0F0F_0F0F_0F0F) << 4


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """A bitboard mirrored on the diagonal from a1 to h8."""
    return sum(1 << ((square & 7) << 3 | square >> 3) for square in scan_forward(int(bb)))


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """A bitboard mirrored on the diagonal from a8 to h1."""
    return sum(1 << (63 - ((square & 7) << 3 | square >> 3)) for square in scan_forward(int(bb)))


def shift_down(b: Bitboard) -> Bitboard:
    """One rank towards White."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """Two ranks towards White."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """One rank towards Black."""
    return (b << 8) & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """Two ranks towards Black."""
    return (b << 16) & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """One file towards the h-file."""
    return (b << 1) & ~BB_FILE_A & BB_ALL


def shift_2_right(b: Bitboard) -> Bitboard:
    """Two files towards the h-file."""
    return (b << 2) & ~(BB_FILE_A | BB_FILE_B) & BB_ALL


def shift_left(b: Bitboard) -> Bitboard:
    """One file towards the a-file."""
    return (b >> 1) & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """Two files towards the a-file."""
    return (b >> 2) & ~(BB_FILE_G | BB_FILE_H)


def shift_up_left(b: Bitboard) -> Bitboard:
    """One step towards a8."""
    return (b << 7) & ~BB_FILE_H & BB_ALL


def shift_up_right(b: Bitboard) -> Bitboard:
    """One step towards h8."""
    return (b << 9) & ~BB_FILE_A & BB_ALL


def shift_down_left(b: Bitboard) -> Bitboard:
    """One step towards a1."""
    return (b >> 9) & ~BB_FILE_H


def shift_down_right(b: Bitboard) -> Bitboard:
    """One step towards h1."""
    return (b >> 7) & ~BB_FILE_A
