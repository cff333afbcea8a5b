//! The form of every response: `status` and `data`, or `status`, `message`, `code` and sometimes `data`.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

pub(crate) type Answer = Result<Response, Refusal>;

#[derive(Serialize)]
struct Success<T> {
    status: &'static str,
    data: T,
}

/// Builds a 200 with `data`.
pub(crate) fn success<T: Serialize>(data: T) -> Answer {
    Ok(Json(Success { status: "success", data }).into_response())
}

/// A refused request and the reason.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: &'static str,
    message: String,
    data: Option<String>,
}

#[derive(Serialize)]
struct RefusalBody<'a> {
    status: &'static str,
    message: &'a str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a str>,
}

impl Refusal {
    /// Builds a 400: the request itself is invalid.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::with(StatusCode::BAD_REQUEST, code, message)
    }

    pub(crate) fn with(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), data: None }
    }

    /// Adds the value that the refusal is about as `data`.
    pub(crate) fn about(mut self, data: impl Into<String>) -> Self {
        self.data = Some(data.into());
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = RefusalBody {
            status: "error",
            message: &self.message,
            code: self.code,
            data: self.data.as_deref(),
        };
        (self.status, Json(body)).into_response()
    }
}
