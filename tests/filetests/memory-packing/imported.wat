;; What an imported memory holds is not known: its segments stay.
;; test: pass memory-packing
(module
  (import "env" "memory" (memory 1))
  (data (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00"))

;; expect:
;; (module
;;   (import "env" "memory" (memory (;0;) 1))
;;   (data (;0;) (i32.const 0) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;; )
