//! The rules for where the bank's page may lead. The window that shows it calls this module before every navigation,
//! of itself and of its frames alike, and before it opens another window. This module does not use windows, so a table
//! can test all of it.
//!
//! A payment uses hosts that cannot be listed in advance, so hosts are not allowed one by one. Refused is every
//! address that could reach this computer, its network or Paysheet itself, that is not https, or that imitates the
//! return address. Not part of this module: the meaning of a return (it has none: the funding status decides).

mod navigation;
mod nonce;
mod one_time_page;
mod return_address;
#[cfg(test)]
mod tests;
mod title;

pub use navigation::{Asked, Checkout, Denied, Local, Returned, Verdict};
pub use one_time_page::{OneTimePage, OneTimePageError};
pub use return_address::ReturnAddress;
pub use title::{PAGE_LIFE, Padlock, TitleFacts, time_left, title};
