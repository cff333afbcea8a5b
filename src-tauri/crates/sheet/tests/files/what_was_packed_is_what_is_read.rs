//! A workbook is an archive, and archives break: what comes out of one is what went in, or the file is refused. A
//! flipped bit would pay another amount, or another person.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made::packages;
use paysheet_domain::Field;
use paysheet_sheet::{ReadOptions, read_bytes};

#[test]
fn what_is_not_what_was_packed_is_refused() {
    for (name, bytes, code) in packages::refused().unwrap() {
        match read_bytes(&bytes, &ReadOptions::default()) {
            Ok(file) => panic!("{name} was read: {:?}", file.rows),
            Err(error) => assert_eq!(error.code(), code, "{name}"),
        }
    }
}

#[test]
fn a_value_is_read_whole_or_said_to_be_an_error() {
    for (written, shown) in [
        ("#><v>100</v>", "100"),
        ("# t=\"str\"><v>1&#48;0</v>", "100"),
        ("# t=\"inlineStr\"><is><t>1<![CDATA[0]]>0</t></is>", "100"),
        // Errors of newer programs than calamine knows.
        ("# t=\"e\"><v>#SPILL!</v>", "#SPILL!"),
        ("# t=\"e\"><f>1/0</f><v>#CALC!</v>", "#CALC!"),
        ("# t=\"e\"><v>#REF!</v>", "#REF!"),
    ] {
        let file = read_bytes(&packages::with_amount(written).unwrap(), &ReadOptions::default()).unwrap();
        let amount = |row: usize| file.rows[row].text(Field::Amount).unwrap();
        assert_eq!((amount(0).as_ref(), amount(1).as_ref()), (shown, "200"), "{written}");
    }
}

#[test]
fn a_sheet_of_macros_is_passed_over() {
    let file = read_bytes(&packages::with_macros().unwrap(), &ReadOptions::default()).unwrap();
    let sheets: Vec<&str> = file.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!((sheets.as_slice(), file.rows.len()), (&["Pay"][..], 2));
}
