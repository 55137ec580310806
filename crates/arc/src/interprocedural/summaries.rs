//! Conventions inferred from the code, callees before callers: which parameters a function consumes,
//! whether its result is owned, whether it may lead to a release or test a count.

use crate::interprocedural::signature::{Given, OwnershipSignature, Taken};
use crate::module::Work;
use crate::runtimes::table::Freeing;
use crate::transform::function::{OwnershipAnalysis, analyze};
use invar_ir::{Body, Func, Function, Op, Passing, Value, terminator_op};

impl Work<'_> {
    /// Step 2: conventions inferred from the code, and those of the table.
    pub(crate) fn conventions(&mut self) {
        let order: Vec<Func> = self.calls.bottom_up().collect();
        let tests = self.signatures.tests;
        for &func in &order {
            let given = self.runtime.allocate.contains(func);
            let signature = self.signatures.get_mut(func);
            if given {
                let owned = self.runtime.allocates_owned;
                signature.result = if owned { Given::Owned } else { Given::Fresh };
                signature.may_release = false;
            }
            signature.may_test = tests;
        }
        let of_module = self.module.ownership.iter().map(|(&func, ownership)| {
            let numbers = |passing| {
                let params = ownership.params.iter().enumerate();
                params.filter(move |param| *param.1 == passing).map(|(n, _)| n as u32).collect()
            };
            let (owned, guaranteed) = (numbers(Passing::Owned), numbers(Passing::Guaranteed));
            (func, owned, guaranteed, ownership.owned_result)
        });
        self.runtime.conventions.extend(of_module);
        self.runtime.conventions.sort_by_key(|given| given.0);
        for (func, owned, guaranteed, result) in self.runtime.conventions.clone() {
            let signature = self.signatures.get_mut(func);
            let count = self.module.func_signature(func).0.len();
            signature.params = vec![Taken::Borrowed; count];
            let numbers = guaranteed.iter().map(|&n| (n, Taken::Guaranteed));
            for (n, taken) in numbers.chain(owned.iter().map(|&n| (n, Taken::Owned))) {
                if let Some(param) = signature.params.get_mut(n as usize) {
                    *param = taken;
                }
            }
            signature.result = if result { Given::Owned } else { Given::Unowned };
            if matches!(self.module.funcs[func].body, Body::Import) && !self.runtime.cycles {
                // What the table says of an import: it may be passed the only ownership.
                signature.last = (0..count as u32).map(|n| owned.contains(&n)).collect();
            }
        }
        let listed: Vec<Func> = self.runtime.conventions.iter().map(|given| given.0).collect();
        // Functions in tables take arguments by the same convention as others, or the parameter is unreliable.
        // Each round marks one more parameter at least.
        for _ in 0..8 {
            for component in 0..self.calls.component_count() {
                let members: Vec<Func> = self.calls.members(component).to_vec();
                for &func in &members {
                    self.convention(func, &listed);
                }
                self.agree(&members, &listed);
                self.assume_recursive(&members, &listed);
            }
            if !self.distrust() {
                break;
            }
        }
    }

    /// How a function takes its parameters and returns its result, inferred from its code.
    pub(crate) fn convention(&mut self, func: Func, listed: &[Func]) {
        // Releases before anything is removed.
        let may_release = self.releases(func);
        let may_test = self.signatures.tests && self.tests(func);
        let signature = self.signatures.get_mut(func);
        signature.may_release = may_release;
        signature.may_test = may_test;
        if listed.contains(&func) || self.runtime.allocate.contains(func) {
            return;
        }
        if let Some(entry) = &self.functions[func] {
            let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
            let params = owned_params(&entry.f, &analysis);
            let signature = self.signatures.get_mut(func);
            signature.result = analysis.result;
            signature.params = params;
        } else if !matches!(self.module.funcs[func].body, Body::Import)
            && !self.runtime.own.contains(func)
        {
            let count = self.module.func_signature(func).0.len();
            self.signatures.get_mut(func).params = vec![Taken::Unreliable; count];
        }
    }

    /// In a recursive component, callers may have come before their callees: a convention that differs the second
    /// time is unreliable.
    pub(crate) fn agree(&mut self, members: &[Func], listed: &[Func]) {
        for &func in members {
            if !self.calls.is_recursive(func) || listed.contains(&func) {
                continue;
            }
            let Some(entry) = &self.functions[func] else { continue };
            let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
            let params = owned_params(&entry.f, &analysis);
            let signature = self.signatures.get_mut(func);
            if signature.result != analysis.result || signature.params != params {
                signature.result = Given::Unreliable;
                for (before, now) in signature.params.iter_mut().zip(params) {
                    if *before != now {
                        *before = Taken::Unreliable;
                    }
                }
            }
        }
    }

    /// Functions that call each other and consume a parameter are unbalanced unless their calls
    /// consume it, too. So parameters that came out unreliable are assumed to be owned, and kept so
    /// if all of the functions, by that, are balanced and consume them: a convention that all
    /// bodies satisfy, given that all calls do.
    fn assume_recursive(&mut self, members: &[Func], listed: &[Func]) {
        let doubtful = |signature: &OwnershipSignature| {
            signature.params.contains(&Taken::Unreliable) || signature.result == Given::Unreliable
        };
        let recursive = members.first().is_some_and(|&func| self.calls.is_recursive(func));
        let all = |work: &Self| members.iter().all(|&func| work.functions[func].is_some());
        if !recursive
            || !members.iter().any(|&func| doubtful(self.signatures.get(func)))
            || !all(self)
        {
            return;
        }
        let before: Vec<OwnershipSignature> =
            members.iter().map(|&func| self.signatures.get(func).clone()).collect();
        for &func in members.iter().filter(|func| !listed.contains(func)) {
            let signature = self.signatures.get_mut(func);
            for taken in signature.params.iter_mut().filter(|taken| **taken == Taken::Unreliable) {
                *taken = Taken::Owned;
            }
            if signature.result == Given::Unreliable {
                signature.result = Given::Unknown;
            }
        }
        const ROUNDS: usize = 3;
        for _ in 0..ROUNDS {
            let mut same = true;
            for &func in members.iter().filter(|func| !listed.contains(func)) {
                let Some(entry) = &self.functions[func] else { continue };
                let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
                let params = owned_params(&entry.f, &analysis);
                let signature = self.signatures.get_mut(func);
                same &= signature.params == params && signature.result == analysis.result;
                (signature.params, signature.result) = (params, analysis.result);
            }
            if same && !members.iter().any(|&func| doubtful(self.signatures.get(func))) {
                return;
            }
        }
        for (&func, before) in members.iter().zip(before) {
            *self.signatures.get_mut(func) = before;
        }
    }

    /// Marks parameters of indirect calls that functions in tables consume. Returns whether any is
    /// new.
    pub(crate) fn distrust(&mut self) -> bool {
        let mut new = false;
        for func in self.module.funcs.keys().filter(|&func| self.calls.is_address_taken(func)) {
            for n in 0..self.signatures.get(func).params.len() {
                if matches!(self.signatures.get(func).taken(n), Taken::Owned | Taken::Unreliable) {
                    new |= self.signatures.distrust_indirect(n);
                }
            }
        }
        new
    }

    /// Whether the current body of a function may lead to a release.
    pub(crate) fn releases(&self, func: Func) -> bool {
        let runtime = &self.runtime;
        if func == runtime.retain || runtime.quiet.contains(func) {
            return false;
        }
        if runtime.allocate.contains(func) || runtime.reallocates.contains(func) {
            return false;
        }
        let imported = matches!(self.module.funcs[func].body, Body::Import);
        if imported || func == runtime.release || runtime.frees.contains(func) {
            return true;
        }
        match &runtime.freeing {
            Freeing::Shown { members, frees } if members.contains(func) => {
                return frees.contains(func);
            }
            Freeing::Listed if runtime.own.contains(func) => return self.leads_to_release(func),
            _ if runtime.own.contains(func) => return true,
            _ => {}
        }
        match &self.functions[func] {
            Some(entry) => self.body_releases(&entry.f),
            None => true,
        }
    }

    pub(crate) fn leads_to_release(&self, func: Func) -> bool {
        self.calls.calls_indirectly(func)
            || self.calls.is_unknown(func)
            || self.calls.callees(func).iter().any(|&callee| {
                callee != func
                    && (callee == self.runtime.release
                        || self.runtime.frees.contains(callee)
                        || (self.signatures.get(callee).may_release
                            && !self.runtime.quiet.contains(callee)
                            && !self.runtime.reallocates.contains(callee)))
            })
    }

    /// Whether an instruction of a function may lead to a release, dead ends included.
    pub(crate) fn body_releases(&self, f: &Function) -> bool {
        let regions =
            crate::ownership::regions::Regions::new(f, &self.runtime, &self.signatures, false);
        let calls = regions.cfg.rpo.iter().any(|&block| {
            f.blocks[block].insts.iter().any(|&inst| match &f.insts[inst].op {
                Op::DestroyValue => !regions.is_immortal(f, &self.runtime, f.args(inst)[0]),
                op => self.call_releases(op),
            }) || terminator_op(&f.blocks[block].term).is_some_and(|op| self.call_releases(op))
        });
        // If the allocator's own functions are not known, any function that writes memory may be
        // one of them.
        calls || (matches!(self.runtime.freeing, Freeing::Unknown) && writes_memory(f))
    }

    pub(crate) fn call_releases(&self, op: &Op) -> bool {
        self.signatures.of_call(op).is_some_and(|(called, _)| called.may_release)
    }

    pub(crate) fn tests(&self, func: Func) -> bool {
        if self.runtime.unique.contains(func) {
            return true;
        }
        let imported = matches!(self.module.funcs[func].body, Body::Import);
        let own = self.runtime.own.contains(func) && !imported;
        if own || self.runtime.allocate.contains(func) {
            return false;
        }
        let Some(entry) = &self.functions[func] else {
            return !self.runtime.quiet.contains(func);
        };
        let f = &entry.f;
        f.live_blocks().any(|block| {
            let insts = f.blocks[block].insts.iter().map(|&inst| &f.insts[inst].op);
            insts
                .chain(terminator_op(&f.blocks[block].term))
                .any(|op| self.signatures.of_call(op).is_some_and(|(called, _)| called.may_test))
        })
    }
}

fn owned_params(f: &Function, analysis: &OwnershipAnalysis) -> Vec<Taken> {
    let taken = |&param: &Value| match analysis.regions.object(param) {
        Some(object) if analysis.balance.is_refused(object) => Taken::Unreliable,
        Some(object) if analysis.balance.start[object.as_u32() as usize] > 0 => Taken::Owned,
        _ => Taken::Borrowed,
    };
    f.blocks[f.entry].params.iter().map(taken).collect()
}

fn writes_memory(f: &Function) -> bool {
    f.live_blocks().any(|block| {
        f.blocks[block].insts.iter().any(|&inst| {
            let name = f.insts[inst].op.opcode().name();
            name.contains(".store") || name.starts_with("memory.")
        })
    })
}
