//! The directory: the service's lists of banks, wallets, pickup points and branches, stored with their day. A code is
//! paid only if one of them has it.
//!
//! # Only codes that the service listed are paid
//!
//! `desk::directory` stores each list of the service (banks, mobile money, pickup points, branches) with its day, by
//! service and country; a list that the service refuses leaves the others as they are. The embedded list stands in for
//! what is missing, so that files can be read: its codes are not confirmed (`domain::BankDirectory::is_confirmed`), and
//! `desk::approve` approves nothing while a code is not. A suggestion from it is stored as the bank's name, because the
//! service may have given its code to another bank. What was fetched since the review is compared with what was
//! reviewed.

pub mod browse;
pub(crate) mod draft_banks;
pub(crate) mod lists;
pub mod spellings;
