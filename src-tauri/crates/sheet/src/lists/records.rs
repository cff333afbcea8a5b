//! JSON records as a table, whose headings are the names of their fields, so that the user can say what unknown names
//! mean.

use std::collections::BTreeMap;

use paysheet_domain::{CellText, CellValue};
use serde_json::Value;

use super::repeated::has_repeated_name;
use crate::{
    formats::{Grid, GridRow, Sheet},
    limits::{COLUMNS_MAX, LIST_DEPTH_MAX},
};

/// Between the names of an object and of what is in it: `transfer.state`.
const SEPARATOR: char = '.';
/// Number of the row with the names. Records begin at 1.
pub(super) const NAMES_ROW: u32 = 0;

/// Returns the records that are objects as a table; none if there are none, or with more names than a table may have
/// columns. Names are in alphabetical order, because objects have none.
pub(super) fn as_table(sheet: &Sheet) -> Option<Sheet> {
    let objects: Vec<(u32, BTreeMap<String, CellValue>)> =
        sheet.grid.rows.iter().filter_map(|row| Some((row.number, fields(&text(row))?))).collect();
    let mut columns: BTreeMap<&str, u16> = BTreeMap::new();
    columns.extend(objects.iter().flat_map(|(_, fields)| fields.keys()).map(|name| (name.as_str(), 0)));
    if columns.is_empty() || columns.len() > COLUMNS_MAX {
        return None;
    }
    for (at, column) in (0..).zip(columns.values_mut()) {
        *column = at;
    }
    let names = columns.iter().map(|(name, at)| (*at, CellValue::Text((*name).into()))).collect();
    let record = |(number, fields): &(u32, BTreeMap<String, CellValue>)| {
        let cells =
            fields.iter().filter_map(|(name, value)| Some((*columns.get(name.as_str())?, value.clone())));
        row_of(*number, cells.collect())
    };
    let rows = std::iter::once(row_of(NAMES_ROW, names)).chain(objects.iter().map(record)).collect();
    let width = u32::try_from(columns.len()).unwrap_or(u32::MAX);
    Some(Sheet {
        name: sheet.name.clone(),
        hidden: false,
        grid: Grid { rows, columns: width, ..Grid::NOTHING },
    })
}

/// Returns the text of a record.
pub(super) fn text(row: &GridRow) -> String {
    row.cells.iter().map(|(_, value)| value.text()).collect()
}

/// Whether a record is an object with fields.
pub(super) fn is_object(row: &GridRow) -> bool {
    fields(&text(row)).is_some()
}

fn row_of(number: u32, cells: Vec<(u16, CellValue)>) -> GridRow {
    GridRow { number, cells, ..GridRow::default() }
}

fn fields(text: &str) -> Option<BTreeMap<String, CellValue>> {
    let value @ Value::Object(_) = serde_json::from_str(text).ok()? else { return None };
    if has_repeated_name(text) {
        return None;
    }
    let mut fields = BTreeMap::new();
    flatten("", value, 0, &mut fields);
    (!fields.is_empty()).then_some(fields)
}

/// Takes the values of an object and of the objects in it. Lists are no values.
fn flatten(name: &str, value: Value, depth: usize, into: &mut BTreeMap<String, CellValue>) {
    let text = |text: String| CellValue::Text(CellText::from(text));
    match value {
        Value::Object(object) if depth < LIST_DEPTH_MAX => {
            for (inner, value) in object {
                let name = if name.is_empty() { inner } else { format!("{name}{SEPARATOR}{inner}") };
                flatten(&name, value, depth + 1, into);
            }
        }
        Value::String(value) => drop(into.insert(name.to_owned(), text(value))),
        Value::Number(value) => {
            drop(into.insert(name.to_owned(), CellValue::Number(value.to_string().into())));
        }
        Value::Bool(value) => drop(into.insert(name.to_owned(), CellValue::Bool(value))),
        Value::Null | Value::Array(_) | Value::Object(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(texts: &[&str]) -> Option<Vec<String>> {
        let row = |(number, text): (u32, &&str)| row_of(number, vec![(0, CellValue::Text((*text).into()))]);
        let grid = Grid { rows: (1..).zip(texts).map(row).collect(), ..Grid::NOTHING };
        let table = as_table(&Sheet { name: String::new(), hidden: false, grid })?;
        Some(table.grid.rows.iter().map(|row| format!("{}: {}", row.number, row.shown(100))).collect())
    }

    #[test]
    fn names_of_records_are_headings_wherever_they_are() {
        let shown = table(&[
            r#"{"no":"A","end":{"word":"Réglé"},"parts":[1]}"#,
            "nonsense",
            r#"{"sum":1500.10,"no":"B","end":{"word":null}}"#,
        ]);
        assert_eq!(
            shown.unwrap(),
            ["0: end.word | no | sum", "1: Réglé | A", "3: B | 1500.1"].map(str::to_owned).to_vec()
        );
    }

    #[test]
    fn what_is_no_object_or_has_too_many_names_is_no_table() {
        assert_eq!(table(&["[1]", "\"A\"", "{}"]), None);
        let wide: Vec<String> = (0..=COLUMNS_MAX).map(|at| format!("\"n{at}\":1")).collect();
        assert_eq!(table(&[&format!("{{{}}}", wide.join(","))]), None);
    }
}
