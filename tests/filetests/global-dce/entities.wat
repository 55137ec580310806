;; Entities that no export reaches are removed, imports too. What has effects at instantiation stays.
;; test: pass global-dce
;; run: f() == 1
(module
  (type $unused (func (param f64) (result f64)))
  (import "env" "log" (func $log (param i32)))
  (import "env" "memory" (memory 1))
  (global $unused (mut i32) (i32.const 0))
  (global $used (mut i32) (i32.const 1))
  (table 4 funcref)
  (data (i32.const 0) "written into the imported memory")
  (data $passive "never used")
  (func $recursive (call $recursive))
  (func $helper (result i32) (global.get $used))
  (func (export "f") (result i32) (call $helper)))

;; expect:
;; (module
;;   (type (;0;) (func (result i32)))
;;   (import "env" "memory" (memory (;0;) 1))
;;   (global $used (;0;) (mut i32) i32.const 1)
;;   (export "f" (func 1))
;;   (func $helper (;0;) (type 0) (result i32)
;;     global.get $used
;;   )
;;   (func (;1;) (type 0) (result i32)
;;     call $helper
;;   )
;;   (data (;0;) (i32.const 0) "written into the imported memory")
;; )
