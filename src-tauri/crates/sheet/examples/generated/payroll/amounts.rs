//! Amounts that are not what is paid: in thousands, or with columns beside them into which they are split. The file has to
//! ask about them.

use super::{cells::Cell, kinds::Kind, layout::Deserved, rows::Made};

/// One payroll of so many has amounts in thousands, and one of so many has split amounts.
const THOUSANDS_IN: u8 = 25;
const SPLIT_IN: u8 = 25;
/// Makes the chance independent of the rest of the payroll, which stays the same for its seed.
const OWN_CHANCE: u64 = 0x616d_6f75_6e74_7321;
const THOUSANDS: [&str; 6] = ["('000)", "(in thousands)", "(N'000)", "'000", "(en milliers)", "(x1000)"];
const PARTS: [[&str; 2]; 4] = [
    ["Bank Amount", "Cash Amount"],
    ["First Half", "Second Half"],
    ["Paid to bank", "Paid in cash"],
    ["Part banque", "Part espèces"],
];

pub fn change(seed: u64, made: &mut Made) {
    let rng = &mut fastrand::Rng::with_seed(seed ^ OWN_CHANCE);
    // Below headings that are repeated, columns may be in another order.
    let has_one_header = made.headings.keys().eq(made.headings.keys().filter(|row| **row > 0).take(1));
    let paid = made.columns.iter().position(|column| column.kind == Kind::Paid);
    let is_alone = !made.deserves.contains(&Deserved::TableBeside);
    let Some(at) = paid.filter(|_| has_one_header && is_alone) else { return };
    if rng.u8(..THOUSANDS_IN) == 0 {
        let unit = rng.choice(THOUSANDS).unwrap_or("('000)");
        write_in_thousands(made, at, unit);
    } else if rng.u8(..SPLIT_IN) == 0 {
        let headings = rng.choice(PARTS).unwrap_or(["Bank", "Cash"]);
        split(rng, made, at, headings);
    }
}

/// Adds the unit to the heading of what is paid.
fn write_in_thousands(made: &mut Made, at: usize, unit: &str) {
    let rows = &mut made.sheet.rows;
    let heading = made.headings.keys().next().and_then(|row| cell(rows, *row, at));
    if let Some(Cell::Text(text)) = heading {
        *text = format!("{text} {unit}");
        ask(made, Deserved::Thousands);
    }
}

/// Adds two columns on the right that make up what is paid.
fn split(rng: &mut fastrand::Rng, made: &mut Made, at: usize, headings: [&str; 2]) {
    let rows = &mut made.sheet.rows;
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let share = rng.u64(2..9);
    let headings = made.headings.keys().map(|row| (*row, headings.map(Cell::text)));
    let parts = made.people.iter().filter_map(|person| {
        let Cell::Amount(minor) = cell(rows, person.row, at)? else { return None };
        let part = *minor / 1_000 * 100 * share;
        Some((person.row, [Cell::Amount(part), Cell::Amount(*minor - part)]))
    });
    for (row, cells) in headings.chain(parts).collect::<Vec<_>>() {
        if let Some(row) = usize::try_from(row).ok().and_then(|row| rows.get_mut(row.wrapping_sub(1))) {
            row.resize(width, Cell::Empty);
            row.extend(cells);
        }
    }
    ask(made, Deserved::Split);
}

fn cell(rows: &mut [Vec<Cell>], row: u32, at: usize) -> Option<&mut Cell> {
    rows.get_mut(usize::try_from(row).ok()?.checked_sub(1)?)?.get_mut(at)
}

fn ask(made: &mut Made, deserved: Deserved) {
    made.deserves.insert(deserved);
    made.people.iter_mut().for_each(|person| person.is_amount_asked = person.amount.is_some());
}
