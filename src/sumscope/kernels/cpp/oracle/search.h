// Exhaustive search for every set worth at least tau, as a DAG; and the loop over tau around it.
#pragma once

#include "oracle/bound.h"
#include "oracle/dag.h"

namespace sumscope::oracle {

struct Limits {
    std::size_t memory = std::size_t(3) << 29;  // bytes of memo and DAG
    int root_steps = 120, level_steps = 40, node_steps = 15;
};

class Search {
  public:
    Search(const Problem& p, long long tau, Guard& guard, const Limits& limits)
        : p_(p), tau_(tau), guard_(guard), limits_(limits), bound_(p, guard) {
        // w[t..run_[t]) is constant: states that differ only inside a run are the same problem.
        run_.resize(p.w.size());
        for (int g = 0; g < p.grams; ++g)
            for (int t = p.woff[g + 1] - 1; t >= p.woff[g]; --t)
                run_[t] = t + 1 < p.woff[g + 1] && p.w[t + 1] == p.w[t] ? run_[t + 1] : t + 1;
    }

    Dag dag;
    long long best = -1;  // best value of any set met, and the set
    std::vector<int> best_items;

    // Arc to the DAG of all sets worth tau (callers make sure that no set is worth more).
    Arc run(const State& start) {
        if (frames_.empty()) frames_.emplace_back();
        frames_[0].state = start;
        depth_ = 1;
        Arc arc;
        bool fresh = true;
        while (depth_ > 0) {
            Frame& f = frames_[depth_ - 1];
            if (fresh) {
                if (open(f, depth_ == 1 ? limits_.level_steps : limits_.node_steps, arc)) {
                    --depth_;
                    fresh = false;
                    continue;
                }
                if (guard_.spent()) return Arc();
            } else if (arc.child >= 0) {
                f.edges.push_back({f.next + 1, arc});
            }
            if (f.next < 0) {
                arc = finish(f);
                --depth_;
                fresh = false;
                continue;
            }
            push_child();
            fresh = true;
        }
        return arc;
    }

    const std::vector<int>& forced() const { return forced_; }

  private:
    struct Edge {
        int take;
        Arc arc;
    };
    struct Frame {
        State state;
        std::vector<int> group;
        std::vector<Edge> edges;
        std::vector<int> added;       // forced in by the bounds, on top of what the parent chose
        int before = -1, after = -1;  // memo entries of the state as given and as fixed
        int next = -1;
    };

    // Decides a node. True: `arc` is the answer. False: branches were prepared (or the budget is
    // gone).
    bool open(Frame& f, int steps, Arc& arc) {
        State& s = f.state;
        f.before = f.after = -1;
        f.edges.clear();
        f.added.clear();
        f.next = -1;
        arc = Arc();
        guard_.node();
        initial_ = s.status;
        bool fixed = false;
        for (bool first = true;; first = false) {
            bound_.look(s);
            if (s.value > best) remember(s);
            const bool reached = s.value >= tau_;
            if (first || fixed) {
                write_key(s);
                const int entry = memo_.find(key_);
                if (entry >= 0) {
                    arc = memo_.arc(entry);
                    if (!first) settle(f, arc);
                    return true;
                }
            }
            if (first && keeping()) f.before = memo_.insert(key_);
            if (reached) {
                leaf_ = bound_.active;
                leaf_.insert(leaf_.end(), bound_.idle.begin(), bound_.idle.end());
                std::sort(leaf_.begin(), leaf_.end());
                arc.child = dag.add_leaf(leaf_, reachable_);
                if (!first && keeping()) memo_.arc(memo_.insert(key_)) = arc;
                settle(f, arc);
                return true;
            }
            if (guard_.spent()) return false;
            if (bound_.active.empty() || !bound_.ascend(s, tau_, steps)) return true;
            if (guard_.spent()) return false;
            const Bound::Outcome o = bound_.fix(s, tau_);
            if (o == Bound::kDead) return true;
            if (o == Bound::kSteady) break;
            fixed = true;
            for (int i = 0; i < p_.n; ++i)
                if (s.status[i] == kIn && initial_[i] == kOpen)
                    f.added.push_back(i), initial_[i] = kIn;
            steps = std::min(steps, limits_.node_steps);
        }
        if (fixed && keeping()) f.after = memo_.insert(key_);
        branch(f);
        return false;
    }

    // The answer of a state whose fixed form leads to `arc`, forced items included.
    void settle(Frame& f, Arc& arc) {
        if (arc.child >= 0 && !f.added.empty()) {
            const std::int64_t at = static_cast<std::int64_t>(forced_.size());
            forced_.insert(forced_.end(), f.added.begin(), f.added.end());
            for (int q = 0; q < arc.forced_count; ++q) forced_.push_back(forced_[arc.forced + q]);
            arc.forced_count += static_cast<int>(f.added.size());
            arc.forced = at;
        }
        if (f.before >= 0) memo_.arc(f.before) = arc;
    }

