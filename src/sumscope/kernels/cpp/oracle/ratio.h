// The best extracts by a mean of ratios, all of them: branch and bound as in search.h, in two
// passes.
//
// F is not monotone, so every set on the way counts, and the first pass finds the best value: a
// node is left when no set below can be worth more. The second pass keeps what can be worth as much
// and writes the sets as a DAG. Values are compared exactly; bounds have a margin above their
// rounding, and should the second pass meet a better set after all, it begins again from that.
#pragma once

#include "oracle/dag.h"
#include "oracle/ratio_bound.h"

namespace sumscope::oracle {

struct RatioLimits {
    std::size_t memory = std::size_t(1) << 30;  // bytes of memo and DAG
    int root_steps = 120, node_steps = 15, depth = 4000;
};

struct RatioSolution {
    Score best;
    double upper = 0;  // of the sum of ratios
    bool optimal = false, complete = false;
    std::vector<int> chosen;
    Dag dag;
};

class RatioSearch {
  public:
    RatioSearch(const Problem& p, const Views& v, int slots, Guard& guard)
        : p_(p), v_(v), slots_(slots), guard_(guard), bound_(p, v, guard) {}

    RatioSolution run() {
        RatioSolution out;
        climb();
        keep_ = false;
        below(Extract(p_, v_, slots_), limits_.root_steps, 0);
        out.optimal = !guard_.spent();
        while (!guard_.spent()) {
            keep_ = true;
            again_ = false;
            memo_ = Memo();
            dag_ = Dag();
            forced_.clear();
            const Arc arc = below(Extract(p_, v_, slots_), limits_.root_steps, 0);
            if (again_ || guard_.spent()) continue;
            out.dag = std::move(dag_);
            out.dag.root = arc.child;
            for (int q = 0; q < arc.forced_count; ++q)
                out.dag.base.push_back(forced_[arc.forced + q]);
            std::sort(out.dag.base.begin(), out.dag.base.end());
            out.complete = true;
            break;
        }
        out.best = best_;
        out.chosen = chosen_;
        out.upper = out.optimal ? best_.value() : ceiling();
        return out;
    }

  private:
    struct Edge {
        int take;
        Arc arc;
    };

    double floor() const { return keep_ ? -1e-7 : 1e-9; }

    // A first set: the sentence that adds most, again and again, then single exchanges.
    void climb() {
        Extract now(p_, v_, slots_);
        for (int pick = best_addition(now, now.score(v_)); pick >= 0;
             pick = best_addition(now, now.score(v_)))
            now.add(p_, v_, pick);
        remember(now);
        for (bool better = true; better && !guard_.spent();) {
            better = false;
            const std::vector<int> from = chosen_;
            for (std::size_t out = 0; out < from.size() && !better; ++out) {
                Extract rest(p_, v_, slots_);
                for (std::size_t q = 0; q < from.size(); ++q)
                    if (q != out) rest.add(p_, v_, from[q]);
                const int pick = best_addition(rest, best_);
                if (pick >= 0) rest.add(p_, v_, pick);
                better = rest.score(v_).compare(best_) > 0;
                if (better) remember(rest);
            }
        }
    }

    // The sentence that makes a set worth most, if more than `most`; else -1.
    int best_addition(const Extract& s, Score most) {
        int pick = -1;
        for (int i = 0; i < p_.n; ++i) {
            if (!guard_.work(16 + 8 * p_.width(i))) break;
            if (!s.takes(p_, i)) continue;
            const Score score = s.with(p_, v_, i);
            if (v_.clipped >= 0) guard_.work(static_cast<std::size_t>(p_.grams + p_.n));
            if (score.compare(most) > 0) most = score, pick = i;
        }
        return pick;
    }

    void remember(const Extract& s) {
        best_ = s.score(v_);
        chosen_ = s.chosen();
        worth_ = best_.value();
    }

    // Arc to the DAG of all sets below a state that are worth as much as the best one.
    Arc below(Extract s, int steps, int depth) {
        Arc arc;
        guard_.node();
        if (depth > limits_.depth) guard_.stop();
        const std::vector<std::uint8_t> initial = s.status;
        int entry = -1;
        for (bool first = true;; first = false) {
            if (guard_.spent() || again_) return Arc();
            bound_.begin(s);
            const Score here = s.score(v_);
            const int compared = here.compare(best_);
            if (compared > 0) {
                remember(s);
                if (keep_) {
                    again_ = true;
                    return Arc();
                }
            }
            if (first) {
                write_key(s);
                const int known = memo_.find(key_);
                if (known >= 0) return memo_.arc(known);
                if (memo_.bytes() < limits_.memory) entry = memo_.insert(key_);
            }
            const bool equal = here.compare(best_) == 0;
            if (equal && keep_ && !v_.is_f()) {  // whatever else fits adds nothing
                leaf_ = bound_.active;
                leaf_.insert(leaf_.end(), bound_.idle.begin(), bound_.idle.end());
                std::sort(leaf_.begin(), leaf_.end());
                arc.child = dag_.add_leaf(leaf_, usable(s));
                break;
            }
            if (bound_.active.empty()) {
                if (equal && keep_) arc.child = empty_leaf();
                break;
            }
            if (!bound_.ascend(s, worth_, steps, floor())) break;
            const RatioBound::Outcome o = bound_.fix(s, floor());
            if (o == RatioBound::kDead) break;
            if (o == RatioBound::kSteady) {
                arc = branch(s, depth);
                break;
            }
            steps = std::min(steps, limits_.node_steps);
        }
        if (guard_.spent() || again_) return Arc();
        if (arc.child >= 0) {
            const auto at = static_cast<std::int64_t>(forced_.size());
            int added = 0;
            for (int i = 0; i < p_.n; ++i)
                if (s.status[i] == kIn && initial[i] == kOpen) forced_.push_back(i), ++added;
            for (int q = 0; q < arc.forced_count; ++q) forced_.push_back(forced_[arc.forced + q]);
            arc.forced = at;
            arc.forced_count += added;
        }
        if (entry >= 0) memo_.arc(entry) = arc;
        return arc;
    }

