;; Types of one shape are one, but for those that a cast tells apart.
;; test: optimize -O1
;; promise: closed-world
;; run: f(0) == 1
;; run: f(1) == 0
;; run: f(2) == 0
;; run: f(3) == 0
(module
  (rec
    (type $top (sub (struct (field (mut i32)))))
    (type $a (sub $top (struct (field (mut i32)))))
    (type $b (sub $top (struct (field (mut i32)))))
    (type $c (sub $top (struct (field (mut i32)))))
    (type $other (sub (struct (field (mut i32))))))
  (global $kept (mut anyref) (ref.null none))
  (func (export "f") (param $n i32) (result i32)
    (block $done
      (block $0 (block $1 (block $2 (block $3
        (br_table $0 $1 $2 $3 (local.get $n)))
        (global.set $kept (struct.new $other (local.get $n))) (br $done))
        (global.set $kept (struct.new $c (local.get $n))) (br $done))
        (global.set $kept (struct.new $b (local.get $n))) (br $done))
      (global.set $kept (struct.new $a (local.get $n))))
    (if (i32.eqz (struct.get $top 0 (block $no (result (ref null $top))
        (br_on_cast $no anyref (ref null $top) (global.get $kept))
        (drop) (return (i32.const 0)))))
      (then (struct.set $top 0 (ref.cast (ref $top) (global.get $kept)) (i32.const 3))))
    (ref.test (ref $a) (global.get $kept))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $top (;1;) (sub (struct (field (mut i32)))))
;;   (type $other (;2;) (sub (struct)))
;;   (type $a (;3;) (sub $top (struct (field (mut i32)))))
;;   (global $kept (;0;) (mut eqref) ref.null none)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local (ref null $top) eqref)
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           block ;; label = @4
;;             block ;; label = @5
;;               local.get 0
;;               br_table 3 (;@2;) 2 (;@3;) 1 (;@4;) 0 (;@5;)
;;             end
;;             struct.new $other
;;             global.set $kept
;;             br 3 (;@1;)
;;           end
;;           i32.const 2
;;           struct.new $top
;;           global.set $kept
;;           br 2 (;@1;)
;;         end
;;         i32.const 1
;;         struct.new $top
;;         global.set $kept
;;         br 1 (;@1;)
;;       end
;;       i32.const 0
;;       struct.new $a
;;       global.set $kept
;;     end
;;     block (result (ref null $top)) ;; label = @1
;;       global.get $kept
;;       local.tee 2
;;       br_on_cast 0 (;@1;) anyref (ref null $top)
;;       drop
;;       i32.const 0
;;       return
;;     end
;;     local.set 1
;;     block ;; label = @1
;;       local.get 1
;;       struct.get $top 0
;;       br_if 0 (;@1;)
;;       local.get 1
;;       i32.const 3
;;       struct.set $top 0
;;     end
;;     local.get 2
;;     ref.test (ref $a)
;;   )
;; )
