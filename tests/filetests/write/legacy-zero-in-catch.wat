;; What a call of a legacy `try` finds assigned is not zero in its `catch`, where locals are set to zero.
;; test: optimize -O1
;; run: f(5, 1) == 405
;; run: f(5, 2) == -512
;; run: f(7, 3) == 63
(module
  (tag $e)
  (global $n (mut i32) (i32.const 0))
  (func $get (param $x i32) (result i32) (i32.add (local.get $x) (i32.mul (global.get $n) (i32.const 7))))
  (func $may (param $x i32)
    (global.set $n (i32.add (global.get $n) (i32.const 1)))
    (if (i32.eqz (i32.rem_u (global.get $n) (local.get $x))) (then (throw $e))))
  (func (export "f") (param $x i32) (param $when i32) (result i32) (local $a i32) (local $b i32) (local $i i32)
    (global.set $n (i32.const 0))
    (loop $next
      try
        (local.set $a (call $get (local.get $x)))
        (local.set $b (call $get (local.get $a)))
        (call $may (local.get $when))
        (call $may (local.get $b))
      catch_all
        (local.set $a (i32.const 0))
        (local.set $b (i32.const 0))
      end
      (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 3)) (i32.sub (local.get $a) (i32.shl (local.get $b) (i32.const 1)))))
      (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 4))))
    (i32.add (local.get $x) (i32.add (local.get $a) (local.get $b))))
)

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (param i32)))
;;   (type (;2;) (func (param i32 i32) (result i32)))
;;   (tag $e (;0;) (type 0))
;;   (global $n (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 1))
;;   (func $may (;0;) (type 1) (param i32)
;;     (local i32)
;;     global.get $n
;;     i32.const 1
;;     i32.add
;;     local.tee 1
;;     global.set $n
;;     local.get 1
;;     local.get 0
;;     i32.rem_u
;;     br_if 0
;;     throw $e
;;   )
;;   (func (;1;) (type 2) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     i32.const 0
;;     global.set $n
;;     loop ;; label = @1
;;       local.get 0
;;       global.get $n
;;       i32.const 7
;;       i32.mul
;;       local.tee 2
;;       i32.add
;;       local.tee 3
;;       local.get 2
;;       i32.add
;;       local.set 2
;;       block ;; label = @2
;;         try ;; label = @3
;;           local.get 1
;;           call $may
;;           local.get 2
;;           call $may
;;         catch_all
;;           i32.const 0
;;           i32.const 0
;;           local.set 2
;;           local.set 3
;;           br 1 (;@2;)
;;         end
;;       end
;;       local.get 0
;;       i32.const 3
;;       i32.mul
;;       local.get 3
;;       local.get 2
;;       i32.const 1
;;       i32.shl
;;       i32.sub
;;       i32.add
;;       local.set 0
;;       local.get 4
;;       i32.const 1
;;       i32.add
;;       local.tee 4
;;       i32.const 4
;;       i32.lt_s
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;     local.get 3
;;     local.get 2
;;     i32.add
;;     i32.add
;;   )
;; )
