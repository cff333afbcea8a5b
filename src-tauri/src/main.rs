//! The program: nothing but the window's start.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

/// A payroll is millions of small texts; this allocator makes and lets go of them in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Before the window: this may be the process that reads a file.
    if let Some(end) = paysheet_desk::serve_if_asked() {
        return end;
    }
    paysheet_shell::start()
}
