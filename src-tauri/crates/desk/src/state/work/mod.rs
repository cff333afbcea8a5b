//! What is under way, so that it can be shown, stopped and waited for.

pub mod asking_progress;
pub mod callback_server;
pub(crate) mod documents_in_progress;
pub mod funding;
pub mod name_checks;
pub(crate) mod pace;
pub mod self_tests;
pub mod send_gate;
pub mod send_queue;
