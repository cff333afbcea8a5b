//! Checks the account of a row: its digits as in the file, and what is probably wrong with them.

use super::{
    bank::AccountAndBank,
    placeholder::is_placeholder_account,
    row_parser::{RowParser, TEXT_CHARS_MAX},
    text,
};
use crate::{
    banks::{
        account::{
            MobileNumber, accounts_have_letters, bank_account_lengths, is_digits, mobile_number,
            nuban_agrees, nuban_with_zeros,
        },
        bank::{Bank, BankKind},
        country::Country,
    },
    rows::{
        cell::{CellValue, Field},
        problem::{Problem, ProblemCode, Severity},
    },
};

/// Number of digits that a number cell stores exactly (IEEE 754 double; spreadsheets truncate there).
const NUMBER_CELL_DIGITS_MAX: usize = 15;

impl RowParser<'_> {
    pub(super) fn account(&mut self, country: Country, bank: Option<&Bank>) -> Option<String> {
        let cell = self.row.cells.get(&Field::AccountNumber);
        let Some(text) = cell.and_then(|cell| text::of_cell(&cell.value)) else {
            let is_error = cell.is_some_and(|cell| matches!(cell.value, CellValue::Error(_)));
            let code =
                if is_error { ProblemCode::AccountNumberInvalid } else { ProblemCode::AccountNumberMissing };
            let mut problem = Problem::error(code, Field::AccountNumber);
            problem.value = self.row.text(Field::AccountNumber).filter(|shown| !shown.trim().is_empty());
            self.problems.push(problem);
            return None;
        };
        let is_number = cell.is_some_and(|cell| matches!(cell.value, CellValue::Number(_)));
        let account = without_signs(&text);
        if has_lost_digits(&account, is_number) {
            self.account_problem(ProblemCode::AccountNumberDigitsLost, &text, None);
        } else if cell.is_some_and(|cell| !matches!(cell.value, CellValue::Number(_) | CellValue::Text(_))) {
            self.account_problem(ProblemCode::AccountNumberInvalid, &text, None);
        } else if let Some(digits) = self.beside_bank(country, &text) {
            self.account_problem(ProblemCode::AccountNumberInvalid, &text, Some(digits));
        } else if is_mobile(country, bank) {
            self.check_mobile(country, &account);
        } else {
            self.check_bank_account(country, bank, &account);
        }
        Some(account)
    }

    /// Returns the account of a cell that has its bank as well, for the countries whose accounts have letters.
    fn beside_bank(&self, country: Country, text: &str) -> Option<String> {
        if !text.contains(char::is_alphabetic) {
            return None;
        }
        let parts = AccountAndBank::of(text, country, self.context.directory)?;
        Some(without_signs(parts.account))
    }

    fn account_problem(&mut self, code: ProblemCode, value: &str, suggestion: Option<String>) {
        let problem = Problem::error(code, Field::AccountNumber).value(value);
        self.problems.push(Problem { suggestion, ..problem });
    }

    fn check_mobile(&mut self, country: Country, account: &str) {
        match mobile_number(country, account) {
            MobileNumber::International => {}
            MobileNumber::Local(whole) => {
                let code = ProblemCode::AccountNumberLocalForm;
                let problem = Problem::error(code, Field::AccountNumber).value(account).suggestion(whole);
                self.add(Severity::Note, problem);
            }
            MobileNumber::ZeroLost(whole) => {
                self.account_problem(ProblemCode::AccountNumberZeroLost, account, Some(whole));
            }
            MobileNumber::Unknown if is_placeholder_account(account) => {
                self.account_problem(ProblemCode::AccountNumberPlaceholder, account, None);
            }
            MobileNumber::Unknown => {
                let digits = digits_within(account)
                    .filter(|digits| mobile_number(country, digits) != MobileNumber::Unknown);
                self.account_problem(ProblemCode::AccountNumberInvalid, account, digits);
            }
        }
    }

    fn check_bank_account(&mut self, country: Country, bank: Option<&Bank>, account: &str) {
        let zeros = if country == Country::NG { nuban_with_zeros(account) } else { None };
        if zeros.is_some() {
            return self.account_problem(ProblemCode::AccountNumberZeroLost, account, zeros);
        }
        if !fits(country, account) {
            let digits = digits_within(account).filter(|digits| fits(country, digits));
            return self.account_problem(ProblemCode::AccountNumberInvalid, account, digits);
        }
        // Ten zeros have the right check digit.
        if is_placeholder_account(account) {
            return self.account_problem(ProblemCode::AccountNumberPlaceholder, account, None);
        }
        // Most numbers of a wallet's owner are a bank's account numbers by their length.
        if bank.is_some() && mobile_number(country, account) != MobileNumber::Unknown {
            let code = ProblemCode::AccountNumberMobile;
            self.problems.push(Problem::warning(code, Field::AccountNumber).value(account));
        }
        let agrees =
            bank.filter(|_| country == Country::NG).and_then(|bank| nuban_agrees(&bank.code, account));
        if agrees == Some(false) {
            let code = ProblemCode::AccountNumberCheckDigit;
            self.problems.push(Problem::warning(code, Field::AccountNumber).value(account));
        }
    }
}

