//! Texts that a statement breaks into several rows: the rest of a text is no title, and a title is never the rest of a
//! text.

use super::other_headings_tests::{given, ours, payments};
use crate::{
    model::{
        ListColumn, ListField, ListKind, ListMapping, ListRequest, RecordList, UnreadReason, UnreadRows,
    },
    process::list_bytes,
};

/// The rest of a text, with a word that titles have.
const CONTINUATIONS: [&str; 8] = [
    "BANK DRAFT",
    "Banker's draft 000123",
    "PENDING TRANSACTIONS REF 12",
    "FUTURE ENERGY LTD",
    "STANDING ORDERS OF ADA OBI",
    "CHEQUE UNPAID BY GTBANK",
    "FRAIS SCOLAIRES EN ATTENTE LYCEE",
    "SALARIO PENDENTE LOJA LAGOS",
];

/// Titles of what is not booked, also in capitals, numbered, and with a date.
const TITLES: [&str; 16] = [
    "Pending transactions",
    "PENDING",
    "2. Transactions pending (November 2026)",
    "Pending transactions as at 30/11/2026",
    "Pending transactions for account 0100000099",
    "Pending bank transfers",
    "Pending bank drafts",
    "Outstanding cheques",
    "Standing orders",
    "Draft",
    "Drafts",
    "Rejected items",
    "Your upcoming card payments",
    "Opérations à venir",
    "Liste des virements en attente",
    "Transferências pendentes de novembro",
];

/// A statement that breaks the text of its first entry, with lines between its second and its third one.
fn broken(between: &str) -> String {
    let [first, second, third] = [ours(0), ours(1), ours(2)];
    format!(
        "Date,Description,Debit,Credit,Balance\n\
         20/11/2026,VIR {first},1000,,9000\n,TO ADA OBI,,,\n\
         21/11/2026,VIR {second},1000,,8000\n{between}\n22/11/2026,VIR {third},,500,8500\n"
    )
}

fn statement(file: &str) -> RecordList {
    list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap()
}

/// The rows of the entries that are read, and the title below which nothing is read.
fn read(file: &str) -> (Vec<u32>, Option<u32>) {
    let list = statement(file);
    let is_title = |unread: &&UnreadRows| unread.reason == UnreadReason::ContradictingTitle;
    let title = list.unread.iter().find(is_title).and_then(|unread| unread.from_row);
    assert_eq!(list.unread.len(), usize::from(title.is_some()), "{file}");
    (list.records.iter().map(|record| record.row).collect(), title)
}

#[test]
fn the_rest_of_a_text_ends_no_statement() {
    for line in CONTINUATIONS {
        let one = broken(&format!(",{line},,,"));
        assert_eq!(read(&one), (vec![2, 4, 6], None), "{one}");
        let last_of_three = broken(&format!(",OF ACME LTD,,,\n,{line},,,\n,{line},,,"));
        assert_eq!(read(&last_of_three), (vec![2, 4, 8], None), "{last_of_three}");
    }
}

#[test]
fn the_rest_of_a_text_is_in_the_column_that_the_user_named() {
    let column = |(column, field): (&str, ListField)| ListColumn { column: column.to_owned(), field };
    let columns = [("A", ListField::Date), ("C", ListField::Message), ("D", ListField::Debit)];
    let mapping =
        ListMapping { sheet: String::new(), header_row: Some(1), columns: columns.map(column).into() };
    let request = ListRequest { mapping: Some(mapping), ..ListKind::Statement.into() };
    for (between, expected) in [(",,BANK DRAFT,", vec![2, 4, 6]), (",BANK DRAFT,,", vec![2, 4])] {
        let file = format!(
            "Jour,Agence,Geste,Sortie\n20/11/2026,Lagos,VIR,1000\n,,TO ADA OBI,\n\
             21/11/2026,Lagos,VIR,1000\n{between}\n22/11/2026,Lagos,VIR,1000\n"
        );
        let list = list_bytes(file.as_bytes(), &request).unwrap();
        assert_eq!(list.records.iter().map(|record| record.row).collect::<Vec<_>>(), expected, "{file}");
    }
}

#[test]
fn the_rest_of_a_text_changes_no_entry() {
    let without_rows = |file: &str| {
        let entries = statement(file).records.into_iter();
        entries.map(|entry| entry.content).collect::<Vec<_>>()
    };
    for line in CONTINUATIONS {
        let other = broken(",OF ACME LTD,,,");
        assert_eq!(without_rows(&broken(&format!(",{line},,,"))), without_rows(&other), "{line}");
    }
}

#[test]
fn a_title_in_the_column_of_the_texts_is_a_title() {
    for title in TITLES {
        let file = broken(&format!(",{title},,,"));
        assert_eq!(read(&file), (vec![2, 4], Some(5)), "{file}");
        let below_the_rest = broken(&format!(",OF ACME LTD,,,\n,{title},,,"));
        assert_eq!(read(&below_the_rest), (vec![2, 4], Some(6)), "{below_the_rest}");
    }
}

