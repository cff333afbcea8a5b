//! A payout: its reference, its state, and what is proof of it.

pub mod batch;
pub mod chain_key;
pub mod evidence;
pub mod reference;
