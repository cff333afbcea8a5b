//! A response that is sent where a fault applies: the service's own, or another in its place.

pub(crate) const JSON: &str = "application/json";

/// A response from any source.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) location: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, content_type: JSON.to_owned(), location: None, body: body.into() }
    }
}
