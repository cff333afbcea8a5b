//! Lists whose headings are not known: what is proposed, what the user says, and what is remembered.

use rust_xlsxwriter::Workbook;

use super::super::*;
use crate::{
    model::{
        Header, ListColumn, ListField, ListKind, ListLayout, ListMapping, ListNeed, ListPreview,
        MappingOrigin, TableChoice, UnreadReason, UnreadRows,
    },
    process::{list_bytes, list_preview_bytes},
};

const OURS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A provider's list with words of its own, below a title.
fn list() -> String {
    format!(
        "Extract of November;;;\n;;;\nNo;Who;Sum;End\n{OURS};Ada;1 000,00;Réglé\n{};Ben;2 000,00;Rejeté\n",
        OURS.replace('A', "B")
    )
}

fn preview(file: &str, request: &ListRequest) -> ListPreview {
    list_preview_bytes(file.as_bytes(), request).unwrap()
}

fn named(columns: &[(&str, ListField)]) -> Vec<ListColumn> {
    columns.iter().map(|(column, field)| ListColumn { column: (*column).to_owned(), field: *field }).collect()
}

fn mapping(header_row: Option<u32>, columns: &[(&str, ListField)]) -> ListRequest {
    let mapping = ListMapping { sheet: String::new(), header_row, columns: named(columns) };
    ListRequest { mapping: Some(mapping), ..ListKind::Results.into() }
}

/// The rows as `row: references / status / amount`.
fn rows(file: &str, request: &ListRequest) -> Vec<String> {
    let list = list_bytes(file.as_bytes(), request).unwrap();
    let shown = |record: &ListedRecord| match &record.content {
        RecordContent::Text(text) => format!("{}: {text}", record.row),
        RecordContent::Row(row) => {
            let text = |field| row.text(field).unwrap_or("-");
            let references = row.references.join("+");
            format!(
                "{}: {references} / {} / {}",
                record.row,
                text(ListField::Status),
                text(ListField::Amount)
            )
        }
    };
    list.records.iter().map(shown).collect()
}

#[test]
fn unknown_headings_are_found_and_what_is_sure_by_its_content_is_proposed() {
    let file = list();
    assert_eq!(list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap_err(), FileError::NoTableFound);
    let shown = preview(&file, &ListKind::Results.into());
    assert_eq!(shown.mapping.header_row, Some(3));
    let proposed = named(&[("A", ListField::Reference), ("C", ListField::Amount)]);
    assert_eq!(shown.mapping.columns, proposed);
    assert_eq!(shown.missing, [ListNeed::Outcome], "nobody knows these words");
    let headings: Vec<_> = shown.columns.iter().map(|column| column.header.as_str()).collect();
    assert_eq!(headings, ["No", "Who", "Sum", "End"]);
    assert_eq!(shown.columns[3].samples, ["Réglé", "Rejeté"]);
    assert_eq!(shown.records.len(), 2);
}

#[test]
fn a_list_is_read_by_what_the_user_said_and_by_nothing_else() {
    let file = list();
    let said = mapping(Some(3), &[("A", ListField::Reference), ("D", ListField::Status)]);
    let wanted = [format!("4: {OURS} / Réglé / -"), format!("5: {} / Rejeté / -", OURS.replace('A', "B"))];
    assert_eq!(rows(&file, &said), wanted);
    let elsewhere = mapping(Some(9), &[("A", ListField::Reference), ("D", ListField::Status)]);
    assert!(list_bytes(file.as_bytes(), &elsewhere).is_err(), "there is no such row");
}

#[test]
fn a_layout_is_remembered_for_exactly_its_headings() {
    let file = list();
    let said = mapping(Some(3), &[("A", ListField::Reference), ("D", ListField::Status)]);
    let reading = list_bytes(file.as_bytes(), &said).unwrap().reading.unwrap();
    let fingerprint = reading.layout.unwrap();
    let columns = named(&[("A", ListField::Reference), ("D", ListField::Status)]);
    let remembered = |kind: ListKind| ListRequest {
        layouts: vec![ListLayout { fingerprint: fingerprint.clone(), columns: columns.clone() }],
        ..kind.into()
    };
    let results = remembered(ListKind::Results);
    let moved = file.replacen("Extract of November;;;\n;;;\n", "", 1);
    assert_eq!(rows(&moved, &results)[0], format!("2: {OURS} / Réglé / -"), "wherever the table is");
    let read = list_bytes(file.as_bytes(), &results).unwrap().reading.unwrap();
    assert_eq!((read.origin, read.layout), (MappingOrigin::Remembered, Some(fingerprint.clone())));
    for other in [
        file.replace("Who;Sum", "Sum;Who"),
        file.replace("No;Who", "No;;Who"),
        file.replace("End", "End?"),
        file.replace("End", "End;End"),
        file.replace("Who", ""),
    ] {
        assert!(list_bytes(other.as_bytes(), &results).is_err(), "{other}");
    }
    assert!(list_bytes(file.as_bytes(), &remembered(ListKind::Statement)).is_err(), "another kind of list");
}

