// What the programs use of a C++ standard library, in the layers of libc++: iterators are classes, elements
// are reached through accessors, memory through an allocator, the layout of a string through is_long(). At
// -O0 all these small functions are called, which is what these programs measure. Nothing has a constructor
// at start-up: run() begins with heap::reset(), and heap::finish() tells whether everything was freed.
#include "../c/kernel.h"
#include <stddef.h>

// Blocks of powers of two from an arena, with a free list for each size.
namespace heap {

// As aligned as the compiler expects of `new`.
struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) block {
  uint32_t size_class;
  block *next; // of the free list
};

constexpr size_t ARENA = 8 << 20, HEADER = sizeof(block);
alignas(block) static unsigned char arena[ARENA];
static size_t used;
static block *free_lists[32];
static int live;

static void reset() {
  used = 0;
  live = 0;
  for (block *&list : free_lists) list = nullptr;
}

static void *take(size_t size) {
  uint32_t size_class = 32 - (uint32_t)__builtin_clz((uint32_t)(size + HEADER - 1));
  block *found = free_lists[size_class];
  if (found) {
    free_lists[size_class] = found->next;
  } else {
    size_t whole = (size_t)1 << size_class;
    if (ARENA - used < whole) __builtin_trap();
    found = reinterpret_cast<block *>(arena + used);
    used += whole;
    found->size_class = size_class;
  }
  live++;
  return reinterpret_cast<unsigned char *>(found) + HEADER;
}

static void give_back(void *memory) {
  if (!memory) return;
  block *freed = reinterpret_cast<block *>(static_cast<unsigned char *>(memory) - HEADER);
  freed->next = free_lists[freed->size_class];
  free_lists[freed->size_class] = freed;
  live--;
}

// The checksum, if everything has been freed.
static int finish(uint32_t hash) { return live == 0 ? (int)hash : -1; }

} // namespace heap

void *operator new(size_t size) { return heap::take(size); }
void operator delete(void *memory) noexcept { heap::give_back(memory); }
void operator delete(void *memory, size_t) noexcept { heap::give_back(memory); }
inline void *operator new(size_t, void *place) noexcept { return place; }
extern "C" [[noreturn]] void __cxa_pure_virtual() { __builtin_trap(); }

