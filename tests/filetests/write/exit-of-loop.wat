;; The exit block of a loop is placed behind a branch past it, since `if` would invert the condition: one more
;; operator in each iteration. If the condition inverts for free, `if` is shorter.
;; test: write
;; run: costly(3, 9) == 121
;; run: costly(3, 1) == 0
;; run: free(3, 9) == 121
;; run: free(3, 1) == 0
(module
  (func (export "costly") (param f64 i32) (result i32)
    (block $far
      (block $near
        (br_if $near (i32.eqz (local.get 1)))
        (loop $next
          (if (f64.gt (local.get 0) (f64.const 4)) (then
            (local.set 1 (i32.mul (local.get 1) (i32.const 3)))
            (br $near)))
          (local.set 0 (f64.add (local.get 0) (f64.const 1)))
          (br_if $next (local.tee 1 (i32.sub (local.get 1) (i32.const 1))))
          (br $far)))
      (local.set 1 (i32.add (local.get 1) (i32.const 100))))
    (local.get 1))
  (func (export "free") (param i32 i32) (result i32)
    (block $far
      (block $near
        (br_if $near (i32.eqz (local.get 1)))
        (loop $next
          (if (i32.gt_s (local.get 0) (i32.const 4)) (then
            (local.set 1 (i32.mul (local.get 1) (i32.const 3)))
            (br $near)))
          (local.set 0 (i32.add (local.get 0) (i32.const 1)))
          (br_if $next (local.tee 1 (i32.sub (local.get 1) (i32.const 1))))
          (br $far)))
      (local.set 1 (i32.add (local.get 1) (i32.const 100))))
    (local.get 1)))

;; expect:
;; (module
;;   (type (;0;) (func (param f64 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (export "costly" (func 0))
;;   (export "free" (func 1))
;;   (func (;0;) (type 0) (param f64 i32) (result i32)
;;     block (result i32) ;; label = @1
;;       local.get 1
;;       i32.eqz
;;       if (result i32) ;; label = @2
;;         local.get 1
;;       else
;;         loop ;; label = @3
;;           block ;; label = @4
;;             local.get 0
;;             f64.const 0x1p+2 (;=4;)
;;             f64.gt
;;             br_if 0 (;@4;)
;;             local.get 0
;;             f64.const 0x1p+0 (;=1;)
;;             f64.add
;;             local.set 0
;;             local.get 1
;;             i32.const 1
;;             i32.sub
;;             local.tee 1
;;             br_if 1 (;@3;)
;;             local.get 1
;;             br 3 (;@1;)
;;           end
;;         end
;;         local.get 1
;;         i32.const 3
;;         i32.mul
;;       end
;;       i32.const 100
;;       i32.add
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     block (result i32) ;; label = @1
;;       local.get 1
;;       i32.eqz
;;       if (result i32) ;; label = @2
;;         local.get 1
;;       else
;;         loop ;; label = @3
;;           local.get 0
;;           i32.const 4
;;           i32.le_s
;;           if ;; label = @4
;;             local.get 0
;;             i32.const 1
;;             i32.add
;;             local.set 0
;;             local.get 1
;;             i32.const 1
;;             i32.sub
;;             local.tee 1
;;             br_if 1 (;@3;)
;;             local.get 1
;;             br 3 (;@1;)
;;           end
;;         end
;;         local.get 1
;;         i32.const 3
;;         i32.mul
;;       end
;;       i32.const 100
;;       i32.add
;;     end
;;   )
;; )
