// A scene of n shapes behind virtual functions, some of them groups of other shapes: measured by callables,
// scaled, cloned, sorted by lambdas, searched and filtered.
#include "containers.h"

using lib::function, lib::make_unique, lib::move, lib::unique_ptr, lib::vector;

struct point {
  double x, y;
  point operator+(const point &other) const { return {x + other.x, y + other.y}; }
  point operator-(const point &other) const { return {x - other.x, y - other.y}; }
  point operator*(double factor) const { return {x * factor, y * factor}; }
};
static double cross(const point &a, const point &b) { return a.x * b.y - a.y * b.x; }
static double length(const point &p) { return __builtin_sqrt(p.x * p.x + p.y * p.y); }

class shape {
  point center_;

public:
  explicit shape(const point &center) : center_(center) {}
  virtual ~shape() = default;
  const point &center() const { return center_; }
  void move_by(const point &offset) { center_ = center_ + offset; }
  virtual double area() const = 0;
  virtual double perimeter() const = 0;
  virtual void scale(double factor) = 0;
  virtual unique_ptr<shape> clone() const = 0;
  virtual int parts() const { return 1; }
};

class circle final : public shape {
  double radius;

public:
  circle(const point &center, double r) : shape(center), radius(r) {}
  double area() const override { return 3.14159265358979 * radius * radius; }
  double perimeter() const override { return 2 * 3.14159265358979 * radius; }
  void scale(double factor) override { radius *= factor; }
  unique_ptr<shape> clone() const override { return make_unique<circle>(*this); }
};

class rectangle : public shape {
protected:
  double width, height;

public:
  rectangle(const point &center, double w, double h) : shape(center), width(w), height(h) {}
  double area() const override { return width * height; }
  double perimeter() const override { return 2 * (width + height); }
  void scale(double factor) override { width *= factor, height *= factor; }
  unique_ptr<shape> clone() const override { return make_unique<rectangle>(*this); }
};

// A frame: a rectangle with a hole.
class frame final : public rectangle {
  double border;

public:
  frame(const point &center, double w, double h, double b) : rectangle(center, w, h), border(b) {}
  double area() const override { return rectangle::area() - (width - 2 * border) * (height - 2 * border); }
  double perimeter() const override { return 2 * rectangle::perimeter() - 8 * border; }
  void scale(double factor) override { rectangle::scale(factor), border *= factor; }
  unique_ptr<shape> clone() const override { return make_unique<frame>(*this); }
};

class polygon final : public shape {
  vector<point> corners;

public:
  polygon(const point &center, vector<point> points) : shape(center), corners(move(points)) {}
  double area() const override {
    double twice = 0;
    for (size_t i = 0; i < corners.size(); i++) twice += cross(corners[i], corners[(i + 1) % corners.size()]);
    return __builtin_fabs(twice) / 2;
  }
  double perimeter() const override {
    double sum = length(corners.back() - corners[0]);
    for (size_t i = 1; i < corners.size(); i++) sum += length(corners[i] - corners[i - 1]);
    return sum;
  }
  void scale(double factor) override {
    for (point &corner : corners) corner = corner * factor;
  }
  unique_ptr<shape> clone() const override { return make_unique<polygon>(*this); }
};

class group final : public shape {
  vector<unique_ptr<shape>> members;

public:
  explicit group(const point &center) : shape(center) {}
  void add(unique_ptr<shape> member) { members.push_back(move(member)); }
  double sum(double (shape::*measure)() const) const {
    auto add = [measure](double total, const unique_ptr<shape> &m) { return total + ((*m).*measure)(); };
    return lib::accumulate(members.begin(), members.end(), 0.0, add);
  }
  double area() const override { return sum(&shape::area); }
  double perimeter() const override { return sum(&shape::perimeter); }
  void scale(double factor) override {
    for (const auto &member : members) member->scale(factor);
  }
  unique_ptr<shape> clone() const override {
    auto copy = make_unique<group>(center());
    for (const auto &member : members) copy->add(member->clone());
    return copy;
  }
  int parts() const override {
    auto count = [](int total, const unique_ptr<shape> &member) { return total + member->parts(); };
    return lib::accumulate(members.begin(), members.end(), 0, count);
  }
};

static double random_size() { return 1 + next_random() % 1000 / 100.0; }

static unique_ptr<shape> make_shape(int depth) {
  point center = {random_size(), random_size()};
  switch (next_random() % (depth > 0 ? 6 : 4)) {
    case 0: return make_unique<circle>(center, random_size());
    case 1: return make_unique<rectangle>(center, random_size(), random_size());
    case 2: return make_unique<frame>(center, random_size() + 1, random_size() + 1, 0.5);
    case 3: {
      vector<point> corners;
      uint32_t count = 3 + next_random() % 5;
      while (count-- > 0) corners.push_back({random_size(), random_size()});
      return make_unique<polygon>(center, move(corners));
    }
    default: {
      auto made = make_unique<group>(center);
      for (uint32_t i = 1 + next_random() % 4; i > 0; i--) made->add(make_shape(depth - 1));
      return made;
    }
  }
}

static uint32_t measure(int n) {
  vector<unique_ptr<shape>> scene;
  for (int i = 0; i < n; i++) scene.push_back(make_shape(2));

  double limit = 0;
  vector<function<double(const shape &)>> measures;
  measures.push_back([](const shape &s) { return s.area(); });
  measures.push_back([](const shape &s) { return s.perimeter(); });
  measures.push_back([](const shape &s) { return length(s.center()); });
  measures.push_back([&limit](const shape &s) { return s.area() < limit ? 0.0 : s.perimeter() / s.area(); });

  uint32_t hash = 0;
  for (const auto &key : measures) {
    lib::sort(scene.begin(), scene.end(),
              [&key](const unique_ptr<shape> &a, const unique_ptr<shape> &b) { return key(*a) < key(*b); });
    const shape &middle = *scene[scene.size() / 2];
    limit = middle.area();
    hash = mix_f64(mix(hash, static_cast<uint32_t>(middle.parts())), key(middle));
  }

  // The larger ones, copied and made smaller.
  vector<unique_ptr<shape>> copies;
  for (const auto &original : scene) {
    if (original->area() < limit) continue;
    copies.push_back(original->clone());
    copies.back()->scale(0.5);
    copies.back()->move_by({1, -1});
  }
  double sum = 0;
  for (const auto &copy : copies) sum += copy->area() - length(copy->center());
  return mix_f64(mix(hash, static_cast<uint32_t>(copies.size())), sum);
}

KERNEL int run(int n) {
  random_state = 32;
  heap::reset();
  return heap::finish(measure(n));
}
