use std::collections::BTreeSet;

use paysheet_domain::CellValue;

use super::*;
use crate::{
    detect::{tables::searched::cells_searched, words::known::Known},
    formats::{Grid, GridRow, Sheet},
    model::{Header, ReadOptions, Request, TableChoice},
};

const PEOPLE: u32 = 30;
const COLUMNS: u16 = 40;

/// A sheet of people whose bank no heading names, so that every country is tried.
fn register(name: &str, hidden: bool) -> Sheet {
    let text = |text: &str| CellValue::Text(text.into());
    let heading = |column: u16| match column {
        0 => text("Employee Name"),
        1 => text("Account Number"),
        2 => text("Paid via"),
        3 => text("Net Pay"),
        _ => text(&format!("Item {column}")),
    };
    let cell = |person: u32, column: u16| match column {
        0 => text(&format!("Ada Obi{person}")),
        1 => text(&format!("{:010}", 1_000_000 + person * 37)),
        2 => text(["Equity Bank", "KCB Bank"][usize::try_from(person % 2).unwrap()]),
        3 => CellValue::Number((50_000 + person).to_string().into()),
        _ if column.is_multiple_of(2) => text(&format!("Ref {person} of {column}")),
        _ => CellValue::Number((person * u32::from(column)).to_string().into()),
    };
    let row = |number: u32| {
        let cells = (0..COLUMNS)
            .map(|column| (column, if number == 1 { heading(column) } else { cell(number, column) }));
        GridRow { number, cells: cells.collect(), ..GridRow::default() }
    };
    let rows = (1..=PEOPLE + 1).map(row).collect();
    let grid = Grid { rows, columns: u32::from(COLUMNS), ..Grid::default() };
    Sheet { name: name.to_owned(), hidden, grid }
}

/// A sheet of words in which no payroll is found.
fn notes(name: &str, hidden: bool) -> Sheet {
    let row = |number: u32| {
        let cells =
            (0..COLUMNS).map(|column| (column, CellValue::Text(format!("zebra {number} {column}").into())));
        GridRow { number, cells: cells.collect(), ..GridRow::default() }
    };
    let grid = Grid { rows: (1..=PEOPLE).map(row).collect(), columns: u32::from(COLUMNS), ..Grid::default() };
    Sheet { name: name.to_owned(), hidden, grid }
}

fn different_texts(sheets: &[Sheet]) -> usize {
    let cells = sheets.iter().flat_map(|sheet| &sheet.grid.rows).flat_map(|row| &row.cells);
    cells.map(|(_, value)| value.text()).collect::<BTreeSet<_>>().len()
}

/// Returns how many cells were classified and how many texts were looked up until everything was decided.
fn looked_at(sheets: &[Sheet], country: Option<Country>) -> (usize, usize) {
    let known = Known::default();
    let file = SearchedFile::of(sheets, &known);
    let request = Request::from(ReadOptions { country, currency: None });
    let chosen = choose(&file, &request).or_else(|| any(&file)).unwrap();
    also_payrolls(&file, &chosen);
    (known.classified(), known.looked_up())
}

#[test]
fn a_cell_is_classified_once_for_all_countries() {
    let one = [register("November", false)];
    let cells = usize::try_from(PEOPLE).unwrap() * usize::from(COLUMNS);
    let (told, _) = looked_at(&one, Some(Country::KE));
    let (untold, _) = looked_at(&one, None);
    assert_eq!((told, untold), (cells, cells));
    let four: Vec<Sheet> = ["August", "September", "October", "November"].map(|m| register(m, false)).into();
    assert_eq!(looked_at(&four, None).0, 4 * cells);
}

#[test]
fn a_text_is_looked_up_once_in_a_file() {
    let one = [register("November", false)];
    let (_, untold) = looked_at(&one, None);
    // Once as a heading and once as a bank.
    assert!(untold <= 2 * different_texts(&one), "{untold} of {}", different_texts(&one));
    assert!(looked_at(&one, Some(Country::KE)).1 <= untold);
    let four: Vec<Sheet> = ["August", "September", "October", "November"].map(|m| register(m, false)).into();
    assert_eq!(looked_at(&four, None).1, untold, "the other sheets have the same texts");
    // No table is found in it, so the whole sheet is searched too.
    let nothing = [notes("Notes", false)];
    assert!(looked_at(&nothing, None).1 <= 2 * different_texts(&nothing));
}

#[test]
fn sheets_beyond_the_limit_are_listed_and_can_be_chosen() {
    let sheets = [
        register("Archive", true),
        register("October", false),
        notes("Notes", false),
        register("November", false),
        Sheet { name: "Empty".to_owned(), hidden: false, grid: Grid::default() },
    ];
    let known = Known::default();
    let file = SearchedFile::within(&sheets, &known, cells_searched(&sheets[1].grid));
    assert_eq!(
        file.within_limit().collect::<Vec<_>>(),
        [1, 4],
        "the hidden sheet is the last to be searched"
    );
    let chosen = choose(&file, &Request::default()).unwrap();
    assert_eq!(chosen.sheet, 1);
    // Nobody knows what is on the notes, so the user is asked about them as well.
    assert_eq!(also_payrolls(&file, &chosen), ["Notes", "November"]);
    let classified = known.classified();
    let table = Some(TableChoice { sheet: "November".to_owned(), header: Header::Detected });
    let chosen = choose(&file, &Request { table, ..Request::default() }).unwrap();
    assert_eq!((chosen.sheet, chosen.table.header), (3, Some(0)));
    assert!(known.classified() > classified);

    let whole = SearchedFile::of(&sheets, &known);
    assert_eq!(whole.within_limit().count(), sheets.len());
}
