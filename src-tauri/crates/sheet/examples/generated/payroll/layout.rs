//! Chooses the columns of a payroll and their headings.

use std::collections::BTreeSet;

use super::{
    kinds::{self, Kind},
    places::{Account, Language, Place},
};

#[derive(Clone, Debug)]
pub struct Column {
    pub kind: Kind,
    pub heading: String,
}

/// Why a question about a file is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deserved {
    /// A later column is the sum of the net pay and another one.
    Sum,
    /// A heading has a wrong letter.
    Misspelt,
    /// The heading of the amount or account has an unknown word.
    UnknownWord,
    /// A column beside the right one has an unknown word in its heading.
    UnknownBeside,
    OtherSheet,
    OtherTable,
    /// A small table on the right has a column of banks too.
    TableBeside,
    NoHeadings,
    /// The total leaves out the people who are not to be paid.
    OtherTotal,
    /// The heading of what is paid says that it is in thousands.
    Thousands,
    /// Two columns make up what is paid.
    Split,
}

pub struct Layout {
    pub columns: Vec<Column>,
    pub deserves: BTreeSet<Deserved>,
}

/// Columns that offices add, each in one file of so many.
const OTHERS: &[(Kind, u8)] = &[
    (Kind::StaffNo, 2),
    (Kind::Gross, 3),
    (Kind::Basic, 4),
    (Kind::Tax, 3),
    (Kind::Pension, 5),
    (Kind::Allowance, 5),
    (Kind::Deduction, 5),
    (Kind::PreviousNet, 10),
    (Kind::YearToDate, 12),
    (Kind::Hours, 12),
    (Kind::Rate, 12),
    (Kind::Percentage, 14),
    (Kind::Grade, 8),
    (Kind::RoleNumber, 14),
    (Kind::Joined, 8),
    (Kind::NationalId, 8),
    (Kind::TaxId, 10),
    (Kind::Phone, 6),
    (Kind::Email, 8),
    (Kind::CompanyAccount, 12),
    (Kind::LedgerAccount, 14),
    (Kind::Department, 4),
    (Kind::Days, 8),
    (Kind::Narration, 3),
    (Kind::Remarks, 4),
    (Kind::Reference, 8),
    (Kind::Currency, 8),
    (Kind::Country, 14),
    (Kind::PayDate, 14),
    (Kind::StopFlag, 20),
    (Kind::PayFlag, 30),
    (Kind::Mode, 25),
    (Kind::StrangeSum, 30),
    (Kind::StrangeNumber, 30),
];
/// Kinds of sums, beside which the heading of the amount says that it is the net.
const SUMS: [Kind; 6] =
    [Kind::Gross, Kind::Basic, Kind::Tax, Kind::Pension, Kind::Allowance, Kind::Deduction];
/// One payroll of so many has a column made of the net pay and another one.
const SUM_IN: u8 = 14;
const UNKNOWN_WORD_IN: u8 = 30;

pub fn layout(rng: &mut fastrand::Rng, place: &Place) -> Layout {
    let mut deserves = BTreeSet::new();
    let mut kinds = kinds_of(rng, place);
    let is_strange = |kind: &Kind| matches!(kind, Kind::StrangeSum | Kind::StrangeNumber);
    if kinds.iter().any(is_strange) {
        deserves.insert(Deserved::UnknownBeside);
    }
    if rng.bool() {
        rng.shuffle(&mut kinds);
    }
    if rng.u8(..SUM_IN) == 0 {
        deserves.insert(Deserved::Sum);
        let at = kinds.iter().position(|kind| *kind == Kind::Paid).unwrap_or(0);
        kinds.splice(at..at, [Kind::NetBefore, Kind::Arrears]);
    }
    if rng.u8(..3) == 0 {
        kinds.insert(0, Kind::Serial);
    }
    if rng.u8(..8) == 0 {
        kinds.insert(rng.usize(..=kinds.len()), Kind::Blank);
    }
    let is_other_language = rng.u8(..10) == 0;
    let is_french = (place.language == Language::French) != is_other_language;
    let language = if is_french { Language::French } else { Language::English };
    let mut headings = Headings { rng, place, language, kinds: &kinds, unknown: None };
    if headings.rng.u8(..UNKNOWN_WORD_IN) == 0 {
        deserves.insert(Deserved::UnknownWord);
        headings.unknown = headings.rng.choice([Kind::Account, Kind::Paid]);
    }
    let columns = kinds.iter().map(|kind| Column { kind: *kind, heading: headings.of(*kind) });
    Layout { columns: columns.collect(), deserves }
}

