//! Loads, stores, atomic operators, and operators on whole memories.

use super::{Results, index};
use crate::access::{Access, Kind, Modify};
use crate::machine::Machine;
use crate::stop::{Stop, Trap};
use crate::value::{Const, MemoryAddr, Value};
use invar_ir::{Data, Op, ValType};

/// The bits of a number.
fn bits(value: Value) -> u128 {
    match value.number() {
        Const::I32(value) => (value as u32).into(),
        Const::I64(value) => (value as u64).into(),
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits.into(),
        Const::V128(bits) => bits,
    }
}

/// The number of a type that bits are.
fn number(bits: u128, ty: ValType) -> Value {
    Value::Number(match ty {
        ValType::I32 => Const::I32(bits as i32),
        ValType::I64 => Const::I64(bits as i64),
        ValType::F32 => Const::F32(bits as u32),
        ValType::F64 => Const::F64(bits as u64),
        ValType::V128 => Const::V128(bits),
        ValType::Ref(_) => panic!("a reference is no number"),
    })
}

/// The low bytes of some bits, extended.
fn extend(bits: u128, bytes: u8, signed: bool) -> u128 {
    let unused = 128 - 8 * u32::from(bytes);
    let bits = bits << unused;
    if signed { (bits as i128 >> unused) as u128 } else { bits >> unused }
}

fn read(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte))
}

fn write(bytes: &mut [u8], bits: u128) {
    let length = bytes.len();
    bytes.copy_from_slice(&bits.to_le_bytes()[..length]);
}

/// The start of a range, if it is within a length.
pub(super) fn range(start: u64, count: u64, length: usize) -> Option<std::ops::Range<usize>> {
    let end = start.checked_add(count).filter(|&end| end <= length as u64)?;
    Some(start as usize..end as usize)
}

