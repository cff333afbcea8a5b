//! The program: nothing but the window's start.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    paysheet_shell::start()
}
