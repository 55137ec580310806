;; What constant expressions make counts: a field that is never read is left out there, a type stays that only they mention.
;; test: pass refine-types
;; promise: closed-world
;; run: f(0) == 3
;; run: f(1) == 1
(module
  (type $top (sub (struct (field i32))))
  (type $only (sub $top (struct (field i32) (field i64) (field anyref))))
  (type $inner (struct (field i32) (field f64)))
  (global $a (ref $top) (struct.new $only (i32.const 3) (i64.add (i64.const 1) (i64.const 2))
    (struct.new $inner (i32.const 1) (f64.const 2))))
  (global $b (ref $top) (struct.new $top (i32.const 1)))
  (func (export "f") (param $n i32) (result i32)
    (struct.get $top 0
      (if (result (ref $top)) (local.get $n) (then (global.get $b)) (else (global.get $a))))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $top (;1;) (sub (struct (field i32))))
;;   (global $a (;0;) (ref $top) i32.const 3 struct.new $top)
;;   (global $b (;1;) (ref $top) i32.const 1 struct.new $top)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if (result (ref $top)) ;; label = @1
;;       global.get $b
;;     else
;;       global.get $a
;;     end
;;     struct.get $top 0
;;   )
;; )
