//! Rows against each other: who would be paid twice. Warnings only, the user decides.

use std::collections::{BTreeMap, HashMap};

use super::{RecipientDraft, text::comparable};
use crate::{
    account::spelled_alike,
    cell::Field,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// Rows named in one problem at most; a payroll of one account on every line needs no longer list.
const ROWS_NAMED_MAX: usize = 20;

struct Member<'a> {
    index: usize,
    row: u32,
    recipient: &'a RecipientDraft,
    account: String,
}

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
    let members: Vec<Member<'a>> = rows.into_iter().filter_map(member).collect();
    let mut problems = Vec::new();
    for group in groups_by(&members, |member| Some(member.account.clone())) {
        let amounts = rows_by(&group, Member::amount);
        problems.extend(group.iter().map(|member| (member.index, same_account(member, &group, &amounts))));
    }
    let names = groups_by(&members, |member| member.recipient.name.as_deref().and_then(name_key));
    for group in names {
        let accounts = rows_by(&group, |member| member.account.as_str());
        problems
            .extend(group.iter().filter_map(|member| Some((member.index, two_accounts(member, &accounts)?))));
    }
    problems.sort_by_key(|(index, problem)| (*index, problem.code));
    problems
}

/// A row that pays an account; rows without one are nobody's double.
fn member<'a>((index, row, recipient): (usize, u32, &'a RecipientDraft)) -> Option<Member<'a>> {
    let number = spelled_alike(recipient.country, recipient.account_number.as_deref()?);
    let bank = match (&recipient.bank_code, &recipient.bank_name) {
        (Some(code), _) => code.clone(),
        (None, name) => comparable(name.as_deref().unwrap_or("")),
    };
    Some(Member { index, row, recipient, account: format!("{} {bank} {number}", recipient.country) })
}

/// Groups of two or more, in the order of their first member.
fn groups_by<'m, 'a>(
    members: &'m [Member<'a>],
    key: impl Fn(&Member<'a>) -> Option<String>,
) -> Vec<Vec<&'m Member<'a>>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<&'m Member<'a>>> = Vec::new();
    for member in members {
        let Some(key) = key(member) else { continue };
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(member),
            None => groups.push(vec![member]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
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

fn two_accounts(member: &Member<'_>, accounts: &BTreeMap<&str, Vec<u32>>) -> Option<Problem> {
    let elsewhere = accounts.iter().filter(|(account, _)| **account != member.account);
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
    let mut words: Vec<&str> = compared.split(' ').collect();
    words.sort_unstable();
    Some(words.join(" ")).filter(|key| !key.is_empty())
}
