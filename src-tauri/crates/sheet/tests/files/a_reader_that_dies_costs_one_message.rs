//! Reading happens in another process, and whatever becomes of it, the user gets the rows or one clear message.
//! The processes here are this very test program, started to run one of its tests alone.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

#[cfg(target_os = "linux")]
use crate::made;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use paysheet_domain::Country;
use paysheet_sheet::{FileError, ReadOptions, Request, SheetFile, Worker, read_bytes, serve_if_asked};

fn am_the_reading_process() -> bool {
    std::env::var_os("PAYSHEET_READING_PROCESS").is_some()
}

/// A worker that runs one test of this file.
fn worker(test: &str) -> Worker {
    let (_, file) = module_path!().split_once("::").unwrap();
    Worker::this_program_with(&["--exact", &format!("{file}::{test}")]).unwrap()
}

fn payroll() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/sheets/title-rows-above.xlsx")
}

fn read(worker: &Worker, file: &Path) -> Result<SheetFile, FileError> {
    worker.read(file, &Request::default())
}

#[test]
fn reads() {
    let _ended = serve_if_asked();
}

#[test]
fn hangs() {
    while am_the_reading_process() {
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn aborts() {
    if am_the_reading_process() {
        std::process::abort();
    }
}

#[test]
fn says_nothing() {}

#[test]
fn a_file_is_read_in_a_process_of_its_own_as_it_is_read_here() {
    let here = read_bytes(&fs::read(payroll()).unwrap(), &ReadOptions::default()).unwrap();
    assert_eq!(read(&worker("reads"), &payroll()).unwrap(), here);
    let options = ReadOptions { country: Some(Country::GH), currency: None };
    let there = worker("reads").read(&payroll(), &Request::from(options)).unwrap();
    assert_eq!(there.country, Country::GH);
    assert_eq!(worker("reads").preview(&payroll(), &Request::default()).unwrap().people, 3);
}

#[test]
fn whatever_becomes_of_it_is_one_message() {
    // Two seconds are for the one that says nothing at all; to start one that crashes may take as long.
    for (worker, test, code) in [
        (worker("hangs").limited_to(Duration::from_secs(2)), "hangs", "reader_time_limit"),
        (worker("aborts"), "aborts", "reader_crashed"),
        (worker("says_nothing"), "says_nothing", "reader_crashed"),
        (worker("no_such_test"), "no_such_test", "reader_crashed"),
    ] {
        let started = Instant::now();
        let error = read(&worker, &payroll()).unwrap_err();
        assert_eq!(error.code(), code, "{test}");
        assert!(started.elapsed() < Duration::from_secs(10), "{test}");
    }
}

#[test]
fn a_program_that_is_not_meant_to_read_refuses() {
    let error = read(&Worker::this_program().unwrap(), &payroll()).unwrap_err();
    assert_eq!(error.code(), "reader_crashed");
}

#[test]
fn a_file_that_is_not_there_or_too_large_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.csv");
    fs::File::create(&large).unwrap().set_len(65 * 1024 * 1024).unwrap();
    for (file, code) in [
        (folder.path().join("none.csv"), "file_unreadable"),
        (folder.path().to_path_buf(), "file_unreadable"),
        (large, "file_too_large"),
    ] {
        assert_eq!(read(&worker("aborts"), &file).unwrap_err().code(), code);
    }
}

/// One text of half a gigabyte, which grows by doubling past what the process may hold.
#[cfg(target_os = "linux")]
#[test]
fn what_eats_memory_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let bomb = folder.path().join("bomb.xlsx");
    fs::write(&bomb, made::hostile::texts_unpacking_to(540 * 1024 * 1024).unwrap()).unwrap();
    assert!(fs::metadata(&bomb).unwrap().len() < 4 * 1024 * 1024);
    let error = read(&worker("reads"), &bomb).unwrap_err();
    // Where the processor is shared with much else, its time is over first.
    assert!(["reader_memory_limit", "reader_time_limit"].contains(&error.code()), "{}", error.code());
}

/// No file, no socket and no secret of the program's environment is within reach of what reads.
#[cfg(target_os = "linux")]
#[test]
fn opens_something() {
    if am_the_reading_process() {
        let environment: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
        // Reads its input to the end and refuses it, having limited itself.
        let _ended = serve_if_asked();
        let file = fs::File::open("/etc/hostname").is_err();
        let socket = std::net::TcpListener::bind("127.0.0.1:0").is_err();
        let given = |name: &String| {
            ["PAYSHEET_READING_PROCESS", "LD_LIBRARY_PATH"].contains(&name.as_str())
                || name.starts_with("MIMALLOC_")
        };
        let alone = environment.iter().all(given);
        std::process::exit(if file && socket && alone { 0 } else { 1 });
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_reading_process_reaches_nothing() {
    assert_eq!(read(&worker("opens_something"), &payroll()).map(|file| file.rows.len()), Ok(3));
}
