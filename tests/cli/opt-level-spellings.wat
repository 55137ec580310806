;; RUN: invar opt % -O -o - | invar opt - -Os -o - | invar opt - -O4 -o - | invar opt - --optimize z --emit wat -o -
(module (func (export "f")))