#[test]
fn a_column_without_a_heading_and_a_layout_stored_in_part_are_not_remembered() {
    let file = format!("No;Code;;\n{OURS};00;Réglé;10\n");
    let columns = [("A", ListField::Reference), ("B", ListField::Code), ("C", ListField::Status)];
    let reading = list_bytes(file.as_bytes(), &mapping(Some(1), &columns)).unwrap().reading.unwrap();
    assert_eq!((reading.origin, reading.layout), (MappingOrigin::Given, None));
    let file = list();
    let said = mapping(Some(3), &[("A", ListField::Reference), ("D", ListField::Status)]);
    let fingerprint = list_bytes(file.as_bytes(), &said).unwrap().reading.unwrap().layout.unwrap();
    let columns = named(&[("A", ListField::Reference)]);
    let part = ListRequest { layouts: vec![ListLayout { fingerprint, columns }], ..ListKind::Results.into() };
    assert!(list_bytes(file.as_bytes(), &part).is_err(), "its status is not known");
}

#[test]
fn a_payment_in_the_place_of_the_headings_is_not_remembered() {
    let file = format!("{OURS};Réglé\n{};Réglé\n", OURS.replace('A', "B"));
    let shown = preview(&file, &ListKind::Results.into());
    assert_eq!((shown.mapping.header_row, shown.records.len()), (None, 2), "there are no headings");
    let columns = &[("A", ListField::Reference), ("B", ListField::Status)];
    assert_eq!(rows(&file, &mapping(None, columns)).len(), 2);
    let chosen = preview(&file, &mapping(Some(1), columns));
    assert!(chosen.is_headed_by_a_payment && chosen.layout.is_none());
    let reading = list_bytes(file.as_bytes(), &mapping(Some(1), columns)).unwrap().reading.unwrap();
    assert_eq!((reading.layout, reading.columns), (None, Vec::new()));
}

#[test]
fn records_with_unknown_names_are_read_by_what_the_user_said() {
    let file = format!(r#"[{{"no":"{OURS}","end":{{"word":"Réglé"}}}},7,{{"no":"X","end":{{}}}}]"#);
    let shown = preview(&file, &ListKind::Results.into());
    assert!(shown.are_records);
    let headings: Vec<_> = shown.columns.iter().map(|column| column.header.as_str()).collect();
    assert_eq!(headings, ["end.word", "no"]);
    let said = mapping(Some(0), &[("B", ListField::Reference), ("A", ListField::Status)]);
    assert_eq!(rows(&file, &said), [format!("1: {OURS} / Réglé / -"), "2: 7".into(), "3: X / - / -".into()]);
    assert_eq!(rows(&file, &ListKind::Results.into()).len(), 3, "as texts until then");
}

#[test]
fn sheets_with_the_same_headings_are_read_alike() {
    let mut workbook = Workbook::new();
    for (name, headings) in [("One", ["No", "End"]), ("Two", ["No", "End"]), ("Other", ["Nr", "End"])] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        for (row, cells) in (0..).zip([headings, [name, "Réglé"]]) {
            for (column, cell) in (0..).zip(cells) {
                sheet.write_string(row, column, cell).unwrap();
            }
        }
    }
    let file = workbook.save_to_buffer().unwrap();
    let columns = named(&[("A", ListField::Reference), ("B", ListField::Status)]);
    let said = ListMapping { sheet: "One".to_owned(), header_row: Some(1), columns };
    let request = ListRequest { mapping: Some(said), ..ListKind::Results.into() };
    let list = list_bytes(&file, &request).unwrap();
    assert!(list.reading.unwrap().layout.is_some());
    let read: Vec<_> = list.records.into_iter().map(|row| row.sheet).collect();
    assert_eq!(read, ["One", "Two"]);
    let table = Some(TableChoice { sheet: "Other".to_owned(), header: Header::Detected });
    let shown = list_preview_bytes(&file, &ListRequest { table, ..ListKind::Results.into() }).unwrap();
    assert_eq!((shown.mapping.sheet.as_str(), shown.sheets.len()), ("Other", 3));
}

