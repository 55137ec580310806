;; The initial value of a global that only one other mentions, once, is computed there, at any depth. Not one that is
;; mentioned twice, by a body or a segment, or that is exported, imported, or mutable.
;; test: pass nest-globals
;; run: f() == -16777184
(module
  (type $inner (struct (field i32)))
  (type $outer (struct (field (ref $inner)) (field i32)))
  (type $pair (struct (field (ref $inner)) (field (ref $inner))))
  (type $deep (struct (field (ref $outer))))
  (import "m" "i" (global $imported i32))
  (global $part (ref $inner) (struct.new $inner (i32.const 1)))
  (global $middle (ref $outer) (struct.new $outer (global.get $part) (i32.const 2)))
  (global $top (ref $deep) (struct.new $deep (global.get $middle)))
  (global $twice (ref $inner) (struct.new $inner (i32.const 4)))
  (global $pair (ref $pair) (struct.new $pair (global.get $twice) (global.get $twice)))
  (global $by-body (ref $inner) (struct.new $inner (i32.const 8)))
  (global $of-body (ref $outer) (struct.new $outer (global.get $by-body) (i32.const 0)))
  (global $exported (export "g") (ref $inner) (struct.new $inner (i32.const 16)))
  (global $of-exported (ref $outer) (struct.new $outer (global.get $exported) (i32.const 0)))
  (global $by-segment (ref $inner) (struct.new $inner (i32.const 32)))
  (global $of-segment (ref $outer) (struct.new $outer (global.get $by-segment) (i32.const 0)))
  (global $of-import (ref $inner) (struct.new $inner (global.get $imported)))
  (global $changes (mut (ref $inner)) (struct.new $inner (i32.const 1)))
  (elem $segment (ref $inner) (global.get $by-segment))
  (func (export "f") (result i32)
    (global.set $changes (global.get $by-body))
    (i32.add
      (i32.add
        (struct.get $inner 0 (struct.get $outer 0 (struct.get $deep 0 (global.get $top))))
        (struct.get $outer 1 (struct.get $deep 0 (global.get $top))))
      (i32.add
        (i32.mul
          (ref.eq (struct.get $pair 0 (global.get $pair)) (struct.get $pair 1 (global.get $pair)))
          (struct.get $inner 0 (struct.get $pair 0 (global.get $pair))))
        (i32.add
          (i32.mul
            (ref.eq (struct.get $outer 0 (global.get $of-body)) (global.get $changes))
            (struct.get $inner 0 (global.get $by-body)))
          (i32.add
            (struct.get $inner 0 (struct.get $outer 0 (global.get $of-exported)))
            (i32.sub
              (struct.get $inner 0 (struct.get $outer 0 (global.get $of-segment)))
              (i32.add (i32.const 32) (struct.get $inner 0 (global.get $of-import))))))))))

;; expect:
;; (module
;;   (type $inner (;0;) (struct (field i32)))
;;   (type $outer (;1;) (struct (field (ref $inner)) (field i32)))
;;   (type $pair (;2;) (struct (field (ref $inner)) (field (ref $inner))))
;;   (type $deep (;3;) (struct (field (ref $outer))))
;;   (type (;4;) (func (result i32)))
;;   (import "m" "i" (global $imported (;0;) i32))
;;   (global $top (;1;) (ref $deep) i32.const 1 struct.new $inner i32.const 2 struct.new $outer struct.new $deep)
;;   (global $twice (;2;) (ref $inner) i32.const 4 struct.new $inner)
;;   (global $pair (;3;) (ref $pair) global.get $twice global.get $twice struct.new $pair)
;;   (global $by-body (;4;) (ref $inner) i32.const 8 struct.new $inner)
;;   (global $of-body (;5;) (ref $outer) global.get $by-body i32.const 0 struct.new $outer)
;;   (global $exported (;6;) (ref $inner) i32.const 16 struct.new $inner)
;;   (global $of-exported (;7;) (ref $outer) global.get $exported i32.const 0 struct.new $outer)
;;   (global $by-segment (;8;) (ref $inner) i32.const 32 struct.new $inner)
;;   (global $of-segment (;9;) (ref $outer) global.get $by-segment i32.const 0 struct.new $outer)
;;   (global $of-import (;10;) (ref $inner) global.get $imported struct.new $inner)
;;   (global $changes (;11;) (mut (ref $inner)) i32.const 1 struct.new $inner)
;;   (export "g" (global $exported))
;;   (export "f" (func 0))
;;   (elem $segment (;0;) (ref $inner) (global.get $by-segment))
;;   (func (;0;) (type 4) (result i32)
;;     global.get $by-body
;;     global.set $changes
;;     global.get $top
;;     struct.get $deep 0
;;     struct.get $outer 0
;;     struct.get $inner 0
;;     global.get $top
;;     struct.get $deep 0
;;     struct.get $outer 1
;;     i32.add
;;     global.get $pair
;;     struct.get $pair 0
;;     global.get $pair
;;     struct.get $pair 1
;;     ref.eq
;;     global.get $pair
;;     struct.get $pair 0
;;     struct.get $inner 0
;;     i32.mul
;;     global.get $of-body
;;     struct.get $outer 0
;;     global.get $changes
;;     ref.eq
;;     global.get $by-body
;;     struct.get $inner 0
;;     i32.mul
;;     global.get $of-exported
;;     struct.get $outer 0
;;     struct.get $inner 0
;;     global.get $of-segment
;;     struct.get $outer 0
;;     struct.get $inner 0
;;     i32.const 32
;;     global.get $of-import
;;     struct.get $inner 0
;;     i32.add
;;     i32.sub
;;     i32.add
;;     i32.add
;;     i32.add
;;     i32.add
;;   )
;; )
