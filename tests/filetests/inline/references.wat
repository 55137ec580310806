;; Arguments may have subtypes of the parameter types, and an edge value of a branch on a reference is copied.
;; test: pass inline,unreachable
;; run: f(5) == 6
;; run: g() == 0
(module
  (type $s (struct (field i32)))
  (func $get (param (ref null $s)) (result i32)
    (block $null
      (return (struct.get $s 0 (br_on_null $null (local.get 0)))))
    (i32.const 0))
  (func (export "f") (param i32) (result i32)
    (i32.add (call $get (struct.new $s (local.get 0))) (i32.const 1)))
  (func (export "g") (result i32) (call $get (ref.null none))))

;; expect:
;; module {
;;   ty0 "s" = struct (i32)
;;   ty1 = func ((ref null ty0)) -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   ty3 = func () -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty1 "get" {
;;   b0(v0: (ref null ty0)):
;;     br_on_null v0, b1, [v1] b2(v1)
;;   b1:
;;     v4 = i32.const 0
;;     return v4
;;   b2(v2: (ref ty0)):
;;     v3 = struct.get ty0 0 v2
;;     return v3
;;   }
;;   func f1 : ty2 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = struct.new ty0 v0
;;     br_on_null v1, b3, [v6] b2(v6)
;;   b1(v5: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v5, v3
;;     return v4
;;   b2(v7: (ref ty0)):
;;     v8 = struct.get ty0 0 v7
;;     jump b1(v8)
;;   b3:
;;     v9 = i32.const 0
;;     jump b1(v9)
;;   }
;;   func f2 : ty3 {
;;     ctx0 = "inline f0"
;;   b0:
;;     v0 = ref.null none
;;     br_on_null v0, b3, [v3: (ref ty0)] b2(v3)
;;   b1(v2: i32):
;;     return v2
;;   b2(v4: (ref ty0)):
;;     v5 = struct.get ty0 0 v4
;;     jump b1(v5)
;;   b3:
;;     v6 = i32.const 0
;;     jump b1(v6)
;;   }
;; }
