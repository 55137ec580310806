;; FAIL(2): invar opt % -O3
(module)
