;; A type that an import mentions is known outside: the host may make objects of it, and change them.
;; test: pass constant-fields,call-facts,dce
;; promise: closed-world
;; run: f() == 3
(module
  (type $Mine (sub (struct (field (mut i32)))))
  (type $Inner (struct (field i32) (field i64)))
  (type $Yours (struct (field i32) (field (ref null $Inner))))
  (import "env" "yours" (func $yours (result (ref null $Yours))))
  (func $mine (result i32) (struct.get $Mine 0 (struct.new $Mine (i32.const 3))))
  (func (export "g") (result i32)
    (struct.get $Inner 0
      (struct.get $Yours 1 (struct.new $Yours (i32.const 1) (struct.new $Inner (i32.const 2) (i64.const 0))))))
  (func (export "h") (result i32) (struct.get $Inner 0 (struct.get $Yours 1 (call $yours))))
  (func (export "f") (result i32) (call $mine)))

;; expect:
;; (module
;;   (type $Mine (;0;) (sub (struct (field (mut i32)))))
;;   (type $Inner (;1;) (struct (field i32) (field i64)))
;;   (type $Yours (;2;) (struct (field i32) (field (ref null $Inner))))
;;   (type (;3;) (func (result (ref null $Yours))))
;;   (type (;4;) (func (result i32)))
;;   (import "env" "yours" (func $yours (;0;) (type 3) (result (ref null $Yours))))
;;   (export "g" (func 2))
;;   (export "h" (func 3))
;;   (export "f" (func 4))
;;   (func $mine (;1;) (type 4) (result i32)
;;     i32.const 3
;;   )
;;   (func (;2;) (type 4) (result i32)
;;     i32.const 1
;;     i32.const 2
;;     i64.const 0
;;     struct.new $Inner
;;     struct.new $Yours
;;     struct.get $Yours 1
;;     struct.get $Inner 0
;;   )
;;   (func (;3;) (type 4) (result i32)
;;     call $yours
;;     struct.get $Yours 1
;;     struct.get $Inner 0
;;   )
;;   (func (;4;) (type 4) (result i32)
;;     call $mine
;;   )
;; )
