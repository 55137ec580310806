use super::{Config, Stats, run};
use invar_generate::testing::{verify, with_goals};
use invar_ir::{Body, Func, Function, Goals, Module, parse_module};

const AROUND: &str = "
    import f0 \"\" \"f\" : (i32) -> (i32)
    memory m0 : i32 1..
    global g0 : mut i32 = i32.const 65536";

fn parse(blocks: &str) -> (Module, Function) {
    let text = format!(
        "module {{ ty0 = func (i32, i32) -> (i32)\n{AROUND}\nfunc f1 : ty0 {{\n{blocks}\n}} }}"
    );
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Body::Ssa(function) = &module.funcs[Func::from_u32(1)].body else { panic!("no body") };
    let function = (**function).clone();
    (module, function)
}

fn frames(blocks: &str, stack_abi: bool) -> (Stats, String) {
    let (module, mut function) = parse(blocks);
    let goals = Goals { stack_abi, ..Goals::default() };
    let stats = with_goals(&module, goals, |cx| run(&mut function, cx, &Config));
    verify(&module, &function);
    (stats, function.display(&module).to_string())
}

fn stats(blocks: &str) -> Stats {
    frames(blocks, true).0
}

const PROLOGUE: &str = "b0(v0: i32, v1: i32):\n v2 = global.get g0\n v3 = i32.const 16\n\
    v4 = i32.sub v2, v3\n global.set g0 v4\n";
const EPILOGUE: &str = "v90 = i32.const 16\n v91 = i32.add v4, v90\n global.set g0 v91\n";

fn in_frame(body: &str) -> String {
    format!("{PROLOGUE}{body}\n{EPILOGUE} return v0")
}

#[test]
fn without_the_assumption_nothing_is_done() {
    let body = in_frame("i32.store v4, v0 offset=12\n v5 = i32.load v4 offset=12");
    assert_eq!(frames(&body, false).0, Stats::default());
}

#[test]
fn a_variable_becomes_a_value_and_the_frame_goes() {
    let body = in_frame(
        "i32.store v4, v0 offset=12\n v5 = call f0 v1\n v6 = i32.load v4 offset=12\n v7 = i32.add v5, v6",
    );
    let (stats, text) = frames(&body, true);
    assert_eq!(stats, Stats { frames: 1, slots: 1, accesses: 2, moves: 2, ..Stats::default() });
    assert!(
        text.contains("i32.add v5, v0") && !text.contains("store") && !text.contains("global.set"),
        "{text}"
    );
}

#[test]
fn a_loop_variable_becomes_a_parameter() {
    let (stats, text) = frames(
        "b0(v0: i32, v1: i32):\n v2 = global.get g0\n v3 = i32.const -16\n v4 = i32.add v2, v3\n\
         i32.store v4, v0 offset=8\n jump b1\n\
         b1:\n v5 = i32.load v4 offset=8\n v6 = i32.sub v5, v1\n i32.store v4, v6 offset=8\n\
         br_if v6, b1, b2\n b2:\n v7 = i32.load v4 offset=8\n return v7",
        true,
    );
    assert_eq!(stats, Stats { frames: 1, slots: 1, accesses: 4, ..Stats::default() });
    assert!(text.contains("b1(") && text.contains("br_if v6, b1(v6)"), "{text}");
}

#[test]
fn narrow_accesses_keep_their_bits() {
    let body = in_frame(
        "i32.store8 v4, v0 offset=15\n v5 = i32.load8_u v4 offset=15\n v6 = i32.load8_s v4 offset=15\n v7 = i32.add v5, v6",
    );
    let (stats, text) = frames(&body, true);
    assert_eq!((stats.slots, stats.accesses), (1, 3));
    assert!(text.contains("i32.and v0") && text.contains("i32.shr_s"), "{text}");
}

#[test]
fn what_was_never_written_is_anything() {
    let body = in_frame("v5 = i32.load v4 offset=4\n v6 = i32.add v5, v1");
    let (stats, text) = frames(&body, true);
    assert_eq!(stats.slots, 1);
    assert!(text.contains("i32.const 0") && !text.contains("i32.load"), "{text}");
}

#[test]
fn addresses_that_escape() {
    for body in [
        "v5 = call f0 v4",
        "i32.store v1, v4",
        "v5 = i32.add v4, v0\n i32.store v5, v1",
        "v5 = i32.eq v4, v1",
        "v5 = i32.const 1\n v6 = i32.sub v5, v4",
    ] {
        let body = in_frame(&format!("i32.store v4, v0 offset=12\n {body}"));
        assert_eq!(stats(&body), Stats { refused_escape: 1, ..Stats::default() }, "{body}");
    }
    let handed_on = format!("{PROLOGUE} jump b1(v4)\n b1(v5: i32):\n i32.store v5, v0\n return v0");
    assert_eq!(stats(&handed_on).refused_escape, 1);
}

#[test]
fn frames_of_another_form() {
    let not_back = format!("{PROLOGUE} i32.store v4, v0\n return v0");
    assert_eq!(stats(&not_back).refused_form, 1);
    let unknown = in_frame("v5 = i32.sub v4, v0\n global.set g0 v5\n i32.store v4, v0");
    assert_eq!(stats(&unknown).refused_escape, 1);
    let from_elsewhere = in_frame("global.set g0 v0\n i32.store v4, v0");
    assert_eq!(stats(&from_elsewhere).refused_form, 1);
    let on_one_way = format!(
        "{PROLOGUE} i32.store v4, v0\n br_if v0, b1, b2\n\
         b1:\n v5 = i32.const 16\n v6 = i32.add v4, v5\n global.set g0 v6\n jump b2\n\
         b2:\n unreachable"
    );
    assert_eq!(stats(&on_one_way).refused_form, 1);
    let in_a_loop = format!(
        "{PROLOGUE} i32.store v4, v0\n jump b1\n\
         b1:\n v5 = global.get g0\n v6 = i32.const -16\n v7 = i32.add v5, v6\n\
         global.set g0 v7\n br_if v0, b1, b2\n\
         b2:\n unreachable"
    );
    assert_eq!(stats(&in_a_loop).refused_form, 1);
}

