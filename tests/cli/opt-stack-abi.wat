;; RUN: invar opt % -O2 --assume-stack-abi --emit wat -o -
;; A loop accumulates in a variable of its caller's frame, whose address is an argument. After inlining,
;; the address no longer escapes: the variable is a value, and the stack pointer is not moved.
(module
  (memory (export "memory") 1)
  (global $__stack_pointer (mut i32) (i32.const 65536))
  (func $add_up (param $to i32) (param $n i32)
    (loop $next
      (i32.store (local.get $to) (i32.add (i32.load (local.get $to)) (local.get $n)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 3))))))
  (func (export "sum") (param $n i32) (result i32)
    (local $frame i32)
    (global.set $__stack_pointer
      (local.tee $frame (i32.sub (global.get $__stack_pointer) (i32.const 16))))
    (i32.store offset=12 (local.get $frame) (i32.const 5))
    (call $add_up (i32.add (local.get $frame) (i32.const 12)) (local.get $n))
    (call $add_up (i32.add (local.get $frame) (i32.const 12)) (i32.const 300))
    (i32.load offset=12 (local.get $frame))
    (global.set $__stack_pointer (i32.add (local.get $frame) (i32.const 16)))))
