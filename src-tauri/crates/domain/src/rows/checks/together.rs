//! Compares rows with each other to find people who would be paid twice. It only adds warnings; the user decides.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{BuildHasher, Hash, RandomState},
};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use smallvec::SmallVec;

use super::{recipient::RecipientDraft, text::comparable};
use crate::{
    banks::{account::comparison_key, country::Country},
    money::Money,
    rows::{
        cell::Field,
        problem::{Problem, ProblemCode},
        source_row::RowOrigin,
    },
};

/// Maximum number of rows that one problem names. If every row pays one account, no longer list is needed.
const ROWS_NAMED_MAX: usize = 20;

struct Member<'a> {
    index: usize,
    row: RowOrigin,
    recipient: &'a RecipientDraft,
    account: Account<'a>,
}

/// One account, independent of its spelling in a row: the country, the bank's code or otherwise its name, and the
/// number.
type Account<'a> = (Country, Cow<'a, str>, Cow<'a, str>);

impl Member<'_> {
    /// In minor units. The currency is that of the account's country, so all rows of a group have the same one.
    fn amount(&self) -> Option<i64> {
        self.recipient.amount.map(Money::minor)
    }
}

/// Checks rows against each other: the same account twice (`duplicate_account`), with the same amount
/// (`duplicate_payment`), and the same name with two accounts. Returns the index of each such row and its problem.
/// The problem's `rows` are those of its duplicates. The caller omits excluded rows.
#[must_use]
pub fn check_together<'a>(
    rows: impl IntoIterator<Item = (usize, RowOrigin, &'a RecipientDraft)>,
) -> Vec<(usize, Problem)> {
    let rows: Vec<(usize, RowOrigin, &RecipientDraft)> = rows.into_iter().collect();
    let mut duplicates = DuplicateIndex::of(rows.iter().map(|(_, _, recipient)| *recipient).enumerate());
    let found = duplicates.compare(|at| rows.get(at).map(|(_, row, recipient)| (*row, *recipient)));
    found.into_iter().filter_map(|(at, problem)| Some((rows.get(at)?.0, problem))).collect()
}

/// The value that two rows can share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKey {
    Account,
    Name,
}

impl DuplicateKey {
    /// Returns the kind of value that a problem reports as shared; none for a problem of a single row.
    #[must_use]
    pub fn of_problem(code: ProblemCode) -> Option<Self> {
        if matches!(code, ProblemCode::DuplicateAccount | ProblemCode::DuplicatePayment) {
            Some(Self::Account)
        } else {
            (code == ProblemCode::NameWithTwoAccounts).then_some(Self::Name)
        }
    }
}

/// An index of rows that may share an account or a name. It is updated with every change, so that a changed row is
/// compared only with its possible duplicates and not with all rows.
#[derive(Clone, Debug, Default)]
pub struct DuplicateIndex {
    hasher: RandomState,
    /// The rows as they were at first, sorted by the hashes of the values that they may share.
    accounts: Vec<(u64, u32)>,
    names: Vec<(u64, u32)>,
    /// Keys for which a row was added or removed since, each with all rows that it has now.
    changed: BTreeMap<Place, Rows>,
    touched: BTreeSet<Place>,
}

/// A kind of shared value and its hash. Rows with the same key are still compared, because hashes may collide.
type Place = (DuplicateKey, u64);
/// Indexes of rows. Nearly every key has a single row.
type Rows = SmallVec<[u32; 2]>;