/// A body that was inlined: its frame is below the caller's.
fn inlined(first: u32, access: &str) -> String {
    let [get, size, base, back, sum] = [0, 1, 2, 3, 4].map(|n| first + n);
    format!(
        "v{get} = global.get g0\n v{size} = i32.const 16\n v{base} = i32.sub v{get}, v{size}\n\
         global.set g0 v{base}\n {}\n v{back} = i32.const 16\n v{sum} = i32.add v{base}, v{back}\n\
         global.set g0 v{sum}\n",
        access.replace("BASE", &format!("v{base}"))
    )
}

#[test]
fn frames_in_frames() {
    let inner = inlined(
        10,
        "i32.store BASE, v1 offset=12\n v20 = i32.load v4 offset=12\n\
        v21 = i32.load BASE offset=12\n v22 = i32.add v20, v21",
    );
    let (stats, text) = frames(&in_frame(&format!("i32.store v4, v0 offset=12\n {inner}")), true);
    assert_eq!(stats, Stats { frames: 1, slots: 2, accesses: 4, moves: 4, ..Stats::default() });
    assert!(text.contains("i32.add v0, v1"), "{text}");
}

#[test]
fn frames_one_after_the_other() {
    let one = inlined(10, "i32.store BASE, v0 offset=8\n v20 = i32.load BASE offset=8");
    let other = inlined(30, "f64.store BASE, v5 offset=8\n v40 = f64.load BASE offset=8");
    let (stats, text) = frames(&in_frame(&format!("v5 = f64.const 1\n {one} {other}")), true);
    assert_eq!(stats, Stats { frames: 1, slots: 2, accesses: 4, moves: 6, ..Stats::default() });
    assert!(!text.contains("load") && !text.contains("store"), "{text}");
    // What the second one leaves is read as the first one's.
    let mixed = inlined(10, "v20 = i32.load BASE offset=8\n i32.store BASE, v0 offset=8");
    let after = inlined(30, "f64.store BASE, v5 offset=8");
    let body = format!(
        "{PROLOGUE} v5 = f64.const 1\n jump b1\n b1:\n {mixed} {after} br_if v0, b1, b2\n\
         b2:\n {EPILOGUE} return v0"
    );
    assert_eq!(frames(&body, true).0, Stats { refused_slot: 1, ..Stats::default() });
}

#[test]
fn what_a_callee_may_use() {
    let not_set_up = "b0(v0: i32, v1: i32):\n v2 = global.get g0\n v3 = i32.const -16\n\
        v4 = i32.add v2, v3\n i32.store v4, v0\n v5 = call f0 v0\n v6 = i32.load v4\n return v6";
    assert_eq!(stats(not_set_up).refused_slot, 1);
    let below = "v5 = i32.const -8\n v6 = i32.add v4, v5\n i32.store v6, v0\n v7 = call f0 v0\n";
    assert_eq!(stats(&in_frame(&format!("{below} v8 = i32.load v6"))).refused_slot, 1);
    // The call is over when it is written.
    let stats = stats(&in_frame(&format!("{below} i32.store v6, v7\n v8 = i32.load v6")));
    assert_eq!((stats.slots, stats.refused_slot), (1, 0));
}

#[test]
fn an_address_that_a_variable_holds_escapes() {
    // What is loaded is the address of the other slot, which is changed through it.
    let body = in_frame(
        "i32.store v4, v0 offset=8\n i32.store v4, v4 offset=12\n v5 = i32.load v4 offset=12\n\
         i32.store v5, v1 offset=8\n v6 = i32.load v4 offset=8",
    );
    assert_eq!(stats(&body), Stats { refused_escape: 1, ..Stats::default() });
}

#[test]
fn slots_that_stay_in_memory() {
    for body in [
        // Of two sizes, of overlapping places, of two types.
        "i32.store v4, v0 offset=8\n v5 = i32.load8_u v4 offset=8",
        "i32.store v4, v0 offset=8\n v5 = i32.load v4 offset=6",
        "i32.store v4, v0 offset=8\n v5 = f32.load v4 offset=8",
        // The caller's frame, and what callees use.
        "i32.store v4, v0 offset=16",
        "i32.store v4, v0 offset=14",
    ] {
        let body = in_frame(body);
        assert_eq!(stats(&body), Stats { refused_slot: 1, ..Stats::default() }, "{body}");
    }
}

#[test]
fn one_slot_stays_and_another_goes() {
    let body =
        in_frame("i32.store v4, v0 offset=8\n v5 = i32.load8_u v4 offset=8\n f64.store v4, v6\n");
    let body = body
        .replace("f64.store v4, v6", "i64.store v4, v7\n v8 = i64.load v4")
        .replace("b0(v0: i32, v1: i32):\n", "b0(v0: i32, v1: i32):\n v7 = i64.const 7\n ");
    let stats = stats(&body);
    assert_eq!((stats.slots, stats.refused_slot, stats.moves), (1, 1, 0));
}