// libc++ is in namespace std, whose names the compiler knows; this is not.
namespace lib {

template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> constexpr typename remove_reference<T>::type &&move(T &&t) noexcept {
  return static_cast<typename remove_reference<T>::type &&>(t);
}
template <class T> constexpr T &&forward(typename remove_reference<T>::type &t) noexcept {
  return static_cast<T &&>(t);
}

template <class T> void swap(T &a, T &b) {
  T t = move(a);
  a = move(b);
  b = move(t);
}
template <class T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> const T &max(const T &a, const T &b) { return a < b ? b : a; }

template <class T> struct less {
  bool operator()(const T &a, const T &b) const { return a < b; }
};

template <class A, class B> struct pair {
  A first;
  B second;
};

// ---- Iterators and algorithms ----

// A pointer as a class, as in libc++.
template <class T> class wrap_iter {
  T *at;

public:
  using value_type = T;
  wrap_iter() : at(nullptr) {}
  explicit wrap_iter(T *pointer) : at(pointer) {}
  T &operator*() const { return *at; }
  T *operator->() const { return at; }
  T &operator[](ptrdiff_t i) const { return at[i]; }
  T *base() const { return at; }
  wrap_iter &operator++() { return ++at, *this; }
  wrap_iter &operator--() { return --at, *this; }
  wrap_iter operator++(int) {
    wrap_iter old(*this);
    ++*this;
    return old;
  }
  wrap_iter &operator+=(ptrdiff_t n) { return at += n, *this; }
  wrap_iter operator+(ptrdiff_t n) const { return wrap_iter(at + n); }
  wrap_iter operator-(ptrdiff_t n) const { return wrap_iter(at - n); }
  friend ptrdiff_t operator-(const wrap_iter &a, const wrap_iter &b) { return a.base() - b.base(); }
  friend bool operator==(const wrap_iter &a, const wrap_iter &b) { return a.base() == b.base(); }
  friend bool operator<(const wrap_iter &a, const wrap_iter &b) { return a.base() < b.base(); }
};

template <class I, class F> F for_each(I first, I last, F f) {
  for (; first != last; ++first) f(*first);
  return f;
}
template <class I, class P> I find_if(I first, I last, P wanted) {
  while (first != last && !wanted(*first)) ++first;
  return first;
}
template <class I, class T, class F> T accumulate(I first, I last, T sum, F add) {
  for (; first != last; ++first) sum = add(move(sum), *first);
  return sum;
}
template <class I> void reverse(I first, I last) {
  while (first != last && first != --last) swap(*first++, *last);
}
template <class I, class T, class C> I lower_bound(I first, I last, const T &value, C before) {
  for (ptrdiff_t count = last - first; count > 0;) {
    ptrdiff_t half = count / 2;
    I middle = first + half;
    if (before(*middle, value)) {
      first = ++middle;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

// Moves the value down from a hole in a heap whose first element is the largest.
template <class I, class T, class C>
void sift_down(I first, ptrdiff_t hole, ptrdiff_t count, T value, C &before) {
  for (ptrdiff_t child; (child = 2 * hole + 1) < count; hole = child) {
    if (child + 1 < count && before(first[child], first[child + 1])) ++child;
    if (!before(value, first[child])) break;
    first[hole] = move(first[child]);
  }
  first[hole] = move(value);
}
template <class I, class C> void push_heap(I first, I last, C before) {
  ptrdiff_t hole = last - first - 1;
  auto value = move(first[hole]);
  while (hole > 0 && before(first[(hole - 1) / 2], value)) {
    first[hole] = move(first[(hole - 1) / 2]);
    hole = (hole - 1) / 2;
  }
  first[hole] = move(value);
}
template <class I, class C> void pop_heap(I first, I last, C before) {
  ptrdiff_t count = last - first - 1;
  if (count <= 0) return;
  auto value = move(first[count]);
  first[count] = move(*first);
  sift_down(first, 0, count, move(value), before);
}
template <class I, class C> void heap_sort(I first, I last, C before) {
  ptrdiff_t count = last - first;
  for (ptrdiff_t i = count / 2; i-- > 0;) sift_down(first, i, count, move(first[i]), before);
  for (; count > 1; --count) pop_heap(first, first + count, before);
}

template <class I, class C> void insertion_sort(I first, I last, C &before) {
  if (first == last) return;
  for (I i = first + 1; i != last; ++i) {
    auto value = move(*i);
    I hole = i;
    for (; hole != first && before(value, *(hole - 1)); --hole) *hole = move(*(hole - 1));
    *hole = move(value);
  }
}
// Introsort: quicksort with the median of three; heap sort if it gets too deep; short ranges by insertion.
template <class I, class C> void sort_loop(I first, I last, C &before, int depth) {
  while (last - first > 16) {
    if (depth-- == 0) return heap_sort(first, last, before);
    I middle = first + (last - first) / 2, end = last - 1;
    if (before(*middle, *first)) swap(*middle, *first);
    if (before(*end, *middle)) {
      swap(*end, *middle);
      if (before(*middle, *first)) swap(*middle, *first);
    }
    // The pivot waits behind the first element, which stops the way down.
    I pivot = first + 1, low = pivot, high = end;
    swap(*middle, *pivot);
    for (;;) {
      do ++low; while (before(*low, *pivot));
      do --high; while (before(*pivot, *high));
      if (!(low < high)) break;
      swap(*low, *high);
    }
    swap(*pivot, *high);
    sort_loop(high + 1, last, before, depth);
    last = high;
  }
  insertion_sort(first, last, before);
}
template <class I, class C> void sort(I first, I last, C before) {
  int depth = 0;
  for (ptrdiff_t n = last - first; n > 1; n /= 2) depth += 2;
  sort_loop(first, last, before, depth);
}
template <class I> void sort(I first, I last) { sort(first, last, less<typename I::value_type>()); }

// ---- Owners of memory ----

template <class T> struct allocator {
  T *allocate(size_t n) { return static_cast<T *>(::operator new(n * sizeof(T))); }
  void deallocate(T *memory, size_t n) { ::operator delete(memory, n * sizeof(T)); }
  template <class... Args> void construct(T *place, Args &&...args) { new (place) T{forward<Args>(args)...}; }
  void destroy(T *place) { place->~T(); }
};

template <class T> class unique_ptr {
  T *pointer = nullptr;
  template <class U> friend class unique_ptr;

public:
  unique_ptr() = default;
  explicit unique_ptr(T *owned) : pointer(owned) {}
  unique_ptr(unique_ptr &&other) noexcept : pointer(other.release()) {}
  template <class U> unique_ptr(unique_ptr<U> &&other) noexcept : pointer(other.release()) {}
  ~unique_ptr() { reset(); }
  unique_ptr &operator=(unique_ptr &&other) noexcept { return reset(other.release()), *this; }
  T *get() const { return pointer; }
  T &operator*() const { return *get(); }
  T *operator->() const { return get(); }
  explicit operator bool() const { return get() != nullptr; }
  T *release() {
    T *released = pointer;
    pointer = nullptr;
    return released;
  }
  void reset(T *owned = nullptr) {
    T *old = pointer;
    pointer = owned;
    delete old;
  }
};
template <class T, class... Args> unique_ptr<T> make_unique(Args &&...args) {
  return unique_ptr<T>(new T(forward<Args>(args)...));
}

template <class T> class vector {
  T *begin_ = nullptr, *end_ = nullptr, *limit_ = nullptr;
  allocator<T> memory;

  void destroy_from(T *first) {
    while (end_ != first) memory.destroy(--end_);
  }
  void move_to(size_t capacity) {
    T *fresh = memory.allocate(capacity), *at = fresh;
    for (T *old = begin_; old != end_; ++old, ++at) memory.construct(at, move(*old));
    release();
    begin_ = fresh;
    end_ = at;
    limit_ = fresh + capacity;
  }
  void release() {
    destroy_from(begin_);
    if (begin_) memory.deallocate(begin_, capacity());
    begin_ = end_ = limit_ = nullptr;
  }

public:
  using value_type = T;
  using iterator = wrap_iter<T>;
  using const_iterator = wrap_iter<const T>;
  vector() = default;
  explicit vector(size_t size, const T &value = T()) { resize(size, value); }
  vector(const vector &other) {
    reserve(other.size());
    for (const T &element : other) push_back(element);
  }
  vector(vector &&other) noexcept { swap(other); }
  ~vector() { release(); }
  vector &operator=(vector other) noexcept { return swap(other), *this; }
  void swap(vector &other) noexcept {
    lib::swap(begin_, other.begin_);
    lib::swap(end_, other.end_);
    lib::swap(limit_, other.limit_);
  }
  iterator begin() { return iterator(begin_); }
  iterator end() { return iterator(end_); }
  const_iterator begin() const { return const_iterator(begin_); }
  const_iterator end() const { return const_iterator(end_); }
  size_t size() const { return static_cast<size_t>(end_ - begin_); }
  size_t capacity() const { return static_cast<size_t>(limit_ - begin_); }
  bool empty() const { return begin_ == end_; }
  T &operator[](size_t i) { return begin_[i]; }
  const T &operator[](size_t i) const { return begin_[i]; }
  T &front() { return *begin_; }
  T &back() { return *(end_ - 1); }
  const T &back() const { return *(end_ - 1); }
  void reserve(size_t wanted) {
    if (wanted > capacity()) move_to(wanted);
  }
  template <class... Args> T &emplace_back(Args &&...args) {
    if (end_ == limit_) {
      // The arguments may be in the old memory.
      T element{forward<Args>(args)...};
      move_to(max(capacity() * 2, static_cast<size_t>(4)));
      memory.construct(end_, move(element));
    } else {
      memory.construct(end_, forward<Args>(args)...);
    }
    return *end_++;
  }
  void push_back(const T &element) { emplace_back(element); }
  void push_back(T &&element) { emplace_back(move(element)); }
  void pop_back() { memory.destroy(--end_); }
  void clear() { destroy_from(begin_); }
  void resize(size_t wanted, const T &value = T()) {
    if (wanted < size()) return destroy_from(begin_ + wanted);
    reserve(wanted);
    while (size() < wanted) memory.construct(end_++, value);
  }
};

// Up to ten characters are in the object itself; its last byte tells which layout it has.
class string {
  struct long_layout {
    char *data;
    size_t size;
    uint32_t capacity; // of a long string, with LONG
  };
  struct short_layout {
    char data[11];
    unsigned char size;
  };
  static constexpr uint32_t LONG = 0x80000000;
  static constexpr size_t SHORT_CAPACITY = 10;
  union {
    long_layout l;
    short_layout s;
  };

  bool is_long() const { return (s.size & 0x80) != 0; }
  void set_size(size_t size) {
    if (is_long()) l.size = size;
    else s.size = static_cast<unsigned char>(size);
    data()[size] = 0;
  }
  void become_empty() { s = short_layout(); }

public:
  using iterator = wrap_iter<char>;
  using const_iterator = wrap_iter<const char>;
  string() { become_empty(); }
  string(const char *text) : string(text, strlen(text)) {}
  string(const char *text, size_t size) : string() { append(text, size); }
  string(const string &other) : string(other.data(), other.size()) {}
  string(string &&other) noexcept : l(other.l) { other.become_empty(); }
  ~string() {
    if (is_long()) ::operator delete(l.data);
  }
  string &operator=(string other) noexcept { return swap(other), *this; }
  void swap(string &other) noexcept { lib::swap(l, other.l); }
  char *data() { return is_long() ? l.data : s.data; }
  const char *data() const { return is_long() ? l.data : s.data; }
  size_t size() const { return is_long() ? l.size : s.size; }
  size_t capacity() const { return is_long() ? l.capacity & ~LONG : SHORT_CAPACITY; }
  bool empty() const { return size() == 0; }
  iterator begin() { return iterator(data()); }
  iterator end() { return iterator(data() + size()); }
  const_iterator begin() const { return const_iterator(data()); }
  const_iterator end() const { return const_iterator(data() + size()); }
  char &operator[](size_t i) { return data()[i]; }
  const char &operator[](size_t i) const { return data()[i]; }
  void reserve(size_t wanted) {
    if (wanted <= capacity()) return;
    char *grown = static_cast<char *>(::operator new(wanted + 1));
    memcpy(grown, data(), size() + 1);
    long_layout layout = {grown, size(), LONG | static_cast<uint32_t>(wanted)};
    if (is_long()) ::operator delete(l.data);
    l = layout;
  }
  string &append(const char *text, size_t count) {
    size_t before = size();
    if (before + count > capacity()) reserve(max(2 * capacity(), before + count));
    memcpy(data() + before, text, count);
    set_size(before + count);
    return *this;
  }
  void push_back(char c) { append(&c, 1); }
  void clear() { set_size(0); }
  string substr(size_t from, size_t count) const { return string(data() + from, min(count, size() - from)); }
  string &operator+=(const string &other) { return append(other.data(), other.size()); }
  string &operator+=(char c) { return push_back(c), *this; }
  int compare(const string &other) const {
    int order = memcmp(data(), other.data(), min(size(), other.size()));
    return order ? order : static_cast<int>(size()) - static_cast<int>(other.size());
  }
};
inline string operator+(string a, const string &b) { return move(a += b); }
inline bool operator==(const string &a, const string &b) { return a.size() == b.size() && a.compare(b) == 0; }
inline bool operator<(const string &a, const string &b) { return a.compare(b) < 0; }

template <class T> struct hash;
template <> struct hash<string> {
  size_t operator()(const string &text) const {
    uint32_t sum = 2166136261u;
    for (char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619u;
    return sum ^ (sum >> 15);
  }
};
template <> struct hash<uint32_t> {
  size_t operator()(uint32_t key) const { return mix(0, key); }
};

// Chained: all nodes are in one list, those of a bucket one after the other, and a bucket points to the link
// before its first one, as in libc++.
template <class K, class V, class H = hash<K>> class hash_map {
  struct link {
    link *next = nullptr;
  };
  struct node : link {
    size_t hash;
    pair<K, V> entry;
    node(size_t hash_, const K &key) : hash(hash_), entry{key, V()} {}
  };
  link first_;
  vector<link *> buckets;
  size_t size_ = 0;
  H hasher;

  static node *as_node(link *l) { return static_cast<node *>(l); }
  size_t bucket_of(size_t hash) const { return hash & (buckets.size() - 1); }
  // The link before the node of the key, or null.
  link *before(size_t hash, const K &key) const {
    if (buckets.empty()) return nullptr;
    link *l = buckets[bucket_of(hash)];
    for (; l && l->next && bucket_of(as_node(l->next)->hash) == bucket_of(hash); l = l->next) {
      if (as_node(l->next)->hash == hash && as_node(l->next)->entry.first == key) return l;
    }
    return nullptr;
  }
  void insert(node *n) {
    link *&bucket = buckets[bucket_of(n->hash)];
    if (!bucket) {
      bucket = &first_;
      if (first_.next) buckets[bucket_of(as_node(first_.next)->hash)] = n;
    }
    n->next = bucket->next;
    bucket->next = n;
  }
  void rehash(size_t count) {
    link *l = first_.next;
    first_.next = nullptr;
    buckets = vector<link *>(count, nullptr);
    while (l) {
      node *n = as_node(l);
      l = l->next;
      insert(n);
    }
  }

public:
  class iterator {
    node *at;
    friend class hash_map;

  public:
    explicit iterator(link *l) : at(as_node(l)) {}
    pair<K, V> &operator*() const { return at->entry; }
    pair<K, V> *operator->() const { return &at->entry; }
    iterator &operator++() { return at = as_node(at->next), *this; }
    friend bool operator==(const iterator &a, const iterator &b) { return a.at == b.at; }
  };
  hash_map() = default;
  hash_map(const hash_map &) = delete;
  ~hash_map() {
    while (link *l = first_.next) {
      first_.next = l->next;
      delete as_node(l);
    }
  }
  iterator begin() const { return iterator(first_.next); }
  iterator end() const { return iterator(nullptr); }
  size_t size() const { return size_; }
  iterator find(const K &key) const {
    link *l = before(hasher(key), key);
    return iterator(l ? l->next : nullptr);
  }
  V &operator[](const K &key) {
    size_t hash = hasher(key);
    if (link *l = before(hash, key)) return as_node(l->next)->entry.second;
    if (size_ >= buckets.size()) rehash(max(buckets.size() * 2, static_cast<size_t>(8)));
    node *n = new node(hash, key);
    insert(n);
    ++size_;
    return n->entry.second;
  }
  bool erase(const K &key) {
    link *l = before(hasher(key), key);
    if (!l) return false;
    node *n = as_node(l->next);
    size_t bucket = bucket_of(n->hash), after = n->next ? bucket_of(as_node(n->next)->hash) : bucket;
    // The last node of a bucket: the next bucket begins at another link, and this one may be empty.
    if (!n->next || after != bucket) {
      if (buckets[bucket] == l) buckets[bucket] = nullptr;
      if (n->next) buckets[after] = l;
    }
    l->next = n->next;
    delete n;
    --size_;
    return true;
  }
};

// ---- Type erasure ----

template <class F> class function;
// Any callable of a signature, behind a virtual function.
template <class R, class... Args> class function<R(Args...)> {
  struct base {
    virtual ~base() = default;
    virtual R call(Args... args) = 0;
    virtual base *clone() const = 0;
  };
  template <class F> struct holder final : base {
    F f;
    explicit holder(F held) : f(move(held)) {}
    R call(Args... args) override { return f(forward<Args>(args)...); }
    base *clone() const override { return new holder(f); }
  };
  unique_ptr<base> held;

public:
  function() = default;
  template <class F> function(F f) : held(new holder<F>(move(f))) {}
  function(const function &other) : held(other.held ? other.held->clone() : nullptr) {}
  function(function &&other) noexcept : held(move(other.held)) {}
  function &operator=(function other) noexcept { return held = move(other.held), *this; }
  explicit operator bool() const { return static_cast<bool>(held); }
  R operator()(Args... args) const { return held->call(forward<Args>(args)...); }
};

template <class T, class First, class... Rest> constexpr unsigned index_of() {
  if constexpr (__is_same(T, First)) return 0;
  else return 1 + index_of<T, Rest...>();
}
// One of some types. What depends on the type is found in tables of functions, as in libc++.
template <class... Ts> class variant {
  static constexpr size_t largest(size_t a, size_t b) { return a > b ? a : b; }
  static constexpr size_t SIZE = [] {
    size_t size = 0;
    return ((size = largest(size, sizeof(Ts))), ...), size;
  }();
  alignas(8) unsigned char storage[SIZE];
  unsigned index_;

  template <class T> static void destroy_as(void *at) { static_cast<T *>(at)->~T(); }
  template <class T> static void copy_as(void *to, const void *from) {
    new (to) T(*static_cast<const T *>(from));
  }
  template <class T> static void move_as(void *to, void *from) { new (to) T(move(*static_cast<T *>(from))); }
  template <class R, class T, class F> static R visit_as(F &f, const void *at) {
    return f(*static_cast<const T *>(at));
  }
  static constexpr void (*destroys[])(void *) = {destroy_as<Ts>...};
  static constexpr void (*copies[])(void *, const void *) = {copy_as<Ts>...};
  static constexpr void (*moves[])(void *, void *) = {move_as<Ts>...};

public:
  template <class T>
    requires(__is_same(T, Ts) || ...)
  variant(T value) : index_(index_of<T, Ts...>()) {
    new (storage) T(move(value));
  }
  variant(const variant &other) : index_(other.index_) { copies[index_](storage, other.storage); }
  variant(variant &&other) noexcept : index_(other.index_) { moves[index_](storage, other.storage); }
  ~variant() { destroys[index_](storage); }
  variant &operator=(variant other) noexcept {
    destroys[index_](storage);
    index_ = other.index_;
    moves[index_](storage, other.storage);
    return *this;
  }
  unsigned index() const { return index_; }
  template <class T> bool holds() const { return index_ == index_of<T, Ts...>(); }
  template <class T> const T &get() const {
    if (!holds<T>()) __builtin_trap();
    return *reinterpret_cast<const T *>(storage);
  }
  // Calls the function with the value of the type that it has.
  template <class R, class F> R visit(F f) const {
    static constexpr R (*visits[])(F &, const void *) = {visit_as<R, Ts, F>...};
    return visits[index_](f, storage);
  }
};

} // namespace lib
