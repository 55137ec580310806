;; Nobody sees the fields of an object that only the function knows, also while it stays in a loop; those of others are
;; seen.
;; test: pass dead-store-elim,dce
;; run: private(0) == 2
;; run: shown(0) == 2
;; run: shown(1) == interrupted
(module
  (type $box (struct (field (mut i32))))
  (global $o (export "o") (mut (ref null $box)) (struct.new $box (i32.const 0)))
  (func (export "private") (param $n i32) (result i32) (local $b (ref null $box))
    (local.set $b (struct.new $box (i32.const 0)))
    (struct.set $box 0 (local.get $b) (i32.const 1))
    (loop $l (br_if $l (local.get $n)))
    (struct.set $box 0 (local.get $b) (i32.const 2))
    (struct.get $box 0 (local.get $b)))
  (func (export "shown") (param $n i32) (result i32) (local $b (ref null $box))
    (local.set $b (global.get $o))
    (struct.set $box 0 (local.get $b) (i32.const 1))
    (loop $l (br_if $l (local.get $n)))
    (struct.set $box 0 (local.get $b) (i32.const 2))
    (struct.get $box 0 (local.get $b))))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "o" = i32.const 0, struct.new ty0
;;   export "o" g0
;;   export "private" f0
;;   export "shown" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v3 = struct.new ty0 v2
;;     jump b1
;;   b1:
;;     br_if v0, b1, b2
;;   b2:
;;     v5 = i32.const 2
;;     struct.set ty0 0 v3, v5
;;     v6 = struct.get ty0 0 v3
;;     return v6
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 1
;;     struct.set ty0 0 v2, v3
;;     jump b1
;;   b1:
;;     br_if v0, b1, b2
;;   b2:
;;     v4 = i32.const 2
;;     struct.set ty0 0 v2, v4
;;     v5 = struct.get ty0 0 v2
;;     return v5
;;   }
;; }
