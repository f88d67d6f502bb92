/* Tabiya for C: positions, moves, notation, exchanges and perft. docs/c.md explains it.
 *
 * Made by cbindgen from the Rust sources and checked by their tests: do not edit.
 */

#ifndef TABIYA_H
#define TABIYA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 How long a message may be, its final zero included.
 */
#define TABIYA_MESSAGE_SIZE 256

/*
 No position has more legal moves than this: an array of this size is always large enough.
 */
#define TABIYA_MAX_MOVES 256

/*
 A buffer of this many bytes holds every FEN and every move as text.
 */
#define TABIYA_MAX_FEN 128

/*
 Where a square would stand and there is none.
 */
#define TABIYA_NO_SQUARE 64

/*
 Added to a kind of moves: pseudo-legal ones.
 */
#define TABIYA_PSEUDO_LEGAL 8

/*
 Where a role would stand and there is none.
 */
#define TABIYA_NO_ROLE 6

/*
 No game that `tabiya_can_arise` finds has more plies than this.
 */
#define TABIYA_MAX_PROOF_GAME 64

/*
 How long the short name of a reason may be, its final zero included.
 */
#define TABIYA_REASON_SIZE 32

/*
 How long a reason may be as a sentence, its final zero included.
 */
#define TABIYA_REASON_TEXT_SIZE 1024

/*
 What became of a call.
 */
enum TabiyaStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   It is done.
   */
  TABIYA_STATUS_OK = 0,
  /*
   A pointer that must not be null is.
   */
  TABIYA_STATUS_NULL_POINTER = 1,
  /*
   The bytes are not a position: never set up, overwritten, or made by another version of the library.
   */
  TABIYA_STATUS_NOT_A_POSITION = 2,
  /*
   A text cannot be read: a FEN, or a move in UCI or SAN. The message says where and why.
   */
  TABIYA_STATUS_BAD_TEXT = 3,
  /*
   The move is not legal in the position. The message says why.
   */
  TABIYA_STATUS_ILLEGAL_MOVE = 4,
  /*
   The array or buffer is too small. What it would have to hold is in the count; nothing was written to it.
   */
  TABIYA_STATUS_TOO_SMALL = 5,
  /*
   A number has no meaning: a kind of moves, a square above 63, a role, a colour.
   */
  TABIYA_STATUS_BAD_ARGUMENT = 6,
  /*
   The answer does not fit: a count of more than 64 bits.
   */
  TABIYA_STATUS_TOO_LARGE = 7,
  /*
   The library has a bug. The message says what went wrong.
   */
  TABIYA_STATUS_INTERNAL = 8,
  /*
   No table knows the answer: it is missing, or the position has too many men or castling rights.
   */
  TABIYA_STATUS_NO_ANSWER = 9,
  /*
   A file or a folder cannot be read, or is damaged. The message says which and where.
   */
  TABIYA_STATUS_BAD_FILE = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaStatus TabiyaStatus;
#else
typedef int32_t TabiyaStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 How a game has ended on the board.
 */
enum TabiyaOutcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   It goes on.
   */
  TABIYA_OUTCOME_NONE = 0,
  /*
   The side to move is mated.
   */
  TABIYA_OUTCOME_CHECKMATE = 1,
  /*
   The side to move has no move and is not in check.
   */
  TABIYA_OUTCOME_STALEMATE = 2,
  /*
   Neither side can mate.
   */
  TABIYA_OUTCOME_DRAW = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaOutcome TabiyaOutcome;
#else
typedef uint32_t TabiyaOutcome;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 Which legal moves to generate. With `TABIYA_PSEUDO_LEGAL` added: the same moves without asking whether they leave
 the king safe.
 */
