// A dependency parser: arcs by a beam search, then the label of each arc.
//
// The readable twin is python/parser. Weights are whole numbers, so that kernel and twin find the
// same tree on every machine; the trainers move whole numbers by one and give sums over time.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "parser/arcs.h"
#include "parser/features.h"
#include "parser/labels.h"
#include "parser/weights.h"
#include "shared/arrays.h"
#include "shared/checks.h"
#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;
using namespace sumscope::parser;

namespace {

using Ints = In<std::int32_t>;
using Rows = In<std::int32_t, 2>;
using Keyed = In<std::uint32_t>;
using Small = In<std::int8_t>;

constexpr std::int64_t kMostBeam = 1024;

Templates templates_of(const Ints& atoms, const Ints& starts) {
    require(cuts(starts, atoms.size()), "starts do not cut the atoms into templates");
    require(all_within(atoms, 0, kMostItems), "an atom is negative");
    return {atoms.data(), starts.data(), starts.size() - 1};
}

void check_tokens(const Rows& tokens, const Templates& templates, std::size_t places,
                  std::size_t extras) {
    require(tokens.shape(1) >= 2, "tokens need a column and a column of marks");
    require(tokens.shape(0) < static_cast<std::size_t>(kMostItems / 4), "too many tokens");
    require(all_within(tokens, 0, kMostItems), "a value of a token is negative");
    const auto count = static_cast<std::int64_t>(places * (tokens.shape(1) - 1) + extras);
    require(templates.within(count), "a template names an atom that is not there");
}

void check_heads(const Ints& heads, std::size_t size) {
    require(heads.size() == size, "there are not as many heads as tokens");
    require(all_within(heads, 0, static_cast<std::int64_t>(size) + 1), "a head is not in 0..n");
}

// The heads that Python gives, 1..n and 0 for the root, as 0..n-1 and n; and back.
void inward(const std::int32_t* heads, std::int32_t size, std::vector<std::int32_t>& out) {
    out.resize(size);
    for (std::int32_t i = 0; i < size; ++i) out[i] = heads[i] == 0 ? size : heads[i] - 1;
}

std::size_t beam_of(std::int64_t beam) {
    require(beam >= 1 && beam <= kMostBeam, "beam is not in 1..1024");
    return static_cast<std::size_t>(beam);
}

class ArcModel {
  public:
    ArcModel(const Ints& atoms, const Ints& starts, const Keyed& keys, const Small& weights)
        : templates_(templates_of(atoms, starts)) {
        require(weights.size() == 3 * keys.size(), "there are not three weights for each key");
        std::size_t size = 16;
        while (size < 3 * keys.size()) size *= 2;
        slots_.assign(size, {0, {0, 0, 0, 0}});
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::uint32_t key = keys.data()[i];
            std::size_t at = start(key);
            for (; slots_[at].weights[3] != 0; at = (at + 1) & (size - 1))
                require(slots_[at].key != key, "a key stands twice");
            slots_[at].key = key;
            for (std::size_t a = 0; a < 3; ++a) slots_[at].weights[a] = weights.data()[3 * i + a];
            slots_[at].weights[3] = 1;
        }
    }

    // The best trees of the beam, one a row, best first.
    Out<std::int32_t, 2> parse(const Rows& tokens, std::int64_t beam) const {
        check_tokens(tokens, templates_, kPlaces, kExtras);
        const std::size_t width = beam_of(beam);
        const auto n = static_cast<std::int32_t>(tokens.shape(0));
        std::vector<std::int32_t> found;
        std::size_t trees = 0;
        {
            nb::gil_scoped_release release;
            Interrupt interrupt;
            const Sentence sentence(tokens.data(), n, tokens.shape(1));
            Arcs search(templates_, sentence);
            std::vector<State> states(1);
            std::vector<std::vector<State>> history;
            const auto score = [&](const std::vector<std::uint32_t>& f) { return sum(f); };
            for (std::int32_t step = 0; step < search.steps(); ++step) {
                search.advance(states, width, score, history);
                interrupt.spend(64 * templates_.size() * states.size());
            }
            trees = states.size();
            for (const State& state : states)
                for (const std::int32_t head : search.heads(actions_to(state, history)))
                    found.push_back(head == n ? 0 : head + 1);
        }
        return to_array<2>(std::move(found), {trees, static_cast<std::size_t>(n)});
    }

