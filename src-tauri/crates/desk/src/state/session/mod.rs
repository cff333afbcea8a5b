//! The profile, its service and its secrets while the desk is unlocked.

pub mod binding;
pub mod bound_secret;
pub mod last_activity;
pub mod profile;
pub mod profile_key;
pub mod renewal_state;
pub mod session_state;
pub mod settings;
