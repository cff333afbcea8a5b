//! The program: nothing but the window's start.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

use mimalloc::MiMalloc;
use zeroizing_alloc::ZeroAlloc;

/// A payroll is millions of small texts; mimalloc makes and lets go of them in half the time. What is let go of is
/// wiped: a card, a code and a request pass through the buffers of libraries that do not wipe their own.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<MiMalloc> = ZeroAlloc(MiMalloc);

fn main() -> ExitCode {
    // Before the window: this may be the process that reads a file.
    if let Some(end) = paysheet_desk::serve_if_asked() {
        return end;
    }
    paysheet_shell::start()
}
