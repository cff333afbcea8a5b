//! What is known about the outcome of a payout, and the state that follows from it. The state depends on the set of the
//! reports and not on their order, except that the user's decision covers what was known when it was made.
//!
//! # What a person matched is not what a bank says
//!
//! A row of a list or a statement without our reference is stored with how it was found (`reports.matched_by`) and who
//! confirmed it (`reports.confirmed_by`), in the event as well. It settles as `SettledBy::StatementMatch` or
//! `ListMatch`, until something names the payout itself; the state is the same. Track, the payment's history, receipts,
//! the report and the audit log name the person. Of earlier reports it is not recorded how they were found, and that is
//! what they say.
//!
//! # What a person reads into a word is not what a list says
//!
//! Such a report has a source of its own (`ReportSource::WordReading`) and names the reader (`reports.read_by`).
//! Whatever says the same itself settles before it (`KnownPayout::settled_by`), receipts quote word and reader, and a
//! failure known only from it, or from it and callbacks, is asked about like one that only callbacks reported.
//!
//! # A payout's outcome follows from evidence, and claims no more
//!
//! `domain::payouts::evidence` derives the state from the set of reports with their sources (callback, answer when
//! asked, imported file, statement, a word of a file that a person read) and from the user's decision, which covers
//! what was reported before it. Only known failure codes fail a payout (`FAILURE_CODES`); unclear codes change nothing.
//! Contradictions, another amount, and a reversal after a success are a conflict; a batch that was closed settles
//! again. `ledger::outcomes::reports` stores each report once by source, meaning and code (without a code, the status
//! word), and once more if it contradicts the user's word (`domain::PayoutHistory`). A payroll closed with open payouts
//! (`ledger::states::unconfirmed`) is reopened by a report that somebody was not paid.

mod decision;
mod history;
mod report;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

pub use self::{
    decision::{DecisionSource, PayoutDecision},
    history::{PayoutHistory, REPORTS_PER_PAYOUT_MAX, RecordedReport},
    report::{MatchedBy, Report, ReportSource, SourcedReport},
};
use crate::rows::checks::comparable;

/// The code that means that a payout is paid (interface, "Events").
const SUCCESS_CODE: &str = "00";

/// Codes that mean that a payout failed and that no money left: the definite refusals among the response codes of bank
/// transfers (ISO 8583 and the instant payment schemes that use its numbers), and CF, with which services of this kind
/// say that the wallet does not have enough money.
const FAILURE_CODES: [&str; 24] = [
    "CF", "03", "05", "06", "07", "08", "12", "13", "14", "15", "16", "17", "18", "21", "30", "34", "35",
    "51", "57", "58", "61", "63", "65", "69",
];

/// Codes for doubt: 02 and 09 (processing), 25, 26 and 94 (record missing or duplicate), 68, 91, 96 and 97 (no answer in
/// time), and those of the card charge that are none of its refusals. They change nothing, whatever anybody says about them.
const DOUBT_CODES: [&str; 13] =
    ["02", "09", "25", "26", "68", "91", "94", "96", "97", "RR-91", "RR-E18", "RR-E19", "RR-V"];

/// Whether a code is one for doubt, also if a program took its zeros.
#[must_use]
pub fn is_doubt_code(code: &str) -> bool {
    DOUBT_CODES.into_iter().any(|doubt| is_same_code(doubt, code))
}

/// Whether two codes are the same but for zeros at their start, signs and case.
#[must_use]
pub fn is_same_code(a: &str, b: &str) -> bool {
    bare_code(a) == bare_code(b)
}

fn bare_code(code: &str) -> String {
    comparable(code).replace(' ', "").trim_start_matches('0').to_owned()
}

/// Status words that agree with the code for success.
const SUCCESS_WORDS: [&str; 7] = ["success", "successful", "completed", "complete", "paid", "approved", "ok"];

