//! Which desk is open: practice, a service, its settings, and a restored copy.

pub(crate) mod connect;
pub(crate) mod practice;
pub(crate) mod restore;
pub(crate) mod session;
pub(crate) mod settings;
