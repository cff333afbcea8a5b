//! Finds the records of a file that is no table: JSON, one JSON object a line, or callbacks as a web server stored them.
//! Each record is sent as a row with its text. The text is not interpreted here.

use std::collections::BTreeMap;

use serde_json::{Deserializer, value::RawValue};

use super::{
    grid_builder::{Kind, check_rows},
    kind::{Container, container},
    sheet_sink::{SheetEnd, SheetSink, SheetStart, Stop},
    text,
};
use crate::{
    error::{FileError, OtherFileType},
    limits::{CALLBACK_LINES_SEARCHED, CELL_BYTES_MAX, LIST_DEPTH_MAX, RECORD_BYTES_MAX},
};

/// The parameter of a callback that names its payout, and those of which a callback has at least one.
const CALLBACK_REFERENCE: &str = "ref=";
const CALLBACK_RESULTS: [&str; 2] = ["responsecode=", "status="];

/// The texts of records with their number: the line, or the place in the list. From 1.
pub(crate) struct Records(Vec<(u32, String)>);

impl Records {
    pub fn send(self, out: &mut impl SheetSink) -> Result<(), Stop> {
        out.begin_sheet(&SheetStart { name: String::new(), hidden: false })?;
        for (number, text) in self.0 {
            out.row(number, None)?;
            // A shortened record could be read as another one.
            let text = if text.len() > RECORD_BYTES_MAX { "…" } else { &text };
            for (column, part) in (0..).zip(parts(text)) {
                out.cell(column, Kind::Text, part)?;
            }
        }
        out.end_sheet(&SheetEnd::default())?;
        Ok(())
    }
}

/// Splits a text into parts that fit into cells.
fn parts(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (part, rest) = text.split_at_checked(text.floor_char_boundary(CELL_BYTES_MAX))?;
        text = rest;
        (!part.is_empty()).then_some(part)
    })
}

/// Returns the records of a file; none if it may be a table.
///
/// # Errors
/// If it is broken JSON, or has too many records.
pub(crate) fn find(bytes: &[u8]) -> Result<Option<Records>, FileError> {
    if !matches!(container(bytes), Container::Text | Container::Other(OtherFileType::Unknown)) {
        return Ok(None);
    }
    let Some(decoded) = text::decode(bytes) else { return Ok(None) };
    let records = if decoded.text.trim_start().starts_with(['{', '[']) {
        json(&decoded.text)?
    } else if has_callback(&decoded.text) {
        lines(&decoded.text, callback)
    } else {
        return Ok(None);
    };
    check_rows(records.len())?;
    Ok(Some(Records(records)))
}

fn json(text: &str) -> Result<Vec<(u32, String)>, FileError> {
    let values: Result<Vec<&RawValue>, _> = Deserializer::from_str(text).into_iter().collect();
    let values = match values {
        Ok(values) => values,
        // A line that was cut off costs itself only.
        Err(_) if first_line_is_json(text) => return Ok(lines(text, str::trim)),
        Err(_) => return Err(FileError::FileNotASpreadsheet { found: OtherFileType::Unknown }),
    };
    let values = match values.as_slice() {
        [one] => list_in(one, 0).unwrap_or_else(|| values.clone()),
        _ => values,
    };
    Ok((1..).zip(values.into_iter().map(|value| value.get().to_owned())).collect())
}

fn first_line_is_json(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| serde_json::from_str::<&RawValue>(line).is_ok())
}

/// Returns the elements of a list, or of the only list of objects inside an object.
fn list_in(value: &RawValue, depth: usize) -> Option<Vec<&RawValue>> {
    if value.get().starts_with('[') {
        return serde_json::from_str(value.get()).ok();
    }
    if depth >= LIST_DEPTH_MAX || !value.get().starts_with('{') {
        return None;
    }
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
    let mut lists = fields.into_values().filter_map(|field| {
        let list = list_in(field, depth + 1)?;
        list.iter().any(|element| element.get().starts_with('{')).then_some(list)
    });
    let list = lists.next()?;
    lists.next().is_none().then_some(list)
}

/// Whether one of the first lines has the parameters of a callback.
fn has_callback(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).take(CALLBACK_LINES_SEARCHED).any(is_callback)
}

fn is_callback(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.contains(CALLBACK_REFERENCE) && CALLBACK_RESULTS.iter().any(|name| line.contains(name))
}

fn lines(text: &str, record: impl Fn(&str) -> &str) -> Vec<(u32, String)> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| (number, record(line).to_owned())).collect()
}

/// Returns the parameters of a callback in a line: the line itself, the query of a request in an access log, or a quoted
/// body. A line without them is returned as it is.
fn callback(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('{') || begins_with_parameter(line) {
        return line;
    }
    let mut pieces = line.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '?'));
    pieces.find(|piece| is_callback(piece)).map_or(line, without_text_before)
}

