//! Ditto marks in place of banks: some files write the bank of the person above as `do`.

use paysheet_domain::BankDirectory;

use super::{cells::Cell, kinds::Kind, rows::Made};

/// One file of so many has ditto marks.
const DITTO_IN: u8 = 20;
const MARKS: [&str; 6] = ["do", "-do-", "Ditto", "\"", "\u{3003}", "idem"];

/// Replaces banks that are those of the row above, chosen by the seed alone: the other files stay the same.
pub fn repeat(seed: u64, made: &mut Made) {
    let mut rng = fastrand::Rng::with_seed(!seed);
    let at = made.columns.iter().position(|column| column.kind == Kind::Bank);
    let Some(at) = at.filter(|_| rng.u8(..DITTO_IN) == 0) else { return };
    let mark = rng.choice(MARKS).unwrap_or("do");
    let mut before: Option<(u32, Cell)> = None;
    for person in &made.people {
        let row = usize::try_from(person.row).unwrap_or(0).wrapping_sub(1);
        let Some(cell) = made.sheet.rows.get_mut(row).and_then(|row| row.get_mut(at)) else { continue };
        let own = cell.clone();
        let is_bank =
            matches!(&own, Cell::Text(text) if !BankDirectory::embedded().named_in(text).is_empty());
        if is_bank && before.as_ref().is_some_and(|(above, bank)| above + 1 == person.row && *bank == own) {
            *cell = Cell::text(mark);
        }
        before = Some((person.row, own));
    }
}
