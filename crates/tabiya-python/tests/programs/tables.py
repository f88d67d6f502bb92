"""Callers of tablebases and books: the attributes and tables that they look at."""

import chess
import chess.polyglot
import chess.syzygy
import chess.variant

board = chess.Board("8/8/8/8/4k3/8/3P4/4K3 w - - 0 1")
print(board.one_king, board.connected_kings, board.tbw_suffix, board.tbz_magic, board.uci_variant, board.aliases[0])
print(chess.popcount(board.occupied), board.is_variant_end(), board.has_castling_rights(chess.WHITE))
print(chess.BB_DIAG_ATTACKS[chess.E4][chess.BB_DIAG_MASKS[chess.E4] & board.occupied], chess.BB_RAYS[chess.A1][chess.H8])
print(chess.BB_KNIGHT_ATTACKS[chess.E4], chess.BB_PAWN_ATTACKS[chess.WHITE][chess.E4], chess.BB_KING_ATTACKS[0])
print(isinstance(board, chess.variant.CrazyhouseBoard), chess.variant.find_variant("Standard") is chess.Board)
board = chess.Board()
for san in "e4 d5 e5 f5".split():
    board.push_san(san)
    print(hex(chess.polyglot.zobrist_hash(board)), board.ep_square, board.has_legal_en_passant())
print(board._transposition_key() == chess.Board(board.fen())._transposition_key(), hash(board._transposition_key()))
for piece_type in chess.PIECE_TYPES:
    for color in chess.COLORS:
        squares = board.pieces(piece_type, color)
        print(chess.piece_name(piece_type), chess.COLOR_NAMES[color], list(squares), squares.mirror() == chess.flip_vertical(squares))
print(sum(len(list(chess.SquareSet(square).carry_rippler())) for square in (7, 0x8100, chess.BB_CENTER)))

with chess.syzygy.Tablebase() as tables:
    board = chess.Board("8/8/8/8/4k3/8/8/4K2R w - - 0 1")
    print(tables.get_wdl(board), tables.get_dtz(board, 5), tables.probe_wdl(chess.Board("8/8/8/8/4k3/8/8/4K3 w - - 0 1")))
    for board in (board, chess.Board("8/8/8/8/4k3/8/8/R3K3 w Q - 0 1"), chess.Board()):
        try:
            tables.probe_wdl(board)
        except chess.syzygy.MissingTableError:
            print(chess.syzygy.calc_key(board), "is missing")
        except KeyError:
            print(chess.syzygy.calc_key(board), "is in no table")
print(sorted(chess.syzygy.dependencies("KRPvKP")), chess.syzygy.normalize_tablename("KNvKRP"))
