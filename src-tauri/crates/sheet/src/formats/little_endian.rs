//! Numbers and texts in bytes, as the binary formats store them: low byte first.

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    array_at(bytes, at).map(u16::from_le_bytes)
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}

pub(crate) fn f64_at(bytes: &[u8], at: usize) -> Option<f64> {
    array_at(bytes, at).map(f64::from_le_bytes)
}

/// Decodes UTF-16. Characters that are cut become replacement characters, and a byte alone at the end is left out.
pub(crate) fn utf_16(bytes: &[u8]) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().copied().map(u16::from_le_bytes).collect();
    String::from_utf16_lossy(&units)
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}
