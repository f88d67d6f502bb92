// Memory that many threads write at once, as CUDA has it; on a host `host.cpp` has its own words for this.

// Words that others may be writing: not from a cache that does not hear of it.
INLINE Packed load_shared_words(const u64 *words) {
    Packed p;
    asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(p.w[0]), "=l"(p.w[1]) : "l"(words));
    asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(p.w[2]), "=l"(p.w[3]) : "l"(words + 2));
    return p;
}

INLINE void store_shared_word(u64 *word, u64 value) { asm volatile("st.global.cg.u64 [%0], %1;" ::"l"(word), "l"(value)); }
