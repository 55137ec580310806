;; Code that throws an exception again stays in the catch, though it is behind a loop that the catch is in.
;; test: write
;; run: f(3) == exception
;; run: f(12) == 4
;; run: f(22) == exception
(module
  (tag $e (param i32))
  (global $g (mut i32) (i32.const 0))
  (func $may (param $x i32) (result i32)
    (if (i32.rem_u (local.get $x) (i32.const 4)) (then (throw $e (local.get $x))))
    (local.get $x))
  (func (export "f") (param $n i32) (result i32)
    (loop $l
      try $t
        (drop (call $may (local.get $n))) (return (i32.const 4))
      catch_all
        (block $fail
          (br_if $fail (i32.eq (local.get $n) (i32.const 2)))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br_if $fail (i32.eq (local.get $n) (i32.const 21)))
          (br_if $l (i32.ne (local.get $n) (i32.const 7)))
          (return (i32.const 5)))
        (global.set $g (local.get $n))
        (rethrow $t)
      end)
    (unreachable)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 1))
;;   (func $may (;0;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 4
;;     i32.rem_u
;;     if ;; label = @1
;;       local.get 0
;;       throw $e
;;     end
;;     local.get 0
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     loop (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch_all
;;         local.get 0
;;         i32.const 2
;;         i32.ne
;;         if ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           i32.sub
;;           local.tee 0
;;           i32.const 21
;;           i32.ne
;;           if ;; label = @4
;;             local.get 0
;;             i32.const 7
;;             i32.ne
;;             br_if 3 (;@1;)
;;             i32.const 5
;;             return
;;           end
;;         end
;;         local.get 0
;;         global.set $g
;;         rethrow 0 (;@2;)
;;       end
;;       drop
;;       i32.const 4
;;       return
;;     end
;;   )
;; )
