;; A call through a table at a known index is direct in a try_table, too.
;; test: pass call-facts,ssa-cleanup,dce
;; run: f(0) == 1
;; run: f(3) == 3
(module
  (type $t (func (param i32) (result i32)))
  (tag $e (param i32))
  (table 1 1 funcref)
  (elem (i32.const 0) $g)
  (func $g (type $t) (if (local.get 0) (then (throw $e (local.get 0)))) (i32.const 1))
  (func (export "f") (param i32) (result i32)
    (block $caught (result i32)
      (try_table (result i32) (catch $e $caught)
        (call_indirect (type $t) (local.get 0) (i32.const 0))))))

;; expect:
;; (module
;;   (type $t (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32)))
;;   (table (;0;) 1 1 funcref)
;;   (tag $e (;0;) (type 1) (param i32))
;;   (export "f" (func 1))
;;   (elem (;0;) (i32.const 0) func $g)
;;   (func $g (;0;) (type $t) (param i32) (result i32)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 0
;;       throw $e
;;     end
;;     i32.const 1
;;   )
;;   (func (;1;) (type $t) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $g
;;         end
;;         local.tee 0
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;; )
