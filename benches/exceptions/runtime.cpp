// What compiled C++ calls to throw and to catch, after the Itanium C++ ABI and the exception tables that clang writes
// for WebAssembly: exceptions with a header, the stack of those that are being handled, type information, and the
// routine that finds the handler of a landing pad. One thread; no exception specifications, no dependent exceptions.
#include <stddef.h>
#include <stdint.h>

// The tag of every C++ exception, as __builtin_wasm_throw numbers it; the compiler defines it in each object. Its
// payload is the address of the exception's header.
constexpr int CPP_EXCEPTION = 0;

// ---- Type information ----

// The compiler refers to the tables of virtual functions of these classes, and knows their members.
namespace std {
class type_info {
public:
  virtual ~type_info();
  const char *text;
  // Whether a handler for this type takes an exception of type `thrown`; `object` becomes the address of that part.
  virtual bool catches(const type_info *thrown, void *&object) const;
  bool is(const type_info *other) const { return this == other; }
};
type_info::~type_info() {}
bool type_info::catches(const type_info *thrown, void *&) const { return is(thrown); }

[[noreturn]] void terminate() noexcept { __builtin_trap(); }
} // namespace std

namespace __cxxabiv1 {
using std::type_info;

struct __fundamental_type_info : type_info {
  ~__fundamental_type_info() override;
};
struct __array_type_info : type_info {
  ~__array_type_info() override;
};
struct __function_type_info : type_info {
  ~__function_type_info() override;
};
struct __enum_type_info : type_info {
  ~__enum_type_info() override;
};

// What is found of a base class in an object: in how many places, and where.
struct search {
  const type_info *wanted;
  char *found = nullptr;
  bool is_ambiguous = false;
  void meet(char *object) {
    if (found && found != object) is_ambiguous = true;
    found = object;
  }
};

struct __class_type_info : type_info {
  ~__class_type_info() override;
  bool catches(const type_info *thrown, void *&object) const override;
  // Finds the public bases of the wanted type.
  virtual void bases(search &in, char *object) const;
};
// One public base, at the beginning of the object.
struct __si_class_type_info : __class_type_info {
  ~__si_class_type_info() override;
  void bases(search &in, char *object) const override;
  const __class_type_info *base;
};
struct __vmi_class_type_info : __class_type_info {
  ~__vmi_class_type_info() override;
  void bases(search &in, char *object) const override;
  unsigned flags, count;
  struct {
    const __class_type_info *type;
    long offset_flags;
  } base[1];
  enum { IS_VIRTUAL = 1, IS_PUBLIC = 2, OFFSET_SHIFT = 8 };
};

struct __pbase_type_info : type_info {
  ~__pbase_type_info() override;
  unsigned flags;
  const type_info *pointee;
  enum { QUALIFIERS = 7 };
};
struct __pointer_type_info : __pbase_type_info {
  ~__pointer_type_info() override;
  bool catches(const type_info *thrown, void *&object) const override;
};
struct __pointer_to_member_type_info : __pbase_type_info {
  ~__pointer_to_member_type_info() override;
  const __class_type_info *context;
};

// Here the compiler writes the tables, and the type information of the fundamental types.
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}

// The names of these types, by which a class and a pointer are told from other types: there is no dynamic_cast here.
extern "C" const void *const class_table __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
extern "C" const void *const single_table __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern "C" const void *const several_table __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
extern "C" const void *const pointer_table __asm__("_ZTVN10__cxxabiv119__pointer_type_infoE");

// The table of an object's virtual functions begins behind two words.
static bool has_table(const type_info *type, const void *const *table) {
  return *reinterpret_cast<const void *const *>(type) == table + 2;
}
static const __class_type_info *as_class(const type_info *type) {
  bool is_class = has_table(type, &class_table) || has_table(type, &single_table) || has_table(type, &several_table);
  return is_class ? static_cast<const __class_type_info *>(type) : nullptr;
}

void __class_type_info::bases(search &in, char *object) const {
  if (is(in.wanted)) in.meet(object);
}
void __si_class_type_info::bases(search &in, char *object) const {
  if (is(in.wanted)) in.meet(object);
  else base->bases(in, object);
}
void __vmi_class_type_info::bases(search &in, char *object) const {
  if (is(in.wanted)) return in.meet(object);
  for (unsigned i = 0; i < count; i++) {
    long flagged = base[i].offset_flags, offset = flagged >> OFFSET_SHIFT;
    if (!(flagged & IS_PUBLIC)) continue;
    // The offset of a virtual base is in the table of virtual functions. A null pointer has no bases to adjust to.
    if ((flagged & IS_VIRTUAL) && object) offset = *reinterpret_cast<long *>(*reinterpret_cast<char **>(object) + offset);
    base[i].type->bases(in, object ? object + offset : nullptr);
  }
}

bool __class_type_info::catches(const type_info *thrown, void *&object) const {
  if (is(thrown)) return true;
  const __class_type_info *type = as_class(thrown);
  if (!type) return false;
  search in = {this};
  type->bases(in, static_cast<char *>(object));
  if (!in.found || in.is_ambiguous) return false;
  object = in.found;
  return true;
}