#[test]
fn nothing_is_remembered_of_sheets_with_different_headings() {
    let mut workbook = Workbook::new();
    for (name, headings) in [("Known", ["Reference", "Status"]), ("Unknown", ["No", "End"])] {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        for (row, cells) in (0..).zip([headings, [OURS, "Validé"]]) {
            for (column, cell) in (0..).zip(cells) {
                sheet.write_string(row, column, cell).unwrap();
            }
        }
    }
    let file = workbook.save_to_buffer().unwrap();
    let columns = named(&[("A", ListField::Reference), ("B", ListField::Status)]);
    let said = ListMapping { sheet: "Unknown".to_owned(), header_row: Some(1), columns };
    let request = ListRequest { mapping: Some(said), ..ListKind::Results.into() };
    let list = list_bytes(&file, &request).unwrap();
    assert_eq!(list.records.len(), 2);
    let reading = list.reading.unwrap();
    assert_eq!((reading.origin, reading.layout), (MappingOrigin::Given, None));
}

#[test]
fn a_statement_with_unknown_headings_is_proposed_by_its_content() {
    let file = format!("Jour;Geste;Parti\n20/11/2026;VIR {OURS};-1000\n21/11/2026;DEPOT ESPECES;200\n");
    let shown = preview(&file, &ListKind::Statement.into());
    let proposed = [("A", ListField::Date), ("B", ListField::Message), ("C", ListField::Amount)];
    assert_eq!(shown.mapping.columns, named(&proposed));
    assert!(shown.missing.is_empty() && shown.columns.iter().all(|column| column.is_by_content));
    assert_eq!(shown.records.len(), 2);
}

#[test]
fn files_without_anything_to_choose_cost_one_message() {
    let wide = |columns: usize| {
        let line = |text: &str| (0..columns).map(|at| format!("{text}{at}")).collect::<Vec<_>>().join(",");
        format!("{}\n{}\n", line("Heading "), line("x"))
    };
    for (file, code) in [
        (String::new(), "file_empty"),
        ("No;Who;Sum;End\n".to_owned(), "no_table_found"),
        ("\n\nAnything\nElse\n".to_owned(), "no_table_found"),
        (wide(10_000), "file_too_many_columns"),
        ("[]".to_owned(), "no_table_found"),
    ] {
        let refused = list_preview_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap_err();
        assert_eq!(refused.code(), code, "{}", &file[..file.len().min(40)]);
    }
    let most = preview(&wide(crate::limits::COLUMNS_MAX), &ListKind::Results.into());
    assert_eq!(most.columns.len(), crate::limits::COLUMNS_MAX);
    assert!(most.head.iter().all(|row| row.cells.len() <= most.columns.len()));
}

#[test]
fn two_columns_that_may_be_the_same_are_a_question_and_a_name_given_twice_is_the_first() {
    let file = "Wer,Wann,Wert,Wert,Gebuhr\nAda,20/11/2026,10,20,1\nBen,21/11/2026,30,40,1\n";
    let shown = preview(file, &ListKind::Results.into());
    assert_eq!(shown.mapping.columns, named(&[("B", ListField::Date)]));
    let twice = mapping(
        Some(1),
        &[
            ("A", ListField::Reference),
            ("A", ListField::Status),
            ("C", ListField::Status),
            ("D", ListField::Status),
        ],
    );
    assert_eq!(rows(file, &twice), ["2: Ada / 10 / -", "3: Ben / 30 / -"]);
}