impl Machine<'_> {
    /// Executes an operator with an address.
    pub fn access(&mut self, access: &Access, args: &[Value]) -> Result<Results, Stop> {
        let memory = self.instance().memories[access.memory as usize];
        let memory = &mut self.store.memories[memory];
        let start = args[0].as_index().checked_add(access.offset).ok_or(Trap::MemoryOutOfBounds)?;
        if access.atomic && start % u64::from(access.bytes) != 0 {
            return Err(Trap::HeapMisaligned.into());
        }
        let shared = memory.ty.shared;
        let place = range(start, access.bytes.into(), memory.bytes.len());
        let place = &mut memory.bytes[place.ok_or(Trap::MemoryOutOfBounds)?];
        let Access { ty, bytes, .. } = *access;
        let at_lane = |lane: u8| 8 * u32::from(lane) * u32::from(bytes);
        let result = match access.kind {
            Kind::Load { signed } => extend(read(place), bytes, signed),
            Kind::Store => {
                write(place, bits(args[1]));
                return Ok(Results::None);
            }
            Kind::LoadWidened { lane, signed } => {
                let lanes = place.chunks(lane.into()).enumerate();
                lanes.fold(0, |vector, (n, bytes)| {
                    let width = 16 * u32::from(lane);
                    let mask = u128::MAX >> (128 - width);
                    let wide = extend(read(bytes), lane, signed) & mask;
                    vector | wide << (n as u32 * width)
                })
            }
            Kind::LoadSplat => {
                let lane = read(place);
                (0..16 / bytes).fold(0, |vector, n| vector | lane << at_lane(n))
            }
            Kind::LoadLane(lane) => {
                let mask = (u128::MAX >> (128 - 8 * u32::from(bytes))) << at_lane(lane);
                bits(args[1]) & !mask | read(place) << at_lane(lane)
            }
            Kind::StoreLane(lane) => {
                write(place, bits(args[1]) >> at_lane(lane));
                return Ok(Results::None);
            }
            Kind::Modify(modify) => {
                let (old, operand) = (read(place), bits(args[1]));
                let new = match modify {
                    Modify::Add => old.wrapping_add(operand),
                    Modify::Sub => old.wrapping_sub(operand),
                    Modify::And => old & operand,
                    Modify::Or => old | operand,
                    Modify::Xor => old ^ operand,
                    Modify::Exchange => operand,
                };
                write(place, new);
                old
            }
            Kind::CompareExchange => {
                let old = read(place);
                // Of a narrow one, the whole operand is compared.
                if bits(args[1]) == old {
                    write(place, bits(args[2]));
                }
                old
            }
            Kind::Notify => 0,
            Kind::Wait => {
                if !shared {
                    return Err(Trap::AtomicWaitNonSharedMemory.into());
                }
                let timeout = args[2].number().as_int().expect("a number of nanoseconds");
                if read(place) != bits(args[1]) {
                    1
                } else if timeout >= 0 {
                    2
                } else {
                    return Err(Stop::Unsupported("waiting without an end".to_owned()));
                }
            }
        };
        let ty = if access.kind == Kind::Wait { ValType::I32 } else { ty };
        Ok(number(result, ty).into())
    }

    fn memory(&self, index: u32) -> MemoryAddr {
        self.instance().memories[index as usize]
    }

    pub(super) fn memory_operator(&mut self, op: &Op, args: &[Value]) -> Result<Results, Stop> {
        match *op {
            Op::MemorySize { mem } => {
                let memory = &self.store.memories[self.memory(mem)];
                let pages = memory.bytes.len() as u64 >> memory.page();
                return Ok(index(memory.ty.memory64, pages).into());
            }
            Op::MemoryGrow { mem } => {
                let memory = self.memory(mem);
                let grown = self.grow_memory(memory, args[0].as_index());
                let wide = self.store.memories[memory].ty.memory64;
                return Ok(index(wide, grown.unwrap_or(u64::MAX)).into());
            }
            Op::MemoryInit { data_index, mem } => {
                let [to, from, count] = [0, 1, 2].map(|n| args[n].as_index());
                self.init_memory(mem, data_index, to, from, count)?;
            }
            Op::DataDrop { data_index } => {
                self.instance_mut().dropped_datas[data_index as usize] = true;
            }
            Op::MemoryFill { mem } => {
                let (start, count) = (args[0].as_index(), args[2].as_index());
                let memory = self.memory(mem);
                let length = self.store.memories[memory].bytes.len();
                let place = range(start, count, length).ok_or(Trap::MemoryOutOfBounds)?;
                self.bulk(count)?;
                self.store.memories[memory].bytes[place].fill(args[1].as_u32() as u8);
            }
            Op::MemoryCopy { dst_mem, src_mem } => {
                let [to, from, count] = [0, 1, 2].map(|n| args[n].as_index());
                let (dst, src) = (self.memory(dst_mem), self.memory(src_mem));
                let from = range(from, count, self.store.memories[src].bytes.len());
                let to = range(to, count, self.store.memories[dst].bytes.len());
                let (Some(from), Some(to)) = (from, to) else {
                    return Err(Trap::MemoryOutOfBounds.into());
                };
                self.bulk(count)?;
                let memories = &mut self.store.memories;
                if dst == src {
                    memories[dst].bytes.copy_within(from, to.start);
                } else {
                    let bytes = memories[src].bytes[from].to_vec();
                    memories[dst].bytes[to].copy_from_slice(&bytes);
                }
            }
            _ => return Err(Stop::Unsupported(op.opcode().name().to_owned())),
        }
        Ok(Results::None)
    }

    /// The number of pages before, unless it cannot grow.
    fn grow_memory(&mut self, memory: MemoryAddr, by: u64) -> Option<u64> {
        let limit = self.store.limits.memory;
        let memory = &mut self.store.memories[memory];
        let page = memory.page();
        let pages = memory.bytes.len() as u64 >> page;
        // By its type, by what its addresses reach, by what the host allows.
        let reach = if memory.ty.memory64 { 48 } else { 32 } - page;
        let most = memory.ty.maximum.unwrap_or(u64::MAX).min(1 << reach).min(limit >> page);
        let new = pages.checked_add(by).filter(|&new| new <= most)?;
        memory.bytes.resize((new << page) as usize, 0);
        Some(pages)
    }

    /// Copies from a data segment.
    pub fn init_memory(
        &mut self,
        memory: u32,
        data: u32,
        to: u64,
        from: u64,
        count: u64,
    ) -> Result<(), Stop> {
        let instance = self.instance();
        let program = instance.program.clone();
        let bytes = if instance.dropped_datas[data as usize] {
            &[]
        } else {
            program.module.data_bytes(Data::from_u32(data))
        };
        let memory = self.memory(memory);
        let length = self.store.memories[memory].bytes.len();
        let (from, to) = (range(from, count, bytes.len()), range(to, count, length));
        let (Some(from), Some(to)) = (from, to) else { return Err(Trap::MemoryOutOfBounds.into()) };
        self.bulk(count)?;
        self.store.memories[memory].bytes[to].copy_from_slice(&bytes[from]);
        Ok(())
    }
}
