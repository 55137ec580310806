use super::{Config, Stats, run};
use invar_analysis::Goals;
use invar_generate::testing::{verify, with_goals};
use invar_ir::{Body, Func, Function, Module, parse_module};

const AROUND: &str = "
    import f0 \"\" \"f\" : (i32) -> (i32)
    memory m0 : i32 1..
    global g0 : mut i32 = i32.const 65536
    global g1 : mut i32 = i32.const 0";

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
fn a_value_is_stored_where_its_address_escapes() {
    for (escape, reloads) in [
        ("v5 = call f0 v4", 0),
        ("i32.store v1, v4", 0),
        // Anywhere in the frame: the value is not in memory before, and another one afterwards.
        ("v5 = i32.add v4, v0\n i32.store v5, v1", 1),
        ("v5 = i32.const 1\n v6 = i32.sub v5, v4\n i32.store v6, v0", 1),
        ("v5 = i32.mul v4, v1\n global.set g1 v5", 0),
    ] {
        let body = in_frame(&format!(
            "i32.store v4, v0 offset=12\n v10 = i32.load v4 offset=12\n {escape}\n\
             v11 = i32.load v4 offset=12\n v12 = i32.add v10, v11\n i32.store v1, v12"
        ));
        let (found, text) = frames(&body, true);
        assert_eq!((found.slots, found.spills, found.reloads), (1, 1, reloads), "{text}");
        assert_eq!((found.accesses, found.moves), (2 + reloads, 0), "{text}");
        let call = ["call", "i32.store v1, v4", "i32.store v5", "i32.store v6", "global.set g1"];
        let place = call.iter().find_map(|escape| text.find(escape)).expect("it is there");
        assert!(
            text.find("i32.store v4, v0 offset=12").is_some_and(|store| store < place),
            "{text}"
        );
    }
}

#[test]
fn addresses_that_do_not_escape() {
    for body in [
        // Compared, subtracted from one another, chosen.
        "v5 = i32.eq v4, v1\n i32.store v1, v5",
        "v5 = i32.const 8\n v6 = i32.add v4, v5\n v7 = i32.sub v6, v4\n i32.store v1, v7",
        "v5 = select v4, v4, v0\n i32.store v5, v1 offset=12",
    ] {
        let body =
            in_frame(&format!("i32.store v4, v0 offset=12\n {body}\n v11 = i32.load v4 offset=12"));
        let (stats, text) = frames(&body, true);
        assert_eq!((stats.slots, stats.spills, stats.moves), (1, 0, 2), "{text}");
    }
    let handed_on =
        format!("{PROLOGUE} jump b1(v4)\n b1(v5: i32):\n i32.store v5, v0\n {EPILOGUE} return v0");
    assert_eq!(stats(&handed_on).slots, 1);
}

#[test]
fn what_escapes_on_one_way_is_a_value_on_the_other() {
    let (stats, text) = frames(
        &format!(
            "{PROLOGUE} i32.store v4, v0 offset=12\n br_if v0, b1, b2\n\
             b1:\n v5 = call f0 v4\n jump b3\n\
             b2:\n v6 = i32.load v4 offset=12\n v7 = i32.add v6, v1\n i32.store v4, v7 offset=12\n br_if v7, b3, b4\n\
             b3:\n v8 = i32.load v4 offset=12\n jump b5(v8)\n\
             b4:\n jump b5(v1)\n\
             b5(v10: i32):\n {EPILOGUE} return v10"
        ),
        true,
    );
    // Before the call, and on the critical edge from b2 to b3.
    assert_eq!((stats.slots, stats.accesses, stats.spills), (1, 3, 2), "{text}");
    assert!(text.contains("b6:\n  i32.store v4, v7 offset=12\n  jump b3"), "{text}");
}

