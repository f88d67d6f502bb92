"""`Board` against python-chess, on random games and odd positions."""

from __future__ import annotations

import copy
import pickle
import random

import chess
import pytest

import tabiya
from compare import GENERATORS, compare_moves, compare_pieces, compare_rules, compare_squares, move_to, moves, ours
from games import BROKEN, CHESS960, GAMES, KIWIPETE, ODD, POSITIONS, positions, random_game


def test_everything_on_many_positions() -> None:
    rng = random.Random(13)
    seen = 0
    for oracle in positions(POSITIONS):
        board = ours(oracle)
        compare_pieces(board, oracle)
        compare_rules(board, oracle)
        compare_moves(board, oracle, rng)
        if seen % 8 == 0:
            compare_squares(board, oracle)
        seen += 1
    assert seen == POSITIONS


def test_whole_games_forth_and_back() -> None:
    for seed in range(10_000, 10_000 + GAMES):
        oracle = board = None
        fens = []
        for oracle, move in random_game(seed):
            if board is None:
                board = tabiya.Board(oracle.fen(), chess960=oracle.chess960)
            fens.append(board.fen())
            assert fens[-1] == oracle.fen()
            if seed % 2:
                board.push(move_to(move))
            else:
                assert board.push_san(oracle.san(move)) == move_to(move)
        if board is None:
            continue
        assert moves(board.move_stack) == moves(oracle.move_stack)
        assert board.peek() == board.move_stack[-1]
        for fen in reversed(fens):
            board.pop()
            assert board.fen() == fen
        with pytest.raises(IndexError):
            board.pop()
        with pytest.raises(IndexError):
            board.peek()


@pytest.mark.parametrize("fen", BROKEN)
def test_boards_that_are_no_positions(fen: str) -> None:
    board, oracle = tabiya.Board(fen), chess.Board(fen)
    if fen.split()[2] == "-":
        assert board.problems()
        with pytest.raises(tabiya.InvalidBoardError) as raised:
            board.key()
        assert raised.value.problems
        assert all(problem in str(raised.value) for problem in raised.value.problems)
    for name in GENERATORS:
        assert moves(getattr(board, name)()) == moves(getattr(oracle, name)()), name
    assert board.legal_moves.count() == oracle.legal_moves.count()
    assert board.is_checkmate() == oracle.is_checkmate() and board.result() == oracle.result()
    for move in list(oracle.legal_moves)[:8]:
        assert board.san(move_to(move)) == oracle.san(move)
        assert board.parse_san(oracle.san(move)) == move_to(move)
    compare_pieces(board, oracle)
    compare_squares(board, oracle)


def test_castling_rights_without_rooks_are_cleaned_away() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"
    board, oracle = tabiya.Board(fen), chess.Board(fen)
    compare_pieces(board, oracle)
    compare_rules(board, oracle)
    assert board.castling_rights == oracle.castling_rights != board.clean_castling_rights()
    assert not board.is_valid()
    assert board.problems() == ["there is a castling right but no white rook on a1"]
    board.push_san("Kd2")
    oracle.push_san("Kd2")
    compare_pieces(board, oracle)


def test_building_a_board_piece_by_piece() -> None:
    rng = random.Random(3)
    board, oracle = tabiya.Board(None), chess.Board(None)
    for _ in range(400):
        square, color, piece_type = rng.randrange(64), rng.random() < 0.5, rng.randrange(1, 7)
        match rng.randrange(9):
            case 0 | 1 | 2 | 3:
                board.set_piece_at(square, tabiya.Piece(piece_type, color))
                oracle.set_piece_at(square, chess.Piece(piece_type, color))
            case 4:
                gone, expected = board.remove_piece_at(square), oracle.remove_piece_at(square)
                assert str(gone) == str(expected)
            case 5:
                board.turn = oracle.turn = color
            case 6:
                board.halfmove_clock = oracle.halfmove_clock = rng.randrange(200)
                board.fullmove_number = oracle.fullmove_number = rng.randrange(1, 300)
            case 7:
                board.castling_rights = oracle.castling_rights = rng.getrandbits(64) & rng.getrandbits(64)
            case 8:
                mirrored, expected_board = board.mirror(), oracle.mirror()
                compare_pieces(mirrored, expected_board)
                if rng.random() < 0.2:
                    board.clear_board()
                    oracle.clear_board()
        compare_pieces(board, oracle)
    board.set_piece_map({tabiya.E1: tabiya.Piece.from_symbol("K"), tabiya.E8: tabiya.Piece.from_symbol("k")})
    board.castling_rights = 0
    assert board.board_fen() == "4k3/8/8/8/8/8/8/4K3"


