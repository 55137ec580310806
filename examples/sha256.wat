;; SHA-256, as a simple compiler might emit it: each array access checks its index, each condition is
;; converted to a boolean, addresses are recomputed, generic code is instantiated once per type, and some
;; functions are unused. `invar opt` removes the overhead.
;;
;;     cargo run --release -- opt examples/sha256.wat -O3 -o target/sha256.wasm --stats
;;     node examples/sha256.mjs target/sha256.wasm 'some text'
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 2)
  (global $trace (mut i32) (i32.const 0))

  ;; Memory: round constants at 0, message schedule at 256, state at 512, initial state at 544,
  ;; the message from 1024 on.
  (global (export "message") i32 (i32.const 1024))
  (data (i32.const 0)
    "\98\2f\8a\42\91\44\37\71\cf\fb\c0\b5\a5\db\b5\e9"
    "\5b\c2\56\39\f1\11\f1\59\a4\82\3f\92\d5\5e\1c\ab"
    "\98\aa\07\d8\01\5b\83\12\be\85\31\24\c3\7d\0c\55"
    "\74\5d\be\72\fe\b1\de\80\a7\06\dc\9b\74\f1\9b\c1"
    "\c1\69\9b\e4\86\47\be\ef\c6\9d\c1\0f\cc\a1\0c\24"
    "\6f\2c\e9\2d\aa\84\74\4a\dc\a9\b0\5c\da\88\f9\76"
    "\52\51\3e\98\6d\c6\31\a8\c8\27\03\b0\c7\7f\59\bf"
    "\f3\0b\e0\c6\47\91\a7\d5\51\63\ca\06\67\29\29\14"
    "\85\0a\b7\27\38\21\1b\2e\fc\6d\2c\4d\13\0d\38\53"
    "\54\73\0a\65\bb\0a\6a\76\2e\c9\c2\81\85\2c\72\92"
    "\a1\e8\bf\a2\4b\66\1a\a8\70\8b\4b\c2\a3\51\6c\c7"
    "\19\e8\92\d1\24\06\99\d6\85\35\0e\f4\70\a0\6a\10"
    "\16\c1\a4\19\08\6c\37\1e\4c\77\48\27\b5\bc\b0\34"
    "\b3\0c\1c\39\4a\aa\d8\4e\4f\ca\9c\5b\f3\6f\2e\68"
    "\ee\82\8f\74\6f\63\a5\78\14\78\c8\84\08\02\c7\8c"
    "\fa\ff\be\90\eb\6c\50\a4\f7\a3\f9\be\f2\78\71\c6")
  (data (i32.const 544)
    "\67\e6\09\6a\85\ae\67\bb\72\f3\6e\3c\3a\f5\4f\a5"
    "\7f\52\0e\51\8c\68\05\9b\ab\d9\83\1f\19\cd\e0\5b")

  ;; Two instances of one generic function.
  (func $rotate_right_i32 (param $x i32) (param $n i32) (result i32)
    (i32.or
      (i32.shr_u (local.get $x) (i32.and (local.get $n) (i32.const 31)))
      (i32.shl (local.get $x) (i32.and (i32.sub (i32.const 32) (local.get $n)) (i32.const 31)))))
  (func $rotate_right_u32 (param $x i32) (param $n i32) (result i32)
    (i32.or
      (i32.shr_u (local.get $x) (i32.and (local.get $n) (i32.const 31)))
      (i32.shl (local.get $x) (i32.and (i32.sub (i32.const 32) (local.get $n)) (i32.const 31)))))

  ;; Code for debugging, which is never called.
  (func $dump_state
    (local $i i32)
    (loop $next
      (call $log (i32.load (i32.add (i32.const 512) (i32.mul (local.get $i) (i32.const 4)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 8))))
    (global.set $trace (i32.const 1)))

  (func $load_big_endian (param $at i32) (result i32)
    (local $0 i32) (local $1 i32) (local $2 i32) (local $3 i32)
    (local.set $0 (i32.and (i32.load8_u (i32.add (local.get $at) (i32.const 0))) (i32.const 255)))
    (local.set $1 (i32.and (i32.load8_u (i32.add (local.get $at) (i32.const 1))) (i32.const 255)))
    (local.set $2 (i32.and (i32.load8_u (i32.add (local.get $at) (i32.const 2))) (i32.const 255)))
    (local.set $3 (i32.and (i32.load8_u (i32.add (local.get $at) (i32.const 3))) (i32.const 255)))
    (i32.or
      (i32.or
        (i32.shl (local.get $0) (i32.mul (i32.const 8) (i32.const 3)))
        (i32.shl (local.get $1) (i32.mul (i32.const 8) (i32.const 2))))
      (i32.or
        (i32.shl (local.get $2) (i32.mul (i32.const 8) (i32.const 1)))
        (i32.shl (local.get $3) (i32.mul (i32.const 8) (i32.const 0))))))

  (func $store_big_endian (param $at i32) (param $value i32)
    (i32.store8 (i32.add (local.get $at) (i32.const 0))
      (i32.and (i32.shr_u (local.get $value) (i32.const 24)) (i32.const 255)))
    (i32.store8 (i32.add (local.get $at) (i32.const 1))
      (i32.and (i32.shr_u (local.get $value) (i32.const 16)) (i32.const 255)))
    (i32.store8 (i32.add (local.get $at) (i32.const 2))
      (i32.and (i32.shr_u (local.get $value) (i32.const 8)) (i32.const 255)))
    (i32.store8 (i32.add (local.get $at) (i32.const 3))
      (i32.and (local.get $value) (i32.const 255))))

  ;; The message schedule of the block at $block.
  (func $schedule (param $block i32)
    (local $i i32) (local $w15 i32) (local $w2 i32) (local $s0 i32) (local $s1 i32)
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (i32.const 16)) (i32.const 0))))
        (if (i32.ne (i32.ge_u (local.get $i) (i32.const 64)) (i32.const 0))
          (then (unreachable)))
        (i32.store (i32.add (i32.const 256) (i32.mul (local.get $i) (i32.const 4)))
          (call $load_big_endian
            (i32.add (local.get $block) (i32.mul (local.get $i) (i32.const 4)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.set $i (i32.const 16))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (i32.const 64)) (i32.const 0))))
        (if (i32.ne (i32.ge_u (i32.sub (local.get $i) (i32.const 15)) (i32.const 64)) (i32.const 0))
          (then (unreachable)))
        (local.set $w15
          (i32.load (i32.add (i32.const 256)
            (i32.mul (i32.sub (local.get $i) (i32.const 15)) (i32.const 4)))))
        (if (i32.ne (i32.ge_u (i32.sub (local.get $i) (i32.const 2)) (i32.const 64)) (i32.const 0))
          (then (unreachable)))
        (local.set $w2
          (i32.load (i32.add (i32.const 256)
            (i32.mul (i32.sub (local.get $i) (i32.const 2)) (i32.const 4)))))
        (local.set $s0
          (i32.xor
            (i32.xor
              (call $rotate_right_u32 (local.get $w15) (i32.const 7))
              (call $rotate_right_u32 (local.get $w15) (i32.const 18)))
            (i32.shr_u (local.get $w15) (i32.const 3))))
        (local.set $s1
          (i32.xor
            (i32.xor
              (call $rotate_right_u32 (local.get $w2) (i32.const 17))
              (call $rotate_right_u32 (local.get $w2) (i32.const 19)))
            (i32.shr_u (local.get $w2) (i32.const 10))))
        (if (i32.ne (i32.ge_u (local.get $i) (i32.const 64)) (i32.const 0))
          (then (unreachable)))
        (i32.store (i32.add (i32.const 256) (i32.mul (local.get $i) (i32.const 4)))
          (i32.add
            (i32.add
              (i32.load (i32.add (i32.const 256)
                (i32.mul (i32.sub (local.get $i) (i32.const 16)) (i32.const 4))))
              (local.get $s0))
            (i32.add
              (i32.load (i32.add (i32.const 256)
                (i32.mul (i32.sub (local.get $i) (i32.const 7)) (i32.const 4))))
              (local.get $s1))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next))))

  ;; Sixty-four rounds over the schedule.
  (func $compress
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $e i32) (local $f i32) (local $g i32) (local $h i32)
    (local $i i32) (local $s0 i32) (local $s1 i32) (local $ch i32) (local $maj i32)
    (local $t1 i32) (local $t2 i32) (local $checked i32)
    (local.set $a (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 0) (i32.const 4)))))
    (local.set $b (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 1) (i32.const 4)))))
    (local.set $c (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 2) (i32.const 4)))))
    (local.set $d (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 3) (i32.const 4)))))
    (local.set $e (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 4) (i32.const 4)))))
    (local.set $f (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 5) (i32.const 4)))))
    (local.set $g (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 6) (i32.const 4)))))
    (local.set $h (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 7) (i32.const 4)))))
    (local.set $checked (i32.const 1))
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (i32.const 64)) (i32.const 0))))
        (local.set $s1
          (i32.xor
            (i32.xor
              (call $rotate_right_i32 (local.get $e) (i32.const 6))
              (call $rotate_right_i32 (local.get $e) (i32.const 11)))
            (call $rotate_right_i32 (local.get $e) (i32.const 25))))
        (local.set $ch
          (i32.xor
            (i32.and (local.get $e) (local.get $f))
            (i32.and (i32.xor (local.get $e) (i32.const -1)) (local.get $g))))
        ;; The indices of the round constant and of the schedule are checked.
        (if (i32.and (local.get $checked)
              (i32.ne (i32.ge_u (local.get $i) (i32.const 64)) (i32.const 0)))
          (then (unreachable)))
        (if (i32.and (local.get $checked)
              (i32.ne (i32.ge_u (local.get $i) (i32.const 64)) (i32.const 0)))
          (then (unreachable)))
        (local.set $t1
          (i32.add
            (i32.add
              (i32.add (local.get $h) (local.get $s1))
              (i32.add (local.get $ch)
                (i32.load (i32.add (i32.const 0) (i32.mul (local.get $i) (i32.const 4))))))
            (i32.load (i32.add (i32.const 256) (i32.mul (local.get $i) (i32.const 4))))))
        (local.set $s0
          (i32.xor
            (i32.xor
              (call $rotate_right_i32 (local.get $a) (i32.const 2))
              (call $rotate_right_i32 (local.get $a) (i32.const 13)))
            (call $rotate_right_i32 (local.get $a) (i32.const 22))))
        (local.set $maj
          (i32.xor
            (i32.xor
              (i32.and (local.get $a) (local.get $b))
              (i32.and (local.get $a) (local.get $c)))
            (i32.and (local.get $b) (local.get $c))))
        (local.set $t2 (i32.add (local.get $s0) (local.get $maj)))
        (local.set $h (local.get $g))
        (local.set $g (local.get $f))
        (local.set $f (local.get $e))
        (local.set $e (i32.add (local.get $d) (local.get $t1)))
        (local.set $d (local.get $c))
        (local.set $c (local.get $b))
        (local.set $b (local.get $a))
        (local.set $a (i32.add (local.get $t1) (local.get $t2)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 0) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 0) (i32.const 4))))
        (local.get $a)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 1) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 1) (i32.const 4))))
        (local.get $b)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 2) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 2) (i32.const 4))))
        (local.get $c)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 3) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 3) (i32.const 4))))
        (local.get $d)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 4) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 4) (i32.const 4))))
        (local.get $e)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 5) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 5) (i32.const 4))))
        (local.get $f)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 6) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 6) (i32.const 4))))
        (local.get $g)))
    (i32.store (i32.add (i32.const 512) (i32.mul (i32.const 7) (i32.const 4)))
      (i32.add
        (i32.load (i32.add (i32.const 512) (i32.mul (i32.const 7) (i32.const 4))))
        (local.get $h))))

  ;; The hash of the $length bytes at "message"; returns the address of its 32 bytes. The bytes
  ;; after the message are overwritten.
  (func (export "sha256") (param $length i32) (result i32)
    (local $i i32) (local $end i32) (local $blocks i32)
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (i32.const 8)) (i32.const 0))))
        (i32.store (i32.add (i32.const 512) (i32.mul (local.get $i) (i32.const 4)))
          (i32.load (i32.add (i32.const 544) (i32.mul (local.get $i) (i32.const 4)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    ;; Padding: a one bit, zeros, the length in bits.
    (local.set $blocks
      (i32.add (i32.div_u (i32.add (local.get $length) (i32.const 8)) (i32.const 64)) (i32.const 1)))
    (local.set $end
      (i32.add (i32.const 1024) (i32.mul (local.get $blocks) (i32.const 64))))
    (local.set $i (i32.add (i32.const 1024) (local.get $length)))
    (i32.store8 (local.get $i) (i32.const 128))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (local.get $end)) (i32.const 0))))
        (i32.store8 (local.get $i) (i32.const 0))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (call $store_big_endian
      (i32.sub (local.get $end) (i32.const 8))
      (i32.wrap_i64 (i64.shr_u
        (i64.mul (i64.extend_i32_u (local.get $length)) (i64.const 8)) (i64.const 32))))
    (call $store_big_endian
      (i32.sub (local.get $end) (i32.const 4))
      (i32.wrap_i64 (i64.mul (i64.extend_i32_u (local.get $length)) (i64.const 8))))
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (local.get $blocks)) (i32.const 0))))
        (call $schedule (i32.add (i32.const 1024) (i32.mul (local.get $i) (i32.const 64))))
        (call $compress)
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    ;; The state, converted to big endian in place.
    (local.set $i (i32.const 0))
    (block $done
      (loop $next
        (br_if $done
          (i32.eqz (i32.ne (i32.lt_u (local.get $i) (i32.const 8)) (i32.const 0))))
        (call $store_big_endian
          (i32.add (i32.const 512) (i32.mul (local.get $i) (i32.const 4)))
          (i32.load (i32.add (i32.const 512) (i32.mul (local.get $i) (i32.const 4)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i32.const 512)))
