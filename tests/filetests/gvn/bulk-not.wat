;; Not of a length that is not constant, past the end, for a byte that is not constant, or if the source was changed
;; before the copy.
;; test: pass fold,gvn,dce
;; run: length(16, 4) == 0x07070707
;; run: past(16) == 0x0707
;; run: byte(16, 7) == 0x07070707
;; run: source(16, 64, 64, 5) == 6
(module
  (memory 1)
  (func (export "length") (param $p i32) (param $n i32) (result i32)
    (memory.fill (local.get $p) (i32.const 7) (local.get $n))
    (i32.load (local.get $p)))
  (func (export "past") (param $p i32) (result i32)
    (memory.fill (local.get $p) (i32.const 7) (i32.const 16))
    (i32.load offset=14 (local.get $p)))
  (func (export "byte") (param $p i32) (param $x i32) (result i32)
    (memory.fill (local.get $p) (local.get $x) (i32.const 16))
    (i32.load (local.get $p)))
  (func (export "source") (param $p i32) (param $q i32) (param $r i32) (param $x i32) (result i32)
    (i32.store (local.get $q) (local.get $x))
    (i32.store (local.get $r) (i32.const 6))
    (memory.copy (local.get $p) (local.get $q) (i32.const 8))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func (i32, i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "length" f0
;;   export "past" f1
;;   export "byte" f2
;;   export "source" f3
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 7
;;     memory.fill m0 v0, v2, v1
;;     v3 = i32.load v0
;;     return v3
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 7
;;     v2 = i32.const 16
;;     memory.fill m0 v0, v1, v2
;;     v3 = i32.load v0 offset=14
;;     return v3
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 16
;;     memory.fill m0 v0, v1, v2
;;     v3 = i32.load v0
;;     return v3
;;   }
;;   func f3 : ty2 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32):
;;     i32.store v1, v3
;;     v4 = i32.const 6
;;     i32.store v2, v4
;;     v5 = i32.const 8
;;     memory.copy m0 m0 v0, v1, v5
;;     v6 = i32.load v0
;;     return v6
;;   }
;; }
