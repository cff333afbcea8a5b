//! How much of a file is read at most. A payroll is far below every figure here; a file above one is broken,
//! mistaken for a payroll, or made to bring the reader down.

pub const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Parts of a workbook, which is a zip archive.
pub const ZIP_ENTRIES_MAX: usize = 1_000;
/// All parts of a workbook unpacked.
pub const INFLATED_BYTES_MAX: u64 = 1024 * 1024 * 1024;
/// Rows with something in them, in one sheet.
pub const ROWS_MAX: usize = 200_000;
/// Columns up to the last one with something in it.
pub const COLUMNS_MAX: usize = 256;
/// One cell; what is longer is cut, and said.
pub const CELL_BYTES_MAX: usize = 4 * 1024;

/// Cells of the rectangle that a sheet of an older workbook fills: its reader asks for all of them at once.
pub const RECTANGLE_CELLS_MAX: u64 = 65_536 * 256;

/// Cells that the program itself holds of one file, after its reading process.
pub const CELLS_BYTES_MAX: usize = 640 * 1024 * 1024;
/// Memory of the reading process.
pub const READER_MEMORY_BYTES_MAX: u64 = 1024 * 1024 * 1024;
/// Addresses it may take beyond its own program: more than memory, since each thread keeps some in reserve.
pub const READER_ADDRESSES_BYTES_MAX: u64 = READER_MEMORY_BYTES_MAX + 512 * 1024 * 1024;
/// From handing the file over to the whole result.
pub const READER_WALL_S: u64 = 30;
/// Processor time of the reading process, which reads with two threads.
pub const READER_CPU_S: u64 = 2 * READER_WALL_S;

/// Rows searched for the header: titles, logos and addresses stand above it.
pub(crate) const HEADER_ROWS_SEARCHED: usize = 60;
/// Rows looked at to tell what a column holds.
pub(crate) const ROWS_SAMPLED: usize = 200;
/// Blank rows listed one by one; a sheet can have a million.
pub(crate) const BLANK_ROWS_LISTED_MAX: usize = 1_000;
/// Characters kept of a skipped row, to show what was skipped.
pub(crate) const SKIPPED_CHARS_MAX: usize = 200;
