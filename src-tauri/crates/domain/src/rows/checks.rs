//! Parses the cells of a row into a recipient that can be paid, and reports every problem. Nothing is repaired
//! silently: values are cleaned by the rules of text and digits, and everything else is a problem with a suggestion.

mod account;
pub(crate) mod amount;
mod bank;
mod context;
mod place;
mod placeholder;
mod recipient;
mod row_parser;
mod text;
mod together;

use self::row_parser::{RowParser, too_long};
pub use self::{
    amount::stated_amounts,
    bank::likely_bank,
    context::{CheckContext, DecimalConvention},
    place::{country_of, currency_of},
    placeholder::{is_placeholder_account, is_placeholder_name},
    recipient::{CheckedRow, RecipientDraft},
    row_parser::{TEXT_CHARS_MAX, cleaned_text},
    text::{comparable, has_hidden_characters, is_readable},
    together::{DuplicateIndex, DuplicateKey, check_together},
};
use crate::{
    banks::{
        bank::{Bank, BankKind},
        limit::limit_of,
    },
    money::{Currency, Money},
    rows::{
        cell::{Cell, Field},
        problem::{Problem, ProblemCode, Severity},
        source_row::{HiddenBy, RowMark, SourceRow},
    },
};

/// Maximum length in characters of a person's name that statements and the service's forms accept.
pub const NAME_CHARS_MAX: usize = 100;
/// Maximum length of a narration in characters, as far as it is known: banks truncate longer ones without notice. A
/// service may have a shorter one.
pub const NARRATION_CHARS_MAX: usize = 100;

/// Parses and checks one row, without comparing it with others.
#[must_use]
pub fn check_row(row: &SourceRow, context: &CheckContext<'_>) -> CheckedRow {
    let mut parser = RowParser { row, context, problems: Vec::new() };
    parser.check_whole();
    let (country, currency) = parser.place();
    let bank = parser.bank(country);
    let name = parser.name(bank.found);
    let recipient = RecipientDraft {
        name,
        account_number: parser.account(country, bank.found),
        bank_name: bank.name.clone(),
        bank_code: bank.found.map(|bank| bank.code.clone()),
        branch_code: parser.branch(&bank),
        branch_name: parser.short_text(Field::BranchName, TEXT_CHARS_MAX),
        amount: parser.amount(currency),
        country,
        currency,
        narration: parser.narration(),
        reference: parser.short_text(Field::Reference, TEXT_CHARS_MAX),
        employee_id: parser.short_text(Field::EmployeeId, TEXT_CHARS_MAX),
        email: parser.short_text(Field::Email, TEXT_CHARS_MAX),
        phone: parser.short_text(Field::Phone, TEXT_CHARS_MAX),
    };
    parser.compare_limit(bank.found, recipient.amount);
    CheckedRow { recipient, problems: parser.problems }
}

/// Checks a narration against the service's limit. One that is longer is not sent: nobody knows what is left of it.
#[must_use]
pub fn check_narration(narration: &str, chars_max: usize) -> Option<Problem> {
    let problem = too_long(Field::Narration, narration, chars_max)?;
    Some(Problem { severity: Severity::Error, ..problem })
}

