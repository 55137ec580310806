;; FAIL(2): invar opt % --passes fold,flod -o -
(module)
