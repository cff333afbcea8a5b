//! Excludes people from a payroll because another payroll pays them: the answer to a question that pays nobody twice.

use std::collections::BTreeSet;

use crate::{
    approve::questions::{asked, found_questions},
    check::edit,
    desk::Desk,
    error::DeskError,
};

impl Desk {
    /// Excludes people of a question from a payroll that is not approved, which returns it to Check. Undo there includes
    /// them again. `keys` are people's keys; none stands for everyone who is not decided about. Whom the question is not about any
    /// more stays in the payroll.
    ///
    /// # Errors
    /// `Ledger` if the payroll is approved.
    pub async fn exclude_asked(&self, id: u32, question: &str, keys: &[String]) -> Result<(), DeskError> {
        let found = found_questions(self, id).await?;
        let positions: BTreeSet<u32> = asked(&found, question, keys)
            .filter(|overlap| !keys.is_empty() || overlap.decided.is_none())
            .map(|overlap| overlap.position)
            .collect();
        if positions.is_empty() {
            return Ok(());
        }
        self.back_to_check(id).await?;
        edit::exclude(self, id, positions.into_iter().collect()).await?;
        Ok(())
    }
}
