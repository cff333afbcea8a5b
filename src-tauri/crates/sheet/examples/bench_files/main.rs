//! Writes the files that `cargo xtask bench sheets` reads: the same payroll of many rows and six columns as .xlsx,
//! .csv and .ods, and registers of many columns.

mod register;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser;
use rust_xlsxwriter::Workbook;
use zip::{ZipWriter, write::SimpleFileOptions};

#[derive(Debug, Parser)]
struct Arguments {
    #[arg(long, default_value_t = 100_000)]
    rows: u32,
    /// Folder for the files.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Xlsx(#[from] rust_xlsxwriter::XlsxError),
    #[error(transparent)]
    Zip(#[from] zip::result::ZipError),
}

const HEADER: [&str; 6] = ["Staff No", "Employee Name", "Account Number", "Bank", "Net Pay", "Narration"];
const GIVEN: [&str; 7] = ["Ada", "Bola", "Chidi", "Dayo", "Efe", "Folake", "Gozie"];
const FAMILY: [&str; 11] =
    ["Obi", "Eze", "Ike", "Ade", "Bello", "Okafor", "Musa", "Lawal", "Nwosu", "Sani", "Udo"];
const BANKS: [&str; 3] = ["First Bank", "GTBank", "Access Bank"];

fn person(number: u32) -> [String; 6] {
    let pick = |from: &[&str], step: u32| {
        let at = usize::try_from(number / step).unwrap_or(0) % from.len();
        from.get(at).copied().unwrap_or_default().to_owned()
    };
    [
        format!("E{number:06}"),
        format!("{} {} {number}", pick(&GIVEN, 1), pick(&FAMILY, 7)),
        format!("{:010}", u64::from(number) * 37 + 1_000_000),
        pick(&BANKS, 1),
        format!("{}.{:02}", 50_000 + number % 90_000, number % 100),
        "November salary".to_owned(),
    ]
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let written = fs::create_dir_all(&arguments.out).map_err(WriteError::from).and_then(|()| {
        xlsx(&arguments.out.join("payroll.xlsx"), arguments.rows)?;
        csv(&arguments.out.join("payroll.csv"), arguments.rows)?;
        ods(&arguments.out.join("payroll.ods"), arguments.rows)?;
        register::xlsx(&arguments.out.join("register.xlsx"), 16, 320, 208)?;
        register::xlsx(&arguments.out.join("wide.xlsx"), 1, 20, 200)?;
        register::csv(&arguments.out.join("wide.csv"), 80, 97)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn xlsx(file: &Path, rows: u32) -> Result<(), WriteError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, text) in (0..).zip(HEADER) {
        sheet.write_string(0, column, text)?;
    }
    for row in 1..=rows {
        for (column, text) in (0..).zip(person(row)) {
            match text.parse::<f64>() {
                Ok(amount) if column == 4 => sheet.write_number(row, column, amount)?,
                Ok(_) | Err(_) => sheet.write_string(row, column, text)?,
            };
        }
    }
    book.save(file)?;
    Ok(())
}

fn csv(file: &Path, rows: u32) -> Result<(), WriteError> {
    let mut out = BufWriter::new(File::create(file)?);
    writeln!(out, "{}", HEADER.join(","))?;
    for row in 1..=rows {
        writeln!(out, "{}", person(row).join(","))?;
    }
    Ok(out.flush()?)
}

fn ods(file: &Path, rows: u32) -> Result<(), WriteError> {
    let mut zip = ZipWriter::new(File::create(file)?);
    let options = SimpleFileOptions::default();
    zip.start_file("mimetype", options)?;
    zip.write_all(b"application/vnd.oasis.opendocument.spreadsheet")?;
    zip.start_file("META-INF/manifest.xml", options)?;
    zip.write_all(b"<manifest:manifest xmlns:manifest=\"m\"/>")?;
    zip.start_file("content.xml", options)?;
    let mut out = BufWriter::new(zip);
    out.write_all(
        b"<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body>\
          <office:spreadsheet><table:table table:name=\"Pay\">",
    )?;
    ods_row(&mut out, &HEADER.map(str::to_owned))?;
    for row in 1..=rows {
        ods_row(&mut out, &person(row))?;
    }
    out.write_all(b"</table:table></office:spreadsheet></office:body></office:document-content>")?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
    Ok(())
}

fn ods_row(out: &mut impl Write, texts: &[String; 6]) -> io::Result<()> {
    out.write_all(b"<table:table-row>")?;
    for (column, text) in texts.iter().enumerate() {
        if column == 4 && text.parse::<f64>().is_ok() {
            write!(
                out,
                "<table:table-cell office:value-type=\"float\" office:value=\"{text}\"><text:p>{text}</text:p></table:table-cell>"
            )?;
        } else {
            write!(
                out,
                "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
            )?;
        }
    }
    out.write_all(b"</table:table-row>")
}
