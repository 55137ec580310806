;; Inner and outer loops are both rotated.
;; test: optimize -O2
;; run: f(4) == 30
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $i (local.get $n))
      (block $in (loop $m
        (br_if $in (i32.eqz (local.get $i)))
        (local.set $s (i32.add (local.get $s) (local.get $n)))
        (i32.store (i32.const 0) (local.get $s))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $m)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       loop ;; label = @2
;;         i32.const 0
;;         local.get 0
;;         local.get 1
;;         i32.add
;;         local.get 0
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         i32.mul
;;         i32.add
;;         local.tee 1
;;         i32.store
;;         local.get 0
;;         br_if 0 (;@2;)
;;       end
;;       local.get 1
;;     else
;;       i32.const 0
;;     end
;;   )
;; )
