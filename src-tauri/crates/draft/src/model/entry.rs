//! One row with the results of its checks, and whether it can be paid.

use paysheet_domain::{
    ADDED_CHARS_MAX, AccountAt, BankDirectory, Country, DraftRow, Field, HolderCheck, HolderFinding, Problem,
    ProblemCode, RecipientDraft, Severity,
    checks::check_narration,
    names::{NameVerdict, compare_names},
};
use serde::{Deserialize, Serialize};

/// A column whose values the service gets, because a destination requires them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentColumn {
    pub country: Country,
    pub column: Field,
    /// The service's name for it.
    pub name: String,
    /// There is no value for whoever has none, and without one nobody is paid.
    pub is_required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    Ready,
    /// Has an error: cannot be paid as it is.
    ToFix,
    /// Has a warning that nobody accepted yet.
    ToDecide,
    Excluded,
}

/// One row with the results of its checks.
#[derive(Clone, Debug)]
pub struct Entry {
    pub row: DraftRow,
    pub recipient: RecipientDraft,
    /// The service can name the account's holder: a bank account in a country where holders can be requested.
    pub(crate) can_be_verified: bool,
    /// Problems of the row alone.
    pub(crate) own: Vec<Problem>,
    /// Problems of the row compared with the others.
    pub(crate) together: Vec<Problem>,
}

impl Entry {
    /// Returns all problems of the row, the most serious first.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        let all = || self.own.iter().chain(&self.together);
        let of = move |weight| all().filter(move |problem| weight_of(problem) == weight);
        of(Weight::Stops).chain(of(Weight::WrongPerson)).chain(of(Weight::Else))
    }

    /// Whether the user still has to act on the problem.
    #[must_use]
    pub fn is_open(&self, problem: &Problem) -> bool {
        !self.row.excluded
            && match problem.severity {
                Severity::Error => true,
                Severity::Warning => !self.row.accepted.contains(problem.code),
                Severity::Note => false,
            }
    }

    pub fn open_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems().filter(|problem| self.is_open(problem))
    }

    #[must_use]
    pub fn has_open(&self, code: ProblemCode) -> bool {
        self.open_problems().any(|problem| problem.code == code)
    }

    #[must_use]
    pub fn state(&self) -> RowState {
        if self.row.excluded {
            return RowState::Excluded;
        }
        let mut state = RowState::Ready;
        for problem in self.open_problems() {
            match problem.severity {
                Severity::Error => return RowState::ToFix,
                Severity::Warning => state = RowState::ToDecide,
                Severity::Note => {}
            }
        }
        state
    }

    /// Whether the row is paid if the payroll is approved in its present state.
    #[must_use]
    pub fn is_payable(&self) -> bool {
        matches!(self.state(), RowState::Ready | RowState::ToDecide)
    }

    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.row.excluded && self.problems().any(|problem| self.row.accepted.contains(problem.code))
    }

    /// The row would be paid, into an account whose holder the service can name.
    #[must_use]
    pub fn has_verifiable_account(&self) -> bool {
        self.can_be_verified && self.is_payable() && !self.is_said_not_available()
    }

    /// Returns the account that is paid, if the service can name its holder.
    #[must_use]
    pub fn account(&self) -> Option<AccountAt> {
        self.paid_into().filter(|_| self.can_be_verified)
    }

    /// Returns the account that the row pays into, if it is known.
    #[must_use]
    pub fn paid_into(&self) -> Option<AccountAt> {
        let RecipientDraft { country, account_number, bank_code, .. } = &self.recipient;
        let (bank_code, account_number) = (bank_code.clone()?, account_number.clone()?);
        Some(AccountAt { country: *country, bank_code, account_number })
    }

    /// The bank answered about the account that would be paid now.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.row.holder.as_ref().is_some_and(|check| self.is_paid_into_the_account_of(check))
    }

    /// The service answered that it does not name the holders of this bank.
    pub(crate) fn is_said_not_available(&self) -> bool {
        self.is_verified()
            && self.row.holder.as_ref().is_some_and(|check| check.finding == HolderFinding::NotAvailable)
    }

    /// Checks the narration against the service's own limit, where it is shorter than the one that is known of banks.
    pub(crate) fn limit_narration(&mut self, chars_max: u32) {
        let Some(most) = usize::try_from(chars_max).ok().filter(|most| *most > 0) else { return };
        let narration = self.recipient.narration.as_deref();
        let Some(problem) = narration.and_then(|narration| check_narration(narration, most)) else { return };
        self.own.retain(|own| (own.code, own.field) != (problem.code, problem.field));
        self.own.push(problem);
    }

    /// A branch that is not sent changes no payment, whichever it is.
    pub(crate) fn drop_branch_problems(&mut self) {
        let is_about_branch = |code| matches!(code, ProblemCode::BranchMissing | ProblemCode::BranchUnknown);
        self.own.retain(|own| !is_about_branch(own.code));
    }

    /// Finds the columns that the destination requires of this person and that are empty, or longer than what is sent.
    pub(crate) fn require_columns(&mut self, columns: &[SentColumn]) {
        let own = columns.iter().filter(|sent| sent.country == self.recipient.country);
        let problem = |sent: &SentColumn| match self.recipient.detail(sent.column) {
            None if sent.is_required => {
                Some(Problem::error(ProblemCode::ExtraFieldMissing, sent.column).value(&sent.name))
            }
            Some(value) if value.chars().count() > ADDED_CHARS_MAX => {
                let cut: String = value.chars().take(ADDED_CHARS_MAX).collect();
                let problem = Problem::error(ProblemCode::TextTooLong, sent.column);
                Some(problem.value(value).suggestion(cut.trim_end()))
            }
            None | Some(_) => None,
        };
        let found: Vec<_> = own.filter_map(problem).collect();
        for problem in found {
            self.own.retain(|own| (own.code, own.field) != (problem.code, problem.field));
            self.own.push(problem);
        }
    }

    /// Returns a warning if the bank names another holder than when the account was last paid. An account that is handed
    /// on keeps its number.
    pub(crate) fn changed_holder(&self) -> Option<Problem> {
        let (HolderFinding::Matches { holder }
        | HolderFinding::Close { holder }
        | HolderFinding::Differs { holder }) = self.holder()?
        else {
            return None;
        };
        let before = self.row.holder.as_ref()?.when_paid.as_ref()?;
        (compare_names(&holder, before) != NameVerdict::Match).then(|| {
            Problem::warning(ProblemCode::HolderChanged, paysheet_domain::Field::AccountNumber).value(before)
        })
    }

    pub(crate) fn is_paid_into_the_account_of(&self, check: &HolderCheck) -> bool {
        check.country == self.recipient.country
            && self.recipient.account_number.as_ref() == Some(&check.account_number)
            && self.recipient.bank_code.as_ref() == Some(&check.bank_code)
    }

    /// Returns the bank's finding, if it is about the account that the row has now, compared with the name that the
    /// row has now. An account whose holder cannot be requested has no other finding than that.
    #[must_use]
    pub fn holder(&self) -> Option<HolderFinding> {
        if !self.can_be_verified {
            let has_account = self.recipient.account_number.is_some() && self.recipient.bank_code.is_some();
            return has_account.then_some(HolderFinding::NotAvailable);
        }
        let check = self.row.holder.as_ref().filter(|check| self.is_paid_into_the_account_of(check))?;
        Some(match &check.finding {
            HolderFinding::NotFound => HolderFinding::NotFound,
            HolderFinding::NotAvailable => HolderFinding::NotAvailable,
            HolderFinding::Matches { holder }
            | HolderFinding::Close { holder }
            | HolderFinding::Differs { holder } => {
                finding(holder, self.recipient.name.as_deref().unwrap_or_default())
            }
        })
    }
}

