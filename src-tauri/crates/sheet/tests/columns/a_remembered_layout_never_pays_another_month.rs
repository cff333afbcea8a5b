//! A workbook with a sheet a month, of which an earlier one has the headings that the user confirmed. Each sheet's
//! one person is called after it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test's helper fails its test")]

use crate::made;
use paysheet_domain::Field;
use paysheet_sheet::{Layout, MappingOrigin, ReadOptions, Request, SheetFile, read_bytes, read_bytes_as};

const OLD: &[&str] = &["Staff No", "Employee Name", "Account Number", "Bank", "Net Pay"];
const NEW: &[&str] = &["Staff No", "Employee Name", "Account Number", "Bank", "Net Pay", "Narration"];
const NOTES: &[&str] = &["Remember the bank holiday"];

fn confirmed() -> Layout {
    let file = read_bytes(&made::months(&[("Any", OLD, false)]).unwrap(), &ReadOptions::default()).unwrap();
    Layout { fingerprint: file.decision.layout.unwrap(), columns: file.decision.mapping.columns }
}

fn read(sheets: &[(&str, &[&str], bool)]) -> SheetFile {
    let request = Request { layouts: vec![confirmed()], ..Request::default() };
    read_bytes_as(&made::months(sheets).unwrap(), &request).unwrap()
}

#[test]
fn the_sheet_is_the_one_that_detection_picks_unless_it_picks_none_that_is_seen() {
    use MappingOrigin::{Detected, Remembered};
    let (seen, hidden) = (false, true);
    for (case, sheets, paid, origin, asks) in [
        (
            "the month before is remembered",
            &[("Oct", OLD, seen), ("Nov", NEW, seen)][..],
            "Nov",
            Detected,
            true,
        ),
        ("the month before is hidden", &[("Oct", OLD, hidden), ("Nov", NEW, seen)], "Nov", Detected, false),
        ("the new month comes first", &[("Nov", NEW, seen), ("Oct", OLD, seen)], "Nov", Detected, true),
        ("as it was", &[("Notes", NOTES, seen), ("Oct", OLD, seen)], "Oct", Remembered, false),
        ("no payroll is seen", &[("Oct", OLD, hidden), ("Notes", NOTES, seen)], "Oct", Remembered, true),
        ("none is seen or known", &[("Nov", NEW, hidden), ("Notes", NOTES, seen)], "Nov", Detected, true),
        ("a known one is seen", &[("Nov", NEW, hidden), ("Oct", OLD, seen)], "Oct", Remembered, false),
    ] {
        let file = read(sheets);
        let decision = &file.decision;
        assert_eq!((file.sheet.as_str(), decision.origin), (paid, origin), "{case}");
        assert_eq!(decision.needs_an_answer(), asks, "{case}: {:?}", decision.unsure);
        assert_eq!(file.rows[0].text(Field::Name).as_deref(), Some(paid), "{case}");
    }
}
