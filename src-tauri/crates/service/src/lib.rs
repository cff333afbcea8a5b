//! The payout service over HTTP: the requests, the tolerant parsing of responses, and the class of every outcome of a
//! submission. The class decides whether a payroll may be sent again, so it is the central part of this crate: "not
//! sent" only if no byte can have left, "not accepted" only if a complete response refuses the batch.
//!
//! Deliberately not here: repeating a call that moves money (a person decides that), durable storage (the ledger), and
//! the next steps (the desk).

mod calls;
mod card;
mod decode;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod http;

pub use calls::call_check::{CallCheck, CheckedCall};
pub use calls::methods::AccountQuery;
pub use calls::payout_status::{PayoutAnswer, PayoutMeaning, PayoutRecord, PayoutRow, page::PayoutPage};
pub use calls::renewal::{Renewal, RenewalError};
pub use calls::submission::{
    InstantQueue, RecipientDetails, RecipientExtras, Submission, SubmissionBody, SubmissionError,
    SubmissionRecipient, may_be_added,
};
pub use calls::{callback, token};
pub use card::{
    AUTH_URL_BYTES_MAX, ChallengeContent, Charge, ChargeAnswer, ChargeCode, ChargeMethod, ChargeOutcome,
    ChargeProblem, ChargeSettings, DeclineReason, FieldNameError, NextStep, RESPONSE_HTML_BYTES_MAX,
    SendAmount, next_step,
};
pub use decode::{
    fields::EXTRA_BYTES_MAX,
    funding::{Beneficiary, FundingMeta, FundingRecord, FundingStatus},
    resolution::Resolution,
};
pub use http::call_path::{CallPath, CallPathError};
pub use http::connection::{Connection, Service, ServiceError, Timeouts};
pub use http::endpoint::{AddressError, Endpoint};
pub use http::evidence::{BODY_EXCERPT_BYTES_MAX, Evidence};
pub use http::outcome::{Refusal, RefusalKind, SubmitOutcome};
pub use http::read_retries::{CallError, FailedTry, Retries};
pub use http::root::{ExtraRoot, ROOT_CERTIFICATES_MAX, ROOT_PEM_BYTES_MAX, RootError, RootInfo};
pub use http::self_test::{SELF_TEST_TIMEOUT_S, SelfTestEnd, post_self_test};
pub use http::transport::{ANSWER_BYTES_MAX, NotSentReason, UnknownReason};
