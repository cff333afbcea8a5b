//! Merging a user's edits into the rows of a file that is read by other columns. A row is the same if the file's row
//! is the same. A typed value is kept only if its cell has the same content: otherwise it would put the old column's
//! value in the place of the new one's.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{DraftRow, Field, RowOrigin, SourceRow};

use serde::{Deserialize, Serialize};

use crate::model::cells::CellChange;

/// What reading a draft's file by other columns does to what was made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RemapEffect {
    /// Values, exclusions and acceptances that stay.
    pub kept: u32,
    /// Those that go: their row is no person any more, or their cell says something else.
    pub gone: u32,
    /// The first of the values that go, and what stands there then.
    pub lines: Vec<CellChange>,
    pub people_before: u32,
    pub people: u32,
}

/// Maximum number of lost values that are shown.
const LINES_SHOWN_MAX: usize = 20;

/// The rows of a file that was parsed again.
pub struct ReparsedFile {
    pub rows: Vec<SourceRow>,
    /// Rows that the importer skips and that the user restored earlier.
    pub restored: Vec<SourceRow>,
    /// Whether row numbers identify the same rows as before.
    pub numbering: Numbering,
    pub amounts: Amounts,
}

/// Whether a typed amount is parsed as before. 2.500 is two thousand five hundred if the comma is the decimal
/// separator, and two and a half if it is the point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Amounts {
    #[default]
    ReadAlike,
    /// The plain digits of each row's amount as it was parsed before, by the row's position. A row that is missing
    /// here had no amount that could be parsed.
    Meant(BTreeMap<u32, String>),
}

impl Amounts {
    /// Returns the text that keeps a typed amount at its value; none if that value is not known.
    fn preserve(&self, position: u32, typed: &str) -> Option<String> {
        match self {
            Self::Meant(meant) if !typed.bytes().all(|byte| byte.is_ascii_digit()) => {
                meant.get(&position).cloned()
            }
            Self::Meant(_) | Self::ReadAlike => Some(typed.to_owned()),
        }
    }
}

/// Whether row numbers are those of the same sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    Same,
    Other,
}

/// Applies the user's edits in `before` to the rows that are parsed now. Rows added by the user and restored rows come
/// after the file's rows.
pub fn merge_edits(before: &[DraftRow], now: ReparsedFile) -> (Vec<DraftRow>, RemapEffect) {
    let mut merged = MergedEdits { amounts: now.amounts, ..MergedEdits::default() };
    let old: BTreeMap<RowOrigin, &DraftRow> = match now.numbering {
        Numbering::Same => before.iter().map(|row| (row.source.origin, row)).collect(),
        Numbering::Other => BTreeMap::new(),
    };
    let mut met = BTreeSet::new();
    for source in now.rows {
        met.insert(source.origin);
        let row = old.get(&source.origin).copied();
        merged.push(source, row);
    }
    let back: BTreeMap<RowOrigin, SourceRow> =
        now.restored.into_iter().map(|row| (row.origin, row)).collect();
    let (added, of_file): (Vec<&DraftRow>, Vec<&DraftRow>) =
        before.iter().partition(|row| row.source.origin == RowOrigin::Added);
    for row in of_file.iter().filter(|row| !met.contains(&row.source.origin)) {
        let again = back.get(&row.source.origin).filter(|_| now.numbering == Numbering::Same);
        match again {
            Some(source) => merged.push(source.clone(), Some(row)),
            None => merged.lose(row),
        }
    }
    // With other row numbers, no edits were merged into them.
    if now.numbering == Numbering::Other {
        let others = of_file.iter().filter(|row| met.contains(&row.source.origin));
        others.for_each(|row| merged.lose(row));
    }
    added.into_iter().for_each(|row| merged.add_row(row));
    let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
    merged.effect.people_before = count(before.len());
    merged.effect.people = count(merged.rows.len());
    (merged.rows, merged.effect)
}

#[derive(Default)]
struct MergedEdits {
    rows: Vec<DraftRow>,
    amounts: Amounts,
    effect: RemapEffect,
}