/// Returns the kinds of columns, in the order in which most offices have them.
fn kinds_of(rng: &mut fastrand::Rng, place: &Place) -> Vec<Kind> {
    let mut kinds = match rng.u8(..8) {
        0 => vec![Kind::FamilyName, Kind::GivenName],
        1 => vec![Kind::GivenName, Kind::FamilyName],
        _ => vec![Kind::Name],
    };
    let has_code = place.has_codes && rng.u8(..3) == 0;
    kinds.extend([Kind::Account, if has_code { Kind::BankCode } else { Kind::Bank }]);
    if has_code && rng.u8(..4) == 0 {
        kinds.push(Kind::Bank);
    }
    // A register has many columns, a list of payments few.
    let is_register = rng.u8(..3) == 0;
    let others = OTHERS.iter().filter(|(kind, of)| {
        let of = if is_register && !super::is_strange(*kind) { (of / 2).max(1) } else { *of };
        rng.u8(..of) == 0
    });
    let others: Vec<Kind> = others.map(|(kind, _)| *kind).collect();
    let is_before = |kind: &Kind| SUMS.contains(kind) || matches!(kind, Kind::StaffNo | Kind::Department);
    kinds.extend(others.iter().copied().filter(is_before));
    kinds.push(Kind::Paid);
    kinds.extend(others.iter().copied().filter(|kind| !is_before(kind)));
    kinds
}

struct Headings<'a> {
    rng: &'a mut fastrand::Rng,
    place: &'a Place,
    /// Perhaps not that of the office: banks hand out templates.
    language: Language,
    kinds: &'a [Kind],
    /// The kind of column with an unknown word in its heading.
    unknown: Option<Kind>,
}

impl Headings<'_> {
    fn of(&mut self, kind: Kind) -> String {
        let language = self.language;
        let mut choices = kinds::headings(kind, language).to_vec();
        let has = |kind: &Kind| self.kinds.contains(kind);
        if kind == Kind::Paid && has(&Kind::NetBefore) {
            choices = kinds::of(kinds::PAYABLE, language).to_vec();
        } else if kind == Kind::Paid && !SUMS.iter().any(has) {
            choices.extend(kinds::of(kinds::AMOUNT, language));
        }
        let is_wallet = matches!(self.place.account, Account::Mobile { .. });
        if kind == Kind::Account && is_wallet {
            choices = kinds::of(kinds::MOBILE, language).to_vec();
        }
        // Of two telephone numbers nobody knows which one has the wallet.
        if kind == Kind::Account && is_wallet && has(&Kind::Phone) {
            choices.retain(|heading| is_of_money(heading));
        }
        let mut text = self.rng.choice(choices).unwrap_or_default().to_owned();
        if self.unknown == Some(kind) {
            let word = self.rng.choice(kinds::of(kinds::UNKNOWN, language)).copied().unwrap_or_default();
            text = match language {
                Language::English => format!("{word} {text}"),
                Language::French => format!("{text} {word}"),
            };
        }
        if kind == Kind::Paid && self.rng.u8(..5) == 0 {
            let currency = self.rng.choice(self.place.currency).copied().unwrap_or_default();
            text = format!("{text} ({currency})");
        }
        match self.rng.u8(..8) {
            0 => text.to_uppercase(),
            1 if !text.is_empty() => format!("{text}:"),
            2 => text.replace(' ', "_"),
            _ => text,
        }
    }
}

fn is_of_money(heading: &str) -> bool {
    ["money", "momo", "wallet"].into_iter().any(|word| heading.to_lowercase().contains(word))
}
