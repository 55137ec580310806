// As c/interpreter.c: the same machine and the same program.
import { mix } from './kernel';

enum Op { HALT, PUSH, GET, SET, ADD, SHIFT, AND, LESS, LOAD, STORE, JUMP, JUMP_ZERO, CALL, RETURN }
enum Variable { N, I, J, COUNT, X, LENGTH, SUM, VARIABLES }

const MEMORY = 8192;

const ops = new StaticArray<Op>(128);
const operands = new Int32Array(128);
const cells = new Int32Array(MEMORY);
const variables = new Int32Array(Variable.VARIABLES);
const stack = new Int32Array(32);
const calls = new Int32Array(8);
let length = 0;

function emit(op: Op, operand: i32 = 0): i32 {
  ops[length] = op;
  operands[length] = operand;
  return length++;
}

function jumpHere(from: i32): void {
  operands[from] = length;
}

function emitAdd(to: Variable, a: Variable, kind: Op, b: i32): void {
  emit(Op.GET, a);
  emit(kind, b);
  emit(Op.ADD);
  emit(Op.SET, to);
}

function emitWhileLess(kind: Op, a: i32, b: Variable): i32 {
  emit(kind, a);
  emit(Op.GET, b);
  emit(Op.LESS);
  return emit(Op.JUMP_ZERO);
}

function assemble(): void {
  length = 0;
  emit(Op.PUSH, 2), emit(Op.SET, Variable.I);
  const sieve = length, sieved = emitWhileLess(Op.GET, Variable.I, Variable.N);
  emit(Op.GET, Variable.I), emit(Op.LOAD);
  const prime = emit(Op.JUMP_ZERO), composite = emit(Op.JUMP);
  jumpHere(prime);
  emitAdd(Variable.COUNT, Variable.COUNT, Op.PUSH, 1);
  emitAdd(Variable.J, Variable.I, Op.GET, Variable.I);
  const strike = length, struck = emitWhileLess(Op.GET, Variable.J, Variable.N);
  emit(Op.PUSH, 1), emit(Op.GET, Variable.J), emit(Op.STORE);
  emitAdd(Variable.J, Variable.J, Op.GET, Variable.I);
  emit(Op.JUMP, strike);
  jumpHere(struck);
  jumpHere(composite);
  emitAdd(Variable.I, Variable.I, Op.PUSH, 1);
  emit(Op.JUMP, sieve);

  jumpHere(sieved);
  emit(Op.PUSH, 1), emit(Op.SET, Variable.I);
  const sequences = length, done = emitWhileLess(Op.GET, Variable.I, Variable.N);
  emit(Op.GET, Variable.I), emit(Op.SET, Variable.X);
  const call = emit(Op.CALL);
  emitAdd(Variable.SUM, Variable.SUM, Op.GET, Variable.LENGTH);
  emitAdd(Variable.I, Variable.I, Op.PUSH, 5);
  emit(Op.JUMP, sequences);
  jumpHere(done);
  emit(Op.HALT);

  jumpHere(call);
  emit(Op.PUSH, 0), emit(Op.SET, Variable.LENGTH);
  const next = length, one = emitWhileLess(Op.PUSH, 1, Variable.X);
  emitAdd(Variable.LENGTH, Variable.LENGTH, Op.PUSH, 1);
  emit(Op.GET, Variable.X), emit(Op.PUSH, 1), emit(Op.AND);
  const even = emit(Op.JUMP_ZERO);
  emitAdd(Variable.J, Variable.X, Op.GET, Variable.X);
  emitAdd(Variable.X, Variable.X, Op.GET, Variable.J);
  emitAdd(Variable.X, Variable.X, Op.PUSH, 1);
  emit(Op.JUMP, next);
  jumpHere(even);
  emit(Op.GET, Variable.X), emit(Op.PUSH, 1), emit(Op.SHIFT), emit(Op.SET, Variable.X);
  emit(Op.JUMP, next);
  jumpHere(one);
  emit(Op.RETURN);
}

function interpret(): u32 {
  let top = 0, call = 0;
  let steps: u32 = 0;
  for (let at = 0; ; at++) {
    const operand = operands[at];
    steps++;
    switch (ops[at]) {
      case Op.HALT: return steps;
      case Op.PUSH: stack[top++] = operand; break;
      case Op.GET: stack[top++] = variables[operand]; break;
      case Op.SET: variables[operand] = stack[--top]; break;
      case Op.ADD: top--; stack[top - 1] += stack[top]; break;
      case Op.SHIFT: top--; stack[top - 1] = stack[top - 1] >>> stack[top]; break;
      case Op.AND: top--; stack[top - 1] &= stack[top]; break;
      case Op.LESS: top--; stack[top - 1] = i32(stack[top - 1] < stack[top]); break;
      case Op.LOAD: stack[top - 1] = cells[stack[top - 1] & (MEMORY - 1)]; break;
      case Op.STORE: top -= 2; cells[stack[top + 1] & (MEMORY - 1)] = stack[top]; break;
      case Op.JUMP: at = operand - 1; break;
      case Op.JUMP_ZERO: if (stack[--top] == 0) at = operand - 1; break;
      case Op.CALL: calls[call++] = at; at = operand - 1; break;
      case Op.RETURN: at = calls[--call]; break;
    }
  }
  return 0;
}

export function run(n: i32): i32 {
  n = min(n, MEMORY);
  variables.fill(0);
  variables[Variable.N] = n;
  cells.fill(0);
  assemble();
  let hash = mix(0, interpret());
  hash = mix(hash, <u32>variables[Variable.COUNT]);
  return <i32>mix(hash, <u32>variables[Variable.SUM]);
}
