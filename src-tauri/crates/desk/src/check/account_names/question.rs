//! A question to a bank: who holds this account.

use paysheet_domain::{AccountAt, Currency};

use paysheet_draft::{Draft, Entry};

/// An account, and the rows that pay into it.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub account: AccountAt,
    pub currency: Currency,
    pub positions: Vec<u32>,
    /// Tries that failed.
    pub failed: u32,
}

/// Returns one question for each account of these rows.
pub(super) fn questions<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let mut known = std::collections::HashMap::new();
    for entry in entries {
        let (Some(account), position) = (entry.account(), entry.row.position) else { continue };
        let currency = entry.recipient.currency;
        let at = *known.entry((account.clone(), currency)).or_insert(questions.len());
        match questions.get_mut(at) {
            Some(question) => question.positions.push(position),
            None => questions.push(Question { account, currency, positions: vec![position], failed: 0 }),
        }
    }
    questions
}

/// Returns the accounts that would be paid and whose holder is not known.
pub(super) fn unverified(draft: &Draft) -> impl Iterator<Item = &Entry> {
    draft.entries().iter().filter(|entry| entry.has_verifiable_account() && !entry.is_verified())
}