/// The seriousness of a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The row cannot be paid.
    Stops,
    /// Somebody else may get the money. Listed before a digit that may be mistyped in the same cell.
    WrongPerson,
    Else,
}

pub(crate) fn weight_of(problem: &Problem) -> Weight {
    use ProblemCode as P;
    if problem.severity == Severity::Error {
        return Weight::Stops;
    }
    let is_somebody_else = matches!(
        problem.code,
        P::AccountChanged | P::HolderChanged | P::AccountNotFound | P::NameDiffers | P::NameClose
    );
    if is_somebody_else { Weight::WrongPerson } else { Weight::Else }
}

/// The interface names the holders of bank accounts only ("Resolve account").
pub(crate) fn can_be_verified(recipient: &RecipientDraft, directory: &BankDirectory) -> bool {
    let RecipientDraft { country, account_number, bank_code, .. } = recipient;
    country.resolves_names()
        && account_number.is_some()
        && bank_code.as_ref().is_some_and(|code| directory.is_bank(*country, code))
}

/// Compares the bank's name of the holder with the name of the person who is paid.
pub fn finding(holder: &str, name: &str) -> HolderFinding {
    let verdict = compare_names(holder, name);
    let holder = holder.to_owned();
    match verdict {
        NameVerdict::Match => HolderFinding::Matches { holder },
        NameVerdict::Close => HolderFinding::Close { holder },
        NameVerdict::Different => HolderFinding::Differs { holder },
    }
}

pub(crate) fn holder_problem(finding: &HolderFinding) -> Option<Problem> {
    use paysheet_domain::Field;
    match finding {
        HolderFinding::Matches { .. } | HolderFinding::NotAvailable => None,
        HolderFinding::Close { holder } => {
            Some(Problem::warning(ProblemCode::NameClose, Field::Name).value(holder.clone()))
        }
        HolderFinding::Differs { holder } => {
            Some(Problem::warning(ProblemCode::NameDiffers, Field::Name).value(holder.clone()))
        }
        HolderFinding::NotFound => Some(Problem::warning(ProblemCode::AccountNotFound, Field::AccountNumber)),
    }
}

/// Counts rows; a payroll has at most 200,000.
pub fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
