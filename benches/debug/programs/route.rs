//! Iterators, closures, trait objects and generic code, with panics on request.
#![no_std]
extern crate alloc;
use alloc::{boxed::Box, vec::Vec};
use core::alloc::{GlobalAlloc, Layout};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn note(value: i32);
}

struct Bump;
static mut HEAP: [u64; 1 << 16] = [0; 1 << 16];
static mut USED: usize = 0;
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe {
            let start = USED;
            USED += layout.size().div_ceil(8);
            if USED > 1 << 16 { core::ptr::null_mut() } else { (&raw mut HEAP).cast::<u64>().add(start).cast() }
        }
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
#[global_allocator]
static BUMP: Bump = Bump;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

trait Step {
    fn cost(&self, load: i32) -> i32;
}
struct Road(i32);
struct Ferry { wait: i32 }
impl Step for Road {
    fn cost(&self, load: i32) -> i32 {
        note(self.0);
        self.0 * load
    }
}
impl Step for Ferry {
    fn cost(&self, load: i32) -> i32 {
        note(self.wait);
        delay(self.wait, |hours| hours + load)
    }
}

fn delay(wait: i32, scale: impl Fn(i32) -> i32) -> i32 {
    (0..wait).map(|hour| { note(hour); scale(hour) }).sum()
}

fn steps(n: i32) -> Vec<Box<dyn Step>> {
    (0..n).map(|i| -> Box<dyn Step> { if i % 3 == 2 { Box::new(Ferry { wait: i }) } else { Box::new(Road(i)) } }).collect()
}

fn total(steps: &[Box<dyn Step>], load: i32) -> i32 {
    steps.iter().map(|step| step.cost(load)).filter(|cost| { note(*cost); cost % 2 == 0 }).sum()
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    let all = steps(n + 5);
    let mut costs: Vec<i32> = (1..4).map(|load| total(&all, load)).collect();
    costs.sort_by(|a, b| { note(*a); b.cmp(a) });
    costs.iter().fold(0, |sum, cost| { note(sum); sum ^ cost })
}

#[unsafe(no_mangle)]
pub extern "C" fn index(n: i32) -> i32 {
    let costs: Vec<i32> = steps(3).iter().map(|step| step.cost(n)).collect();
    costs[n as usize + 3]
}

#[unsafe(no_mangle)]
pub extern "C" fn divide(n: i32) -> i32 {
    Some(n).filter(|n| *n > 90).map(|n| 100 / n).unwrap()
}