    // The score of each projective tree, one a row.
    Out<std::int64_t> score(const Rows& tokens, const Rows& heads) const {
        check_tokens(tokens, templates_, kPlaces, kExtras);
        require(heads.shape(1) == tokens.shape(0), "there are not as many heads as tokens");
        const auto n = static_cast<std::int32_t>(tokens.shape(0));
        require(all_within(heads, 0, static_cast<std::int64_t>(n) + 1), "a head is not in 0..n");
        std::vector<std::int64_t> found(heads.shape(0), 0);
        bool good = true;
        {
            nb::gil_scoped_release release;
            Interrupt interrupt;
            const Sentence sentence(tokens.data(), n, tokens.shape(1));
            Arcs search(templates_, sentence);
            std::vector<std::int32_t> given;
            std::vector<State> path(1);  // of the tree before: what it began with is not done again
            std::vector<std::int8_t> before;
            for (std::size_t tree = 0; tree < found.size() && good; ++tree) {
                inward(heads.data() + tree * n, n, given);
                std::vector<std::int8_t> actions = oracle(given.data(), n);
                good = actions.size() == 2 * static_cast<std::size_t>(n);
                std::size_t same = 0;
                while (same < before.size() && same < actions.size() &&
                       before[same] == actions[same])
                    ++same;
                path.resize(same + 1);
                for (std::size_t step = same; step < actions.size(); ++step) {
                    const int action = actions[step];
                    search.look(path.back());
                    path.push_back(
                        search.apply(path.back(), action, sum(search.features())[action]));
                    interrupt.spend(64 * templates_.size());
                }
                found[tree] = path.back().score;
                before = std::move(actions);
            }
        }
        require(good, "a tree is not projective, or has not one root");
        return to_array(std::move(found));
    }

  private:
    // A key with its three weights; the fourth says that the slot is taken.
    struct Slot {
        std::uint32_t key;
        std::array<std::int8_t, 4> weights;
    };

    std::size_t start(std::uint32_t key) const { return key & (slots_.size() - 1); }

    Scores sum(const std::vector<std::uint32_t>& features) const {
        for (const std::uint32_t feature : features) prefetch(&slots_[start(feature)]);
        std::array<std::int32_t, 3> total{};
        const std::size_t mask = slots_.size() - 1;
        for (const std::uint32_t feature : features) {
            std::size_t at = start(feature);
            while (slots_[at].key != feature && slots_[at].weights[3] != 0) at = (at + 1) & mask;
            // Without branches: what is not found adds nothing, as free slots hold noughts.
            for (std::size_t a = 0; a < 3; ++a) total[a] += slots_[at].weights[a];
        }
        return {total[0], total[1], total[2]};
    }

    Templates templates_;
    std::vector<Slot> slots_;
};

class LabelModel {
  public:
    LabelModel(const Ints& atoms, const Ints& starts, const Keyed& keys, const Ints& row_starts,
               const Ints& labels, const Small& weights, std::int64_t count)
        : templates_(templates_of(atoms, starts)),
          keys_(keys.size()),
          starts_(to_vector<std::int32_t>(row_starts)),
          count_(count) {
        require(count >= 1 && count < 32768, "the number of labels is not in 1..32767");
        require(row_starts.size() == keys.size() + 1, "there is not one row for each key");
        require(labels.size() == weights.size(), "there are not as many labels as weights");
        require(cuts(row_starts, labels.size()), "starts do not cut the labels into rows");
        require(all_within(labels, 0, count), "a label is not in 0..count-1");
        for (std::size_t i = 0; i < keys.size(); ++i)
            require(keys_.take(keys.data()[i]) == i, "a key stands twice");
        entries_.reserve(labels.size());
        for (std::size_t i = 0; i < labels.size(); ++i)
            entries_.push_back({static_cast<std::int16_t>(labels.data()[i]), weights.data()[i]});
    }

