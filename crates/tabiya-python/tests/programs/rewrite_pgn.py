"""Rewriting games: clean comments, keep the best variations, add clocks and evaluations, split into openings."""

import io

import chess
import chess.pgn

TEXT = """[Event "Casual"]
[White "A"]
[Black "B"]
[Result "1-0"]
[TimeControl "300+3"]

1. e4 {[%clk 0:05:00] king's pawn} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6 {solid}) 2. Nf3 $1 Nc6 3. Bb5 a6 {[%eval 0.25,18]}
4. Ba4 Nf6 5. O-O 1-0

[Event "Short"]
[Result "*"]

*

[Event "Set up"]
[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

1. a8=Q+ Kd7 2. O-O {castled} 1/2-1/2
"""


class Openings(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.sans = []
        self.depth = 0

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        if len(self.sans) < 4:
            self.sans.append(board.san(move))

    def result(self):
        return " ".join(self.sans)


handle = io.StringIO(TEXT)
offsets = []
while True:
    offset = handle.tell()
    headers = chess.pgn.read_headers(handle)
    if headers is None:
        break
    offsets.append((offset, headers.get("Event")))
print(offsets)
handle.seek(0)
while (opening := chess.pgn.read_game(handle, Visitor=Openings)) is not None:
    print(repr(opening))

handle.seek(offsets[0][0])
game = chess.pgn.read_game(handle)
print(game.headers["White"], game.time_control().type, [node.clock() for node in game.mainline()][:2])
for node in game.mainline():
    if node.eval():
        print(node.san(), node.eval().white(), node.eval_depth())
    node.comment = node.comment.replace("king's pawn", "").strip()
    node.seen = True
print([getattr(node, "seen", False) for node in game.next().variations], game.next().variations[0].nags)
line = game.next()
line.promote_to_main(line.variations[1])
print(game.accept(chess.pgn.StringExporter(headers=False, columns=70)))
line.variations.sort(key=lambda node: node.move.uci())
line.variations.pop()
line[0].add_line([chess.Move.from_uci("d2d4"), chess.Move.from_uci("c5d4")], comment="open", starting_comment="or")
print(game)
for offset, event in offsets[1:]:
    handle.seek(offset)
    game = chess.pgn.read_game(handle)
    print(event, game.board().fen(), game.end().board().fen(), len(list(game.mainline_moves())), game.errors)
exported = chess.pgn.Game.from_board(game.end().board())
exported.headers["Annotator"] = "me"
print(exported, file=(out := io.StringIO()), end="\n\n")
print(out.getvalue())
