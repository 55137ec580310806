;; FAIL(1): invar opt % --emit inv -o -
;; A component has no SSA form of its own.
(component (core module))
