//! Reads the expiry of a token from the token itself: most are JSON Web Tokens (RFC 7519), which contain their expiry.
//! Nothing is verified, since only the service has the key; the result warns a person and decides nothing else.

use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive};

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::value::RawValue;
use zeroize::Zeroizing;

/// Longest token that is parsed.
const TOKEN_BYTES_MAX: usize = 16 * 1024;
/// 2001-09-09 to 2286-11-20, in seconds (RFC 7519, 4.1.4).
const EXPIRY_S: RangeInclusive<i64> = 1_000_000_000..=9_999_999_999;
/// The same years in milliseconds, which some token issuers write. The two ranges do not overlap. A value in neither
/// range is not a time.
const EXPIRY_MS: RangeInclusive<i64> = 1_000_000_000_000..=9_999_999_999_999;

/// Claims that have another value in each token of one account (RFC 7519, 4.1).
const CLAIMS_OF_ONE_TOKEN: [&str; 4] = ["exp", "nbf", "iat", "jti"];

/// Returns what distinguishes the token's account from others: the claims of a JSON Web Token without those of the
/// single token, in the order of their names. If the token has no such claims, returns the whole token; then every
/// token is an account of its own. The result may contain names and addresses, and is only ever fingerprinted.
#[must_use]
pub fn account(token: &SecretString) -> Zeroizing<Vec<u8>> {
    let whole = || Zeroizing::new(token.expose_secret().trim().as_bytes().to_vec());
    let Some(claims) = claims(token.expose_secret()) else { return whole() };
    let Ok(claims) = serde_json::from_slice::<BTreeMap<String, &RawValue>>(&claims) else { return whole() };
    let mut text = Zeroizing::new(Vec::new());
    for (name, value) in claims.iter().filter(|(name, _)| !CLAIMS_OF_ONE_TOKEN.contains(&name.as_str())) {
        for part in [name.as_str(), value.get()] {
            text.extend_from_slice(&(part.len() as u64).to_be_bytes());
            text.extend_from_slice(part.as_bytes());
        }
    }
    if text.is_empty() { whole() } else { text }
}

#[derive(Deserialize)]
struct Claims<'a> {
    #[serde(borrow)]
    exp: Option<&'a RawValue>,
}

/// Returns when a token expires, if it is a JSON Web Token with a plausible `exp`. A scheme word before it is ignored.
#[must_use]
pub fn expiry(token: &SecretString) -> Option<Timestamp> {
    let claims = claims(token.expose_secret())?;
    let claims: Claims<'_> = serde_json::from_slice(&claims).ok()?;
    timestamp(claims.exp?.get())
}