def test_setting_up() -> None:
    board, oracle = tabiya.Board(KIWIPETE), chess.Board(KIWIPETE)
    for flip in ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal"):
        compare_pieces(board.transform(getattr(tabiya, flip)), oracle.transform(getattr(chess, flip)))
    for name, arguments in [
        ("apply_mirror", ()),
        ("set_castling_fen", ("Kq",)),
        ("set_board_fen", ("r3k2r/8/8/8/8/8/8/R3K2R",)),
        ("set_castling_fen", ("KQkq",)),
        ("set_chess960_pos", (0,)),
        ("reset", ()),
        ("clear", ()),
        ("reset_board", ()),
        ("set_fen", (ODD[3],)),
        ("clear_stack", ()),
    ]:
        getattr(board, name)(*arguments)
        getattr(oracle, name)(*arguments)
        compare_pieces(board, oracle)
    for number in (0, 1, 518, 517, 959, 333):
        start = tabiya.Board.from_chess960_pos(number)
        compare_pieces(start, chess.Board.from_chess960_pos(number))
        assert start.chess960_pos() == number
        start.turn = tabiya.BLACK
        assert start.chess960_pos() is None
        assert start.chess960_pos(ignore_turn=True) == number
    with pytest.raises(ValueError):
        tabiya.Board.from_chess960_pos(960)
    assert tabiya.Board.empty() == tabiya.Board(None)


def test_fen_reading_like_the_oracle() -> None:
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "  4k3/8/8/8/8/8/8/4K2R   w  K   -  0   1 ",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
    ]:
        compare_pieces(tabiya.Board(fen), chess.Board(fen))
    for fen in CHESS960:
        compare_pieces(tabiya.Board(fen, chess960=True), chess.Board(fen, chess960=True))


def test_fen_errors_say_where() -> None:
    with pytest.raises(tabiya.FenError) as raised:
        tabiya.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
    error = raised.value
    assert isinstance(error, ValueError)
    assert (error.column, error.found) == (45, "x")
    assert error.expected in str(error)
    with pytest.raises(tabiya.FenError) as raised:
        tabiya.Board("8/8/8/8/8/8/8/8 W - - 0 1").set_fen("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w")
    assert raised.value.did_you_mean


def test_errors_of_moves() -> None:
    board = tabiya.Board()
    cases = [
        (board.push_san, "hello", tabiya.InvalidMoveError),
        (board.push_san, "Ke2", tabiya.IllegalMoveError),
        (board.push_uci, "e2", tabiya.InvalidMoveError),
        (board.push_uci, "e2e5", tabiya.IllegalMoveError),
        (board.parse_uci, "e2e9", tabiya.InvalidMoveError),
        (tabiya.Move.from_uci, "e2e2", tabiya.InvalidMoveError),
        (tabiya.Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").parse_san, "Rb1", None),
        (tabiya.Board("4k3/8/8/8/8/3K4/8/R6R w - - 0 1").parse_san, "Rd1", tabiya.AmbiguousMoveError),
    ]
    for function, text, error in cases:
        if error is None:
            function(text)
            continue
        with pytest.raises(error) as raised:
            function(text)
        assert isinstance(raised.value, ValueError)
    with pytest.raises(tabiya.IllegalMoveError, match="pawn"):
        board.push(tabiya.Move.from_uci("e2e5"))
    assert board == tabiya.Board()


def test_null_moves_and_moves_into_check() -> None:
    board, oracle = tabiya.Board(), chess.Board()
    board.push(tabiya.Move.null())
    oracle.push(chess.Move.null())
    compare_pieces(board, oracle)
    compare_rules(board, oracle)
    assert board.push_san("--") == tabiya.Move.null()
    pinned, expected = tabiya.Board(ODD[5]), chess.Board(ODD[5])
    pinned.push(tabiya.Move.from_uci("c3d5"))
    expected.push(chess.Move.from_uci("c3d5"))
    assert pinned.was_into_check()
    compare_pieces(pinned, expected)
    pinned.pop()
    assert pinned.fen() == ODD[5]
    checked = tabiya.Board(ODD[12])
    checked.push(tabiya.Move.null())
    assert checked.was_into_check() and not checked.is_valid()


def test_pseudo_legal_pushes_like_the_oracle() -> None:
    for oracle in positions(150, seed=77):
        board = ours(oracle)
        for expected in list(oracle.pseudo_legal_moves):
            if expected in oracle.legal_moves:
                continue
            oracle.push(expected)
            board.push(move_to(expected))
            compare_pieces(board, oracle)
            oracle.pop()
            board.pop()


def test_copies() -> None:
    board = tabiya.Board()
    for san in "e4 e5 Nf3 Nc6 Bb5 a6".split():
        board.push_san(san)
    assert board.copy() == board and board.copy().move_stack == board.move_stack
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=2).move_stack == board.move_stack[-2:]
    assert board.root() == tabiya.Board()
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and hash(twin) == hash(board)
        assert twin.move_stack == board.move_stack
        twin.push_san("Ba4")
        assert twin != board
    move = tabiya.Move.from_uci("a7a8q")
    assert pickle.loads(pickle.dumps(move)) == move == copy.deepcopy(move)
    piece = tabiya.Piece.from_symbol("n")
    assert pickle.loads(pickle.dumps(piece)) == piece
    odd = tabiya.Board(BROKEN[7])
    assert pickle.loads(pickle.dumps(odd)).castling_rights == odd.castling_rights


