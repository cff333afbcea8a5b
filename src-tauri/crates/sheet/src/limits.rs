//! Limits for reading a file. A payroll is far below all of them. A file that exceeds one is broken, is not a
//! payroll, or was made to exhaust the reader.

pub const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Number of parts of a workbook, which is a zip archive.
pub const ZIP_ENTRIES_MAX: usize = 1_000;
/// Size in bytes of all parts of a workbook after decompression.
pub const INFLATED_BYTES_MAX: u64 = 1024 * 1024 * 1024;
/// Number of rows in one sheet that contain words, as the rows of people do.
pub const ROWS_MAX: usize = 200_000;
/// The highest row of a sheet in any program.
pub(crate) const ROWS_OF_A_SHEET: u32 = 1_048_576;
/// Number of columns up to the last one that contains something.
pub const COLUMNS_MAX: usize = 256;
/// Size of one cell in bytes. A longer cell is truncated, and this is reported.
pub const CELL_BYTES_MAX: usize = 4 * 1024;

/// Size in bytes of one record of a list in JSON, or of one stored callback. A longer one is reported as unreadable.
pub const RECORD_BYTES_MAX: usize = 64 * 1024;

/// Number of cells in the rectangle that a sheet of an older workbook spans: calamine allocates all of them at once.
pub const RECTANGLE_CELLS_MAX: u64 = 65_536 * 256;

/// Bytes of cells that the program itself holds of one file after the reading process.
pub const CELLS_BYTES_MAX: usize = 640 * 1024 * 1024;
/// Memory of the reading process in bytes.
pub const READER_MEMORY_BYTES_MAX: u64 = 1024 * 1024 * 1024;
/// Address space of the reading process in bytes, beyond its own program. It is more than the memory limit, because
/// each thread reserves some.
pub const READER_ADDRESSES_BYTES_MAX: u64 = READER_MEMORY_BYTES_MAX + 512 * 1024 * 1024;
/// Seconds from sending the file to the complete result.
pub const READER_WALL_S: u64 = 30;
/// Processor time of the reading process in seconds. It reads with two threads.
pub const READER_CPU_S: u64 = 2 * READER_WALL_S;

/// Number of rows that are searched for the header. Titles, logos and addresses may be above it.
pub(crate) const HEADER_ROWS_SEARCHED: usize = 60;
/// Number of rows that are sampled to infer what a column contains.
pub(crate) const ROWS_SAMPLED: usize = 200;
/// Number of other headings on the sheet of a table. Below the last one nothing is read, and the user is told so.
pub(crate) const SECTIONS_MAX: usize = 100;
/// Number of cells of a sheet from which no further rows are sampled: 200 rows of 100 columns.
pub(crate) const CELLS_SAMPLED: usize = 20_000;
/// Number of cells of a file that are searched for a payroll: about sixty sheets of 200 columns, or a thousand small
/// ones. The other sheets are listed for the user, who can still choose one of them.
pub(crate) const CELLS_SEARCHED_MAX: usize = 2_000_000;
/// Number of rows without a long number that are compared with headings. Below them nothing is read either.
pub(crate) const HEADING_ROWS_MAX: usize = 5_000;
/// Number of totals of a file that are compared with its rows, and of those that differ and are shown.
pub(crate) const TOTALS_COMPARED_MAX: usize = 200;
pub(crate) const DIFFERING_TOTALS_MAX: usize = 5;
/// Number of rows of a sheet from which a fill is the look of the sheet, and of comments that are read.
pub(crate) const MARKED_ROWS_MAX: usize = 2_000;
/// Number of blank rows that are listed individually; a sheet can have a million.
pub(crate) const BLANK_ROWS_LISTED_MAX: usize = 1_000;
/// Number of characters that are stored of a skipped row, so that the user sees what was skipped.
pub(crate) const SKIPPED_CHARS_MAX: usize = 200;
/// Number of lines of a text that are searched for a stored callback. Other requests of a web server may be before it.
pub(crate) const CALLBACK_LINES_SEARCHED: usize = 200;
/// Depth of objects in JSON in which a list is searched.
pub(crate) const LIST_DEPTH_MAX: usize = 4;
