//! Proposals of WebAssembly by the names under which tools know them, and sets of them.
//!
//! These are the types of the library's interface; they hide wasmparser's own set, which changes with each of its
//! versions.
//! What the sections of a module use is found when it is read, what its bodies use in
//! `invar_interprocedural::uses`.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;
use wasmparser::{BinaryReader, WasmFeatures};

macro_rules! features {
    ($($feature:ident $name:literal $section:literal $bits:ident;)*) => {
        /// A proposal, or a part of one that tools know by a name of its own.
        ///
        /// ```
        /// use invar::Feature;
        ///
        /// assert_eq!(Feature::Threads.name(), "threads");
        /// assert_eq!(Feature::Threads.section_name(), "atomics");
        /// assert!(Feature::ALL.contains(&Feature::Simd));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Feature {
            $( #[doc = concat!("`", $name, "`.")] $feature, )*
        }

        impl Feature {
            /// All proposals that can be named, a part of a proposal after the whole.
            pub const ALL: &[Feature] = &[$(Feature::$feature,)*];

            /// The name in `--enable-NAME` and `--disable-NAME`.
            pub fn name(self) -> &'static str {
                match self {
                    $( Feature::$feature => $name, )*
                }
            }

            /// The name in the section `target_features`.
            pub fn section_name(self) -> &'static str {
                match self {
                    $( Feature::$feature => $section, )*
                }
            }

            /// Its name in wasmparser.
            pub(crate) fn bits(self) -> WasmFeatures {
                match self {
                    $( Feature::$feature => WasmFeatures::$bits, )*
                }
            }
        }
    };
}

