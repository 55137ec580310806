// A protocol's decoder, a state machine over bytes that hardly ever throws: frames with lengths and checksums, of
// which one in some hundreds is damaged, and every byte goes through calls that may throw.
#include "../support.h"

using lib::checked_vector, lib::vector;

class protocol_error : public lib::exception {
  int state_;

public:
  explicit protocol_error(int state) : state_(state) {}
  int state() const { return state_; }
  const char *what() const noexcept override { return "protocol"; }
};

class source {
  const vector<unsigned char> &bytes;
  size_t at = 0;

public:
  explicit source(const vector<unsigned char> &b) : bytes(b) {}
  bool at_end() const { return at == bytes.size(); }
  unsigned char next() {
    if (at_end()) throw lib::out_of_range("end of input");
    return bytes[at++];
  }
  void skip_to(unsigned char marker) {
    while (!at_end() && bytes[at] != marker) at++;
  }
};

constexpr unsigned char MARK = 0x7e;

class decoder {
  enum state { start, kind, length, payload, sum };
  state now = start;
  unsigned char kind_ = 0, left = 0, check = 0;
  checked_vector<unsigned char> body;

  void update(unsigned char byte) {
    check = static_cast<unsigned char>(check * 31 + byte);
  }
  void frame() {
    frames++;
    for (unsigned char byte : body) hash = mix(hash, byte);
    switch (kind_) {
    case 1: hash = mix(hash, body.at(0)); break;
    case 2: hash = mix(hash, body.at(3) + 1u); break;
    case 3: hash = mix(hash, static_cast<uint32_t>(body.size())); break;
    default: throw protocol_error(kind);
    }
  }

public:
  int frames = 0, damaged = 0;
  uint32_t hash = 0;
  bool is_inside() const { return now != start; }

  void feed(unsigned char byte) {
    switch (now) {
    case start:
      if (byte != MARK) throw protocol_error(start);
      check = 0;
      body.clear();
      now = kind;
      break;
    case kind:
      kind_ = byte;
      update(byte);
      now = length;
      break;
    case length:
      left = byte;
      update(byte);
      if (left > 48) throw protocol_error(length);
      now = left ? payload : sum;
      break;
    case payload:
      body.push_back(byte);
      update(byte);
      if (--left == 0) now = sum;
      break;
    case sum:
      if (byte != check) throw protocol_error(sum);
      now = start;
      frame();
      break;
    }
  }
  void reset() { now = start; }
};

static void decode(source &from, decoder &to) {
  while (!from.at_end()) {
    try {
      do to.feed(from.next());
      while (!from.at_end() || to.is_inside());
    } catch (const protocol_error &e) {
      to.damaged++;
      to.hash = mix(to.hash, static_cast<uint32_t>(e.state()));
      to.reset();
      from.skip_to(MARK);
    } catch (const lib::out_of_range &e) {
      to.hash = lib::mix_text(to.hash, e.what());
      to.reset();
    }
  }
}

static uint32_t measure(int n) {
  vector<unsigned char> bytes;
  for (int i = 0; i < n; i++) {
    auto put = [&, check = static_cast<unsigned char>(0)](uint32_t byte) mutable {
      bytes.push_back(static_cast<unsigned char>(byte));
      check = static_cast<unsigned char>(check * 31 + byte);
      return check;
    };
    bytes.push_back(MARK);
    uint32_t size = next_random() % 24 + (next_random() % 300 ? 4 : 40);
    put(next_random() % 400 ? 1 + next_random() % 3 : 9);
    unsigned char check = put(size);
    for (uint32_t k = 0; k < size; k++) check = put(next_random() % 96);
    bytes.push_back(next_random() % 250 ? check : static_cast<unsigned char>(check + 1));
  }
  source from(bytes);
  decoder to;
  decode(from, to);
  return mix(mix(to.hash, static_cast<uint32_t>(to.frames)), static_cast<uint32_t>(to.damaged));
}

KERNEL int run(int n) {
  random_state = 8;
  heap::reset();
  return heap::finish(measure(n));
}
