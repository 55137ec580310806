;; An allocation has an identity, so it is not hoisted out of a loop.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(3) == 3
(module
  (type $box (struct (field (mut i32))))
  (global $last (mut (ref null $box)) (ref.null $box))
  (func (export "f") (param $n i32) (result i32)
    (local $b (ref null $box)) (local $c i32)
    (loop $l
      (local.set $b (struct.new $box (i32.const 1)))
      (local.set $c (i32.add (local.get $c) (i32.eqz (ref.eq (local.get $b) (global.get $last)))))
      (global.set $last (local.get $b))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $c)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 3
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   v5, v6, s7.0, e8 = theta (v9 = v0, v10 = v4, s11.0 = s1.0, e12 = e3) {
;;     v13 = i32.const 1
;;     v14 = struct.new ty0 v13
;;     v15 = global.get g0 s11.0
;;     s16.0, e17 = global.set g0 v14, s11.0, e12
;;     v18 = i32.sub v9, v13
;;     c19 = match v18 {0 => 0, _ => 1}
;;     v20 = ref.eq v14, v15
;;     v21 = i32.eqz v20
;;     v22 = i32.add v10, v21
;;     => c19 repeat v18, v22, s16.0, e17
;;   }
;; } => v6, s7.0, s2.1, e8
