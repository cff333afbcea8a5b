//! Programs that are started, and what is said of them.

pub(crate) mod children;
pub(crate) mod failure;
pub(crate) mod say;
pub(crate) mod screen;
pub(crate) mod task;
pub(crate) mod wine;
