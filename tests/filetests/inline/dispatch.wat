;; The dispatch loop of an interpreter with a single call, outside of loops, is not inlined. It is inlined into a
;; loop, and so is a loop whose dispatch has few targets.
;; test: pass inline
;; run: once(0) == 7
;; run: often(3) == 21
;; run: few(0) == 2
(module
  (memory 1)
  (data (i32.const 0) "\01\02\03\07\01\00")
  (func $interpret (param $pc i32) (result i32)
    (local $a i32)
    (loop $next
      (block $stop
        (block $three
          (block $two
            (block $one
              (br_table $stop $one $two $three $stop $stop $stop $one $stop
                (i32.load8_u (local.get $pc))))
            (local.set $a (i32.add (local.get $a) (i32.const 1)))
            (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
            (br $next))
          (local.set $a (i32.shl (local.get $a) (i32.const 1)))
          (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
          (br $next))
        (local.set $a (i32.add (local.get $a) (i32.const 3)))
        (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
        (br $next)))
    (local.get $a))
  (func (export "once") (param $pc i32) (result i32) (call $interpret (local.get $pc)))
  (func $again (param $pc i32) (result i32)
    (local $a i32)
    (loop $next
      (block $stop
        (block $one
          (br_table $stop $one $one $one $stop $stop $stop $one $stop (i32.load8_u (local.get $pc))))
        (local.set $a (i32.add (local.get $a) (i32.load8_u (local.get $pc))))
        (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
        (br $next)))
    (i32.shr_u (local.get $a) (i32.const 1)))
  (func (export "often") (param $n i32) (result i32)
    (local $sum i32)
    (loop $l
      (local.set $sum (i32.add (local.get $sum) (call $again (i32.const 0))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum))
  (func $three (param $pc i32) (result i32)
    (local $a i32)
    (loop $next
      (block $stop
        (block $one
          (br_table $stop $one $stop (i32.load8_u (local.get $pc))))
        (local.set $a (i32.add (local.get $a) (i32.const 2)))
        (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
        (br $next)))
    (local.get $a))
  (func (export "few") (param $pc i32) (result i32) (call $three (local.get $pc))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "once" f1
;;   export "often" f3
;;   export "few" f5
;;   func f0 : ty0 "interpret" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     br_table v3, b2, b5, b4, b3, b2, b2, b2, b5, b2
;;   b2:
;;     return v4
;;   b3:
;;     v13 = i32.const 3
;;     v14 = i32.add v4, v13
;;     v15 = i32.const 1
;;     v16 = i32.add v2, v15
;;     jump b1(v14, v16)
;;   b4:
;;     v9 = i32.const 1
;;     v10 = i32.shl v4, v9
;;     v11 = i32.const 1
;;     v12 = i32.add v2, v11
;;     jump b1(v10, v12)
;;   b5:
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v2, v7
;;     jump b1(v6, v8)
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     return v1
;;   }
;;   func f2 : ty0 "again" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     br_table v3, b2, b3, b3, b3, b2, b2, b2, b3, b2
;;   b2:
;;     v10 = i32.const 1
;;     v11 = i32.shr_u v4, v10
;;     return v11
;;   b3:
;;     v5 = i32.load8_u v2
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v2, v7
;;     jump b1(v6, v8)
;;   }
;;   func f3 : ty0 {
;;     ctx0 = "inline f2"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v0, v1)
;;   b1(v6: i32, v2: i32):
;;     v3 = i32.const 0
;;     v10 = i32.const 0
;;     jump b4(v10, v3)
;;   b2:
;;     return v5
;;   b3(v9: i32):
;;     v5 = i32.add v2, v9
;;     v7 = i32.const 1
;;     v8 = i32.sub v6, v7
;;     br_if v8, b1(v8, v5), b2
;;   b4(v11: i32, v12: i32):
;;     v13 = i32.load8_u v12
;;     br_table v13, b6, b5, b5, b5, b6, b6, b6, b5, b6
;;   b5:
;;     v14 = i32.load8_u v12
;;     v15 = i32.add v11, v14
;;     v16 = i32.const 1
;;     v17 = i32.add v12, v16
;;     jump b4(v15, v17)
;;   b6:
;;     v18 = i32.const 1
;;     v19 = i32.shr_u v11, v18
;;     jump b3(v19)
;;   }
;;   func f4 : ty0 "three" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: i32, v2: i32):
;;     v3 = i32.load8_u v2
;;     br_table v3, b2, b3, b2
;;   b2:
;;     return v4
;;   b3:
;;     v5 = i32.const 2
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 1
;;     v8 = i32.add v2, v7
;;     jump b1(v6, v8)
;;   }
;;   func f5 : ty0 {
;;     ctx0 = "inline f4"
;;   b0(v0: i32):
;;     v3 = i32.const 0
;;     jump b2(v3, v0)
;;   b1(v2: i32):
;;     return v2
;;   b2(v4: i32, v5: i32):
;;     v6 = i32.load8_u v5
;;     br_table v6, b4, b3, b4
;;   b3:
;;     v7 = i32.const 2
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 1
;;     v10 = i32.add v5, v9
;;     jump b2(v8, v10)
;;   b4:
;;     jump b1(v4)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\02\03\07\01\00"
;; }
