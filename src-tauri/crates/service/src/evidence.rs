//! What is kept of an exchange to judge it later: the status, the beginning of the answer, what the transport
//! said. Nothing of it decides anything here, and no secret is in it even where the service sends one back.

use serde::{Deserialize, Serialize};

/// How much of an answer is kept.
pub const BODY_EXCERPT_BYTES_MAX: usize = 2 * 1024;

/// What an exchange left behind, free of secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// None where no answer's head arrived.
    pub http_status: Option<u16>,
    /// The beginning of the answer, at most [`BODY_EXCERPT_BYTES_MAX`]; none where none arrived.
    pub body_excerpt: Option<String>,
    /// What the transport said, where the exchange did not come to its end.
    pub error_kind: Option<String>,
}
