//! Repair of SSA form, on random functions of which random blocks were copied.
//!
//! An edge to a block that has copies may lead to any of them, and a copy uses the same values as the block:
//! all that tells which copy of a value is meant is the way that control took. So the function does the
//! same as before if, and only if, each use gets the definition that reaches it.

use super::{End, FUEL, interpret, verify};
use crate::Random;
use crate::functions::random_function;
use invar_analysis::{Definitions, repair_ssa};
use invar_ir::{Block, Function, Terminator, ValType};

/// Copies random blocks, each up to three times.
fn copy_some(f: &mut Function, random: &mut Random) -> Definitions {
    let mut definitions = Definitions::default();
    let one_in = 1 + random.below(3);
    let blocks: Vec<Block> = f.blocks.keys().filter(|&block| block != f.entry).collect();
    let mut versions: Vec<Vec<Block>> = f.blocks.keys().map(|block| vec![block]).collect();
    for block in blocks {
        if random.below(one_in) != 0 {
            continue;
        }
        for _ in 0..1 + random.below(3) {
            let copy = f.add_block();
            versions[block.as_u32() as usize].push(copy);
            for param in f.blocks[block].params.clone() {
                let ty = f.ty(param);
                let made = f.add_param(copy, ty);
                definitions.add(param, copy, made);
            }
            for inst in f.blocks[block].insts.clone() {
                let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
                let args = f.args(inst).to_vec();
                let types: Vec<ValType> = f.results(inst).map(|result| f.ty(result)).collect();
                let made = f.append(copy, op, &args, &types, loc);
                for (value, made) in f.results(inst).zip(f.results(made)) {
                    definitions.add(value, copy, made);
                }
            }
            let mut term = f.blocks[block].term.clone();
            // A list of values belongs to one place.
            if let Terminator::Return(list) = &mut term {
                *list = list.deep_clone(&mut f.pool);
            }
            for call in term.targets_mut() {
                call.args = call.args.deep_clone(&mut f.pool);
            }
            f.blocks[copy].term = term;
        }
    }
    for block in f.blocks.keys().collect::<Vec<_>>() {
        for call in f.blocks[block].term.targets_mut() {
            let of = &versions[call.block.as_u32() as usize];
            call.block = of[random.below(of.len())];
        }
    }
    definitions
}

#[test]
fn copies_of_random_blocks_do_the_same() {
    let mut made = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let (module, before) = random_function(&mut random);
        let mut after = before.clone();
        let definitions = copy_some(&mut after, &mut random);
        made += repair_ssa(&mut after, definitions);
        verify(&module, &after);
        for _ in 0..6 {
            let args = [(); 2].map(|()| random.pick(&[0, 1, 2, 3, 4, 60, 255, -1]));
            let expected = interpret(&module, &before, &args, FUEL);
            let found = interpret(&module, &after, &args, 4 * FUEL);
            // Of one that goes on: what it did so far. Constants have copies, so that it takes more.
            let same = match expected.end {
                End::Unknown => found.calls.starts_with(&expected.calls),
                _ => found == expected,
            };
            assert!(
                same,
                "seed {seed}, on {args:?}\nbefore:\n{}\nafter:\n{}",
                before.display(&module),
                after.display(&module)
            );
        }
    }
    assert!(made > 1000, "{made}");
}
