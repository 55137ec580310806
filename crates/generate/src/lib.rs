//! Programs and functions made from seeds, for tests: the same on every machine.
//!
//! Programs are texts of modules:
//!
//! | module | what it gives |
//! |---|---|
//! | [`program`] | loops over memory, invariants, equal branches, calls |
//! | [`arrays`] | loops over arrays |
//! | [`checked`] | the same with headers in memory and checks of indexes |
//! | [`compounds`] | values that code motion moves as a whole: conditionals, finite loops, calls, allocations |
//! | [`vectors`] | loops over arrays of all element types, and adjacent stores, for vectorizers |
//! | [`variables`] | loops with variables in memory beside arrays that may overlap them |
//! | [`endless`] | loops that may never end, among writes that whoever interrupts them sees |
//! | [`families`] | functions that differ in constants, addresses and callees, in tables of several types |
//! | [`constants`] | globals with constant objects, virtual tables, results that calls drop, many types |
//! | [`frames`] | variables in frames of a shadow stack |
//! | [`guarded`] | operators that may trap under guards, so that nothing traps |
//! | [`handlers`] | exceptions that are thrown and caught, with payloads and references, in both forms |
//! | [`identities`] | allocations that look alike, compared by identity, and by writes through other references |
//! | [`objects`] | garbage-collected objects: a hierarchy of types, casts, tests, branches on references, identity |
//! | [`references`] | references to functions in modules without types for them |
//! | [`ownership`] | programs that count references, on a heap that detects wrong counts |
//! | [`shapes`] | programs whose runtime counts references and has no names; what it does may be seen |
//! | [`private`](mod@private) | memory that is accessed through one pointer only, as a program promises |
//! | [`staged`] | programs with annotations of run-time constants |
//!
//! Functions are in SSA form:
//!
//! | module | what it gives |
//! |---|---|
//! | [`functions`] | any control flow, with arithmetic, memory, globals and calls |
//! | [`comparisons`](mod@comparisons) | comparisons that follow from those above them, or nearly |
//! | [`cycles`] | irreducible cycles among conditionals and loops |
//! | [`exits`] | several exits to one join, in stages and loops |
//!
//! [`hostile`] has modules at the limits, in bytes, for tests of scaling.
//!
//! [`testing`] runs passes on functions and compares what these do before and after, on the interpreter.
//!
//! This crate knows the IR and no pass, so that the tests of any crate may depend on it. It is a
//! dev-dependency, never one of a crate that is published.

pub mod arrays;
pub mod checked;
pub mod comparisons;
pub mod compounds;
pub mod constants;
pub mod cycles;
pub mod endless;
pub mod exits;
pub mod families;
pub mod frames;
pub mod functions;
pub mod guarded;
pub mod handlers;
pub mod hostile;
pub mod identities;
pub mod objects;
pub mod ownership;
pub mod private;
pub mod program;
mod random;
pub mod references;
pub mod shapes;
pub mod staged;
pub mod testing;
pub mod variables;
pub mod vectors;

pub use random::Random;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_modules() {
        type Generator = fn(&mut Random) -> String;
        let generators: [(&str, Generator); 21] = [
            ("guarded", guarded::guarded),
            ("handlers", handlers::handlers),
            ("legacy", handlers::legacy),
            ("program", program::program),
            ("arrays", arrays::arrays),
            ("checked", checked::checked),
            ("compounds", compounds::compounds),
            ("constants", constants::constants),
            ("variables", variables::variables),
            ("vectors", vectors::vectors),
            ("frames", frames::frames),
            ("ownership", ownership::ownership),
            ("counting", ownership::counting),
            ("private", private::private),
            ("objects", objects::objects),
            ("references", references::references),
            ("identities", identities::identities),
            ("families", families::families),
            ("endless", endless::endless),
            ("shapes", shapes::shapes),
            ("staged", |random| staged::staged(random.word()).wat),
        ];
        for (name, generate) in generators {
            for seed in 0..40 {
                let text = generate(&mut Random::new(seed));
                let again = generate(&mut Random::new(seed));
                assert!(text == again, "{name}: seed {seed} gives two programs");
                if let Err(error) = wat::parse_str(&text) {
                    panic!("{name}: seed {seed}: {error}");
                }
            }
        }
    }
}
