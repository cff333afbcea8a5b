//! Nobody is paid twice: overlaps with other payrolls, retries, and the decisions about both.

pub(crate) mod maybe_sent;
pub(crate) mod overlap;
pub(crate) mod question_decisions;
pub(crate) mod retries;