enum TabiyaKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   All of them.
   */
  TABIYA_KIND_LEGAL = 0,
  /*
   Captures, en passant included, and promotions to a queen.
   */
  TABIYA_KIND_CAPTURES = 1,
  /*
   All others: quiet moves, castling, and promotions to less than a queen.
   */
  TABIYA_KIND_QUIETS = 2,
  /*
   Quiet moves that give check, and knight promotions that do so directly.
   */
  TABIYA_KIND_QUIET_CHECKS = 3,
  /*
   All moves of a side in check; without a check, none.
   */
  TABIYA_KIND_EVASIONS = 4,
  /*
   All moves of a side that is not in check; in check, none.
   */
  TABIYA_KIND_NON_EVASIONS = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaKind TabiyaKind;
#else
typedef uint32_t TabiyaKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 The kinds of pieces.
 */
enum TabiyaRole
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   Pawn.
   */
  TABIYA_ROLE_PAWN = 0,
  /*
   Knight.
   */
  TABIYA_ROLE_KNIGHT = 1,
  /*
   Bishop.
   */
  TABIYA_ROLE_BISHOP = 2,
  /*
   Rook.
   */
  TABIYA_ROLE_ROOK = 3,
  /*
   Queen.
   */
  TABIYA_ROLE_QUEEN = 4,
  /*
   King.
   */
  TABIYA_ROLE_KING = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaRole TabiyaRole;
#else
typedef uint32_t TabiyaRole;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 The sides.
 */
enum TabiyaColor
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   White.
   */
  TABIYA_COLOR_WHITE = 0,
  /*
   Black.
   */
  TABIYA_COLOR_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaColor TabiyaColor;
#else
typedef uint32_t TabiyaColor;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 Whether a side can still win.
 */
enum TabiyaCanWin
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   No legal moves end with its mate.
   */
  TABIYA_CAN_WIN_NO = 0,
  /*
   Some do.
   */
  TABIYA_CAN_WIN_YES = 1,
  /*
   The search came to its limit.
   */
  TABIYA_CAN_WIN_UNKNOWN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaCanWin TabiyaCanWin;
#else
typedef uint32_t TabiyaCanWin;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 Whether a game can reach a position.
 */
enum TabiyaCanArise
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   No game does.
   */
  TABIYA_CAN_ARISE_NO = 0,
  /*
   One does.
   */
  TABIYA_CAN_ARISE_YES = 1,
  /*
   Neither a game nor a proof against it was found within the limits.
   */
  TABIYA_CAN_ARISE_UNKNOWN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum TabiyaCanArise TabiyaCanArise;
#else
typedef uint32_t TabiyaCanArise;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 A position in the caller's memory: 128 bytes without pointers, to be copied, stored and compared as bytes. Only the
 functions of this library know what is in it.
 */
typedef struct TabiyaPosition {
  /*
   Not for reading or writing.
   */
  uint64_t private_words[16];
} TabiyaPosition;

/*
 A status and its sentence. Functions that can fail take a pointer to one, which may be null, and write it only when
 they fail.
 */
typedef struct TabiyaError {
  /*
   What the function returned.
   */
  TabiyaStatus status;
  /*
   A sentence in English, UTF-8, ended by a zero, cut if it is too long.
   */
  char message[TABIYA_MESSAGE_SIZE];
} TabiyaError;

/*
 A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
 */
typedef uint64_t TabiyaBitboard;

/*
 What there is to know about a position.
 */
typedef struct TabiyaInfo {
  /*
   The squares of all pawns, knights, bishops, rooks, queens, kings.
   */
  TabiyaBitboard by_role[6];
  /*
   The squares of white's and of black's pieces.
   */
  TabiyaBitboard by_color[2];
  /*
   The enemy pieces that give check.
   */
  TabiyaBitboard checkers;
  /*
   The side to move's pieces that are pinned to their king.
   */
  TabiyaBitboard pinned;
  /*
   The rooks of both sides with which their king may still castle.
   */
  TabiyaBitboard castling_rooks;
  /*
   The Zobrist key; equal for positions that count as repetitions.
   */
  uint64_t key;
  /*
   The number of the move, from 1.
   */
  uint32_t fullmove;
  /*
   Half-moves since the last capture or pawn move.
   */
  uint32_t halfmove_clock;
  /*
   `TABIYA_OUTCOME_…`.
   */
  TabiyaOutcome outcome;
  /*
   0 if white is to move, 1 if black.
   */
  uint8_t turn;
  /*
   The square of a pawn's capture en passant, if one is legal; else `TABIYA_NO_SQUARE`.
   */
  uint8_t en_passant;
} TabiyaInfo;