#[test]
fn indices_in_a_loop_stay_in_their_array() {
    // for (i = 0; i < 3; i++) a[i] = x; the counter is in the next word.
    let body = |below: u32| {
        format!(
            "{PROLOGUE} v5 = i32.const 0\n i32.store v4, v5 offset=12\n jump b1\n\
             b1:\n v6 = i32.load v4 offset=12\n v7 = i32.const {below}\n v8 = i32.lt_s v6, v7\n br_if v8, b2, b3\n\
             b2:\n v9 = i32.load v4 offset=12\n v10 = i32.const 2\n v11 = i32.shl v9, v10\n v12 = i32.add v4, v11\n\
             i32.store v12, v1\n v13 = i32.load v4 offset=12\n v14 = i32.const 1\n v15 = i32.add v13, v14\n\
             i32.store v4, v15 offset=12\n jump b1\n\
             b3:\n {EPILOGUE} return v0"
        )
    };
    let (stats, text) = frames(&body(3), true);
    assert_eq!((stats.slots, stats.accesses, stats.spills, stats.reloads), (1, 5, 0, 0), "{text}");
    // The counter may be overwritten in each iteration: it stays in memory.
    let (stats, text) = frames(&body(4), true);
    assert_eq!((stats.slots, stats.spills, stats.reloads), (0, 0, 0), "{text}");
}

#[test]
fn frames_of_another_form() {
    let not_back = format!("{PROLOGUE} i32.store v4, v0\n return v0");
    assert_eq!(stats(&not_back).refused_form, 1);
    let unknown = in_frame("v5 = i32.sub v4, v0\n global.set g0 v5\n i32.store v4, v0");
    assert_eq!(stats(&unknown).refused_form, 1);
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
    // What the second one leaves is read as the first one's: both are of the same two words.
    let mixed = inlined(
        10,
        "v20 = i32.load BASE offset=8\n i32.store v1, v20\n i32.store BASE, v0 offset=8",
    );
    let after = inlined(30, "f64.store BASE, v5 offset=8");
    let body = format!(
        "{PROLOGUE} v5 = f64.const 1\n jump b1\n b1:\n {mixed} {after} br_if v0, b1, b2\n\
         b2:\n {EPILOGUE} return v0"
    );
    let (stats, text) = frames(&body, true);
    assert_eq!((stats.slots, stats.accesses, stats.moves), (2, 3, 6), "{text}");
    assert!(text.contains("i64.reinterpret_f64") && text.contains("i32.wrap_i64"), "{text}");
}

#[test]
fn what_is_read_after_its_frame_is_given_back() {
    // A load may have moved behind the assignment of the stack pointer: it still sees what the callee stored.
    let inner = inlined(
        10,
        "i32.store BASE, v1 offset=12\n v20 = i32.const 12\n v21 = i32.add BASE, v20\n v22 = call f0 v21",
    );
    let body = format!("{inner} v23 = i32.load v12 offset=12\n i32.store v1, v23");
    let (stats, text) = frames(&in_frame(&body), true);
    assert_eq!(stats.moves, 0, "{text}");
    assert!(text.contains("i32.load v12 offset=12") && !text.contains("v1, v1"), "{text}");
    // The frame of another body at the same place is none of its business.
    let other = inlined(
        30,
        "i32.store BASE, v0 offset=12\n v40 = i32.load BASE offset=12\n i32.store v1, v40",
    );
    let (stats, text) = frames(&in_frame(&format!("{inner} {other}")), true);
    assert_eq!((stats.slots, stats.accesses, stats.spills), (1, 3, 1), "{text}");
}

