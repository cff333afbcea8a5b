//! A parsed file before it is interpreted: its sheets as grids of cells. The reading process sends this. The program
//! then infers which table is the payroll and which rows are people.

use serde::{Deserialize, Serialize};

use crate::{
    formats::{
        grid::{Grid, Sheet},
        sheet_sink::SheetStart,
    },
    model::FileFacts,
};

#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub facts: BookFacts,
    pub sheets: Vec<Sheet>,
}

/// What has arrived of a file that is still being parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arrived<'a> {
    /// The rows so far of the sheet with this index. The last one may be incomplete.
    Rows(usize, &'a SheetStart, &'a Grid),
    /// The whole sheet with this index.
    Sheet(usize, &'a Sheet),
}

/// The facts of a file besides its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BookFacts {
    pub file: FileFacts,
    /// Delimiter of a text file.
    pub delimiter: Option<u8>,
    /// The encoding of a text file, if it was only guessed.
    pub encoding_guessed: Option<String>,
    /// The rows are texts of records and no cells of a table.
    #[serde(default)]
    pub are_records: bool,
}
