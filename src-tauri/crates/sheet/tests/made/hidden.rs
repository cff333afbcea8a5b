//! One workbook with something hidden of every kind, in each format that can say so: a sheet hidden and one very
//! hidden before and after the payroll, hidden rows, a hidden column, and a filter that hides the rows instead.

use rust_xlsxwriter::FilterCondition;

use super::{Made, binary, hostile, older, workbook, write_line};

/// What hides the rows of [`PEOPLE`] that are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hiding {
    Hand,
    Filter,
}

pub const HEADER: [&str; 5] = ["Staff No", "Employee Name", "Account Number", "Bank", "Net Pay"];
/// Bank codes in the order of the rows; those at GTBank are hidden.
pub const PEOPLE: [[&str; 5]; 5] = [
    ["E1", "Ada Obi", "0000014579", "First Bank", "100"],
    ["E2", "Ben Eze", "0123456780", "GTBank", "200"],
    ["E3", "Chi Ike", "0000014579", "First Bank", "300"],
    ["E4", "Dan Ude", "0123456780", "GTBank", "400"],
    ["E5", "Eve Oke", "0000014579", "First Bank", "500"],
];
pub const OLD: [&str; 5] = ["E9", "Old Person", "0000014579", "First Bank", "1"];

/// Sheets in their order, with how far they are hidden: 0 not at all, 1 so that a menu shows them, 2 from menus too.
pub const SHEETS: [(&str, u8); 3] = [("October", 1), ("November", 0), ("Archive", 2)];

/// The lines of a sheet below its header, with whether they are hidden.
pub fn lines(sheet: &str) -> Vec<([&'static str; 5], bool)> {
    match sheet {
        "November" => PEOPLE.into_iter().map(|person| (person, person[3] == "GTBank")).collect(),
        _ => vec![(OLD, false); 9],
    }
}

pub fn all() -> Result<Vec<(&'static str, Vec<u8>)>, super::MakeError> {
    Ok(vec![
        ("hidden.xlsx", xlsx(Hiding::Hand)?),
        ("hidden.xlsb", binary::hidden(Hiding::Hand)?),
        ("hidden.xls", older::hidden(Hiding::Hand)),
        ("hidden.ods", ods(Hiding::Hand)?),
        ("filtered.xlsx", xlsx(Hiding::Filter)?),
        ("filtered.xlsb", binary::hidden(Hiding::Filter)?),
        ("filtered.xls", older::hidden(Hiding::Filter)),
        ("filtered.ods", ods(Hiding::Filter)?),
    ])
}

fn xlsx(hiding: Hiding) -> Made {
    let mut book = workbook()?;
    for (name, hidden) in SHEETS {
        let sheet = book.add_worksheet().set_name(name)?;
        write_line(sheet, 0, &HEADER)?;
        for (row, (line, hidden)) in (1..).zip(lines(name)) {
            write_line(sheet, row, &line)?;
            if hidden {
                sheet.set_row_hidden(row)?;
            }
        }
        match hidden {
            0 => sheet.set_active(true),
            1 => sheet.set_hidden(true),
            _ => sheet.set_very_hidden(true),
        };
        if name == "November" {
            sheet.set_column_hidden(0)?;
        }
        if name == "November" && hiding == Hiding::Filter {
            sheet.autofilter(0, 0, 5, 4)?;
            sheet.filter_column(3, &FilterCondition::new().add_list_filter("First Bank"))?;
        }
    }
    Ok(book.save_to_buffer()?)
}

fn ods(hiding: Hiding) -> Made {
    let row = |line: [&str; 5], hides: Option<&str>| {
        let hides = hides.map(|how| format!(" table:visibility=\"{how}\"")).unwrap_or_default();
        let cell = |text: &str| {
            format!(
                "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
            )
        };
        format!("<table:table-row{hides}>{}</table:table-row>", line.map(cell).concat())
    };
    let how = if hiding == Hiding::Filter { "filter" } else { "collapse" };
    let sheet = |(name, hidden): (&str, u8)| {
        let style = if hidden > 0 { " table:style-name=\"away\"" } else { "" };
        let column = if name == "November" { " table:visibility=\"collapse\"" } else { "" };
        let rows = lines(name).into_iter().map(|(line, hidden)| row(line, hidden.then_some(how)));
        format!(
            "<table:table table:name=\"{name}\"{style}><table:table-column{column}/>\
             <table:table-column table:number-columns-repeated=\"4\"/>{}{}</table:table>",
            row(HEADER, None),
            rows.collect::<String>()
        )
    };
    let styles = "<office:automatic-styles><style:style style:name=\"away\" style:family=\"table\">\
                  <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>";
    hostile::open_document_of(styles, &SHEETS.map(sheet).concat())
}
