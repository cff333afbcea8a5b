//! Why a cell has no amount that can be paid.

use crate::{money::Money, rows::problem::ProblemCode};

/// Why there is no amount to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub code: ProblemCode,
    /// Plain decimal text that can be parsed without doubt.
    pub suggestion: Option<String>,
    /// The amount, if it can be parsed and only must not be paid.
    pub amount: Option<Money>,
}

impl From<ProblemCode> for Refusal {
    fn from(code: ProblemCode) -> Self {
        Self { code, suggestion: None, amount: None }
    }
}
