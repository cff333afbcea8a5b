//! The payout service over HTTP: what is asked, how tolerant the answers are read, and which class every outcome
//! of a submission belongs to. The class decides whether a payroll may be sent again, so it is the heart of this
//! crate: "not sent" only where no byte can have left, "not accepted" only where a whole answer says no.
//!
//! Deliberately not here: repeating what moves money (a person decides that), what is durable (the ledger), and
//! what happens next (the desk).

mod body;
pub mod callback;
mod calls;
mod card;
mod connection;
mod decode;
mod endpoint;
mod evidence;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod outcome;
mod redactor;
mod renewal;
mod retries;
mod root;
mod submission;
pub mod token;
mod transport;

pub use calls::{AccountQuery, CallError};
pub use card::{
    Charge, ChargeOutcome, ChargeProblem, ChargeSettings, FieldNameError, NextStep, SendAmount, next_step,
};
pub use connection::{Connection, Service, ServiceError, Timeouts};
pub use decode::{
    branches::Branch,
    charge::{
        AUTH_URL_BYTES_MAX, ChallengeContent, ChargeAnswer, ChargeCode, ChargeMethod, DeclineReason,
        RESPONSE_HTML_BYTES_MAX,
    },
    fields::EXTRA_BYTES_MAX,
    funding::{Beneficiary, FundingMeta, FundingRecord, FundingStatus},
    resolution::Resolution,
};
pub use endpoint::{AddressError, Endpoint};
pub use evidence::{BODY_EXCERPT_BYTES_MAX, Evidence};
pub use outcome::{NotSentReason, Refusal, RefusalKind, SubmitOutcome, UnknownReason};
pub use renewal::{Renewal, RenewalError};
pub use retries::Retries;
pub use root::{ExtraRoot, ROOT_CERTIFICATES_MAX, ROOT_PEM_BYTES_MAX, RootError, RootInfo};
pub use submission::{
    InstantQueue, RecipientDetails, RecipientExtras, Submission, SubmissionBody, SubmissionError,
    SubmissionRecipient,
};
pub use transport::ANSWER_BYTES_MAX;
