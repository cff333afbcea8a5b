//! Spreadsheets as payroll offices save them, and as attackers would, made by code so that each is known to the
//! byte. Names, accounts and figures are invented.

use std::io::{Cursor, Write};

use paysheet_domain::{BankDirectory, CheckContext};
use paysheet_sheet::SheetFile;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Formula, Workbook, Worksheet, XlsxError};
use zip::{ZipWriter, write::SimpleFileOptions};

pub mod binary;
pub mod foreign;
pub mod hidden;
pub mod hostile;
pub mod kept;
pub mod laid;
pub mod older;
pub mod packages;

/// What the rows of a file are checked against.
pub fn context(file: &SheetFile) -> CheckContext<'static> {
    CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    }
}

pub type Made = Result<Vec<u8>, MakeError>;

#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error(transparent)]
    Workbook(#[from] XlsxError),
    #[error(transparent)]
    Zip(#[from] zip::result::ZipError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// All fixtures worth a file of their own, by file name.
pub fn all() -> Result<Vec<(&'static str, Vec<u8>)>, MakeError> {
    let mut all = vec![
        ("title-rows-above.xlsx", title_rows_above()?),
        ("header-in-row-12.xlsx", header_in_row_12()?),
        ("numbers-for-accounts.xlsx", numbers_for_accounts()?),
        ("amounts-of-every-kind.xlsx", amounts_of_every_kind()?),
        ("hidden-sheet-first.xlsx", hidden_sheet_first()?),
        ("hidden-rows-and-columns.xlsx", hidden_rows_and_columns()?),
        ("european.csv", european_csv()),
        ("windows-1252.csv", windows_1252_csv()),
        ("utf-16.csv", utf_16_csv()),
        ("ragged.csv", RAGGED_CSV.into()),
        ("headerless.csv", HEADERLESS_CSV.into()),
        ("known-layout.csv", KNOWN_LAYOUT_CSV.into()),
        ("no-table.csv", NO_TABLE_CSV.into()),
        ("cells-far-apart.xlsx", cells_far_apart()?),
        ("too-many-strings.xlsx", too_many_strings()?),
        ("binary.xlsb", binary::workbook()?),
        ("days-from-1904.xlsx", days_from_1904()?),
        ("merged-cells.xlsx", merged_cells()?),
    ];
    all.extend(hidden::all()?);
    Ok(all)
}

pub const RAGGED_CSV: &str = "Name,Account Number,Bank Code,Amount,Narration\n\
Ada Obi,0000014579,011,1,250.00,Salary\n\
Ben Eze,0000014579,011,\"1,250.00\",Salary\n\
Cid Ojo,0000014579,011,1,250.00\n\
Dan Ude,0000014579,011\n\
Eve Oke,0000014579,011,900.00,Salary,,\n";

pub const HEADERLESS_CSV: &str = "Ada Obi,0000014579,011,125000.50,November salary\n\
Ben Eze,0123456780,058,98000,November salary\n\
Chi Ike,0234567890,044,77000.25,November salary\n";

pub const KNOWN_LAYOUT_CSV: &str = "PaymentAmount,PaymentDate,Reference,Remark,VendorCode,VendorName,\
VendorAcctNumber,VendorBankSortCode\n\
125000.50,2026-11-25,REF-1,November salary,V001,Ada Obi,0000014579,011\n";

pub const NO_TABLE_CSV: &str = "Minutes of the meeting\n\nPresent: everyone.\nNothing was decided.\n";

pub fn european_csv() -> Vec<u8> {
    "Nom;Numéro de compte;Banque;Net à payer\r\n\
     Awa Diop;221771234567;Orange Money;1.250.000\r\n\
     Binta Fall;221771234568;Orange Money;75.500,00\r\n\
     Total;;;1.325.500\r\n"
        .into()
}

pub fn windows_1252_csv() -> Vec<u8> {
    b"Nom et pr\xe9noms;N\xb0 compte;Banque;Montant\r\nZo\xe9 N\xe9gr\xe9;221771234567;Orange Money;75500\r\n"
        .into()
}

pub fn utf_16_csv() -> Vec<u8> {
    let text = "Name\tAccount Number\tBank\tAmount\r\nOlú Adé\t0000014579\tFirst Bank\t125000.50\r\n";
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

pub const HEADER: [&str; 5] = ["Staff No", "Employee Name", "Account Number", "Bank", "Net Pay"];

fn workbook() -> Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes every time.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 11, 1)?));
    Ok(book)
}

