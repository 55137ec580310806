;; A segment that does not fit into the memory traps when the module is instantiated, zeros or not: all stay. So do those
;; of a memory in which a segment has an offset that is not a constant, which may overlap with others.
;; test: pass memory-packing
(module
  (import "env" "base" (global $base i32))
  (memory $small (export "small") 1)
  (memory $other (export "other") 1)
  (data (memory $small) (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (memory $small) (i32.const 65530) "\00\00\00\00\00\00\00")
  (data (memory $other) (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (memory $other) (global.get $base) "b"))

;; expect:
;; (module
;;   (import "env" "base" (global $base (;0;) i32))
;;   (memory $small (;0;) 1)
;;   (memory $other (;1;) 1)
;;   (export "small" (memory $small))
;;   (export "other" (memory $other))
;;   (data (;0;) (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;;   (data (;1;) (i32.const 65530) "\00\00\00\00\00\00\00")
;;   (data (;2;) (memory $other) (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;;   (data (;3;) (memory $other) (global.get $base) "b")
;; )
