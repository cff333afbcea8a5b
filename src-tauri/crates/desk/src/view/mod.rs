//! The data that is sent to the screens: facts and figures, never sentences. Money is decimal text with its currency,
//! times are RFC 3339 in UTC; the window words and formats them. Nothing here holds a secret.

mod constants;
pub(crate) mod dates;
pub(crate) mod payrolls;
pub(crate) mod prepare;
pub mod reason;
pub(crate) mod setup;

pub use constants::*;
pub use payrolls::approve::*;
pub use payrolls::audit::*;
pub use payrolls::audit_detail::{AuditDetail, ColumnReading};
pub use payrolls::documents::*;
pub use payrolls::journal::*;
pub use payrolls::open_payments::*;
pub use payrolls::outcome_columns::*;
pub use payrolls::outcomes::*;
pub use payrolls::pay_failed::*;
pub use payrolls::payment::*;
pub use payrolls::people::*;
pub use payrolls::questions::*;
pub use payrolls::reports::*;
pub use payrolls::track::*;
pub use paysheet_document::ListWords;
pub use paysheet_ledger::{Payer, PayoutFilter, PayoutOrder, UnknownDecision};
pub use paysheet_sheet::{ListKind, MappedColumn};
pub use prepare::blocked::*;
pub use prepare::bridge::*;
pub use prepare::check::*;
pub use prepare::comparison::*;
pub use prepare::directory::*;
pub(crate) use prepare::draft::{DraftContext, RowFacts};
pub use prepare::mapping::*;
pub use prepare::outcome_reading::*;
pub use prepare::reading::*;
pub use prepare::repairs::*;
pub use setup::backups::*;
pub use setup::callbacks::*;
pub use setup::key::*;
pub use setup::session::*;
pub use setup::top_up::*;
