//! Finds the bank of a row by its code, its name or both. If code and name disagree, nothing is decided here: the
//! user decides.

use super::row_parser::{RowParser, TEXT_CHARS_MAX, cleaned_text};
use crate::{
    banks::{
        account::{MobileNumber, is_digits, mobile_number, nuban_agrees},
        bank::{Bank, BankDirectory, BankKind, BankMatch, BranchMatch, FormerBank, sort_code_digits},
        country::Country,
    },
    rows::{
        cell::Field,
        problem::{Problem, ProblemCode, Severity},
        source_row::SourceRow,
    },
};

/// Codes lose leading zeros in number cells. The codes of Nigerian banks have three digits.
const SHORT_CODE_DIGITS: usize = 3;
/// Number of digits of the shortest account beside its bank in one cell.
const ACCOUNT_DIGITS_MIN: usize = 6;

/// The bank that a row names.
pub(super) struct BankReading<'a> {
    pub found: Option<&'a Bank>,
    /// The directory's name of the found bank, otherwise the file's.
    pub name: Option<String>,
    /// The branch that the bank's code names, where it is a branch's sort code.
    pub branch: Option<String>,
}

impl<'a> RowParser<'a> {
    pub(super) fn bank(&mut self, country: Country) -> BankReading<'a> {
        let name = self.short_text(Field::BankName, TEXT_CHARS_MAX);
        let code = self.short_text(Field::BankCode, TEXT_CHARS_MAX);
        let found = match (code.as_deref(), name.as_deref()) {
            (None, None) => {
                let likely = likely_bank(self.row, country, self.context.directory);
                let problem = Problem::error(ProblemCode::BankMissing, Field::BankName);
                self.problems.push(Problem { suggestion: likely.map(|bank| bank.code.clone()), ..problem });
                None
            }
            (None, Some(name)) => self.named_bank(country, name, Field::BankName),
            (Some(code), None) => self.coded_bank(country, code, None),
            (Some(code), Some(name)) => self.agreed_bank(country, code, name),
        };
        let branch = code.and_then(|code| self.branch_in(found?, &code));
        BankReading { found, name: found.map(|bank| bank.name.clone()).or(name), branch }
    }

    /// Returns the branch of a sort code that names the found bank. A bank's own code names no branch.
    fn branch_in(&self, found: &Bank, code: &str) -> Option<String> {
        let directory = self.context.directory;
        if directory.by_code(found.country, code).is_some() {
            return None;
        }
        let named = directory.by_sort_code(found.country, code)?;
        (named.bank == found).then_some(named.branch)
    }

    /// Returns the branch. Adds a warning if the bank's country has branches and the row names none, or one that is not
    /// on the service's list (interface, "Branch List": some destinations require it; the interface does not list them,
    /// but Ghana's are known to).
    pub(super) fn branch(&mut self, bank: &BankReading<'_>) -> Option<String> {
        let own = self.short_text(Field::BranchCode, TEXT_CHARS_MAX);
        if let (Some(code), Some(bank)) = (&own, bank.found.filter(|bank| bank.kind == BankKind::Bank)) {
            self.compare_branch(bank, code);
        }
        let code = own.or_else(|| bank.branch.clone());
        match (code, bank.found.filter(|bank| bank.may_want_branch()), self.text(Field::BranchName)) {
            (Some(code), _, _) => Some(code),
            (None, Some(bank), Some(name)) => self.named_branch(bank, &name),
            (None, Some(_), None) => {
                self.problems.push(Problem::warning(ProblemCode::BranchMissing, Field::BranchCode));
                None
            }
            (None, None, _) => None,
        }
    }

    /// Returns the code of the branch that a row names. A name that is no branch's is a decision: without a branch, the
    /// service may refuse the payment.
    fn named_branch(&mut self, bank: &Bank, name: &str) -> Option<String> {
        let near = match self.context.directory.branch(bank, name) {
            BranchMatch::One(branch) => return Some(branch.code.clone()),
            BranchMatch::None(near) => near.map(|branch| branch.code.clone()),
            BranchMatch::NoList => None,
        };
        let problem = Problem::warning(ProblemCode::BranchUnknown, Field::BranchName).value(name);
        self.problems.push(Problem { suggestion: near, ..problem });
        None
    }

    /// Adds a warning if the branch belongs to another bank: one of the two is wrong.
    fn compare_branch(&mut self, bank: &Bank, code: &str) {
        let of_other = |named: &Bank| named != bank;
        let named = self.context.directory.by_sort_code(bank.country, code).map(|sort_code| sort_code.bank);
        if named.is_some_and(of_other) {
            self.problems.push(Problem::warning(ProblemCode::BankConflict, Field::BranchCode).value(code));
        }
    }

    fn named_bank(&mut self, country: Country, name: &str, field: Field) -> Option<&'a Bank> {
        let confirmed = self.confirmed_bank(country, name, field);
        if confirmed.is_some() {
            return confirmed;
        }
        if let Some(former) = self.context.directory.former(country, name) {
            self.problems.push(taken_over(field, name, former));
            return None;
        }
        let problem = match self.context.directory.find(country, name) {
            BankMatch::One(bank) => return Some(bank),
            BankMatch::Several(_) => Problem::error(ProblemCode::BankAmbiguous, field).value(name),
            BankMatch::None(nearest) => unknown(field, name, nearest),
        };
        self.problems.push(problem);
        None
    }

    /// Returns the bank that was confirmed for a text which needs that, with a note: the user sees it and can choose
    /// another one.
    fn confirmed_bank(&mut self, country: Country, text: &str, field: Field) -> Option<&'a Bank> {
        let directory = self.context.directory;
        let bank =
            directory.confirmed(country, text).filter(|_| directory.needs_confirmation(country, text))?;
        self.add(Severity::Note, Problem::warning(ProblemCode::BankAsConfirmed, field).value(text));
        Some(bank)
    }

    /// Finds a bank by its code. A code column that contains names is searched by name. `named` is the bank that the
    /// name column gives.
    fn coded_bank(&mut self, country: Country, code: &str, named: Option<&'a Bank>) -> Option<&'a Bank> {
        let found = self.by_any_code(country, code);
        if found.is_some() {
            return found;
        }
        if named.is_none() && code.chars().any(char::is_alphabetic) {
            return self.named_bank(country, code, Field::BankCode);
        }
        if named.is_none() {
            let confirmed = self.confirmed_bank(country, code, Field::BankCode);
            if confirmed.is_some() {
                return confirmed;
            }
        }
        if let Some(former) = self.context.directory.former(country, code)
            && named.is_none_or(|named| named == former.successor)
        {
            self.problems.push(taken_over(Field::BankCode, code, former));
            return None;
        }
        let meant = named.or_else(|| self.likely_code(country, code));
        self.problems.push(unknown(Field::BankCode, code, meant));
        None
    }

    fn agreed_bank(&mut self, country: Country, code: &str, name: &str) -> Option<&'a Bank> {
        let directory = self.context.directory;
        // The code decides: a former name beside the successor's code is no question.
        let former = directory.former(country, name);
        let by_name =
            former.map_or_else(|| directory.find(country, name), |former| BankMatch::One(former.successor));
        let by_code = self.by_any_code(country, code);
        let Some(coded) = by_code else {
            let named = if let BankMatch::One(bank) = by_name { Some(bank) } else { None };
            let likely = self.likely_code(country, code);
            if let Some(former) = former
                && likely.is_none_or(|likely| likely == former.successor)
            {
                self.problems.push(taken_over(Field::BankName, name, former));
                return None;
            }
            return match (named, likely) {
                (Some(named), Some(likely)) if named != likely => self.conflict(code, named),
                (named, _) => self.coded_bank(country, code, named),
            };
        };
        match by_name {
            BankMatch::One(named) if named != coded => self.conflict(code, named),
            BankMatch::Several(named) if !named.contains(&coded) => {
                self.problems.push(Problem::error(ProblemCode::BankConflict, Field::BankCode).value(code));
                None
            }
            BankMatch::One(_) | BankMatch::Several(_) => Some(coded),
            BankMatch::None(_) => {
                // The code alone decides, but it could not be compared with the name.
                self.add(Severity::Note, unknown(Field::BankName, name, Some(coded)));
                Some(coded)
            }
        }
    }

    fn conflict(&mut self, code: &str, named: &Bank) -> Option<&'a Bank> {
        let problem = Problem::error(ProblemCode::BankConflict, Field::BankCode).value(code);
        self.problems.push(problem.suggestion(&named.code));
        None
    }

    /// Returns the bank of a bank's own code, or of a branch's sort code.
    fn by_any_code(&self, country: Country, code: &str) -> Option<&'a Bank> {
        let directory = self.context.directory;
        let own = directory.by_code(country, code);
        own.or_else(|| directory.by_sort_code(country, code).map(|sort_code| sort_code.bank))
    }

    /// Returns the bank of a code that lost its leading zeros.
    fn likely_code(&self, country: Country, code: &str) -> Option<&'a Bank> {
        let code = code.strip_suffix(".0").unwrap_or(code).replace(['-', ' '], "");
        if !is_digits(&code) {
            return None;
        }
        let directory = self.context.directory;
        let longest =
            directory.in_country(country).map(|bank| bank.code.len()).max().unwrap_or(SHORT_CODE_DIGITS);
        let mut widths = SHORT_CODE_DIGITS.min(code.len())..=longest;
        let padded = widths.find_map(|width| directory.by_code(country, &format!("{code:0>width$}")));
        padded.or_else(|| {
            let digits = sort_code_digits(country).filter(|digits| code.len() + 1 == *digits)?;
            directory.by_sort_code(country, &format!("{code:0>digits$}")).map(|sort_code| sort_code.bank)
        })
    }
}

