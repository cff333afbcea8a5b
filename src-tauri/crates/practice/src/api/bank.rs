//! The practice bank: the pages at `authurl`, at an origin of their own. It requests the one-time password, settles the
//! charge, and sends the payer back to the caller's address in the way that the card selects: at once, slowly, through
//! another window, by a link or by a form.
//!
//! Not in it on purpose: any proof in the way back. Only the status of a charge shows its outcome.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Form, Path, State as Extract},
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION},
    },
    response::{Html, IntoResponse, Response},
    routing::get,
};
use paysheet_domain::Money;
use serde::Deserialize;
use tokio::{net::TcpListener, time::sleep};

use crate::records::{
    funding::{Ended, Funding, FundingStatus},
    practice_cards::{CardOutcome, ONE_TIME_PASSWORD, WRONG_PASSWORDS_MAX},
    state::State,
};

const PATH: &str = "/3ds/{reference}";
const WINDOW_PATH: &str = "/3ds/{reference}/window";
const SCRIPT_PATH: &str = "/bank.js";
/// Delay of a slow page, in milliseconds.
const SLOW_MS: u64 = 6_000;

/// Allows only the page itself, its own style, and the bank's script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'";
const STYLE: &str = include_str!("bank/page.css");
const SCRIPT: &str = include_str!("bank/bank.js");

#[derive(Deserialize)]
pub(crate) struct Given {
    #[serde(default)]
    otp: String,
    #[serde(default)]
    action: String,
}

/// Serves the bank's pages as long as it is polled.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let router = Router::new()
        .route(PATH, get(show).post(answer))
        .route(WINDOW_PATH, get(show_window).post(answer_in_window))
        .route(SCRIPT_PATH, get(script))
        .fallback(async || gone())
        .with_state(state);
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "the practice bank ended");
    }
}

/// Returns the path of a charge's page.
pub(crate) fn path(funding: &Funding) -> String {
    PATH.replace("{reference}", &funding.processor_reference)
}

fn window_path(funding: &Funding) -> String {
    WINDOW_PATH.replace("{reference}", &funding.processor_reference)
}

async fn show(Extract(state): Extract<Arc<State>>, Path(reference): Path<String>) -> Response {
    let funding = state.fundings().get(&reference).cloned();
    let Some(funding) = funding else { return gone() };
    if funding.status != FundingStatus::Pending {
        return back(&funding);
    }
    match funding.outcome {
        Some(CardOutcome::RedirectPopup) => shown(opening_page(&funding)),
        Some(CardOutcome::RedirectSlow) => {
            sleep(Duration::from_millis(SLOW_MS)).await;
            shown(page(&funding, &path(&funding)))
        }
        Some(_) | None => shown(page(&funding, &path(&funding))),
    }
}

async fn answer(
    Extract(state): Extract<Arc<State>>,
    Path(reference): Path<String>,
    Form(given): Form<Given>,
) -> Response {
    match judged(&state, &reference, &given) {
        Some(Judged::Ended(funding)) => back(&funding),
        Some(Judged::Again(funding)) => shown(page(&funding, &path(&funding))),
        None => gone(),
    }
}

async fn show_window(Extract(state): Extract<Arc<State>>, Path(reference): Path<String>) -> Response {
    let funding = state.fundings().get(&reference).cloned();
    funding.map_or_else(gone, |funding| match funding.status {
        FundingStatus::Pending => shown(page(&funding, &window_path(&funding))),
        FundingStatus::Completed | FundingStatus::Failed => shown(closing_page(&funding)),
    })
}

async fn answer_in_window(
    Extract(state): Extract<Arc<State>>,
    Path(reference): Path<String>,
    Form(given): Form<Given>,
) -> Response {
    match judged(&state, &reference, &given) {
        Some(Judged::Ended(funding)) => shown(closing_page(&funding)),
        Some(Judged::Again(funding)) => shown(page(&funding, &window_path(&funding))),
        None => gone(),
    }
}

async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-store")], SCRIPT).into_response()
}

enum Judged {
    Ended(Funding),
    Again(Funding),
}

fn judged(state: &State, reference: &str, given: &Given) -> Option<Judged> {
    let mut fundings = state.fundings();
    let ended = if given.action == "decline" {
        Some(Ended::REFUSED_BY_PAYER)
    } else if given.otp.trim() == ONE_TIME_PASSWORD {
        Some(Ended::APPROVED)
    } else if fundings.count_wrong_password(reference) >= WRONG_PASSWORDS_MAX {
        Some(Ended::TOO_MANY_PASSWORDS)
    } else {
        None
    };
    match ended {
        Some(ended) => fundings.settle(reference, ended).map(Judged::Ended),
        None => fundings.get(reference).cloned().map(Judged::Again),
    }
}

