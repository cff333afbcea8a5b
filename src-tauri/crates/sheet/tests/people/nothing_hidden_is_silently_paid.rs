//! What a file hides is read and told, in every format that stores it: hidden and very hidden sheets, rows, columns,
//! and rows that a filter hides. Nobody is left out for it, and nobody is paid for it without a warning.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::answer;
use crate::made;
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};
use serde_json::{Value, json};

fn read(bytes: &[u8]) -> SheetFile {
    read_bytes(bytes, &ReadOptions::default()).unwrap()
}

/// What `inspect` says of a file.
fn inspected(file: &SheetFile) -> Value {
    let checked = answer::check_all(file);
    let totals = answer::totals(&checked).unwrap();
    serde_json::to_value(answer::answer(file, &checked, &totals).unwrap()).unwrap()
}

/// Rows as `row name amount`, with the problems of the row as a whole.
fn people(told: &Value) -> Vec<String> {
    let whole = |row: &Value| {
        let problems = row["problems"].as_array().unwrap().iter().filter(|problem| problem["cell"].is_null());
        let shown =
            |p: &Value| format!(" {} {}", p["severity"].as_str().unwrap(), p["code"].as_str().unwrap());
        problems.map(shown).collect::<String>()
    };
    let rows = told["rows"].as_array().unwrap().iter().map(|row| {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        format!("{} {} {}{}", row["row"], text("name"), text("amount"), whole(row))
    });
    rows.collect()
}

#[test]
fn every_format_tells_all_that_it_hides() {
    for (name, bytes) in made::hidden::all().unwrap() {
        let file = read(&bytes);
        let told = inspected(&file);
        let code = if name.starts_with("filtered") { "filtered_rows" } else { "hidden_rows" };
        assert_eq!(told["sheet"], "November", "{name}");
        let sheets: Vec<_> = file.sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.hidden)).collect();
        assert_eq!(sheets, [("October", true), ("November", false), ("Archive", true)], "{name}");
        let expected = [
            "2 Ada Obi 100.00".to_owned(),
            format!("3 Ben Eze 200.00 warning {code}"),
            "4 Chi Ike 300.00".to_owned(),
            format!("5 Dan Ude 400.00 warning {code}"),
            "6 Eve Oke 500.00".to_owned(),
        ];
        assert_eq!(people(&told), expected, "{name}");
        let problem = |code: &str, count: &str| json!({ "cell": null, "code": code, "severity": "warning", "value": count });
        let problems = [problem("hidden_sheets", "2"), problem(code, "2"), problem("hidden_columns", "1")];
        assert_eq!(told["problems"], json!(problems), "{name}");
        assert_eq!(told["totals"], json!({ "NGN": { "count": 5, "sum": "1500.00" } }), "{name}");
        assert_eq!(file.columns[0].field.map(|field| field.to_string()).as_deref(), Some("employee_id"));
    }
}

#[test]
fn a_row_or_column_without_height_or_width_is_hidden() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |number: u32, says: &str, texts: [&str; 4]| {
        let cells = ["A", "B", "C", "D"].iter().zip(texts);
        let cells: String = cells.map(|(column, text)| cell(&format!("{column}{number}"), text)).collect();
        format!("<row r=\"{number}\"{says}>{cells}</row>")
    };
    for (says, expected) in [
        (" ht=\"0\" customHeight=\"1\"", " warning hidden_rows"),
        (" ht=\"0.0\"", " warning hidden_rows"),
        (" hidden=\"true\"", " warning hidden_rows"),
        (" ht=\"0.75\"", ""),
        (" hidden=\"0\" ht=\"15\"", ""),
    ] {
        let header = row(1, "", ["Name", "Account Number", "Bank Code", "Amount"]);
        let rows = format!("{header}{}", row(2, says, ["Ada Obi", "0000014579", "011", "100"]));
        let bytes = made::bare_workbook(&rows, "<sst/>").unwrap();
        assert_eq!(people(&inspected(&read(&bytes))), [format!("2 Ada Obi 100.00{expected}")], "{says}");
    }
}

#[test]
fn what_is_hidden_is_found_however_the_package_is_built() {
    for (name, bytes) in made::packages::hiding().unwrap() {
        let expected = ["2 Ada Obi 100.00 warning hidden_rows", "3 Ben Eze 200.00"];
        assert_eq!(people(&inspected(&read(&bytes))), expected, "{name}");
    }
}

#[test]
fn the_filter_of_a_table_and_an_advanced_one_are_filters() {
    for made in [made::packages::filtered_table(), made::packages::filtered_elsewhere()] {
        let told = inspected(&read(&made.unwrap()));
        assert_eq!(people(&told), ["2 Ada Obi 100.00 warning filtered_rows", "3 Ben Eze 200.00"]);
        assert_eq!(told["problems"][0]["code"], "filtered_rows");
    }
}

#[test]
fn a_row_or_column_of_an_older_workbook_without_height_or_width_is_hidden() {
    let told = inspected(&read(&made::older::flattened()));
    let expected: Vec<String> =
        [(2, "Ada Obi", 100), (3, "Ben Eze", 200), (4, "Chi Ike", 300), (5, "Dan Ude", 400)]
            .iter()
            .map(|(row, name, amount)| {
                format!("{row} {name} {amount}.00{}", if row % 2 == 1 { " warning hidden_rows" } else { "" })
            })
            .chain(["6 Eve Oke 500.00".to_owned()])
            .collect();
    assert_eq!(people(&told), expected);
    assert_eq!(told["problems"][2]["code"], "hidden_columns");
}

#[test]
fn a_folded_group_of_an_open_document_is_hidden() {
    let row = |name: &str| {
        let cell = |text: &str| {
            format!(
                "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
            )
        };
        format!(
            "<table:table-row>{}</table:table-row>",
            [name, "0000014579", "011", "100"].map(cell).concat()
        )
    };
    let header = row("Name")
        .replace("0000014579", "Account Number")
        .replace("011", "Bank Code")
        .replace("100", "Amount");
    let group =
        |display: &str, rows: &str| format!("<table:table-row-group{display}>{rows}</table:table-row-group>");
    let folded = group(" table:display=\"false\"", &[row("Ada Obi"), group("", &row("Ben Eze"))].concat());
    let rows = [header, folded, group("", &row("Chi Ike"))].concat();
    let table = format!("<table:table table:name=\"Pay\">{rows}</table:table>");
    let bytes = made::hostile::open_document_of("", &table).unwrap();
    let expected =
        ["2 Ada Obi 100.00 warning hidden_rows", "3 Ben Eze 100.00 warning hidden_rows", "4 Chi Ike 100.00"];
    assert_eq!(people(&inspected(&read(&bytes))), expected);
}
