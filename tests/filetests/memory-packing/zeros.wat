;; Zeros at the beginning and the end of a segment go, and long runs between other bytes; a segment of zeros goes;
;; neighbours with few zeros between them are one segment. Names are those of the segment in which a new one begins.
;; test: pass memory-packing
;; run: f(100) == 97
;; run: f(101) == 0
;; run: f(150) == 98
;; run: f(1010) == 0
;; run: f(2003) == 100
;; run: f(2010) == 0
;; run: f(2015) == 101
;; run: f(65535) == 122
(module
  (memory (export "m") 1)
  (data (i32.const 65535) "z")
  (data $parted (i32.const 90) "\00\00\00\00\00\00\00\00\00\00a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00b\00\00\00")
  (data $zeros (i32.const 1000) "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data $second (i32.const 2015) "ef")
  (data $first (i32.const 2000) "abcd\00\00\00\00")
  (data $few (i32.const 3000) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00b")
  (func (export "f") (param i32) (result i32) (i32.load8_u (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "m" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.load8_u
;;   )
;;   (data $parted+10 (;0;) (i32.const 100) "a")
;;   (data $parted+60 (;1;) (i32.const 150) "b")
;;   (data $first (;2;) (i32.const 2000) "abcd\00\00\00\00\00\00\00\00\00\00\00ef")
;;   (data $few (;3;) (i32.const 3000) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00b")
;;   (data (;4;) (i32.const 65535) "z")
;; )
