;; A call in a try_table is not inlined, since its exceptions are caught. The function is copied unchanged.
;; test: optimize -O3
;; run: f(0) == 1
;; run: f(1) == 7
(module
  (tag $t (param i32))
  (func $throw (param i32) (if (local.get 0) (then (throw $t (i32.const 7)))))
  (func (export "f") (param i32) (result i32)
    (block $caught (result i32)
      (try_table (catch $t $caught) (call $throw (local.get 0)))
      (i32.const 1))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (tag $t (;0;) (type 0) (param i32))
;;   (export "f" (func 1))
;;   (func $throw (;0;) (type 0) (param i32)
;;     local.get 0
;;     i32.eqz
;;     br_if 0
;;     i32.const 7
;;     throw $t
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (catch $t 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $throw
;;         end
;;         i32.const 1
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;; )