fn write_line(sheet: &mut Worksheet, row: u32, texts: &[&str]) -> Result<(), XlsxError> {
    for (column, text) in (0..).zip(texts) {
        sheet.write_string(row, column, *text)?;
    }
    Ok(())
}

pub fn title_rows_above() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Payroll")?;
    sheet.merge_range(0, 0, 0, 4, "Acme Farms Ltd", &Format::new())?;
    sheet.write_string(1, 0, "Payroll for November 2026, paid from Account No 0000014579 at First Bank")?;
    write_line(sheet, 3, &HEADER)?;
    write_line(sheet, 4, &["E1", "Ada Obi", "0000014579", "First Bank"])?;
    sheet.write_number(4, 4, 125_000.5)?;
    write_line(sheet, 5, &["E2", "Ben Eze", "0123456780", "GTBank"])?;
    sheet.write_number(5, 4, 98_000)?;
    // Row 7 is blank, row 8 repeats the header, as a second printed page does.
    write_line(sheet, 7, &HEADER)?;
    write_line(sheet, 8, &["E3", "Chi Ike", "0234567890", "Access Bank"])?;
    sheet.write_number(8, 4, 77_000.25)?;
    sheet.write_string(9, 1, "TOTAL")?;
    sheet.write_formula(9, 4, Formula::new("=SUM(E5:E9)").set_result("300000.75"))?;
    sheet.write_string(11, 0, "Prepared by: ____________")?;
    sheet.write_string(11, 3, "Approved by: ____________")?;
    Ok(book.save_to_buffer()?)
}

pub fn header_in_row_12() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Sheet1")?;
    for row in 0..10 {
        sheet.write_string(row, 0, format!("Line {row} of the letterhead"))?;
    }
    write_line(
        sheet,
        11,
        &["S/N", "Surname", "First Name", "A/C No", "Bank Name", "Gross Pay", "PAYE", "Net Pay"],
    )?;
    for (row, serial, surname, first) in [(12, 1, "Obi", "Ada"), (13, 2, "Eze", "Ben")] {
        sheet.write_number(row, 0, serial)?;
        write_line_from(sheet, row, 1, &[surname, first, "0000014579", "First Bank"])?;
        sheet.write_number(row, 5, 150_000)?;
        sheet.write_number(row, 6, 25_000)?;
        sheet.write_number(row, 7, 125_000 + serial)?;
    }
    // Cleared rows keep their serial numbers and formulas.
    sheet.write_number(14, 0, 3)?;
    sheet.write_formula(14, 7, Formula::new("=F15-G15").set_result("0"))?;
    sheet.write_number(15, 0, 4)?;
    sheet.write_string(16, 1, "Grand Total")?;
    sheet.write_number(16, 7, 250_003)?;
    Ok(book.save_to_buffer()?)
}

fn write_line_from(sheet: &mut Worksheet, row: u32, from: u16, texts: &[&str]) -> Result<(), XlsxError> {
    for (column, text) in (from..).zip(texts) {
        sheet.write_string(row, column, *text)?;
    }
    Ok(())
}

pub fn numbers_for_accounts() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Pay")?;
    write_line(sheet, 0, &["Name", "Account Number", "Bank Code", "Amount"])?;
    for (row, name, account, code, amount) in [
        (1, "Ada Obi", 123_456_789.0, 58.0, 1234.1),
        (2, "Ben Eze", 3.2e15, 44.0, 1000.0),
        (3, "Chi Ike", 1_234_567_897.0, 57.0, 0.300_000_000_000_000_04),
    ] {
        sheet.write_string(row, 0, name)?;
        sheet.write_number(row, 1, account)?;
        sheet.write_number(row, 2, code)?;
        sheet.write_number(row, 3, amount)?;
    }
    Ok(book.save_to_buffer()?)
}

