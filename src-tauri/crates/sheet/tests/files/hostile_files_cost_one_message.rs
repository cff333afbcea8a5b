//! Files made to bring a reader down, and files so odd that a reader could pay somebody wrongly: each goes
//! through a reading process, and comes back as the people it was made of or as one clear refusal, in time.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use std::{fs, path::PathBuf, time::Duration};

use crate::made::hostile::{self, Fate};
use paysheet_domain::check_row;
use paysheet_sheet::{
    FileError, ReadOptions, Request, SheetFile, Worker, limits, read_bytes, serve_if_asked,
};

/// The test that is a reading process if it was started as one.
const READING_PROCESS: &str = "hostile_files_cost_one_message::reading_process";

#[test]
fn reading_process() {
    let _ended = serve_if_asked();
}

/// Names longer than this are shown cut.
const NAME_SHOWN: usize = 30;

fn people(file: &SheetFile) -> Vec<String> {
    let context = made::context(file);
    let rows = file.rows.iter().map(|row| {
        let recipient = check_row(row, &context).recipient;
        let name = recipient.name.unwrap_or_default();
        let name = if name.len() > NAME_SHOWN { format!("{}…", &name[..8]) } else { name };
        let amount = recipient.amount.map_or_else(|| "-".to_owned(), |amount| amount.digits());
        format!("{} {name} {} {amount}", u32::from(row.origin), recipient.account_number.unwrap_or_default())
    });
    rows.collect()
}

/// Ten times what a user waits: other programs may have the processor. The processor time of a reader is limited as
/// ever, so that a file that really takes too long is not read.
const WALL_S: u64 = 10 * limits::READER_WALL_S;

/// Reads a file in a process of its own; a name with an extension keeps it, to show that it does not count.
fn read(name: &str, bytes: &[u8]) -> Result<SheetFile, FileError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(if name.contains('.') { "file.ods" } else { "file.xlsx" });
    fs::write(&file, bytes).unwrap();
    let worker = Worker::this_program_with(&["--exact", READING_PROCESS]).unwrap();
    let worker = worker.limited_to(Duration::from_secs(WALL_S));
    worker.read(&file, &Request::default())
}

fn meets_its_fate(name: &str, bytes: &[u8], fate: Fate) {
    match (fate, read(name, bytes)) {
        (Fate::People(expected), Ok(file)) => assert_eq!(people(&file), expected, "{name}"),
        (Fate::Refused(codes), Err(error)) => {
            assert!(codes.contains(&error.code()), "{name}: {error}");
            assert!(!error.to_string().contains('\n'), "{name}");
        }
        // Some may as well be read, but then as what they hold.
        (Fate::Refused(codes), Ok(file)) => {
            assert!(codes.contains(&"read"), "{name} was read");
            assert_eq!(people(&file), ["2 Ada Obi 0000014579 100.00"], "{name}");
        }
        (Fate::People(_), Err(error)) => panic!("{name}: {error}"),
    }
}

#[test]
fn texts() {
    hostile::texts().into_iter().for_each(|(name, bytes, fate)| meets_its_fate(name, &bytes, fate));
}

#[test]
fn workbooks() {
    hostile::workbooks()
        .unwrap()
        .into_iter()
        .for_each(|(name, bytes, fate)| meets_its_fate(name, &bytes, fate));
}

#[test]
fn open_documents() {
    let files = hostile::open_documents().unwrap();
    files.into_iter().for_each(|(name, bytes, fate)| meets_its_fate(name, &bytes, fate));
}

fn foreign(name: &str) -> Vec<u8> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/sheets/foreign"));
    fs::read(folder.join(name)).unwrap()
}

const OTHER_PROGRAMS_FILES: [&str; 4] = ["payroll.xls", "payroll-95.xls", "payroll.xlsb", "payroll.ods"];
/// Places in each file that are cut or changed.
const PLACES: usize = 150;
/// Amounts that stand in the files and are none of their payroll's: a date's number, and one of another sheet.
const OTHER_AMOUNTS: [&str; 2] = ["45000.00", "1.00"];

