;; Base rematerialization: of two tables, the one with more sums gets the register.
;; test: pass call-facts,ssa-cleanup,fold,gvn,dce,base-rematerialization,dce
;; run: f(1) == 3
(module
  (memory 1)
  (data (i32.const 1024) "\02\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00")
  (func $walk (param $small i32) (param $table i32) (param $at i32) (result i32)
    (local $sum i32)
    (loop $next
      (local.set $sum (i32.add (local.get $sum) (local.get $at)))
      (if (i32.and (local.get $at) (i32.const 1))
        (then (local.set $at (i32.load (i32.add (local.get $table) (i32.shl (i32.load (i32.add (local.get $small) (i32.shl (local.get $at) (i32.const 2)))) (i32.const 2))))))
        (else
          (if (i32.and (local.get $at) (i32.const 4))
            (then (local.set $at (i32.load (i32.add (local.get $table) (i32.shl (i32.load (i32.add (local.get $small) (i32.shl (local.get $at) (i32.const 2)))) (i32.const 3))))))
            (else (local.set $at (i32.load (i32.add (local.get $table) (i32.shl (local.get $at) (i32.const 1)))))))))
      (br_if $next (local.get $at)))
    (local.get $sum))
  (func (export "f") (param i32) (result i32)
    (call $walk (i32.const 4096) (i32.const 1024) (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 1))
;;   (func $walk (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     i32.const 0
;;     local.set 0
;;     loop ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       local.set 0
;;       local.get 2
;;       i32.const 1
;;       i32.and
;;       if ;; label = @2
;;         local.get 1
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.const 4096
;;         i32.add
;;         i32.load
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         i32.load
;;         local.set 2
;;       else
;;         local.get 2
;;         i32.const 4
;;         i32.and
;;         if ;; label = @3
;;           local.get 1
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           i32.const 4096
;;           i32.add
;;           i32.load
;;           i32.const 3
;;           i32.shl
;;           i32.add
;;           i32.load
;;           local.set 2
;;         else
;;           local.get 1
;;           local.get 2
;;           i32.const 1
;;           i32.shl
;;           i32.add
;;           i32.load
;;           local.set 2
;;         end
;;       end
;;       local.get 2
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     i32.const 4096
;;     i32.const 1024
;;     local.get 0
;;     call $walk
;;   )
;;   (data (;0;) (i32.const 1024) "\02\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00")
;; )