/// Returns the claims of a JSON Web Token unchanged; a scheme word before it is ignored.
fn claims(token: &str) -> Option<Zeroizing<Vec<u8>>> {
    if token.len() > TOKEN_BYTES_MAX {
        return None;
    }
    let mut parts = token.split_whitespace().next_back()?.split('.');
    let (header, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    object(header)?;
    bytes(signature)?;
    object(claims)
}

/// Decodes a part. Returns its bytes if they are a JSON object.
fn object(part: &str) -> Option<Zeroizing<Vec<u8>>> {
    let bytes = bytes(part)?;
    let text: &RawValue = serde_json::from_slice(&bytes).ok()?;
    let is_object = text.get().starts_with('{');
    is_object.then_some(bytes)
}

fn bytes(part: &str) -> Option<Zeroizing<Vec<u8>>> {
    let part = part.trim_end_matches('=').as_bytes();
    let mut bytes = Zeroizing::new(vec![0; BASE64URL_NOPAD.decode_len(part.len()).ok()?]);
    let written = BASE64URL_NOPAD.decode_mut(part, &mut bytes).ok()?;
    debug_assert_eq!(written, bytes.len(), "without padding the length is exact");
    Some(bytes)
}

/// Parses seconds or milliseconds since 1970, as a number or its text; a fraction is cut off.
fn timestamp(exp: &str) -> Option<Timestamp> {
    let text = if exp.starts_with('"') {
        serde_json::from_str::<Cow<'_, str>>(exp).ok()?
    } else {
        Cow::Borrowed(exp)
    };
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let since_1970: i64 = whole.parse().ok()?;
    if EXPIRY_S.contains(&since_1970) {
        return Timestamp::from_second(since_1970).ok();
    }
    EXPIRY_MS.contains(&since_1970).then(|| Timestamp::from_millisecond(since_1970).ok())?
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL;
    use proptest::prelude::*;

    use super::*;

    fn jwt(claims: &str) -> String {
        let part = |text: &str| BASE64URL_NOPAD.encode(text.as_bytes());
        format!("{}.{}.{}", part(r#"{"alg":"HS256"}"#), part(claims), part("signature"))
    }

    fn seconds(token: &str) -> Option<i64> {
        expiry(&SecretString::from(token)).map(Timestamp::as_second)
    }

    #[test]
    fn claims_that_tell_when_and_claims_that_do_not() {
        let at = Some(1_716_239_022);
        for (claims, expected) in [
            (r#"{"exp":1716239022}"#, at),
            (r#"{"iat":1716231822,"exp":1716239022,"name":"a\"b"}"#, at),
            (r#"{"exp":"1716239022"}"#, at),
            (r#"{"exp":1716239022.9}"#, at),
            (r#"{"exp":"1716239022.5"}"#, at),
            (r#"{"exp":" 1716239022 "}"#, at),
            (r#"{"exp":1716239022000}"#, at),
            (r#"{"exp":"1716239022999.9"}"#, at),
            (r#"{"exp":9999999999999}"#, Some(9_999_999_999)),
            (r#"{"exp":999999999}"#, None),
            (r#"{"exp":17162390220}"#, None),
            (r#"{"exp":171623902200}"#, None),
            (r#"{"exp":17162390220000}"#, None),
            (r#"{"exp":1716239022000000}"#, None),
            (r#"{"exp":1.716239022e9}"#, None),
            (r#"{"exp":-5}"#, None),
            (r#"{"exp":0}"#, None),
            (r#"{"exp":99999999999999999999999999}"#, None),
            (r#"{"exp":null}"#, None),
            (r#"{"exp":true}"#, None),
            (r#"{"exp":[1716239022]}"#, None),
            (r#"{"exp":"soon"}"#, None),
            (r#"{"exp":""}"#, None),
            (r#"{"iat":1716239022}"#, None),
            (r#"[1716239022]"#, None),
            (r#""exp""#, None),
            ("", None),
        ] {
            assert_eq!(seconds(&jwt(claims)), expected, "{claims}");
        }
    }

    #[test]
    fn tokens_of_one_account_have_one_account() {
        let account = |claims: &str| account(&SecretString::from(jwt(claims)));
        for (one, other, same) in [
            (r#"{"sub":"7","exp":1716239022}"#, r#"{"exp":1816239022,"sub":"7","iat":3,"jti":"x"}"#, true),
            (r#"{"sub":"7","exp":1716239022}"#, r#"{"sub":"8","exp":1716239022}"#, false),
            (r#"{"sub":"7"}"#, r#"{"user":"7"}"#, false),
            (r#"{"sub":"7","name":"A"}"#, r#"{"sub":"7","name":"B"}"#, false),
            (r#"{"exp":1716239022}"#, r#"{"exp":1816239022}"#, false),
        ] {
            assert_eq!(account(one) == account(other), same, "{one} {other}");
        }
        let opaque = |token: &str| super::account(&SecretString::from(token));
        assert_eq!(opaque("abc"), opaque(" abc\n"));
        assert_ne!(opaque("abc"), opaque("abd"));
    }

    #[test]
    fn only_a_whole_token_is_looked_into() {
        let (good, at) = (jwt(r#"{"exp":1716239022}"#), Some(1_716_239_022));
        let parts: Vec<_> = good.split('.').collect();
        let padded = format!("{}.{}.{}", parts[0], BASE64URL.encode(br#"{"exp":1716239022}"#), parts[2]);
        for (token, expected) in [
            (good.clone(), at),
            (format!("Bearer {good}"), at),
            (format!(" {good}\n"), at),
            (padded, at),
            (format!("{good}."), None),
            (format!("{good}.x"), None),
            (format!("{}.{}", parts[0], parts[1]), None),
            (format!("{}.{}.", parts[0], parts[1]), at),
            (format!("x.{}.{}", parts[1], parts[2]), None),
            (format!("{}.{}!.{}", parts[0], parts[1], parts[2]), None),
            ("opaque-token".to_owned(), None),
            (String::new(), None),
            (jwt(&format!(r#"{{"exp":1716239022,"x":"{}"}}"#, "x".repeat(TOKEN_BYTES_MAX))), None),
        ] {
            assert_eq!(seconds(&token), expected, "{token:.80}");
        }
    }

    proptest! {
        #[test]
        fn whatever_the_token_is_nothing_panics(token in "\\PC{0,80}", claims in "\\PC{0,40}") {
            seconds(&token);
            seconds(&jwt(&claims));
            seconds(&jwt(&format!(r#"{{"exp":{claims}}}"#)));
        }
    }
}
