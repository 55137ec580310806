//! Instrumentation: records which edges a module takes, what it reads and compares, and which parts of
//! memory 0 it writes.
//!
//! A memory is added ([`NAME`], layout below), and functions that write to it; calls of these are
//! inserted into the bodies, which are unchanged otherwise. The reference gets all of it. The optimized
//! module gets only the marks of written memory ([`Detail::Writes`]), so that a reset costs as much as
//! was written. The optimizer does not see the instrumentation.
//!
//! | address | contents |
//! |---|---|
//! | 0 | whether state that is not tracked was written: tables, another memory, atomics |
//! | 4 | the number of written granules; their numbers are at [`DIRTY`] |
//! | 8 | the number of entries of the log, of 24 bytes each, at [`LOG`] |
//! | [`FLAGS`] | a byte per granule of memory 0: whether it was written |
//! | [`Instrumented::edges_at`] | a byte per edge |
//!
//! Edges: entries of functions and loops, both sides of `if` and `br_if`, each distinct target of
//! a `br_table`, the fall-through of a `br_on_*`, handlers. Code that validation treats as unreachable
//! has none. Linear in the size of the bodies.

use super::helpers::{
    self, COMPARES, COMPARES_F32, COMPARES_F64, COMPARES_WIDE, HELPERS, ONE, RANGE, READS, TARGET,
    WRITES,
};
use super::shape::{self, Shape};
use std::ops::Range;
use wasm_encoder::{Encode, Module, RawSection, SectionId};
use wasmparser::{BlockType as Block, MemArgTarget, Operator};

/// The export name of the added memory.
pub const NAME: &str = "twin:log";
/// The size of a granule in bytes, as a power of two.
pub const GRANULE: u32 = 10;
/// The address of the numbers of written granules.
pub const DIRTY: usize = 1 << 10;
/// The address of the log.
pub const LOG: usize = 20 << 10;
/// The address of the flags of granules.
pub const FLAGS: usize = 64 << 10;

/// Log entry: a read. Operands: address and width.
pub const READ: u32 = 0;
/// Log entry: a comparison. Both operands.
pub const COMPARE: u32 = 1;
/// Log entry: a `br_table`. The index, the number of targets.
pub const SWITCH: u32 = 2;
/// Log entry: an indirect call. The index, the type.
pub const INDIRECT: u32 = 3;
/// Log entry: a write. Address and width.
pub const WRITE: u32 = 4;

/// How much is recorded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Everything.
    All,
    /// Which granules were written.
    Writes,
}

/// An instrumented module.
pub struct Instrumented {
    /// The module.
    pub wasm: Vec<u8>,
    /// The address of the bytes of edges.
    pub edges_at: usize,
    /// The edges of each defined function.
    pub edges: Vec<Range<usize>>,
}

/// Instruments a module whose memory 0 may grow to `granules`.
pub fn instrument(wasm: &[u8], detail: Detail, granules: usize) -> Result<Instrumented, String> {
    let shape = shape::read(wasm)?;
    let memory = shape.memories.len() as u32;
    let wide = shape.memories.first().is_some_and(|memory| memory.memory64);
    let tracked = !shape.memories.is_empty() && !wide;
    let edges_at = FLAGS + granules.next_multiple_of(8);
    let mut splicer = Splicer {
        helpers: shape.functions.len() as u32,
        memory,
        tracked,
        detail,
        edges_at: edges_at as u32,
        edges: 0,
        maps: Vec::new(),
        map_of: Vec::new(),
        out: Vec::new(),
        done: 0,
    };
    let mut code = Vec::new();
    let mut edges = Vec::new();
    for defined in 0..shape.bodies.len() {
        let first = splicer.edges;
        splicer.done = defined;
        splicer.body(&shape, defined).map_err(|error| error.to_string())?;
        edges.push(first as usize..splicer.edges as usize);
        code.push(std::mem::take(&mut splicer.out));
    }
    let maps_at = edges_at as u32 + splicer.edges.next_multiple_of(8);
    // The addresses of maps are known after all bodies, so they are patched: five bytes each.
    for (body, place, map) in std::mem::take(&mut splicer.map_of) {
        let bytes = fixed(maps_at + map);
        code[body][place..place + 5].copy_from_slice(&bytes);
    }
    let size = maps_at as usize + splicer.maps.len();
    let wasm = assemble(&shape, &splicer, code, maps_at, size);
    Ok(Instrumented { wasm, edges_at, edges })
}

