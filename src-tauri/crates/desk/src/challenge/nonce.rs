//! Digits that cannot be guessed.

use data_encoding::HEXLOWER;

const NONCE_BYTES: usize = 16;

/// Returns digits that cannot be guessed.
pub(crate) fn nonce() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; NONCE_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(HEXLOWER.encode(&bytes))
}
