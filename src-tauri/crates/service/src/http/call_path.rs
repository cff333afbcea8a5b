//! The path of a call that the interface does not have. The user enters it, because services differ.

const PARTS_MAX: usize = 8;
const PART_CHARS_MAX: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path is not one below the base address")]
pub struct CallPathError;

/// Segments of letters, digits, `.`, `_`, `~` and `-`, below the base address: `v1/disburse/status`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPath(Vec<String>);

impl CallPath {
    /// Parses a path; slashes at its ends are allowed.
    ///
    /// # Errors
    /// `CallPathError`.
    pub fn parse(text: &str) -> Result<Self, CallPathError> {
        let parts = parts(text.trim().trim_matches('/'), '/', PARTS_MAX).ok_or(CallPathError)?;
        if parts.iter().all(|part| is_path_part(part)) { Ok(Self(parts)) } else { Err(CallPathError) }
    }

    pub(crate) fn parts(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }
}

/// Splits a text into parts that are neither empty nor too long.
pub(crate) fn parts(text: &str, between: char, parts_max: usize) -> Option<Vec<String>> {
    let parts: Vec<_> = text.split(between).map(str::to_owned).collect();
    let fits =
        |part: &String| !part.is_empty() && part.len() <= PART_CHARS_MAX && !part.contains(char::is_control);
    (parts.len() <= parts_max && parts.iter().all(fits)).then_some(parts)
}

fn is_path_part(part: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._~-".contains(&b);
    part.bytes().all(plain) && !part.bytes().all(|b| b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_the_base_address() {
        for text in ["v1/disburse/status", " /v1/disburse/status/ "] {
            assert_eq!(CallPath::parse(text).expect(text).parts(), ["v1", "disburse", "status"]);
        }
        for text in ["", "/", "v1//status", "../v1", "v1/..", "https://else.where/v1", "v1/a?b=c", "v1/a#b"] {
            assert_eq!(CallPath::parse(text), Err(CallPathError), "{text}");
        }
    }
}
