//! The program: it only starts the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

use mimalloc::MiMalloc;
use zeroizing_alloc::ZeroAlloc;

/// A payroll is millions of small texts; mimalloc allocates and frees them in half the time. Freed memory is wiped: a
/// card, a code and a request pass through the buffers of libraries that do not wipe their own.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

fn main() -> ExitCode {
    // This runs before the window: the process may be the reading process that parses a file.
    if let Some(end) = paysheet_desk::serve_if_asked() {
        return end;
    }
    paysheet_shell::start()
}