pub fn amounts_of_every_kind() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Pay")?;
    write_line(sheet, 0, &["Name", "Account Number", "Bank", "Amount"])?;
    for row in 1..=7 {
        let account = format!("000000{row}579");
        write_line(
            sheet,
            row,
            &[&format!("Person Number{}", char::from(b'A' + row as u8)), &account, "First Bank"],
        )?;
    }
    let date = Format::new().set_num_format("yyyy-mm-dd");
    sheet.write_datetime_with_format(1, 3, ExcelDateTime::from_ymd(2026, 11, 25)?, &date)?;
    sheet.write_number_with_format(2, 3, 0.05, &Format::new().set_num_format("0.00%"))?;
    sheet.write_boolean(3, 3, true)?;
    sheet.write_formula(4, 3, Formula::new("=1/0").set_result("#DIV/0!"))?;
    sheet.write_formula(5, 3, Formula::new("=B2*2").set_result(""))?;
    sheet.write_string(6, 3, "1.234")?;
    sheet.write_number(7, 3, 125_000.5)?;
    Ok(book.save_to_buffer()?)
}

pub fn hidden_sheet_first() -> Made {
    let mut book = workbook()?;
    let old = book.add_worksheet().set_name("October")?;
    write_line(old, 0, &HEADER)?;
    write_line(old, 1, &["E9", "Old Person", "0234567890", "Access Bank", "1"])?;
    old.set_hidden(true);
    let notes = book.add_worksheet().set_name("Notes")?;
    notes.write_string(0, 0, "Bank")?;
    notes.write_string(1, 0, "Remember the bank holiday")?;
    let sheet = book.add_worksheet().set_name("November")?;
    sheet.set_active(true);
    write_line(sheet, 0, &HEADER)?;
    write_line(sheet, 1, &["E1", "Ada Obi", "0000014579", "First Bank", "125000.50"])?;
    Ok(book.save_to_buffer()?)
}

/// The only payroll is on a hidden sheet.
pub fn only_hidden() -> Made {
    months(&[("October", &HEADER, true), ("Notes", &["Remember the holiday"], false)])
}

/// A sheet a month: its name, its headings, and whether it is hidden. Each has one person, called after the sheet.
pub fn months(sheets: &[(&str, &[&str], bool)]) -> Made {
    let mut book = workbook()?;
    for (name, headings, hidden) in sheets {
        let sheet = book.add_worksheet().set_name(*name)?;
        write_line(sheet, 0, headings)?;
        if headings.len() > 1 {
            write_line(
                sheet,
                1,
                &["E1", name, "0000014579", "First Bank", "125000.50", "7"][..headings.len()],
            )?;
        }
        sheet.set_hidden(*hidden).set_active(!*hidden);
    }
    Ok(book.save_to_buffer()?)
}

pub fn hidden_rows_and_columns() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Pay")?;
    write_line(sheet, 0, &HEADER)?;
    for (row, name, account) in
        [(1, "Ada Obi", "0000014579"), (2, "Ben Eze", "0123456780"), (3, "Chi Ike", "0234567890")]
    {
        write_line(sheet, row, &["E1", name, account, "First Bank", "125000.50"])?;
    }
    sheet.set_row_hidden(2)?;
    sheet.set_column_hidden(0)?;
    Ok(book.save_to_buffer()?)
}

const TYPES: &str = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
<Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";
const RELATIONS: &str = "<?xml version=\"1.0\"?>\
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" \
Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
Target=\"xl/workbook.xml\"/></Relationships>";
const BOOK: &str = "<?xml version=\"1.0\"?><workbook \
xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>\
<sheet name=\"Pay\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
const BOOK_RELATIONS: &str = "<?xml version=\"1.0\"?>\
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" \
Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" \
Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" \
Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings\" \
Target=\"sharedStrings.xml\"/></Relationships>";

/// A workbook from its bare parts: the rows of its sheet, and its shared strings.
pub fn bare_workbook(rows: &str, strings: &str) -> Made {
    let sheet = format!(
        "<?xml version=\"1.0\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
         <sheetData>{rows}</sheetData></worksheet>"
    );
    package(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_RELATIONS),
        ("xl/worksheets/sheet1.xml", &sheet),
        ("xl/sharedStrings.xml", strings),
    ])
}

