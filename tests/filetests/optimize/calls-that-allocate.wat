;; Two calls with equal arguments allocate two objects: they are no common subexpression.
;; test: optimize -O1
;; run: f(3) == 0
(module
  (type $numbers (struct (field i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64)))
  (func $make (param $x i64) (result (ref $numbers))
    (struct.new $numbers
      (i64.mul (local.get $x) (i64.const 100003))
      (i64.mul (local.get $x) (i64.const 107922))
      (i64.mul (local.get $x) (i64.const 115841))
      (i64.mul (local.get $x) (i64.const 123760))
      (i64.mul (local.get $x) (i64.const 131679))
      (i64.mul (local.get $x) (i64.const 139598))
      (i64.mul (local.get $x) (i64.const 147517))
      (i64.mul (local.get $x) (i64.const 155436))
      (i64.mul (local.get $x) (i64.const 163355))
      (i64.mul (local.get $x) (i64.const 171274))
      (i64.mul (local.get $x) (i64.const 179193))
      (i64.mul (local.get $x) (i64.const 187112))
      (i64.mul (local.get $x) (i64.const 195031))
      (i64.mul (local.get $x) (i64.const 202950))
      (i64.mul (local.get $x) (i64.const 210869))
      (i64.mul (local.get $x) (i64.const 218788))
      (i64.mul (local.get $x) (i64.const 226707))
      (i64.mul (local.get $x) (i64.const 234626))
      (i64.mul (local.get $x) (i64.const 242545))
      (i64.mul (local.get $x) (i64.const 250464))
      (i64.mul (local.get $x) (i64.const 258383))
      (i64.mul (local.get $x) (i64.const 266302))
      (i64.mul (local.get $x) (i64.const 274221))
      (i64.mul (local.get $x) (i64.const 282140))))
  (func (export "f") (param $x i64) (result i32)
    (ref.eq (call $make (local.get $x)) (call $make (local.get $x)))))

;; expect:
;; (module
;;   (type $numbers (;0;) (struct (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64) (field i64)))
;;   (type (;1;) (func (param i64) (result (ref $numbers))))
;;   (type (;2;) (func (param i64) (result i32)))
;;   (export "f" (func 1))
;;   (func $make (;0;) (type 1) (param i64) (result (ref $numbers))
;;     local.get 0
;;     i64.const 100003
;;     i64.mul
;;     local.get 0
;;     i64.const 107922
;;     i64.mul
;;     local.get 0
;;     i64.const 115841
;;     i64.mul
;;     local.get 0
;;     i64.const 123760
;;     i64.mul
;;     local.get 0
;;     i64.const 131679
;;     i64.mul
;;     local.get 0
;;     i64.const 139598
;;     i64.mul
;;     local.get 0
;;     i64.const 147517
;;     i64.mul
;;     local.get 0
;;     i64.const 155436
;;     i64.mul
;;     local.get 0
;;     i64.const 163355
;;     i64.mul
;;     local.get 0
;;     i64.const 171274
;;     i64.mul
;;     local.get 0
;;     i64.const 179193
;;     i64.mul
;;     local.get 0
;;     i64.const 187112
;;     i64.mul
;;     local.get 0
;;     i64.const 195031
;;     i64.mul
;;     local.get 0
;;     i64.const 202950
;;     i64.mul
;;     local.get 0
;;     i64.const 210869
;;     i64.mul
;;     local.get 0
;;     i64.const 218788
;;     i64.mul
;;     local.get 0
;;     i64.const 226707
;;     i64.mul
;;     local.get 0
;;     i64.const 234626
;;     i64.mul
;;     local.get 0
;;     i64.const 242545
;;     i64.mul
;;     local.get 0
;;     i64.const 250464
;;     i64.mul
;;     local.get 0
;;     i64.const 258383
;;     i64.mul
;;     local.get 0
;;     i64.const 266302
;;     i64.mul
;;     local.get 0
;;     i64.const 274221
;;     i64.mul
;;     local.get 0
;;     i64.const 282140
;;     i64.mul
;;     struct.new $numbers
;;   )
;;   (func (;1;) (type 2) (param i64) (result i32)
;;     local.get 0
;;     call $make
;;     local.get 0
;;     call $make
;;     ref.eq
;;   )
;; )
