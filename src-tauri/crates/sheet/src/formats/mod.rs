//! Reads every file format into sheets of cells, whatever the cells mean. Formats are detected from the content.

mod book;
mod grid;
mod grid_builder;
pub(crate) mod kind;
pub(crate) mod little_endian;
mod ods;
mod open;
pub(crate) mod package;
mod records;
mod sheet_metadata;
mod sheet_sink;
mod statement;
pub(crate) mod text;
mod xls;
mod xlsb;
mod xlsx;

pub(crate) use self::{
    book::{Arrived, Book, BookFacts},
    grid::{Grid, GridRow, MergedRows, Sheet},
    grid_builder::{GridBuilder, Kind},
    open::{Content, Opened},
    sheet_metadata::SheetMetadata,
    sheet_sink::{SheetEnd, SheetSink, SheetStart, Stop},
};
