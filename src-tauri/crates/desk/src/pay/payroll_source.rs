//! The payrolls that are made without reading a file, as the window requests them.

use serde::{Deserialize, Serialize};

use crate::{
    desk::Desk,
    error::DeskError,
    view::{PeopleAmounts, PersonKey},
};

/// Whom a payroll pays that is made without reading a file. It is a draft: nothing is sent before it is approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PayrollSource {
    /// Everybody of an earlier payroll, once more.
    Earlier { payroll: u32 },
    /// The people of a payroll whose payouts failed or were reversed.
    Failed { payroll: u32 },
    /// The people of a payroll whom the service never took. They are withdrawn from it.
    NeverTaken { payroll: u32 },
    /// These people, who were paid before; without people, the draft has one row to fill in.
    People { people: Vec<PersonKey>, amounts: PeopleAmounts },
}

impl Desk {
    /// Creates a draft without reading a file, and returns its id.
    ///
    /// # Errors
    /// Those of the method that creates it.
    pub async fn create_payroll(&self, source: PayrollSource) -> Result<u32, DeskError> {
        match source {
            PayrollSource::Earlier { payroll } => self.pay_again(payroll).await,
            PayrollSource::Failed { payroll } => self.pay_failed(payroll).await,
            PayrollSource::NeverTaken { payroll } => self.correct(payroll).await,
            PayrollSource::People { people, amounts } => self.pay_people(&people, amounts).await,
        }
    }
}
