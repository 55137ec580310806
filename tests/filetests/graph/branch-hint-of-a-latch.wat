;; The hint of a branch back to the start of a loop survives the graph, though no node has that branch's ways.
;; test: optimize -O1
;; run: g(0) == 0
;; run: g(40) == 273
(module (import "env" "log" (func $l (param i32)))
  (func (export "g") (param i32) (result i32) (local $i i32) (local $s i32)
    (loop
      (if (i32.gt_s (local.get $s) (i32.const 100))
        (then (call $l (local.get $s)) (local.set $s (i32.const 0))))
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $i) (i32.const 7))))
      (@metadata.code.branch_hint "\01")
      (br_if 0 (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get 0))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (import "env" "log" (func $l (;0;) (type 0) (param i32)))
;;   (export "g" (func 1))
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 100
;;       i32.gt_s
;;       if (result i32) ;; label = @2
;;         local.get 1
;;         call $l
;;         i32.const 0
;;       else
;;         local.get 1
;;       end
;;       local.get 2
;;       i32.const 7
;;       i32.mul
;;       i32.add
;;       local.set 1
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       local.get 0
;;       i32.lt_s
;;       (@metadata.code.branch_hint "\01")
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
