"""Boards of one's own: with names, with a record of what was pushed, with rules of their own, kept as attributes."""

import copy

import chess


class Recorded(chess.Board):
    def __init__(self, *args, player="?", **kwargs):
        super().__init__(*args, **kwargs)
        self.player = player
        self.record = []

    def push(self, move):
        self.record.append((self.fullmove_number, self.turn, self.piece_at(move.from_square).symbol()))
        super().push(move)

    def pop(self):
        self.record.pop()
        return super().pop()


class Pacifist(chess.Board):
    """No captures."""

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        for move in super().generate_legal_moves(from_mask, to_mask):
            if not self.is_capture(move):
                yield move

    def is_legal(self, move):
        return super().is_legal(move) and not self.is_capture(move)


board = Recorded(player="Vera")
for san in "e4 d5 exd5 Qxd5 Nc3 Qa5".split():
    board.push_san(san)
print(board.player, board.record, board.move_stack, board.fen())
board.pop()
print(len(board.record), board.copy().record, board.root().fen(), type(board.copy()).__name__)

board = Pacifist("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
print(sorted(board.san(move) for move in board.legal_moves), board.legal_moves.count())
for text in ("exd5", "e4d5", "Nf3"):
    try:
        print(board.parse_san(text) if text[0].isupper() or "x" in text else board.parse_uci(text))
    except ValueError as error:
        print(text, type(error).__mro__[1].__name__)
mated = Pacifist("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
print(mated.is_checkmate(), mated.result(), Pacifist("4k3/8/8/8/8/8/1r6/K7 w - - 0 1").is_stalemate())

board = chess.Board()
board.clock = [300, 300]
twin = copy.deepcopy(board)
print(board.clock, hasattr(twin, "clock"), twin == board)
move = chess.Move(chess.A7, chess.A8)
move.promotion = chess.QUEEN
print(move, move == chess.Move.from_uci("a7a8q"), {move: 1}[chess.Move.from_uci("a7a8q")])
