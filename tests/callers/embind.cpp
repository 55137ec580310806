// A class that the host uses.
#include <cstdio>
#include <emscripten.h>
#include <emscripten/bind.h>
#include <string>

struct Counter {
  int value = 0;
  void add(int n) { value += n; }
  std::string text() const { return "value " + std::to_string(value); }
};

EMSCRIPTEN_BINDINGS(counter) {
  emscripten::class_<Counter>("Counter")
      .constructor<>()
      .function("add", &Counter::add)
      .function("text", &Counter::text);
}

int main() {
  EM_ASM({
    var counter = new Module['Counter']();
    counter['add'](5);
    counter['add'](6);
    console.log(counter['text']());
    counter['delete']();
  });
}
