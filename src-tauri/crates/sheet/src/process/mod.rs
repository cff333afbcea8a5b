//! Reads files in a separate process. The process is the same program, started again with limits on memory, time and
//! files, without network access and with an almost empty environment. If a parser panics, aborts, hangs or uses too
//! much memory, the user gets one clear error message. A program that reads files calls `serve_if_asked` before
//! anything else. The file is written to the standard input of the process, and the result is read from its standard
//! output.

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
