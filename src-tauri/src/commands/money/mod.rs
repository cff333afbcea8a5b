//! Commands of the balance and the card.

pub mod card;
pub mod top_up;