features! {
    MutableGlobals "mutable-globals" "mutable-globals" MUTABLE_GLOBAL;
    NontrappingFloatToInt "nontrapping-float-to-int" "nontrapping-fptoint" SATURATING_FLOAT_TO_INT;
    SignExt "sign-ext" "sign-ext" SIGN_EXTENSION;
    ReferenceTypes "reference-types" "reference-types" REFERENCE_TYPES;
    CallIndirectOverlong "call-indirect-overlong" "call-indirect-overlong" CALL_INDIRECT_OVERLONG;
    Multivalue "multivalue" "multivalue" MULTI_VALUE;
    BulkMemory "bulk-memory" "bulk-memory" BULK_MEMORY;
    BulkMemoryOpt "bulk-memory-opt" "bulk-memory-opt" BULK_MEMORY_OPT;
    Simd "simd" "simd128" SIMD;
    RelaxedSimd "relaxed-simd" "relaxed-simd" RELAXED_SIMD;
    Threads "threads" "atomics" THREADS;
    SharedEverything "shared-everything" "shared-everything" SHARED_EVERYTHING_THREADS;
    TailCall "tail-call" "tail-call" TAIL_CALL;
    Multimemory "multimemory" "multimemory" MULTI_MEMORY;
    ExceptionHandling "exception-handling" "exception-handling" EXCEPTIONS;
    LegacyExceptions "legacy-exceptions" "legacy-exceptions" LEGACY_EXCEPTIONS;
    Memory64 "memory64" "memory64" MEMORY64;
    ExtendedConst "extended-const" "extended-const" EXTENDED_CONST;
    TypedFunctionReferences "typed-function-references" "typed-function-references" FUNCTION_REFERENCES;
    Gc "gc" "gc" GC;
    CustomPageSizes "custom-page-sizes" "custom-page-sizes" CUSTOM_PAGE_SIZES;
    StackSwitching "stack-switching" "stack-switching" STACK_SWITCHING;
    WideArithmetic "wide-arithmetic" "wide-arithmetic" WIDE_ARITHMETIC;
    CustomDescriptors "custom-descriptors" "custom-descriptors" CUSTOM_DESCRIPTORS;
    RelaxedAtomics "relaxed-atomics" "relaxed-atomics" ACQUIRE_RELEASE_ATOMICS;
    CompactImports "compact-imports" "compact-imports" COMPACT_IMPORTS;
    MemoryControl "memory-control" "memory-control" MEMORY_CONTROL;
    Multibyte "multibyte" "multibyte" MULTIBYTE_ARRAY_ACCESS;
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of proposals.
///
/// ```
/// use invar::{Feature, Features};
///
/// let set = Features::none().with(Feature::Simd).with(Feature::Threads);
/// assert!(set.contains(Feature::Simd) && !set.contains(Feature::Gc));
/// assert_eq!(set, "simd,threads".parse()?);
/// assert_eq!(set.without(Feature::Simd).to_string(), "threads");
/// assert!("time-travel".parse::<Features>().is_err());
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features(WasmFeatures);

impl Features {
    /// Names of proposals of other tools that do not affect this library: each is read as the empty set.
    pub const WITHOUT_EFFECT: &[&str] = &["strings", "fp16"];

    /// No proposal.
    pub fn none() -> Self {
        Features(WasmFeatures::empty())
    }

    /// Those that engines have on by default.
    pub fn standard() -> Self {
        Features(WasmFeatures::default())
    }

    /// All proposals.
    pub fn all() -> Self {
        Features(WasmFeatures::all())
    }

    /// This set and others.
    #[must_use]
    pub fn with(self, others: impl Into<Features>) -> Self {
        Features(self.0 | others.into().0)
    }

    /// This set less others.
    #[must_use]
    pub fn without(self, others: impl Into<Features>) -> Self {
        Features(self.0 - others.into().0)
    }

    /// Whether a proposal is in it, all of its parts included.
    pub fn contains(self, feature: Feature) -> bool {
        self.0.contains(feature.bits())
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The names of what is in it, without parts of others in the set.
    pub fn names(self) -> Vec<&'static str> {
        let contained = || Feature::ALL.iter().filter(|&&feature| self.contains(feature));
        let part_of_another = |feature: &&Feature| {
            contained().any(|whole| {
                whole.bits() != feature.bits() && whole.bits().contains(feature.bits())
            })
        };
        contained()
            .filter(|feature| !part_of_another(feature))
            .map(|feature| feature.name())
            .collect()
    }

    /// What a section `target_features` claims; nothing if it cannot be read.
    pub(crate) fn of_section(bytes: &[u8]) -> Self {
        fn read(bytes: &[u8]) -> wasmparser::Result<Features> {
            let mut reader = BinaryReader::new(bytes, 0);
            let mut set = Features::none();
            for _ in 0..reader.read_var_u32()? {
                let used = matches!(reader.read_u8()?, b'+' | b'=');
                let name = reader.read_string()?;
                let known = |feature: &&Feature| used && feature.section_name() == name;
                set = Feature::ALL.iter().find(known).map_or(set, |&feature| set.with(feature));
            }
            Ok(set)
        }
        read(bytes).unwrap_or_default()
    }

    pub(crate) fn from_bits(bits: WasmFeatures) -> Self {
        Features(bits)
    }

    pub(crate) fn bits(self) -> WasmFeatures {
        self.0
    }
}

/// The empty set.
impl Default for Features {
    fn default() -> Self {
        Features::none()
    }
}

impl From<Feature> for Features {
    fn from(feature: Feature) -> Self {
        Features(feature.bits())
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<T: IntoIterator<Item = Feature>>(features: T) -> Self {
        features.into_iter().fold(Features::none(), Features::with)
    }
}

/// Reads names, separated by commas, as tools spell them in flags.
impl FromStr for Features {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(named).try_fold(Features::none(), |all, found| Ok(all.with(found?)))
    }
}

fn named(name: &str) -> Result<Features, Error> {
    let known = Feature::ALL.iter().find(|feature| feature.name() == name);
    match (name, known) {
        ("gc-mvp", _) => Ok(Feature::Gc.into()),
        ("typed-continuations", _) => Ok(Feature::StackSwitching.into()),
        ("acquire-release-atomics", _) => Ok(Feature::RelaxedAtomics.into()),
        (_, Some(&feature)) => Ok(feature.into()),
        _ if Features::WITHOUT_EFFECT.contains(&name) => Ok(Features::none()),
        _ => Err(Error::new(format!("there is no proposal `{name}`"))),
    }
}

/// The names, separated by commas.
impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(","))
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_not_named_beside_the_whole() {
        assert_eq!(Features::from(Feature::BulkMemory).names(), ["bulk-memory"]);
        assert_eq!(Features::from(Feature::BulkMemoryOpt).names(), ["bulk-memory-opt"]);
    }

    #[test]
    fn a_target_features_section_is_read() {
        let section = b"\x03+\x04simd+\x07simd128-\x08sign-ext";
        assert_eq!(Features::of_section(section).names(), ["simd"]);
        assert!(Features::of_section(b"\xff").is_empty());
    }

    #[test]
    fn every_name_is_read_as_what_it_names() {
        for &feature in Feature::ALL {
            assert_eq!(feature.name().parse::<Features>().unwrap(), feature.into(), "{feature}");
        }
        assert!("strings,fp16".parse::<Features>().unwrap().is_empty());
        assert_eq!("gc-mvp".parse::<Features>().unwrap(), Feature::Gc.into());
    }
}