/// Status words of lists of results that mean that a payout was paid, in comparable form. English, French and Portuguese.
const PAID_WORDS: [&str; 16] = [
    "success",
    "successful",
    "succeeded",
    "completed",
    "paid",
    "reussi",
    "reussie",
    "paye",
    "payee",
    "effectue",
    "effectuee",
    "pago",
    "paga",
    "sucesso",
    "concluido",
    "concluida",
];
/// The same for payouts that failed. Words that may mean that somebody still has to release the payout are not listed
/// (declined, rejected, cancelled): whoever counts as failed may be paid again.
const FAILED_WORDS: [&str; 11] = [
    "failed",
    "failure",
    "fail",
    "unsuccessful",
    "echec",
    "echoue",
    "echouee",
    "falhou",
    "falhado",
    "falha",
    "malsucedido",
];
/// The same for payouts that were paid and sent back. `reversed` and `reversal` are known in callbacks already.
const REVERSED_WORDS: [&str; 5] = ["estornado", "estornada", "revertido", "extourne", "extournee"];
/// The start of other words about a reversal, which may be under way, or have failed. In French, money that was paid over
/// is `reversé`.
const REVERSAL_START: &str = "revers";

/// Status words of statements, without accents and in lower case, that say that an entry is booked. What may also be said
/// before the money leaves, or of what never left, is not listed (approved, validated, processed).
const BOOKED_WORDS: [&str; 22] = [
    "book",
    "booked",
    "posted",
    "settled",
    "cleared",
    "executed",
    "debited",
    "done",
    "comptabilise",
    "comptabilisee",
    "execute",
    "executee",
    "debite",
    "debitee",
    "lancado",
    "lancada",
    "liquidado",
    "liquidada",
    "executado",
    "executada",
    "debitado",
    "debitada",
];

/// The same for payouts of which no outcome is known yet: they settle nothing, and nobody has to say what they mean.
const NOT_FINAL_WORDS: [&str; 17] = [
    "pending",
    "processing",
    "in progress",
    "queued",
    "scheduled",
    "initiated",
    "started",
    "submitted",
    "en cours",
    "en attente",
    "en traitement",
    "programme",
    "pendente",
    "processando",
    "em processamento",
    "em curso",
    "agendado",
];

/// What of a row of a list of results nobody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WordKind {
    /// Its status word.
    #[default]
    Status,
    /// Its response code.
    Code,
}

/// What the user says that an unknown status word or response code of a list of results means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WordMeaning {
    Paid,
    Failed,
    /// It says nothing about the outcome.
    NotFinal,
}

impl WordMeaning {
    /// Returns what a row with such a word means.
    #[must_use]
    pub const fn report(self) -> Report {
        match self {
            Self::Paid => Report::Successful,
            Self::Failed => Report::Failed,
            Self::NotFinal => Report::Unclear,
        }
    }

    /// Returns what a row means whose code the user reads as this, beside a word that means `word`; none without a word.
    /// Where the two differ, neither counts silently.
    #[must_use]
    pub const fn report_beside(self, word: Option<Report>) -> Report {
        match (self, word) {
            (Self::NotFinal, _) => Report::Unclear,
            (Self::Paid, None | Some(Report::Successful)) => Report::Successful,
            (Self::Failed, None | Some(Report::Failed)) => Report::Failed,
            (Self::Paid | Self::Failed, Some(_)) => Report::Contradictory,
        }
    }
}

/// The fields of a report from which its meaning follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportFields<'a> {
    pub code: Option<&'a str>,
    pub status: Option<&'a str>,
    /// It has a reference of a transaction of its own beside ours, and an amount, as reversals have.
    pub is_shaped_like_reversal: bool,
}

impl Report {
    /// Returns what a report with these fields means; none if they say nothing. Only the code 00 is success (interface,
    /// "Events").
    #[must_use]
    pub fn read(fields: ReportFields<'_>) -> Option<Self> {
        let status =
            fields.status.map(|status| status.trim().to_lowercase()).filter(|status| !status.is_empty());
        match status.as_deref() {
            Some("reversed" | "reversal") => return Some(Self::Reversed),
            Some(status) if status.starts_with(REVERSAL_START) => return Some(Self::PossibleReversal),
            Some(_) | None => {}
        }
        let agrees = status.as_deref().map(Self::is_success_word);
        match (fields.code, agrees) {
            (None, None) => None,
            (None, Some(_)) => Some(Self::Unclear),
            (Some(SUCCESS_CODE), Some(false)) => Some(Self::Contradictory),
            (Some(SUCCESS_CODE), _) if fields.is_shaped_like_reversal => Some(Self::PossibleReversal),
            (Some(SUCCESS_CODE), _) => Some(Self::Successful),
            (Some(code), _) if !FAILURE_CODES.contains(&code) => Some(Self::Unclear),
            (Some(_), Some(true)) => Some(Self::Contradictory),
            (Some(_), _) => Some(Self::Failed),
        }
    }