// Pointers: to the same type or to a base of it, with more qualifiers, or to anything. The object is the pointer.
bool __pointer_type_info::catches(const type_info *thrown, void *&object) const {
  if (!has_table(thrown, &pointer_table)) {
    if (is(thrown)) return true;
    return false;
  }
  auto *other = static_cast<const __pointer_type_info *>(thrown);
  void *pointer = *static_cast<void **>(object);
  if (!is(thrown)) {
    if ((other->flags & QUALIFIERS) & ~(flags & QUALIFIERS)) return false;
    const char *to = pointee->text;
    bool to_anything = to[0] == 'v' && to[1] == 0;
    if (!to_anything && !pointee->is(other->pointee)) {
      const __class_type_info *type = as_class(pointee);
      if (!type || !pointer || !type->catches(other->pointee, pointer)) return false;
    }
  }
  object = pointer;
  return true;
}
} // namespace __cxxabiv1

// ---- Exceptions ----

namespace {
struct alignas(16) header {
  const std::type_info *type;
  void *(*destroy)(void *); // a destructor returns its object
  void *caught;             // what the handler gets: the object, a part of it, or the pointer that it is
  int handlers;             // how many have begun; negative: thrown again
  header *next;             // of those being handled
  void *object() { return this + 1; }
};

header *handled; // innermost first

header *of_object(void *object) { return static_cast<header *>(object) - 1; }

void destroy(header *exception) {
  if (exception->destroy) exception->destroy(exception->object());
  ::operator delete(exception);
}
} // namespace

extern "C" {
void *__cxa_allocate_exception(size_t size) {
  auto *exception = static_cast<header *>(::operator new(sizeof(header) + size));
  *exception = header();
  return exception->object();
}
// The constructor of the exception has thrown another one.
void __cxa_free_exception(void *object) { ::operator delete(of_object(object)); }

[[noreturn]] void __cxa_throw(void *object, const std::type_info *type, void *(*destroy)(void *)) {
  header *exception = of_object(object);
  exception->type = type;
  exception->destroy = destroy;
  exception->caught = object;
  __builtin_wasm_throw(CPP_EXCEPTION, exception);
}

void *__cxa_get_exception_ptr(void *thrown) { return static_cast<header *>(thrown)->caught; }

void *__cxa_begin_catch(void *thrown) {
  auto *exception = static_cast<header *>(thrown);
  int handlers = exception->handlers;
  exception->handlers = (handlers < 0 ? -handlers : handlers) + 1;
  if (exception != handled) {
    exception->next = handled;
    handled = exception;
  }
  return exception->caught;
}

void __cxa_end_catch() {
  header *exception = handled;
  if (!exception) return;
  if (exception->handlers < 0) {
    // It was thrown again: whoever catches it next destroys it.
    if (++exception->handlers == 0) handled = exception->next;
  } else if (--exception->handlers == 0) {
    handled = exception->next;
    destroy(exception);
  }
}

[[noreturn]] void __cxa_rethrow() {
  header *exception = handled;
  if (!exception) std::terminate();
  exception->handlers = -exception->handlers;
  __builtin_wasm_throw(CPP_EXCEPTION, exception);
}

// ---- Which handler ----

// Compiled code says which landing pad an exception reached and where the function's table is; the answer is the
// number of the clause, or 0 if none takes it.
struct {
  uintptr_t landing_pad;
  const uint8_t *table;
  uintptr_t selector;
} __wasm_lpad_context;

static uintptr_t unsigned_number(const uint8_t *&at) {
  uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *at++;
    value |= static_cast<uintptr_t>(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
}
static intptr_t signed_number(const uint8_t *&at) {
  uintptr_t value = 0;
  for (unsigned shift = 0;;) {
    uint8_t byte = *at++;
    value |= static_cast<uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if ((byte & 0x40) && shift < 32) value |= ~static_cast<uintptr_t>(0) << shift;
    return static_cast<intptr_t>(value);
  }
}

constexpr uint8_t OMITTED = 0xff, POINTER = 0x00;

int __gxx_wasm_personality_v0(header *exception) {
  const uint8_t *at = __wasm_lpad_context.table;
  uintptr_t pad = __wasm_lpad_context.landing_pad;
  if (*at++ != OMITTED) std::terminate(); // where landing pads are: not in WebAssembly
  const std::type_info *const *types = nullptr;
  if (uint8_t encoding = *at++; encoding != OMITTED) {
    if (encoding != POINTER) std::terminate();
    uintptr_t offset = unsigned_number(at);
    types = reinterpret_cast<const std::type_info *const *>(at + offset);
  }
  at++; // call sites are numbers with seven bits in a byte
  uintptr_t length = unsigned_number(at);
  const uint8_t *actions = at + length;
  uintptr_t action = 0;
  // Each call site is the number of its landing pad and its first action.
  while (at < actions) {
    uintptr_t site = unsigned_number(at);
    action = unsigned_number(at);
    if (site == pad) break;
    action = 0;
  }
  if (action == 0) return 0; // a clean-up
  for (at = actions + action - 1;;) {
    intptr_t clause = signed_number(at);
    const uint8_t *here = at;
    intptr_t next = signed_number(at);
    if (clause > 0) {
      const std::type_info *type = types[-clause];
      void *object = exception->object();
      if (!type || type->catches(exception->type, object)) {
        if (!type && exception->type) object = exception->caught;
        exception->caught = object;
        __wasm_lpad_context.selector = static_cast<uintptr_t>(clause);
        return 1;
      }
    } else if (clause < 0) {
      std::terminate(); // an exception specification
    }
    if (next == 0) return 0;
    at = here + next;
  }
}

int _Unwind_CallPersonality(void *thrown) {
  __wasm_lpad_context.selector = 0;
  return __gxx_wasm_personality_v0(static_cast<header *>(thrown));
}
}