#[test]
fn a_column_whose_heading_another_column_has_too_is_not_remembered() {
    let file = format!("No;Wert;Wert\n{OURS};Réglé;Rejeté\n");
    let layout = |columns: &[(&str, ListField)]| {
        list_bytes(file.as_bytes(), &mapping(Some(1), columns)).unwrap().reading.unwrap().layout
    };
    let of_one = [("A", ListField::Reference), ("C", ListField::Status)];
    assert_eq!(layout(&of_one), None, "the next file may have them in another order");
    let of_both = [("A", ListField::Reference), ("B", ListField::Status), ("C", ListField::Code)];
    assert_eq!(layout(&of_both), None);
    // The other two are not told apart, and need not be: all references are read.
    let file = format!("No;No;End\n{OURS};7;Réglé\n");
    let all = [("A", ListField::Reference), ("B", ListField::Reference), ("C", ListField::Status)];
    let reading = list_bytes(file.as_bytes(), &mapping(Some(1), &all)).unwrap().reading.unwrap();
    assert!(reading.layout.is_some());
    let columns = named(&[("A", ListField::Reference), ("C", ListField::Status)]);
    let print = |heading: &str| {
        let file = format!("No;Wert;{heading}\n{OURS};Réglé;Rejeté\n");
        list_bytes(file.as_bytes(), &mapping(Some(1), &of_one)).unwrap().reading.unwrap().layout
    };
    assert_eq!((print("Wert "), print("WERT")), (None, None), "spaces and capitals are no difference");
    let request = |fingerprint| ListRequest {
        layouts: vec![ListLayout { fingerprint, columns: columns.clone() }],
        ..ListKind::Results.into()
    };
    let file = format!("No;Wert;Wert\n{OURS};Rejeté;Réglé\n");
    let only_its_reference = mapping(Some(1), &of_one[..1]);
    let stored = list_bytes(file.as_bytes(), &only_its_reference).unwrap().reading.unwrap().layout.unwrap();
    let refused = list_bytes(file.as_bytes(), &request(stored));
    assert_eq!(
        refused.unwrap_err(),
        FileError::NoTableFound,
        "a layout that cannot be used is asked about again"
    );
    let known = print("Ende").unwrap();
    let file = format!("No;Wert;Ende\n{OURS};Réglé;Rejeté\n");
    assert_eq!(rows(&file, &request(known)), [format!("2: {OURS} / Rejeté / -")]);
}

#[test]
fn what_decides_about_the_outcome_in_two_columns_is_a_question() {
    for headings in ["Reference,Status,Status", "Reference,Result,Status", "Reference,Code,Response code"] {
        let file = format!("{headings}\n{OURS},Paid,Failed\n");
        let refused = list_bytes(file.as_bytes(), &ListKind::Results.into()).unwrap_err();
        assert_eq!(refused, FileError::NoTableFound, "{headings}");
        let shown = preview(&file, &ListKind::Results.into());
        assert_eq!(shown.mapping.columns, named(&[("A", ListField::Reference)]), "{headings}");
        assert_eq!(shown.missing, [ListNeed::Outcome], "{headings}");
    }
    for (record, expected) in [
        (r#"{"transactionReference":"A","result":"success","status":"failed"}"#, None),
        (r#"{"transactionReference":"A","code":200,"responseCode":"00"}"#, None),
        (r#"{"transactionReference":"A","state":"Failed","status":"Failed"}"#, Some("Failed")),
        (r#"{"transactionReference":"A","state":"","status":"Failed"}"#, Some("Failed")),
    ] {
        let row = fields_of_json(record);
        assert_eq!(row.as_ref().and_then(|row| row.text(ListField::Status)), expected, "{record}");
    }
}

#[test]
fn a_table_below_another_one_is_read_by_its_own_headings() {
    let second = OURS.replace('A', "B");
    let known = format!(
        "Reference,Status,Reason\n{OURS},Failed,x\n\nReference,Last month,Status\n{second},Paid,Failed\n"
    );
    let own = [format!("2: {OURS} / Failed / -"), format!("5: {second} / Failed / -")];
    assert_eq!(rows(&known, &ListKind::Results.into()), own);
    let reading = list_bytes(known.as_bytes(), &ListKind::Results.into()).unwrap().reading.unwrap();
    assert_eq!(reading.layout, None, "a word of one would count in the other");

    let columns = [("A", ListField::Reference), ("B", ListField::Status)];
    let unknown = format!("Sehr;Ende;Alt\n{OURS};Réglé;x\n;;\nSehr;Alt;Ende\n{second};Réglé;Rejeté\n");
    let first = format!("2: {OURS} / Réglé / -");
    let list = list_bytes(unknown.as_bytes(), &mapping(Some(1), &columns)).unwrap();
    assert_eq!(
        rows(&unknown, &mapping(Some(1), &columns)),
        std::slice::from_ref(&first),
        "nobody named its columns"
    );
    let unread = UnreadRows {
        sheet: String::new(),
        reason: UnreadReason::UnknownHeadings,
        from_row: Some(4),
        rows: 1,
    };
    assert_eq!(list.unread, [unread], "which is said");
    assert_eq!(list_bytes(known.as_bytes(), &ListKind::Results.into()).unwrap().unread, []);
    let page = format!("Sehr;Ende;Alt\n{OURS};Réglé;x\n;;\nSehr;Ende;Alt\n{second};Réglé;x\n");
    let both = [first, format!("5: {second} / Réglé / -")];
    assert_eq!(rows(&page, &mapping(Some(1), &columns)), both, "the same headings again are no other table");
    assert_eq!(list_bytes(page.as_bytes(), &mapping(Some(1), &columns)).unwrap().unread, []);
}