    Out<std::int32_t> label(const Rows& tokens, const Ints& heads) const {
        check_tokens(tokens, templates_, kLabelPlaces, kLabelExtras);
        check_heads(heads, tokens.shape(0));
        const auto n = static_cast<std::int32_t>(tokens.shape(0));
        std::vector<std::int32_t> given, found(n, 0);
        inward(heads.data(), n, given);
        bool tree = true;
        {
            nb::gil_scoped_release release;
            Interrupt interrupt;
            const Sentence sentence(tokens.data(), n, tokens.shape(1));
            Labelling labelling(templates_, sentence, given.data());
            tree = labelling.order().size() == static_cast<std::size_t>(n);
            std::vector<std::int32_t> total(count_);
            std::vector<std::uint32_t> rows;
            for (const std::int32_t token : labelling.order()) {
                labelling.look(token, found);
                total.assign(count_, 0);
                rows.clear();
                // Each thing is asked for well before it is used.
                for (const std::uint32_t feature : labelling.features()) keys_.prefetch(feature);
                for (const std::uint32_t feature : labelling.features()) {
                    const std::uint32_t row = keys_.find(feature);
                    if (row == Keys::kAbsent) continue;
                    prefetch(&starts_[row]);
                    rows.push_back(row);
                }
                for (const std::uint32_t row : rows) prefetch(entries_.data() + starts_[row]);
                for (const std::uint32_t row : rows)
                    for (std::int32_t at = starts_[row]; at < starts_[row + 1]; ++at)
                        total[entries_[at].label] += entries_[at].weight;
                found[token] = static_cast<std::int32_t>(
                    std::max_element(total.begin(), total.end()) - total.begin());
                interrupt.spend(64 * templates_.size());
            }
        }
        require(tree, "the heads make no tree");
        return to_array(std::move(found));
    }

  private:
    struct Entry {
        std::int16_t label, weight;
    };

    Templates templates_;
    Keys keys_;
    std::vector<std::int32_t> starts_;
    std::vector<Entry> entries_;
    std::int64_t count_;
};

// A treebank: sentences one after the other.
struct Treebank {
    Treebank(const Rows& tokens, const Ints& heads, const Ints& starts)
        : columns(tokens.shape(1)),
          rows(to_vector<std::int32_t>(tokens)),
          cuts_at(to_vector<std::int32_t>(starts)) {
        require(cuts(starts, tokens.shape(0)), "starts do not cut the tokens into sentences");
        require(heads.size() == tokens.shape(0), "there are not as many heads as tokens");
        for (std::size_t s = 0; s < size(); ++s) {
            const std::int32_t n = length(s);
            for (std::int32_t i = 0; i < n; ++i) {
                const std::int32_t head = heads.data()[cuts_at[s] + i];
                require(head >= 0 && head <= n, "a head is not in 0..n");
                all_heads.push_back(head == 0 ? n : head - 1);
            }
        }
    }

    std::size_t size() const { return cuts_at.size() - 1; }
    std::int32_t length(std::size_t s) const { return cuts_at[s + 1] - cuts_at[s]; }
    const std::int32_t* heads(std::size_t s) const { return all_heads.data() + cuts_at[s]; }
    Sentence sentence(std::size_t s) const {
        return {rows.data() + cuts_at[s] * columns, length(s), columns};
    }

    std::size_t columns;
    std::vector<std::int32_t> rows, cuts_at, all_heads;
};

using Averages = std::tuple<Out<std::uint32_t>, Out<std::int64_t, 2>, std::int64_t>;

Averages averages_of(const Learnt& learnt, std::size_t width) {
    std::vector<std::uint32_t> keys = learnt.keys();
    const std::size_t rows = keys.size();
    return {to_array(std::move(keys)), to_array<2>(learnt.sums(), {rows, width}), learnt.time()};
}

class ArcTrainer {
  public:
    ArcTrainer(const Ints& atoms, const Ints& starts, const Rows& tokens, const Ints& heads,
               const Ints& sentence_starts, std::int64_t beam, std::int64_t least)
        : templates_(templates_of(atoms, starts)),
          treebank_(tokens, heads, sentence_starts),
          beam_(beam_of(beam)),
          learnt_(kActions) {
        check_tokens(tokens, templates_, kPlaces, kExtras);
        for (std::size_t s = 0; s < treebank_.size(); ++s) {
            gold_.push_back(oracle(treebank_.heads(s), treebank_.length(s)));
            require(gold_.back().size() == 2 * static_cast<std::size_t>(treebank_.length(s)),
                    "a tree is not projective, or has not one root");
        }
        std::vector<std::uint32_t> met;
        for (std::size_t s = 0; s < treebank_.size(); ++s) {
            const Sentence sentence = treebank_.sentence(s);
            Arcs search(templates_, sentence);
            State state;
            for (const std::int8_t action : gold_[s]) {
                search.look(state);
                met.insert(met.end(), search.features().begin(), search.features().end());
                state = search.apply(state, action, 0);
            }
        }
        learnt_.choose(met, least);
    }