    // The sentence that loses least when forced in, with everything interchangeable with it. Where
    // all that is left must be covered every bound is the same; then one that is hard to do
    // without.
    void branch(Frame& f) {
        int pick = 0;
        double most = -1e300;
        const int k = static_cast<int>(bound_.active.size());
        for (int j = 0; j < k; ++j) {
            const double score = bound_.with[j] + 0.01 * bound_.profit[j];
            if (score > most) most = score, pick = j;
        }
        if (bound_.whole) pick = bound_.hardest();
        f.group.clear();
        for (int j = 0; j < k; ++j)
            if (bound_.same(pick, j)) f.group.push_back(bound_.active[j]);
        f.next =
            std::min(static_cast<int>(f.group.size()), f.state.room / p_.len[bound_.active[pick]]);
    }

    void push_child() {
        if (depth_ == frames_.size()) frames_.emplace_back();
        Frame& f = frames_[depth_ - 1];
        Frame& child = frames_[depth_++];
        const int m = f.next--;
        State& s = child.state;
        s = f.state;
        for (std::size_t q = 0; q < f.group.size(); ++q) {
            const int i = f.group[q];
            if (static_cast<int>(q) < m) {
                s.status[i] = kIn;
                s.room -= p_.len[i];
                s.value += p_.take(i, s.covered);
            } else {
                s.status[i] = kOut;
            }
        }
    }

    Arc finish(Frame& f) {
        Arc arc;
        if (!f.edges.empty()) {
            for (const Edge& e : f.edges)
                dag.add_edge(e.take, e.arc.child, forced_.data() + e.arc.forced,
                             e.arc.forced_count);
            arc.child = dag.add_branch(f.group);
            if (dag_bytes() > limits_.memory) guard_.stop();
        }
        if (f.after >= 0) memo_.arc(f.after) = arc;
        settle(f, arc);
        return arc;
    }

    void remember(const State& s) {
        best = s.value;
        best_items.clear();
        for (int i = 0; i < p_.n; ++i)
            if (s.status[i] == kIn) best_items.push_back(i);
    }

    bool keeping() const { return memo_.bytes() < limits_.memory; }
    std::size_t dag_bytes() const {
        return 4 *
               (dag.items.size() + dag.forced.size() + 4 * dag.take.size() + 6 * dag.room.size());
    }

    void varint(std::uint64_t x) {
        for (; x >= 128; x >>= 7) key_.push_back(static_cast<std::uint8_t>(x | 128));
        key_.push_back(static_cast<std::uint8_t>(x));
    }

    // Which items are undecided, the words they can really use, what is missing to tau, and how far
    // each n-gram they hold is covered. Nothing else matters to what lies below.
    void write_key(const State& s) {
        key_.assign((p_.n + 7) / 8, 0);
        long long words = 0;
        for (const auto* list : {&bound_.active, &bound_.idle})
            for (int i : *list) {
                key_[i >> 3] |= static_cast<std::uint8_t>(1u << (i & 7));
                words += p_.len[i];
            }
        reachable_ = words <= s.room ? static_cast<int>(words) : reachable(s.room);
        varint(static_cast<std::uint64_t>(reachable_));
        const long long missing = tau_ - s.value;
        varint(missing > 0 ? static_cast<std::uint64_t>(missing) : 0);
        if (missing <= 0) return;
        // The n-grams come in the order of the active items, which the bit set fixes up to whether
        // an item that only holds covered n-grams is idle; so their numbers are written as well.
        for (int g : bound_.grams()) {
            const int at = p_.woff[g] + s.covered[g], use = bound_.supply(g);
            varint(static_cast<std::uint64_t>(g));
            varint(static_cast<std::uint64_t>(use));
            // Inside one run of equal worth only how many more are of use matters.
            varint(at + use <= run_[at] ? 2 * static_cast<std::uint64_t>(p_.w[at])
                                        : 2 * static_cast<std::uint64_t>(s.covered[g]) + 1);
        }
    }

    // Greatest number of words <= room that a subset of the undecided items has.
    int reachable(int room) {
        const int words = room / 64 + 1;
        sums_.assign(words, 0);
        sums_[0] = 1;
        for (const auto* list : {&bound_.active, &bound_.idle})
            for (int i : *list) {
                const int skip = p_.len[i] / 64, shift = p_.len[i] % 64;
                guard_.work(4 + words);
                for (int q = words - 1; q >= skip; --q) {
                    std::uint64_t x = sums_[q - skip] << shift;
                    if (shift && q > skip) x |= sums_[q - skip - 1] >> (64 - shift);
                    sums_[q] |= x;
                }
                if (sums_[room / 64] >> (room % 64) & 1) return room;
            }
        for (int r = room; r > 0; --r)
            if (sums_[r / 64] >> (r % 64) & 1) return r;
        return 0;
    }

