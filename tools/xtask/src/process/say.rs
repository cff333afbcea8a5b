//! Prints for the user: progress and results on standard output, errors on standard error. A closed pipe is no reason
//! to stop a build, so write errors are dropped here, and only here.

use std::io::{self, Write};

/// Prints one line of progress or result.
pub fn line(text: &str) {
    let mut out = io::stdout().lock();
    drop(writeln!(out, "{text}"));
    drop(out.flush());
}

/// Prints a heading with an empty line before it.
pub fn heading(text: &str) {
    line(&format!("\n{text}"));
}

/// Prints why the command failed.
pub fn error(text: &str) {
    let mut out = io::stderr().lock();
    drop(writeln!(out, "\nerror: {text}"));
}