    // Learns from the sentences in this order; how many were parsed wrongly.
    std::int64_t learn(const Ints& order) {
        require(all_within(order, 0, static_cast<std::int64_t>(treebank_.size())),
                "a sentence is not in the treebank");
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            wrong += learn_from(order.data()[i], interrupt);
            learnt_.tick();
        }
        return wrong;
    }

    Averages sums() const { return averages_of(learnt_, kActions); }

  private:
    bool learn_from(std::size_t s, Interrupt& interrupt) {
        const Sentence sentence = treebank_.sentence(s);
        const std::vector<std::int8_t>& gold = gold_[s];
        Arcs search(templates_, sentence);
        const auto score = [&](const std::vector<std::uint32_t>& f) { return sum(f); };
        std::vector<State> states(1);
        std::vector<std::vector<State>> history;
        State right;
        std::int32_t on = 0;  // where the right parse stands in the beam, -1 where it fell out
        std::int64_t most = -1;
        std::vector<std::int8_t> guess;
        for (std::size_t step = 0; step < gold.size(); ++step) {
            search.look(right);
            const Scores scores = sum(search.features());
            right = search.apply(right, gold[step], scores[gold[step]]);
            search.advance(states, beam_, score, history);
            interrupt.spend(64 * templates_.size() * states.size());
            std::int32_t still = -1;
            for (std::size_t i = 0; i < states.size() && on >= 0; ++i)
                if (states[i].parent == on && states[i].action == gold[step])
                    still = static_cast<std::int32_t>(i);
            on = still;
            // Where the best of the beam leads the right parse by most is learnt from.
            if (on != 0 && states[0].score - right.score > most) {
                most = states[0].score - right.score;
                guess = actions_to(states[0], history);
            }
        }
        if (on == 0) return false;
        move(search, gold, guess.size(), guess, +1);
        move(search, guess, guess.size(), gold, -1);
        return true;
    }

    // Moves the weights of the steps after the last common one.
    void move(Arcs& search, const std::vector<std::int8_t>& actions, std::size_t steps,
              const std::vector<std::int8_t>& other, std::int32_t by) {
        State state;
        bool apart = false;
        for (std::size_t step = 0; step < steps; ++step) {
            apart = apart || actions[step] != other[step];
            if (apart) {
                search.look(state);
                for (const std::uint32_t feature : search.features())
                    learnt_.move(feature, actions[step], by);
            }
            state = search.apply(state, actions[step], 0);
        }
    }

    Scores sum(const std::vector<std::uint32_t>& features) const {
        Scores total{};
        for (const std::uint32_t feature : features) learnt_.prefetch(feature);
        for (const std::uint32_t feature : features) {
            const std::int32_t* row = learnt_.find(feature);
            if (row == nullptr) continue;
            for (std::size_t a = 0; a < kActions; ++a) total[a] += row[a];
        }
        return total;
    }

    Templates templates_;
    Treebank treebank_;
    std::size_t beam_;
    Learnt learnt_;
    std::vector<std::vector<std::int8_t>> gold_;
};

class LabelTrainer {
  public:
    LabelTrainer(const Ints& atoms, const Ints& starts, const Rows& tokens, const Ints& heads,
                 const Ints& labels, const Ints& sentence_starts, std::int64_t count,
                 std::int64_t least)
        : templates_(templates_of(atoms, starts)),
          treebank_(tokens, heads, sentence_starts),
          labels_(to_vector<std::int32_t>(labels)),
          count_(count),
          learnt_(static_cast<std::size_t>(count)) {
        check_tokens(tokens, templates_, kLabelPlaces, kLabelExtras);
        require(count >= 1 && count < 32768, "the number of labels is not in 1..32767");
        require(labels.size() == tokens.shape(0), "there are not as many labels as tokens");
        require(all_within(labels, 0, count), "a label is not in 0..count-1");
        std::vector<std::uint32_t> met;
        for (std::size_t s = 0; s < treebank_.size(); ++s) {
            const Sentence sentence = treebank_.sentence(s);
            Labelling labelling(templates_, sentence, treebank_.heads(s));
            require(labelling.order().size() == static_cast<std::size_t>(sentence.size()),
                    "the heads make no tree");
            const std::vector<std::int32_t> gold(labels_.begin() + treebank_.cuts_at[s],
                                                 labels_.begin() + treebank_.cuts_at[s + 1]);
            for (const std::int32_t token : labelling.order()) {
                labelling.look(token, gold);
                met.insert(met.end(), labelling.features().begin(), labelling.features().end());
            }
        }
        learnt_.choose(met, least);
    }

