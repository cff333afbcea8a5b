//! A draft becomes a payroll that is approved.

use paysheet_domain::money::Total;

use crate::{
    approve,
    approve::{approval, review},
    desk::Desk,
    error::DeskError,
    view::{QuestionDecision, QuestionView, ReviewInput, ReviewView, TypedTotal},
};

impl Desk {
    /// Approves without sending.
    pub async fn approve(&self, id: u32, fingerprint: &str, typed: &[TypedTotal]) -> Result<(), DeskError> {
        approval::approve(&self.context, id, fingerprint, typed).await
    }

    /// Approves once more what is not at the service, for the service, wallet and token that the profile has now.
    pub async fn approve_anew(&self, id: u32, typed: &[TypedTotal]) -> Result<(), DeskError> {
        approval::approve_anew(&self.context, id, typed).await
    }

    /// Returns what "Send again" would send of a payroll, by currency: the totals that are to be typed.
    pub async fn unsent_totals(&self, id: u32) -> Result<Vec<Total>, DeskError> {
        approval::unsent_totals(&self.context, id).await
    }

    /// Returns what must be decided about other payrolls before this one is sent, including questions already decided.
    pub async fn questions(&self, id: u32) -> Result<Vec<QuestionView>, DeskError> {
        approve::questions::questions(&self.context, id).await
    }

    /// Records the user's decision to pay, with the reason, and returns the questions in their new state.
    pub async fn decide_questions(
        &self,
        id: u32,
        decision: QuestionDecision,
    ) -> Result<Vec<QuestionView>, DeskError> {
        approve::questions::decide_questions(&self.context, id, decision).await
    }

    /// Excludes people of a question from a payroll that is not approved, which returns it to Check.
    pub async fn exclude_asked(&self, id: u32, question: &str, keys: &[String]) -> Result<(), DeskError> {
        approve::exclusion::exclude_asked(&self.context, id, question, keys).await
    }

    /// Freezes the payroll in its present state and returns what would be paid.
    pub async fn review(&self, id: u32, input: Option<ReviewInput>) -> Result<ReviewView, DeskError> {
        review::review(&self.context, id, input).await
    }

    /// Returns the payroll to editing; nothing of it was sent.
    pub async fn back_to_check(&self, id: u32) -> Result<(), DeskError> {
        review::back_to_check(&self.context, id).await
    }
}
