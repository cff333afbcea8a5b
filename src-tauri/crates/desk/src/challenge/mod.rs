//! The rules for where the bank's page may lead. The window that shows it calls this module before every navigation,
//! of itself and of its frames alike, and before it opens another window. This module does not use windows, so a table
//! can test all of it.
//!
//! A payment uses hosts that cannot be listed in advance, so hosts are not allowed one by one. Refused is every
//! address that could reach this computer, its network or Paysheet itself, that is not https, or that imitates the
//! return address. Not part of this module: the meaning of a return (it has none: the funding status decides).
//!
//! # The bank's page cannot reach this computer
//!
//! `desk::challenge` decides every navigation and every new window of the page, tested with a table of some 150
//! addresses in `top_up/challenge/tests.rs`. It has no window code: `windows::bank` only passes addresses in and
//! applies the verdict. One origin is allowed for practice, and where the charged service is itself on this computer
//! (its address is a loopback one, which a local tunnel is as well) the origin at `127.0.0.1` that it names; a service
//! elsewhere never leads here. The page's window is incognito, has no capability, and its title shows whose page it is.
//! The return address must match exactly, its host is a name that no name server ever resolves, and the return proves
//! nothing. A page that came in place of a link is served once, from an origin of its own.

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
