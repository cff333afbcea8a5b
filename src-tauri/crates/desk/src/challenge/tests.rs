//! The table of addresses: one line for each address and its decision.

use proptest::prelude::*;
use url::Url;

use super::{
    navigation::{ADDRESS_BYTES_MAX, FIELDS_MAX},
    *,
};

const NONCE: &str = "0123456789abcdef0123456789abcdef";
/// No address of this computer is allowed.
const LIVE: &str = "live";
/// The practice bank at `http://127.0.0.1:4300` is allowed.
const PRACTICE: &str = "practice";

fn checkout(mode: &str) -> Checkout {
    let bank = Url::parse("http://127.0.0.1:4300").expect("an address").origin();
    let local = if mode == PRACTICE { Local::PracticeBank(bank) } else { Local::Nothing };
    let own_page = Url::parse("http://127.0.0.1:4400/feedfacefeedface").expect("an address");
    Checkout { own_page: Some(own_page), ..Checkout::new(ReturnAddress::with_nonce(NONCE), local, false) }
}

fn verdict(mode: &str, address: &str, asked: Asked) -> String {
    match checkout(mode).decide(address, asked) {
        Verdict::Allow => "allow".to_owned(),
        Verdict::OpenPopup => "popup".to_owned(),
        Verdict::Return(returned) => {
            let fields: Vec<String> =
                returned.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("return {}", fields.join(" ")).trim_end().to_owned()
        }
        Verdict::Deny(denied) => denied.to_string(),
    }
}