/*
 A move in sixteen bits: six for the square it starts from (a1 is 0, h8 is 63), six for the square it goes to, four
 for its kind (0 quiet, 1 double push, 2 and 3 castling on the king's and the queen's side, 4 capture, 5 en passant,
 8 to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with a capture). Castling goes to the rook's
 square.
 */
typedef uint16_t TabiyaMove;

/*
 Open Syzygy tables: a number, not a pointer. Threads may share it.
 */
typedef uint64_t TabiyaSyzygy;

/*
 A move of a position as Syzygy tables rank it.
 */
typedef struct TabiyaRankedMove {
  /*
   The distance to the next zeroing move or mate, from the position before the move: 1 for a move that mates or
   zeroes the clock and wins.
   */
  int32_t dtz;
  /*
   The result for the side that makes it, with the fifty-move clock where it stands, from bad to good: -3 a loss,
   -2 perhaps a loss (the table is rounded), -1 a loss but for the fifty-move rule, 0 a draw, 1 a win but for the
   fifty-move rule, 2 perhaps a win, 3 a win.
   */
  int32_t outcome;
  /*
   The move.
   */
  TabiyaMove mv;
  /*
   Whether the distance is known to the ply; if not, it may be one longer.
   */
  bool exact;
  /*
   Whether the move sets the fifty-move clock to 0.
   */
  bool zeroing;
} TabiyaRankedMove;

/*
 Tables of distances to mate: a number, not a pointer. Threads may share it.
 */
typedef uint64_t TabiyaEndgames;

/*
 A move of a solved position.
 */
typedef struct TabiyaSolvedMove {
  /*
   For the side that makes it: 1 a win, 0 a draw, -1 a loss.
   */
  int32_t result;
  /*
   The plies from the position before the move to the mate; 0 for a draw.
   */
  uint32_t plies;
  /*
   The move.
   */
  TabiyaMove mv;
} TabiyaSolvedMove;

/*
 A move that can have led to a position.
 */
typedef struct TabiyaUnmove {
  /*
   The move as it was played.
   */
  TabiyaMove mv;
  /*
   What it captured, `TABIYA_ROLE_…`, or `TABIYA_NO_ROLE`.
   */
  uint8_t captured;
  /*
   Where that stood: the move's target, or behind it for a capture en passant; or `TABIYA_NO_SQUARE`.
   */
  uint8_t captured_square;
} TabiyaUnmove;

/*
 Whether a game can reach a position, with the game or with the reason why not.
 */
typedef struct TabiyaArise {
  /*
   For a yes, where the game starts; else the position itself.
   */
  struct TabiyaPosition start;
  /*
   For a no, the squares that the reason speaks of.
   */
  TabiyaBitboard squares;
  /*
   `TABIYA_CAN_ARISE_…`.
   */
  uint32_t answer;
  /*
   For a yes, how many moves the game has: no game is shorter.
   */
  uint32_t plies;
  /*
   For a yes, its moves.
   */
  TabiyaMove moves[TABIYA_MAX_PROOF_GAME];
  /*
   For a no, a short name of the reason (`pawn-captures`, `caged`, …), ended by a zero; else empty.
   */
  char reason[TABIYA_REASON_SIZE];
  /*
   For a no, the reason as a sentence in English, UTF-8, ended by a zero, cut if it is too long; else empty.
   */
  char text[TABIYA_REASON_TEXT_SIZE];
} TabiyaArise;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, as in "0.1.0".
 */
