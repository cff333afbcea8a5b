//! A file taken apart, before anything is made of it: its sheets as grids of cells. This is what the reading process
//! hands over; which table is the payroll and which rows are people is told from it afterwards.

use serde::{Deserialize, Serialize};

use crate::{file::FileFacts, grid::Sheet};

#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub facts: BookFacts,
    pub sheets: Vec<Sheet>,
}

/// What is known of a file besides its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BookFacts {
    pub file: FileFacts,
    /// Of text files.
    pub delimiter: Option<u8>,
    /// The encoding of a text file, where it was only guessed.
    pub encoding_guessed: Option<String>,
}