    // Branches on the sentence that loses least when forced in, with all that are like it.
    Arc branch(const Extract& s, int depth) {
        const int k = static_cast<int>(bound_.active.size());
        int pick = 0;
        for (int j = 1; j < k; ++j)
            if (bound_.with[j] + 0.01 * bound_.net[j] > bound_.with[pick] + 0.01 * bound_.net[pick])
                pick = j;
        std::vector<int> group;
        for (int j = 0; j < k; ++j)
            if (bound_.alike(pick, j)) group.push_back(bound_.active[j]);
        const int most =
            std::min({static_cast<int>(group.size()), s.slots, s.room / p_.len[group[0]]});
        std::vector<Edge> edges;
        for (int take = most; take >= 0; --take) {
            Extract child = s;
            for (std::size_t q = 0; q < group.size(); ++q)
                if (static_cast<int>(q) < take)
                    child.add(p_, v_, group[q]);
                else
                    child.status[group[q]] = kOut;
            const Arc arc = below(std::move(child), limits_.node_steps, depth + 1);
            if (guard_.spent() || again_) return Arc();
            if (arc.child >= 0) edges.push_back({take, arc});
        }
        Arc arc;
        if (edges.empty()) return arc;
        for (const Edge& e : edges)
            dag_.add_edge(e.take, e.arc.child, forced_.data() + e.arc.forced, e.arc.forced_count);
        arc.child = dag_.add_branch(group);
        if (4 * (dag_.items.size() + dag_.forced.size() + dag_.take.size()) > limits_.memory)
            guard_.stop();
        return arc;
    }

    // Words that the undecided items can take at most.
    int usable(const Extract& s) const {
        long long words = 0;
        for (const auto* list : {&bound_.active, &bound_.idle})
            for (int i : *list) words += p_.len[i];
        return static_cast<int>(std::min<long long>(words, s.room));
    }

    int empty_leaf() {
        leaf_.clear();
        return dag_.add_leaf(leaf_, 0);
    }

    void varint(std::uint64_t x) {
        for (; x >= 128; x >>= 7) key_.push_back(static_cast<std::uint8_t>(x | 128));
        key_.push_back(static_cast<std::uint8_t>(x));
    }

    // All that matters below a state: who is undecided, room, values so far, coverage.
    void write_key(const Extract& s) {
        key_.assign((p_.n + 7) / 8, 0);
        for (const auto* list : {&bound_.active, &bound_.idle})
            for (int i : *list) key_[i >> 3] |= static_cast<std::uint8_t>(1u << (i & 7));
        varint(static_cast<std::uint64_t>(usable(s)));
        varint(static_cast<std::uint64_t>(s.slots));
        for (int x = 0; x < v_.count; ++x) {
            varint(static_cast<std::uint64_t>(s.match[x]));
            if (v_.is_f()) varint(static_cast<std::uint64_t>(s.size[x]));
        }
        if (v_.clipped >= 0) {  // clipping asks for every place and word
            for (int c : s.covered) varint(static_cast<std::uint64_t>(c));
            for (int c : s.have) varint(static_cast<std::uint64_t>(c));
            return;
        }
        for (int g : bound_.grams()) {
            varint(static_cast<std::uint64_t>(g));
            varint(static_cast<std::uint64_t>(s.covered[g]));
        }
    }

    // An upper bound of the value: the smallest that the root's bound refutes, by bisection.
    double ceiling() {
        Guard fresh(-1, -1);
        RatioBound bound(p_, v_, fresh);
        double low = best_.value(), high = static_cast<double>(v_.count);
        for (int turn = 0; turn < 24 && high - low > 1e-5; ++turn) {
            const double middle = 0.5 * (low + high);
            Extract root(p_, v_, slots_);
            bound.begin(root);
            const bool open = !bound.active.empty() &&
                              bound.ascend(root, middle, limits_.root_steps, -1e-9) &&
                              bound.fix(root, -1e-9) != RatioBound::kDead;
            (open ? low : high) = middle;
        }
        return high;
    }

    const Problem& p_;
    const Views& v_;
    const int slots_;
    Guard& guard_;
    RatioBound bound_;
    const RatioLimits limits_;
    Score best_;
    double worth_ = 0;
    std::vector<int> chosen_, forced_, leaf_;
    std::vector<std::uint8_t> key_;
    Memo memo_;
    Dag dag_;
    bool keep_ = false, again_ = false;
};

}  // namespace sumscope::oracle
