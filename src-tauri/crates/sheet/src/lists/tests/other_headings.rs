//! Several tables on a sheet: a word below headings that nobody knows means nothing, and no other row ends a table.

use proptest::prelude::*;
use rust_xlsxwriter::Workbook;

use super::super::*;
use crate::{
    model::{ListColumn, ListField, ListKind, ListMapping, UnreadReason, UnreadRows},
    process::list_bytes,
};

const OURS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Our reference number `at`.
pub(super) fn ours(at: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(at % 26).unwrap());
    OURS.replace('A', &letter.to_string())
}

/// The rows of a file as `row: references status`.
fn read(file: &str, request: &ListRequest) -> Vec<String> {
    let list = list_bytes(file.as_bytes(), request).unwrap();
    let shown = |record: &ListedRecord| {
        let RecordContent::Row(row) = &record.content else { panic!("{record:?}") };
        format!(
            "{}: {} {}",
            record.row,
            row.references.join("+"),
            row.text(ListField::Status).unwrap_or_default()
        )
    };
    list.records.iter().map(shown).collect()
}

/// The payments of a file that are read, by our references.
pub(super) fn payments(file: &str, request: &ListRequest) -> Vec<String> {
    let read = read(file, request);
    let of_ours = read.iter().filter_map(|row| row.split(' ').find(|text| text.len() == OURS.len()));
    of_ours.map(str::to_owned).collect()
}

/// The columns A and B as the user names them, below the headings in row 1.
pub(super) fn given() -> ListRequest {
    let column = |(column, field): (&str, ListField)| ListColumn { column: column.to_owned(), field };
    let columns = [("A", ListField::Reference), ("B", ListField::Status)].map(column).into();
    let mapping = ListMapping { sheet: String::new(), header_row: Some(1), columns };
    ListRequest { mapping: Some(mapping), ..ListKind::Results.into() }
}

/// The second heading rows of attacks. Below each of them, a word that means Paid is in the column of the status.
const OTHER_HEADINGS: [&str; 18] = [
    "Order,Fee status,x",
    "Reference,Fee status,x",
    "Fee status,Order,x",
    "Order,Reversal,x",
    "Order,Paid,Fee",
    "Order,Fee status,2026",
    "Order,Fee status,30/11/2026",
    "Order,Fee status at 30/11/2026,x",
    "Total fee,Fee status,x",
    "Date,Fee status,x",
    "No,End,Sum",
    "Notes,Checked,x",
    ",Fee status,Fee date",
    "N°,Statut des frais,Montant des frais",
    "Order,Whether the fee of this payment was collected from the account of the company or not,x",
    "Status,Status,Status",
    "Order,Reference,Status of fee",
    "Reference,Status,Reason,Status",
];

#[test]
fn a_word_below_unknown_headings_settles_nothing() {
    for headings in OTHER_HEADINGS {
        for above in ["", ",,\n", "Fees,,\n", ",,\nFees of November,,\n"] {
            let (first, second, third) = (ours(0), ours(1), ours(2));
            let file = format!(
                "Reference,Status,Reason\n{first},Failed,x\n{above}{headings}\n{second},Paid,x\n{third},Failed,x\n"
            );
            let own = [first.clone()];
            assert_eq!(payments(&file, &ListKind::Results.into()), own, "{file}");
            assert_eq!(payments(&file, &given()), own, "{file}");
        }
    }
}

#[test]
fn an_empty_table_does_not_hand_its_columns_down() {
    for headings in OTHER_HEADINGS {
        for above in ["", ",,\n", "Fees,,\n"] {
            let file = format!("Reference,Status,Reason\n{above}{headings}\n{},Paid,x\n", ours(0));
            assert_eq!(payments(&file, &ListKind::Results.into()), [""; 0], "{file}");
        }
    }
}

#[test]
fn an_entry_below_unknown_headings_is_no_debit() {
    let (first, second) = (ours(0), ours(1));
    for headings in ["Jour,Geste,Solde", "Day,Planned transfer,Planned", "Due,Text,Amount due"] {
        let file = format!(
            "Date,Description,Debit\n20/11/2026,VIR {first},1000\n,,\n{headings}\n30/11/2026,VIR {second},1000\n"
        );
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!(list.records.iter().map(|row| row.row).collect::<Vec<_>>(), [2], "{headings}");
        let file = format!("Date,Description,Debit\n{headings}\n30/11/2026,VIR {second},1000\n");
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!(list.records, [], "{headings}");
    }
}

#[test]
fn units_below_the_headings_end_no_statement() {
    for units in [",,NGN,NGN,NGN", ",,(NGN),(NGN),(NGN)", ",,₦,₦,₦", ",Text,FCFA,FCFA,FCFA"] {
        let file =
            format!("Date,Description,Debit,Credit,Balance\n{units}\n20/11/2026,VIR {},1000,,9\n", ours(0));
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!((list.records.len(), list.unread.len()), (1, 0), "{file}");
    }
}

