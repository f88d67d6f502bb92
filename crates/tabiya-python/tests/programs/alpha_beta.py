"""A search with a table of positions, killer moves and null moves, as small engines have it."""

import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
MATE = 100_000


class Search:
    def __init__(self, board):
        self.board, self.table, self.nodes = board, {}, 0

    def evaluate(self):
        score = 0
        for square, piece in self.board.piece_map().items():
            value = VALUES[piece.piece_type] + 4 - chess.square_distance(square, chess.E4)
            score += value if piece.color == self.board.turn else -value
        return score

    def order(self, move):
        victim = self.board.piece_type_at(move.to_square)
        gain = VALUES[victim] if victim else 0
        return (-gain, -(move.promotion or 0), not self.board.gives_check(move), move.uci())

    def search(self, depth, alpha, beta, null=True):
        self.nodes += 1
        board = self.board
        if board.is_checkmate():
            return -MATE - depth
        if board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(2):
            return 0
        if depth <= 0:
            return self.quiesce(alpha, beta)
        key = (board._transposition_key(), depth)
        known = self.table.get(key)
        if known is not None:
            return known
        if null and depth > 2 and not board.is_check():
            board.push(chess.Move.null())
            score = -self.search(depth - 3, -beta, -beta + 1, False)
            board.pop()
            if score >= beta:
                return beta
        best = -10 * MATE
        for move in sorted(board.legal_moves, key=self.order):
            board.push(move)
            best = max(best, -self.search(depth - 1, -beta, -max(alpha, best)))
            board.pop()
            if best >= beta:
                break
        self.table[key] = best
        return best

    def quiesce(self, alpha, beta):
        self.nodes += 1
        alpha = max(alpha, self.evaluate())
        for move in sorted(self.board.generate_legal_captures(), key=self.order):
            if alpha >= beta:
                break
            self.board.push(move)
            alpha = max(alpha, -self.quiesce(-beta, -alpha))
            self.board.pop()
        return alpha


for fen in (
    chess.STARTING_FEN,
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "8/8/8/5k2/8/4K3/4P3/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
):
    board = chess.Board(fen)
    search = Search(board)
    scores = []
    for move in sorted(board.legal_moves, key=search.order)[:6]:
        san = board.san(move)
        board.push(move)
        scores.append((-search.search(1, -10 * MATE, 10 * MATE), san))
        board.pop()
    print(fen, sorted(scores, reverse=True), search.nodes, len(search.table))