/// Returns the bank that the rest of the file gives to a row without one: the bank beside the account in its cell
/// (`3021145077 First Bank`), that of a title, or the only wallet of the country for a mobile number. None if the check
/// digit of the account is not the bank's.
#[must_use]
pub fn likely_bank<'d>(row: &SourceRow, country: Country, directory: &'d BankDirectory) -> Option<&'d Bank> {
    let account = cleaned_text(row, Field::AccountNumber)?;
    let parts = AccountAndBank::of(&account, country, directory);
    let digits = parts.as_ref().map_or(account.as_str(), |parts| parts.account);
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let titled = || match directory.find(country, row.likely_bank.as_deref()?) {
        BankMatch::One(bank) => Some(bank),
        BankMatch::Several(_) | BankMatch::None(_) => None,
    };
    let wallet = || {
        let is_mobile =
            matches!(mobile_number(country, &digits), MobileNumber::International | MobileNumber::Local(_));
        if is_mobile { only_wallet(country, directory) } else { None }
    };
    let likely = parts.map(|parts| parts.bank).or_else(titled).or_else(wallet)?;
    let is_other_banks = country == Country::NG && nuban_agrees(&likely.code, &digits) == Some(false);
    (!is_other_banks).then_some(likely)
}

/// Returns the wallet of a country that has no other: a mobile number can be paid in no other way.
fn only_wallet(country: Country, directory: &BankDirectory) -> Option<&Bank> {
    let mut wallets = directory.in_country(country).filter(|bank| bank.kind == BankKind::MobileMoney);
    wallets.next().filter(|_| wallets.next().is_none())
}