fn places(whole: &[u8]) -> impl Iterator<Item = usize> {
    (0..whole.len()).step_by(whole.len() / PLACES + 1)
}

/// People of a file, each on a line; none where it is refused, with one message.
fn read_or_refused(case: &str, bytes: &[u8]) -> Option<Vec<String>> {
    match read_bytes(bytes, &ReadOptions::default()) {
        Ok(file) => Some(people(&file)),
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{case}: {error}");
            None
        }
    }
}

fn amount(person: &str) -> &str {
    person.rsplit(' ').next().unwrap_or_default()
}

/// A part of a file is refused, or read as the whole.
#[test]
fn foreign_files_cut_anywhere_are_refused_or_read() {
    for name in OTHER_PROGRAMS_FILES {
        let whole = foreign(name);
        let people = read_or_refused(name, &whole).unwrap();
        let mut refused = 0;
        for at in places(&whole) {
            let case = format!("{name} cut at {at}");
            match read_or_refused(&case, &whole[..at]) {
                None => refused += 1,
                Some(read) => assert_eq!(read, people, "{case}"),
            }
        }
        assert!(refused > PLACES / 2, "{name}: {refused} refused");
    }
}

/// Whatever a changed byte makes of a file, an amount that is read is one that stands in it. None of the places is within
/// the number of an .xls, which has no checksums: there nobody could notice it.
#[test]
fn foreign_files_flipped_anywhere_are_refused_or_read() {
    for name in OTHER_PROGRAMS_FILES {
        let whole = foreign(name);
        let people = read_or_refused(name, &whole).unwrap();
        let stands = |found: &str| {
            found == "-" || OTHER_AMOUNTS.contains(&found) || people.iter().any(|own| amount(own) == found)
        };
        let (mut refused, mut read_whole) = (0, 0);
        for at in places(&whole) {
            let case = format!("{name} flipped at {at}");
            let mut flipped = whole.clone();
            flipped[at] ^= 0x5A;
            let Some(read) = read_or_refused(&case, &flipped) else {
                refused += 1;
                continue;
            };
            read_whole += usize::from(read == people);
            for person in read {
                assert!(stands(amount(&person)), "{case}: {person}");
            }
        }
        assert!(refused > 0 && read_whole > 0, "{name}: {refused} refused, {read_whole} read");
    }
}

/// A cell of an older workbook moved to the corner, where its reader would ask for a whole rectangle.
#[test]
fn an_older_workbook_that_spans_everything_is_refused() {
    let mut book = foreign("payroll.xls");
    // The number cell at row 4, column E (record 0x0203 of 14 bytes).
    let cell = [0x03, 0x02, 0x0E, 0x00, 0x03, 0x00, 0x04, 0x00];
    let at = book.windows(cell.len()).position(|window| window == cell).unwrap();
    book[at + 4..at + 8].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0xFF]);
    let error = read("moved", &book).unwrap_err();
    assert_eq!(error.code(), "file_too_many_columns");
    book[at + 4..at + 8].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0x00]);
    assert!(
        read("moved", &book).is_ok() || read("moved", &book).unwrap_err().code() == "reader_memory_limit"
    );
}

/// Reading each sector of the table as often as it is listed would take a gigabyte.
#[test]
fn an_older_workbook_that_lists_its_table_again_is_refused() {
    let book = made::older::listing_its_table_again();
    assert!(book.len() < 9 * 1024 * 1024);
    assert_eq!(read("listed", &book).unwrap_err().code(), "file_corrupt");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("payroll.xlsx");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let worker = Worker::this_program_with(&["--exact", READING_PROCESS]).unwrap();
    assert_eq!(worker.read(&pipe, &Request::default()).unwrap_err().code(), "file_unreadable");
}
