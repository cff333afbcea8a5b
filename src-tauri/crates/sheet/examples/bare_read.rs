//! Reads a file the barest way there is, and does nothing with it: the measure for `inspect`. Workbooks by
//! calamine (streaming where it streams), text by the csv crate.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::PathBuf,
    process::ExitCode,
};

use calamine::{Data, DataRef, Ods, Reader, Xls, Xlsb, Xlsx, open_workbook};
use clap::Parser;

#[derive(Debug, Parser)]
struct Arguments {
    file: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum BareError {
    #[error(transparent)]
    Xlsx(#[from] calamine::XlsxError),
    #[error(transparent)]
    Xls(#[from] calamine::XlsError),
    #[error(transparent)]
    Xlsb(#[from] calamine::XlsbError),
    #[error(transparent)]
    Ods(#[from] calamine::OdsError),
    #[error(transparent)]
    Csv(#[from] csv::Error),
    #[error("no known extension")]
    Unknown,
}

fn main() -> ExitCode {
    match count(&Arguments::parse().file) {
        Ok(cells) => {
            let _ = writeln!(io::stdout(), "{cells} cells");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn count(file: &PathBuf) -> Result<usize, BareError> {
    let mut cells = 0;
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("xlsx") => {
            let mut book: Xlsx<BufReader<File>> = open_workbook(file)?;
            for name in book.sheet_names() {
                let mut reader = book.worksheet_cells_reader(&name)?;
                while let Some(cell) = reader.next_cell()? {
                    cells += usize::from(!matches!(cell.get_value(), DataRef::Empty));
                }
            }
        }
        Some("xlsb") => {
            let mut book: Xlsb<BufReader<File>> = open_workbook(file)?;
            for name in book.sheet_names() {
                let mut reader = book.worksheet_cells_reader(&name)?;
                while let Some(cell) = reader.next_cell()? {
                    cells += usize::from(!matches!(cell.get_value(), DataRef::Empty));
                }
            }
        }
        Some("xls") => {
            let mut book: Xls<BufReader<File>> = open_workbook(file)?;
            cells = book.worksheets().iter().map(|(_, range)| filled(range)).sum();
        }
        Some("ods") => {
            let mut book: Ods<BufReader<File>> = open_workbook(file)?;
            cells = book.worksheets().iter().map(|(_, range)| filled(range)).sum();
        }
        Some("csv") => {
            let mut record = csv::ByteRecord::new();
            let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(file)?;
            while reader.read_byte_record(&mut record)? {
                cells += record.len();
            }
        }
        Some(_) | None => return Err(BareError::Unknown),
    }
    Ok(cells)
}

fn filled(range: &calamine::Range<Data>) -> usize {
    range.used_cells().count()
}
