//! Removes truncated secrets from the end of an incomplete response: the first half of a secret is no spelling of the
//! secret any more. The removal applies to every end, since a response without a length does not show whether it is
//! complete.
//!
//! Not here: text that a service itself omits, such as the rest of a request that it sends back in part.

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::{Redactor, digits, spellings};

/// Fewest characters at the end that count as the beginning of a token or a lock. One character would be removed from
/// many sentences. Two occur by chance once in some thousand texts, and then the end of the evidence lacks two letters.
const PART_CHARS_MIN: usize = 2;

/// The secrets whose truncated forms are searched for, each in all its spellings.
pub(super) struct TruncatedSecrets<'a> {
    spellings: Vec<Zeroizing<String>>,
    values: &'a [&'a SecretString],
    card: Option<&'a SecretString>,
}

impl<'a> TruncatedSecrets<'a> {
    pub(super) fn of(redactor: &'a Redactor<'_>) -> Self {
        // The token is sent without the spaces around it.
        let secrets = redactor.secrets.iter().map(|secret| secret.expose_secret().trim());
        Self {
            spellings: secrets.flat_map(spellings).collect(),
            values: &redactor.values,
            card: redactor.card,
        }
    }

    /// Returns the text up to where the longest truncated secret at its end begins.
    pub(super) fn without_longest<'t>(&self, text: &'t str) -> &'t str {
        let spelled = self.spellings.iter().filter_map(|spelling| begun(text, spelling));
        let values = self.values.iter().filter_map(|value| digits::begun_value(text, value.expose_secret()));
        let card = self.card.and_then(|card| digits::begun_card(text, card));
        let start = spelled.chain(values).chain(card).min();
        start.and_then(|start| text.get(..start)).unwrap_or(text)
    }

    /// Returns the text without any truncated secret at its end, nor at the end that remains after a removal. For short
    /// texts.
    pub(super) fn without_any<'t>(&self, mut text: &'t str) -> &'t str {
        loop {
            let shorter = self.without_longest(text);
            if shorter.len() == text.len() {
                return text;
            }
            text = shorter;
        }
    }
}