fn begins_with_parameter(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, _)| name.bytes().all(is_of_name))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Removes what is before the name of the first parameter, such as the cell before it in the same line.
fn without_text_before(piece: &str) -> &str {
    let name_end = piece.find('=').unwrap_or(0);
    let name = piece.get(..name_end).unwrap_or_default();
    let start = name.bytes().rposition(|byte| !is_of_name(byte)).map_or(0, |at| at + 1);
    piece.get(start..).unwrap_or(piece)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(file: &str) -> Option<Vec<(u32, String)>> {
        find(file.as_bytes()).unwrap().map(|records| records.0)
    }

    fn numbered(texts: &[&str]) -> Option<Vec<(u32, String)>> {
        Some((1..).zip(texts.iter().map(|text| (*text).to_owned())).collect())
    }

    #[test]
    fn records_of_json_are_found_wherever_the_list_is() {
        let (one, two) = (r#"{"ref":"A","responsecode":"00"}"#, r#"{"ref": "B"}"#);
        for file in [
            format!("[{one},{two}]"),
            format!("\u{feff} [ {one} , {two} ] "),
            format!("{one}\n{two}\n"),
            format!("{one}{two}"),
            format!(r#"{{"status":"success","data":[{one},{two}]}}"#),
            format!(r#"{{"meta":{{"pages":[1,2]}},"data":{{"items":[{one},{two}],"total":2}}}}"#),
        ] {
            assert_eq!(texts(&file), numbered(&[one, two]), "{file}");
        }
        assert_eq!(texts(one), numbered(&[one]), "one record");
        let two_lists = format!(r#"{{"a":[{one}],"b":[{two}]}}"#);
        assert_eq!(texts(&two_lists), numbered(&[&two_lists]), "nobody knows which list is meant");
        assert_eq!(texts("[]"), numbered(&[]));
    }

    #[test]
    fn a_line_that_was_cut_off_costs_itself_only() {
        let file = "{\"ref\":\"A\"}\n{\"ref\":\"B\"\n\n{\"ref\":\"C\"}";
        let lines = [(1, "{\"ref\":\"A\"}"), (2, "{\"ref\":\"B\""), (4, "{\"ref\":\"C\"}")];
        assert_eq!(texts(file), Some(lines.map(|(at, text)| (at, text.to_owned())).to_vec()));
        assert!(find(b"[{\"ref\":\"A\"},").is_err());
    }

    #[test]
    fn callbacks_are_found_in_what_web_servers_store() {
        for (line, expected) in [
            (
                "responsecode=00&responsemessage=Done well&ref=A",
                "responsecode=00&responsemessage=Done well&ref=A",
            ),
            (
                r#"10.0.0.1 - - [20/Nov/2026:08:30:00 +0000] "GET /cb?responsecode=00&ref=A HTTP/1.1" 200 2"#,
                "responsecode=00&ref=A",
            ),
            (r#"2026-11-20,"status=failed&responsecode=00&ref=A""#, "status=failed&responsecode=00&ref=A"),
            ("2026-11-20,status=failed&responsecode=00&ref=A", "status=failed&responsecode=00&ref=A"),
        ] {
            assert_eq!(texts(line), numbered(&[expected]), "{line}");
        }
        assert_eq!(texts("Reference,Status\nA,Successful\n"), None, "a table");
        assert_eq!(texts("PK\u{3}\u{4}responsecode=00&ref=A"), None);
    }

    #[test]
    fn a_record_that_is_too_long_is_not_read_as_a_shorter_one() {
        #[derive(Default)]
        struct Sent(Vec<Vec<String>>);
        impl SheetSink for Sent {
            fn begin_sheet(&mut self, _: &SheetStart) -> std::io::Result<()> {
                Ok(())
            }
            fn row(&mut self, _: u32, _: Option<u32>) -> std::io::Result<()> {
                self.0.push(Vec::new());
                Ok(())
            }
            fn cell(&mut self, _: u16, _: Kind, text: &str) -> std::io::Result<()> {
                self.0.last_mut().unwrap().push(text.to_owned());
                Ok(())
            }
            fn end_sheet(&mut self, _: &SheetEnd) -> std::io::Result<()> {
                Ok(())
            }
        }
        let just = format!("ref=A&responsecode=00&x={}", "é".repeat(CELL_BYTES_MAX));
        let long = format!("ref=A&responsecode=00&x={}", "a".repeat(RECORD_BYTES_MAX));
        let mut sent = Sent::default();
        find(format!("{just}\n{long}").as_bytes()).unwrap().unwrap().send(&mut sent).unwrap();
        assert_eq!(sent.0[0].concat(), just);
        assert!(sent.0[0].len() > 1 && sent.0[0].iter().all(|part| part.len() <= CELL_BYTES_MAX));
        assert_eq!(sent.0[1], ["…"]);
    }

    proptest! {
        #[test]
        fn whatever_the_file_is_nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), json in "[\\[\\]{}\",:a-c0-9 \n]{0,80}") {
            let _ = find(&bytes);
            let _ = find(json.as_bytes());
        }
    }
}
