//! The wait that a service requests before the next try.

/// The wait that a `Retry-After` header requests (RFC 9110, 10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RetryAfter {
    Unsaid,
    Seconds(u64),
    /// A date, or another value: in any case not soon.
    Later,
}

impl RetryAfter {
    pub(crate) fn read(header: Option<&[u8]>) -> Self {
        let Some(header) = header else { return Self::Unsaid };
        let seconds = str::from_utf8(header).ok().and_then(|text| text.trim().parse().ok());
        seconds.map_or(Self::Later, Self::Seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_to_be_left_alone_is_read() {
        for (header, expected) in [
            (None, RetryAfter::Unsaid),
            (Some("2"), RetryAfter::Seconds(2)),
            (Some(" 0 "), RetryAfter::Seconds(0)),
            (Some("-1"), RetryAfter::Later),
            (Some("Fri, 31 Dec 2027 23:59:59 GMT"), RetryAfter::Later),
            (Some("18446744073709551615"), RetryAfter::Seconds(u64::MAX)),
            (Some("99999999999999999999999"), RetryAfter::Later),
        ] {
            assert_eq!(RetryAfter::read(header.map(str::as_bytes)), expected, "{header:?}");
        }
    }
}
