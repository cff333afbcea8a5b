//! Test callbacks that the program sends to itself. One is recognised by a nonce that is valid once and for a few
//! seconds. Whatever has the form of a test callback is neither stored nor applied, whoever sent it.

use std::sync::Mutex;

use data_encoding::HEXLOWER;
use subtle::ConstantTimeEq as _;

use crate::{error::DeskError, mutex::lock};

/// Begins the body of every test callback.
const MARK: &str = "paysheet_self_test=";
const NONCE_BYTES: usize = 16;

/// The nonces of the tests that are running.
#[derive(Debug, Default)]
pub struct SelfTests {
    running: Mutex<Vec<Running>>,
}

#[derive(Debug)]
struct Running {
    nonce: String,
    has_arrived: bool,
}

/// A test callback to be sent. Its nonce is no longer accepted once this is dropped.
pub(crate) struct SelfTest<'a> {
    tests: &'a SelfTests,
    nonce: String,
}

impl SelfTests {
    /// Begins a test.
    ///
    /// # Errors
    /// `NoRandomness`.
    pub(crate) fn begin(&self) -> Result<SelfTest<'_>, DeskError> {
        let mut bytes = [0_u8; NONCE_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| DeskError::NoRandomness)?;
        let nonce = HEXLOWER.encode(&bytes);
        lock(&self.running).push(Running { nonce: nonce.clone(), has_arrived: false });
        Ok(SelfTest { tests: self, nonce })
    }

    /// Returns whether this body is a test that is running and did not arrive before.
    pub(crate) fn arrived(&self, body: &[u8]) -> bool {
        let Some(nonce) = nonce_of(body) else { return false };
        let mut running = lock(&self.running);
        let found = running.iter_mut().find(|test| is_same(test.nonce.as_bytes(), nonce));
        found.is_some_and(|test| !std::mem::replace(&mut test.has_arrived, true))
    }
}

impl SelfTest<'_> {
    /// The body to send. Its reference has a form that no payout has.
    pub(crate) fn form(&self) -> String {
        format!("{MARK}{}&ref=PAYSHEET-SELF-TEST&responsecode=02", self.nonce)
    }

    pub(crate) fn has_arrived(&self) -> bool {
        lock(&self.tests.running).iter().any(|test| test.nonce == self.nonce && test.has_arrived)
    }
}

impl Drop for SelfTest<'_> {
    fn drop(&mut self) {
        lock(&self.tests.running).retain(|test| test.nonce != self.nonce);
    }
}

/// Returns whether a body has the form of a test callback.
pub(crate) fn is_self_test(body: &[u8]) -> bool {
    body.starts_with(MARK.as_bytes())
}

fn nonce_of(body: &[u8]) -> Option<&[u8]> {
    let rest = body.strip_prefix(MARK.as_bytes())?;
    rest.split(|byte| *byte == b'&').next()
}

/// Compares two secrets in a time that depends on their lengths alone.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_accepted_once_and_only_while_its_test_runs() {
        let tests = SelfTests::default();
        assert!(!tests.arrived(b"paysheet_self_test="), "no test is running");
        let test = tests.begin().unwrap();
        let form = test.form();
        for forged in ["paysheet_self_test=", "paysheet_self_test=0", "paysheet_self_test=&ref=1", "ref=1"] {
            assert!(!tests.arrived(forged.as_bytes()), "{forged}");
        }
        assert!(!test.has_arrived());
        assert!(tests.arrived(form.as_bytes()));
        assert!(test.has_arrived());
        assert!(!tests.arrived(form.as_bytes()), "a repeated test is no second one");
        drop(test);
        assert!(!tests.arrived(form.as_bytes()));
        let other = tests.begin().unwrap();
        assert_ne!(other.form(), form);
        assert!(!tests.arrived(form.as_bytes()));
    }

    #[test]
    fn what_only_mentions_a_test_is_a_callback() {
        for (body, expected) in [
            ("paysheet_self_test=1", true),
            ("ref=1&paysheet_self_test=1", false),
            ("paysheet_self_tests=1", false),
            ("", false),
        ] {
            assert_eq!(is_self_test(body.as_bytes()), expected, "{body}");
        }
        assert!(is_same(b"abc", b"abc"));
        assert!(!is_same(b"abc", b"abd") && !is_same(b"abc", b"ab") && !is_same(b"", b"a"));
    }
}
