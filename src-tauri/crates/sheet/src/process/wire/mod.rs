//! The protocol by which the reading process sends a file: a start marker, blocks, and a last block that reports how
//! reading ended. Rows are sent as soon as they are read, so that the program can process them while the reading
//! process continues. They have a compact binary form, because JSON would take longer than reading the workbook. A
//! stream that ends before its last block is not a result.

mod block;
mod reading;
#[cfg(test)]
mod tests;
mod writing;

pub(crate) use self::{
    reading::{OnArrival, read},
    writing::Writer,
};