#[test]
fn a_line_in_another_place_is_a_title() {
    for (between, title) in [
        ("BANK DRAFT,,,,", 5),
        (",,BANK DRAFT,,", 5),
        (",,,,BANK DRAFT", 5),
        (",,,,\n,BANK DRAFT,,,", 6),
        ("\n,BANK DRAFT,,,", 6),
        ("Lagos branch,,,,\n,BANK DRAFT,,,", 6),
        (",Page 1 of 2,,,\n,BANK DRAFT,,,", 6),
        (",Total of the page,,,\n,BANK DRAFT,,,", 6),
        (",Completed transactions,,,\n,BANK DRAFT,,,", 6),
        ("Date,Description,Debit,Credit,Balance\n,BANK DRAFT,,,", 6),
    ] {
        let file = broken(between);
        assert_eq!(read(&file), (vec![2, 4], Some(title)), "{file}");
    }
}

#[test]
fn a_line_in_the_first_column_is_a_title_although_texts_are_there() {
    let [first, second, third] = [ours(0), ours(1), ours(2)];
    for (headings, empty) in [("Description,Date,Debit", ""), ("No,Description,Date,Debit", ",")] {
        let file = format!(
            "{headings}\n{empty}VIR {first},20/11/2026,1000\n{empty}TO ADA OBI,,\n\
             {empty}VIR {second},21/11/2026,1000\n{empty}BANK DRAFT,,\n{empty}VIR {third},22/11/2026,1000\n"
        );
        assert_eq!(read(&file), (vec![2, 4], Some(5)), "{file}");
    }
}

#[test]
fn a_line_below_an_entry_without_a_text_is_a_title() {
    let file = broken("21/11/2026,,1000,,7000\n,BANK DRAFT,,,");
    assert_eq!(read(&file), (vec![2, 4, 5], Some(6)), "{file}");
}

#[test]
fn a_line_is_a_title_where_no_other_text_is_broken() {
    for other in ["", "Lagos branch,,,,\n", ",Transactions,,,\n", ",30/11/2026,,,\n", ",Page 1 of 2,,,\n"] {
        let file = broken(",BANK DRAFT,,,").replace(",TO ADA OBI,,,\n", other);
        let title = if other.is_empty() { 4 } else { 5 };
        assert_eq!(read(&file), (vec![2, title - 1], Some(title)), "{file}");
    }
    let only_below = format!("{},TO ADA OBI,,,\n", broken(",BANK DRAFT,,,").replace(",TO ADA OBI,,,\n", ""));
    assert_eq!(read(&only_below), (vec![2, 3, 5], None), "{only_below}");
}

#[test]
fn a_line_is_a_title_where_entries_below_it_have_no_balance() {
    let last = "22/11/2026,VIR,1000,,7000\n";
    for (below, expected) in [
        ("23/11/2026,VIR,1000,,\n", (vec![2, 4], Some(5))),
        ("23/11/2026,VIR,1000,,6000\n24/11/2026,VIR,1000,,\n", (vec![2, 4], Some(5))),
        (",Transfer fees,,,\n23/11/2026,VIR,1000,,\n", (vec![2, 4], Some(5))),
        ("23/11/2026,VIR,1000,,6000\n", (vec![2, 4, 6, 7, 8], None)),
        // Below the next title, the entries say nothing about this line.
        (",,,,\nPending\n23/11/2026,VIR,1000,,\n", (vec![2, 4, 6, 7], Some(9))),
    ] {
        let file = format!("{}{last}{below}", broken(",BANK DRAFT,,,"));
        assert_eq!(read(&file), expected, "{file}");
    }
}

#[test]
fn a_line_above_other_headings_is_a_title_of_their_table() {
    let file = format!(
        "{},BANK DRAFT,,,\nDate,Debit,Description\n23/11/2026,1000,VIR {}\n",
        broken(",TO BEN EZE,,,"),
        ours(3)
    );
    assert_eq!(read(&file), (vec![2, 4, 6], Some(8)), "{file}");
}

#[test]
fn a_list_of_results_has_no_broken_texts() {
    let [first, second, third] = [ours(0), ours(1), ours(2)];
    let file = format!(
        "Reference,Status,Reason\n{first},Paid,VIR\n,,TO ADA OBI\n{second},Paid,VIR\n,,BANK DRAFT\n{third},Paid,VIR\n"
    );
    assert_eq!(payments(&file, &ListKind::Results.into()), [first.clone(), second.clone()], "{file}");
    assert_eq!(payments(&file, &given()), [first, second], "{file}");
}

#[test]
fn a_line_below_an_entry_opens_no_pages_of_what_is_not_booked() {
    for line in ["TRANSFER FEE OF ADA OBI", "COMPLETED", "REVERSAL"] {
        let headings = "Date,Description,Debit,Credit,Balance";
        let pages = format!(
            "Pending,,,,\n23/11/2026,VIR {},1000,,\n,{line},,,\n{headings}\n24/11/2026,VIR,1000,,",
            ours(3)
        );
        let file = format!("{}{pages}\n", broken(",OF ACME LTD,,,"));
        assert_eq!(read(&file), (vec![2, 4, 6], Some(7)), "{file}");
    }
}
