// The relation of each token to its head, from the root down and from left to right.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parser/features.h"

namespace sumscope::parser {

constexpr std::size_t kLabelPlaces = 13, kLabelExtras = 10;

class Labelling {
  public:
    // `heads`: one per token, the root is `size`; they make a tree.
    Labelling(const Templates& templates, const Sentence& sentence, const std::int32_t* heads)
        : templates_(templates),
          sentence_(sentence),
          heads_(heads),
          features_(templates.size()),
          atoms_(kLabelPlaces * sentence.columns() + kLabelExtras),
          children_(sentence.size() + 1),
          before_(sentence.size(), -1),
          after_(sentence.size(), -1) {
        const std::int32_t n = sentence.size();
        for (std::int32_t i = 0; i < n; ++i) {
            auto& siblings = children_[heads[i]];
            if (!siblings.empty()) {
                before_[i] = siblings.back();
                after_[siblings.back()] = i;
            }
            siblings.push_back(i);
        }
        order_.push_back(n);
        for (std::size_t at = 0; at < order_.size(); ++at)
            for (const std::int32_t child : children_[order_[at]]) order_.push_back(child);
        order_.erase(order_.begin());
    }

    // Tokens, every head before what hangs on it. Shorter than the sentence if this is no tree.
    const std::vector<std::int32_t>& order() const { return order_; }
    const std::vector<std::uint32_t>& features() const { return features_; }

    // Fills `features` for a token, given the labels of those before it in `order`.
    void look(std::int32_t token, const std::vector<std::int32_t>& labels) {
        const std::int32_t n = sentence_.size(), head = heads_[token];
        const bool under_root = head == n;
        const std::int32_t before = before_[token];
        const std::int32_t before2 = before < 0 ? -1 : before_[before];
        const auto& mine = children_[token];
        const std::int32_t first = mine.empty() ? -1 : mine.front();
        const std::int32_t second = mine.size() < 2 ? -1 : mine[1];
        const std::int32_t last = mine.empty() ? -1 : mine.back();
        const std::array<std::int32_t, kLabelPlaces> places = {
            token,
            head,
            under_root ? -1 : heads_[head],
            token - 1,
            next(token),
            head - 1,
            under_root ? -1 : next(head),
            before,
            after_[token],
            first,
            second,
            last,
            under_root ? -1 : children_[head].front()};
        const std::size_t columns = sentence_.columns();
        std::int32_t* out = atoms_.data();
        for (const std::int32_t place : places) {
            sentence_.put(place, out);
            out += columns;
        }
        const bool right = token > head;
        *out++ = right ? 8 + rough(token - head) : rough(head - token);
        *out++ = under_root ? -1 : labels[head];
        *out++ = before < 0 ? -1 : labels[before];
        *out++ = before2 < 0 ? -1 : labels[before2];
        *out++ = few(static_cast<std::int32_t>(mine.size()));
        *out++ = few(static_cast<std::int32_t>(children_[head].size()));
        *out++ = right ? sentence_.between(head, token) : sentence_.between(token, head);
        *out++ = right;
        *out++ = before >= 0 && (before > head) == right;
        *out++ = after_[token] >= 0 && (after_[token] > head) == right;
        templates_.hash(atoms_, features_);
    }

  private:
    std::int32_t next(std::int32_t token) const {
        return token + 1 < sentence_.size() ? token + 1 : -1;
    }

    const Templates& templates_;
    const Sentence& sentence_;
    const std::int32_t* heads_;
    std::vector<std::uint32_t> features_;
    std::vector<std::int32_t> atoms_;
    std::vector<std::vector<std::int32_t>> children_;
    std::vector<std::int32_t> before_, after_, order_;
};

}  // namespace sumscope::parser
