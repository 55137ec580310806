//! Shared by the programs: a random number generator and the checksum of results as in C, and what a program
//! without the standard library needs: an allocator, and what happens at a panic.
#![allow(dead_code)] // no program uses all
use core::alloc::{GlobalAlloc, Layout};
use core::cell::{Cell, UnsafeCell};

pub struct Random(pub u32);

impl Random {
    /// 24 bits from a linear congruential generator.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        self.0 >> 8
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }
}

pub fn mix(hash: u32, value: u32) -> u32 {
    let hash = (hash ^ value).wrapping_mul(2654435761);
    hash ^ (hash >> 15)
}

pub fn mix_bytes(hash: u32, text: &str) -> u32 {
    text.bytes().fold(hash, |hash, byte| mix(hash, byte.into()))
}

const ARENA: usize = 16 << 20;

/// Memory from an arena, one after the other. Only the last block can grow in place, and only it is freed.
struct Bump {
    arena: UnsafeCell<[u8; ARENA]>,
    used: Cell<usize>,
    live: Cell<usize>,
}

// SAFETY: there is one thread.
unsafe impl Sync for Bump {}

#[global_allocator]
static HEAP: Bump =
    Bump { arena: UnsafeCell::new([0; ARENA]), used: Cell::new(0), live: Cell::new(0) };

impl Bump {
    fn start(&self) -> usize {
        self.arena.get() as usize
    }

    fn is_last(&self, block: *mut u8, size: usize) -> bool {
        block as usize + size == self.start() + self.used.get()
    }
}

// SAFETY: blocks are aligned, inside the arena, and do not overlap.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let at = (self.start() + self.used.get()).next_multiple_of(layout.align()) - self.start();
        if at + layout.size() > ARENA {
            return core::ptr::null_mut();
        }
        self.used.set(at + layout.size());
        self.live.set(self.live.get() + 1);
        // SAFETY: just checked.
        unsafe { self.arena.get().cast::<u8>().add(at) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if self.is_last(block, layout.size()) {
            self.used.set(self.used.get() - layout.size());
        }
        self.live.set(self.live.get() - 1);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.is_last(block, layout.size()) && block as usize - self.start() + size <= ARENA {
            self.used.set(self.used.get() - layout.size() + size);
            return block;
        }
        // SAFETY: as the caller promises.
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}

/// The checksum of a program that begins with an empty heap, and has freed everything in the end.
pub fn with_heap(program: impl FnOnce() -> u32) -> i32 {
    HEAP.used.set(0);
    let hash = program();
    if HEAP.live.get() == 0 { hash.cast_signed() } else { -1 }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