/// Returns the position of the longest beginning of the spelling at the end of the text. The whole spelling does not
/// count.
fn begun(text: &str, spelling: &str) -> Option<usize> {
    let lengths = spelling.char_indices().map(|(length, _)| length).skip(PART_CHARS_MIN);
    let longest = lengths.filter(|length| spelling.get(..*length).is_some_and(|part| text.ends_with(part)));
    longest.last().map(|length| text.len() - length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{body, evidence::BODY_EXCERPT_BYTES_MAX};

    /// Fewest characters that would reveal something of a secret.
    const TELLING_CHARS: usize = 4;

    fn cut(secret: &str, body: &str) -> String {
        Redactor::new([&SecretString::from(secret)]).excerpt(body.as_bytes())
    }

    #[test]
    fn a_half_at_the_end_is_left_out_and_no_more() {
        for (secret, body, expected) in [
            ("canary-lock", r#"{"lock":"canary"#, r#"{"lock":""#),
            ("canary-lock", r#"{"lock":"ca"#, r#"{"lock":""#),
            ("canary-lock", r#"{"lock":"c"#, r#"{"lock":"c"#),
            ("canary-lock", r#"{"lock":"canary-lock"#, r#"{"lock":"[removed]"#),
            ("canary-lock", "canary-locanary", ""),
            ("canary-lock", "a canary sings", "a canary sings"),
            ("abcab", "x abcab", "x "),
            ("a\"é/", r#"{"text":"a\\\"\\u00"#, r#"{"text":""#),
            ("a b+c", "lock=a+b%2", "lock="),
            ("key<&>", r#"{"lock":"key\u003c\u0026\"#, r#"{"lock":""#),
            ("", "nothing", "nothing"),
        ] {
            assert_eq!(cut(secret, body), expected, "{secret} {body}");
        }
        // One character of two bytes, cut in two.
        let half_letter = "canary é".as_bytes();
        let excerpt = Redactor::new([&SecretString::from("canary é")])
            .excerpt(half_letter.get(..half_letter.len() - 1).expect("a beginning"));
        assert_eq!(excerpt, "");
    }

    #[test]
    fn a_half_card_or_code_is_left_out_where_it_is_one() {
        let [card, cvv, pin] = ["5061460410120223210", "739", "8264"].map(SecretString::from);
        let redactor = Redactor::new([]).with_card(&card).with_values([&cvv, &pin]);
        for (body, expected) in [
            (r#"{"card_no":"506146"#, r#"{"card_no":""#),
            (r#"{"card_no":"5061 46"#, r#"{"card_no":""#),
            (r#"{"card_no":"5061%2"#, r#"{"card_no":""#),
            (r#"{"card_no":"506146041"#, r#"{"card_no":""#),
            (r#"{"card_no":"5061460410120223210"#, r#"{"card_no":"[removed]"#),
            (r#"{"cvv":"73"#, r#"{"cvv":""#),
            (r#"{"pin":8"#, r#"{"pin":"#),
            ("%2282", "%22"),
            // Figures that end like the beginning of a code by chance.
            (r#"{"amount":1073"#, r#"{"amount":1073"#),
            ("A-82", "A-82"),
            ("in 506", "in 506"),
        ] {
            assert_eq!(redactor.excerpt(body.as_bytes()), expected, "{body}");
        }
    }

    /// The request as services send it back: unchanged, as a text, in an address.
    fn echoes(body: &str) -> [String; 3] {
        let text = serde_json::to_string(body).expect("JSON");
        let address: String = url::form_urlencoded::byte_serialize(body.as_bytes()).collect();
        [body.to_owned(), format!(r#"{{"status":"error","message":{text}}}"#), format!("body={address}")]
    }

    fn check(excerpt: &str, secret: &str) -> Result<(), TestCaseError> {
        for (end, _) in secret.char_indices().skip(TELLING_CHARS) {
            let part = secret.get(..end).expect("a beginning");
            prop_assert!(!excerpt.ends_with(part), "{part:?} is left in {excerpt:?}");
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn wherever_an_echo_breaks_off_no_half_of_a_secret_ends_it(
            token in "[A-Za-z0-9._/+=-]{5,20}", lock in "\\PC{5,16}", card in "[1-9][0-9]{15}", pin in "[1-9][0-9]{3}",
            filler in prop_oneof![Just(0), BODY_EXCERPT_BYTES_MAX - 200..BODY_EXCERPT_BYTES_MAX],
        ) {
            let lock = lock.trim();
            let secrets = [&token, lock].map(SecretString::from);
            let [number, code] = [&card, &pin].map(|digits| SecretString::from(digits.as_str()));
            let redactor = Redactor::new(&secrets).with_card(&number).with_values([&code]);
            let members = [("name", "x".repeat(filler)), ("token", token.clone()), ("lock", lock.to_owned()),
                ("card_no", card.clone()), ("pin", pin.clone())];
            let members: Vec<_> = members.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let body = String::from_utf8(body::object(&members).to_vec()).expect("UTF-8");
            for echo in echoes(&body) {
                for end in filler.min(echo.len())..=echo.len() {
                    let excerpt = redactor.excerpt(echo.as_bytes().get(..end).expect("a beginning"));
                    for secret in [token.as_str(), lock, &card] {
                        check(&excerpt, secret)?;
                    }
                    for digits in 1..pin.len() {
                        let left = ["\"", "\\\"", "%22"].map(|quote| format!("pin{quote}:{quote}{}", &pin[..digits]));
                        prop_assert!(!left.iter().any(|left| excerpt.ends_with(left)), "{excerpt:?}");
                    }
                    prop_assert!(excerpt.len() <= BODY_EXCERPT_BYTES_MAX);
                }
            }
        }
    }
}
