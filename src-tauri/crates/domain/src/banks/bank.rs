//! Banks and mobile money providers: the directory, and finding the entry that a file names by name or code.
//!
//! A name is matched by the words that distinguish it: case, accents, punctuation, and words that every bank's name
//! has are ignored. Only an exact spelling or a part of exactly one name is a match. A merely similar name is offered
//! as a suggestion, because money that is sent to a guessed bank is lost. Branches
//! are in a module of their own, and their sort codes, whose leading digits are the bank's, in another.

mod branches;
mod confirmed;
mod countries_of_name;
mod directory;
mod everywhere;
mod former;
mod listed;
mod sort_code;
mod spelling;

pub use self::{
    branches::BranchMatch,
    confirmed::{ConfirmedSpelling, spelling_key},
    directory::{BankDirectory, BankMatch},
    former::FormerBank,
    listed::{Bank, BankKind, ListedBranch},
    sort_code::{SortCode, sort_code_digits},
};
