;; The guard does not keep an original body with annotations, since their imports are removed from the
;; output.
;; RUN: invar opt % -O1 -o - | invar stats -
(module
  (import "invar" "keep_const.cache.lazy" (func $keep (param i32) (result i32)))
  (memory 1)
  (func (export "simulate") (param i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32)
    local.get 2 i32.const 128 i32.add local.set 3 local.get 0 local.set 0
    block
    loop
    local.get 0 call $keep local.tee 1 i32.const 1 i32.add local.set 5 local.get 1
    i32.const 31 i32.and local.set 6 local.get 1 i32.const 21 i32.shr_u local.set 7
    local.get 1 i32.extend16_s local.set 8
    block
    block
    block
    block
    block
    block
    block
    block
    block
    block
    block
    block
    local.get 1 i32.const 26 i32.shr_u
    br_table 0 1 2 3 4 5 6 7 8 9 10 11 13
    end
    local.get 2 local.get 7 i32.const 2 i32.shl i32.add local.get 2 local.get 5 i32.add
    i32.store local.get 2 i32.const 0 i32.store
    end
    local.get 2 local.get 7 i32.const 2 i32.shl i32.add local.get 2 local.get 6 i32.const 2
    i32.const 2 i32.shl i32.add i32.sub i32.store local.get 2 i32.const 0 i32.store
    end
    local.get 2 local.get 7 local.get 5 i32.const 2 i32.shl i32.add local.get 2 local.get 6
    i32.const 2 i32.shl i32.add i32.xor i32.store local.get 2 i32.const 0 i32.store
    end
    local.get 2 local.get 7 local.get 6 i32.const 2 i32.shl i32.add local.get 2 local.get 5
    i32.const 2 i32.shl i32.add i32.lt_s i32.store local.get 2 i32.const 0 i32.store
    end
    local.get 2 local.get 7 i32.store
    end
    local.get 2 local.get 7 i32.const 2 i32.shl i32.add local.get 2 local.get 6 i32.shl
    i32.store local.get 2 i32.const 0 i32.store
    end
    local.get 7 i32.const 2 i32.store
    br 5
    end
    local.get 3 local.get 2 local.get 1 i32.shl i32.add local.get 2 local.get 7 i32.add
    i32.store local.get 2 i32.const 0 i32.store
    end
    end
    i32.const 0 local.get 8 local.get 2 local.get 7 local.get 6 i32.load select local.set 0
    local.get 2 i32.const 0 i32.store
    br 2
    end
    local.get 8 i32.const 0 local.get 2 local.get 7 i32.add i32.load local.get 2 local.get 6
    i32.add i32.load i32.lt_s select local.set 0 local.get 2 i32.const 0 i32.store
    end
    local.get 8 local.get 0 i32.store
    br 0
    end
    end
    local.get 2 local.get 7 i32.add
    )
    )
