//! A row that a workbook fills in grey or red unlike the others, or has a comment about, has a note that says so, and blocks
//! nobody. A row that is struck through, or whose comment says not to pay, waits for a decision.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::{BankDirectory, CheckContext, ProblemCode, check_row};
use paysheet_sheet::{ReadOptions, read_bytes};
use rust_xlsxwriter::{Color, Format, Note, Workbook, Worksheet};

const PEOPLE: [&str; 6] = ["Ada Obi", "Ben Eze", "Chi Ike", "Dan Ude", "Eve Oke", "Femi Ajo"];

/// A payroll of six people in rows 2 to 7, each row written in a format.
fn payroll(format: impl Fn(usize) -> Format, finish: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let heading = Format::new().set_background_color(Color::RGB(0xBF_BF_BF));
    for (at, text) in ["Name", "Account Number", "Bank Code", "Amount"].into_iter().enumerate() {
        sheet.write_with_format(0, u16::try_from(at).unwrap(), text, &heading).unwrap();
    }
    for (at, name) in PEOPLE.into_iter().enumerate() {
        let row = u32::try_from(at + 1).unwrap();
        let format = format(at);
        sheet.write_with_format(row, 0, name, &format).unwrap();
        sheet.write_with_format(row, 1, format!("00000{}", 14_579 + at), &format).unwrap();
        sheet.write_with_format(row, 2, "011", &format).unwrap();
        sheet.write_with_format(row, 3, 100 * row, &format).unwrap();
    }
    finish(sheet);
    workbook.save_to_buffer().unwrap()
}

/// The notes of each row about how the file marks it, as `row severity code value`.
fn marks(bytes: &[u8]) -> Vec<String> {
    let file = read_bytes(bytes, &ReadOptions::default()).unwrap();
    assert_eq!(file.rows.len(), PEOPLE.len());
    let context = CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    };
    let told = file.rows.iter().flat_map(|row| {
        let number = row.origin.number().unwrap();
        let problems = check_row(row, &context).problems.into_iter();
        let marks = problems.filter(|problem| {
            problem.code.to_string().starts_with("row_marked")
                || problem.code == ProblemCode::FileSaysNotToPay
        });
        marks.map(move |problem| {
            let value = problem.value.unwrap_or_default();
            format!("{number} {} {} {value}", problem.severity, problem.code).trim_end().to_owned()
        })
    });
    told.collect()
}

fn only(row: usize, marked: &Format) -> impl Fn(usize) -> Format {
    move |at| if at == row { marked.clone() } else { Format::new() }
}

fn filled(colour: u32) -> Format {
    Format::new().set_background_color(Color::RGB(colour))
}

#[test]
fn a_row_that_differs_has_a_note() {
    let struck = Format::new().set_font_strikethrough();
    for (name, format, expected) in [
        ("red", filled(0xFF_00_00), "4 note row_marked_filled"),
        ("light red", filled(0xFF_C7_CE), "4 note row_marked_filled"),
        ("grey", filled(0xA6_A6_A6), "4 note row_marked_filled"),
        (
            "a theme's grey",
            Format::new().set_background_color(Color::Theme(0, 3)),
            "4 note row_marked_filled",
        ),
    ] {
        assert_eq!(marks(&payroll(only(2, &format), |_| {})), [expected], "{name}");
    }
    let both = struck.set_background_color(Color::RGB(0xFF_00_00));
    assert_eq!(
        marks(&payroll(only(2, &both), |_| {})),
        ["4 warning file_says_not_to_pay", "4 note row_marked_filled"]
    );
}

#[test]
fn other_looks_are_no_marks() {
    let grey = filled(0xD9_D9_D9);
    for (name, bytes) in [
        ("plain", payroll(|_| Format::new(), |_| {})),
        ("white", payroll(only(2, &filled(0xFF_FF_FF)), |_| {})),
        ("green", payroll(only(2, &filled(0xC6_EF_CE)), |_| {})),
        ("yellow", payroll(only(2, &filled(0xFF_FF_00)), |_| {})),
        ("bold", payroll(only(2, &Format::new().set_bold()), |_| {})),
        ("every second row", payroll(|at| if at % 2 == 0 { grey.clone() } else { Format::new() }, |_| {})),
        ("every row", payroll(|_| grey.clone(), |_| {})),
        (
            "one cell",
            payroll(
                |_| Format::new(),
                |sheet| {
                    sheet.write_with_format(3, 3, 300, &grey).unwrap();
                },
            ),
        ),
    ] {
        assert_eq!(marks(&bytes), [""; 0], "{name}");
    }
}

#[test]
fn a_comment_is_shown() {
    let bytes = payroll(
        |_| Format::new(),
        |sheet| {
            sheet
                .insert_note(
                    3,
                    3,
                    &Note::new("Resigned,  do not\n pay").set_author("HR").add_author_prefix(false),
                )
                .unwrap();
            sheet.insert_note(0, 3, &Note::new("Net of tax")).unwrap();
            sheet.insert_note(20, 3, &Note::new("Nobody")).unwrap();
        },
    );
    assert_eq!(
        marks(&bytes),
        [
            "4 warning file_says_not_to_pay Resigned, do not pay",
            "4 note row_marked_comment Resigned, do not pay"
        ]
    );
}

#[test]
fn a_struck_name_asks_and_a_struck_table_does_not() {
    let struck = Format::new().set_font_strikethrough();
    let name_of = |rows: &'static [u32]| {
        let struck = struck.clone();
        move |sheet: &mut Worksheet| {
            for row in rows {
                let name = PEOPLE[usize::try_from(*row).unwrap() - 1];
                sheet.write_with_format(*row, 0, name, &struck).unwrap();
            }
        }
    };
    let asks = |row: u32| format!("{} warning file_says_not_to_pay", row + 1);
    for rows in [&[3][..], &[1, 2, 4, 5]] {
        let expected: Vec<String> = rows.iter().copied().map(asks).collect();
        assert_eq!(marks(&payroll(|_| Format::new(), name_of(rows))), expected, "{rows:?}");
    }
    assert_eq!(marks(&payroll(|_| Format::new(), name_of(&[1, 2, 3, 4, 5, 6]))), [""; 0]);
}

/// Excel stores a second form of a threaded comment, with an explanation before it.
#[test]
fn a_threaded_comment_is_shown_without_its_explanation() {
    let text = "[Threaded comment]\n\nYour version of Excel allows you to read this.\n\nComment:\n    On leave\u{202e}";
    let note = Note::new(text).add_author_prefix(false);
    let bytes = payroll(
        |_| Format::new(),
        |sheet| {
            sheet.insert_note(3, 3, &note).unwrap();
        },
    );
    assert_eq!(marks(&bytes), ["4 note row_marked_comment On leave"]);
}

/// A comment that stands in every row says nothing about one.
#[test]
fn comments_in_most_rows_are_of_the_form() {
    let bytes = payroll(
        |_| Format::new(),
        |sheet| {
            for row in 1..=6 {
                sheet.insert_note(row, 3, &Note::new("Net of tax").add_author_prefix(false)).unwrap();
            }
        },
    );
    assert_eq!(marks(&bytes), [""; 0]);
}
