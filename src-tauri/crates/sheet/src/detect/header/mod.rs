//! The rows of a sheet that name its columns, wherever they stand and however they are written.

pub(crate) mod beside;
pub(crate) mod heading_cells;
pub(crate) mod headings;
pub(crate) mod misspelt;
pub(crate) mod reordered;
pub(crate) mod sections;
pub(crate) mod two_rows;
