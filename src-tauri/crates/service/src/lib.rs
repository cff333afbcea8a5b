//! The payout service over HTTP: what is asked, how tolerant the answers are read, and which class every outcome
//! of a submission belongs to. The class decides whether a payroll may be sent again, so it is the heart of this
//! crate: "not sent" only where no byte can have left, "not accepted" only where a whole answer says no.
//!
//! Deliberately not here: retries (a submission is never repeated by itself), what is durable (the ledger), what
//! happens next (the desk), and card calls.

mod calls;
mod decode;
mod endpoint;
mod evidence;
mod outcome;
mod submission;
mod transport;

pub use calls::{AccountQuery, CallError};
pub use decode::{branches::Branch, resolution::Resolution};
pub use endpoint::{AddressError, Endpoint};
pub use evidence::{BODY_EXCERPT_BYTES_MAX, Evidence};
pub use outcome::{NotSentReason, Refusal, RefusalKind, SubmitOutcome, UnknownReason};
pub use submission::{InstantQueue, Submission, SubmissionBody, SubmissionError, SubmissionRecipient};
pub use transport::{ANSWER_BYTES_MAX, Service, ServiceError, Timeouts};