/// An account and its bank in one cell.
pub(super) struct AccountAndBank<'t, 'd> {
    pub account: &'t str,
    bank: &'d Bank,
}

impl<'t, 'd> AccountAndBank<'t, 'd> {
    /// Splits `3021145077 First Bank` or `First Bank - 3021145077`; none if the words are not those of one bank.
    pub fn of(text: &'t str, country: Country, directory: &'d BankDirectory) -> Option<Self> {
        let is_separator = |c: char| c.is_whitespace() || "-\u{2013}/,;:|()".contains(c);
        let ends = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let starts = text.find(|c: char| c.is_ascii_digit())?;
        let after = text.find(char::is_alphabetic)?;
        let (account, words) = if after > starts {
            (text.get(..after)?, text.get(after..)?)
        } else {
            let letters = text.rfind(char::is_alphabetic)?;
            let behind = letters + text.get(letters..)?.chars().next()?.len_utf8();
            (text.get(behind..ends)?, text.get(..behind)?)
        };
        let account = account.trim_matches(is_separator);
        let digits = account.chars().filter(char::is_ascii_digit).count();
        match directory.find(country, words.trim_matches(is_separator)) {
            BankMatch::One(bank) if digits >= ACCOUNT_DIGITS_MIN => Some(Self { account, bank }),
            BankMatch::One(_) | BankMatch::Several(_) | BankMatch::None(_) => None,
        }
    }
}

fn taken_over(field: Field, value: &str, former: FormerBank<'_>) -> Problem {
    let problem = Problem::error(ProblemCode::BankTakenOver, field).value(value);
    Problem { since: Some(former.since), ..problem.suggestion(&former.successor.code) }
}

fn unknown(field: Field, value: &str, meant: Option<&Bank>) -> Problem {
    let problem = Problem::error(ProblemCode::BankUnknown, field).value(value);
    Problem { suggestion: meant.map(|bank| bank.code.clone()), ..problem }
}
