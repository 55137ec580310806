;; FAIL(2): invar opt % --O3 -o -
(module)