impl RowParser<'_> {
    /// Checks what concerns the row as a whole, and every cell in the same way.
    fn check_whole(&mut self) {
        if let Some(cells) = self.row.ragged {
            let problem = Problem::error(ProblemCode::RowRagged, Field::Name).value(cells.to_string());
            self.problems.push(Problem { field: None, ..problem });
        }
        if let Some(by) = self.row.hidden {
            let code = match by {
                HiddenBy::Hand => ProblemCode::HiddenRows,
                HiddenBy::Filter => ProblemCode::FilteredRows,
            };
            self.problems.push(Problem { field: None, ..Problem::warning(code, Field::Name) });
        }
        let words = self.row.not_to_pay.as_ref().map(|said| said.value.text().to_owned());
        if words.is_some() || self.row.marks.contains(&RowMark::Struck) {
            let problem = Problem::warning(ProblemCode::FileSaysNotToPay, Field::Name);
            self.problems.push(Problem { field: None, value: words, ..problem });
        }
        for mark in &self.row.marks {
            let (code, value) = match mark {
                RowMark::Struck | RowMark::InThousands(_) => continue,
                RowMark::Filled => (ProblemCode::RowMarkedFilled, None),
                RowMark::Comment(said) => {
                    let said = text::without_bidi_controls(said).unwrap_or_else(|| said.clone());
                    (ProblemCode::RowMarkedComment, Some(said))
                }
            };
            let note = Problem { severity: Severity::Note, ..Problem::error(code, Field::Name) };
            self.problems.push(Problem { field: None, value, ..note });
        }
        for (field, cell) in &self.row.cells {
            let shown = cell.value.text();
            if let Some(plain) = text::without_bidi_controls(shown) {
                let mut problem =
                    Problem::error(ProblemCode::TextBidiControl, *field).value(text::bidi_spelled_out(shown));
                problem.suggestion = text::clean(&plain);
                self.problems.push(problem);
            }
        }
    }

    /// Returns the name. A wallet is paid by its number, so that a missing name is only a decision there.
    fn name(&mut self, bank: Option<&Bank>) -> Option<String> {
        let name = self.short_text(Field::Name, NAME_CHARS_MAX);
        let Some(name) = name.filter(|name| !is_placeholder_name(name)) else {
            let is_wallet = bank.is_some_and(|bank| bank.kind == BankKind::MobileMoney);
            let named = if is_wallet { Problem::warning } else { Problem::error };
            let mut problem = named(ProblemCode::NameMissing, Field::Name);
            // What stands there instead of a name is shown: a spreadsheet error, `N/A`.
            problem.value = self.row.text(Field::Name).filter(|shown| !shown.trim().is_empty());
            self.problems.push(problem);
            return None;
        };
        if text::is_mixed_script(&name) {
            self.problems.push(Problem::warning(ProblemCode::NameMixedScript, Field::Name).value(&name));
        }
        Some(name)
    }

    fn amount(&mut self, currency: Currency) -> Option<Money> {
        let Some(cell) = self.row.cells.get(&Field::Amount) else {
            self.problems.push(Problem::error(ProblemCode::AmountMissing, Field::Amount));
            return None;
        };
        match amount::read(&cell.value, currency, self.context.convention) {
            Ok(amount) => {
                self.check_thousands(cell, amount);
                Some(amount)
            }
            Err(refusal) => {
                let mut problem = Problem::error(refusal.code, Field::Amount);
                problem.value = Some(cell.value.shown()).filter(|shown| !shown.is_empty());
                problem.suggestion = refusal.suggestion;
                self.problems.push(problem);
                refusal.amount
            }
        }
    }

    /// Adds a warning to an amount of a file that is in thousands, unless the user typed the amount. Nothing is
    /// multiplied without the user: the words may be about another column.
    fn check_thousands(&mut self, cell: &Cell, amount: Money) {
        let words = self.row.marks.iter().find_map(|mark| match mark {
            RowMark::InThousands(words) => Some(words),
            RowMark::Struck | RowMark::Filled | RowMark::Comment(_) => None,
        });
        if let Some(words) = words.filter(|_| cell.column.is_some()) {
            let mut problem = Problem::warning(ProblemCode::AmountInThousands, Field::Amount).value(words);
            problem.suggestion = amount.in_thousands().map(Money::digits);
            self.problems.push(problem);
        }
    }

    /// Adds a warning if the amount is more than the wallet takes in one payment.
    fn compare_limit(&mut self, bank: Option<&Bank>, amount: Option<Money>) {
        let Some((limit, amount)) = bank.and_then(limit_of).zip(amount) else { return };
        let is_above = amount.currency() == limit.most.currency() && amount.minor() > limit.most.minor();
        if is_above {
            let problem = Problem::warning(ProblemCode::AmountAboveLimit, Field::Amount);
            let since = u16::try_from(limit.since.year()).ok();
            self.problems.push(Problem { since, ..problem.value(limit.most.digits()) });
        }
    }

    fn narration(&mut self) -> Option<String> {
        let text = self.text(Field::Narration)?;
        self.problems.extend(check_narration(&text, NARRATION_CHARS_MAX));
        Some(text)
    }
}

#[cfg(test)]
mod tests;
