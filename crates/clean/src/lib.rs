//! Small clean-up passes on the control-flow graph.
