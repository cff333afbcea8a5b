//! An empty Tauri window that says when it is usable, exactly as Paysheet does: it writes the file that
//! `PAYSHEET_STARTUP_MARK` names.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::{env, fs, io};

const MARK: &str = "PAYSHEET_STARTUP_MARK";

#[tauri::command]
fn ready() -> Result<(), String> {
    mark().map_err(|error| error.to_string())
}

fn mark() -> io::Result<()> {
    env::var_os(MARK).map_or(Ok(()), |path| fs::write(path, []))
}

fn main() -> tauri::Result<()> {
    tauri::Builder::default().invoke_handler(tauri::generate_handler![ready]).run(tauri::generate_context!())
}
