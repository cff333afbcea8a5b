//! Converts a stored callback, as the service crate parses it, to the ledger's terms.

use paysheet_ledger::{CallbackReading, PayoutReport, RawCallback};
use paysheet_service::callback::{self, CallbackReport, Received};

/// Parses one callback.
#[must_use]
pub fn read_callback(raw: &RawCallback) -> CallbackReading {
    let received =
        Received { content_type: raw.content_type.as_deref(), query: raw.query.as_deref(), body: &raw.body };
    let mut reading = CallbackReading::default();
    for report in callback::read_all(&received) {
        reading.is_unreadable |= report.is_none();
        reading.reports.extend(report.map(payout_report));
    }
    reading
}

fn payout_report(report: CallbackReport) -> PayoutReport {
    let CallbackReport {
        reference,
        report,
        code,
        status,
        message,
        amount,
        currency,
        provider_reference,
        callback_code,
    } = report;
    PayoutReport {
        reference,
        report,
        code,
        status,
        message,
        amount,
        currency,
        provider_reference,
        read_by: None,
        matched: None,
        is_stored_callback: false,
        callback_code,
    }
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Report;

    use super::*;

    #[test]
    fn what_was_stored_is_what_is_read() {
        let raw = RawCallback {
            received_at: jiff::Timestamp::UNIX_EPOCH,
            method: "POST".to_owned(),
            content_type: Some("multipart/form-data; boundary=b".to_owned()),
            query: Some("responsecode=51".to_owned()),
            body: b"--b\r\nContent-Disposition: form-data; name=\"ref\"\r\n\r\nREF1\r\n--b--\r\n".to_vec(),
        };
        let failed = PayoutReport::new("REF1", Report::Failed, "51");
        let read = CallbackReading { reports: vec![failed.clone()], is_unreadable: false };
        assert_eq!(read_callback(&raw), read);
        let list = br#"[{"ref":"REF1","responsecode":"51"},{"ref":"REF1"}]"#.to_vec();
        let list = RawCallback { content_type: None, query: None, body: list, ..raw.clone() };
        assert_eq!(read_callback(&list), CallbackReading { reports: vec![failed], is_unreadable: true });
        assert_eq!(read_callback(&RawCallback { query: None, ..raw }), CallbackReading::unreadable());
    }
}
