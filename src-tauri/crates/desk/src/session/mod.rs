//! The use cases of the session: connecting and unlocking, the rules that lock the desk again, the provider's test, the
//! address for callbacks, the backup of the key. What is remembered of it is in `state::session`.

pub mod auto_lock;
pub mod callback_setup;
pub mod connection;
pub mod custom_ca;
pub mod key_backup;
mod key_sheet;
pub mod provider;
pub mod stored_profile;