/// Sends the payer back to the caller, with fields that prove nothing.
fn back(funding: &Funding) -> Response {
    let status = match funding.status {
        FundingStatus::Completed => "successful",
        FundingStatus::Failed | FundingStatus::Pending => "failed",
    };
    let fields = [("ref", funding.processor_reference.as_str()), ("status", status)];
    if !funding.redirect_url.starts_with("https://") && !funding.redirect_url.starts_with("http://") {
        return gone();
    }
    if funding.outcome == Some(CardOutcome::RedirectPost) {
        return shown(returning_page(&funding.redirect_url, &fields));
    }
    let mark = if funding.redirect_url.contains('?') { '&' } else { '?' };
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let target = format!("{}{mark}{query}", funding.redirect_url);
    let Ok(location) = HeaderValue::from_str(&target) else { return gone() };
    (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
}

fn shown(page: String) -> Response {
    ([(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

fn gone() -> Response {
    let page = document("Not found", "<h1>This page is no longer available</h1>");
    (StatusCode::NOT_FOUND, [(CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response()
}

/// Writes the page; its form posts to `action`. As `responsehtml` the page is complete by itself, without a script.
pub(crate) fn page(funding: &Funding, action: &str) -> String {
    let wrong = match funding.wrong_passwords {
        0 => "",
        _ => "<p class=wrong role=alert>That password is not right. Please try again.</p>",
    };
    let form = format!(
        "{}{wrong}<form method=post action=\"{}\"><label for=otp>One-time password</label>\
<input id=otp name=otp inputmode=numeric autocomplete=one-time-code autofocus>\
<p>On this practice page it is <b>{ONE_TIME_PASSWORD}</b>.</p>\
<button class=go name=action value=confirm>Confirm</button>\
<button name=action value=decline>Decline</button></form>",
        facts(funding),
        escaped(action),
    );
    document("Confirm your payment", &form)
}

/// Writes recipient, amount and card.
fn facts(funding: &Funding) -> String {
    let charged = funding.amount.checked_add(funding.fee).unwrap_or(funding.amount);
    let card = funding.last_four.as_ref().map_or("", |four| four.as_str());
    format!(
        "<h1>Confirm your payment</h1><p class=amount>{}</p>\
<dl><dt>To</dt><dd>Practice merchant</dd><dt>Card</dt><dd>ending {card}</dd></dl>",
        escaped(&grouped(charged)),
    )
}

/// Writes an amount as a bank's page does: `NGN 1,030,000.00`.
fn grouped(money: Money) -> String {
    let digits = money.digits();
    let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{} {text}{point}{decimals}", money.currency())
}

/// Writes a page that opens another window for the confirmation.
fn opening_page(funding: &Funding) -> String {
    let body = format!(
        "{}<p>Your bank confirms this payment in a separate window.</p>\
<a class=\"go button\" id=open target=_blank href=\"{}\">Open the bank's window</a><script src=\"{SCRIPT_PATH}\"></script>",
        facts(funding),
        escaped(&window_path(funding)),
    );
    document("Confirm your payment", &body)
}

/// Writes the page of the other window: the first window continues, and this one closes.
fn closing_page(funding: &Funding) -> String {
    let body = format!(
        "<h1>Thank you</h1><p>You can close this window.</p>\
<span id=done data-next=\"{}\"></span><script src=\"{SCRIPT_PATH}\"></script>",
        escaped(&path(funding)),
    );
    document("Thank you", &body)
}

fn returning_page(target: &str, fields: &[(&str, &str)]) -> String {
    let inputs: String = fields
        .iter()
        .map(|(name, value)| {
            format!("<input type=hidden name=\"{}\" value=\"{}\">", escaped(name), escaped(value))
        })
        .collect();
    let body = format!(
        "<h1>Thank you</h1><p>You are being redirected.</p><form id=back method=post action=\"{}\">{inputs}\
<button class=go>Go back</button></form><script src=\"{SCRIPT_PATH}\"></script>",
        escaped(target),
    );
    document("Thank you", &body)
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>{title}</title>\
<style>{STYLE}</style></head><body><div class=band>Practice: no money moves</div>\
<main><header><span class=mark aria-hidden=true></span>Practice Bank<small>Secure payment</small></header>{body}</main>\
</body></html>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    #[test]
    fn an_amount_is_written_with_separators() {
        for (digits, expected) in [
            ("0.50", "NGN 0.50"),
            ("999.00", "NGN 999.00"),
            ("1000.00", "NGN 1,000.00"),
            ("1030000.00", "NGN 1,030,000.00"),
            ("123456789.10", "NGN 123,456,789.10"),
        ] {
            assert_eq!(grouped(Money::parse(digits, Currency::NGN).unwrap()), expected);
        }
    }
}
