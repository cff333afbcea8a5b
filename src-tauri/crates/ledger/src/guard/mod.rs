//! Nobody is paid twice: overlaps with other payrolls, paying failed people again, and the decisions about both.

pub(crate) mod maybe_sent;
pub(crate) mod overlap;
pub(crate) mod pay_failed;
pub(crate) mod question_decisions;
pub(crate) mod questions;
