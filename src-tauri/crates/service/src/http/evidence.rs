//! What is stored of an exchange to judge it later: the status, the beginning of the response, and the transport's
//! error. Nothing is decided by it here. It contains no secret, even if the service sends one back.

use serde::{Deserialize, Serialize};

/// Most bytes of a response that are stored.
pub const BODY_EXCERPT_BYTES_MAX: usize = 2 * 1024;

/// The evidence of an exchange, free of secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// None if no response head arrived.
    pub http_status: Option<u16>,
    /// The beginning of the response, at most [`BODY_EXCERPT_BYTES_MAX`]; none if nothing arrived.
    pub body_excerpt: Option<String>,
    /// The transport's error, if the exchange did not complete.
    pub error_kind: Option<String>,
}
