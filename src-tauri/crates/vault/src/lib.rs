//! Token and lock in the operating system's keychain, and nowhere else.
