// Merging equal positions: a hash table on the device that compares whole positions, so that it is exact.
//
// A line of 128 bytes holds three positions of four words and how many paths lead to each. No word of a position is
// ever zero (see `board.cu`), and a word is written once. A thread that finds a place free takes it by compare and swap
// of its first word, and writes the others at once. A thread that finds its own first word there and another word still
// zero looks again: the other thread is about to write that word and waits for no thread. So:
//
// - a place has all four words of one position, that of the thread that took it;
// - one position never has two places: places are looked at in the same order every time, and a place once taken stays
//   taken.

struct alignas(16) Line {
    u64 words[12];
    u64 paths[3];
    u64 unused;
};

// Lines looked at before a table is called full.
const u32 PROBES = 64;

// Where a position went: a new place, or one of these. Places are numbered by line and place in it.
typedef u32 Spot;
const Spot MET_AGAIN = ~0u - 1, NO_PLACE = ~0u;

// Adds paths to a position that belongs first of all somewhere in a range of lines, and if there is no place in that
// line, anywhere.
INLINE Spot insert(Line *table, u32 lines, u32 from, u32 range, const Packed &p, u64 hash, u64 paths) {
    u32 at = from + (u32)__umul64hi(hash, range), first = ((u32)hash & 0xffff) * 3 >> 16, place = first;
    ONE_BY_ONE for (u32 probe = 0; probe < PROBES;) {
        Line *line = table + at;
        u64 *words = line->words + 4 * place;
        Packed found = load_shared_words(words);
        bool mine = false;
        if (found.w[0] == 0) {
            found.w[0] = atomicCAS(words, 0ull, p.w[0]);
            mine = found.w[0] == 0;
            if (mine)
                for (int i = 1; i < 4; i++) store_shared_word(words + i, p.w[i]);
        }
        bool same = true, whole = true;
        for (int i = 0; i < 4; i++) {
            same &= found.w[i] == p.w[i];
            whole &= found.w[i] != 0;
        }
        if (mine || same) {
            atomicAdd(&line->paths[place], paths);
            return mine ? at << 2 | place : MET_AGAIN;
        }
        // Its own first word, and another is about to be written.
        if (found.w[0] == p.w[0] && !whole) continue;
        place = place == 2 ? 0 : place + 1;
        if (place != first) continue;
        at = probe == 0 ? (u32)__umul64hi(hash * 0xbf58476d1ce4e5b9ull, lines) : at + 1 == lines ? 0 : at + 1;
        probe++;
    }
    return NO_PLACE;
}