def test_reprs_can_be_pasted_back() -> None:
    from tabiya import Board, Move, Piece, SquareSet  # noqa: F401

    values = [
        tabiya.Board(KIWIPETE),
        tabiya.Board.from_chess960_pos(7),
        tabiya.Move.from_uci("e7e8n"),
        tabiya.Move.null(),
        tabiya.Piece.from_symbol("Q"),
        tabiya.SquareSet(0x8100_0000_0000_0081),
    ]
    for value in values:
        assert eval(repr(value)) == value


def test_equality_and_hash() -> None:
    one, other = tabiya.Board(), tabiya.Board()
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    other.push_san("Nf3")
    assert one != other and one != "board" and one != None  # noqa: E711
    for san in ("Nf6", "Ng1", "Ng8"):
        other.push_san(san)
    assert one != other, "the clocks differ"
    assert one.key() == other.key()


class Named(tabiya.Board):
    """A subclass as programs write them."""

    def __init__(self, fen: str | None = tabiya.STARTING_FEN, *, chess960: bool = False) -> None:
        self.name = "mine"

    def greeting(self) -> str:
        return f"{self.name} has {self.legal_moves.count()} moves"


def test_subclasses() -> None:
    board = Named()
    board.push_san("e4")
    assert board.greeting() == "mine has 20 moves"
    twin = board.copy()
    assert isinstance(twin, Named) and twin == board and twin.greeting() == board.greeting()
    assert isinstance(board.mirror(), Named) and isinstance(Named.empty(), Named)
    assert repr(board).startswith("Named('rnbq")


def test_find_move() -> None:
    board, oracle = tabiya.Board(ODD[13]), chess.Board(ODD[13])
    assert str(board.find_move(tabiya.A7, tabiya.A8)) == str(oracle.find_move(chess.A7, chess.A8)) == "a7a8q"
    assert str(board.find_move(tabiya.A7, tabiya.A8, tabiya.KNIGHT)) == "a7a8n"
    with pytest.raises(tabiya.IllegalMoveError):
        board.find_move(tabiya.A7, tabiya.B8)
    castles = tabiya.Board(ODD[6])
    assert str(castles.find_move(tabiya.E8, tabiya.H8)) == "e8g8"


def test_variations() -> None:
    for seed in range(40):
        game = list(random_game(seed, plies=30))
        if not game:
            continue
        oracle = game[-1][0]
        line = list(oracle.move_stack)
        root = oracle.root()
        board = tabiya.Board(root.fen(), chess960=root.chess960)
        assert board.variation_san(map(move_to, line)) == root.variation_san(line)
    with pytest.raises(tabiya.IllegalMoveError):
        tabiya.Board().variation_san([tabiya.Move.from_uci("e2e5")])


