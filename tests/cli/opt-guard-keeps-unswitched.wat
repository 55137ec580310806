;; RUN: invar opt % -O3 --emit wat
;; A loop that is unswitched is larger, and one of its copies is executed: the guard keeps it. It has no `if`.
(module
  (type (;0;) (func (param i32 i32 i32) (result i32)))
  (memory (;0;) 1)
  (export "m" (memory 0))
  (export "f" (func 0))
  (func (;0;) (type 0) (param i32 i32 i32) (result i32)
    (local i32 i32 i32)
    loop ;; label = @1
      local.get 0
      local.get 4
      i32.const 2
      i32.shl
      i32.add
      local.set 5
      local.get 2
      if ;; label = @2
        local.get 3
        local.get 5
        i32.load
        i32.add
        i32.const 77
        i32.xor
        i32.const 3
        i32.rotl
        local.set 3
      else
        local.get 3
        local.get 5
        i32.load
        i32.sub
        i32.const 33
        i32.mul
        i32.const 5
        i32.rotr
        local.set 3
      end
      local.get 4
      i32.const 1
      i32.add
      local.tee 4
      local.get 1
      i32.lt_u
      br_if 0 (;@1;)
    end
    local.get 3
  )
)