#[rustfmt::skip]
const TABLE: &[(&str, &str, &str)] = &[
    // Banks and their service providers.
    (LIVE, "https://acs.bank.com/pareq?id=1",                              "allow"),
    (LIVE, "https://acs.bank.com:443/",                                    "allow"),
    (LIVE, "https://acs.bank.com:8443/3ds",                                "allow"),
    (LIVE, "https://a.b.c.d.bank.com.ng/",                                 "allow"),
    (LIVE, "HTTPS://ACS.Bank.COM/Path",                                    "allow"),
    (LIVE, "https://bank.com/a/../b;c//d?e=f#g",                           "allow"),
    (LIVE, "https://bank.com/https://return.paysheet.invalid/",            "allow"),
    (LIVE, "https://localhost.bank.com/",                                  "allow"),
    (LIVE, "https://notlocalhost.com/",                                    "allow"),
    (LIVE, "about:blank",                                                  "allow"),
    (LIVE, "about:srcdoc",                                                 "allow"),
    (LIVE, "about:blank#part",                                             "allow"),
    // Schemes.
    (LIVE, "about:config",                                                 "scheme"),
    (LIVE, "about:blank?x",                                                "scheme"),
    (LIVE, "data:text/html,<script>1</script>",                            "scheme"),
    (LIVE, "data:text/html;base64,PGI+",                                   "scheme"),
    (LIVE, "javascript:alert(1)",                                          "scheme"),
    (LIVE, "JavaScript:alert(1)",                                          "scheme"),
    (LIVE, "file:///etc/passwd",                                           "scheme"),
    (LIVE, "file://server/share",                                          "scheme"),
    (LIVE, "blob:https://bank.com/0b1c",                                   "scheme"),
    (LIVE, "filesystem:https://bank.com/temporary/x",                      "scheme"),
    (LIVE, "view-source:https://bank.com/",                                "scheme"),
    (LIVE, "ftp://bank.com/",                                              "scheme"),
    (LIVE, "ws://bank.com/",                                               "scheme"),
    (LIVE, "wss://bank.com/",                                              "scheme"),
    (LIVE, "mailto:help@bank.com",                                         "scheme"),
    (LIVE, "tel:+2348000000000",                                           "scheme"),
    (LIVE, "intent://pay#Intent;scheme=bank;end",                          "scheme"),
    (LIVE, "bankapp://confirm",                                            "scheme"),
    (LIVE, "tauri://localhost/",                                           "scheme"),
    (LIVE, "tauri://localhost/index.html",                                 "scheme"),
    (LIVE, "ipc://localhost/charge",                                       "scheme"),
    (LIVE, "asset://localhost/etc/passwd",                                 "scheme"),
    (LIVE, "chrome://settings",                                            "scheme"),
    // Paysheet itself, under its name on Windows, and this computer.
    (LIVE, "http://tauri.localhost/",                                      "this_computer"),
    (LIVE, "https://tauri.localhost/index.html",                           "this_computer"),
    (LIVE, "https://TAURI.LOCALHOST/",                                     "this_computer"),
    (LIVE, "https://tauri.localhost./",                                    "this_computer"),
    (LIVE, "http://ipc.localhost/charge",                                  "this_computer"),
    (LIVE, "https://ipc.localhost/charge",                                 "this_computer"),
    (LIVE, "https://asset.localhost/etc/passwd",                           "this_computer"),
    (LIVE, "https://localhost/",                                           "this_computer"),
    (LIVE, "https://localhost:8790/cb",                                    "this_computer"),
    (LIVE, "https://127.0.0.1/",                                           "this_computer"),
    (LIVE, "https://127.1/",                                               "this_computer"),
    (LIVE, "https://2130706433/",                                          "this_computer"),
    (LIVE, "https://0x7f.0.0.1/",                                          "this_computer"),
    (LIVE, "https://0177.0.0.1/",                                          "this_computer"),
    (LIVE, "https://0.0.0.0/",                                             "this_computer"),
    (LIVE, "https://[::1]/",                                               "this_computer"),
    (LIVE, "https://[::]/",                                                "this_computer"),
    (LIVE, "https://[::ffff:127.0.0.1]/",                                  "this_computer"),
    (LIVE, "http://127.0.0.1:8790/cb/unguessable",                         "this_computer"),
    (LIVE, "http://127.0.0.1:8787/v1/transfer/card",                       "this_computer"),
    (LIVE, "http://[::1]:8790/cb",                                         "this_computer"),
    // The practice bank is allowed in practice only, and only its origin.
    (LIVE,     "http://127.0.0.1:4300/3ds/CHG-1",                          "this_computer"),
    (PRACTICE, "http://127.0.0.1:4300/3ds/CHG-1",                          "allow"),
    (PRACTICE, "http://127.0.0.1:4300/3ds/CHG-1/window?x=1",               "allow"),
    (PRACTICE, "https://127.0.0.1:4300/3ds/CHG-1",                         "this_computer"),
    (PRACTICE, "http://127.0.0.1:4301/3ds/CHG-1",                          "this_computer"),
    (PRACTICE, "http://localhost:4300/3ds/CHG-1",                          "this_computer"),
    (PRACTICE, "http://127.0.0.2:4300/3ds/CHG-1",                          "this_computer"),
    (PRACTICE, "http://127.0.0.1/3ds/CHG-1",                               "this_computer"),
    (PRACTICE, "http://a@127.0.0.1:4300/3ds/CHG-1",                        "user_info"),
    (PRACTICE, "http://127.0.0.1:4300@evil.com/",                          "user_info"),
    (PRACTICE, "http://127.0.0.1:4300.evil.com/",                          "malformed"),
    (PRACTICE, "http://bank.com/",                                         "not_https"),
    // The page that the service sent, and nothing else of its server.
    (LIVE, "http://127.0.0.1:4400/feedfacefeedface",                       "allow"),
    (LIVE, "http://127.0.0.1:4400/feedfacefeedface#top",                   "allow"),
    (LIVE, "http://127.0.0.1:4400/feedfacefeedface?x",                     "this_computer"),
    (LIVE, "http://127.0.0.1:4400/feedfacefeedface/",                      "this_computer"),
    (LIVE, "http://127.0.0.1:4400/",                                       "this_computer"),
    (LIVE, "http://127.0.0.1:4401/feedfacefeedface",                       "this_computer"),
    (LIVE, "https://127.0.0.1:4400/feedfacefeedface",                      "this_computer"),
    // Unencrypted http, numeric addresses, names of a local network, ports.
    (LIVE, "http://bank.com/",                                             "not_https"),
    (LIVE, "http://bank.com:443/",                                         "not_https"),
    (LIVE, "http://192.168.1.1/",                                          "not_https"),
    (LIVE, "https://192.168.1.1/",                                         "not_a_name"),
    (LIVE, "https://10.0.0.1/",                                            "not_a_name"),
    (LIVE, "https://169.254.169.254/latest/meta-data",                     "not_a_name"),
    (LIVE, "https://8.8.8.8/",                                             "not_a_name"),
    (LIVE, "https://[2001:db8::1]/",                                       "not_a_name"),
    (LIVE, "https://router/",                                              "local_name"),
    (LIVE, "https://printer.local/",                                       "local_name"),
    (LIVE, "https://vault.internal/",                                      "local_name"),
    (LIVE, "https://bank.invalid/",                                        "local_name"),
    (LIVE, "https://bank.com:22/",                                         "port"),
    (LIVE, "https://bank.com:25/",                                         "port"),
    (LIVE, "https://bank.com:80/",                                         "port"),
    (LIVE, "https://bank.com:0/",                                          "port"),
    (LIVE, "https://bank.com:99999/",                                      "malformed"),
    // Names that are meant to be misread.
    (LIVE, "https://bank.com@evil.com/",                                   "user_info"),
    (LIVE, "https://user:secret@bank.com/",                                "user_info"),
    (LIVE, "https://:@bank.com/",                                          "allow"),
    (LIVE, "https://bank.com%40evil.com/",                                 "malformed"),
    (LIVE, "https://xn--bnk-ula.com/",                                     "punycode"),
    (LIVE, "https://b\u{e4}nk.com/",                                       "punycode"),
    (LIVE, "https://b\u{430}nk.com/",                                      "punycode"),
    (LIVE, "https://acs.xn--80ak6aa92e.com/",                              "punycode"),
    (LIVE, "https://bank\u{3002}com/",                                     "allow"),
    (LIVE, "https://bank.com./",                                           "trailing_dot"),
    (LIVE, "https://ban\tk.com/",                                          "malformed"),
    (LIVE, " https://bank.com/",                                           "malformed"),
    (LIVE, "https://bank.com/a b",                                         "malformed"),
    (LIVE, "https://",                                                     "malformed"),
    (LIVE, "//bank.com/",                                                  "malformed"),
    (LIVE, "bank.com",                                                     "malformed"),
    (LIVE, "",                                                             "malformed"),
    // The return address.
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE",                 "return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE?ref=R-1&status=ok","return ref=R-1 status=ok"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE?a=b%20c&a=d",     "return a=b c a=d"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE?",                "return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE#done",            "return"),
    (LIVE, "https://return.paysheet.invalid:443/top-up/NONCE",             "return"),
    (LIVE, "https://RETURN.paysheet.INVALID/top-up/NONCE",                 "return"),
    (PRACTICE, "https://return.paysheet.invalid/top-up/NONCE?status=ok",   "return status=ok"),
    // Nearly the return address.
    (LIVE, "http://return.paysheet.invalid/top-up/NONCE",                  "imitates_return"),
    (LIVE, "https://return.paysheet.invalid:8443/top-up/NONCE",            "imitates_return"),
    (LIVE, "https://u@return.paysheet.invalid/top-up/NONCE",               "user_info"),
    (LIVE, "https://return.paysheet.invalid/",                             "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/",                      "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE0",                "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE/",                "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE;x=1",             "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/NONCE%20",              "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/Top-Up/NONCE",                 "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/0123456789ABCDEF0123456789ABCDEF", "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/ffffffffffffffffffffffffffffffff", "imitates_return"),
    (LIVE, "https://return.paysheet.invalid//top-up/NONCE",                "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up//NONCE",                "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/x/../top-up/NONCE",            "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/./top-up/NONCE",               "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/x/%2e%2e/top-up/NONCE",        "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top-up/%2e/NONCE",             "imitates_return"),
    (LIVE, "https://return.paysheet.invalid/top%2Dup/NONCE",               "imitates_return"),
    (LIVE, "https://return.paysheet.invalid\\top-up\\NONCE",               "imitates_return"),
    (LIVE, "https:/return.paysheet.invalid/top-up/NONCE",                  "imitates_return"),
    (LIVE, "https:return.paysheet.invalid/top-up/NONCE",                   "imitates_return"),
    (LIVE, "https://return.paysheet.invalid./top-up/NONCE",                "trailing_dot"),
    (LIVE, "https://return.paysheet.invalid.evil.com/top-up/NONCE",        "imitates_return"),
    (LIVE, "https://return-paysheet-invalid.com/top-up/NONCE",             "imitates_return"),
    (LIVE, "https://www.return.paysheet.invalid/top-up/NONCE",             "imitates_return"),
    (LIVE, "https://evil.com/?return.paysheet.invalid/top-up/NONCE",       "allow"),
    (LIVE, "https://evil.com#@return.paysheet.invalid/top-up/NONCE",       "allow"),
];

