/* Plays a short game by SAN, lists moves, counts, and shows what bad input gets. */
#include <tabiya.h>

#include <stdio.h>
#include <string.h>

/* Ends with the library's own sentence where something went wrong. */
#define CHECK(call)                                                                                                  \
    do {                                                                                                             \
        if ((call) != TABIYA_STATUS_OK) {                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, error.message);                                       \
            return 1;                                                                                                \
        }                                                                                                            \
    } while (0)

#define EXPECT(condition)                                                                                            \
    do {                                                                                                             \
        if (!(condition)) {                                                                                          \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                  \
            return 1;                                                                                                \
        }                                                                                                            \
    } while (0)

int main(void) {
    static const char *const game[] = {"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"};
    static const char queen[] = "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1";
    TabiyaPosition position;
    TabiyaError error;
    TabiyaMove moves[TABIYA_MAX_MOVES];
    TabiyaMove move;
    TabiyaInfo info;
    size_t count = 0;
    uint64_t nodes = 0;
    int32_t value = 0;
    uint32_t plies = 0;
    TabiyaEndgames tables = 0;
    bool legal = false;
    char text[TABIYA_MAX_FEN];

    printf("tabiya %s\n", tabiya_version());
    CHECK(tabiya_startpos(&position, &error));
    CHECK(tabiya_generate(&position, TABIYA_KIND_LEGAL, moves, TABIYA_MAX_MOVES, &count, &error));
    EXPECT(count == 20);
    CHECK(tabiya_perft(&position, 5, 1, 0, &nodes, &error));
    EXPECT(nodes == 4865609);

    for (size_t ply = 0; ply < sizeof game / sizeof *game; ply++) {
        CHECK(tabiya_from_san(&position, game[ply], strlen(game[ply]), &move, &error));
        CHECK(tabiya_see(&position, move, &value, &error));
        CHECK(tabiya_uci(&position, move, false, text, sizeof text, NULL, &error));
        printf("%-6s %s, exchanges %+d\n", game[ply], text, value);
        CHECK(tabiya_play(&position, move, &position, &error));
    }
    CHECK(tabiya_fen(&position, text, sizeof text, NULL, &error));
    CHECK(tabiya_info(&position, &info, &error));
    printf("%s\n", text);
    EXPECT(info.outcome == TABIYA_OUTCOME_CHECKMATE && info.turn == TABIYA_COLOR_BLACK);

    /* Bad input: a status and a sentence, and nothing is written. */
    EXPECT(tabiya_from_fen("8/8 w", 5, &position, &error) == TABIYA_STATUS_BAD_TEXT);
    printf("refused: %s\n", error.message);
    EXPECT(tabiya_play(&position, 0xffff, &position, &error) == TABIYA_STATUS_ILLEGAL_MOVE);
    printf("refused: %s\n", error.message);
    CHECK(tabiya_startpos(&position, &error));
    EXPECT(tabiya_generate(&position, TABIYA_KIND_LEGAL, moves, 3, &count, &error) == TABIYA_STATUS_TOO_SMALL);
    printf("refused: %s\n", error.message);
    EXPECT(count == 20);
    memset(&position, 0xa5, sizeof position);
    EXPECT(tabiya_is_legal(&position, 0, &legal, &error) == TABIYA_STATUS_NOT_A_POSITION);
    printf("refused: %s\n", error.message);
    EXPECT(tabiya_count_legal(NULL, &count, NULL) == TABIYA_STATUS_NULL_POINTER);

    /* Endgame tables are known by numbers; one that was closed is an error. */
    CHECK(tabiya_from_fen(queen, strlen(queen), &position, &error));
    CHECK(tabiya_endgame_solve("KQK", 3, 1, &tables, &error));
    CHECK(tabiya_endgame_probe(tables, &position, &value, &plies, &error));
    printf("a queen wins in %u plies\n", (unsigned)plies);
    EXPECT(value == 1 && plies % 2 == 1);
    CHECK(tabiya_endgame_close(tables, &error));
    EXPECT(tabiya_endgame_probe(tables, &position, &value, NULL, &error) == TABIYA_STATUS_BAD_ARGUMENT);
    printf("refused: %s\n", error.message);
    EXPECT(tabiya_syzygy_open("/no/such/folder", 15, &tables, &count, &error) == TABIYA_STATUS_BAD_FILE);
    printf("refused: %s\n", error.message);
    return 0;
}
