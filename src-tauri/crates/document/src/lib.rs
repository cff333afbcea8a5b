//! Documents and tables as files: A4 pages as PDF, workbooks, and separated text. What they contain comes from the caller,
//! in the words of the window; nothing is read and nothing is written to the disk here.

mod content;
mod formats;
mod money_cell;
pub mod pdf;
mod stop;
#[cfg(test)]
mod tests;
mod text_cell;
pub mod text_table;
mod words;
pub mod workbook;

pub use content::{Align, Block, Cell, Document, Fact, Head, NamedHead, Paper, Slip, Style, Table};
pub use formats::{DateOrder, DayClock, DocumentFormats, Formats};
pub use money_cell::write_money;
pub use pdf::PdfError;
pub use stop::Stop;
pub use text_cell::write_text;
pub use words::ListWords;
