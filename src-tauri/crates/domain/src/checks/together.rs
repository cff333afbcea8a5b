//! Rows against each other: who would be paid twice. Warnings only, the user decides.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{BuildHasher, Hash, RandomState},
};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use smallvec::SmallVec;

use super::{RecipientDraft, text::comparable};
use crate::{
    account::spelled_alike,
    cell::Field,
    country::Country,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// Rows named in one problem at most; a payroll of one account on every line needs no longer list.
const ROWS_NAMED_MAX: usize = 20;

struct Member<'a> {
    index: usize,
    row: u32,
    recipient: &'a RecipientDraft,
    account: Account<'a>,
}

/// One account, however a row spells it: the country, the bank's code or else its name, the number.
type Account<'a> = (Country, Cow<'a, str>, Cow<'a, str>);

impl Member<'_> {
    /// In minor units; the currency is that of the account's country, one a group.
    fn amount(&self) -> Option<i64> {
        self.recipient.amount.map(Money::minor)
    }
}

/// Checks rows against each other: the same account twice (`duplicate_account`), with the same amount
/// (`duplicate_payment`), the same name with two accounts. Answers the index of the row and its problem; the
/// problem's `rows` are the file rows it is alike with. Excluded rows are left out by the caller.
#[must_use]
pub fn check_together<'a>(
    rows: impl IntoIterator<Item = (usize, u32, &'a RecipientDraft)>,
) -> Vec<(usize, Problem)> {
    let rows: Vec<(usize, u32, &RecipientDraft)> = rows.into_iter().collect();
    let mut duplicates = DuplicateIndex::of(rows.iter().map(|(_, _, recipient)| *recipient).enumerate());
    let found = duplicates.compare(|at| rows.get(at).map(|(_, row, recipient)| (*row, *recipient)));
    found.into_iter().filter_map(|(at, problem)| Some((rows.get(at)?.0, problem))).collect()
}

/// What two rows can have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKey {
    Account,
    Name,
}

impl DuplicateKey {
    /// What a problem says that rows share; none of a problem of a row alone.
    #[must_use]
    pub fn of_problem(code: ProblemCode) -> Option<Self> {
        if matches!(code, ProblemCode::DuplicateAccount | ProblemCode::DuplicatePayment) {
            Some(Self::Account)
        } else {
            (code == ProblemCode::NameWithTwoAccounts).then_some(Self::Name)
        }
    }
}

/// Which rows may share something, kept from one change to the next, so that a changed row is compared with its likes
/// alone instead of all with all.
#[derive(Clone, Debug, Default)]
pub struct DuplicateIndex {
    hasher: RandomState,
    /// The rows as they were at first, in the order of the hashes of what they may share.
    accounts: Vec<(u64, u32)>,
    names: Vec<(u64, u32)>,
    /// Places in which a row was put in or taken out since, with all that are there now.
    changed: BTreeMap<Place, Rows>,
    touched: BTreeSet<Place>,
}

/// What rows may share, by its hash: who is in one place is still compared.
type Place = (DuplicateKey, u64);
/// Indexes of rows. Nearly every row is alone.
type Rows = SmallVec<[u32; 2]>;

impl DuplicateIndex {
    /// The rows by index; those without an account are nobody's duplicates.
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

    /// What holds of all rows, each compared with its duplicates: their indexes and problems, in their order.
    pub fn compare<'a>(
        &mut self,
        row: impl Fn(usize) -> Option<(u32, &'a RecipientDraft)>,
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

    /// Puts a row in. Rows that are left out are not put in.
    pub fn add(&mut self, index: usize, recipient: &RecipientDraft) {
        let Ok(index) = u32::try_from(index) else { return };
        self.change(recipient, |rows| rows.push(index));
    }

    /// Takes a row out, as it was when it was put in.
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

    /// Who is in a place now.
    fn rows(&self, place: Place) -> Rows {
        if let Some(rows) = self.changed.get(&place) {
            return rows.clone();
        }
        let (shared, wanted) = place;
        let all = match shared {
            DuplicateKey::Account => &self.accounts,
            DuplicateKey::Name => &self.names,
        };
        let first = all.partition_point(|(hash, _)| *hash < wanted);
        let here = all.iter().skip(first).take_while(|(hash, _)| *hash == wanted);
        here.map(|(_, index)| *index).collect()
    }

    /// What holds now of the rows that share a place with one that was put in or taken out since the last time:
    /// their indexes, what is meant, and the problem, if there is one.
    pub fn compare_touched<'a>(
        &mut self,
        row: impl Fn(usize) -> Option<(u32, &'a RecipientDraft)>,
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

/// The hashes that more than one row has.
fn several(rows: &[(u64, u32)]) -> impl Iterator<Item = u64> {
    rows.chunk_by(|(one, _), (other, _)| one == other).filter_map(|alike| match alike {
        [(hash, _), _, ..] => Some(*hash),
        _ => None,
    })
}

/// Of the account and the name that a row may share.
fn hashes(hasher: &RandomState, recipient: &RecipientDraft) -> (Option<u64>, Option<u64>) {
    let Some(member) = member((0, 0, recipient)) else { return (None, None) };
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

/// A row that pays an account; rows without one are nobody's double.
fn member<'a>((index, row, recipient): (usize, u32, &'a RecipientDraft)) -> Option<Member<'a>> {
    let number = spelled_alike(recipient.country, recipient.account_number.as_deref()?);
    let bank: Cow<'a, str> = match (&recipient.bank_code, &recipient.bank_name) {
        (Some(code), _) => code.into(),
        (None, name) => comparable(name.as_deref().unwrap_or("")).into(),
    };
    Some(Member { index, row, recipient, account: (recipient.country, bank, number) })
}

/// Groups of two or more.
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

/// The rows of a group by something they share, each list as long as a problem may need, in file order.
fn rows_by<'m, 'a, K: Ord>(
    group: &[&'m Member<'a>],
    key: impl Fn(&'m Member<'a>) -> K,
) -> BTreeMap<K, Vec<u32>> {
    let mut rows: BTreeMap<K, Vec<u32>> = BTreeMap::new();
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
    amounts: &BTreeMap<Option<i64>, Vec<u32>>,
) -> Problem {
    let others = |rows: &mut dyn Iterator<Item = u32>| -> Vec<u32> {
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

fn two_accounts(member: &Member<'_>, accounts: &BTreeMap<&Account<'_>, Vec<u32>>) -> Option<Problem> {
    let elsewhere = accounts.iter().filter(|(account, _)| ***account != member.account);
    let mut rows: Vec<u32> =
        elsewhere.flat_map(|(_, rows)| rows.iter().copied()).take(ROWS_NAMED_MAX).collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_unstable();
    let problem = Problem::warning(ProblemCode::NameWithTwoAccounts, Field::Name);
    Some(Problem { rows, value: member.recipient.name.clone(), ..problem })
}

/// `OBI, Ada` and `Ada Obi` are one name.
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
