;; A function in which another compiler has unrolled a loop (it has a remainder loop) is unrolled by two, one that has
;; none by four: what the module may grow by is decided for all functions together.
;; test: optimize -O3
;; run: before(64, 6) == 1
;; run: not(64, 6) == 1
(module
  (memory (export "memory") 1 1)
  (func (export "before") (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (i32.store (local.get $p) (i32.const 1))
    (local.set $i (i32.and (local.get $n) (i32.const 3)))
    (if (local.get $i)
      (then
        (loop $rest
          (local.set $s (i32.mul (i32.add (local.get $s) (i32.const 1)) (local.get $s)))
          (br_if $rest (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "not") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (i32.store (local.get $p) (i32.const 1))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1 1)
;;   (export "memory" (memory 0))
;;   (export "before" (func 0))
;;   (export "not" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 1
;;     i32.const 3
;;     i32.and
;;     local.tee 3
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.get 2
;;         i32.mul
;;         local.set 2
;;         local.get 3
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       local.get 1
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       i32.const -4
;;       i32.and
;;       i32.sub
;;       local.set 3
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 0
;;         i32.load
;;         i32.add
;;         local.get 0
;;         i32.load offset=4
;;         i32.add
;;         local.get 0
;;         i32.load offset=8
;;         i32.add
;;         local.get 0
;;         i32.load offset=12
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.const 16
;;         i32.add
;;         local.set 0
;;         local.get 1
;;         i32.const -4
;;         i32.add
;;         local.tee 1
;;         local.get 3
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 2
;;       local.get 0
;;       i32.load
;;       i32.add
;;       local.set 2
;;       local.get 0
;;       i32.const 4
;;       i32.add
;;       local.set 0
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       local.tee 1
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 1
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       local.get 1
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       i32.const -4
;;       i32.and
;;       i32.sub
;;       local.set 3
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 0
;;         i32.load
;;         i32.add
;;         local.get 0
;;         i32.load offset=4
;;         i32.add
;;         local.get 0
;;         i32.load offset=8
;;         i32.add
;;         local.get 0
;;         i32.load offset=12
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.const 16
;;         i32.add
;;         local.set 0
;;         local.get 1
;;         i32.const -4
;;         i32.add
;;         local.tee 1
;;         local.get 3
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 2
;;       local.get 0
;;       i32.load
;;       i32.add
;;       local.set 2
;;       local.get 0
;;       i32.const 4
;;       i32.add
;;       local.set 0
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       local.tee 1
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;; )
