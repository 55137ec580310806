;; No alias versioning when optimizing for size.
;; test: optimize -Os
;; run: f(64, 1024, 5) == 10
;; run: f(64, 60, 5) == 3
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $a i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (i32.const 0))
    (if (i32.gt_s (local.get $n) (i32.const 0)) (then
      (loop $l
        (i32.store (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))) (i32.load (local.get $p)))
        (i32.store offset=8 (local.get $p) (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $p)) (i32.const 2))))))
        (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
        (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))))
    (i32.load offset=8 (local.get $p))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.store
;;     local.get 0
;;     local.get 2
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=8
;;     local.get 2
;;     i32.const 0
;;     i32.gt_s
;;     if (result i32) ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 3
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         local.get 3
;;         i32.store
;;         local.get 0
;;         local.get 0
;;         i32.load offset=8
;;         local.get 1
;;         local.get 0
;;         i32.load
;;         local.tee 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         i32.load
;;         i32.add
;;         local.tee 4
;;         i32.store offset=8
;;         local.get 0
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         i32.store
;;         local.get 3
;;         local.get 0
;;         i32.load offset=4
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 4
;;     else
;;       i32.const 0
;;     end
;;   )
;; )