/// Whether the account is a mobile number: the bank is a mobile money provider, or the bank is unknown and the
/// country has no other accounts.
fn is_mobile(country: Country, bank: Option<&Bank>) -> bool {
    bank.map_or(matches!(country, Country::CM | Country::SN | Country::BN | Country::CD), |bank| {
        bank.kind == BankKind::MobileMoney
    })
}

/// Returns the account without the separators that people write between digits, and without the plus before a calling
/// code. A single dot stays: `123.0` is not 1230.
fn without_signs(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    let dots_part = parts_with_dots(text);
    let is_sign = |c: char| {
        matches!(c, ' ' | '-' | '(' | ')' | '/' | '\u{2010}' | '\u{2011}' | '\u{2013}')
            || (c == '.' && dots_part)
    };
    let bare: String = text.chars().filter(|c| !is_sign(*c)).collect();
    let bare = bare.strip_prefix('+').unwrap_or(&bare);
    // A text that consists only of dashes is not changed: it is wrong, but not empty.
    if bare.is_empty() { text.to_owned() } else { bare.to_owned() }
}

/// Whether dots separate groups of digits, as in French telephone numbers (`07.01.02.03.04`). A number has one
/// decimal point at most.
fn parts_with_dots(text: &str) -> bool {
    text.matches('.').count() > 1
        && text.split('.').all(|group| group.chars().filter(char::is_ascii_digit).count() > 1)
}

/// Whether digits are lost: there is an exponent, or there are more digits than a number cell stores.
fn has_lost_digits(account: &str, is_number: bool) -> bool {
    let digits = account.bytes().filter(u8::is_ascii_digit).count();
    if is_number && digits > NUMBER_CELL_DIGITS_MAX {
        return true;
    }
    let Some((mantissa, exponent)) = account.split_once(['e', 'E']) else { return false };
    let number = |text: &str, signs: &[char]| {
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || signs.contains(&c))
    };
    number(mantissa, &['.', ',']) && number(exponent, &['+', '-'])
}

fn fits(country: Country, account: &str) -> bool {
    let letters = accounts_have_letters(country);
    let shaped = account.bytes().all(|b| b.is_ascii_digit() || (letters && b.is_ascii_alphabetic()));
    shaped
        && account.bytes().any(|b| b.is_ascii_digit())
        && account.len() <= TEXT_CHARS_MAX
        && bank_account_lengths(country).contains(&account.len())
}

/// Returns the digits alone, without the `.0` that other programs append.
fn digits_within(account: &str) -> Option<String> {
    let whole = account.strip_suffix(".0").or_else(|| account.strip_suffix(".00")).unwrap_or(account);
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    is_digits(&digits).then_some(digits)
}
