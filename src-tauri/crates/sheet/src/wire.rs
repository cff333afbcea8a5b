//! How the reading process hands its result over: a head in JSON and the rows in a compact form, between a mark at
//! the start and one at the end. What ends before its end mark is no result. The rows of a payroll are most of
//! the bytes, and JSON would take longer than reading the workbook does.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use paysheet_domain::{Cell, CellValue, Field, SourceRow};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;

use crate::{
    cells::SheetCells,
    error::FileError,
    file::SheetFile,
    grid::{column_of, letters},
    limits::ROWS_MAX,
    look::Look,
};

/// Before the result; what stands in front of it on the same stream is not ours.
const START: &[u8] = b"\0paysheet reading 1\n";
const END: &[u8] = b"\0the end\n";
/// Bytes passed over to find the start.
const PREFACE_BYTES_MAX: usize = 64 * 1024;
/// A result's head: the columns, the rows that were skipped, the problems.
const HEAD_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// A text of a row; a name in parts is several cells.
const TEXT_BYTES_MAX: u64 = 64 * 1024;
/// Room asked for before a byte of a text is there.
const SHORT_BYTES_MAX: u64 = 4 * 1024;
/// Stands for a cell without a column.
const NO_COLUMN: u64 = 0;

/// What the reading process is asked for, and answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    File(Box<SheetFile>),
    Look(Box<Look>),
    Cells(Vec<SheetCells>),
    Refused(FileError),
}

/// # Errors
/// Of the stream.
pub(crate) fn write(out: &mut impl Write, mut answer: Answer) -> io::Result<()> {
    let rows = if let Answer::File(file) = &mut answer { std::mem::take(&mut file.rows) } else { Vec::new() };
    out.write_all(START)?;
    let head = serde_json::to_vec(&answer)?;
    write_number(out, len(head.len()))?;
    out.write_all(&head)?;
    write_number(out, len(rows.len()))?;
    // Each row goes as soon as it is written: the other side takes the memory then.
    for row in rows {
        write_row(out, &row)?;
    }
    out.write_all(END)?;
    out.flush()
}

/// # Errors
/// `InvalidData` where it is no whole result; of the stream.
pub(crate) fn read(from: &mut impl Read) -> io::Result<Answer> {
    skip_to_start(from)?;
    let head = read_bytes(from, HEAD_BYTES_MAX)?;
    let mut answer: Answer = serde_json::from_slice(&head)?;
    drop(head);
    let count = read_number(from)?;
    let limit = len(ROWS_MAX);
    if count > limit {
        return Err(invalid());
    }
    let mut rows = Vec::new();
    let fields: Vec<Field> = Field::iter().collect();
    for _ in 0..count {
        rows.push(read_row(from, &fields)?);
    }
    let mut end = [0; END.len()];
    from.read_exact(&mut end)?;
    if end != END {
        return Err(invalid());
    }
    if let Answer::File(file) = &mut answer {
        file.rows = rows;
    }
    Ok(answer)
}

fn invalid() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn len(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn skip_to_start(from: &mut impl Read) -> io::Result<()> {
    let mut matched = 0;
    for _ in 0..PREFACE_BYTES_MAX {
        let byte = read_byte(from)?;
        // The mark's first byte stands in it once, so that nothing is missed by starting over.
        matched = match START.get(matched) {
            Some(expected) if *expected == byte => matched + 1,
            _ => usize::from(START.first() == Some(&byte)),
        };
        if matched == START.len() {
            return Ok(());
        }
    }
    Err(invalid())
}

fn read_byte(from: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    from.read_exact(&mut byte)?;
    let [byte] = byte;
    Ok(byte)
}

/// Seven bits a byte, the low ones first.
fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    let mut bytes = [0; 10];
    let mut used = 0;
    for byte in &mut bytes {
        let low = u8::try_from(number & 0x7F).unwrap_or(0);
        number >>= 7;
        *byte = if number == 0 { low } else { low | 0x80 };
        used += 1;
        if number == 0 {
            break;
        }
    }
    out.write_all(bytes.get(..used).unwrap_or_default())
}

fn read_number(from: &mut impl Read) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = read_byte(from)?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(invalid())
}

fn read_bytes(from: &mut impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let length = read_number(from)?;
    if length > limit {
        return Err(invalid());
    }
    if length <= SHORT_BYTES_MAX {
        // Most texts are short and there are many: the room is asked for at once.
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| invalid())?];
        from.read_exact(&mut bytes)?;
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if len(bytes.len()) == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn write_row(out: &mut impl Write, row: &SourceRow) -> io::Result<()> {
    write_number(out, row.row.into())?;
    write_number(out, row.ragged.map_or(0, |cells| u64::from(cells) + 1))?;
    write_number(out, len(row.cells.len()))?;
    for (field, cell) in &row.cells {
        let column = cell.column.as_deref().and_then(column_of).map_or(NO_COLUMN, |at| u64::from(at) + 1);
        write_number(out, len(Field::iter().position(|known| known == *field).unwrap_or(usize::MAX)))?;
        write_number(out, column)?;
        write_value(out, &cell.value)?;
    }
    Ok(())
}

