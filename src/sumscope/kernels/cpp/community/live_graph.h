// The graph while it is being taken apart: edges go, vertices are split in two,
// components part. Shared by every divisive algorithm.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace sumscope::community {

struct Arc {
    std::int32_t to;
    std::int32_t edge;
};

class LiveGraph {
  public:
    LiveGraph(int n, const std::int32_t* edges, std::size_t m) : adj_(n), origin_(n), comp_(n, -1) {
        tail_.resize(m);
        head_.resize(m);
        alive_.assign(m, 1);
        live_.resize(m);
        for (std::size_t e = 0; e < m; ++e) {
            const int u = std::min(edges[2 * e], edges[2 * e + 1]);
            const int v = std::max(edges[2 * e], edges[2 * e + 1]);
            tail_[e] = u;
            head_[e] = v;
            live_[e] = static_cast<int>(e);
            adj_[u].push_back({v, static_cast<int>(e)});
            adj_[v].push_back({u, static_cast<int>(e)});
        }
        for (int v = 0; v < n; ++v) {
            origin_[v] = v;
            std::sort(adj_[v].begin(), adj_[v].end(),
                      [](const Arc& a, const Arc& b) { return a.to < b.to; });
        }
        // Edges are kept in the order of their ends, so that no result can depend on
        // the order in which they were given.
        std::sort(live_.begin(), live_.end(), [this](int a, int b) { return before(a, b); });
        for (int v = 0; v < n; ++v)
            if (comp_[v] < 0) {
                members_.emplace_back();
                spread(v, static_cast<int>(members_.size()) - 1, -1);
            }
    }

    int size() const { return static_cast<int>(adj_.size()); }
    const std::vector<Arc>& arcs(int v) const { return adj_[v]; }
    int degree(int v) const { return static_cast<int>(adj_[v].size()); }
    int tail(int e) const { return tail_[e]; }
    int head(int e) const { return head_[e]; }
    bool alive(int e) const { return alive_[e] != 0; }
    std::size_t edge_slots() const { return tail_.size(); }
    int edges_left() const { return static_cast<int>(edges_left_count()); }
    int component(int v) const { return comp_[v]; }
    int components() const { return static_cast<int>(members_.size()); }
    const std::vector<int>& members(int c) const { return members_[c]; }
    const std::vector<int>& origin() const { return origin_; }
    const std::vector<int>& component_of() const { return comp_; }

    bool before(int a, int b) const {
        return tail_[a] != tail_[b] ? tail_[a] < tail_[b] : head_[a] < head_[b];
    }

    bool adjacent(int u, int v) const { return find(u, v) != adj_[u].end(); }

    // Ids of the edges that are left; dead ones are dropped now and then.
    const std::vector<int>& live() {
        if (dead_ * 4 > live_.size()) {
            live_.erase(
                std::remove_if(live_.begin(), live_.end(), [this](int e) { return !alive_[e]; }),
                live_.end());
            dead_ = 0;
        }
        return live_;
    }

    void remove(int e) {
        drop(tail_[e], head_[e]);
        drop(head_[e], tail_[e]);
        alive_[e] = 0;
        ++dead_;
    }

    // A new vertex takes over `moved` of v's neighbours (ascending). Returns its id.
    int split(int v, const std::vector<int>& moved) {
        const int copy = size();
        adj_.emplace_back();
        origin_.push_back(origin_[v]);
        comp_.push_back(comp_[v]);
        members_[comp_[v]].push_back(copy);
        for (int x : moved) {
            const auto it = find(v, x);
            const int e = it->edge;
            adj_[v].erase(it);
            adj_[copy].push_back({x, e});
            drop(x, v);
            adj_[x].push_back({copy, e});  // the newest id is the greatest
            tail_[e] = x;
            head_[e] = copy;
        }
        return copy;
    }

    // After a change between a and b: if they have come apart, the side without the
    // smallest vertex becomes a new component, whose id is returned (else -1).
    int part(int a, int b) {
        if (connected(a, b)) return -1;
        const int old = comp_[a];
        std::vector<int> before;
        before.swap(members_[old]);
        const int fresh = components();
        members_.emplace_back();
        spread(a, fresh, old);
        std::vector<int>& side = members_[fresh];
        std::vector<int> rest;
        for (int x : before)
            if (comp_[x] == old) rest.push_back(x);
        std::sort(side.begin(), side.end());
        std::sort(rest.begin(), rest.end());
        if (side.front() < rest.front()) {
            for (int x : side) comp_[x] = old;
            for (int x : rest) comp_[x] = fresh;
            side.swap(rest);
        }
        members_[old] = std::move(rest);
        return fresh;
    }

  private:
    using It = std::vector<Arc>::const_iterator;

    It find(int u, int v) const {
        const auto& a = adj_[u];
        const auto it =
            std::lower_bound(a.begin(), a.end(), v, [](const Arc& x, int y) { return x.to < y; });
        return it != a.end() && it->to == v ? it : a.end();
    }
    std::vector<Arc>::iterator find(int u, int v) {
        auto& a = adj_[u];
        return std::lower_bound(a.begin(), a.end(), v,
                                [](const Arc& x, int y) { return x.to < y; });
    }
    void drop(int u, int v) { adj_[u].erase(find(u, v)); }
    std::size_t edges_left_count() const { return live_.size() - dead_; }

    void spread(int from, int label, int over) {
        std::vector<int>& out = members_[label];
        comp_[from] = label;
        out.push_back(from);
        for (std::size_t i = out.size() - 1; i < out.size(); ++i)
            for (const Arc& a : adj_[out[i]])
                if (comp_[a.to] == over) {
                    comp_[a.to] = label;
                    out.push_back(a.to);
                }
        std::sort(out.begin(), out.end());
    }

    // Search from both ends in turn, the smaller frontier first.
    bool connected(int a, int b) {
        if (a == b) return true;
        seen_.resize(adj_.size(), 0);
        ++stamp_;
        std::vector<int> list[2] = {{a}, {b}};
        std::size_t done[2] = {0, 0};
        seen_[a] = 2 * stamp_;
        seen_[b] = 2 * stamp_ + 1;
        bool found = false;
        while (!found) {
            const int s = list[0].size() - done[0] <= list[1].size() - done[1] ? 0 : 1;
            if (done[s] == list[s].size()) break;
            const std::size_t stop = list[s].size();
            for (; done[s] < stop && !found; ++done[s])
                for (const Arc& x : adj_[list[s][done[s]]]) {
                    if (seen_[x.to] == 2 * stamp_ + (1 - s)) {
                        found = true;
                        break;
                    }
                    if (seen_[x.to] != 2 * stamp_ + s) {
                        seen_[x.to] = 2 * stamp_ + s;
                        list[s].push_back(x.to);
                    }
                }
        }
        return found;
    }

    std::vector<std::vector<Arc>> adj_;
    std::vector<int> tail_, head_, live_, origin_, comp_;
    std::vector<char> alive_;
    std::vector<std::vector<int>> members_;
    std::vector<std::int64_t> seen_;
    std::int64_t stamp_ = 0;
    std::size_t dead_ = 0;
};

}  // namespace sumscope::community
