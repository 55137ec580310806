;; do { i++; if (i != 10) a[i] = i; } while (i != 10): one test per iteration.
;; test: optimize -O2
;; run: f() == 45
(module
  (memory 1)
  (func (export "f") (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (i32.ne (local.get $i) (i32.const 10))
        (then (i32.store8 (local.get $i) (local.get $i))))
      (br_if $l (i32.ne (local.get $i) (i32.const 10))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (local.get $i))))
      (br_if $l (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (result i32)
;;     (local i32 i32)
;;     i32.const 1
;;     local.set 0
;;     loop ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.store8
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       i32.const 10
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.load8_u
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