#[test]
fn every_address_of_the_table_is_decided_as_written() {
    assert!(TABLE.len() >= 60);
    for (mode, address, expected) in TABLE {
        let address = address.replace("NONCE", NONCE);
        let got = verdict(mode, &address, Asked::Navigation);
        assert_eq!(got, *expected, "{mode} {address}");
        // The same rules apply to a new window.
        let popup = verdict(mode, &address, Asked::NewWindow { open: 0 });
        assert_eq!(popup, if got == "allow" { "popup".to_owned() } else { got.clone() }, "{address}");
        let second = verdict(mode, &address, Asked::NewWindow { open: 1 });
        assert_eq!(second, if got == "allow" { "second_popup".to_owned() } else { got }, "{address}");
    }
}

#[test]
fn a_return_is_good_for_its_own_payment_only() {
    let [one, two] = [(); 2].map(|()| ReturnAddress::random().expect("random bytes"));
    assert_ne!(one.as_str(), two.as_str());
    let of_one = Checkout::new(one.clone(), Local::Nothing, false);
    assert!(matches!(of_one.decide(one.as_str(), Asked::Navigation), Verdict::Return(_)));
    assert_eq!(of_one.decide(two.as_str(), Asked::Navigation), Verdict::Deny(Denied::ImitatesReturn));
}

