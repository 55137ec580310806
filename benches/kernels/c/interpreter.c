// A stack machine: a switch in a loop. Its program marks the primes below n with a sieve, then adds
// up the lengths of Collatz sequences, each from a subroutine.
#include "kernel.h"

enum op { HALT, PUSH, GET, SET, ADD, SHIFT, AND, LESS, LOAD, STORE, JUMP, JUMP_ZERO, CALL, RETURN };
enum variable { N, I, J, COUNT, X, LENGTH, SUM, VARIABLES };

struct instruction {
  uint8_t op;
  int operand;
};

#define MEMORY 8192

static struct instruction program[128];
static int length;
static int memory[MEMORY];

static int emit(enum op op, int operand) {
  program[length].op = (uint8_t)op;
  program[length].operand = operand;
  return length++;
}

static void jump_here(int from) { program[from].operand = length; }

// to = a + b, where b is a constant or a variable.
static void emit_add(enum variable to, enum variable a, enum op kind, int b) {
  emit(GET, a);
  emit(kind, b);
  emit(ADD, 0);
  emit(SET, to);
}

// Exits the loop, by the jump that is returned, unless a < b.
static int emit_while_less(enum op kind, int a, enum variable b) {
  emit(kind, a);
  emit(GET, b);
  emit(LESS, 0);
  return emit(JUMP_ZERO, 0);
}

static void assemble(void) {
  length = 0;
  emit(PUSH, 2), emit(SET, I);
  int sieve = length, sieved = emit_while_less(GET, I, N);
  emit(GET, I), emit(LOAD, 0);
  int prime = emit(JUMP_ZERO, 0), composite = emit(JUMP, 0);
  jump_here(prime);
  emit_add(COUNT, COUNT, PUSH, 1);
  emit_add(J, I, GET, I);
  int strike = length, struck = emit_while_less(GET, J, N);
  emit(PUSH, 1), emit(GET, J), emit(STORE, 0);
  emit_add(J, J, GET, I);
  emit(JUMP, strike);
  jump_here(struck);
  jump_here(composite);
  emit_add(I, I, PUSH, 1);
  emit(JUMP, sieve);

  jump_here(sieved);
  emit(PUSH, 1), emit(SET, I);
  int sequences = length, done = emit_while_less(GET, I, N);
  emit(GET, I), emit(SET, X);
  int call = emit(CALL, 0);
  emit_add(SUM, SUM, GET, LENGTH);
  emit_add(I, I, PUSH, 5);
  emit(JUMP, sequences);
  jump_here(done);
  emit(HALT, 0);

  jump_here(call);
  emit(PUSH, 0), emit(SET, LENGTH);
  int next = length, one = emit_while_less(PUSH, 1, X);
  emit_add(LENGTH, LENGTH, PUSH, 1);
  emit(GET, X), emit(PUSH, 1), emit(AND, 0);
  int even = emit(JUMP_ZERO, 0);
  emit_add(J, X, GET, X);
  emit_add(X, X, GET, J);
  emit_add(X, X, PUSH, 1);
  emit(JUMP, next);
  jump_here(even);
  emit(GET, X), emit(PUSH, 1), emit(SHIFT, 0), emit(SET, X);
  emit(JUMP, next);
  jump_here(one);
  emit(RETURN, 0);
}

static uint32_t interpret(const struct instruction *code, int *variables) {
  int stack[32], calls[8];
  int *top = stack, *call = calls;
  uint32_t steps = 0;
  for (const struct instruction *at = code;; at++) {
    steps++;
    switch ((enum op)at->op) {
      case HALT: return steps;
      case PUSH: *top++ = at->operand; break;
      case GET: *top++ = variables[at->operand]; break;
      case SET: variables[at->operand] = *--top; break;
      case ADD: top--, top[-1] += top[0]; break;
      case SHIFT: top--, top[-1] = (int)((uint32_t)top[-1] >> top[0]); break;
      case AND: top--, top[-1] &= top[0]; break;
      case LESS: top--, top[-1] = top[-1] < top[0]; break;
      case LOAD: top[-1] = memory[top[-1] & (MEMORY - 1)]; break;
      case STORE: top -= 2, memory[top[1] & (MEMORY - 1)] = top[0]; break;
      case JUMP: at = code + at->operand - 1; break;
      case JUMP_ZERO: if (*--top == 0) at = code + at->operand - 1; break;
      case CALL: *call++ = (int)(at - code), at = code + at->operand - 1; break;
      case RETURN: at = code + *--call; break;
    }
  }
}

KERNEL int run(int n) {
  int variables[VARIABLES] = {0};
  if (n > MEMORY) n = MEMORY;
  variables[N] = n;
  memset(memory, 0, sizeof memory);
  assemble();
  uint32_t hash = mix(0, interpret(program, variables));
  hash = mix(hash, (uint32_t)variables[COUNT]);
  return (int)mix(hash, (uint32_t)variables[SUM]);
}
