//! Seeded random numbers, the same every time: for names, samples and made-up identifiers. No secret is made from them.

use sha2::{Digest, Sha256};

/// A sequence of numbers that follows from its seed (SplitMix64 over a SHA-256).
#[derive(Clone)]
pub(crate) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn of(parts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part.as_bytes());
            hash.update([0x1f]);
        }
        let first = hash.finalize().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Self(first)
    }

    pub(crate) const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 up to, but not including, `end`; 0 if there is none.
    pub(crate) const fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.next() % end }
    }

    /// Returns one of a list's entries; the default value if the list is empty.
    pub(crate) fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        let at = self.below(list.len() as u64);
        usize::try_from(at).ok().and_then(|at| list.get(at).copied()).unwrap_or_default()
    }
}
