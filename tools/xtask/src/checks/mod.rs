//! The steps of `cargo xtask test` that are programs of their own.

pub(crate) mod architecture;
pub(crate) mod e2e;
pub(crate) mod faults;
pub(crate) mod gallery;
pub(crate) mod lint;
pub(crate) mod safe_files;
pub(crate) mod simulate;
pub(crate) mod systems;
pub(crate) mod windows;