fn read_row(from: &mut impl Read, fields: &[Field]) -> io::Result<SourceRow> {
    let as_u32 = |number: u64| u32::try_from(number).map_err(|_| invalid());
    let row = as_u32(read_number(from)?)?;
    let ragged = read_number(from)?.checked_sub(1).map(as_u32).transpose()?;
    let count = read_number(from)?;
    let mut cells = BTreeMap::new();
    for _ in 0..count.min(len(fields.len())) {
        let field = usize::try_from(read_number(from)?).ok().and_then(|at| fields.get(at).copied());
        let column = match read_number(from)? {
            NO_COLUMN => None,
            column => Some(letters(u16::try_from(column - 1).map_err(|_| invalid())?)),
        };
        cells.insert(field.ok_or_else(invalid)?, Cell { column, value: read_value(from)? });
    }
    Ok(SourceRow { row, cells, ragged })
}

fn write_value(out: &mut impl Write, value: &CellValue) -> io::Result<()> {
    let (kind, text) = match value {
        CellValue::Text(text) => (0, text.as_str()),
        CellValue::Number(text) => (1, text.as_str()),
        CellValue::Bool(false) => (2, ""),
        CellValue::Bool(true) => (3, ""),
        CellValue::Date(text) => (4, text.as_str()),
        CellValue::Percent(text) => (5, text.as_str()),
        CellValue::Error(text) => (6, text.as_str()),
        CellValue::FormulaWithoutValue => (7, ""),
    };
    out.write_all(&[kind])?;
    write_number(out, len(text.len()))?;
    out.write_all(text.as_bytes())
}

fn read_value(from: &mut impl Read) -> io::Result<CellValue> {
    let kind = read_byte(from)?;
    let text = String::from_utf8(read_bytes(from, TEXT_BYTES_MAX)?).map_err(|_| invalid())?;
    Ok(match kind {
        0 => CellValue::Text(text),
        1 => CellValue::Number(text),
        2 => CellValue::Bool(false),
        3 => CellValue::Bool(true),
        4 => CellValue::Date(text),
        5 => CellValue::Percent(text),
        6 => CellValue::Error(text),
        7 => CellValue::FormulaWithoutValue,
        _ => return Err(invalid()),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{ReadOptions, read_bytes};

    fn payroll() -> Answer {
        let text = "Name,Account Number,Bank,Amount\nAda Ọbí,0000014579,First Bank,100,\nBen,5,GTBank,x\nTotal,,,1\n";
        Answer::File(Box::new(read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap()))
    }

    fn written(answer: Answer) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, answer).unwrap();
        bytes
    }

    #[test]
    fn a_result_arrives_as_it_was_whatever_stood_before_it() {
        for answer in [payroll(), Answer::Refused(FileError::FileTooLarge { bytes: 7, limit: 5 })] {
            let bytes = [b"\nrunning 1 test\n\0pay", written(answer.clone()).as_slice()].concat();
            assert_eq!(read(&mut bytes.as_slice()).unwrap(), answer);
        }
    }

    #[test]
    fn a_result_cut_anywhere_is_none() {
        let whole = written(payroll());
        for end in 0..whole.len() {
            assert!(read(&mut &whole[..end]).is_err(), "cut at {end}");
        }
    }

    fn cell() -> impl Strategy<Value = (Field, Cell)> {
        let value = prop_oneof![
            ".{0,40}".prop_map(CellValue::Text),
            "[0-9]{1,20}".prop_map(CellValue::Number),
            any::<bool>().prop_map(CellValue::Bool),
            "[0-9-]{10}".prop_map(CellValue::Date),
            "0\\.[0-9]{1,4}".prop_map(CellValue::Percent),
            "#[A-Z]{3}!".prop_map(CellValue::Error),
            Just(CellValue::FormulaWithoutValue),
        ];
        let column = prop::option::of((0..16_384_u16).prop_map(letters));
        let field = prop::sample::select(Field::iter().collect::<Vec<_>>());
        (field, column, value).prop_map(|(field, column, value)| (field, Cell { column, value }))
    }

    proptest! {
        #[test]
        fn any_row_arrives_as_it_was(
            row in any::<u32>(),
            ragged in prop::option::of(any::<u32>()),
            cells in prop::collection::vec(cell(), 0..8),
        ) {
            let source = SourceRow { row, ragged, cells: cells.into_iter().collect() };
            let mut bytes = Vec::new();
            write_row(&mut bytes, &source).unwrap();
            let fields: Vec<Field> = Field::iter().collect();
            prop_assert_eq!(read_row(&mut bytes.as_slice(), &fields).unwrap(), source);
        }

        #[test]
        fn any_bytes_are_a_result_or_none(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let bytes = [START, &bytes].concat();
            let _ = read(&mut bytes.as_slice());
        }
    }
}
