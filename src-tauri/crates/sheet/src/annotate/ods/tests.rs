use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::*;

fn check(table: &str, expected: &str) {
    let document = |table: &str| {
        format!(
            r#"<office:document><table:table table:name="Other"><table:table-row/></table:table><table:table table:name="P &amp; Co">{table}</table:table></office:document>"#
        )
    };
    let rows = BTreeMap::from([(3, vec!["paid".to_owned(), "1 < 2".to_owned()])]);
    let heads = vec!["State".to_owned(), String::new()];
    let added = Added { sheet: "P & Co".to_owned(), header_row: Some(1), heads, rows };
    let xml = document(table);
    let rows = rows_of(&xml, &added.sheet, PLACES_MAX).unwrap();
    let taken = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_taken);
    let first = taken.map(Cell::end).max().unwrap();
    assert_eq!(added_to(&xml, &rows, &added, first).unwrap(), document(expected));
}

const STATE: &str = r#"<table:table-cell office:value-type="string"><text:p>State</text:p></table:table-cell><table:table-cell/>"#;
const PAID: &str = r#"<table:table-cell office:value-type="string"><text:p>paid</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>1 &lt; 2</text:p></table:table-cell>"#;

#[test]
fn cells_stand_right_of_everything() {
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let (a, b) = (cell("a"), cell("b"));
    check(
        &format!(
            r#"<table:table-row>{a}{b}<table:table-cell table:style-name="x" table:number-columns-repeated="1022"/></table:table-row><table:table-row/><table:table-row>{a}</table:table-row>"#
        ),
        &format!(
            r#"<table:table-row>{a}{b}{STATE}<table:table-cell table:style-name="x" table:number-columns-repeated="1020"/></table:table-row><table:table-row/><table:table-row>{a}<table:table-cell/>{PAID}</table:table-row>"#
        ),
    );
}

#[test]
fn rows_that_stand_for_millions_cost_no_time() {
    let row = r#"<table:table-row table:number-rows-repeated="1048576"/>"#;
    let started = Instant::now();
    let person = "<table:table-row/><table:table-row/><table:table-row><table:table-cell office:value-type=\"string\"/></table:table-row>";
    let longer = format!("<table:table-row>{}{STATE}</table:table-row>", "<table:table-cell/>")
        + "<table:table-row/>"
        + &format!(
            "<table:table-row><table:table-cell office:value-type=\"string\"/>{PAID}</table:table-row>"
        );
    check(&(person.to_owned() + &row.repeat(4_096)), &(longer + &row.repeat(4_096)));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn more_rows_and_cells_than_are_looked_at_are_refused() {
    let xml = |cells: usize| {
        let row = format!("<table:table-row>{}</table:table-row>", "<table:table-cell/>".repeat(cells));
        format!(r#"<table:table table:name="P">{row}</table:table>"#)
    };
    assert_eq!(rows_of(&xml(9), "P", 10).unwrap().len(), 1);
    let refused = rows_of(&xml(10), "P", 10);
    assert!(matches!(refused, Err(CopyError::TooManyPlaces { limit: 10 })), "{refused:?}");
    assert!(matches!(rows_of(&xml(1), "Q", 10), Err(CopyError::NotAsRead)));
}

#[test]
fn a_long_row_that_stood_for_many_is_not_written_out_for_ever() {
    let cell = "x".repeat(1024 * 1024);
    let xml = format!(
        r#"<table:table table:name="P"><table:table-row table:number-rows-repeated="9000"><table:table-cell><text:p>{cell}</text:p></table:table-cell></table:table-row></table:table>"#
    );
    let rows = (1..=9_000).map(|number| (number, vec!["paid".to_owned()])).collect();
    let added = Added { sheet: "P".to_owned(), rows, ..Added::default() };
    let found = rows_of(&xml, "P", PLACES_MAX).unwrap();
    assert_eq!(added_to(&xml, &found, &added, 1), Err(CopyError::TooLarge { limit: PART_BYTES_MAX }));
}

#[test]
fn a_row_that_stands_for_many_is_cut() {
    let a = r#"<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell>"#;
    check(
        &format!(
            r#"<table:table-header-rows><table:table-row>{a}</table:table-row></table:table-header-rows><table:table-row table:style-name="r" table:number-rows-repeated="4">{a}</table:table-row>"#
        ),
        &format!(
            r#"<table:table-header-rows><table:table-row>{a}{STATE}</table:table-row></table:table-header-rows><table:table-row table:style-name="r">{a}</table:table-row><table:table-row table:style-name="r">{a}{PAID}</table:table-row><table:table-row table:style-name="r" table:number-rows-repeated="2">{a}</table:table-row>"#
        )
        .replace("\"r\" >", "\"r\">"),
    );
}
