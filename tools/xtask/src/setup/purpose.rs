//! What a machine is set up for.

/// What the machine must be able to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Build the application and open its window.
    Window,
    /// Drive that window in tests too.
    Tests,
    /// Make packages for Linux too, and check them.
    Packages,
}
