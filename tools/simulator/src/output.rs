//! What the simulator prints.

use std::io::{self, Write as _};

/// Most violations that are printed completely.
pub const SHOWN_MAX: usize = 5;

/// Prints a text. A closed pipe is no reason to stop.
pub fn say(text: &str) {
    drop(writeln!(io::stdout().lock(), "{text}"));
}
