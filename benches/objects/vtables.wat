;; Virtual calls over a hierarchy of classes, as compilers of Kotlin and Java write them: an object begins with
;; its class's table of methods, with its tables of interfaces and with what describes the class. The tables
;; are immutable structs in immutable globals. A method takes its receiver as the root class and casts it.
;; A constructor makes the object if it gets null, else initializes the part of its class.
(module $vtables
  (rec
    (type $to_int (func (param (ref null $Any)) (result i32)))
    (type $with_int (func (param (ref null $Any) i32)))
    (type $with_any (func (param (ref null $Any) (ref null $Any)) (result i32)))
    (type $rtti (struct (field $super (ref null $rtti)) (field $id i32) (field $name i32)))
    (type $itables (array (ref null struct)))
    (type $Comparable.itable (struct (field $compareTo (ref null $with_any))))
    (type $Scalable.itable (struct (field $scale (ref null $with_int)) (field $factor (ref null $to_int))))
    (type $Any.vtable (sub (struct (field $equals (ref null $with_any)) (field $hashCode (ref null $to_int)))))
    (type $Shape.vtable (sub $Any.vtable (struct
      (field $equals (ref null $with_any)) (field $hashCode (ref null $to_int)) (field $area (ref null $to_int))
      (field $scale (ref null $with_int)) (field $sides (ref null $to_int)))))
    (type $Group.vtable (sub final $Shape.vtable (struct
      (field $equals (ref null $with_any)) (field $hashCode (ref null $to_int)) (field $area (ref null $to_int))
      (field $scale (ref null $with_int)) (field $sides (ref null $to_int)) (field $add (ref null $with_any)))))
    (type $Any (sub (struct
      (field $vtable (ref $Any.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32)))))
    (type $Shape (sub $Any (struct
      (field $vtable (ref $Shape.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32))
      (field $color (mut i32)))))
    (type $Rect (sub $Shape (struct
      (field $vtable (ref $Shape.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32))
      (field $color (mut i32)) (field $width (mut i32)) (field $height (mut i32)))))
    (type $Square (sub final $Rect (struct
      (field $vtable (ref $Shape.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32))
      (field $color (mut i32)) (field $width (mut i32)) (field $height (mut i32)))))
    (type $Circle (sub final $Shape (struct
      (field $vtable (ref $Shape.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32))
      (field $color (mut i32)) (field $radius (mut i32)))))
    (type $Group (sub final $Shape (struct
      (field $vtable (ref $Group.vtable)) (field $itables (ref null $itables)) (field $rtti (ref $rtti)) (field $hash (mut i32))
      (field $color (mut i32)) (field $items (mut (ref null $AnyArray))) (field $size (mut i32)))))
    (type $AnyArray (array (mut (ref null $Any)))))

  (global $Any.rtti (ref $rtti) (struct.new $rtti (ref.null $rtti) (i32.const 1) (i32.const 100)))
  (global $Shape.rtti (ref $rtti) (struct.new $rtti (global.get $Any.rtti) (i32.const 2) (i32.const 104)))
  (global $Rect.rtti (ref $rtti) (struct.new $rtti (global.get $Shape.rtti) (i32.const 3) (i32.const 110)))
  (global $Square.rtti (ref $rtti) (struct.new $rtti (global.get $Rect.rtti) (i32.const 4) (i32.const 115)))
  (global $Circle.rtti (ref $rtti) (struct.new $rtti (global.get $Shape.rtti) (i32.const 5) (i32.const 122)))
  (global $Group.rtti (ref $rtti) (struct.new $rtti (global.get $Shape.rtti) (i32.const 6) (i32.const 129)))

  (global $Rect.vtable (ref $Shape.vtable) (struct.new $Shape.vtable
    (ref.func $Rect.equals) (ref.func $Any.hashCode) (ref.func $Rect.area) (ref.func $Rect.scale) (ref.func $Rect.sides)))
  (global $Square.vtable (ref $Shape.vtable) (struct.new $Shape.vtable
    (ref.func $Rect.equals) (ref.func $Any.hashCode) (ref.func $Rect.area) (ref.func $Square.scale) (ref.func $Rect.sides)))
  (global $Circle.vtable (ref $Shape.vtable) (struct.new $Shape.vtable
    (ref.func $Circle.equals) (ref.func $Circle.hashCode) (ref.func $Circle.area) (ref.func $Circle.scale) (ref.func $Shape.sides)))
  (global $Group.vtable (ref $Group.vtable) (struct.new $Group.vtable
    (ref.func $Any.equals) (ref.func $Any.hashCode) (ref.func $Group.area) (ref.func $Group.scale) (ref.func $Group.sides) (ref.func $Group.add)))
  (global $Rect.itables (ref $itables) (array.new_fixed $itables 2
    (struct.new $Comparable.itable (ref.func $Shape.compareTo)) (struct.new $Scalable.itable (ref.func $Rect.scale) (ref.func $Rect.factor))))
  (global $Square.itables (ref $itables) (array.new_fixed $itables 2
    (struct.new $Comparable.itable (ref.func $Shape.compareTo)) (struct.new $Scalable.itable (ref.func $Square.scale) (ref.func $Rect.factor))))
  (global $Circle.itables (ref $itables) (array.new_fixed $itables 2
    (struct.new $Comparable.itable (ref.func $Shape.compareTo)) (struct.new $Scalable.itable (ref.func $Circle.scale) (ref.func $Circle.factor))))
  (global $hashes (mut i32) (i32.const 0))

  ;; open class Any
  (func $Any.<init> (param $this (ref null $Any)) (result (ref null $Any))
    (local.get $this))
  (func $Any.equals (type $with_any) (param $this (ref null $Any)) (param $other (ref null $Any)) (result i32)
    (ref.eq (local.get $this) (local.get $other)))
  (func $Any.hashCode (type $to_int) (param $this (ref null $Any)) (result i32)
    (if (i32.eqz (struct.get $Any $hash (local.get $this))) (then
      (global.set $hashes (i32.add (global.get $hashes) (i32.const 1)))
      (struct.set $Any $hash (local.get $this) (global.get $hashes))))
    (struct.get $Any $hash (local.get $this)))

  ;; abstract class Shape : Any, Comparable
  (func $Shape.<init> (param $this (ref null $Shape)) (param $color i32) (result (ref null $Shape))
    (drop (call $Any.<init> (local.get $this)))
    (struct.set $Shape $color (local.get $this) (local.get $color))
    (local.get $this))
  (func $Shape.sides (type $to_int) (param $this (ref null $Any)) (result i32)
    (i32.const 0))
  (func $Shape.compareTo (type $with_any) (param $this (ref null $Any)) (param $other (ref null $Any)) (result i32)
    (local $me (ref null $Shape)) (local $that (ref null $Shape)) (local $a i32) (local $b i32)
    (local.set $me (ref.cast (ref null $Shape) (local.get $this)))
    (local.set $that (ref.cast (ref null $Shape) (local.get $other)))
    (local.set $a (call_ref $to_int (local.get $me) (struct.get $Shape.vtable $area (struct.get $Shape $vtable (local.get $me)))))
    (local.set $b (call_ref $to_int (local.get $that) (struct.get $Shape.vtable $area (struct.get $Shape $vtable (local.get $that)))))
    (if (result i32) (i32.lt_s (local.get $a) (local.get $b)) (then (i32.const -1))
      (else (i32.ne (local.get $a) (local.get $b)))))

  ;; open class Rect : Shape, Scalable
  (func $Rect.<init> (param $this (ref null $Rect)) (param $color i32) (param $width i32) (param $height i32) (result (ref null $Rect))
    (if (ref.is_null (local.get $this)) (then
      (local.set $this (struct.new $Rect (global.get $Rect.vtable) (global.get $Rect.itables) (global.get $Rect.rtti) (i32.const 0)
        (i32.const 0) (i32.const 0) (i32.const 0)))))
    (drop (call $Shape.<init> (local.get $this) (local.get $color)))
    (struct.set $Rect $width (local.get $this) (local.get $width))
    (struct.set $Rect $height (local.get $this) (local.get $height))
    (local.get $this))
  (func $Rect.equals (type $with_any) (param $this (ref null $Any)) (param $other (ref null $Any)) (result i32)
    (local $me (ref null $Rect)) (local $that (ref null $Rect))
    (local.set $me (ref.cast (ref null $Rect) (local.get $this)))
    (if (i32.eqz (ref.test (ref $Rect) (local.get $other))) (then (return (i32.const 0))))
    (local.set $that (ref.cast (ref null $Rect) (local.get $other)))
    (if (i32.ne (struct.get $Rect $width (local.get $me)) (struct.get $Rect $width (local.get $that))) (then (return (i32.const 0))))
    (i32.eq (struct.get $Rect $height (local.get $me)) (struct.get $Rect $height (local.get $that))))
  (func $Rect.area (type $to_int) (param $this (ref null $Any)) (result i32)
    (local $me (ref null $Rect))
    (local.set $me (ref.cast (ref null $Rect) (local.get $this)))
    (i32.mul (struct.get $Rect $width (local.get $me)) (struct.get $Rect $height (local.get $me))))
  (func $Rect.scale (type $with_int) (param $this (ref null $Any)) (param $by i32)
    (local $me (ref null $Rect))
    (local.set $me (ref.cast (ref null $Rect) (local.get $this)))
    (struct.set $Rect $width (local.get $me) (i32.and (i32.mul (struct.get $Rect $width (local.get $me)) (local.get $by)) (i32.const 1023)))
    (struct.set $Rect $height (local.get $me) (i32.and (i32.add (struct.get $Rect $height (local.get $me)) (local.get $by)) (i32.const 1023))))
  (func $Rect.sides (type $to_int) (param $this (ref null $Any)) (result i32)
    (i32.const 4))
  (func $Rect.factor (type $to_int) (param $this (ref null $Any)) (result i32)
    (i32.const 3))

  ;; class Square : Rect
  (func $Square.<init> (param $this (ref null $Square)) (param $color i32) (param $side i32) (result (ref null $Square))
    (if (ref.is_null (local.get $this)) (then
      (local.set $this (struct.new $Square (global.get $Square.vtable) (global.get $Square.itables) (global.get $Square.rtti) (i32.const 0)
        (i32.const 0) (i32.const 0) (i32.const 0)))))
    (drop (call $Rect.<init> (local.get $this) (local.get $color) (local.get $side) (local.get $side)))
    (local.get $this))
  (func $Square.scale (type $with_int) (param $this (ref null $Any)) (param $by i32)
    (local $me (ref null $Square))
    (local.set $me (ref.cast (ref null $Square) (local.get $this)))
    (call $Rect.scale (local.get $me) (local.get $by))
    (struct.set $Square $height (local.get $me) (struct.get $Square $width (local.get $me))))

  ;; class Circle : Shape, Scalable
  (func $Circle.<init> (param $this (ref null $Circle)) (param $color i32) (param $radius i32) (result (ref null $Circle))
    (if (ref.is_null (local.get $this)) (then
      (local.set $this (struct.new $Circle (global.get $Circle.vtable) (global.get $Circle.itables) (global.get $Circle.rtti) (i32.const 0)
        (i32.const 0) (i32.const 0)))))
    (drop (call $Shape.<init> (local.get $this) (local.get $color)))
    (struct.set $Circle $radius (local.get $this) (local.get $radius))
    (local.get $this))
  (func $Circle.equals (type $with_any) (param $this (ref null $Any)) (param $other (ref null $Any)) (result i32)
    (local $me (ref null $Circle))
    (local.set $me (ref.cast (ref null $Circle) (local.get $this)))
    (if (i32.eqz (ref.test (ref $Circle) (local.get $other))) (then (return (i32.const 0))))
    (i32.eq (struct.get $Circle $radius (local.get $me))
      (struct.get $Circle $radius (ref.cast (ref null $Circle) (local.get $other)))))
  (func $Circle.hashCode (type $to_int) (param $this (ref null $Any)) (result i32)
    (i32.mul (struct.get $Circle $radius (ref.cast (ref null $Circle) (local.get $this))) (i32.const 31)))
  (func $Circle.area (type $to_int) (param $this (ref null $Any)) (result i32)
    (local $me (ref null $Circle))
    (local.set $me (ref.cast (ref null $Circle) (local.get $this)))
    (i32.div_s (i32.mul (i32.mul (struct.get $Circle $radius (local.get $me)) (struct.get $Circle $radius (local.get $me))) (i32.const 355)) (i32.const 113)))
  (func $Circle.scale (type $with_int) (param $this (ref null $Any)) (param $by i32)
    (local $me (ref null $Circle))
    (local.set $me (ref.cast (ref null $Circle) (local.get $this)))
    (struct.set $Circle $radius (local.get $me) (i32.and (i32.mul (struct.get $Circle $radius (local.get $me)) (local.get $by)) (i32.const 511))))
  (func $Circle.factor (type $to_int) (param $this (ref null $Any)) (result i32)
    (i32.add (struct.get $Circle $color (ref.cast (ref null $Circle) (local.get $this))) (i32.const 1)))

  ;; class Group : Shape
  (func $Group.<init> (param $this (ref null $Group)) (param $capacity i32) (result (ref null $Group))
    (if (ref.is_null (local.get $this)) (then
      (local.set $this (struct.new $Group (global.get $Group.vtable) (ref.null $itables) (global.get $Group.rtti) (i32.const 0)
        (i32.const 0) (ref.null $AnyArray) (i32.const 0)))))
    (drop (call $Shape.<init> (local.get $this) (i32.const 0)))
    (struct.set $Group $items (local.get $this) (array.new_default $AnyArray (local.get $capacity)))
    (local.get $this))
  (func $Group.add (type $with_any) (param $this (ref null $Any)) (param $item (ref null $Any)) (result i32)
    (local $me (ref null $Group))
    (local.set $me (ref.cast (ref null $Group) (local.get $this)))
    (array.set $AnyArray (struct.get $Group $items (local.get $me)) (struct.get $Group $size (local.get $me)) (local.get $item))
    (struct.set $Group $size (local.get $me) (i32.add (struct.get $Group $size (local.get $me)) (i32.const 1)))
    (i32.const 1))
  (func $Group.get (param $this (ref null $Group)) (param $index i32) (result (ref null $Any))
    (if (i32.ge_u (local.get $index) (struct.get $Group $size (local.get $this))) (then (unreachable)))
    (array.get $AnyArray (struct.get $Group $items (local.get $this)) (local.get $index)))
  (func $Group.sum (param $this (ref null $Group)) (param $sides i32) (result i32)
    (local $i i32) (local $total i32) (local $item (ref null $Shape))
    (block $break (loop $continue
      (br_if $break (i32.ge_s (local.get $i) (struct.get $Group $size (local.get $this))))
      (local.set $item (ref.cast (ref null $Shape) (call $Group.get (local.get $this) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (local.get $sides)
        (then (local.set $total (i32.add (local.get $total)
          (call_ref $to_int (local.get $item) (struct.get $Shape.vtable $sides (struct.get $Shape $vtable (local.get $item)))))))
        (else (local.set $total (i32.add (local.get $total)
          (call_ref $to_int (local.get $item) (struct.get $Shape.vtable $area (struct.get $Shape $vtable (local.get $item))))))))
      (br $continue)))
    (local.get $total))
  (func $Group.area (type $to_int) (param $this (ref null $Any)) (result i32)
    (call $Group.sum (ref.cast (ref null $Group) (local.get $this)) (i32.const 0)))
  (func $Group.sides (type $to_int) (param $this (ref null $Any)) (result i32)
    (call $Group.sum (ref.cast (ref null $Group) (local.get $this)) (i32.const 1)))
  (func $Group.scale (type $with_int) (param $this (ref null $Any)) (param $by i32)
    (local $i i32) (local $me (ref null $Group)) (local $item (ref null $Shape))
    (local.set $me (ref.cast (ref null $Group) (local.get $this)))
    (block $break (loop $continue
      (br_if $break (i32.ge_s (local.get $i) (struct.get $Group $size (local.get $me))))
      (local.set $item (ref.cast (ref null $Shape) (call $Group.get (local.get $me) (local.get $i))))
      (call_ref $with_int (local.get $item) (local.get $by) (struct.get $Shape.vtable $scale (struct.get $Shape $vtable (local.get $item))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $continue))))

  ;; A class by its description, as reflection and casts to interfaces have it.
  (func $isSubclass (param $rtti (ref null $rtti)) (param $id i32) (result i32)
    (block $break (loop $continue
      (br_if $break (ref.is_null (local.get $rtti)))
      (if (i32.eq (struct.get $rtti $id (local.get $rtti)) (local.get $id)) (then (return (i32.const 1))))
      (local.set $rtti (struct.get $rtti $super (local.get $rtti)))
      (br $continue)))
    (i32.const 0))
  (func $makeShape (param $kind i32) (param $size i32) (result (ref null $Any))
    (if (i32.eqz (local.get $kind)) (then (return (call $Rect.<init> (ref.null $Rect) (local.get $kind) (local.get $size) (i32.add (local.get $size) (i32.const 2))))))
    (if (i32.eq (local.get $kind) (i32.const 1)) (then (return (call $Square.<init> (ref.null $Square) (local.get $kind) (local.get $size)))))
    (call $Circle.<init> (ref.null $Circle) (local.get $kind) (local.get $size)))

  (func (export "run") (param $n i32) (result i32)
    (local $i i32) (local $total i32) (local $group (ref null $Group)) (local $any (ref null $Any)) (local $shape (ref null $Shape)) (local $other (ref null $Any))
    (local.set $group (call $Group.<init> (ref.null $Group) (i32.const 16)))
    (block $filled (loop $fill
      (br_if $filled (i32.ge_s (local.get $i) (i32.const 16)))
      (local.set $any (call $makeShape (i32.rem_u (local.get $i) (i32.const 3)) (i32.add (local.get $i) (i32.const 3))))
      (drop (call_ref $with_any (local.get $group) (local.get $any) (struct.get $Group.vtable $add (struct.get $Group $vtable (local.get $group)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $fill)))
    (local.set $i (i32.const 0))
    (block $break (loop $continue
      (br_if $break (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $any (call $Group.get (local.get $group) (i32.and (local.get $i) (i32.const 15))))
      (local.set $other (call $Group.get (local.get $group) (i32.and (i32.mul (local.get $i) (i32.const 5)) (i32.const 15))))
      (local.set $shape (ref.cast (ref null $Shape) (local.get $any)))
      (local.set $total (i32.add (i32.mul (local.get $total) (i32.const 31))
        (call_ref $to_int (local.get $shape) (struct.get $Shape.vtable $area (struct.get $Shape $vtable (local.get $shape))))))
      (if (ref.test (ref $Square) (local.get $any)) (then
        (local.set $total (i32.add (local.get $total) (struct.get $Square $width (ref.cast (ref null $Square) (local.get $any)))))))
      (local.set $total (i32.xor (local.get $total)
        (call_ref $with_any (local.get $any) (local.get $other) (struct.get $Any.vtable $equals (struct.get $Any $vtable (local.get $any))))))
      (local.set $total (i32.add (local.get $total)
        (call_ref $to_int (local.get $any) (struct.get $Any.vtable $hashCode (struct.get $Any $vtable (local.get $any))))))
      (local.set $total (i32.add (local.get $total)
        (call_ref $with_any (local.get $any) (local.get $other)
          (struct.get $Comparable.itable $compareTo (ref.cast (ref $Comparable.itable) (array.get $itables (struct.get $Any $itables (local.get $any)) (i32.const 0)))))))
      (if (call $isSubclass (struct.get $Any $rtti (local.get $other)) (i32.const 3)) (then
        (call_ref $with_int (local.get $other)
          (call_ref $to_int (local.get $other)
            (struct.get $Scalable.itable $factor (ref.cast (ref $Scalable.itable) (array.get $itables (struct.get $Any $itables (local.get $other)) (i32.const 1)))))
          (struct.get $Scalable.itable $scale (ref.cast (ref $Scalable.itable) (array.get $itables (struct.get $Any $itables (local.get $other)) (i32.const 1)))))))
      (if (i32.eqz (i32.and (local.get $i) (i32.const 63))) (then
        (call_ref $with_int (local.get $group) (i32.or (i32.and (local.get $i) (i32.const 7)) (i32.const 1)) (struct.get $Shape.vtable $scale (struct.get $Group $vtable (local.get $group))))
        (local.set $total (i32.add (local.get $total) (i32.mul
          (call_ref $to_int (local.get $group) (struct.get $Shape.vtable $area (struct.get $Group $vtable (local.get $group))))
          (call_ref $to_int (local.get $group) (struct.get $Shape.vtable $sides (struct.get $Group $vtable (local.get $group)))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $continue)))
    (local.get $total)))