/// Rows that are in a list of results between its payments, and of which none may end it.
const HARMLESS: [&str; 24] = [
    "",
    ",,",
    "Reference,Status,Reason",
    "reference , STATUS,Reason",
    "Reference,Status,Reason,Page 2",
    "Total,,2001",
    "Total,3 payments,",
    "Total,2 of 3,Paid",
    "Sub-total,2,NGN 200.00",
    "Lagos Branch Total,1,",
    "End of report",
    "End of report,,",
    "End of report,Page 1 of 2,",
    "Page 1 of 2,Confidential,",
    "Lagos branch,,",
    ",Lagos branch,",
    "Branch:,Lagos,",
    "Lagos branch,,Manager: Ada",
    "N/A,Failed,Account closed",
    "-,Failed,Account closed",
    ",Failed,Account closed",
    ",Pending,Account closed",
    "TXN-7,Failed,Account closed",
    "0100000099,Unknown,Account closed",
];

#[test]
fn totals_footers_and_repeated_headings_end_no_table() {
    for harmless in HARMLESS {
        for between in [harmless.to_owned(), format!(",,\n{harmless}"), format!("{harmless}\n,,")] {
            let (first, second) = (ours(0), ours(1));
            let file = format!("Reference,Status,Reason\n{first},Failed,x\n{between}\n{second},Paid,x\n");
            for request in [ListKind::Results.into(), given()] {
                assert_eq!(payments(&file, &request), [first.clone(), second.clone()], "{file}");
                assert_eq!(list_bytes(file.as_bytes(), &request).unwrap().unread, [], "{file}");
            }
        }
    }
}

#[test]
fn words_among_the_payments_and_below_the_headings_end_no_table() {
    let payment = |at: usize| format!("{},Paid,x", ours(at));
    for words in ["N/A,Suspended,x", "-,Suspended,x", ",Failed,x", "x,,y"] {
        let rows = [words.to_owned(), payment(0), words.to_owned(), payment(1)];
        let file = format!("Reference,Status,Reason\n{}\n", rows.join("\n"));
        assert_eq!(payments(&file, &ListKind::Results.into()), [ours(0), ours(1)], "{file}");
    }
}

#[test]
fn a_heading_of_the_table_among_others_begins_another_one() {
    for headings in ["Reference,Fee status,x", "Order,Reference,Fee status"] {
        let file = format!("Reference,Status,Reason\n{headings}\n{},Paid,x\n", ours(0));
        assert_eq!(payments(&file, &ListKind::Results.into()), [""; 0], "{file}");
    }
}

#[test]
fn a_table_in_other_columns_is_said() {
    let row = |at: usize| format!("{},,Paid", ours(at));
    let file = format!(
        "Reference,Status,Reason\n{},Paid,x\n\nOrder,,Fee\n{}\n{}\n\nTotal of fees,,2\n",
        ours(0),
        row(1),
        row(2)
    );
    let list = list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap();
    assert_eq!(
        list.unread,
        [UnreadRows {
            sheet: String::new(),
            reason: UnreadReason::UnknownHeadings,
            from_row: Some(4),
            rows: 3
        }]
    );
}

#[test]
fn reading_goes_on_at_the_headings_that_the_user_named() {
    let row = |at: usize| format!("{},Paid", ours(at));
    let rows = ["Sehr,Ende", &row(0), ",", "Order,Fee status", &row(1), ",", "Sehr,Ende", &row(2)];
    let file = rows.join("\n");
    assert_eq!(payments(&file, &given()), [ours(0), ours(2)]);
    let unread = list_bytes(file.as_bytes(), &given()).unwrap().unread;
    assert_eq!(
        unread,
        [UnreadRows {
            sheet: String::new(),
            reason: UnreadReason::UnknownHeadings,
            from_row: Some(4),
            rows: 1
        }]
    );
}

#[test]
fn totals_and_titles_of_a_statement_end_no_table() {
    let (first, second) = (ours(0), ours(1));
    for between in [
        "Total,,1000,200",
        "Balance brought forward,,5.00,",
        ",Opening balance,,",
        "Page 1 of 2,Account statement,,",
        "November 2026,,,",
        "Date,Description,Debit,Credit",
    ] {
        let file = format!(
            "Date,Description,Debit,Credit\n20/11/2026,VIR {first},1000,\n{between}\n21/11/2026,VIR {second},1000,\n"
        );
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!(list.unread, [], "{between}");
        let rows: Vec<u32> = list.records.iter().map(|row| row.row).collect();
        assert_eq!((rows.first(), rows.last()), (Some(&2), Some(&4)), "{between}");
    }
}

#[test]
fn signatures_below_a_list_are_no_table() {
    let file = format!(
        "Reference,Status\n{},Paid\n,\nPrepared by,Ada Obi\nApproved by,Ben Eze\nDate,20/11/2026\n",
        ours(0)
    );
    assert_eq!(list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap().unread, []);
}

