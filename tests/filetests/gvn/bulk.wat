;; What memory.fill and memory.copy of constant length have written is known: the byte, and what was at the source.
;; test: pass fold,gvn,dce
;; run: fill(16) == 0x07070707
;; run: copy(16, 64, 5, 6) == 11
(module
  (memory 1)
  (func (export "fill") (param $p i32) (result i32)
    (memory.fill (local.get $p) (i32.const 7) (i32.const 16))
    (i32.load offset=8 (local.get $p)))
  (func (export "copy") (param $p i32) (param $q i32) (param $x i32) (param $y i32) (result i32)
    (i32.store (local.get $q) (local.get $x))
    (i32.store offset=4 (local.get $q) (local.get $y))
    (memory.copy (local.get $p) (local.get $q) (i32.const 8))
    (i32.add (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "fill" f0
;;   export "copy" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 7
;;     v2 = i32.const 16
;;     memory.fill m0 v0, v1, v2
;;     v3 = i32.const 117901063
;;     return v3
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32):
;;     i32.store v1, v2
;;     i32.store v1, v3 offset=4
;;     v4 = i32.const 8
;;     memory.copy m0 m0 v0, v1, v4
;;     v7 = i32.add v2, v3
;;     return v7
;;   }
;; }