/// A signed LEB128 number of five bytes.
fn fixed(value: u32) -> [u8; 5] {
    let byte = |index: u32| (value >> (7 * index) & 0x7f) as u8 | 0x80;
    [byte(0), byte(1), byte(2), byte(3), (value >> 28) as u8 & 0x7f]
}

struct Frame {
    is_if: bool,
    is_loop: bool,
    has_else: bool,
    /// The edge of the other arm.
    other: u32,
    /// Whether it starts in unreachable code, or its first arm ends there.
    dead: bool,
    arm_dead: bool,
    targeted: bool,
}

struct Splicer {
    helpers: u32,
    memory: u32,
    tracked: bool,
    detail: Detail,
    edges_at: u32,
    edges: u32,
    maps: Vec<u8>,
    /// (Body, position in it, map): where addresses of maps are patched.
    map_of: Vec<(usize, usize, u32)>,
    out: Vec<u8>,
    /// The number of the body.
    done: usize,
}

impl Splicer {
    /// The number of granules that have flags.
    fn limit(&self) -> u32 {
        self.edges_at - FLAGS as u32
    }

    fn constant(&mut self, value: u32) {
        self.out.push(0x41);
        (value as i32).encode(&mut self.out);
    }

    fn call(&mut self, helper: u32) {
        self.out.push(0x10);
        (self.helpers + helper).encode(&mut self.out);
    }

    /// Stores one at an address of the added memory.
    fn mark(&mut self, address: u32) {
        self.constant(address);
        self.constant(1);
        self.out.extend([0x3a, 0x40]);
        self.memory.encode(&mut self.out);
        self.out.push(0);
    }

    fn edge(&mut self, edge: u32) {
        if self.detail == Detail::All {
            self.mark(self.edges_at + edge);
        }
    }

    fn new_edges(&mut self, count: u32) -> u32 {
        self.edges += count;
        self.edges - count
    }

    /// Logs the top of the stack.
    fn one(&mut self, kind: u32, b: u32) {
        self.constant(kind);
        self.constant(b);
        self.constant(self.edges);
        self.call(ONE);
    }