    /// Returns whether a status word agrees with the code for success.
    #[must_use]
    pub fn is_success_word(status: &str) -> bool {
        SUCCESS_WORDS.contains(&status.trim().to_lowercase().as_str())
    }

    /// Returns what a row of a list of results means that the user chose; none if it says nothing. A row with a code
    /// means what the code says. In a row without one, an unmistakable word counts: lists have nothing else, the user
    /// knows where the file comes from, and confirms what it changes. A callback with only a word stays unclear.
    #[must_use]
    pub fn read_in_list(fields: ReportFields<'_>) -> Option<Self> {
        let read = Self::read(fields)?;
        let status = fields.status.unwrap_or_default();
        let word = comparable(status);
        let is_one_of = |words: &[&str]| has_no_sign(status) && words.contains(&word.as_str());
        if read == Self::Failed && fields.code.is_some() && is_one_of(&PAID_WORDS) {
            return Some(Self::Contradictory);
        }
        let is_open = matches!(read, Self::Unclear | Self::PossibleReversal);
        if !is_open || fields.code.is_some() {
            return Some(read);
        }
        Some(match () {
            () if is_one_of(&PAID_WORDS) => Self::Successful,
            () if is_one_of(&FAILED_WORDS) => Self::Failed,
            () if is_one_of(&REVERSED_WORDS) => Self::Reversed,
            () => Self::Unclear,
        })
    }

    /// Returns the response code of a row of a list of results from which its outcome would follow, if anybody knew what the
    /// code means. Known codes mean what they mean, and a code that may be one of them without its zeros means nothing.
    #[must_use]
    pub fn unknown_code(fields: ReportFields<'_>) -> Option<&str> {
        let code = fields.code.map(str::trim).filter(|code| !code.is_empty())?;
        (Self::read_in_list(fields) == Some(Self::Unclear) && !is_known_code(code)).then_some(code)
    }

    /// Returns the status word of a row of a list of results from which its outcome would follow, if anybody knew what the
    /// word means. None of a row with a known code: there the code counts.
    #[must_use]
    pub fn unknown_word(fields: ReportFields<'_>) -> Option<&str> {
        let word = fields.status.map(str::trim).filter(|word| !word.is_empty())?;
        let has_known_code = fields.code.is_some() && Self::unknown_code(fields).is_none();
        let is_open = !has_known_code && Self::of_word(fields) == Some(Self::Unclear);
        let is_not_final = has_no_sign(word) && NOT_FINAL_WORDS.contains(&comparable(word).as_str());
        (is_open && !is_not_final).then_some(word)
    }

    /// Returns whether the status word of a statement's entry says that it is booked.
    #[must_use]
    pub fn is_booked_word(word: &str) -> bool {
        has_no_sign(word) && BOOKED_WORDS.contains(&comparable(word).as_str())
    }

    /// Returns what the status word of a row of a list of results means without its code; none if it has no word.
    #[must_use]
    pub fn of_word(fields: ReportFields<'_>) -> Option<Self> {
        Self::read_in_list(ReportFields { code: None, ..fields })
    }
}

/// Whether it is written down what a code means, or that nothing follows from it. Nothing follows from a word, nor from a
/// code that differs from a known one in its zeros or signs: spreadsheets remove zeros.
fn is_known_code(code: &str) -> bool {
    let bare = bare_code(code);
    let codes = [SUCCESS_CODE].into_iter().chain(FAILURE_CODES).chain(DOUBT_CODES);
    let word = comparable(code);
    let lists: [&[&str]; 5] = [&SUCCESS_WORDS, &PAID_WORDS, &FAILED_WORDS, &REVERSED_WORDS, &NOT_FINAL_WORDS];
    codes.into_iter().any(|known| bare_code(known) == bare)
        || lists.iter().any(|words| words.contains(&word.as_str()))
        || word.starts_with(REVERSAL_START)
}

/// Whether a text is made of words only. A sign beside a word may turn it into its opposite.
fn has_no_sign(text: &str) -> bool {
    let is_accent = |c: char| ('\u{300}'..='\u{36f}').contains(&c);
    text.chars()
        .all(|c| c.is_alphanumeric() || c.is_whitespace() || is_accent(c) || "-_.'\u{2019}".contains(c))
}

#[cfg(test)]
mod tests;
