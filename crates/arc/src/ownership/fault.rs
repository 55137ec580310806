//! Where ownership does not add up: the value, what is wrong, the place and the path to it.

use invar_ir::{Block, Value};

/// What is wrong with the ownership of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is consumed though nothing is owned.
    Consumed,
    /// It is still owned where the function ends, or where a loop makes the value anew.
    Leaked,
    /// It is owned on one path to a place and not, or not as often, on another.
    Joined,
    /// A call gives it that cannot be relied on.
    Source,
    /// It is used where it was consumed already.
    Used,
    /// Finding out would cost too much.
    Budget,
}

/// Where ownership does not add up.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The value that stands for the object.
    pub value: Value,
    /// What is wrong.
    pub wrong: Wrong,
    /// The block where it shows.
    pub block: Block,
    /// The position there.
    pub pos: u32,
    /// Blocks on the way there, from the last to the first.
    pub path: Vec<Block>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.wrong {
            Wrong::Consumed => "is consumed but not owned",
            Wrong::Leaked => "is owned and never consumed",
            Wrong::Joined => "is not owned equally often on all paths",
            Wrong::Source => "comes from a function whose ownership does not add up",
            Wrong::Used => "is used after it was consumed",
            Wrong::Budget => "takes too long to follow",
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