    fn body(&mut self, shape: &Shape, defined: usize) -> wasmparser::Result<()> {
        let body = shape.body(defined);
        let mut operators = body.get_operators_reader()?;
        let all = self.detail == Detail::All;
        let range = &shape.bodies[defined];
        let start = operators.original_position() as usize;
        self.out.extend_from_slice(&shape.wasm[range.start..start]);
        let entry = self.new_edges(1);
        self.edge(entry);
        let mut frames: Vec<Frame> = Vec::new();
        let mut dead = false;
        let mut compared = false;
        while !operators.eof() {
            let from = operators.original_position() as usize;
            let operator = operators.read()?;
            let bytes = &shape.wasm[from..operators.original_position() as usize];
            let target = |frames: &mut Vec<Frame>, depth: u32| {
                let at = frames.len().checked_sub(depth as usize + 1);
                if let Some(at) = at {
                    frames[at].targeted = true;
                }
            };
            let closes = matches!(
                operator,
                Operator::End
                    | Operator::Else
                    | Operator::Catch { .. }
                    | Operator::CatchAll
                    | Operator::Delegate { .. }
            );
            if dead && !closes {
                if opens(&operator).is_some() {
                    frames.push(Frame::new(false, false, 0, true));
                }
                self.out.extend_from_slice(bytes);
                continue;
            }
            if all && let Some(address) = read(&operator) {
                if self.tracked && address.0 == 0 {
                    self.constant(address.1);
                    self.constant(address.2);
                    self.call(READS);
                }
            } else {
                self.before(&operator, bytes, all, compared);
            }
            match &operator {
                Operator::Block { .. } | Operator::TryTable { .. } | Operator::Try { .. } => {
                    frames.push(Frame::new(false, false, 0, false));
                    self.out.extend_from_slice(bytes);
                }
                Operator::Loop { .. } => {
                    frames.push(Frame::new(false, true, 0, false));
                    self.out.extend_from_slice(bytes);
                    let edge = self.new_edges(1);
                    self.edge(edge);
                }
                Operator::If { .. } => {
                    let edge = self.new_edges(2);
                    frames.push(Frame::new(true, false, edge + 1, false));
                    self.out.extend_from_slice(bytes);
                    self.edge(edge);
                }
                Operator::Else => {
                    let frame = frames.last_mut().expect("an else has an if");
                    frame.has_else = true;
                    frame.arm_dead = dead;
                    dead = frame.dead;
                    self.out.extend_from_slice(bytes);
                    if !dead {
                        let edge = frame.other;
                        self.edge(edge);
                    }
                }
                Operator::Catch { .. } | Operator::CatchAll => {
                    dead = frames.last().is_some_and(|frame| frame.dead);
                    self.out.extend_from_slice(bytes);
                    let edge = self.new_edges(1);
                    self.edge(edge);
                }
                Operator::End | Operator::Delegate { .. } => {
                    if let Some(frame) = frames.pop() {
                        if frame.is_if && !frame.has_else && !frame.dead && all {
                            self.out.push(0x05);
                            self.edge(frame.other);
                        }
                        dead = frame.dead
                            || dead
                                && (frame.is_loop
                                    || !frame.targeted
                                        && (!frame.is_if || frame.has_else && frame.arm_dead));
                    }
                    self.out.extend_from_slice(bytes);
                }
                Operator::BrIf { relative_depth } => {
                    target(&mut frames, *relative_depth);
                    let edge = self.new_edges(2);
                    if all {
                        // With two targets: not taken, taken.
                        let map = self.map(&[1, 0]);
                        self.target(1, map, edge);
                    }
                    self.out.extend_from_slice(bytes);
                }
                Operator::BrTable { targets } => {
                    let mut all_targets = targets.targets().collect::<Result<Vec<u32>, _>>()?;
                    all_targets.push(targets.default());
                    let mut distinct = all_targets.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    for depth in &distinct {
                        target(&mut frames, *depth);
                    }
                    let edge = self.new_edges(distinct.len() as u32);
                    if all {
                        let place = |depth: &u32| {
                            distinct.binary_search(depth).expect("it is there") as u16
                        };
                        let map: Vec<u16> = all_targets.iter().map(place).collect();
                        let map = self.map(&map);
                        self.target(all_targets.len() as u32 - 1, map, edge);
                    }
                    self.out.extend_from_slice(bytes);
                    dead = true;
                }
                Operator::BrOnNull { relative_depth }
                | Operator::BrOnNonNull { relative_depth }
                | Operator::BrOnCast { relative_depth, .. }
                | Operator::BrOnCastFail { relative_depth, .. } => {
                    target(&mut frames, *relative_depth);
                    self.out.extend_from_slice(bytes);
                    let edge = self.new_edges(1);
                    self.edge(edge);
                }
                _ => {
                    if let Operator::Br { relative_depth } = operator {
                        target(&mut frames, relative_depth);
                    }
                    self.out.extend_from_slice(bytes);
                    dead = ends(&operator);
                }
            }
            if let Operator::TryTable { try_table } = &operator {
                // Catches branch from here, to labels outside of it.
                frames.iter_mut().for_each(|frame| frame.targeted |= !try_table.catches.is_empty());
            }
            compared = comparison(&operator).is_some();
        }
        Ok(())
    }

    /// Inserts the instrumentation before an operator that is not a read.
    fn before(&mut self, operator: &Operator, bytes: &[u8], all: bool, compared: bool) {
        if let Some((memory, offset, width, value)) = write(operator) {
            if self.tracked && memory == 0 {
                self.constant(offset);
                self.constant(width);
                self.call(WRITES + value);
            } else {
                self.mark(0);
            }
            return;
        }
        match operator {
            Operator::MemoryCopy { dst_mem: 0, src_mem: 0 }
            | Operator::MemoryFill { mem: 0 }
            | Operator::MemoryInit { mem: 0, .. }
                if self.tracked =>
            {
                self.call(RANGE);
            }
            _ if untracked(operator, bytes) => self.mark(0),
            _ if !all => {}
            Operator::If { .. } | Operator::BrIf { .. } if !compared => self.one(COMPARE, 0),
            Operator::BrTable { targets } => self.one(SWITCH, targets.len()),
            Operator::CallIndirect { type_index, table_index: 0 }
            | Operator::ReturnCallIndirect { type_index, table_index: 0 } => {
                self.one(INDIRECT, *type_index);
            }
            Operator::I32Eqz => self.one(COMPARE, 0),
            Operator::I64Eqz => {
                self.out.extend([0x42, 0]);
                self.constant(self.edges);
                self.call(COMPARES_WIDE);
                self.out.push(0x1a);
            }
            _ => match comparison(operator) {
                Some(helper) if helper != ONE => {
                    self.constant(self.edges);
                    self.call(helper);
                }
                _ => {}
            },
        }
    }

