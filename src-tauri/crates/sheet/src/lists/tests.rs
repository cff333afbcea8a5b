mod mapped;
mod other_headings;
mod titles;

use proptest::prelude::*;
use rust_xlsxwriter::{Formula, Workbook};

use super::*;
use crate::{
    model::{ListField, ListKind, ListRow},
    process::list_bytes,
};

fn rows(file: &[u8]) -> Vec<(u32, ListRow)> {
    let list = list_bytes(file, &ListKind::Results.into()).unwrap();
    list.records
        .into_iter()
        .filter_map(|record| match record.content {
            RecordContent::Row(row) => Some((record.row, row)),
            RecordContent::Text(_) => None,
        })
        .collect()
}

/// A row as `references / status / code / amount / account`.
fn shown(row: &ListRow) -> String {
    let text = |field| row.text(field).unwrap_or("-");
    format!(
        "{} / {} / {} / {} / {}",
        row.references.join("+"),
        text(ListField::Status),
        text(ListField::Code),
        text(ListField::Amount),
        text(ListField::Account)
    )
}

#[test]
fn tables_are_read_by_their_headings() {
    for (file, expected) in [
        (
            "Transaction Reference,Account Number,Amount,Currency,Status,Response Code\n\
             AAA,0100000099,\"1,000.00\",NGN,Successful,00\nBBB,0100000199,1001,NGN,Failed,51\nTotal,,2001,,,\n",
            &["2: AAA / Successful / 00 / 1,000.00 / 0100000099", "3: BBB / Failed / 51 / 1001 / 0100000199"]
                [..],
        ),
        (
            "Relevé;;;\n;;;\nRéférence;Numéro de compte;Montant;Statut\nAAA;0100000099;1.000,50;Payé\n",
            &["4: AAA / Payé / - / 1.000,50 / 0100000099"],
        ),
        (
            "ref,uniquereference,responsecode\nAAA,77,00\n\nref,uniquereference,responsecode\nBBB,78,02\n",
            &["2: AAA+77 / - / 00 / - / -", "5: BBB+78 / - / 02 / - / -"],
        ),
        ("Conta,Valor,Estado\n0100000099,1000,Pago\n", &["2:  / Pago / - / 1000 / 0100000099"]),
    ] {
        let read: Vec<_> =
            rows(file.as_bytes()).iter().map(|(at, row)| format!("{at}: {}", shown(row))).collect();
        let expected: Vec<_> = expected.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(read, expected, "{file}");
    }
}

#[test]
fn a_workbook_is_read_on_every_visible_sheet_and_a_formula_without_a_value_is_broken() {
    let mut workbook = Workbook::new();
    let notes = workbook.add_worksheet();
    notes.write_string(0, 0, "Exported on Friday").unwrap();
    for (name, reference) in [("One", "AAA"), ("Two", "BBB"), ("Hidden", "CCC")] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        sheet.set_hidden(name == "Hidden");
        for (column, heading) in ["Reference", "Status"].into_iter().enumerate() {
            sheet.write_string(0, u16::try_from(column).unwrap(), heading).unwrap();
        }
        sheet.write_string(1, 0, reference).unwrap();
        sheet.write_string(1, 1, "Failed").unwrap();
        sheet.write_string(2, 0, reference).unwrap();
        sheet.write_formula(2, 1, Formula::new("=B2").set_result("#REF!")).unwrap();
    }
    let file = workbook.save_to_buffer().unwrap();
    let read = rows(&file);
    let read: Vec<_> =
        read.iter().map(|(at, row)| (*at, row.references[0].as_str(), row.is_broken)).collect();
    assert_eq!(read.len(), 4);
    assert_eq!(read[0], (2, "AAA", false));
    assert_eq!(read[2], (2, "BBB", false));
}

#[test]
fn records_are_texts_and_what_is_neither_is_refused() {
    let list =
        list_bytes(br#"[{"ref":"A","responsecode":"00"},{"ref":"B"}]"#, &ListKind::Results.into()).unwrap();
    assert_eq!(list.records.len(), 2);
    assert_eq!(list.records[1].content, RecordContent::Text(r#"{"ref":"B"}"#.to_owned()));
    assert_eq!(list.sha256.len(), 64);
    for (file, code) in [
        (&b"Name,Account,Amount\nAda,0100000099,100\n"[..], "no_table_found"),
        (b"", "file_empty"),
        (b"%PDF-1.7", "file_not_a_spreadsheet"),
        (b"{\"ref\":", "file_not_a_spreadsheet"),
        (b"ref,status\n\0\0A,Paid\n", "file_not_a_spreadsheet"),
    ] {
        assert_eq!(list_bytes(file, &ListKind::Results.into()).unwrap_err().code(), code, "{file:?}");
    }
}

#[test]
fn very_many_lines_cost_one_message() {
    let file = "{}\n".repeat(crate::limits::ROWS_MAX + 1);
    let refused = list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap_err();
    assert_eq!(refused.code(), "file_too_many_rows");
}

#[test]
fn an_object_with_other_names_is_read_like_a_row() {
    let row =
        fields_of_json(r#"{"transactionReference":"A","amount":1500.10,"state":"paid","x":null}"#).unwrap();
    assert_eq!(shown(&row), "A / paid / - / 1500.1 / -");
    assert_eq!(fields_of_json("[1]"), None);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(Reference|ref|Status|code|[a-zA-Z0-9,;\t\n\"{}=&]){0,60}") {
        let _ = list_bytes(text.as_bytes(), &ListKind::Results.into());
    }
}

#[test]
fn statements_are_read_by_their_columns_and_are_no_lists_of_results() {
    let file = "Account statement\nDate,Description,Debit,Credit,Balance\n20/11/2026,SAL ADA,\"1,000.00\",,5\n\
                21/11/2026,DEPOSIT,,200.00,205\nTotal,,1000,200,\n";
    let list = list_bytes(file.as_bytes(), &ListKind::Statement.into()).unwrap();
    let shown: Vec<_> = list
        .records
        .iter()
        .map(|record| match &record.content {
            RecordContent::Row(row) => {
                let text = |field| row.text(field).unwrap_or("-");
                let (debit, credit) = (text(ListField::Debit), text(ListField::Credit));
                format!("{} {debit} {credit} {}", record.row, text(ListField::Message))
            }
            RecordContent::Text(text) => text.clone(),
        })
        .collect();
    assert_eq!(shown, ["3 1,000.00 - SAL ADA", "4 - 200.00 DEPOSIT"], "the total is no entry");
    let refused = list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap_err();
    assert_eq!(refused.code(), "no_table_found");
}
