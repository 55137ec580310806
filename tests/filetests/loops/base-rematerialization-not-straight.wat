;; No base rematerialization outside of loops.
;; test: pass call-facts,ssa-cleanup,fold,gvn,dce,base-rematerialization,dce
;; run: f(1) == 5
(module
  (memory 1)
  (data (i32.const 1024) "\02\00\00\00\03\00\00\00\02\00\00\00\00\00\00\00")
  (func $two (param $table i32) (param $at i32) (result i32)
    (i32.add
      (i32.load (i32.add (local.get $table) (i32.shl (local.get $at) (i32.const 2))))
      (i32.load (i32.add (local.get $table) (i32.shl (i32.load (local.get $table)) (i32.const 2))))))
  (func (export "f") (param i32) (result i32)
    (call $two (i32.const 1024) (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 1))
;;   (func $two (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 1
;;     i32.const 2
;;     i32.shl
;;     i32.const 1024
;;     i32.add
;;     i32.load
;;     i32.const 1024
;;     i32.load
;;     i32.const 2
;;     i32.shl
;;     i32.const 1024
;;     i32.add
;;     i32.load
;;     i32.add
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     i32.const 1024
;;     local.get 0
;;     call $two
;;   )
;;   (data (;0;) (i32.const 1024) "\02\00\00\00\03\00\00\00\02\00\00\00\00\00\00\00")
;; )