    /// A map of indices to edges.
    fn map(&mut self, map: &[u16]) -> u32 {
        if map == [1, 0] && !self.maps.is_empty() {
            return 0;
        }
        if self.maps.is_empty() {
            self.maps.extend([1, 0, 0, 0]);
            if map == [1, 0] {
                return 0;
            }
        }
        let at = self.maps.len() as u32;
        map.iter().for_each(|edge| self.maps.extend(edge.to_le_bytes()));
        at
    }

    /// Marks the edge of the target that the top of the stack chooses.
    fn target(&mut self, last: u32, map: u32, edge: u32) {
        self.constant(last);
        self.out.push(0x41);
        self.map_of.push((self.done, self.out.len(), map));
        self.out.extend([0; 5]);
        self.constant(self.edges_at + edge);
        self.call(TARGET);
    }
}

impl Frame {
    fn new(is_if: bool, is_loop: bool, other: u32, dead: bool) -> Frame {
        Frame { is_if, is_loop, has_else: false, other, dead, arm_dead: false, targeted: false }
    }
}

fn opens<'a>(operator: &'a Operator) -> Option<&'a Block> {
    match operator {
        Operator::Block { blockty }
        | Operator::Loop { blockty }
        | Operator::If { blockty }
        | Operator::Try { blockty } => Some(blockty),
        Operator::TryTable { try_table } => Some(&try_table.ty),
        _ => None,
    }
}

/// Whether the code after an operator is unreachable.
fn ends(operator: &Operator) -> bool {
    use Operator::*;
    matches!(
        operator,
        Unreachable
            | Br { .. }
            | Return
            | ReturnCall { .. }
            | ReturnCallIndirect { .. }
            | ReturnCallRef { .. }
            | Throw { .. }
            | ThrowRef
            | Rethrow { .. }
    )
}

/// Memory, offset and width of a read.
fn read(operator: &Operator) -> Option<(u32, u32, u32)> {
    use Operator::*;
    let (memarg, width) = match operator {
        I32Load8U { memarg }
        | I32Load8S { memarg }
        | I64Load8U { memarg }
        | I64Load8S { memarg }
        | V128Load8Splat { memarg } => (memarg, 1),
        I32Load16U { memarg }
        | I32Load16S { memarg }
        | I64Load16U { memarg }
        | I64Load16S { memarg }
        | V128Load16Splat { memarg } => (memarg, 2),
        I32Load { memarg }
        | F32Load { memarg }
        | I64Load32U { memarg }
        | I64Load32S { memarg }
        | V128Load32Splat { memarg }
        | V128Load32Zero { memarg } => (memarg, 4),
        I64Load { memarg }
        | F64Load { memarg }
        | V128Load { memarg }
        | V128Load8x8S { memarg }
        | V128Load8x8U { memarg }
        | V128Load16x4S { memarg }
        | V128Load16x4U { memarg }
        | V128Load32x2S { memarg }
        | V128Load32x2U { memarg }
        | V128Load64Splat { memarg }
        | V128Load64Zero { memarg } => (memarg, 8),
        _ => return None,
    };
    match memarg.target {
        MemArgTarget::Memory(memory) => Some((memory, memarg.offset as u32, width)),
        MemArgTarget::Array(_) => None,
    }
}

/// Memory, offset, width and type of a write: the number of its helper.
fn write(operator: &Operator) -> Option<(u32, u32, u32, u32)> {
    use Operator::*;
    let (memarg, width, value) = match operator {
        I32Store8 { memarg } => (memarg, 1, 0),
        I32Store16 { memarg } => (memarg, 2, 0),
        I32Store { memarg } | I32AtomicStore { memarg } => (memarg, 4, 0),
        I64Store8 { memarg } => (memarg, 1, 1),
        I64Store16 { memarg } => (memarg, 2, 1),
        I64Store32 { memarg } => (memarg, 4, 1),
        I64Store { memarg } => (memarg, 8, 1),
        F32Store { memarg } => (memarg, 4, 2),
        F64Store { memarg } => (memarg, 8, 3),
        V128Store { memarg } => (memarg, 16, 4),
        _ => return None,
    };
    match memarg.target {
        MemArgTarget::Memory(memory) => Some((memory, memarg.offset as u32, width, value)),
        MemArgTarget::Array(_) => None,
    }
}

