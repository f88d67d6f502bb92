/* Tabiya for C++17: a thin wrapper around tabiya.h. Errors become exceptions; nothing else is added. */
#ifndef TABIYA_HPP
#define TABIYA_HPP

#include "tabiya.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tabiya {

/* What the C functions return as a status and a sentence. */
class Error : public std::runtime_error {
public:
    explicit Error(const TabiyaError &error) : std::runtime_error(error.message), status_(error.status) {}
    TabiyaStatus status() const noexcept { return status_; }

private:
    TabiyaStatus status_;
};

namespace detail {
template <typename Function, typename... Arguments> void call(Function function, Arguments... arguments) {
    TabiyaError error;
    if (function(arguments..., &error) != TABIYA_STATUS_OK) {
        throw Error(error);
    }
}
} // namespace detail

/* Moves on the stack, to be iterated over. */
class Moves {
public:
    const TabiyaMove *begin() const noexcept { return moves_; }
    const TabiyaMove *end() const noexcept { return moves_ + count_; }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    TabiyaMove operator[](std::size_t index) const noexcept { return moves_[index]; }

private:
    friend class Position;
    TabiyaMove moves_[TABIYA_MAX_MOVES];
    std::size_t count_ = 0;
};

/* A position: a value, to be copied like an int. */
class Position {
public:
    Position() { detail::call(tabiya_startpos, &raw_); }
    explicit Position(std::string_view fen) { detail::call(tabiya_from_fen, fen.data(), fen.size(), &raw_); }

    static Position chess960(std::uint32_t number) {
        Position position;
        detail::call(tabiya_chess960, number, &position.raw_);
        return position;
    }

    std::string fen() const {
        char buffer[TABIYA_MAX_FEN];
        std::size_t length = 0;
        detail::call(tabiya_fen, &raw_, buffer, sizeof buffer, &length);
        return std::string(buffer, length);
    }

    TabiyaInfo info() const {
        TabiyaInfo info;
        detail::call(tabiya_info, &raw_, &info);
        return info;
    }

    Moves moves(TabiyaKind kind = TABIYA_KIND_LEGAL) const {
        Moves moves;
        const auto number = static_cast<std::uint32_t>(kind);
        std::size_t capacity = TABIYA_MAX_MOVES;
        detail::call(tabiya_generate, &raw_, number, moves.moves_, capacity, &moves.count_);
        return moves;
    }

    bool is_legal(std::uint16_t bits) const { return ask<bool>(tabiya_is_legal, bits); }
    bool gives_check(TabiyaMove move) const { return ask<bool>(tabiya_gives_check, move); }
    std::int32_t see(TabiyaMove move) const { return ask<std::int32_t>(tabiya_see, move); }
    bool see_at_least(TabiyaMove move, std::int32_t threshold) const {
        return ask<bool>(tabiya_see_at_least, move, threshold);
    }
    TabiyaBitboard named_set(std::string_view name) const {
        return ask<TabiyaBitboard>(tabiya_named_set, name.data(), name.size());
    }
    TabiyaBitboard attackers(std::uint32_t square) const { return ask<TabiyaBitboard>(tabiya_attackers, square); }
    std::uint64_t perft(std::uint32_t depth, std::size_t threads = 1, std::size_t hash_bytes = 0) const {
        return ask<std::uint64_t>(tabiya_perft, depth, threads, hash_bytes);
    }

    Position after(TabiyaMove move) const {
        Position next(*this);
        next.play(move);
        return next;
    }
    void play(TabiyaMove move) { detail::call(tabiya_play, &raw_, move, &raw_); }

    TabiyaMove from_uci(std::string_view text) const { return ask<TabiyaMove>(tabiya_from_uci, text.data(), text.size()); }
    TabiyaMove from_text(std::string_view text) const { return ask<TabiyaMove>(tabiya_from_text, text.data(), text.size()); }
    TabiyaMove from_san(std::string_view text) const { return ask<TabiyaMove>(tabiya_from_san, text.data(), text.size()); }

    std::string uci(TabiyaMove move, bool chess960 = false) const {
        char buffer[TABIYA_MAX_FEN];
        std::size_t length = 0;
        detail::call(tabiya_uci, &raw_, move, chess960, buffer, sizeof buffer, &length);
        return std::string(buffer, length);
    }

    std::string san(TabiyaMove move) const {
        char buffer[TABIYA_MAX_FEN];
        std::size_t length = 0;
        detail::call(tabiya_san, &raw_, move, buffer, sizeof buffer, &length);
        return std::string(buffer, length);
    }

    /* For functions of the C header that this wrapper leaves out. */
    const TabiyaPosition *raw() const noexcept { return &raw_; }

private:
    template <typename Answer, typename Function, typename... Arguments>
    Answer ask(Function function, Arguments... arguments) const {
        Answer answer{};
        detail::call(function, &raw_, arguments..., &answer);
        return answer;
    }

    TabiyaPosition raw_;
};

} // namespace tabiya

#endif
