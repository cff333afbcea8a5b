//! What the service knows: its account, the batches it accepted, top-ups, and what of it outlives the service.

pub(crate) mod accepted_batch;
pub(crate) mod access;
pub(crate) mod funding;
pub(crate) mod journal;
pub(crate) mod known_payouts;
pub(crate) mod practice_cards;
pub(crate) mod state;
pub(crate) mod state_file;
pub(crate) mod wallet;
