//! What becomes of what was sent: reports, questions to the service, decisions of the user, and their sum for Track.

pub mod asking;
pub mod attempts;
pub mod by_hand;
pub mod callbacks;
pub mod chosen;
pub mod outstanding;
pub mod overdue;
pub mod pay_failed;
pub mod payment;
pub mod record_outcome;
pub mod tracking;
