//! Tests that no secret is left in any spelling, and that texts without one are stored unchanged.

use proptest::{
    prelude::*,
    sample::{Index, select},
};

use super::*;
use crate::{ANSWER_BYTES_MAX, http::body};

/// Fewest bytes of a secret that reveal something of it.
const WINDOW_BYTES: usize = 8;
const CARD: &str = "4242424242424242";

fn excerpt(secret: &str, body: &str) -> String {
    Redactor::new([&SecretString::from(secret)]).excerpt(body.as_bytes())
}

#[test]
fn a_text_with_a_secret_is_left_out_as_a_whole() {
    for (secret, body) in [
        ("canary", r#"{"lock":"canary"}"#),
        ("canary", "canarycanary"),
        (" canary ", "token canary"),
        ("a\"b", r#"{"lock":"a\"b"}"#),
        ("a/b", r#"{"lock":"a\/b"}"#),
        ("sécret", r#"{"lock":"s\u00e9cret"}"#),
        ("sécret/😀", r#"s\u00E9cret\/\uD83D\uDE00"#),
        ("canary", r"\u0063\u0061\u006E\u0061\u0072\u0079"),
        ("a\"é/", r#"{"text":"{\"lock\":\"a\\\"é/\"}"}"#),
        ("a\"é/", r#"{"text":"{\"lock\":\"a\\\"\\u00e9\\/\"}"}"#),
        ("a<b>&c", r#"{"lock":"a\u003cb\u003e\u0026c"}"#),
        ("a<b>/&c", r"a\u003Cb\u003E\/\u0026c"),
        ("a b+c/é", "lock=a+b%2Bc%2F%C3%A9"),
        ("a b+c/é", "x=a%20b%2bc%2f%c3%a9"),
        ("a b/c", "to=https%3A%2F%2Fx%2F%3Flock%3Da%2520b%252Fc"),
        ("canary", "%63%61%6e%61%72%79"),
        ("a<b&'c'", "<p>a&lt;b&amp;&#39;c&#39;</p>"),
        ("canary", "&#99;&#97;&#x6e;&#x61;&#X72;&#121;"),
        ("canary", "636 63616E617279"),
        ("canary", "63616e617279"),
        ("canary", "Y2FuYXJ5"),
        ("canary", "xxxY2FuYXJ5"),
        // "1canary" and "12canary".
        ("canary", r#"{"authorization":"MWNhbmFyeQ=="}"#),
        ("canary", "MTJjYW5h\r\ncnk="),
        ("~~~???>>>", "fn5-Pz8_Pj4-"),
        // The request, whose JSON escapes the quote.
        ("a\"bcdefgh", "eyJsb2NrIjoiYVwiYmNkZWZnaCJ9"),
        // Truncated by the service, or by the network.
        ("canary-lock-2718", "the lock canary-l... is wrong"),
        ("canary-lock", r#"{"lock":"canary"#),
        ("a\"é/4567", r#"{"text":"a\\\"\\u00e9/\\u00"#),
        ("a b+c-d", "lock=a+b%2Bc%2"),
        ("canary-lock", "lock: Y2FuYXJ"),
        ("canary-lock", "lock: 63616e617"),
    ] {
        assert_eq!(excerpt(secret, body), OMITTED, "{secret} {body}");
        assert_eq!(
            Redactor::new([&SecretString::from(secret)]).message(body, Extent::Cut),
            OMITTED,
            "{secret} {body}"
        );
    }
}

#[test]
fn a_text_without_a_secret_is_unchanged() {
    for (secret, body) in [
        ("canary-lock", "a canary sings in the wood of another country"),
        ("canary-lock", r#"{"lock":"can"#),
        ("canary", r"50 % \ & &; &#; \u00 %4 + = 1,000.00 é 😀 \ud83d"),
        ("\"", "x"),
        ("", "nothing"),
        (" ", "no thing"),
    ] {
        assert_eq!(excerpt(secret, body), body, "{secret} {body}");
    }
    assert_eq!(Redactor::new([]).excerpt("a\u{e9}".as_bytes().get(..2).expect("a part")), "a");
    let wide = "€".repeat(BODY_EXCERPT_BYTES_MAX);
    assert!(excerpt("canary", &wide).len() <= BODY_EXCERPT_BYTES_MAX);
    let long = Redactor::new([]).message(&"€".repeat(MESSAGE_CHARS_MAX + 1), Extent::Whole);
    assert_eq!(long, format!("{}…", "€".repeat(MESSAGE_CHARS_MAX)));
    let long = Redactor::new([&SecretString::from("canary")])
        .message(&"canary".repeat(MESSAGE_CHARS_MAX), Extent::Whole);
    assert_eq!(long, OMITTED);
}

fn card(body: &str) -> String {
    let [card, cvv, pin] = [CARD, "123", "3310"].map(SecretString::from);
    Redactor::new([]).with_card(&card).with_codes([&cvv, &pin]).excerpt(body.as_bytes())
}

#[test]
fn a_text_with_card_data_is_left_out() {
    for body in [
        r#"{"card_no":"4242424242424242"}"#,
        "card_no=4242424242424242&cvv=1&pin=2",
        "4242 4242 4242 4242",
        "4242-4242-4242-4242",
        "4242%204242+4242.4242",
        "NDI0MjQyNDI0MjQyNDI0Mg==",
        "without its head: 424242424242!",
        "the middle: x2424242x",
        "id 94242424242424242 of",
        r#"{"cvv":123}"#,
        r#"{\"cvv\":\"123\"}"#,
        r"\u0022123\u0022",
        "%22123%22",
        "&quot;123&quot;",
        r"cvv\n123",
        "cvv=MTIz",
        "Wrong PIN 3310.",
        "123",
        "é123é 123",
        // Truncated.
        r#"{"card_no":"4242424"#,
        r#"{"cvv":"12"#,
        "%2233",
    ] {
        assert_eq!(card(body), OMITTED, "{body}");
    }
}

#[test]
fn figures_that_contain_a_code_by_chance_are_stored() {
    for body in [
        r#"{"amount":1234,"fee":123.50,"sum":"33101","ref":"A-123-3310","code":"RR-123","x":3310.5}"#,
        "123,456",
        r#"{"amount":1012"#,
        "A-33",
        "tries left: 3",
        // The last four digits may stay, and so may the issuer's six.
        "card 424242******4242, ends in 4242, it says",
        r#"{"card_no":"424242"#,
    ] {
        assert_eq!(card(body), body);
    }
}

#[test]
fn card_like_numbers_are_removed_and_the_text_around_them_stays() {
    for (body, expected) in [
        ("card 5500005555555559 refused", "card [removed] refused"),
        (r#"{"a":"5500 0055 5555 5559","b":4111-1111-1111-1111}"#, r#"{"a":"[removed]","b":[removed]}"#),
        ("1000 5500005555555559 27", "1000 [removed] 27"),
        ("4222222222222 é 6304000000000000000", "[removed] é [removed]"),
        // Not valid by Luhn's formula; too short; too long.
        ("5500005555555558", "5500005555555558"),
        ("422222222228", "422222222228"),
        ("63040000000000000000", "63040000000000000000"),
        ("2026-11-22 10:15:00", "2026-11-22 10:15:00"),
        (r"number:\n5500005555555559", r"number:\n[removed]"),
        // No card begins so: times in milliseconds, references.
        ("1763842391122", "1763842391122"),
        ("9500000000000006", "9500000000000006"),
        // Parts of an identifier.
        ("REF5500005555555559", "REF5500005555555559"),
        ("5500005555555559a", "5500005555555559a"),
        ("ref-5500005555555559", "ref-5500005555555559"),
        ("5500-0055-5555-5559-b", "5500-0055-5555-5559-b"),
        ("55000055-5555-5559-8d1e-446655440000", "55000055-5555-5559-8d1e-446655440000"),
        ("c0ffee00-1d2e-4242-4242-424242424242", "c0ffee00-1d2e-4242-4242-424242424242"),
    ] {
        let redactor = Redactor::new([]);
        assert_eq!(redactor.excerpt(body.as_bytes()), expected);
        assert_eq!(redactor.message(body, Extent::Whole), expected);
    }
}

#[test]
fn a_short_start_counts_only_where_the_text_was_cut() {
    let [token, pin] = ["Visa-lock-2718", "3310"].map(SecretString::from);
    let redactor = Redactor::new([&token]).with_codes([&pin]);
    for text in ["use your Visa", "tries: 33"] {
        assert_eq!(redactor.message(text, Extent::Whole), text);
        assert_eq!(redactor.message(text, Extent::Cut), OMITTED);
        assert_eq!(redactor.excerpt(text.as_bytes()), OMITTED);
        let body = serde_json::to_string(text).expect("JSON");
        assert_eq!(redactor.excerpt(body.as_bytes()), body);
    }
    assert_eq!(redactor.message("the lock Visa-loc... is wrong", Extent::Whole), OMITTED);
}

#[test]
fn the_host_of_a_page_is_no_secret() {
    let pages = pages(br#"{"authurl":"https://bank.example.com/pay/8812"}"#);
    let redactor = Redactor::new([]).with_pages(&pages);
    for text in ["ask bank.example.com", "see https://bank.example.com/", "at bank.exa"] {
        assert_eq!(redactor.message(text, Extent::Cut), text);
    }
    for text in ["https://bank.example.com/pay...", "bank.example.com/pay/8812"] {
        assert_eq!(redactor.message(text, Extent::Whole), OMITTED);
    }
}

#[test]
fn a_json_text_loses_only_the_members_with_a_secret() {
    let token = SecretString::from("canary");
    let redactor = Redactor::new([&token]);
    let text = |text: &str| redactor.json(&Json::Text(text.to_owned()));
    for (given, expected) in [
        (r#"{"token":"canary","balance":0.10}"#, r#"{"token":"[removed]","balance":0.10}"#),
        (
            r#"["canary",{"a":"{\"b\":\"canary\",\"c\":1}"}]"#,
            r#"["[removed]",{"a":"{\"b\":\"[removed]\",\"c\":1}"}]"#,
        ),
        (r#"{ "a" : 1 }"#, r#"{ "a" : 1 }"#),
        (r#"{"a":canary"#, REMOVED),
    ] {
        assert_eq!(text(given), Json::Text(expected.to_owned()));
    }
    let long = "x".repeat(VALUE_BYTES_MAX + 1);
    assert_eq!(text(&long), Json::Text(UNCHECKED.to_owned()));
    assert_eq!(
        text(&format!(r#"{{"a":1,"b":"{long}"}}"#)),
        Json::Text(format!(r#"{{"a":1,"b":"{UNCHECKED}"}}"#))
    );
}

#[test]
fn a_hostile_answer_is_decoded_within_its_budget() {
    let token = SecretString::from("canary");
    let redactor = Redactor::new([&token]);
    for unit in ["%25+\\u0025&amp;", "%5c%2b+x", "ab", "x"] {
        let value = Json::Text(unit.repeat(2048 / unit.len()));
        let values = Json::Array(vec![value.clone(); ANSWER_BYTES_MAX / 2048]);
        let budget = Budget::new(VALUES_DECODED_BYTES_MAX);
        let Json::Array(cleaned) = redactor.json_within(&values, &budget) else { panic!("an array") };
        // A budget cannot become negative: what was decoded is what was taken from it.
        assert!(budget.left() < 1024 * 1024, "{unit}: {}", budget.left());
        assert_eq!(cleaned.first(), Some(&value), "{unit}");
        assert_eq!(cleaned.last(), Some(&Json::Text(UNCHECKED.to_owned())), "{unit}");
    }
}

/// How a service writes a text. Each variant escapes or encodes the whole text.
#[derive(Clone, Copy, Debug)]
enum Spelling {
    Plain,
    Json,
    JsonSlashes,
    JsonAscii,
    JsonUnits,
    JsonTwice,
    Form,
    PercentLower,
    PercentAll,
    PercentTwice,
    Html,
    HtmlDecimal,
    HtmlHex,
    Base64,
    Base64Url,
    HexLower,
    HexUpper,
    JsonOfBase64,
    Base64OfJson,
    FormOfJson,
}

const SPELLINGS: [Spelling; 20] = [
    Spelling::Plain,
    Spelling::Json,
    Spelling::JsonSlashes,
    Spelling::JsonAscii,
    Spelling::JsonUnits,
    Spelling::JsonTwice,
    Spelling::Form,
    Spelling::PercentLower,
    Spelling::PercentAll,
    Spelling::PercentTwice,
    Spelling::Html,
    Spelling::HtmlDecimal,
    Spelling::HtmlHex,
    Spelling::Base64,
    Spelling::Base64Url,
    Spelling::HexLower,
    Spelling::HexUpper,
    Spelling::JsonOfBase64,
    Spelling::Base64OfJson,
    Spelling::FormOfJson,
];

fn json(text: &str) -> String {
    let quoted = serde_json::to_string(text).expect("JSON");
    quoted[1..quoted.len() - 1].to_owned()
}

fn units(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect()
}

fn form(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn each(text: &str, spell: impl Fn(char) -> String) -> String {
    text.chars().map(spell).collect()
}

impl Spelling {
    fn of(self, text: &str) -> String {
        let bytes = text.as_bytes();
        match self {
            Self::Plain => text.to_owned(),
            Self::Json => json(text),
            Self::JsonSlashes => json(text).replace('/', "\\/").replace('<', "\\u003c"),
            Self::JsonAscii => {
                each(&json(text), |c| if c.is_ascii() { c.into() } else { units(&c.to_string()) })
            }
            Self::JsonUnits => units(text),
            Self::JsonTwice => json(&json(text)),
            Self::Form => form(text),
            Self::PercentLower => {
                let plain = |byte: &u8| byte.is_ascii_alphanumeric();
                let spell = |byte: &u8| {
                    if plain(byte) { char::from(*byte).to_string() } else { format!("%{byte:02x}") }
                };
                bytes.iter().map(spell).collect()
            }
            Self::PercentAll => bytes.iter().map(|b| format!("%{b:02X}")).collect(),
            Self::PercentTwice => form(&form(text)),
            Self::Html => {
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                text.replace('"', "&quot;").replace('\'', "&#39;")
            }
            Self::HtmlDecimal => each(text, |c| format!("&#{};", u32::from(c))),
            Self::HtmlHex => each(text, |c| format!("&#x{:x};", u32::from(c))),
            Self::Base64 => data_encoding::BASE64.encode(bytes),
            Self::Base64Url => data_encoding::BASE64URL_NOPAD.encode(bytes),
            Self::HexLower => data_encoding::HEXLOWER.encode(bytes),
            Self::HexUpper => data_encoding::HEXUPPER.encode(bytes),
            Self::JsonOfBase64 => json(&data_encoding::BASE64.encode(bytes)),
            Self::Base64OfJson => data_encoding::BASE64.encode(json(text).as_bytes()),
            Self::FormOfJson => form(&json(text)),
        }
    }
}

/// The windows of a secret as they are in a text. In base64 a window is written in one of three ways, without the digits
/// that it shares with its neighbours.
fn windows(secret: &str, spelling: Spelling) -> Vec<String> {
    let ends = secret.char_indices().map(|(start, _)| start);
    let windows = ends.filter_map(|start| {
        let end = secret.ceil_char_boundary(start + WINDOW_BYTES);
        (start + WINDOW_BYTES <= secret.len()).then(|| &secret[start..end])
    });
    let spelled = windows.flat_map(|window| {
        [("", 0), ("1", 2), ("12", 3)].map(|(before, shared)| match spelling {
            Spelling::Base64 | Spelling::Base64Url | Spelling::JsonOfBase64 | Spelling::Base64OfJson => {
                let whole = spelling.of(&format!("{before}{window}"));
                let inside = whole.trim_end_matches('=');
                inside[shared..inside.len() - 1].to_owned()
            }
            Spelling::Plain
            | Spelling::Json
            | Spelling::JsonSlashes
            | Spelling::JsonAscii
            | Spelling::JsonUnits
            | Spelling::JsonTwice
            | Spelling::Form
            | Spelling::PercentLower
            | Spelling::PercentAll
            | Spelling::PercentTwice
            | Spelling::Html
            | Spelling::HtmlDecimal
            | Spelling::HtmlHex
            | Spelling::HexLower
            | Spelling::HexUpper
            | Spelling::FormOfJson => spelling.of(window),
        })
    });
    spelled.collect()
}

fn check(result: &str, secret: &str, spelling: Spelling) -> Result<(), TestCaseError> {
    for window in windows(secret, spelling) {
        prop_assert!(
            !result.contains(&window),
            "{spelling:?}: {window:?} of {secret:?} is left in {result:?}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_window_of_a_secret_is_left_in_any_spelling(
        secret in "[!-~]{8,64}|\\PC{8,20}", before in "\\PC{0,40}", after in "\\PC{0,40}",
        filler in prop_oneof![Just(0), BODY_EXCERPT_BYTES_MAX - 300..BODY_EXCERPT_BYTES_MAX],
        cut in any::<Index>(), spelling in select(&SPELLINGS[..]),
    ) {
        let secret = secret.trim();
        prop_assume!(secret.len() >= WINDOW_BYTES);
        let held = SecretString::from(secret);
        let redactor = Redactor::new([&held]);
        // The secret alone is encoded, or the text around it as well.
        let around = spelling.of(&format!("{before}{secret}{after}"));
        for text in [format!("{before}\"{}\"{after}", spelling.of(secret)), around] {
            let start = " ".repeat(filler);
            check(&redactor.excerpt(format!("{start}{text}").as_bytes()), secret, spelling)?;
            check(&redactor.message(&text, Extent::Cut), secret, spelling)?;
            let end = cut.index(text.len() + 1);
            let begun = [start.as_bytes(), &text.as_bytes()[..end]].concat();
            check(&redactor.excerpt(&begun), secret, spelling)?;
            prop_assert!(filler > 0 || redactor.excerpt(text.as_bytes()) == OMITTED);
        }
    }

    #[test]
    fn any_text_is_checked(body in "(%|\\\\|u00|&|#|x|;|\\+|=|4|1a|A|é|\"|authurl|:| ){0,60}") {
        let redacted = card(&body);
        prop_assert!(redacted == OMITTED || redacted == body || redacted.contains(REMOVED), "{}", redacted);
    }

    #[test]
    fn no_valid_card_number_is_left(head in "[2-6][0-9]{11,17}", separator in "[ -]?", before in "(\\PC{0,9}[!#,.:;/(=€])?") {
        let valid = (0..10).map(|digit| format!("{head}{digit}")).find(|number| digits::is_luhn_valid(number.as_bytes()));
        let number = valid.expect("one of ten");
        let (start, end) = number.split_at(6);
        let text = Redactor::new([]).excerpt(format!("{before}{start}{separator}{end}.").as_bytes());
        prop_assert!(!text.contains(end), "{}", text);
    }
}

/// The request as services send it back: unchanged, as a text, in an address.
fn echoes(body: &str) -> [String; 3] {
    let text = serde_json::to_string(body).expect("JSON");
    [body.to_owned(), format!(r#"{{"status":"error","message":{text}}}"#), format!("body={}", form(body))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn wherever_an_echo_breaks_off_no_start_of_a_secret_ends_it(
        token in "[A-Za-z0-9._/+=-]{8,20}", lock in "[!-~]{8,16}", pin in "[1-9][0-9]{3}",
        filler in prop_oneof![Just(0), BODY_EXCERPT_BYTES_MAX - 200..BODY_EXCERPT_BYTES_MAX],
    ) {
        let secrets = [&token, &lock].map(|secret| SecretString::from(secret.as_str()));
        let code = SecretString::from(pin.as_str());
        let redactor = Redactor::new(&secrets).with_codes([&code]);
        for (name, secret, least) in [
            ("token", &token, START_AT_END_BYTES_MIN),
            ("lock", &lock, START_AT_END_BYTES_MIN),
            ("pin", &pin, digits::CODE_START_DIGITS_MIN),
        ] {
            let body = body::object(&[("name", &"x".repeat(filler)), (name, secret)]);
            for echo in echoes(str::from_utf8(&body).expect("UTF-8")) {
                for end in filler.min(echo.len())..=echo.len() {
                    let excerpt = redactor.excerpt(&echo.as_bytes()[..end]);
                    prop_assert!(excerpt.len() <= BODY_EXCERPT_BYTES_MAX);
                    for quote in ["\"", "\\\"", "%22"] {
                        for length in least..=secret.len() {
                            let left = format!("{name}{quote}:{quote}{}", &secret[..length]);
                            prop_assert!(!excerpt.ends_with(&left.replace("%22:", "%22%3A")), "{}", excerpt);
                        }
                    }
                }
            }
        }
    }
}
