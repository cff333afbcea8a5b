//! Which rows the grid shows, and in which order. The list for a filter is cached until something changes, so that
//! scrolling a sorted payroll of a hundred thousand rows does not sort it again for every window.

use std::{cmp::Ordering, collections::HashSet};

use paysheet_domain::{
    AccountAt, Currency, HolderFinding, Money, RecipientDraft, RowOrigin, account::comparison_key,
};

use crate::model::{
    draft::Draft,
    entry::{Entry, RowState, count},
    row_filter::{Direction, Listed, OpenPlace, PaidBefore, RowFilter, RowGroup, RowSort, SortBy},
};

/// Maximum number of rows in one window.
pub const WINDOW_ROWS_MAX: u32 = 500;

impl Draft {
    /// Returns the positions of a window of the rows that match the filter, and how many match in all.
    #[must_use]
    pub fn window(&mut self, filter: &RowFilter, offset: u32, limit: u32) -> (u32, Vec<u32>) {
        let (skip, take) = (widen(offset), widen(limit.min(WINDOW_ROWS_MAX)));
        let positions = self.list(filter);
        let total = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        (total, positions.iter().skip(skip).take(take).copied().collect())
    }

    /// Returns the positions of the rows that match the filter, in its order.
    pub fn list(&mut self, filter: &RowFilter) -> &[u32] {
        if self.listed.as_ref().is_none_or(|listed| listed.filter != *filter) {
            let positions = self.found(filter);
            self.listed = Some(Listed { filter: filter.clone(), positions });
        }
        self.listed.as_ref().map_or(&[], |listed| &listed.positions)
    }

    fn found(&self, filter: &RowFilter) -> Vec<u32> {
        let text =
            filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_lowercase);
        let is_paid = |entry: &Entry| filter.paid.is_none_or(|paid| self.was_paid(entry) == paid);
        let through = self
            .entries
            .iter()
            .filter(|entry| lets_through(entry, filter, text.as_deref()) && is_paid(entry));
        let sort = filter.sort.unwrap_or(FILE_ORDER);
        if filter.sort.is_none() && self.is_in_file_order() {
            return through.map(|entry| entry.row.position).collect();
        }
        let mut keyed: Vec<(Key, u32)> =
            through.map(|entry| (Key::of(entry, sort.by), entry.row.position)).collect();
        keyed.sort_by(|one, other| in_order(one, other, sort));
        keyed.into_iter().map(|(_, position)| position).collect()
    }

    /// Takes the accounts that were ever paid, as pairs of bank code and comparable account.
    pub fn set_paid_accounts(&mut self, paid: HashSet<(String, String)>) {
        if self.paid.as_ref() != Some(&paid) {
            self.paid = Some(paid);
            self.listed = None;
        }
    }

    #[must_use]
    pub const fn knows_paid_accounts(&self) -> bool {
        self.paid.is_some()
    }

    fn was_paid(&self, entry: &Entry) -> PaidBefore {
        let is_paid = entry.paid_into().is_some_and(|AccountAt { country, bank_code, account_number }| {
            let account = comparison_key(country, &account_number).into_owned();
            self.paid.as_ref().is_some_and(|paid| paid.contains(&(bank_code, account)))
        });
        if is_paid { PaidBefore::Before } else { PaidBefore::Never }
    }

    /// Returns the index of a row under the filter, from 0.
    pub fn index_of(&mut self, filter: &RowFilter, position: u32) -> Option<u32> {
        let at = self.list(filter).iter().position(|listed| *listed == position)?;
        u32::try_from(at).ok()
    }

    /// Returns the row that follows this one under the filter; after the last one, the first. This row itself need not
    /// match the filter.
    pub fn position_after(&mut self, filter: &RowFilter, position: u32) -> Option<u32> {
        let sort = filter.sort.unwrap_or(FILE_ORDER);
        let here = (Key::of(self.get(position)?, sort.by), position);
        let listed = self.list(filter).to_vec();
        let at = listed.partition_point(|other| {
            let key = self.get(*other).map(|entry| (Key::of(entry, sort.by), *other));
            key.is_some_and(|key| in_order(&key, &here, sort) != Ordering::Greater)
        });
        listed.get(at).or(listed.first()).copied()
    }

    /// Returns the place of a row among the rows with open problems, in the order of the file.
    #[must_use]
    pub fn open_place(&self, entry: &Entry) -> OpenPlace {
        let open: Vec<Place> = self.in_file_order().filter(|entry| is_open(entry)).map(Place::of).collect();
        let here = Place::of(entry);
        let at = open.iter().position(|place| *place == here);
        OpenPlace {
            place: at.and_then(|at| u32::try_from(at + 1).ok()),
            open_rows: count(open.iter()),
            previous: open.iter().rev().find(|at| **at < here).or(open.last()).map(|at| at.position),
            next: open.iter().find(|at| **at > here).or(open.first()).map(|at| at.position),
        }
    }

    /// Returns all rows in the order of the file, then the rows added by the user.
    pub fn in_file_order(&self) -> impl Iterator<Item = &Entry> {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        if !self.is_in_file_order() {
            entries.sort_by_key(|entry| Place::of(entry));
        }
        entries.into_iter()
    }

    /// Positions follow the order of the file until a skipped row is restored.
    fn is_in_file_order(&self) -> bool {
        self.entries.is_sorted_by_key(|entry| entry.row.source.origin)
    }
}