impl DuplicateIndex {
    /// Creates the index from rows by their index. Rows without an account have no duplicates.
    #[must_use]
    pub fn of<'a>(rows: impl IntoIterator<Item = (usize, &'a RecipientDraft)>) -> Self {
        let rows: Vec<(usize, &RecipientDraft)> = rows.into_iter().collect();
        let mut duplicates = Self::default();
        let hashes: Vec<_> = rows.par_iter().map(|(_, of)| hashes(&duplicates.hasher, of)).collect();
        let indexes = || rows.iter().map(|(index, _)| u32::try_from(*index).ok());
        let accounts = hashes.iter().zip(indexes()).filter_map(|((account, _), at)| Some(((*account)?, at?)));
        let names = hashes.iter().zip(indexes()).filter_map(|((_, name), at)| Some(((*name)?, at?)));
        (duplicates.accounts, duplicates.names) =
            rayon::join(|| sorted(accounts.collect()), || sorted(names.collect()));
        duplicates
    }

    /// Compares all rows with their possible duplicates. Returns row indexes and problems, in row order.
    pub fn compare<'a>(
        &mut self,
        row: impl Fn(usize) -> Option<(RowOrigin, &'a RecipientDraft)>,
    ) -> Vec<(usize, Problem)> {
        let accounts = several(&self.accounts).map(|hash| (DuplicateKey::Account, hash));
        self.touched.extend(accounts.chain(several(&self.names).map(|hash| (DuplicateKey::Name, hash))));
        self.touched.extend(self.changed.keys());
        let found = self.compare_touched(row).into_iter();
        let mut problems: Vec<(usize, Problem)> =
            found.filter_map(|(index, _, problem)| Some((index, problem?))).collect();
        problems.sort_by_key(|(index, problem)| (*index, problem.code));
        problems
    }

    /// Adds a row. Excluded rows are not added.
    pub fn add(&mut self, index: usize, recipient: &RecipientDraft) {
        let Ok(index) = u32::try_from(index) else { return };
        self.change(recipient, |rows| rows.push(index));
    }

    /// Removes a row. `recipient` must be the same as when it was added.
    pub fn remove(&mut self, index: usize, recipient: &RecipientDraft) {
        let Ok(index) = u32::try_from(index) else { return };
        self.change(recipient, |rows| rows.retain(|other| *other != index));
    }

    fn change(&mut self, recipient: &RecipientDraft, change: impl Fn(&mut Rows)) {
        let (account, name) = hashes(&self.hasher, recipient);
        let account = account.map(|hash| (DuplicateKey::Account, hash));
        for place in account.into_iter().chain(name.map(|hash| (DuplicateKey::Name, hash))) {
            if !self.changed.contains_key(&place) {
                self.changed.insert(place, self.rows(place));
            }
            self.changed.get_mut(&place).into_iter().for_each(&change);
            self.touched.insert(place);
        }
    }

    /// Returns the rows that a key has now.
    fn rows(&self, place: Place) -> Rows {
        if let Some(rows) = self.changed.get(&place) {
            return rows.clone();
        }
        let (shared, key) = place;
        let all = match shared {
            DuplicateKey::Account => &self.accounts,
            DuplicateKey::Name => &self.names,
        };
        let first = all.partition_point(|(hash, _)| *hash < key);
        let here = all.iter().skip(first).take_while(|(hash, _)| *hash == key);
        here.map(|(_, index)| *index).collect()
    }

    /// Compares the rows that share a key with a row that was added or removed since the last call. Returns their
    /// indexes, the kind of shared value, and the problem, if there is one.
    pub fn compare_touched<'a>(
        &mut self,
        row: impl Fn(usize) -> Option<(RowOrigin, &'a RecipientDraft)>,
    ) -> Vec<(usize, DuplicateKey, Option<Problem>)> {
        let mut found = Vec::new();
        for place in std::mem::take(&mut self.touched) {
            let mut indexes = self.rows(place);
            indexes.sort_unstable();
            let rows = indexes.iter().filter_map(|index| usize::try_from(*index).ok());
            let rows = rows.filter_map(|index| row(index).map(|(number, of)| (index, number, of)));
            let members: Vec<Member<'_>> = rows.filter_map(member).collect();
            let (shared, _) = place;
            let problems = match shared {
                DuplicateKey::Account => of_accounts(&members),
                DuplicateKey::Name => of_names(&members),
            };
            let mut problems: HashMap<usize, Problem> = problems.into_iter().collect();
            found.extend(members.iter().map(|of| (of.index, shared, problems.remove(&of.index))));
        }
        found
    }
}

fn sorted(mut rows: Vec<(u64, u32)>) -> Vec<(u64, u32)> {
    rows.sort_unstable();
    rows
}

/// Returns the hashes that more than one row has.
fn several(rows: &[(u64, u32)]) -> impl Iterator<Item = u64> {
    rows.chunk_by(|(one, _), (other, _)| one == other).filter_map(|alike| match alike {
        [(hash, _), _, ..] => Some(*hash),
        _ => None,
    })
}

/// Returns the hashes of the account and of the name that a row may share.
fn hashes(hasher: &RandomState, recipient: &RecipientDraft) -> (Option<u64>, Option<u64>) {
    let Some(member) = member((0, RowOrigin::Added, recipient)) else { return (None, None) };
    let name = recipient.name.as_deref().and_then(name_key);
    (Some(hasher.hash_one(&member.account)), name.map(|name| hasher.hash_one(&name)))
}

