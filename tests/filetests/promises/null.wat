;; A field that is read of an object that is not null is not read of null, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: run(50) == 1611810002
(module
  (type $P (struct (field $x i32)))
  (func $f (param $n i32) (param $p (ref null $P)) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (i32.mul (local.get $s) (i32.const 3)) (local.get $n)))
      (if (i32.eqz (ref.is_null (local.get $p))) (then
        (local.set $s (i32.add (local.get $s) (struct.get $P $x (local.get $p))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "run") (param $n i32) (result i32)
    (i32.add (call $f (local.get $n) (ref.null $P)) (call $f (local.get $n) (struct.new $P (i32.const 5))))))

;; expect:
;; (module
;;   (type $P (;0;) (struct (field $x i32)))
;;   (type (;1;) (func (param i32 (ref null $P)) (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (export "run" (func 1))
;;   (func $f (;0;) (type 1) (param i32 (ref null $P)) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 5
;;     i32.ge_u
;;     local.set 3
;;     local.get 1
;;     ref.is_null
;;     if ;; label = @1
;;       local.get 3
;;       if ;; label = @2
;;         local.get 0
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         i32.sub
;;         local.set 3
;;         loop ;; label = @3
;;           local.get 2
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
;;           local.set 2
;;           local.get 0
;;           i32.const -4
;;           i32.add
;;           local.tee 0
;;           local.get 3
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;     else
;;       local.get 3
;;       if ;; label = @2
;;         local.get 0
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         i32.sub
;;         local.set 3
;;         loop ;; label = @3
;;           local.get 2
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.add
;;           local.get 1
;;           struct.get $P $x
;;           local.tee 2
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -1
;;           i32.add
;;           i32.add
;;           local.get 2
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -2
;;           i32.add
;;           i32.add
;;           local.get 2
;;           i32.add
;;           i32.const 3
;;           i32.mul
;;           local.get 0
;;           i32.const -3
;;           i32.add
;;           i32.add
;;           local.get 2
;;           i32.add
;;           local.set 2
;;           local.get 0
;;           i32.const -4
;;           i32.add
;;           local.tee 0
;;           local.get 3
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 3
;;         i32.mul
;;         local.get 0
;;         i32.add
;;         local.get 1
;;         struct.get $P $x
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 2
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     ref.null $P
;;     call $f
;;     local.get 0
;;     i32.const 5
;;     struct.new $P
;;     call $f
;;     i32.add
;;   )
;; )
