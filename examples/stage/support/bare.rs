//! What programs without a standard library need: a heap, which grows and in which nothing is freed; the C library,
//! for comparisons and copies of memory; what panics do.

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicUsize, Ordering};

const PAGE: usize = 65536;

struct Heap {
    next: AtomicUsize,
    end: AtomicUsize,
}

#[global_allocator]
static HEAP: Heap = Heap { next: AtomicUsize::new(0), end: AtomicUsize::new(0) };

// SAFETY: each allocation is a part of new pages that no other one has. There is one thread.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mut start = self.next.load(Ordering::Relaxed).next_multiple_of(layout.align());
        if start + layout.size() > self.end.load(Ordering::Relaxed) {
            let pages = layout.size().div_ceil(PAGE);
            let grown = core::arch::wasm32::memory_grow(0, pages);
            if grown == usize::MAX {
                return core::ptr::null_mut();
            }
            start = grown * PAGE;
            self.end.store(start + pages * PAGE, Ordering::Relaxed);
        }
        self.next.store(start + layout.size(), Ordering::Relaxed);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

/// Until the caller ends, it accesses this memory only through the result.
#[inline(always)]
pub fn private<T>(memory: &mut T) -> &mut T {
    // SAFETY: the same memory, which nobody else accesses while it is borrowed.
    unsafe { &mut *invar_annotate::private(memory, 1) }
}

#[link(name = "c")]
unsafe extern "C" {}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
