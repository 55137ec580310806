//! A machine with an accumulator, and a program for it: the sum of the squares up to a number.
#![no_std]

use core::hint::black_box;
use core::sync::atomic::{AtomicPtr, Ordering};
use invar_annotate::{Key, keep_const, promise_const_slice, specialize};

const LOAD: u8 = 0;
const STORE: u8 = 1;
const ADD: u8 = 2;
const MULTIPLY: u8 = 3;
const ADD_CONSTANT: u8 = 4;
const LOOP: u8 = 5;
const HALT: u8 = 6;

type Interpret = unsafe extern "C" fn(*const u8, usize, *mut [i32; 2]) -> i32;

unsafe extern "C" fn interpret(program: *const u8, length: usize, registers: *mut [i32; 2]) -> i32 {
    // SAFETY: the program is as long as it is said to be, and does not change. Nobody else uses the registers.
    let (code, registers) = unsafe {
        (promise_const_slice(core::slice::from_raw_parts(program, length)), &mut *registers)
    };
    let (mut accumulator, mut pc) = (0i32, 0);
    loop {
        keep_const!(pc, Cache, Eager); // a version of this loop for each value of pc
        let operand = code[pc + 1];
        let register = &mut registers[usize::from(operand & 1)];
        match code[pc] {
            LOAD => accumulator = *register,
            STORE => *register = accumulator,
            ADD => accumulator = accumulator.wrapping_add(*register),
            MULTIPLY => accumulator = accumulator.wrapping_mul(*register),
            ADD_CONSTANT => accumulator = accumulator.wrapping_add(i32::from(operand as i8)),
            LOOP => {
                if registers[0] != 0 {
                    pc = usize::from(operand);
                    continue;
                }
            }
            _ => return *register,
        }
        pc += 2;
    }
}

#[rustfmt::skip]
static SQUARES: [u8; 18] = [
    LOAD, 0, MULTIPLY, 0, ADD, 1, STORE, 1, // sum += n * n
    LOAD, 0, ADD_CONSTANT, 255, STORE, 0, // n -= 1
    LOOP, 0, HALT, 1, // again, unless n is 0
];

static COMPILED: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

#[unsafe(no_mangle)]
pub extern "C" fn init() {
    let keys = [Key::of(SQUARES.as_ptr()), Key::of(SQUARES.len())];
    // SAFETY: the keys are the first two arguments of each call.
    let compiled = unsafe { specialize(interpret as Interpret, &keys) };
    // Hides from the compiler which function it is, also without annotations.
    COMPILED.store(black_box(compiled as *mut ()), Ordering::Relaxed);
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    // SAFETY: `init` has stored it.
    let compiled: Interpret = unsafe { core::mem::transmute(COMPILED.load(Ordering::Relaxed)) };
    // SAFETY: the arguments are those of the request.
    unsafe { compiled(SQUARES.as_ptr(), SQUARES.len(), &mut [n, 0]) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
