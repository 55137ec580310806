;; Guarded divisions and loads are not hoisted out of loops, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: run(50) == 496336261
(module
  (memory 1)
  (func $f (param $n i32) (param $d i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 3)) (local.get $n)))
      (if (local.get $d) (then
        (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 1000) (local.get $d))))
        (i32.store (i32.const 16) (local.get $s))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func $g (param $n i32) (param $p i32) (result i32)
    (local $s i32)
    (loop $l
      (if (i32.lt_u (local.get $p) (i32.const 65536)) (then
        (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
        (i32.store (i32.const 80000) (local.get $s))))
      (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 3)) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "run") (param $n i32) (result i32)
    (i32.add (i32.add (call $f (local.get $n) (i32.const 0)) (call $f (local.get $n) (i32.const 7)))
      (call $g (local.get $n) (i32.const 0x7fffffff)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "run" (func 1))
;;   (func $f (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 5
;;     i32.ge_u
;;     local.set 3
;;     local.get 1
;;     if ;; label = @1
;;       block ;; label = @2
;;         memory.size
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         i64.const 20
;;         i64.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           i32.const 16
;;           i32.load
;;           local.tee 2
;;           (@metadata.code.branch_hint "\00")
;;           br_if 1 (;@2;)
;;           i32.const 1000
;;           local.get 1
;;           i32.div_u
;;           local.set 1
;;           local.get 3
;;           if ;; label = @4
;;             local.get 0
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.sub
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 3
;;               i32.mul
;;               local.get 0
;;               i32.add
;;               local.get 1
;;               i32.add
;;               i32.const 3
;;               i32.mul
;;               local.get 0
;;               i32.const -1
;;               i32.add
;;               i32.add
;;               local.get 1
;;               i32.add
;;               i32.const 3
;;               i32.mul
;;               local.get 0
;;               i32.const -2
;;               i32.add
;;               i32.add
;;               local.get 1
;;               i32.add
;;               i32.const 3
;;               i32.mul
;;               local.get 0
;;               i32.const -3
;;               i32.add
;;               i32.add
;;               local.get 1
;;               i32.add
;;               local.set 2
;;               local.get 0
;;               i32.const -4
;;               i32.add
;;               local.tee 0
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;           loop ;; label = @4
;;             local.get 2
;;             i32.const 3
;;             i32.mul
;;             local.get 0
;;             i32.add
;;             local.get 1
;;             i32.add
;;             local.set 2
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             local.tee 0
;;             br_if 0 (;@4;)
;;           end
;;           i32.const 16
;;           local.get 2
;;           i32.store
;;           local.get 2
;;           return
;;         end
;;       end
;;       i32.const 1000
;;       local.get 1
;;       i32.div_u
;;       local.set 2
;;       i32.const 0
;;       local.set 1
;;       loop ;; label = @2
;;         i32.const 16
;;         local.get 1
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.add
;;         local.get 2
;;         i32.add
;;         local.tee 1
;;         i32.store
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;     else
;;       i32.const 0
;;       local.set 1
;;       local.get 3
;;       if ;; label = @2
;;         local.get 0
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         i32.sub
;;         local.set 2
;;         i32.const 0
;;         local.set 1
;;         loop ;; label = @3
;;           local.get 1
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -1
;;           i32.add
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -2
;;           i32.add
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -3
;;           i32.add
;;           i32.add
;;           local.set 1
;;           local.get 0
;;           i32.const -4
;;           i32.add
;;           local.tee 0
;;           local.get 2
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.add
;;         local.set 1
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 0
;;     call $f
;;     local.get 0
;;     i32.const 7
;;     call $f
;;     i32.add
;;     local.get 0
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       i32.const -4
;;       i32.and
;;       i32.sub
;;       local.set 2
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.add
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.add
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.const -2
;;         i32.add
;;         i32.add
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.const -3
;;         i32.add
;;         i32.add
;;         local.set 1
;;         local.get 0
;;         i32.const -4
;;         i32.add
;;         local.tee 0
;;         local.get 2
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 3
;;       i32.mul
;;       local.get 0
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;     i32.add
;;   )
;; )