/// Whether an operator writes something that is not tracked.
fn untracked(operator: &Operator, bytes: &[u8]) -> bool {
    use Operator::*;
    match operator {
        MemoryCopy { .. }
        | MemoryFill { .. }
        | MemoryInit { .. }
        | DataDrop { .. }
        | TableSet { .. }
        | TableGrow { .. }
        | TableFill { .. }
        | TableCopy { .. }
        | TableInit { .. }
        | ElemDrop { .. }
        | V128Store8Lane { .. }
        | V128Store16Lane { .. }
        | V128Store32Lane { .. }
        | V128Store64Lane { .. } => true,
        // Atomics, except fences (3) and loads (16 to 22).
        _ => bytes[0] == 0xfe && !matches!(bytes[1], 3 | 16..=22),
    }
}

/// The helper that logs a comparison.
fn comparison(operator: &Operator) -> Option<u32> {
    use Operator::*;
    match operator {
        I32Eqz | I64Eqz => Some(ONE),
        I32Eq | I32Ne | I32LtS | I32LtU | I32GtS | I32GtU | I32LeS | I32LeU | I32GeS | I32GeU => {
            Some(COMPARES)
        }
        I64Eq | I64Ne | I64LtS | I64LtU | I64GtS | I64GtU | I64LeS | I64LeU | I64GeS | I64GeU => {
            Some(COMPARES_WIDE)
        }
        F32Eq | F32Ne | F32Lt | F32Gt | F32Le | F32Ge => Some(COMPARES_F32),
        F64Eq | F64Ne | F64Lt | F64Gt | F64Le | F64Ge => Some(COMPARES_F64),
        _ => None,
    }
}

/// The module with the bodies, the helpers, and the memory.
fn assemble(
    shape: &Shape,
    splicer: &Splicer,
    code: Vec<Vec<u8>>,
    maps_at: u32,
    size: usize,
) -> Vec<u8> {
    let mut module = Module::new();
    let mut put = |id: SectionId, count: u32, more: Vec<u8>| {
        let found = shape.sections.iter().find(|(section, _)| *section == id as u8);
        let old = found.map(|(_, range)| &shape.wasm[range.clone()]);
        if count == 0 {
            if let Some(data) = old {
                module.section(&RawSection { id: id as u8, data });
            }
            return;
        }
        let mut reader = wasmparser::BinaryReader::new(old.unwrap_or(&[0]), 0);
        let had = reader.read_var_u32().expect("it was parsed");
        let rest = &old.unwrap_or(&[0])[reader.original_position() as usize..];
        let mut data = Vec::new();
        (had + count).encode(&mut data);
        data.extend_from_slice(rest);
        data.extend(more);
        module.section(&RawSection { id: id as u8, data: &data });
    };
    let mut types = Vec::new();
    let mut functions = Vec::new();
    for (index, (params, results)) in HELPERS.iter().enumerate() {
        types.push(0x60);
        params.encode(&mut types);
        results.encode(&mut types);
        (shape.types + index as u32).encode(&mut functions);
    }
    put(SectionId::Type, HELPERS.len() as u32, types);
    put(SectionId::Import, 0, Vec::new());
    put(SectionId::Function, HELPERS.len() as u32, functions);
    put(SectionId::Table, 0, Vec::new());
    let mut memory = vec![0];
    (size.div_ceil(1 << 16) as u32).encode(&mut memory);
    put(SectionId::Memory, 1, memory);
    put(SectionId::Tag, 0, Vec::new());
    put(SectionId::Global, 0, Vec::new());
    let mut export = Vec::new();
    NAME.encode(&mut export);
    export.push(2);
    splicer.memory.encode(&mut export);
    put(SectionId::Export, 1, export);
    put(SectionId::Start, 0, Vec::new());
    put(SectionId::Element, 0, Vec::new());
    let maps = u32::from(!splicer.maps.is_empty());
    let counted = shape.sections.iter().any(|(id, _)| *id == SectionId::DataCount as u8);
    if counted {
        put(SectionId::DataCount, maps, Vec::new());
    }
    let mut bodies = Vec::new();
    let helpers = helpers::bodies(splicer.helpers, splicer.memory, splicer.detail, splicer.limit());
    let count = (code.len() + helpers.len()) as u32;
    for body in code.iter().chain(&helpers) {
        body.as_slice().encode(&mut bodies);
    }
    put(SectionId::Code, count, bodies);
    let mut data = Vec::new();
    if maps > 0 {
        data.push(2);
        splicer.memory.encode(&mut data);
        data.push(0x41);
        (maps_at as i32).encode(&mut data);
        data.push(0x0b);
        splicer.maps.as_slice().encode(&mut data);
    }
    put(SectionId::Data, maps, data);
    module.finish()
}
