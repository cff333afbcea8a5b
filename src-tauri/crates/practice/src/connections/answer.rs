//! A response that is sent where a fault applies: the service's own, or another in its place.

pub(super) const JSON: &str = "application/json";

/// A response from any source.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) content_type: String,
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, content_type: JSON.to_owned(), location: None, body: body.into() }
    }
}
