;; Calls in the loops write or read the global, and neither trap nor run forever: the global stays where it is.
;; test: optimize -O2
;; run: writes(0) == 77
;; run: writes(3) == 1
;; run: reads(3) == 9
(module
  (global $g (mut i32) (i32.const 77))
  (func $set (param $n i32) (result i32) (local $h i32)
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 1)) (i32.add (local.get $n) (i32.const 0))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 2)) (i32.add (local.get $n) (i32.const 7919))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 3)) (i32.add (local.get $n) (i32.const 15838))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 4)) (i32.add (local.get $n) (i32.const 23757))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 5)) (i32.add (local.get $n) (i32.const 31676))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 6)) (i32.add (local.get $n) (i32.const 39595))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 7)) (i32.add (local.get $n) (i32.const 47514))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 8)) (i32.add (local.get $n) (i32.const 55433))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 9)) (i32.add (local.get $n) (i32.const 63352))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 10)) (i32.add (local.get $n) (i32.const 71271))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 11)) (i32.add (local.get $n) (i32.const 79190))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 12)) (i32.add (local.get $n) (i32.const 87109))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 13)) (i32.add (local.get $n) (i32.const 95028))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 14)) (i32.add (local.get $n) (i32.const 102947))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 15)) (i32.add (local.get $n) (i32.const 110866))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 16)) (i32.add (local.get $n) (i32.const 118785))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 17)) (i32.add (local.get $n) (i32.const 126704))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 18)) (i32.add (local.get $n) (i32.const 134623))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 19)) (i32.add (local.get $n) (i32.const 142542))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 20)) (i32.add (local.get $n) (i32.const 150461))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 21)) (i32.add (local.get $n) (i32.const 158380))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 22)) (i32.add (local.get $n) (i32.const 166299))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 23)) (i32.add (local.get $n) (i32.const 174218))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 24)) (i32.add (local.get $n) (i32.const 182137))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 25)) (i32.add (local.get $n) (i32.const 190056))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 26)) (i32.add (local.get $n) (i32.const 197975))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 27)) (i32.add (local.get $n) (i32.const 205894))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 28)) (i32.add (local.get $n) (i32.const 213813))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 29)) (i32.add (local.get $n) (i32.const 221732))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 30)) (i32.add (local.get $n) (i32.const 229651))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 31)) (i32.add (local.get $n) (i32.const 237570))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 1)) (i32.add (local.get $n) (i32.const 245489))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 2)) (i32.add (local.get $n) (i32.const 253408))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 3)) (i32.add (local.get $n) (i32.const 261327))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 4)) (i32.add (local.get $n) (i32.const 269246))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 5)) (i32.add (local.get $n) (i32.const 277165))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 6)) (i32.add (local.get $n) (i32.const 285084))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 7)) (i32.add (local.get $n) (i32.const 293003))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 8)) (i32.add (local.get $n) (i32.const 300922))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 9)) (i32.add (local.get $n) (i32.const 308841))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 10)) (i32.add (local.get $n) (i32.const 316760))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 11)) (i32.add (local.get $n) (i32.const 324679))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 12)) (i32.add (local.get $n) (i32.const 332598))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 13)) (i32.add (local.get $n) (i32.const 340517))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 14)) (i32.add (local.get $n) (i32.const 348436))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 15)) (i32.add (local.get $n) (i32.const 356355))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 16)) (i32.add (local.get $n) (i32.const 364274))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 17)) (i32.add (local.get $n) (i32.const 372193))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 18)) (i32.add (local.get $n) (i32.const 380112))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 19)) (i32.add (local.get $n) (i32.const 388031))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 20)) (i32.add (local.get $n) (i32.const 395950))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 21)) (i32.add (local.get $n) (i32.const 403869))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 22)) (i32.add (local.get $n) (i32.const 411788))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 23)) (i32.add (local.get $n) (i32.const 419707))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 24)) (i32.add (local.get $n) (i32.const 427626))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 25)) (i32.add (local.get $n) (i32.const 435545))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 26)) (i32.add (local.get $n) (i32.const 443464))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 27)) (i32.add (local.get $n) (i32.const 451383))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 28)) (i32.add (local.get $n) (i32.const 459302))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 29)) (i32.add (local.get $n) (i32.const 467221))))
    (global.set $g (i32.and (local.get $n) (i32.const 1)))
    (local.get $h))
  (func $get (param $n i32) (result i32) (local $h i32)
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 1)) (i32.add (local.get $n) (i32.const 0))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 2)) (i32.add (local.get $n) (i32.const 7919))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 3)) (i32.add (local.get $n) (i32.const 15838))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 4)) (i32.add (local.get $n) (i32.const 23757))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 5)) (i32.add (local.get $n) (i32.const 31676))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 6)) (i32.add (local.get $n) (i32.const 39595))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 7)) (i32.add (local.get $n) (i32.const 47514))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 8)) (i32.add (local.get $n) (i32.const 55433))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 9)) (i32.add (local.get $n) (i32.const 63352))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 10)) (i32.add (local.get $n) (i32.const 71271))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 11)) (i32.add (local.get $n) (i32.const 79190))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 12)) (i32.add (local.get $n) (i32.const 87109))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 13)) (i32.add (local.get $n) (i32.const 95028))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 14)) (i32.add (local.get $n) (i32.const 102947))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 15)) (i32.add (local.get $n) (i32.const 110866))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 16)) (i32.add (local.get $n) (i32.const 118785))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 17)) (i32.add (local.get $n) (i32.const 126704))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 18)) (i32.add (local.get $n) (i32.const 134623))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 19)) (i32.add (local.get $n) (i32.const 142542))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 20)) (i32.add (local.get $n) (i32.const 150461))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 21)) (i32.add (local.get $n) (i32.const 158380))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 22)) (i32.add (local.get $n) (i32.const 166299))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 23)) (i32.add (local.get $n) (i32.const 174218))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 24)) (i32.add (local.get $n) (i32.const 182137))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 25)) (i32.add (local.get $n) (i32.const 190056))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 26)) (i32.add (local.get $n) (i32.const 197975))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 27)) (i32.add (local.get $n) (i32.const 205894))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 28)) (i32.add (local.get $n) (i32.const 213813))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 29)) (i32.add (local.get $n) (i32.const 221732))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 30)) (i32.add (local.get $n) (i32.const 229651))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 31)) (i32.add (local.get $n) (i32.const 237570))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 1)) (i32.add (local.get $n) (i32.const 245489))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 2)) (i32.add (local.get $n) (i32.const 253408))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 3)) (i32.add (local.get $n) (i32.const 261327))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 4)) (i32.add (local.get $n) (i32.const 269246))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 5)) (i32.add (local.get $n) (i32.const 277165))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 6)) (i32.add (local.get $n) (i32.const 285084))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 7)) (i32.add (local.get $n) (i32.const 293003))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 8)) (i32.add (local.get $n) (i32.const 300922))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 9)) (i32.add (local.get $n) (i32.const 308841))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 10)) (i32.add (local.get $n) (i32.const 316760))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 11)) (i32.add (local.get $n) (i32.const 324679))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 12)) (i32.add (local.get $n) (i32.const 332598))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 13)) (i32.add (local.get $n) (i32.const 340517))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 14)) (i32.add (local.get $n) (i32.const 348436))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 15)) (i32.add (local.get $n) (i32.const 356355))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 16)) (i32.add (local.get $n) (i32.const 364274))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 17)) (i32.add (local.get $n) (i32.const 372193))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 18)) (i32.add (local.get $n) (i32.const 380112))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 19)) (i32.add (local.get $n) (i32.const 388031))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 20)) (i32.add (local.get $n) (i32.const 395950))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 21)) (i32.add (local.get $n) (i32.const 403869))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 22)) (i32.add (local.get $n) (i32.const 411788))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 23)) (i32.add (local.get $n) (i32.const 419707))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 24)) (i32.add (local.get $n) (i32.const 427626))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 25)) (i32.add (local.get $n) (i32.const 435545))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 26)) (i32.add (local.get $n) (i32.const 443464))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 27)) (i32.add (local.get $n) (i32.const 451383))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 28)) (i32.add (local.get $n) (i32.const 459302))))
    (local.set $h (i32.xor (i32.rotl (local.get $h) (i32.const 29)) (i32.add (local.get $n) (i32.const 467221))))
    (i32.add (i32.eqz (local.get $h)) (global.get $g)))
  (func (export "writes") (param $n i32) (result i32)
    (block $out
      (loop $next
        (br_if $out (i32.eqz (local.get $n)))
        (global.set $g (i32.const 12))
        (drop (call $set (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (global.get $g))
  (func (export "reads") (param $n i32) (result i32) (local $sum i32)
    (global.set $g (i32.const 0))
    (block $out
      (loop $next
        (br_if $out (i32.eqz (local.get $n)))
        (global.set $g (i32.const 3))
        (local.set $sum (i32.add (local.get $sum) (call $get (local.get $n))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (local.get $sum))
  (func (export "others") (param $n i32) (result i32)
    (i32.add (call $set (local.get $n)) (call $get (local.get $n)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (global $g (;0;) (mut i32) i32.const 77)
;;   (export "writes" (func 2))
;;   (export "reads" (func 3))
;;   (export "others" (func 4))
;;   (func $set (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.and
;;     global.set $g
;;     local.get 0
;;     i32.const 2
;;     i32.rotl
;;     local.get 0
;;     i32.const 7919
;;     i32.add
;;     i32.xor
;;     i32.const 3
;;     i32.rotl
;;     local.get 0
;;     i32.const 15838
;;     i32.add
;;     i32.xor
;;     i32.const 4
;;     i32.rotl
;;     local.get 0
;;     i32.const 23757
;;     i32.add
;;     i32.xor
;;     i32.const 5
;;     i32.rotl
;;     local.get 0
;;     i32.const 31676
;;     i32.add
;;     i32.xor
;;     i32.const 6
;;     i32.rotl
;;     local.get 0
;;     i32.const 39595
;;     i32.add
;;     i32.xor
;;     i32.const 7
;;     i32.rotl
;;     local.get 0
;;     i32.const 47514
;;     i32.add
;;     i32.xor
;;     i32.const 8
;;     i32.rotl
;;     local.get 0
;;     i32.const 55433
;;     i32.add
;;     i32.xor
;;     i32.const 9
;;     i32.rotl
;;     local.get 0
;;     i32.const 63352
;;     i32.add
;;     i32.xor
;;     i32.const 10
;;     i32.rotl
;;     local.get 0
;;     i32.const 71271
;;     i32.add
;;     i32.xor
;;     i32.const 11
;;     i32.rotl
;;     local.get 0
;;     i32.const 79190
;;     i32.add
;;     i32.xor
;;     i32.const 12
;;     i32.rotl
;;     local.get 0
;;     i32.const 87109
;;     i32.add
;;     i32.xor
;;     i32.const 13
;;     i32.rotl
;;     local.get 0
;;     i32.const 95028
;;     i32.add
;;     i32.xor
;;     i32.const 14
;;     i32.rotl
;;     local.get 0
;;     i32.const 102947
;;     i32.add
;;     i32.xor
;;     i32.const 15
;;     i32.rotl
;;     local.get 0
;;     i32.const 110866
;;     i32.add
;;     i32.xor
;;     i32.const 16
;;     i32.rotl
;;     local.get 0
;;     i32.const 118785
;;     i32.add
;;     i32.xor
;;     i32.const 17
;;     i32.rotl
;;     local.get 0
;;     i32.const 126704
;;     i32.add
;;     i32.xor
;;     i32.const 18
;;     i32.rotl
;;     local.get 0
;;     i32.const 134623
;;     i32.add
;;     i32.xor
;;     i32.const 19
;;     i32.rotl
;;     local.get 0
;;     i32.const 142542
;;     i32.add
;;     i32.xor
;;     i32.const 20
;;     i32.rotl
;;     local.get 0
;;     i32.const 150461
;;     i32.add
;;     i32.xor
;;     i32.const 21
;;     i32.rotl
;;     local.get 0
;;     i32.const 158380
;;     i32.add
;;     i32.xor
;;     i32.const 22
;;     i32.rotl
;;     local.get 0
;;     i32.const 166299
;;     i32.add
;;     i32.xor
;;     i32.const 23
;;     i32.rotl
;;     local.get 0
;;     i32.const 174218
;;     i32.add
;;     i32.xor
;;     i32.const 24
;;     i32.rotl
;;     local.get 0
;;     i32.const 182137
;;     i32.add
;;     i32.xor
;;     i32.const 25
;;     i32.rotl
;;     local.get 0
;;     i32.const 190056
;;     i32.add
;;     i32.xor
;;     i32.const 26
;;     i32.rotl
;;     local.get 0
;;     i32.const 197975
;;     i32.add
;;     i32.xor
;;     i32.const 27
;;     i32.rotl
;;     local.get 0
;;     i32.const 205894
;;     i32.add
;;     i32.xor
;;     i32.const 28
;;     i32.rotl
;;     local.get 0
;;     i32.const 213813
;;     i32.add
;;     i32.xor
;;     i32.const 29
;;     i32.rotl
;;     local.get 0
;;     i32.const 221732
;;     i32.add
;;     i32.xor
;;     i32.const 30
;;     i32.rotl
;;     local.get 0
;;     i32.const 229651
;;     i32.add
;;     i32.xor
;;     i32.const 31
;;     i32.rotl
;;     local.get 0
;;     i32.const 237570
;;     i32.add
;;     i32.xor
;;     i32.const 1
;;     i32.rotl
;;     local.get 0
;;     i32.const 245489
;;     i32.add
;;     i32.xor
;;     i32.const 2
;;     i32.rotl
;;     local.get 0
;;     i32.const 253408
;;     i32.add
;;     i32.xor
;;     i32.const 3
;;     i32.rotl
;;     local.get 0
;;     i32.const 261327
;;     i32.add
;;     i32.xor
;;     i32.const 4
;;     i32.rotl
;;     local.get 0
;;     i32.const 269246
;;     i32.add
;;     i32.xor
;;     i32.const 5
;;     i32.rotl
;;     local.get 0
;;     i32.const 277165
;;     i32.add
;;     i32.xor
;;     i32.const 6
;;     i32.rotl
;;     local.get 0
;;     i32.const 285084
;;     i32.add
;;     i32.xor
;;     i32.const 7
;;     i32.rotl
;;     local.get 0
;;     i32.const 293003
;;     i32.add
;;     i32.xor
;;     i32.const 8
;;     i32.rotl
;;     local.get 0
;;     i32.const 300922
;;     i32.add
;;     i32.xor
;;     i32.const 9
;;     i32.rotl
;;     local.get 0
;;     i32.const 308841
;;     i32.add
;;     i32.xor
;;     i32.const 10
;;     i32.rotl
;;     local.get 0
;;     i32.const 316760
;;     i32.add
;;     i32.xor
;;     i32.const 11
;;     i32.rotl
;;     local.get 0
;;     i32.const 324679
;;     i32.add
;;     i32.xor
;;     i32.const 12
;;     i32.rotl
;;     local.get 0
;;     i32.const 332598
;;     i32.add
;;     i32.xor
;;     i32.const 13
;;     i32.rotl
;;     local.get 0
;;     i32.const 340517
;;     i32.add
;;     i32.xor
;;     i32.const 14
;;     i32.rotl
;;     local.get 0
;;     i32.const 348436
;;     i32.add
;;     i32.xor
;;     i32.const 15
;;     i32.rotl
;;     local.get 0
;;     i32.const 356355
;;     i32.add
;;     i32.xor
;;     i32.const 16
;;     i32.rotl
;;     local.get 0
;;     i32.const 364274
;;     i32.add
;;     i32.xor
;;     i32.const 17
;;     i32.rotl
;;     local.get 0
;;     i32.const 372193
;;     i32.add
;;     i32.xor
;;     i32.const 18
;;     i32.rotl
;;     local.get 0
;;     i32.const 380112
;;     i32.add
;;     i32.xor
;;     i32.const 19
;;     i32.rotl
;;     local.get 0
;;     i32.const 388031
;;     i32.add
;;     i32.xor
;;     i32.const 20
;;     i32.rotl
;;     local.get 0
;;     i32.const 395950
;;     i32.add
;;     i32.xor
;;     i32.const 21
;;     i32.rotl
;;     local.get 0
;;     i32.const 403869
;;     i32.add
;;     i32.xor
;;     i32.const 22
;;     i32.rotl
;;     local.get 0
;;     i32.const 411788
;;     i32.add
;;     i32.xor
;;     i32.const 23
;;     i32.rotl
;;     local.get 0
;;     i32.const 419707
;;     i32.add
;;     i32.xor
;;     i32.const 24
;;     i32.rotl
;;     local.get 0
;;     i32.const 427626
;;     i32.add
;;     i32.xor
;;     i32.const 25
;;     i32.rotl
;;     local.get 0
;;     i32.const 435545
;;     i32.add
;;     i32.xor
;;     i32.const 26
;;     i32.rotl
;;     local.get 0
;;     i32.const 443464
;;     i32.add
;;     i32.xor
;;     i32.const 27
;;     i32.rotl
;;     local.get 0
;;     i32.const 451383
;;     i32.add
;;     i32.xor
;;     i32.const 28
;;     i32.rotl
;;     local.get 0
;;     i32.const 459302
;;     i32.add
;;     i32.xor
;;     i32.const 29
;;     i32.rotl
;;     local.get 0
;;     i32.const 467221
;;     i32.add
;;     i32.xor
;;   )
;;   (func $get (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2
;;     i32.rotl
;;     local.get 0
;;     i32.const 7919
;;     i32.add
;;     i32.xor
;;     i32.const 3
;;     i32.rotl
;;     local.get 0
;;     i32.const 15838
;;     i32.add
;;     i32.xor
;;     i32.const 4
;;     i32.rotl
;;     local.get 0
;;     i32.const 23757
;;     i32.add
;;     i32.xor
;;     i32.const 5
;;     i32.rotl
;;     local.get 0
;;     i32.const 31676
;;     i32.add
;;     i32.xor
;;     i32.const 6
;;     i32.rotl
;;     local.get 0
;;     i32.const 39595
;;     i32.add
;;     i32.xor
;;     i32.const 7
;;     i32.rotl
;;     local.get 0
;;     i32.const 47514
;;     i32.add
;;     i32.xor
;;     i32.const 8
;;     i32.rotl
;;     local.get 0
;;     i32.const 55433
;;     i32.add
;;     i32.xor
;;     i32.const 9
;;     i32.rotl
;;     local.get 0
;;     i32.const 63352
;;     i32.add
;;     i32.xor
;;     i32.const 10
;;     i32.rotl
;;     local.get 0
;;     i32.const 71271
;;     i32.add
;;     i32.xor
;;     i32.const 11
;;     i32.rotl
;;     local.get 0
;;     i32.const 79190
;;     i32.add
;;     i32.xor
;;     i32.const 12
;;     i32.rotl
;;     local.get 0
;;     i32.const 87109
;;     i32.add
;;     i32.xor
;;     i32.const 13
;;     i32.rotl
;;     local.get 0
;;     i32.const 95028
;;     i32.add
;;     i32.xor
;;     i32.const 14
;;     i32.rotl
;;     local.get 0
;;     i32.const 102947
;;     i32.add
;;     i32.xor
;;     i32.const 15
;;     i32.rotl
;;     local.get 0
;;     i32.const 110866
;;     i32.add
;;     i32.xor
;;     i32.const 16
;;     i32.rotl
;;     local.get 0
;;     i32.const 118785
;;     i32.add
;;     i32.xor
;;     i32.const 17
;;     i32.rotl
;;     local.get 0
;;     i32.const 126704
;;     i32.add
;;     i32.xor
;;     i32.const 18
;;     i32.rotl
;;     local.get 0
;;     i32.const 134623
;;     i32.add
;;     i32.xor
;;     i32.const 19
;;     i32.rotl
;;     local.get 0
;;     i32.const 142542
;;     i32.add
;;     i32.xor
;;     i32.const 20
;;     i32.rotl
;;     local.get 0
;;     i32.const 150461
;;     i32.add
;;     i32.xor
;;     i32.const 21
;;     i32.rotl
;;     local.get 0
;;     i32.const 158380
;;     i32.add
;;     i32.xor
;;     i32.const 22
;;     i32.rotl
;;     local.get 0
;;     i32.const 166299
;;     i32.add
;;     i32.xor
;;     i32.const 23
;;     i32.rotl
;;     local.get 0
;;     i32.const 174218
;;     i32.add
;;     i32.xor
;;     i32.const 24
;;     i32.rotl
;;     local.get 0
;;     i32.const 182137
;;     i32.add
;;     i32.xor
;;     i32.const 25
;;     i32.rotl
;;     local.get 0
;;     i32.const 190056
;;     i32.add
;;     i32.xor
;;     i32.const 26
;;     i32.rotl
;;     local.get 0
;;     i32.const 197975
;;     i32.add
;;     i32.xor
;;     i32.const 27
;;     i32.rotl
;;     local.get 0
;;     i32.const 205894
;;     i32.add
;;     i32.xor
;;     i32.const 28
;;     i32.rotl
;;     local.get 0
;;     i32.const 213813
;;     i32.add
;;     i32.xor
;;     i32.const 29
;;     i32.rotl
;;     local.get 0
;;     i32.const 221732
;;     i32.add
;;     i32.xor
;;     i32.const 30
;;     i32.rotl
;;     local.get 0
;;     i32.const 229651
;;     i32.add
;;     i32.xor
;;     i32.const 31
;;     i32.rotl
;;     local.get 0
;;     i32.const 237570
;;     i32.add
;;     i32.xor
;;     i32.const 1
;;     i32.rotl
;;     local.get 0
;;     i32.const 245489
;;     i32.add
;;     i32.xor
;;     i32.const 2
;;     i32.rotl
;;     local.get 0
;;     i32.const 253408
;;     i32.add
;;     i32.xor
;;     i32.const 3
;;     i32.rotl
;;     local.get 0
;;     i32.const 261327
;;     i32.add
;;     i32.xor
;;     i32.const 4
;;     i32.rotl
;;     local.get 0
;;     i32.const 269246
;;     i32.add
;;     i32.xor
;;     i32.const 5
;;     i32.rotl
;;     local.get 0
;;     i32.const 277165
;;     i32.add
;;     i32.xor
;;     i32.const 6
;;     i32.rotl
;;     local.get 0
;;     i32.const 285084
;;     i32.add
;;     i32.xor
;;     i32.const 7
;;     i32.rotl
;;     local.get 0
;;     i32.const 293003
;;     i32.add
;;     i32.xor
;;     i32.const 8
;;     i32.rotl
;;     local.get 0
;;     i32.const 300922
;;     i32.add
;;     i32.xor
;;     i32.const 9
;;     i32.rotl
;;     local.get 0
;;     i32.const 308841
;;     i32.add
;;     i32.xor
;;     i32.const 10
;;     i32.rotl
;;     local.get 0
;;     i32.const 316760
;;     i32.add
;;     i32.xor
;;     i32.const 11
;;     i32.rotl
;;     local.get 0
;;     i32.const 324679
;;     i32.add
;;     i32.xor
;;     i32.const 12
;;     i32.rotl
;;     local.get 0
;;     i32.const 332598
;;     i32.add
;;     i32.xor
;;     i32.const 13
;;     i32.rotl
;;     local.get 0
;;     i32.const 340517
;;     i32.add
;;     i32.xor
;;     i32.const 14
;;     i32.rotl
;;     local.get 0
;;     i32.const 348436
;;     i32.add
;;     i32.xor
;;     i32.const 15
;;     i32.rotl
;;     local.get 0
;;     i32.const 356355
;;     i32.add
;;     i32.xor
;;     i32.const 16
;;     i32.rotl
;;     local.get 0
;;     i32.const 364274
;;     i32.add
;;     i32.xor
;;     i32.const 17
;;     i32.rotl
;;     local.get 0
;;     i32.const 372193
;;     i32.add
;;     i32.xor
;;     i32.const 18
;;     i32.rotl
;;     local.get 0
;;     i32.const 380112
;;     i32.add
;;     i32.xor
;;     i32.const 19
;;     i32.rotl
;;     local.get 0
;;     i32.const 388031
;;     i32.add
;;     i32.xor
;;     i32.const 20
;;     i32.rotl
;;     local.get 0
;;     i32.const 395950
;;     i32.add
;;     i32.xor
;;     i32.const 21
;;     i32.rotl
;;     local.get 0
;;     i32.const 403869
;;     i32.add
;;     i32.xor
;;     i32.const 22
;;     i32.rotl
;;     local.get 0
;;     i32.const 411788
;;     i32.add
;;     i32.xor
;;     i32.const 23
;;     i32.rotl
;;     local.get 0
;;     i32.const 419707
;;     i32.add
;;     i32.xor
;;     i32.const 24
;;     i32.rotl
;;     local.get 0
;;     i32.const 427626
;;     i32.add
;;     i32.xor
;;     i32.const 25
;;     i32.rotl
;;     local.get 0
;;     i32.const 435545
;;     i32.add
;;     i32.xor
;;     i32.const 26
;;     i32.rotl
;;     local.get 0
;;     i32.const 443464
;;     i32.add
;;     i32.xor
;;     i32.const 27
;;     i32.rotl
;;     local.get 0
;;     i32.const 451383
;;     i32.add
;;     i32.xor
;;     i32.const 28
;;     i32.rotl
;;     local.get 0
;;     i32.const 459302
;;     i32.add
;;     i32.xor
;;     i32.const 29
;;     i32.rotl
;;     local.get 0
;;     i32.const 467221
;;     i32.add
;;     i32.eq
;;     global.get $g
;;     i32.add
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if ;; label = @1
;;       loop ;; label = @2
;;         i32.const 12
;;         global.set $g
;;         local.get 0
;;         call $set
;;         drop
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     global.get $g
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     i32.const 0
;;     global.set $g
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       loop ;; label = @2
;;         i32.const 3
;;         global.set $g
;;         local.get 1
;;         local.get 0
;;         call $get
;;         i32.add
;;         local.set 1
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         br_if 0 (;@2;)
;;       end
;;       local.get 1
;;     else
;;       i32.const 0
;;     end
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $set
;;     local.get 0
;;     call $get
;;     i32.add
;;   )
;; )
