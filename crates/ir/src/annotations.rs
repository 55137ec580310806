//! Removal of annotations: a staging operator without a specializer is its first operand.

use crate::{Function, Inst, Op};

impl Function {
    /// Removes all annotations and promises of staging: each result becomes its first operand. Returns
    /// how many were removed. Linear.
    pub fn strip_annotations(&mut self) -> u64 {
        self.strip_annotations_if(|_| true)
    }

    /// Removes the staging operators that a predicate names, like [`Self::strip_annotations`]. Returns how many were
    /// removed. Linear.
    pub fn strip_annotations_if(&mut self, goes: impl Fn(&Op) -> bool) -> u64 {
        let is_ours = |f: &Function, inst: Inst| {
            let op = &f.insts[inst].op;
            op.proposal() == "staging" && goes(op)
        };
        let mut stripped = 0;
        for block in self.blocks.keys() {
            if !self.blocks[block].insts.iter().any(|&inst| is_ours(self, inst)) {
                continue;
            }
            let mut insts = std::mem::take(&mut self.blocks[block].insts);
            insts.retain(|&inst| {
                let goes = is_ours(self, inst);
                if goes {
                    let operand = self.resolve(self.args(inst)[0]);
                    self.results(inst).for_each(|result| self.alias(result, operand));
                    stripped += 1;
                }
                !goes
            });
            self.blocks[block].insts = insts;
        }
        if stripped > 0 {
            self.resolve_aliases();
        }
        stripped
    }
}

#[cfg(test)]
mod tests {
    use crate::{Body, Func, parse_module, verify_module};

    #[test]
    fn a_chain_of_annotations_is_its_operand() {
        let mut module = parse_module(
            "module {
              memory m0 : i32 1..
              func f0 : (i32) -> (i32) {
              b0(v0: i32):
                v1 = is_const cache v0
                v2 = promise_const m0 v1, v0
                v3 = keep_const cache lazy v2
                v4 = i32.load v3
                v5 = promise_pure v4
                br_if v5, b1(v3), b2
              b1(v6: i32):
                v7 = unkeep_const v6
                return v7
              b2:
                return v5
              }
            }",
        )
        .expect("it parses");
        let Body::Ssa(f) = &mut module.funcs[Func::from_u32(0)].body else { panic!("SSA form") };
        assert_eq!((f.strip_annotations(), f.strip_annotations()), (5, 0));
        verify_module(&module).expect("it is as it should be");
        let text = module.to_string();
        for line in ["v4 = i32.load v0", "br_if v4, b1(v0), b2", "return v6", "return v4"] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
}
