"""Everything a board can be asked, asked of both sides."""

from __future__ import annotations

import random

import chess

import tabiya


def ours(board: chess.Board) -> tabiya.Board:
    """The same board with the same past."""
    root = board.root()
    copy = tabiya.Board(root.fen(en_passant="fen"), chess960=board.chess960)
    for move in board.move_stack:
        copy.push(move_to(move))
    return copy


def move_to(move: chess.Move) -> tabiya.Move:
    return tabiya.Move(move.from_square, move.to_square, move.promotion)


def move_of(move: tabiya.Move) -> chess.Move:
    return chess.Move(move.from_square, move.to_square, move.promotion)


def moves(iterable: object) -> list[str]:
    return sorted(str(move) for move in iterable)  # type: ignore[attr-defined]


def outcome(value: object) -> object:
    return None if value is None else (value.termination.name, value.winner, value.result())  # type: ignore[attr-defined]


PLAIN = """
    turn castling_rights ep_square halfmove_clock fullmove_number pawns knights bishops rooks queens kings occupied
    chess960
""".split()

CALLS = """
    fen shredder_fen board_fen castling_xfen castling_shredder_fen epd ply checkers_mask is_check was_into_check
    is_insufficient_material clean_castling_rights has_chess960_castling_rights has_pseudo_legal_en_passant
    is_valid status chess960_pos __str__ unicode is_variant_end
""".split()

RULES = """
    is_checkmate is_stalemate is_seventyfive_moves is_fifty_moves is_fivefold_repetition is_repetition
    can_claim_draw can_claim_fifty_moves can_claim_threefold_repetition is_game_over result has_legal_en_passant
""".split()

BY_COLOR = """
    king has_insufficient_material has_castling_rights has_kingside_castling_rights has_queenside_castling_rights
""".split()

GENERATORS = """
    generate_legal_moves generate_pseudo_legal_moves generate_legal_captures generate_pseudo_legal_captures
    generate_legal_ep generate_pseudo_legal_ep generate_castling_moves
""".split()

OF_MOVE = """
    is_en_passant is_capture is_zeroing is_irreversible is_castling is_kingside_castling is_queenside_castling uci xboard
""".split()


def compare_pieces(board: tabiya.Board, oracle: chess.Board) -> None:
    """What needs no valid position."""
    for name in PLAIN:
        assert getattr(board, name) == getattr(oracle, name), (name, oracle.fen())
    for name in CALLS:
        assert getattr(board, name)() == getattr(oracle, name)(), (name, oracle.fen())
    for color in (True, False):
        assert board.occupied_co[color] == oracle.occupied_co[color]
        for name in BY_COLOR:
            assert getattr(board, name)(color) == getattr(oracle, name)(color), (name, color, oracle.fen())
        for piece_type in range(1, 7):
            assert board.pieces_mask(piece_type, color) == oracle.pieces_mask(piece_type, color)
            assert int(board.pieces(piece_type, color)) == int(oracle.pieces(piece_type, color))
    assert {square: piece.symbol() for square, piece in board.piece_map().items()} == {
        square: piece.symbol() for square, piece in oracle.piece_map().items()
    }
    for custom in ("legal", "fen", "xfen"):
        assert board.fen(en_passant=custom) == oracle.fen(en_passant=custom)
        assert board.epd(shredder=True, en_passant=custom) == oracle.epd(shredder=True, en_passant=custom)


def compare_squares(board: tabiya.Board, oracle: chess.Board) -> None:
    """Questions about every square."""
    for square in range(64):
        assert board.piece_type_at(square) == oracle.piece_type_at(square)
        assert board.color_at(square) == oracle.color_at(square)
        piece, expected = board.piece_at(square), oracle.piece_at(square)
        assert (piece and (piece.piece_type, piece.color)) == (expected and (expected.piece_type, expected.color))
        assert board.attacks_mask(square) == oracle.attacks_mask(square)
        for color in (True, False):
            assert board.attackers_mask(color, square) == oracle.attackers_mask(color, square)
            assert board.is_attacked_by(color, square) == oracle.is_attacked_by(color, square)
            assert board.pin_mask(color, square) == oracle.pin_mask(color, square), (square, color, oracle.fen())
            assert board.is_pinned(color, square) == oracle.is_pinned(color, square)


def compare_rules(board: tabiya.Board, oracle: chess.Board) -> None:
    """What needs a valid position."""
    for name in RULES:
        assert getattr(board, name)() == getattr(oracle, name)(), (name, oracle.fen(), oracle.move_stack)
    for claim in (True, False):
        assert outcome(board.outcome(claim_draw=claim)) == outcome(oracle.outcome(claim_draw=claim)), oracle.fen()
        assert board.result(claim_draw=claim) == oracle.result(claim_draw=claim)
    for name in GENERATORS:
        assert moves(getattr(board, name)()) == moves(getattr(oracle, name)()), (name, oracle.fen())
    assert moves(board.legal_moves) == moves(oracle.legal_moves)
    assert moves(board.pseudo_legal_moves) == moves(oracle.pseudo_legal_moves)
    assert board.legal_moves.count() == len(board.legal_moves) == oracle.legal_moves.count()
    assert board.pseudo_legal_moves.count() == oracle.pseudo_legal_moves.count()
    assert bool(board.legal_moves) == bool(oracle.legal_moves)


def compare_moves(board: tabiya.Board, oracle: chess.Board, rng: random.Random) -> None:
    """Every pseudo-legal move, and some that are not even that."""
    for expected in oracle.pseudo_legal_moves:
        move = move_to(expected)
        for name in OF_MOVE:
            assert getattr(board, name)(move) == getattr(oracle, name)(expected), (name, expected, oracle.fen())
        assert board.is_into_check(move) == oracle.is_into_check(expected)
        assert board.is_legal(move) == oracle.is_legal(expected) == (move in board.legal_moves)
        assert move in board.pseudo_legal_moves
    for expected in oracle.legal_moves:
        move = move_to(expected)
        assert board.gives_check(move) == oracle.gives_check(expected)
        san, lan = board.san(move), board.lan(move)
        assert (san, lan) == (oracle.san(expected), oracle.lan(expected)), oracle.fen()
        assert board.parse_san(san) == move and board.parse_san(lan) == move
        uci = board.uci(move)
        assert board.uci(move, chess960=True) == oracle.uci(expected, chess960=True)
        assert board.parse_uci(uci) == board.parse_uci(board.uci(move, chess960=True)) == move
    for _ in range(20):
        squares = rng.randrange(64), rng.randrange(64), rng.choice([None, None, None, 2, 3, 4, 5])
        move, expected = tabiya.Move(*squares), chess.Move(*squares)
        assert board.is_legal(move) == oracle.is_legal(expected), (expected, oracle.fen())
        assert (move in board.pseudo_legal_moves) == (expected in oracle.pseudo_legal_moves), (expected, oracle.fen())
    assert board.give_check(board.legal_moves) == [board.gives_check(move) for move in board.legal_moves]