    // Learns from the sentences in this order; how many labels were wrong.
    std::int64_t learn(const Ints& order) {
        require(all_within(order, 0, static_cast<std::int64_t>(treebank_.size())),
                "a sentence is not in the treebank");
        nb::gil_scoped_release release;
        Interrupt interrupt;
        std::int64_t wrong = 0;
        std::vector<std::int64_t> total(count_);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t s = order.data()[i];
            const Sentence sentence = treebank_.sentence(s);
            const std::int32_t* gold = labels_.data() + treebank_.cuts_at[s];
            Labelling labelling(templates_, sentence, treebank_.heads(s));
            std::vector<std::int32_t> found(sentence.size(), 0);
            for (const std::int32_t token : labelling.order()) {
                labelling.look(token, found);
                total.assign(count_, 0);
                for (const std::uint32_t feature : labelling.features()) {
                    const std::int32_t* row = learnt_.find(feature);
                    for (std::int64_t l = 0; row != nullptr && l < count_; ++l) total[l] += row[l];
                }
                found[token] = static_cast<std::int32_t>(
                    std::max_element(total.begin(), total.end()) - total.begin());
                if (found[token] != gold[token]) {
                    ++wrong;
                    for (const std::uint32_t feature : labelling.features()) {
                        learnt_.move(feature, gold[token], +1);
                        learnt_.move(feature, found[token], -1);
                    }
                }
                learnt_.tick();
                interrupt.spend(128 * templates_.size());
            }
        }
        return wrong;
    }

    Averages sums() const { return averages_of(learnt_, count_); }

  private:
    Templates templates_;
    Treebank treebank_;
    std::vector<std::int32_t> labels_;
    std::int64_t count_;
    Learnt learnt_;
};

}  // namespace

NB_MODULE(_parser, m) {
    m.doc() = "A dependency parser; the twin is python.parser.";
    nb::class_<ArcModel>(m, "ArcModel", "Weights that find the heads of a sentence.")
        .def(nb::init<const Ints&, const Ints&, const Keyed&, const Small&>(), "atoms"_a,
             "starts"_a, "keys"_a, "weights"_a)
        .def("parse", &ArcModel::parse, "tokens"_a, "beam"_a,
             "The best trees, one a row, best first: a head 1..n for each token, 0 for the root.")
        .def("score", &ArcModel::score, "tokens"_a, "heads"_a,
             "The score of each projective tree.");
    nb::class_<LabelModel>(m, "LabelModel", "Weights that find the labels of a tree.")
        .def(nb::init<const Ints&, const Ints&, const Keyed&, const Ints&, const Ints&,
                      const Small&, std::int64_t>(),
             "atoms"_a, "starts"_a, "keys"_a, "row_starts"_a, "labels"_a, "weights"_a, "count"_a)
        .def("label", &LabelModel::label, "tokens"_a, "heads"_a, "The label of each token.");
    nb::class_<ArcTrainer>(m, "ArcTrainer", "Learns the weights of arcs from projective trees.")
        .def(nb::init<const Ints&, const Ints&, const Rows&, const Ints&, const Ints&, std::int64_t,
                      std::int64_t>(),
             "atoms"_a, "starts"_a, "tokens"_a, "heads"_a, "sentence_starts"_a, "beam"_a, "least"_a)
        .def("learn", &ArcTrainer::learn, "order"_a, "One pass; how many sentences were wrong.")
        .def("sums", &ArcTrainer::sums, "Keys, the sum of each weight over time, and the time.");
    nb::class_<LabelTrainer>(m, "LabelTrainer", "Learns the weights of labels from trees.")
        .def(nb::init<const Ints&, const Ints&, const Rows&, const Ints&, const Ints&, const Ints&,
                      std::int64_t, std::int64_t>(),
             "atoms"_a, "starts"_a, "tokens"_a, "heads"_a, "labels"_a, "sentence_starts"_a,
             "count"_a, "least"_a)
        .def("learn", &LabelTrainer::learn, "order"_a, "One pass; how many labels were wrong.")
        .def("sums", &LabelTrainer::sums, "Keys, the sum of each weight over time, and the time.");
}
