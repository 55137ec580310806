;; A global is not promoted in a loop that may never end: whoever interrupts it sees what the last iteration stored.
;; test: pass scalar-promotion
;; run: f(2) == 17
;; run: f(1) == interrupted
(module
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "f") (param $bound i32) (result i32) (local $n i32)
    (loop $l
      (global.set $g
        (i32.or (i32.and (i32.add (global.get $g) (i32.const 1)) (i32.const 1)) (i32.const 16)))
      (local.set $n (i32.add (local.get $n) (i32.const 2)))
      (br_if $l (i32.ne (local.get $n) (local.get $bound))))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v9: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 1
;;     v6 = i32.and v4, v5
;;     v7 = i32.const 16
;;     v8 = i32.or v6, v7
;;     global.set g0 v8
;;     v10 = i32.const 2
;;     v11 = i32.add v9, v10
;;     v12 = i32.ne v11, v0
;;     br_if v12, b1(v11), b2
;;   b2:
;;     v13 = global.get g0
;;     return v13
;;   }
;; }