const char *tabiya_version(void);

/*
 Sets up the start position.
 */
TabiyaStatus tabiya_startpos(struct TabiyaPosition *position, struct TabiyaError *error);

/*
 Sets up one of the 960 start positions of Chess960; 518 is the usual one.
 */
TabiyaStatus tabiya_chess960(uint32_t number, struct TabiyaPosition *position, struct TabiyaError *error);

/*
 Reads a FEN of `length` bytes. What cannot arise in a game is refused, with the reason.
 */
TabiyaStatus tabiya_from_fen(const char *fen,
                             size_t length,
                             struct TabiyaPosition *position,
                             struct TabiyaError *error);

/*
 Writes the FEN with a final zero; `length`, which may be null, gets the number of bytes before it.
 */
TabiyaStatus tabiya_fen(const struct TabiyaPosition *position,
                        char *buffer,
                        size_t capacity,
                        size_t *length,
                        struct TabiyaError *error);

/*
 Tells everything about a position.
 */
TabiyaStatus tabiya_info(const struct TabiyaPosition *position,
                         struct TabiyaInfo *info,
                         struct TabiyaError *error);

/*
 Writes the moves of a kind (`TABIYA_KIND_…`) into an array of `capacity` moves, and their number into `count`.
 */
TabiyaStatus tabiya_generate(const struct TabiyaPosition *position,
                             uint32_t kind,
                             TabiyaMove *moves,
                             size_t capacity,
                             size_t *count,
                             struct TabiyaError *error);

/*
 Counts the legal moves.
 */
TabiyaStatus tabiya_count_legal(const struct TabiyaPosition *position,
                                size_t *count,
                                struct TabiyaError *error);

/*
 Whether sixteen bits, whatever they are, are a legal move.
 */
TabiyaStatus tabiya_is_legal(const struct TabiyaPosition *position,
                             uint16_t bits,
                             bool *is_legal,
                             struct TabiyaError *error);

/*
 Plays a legal move. `after` may be the same position.
 */
TabiyaStatus tabiya_play(const struct TabiyaPosition *position,
                         TabiyaMove mv,
                         struct TabiyaPosition *after,
                         struct TabiyaError *error);

/*
 Whether a legal move gives check.
 */
TabiyaStatus tabiya_gives_check(const struct TabiyaPosition *position,
                                TabiyaMove mv,
                                bool *gives_check,
                                struct TabiyaError *error);

/*
 Reads a legal move in UCI: `e2e4`, `e7e8q`, castling as `e1g1` or `e1h1`.
 */
TabiyaStatus tabiya_from_uci(const struct TabiyaPosition *position,
                             const char *uci,
                             size_t length,
                             TabiyaMove *mv,
                             struct TabiyaError *error);

/*
 Reads a legal move in SAN: `Nf3`, `exd8=Q+`, `O-O`.
 */
TabiyaStatus tabiya_from_san(const struct TabiyaPosition *position,
                             const char *san,
                             size_t length,
                             TabiyaMove *mv,
                             struct TabiyaError *error);

/*
 Reads a legal move in UCI or in SAN, whichever it is.
 */
TabiyaStatus tabiya_from_text(const struct TabiyaPosition *position,
                              const char *move_text,
                              size_t length,
                              TabiyaMove *mv,
                              struct TabiyaError *error);

/*
 The set of squares with a name of the field: `pinned`, `king-danger`, `check-mask`; an unknown name gets an error
 with all names.
 */
TabiyaStatus tabiya_named_set(const struct TabiyaPosition *position,
                              const char *name,
                              size_t length,
                              TabiyaBitboard *squares,
                              struct TabiyaError *error);

