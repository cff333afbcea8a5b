//! What stands beside the payroll in a file: other sheets, a second table below it, and a small one on its right.

use super::{
    cells::{Cell, Sheet},
    kinds::{self, Kind},
    layout::{Column, Deserved, Layout},
    person::Common,
    places::texts,
    rows::{self, Made, Shape},
};

const PLAIN: Shape = Shape {
    sections: 1,
    has_total: false,
    totals_everywhere: false,
    leaves_out: false,
    has_groups: false,
    has_labels: false,
    has_control_sum: false,
    has_headings: true,
    has_two_rows: false,
    is_long: false,
    has_stopped_list: false,
};

/// Adds a summary of departments below the table. It has no accounts, so nobody in it could be paid.
pub fn add_summary(rng: &mut fastrand::Rng, common: &Common, made: &mut Made) {
    made.sheet.rows.push(Vec::new());
    made.sheet.rows.extend(summary(rng, common));
}

fn summary(rng: &mut fastrand::Rng, common: &Common) -> Vec<Vec<Cell>> {
    let words = texts(common.place.language);
    let [_, department, staff, amount] = words.summary;
    let mut rows = vec![vec![Cell::text(department), Cell::text(staff), Cell::text(amount)]];
    for department in words.departments {
        let staff = Cell::Number(rng.u8(1..90).to_string());
        rows.push(vec![Cell::text(department), staff, Cell::Amount(u64::from(rng.u32(1_000..90_000_000)))]);
    }
    rows
}

/// Adds a table of other people with other headings below the first one.
pub fn add_table(rng: &mut fastrand::Rng, common: &Common, made: &mut Made) {
    let pick = |rng: &mut fastrand::Rng, kind: Kind| {
        let first = made.columns.iter().find(|column| column.kind == kind);
        let choices = kinds::headings(kind, common.place.language).iter().copied();
        let others = choices.filter(|heading| first.is_none_or(|first| first.heading != *heading));
        rng.choice(others.collect::<Vec<_>>()).unwrap_or("").to_owned()
    };
    let kinds = [Kind::Account, Kind::Paid, Kind::Deduction, Kind::Name, Kind::Bank];
    let columns = kinds.map(|kind| Column { kind, heading: pick(rng, kind) });
    let layout = Layout { columns: columns.to_vec(), deserves: [Deserved::OtherTable].into() };
    let other = rows::make(rng, common, layout, PLAIN);
    made.sheet.rows.push(Vec::new());
    let above = u32::try_from(made.sheet.rows.len()).unwrap_or(u32::MAX);
    made.sheet.rows.extend(other.sheet.rows);
    // Without headings above it, nothing shows where the list under a title ends.
    let has_no_headings = made.deserves.contains(&Deserved::NoHeadings);
    let may_be_stopped = has_no_headings && made.people.last().is_some_and(|last| last.is_stopped);
    made.people.extend(other.people.into_iter().map(|mut person| {
        person.row += above;
        person.may_be_stopped = may_be_stopped;
        person
    }));
    made.headings.extend(other.headings.into_iter().map(|(row, fields)| (row + above, fields)));
    made.deserves.insert(Deserved::OtherTable);
}

/// Adds sums by bank on the right of the table, behind an empty column.
pub fn add_beside(rng: &mut fastrand::Rng, common: &Common, made: &mut Made) {
    let Some(first) = made.people.first().and_then(|person| usize::try_from(person.row).ok()) else { return };
    made.deserves.insert(Deserved::TableBeside);
    let width = made.columns.len() + 1;
    let bank =
        |(_, name): &(&str, &str)| [Cell::text(name), Cell::Amount(u64::from(rng.u32(1_000..90_000_000)))];
    let banks: Vec<[Cell; 2]> = common.place.banks.iter().map(bank).collect();
    let [_, _, _, amount] = texts(common.place.language).summary;
    let heading = [Cell::text("Bank"), Cell::text(amount)];
    for (row, cells) in
        made.sheet.rows.iter_mut().skip(first.saturating_sub(2)).zip([heading].into_iter().chain(banks))
    {
        row.resize(width, Cell::Empty);
        row.extend(cells);
    }
}

/// Returns sheets that are no payroll, or not this month's, and what they deserve.
pub fn other_sheets(
    rng: &mut fastrand::Rng,
    common: &Common,
    layout: &Layout,
) -> (Vec<Sheet>, Option<Deserved>) {
    let words = texts(common.place.language);
    let mut sheets = Vec::new();
    let mut deserved = None;
    if rng.u8(..4) == 0 {
        let [name, ..] = words.summary;
        let rows = summary(rng, common);
        sheets.push(Sheet { name: name.to_owned(), rows, ..Sheet::default() });
    }
    if rng.u8(..6) == 0 {
        let copy = Layout { columns: layout.columns.clone(), deserves: layout.deserves.clone() };
        let shape = Shape::of(rng);
        let is_hidden = rng.bool();
        let made = rows::make(rng, common, copy, shape);
        deserved = (!is_hidden).then_some(Deserved::OtherSheet);
        sheets.push(Sheet { name: words.last_month.to_owned(), is_hidden, ..made.sheet });
    }
    (sheets, deserved)
}
