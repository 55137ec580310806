;; FAIL(2): invar opt % --optimise-harder -o -
(module)
