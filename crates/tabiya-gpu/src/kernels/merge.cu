// Merging equal positions: a hash table on the device that compares whole positions, so that it is exact.
//
// A line of 128 bytes holds three positions of four words and how many paths lead to each. No word of a position is
// ever zero (see `board.cu`), and a word is written once: from zero to its value, by compare and swap. Whoever inserts a
// position writes its words in order, and goes on to the next place as soon as one of them is another's. So:
//
// - a place ends up with all four words of one position: whoever is turned away at a word is turned away by somebody who
//   agreed on all words before it, and who goes on;
// - one position never has two places: what turned it away from a place once turns it away for ever.
//
// Nobody waits for anybody, and a word read too early is at worst a zero, which the compare and swap puts right.

struct Line {
    u64 words[12];
    u64 paths[3];
    u64 unused;
};

// Lines looked at before a table is called full.
const u32 PROBES = 64;

INLINE u64 hash_of(const Packed &p) {
    u64 h = p.w[0] * 0x9e3779b97f4a7c15ull;
    h = (h ^ h >> 32 ^ p.w[1]) * 0xbf58476d1ce4e5b9ull;
    h = (h ^ h >> 29 ^ p.w[2]) * 0x94d049bb133111ebull;
    h = (h ^ h >> 32 ^ p.w[3]) * 0xd6e8feb86659fd93ull;
    return (h ^ h >> 32) * 0x9e3779b97f4a7c15ull;
}

// Which of `slices` parts of all positions one belongs to. The line is chosen by other bits.
INLINE u32 slice_of(u64 hash, u32 slices) { return (u32)((hash & 0xffffffffull) * slices >> 32); }

// Words that others may be writing: not from a cache that does not hear of it.
INLINE Packed load_shared_words(const u64 *words) {
    Packed p;
    asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(p.w[0]), "=l"(p.w[1]) : "l"(words));
    asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(p.w[2]), "=l"(p.w[3]) : "l"(words + 2));
    return p;
}

// Writes a word where nothing is yet; false if another value is there.
INLINE bool claim(u64 *word, u64 value) {
    u64 old = atomicCAS(word, 0ull, value);
    return old == 0 || old == value;
}

// Adds paths to a position; false if the table is full where it belongs.
INLINE bool insert(Line *table, u64 lines, const Packed &p, u64 hash, u64 paths) {
    u64 at = __umul64hi(hash, lines);
    ONE_BY_ONE for (u32 probe = 0; probe < PROBES; probe++) {
        Line *line = table + at;
        ONE_BY_ONE for (u32 place = 0; place < 3; place++) {
            u64 *words = line->words + 4 * place;
            Packed found = load_shared_words(words);
            bool other = false, same = true;
            for (int i = 0; i < 4; i++) {
                other |= found.w[i] != 0 && found.w[i] != p.w[i];
                same &= found.w[i] == p.w[i];
            }
            if (other) continue;
            if (!same) {
                bool mine = true;
                for (int i = 0; i < 4 && mine; i++) mine = claim(words + i, p.w[i]);
                if (!mine) continue;
            }
            atomicAdd(&line->paths[place], paths);
            return true;
        }
        at = at + 1 == lines ? 0 : at + 1;
    }
    return false;
}
