//! The types of variables that can be annotated.

use crate::raw;

macro_rules! trait_of_values {
    ($($name:ident $import:literal,)*) => {
        /// A type that a variable can have to be annotated: numbers, `bool`, `char`, pointers.
        ///
        /// The methods are what the macros call.
        pub trait Value: Copy {
            /// The bits, extended to 64 as the type says.
            #[doc(hidden)]
            fn bits(self) -> u64;
            $(
                #[doc(hidden)]
                fn $name(self) -> Self;
            )*
        }
    };
}
raw::each_annotation!(trait_of_values!());

/// Implements the methods by a module of imports, there and back.
macro_rules! methods {
    ($module:ident $there:expr, $back:expr; $($name:ident $import:literal,)*) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                $back(raw::$module::$name($there(self)))
            }
        )*
    };
}

macro_rules! value {
    ($($ty:ty as $raw:ty, $module:ident;)*) => {
        $(
            impl Value for $ty {
                #[inline(always)]
                fn bits(self) -> u64 {
                    self as u64
                }

                raw::each_annotation!(methods!($module |x| x as $raw, |x| x as $ty;));
            }
        )*
    };
}

value! {
    i8 as i32, of_i32;
    u8 as i32, of_i32;
    i16 as i32, of_i32;
    u16 as i32, of_i32;
    i32 as i32, of_i32;
    u32 as i32, of_i32;
    i64 as i64, of_i64;
    u64 as i64, of_i64;
}

#[cfg(not(target_pointer_width = "64"))]
value! {
    isize as i32, of_i32;
    usize as i32, of_i32;
}

#[cfg(target_pointer_width = "64")]
value! {
    isize as i64, of_i64;
    usize as i64, of_i64;
}

impl Value for bool {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self)
    }

    raw::each_annotation!(methods!(of_i32 i32::from, |x| x != 0;));
}

impl Value for char {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self)
    }

    // SAFETY: the same character comes back.
    raw::each_annotation!(
        methods!(of_i32 |x| x as i32, |x| unsafe { char::from_u32_unchecked(x as u32) };)
    );
}

impl Value for f32 {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    raw::each_annotation!(methods!(of_f32 |x| x, |x| x;));
}

impl Value for f64 {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits()
    }

    raw::each_annotation!(methods!(of_f64 |x| x, |x| x;));
}

impl<T> Value for *const T {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.addr() as u64
    }

    raw::each_annotation!(methods!(of_pointer |x: *const T| x.cast(), |x: *const ()| x.cast();));
}

impl<T> Value for *mut T {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.addr() as u64
    }

    raw::each_annotation!(
        methods!(of_pointer |x: *mut T| x.cast_const().cast(), |x: *const ()| x.cast::<T>().cast_mut();)
    );
}
