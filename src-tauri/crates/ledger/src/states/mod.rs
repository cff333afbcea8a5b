//! How batches and payouts change their state, and the proof that the stored state is the recorded one.

pub(crate) mod attempts;
pub(crate) mod batch_ids;
pub(crate) mod overdue;
pub(crate) mod refusal;
pub(crate) mod transitions;
pub(crate) mod unconfirmed;
pub(crate) mod verification;
