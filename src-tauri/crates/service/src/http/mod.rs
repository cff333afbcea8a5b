//! One exchange over HTTP: where it goes, what may be kept of it, and how it ended.

pub(crate) mod body;
pub(crate) mod call_path;
pub(crate) mod connection;
pub(crate) mod endpoint;
pub(crate) mod evidence;
pub(crate) mod outcome;
pub(crate) mod read_retries;
pub(crate) mod redactor;
pub(crate) mod root;
pub(crate) mod self_test;
pub(crate) mod transport;
