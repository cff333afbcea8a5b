//! Titles above rows of a list: where they say something else about the payments than the rows, nothing is read.

use super::other_headings::{given, ours, payments, sheets};
use crate::{
    model::{ListKind, UnreadReason, UnreadRows},
    process::list_bytes,
};

/// Titles under which `Paid` may mean something else.
const TITLES: [&str; 16] = [
    "Pending transactions",
    "2. Transactions pending (November 2026)",
    "Failed payments",
    "Reversals",
    "Transfer fees",
    "Not paid",
    "Un-successful",
    "Test payments",
    "Cancelled",
    "Status:,Pending",
    "Virements en attente",
    "Échecs",
    "Remboursements effectués",
    "Pagamentos pendentes",
    "Estornos",
    "Taxas pagas",
];

/// Titles that say nothing, or what the rows say.
const HARMLESS: [&str; 12] = [
    "Lagos branch",
    "Successful payments",
    "Paid and failed payments",
    "Branch:,Lagos",
    "Failed: 3",
    "3 failed",
    "Total failed",
    "Note: failed payments come back",
    "Pending payments are not in this list",
    "Payments (fees excluded)",
    "Page 1 of 2",
    "November 2026",
];

fn unread(sheet: &str, from_row: Option<u32>, rows: u32, reason: UnreadReason) -> UnreadRows {
    UnreadRows { sheet: sheet.to_owned(), reason, from_row, rows }
}

#[test]
fn a_word_under_a_title_that_contradicts_it_settles_nothing() {
    for title in TITLES {
        let (first, second, third) = (ours(0), ours(1), ours(2));
        let file = format!(
            "Reference,Status\n{first},Paid\n{title}\nLagos branch\n{second},Paid\n{third},Unknown\n"
        );
        for request in [ListKind::Results.into(), given()] {
            assert_eq!(payments(&file, &request), std::slice::from_ref(&first), "{file}");
            let expected = [unread("", Some(3), 3, UnreadReason::ContradictingTitle)];
            assert_eq!(list_bytes(file.as_bytes(), &request).unwrap().unread, expected, "{file}");
        }
    }
}

#[test]
fn a_title_above_the_headings_counts_until_the_user_chooses_the_table() {
    for title in TITLES {
        let file = format!("Acme Ltd\n{title}\nReference,Status\n{},Paid\n", ours(0));
        let list = list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap();
        assert_eq!(list.records, [], "{file}");
        assert_eq!(list.unread, [unread("", Some(3), 1, UnreadReason::ContradictingTitle)], "{file}");
        let mut chosen = given();
        chosen.mapping.as_mut().unwrap().header_row = Some(3);
        assert_eq!(payments(&file, &chosen), [ours(0)], "{file}");
    }
}

#[test]
fn a_title_above_the_headings_of_a_second_table_counts_for_that_table() {
    let file = format!(
        "Reference,Status\n{},Paid\nPending\nStatus,Reference\nPaid,{}\nReference,Status\n{},Paid\n",
        ours(0),
        ours(1),
        ours(2)
    );
    for request in [ListKind::Results.into(), given()] {
        assert_eq!(payments(&file, &request), [ours(0)]);
        let expected = [unread("", Some(4), 3, UnreadReason::ContradictingTitle)];
        assert_eq!(list_bytes(file.as_bytes(), &request).unwrap().unread, expected);
    }
}

#[test]
fn a_title_counts_on_the_next_pages_until_another_title() {
    let lines = [
        "Reference,Status".to_owned(),
        format!("{},Paid", ours(0)),
        "Pending".to_owned(),
        format!("{},Pending", ours(1)),
        "Reference,Status".to_owned(),
        format!("{},Paid", ours(2)),
        "Successful".to_owned(),
        "Reference,Status".to_owned(),
        format!("{},Paid", ours(3)),
    ];
    for request in [ListKind::Results.into(), given()] {
        assert_eq!(payments(&lines.join("\n"), &request), [ours(0), ours(3)]);
        let expected = [unread("", Some(3), 4, UnreadReason::ContradictingTitle)];
        assert_eq!(list_bytes(lines.join("\n").as_bytes(), &request).unwrap().unread, expected);
    }
}