fn of_accounts(members: &[Member<'_>]) -> Vec<(usize, Problem)> {
    let mut problems = Vec::new();
    for group in groups_by(members, |member| Some(&member.account)) {
        let amounts = rows_by(&group, Member::amount);
        problems.extend(group.iter().map(|member| (member.index, same_account(member, &group, &amounts))));
    }
    problems
}

fn of_names(members: &[Member<'_>]) -> Vec<(usize, Problem)> {
    let mut problems = Vec::new();
    for group in groups_by(members, |member| member.recipient.name.as_deref().and_then(name_key)) {
        let accounts = rows_by(&group, |member| &member.account);
        problems
            .extend(group.iter().filter_map(|member| Some((member.index, two_accounts(member, &accounts)?))));
    }
    problems
}

/// Returns the row as a member; none for rows without an account, which have no duplicates.
fn member<'a>((index, row, recipient): (usize, RowOrigin, &'a RecipientDraft)) -> Option<Member<'a>> {
    let number = comparison_key(recipient.country, recipient.account_number.as_deref()?);
    let bank: Cow<'a, str> = match (&recipient.bank_code, &recipient.bank_name) {
        (Some(code), _) => code.into(),
        (None, name) => comparable(name.as_deref().unwrap_or("")).into(),
    };
    Some(Member { index, row, recipient, account: (recipient.country, bank, number) })
}

/// Returns groups of two or more rows.
fn groups_by<'m, 'a, K: Hash + Eq>(
    members: &'m [Member<'a>],
    key: impl Fn(&'m Member<'a>) -> Option<K>,
) -> impl Iterator<Item = Vec<&'m Member<'a>>> {
    let mut groups: HashMap<K, Vec<&'m Member<'a>>> = HashMap::new();
    for member in members {
        if let Some(key) = key(member) {
            groups.entry(key).or_default().push(member);
        }
    }
    groups.into_values().filter(|group| group.len() > 1)
}

/// Returns the rows of a group by a shared value, in file order. Each list is only as long as a problem may need.
fn rows_by<'m, 'a, K: Ord>(
    group: &[&'m Member<'a>],
    key: impl Fn(&'m Member<'a>) -> K,
) -> BTreeMap<K, Vec<RowOrigin>> {
    let mut rows: BTreeMap<K, Vec<RowOrigin>> = BTreeMap::new();
    for member in group {
        let named = rows.entry(key(member)).or_default();
        if named.len() <= ROWS_NAMED_MAX {
            named.push(member.row);
        }
    }
    rows
}

fn same_account(
    member: &Member<'_>,
    group: &[&Member<'_>],
    amounts: &BTreeMap<Option<i64>, Vec<RowOrigin>>,
) -> Problem {
    let others = |rows: &mut dyn Iterator<Item = RowOrigin>| -> Vec<RowOrigin> {
        rows.filter(|row| *row != member.row).take(ROWS_NAMED_MAX).collect()
    };
    let alike = amounts.get(&member.amount()).filter(|rows| rows.len() > 1 && member.amount().is_some());
    let (code, rows) = match alike {
        Some(rows) => (ProblemCode::DuplicatePayment, others(&mut rows.iter().copied())),
        None => (ProblemCode::DuplicateAccount, others(&mut group.iter().map(|other| other.row))),
    };
    let problem = Problem::warning(code, Field::AccountNumber);
    Problem { rows, value: member.recipient.account_number.clone(), ..problem }
}

fn two_accounts(member: &Member<'_>, accounts: &BTreeMap<&Account<'_>, Vec<RowOrigin>>) -> Option<Problem> {
    let elsewhere = accounts.iter().filter(|(account, _)| ***account != member.account);
    let mut rows: Vec<RowOrigin> =
        elsewhere.flat_map(|(_, rows)| rows.iter().copied()).take(ROWS_NAMED_MAX).collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_unstable_by_key(|row| row.number());
    let problem = Problem::warning(ProblemCode::NameWithTwoAccounts, Field::Name);
    Some(Problem { rows, value: member.recipient.name.clone(), ..problem })
}

/// Returns a key that is the same for `OBI, Ada` and `Ada Obi`.
fn name_key(name: &str) -> Option<String> {
    let compared = comparable(name);
    let words = compared.split(' ');
    if words.clone().is_sorted() {
        return Some(compared).filter(|key| !key.is_empty());
    }
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    Some(words.join(" ")).filter(|key| !key.is_empty())
}
