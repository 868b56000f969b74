// Who hangs on whom: the arc-hybrid transition system (Kuhlmann, Gomez-Rodriguez and Satta 2011),
// searched with a beam. Of n tokens every parse takes n shifts and n arcs, so that parses of the
// same number of steps can be compared. The root stands after the last token and takes one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parser/features.h"
#include "shared/interrupt.h"

namespace sumscope::parser {

enum Action : std::int8_t { kShift, kLeft, kRight, kActions };
using Scores = std::array<std::int64_t, kActions>;

// A token on the stack with what hangs on it so far; never changed, so that states share it.
struct Node {
    std::int32_t token, below;
    std::int32_t left, left2, lefts, right, right2, rights;
};

struct State {
    std::int64_t score = 0;
    std::int32_t top = -1, size = 0, next = 0;      // stack and the first token not yet shifted
    std::int32_t left = -1, left2 = -1, lefts = 0;  // what hangs on that token
    std::int32_t parent = -1;
    std::int8_t action = -1;
};

constexpr std::size_t kPlaces = 19, kExtras = 10;

class Arcs {
  public:
    Arcs(const Templates& templates, const Sentence& sentence)
        : templates_(templates),
          sentence_(sentence),
          features_(templates.size()),
          atoms_(kPlaces * sentence.columns() + kExtras) {}

    const std::vector<std::uint32_t>& features() const { return features_; }
    std::int32_t steps() const { return 2 * sentence_.size(); }

    bool allowed(const State& state, int action) const {
        const bool ended = state.next == sentence_.size();
        if (action == kShift) return !ended;
        if (action == kLeft) return state.size >= 1 && (!ended || state.size == 1);
        return state.size >= 2;
    }

    State apply(const State& state, int action, std::int64_t score) {
        State made = state;
        made.score = state.score + score;
        made.action = static_cast<std::int8_t>(action);
        if (action == kShift) {
            nodes_.push_back(
                {state.next, state.top, state.left, state.left2, state.lefts, -1, -1, 0});
            made.top = last();
            ++made.size;
            ++made.next;
            made.left = made.left2 = -1;
            made.lefts = 0;
        } else if (action == kLeft) {
            const Node top = nodes_[state.top];
            made.top = top.below;
            --made.size;
            made.left2 = state.left;
            made.left = top.token;
            ++made.lefts;
        } else {
            const Node top = nodes_[state.top];
            Node head = nodes_[top.below];
            head.right2 = head.right;
            head.right = top.token;
            ++head.rights;
            nodes_.push_back(head);
            made.top = last();
            --made.size;
        }
        return made;
    }

    // Fills `features` for a state.
    void look(const State& state) {
        static constexpr Node kAbsent{-1, -1, -1, -1, 0, -1, -1, 0};
        const Node& s0 = state.top < 0 ? kAbsent : nodes_[state.top];
        const Node& s1 = s0.below < 0 ? kAbsent : nodes_[s0.below];
        const Node& s2 = s1.below < 0 ? kAbsent : nodes_[s1.below];
        const std::int32_t b0 = state.next, n = sentence_.size();
        const auto ahead = [&](std::int32_t by) { return b0 + by <= n ? b0 + by : -1; };
        const std::array<std::int32_t, kPlaces> places = {
            s0.token,    s1.token,  s2.token,
            b0,          ahead(1),  ahead(2),
            ahead(3),    s0.left,   s0.left2,
            s0.right,    s0.right2, s1.left,
            s1.right,    s1.right2, state.left,
            state.left2, b0 - 1,    s0.token < 0 ? -1 : s0.token + 1,
            s0.token - 1};
        const std::size_t columns = sentence_.columns();
        std::int32_t* out = atoms_.data();
        for (const std::int32_t place : places) {
            sentence_.put(place, out);
            out += columns;
        }
        *out++ = s0.token < 0 ? 0 : rough(b0 - s0.token);
        *out++ = s1.token < 0 ? 0 : rough(s0.token - s1.token);
        *out++ = few(s0.lefts);
        *out++ = few(s0.rights);
        *out++ = few(s1.lefts);
        *out++ = few(s1.rights);
        *out++ = few(state.lefts);
        *out++ = sentence_.between(s0.token, b0);
        *out++ = sentence_.between(s1.token, s0.token);
        *out++ = few(state.size);
        templates_.hash(atoms_, features_);
    }

