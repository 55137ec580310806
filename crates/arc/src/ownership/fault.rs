//! Ownership errors: the value, what is wrong, the place and the path to it.

use invar_ir::{Block, Value};

/// What is wrong with the ownership of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The object is consumed though nothing is owned.
    Consumed,
    /// The object is still owned where the function ends, or where a loop defines the value again.
    Leaked,
    /// The levels of the object differ on the paths that join.
    Joined,
    /// The object is the result of a call whose convention is unreliable.
    Source,
    /// The object is used after it was consumed. Only the verifier of the unit tests looks for that.
    #[cfg(test)]
    Used,
    /// The budget of visits is exhausted.
    Budget,
}

/// An ownership error.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The root of the object.
    pub value: Value,
    /// What is wrong.
    pub wrong: Wrong,
    /// The block where it shows.
    pub block: Block,
    /// The position there.
    pub pos: u32,
    /// Blocks on the path there, from the last to the first.
    pub path: Vec<Block>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.wrong {
            Wrong::Consumed => "is consumed but not owned",
            Wrong::Leaked => "is owned and never consumed",
            Wrong::Joined => "has different levels of ownership on different paths",
            Wrong::Source => "comes from a function whose ownership is unbalanced",
            #[cfg(test)]
            Wrong::Used => "is used after it was consumed",
            Wrong::Budget => "exceeds the budget of visits",
        };
        write!(f, "{} {what}: ", self.value)?;
        match self.pos {
            u32::MAX => write!(f, "at the end of {}", self.block)?,
            pos => write!(f, "at {pos} in {}", self.block)?,
        }
        if self.path.len() > 1 {
            write!(f, ", on the path")?;
            for block in self.path.iter().rev() {
                write!(f, " {block}")?;
            }
        }
        Ok(())
    }
}
