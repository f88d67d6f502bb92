// Counts by playing moves through the C++ wrapper, and compares with the library's own counter.
#include <tabiya.hpp>

#include <cstdio>
#include <cstdlib>

static std::uint64_t count(const tabiya::Position &position, int depth) {
    const tabiya::Moves moves = position.moves();
    if (depth <= 1) {
        return moves.size();
    }
    std::uint64_t nodes = 0;
    for (const TabiyaMove move : moves) {
        nodes += count(position.after(move), depth - 1);
    }
    return nodes;
}

static void expect(bool condition, const char *what) {
    if (!condition) {
        std::fprintf(stderr, "not so: %s\n", what);
        std::exit(1);
    }
}

int main() {
    const tabiya::Position kiwipete("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    expect(count(kiwipete, 3) == 97862, "perft 3 by playing moves");
    expect(kiwipete.perft(4) == 4085603, "perft 4 by the counter");
    expect(kiwipete.perft(4, 2, 1 << 20) == 4085603, "perft 4 with threads and a table");

    tabiya::Position game;
    for (const char *san : {"e4", "c5", "Nf3"}) {
        game.play(game.from_san(san));
    }
    std::printf("%s\n", game.fen().c_str());
    std::printf("%zu moves, %zu of them captures\n", game.moves().size(), game.moves(TABIYA_KIND_CAPTURES).size());
    expect(tabiya::Position::chess960(518).fen() == tabiya::Position().fen(), "518 is the usual start");

    try {
        game.play(game.from_uci("e2e4"));
        expect(false, "an illegal move must be refused");
    } catch (const tabiya::Error &error) {
        std::printf("refused: %s\n", error.what());
        expect(error.status() == TABIYA_STATUS_BAD_TEXT, "the status of an illegal move");
    }
    return 0;
}