#[test]
fn titles_that_agree_with_their_rows_end_nothing() {
    for title in HARMLESS {
        let file = format!("{title}\nReference,Status\n{},Paid\n{title}\n{},Paid\n", ours(0), ours(1));
        assert_eq!(payments(&file, &ListKind::Results.into()), [ours(0), ours(1)], "{file}");
        assert_eq!(list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap().unread, [], "{file}");
    }
    let groups = ["Successful", "Failed", "Reversed", "Pending"];
    let words = ["Paid", "Failed", "Reversed", "Pending"];
    let lines =
        (0..).zip(groups).zip(words).map(|((at, group), word)| format!("{group}\n{},{word}\n", ours(at)));
    let file = format!("Reference,Status\n{}", lines.collect::<String>());
    assert_eq!(payments(&file, &ListKind::Results.into()), [ours(0), ours(1), ours(2), ours(3)], "{file}");
}

#[test]
fn a_word_that_nobody_knows_is_left_to_the_user_under_a_title() {
    let file = format!("Reference,Status\nFailed payments\n{},Declined\n{},Failed\n", ours(0), ours(1));
    assert_eq!(payments(&file, &ListKind::Results.into()), [ours(0), ours(1)]);
}

#[test]
fn an_entry_under_a_title_of_what_is_not_booked_is_no_debit() {
    for title in [
        "Pending transactions",
        "Standing orders",
        "Rejected",
        "Opérations à venir",
        "Not booked",
        "Pending transactions (not booked)",
        "Failed and pending transactions",
        "Completed and pending transactions",
        "Rejected / cancelled transactions",
        "Returned unpaid cheques",
        "Pending charges",
        "Not paid",
        "En attente (non comptabilisé)",
        "Transactions non effectuées",
        "2 pending transactions",
        "1 transaction en attente",
        "1 completed transaction\n2 pending transactions",
        "Cancelled or failed",
        "Annulés ou rejetés",
    ] {
        let file = format!(
            "Date,Description,Debit\n20/11/2026,VIR {},1000\n{title}\n21/11/2026,VIR {},1000\n",
            ours(0),
            ours(1)
        );
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!(list.records.iter().map(|row| row.row).collect::<Vec<_>>(), [2], "{file}");
        let at = 2 + u32::try_from(title.lines().count()).unwrap();
        assert_eq!(list.unread, [unread("", Some(at), 1, UnreadReason::ContradictingTitle)], "{file}");
    }
    for title in [
        "Fees",
        "Completed transactions",
        "Transfers",
        "35 completed transactions",
        "0 pending transactions",
        "Pending: 2",
        "Paid or returned",
    ] {
        let file = format!("{title}\nDate,Description,Debit\n{title}\n20/11/2026,VIR {},1000\n", ours(0));
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!((list.records.len(), list.unread.len()), (1, 0), "{file}");
    }
}