impl MergedEdits {
    fn next(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    /// Adds a row of the file, with the edits that are kept.
    fn push(&mut self, source: SourceRow, before: Option<&DraftRow>) {
        let mut row = DraftRow::new(self.next(), source);
        if let Some(before) = before {
            for (field, value) in &before.edits {
                let stays = says_the_same(*field, &before.source, &row.source);
                if let Some(value) = stays.then(|| self.meant(before, *field, value)).flatten() {
                    row.edits.insert(*field, &value);
                    self.effect.kept += 1;
                } else if row.source.text(*field).as_deref() != Some(value.as_str()) {
                    self.lose_value(before, *field, &row.source);
                }
            }
            row.excluded = before.excluded;
            self.effect.kept += u32::from(before.excluded);
            let accepted = u32::try_from(before.accepted.len()).unwrap_or(u32::MAX);
            // A warning was accepted for the values of that moment, and for their meaning.
            let is_read_alike = self.amounts == Amounts::ReadAlike;
            if is_read_alike && row.source.cells == before.source.cells && row.edits == before.edits {
                row.accepted.clone_from(&before.accepted);
                self.effect.kept += accepted;
            } else {
                self.effect.gone += accepted;
            }
            row.holder.clone_from(&before.holder);
        }
        self.rows.push(row);
    }

    /// Adds a row that is in no file.
    fn add_row(&mut self, before: &DraftRow) {
        let mut row = DraftRow { position: self.next(), ..before.clone() };
        row.edits.clear();
        for (field, value) in &before.edits {
            match self.meant(before, *field, value) {
                Some(value) => {
                    row.edits.insert(*field, &value);
                    self.effect.kept += 1;
                }
                None => self.lose_value(before, *field, &row.source),
            }
        }
        if self.amounts != Amounts::ReadAlike {
            self.effect.gone += u32::try_from(row.accepted.len()).unwrap_or(u32::MAX);
            row.accepted.clear();
        }
        self.rows.push(row);
    }

    /// Returns the text that keeps a typed value at its meaning.
    fn meant(&self, before: &DraftRow, field: Field, value: &str) -> Option<String> {
        if field == Field::Amount {
            self.amounts.preserve(before.position, value)
        } else {
            Some(value.to_owned())
        }
    }

    fn lose(&mut self, before: &DraftRow) {
        let nothing = SourceRow::default();
        for (field, _) in &before.edits {
            self.lose_value(before, *field, &nothing);
        }
        self.effect.gone += u32::try_from(before.accepted.len()).unwrap_or(u32::MAX);
        self.effect.gone += u32::from(before.excluded);
    }

    fn lose_value(&mut self, before: &DraftRow, field: Field, now: &SourceRow) {
        self.effect.gone += 1;
        if self.effect.lines.len() < LINES_SHOWN_MAX {
            self.effect.lines.push(CellChange {
                row: before.source.origin.number(),
                name: before.effective().text(Field::Name).unwrap_or_default(),
                field,
                from: before.edits.get(field).unwrap_or_default().to_owned(),
                to: now.text(field).unwrap_or_default(),
            });
        }
    }
}

/// Whether the cell that a value replaced is the same. For a bank, name and code are compared together.
fn says_the_same(field: Field, before: &SourceRow, now: &SourceRow) -> bool {
    let one = [field];
    let fields = if field.is_bank() { &[Field::BankName, Field::BankCode][..] } else { &one };
    fields.iter().all(|field| before.cells.get(field) == now.cells.get(field))
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{Cell, CellValue, ProblemCode};

    use super::*;

    fn source(row: u32, cells: &[(Field, &str, &str)]) -> SourceRow {
        let mut source = SourceRow { origin: RowOrigin::File(row), ..SourceRow::default() };
        for (field, column, text) in cells {
            let cell = Cell { column: column.parse().ok(), value: CellValue::Text((*text).into()) };
            source.cells.insert(*field, cell);
        }
        source
    }

    fn person(row: u32, amount: (&str, &str)) -> SourceRow {
        source(
            row,
            &[(Field::Name, "A", "Ada"), (Field::BankName, "C", "GTB"), (Field::Amount, amount.0, amount.1)],
        )
    }

    fn again(rows: Vec<SourceRow>) -> ReparsedFile {
        ReparsedFile { rows, restored: Vec::new(), numbering: Numbering::Same, amounts: Amounts::ReadAlike }
    }

    #[test]
    fn a_value_stays_where_its_cell_is_the_same_and_goes_where_it_is_another() {
        let mut row = DraftRow::new(0, person(2, ("D", "100")));
        row.edits.insert(Field::Name, "Ada Obi");
        row.edits.insert(Field::Amount, "120");
        row.edits.insert(Field::BankCode, "058");
        row.accepted.insert(ProblemCode::DuplicateAccount, "both");
        row.excluded = true;
        let (rows, effect) = merge_edits(&[row], again(vec![person(2, ("E", "95"))]));
        let kept: Vec<Field> = rows[0].edits.iter().map(|(field, _)| *field).collect();
        assert_eq!(kept, [Field::Name, Field::BankCode]);
        assert!(rows[0].excluded && rows[0].accepted.is_empty());
        assert_eq!((effect.kept, effect.gone), (3, 2), "{effect:?}");
        let [line] = effect.lines.as_slice() else { panic!("{effect:?}") };
        assert_eq!((line.from.as_str(), line.to.as_str(), line.row), ("120", "95", Some(2)));
    }

    #[test]
    fn a_typed_amount_stays_what_it_was_where_decimals_are_written_otherwise() {
        let typed = |position, row, amount: &str| {
            let mut typed = DraftRow::new(
                position,
                if row == 0 { SourceRow::default() } else { person(row, ("D", "1")) },
            );
            typed.edits.insert(Field::Amount, amount);
            typed.accepted.insert(ProblemCode::DuplicateAccount, "both");
            typed
        };
        let before =
            [typed(0, 2, "2.500"), typed(1, 3, "2 or 3"), typed(2, 4, "900"), typed(3, 0, "1.000,50")];
        let meant = [(0, "2500.00"), (2, "900.00"), (3, "1000.50")];
        let meant = meant.map(|(position, digits)| (position, digits.to_owned())).into();
        let people = [2, 3, 4].map(|row| person(row, ("D", "1"))).to_vec();
        let (rows, effect) =
            merge_edits(&before, ReparsedFile { amounts: Amounts::Meant(meant), ..again(people) });
        let amounts: Vec<Option<&str>> = rows.iter().map(|row| row.edits.get(Field::Amount)).collect();
        assert_eq!(amounts, [Some("2500.00"), None, Some("900"), Some("1000.50")]);
        assert!(rows.iter().all(|row| row.accepted.is_empty()), "of another amount, for all anybody knows");
        assert_eq!((effect.kept, effect.gone), (3, 5), "{effect:?}");
        assert_eq!((effect.lines[0].row, effect.lines[0].from.as_str()), (Some(3), "2 or 3"));
    }

    #[test]
    fn what_the_new_column_says_itself_is_no_loss() {
        let mut row = DraftRow::new(0, person(2, ("D", "100")));
        row.edits.insert(Field::Amount, "95");
        let (rows, effect) = merge_edits(&[row], again(vec![person(2, ("E", "95"))]));
        assert!(rows[0].edits.is_empty());
        assert_eq!(effect.gone, 0);
    }

    #[test]
    fn rows_added_here_and_skipped_rows_put_back_stay_and_are_numbered_anew() {
        let file = DraftRow::new(0, person(2, ("D", "1")));
        let back = DraftRow::new(1, person(9, ("D", "7")));
        let mut added = DraftRow::new(2, SourceRow::default());
        added.edits.insert(Field::Name, "Bola");
        let now = ReparsedFile {
            rows: vec![person(2, ("E", "3")), person(3, ("E", "4"))],
            restored: vec![person(9, ("E", "8"))],
            numbering: Numbering::Same,
            amounts: Amounts::ReadAlike,
        };
        let (rows, effect) = merge_edits(&[file, back, added], now);
        let places: Vec<_> = rows.iter().map(|row| (row.position, row.source.origin.number())).collect();
        assert_eq!(places, [(0, Some(2)), (1, Some(3)), (2, Some(9)), (3, None)]);
        assert_eq!(rows[2].source.text(Field::Amount).as_deref(), Some("8"));
        assert_eq!((effect.kept, effect.gone, effect.people_before, effect.people), (1, 0, 3, 4));
    }

    #[test]
    fn of_another_sheet_only_what_was_added_stays() {
        let mut row = DraftRow::new(0, person(2, ("D", "1")));
        row.excluded = true;
        let added = DraftRow::new(1, SourceRow::default());
        let now = ReparsedFile {
            rows: vec![person(2, ("D", "1"))],
            restored: Vec::new(),
            numbering: Numbering::Other,
            amounts: Amounts::ReadAlike,
        };
        let (rows, effect) = merge_edits(&[row, added], now);
        assert!(!rows[0].excluded, "row 2 of another sheet is somebody else");
        assert_eq!((rows.len(), effect.gone), (2, 1));
    }
}
