//! Reads files in a separate process. The process is the same program, started again with limits on memory, time and
//! files, without network access and with an almost empty environment. If a parser panics, aborts, hangs or uses too
//! much memory, the user gets one clear error message. A program that reads files calls `serve_if_asked` before
//! anything else. The file is written to the standard input of the process, and the result is read from its standard
//! output.
//!
//! # No file is parsed in the program that pays
//!
//! `sheet::process` starts the same program again as a separate process, which limits its own memory, time and files
//! before it has a byte. That process parses the file and sends its cells through a pipe as it reads them; a file that
//! does not end correctly on that wire is rejected. The program itself decides from the plain cells which table, which
//! columns and which rows are people. Every program that opens files calls `serve_if_asked` first. One such process is
//! started ahead while a file is dragged over the window or chosen in the dialog (`sheet::process::spare`), because the
//! program takes longer to start than most files take to read. One operation is done elsewhere: the copy of a file with
//! added columns. `sheet::annotate` takes only bytes with the hash of a file that was read completely in the worker,
//! and searches only for the ends of its rows.

mod child;
mod confinement;
mod end;
mod in_memory;
mod serve;
mod spare;
#[cfg(test)]
mod streaming_tests;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod watch;
mod wire;
mod worker;

pub use self::{
    in_memory::{list_bytes, list_preview_bytes, preview_bytes, read_bytes, read_bytes_as},
    serve::serve_if_asked,
    worker::{Worker, cells, prepare, preview_file, preview_list, read, read_list},
};
