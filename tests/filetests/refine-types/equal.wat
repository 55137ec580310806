;; Types of equal structure are in groups of different lengths, and in none that equals a public one.
;; test: pass refine-types
;; promise: closed-world
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 2
;; run: f(3) == 3
;; run: f(4) == 4
(module
  (type $public (sub (struct (field (mut i32)))))
  (rec
    (type $a (sub (struct (field (mut i32)))))
    (type $b (sub (struct (field (mut i32)))))
    (type $c (sub (struct (field (mut i32)))))
    (type $d (sub (struct (field (mut i32)))))
    (type $of-a (sub (struct (field (mut (ref null $a))))))
    (type $of-b (sub (struct (field (mut (ref null $b)))))))
  (func $make (param $n i32) (result anyref)
    (block $0 (block $1 (block $2 (block $3 (block $4
      (br_table $0 $1 $2 $3 $4 (local.get $n)))
      (return (struct.new $public (i32.const 4))))
      (return (struct.new $d (i32.const 3))))
      (return (struct.new $of-b (struct.new $b (i32.const 2)))))
      (return (struct.new $of-a (struct.new $a (i32.const 1)))))
    (struct.new $c (i32.const 0)))
  (func (export "public") (result (ref null $public)) (ref.null none))
  (func (export "f") (param $n i32) (result i32)
    (local $any anyref)
    (local.set $any (call $make (local.get $n)))
    (if (ref.test (ref $a) (local.get $any)) (then (unreachable)))
    (if (ref.test (ref $b) (local.get $any)) (then (unreachable)))
    (if (ref.test (ref $c) (local.get $any))
      (then
        (struct.set $c 0 (ref.cast (ref $c) (local.get $any)) (i32.const 0))
        (return (struct.get $c 0 (ref.cast (ref $c) (local.get $any))))))
    (if (ref.test (ref $d) (local.get $any))
      (then
        (struct.set $d 0 (ref.cast (ref $d) (local.get $any)) (i32.const 3))
        (return (struct.get $d 0 (ref.cast (ref $d) (local.get $any))))))
    (if (ref.test (ref $public) (local.get $any))
      (then
        (struct.set $public 0 (ref.cast (ref $public) (local.get $any)) (i32.const 4))
        (return (struct.get $public 0 (ref.cast (ref $public) (local.get $any))))))
    (if (ref.test (ref $of-a) (local.get $any))
      (then
        (struct.set $of-a 0 (ref.cast (ref $of-a) (local.get $any)) (struct.new $a (i32.const 1)))
        (struct.set $a 0 (struct.get $of-a 0 (ref.cast (ref $of-a) (local.get $any))) (i32.const 1))
        (return (struct.get $a 0 (struct.get $of-a 0 (ref.cast (ref $of-a) (local.get $any)))))))
    (struct.set $of-b 0 (ref.cast (ref $of-b) (local.get $any)) (struct.new $b (i32.const 2)))
    (struct.set $b 0 (struct.get $of-b 0 (ref.cast (ref $of-b) (local.get $any))) (i32.const 2))
    (struct.get $b 0 (struct.get $of-b 0 (ref.cast (ref $of-b) (local.get $any))))))

;; expect:
;; (module
;;   (type $public (;0;) (sub (struct (field (mut i32)))))
;;   (type (;1;) (func (result (ref null $public))))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (rec
;;     (type $a (;3;) (sub (struct (field (mut i32)))))
;;     (type (;4;) (struct))
;;   )
;;   (rec
;;     (type $b (;5;) (sub (struct (field (mut i32)))))
;;     (type $c (;6;) (sub (struct (field (mut i32)))))
;;     (type $d (;7;) (sub (struct (field (mut i32)))))
;;   )
;;   (type (;8;) (func (param i32) (result (ref eq))))
;;   (type $of-a (;9;) (sub (struct (field (mut (ref $a))))))
;;   (type $of-b (;10;) (sub (struct (field (mut (ref $b))))))
;;   (export "public" (func 1))
;;   (export "f" (func 2))
;;   (func $make (;0;) (type 8) (param i32) (result (ref eq))
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           block ;; label = @4
;;             block ;; label = @5
;;               local.get 0
;;               br_table 4 (;@1;) 3 (;@2;) 2 (;@3;) 1 (;@4;) 0 (;@5;)
;;             end
;;             i32.const 4
;;             struct.new $public
;;             return
;;           end
;;           i32.const 3
;;           struct.new $d
;;           return
;;         end
;;         i32.const 2
;;         struct.new $b
;;         struct.new $of-b
;;         return
;;       end
;;       i32.const 1
;;       struct.new $a
;;       struct.new $of-a
;;       return
;;     end
;;     i32.const 0
;;     struct.new $c
;;   )
;;   (func (;1;) (type 1) (result (ref null $public))
;;     ref.null none
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     (local (ref eq))
;;     local.get 0
;;     call $make
;;     local.tee 1
;;     ref.test (ref $a)
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 1
;;     ref.test (ref $b)
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 1
;;     ref.test (ref $c)
;;     if (result i32) ;; label = @1
;;       local.get 1
;;       ref.cast (ref $c)
;;       i32.const 0
;;       struct.set $c 0
;;       local.get 1
;;       ref.cast (ref $c)
;;       struct.get $c 0
;;     else
;;       local.get 1
;;       ref.test (ref $d)
;;       if (result i32) ;; label = @2
;;         local.get 1
;;         ref.cast (ref $d)
;;         i32.const 3
;;         struct.set $d 0
;;         local.get 1
;;         ref.cast (ref $d)
;;         struct.get $d 0
;;       else
;;         local.get 1
;;         ref.test (ref $public)
;;         if (result i32) ;; label = @3
;;           local.get 1
;;           ref.cast (ref $public)
;;           i32.const 4
;;           struct.set $public 0
;;           local.get 1
;;           ref.cast (ref $public)
;;           struct.get $public 0
;;         else
;;           local.get 1
;;           ref.test (ref $of-a)
;;           if (result i32) ;; label = @4
;;             local.get 1
;;             ref.cast (ref $of-a)
;;             i32.const 1
;;             struct.new $a
;;             struct.set $of-a 0
;;             local.get 1
;;             ref.cast (ref $of-a)
;;             struct.get $of-a 0
;;             i32.const 1
;;             struct.set $a 0
;;             local.get 1
;;             ref.cast (ref $of-a)
;;             struct.get $of-a 0
;;             struct.get $a 0
;;           else
;;             local.get 1
;;             ref.cast (ref $of-b)
;;             i32.const 2
;;             struct.new $b
;;             struct.set $of-b 0
;;             local.get 1
;;             ref.cast (ref $of-b)
;;             struct.get $of-b 0
;;             i32.const 2
;;             struct.set $b 0
;;             local.get 1
;;             ref.cast (ref $of-b)
;;             struct.get $of-b 0
;;             struct.get $b 0
;;           end
;;         end
;;       end
;;     end
;;   )
;; )
