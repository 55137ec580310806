// A random graph of n nodes with lists of edges: shortest paths with a priority queue, paths read backwards,
// a minimal spanning tree with sorted edges and disjoint sets, and components by depth-first search.
#include "containers.h"

using lib::move, lib::vector;

// A heap with the element on top that comes last by the comparison.
template <class T, class C = lib::less<T>> class priority_queue {
  vector<T> elements;
  C before;

public:
  explicit priority_queue(C c = C()) : before(c) {}
  bool empty() const { return elements.empty(); }
  const T &top() const { return elements[0]; }
  template <class... Args> void emplace(Args &&...args) {
    elements.emplace_back(lib::forward<Args>(args)...);
    lib::push_heap(elements.begin(), elements.end(), before);
  }
  T pop() {
    T popped = top();
    lib::pop_heap(elements.begin(), elements.end(), before);
    elements.pop_back();
    return popped;
  }
};

struct edge {
  int from, to, weight;
};

struct state {
  int distance, node;
};
// On top is the nearest.
struct farther {
  bool operator()(const state &a, const state &b) const { return a.distance > b.distance; }
};

class graph {
  vector<vector<edge>> edges_of;

public:
  explicit graph(int nodes) : edges_of(nodes) {}
  int size() const { return static_cast<int>(edges_of.size()); }
  const vector<edge> &edges(int node) const { return edges_of[node]; }
  void connect(int a, int b, int weight) {
    edges_of[a].push_back({a, b, weight});
    edges_of[b].push_back({b, a, weight});
  }
  template <class F> void for_each_edge(F f) const {
    for (const auto &list : edges_of) lib::for_each(list.begin(), list.end(), f);
  }
};

constexpr int FAR = 1 << 30;

struct paths {
  vector<int> distance, previous;
  explicit paths(const graph &g) : distance(g.size(), FAR), previous(g.size(), -1) {}
};

static paths dijkstra(const graph &g, int start) {
  paths found(g);
  priority_queue<state, farther> queue;
  found.distance[start] = 0;
  queue.emplace(0, start);
  while (!queue.empty()) {
    auto [distance, node] = queue.pop();
    if (distance > found.distance[node]) continue;
    for (const edge &e : g.edges(node)) {
      int longer = distance + e.weight;
      int &known = found.distance[e.to];
      if (longer >= known) continue;
      known = longer;
      found.previous[e.to] = node;
      queue.emplace(longer, e.to);
    }
  }
  return found;
}

class disjoint_sets {
  vector<int> parent;

public:
  explicit disjoint_sets(int count) {
    for (int i = 0; i < count; i++) parent.push_back(i);
  }
  int find(int i) {
    int &up = parent[i];
    return up == i ? i : up = find(up);
  }
  bool join(int a, int b) {
    a = find(a), b = find(b);
    parent[a] = b;
    return a != b;
  }
};

// The weight of a minimal spanning forest.
static int spanning(const graph &g) {
  vector<edge> sorted;
  g.for_each_edge([&sorted](const edge &e) {
    if (e.from < e.to) sorted.push_back(e);
  });
  lib::sort(sorted.begin(), sorted.end(), [](const edge &a, const edge &b) { return a.weight < b.weight; });
  disjoint_sets sets(g.size());
  auto add = [&sets](int sum, const edge &e) { return sets.join(e.from, e.to) ? sum + e.weight : sum; };
  return lib::accumulate(sorted.begin(), sorted.end(), 0, add);
}

// Components of edges that are not heavier than a limit.
static int components(const graph &g, int limit) {
  vector<bool> seen(g.size(), false);
  vector<int> stack;
  int count = 0;
  for (int start = 0; start < g.size(); start++) {
    if (seen[start]) continue;
    count++;
    for (stack.push_back(start); !stack.empty();) {
      int node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      for (const edge &e : g.edges(node)) {
        if (e.weight <= limit) stack.push_back(e.to);
      }
    }
  }
  return count;
}

static uint32_t measure(int n) {
  graph g(n);
  auto any = [n] { return static_cast<int>(next_random() % static_cast<uint32_t>(n)); };
  for (int i = 0; i < 4 * n; i++) g.connect(any(), any(), 1 + any() % 100);

  uint32_t hash = spanning(g);
  for (int limit = 20; limit <= 60; limit += 20) hash = mix(hash, components(g, limit));
  for (int round = 0; round < 3; round++) {
    paths found = dijkstra(g, any());
    bool good = true;
    g.for_each_edge([&](const edge &e) {
      good = good && found.distance[e.to] <= lib::min(FAR, found.distance[e.from] + e.weight);
    });
    if (!good) return 0;
    for (int node = 0; node < n; node += 7) {
      int steps = 0;
      for (int at = node; at >= 0; at = found.previous[at]) steps++;
      hash = mix(mix(hash, found.distance[node]), steps);
    }
  }
  return hash;
}

KERNEL int run(int n) {
  random_state = 34;
  heap::reset();
  return heap::finish(measure(n));
}
