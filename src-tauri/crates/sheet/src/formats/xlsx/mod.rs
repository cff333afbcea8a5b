//! Sends Excel workbooks (.xlsx, .xlsm) to a sink, cell by cell from calamine's streaming reader. Its
//! `worksheet_range` is never called, because two cells that are far apart make it allocate hundreds of gigabytes.
//! `parts` finds what calamine does not return: hidden rows and columns, filters, formulas without a value.

mod address;
mod comments;
mod glance;
mod marks;
mod parts;

use std::{io::Cursor, sync::mpsc, thread};

use calamine::{Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use self::{
    marks::Marks,
    parts::{XlsxMetadata, send_metadata},
};
use crate::{
    error::{FileError, Part},
    formats::{
        grid::LongCell,
        grid_builder::{Kind, RowCount, Shown, check_column, is_percent, read_of},
        package::mend::mended,
        sheet_sink::{SheetEnd, SheetSink, SheetStart, Stop},
    },
    limits::CELL_BYTES_MAX,
};

type Archive<'a> = Cursor<&'a [u8]>;

/// Reads all sheets. A hidden sheet that exceeds a limit is left empty. A visible one is an error, because it may be
/// the payroll.
///
/// # Errors
/// `FileCorrupt`, and if a limit is exceeded; errors of the sink.
pub(crate) fn read(bytes: &[u8], out: &mut impl SheetSink) -> Result<(), Stop> {
    let mended = mended(bytes)?;
    let bytes = mended.as_deref().unwrap_or(bytes);
    thread::scope(|scope| {
        // Two threads walk through the same XML in parallel.
        let (sender, metadata) = mpsc::channel();
        let walk = scope.spawn(move || send_metadata(bytes, &sender));
        read_sheets(bytes, &metadata, out)?;
        let whole = walk.join().unwrap_or(Err(FileError::ReaderCrashed));
        Ok(whole?)
    })
}

fn read_sheets(
    bytes: &[u8],
    metadata: &mpsc::Receiver<XlsxMetadata>,
    out: &mut impl SheetSink,
) -> Result<(), Stop> {
    let mut book: Xlsx<Archive<'_>> = Xlsx::new(Cursor::new(bytes))
        .map_err(|_: XlsxError| FileError::FileCorrupt { part: Part::Workbook })?;
    let listed = book.sheets_metadata().to_vec();
    let listed = listed.into_iter().enumerate();
    for (place, sheet) in listed.filter(|(_, sheet)| sheet.typ == SheetType::WorkSheet) {
        let hidden = sheet.visible != SheetVisible::Visible;
        out.begin_sheet(&SheetStart { name: sheet.name.clone(), hidden })?;
        let mut end = match read_cells(&mut book, &sheet.name, out) {
            Err(Stop::Refused(_)) if hidden => SheetEnd { void: true, ..SheetEnd::default() },
            other => other?,
        };
        // The metadata arrives in the order of the workbook, with those of chart sheets among them.
        let own = metadata.iter().find(|of| of.place >= place);
        if let Some(own) = own.filter(|of| of.place == place) {
            own.put_into(&mut end);
        }
        out.end_sheet(&end)?;
    }
    Ok(())
}

fn read_cells(book: &mut Xlsx<Archive<'_>>, name: &str, out: &mut impl SheetSink) -> Result<SheetEnd, Stop> {
    let corrupt = |_| FileError::FileCorrupt { part: Part::Cells };
    let mut cells = book.worksheet_cells_reader(name).map_err(corrupt)?;
    let shown: Vec<Shown> = cells
        .styles()
        .iter()
        .map(|style| {
            let percent = style.number_format.as_ref().is_some_and(|format| is_percent(&format.format_code));
            if percent { Shown::Percent } else { Shown::Plain }
        })
        .collect();
    let mut marks = Marks::new(cells.styles());
    let mut sending = Sending { out, row: None, rows: RowCount::default(), long_cells: Vec::new() };
    loop {
        let (cell, style) = match cells.next_cell_with_style_id() {
            Ok(Some(cell)) => cell,
            Ok(None) => break,
            // An error value that calamine does not support. `parts` reads it.
            Err(XlsxError::CellError(_)) => continue,
            Err(error) => return Err(corrupt(error).into()),
        };
        let (row, column) = cell.get_position();
        sending.begin_row(row.saturating_add(1))?;
        let shown = shown.get(style).copied().unwrap_or_default();
        if let Some((kind, text)) = read_of(cell.get_value(), shown) {
            sending.cell(column, kind, &text)?;
            marks.cell(row.saturating_add(1), style);
        }
    }
    sending.rows.finish()?;
    Ok(SheetEnd { long_cells: sending.long_cells, marks: marks.rows(), ..SheetEnd::default() })
}

/// A sheet that is being sent. The limits are checked before the sink, which gets nothing beyond them.
struct Sending<'o, S> {
    out: &'o mut S,
    /// Number of the row whose cells are being sent.
    row: Option<u32>,
    rows: RowCount,
    long_cells: Vec<LongCell>,
}

impl<S: SheetSink> Sending<'_, S> {
    fn begin_row(&mut self, number: u32) -> Result<(), Stop> {
        if self.row != Some(number) {
            self.row = Some(number);
            self.out.row(number, None)?;
        }
        Ok(())
    }

    fn cell(&mut self, column: u32, kind: Kind, text: &str) -> Result<(), Stop> {
        let column = check_column(column)?;
        if !self.rows.takes_text(self.row.unwrap_or_default(), kind, text)? {
            return Ok(());
        }
        let kept = text.get(..text.floor_char_boundary(CELL_BYTES_MAX)).unwrap_or_default();
        if kept.len() < text.len() {
            self.long_cells.push(LongCell { row: self.row.unwrap_or_default(), column, bytes: text.len() });
        }
        Ok(self.out.cell(column, kind, kept)?)
    }
}
