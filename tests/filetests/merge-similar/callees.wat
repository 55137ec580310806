;; Where the module calls references, functions may differ in what they call, also in calls with handlers; a function
;; that calls itself is one that calls the common one.
;; test: pass merge-similar
;; run: f(8) == 9
;; run: g(8) == 10
;; run: down(3) == 6
;; run: too(3) == 9
(module
  (type $unary (func (param i32) (result i32)))
  (tag $t (param i32))
  (memory 1)
  (func $one (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
  (func $two (param i32) (result i32) (throw $t (i32.add (local.get 0) (i32.const 2))))
  (func (export "references") (param (ref null $unary)) (result i32)
    (call_ref $unary (i32.const 1) (local.get 0)))
  (func (export "f") (param i32) (result i32)
    (i32.store offset=40000 (local.get 0) (i32.const 1))
    (i32.store offset=50000 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (drop (i32.mul (local.get 0) (i32.const 200000)))
    (block $caught (result i32)
      (try_table (result i32) (catch $t $caught) (call $one (local.get 0)))))
  (func (export "g") (param i32) (result i32)
    (i32.store offset=40000 (local.get 0) (i32.const 1))
    (i32.store offset=50000 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (drop (i32.mul (local.get 0) (i32.const 200000)))
    (block $caught (result i32)
      (try_table (result i32) (catch $t $caught) (call $two (local.get 0)))))
  (func $down (export "down") (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
    (i32.store offset=60000 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (i32.const 2) (call $down (i32.sub (local.get 0) (i32.const 1)))))
  (func $too (export "too") (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
    (i32.store offset=60000 (local.get 0) (i32.mul (local.get 0) (i32.const 100000)))
    (i32.store offset=51000 (local.get 0) (i32.mul (local.get 0) (i32.const 5100000)))
    (i32.store offset=52000 (local.get 0) (i32.mul (local.get 0) (i32.const 5200000)))
    (i32.store offset=53000 (local.get 0) (i32.mul (local.get 0) (i32.const 5300000)))
    (i32.add (i32.const 3) (call $too (i32.sub (local.get 0) (i32.const 1))))))

;; expect:
;; (module
;;   (type $unary (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32)))
;;   (type (;2;) (func (param (ref null $unary)) (result i32)))
;;   (type (;3;) (func (param i32 (ref $unary)) (result i32)))
;;   (type (;4;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (tag $t (;0;) (type 1) (param i32))
;;   (export "references" (func 2))
;;   (export "f" (func 3))
;;   (export "g" (func 4))
;;   (export "down" (func $down))
;;   (export "too" (func $too))
;;   (elem (;0;) declare func $one $two)
;;   (func $one (;0;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $two (;1;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2
;;     i32.add
;;     throw $t
;;   )
;;   (func (;2;) (type 2) (param (ref null $unary)) (result i32)
;;     i32.const 1
;;     local.get 0
;;     call_ref $unary
;;   )
;;   (func (;3;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     ref.func $one
;;     call 7
;;   )
;;   (func (;4;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     ref.func $two
;;     call 7
;;   )
;;   (func $down (;5;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2
;;     call $down|similar
;;   )
;;   (func $too (;6;) (type $unary) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     call $down|similar
;;   )
;;   (func (;7;) (type 3) (param i32 (ref $unary)) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=40000
;;     local.get 0
;;     local.get 0
;;     i32.const 100000
;;     i32.mul
;;     i32.store offset=50000
;;     local.get 0
;;     local.get 0
;;     i32.const 5100000
;;     i32.mul
;;     i32.store offset=51000
;;     local.get 0
;;     local.get 0
;;     i32.const 5200000
;;     i32.mul
;;     i32.store offset=52000
;;     local.get 0
;;     local.get 0
;;     i32.const 5300000
;;     i32.mul
;;     i32.store offset=53000
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $t 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           local.get 1
;;           call_ref $unary
;;         end
;;         local.tee 0
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func $down|similar (;8;) (type 4) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.eqz
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
;;       local.get 0
;;       local.get 0
;;       i32.const 100000
;;       i32.mul
;;       i32.store offset=60000
;;       local.get 0
;;       local.get 0
;;       i32.const 5100000
;;       i32.mul
;;       i32.store offset=51000
;;       local.get 0
;;       local.get 0
;;       i32.const 5200000
;;       i32.mul
;;       i32.store offset=52000
;;       local.get 0
;;       local.get 0
;;       i32.const 5300000
;;       i32.mul
;;       i32.store offset=53000
;;       local.get 1
;;       local.get 0
;;       i32.const 1
;;       i32.sub
;;       local.get 1
;;       call $down|similar
;;       i32.add
;;     end
;;   )
;; )
