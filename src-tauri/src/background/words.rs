//! The texts of the tray, of notifications and of a start that failed. They are in the interface's catalogue, with all other texts. The interface
//! cannot write them: they are needed while no page is loaded or drawn.

use std::sync::LazyLock;

use jiff::tz::TimeZone;
use paysheet_app::Notice;
use paysheet_desk::Outstanding;
use paysheet_domain::money::Total;
use serde_json::Value;

static CATALOGUE: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../ui/src/locales/en/background.json");
    // A test reads every text.
    serde_json::from_str(text).unwrap_or_default()
});

/// Returns a text of the catalogue; the key itself if there is none.
pub fn of(key: &str) -> String {
    let pointer = format!("/{}", key.replace('.', "/"));
    CATALOGUE.pointer(&pointer).and_then(Value::as_str).unwrap_or(key).to_owned()
}

/// Returns a text about one or about several.
fn counted(key: &str, count: u32) -> String {
    let form = if count == 1 { "one" } else { "other" };
    filled(of(&format!("{key}_{form}")), &[("count, number", &grouped(&count.to_string()))])
}

/// Returns a text with values in place of its placeholders.
pub fn filled(text: String, values: &[(&str, &str)]) -> String {
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
}

/// Returns a line for each figure that is not zero, and what the user has to do.
pub fn counts(outstanding: Outstanding) -> Vec<String> {
    let Outstanding { payouts, unresolved, is_sending, arrival: _ } = outstanding;
    let unlock = outstanding.needs_unlock().then(|| of("tray.unlock"));
    let sending = is_sending.then(|| of("tray.sending"));
    let payouts = (payouts > 0).then(|| counted("tray.payouts", payouts));
    let unresolved = (unresolved > 0).then(|| counted("tray.unresolved", unresolved));
    [sending, payouts, unresolved, unlock].into_iter().flatten().collect()
}

/// Returns title and text of a notification.
pub fn notice(notice: &Notice) -> (String, String) {
    let (name, text) = match notice {
        Notice::Finished { payroll, paid, failed } => {
            let text =
                if *failed == 0 { of("notice.finished") } else { counted("notice.finishedFailed", *failed) };
            ("finished", filled(text, &[("paid", &all_paid(paid)), ("payroll", payroll)]))
        }
        Notice::Failed { payroll, count } => ("failed", about("failed", payroll, *count)),
        Notice::Contradicted { payroll, count } => ("contradicted", about("contradicted", payroll, *count)),
        Notice::Unresolved { payroll, batches } => ("unresolved", about("unresolved", payroll, *batches)),
        Notice::TokenEnds { at } => {
            let time = at.to_zoned(TimeZone::system()).strftime("%H:%M").to_string();
            ("token", filled(of("notice.token"), &[("time", &time)]))
        }
        Notice::WaitsForUnlock => ("unlock", of("notice.unlock")),
    };
    (of(&format!("notice.{name}Title")), text)
}

fn about(key: &str, payroll: &str, count: u32) -> String {
    filled(counted(&format!("notice.{key}"), count), &[("payroll", payroll)])
}

fn all_paid(paid: &[Total]) -> String {
    let paid: Vec<String> = paid
        .iter()
        .filter(|total| total.count > 0)
        .map(|Total { count, sum, currency }| {
            filled(counted("notice.paid", *count), &[("sum", &format!("{currency} {}", grouped(sum)))])
        })
        .collect();
    if paid.is_empty() { of("notice.paidNobody") } else { paid.join(", ") }
}

/// Groups the digits of a decimal by three.
fn grouped(decimal: &str) -> String {
    let (whole, fraction) = decimal.split_once('.').map_or((decimal, None), |(w, f)| (w, Some(f)));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    fraction.map_or(grouped.clone(), |fraction| format!("{grouped}.{fraction}"))
}

#[cfg(test)]
mod tests {
    use paysheet_desk::Arrival;
    use paysheet_domain::{Currency, Money};

    use super::*;

    fn total(count: u32, minor: i64) -> Total {
        Total::new(count, Money::from_minor(minor, Currency::NGN))
    }

    #[test]
    fn the_tray_counts_what_is_missing() {
        use Arrival::{AfterUnlock, Now};
        for (payouts, unresolved, is_sending, arrival, expect) in [
            (0, 0, false, Now, &[][..]),
            (0, 0, false, AfterUnlock, &[]),
            (1, 0, false, Now, &["1 payment without a result"]),
            (1, 0, false, AfterUnlock, &["1 payment without a result", "Locked: unlock to ask for results"]),
            (1_400, 1, false, Now, &["1,400 payments without a result", "1 batch unresolved"]),
            (
                14,
                2,
                true,
                Now,
                &["Sending a payroll", "14 payments without a result", "2 batches unresolved"],
            ),
        ] {
            let outstanding = Outstanding { payouts, unresolved, is_sending, arrival };
            assert_eq!(counts(outstanding), expect);
        }
    }

    #[test]
    fn a_notification_says_counts_a_total_and_the_payroll() {
        let payroll = || "November".to_owned();
        let finished = |paid, failed| Notice::Finished { payroll: payroll(), paid, failed };
        for (of, title, text) in [
            (
                finished(vec![total(24, 372_000_050)], 0),
                "All results are in",
                "November: 24 people recorded as paid, NGN 3,720,000.50.",
            ),
            (
                finished(vec![total(1, 10_000)], 2),
                "All results are in",
                "November: 1 person recorded as paid. 2 payments failed; open Paysheet to see which.",
            ),
            (
                finished(Vec::new(), 1),
                "All results are in",
                "November: nobody was recorded as paid. 1 payment failed; open Paysheet to see which.",
            ),
            (
                Notice::Failed { payroll: payroll(), count: 1 },
                "A payment failed",
                "November: 1 payment failed so far. Open Paysheet to see which.",
            ),
            (
                Notice::Unresolved { payroll: payroll(), batches: 1 },
                "A batch is unresolved",
                "November: it is not known whether your provider received 1 batch. Nothing is sent again until \
                 you decide.",
            ),
            (
                Notice::WaitsForUnlock,
                "Unlock to get results",
                "Some payments have no result yet, and Paysheet is locked: it cannot ask your provider. Open \
                 Paysheet and unlock it to continue.",
            ),
        ] {
            assert_eq!(notice(&of), (title.to_owned(), text.to_owned()));
        }
    }

    #[test]
    fn every_placeholder_is_filled() {
        let payroll = || "November".to_owned();
        let at = jiff::Timestamp::UNIX_EPOCH;
        for count in [1, 2] {
            for of in [
                Notice::Contradicted { payroll: payroll(), count },
                Notice::Failed { payroll: payroll(), count },
                Notice::Unresolved { payroll: payroll(), batches: count },
                Notice::TokenEnds { at },
            ] {
                let (title, text) = notice(&of);
                assert!(!title.contains("notice.") && !text.contains(['{', '}']), "{title}: {text}");
                assert!(!text.contains("notice."), "{text}");
            }
        }
    }
}
