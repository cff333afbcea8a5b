//! The payout service over HTTP: the requests, the tolerant parsing of responses, and the class of every outcome of a
//! submission. The class decides whether a payroll may be sent again, so it is the central part of this crate: "not
//! sent" only if no byte can have left, "not accepted" only if a complete response refuses the batch.
//!
//! Deliberately not here: repeating a call that moves money (a person decides that), durable storage (the ledger), and
//! the next steps (the desk).

mod body;
mod call_check;
mod call_path;
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
mod payout_status;
mod read_retries;
mod redactor;
mod renewal;
mod root;
mod self_test;
mod submission;
pub mod token;
mod transport;

pub use call_check::{CallCheck, CheckedCall};
pub use call_path::{CallPath, CallPathError};
pub use calls::AccountQuery;
pub use card::{
    AUTH_URL_BYTES_MAX, ChallengeContent, Charge, ChargeAnswer, ChargeCode, ChargeMethod, ChargeOutcome,
    ChargeProblem, ChargeSettings, DeclineReason, FieldNameError, NextStep, RESPONSE_HTML_BYTES_MAX,
    SendAmount, next_step,
};
pub use connection::{Connection, Service, ServiceError, Timeouts};
pub use decode::{
    branches::Branch,
    fields::EXTRA_BYTES_MAX,
    funding::{Beneficiary, FundingMeta, FundingRecord, FundingStatus},
    resolution::Resolution,
};
pub use endpoint::{AddressError, Endpoint};
pub use evidence::{BODY_EXCERPT_BYTES_MAX, Evidence};
pub use outcome::{Refusal, RefusalKind, SubmitOutcome};
pub use payout_status::{PayoutAnswer, PayoutMeaning, PayoutRecord, PayoutRow, page::PayoutPage};
pub use read_retries::{CallError, FailedTry, Retries};
pub use renewal::{Renewal, RenewalError};
pub use root::{ExtraRoot, ROOT_CERTIFICATES_MAX, ROOT_PEM_BYTES_MAX, RootError, RootInfo};
pub use self_test::{SELF_TEST_TIMEOUT_S, SelfTestEnd, post_self_test};
pub use submission::{
    ADDED_CHARS_MAX, InstantQueue, RecipientDetails, RecipientExtras, Submission, SubmissionBody,
    SubmissionError, SubmissionRecipient, may_be_added,
};
pub use transport::{ANSWER_BYTES_MAX, NotSentReason, UnknownReason};