    // One step of the beam: the best `beam` states that follow, best first; of equal scores the one
    // of the better parent, then of the earlier action.
    template <class Scorer>
    void advance(std::vector<State>& states, std::size_t beam, const Scorer& scorer,
                 std::vector<std::vector<State>>& history) {
        candidates_.clear();
        for (std::size_t p = 0; p < states.size(); ++p) {
            look(states[p]);
            const Scores scores = scorer(features_);
            for (int action = 0; action < kActions; ++action)
                if (allowed(states[p], action))
                    candidates_.push_back(
                        {states[p].score + scores[action], static_cast<int>(p), action});
        }
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
        if (candidates_.size() > beam) candidates_.resize(beam);
        history.push_back(std::move(states));
        const std::vector<State>& before = history.back();
        states.clear();
        for (const Candidate& c : candidates_) {
            State made = apply(before[c.parent], c.action, c.score - before[c.parent].score);
            made.parent = c.parent;
            states.push_back(made);
        }
    }

    // The head of each token (the root is `size`) by the actions taken.
    std::vector<std::int32_t> heads(const std::vector<std::int8_t>& actions) const {
        std::vector<std::int32_t> found(sentence_.size(), -1), stack;
        std::int32_t next = 0;
        for (const std::int8_t action : actions) {
            if (action == kShift) {
                stack.push_back(next++);
                continue;
            }
            const std::int32_t token = stack.back();
            stack.pop_back();
            found[token] = action == kLeft ? next : stack.back();
        }
        return found;
    }

  private:
    struct Candidate {
        std::int64_t score;
        int parent, action;
    };

    std::int32_t last() const { return static_cast<std::int32_t>(nodes_.size()) - 1; }

    const Templates& templates_;
    const Sentence& sentence_;
    std::vector<std::uint32_t> features_;
    std::vector<std::int32_t> atoms_;
    std::vector<Node> nodes_;
    std::vector<Candidate> candidates_;
};

// The actions that led to a state of the last step in `history`.
inline std::vector<std::int8_t> actions_to(const State& state,
                                           const std::vector<std::vector<State>>& history) {
    std::vector<std::int8_t> found;
    const State* at = &state;
    for (std::size_t step = history.size(); step-- > 0;) {
        found.push_back(at->action);
        at = &history[step][at->parent];
    }
    std::reverse(found.begin(), found.end());
    return found;
}

// The actions that make a projective tree: an arc as soon as its dependent is complete. None
// where the tree is not projective or has not one root.
inline std::vector<std::int8_t> oracle(const std::int32_t* heads, std::int32_t size) {
    std::vector<std::int32_t> waiting(size + 1, 0), stack;
    for (std::int32_t i = 0; i < size; ++i) ++waiting[heads[i]];
    std::vector<std::int8_t> actions;
    if (waiting[size] > 1) return actions;
    std::int32_t next = 0;
    while (next < size || !stack.empty()) {
        if (!stack.empty()) {
            const std::int32_t top = stack.back();
            const bool complete = waiting[top] == 0;
            const bool right = stack.size() > 1 && heads[top] == stack[stack.size() - 2];
            if (complete && (heads[top] == next || right)) {
                actions.push_back(heads[top] == next ? kLeft : kRight);
                --waiting[heads[top]];
                stack.pop_back();
                continue;
            }
        }
        if (next == size) return {};
        actions.push_back(kShift);
        stack.push_back(next++);
    }
    return actions;
}

}  // namespace sumscope::parser