#[test]
fn what_is_not_read_is_counted_up_to_the_next_known_headings() {
    let row = |at: usize, word: &str| format!("{},{word},x", ours(at));
    let unknown =
        ["Order,Fee status,x".to_owned(), row(1, "Paid"), ",,".to_owned(), row(2, "Paid")].join("\n");
    let known = ["Reference,Status,Reason".to_owned(), row(3, "Failed")].join("\n");
    let first = ["Reference,Status,Reason".to_owned(), row(0, "Failed")].join("\n");
    let file = format!("{first}\n{unknown}\n{known}\n\n{unknown}\n{}\n", row(4, "Paid"));
    let place = |row, rows| UnreadRows {
        sheet: String::new(),
        reason: UnreadReason::UnknownHeadings,
        from_row: Some(row),
        rows,
    };
    for request in [ListKind::Results.into(), given()] {
        assert_eq!(payments(&file, &request), [ours(0), ours(3)], "{file}");
        assert_eq!(list_bytes(file.as_bytes(), &request).unwrap().unread, [place(3, 2), place(10, 3)]);
    }
}

#[test]
fn records_have_no_headings_among_them() {
    let file = format!(
        r#"[{{"no":"{}","end":"Paid"}},{{"no":"end","end":"no"}},{{"no":"{}","end":"Paid"}}]"#,
        ours(0),
        ours(1)
    );
    let column = |(column, field): (&str, ListField)| ListColumn { column: column.to_owned(), field };
    let columns = [("B", ListField::Reference), ("A", ListField::Status)].map(column).into();
    let mapping = ListMapping { sheet: String::new(), header_row: Some(0), columns };
    let request = ListRequest { mapping: Some(mapping), ..ListKind::Results.into() };
    assert_eq!(payments(&file, &request), [ours(0), ours(1)]);
}

pub(super) fn sheets(sheets: &[(&str, &[[&str; 2]])]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    for (name, rows) in sheets {
        let sheet = workbook.add_worksheet().set_name(*name).unwrap();
        for (at, row) in (0..).zip(*rows) {
            sheet.write_row(at, 0, *row).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

#[test]
fn a_sheet_with_unknown_headings_is_said_and_notes_are_not() {
    let [first, second, third] = [ours(0), ours(1), ours(2)];
    let file = sheets(&[
        ("Notes", &[["Exported by", "Ada Obi"], ["Currency", "NGN"]]),
        ("Results", &[["Reference", "Status"], [&first, "Failed"]]),
        ("Fees", &[["Fees of November", ""], ["Order", "Collected"], [&second, "Paid"], [&third, "Paid"]]),
    ]);
    let list = list_bytes(&file, &ListKind::Results.into()).unwrap();
    assert_eq!(list.records.iter().map(|row| row.sheet.as_str()).collect::<Vec<_>>(), ["Results"]);
    assert_eq!(
        list.unread,
        [UnreadRows {
            sheet: "Fees".to_owned(),
            reason: UnreadReason::UnknownHeadings,
            from_row: None,
            rows: 2
        }]
    );
}

#[test]
fn payments_above_the_first_known_headings_are_said() {
    let known = format!("Reference,Status\n{},Failed\n", ours(0));
    let place = |row, rows| UnreadRows {
        sheet: String::new(),
        reason: UnreadReason::UnknownHeadings,
        from_row: Some(row),
        rows,
    };
    for (above, expected) in [
        (format!("Order,Fee status\n{},Paid\n{},Paid\n\n", ours(1), ours(2)), vec![place(1, 2)]),
        (format!("Fees\n{},Paid\n", ours(1)), vec![place(2, 1)]),
        (format!("Company,Acme Ltd\nBatch reference,{}\nPeriod,01/11/2026,30/11/2026\n", ours(1)), vec![]),
    ] {
        let file = format!("{above}{known}");
        assert_eq!(payments(&file, &ListKind::Results.into()), [ours(0)], "{file}");
        assert_eq!(
            list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap().unread,
            expected,
            "{file}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of any list with harmless rows between its payments, all payments are read; and where another table follows, those
    /// above its headings and no others.
    #[test]
    fn payments_above_other_headings_are_read_and_none_below(
        between in prop::collection::vec(prop::sample::select(&HARMLESS[..]), 1..12),
        headings in prop::sample::select(&OTHER_HEADINGS[..]),
        below in 1_usize..5,
    ) {
        let payment = |at: usize| format!("{},Failed,x", ours(at));
        let mut lines = vec!["Reference,Status,Reason".to_owned(), payment(0)];
        for (at, harmless) in between.iter().enumerate() {
            lines.extend([(*harmless).to_owned(), payment(at + 1)]);
        }
        let above: Vec<String> = (0..=between.len()).map(ours).collect();
        for request in [ListKind::Results.into(), given()] {
            prop_assert_eq!(payments(&lines.join("\n"), &request), above.clone());
        }
        lines.extend([",,".to_owned(), headings.to_owned()]);
        lines.extend((1..=below).map(|at| format!("{},Paid,x", ours(between.len() + at))));
        let file = lines.join("\n");
        for request in [ListKind::Results.into(), given()] {
            prop_assert_eq!(payments(&file, &request), above.clone(), "{}", file);
            let unread: u32 = list_bytes(file.as_bytes(), &request).unwrap().unread.iter().map(|one| one.rows).sum();
            prop_assert_eq!(unread as usize, below);
        }
    }
}
