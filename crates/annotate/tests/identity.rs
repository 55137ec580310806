//! On the host, annotations change nothing.

use invar_annotate::{
    Key, Value, forget, is_const, keep_const, leave, private, promise_const, promise_pure,
    promise_transitive, specialize, unkeep_const,
};

fn stays<T: Value + PartialEq + std::fmt::Debug>(x: T) {
    let mut y = x;
    is_const!(y, Replicate);
    is_const!(y, Cache);
    is_const!(y, Cache1);
    is_const!(y, Unchecked);
    keep_const!(y, Replicate, Lazy);
    keep_const!(y, Replicate, LoopLazy);
    keep_const!(y, Replicate, Eager);
    keep_const!(y, Cache, Lazy);
    keep_const!(y, Cache, LoopLazy);
    keep_const!(y, Cache, Eager);
    keep_const!(y, Cache1, Lazy);
    keep_const!(y, Cache1, LoopLazy);
    keep_const!(y, Cache1, Eager);
    keep_const!(y, Unchecked, Lazy);
    keep_const!(y, Unchecked, LoopLazy);
    keep_const!(y, Unchecked, Eager);
    unkeep_const!(y);
    leave!(y);
    assert_eq!(promise_pure!(y), x);
}

#[test]
fn values_stay_what_they_are() {
    stays(-1i8);
    stays(255u8);
    stays(i16::MIN);
    stays(u16::MAX);
    stays(i32::MIN);
    stays(u32::MAX);
    stays(i64::MIN);
    stays(u64::MAX);
    stays(isize::MIN);
    stays(usize::MAX);
    stays(true);
    stays('ß');
    stays(-0.5f32);
    stays(1e300f64);
    let mut place = 3;
    let mutable = &raw mut place;
    stays(mutable);
    stays(mutable.cast_const());
}

#[test]
fn promises_give_the_pointer_back() {
    let data = [1, 2, 3];
    let p = data.as_ptr();
    assert_eq!(unsafe { promise_const(p, data.len()) }, p);
    assert_eq!(unsafe { promise_transitive(p, data.len()) }, p);
    let mut data = [1, 2, 3];
    let p = data.as_mut_ptr();
    assert_eq!(unsafe { private(p, data.len()) }, p);
}

#[test]
fn bits_are_extended_as_the_type_says() {
    assert_eq!(Key::of(-1i8).bits(), Some(u64::MAX));
    assert_eq!(Key::of(255u8).bits(), Some(255));
    assert_eq!(Key::of(-2i32).bits(), Some(u64::MAX - 1));
    assert_eq!(Key::of(u32::MAX).bits(), Some(0xffff_ffff));
    assert_eq!(Key::of(1.0f32).bits(), Some(0x3f80_0000));
    assert_eq!(Key::of(1.0f64).bits(), Some(0x3ff0_0000_0000_0000));
    assert_eq!(Key::ANY.bits(), None);
    assert_eq!(size_of::<Key>(), 16);
}

#[test]
fn a_request_gives_the_function_itself() {
    extern "C" fn sum(a: i32, b: i32) -> i32 {
        a + b
    }
    let generic: extern "C" fn(i32, i32) -> i32 = sum;
    let special = unsafe { specialize(generic, &[Key::of(4), Key::ANY]) };
    assert_eq!(special as usize, generic as usize);
    forget(generic);
    assert_eq!(special(4, 5), 9);
}
