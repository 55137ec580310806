;; No rotation when optimizing for size.
;; test: optimize -Oz
;; run: f(4) == 10
;; run: f(0) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $s (i32.add (local.get $s) (local.get $n)))
      (i32.store (i32.const 0) (local.get $s))
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
;;     loop ;; label = @1
;;       local.get 0
;;       if ;; label = @2
;;         i32.const 0
;;         local.get 1
;;         local.get 0
;;         i32.add
;;         local.tee 1
;;         i32.store
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.set 0
;;         br 1 (;@1;)
;;       end
;;     end
;;     local.get 1
;;   )
;; )