#[test]
fn assignments_of_the_stack_pointer_that_are_gone() {
    // Another pass removed the first assignment: the next one follows, or nobody reads it. The frame is in use.
    let unset = "b0(v0: i32, v1: i32):\n v2 = global.get g0\n v3 = i32.const 16\n v4 = i32.sub v2, v3\n\
        v5 = i32.const 12\n v6 = i32.add v4, v5\n v7 = i32.const 1024\n";
    let before_call = |text: &str| {
        let store = text.find("offset=12").expect("a store");
        assert!(
            text[..store].ends_with("i32.store v4, v0 ")
                && store < text.find("call").expect("a call"),
            "{text}"
        );
    };
    // The address is stored, the frame of an inlined body begins, and a callee loads the address.
    let body = format!(
        "{unset} i32.store v7, v6\n v10 = i32.const 32\n v11 = i32.sub v4, v10\n global.set g0 v11\n\
         i32.store v4, v0 offset=12\n v12 = call f0 v1\n v13 = i32.load v4 offset=12\n global.set g0 v2\n return v13"
    );
    before_call(&frames(&body, true).1);
    // The callee gets the address.
    let body = format!("{unset} i32.store v4, v0 offset=12\n v12 = call f0 v6\n return v12");
    before_call(&frames(&body, true).1);
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
    assert_eq!((stats.slots, stats.refused_slot.0), (1, 0));
}

#[test]
fn an_address_that_a_variable_holds_is_looked_through() {
    // What is loaded is the address of the other slot, which is changed through it.
    let body = in_frame(
        "i32.store v4, v0 offset=8\n v9 = i32.const 8\n v10 = i32.add v4, v9\n i32.store v4, v10 offset=12\n\
         v5 = i32.load v4 offset=12\n i32.store v5, v1\n v6 = i32.load v4 offset=8\n i32.store v1, v6",
    );
    let (stats, text) = frames(&body, true);
    assert_eq!((stats.slots, stats.accesses, stats.moves), (2, 5, 2), "{text}");
    assert!(text.contains("i32.store v1, v1"), "{text}");
    // A store to one of two slots: which is changed is known only when it runs.
    let body = in_frame(
        "i32.store v4, v0 offset=4\n i32.store v4, v1 offset=8\n v8 = i32.const 4\n v9 = i32.add v4, v8\n\
         v10 = i32.add v9, v8\n v11 = select v9, v10, v0\n i32.store v11, v1\n v6 = i32.load v4 offset=8\n i32.store v1, v6",
    );
    let (stats, text) = frames(&body, true);
    assert_eq!((stats.spills, stats.reloads, stats.moves), (0, 0, 0), "{text}");
}

#[test]
fn parts_of_values() {
    for body in [
        // Of two sizes, of two types.
        "i32.store v4, v0 offset=8\n v5 = i32.load8_u v4 offset=8\n v6 = i32.load8_u v4 offset=8\n i32.store v1, v5",
        "i32.store v4, v0 offset=8\n v5 = f32.load v4 offset=8\n f32.store v1, v5",
        // Two words that are copied at once.
        "i32.store v4, v0\n i32.store v4, v1 offset=4\n v5 = i64.load v4\n i64.store v1, v5",
    ] {
        let (stats, text) = frames(&in_frame(body), true);
        assert_eq!((stats.spills, stats.moves), (0, 2), "{text}");
        assert!(!text.contains("load"), "{text}");
    }
}

#[test]
fn accesses_that_stay_in_memory() {
    // The caller's frame, and vectors by parts.
    for body in [
        "i32.store v4, v0 offset=16",
        "i32.store v4, v0 offset=14",
        "i32.store v4, v0 offset=4\n v5 = v128.load v4\n v128.store v1, v5",
    ] {
        let stats = stats(&in_frame(body));
        assert_eq!((stats.slots, stats.refused_slot.0), (0, 1), "{body}");
    }
}

#[test]
fn one_slot_stays_and_another_goes() {
    let body = in_frame(
        "i32.store v4, v0 offset=14\n i32.store v4, v0 offset=8\n v5 = i32.load v4 offset=8\n i32.store v1, v5",
    );
    let stats = stats(&body);
    assert_eq!((stats.slots, stats.refused_slot.0, stats.moves), (1, 1, 0));
}