fn package(parts: &[(&str, &str)]) -> Made {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in parts {
        zip.start_file(*path, SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// As Excel for Macintosh counted: days from 1904, in the pay date and, by mistake, in an amount.
pub fn days_from_1904() -> Made {
    let book = BOOK.replace("<sheets>", "<workbookPr date1904=\"1\"/><sheets>");
    let relations = BOOK_RELATIONS.replace(
        "</Relationships>",
        "<Relationship Id=\"rId3\" \
         Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" \
         Target=\"styles.xml\"/></Relationships>",
    );
    let styles = "<?xml version=\"1.0\"?><styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
                  <cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
    let text = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let texts = |texts: &[&str]| texts.iter().map(|shown| text(shown)).collect::<String>();
    let header = texts(&["Name", "Account Number", "Bank Code", "Pay Date", "Amount"]);
    let (ada, ben) = (texts(&["Ada Obi", "0000014579", "011"]), texts(&["Ben Eze", "0000014579", "011"]));
    // 25 November 2026 is day 44,889 from 1904, and 46,351 from 1900.
    let sheet = format!(
        "<?xml version=\"1.0\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
         <sheetData><row>{header}</row><row>{ada}<c s=\"1\"><v>44889</v></c><c><v>44889</v></c></row>\
         <row>{ben}<c s=\"1\"><v>44889</v></c><c s=\"1\"><v>44889</v></c></row></sheetData></worksheet>"
    );
    package(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &relations),
        ("xl/worksheets/sheet1.xml", &sheet),
        ("xl/sharedStrings.xml", NO_STRINGS),
        ("xl/styles.xml", styles),
    ])
}

/// A title merged over all columns, and a bank merged over the people who have theirs there.
pub fn merged_cells() -> Made {
    let mut book = workbook()?;
    let sheet = book.add_worksheet().set_name("Payroll")?;
    let plain = Format::new();
    sheet.merge_range(0, 0, 0, 4, "Acme Farms Ltd, Account Number 0123456780", &plain)?;
    sheet.merge_range(1, 0, 1, 3, "Payroll for November 2026", &plain)?;
    write_line(sheet, 2, &HEADER)?;
    for (row, name, amount) in
        [(3, "Ada Obi", 100), (4, "Ben Eze", 200), (5, "Chi Ike", 300), (6, "Dan Ude", 400)]
    {
        write_line(sheet, row, &["E1", name, "0000014579"])?;
        sheet.write_number(row, 4, amount)?;
    }
    sheet.merge_range(3, 3, 5, 3, "First Bank", &plain)?;
    sheet.write_string(6, 3, "First Bank")?;
    sheet.merge_range(7, 0, 7, 3, "TOTAL", &plain)?;
    sheet.write_number(7, 4, 1000)?;
    Ok(book.save_to_buffer()?)
}

const NO_STRINGS: &str = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" count=\"0\" uniqueCount=\"0\"></sst>";

pub fn cells_far_apart() -> Made {
    let rows = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    bare_workbook(rows, NO_STRINGS)
}

pub fn too_many_strings() -> Made {
    bare_workbook(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
        &NO_STRINGS.replace("uniqueCount=\"0\"", "uniqueCount=\"4294967295\""),
    )
}

/// Cells in no order, without addresses, as inline texts, with a formula and no value at all.
pub fn odd_but_legal() -> Made {
    let text = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let header: String = ["Name", "Account Number", "Bank Code", "Amount"].iter().map(|t| text(t)).collect();
    let person: String = ["Ada Obi", "0000014579", "011"].iter().map(|t| text(t)).collect();
    let rows = format!(
        "<row>{header}</row><row>{person}<c><f>1+1</f></c></row><row>{person}<c><f>1+1</f><v></v></c></row>\
         <row r=\"5\"><c r=\"D5\"><v>1.5E+3</v></c>\
         <c r=\"A5\" t=\"inlineStr\"><is><t>Ben Eze</t></is></c>\
         <c r=\"B5\" t=\"inlineStr\"><is><t>0000014579</t></is></c>\
         <c r=\"C5\" t=\"inlineStr\"><is><t>011</t></is></c></row>"
    );
    bare_workbook(&rows, NO_STRINGS)
}