const FILE_ORDER: RowSort = RowSort { by: SortBy::Row, direction: Direction::Ascending };

/// The place of a row among all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    origin: RowOrigin,
    position: u32,
}

impl Place {
    fn of(entry: &Entry) -> Self {
        Self { origin: entry.row.source.origin, position: entry.row.position }
    }
}

/// The sort key of a row. A missing value sorts before any other.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Nothing,
    Origin(RowOrigin),
    Text(String),
    Money(Currency, i64),
    Rank(u8),
}

impl Key {
    fn of(entry: &Entry, by: SortBy) -> Self {
        let recipient = &entry.recipient;
        let text = |text: Option<&str>| text.map_or(Self::Nothing, |text| Self::Text(text.to_lowercase()));
        match by {
            SortBy::Row => Self::Origin(entry.row.source.origin),
            SortBy::Name => text(recipient.name.as_deref()),
            SortBy::AccountNumber => text(recipient.account_number.as_deref()),
            SortBy::BankName => text(recipient.bank_name.as_deref()),
            SortBy::Narration => text(recipient.narration.as_deref()),
            SortBy::Amount => {
                recipient.amount.map_or(Self::Nothing, |sum| Self::Money(sum.currency(), Money::minor(sum)))
            }
            SortBy::Holder => Self::Rank(match entry.holder() {
                Some(HolderFinding::NotFound) => 0,
                Some(HolderFinding::Differs { .. }) => 1,
                Some(HolderFinding::Close { .. }) => 2,
                None => 3,
                Some(HolderFinding::NotAvailable) => 4,
                Some(HolderFinding::Matches { .. }) => 5,
            }),
            SortBy::State => Self::Rank(match entry.state() {
                RowState::ToFix => 0,
                RowState::ToDecide => 1,
                RowState::Ready => 2,
                RowState::Excluded => 3,
            }),
        }
    }
}

/// Rows with equal keys stay in the order of the file in both directions.
fn in_order(one: &(Key, u32), other: &(Key, u32), sort: RowSort) -> Ordering {
    let keys = one.0.cmp(&other.0);
    let positions = one.1.cmp(&other.1);
    match (sort.direction, sort.by) {
        (Direction::Ascending, _) => keys.then(positions),
        (Direction::Descending, SortBy::Row) => keys.then(positions).reverse(),
        (Direction::Descending, _) => keys.reverse().then(positions),
    }
}

fn widen(figure: u32) -> usize {
    usize::try_from(figure).unwrap_or(usize::MAX)
}

fn is_open(entry: &Entry) -> bool {
    matches!(entry.state(), RowState::ToFix | RowState::ToDecide)
}

fn lets_through(entry: &Entry, filter: &RowFilter, text: Option<&str>) -> bool {
    filter.problem.is_none_or(|code| entry.has_open(code))
        && filter.group.is_none_or(|group| belongs(entry, group))
        && filter
            .bank
            .as_deref()
            .is_none_or(|bank| entry.recipient.bank_code.as_deref().unwrap_or("") == bank)
        && text.is_none_or(|text| mentions(entry, text))
}

fn belongs(entry: &Entry, group: RowGroup) -> bool {
    match group {
        RowGroup::Ready => entry.state() == RowState::Ready,
        RowGroup::ToFix => entry.state() == RowState::ToFix,
        RowGroup::ToDecide => entry.state() == RowState::ToDecide,
        RowGroup::Open => is_open(entry),
        RowGroup::Excluded => entry.row.excluded,
        RowGroup::Edited => !entry.row.excluded && !entry.row.edits.is_empty(),
        RowGroup::Accepted => entry.is_accepted(),
        RowGroup::Added => entry.row.source.origin == RowOrigin::Added,
    }
}

fn mentions(entry: &Entry, text: &str) -> bool {
    let RecipientDraft { name, account_number, bank_name, narration, reference, .. } = &entry.recipient;
    [name, account_number, bank_name, narration, reference]
        .into_iter()
        .flatten()
        .any(|value| value.to_lowercase().contains(text))
}