    const Problem& p_;
    const long long tau_;
    Guard& guard_;
    const Limits& limits_;
    Bound bound_;
    Memo memo_;
    std::vector<int> run_, forced_, leaf_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    std::vector<std::uint8_t> key_, initial_;
    std::vector<std::uint64_t> sums_;
    int reachable_ = 0;
};

struct Solution {
    long long best = 0, upper = 0;
    bool optimal = false, complete = false;
    std::vector<int> chosen;  // a set worth `best`
    Dag dag;                  // of all oracles, when complete
};

// The problem that is left once `s` has decided some items; `back` maps its items to the old ones.
inline Problem compress(const Problem& p, const State& s, std::vector<int>& back,
                        std::vector<double>& price) {
    Problem out;
    std::vector<int> supply(p.grams, 0), renamed(p.grams, -1);
    back.clear();
    for (int i = 0; i < p.n; ++i) {
        if (s.status[i] != kOpen || p.len[i] > s.room) continue;
        back.push_back(i);
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; ++e) supply[p.idx[e]] += p.cnt[e];
    }
    out.limit = s.room;
    out.woff.push_back(0);
    price.clear();
    for (int g = 0; g < p.grams; ++g) {
        const int use = std::min(p.need(g) - s.covered[g], supply[g]);
        if (use <= 0) continue;
        renamed[g] = out.grams++;
        const auto from = p.w.begin() + p.woff[g] + s.covered[g];
        out.w.insert(out.w.end(), from, from + use);
        out.woff.push_back(static_cast<int>(out.w.size()));
        price.push_back(s.price[g]);
    }
    out.ptr.push_back(0);
    for (int i : back) {
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; ++e) {
            const int g = renamed[p.idx[e]];
            if (g < 0) continue;
            out.idx.push_back(g);
            out.cnt.push_back(std::min(p.cnt[e], out.need(g)));
        }
        out.ptr.push_back(static_cast<int>(out.idx.size()));
        out.len.push_back(p.len[i]);
    }
    out.n = static_cast<int>(back.size());
    return out;
}

inline State start_state(const Problem& p) {
    State s;
    s.status.assign(p.n, kOpen);
    s.covered.assign(p.grams, 0);
    s.price.resize(p.grams);
    for (int g = 0; g < p.grams; ++g) s.price[g] = 0.5 * p.w[p.woff[g]];
    s.room = p.limit;
    return s;
}

// All oracles: from the root bound downwards, the first tau with a solution is the optimum.
inline Solution solve(const Problem& p, Guard& guard, const Limits& limits) {
    Solution out;
    const Greedy g = greedy(p, guard);
    out.best = g.value;
    out.chosen = g.chosen;

    // The root, at the value of the greedy set: what it fixes holds for every higher tau as well.
    State root = start_state(p);
    Bound bound(p, guard);
    double upper = 0;
    for (int g2 = 0; g2 < p.grams; ++g2)
        for (int t = p.woff[g2]; t < p.woff[g2 + 1]; ++t) upper += p.w[t];
    guard.node();
    int steps = limits.root_steps;
    for (bool first = true; !guard.spent(); first = false) {
        bound.look(root);
        if (bound.active.empty()) {
            if (first) upper = 0;
            break;
        }
        if (!bound.ascend(root, out.best, steps) || guard.spent()) break;
        const Bound::Outcome o = bound.fix(root, out.best);
        if (o == Bound::kDead) break;
        upper = std::min(upper, bound.upper);  // holds for every set worth the greedy value
        if (o != Bound::kFixed || root.value >= out.best) break;
        steps = std::max(limits.root_steps / 4, limits.node_steps);
    }
    long long tau = std::max(out.best, static_cast<long long>(std::floor(upper + kEps)));
    out.upper = tau;
    if (guard.spent()) return out;

    std::vector<int> back;
    std::vector<double> price;
    const Problem rest = compress(p, root, back, price);
    std::vector<int> base;
    for (int i = 0; i < p.n; ++i)
        if (root.status[i] == kIn) base.push_back(i);
    State start = start_state(rest);
    start.price = price;
    for (; tau >= out.best; --tau) {
        out.upper = tau;
        Search search(rest, tau - root.value, guard, limits);
        const Arc arc = search.run(start);
        if (search.best >= 0 && search.best + root.value > out.best) {
            out.best = search.best + root.value;
            out.chosen = base;
            for (int i : search.best_items) out.chosen.push_back(back[i]);
            std::sort(out.chosen.begin(), out.chosen.end());
        }
        if (out.best == tau) out.optimal = true;
        if (guard.spent()) return out;
        if (arc.child < 0) continue;
        out.dag = std::move(search.dag);
        out.dag.root = arc.child;
        for (int& i : out.dag.items) i = back[i];
        for (int& i : out.dag.forced) i = back[i];
        for (int q = 0; q < arc.forced_count; ++q)
            base.push_back(back[search.forced()[arc.forced + q]]);
        std::sort(base.begin(), base.end());
        out.dag.base = base;
        out.complete = true;
        return out;
    }
    return out;  // not reached: the greedy set is worth the last tau
}

}  // namespace sumscope::oracle