/// The titles above headings of a statement, what is between two entries, and the rows that are read.
#[test]
fn what_may_be_a_title_of_a_statement_opens_nothing() {
    let headings = "Date,Description,Debit";
    let entry = |at: usize| format!("20/11/2026,VIR {},1000", ours(at));
    let of_lines = |lines: &[&str]| {
        let list = list_bytes(lines.join("\n").as_bytes(), &ListKind::Statement.into()).unwrap();
        list.records.iter().map(|row| row.row).collect::<Vec<_>>()
    };
    let [first, second] = [&*entry(0), &*entry(1)];
    for (lines, read) in [
        // Above the first headings one is a title, and several are figures.
        (vec!["2 pending transactions", headings, first], vec![]),
        (vec!["12 completed", "2 pending", headings, first], vec![4]),
        (
            vec!["1 completed transaction", headings, first, "2 pending transactions", headings, second],
            vec![3],
        ),
        // It takes no title back.
        (vec![headings, first, "Pending transactions", "2 charges", second], vec![2]),
        (vec![headings, first, "Pending transactions", "3 completed", second], vec![2]),
        (vec![headings, first, "Pending transactions", "Fees or charges not yet applied", second], vec![2]),
        // Nor the end of one.
        (
            vec![headings, first, "Pending", second, "30 days to report disputed charges", headings, second],
            vec![2],
        ),
        (vec![headings, first, "Pending", second, "1 completed transaction", headings, second], vec![2]),
        (vec![headings, first, "Pending", second, "Completed", headings, second], vec![2, 7]),
        (vec![headings, first, "2 pending", second, "Pending", headings, "Fees", second], vec![2]),
        (vec![headings, first, "Pending", second, "Pending", headings, "Fees", second], vec![2]),
        // A date above is no figure.
        (vec!["1 November 2026 to 30 November 2026", "2 pending transactions", headings, first], vec![]),
        // The rest of a text.
        (vec![headings, first, ",2 FUTURE ELECTRONICS LTD,", second], vec![2, 4]),
        (vec![headings, first, ",0123456789 FAILED TRF RETURN,", second], vec![2, 4]),
        (vec![headings, first, ",SALARY OR PENDING CLAIM,", second], vec![2, 4]),
    ] {
        assert_eq!(of_lines(&lines), read, "{lines:?}");
    }
}

/// What is not booked may have columns of its own.
#[test]
fn the_rest_of_a_text_opens_no_page_of_what_is_not_booked() {
    let [first, second] = [ours(0), ours(1)];
    for (headings, entry, line) in [
        ("Date,Description,Debit", "23/11/2026,VIR,1000", ",COMPLETED,"),
        ("Date,Description,Debit", "23/11/2026,VIR,1000", ",TRANSFER FEE OF ADA OBI,"),
        ("Date,Debit,Description", "23/11/2026,1000,VIR", ",,TRANSFER FEE OF ADA OBI"),
    ] {
        let page = format!("{headings}\n{entry}\n{line}\n");
        let file = format!(
            "Date,Description,Debit\n20/11/2026,VIR {first},1000\nPending\n{page}{headings}\n{}\n",
            entry.replace("VIR", &format!("VIR {second}"))
        );
        let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
        assert_eq!(list.records.iter().map(|row| row.row).collect::<Vec<_>>(), [2], "{file}");
    }
}

#[test]
fn the_name_of_a_sheet_is_a_title() {
    let [first, second, third] = [ours(0), ours(1), ours(2)];
    let file = sheets(&[
        ("Transfers", &[["Reference", "Status"], [&first, "Successful"]]),
        ("Reversals", &[["Reference", "Status"], [&second, "Successful"]]),
        ("Failed", &[["Reference", "Status"], [&third, "Failed"]]),
    ]);
    let list = list_bytes(&file, &ListKind::Results.into()).unwrap();
    assert_eq!(
        list.records.iter().map(|row| row.sheet.as_str()).collect::<Vec<_>>(),
        ["Transfers", "Failed"]
    );
    assert_eq!(list.unread, [unread("Reversals", Some(1), 1, UnreadReason::ContradictingTitle)]);
}

#[test]
fn a_hidden_sheet_is_not_read_and_said() {
    let mut workbook = rust_xlsxwriter::Workbook::new();
    for (name, at) in [("Results", 0), ("Old", 1), ("Notes", 2)] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        let payment = ours(at);
        let rows: [[&str; 2]; 2] = match name {
            "Notes" => [["Exported by", "Ada Obi"], ["Currency", "NGN"]],
            _ => [["Reference", "Status"], [&payment, "Paid"]],
        };
        sheet.write_row_matrix(0, 0, rows).unwrap();
        if at > 0 {
            sheet.set_hidden(true);
        }
    }
    let list = list_bytes(&workbook.save_to_buffer().unwrap(), &ListKind::Results.into()).unwrap();
    assert_eq!(list.records.iter().map(|row| row.sheet.as_str()).collect::<Vec<_>>(), ["Results"]);
    assert_eq!(list.unread, [unread("Old", None, 1, UnreadReason::HiddenSheet)]);
}