#[test]
fn an_endless_address_is_refused_and_endless_fields_are_cut() {
    let long = format!("https://bank.com/{}", "a".repeat(ADDRESS_BYTES_MAX));
    assert_eq!(verdict(LIVE, &long, Asked::Navigation), "too_long");
    let many = format!("https://return.paysheet.invalid/top-up/{NONCE}?{}", "a=b&".repeat(500));
    let Verdict::Return(returned) = checkout(LIVE).decide(&many, Asked::Navigation) else { panic!("{many}") };
    assert_eq!(returned.fields.len(), FIELDS_MAX);
    assert!(!format!("{returned:?}").contains('b'), "values are not printed");
}

proptest! {
    #[test]
    fn anything_is_decided(address in "\\PC{0,60}") {
        let _ = checkout(PRACTICE).decide(&address, Asked::Navigation);
    }

    /// In any spelling: if an address is allowed, a browser's parser reads no other host from it.
    #[test]
    fn nothing_of_this_computer_is_ever_let_through(
        scheme in prop::sample::select(vec!["http", "https", "HTTP", "tauri", "ipc", "asset"]),
        user in prop::sample::select(vec!["", "a@", "bank.com@", ":@"]),
        host in prop::sample::select(vec![
            "localhost", "LOCALHOST", "tauri.localhost", "ipc.localhost", "127.0.0.1", "127.1", "0x7f000001", "[::1]",
            "0", "[::ffff:7f00:1]", "localhost.", "a.b.localhost",
        ]),
        port in prop::sample::select(vec!["", ":1", ":443", ":8790", ":4300"]),
        path in "[/a-z.%?#;]{0,12}",
    ) {
        let address = format!("{scheme}://{user}{host}{port}/{path}");
        let live = Checkout { own_page: None, ..checkout(LIVE) };
        prop_assert!(matches!(live.decide(&address, Asked::Navigation), Verdict::Deny(_)), "{}", address);
    }

    /// Only the address itself, with a query or a fragment after it, is the return address.
    #[test]
    fn no_other_path_is_the_way_back(path in "[a-z0-9/.%;-]{0,50}") {
        let exact = format!("top-up/{NONCE}");
        prop_assume!(path != exact);
        let address = format!("https://return.paysheet.invalid/{path}");
        prop_assert!(!matches!(checkout(LIVE).decide(&address, Asked::Navigation), Verdict::Return(_)), "{}", address);
    }
}

/// A service on this computer names the page of a bank on this computer; from then on only that origin is allowed.
#[test]
fn beside_a_service_on_this_computer_one_origin_is_allowed() {
    let of = |is_here: bool, page: &str| {
        let checkout = Checkout::new(ReturnAddress::with_nonce(NONCE), Local::Nothing, is_here);
        let checkout = checkout.beside_the_service(page);
        move |address: &str| checkout.decide(address, Asked::Navigation) == Verdict::Allow
    };
    let beside = |page: &str| of(true, page);
    let elsewhere = of(false, "http://127.0.0.1:4300/3ds");
    assert!(!elsewhere("http://127.0.0.1:4300/3ds"), "a service elsewhere never leads here");
    let is_allowed = beside("http://127.0.0.1:4300/3ds");
    assert!(is_allowed("http://127.0.0.1:4300/3ds") && is_allowed("http://127.0.0.1:4300/next?a=b"));
    for other in [
        "http://127.0.0.1:4301/",
        "http://127.0.0.2:4300/",
        "https://127.0.0.1:4300/",
        "http://localhost:4300/",
    ] {
        assert!(!is_allowed(other), "{other}");
    }
    for page in [
        "http://127.0.0.1/",
        "http://127.0.0.1:631/",
        "http://localhost:4300/",
        "http://tauri.localhost:4300/",
        "http://127.0.0.2:4300/",
        "http://192.168.1.1:4300/",
        "http://bank.example.com:4300/",
        "https://127.0.0.1:4300/",
        "not an address",
    ] {
        assert!(!beside(page)(page), "{page}");
    }
}