def test_epd() -> None:
    text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; c0 \"a \\\"b\\\"\"; acd 12; fmvn 9;"
    board, operations = tabiya.Board.from_epd(text)
    oracle, expected = chess.Board.from_epd(text)
    assert board.fen() == oracle.fen()
    assert {name: str(value) for name, value in operations.items()} == {
        name: str(value).replace("chess.", "") for name, value in expected.items()
    }
    again = {"bm": [tabiya.Move.from_uci("d6d1")], "id": "BK.01", "acd": 12, "x": 1.5, "noop": None}
    assert board.epd(**again) == oracle.epd(
        bm=[chess.Move.from_uci("d6d1")], id="BK.01", acd=12, x=1.5, noop=None
    )
    line = [tabiya.Move.from_uci(uci) for uci in ("e2e4", "e7e5")]
    assert tabiya.Board().epd(pv=line).endswith("pv e4 e5;")
    assert tabiya.Board().set_epd(tabiya.Board().epd(pv=line))["pv"] == line


def test_unicode_pictures() -> None:
    board, oracle = tabiya.Board(KIWIPETE), chess.Board(KIWIPETE)
    for options in (
        {"borders": True},
        {"invert_color": True, "empty_square": "."},
        {"borders": True, "orientation": False},
        {"orientation": False},
    ):
        assert board.unicode(**options) == oracle.unicode(**options)


def test_generation_with_masks() -> None:
    rng = random.Random(8)
    for oracle in positions(200, seed=5):
        board = ours(oracle)
        masks = rng.getrandbits(64) | rng.getrandbits(64), rng.getrandbits(64) | rng.getrandbits(64)
        for name in ("generate_legal_moves", "generate_legal_captures", "generate_castling_moves"):
            assert moves(getattr(board, name)(*masks)) == moves(getattr(oracle, name)(*masks)), (name, masks, oracle)


def test_kinds_of_generation() -> None:
    for oracle in positions(300, seed=21):
        board = ours(oracle)
        captures, quiets = set(board.generate("captures")), set(board.generate("quiets"))
        assert captures | quiets == set(board.legal_moves) and not captures & quiets
        assert {move for move in board.legal_moves if board.is_capture(move) and not move.promotion} <= captures
        checks = set(board.generate("quiet-checks"))
        assert all(board.gives_check(move) and not board.is_capture(move) for move in checks)
        assert set(board.generate("evasions")) == (set(board.legal_moves) if board.is_check() else set())
    with pytest.raises(ValueError, match="quiet-checks"):
        board.generate("noisy")


def test_pieces_without_rules() -> None:
    rng = random.Random(5)
    for number in range(50):
        oracle, board = chess.BaseBoard.empty(), tabiya.BaseBoard.empty()
        for square in rng.sample(range(64), rng.randrange(0, 40)):
            symbol = rng.choice("PNBRQKpnbrqk")
            oracle.set_piece_at(square, chess.Piece.from_symbol(symbol))
            board.set_piece_at(square, tabiya.Piece.from_symbol(symbol))
        assert board.board_fen() == oracle.board_fen() and str(board) == str(oracle)
        assert board.unicode() == oracle.unicode()
        for square in range(64):
            assert board.attacks_mask(square) == oracle.attacks_mask(square)
            assert str(board.piece_at(square)) == str(oracle.piece_at(square))
            for color in (True, False):
                assert board.attackers_mask(color, square) == oracle.attackers_mask(color, square)
        assert board.mirror().board_fen() == oracle.mirror().board_fen()
        turned = board.transform(tabiya.flip_horizontal)
        assert turned.board_fen() == oracle.transform(chess.flip_horizontal).board_fen()
        assert board.copy() == board and tabiya.BaseBoard(board.board_fen()) == board and repr(board) == repr(oracle)
        if oracle.occupied:
            square = rng.choice(list(chess.SquareSet(oracle.occupied)))
            assert str(board.remove_piece_at(square)) == str(oracle.remove_piece_at(square))
            assert board.piece_at(square) is None
        start = tabiya.BaseBoard.from_chess960_pos(number * 19)
        assert start.board_fen() == chess.BaseBoard.from_chess960_pos(number * 19).board_fen()
        assert start.chess960_pos() == number * 19
    assert tabiya.BaseBoard() == tabiya.BaseBoard(chess.STARTING_BOARD_FEN)
    assert isinstance(tabiya.Board(), tabiya.BaseBoard)
    with pytest.raises(ValueError):
        tabiya.BaseBoard(chess.STARTING_FEN)
