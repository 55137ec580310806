//! A matcher of text by a finite automaton, in Rust. Constant: the automaton, which accepts numbers.
#![no_std]

use core::hint::black_box;
use core::sync::atomic::{AtomicPtr, Ordering};
use invar_annotate::{Key, keep_const, promise_const_slice, specialize};

/// A transition from one state to another, for a range of bytes.
#[derive(Clone, Copy)]
struct Transition {
    from: u8,
    to: u8,
    low: u8,
    high: u8,
}

type Accepts = unsafe extern "C" fn(*const Transition, usize, *const u8, usize) -> u32;

/// The final state of the automaton plus one, or 0 if a byte has no transition.
unsafe extern "C" fn accepts(
    transitions: *const Transition,
    count: usize,
    text: *const u8,
    length: usize,
) -> u32 {
    // SAFETY: the automaton and the text are as long as they are said to be, and do not change.
    let (transitions, text) = unsafe {
        let transitions = core::slice::from_raw_parts(transitions, count);
        (promise_const_slice(transitions), core::slice::from_raw_parts(text, length))
    };
    let mut state = 0;
    'text: for &byte in text {
        let mut n = 0;
        while n < transitions.len() {
            keep_const!(state, Cache, Eager);
            keep_const!(n, Cache, Eager);
            let transition = transitions[n];
            if transition.from == state && transition.low <= byte && byte <= transition.high {
                state = transition.to;
                continue 'text;
            }
            n += 1;
        }
        return 0;
    }
    u32::from(state) + 1
}

const fn step(from: u8, low: u8, high: u8, to: u8) -> Transition {
    Transition { from, to, low, high }
}

/// `-?[0-9]+(\.[0-9]+)?([eE]-?[0-9]+)?`, followed by a space.
static NUMBER: [Transition; 15] = [
    step(0, b'-', b'-', 1),
    step(0, b'0', b'9', 2),
    step(1, b'0', b'9', 2),
    step(2, b'0', b'9', 2),
    step(2, b'.', b'.', 3),
    step(2, b'e', b'e', 5),
    step(2, b' ', b' ', 8),
    step(3, b'0', b'9', 4),
    step(4, b'0', b'9', 4),
    step(4, b'e', b'e', 5),
    step(4, b' ', b' ', 8),
    step(5, b'-', b'-', 6),
    step(5, b'0', b'9', 7),
    step(6, b'0', b'9', 7),
    step(7, b'0', b'9', 7),
];

static TEXTS: [&str; 6] =
    ["3.141592653589793", "-271828 ", "6.02214076e23", "1.2.3", "12e", "-0.001e-10"];

static MATCHER: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// Requests the matcher of numbers.
#[unsafe(no_mangle)]
pub extern "C" fn init() {
    let keys = [Key::of(NUMBER.as_ptr()), Key::of(NUMBER.len())];
    // SAFETY: the keys are the first two arguments of each call.
    let matcher = unsafe { specialize(accepts as Accepts, &keys) };
    // Hides from the compiler which function it is, also without annotations.
    MATCHER.store(black_box(matcher as *mut ()), Ordering::Relaxed);
}

/// Matches texts repeatedly.
#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i64 {
    // SAFETY: `init` has stored it.
    let matcher: Accepts = unsafe { core::mem::transmute(MATCHER.load(Ordering::Relaxed)) };
    let mut sum = 0;
    for i in 0..n {
        let text = TEXTS[i as usize % TEXTS.len()];
        // SAFETY: slices by their parts.
        let state = unsafe { matcher(NUMBER.as_ptr(), NUMBER.len(), text.as_ptr(), text.len()) };
        sum += i64::from(state) * i64::from(i);
    }
    sum
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
