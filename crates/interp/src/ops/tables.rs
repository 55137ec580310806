//! Operators on tables and element segments.

use super::memories::range;
use super::{Results, index};
use crate::machine::Machine;
use crate::stop::{Stop, Trap};
use crate::value::{Ref, TableAddr, Value};
use invar_ir::Op;

impl Machine<'_> {
    fn table(&self, index: u32) -> TableAddr {
        self.instance().tables[index as usize]
    }

    /// The element of a table.
    pub fn element(&self, table: u32, index: u64) -> Result<Ref, Trap> {
        let elements = &self.store.tables[self.table(table)].elements;
        let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
        element.copied().ok_or(Trap::TableOutOfBounds)
    }

    pub(super) fn table_operator(&mut self, op: &Op, args: &[Value]) -> Result<Results, Stop> {
        match *op {
            Op::TableGet { table } => {
                return Ok(self.element(table, args[0].as_index())?.into());
            }
            Op::TableSet { table } => {
                self.element(table, args[0].as_index())?;
                let table = self.table(table);
                let place = args[0].as_index() as usize;
                self.store.tables[table].elements[place] = args[1].reference();
            }
            Op::TableSize { table } => {
                let table = &self.store.tables[self.table(table)];
                return Ok(index(table.ty.table64, table.elements.len() as u64).into());
            }
            Op::TableGrow { table } => {
                let (element, by) = (args[0].reference(), args[1].as_index());
                let limit = self.store.limits.table;
                let table = self.table(table);
                let table = &mut self.store.tables[table];
                let size = table.elements.len() as u64;
                let most = table.ty.maximum.unwrap_or(u64::MAX).min(limit);
                let new = size.checked_add(by).filter(|&new| new <= most);
                if let Some(new) = new {
                    table.elements.resize(new as usize, element);
                }
                return Ok(index(table.ty.table64, new.map_or(u64::MAX, |_| size)).into());
            }
            Op::TableFill { table } => {
                let (start, count) = (args[0].as_index(), args[2].as_index());
                let table = self.table(table);
                let length = self.store.tables[table].elements.len();
                let place = range(start, count, length).ok_or(Trap::TableOutOfBounds)?;
                self.bulk(count)?;
                self.store.tables[table].elements[place].fill(args[1].reference());
            }
            Op::TableCopy { dst_table, src_table } => {
                let [to, from, count] = [0, 1, 2].map(|n| args[n].as_index());
                let (dst, src) = (self.table(dst_table), self.table(src_table));
                let from = range(from, count, self.store.tables[src].elements.len());
                let to = range(to, count, self.store.tables[dst].elements.len());
                let (Some(from), Some(to)) = (from, to) else {
                    return Err(Trap::TableOutOfBounds.into());
                };
                self.bulk(count)?;
                let tables = &mut self.store.tables;
                let elements = tables[src].elements[from].to_vec();
                tables[dst].elements[to].copy_from_slice(&elements);
            }
            Op::TableInit { elem_index, table } => {
                let [to, from, count] = [0, 1, 2].map(|n| args[n].as_index());
                self.init_table(table, elem_index, to, from, count)?;
            }
            Op::ElemDrop { elem_index } => {
                self.instance_mut().elems[elem_index as usize] = Vec::new();
            }
            _ => return Err(Stop::Unsupported(op.opcode().name().to_owned())),
        }
        Ok(Results::None)
    }

    /// Copies from an element segment.
    pub fn init_table(
        &mut self,
        table: u32,
        elem: u32,
        to: u64,
        from: u64,
        count: u64,
    ) -> Result<(), Stop> {
        let table = self.table(table);
        let to = range(to, count, self.store.tables[table].elements.len());
        let segment = &self.instance().elems[elem as usize];
        let from = range(from, count, segment.len());
        let (Some(from), Some(to)) = (from, to) else { return Err(Trap::TableOutOfBounds.into()) };
        let elements = segment[from].to_vec();
        self.bulk(count)?;
        self.store.tables[table].elements[to].copy_from_slice(&elements);
        Ok(())
    }
}