/*
 Writes a legal move in UCI with a final zero; castling as `e1h1` if `chess960` is not 0, else as `e1g1`. `length`
 may be null.
 */
TabiyaStatus tabiya_uci(const struct TabiyaPosition *position,
                        TabiyaMove mv,
                        uint8_t chess960,
                        char *buffer,
                        size_t capacity,
                        size_t *length,
                        struct TabiyaError *error);

/*
 Writes a legal move in SAN with a final zero. `length` may be null.
 */
TabiyaStatus tabiya_san(const struct TabiyaPosition *position,
                        TabiyaMove mv,
                        char *buffer,
                        size_t capacity,
                        size_t *length,
                        struct TabiyaError *error);

/*
 The squares that a piece (`TABIYA_ROLE_…`, `TABIYA_COLOR_…`) on a square attacks, with these squares occupied.
 */
TabiyaStatus tabiya_attacks(uint32_t role,
                            uint32_t side,
                            uint32_t from,
                            TabiyaBitboard occupied,
                            TabiyaBitboard *attacked,
                            struct TabiyaError *error);

/*
 The pieces of both sides that attack a square, with the position's own pieces in the way.
 */
TabiyaStatus tabiya_attackers(const struct TabiyaPosition *position,
                              uint32_t to,
                              TabiyaBitboard *attackers,
                              struct TabiyaError *error);

/*
 What a legal move wins or loses by exchanges on its target, in hundredths of a pawn.
 */
TabiyaStatus tabiya_see(const struct TabiyaPosition *position,
                        TabiyaMove mv,
                        int32_t *value,
                        struct TabiyaError *error);

/*
 Whether the exchanges after a legal move win at least so much; quicker than `tabiya_see`.
 */
TabiyaStatus tabiya_see_at_least(const struct TabiyaPosition *position,
                                 TabiyaMove mv,
                                 int32_t threshold,
                                 bool *is_so,
                                 struct TabiyaError *error);

/*
 Counts the lines of `depth` moves, at most 255, with this number of threads and a hash table of at most this number
 of bytes; 0 of either for one thread and no table.
 */
TabiyaStatus tabiya_perft(const struct TabiyaPosition *position,
                          uint32_t depth,
                          size_t threads,
                          size_t hash_bytes,
                          uint64_t *nodes,
                          struct TabiyaError *error);

/*
 Opens the Syzygy tables of folders, which are written with ':' between them, on Windows with ';'. Files are opened
 when they are first asked. `count` may be null; it gets how many there are, which may be none.
 */
TabiyaStatus tabiya_syzygy_open(const char *folders,
                                size_t length,
                                TabiyaSyzygy *tables,
                                size_t *count,
                                struct TabiyaError *error);

/*
 The men of the largest Syzygy table, kings included; 0 without tables.
 */
TabiyaStatus tabiya_syzygy_max_men(TabiyaSyzygy tables, uint32_t *men, struct TabiyaError *error);

/*
 The result of a position if its fifty-move clock stood at 0: 2 a win, 1 a win but for the fifty-move rule, 0 a draw,
 -1 a loss but for the fifty-move rule, -2 a loss. This is the call for a search, after a zeroing move.
 */
TabiyaStatus tabiya_syzygy_probe_wdl(TabiyaSyzygy tables,
                                     const struct TabiyaPosition *position,
                                     int32_t *wdl,
                                     struct TabiyaError *error);

/*
 The distance in plies to the next zeroing move or mate: positive for a win, negative for a loss, 0 for a draw,
 beyond 100 where the fifty-move rule draws. `exact` may be null; it gets whether the distance is known to the ply,
 or may be one longer.
 */
TabiyaStatus tabiya_syzygy_probe_dtz(TabiyaSyzygy tables,
                                     const struct TabiyaPosition *position,
                                     int32_t *dtz,
                                     bool *exact,
                                     struct TabiyaError *error);

