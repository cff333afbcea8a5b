//! Reads every file format into sheets of cells, whatever the cells mean. Formats are detected from the content.

pub(crate) mod book;
pub(crate) mod grid;
pub(crate) mod grid_builder;
pub(crate) mod kind;
pub(crate) mod little_endian;
mod ods;
mod open;
pub(crate) mod package;
pub(crate) mod sheet_metadata;
pub(crate) mod sheet_sink;
pub(crate) mod text;
mod xls;
mod xlsb;
mod xlsx;

pub(crate) use self::open::{Opened, read_sheets};
