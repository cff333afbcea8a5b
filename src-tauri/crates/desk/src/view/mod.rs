//! The data that is sent to the screens: facts and figures, never sentences. Money is decimal text with its currency,
//! times are RFC 3339 in UTC; the window words and formats them. Nothing here holds a secret.

mod approve;
mod backups;
mod blocked;
mod callbacks;
mod check;
mod comparison;
mod constants;
mod directory;
mod draft;
mod key;
mod mapping;
mod open_payments;
mod payment;
mod people;
mod questions;
mod reading;
mod repairs;
mod reports;
mod retries;
mod session;
mod top_up;
mod track;

pub use approve::*;
pub use backups::*;
pub use blocked::*;
pub use callbacks::*;
pub use check::*;
pub use comparison::*;
pub use constants::*;
pub use directory::*;
pub(crate) use draft::{DraftContext, RowFacts};
pub use key::*;
pub use mapping::*;
pub use open_payments::*;
pub use payment::*;
pub use paysheet_sheet::MappedColumn;
pub use people::*;
pub use questions::*;
pub use reading::*;
pub use repairs::*;
pub use reports::*;
pub use retries::*;
pub use session::*;
pub use top_up::*;
pub use track::*;