/*
 Every legal move, the best first. Playing the first each time wins what is won, and all moves with its outcome keep
 the result. `TABIYA_MAX_MOVES` are always room enough.
 */
TabiyaStatus tabiya_syzygy_rank(TabiyaSyzygy tables,
                                const struct TabiyaPosition *position,
                                struct TabiyaRankedMove *moves,
                                size_t capacity,
                                size_t *count,
                                struct TabiyaError *error);

/*
 Closes Syzygy tables. A probe that another thread has begun is finished.
 */
TabiyaStatus tabiya_syzygy_close(TabiyaSyzygy tables, struct TabiyaError *error);

/*
 Solves an endgame of at most five men, written as in KRKN or KQPKR, and all that it can become: the distance to mate
 of every position. Three men take milliseconds, four seconds, five minutes and hundreds of megabytes. `threads` is
 how many to work with; 0 for one on each core.
 */
TabiyaStatus tabiya_endgame_solve(const char *material,
                                  size_t length,
                                  size_t threads,
                                  TabiyaEndgames *tables,
                                  struct TabiyaError *error);

/*
 Reads the tables of a folder that `tabiya solve --tables` has written. `count` may be null; it gets how many there
 are.
 */
TabiyaStatus tabiya_endgame_open(const char *folder,
                                 size_t length,
                                 TabiyaEndgames *tables,
                                 size_t *count,
                                 struct TabiyaError *error);

/*
 The result of a solved position (1 a win for the side to move, 0 a draw, -1 a loss) and the plies to the mate, 0 for
 a draw and on the board of a mate. `plies` may be null.
 */
TabiyaStatus tabiya_endgame_probe(TabiyaEndgames tables,
                                  const struct TabiyaPosition *position,
                                  int32_t *result,
                                  uint32_t *plies,
                                  struct TabiyaError *error);

/*
 Every legal move of a solved position, the best first: the shortest win, or the longest loss. `TABIYA_MAX_MOVES` are
 always room enough.
 */
TabiyaStatus tabiya_endgame_moves(TabiyaEndgames tables,
                                  const struct TabiyaPosition *position,
                                  struct TabiyaSolvedMove *moves,
                                  size_t capacity,
                                  size_t *count,
                                  struct TabiyaError *error);

/*
 Closes solved endgames. A probe that another thread has begun is finished.
 */
TabiyaStatus tabiya_endgame_close(TabiyaEndgames tables, struct TabiyaError *error);

/*
 Every move that can have led to a position, with what it captured. There may be many more than `TABIYA_MAX_MOVES`:
 on `TABIYA_STATUS_TOO_SMALL` the count says how many.
 */
TabiyaStatus tabiya_unmoves(const struct TabiyaPosition *position,
                            struct TabiyaUnmove *unmoves,
                            size_t capacity,
                            size_t *count,
                            struct TabiyaError *error);

/*
 Whether a side (0 white, 1 black) can still win by any legal moves, as `TABIYA_CAN_WIN_…`: what decides a game when
 the other side's time runs out. Most answers take microseconds, an unknown one a quarter of a second.
 */
TabiyaStatus tabiya_can_win(const struct TabiyaPosition *position,
                            uint32_t color_number,
                            uint32_t *answer_to,
                            struct TabiyaError *error);

/*
 Whether a game can reach a position: the game, with as few moves as any, or the reason why not. Clocks are not looked
 at. It takes up to a fifth of a second.

 `starts` says where games begin: `standard`, `chess960`, `chess960:N` with the number of a start position,
 `double-chess960` or `double-chess960:N:N`; null, with the length 0, for those that the castling rights tell of.
 `positions` is how many the search for a game looks at; 0 for the usual 200,000.
 */
TabiyaStatus tabiya_can_arise(const struct TabiyaPosition *position,
                              const char *starts,
                              size_t starts_length,
                              uint64_t positions,
                              struct TabiyaArise *answer_to,
                              struct TabiyaError *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TABIYA_H */
