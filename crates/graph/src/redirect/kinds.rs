//! The kinds of redirection, each with a switch.

use std::str::FromStr;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $field:ident $name:literal;)*) => {
        /// What to redirect.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Config { $($(#[$doc])* pub $field: bool,)* }

        /// A kind of redirection.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum RedirectionKind { $($(#[$doc])* $kind,)* }

        impl Config {
            /// Redirects nothing.
            pub const NONE: Config = Config { $($field: false,)* };

            /// This configuration without a kind of redirection.
            pub fn without(mut self, kind: RedirectionKind) -> Config {
                match kind { $(RedirectionKind::$kind => self.$field = false,)* }
                self
            }
        }

        /// All kinds.
        impl Default for Config {
            fn default() -> Self {
                Config { $($field: true,)* }
            }
        }

        impl RedirectionKind {
            /// All kinds.
            pub const ALL: &[RedirectionKind] = &[$(RedirectionKind::$kind,)*];

            /// The name by which it is switched off.
            pub fn name(self) -> &'static str {
                match self { $(RedirectionKind::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    /// Values that pass through gammas.
    Gamma gamma "gamma";
    /// Exit variables of gammas that are a value, or the constant that it is in that alternative.
    GammaConstant gamma_constant "gamma-constant";
    /// Values that pass through thetas.
    Theta theta "theta";
    /// The order edge, and states, that pass through thetas that are finite.
    ThetaFinite theta_finite "theta-finite";
    /// Post values of thetas that are exit variables of a gamma, where the theta's predicate is one.
    ThetaGammaExit theta_gamma_exit "theta-gamma-exit";
    /// Post values of thetas that are exit variables of a gamma, where both match one value.
    ThetaGammaMatch theta_gamma_match "theta-gamma-match";
    /// Values that pass through calls.
    Call call "call";
}

impl FromStr for RedirectionKind {
    type Err = String;

    /// Reads a name.
    fn from_str(name: &str) -> Result<Self, String> {
        let named = RedirectionKind::ALL.iter().find(|kind| kind.name() == name).copied();
        named.ok_or_else(|| {
            let names: Vec<&str> = RedirectionKind::ALL.iter().map(|kind| kind.name()).collect();
            format!("there is no redirection `{name}`; there are {}", names.join(", "))
        })
    }
}
