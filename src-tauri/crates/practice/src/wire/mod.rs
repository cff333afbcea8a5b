//! The form of requests, responses and callbacks.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod callback_form;
pub(crate) mod paths;
