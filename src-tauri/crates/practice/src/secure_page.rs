//! The 3-D Secure page of the practice bank: what a payer sees after `authurl`. It asks for the one-time
//! password, settles the charge, and sends the payer back to the caller's address.

use std::sync::Arc;

use axum::{
    extract::{Form, Path, State as Extract},
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION},
    },
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;

use crate::{
    cards::{ONE_TIME_PASSWORD, WRONG_PASSWORDS_MAX},
    funding::{Ended, Funding, FundingStatus},
    state::State,
};

pub(crate) const PATH: &str = "/3ds/{reference}";

/// Nothing but the page itself and its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "body{margin:0;background:#eef1f4;color:#17202a;font:16px/1.5 system-ui,sans-serif}\
main{max-width:26rem;margin:8vh auto;background:#fff;border-radius:14px;padding:2rem;box-shadow:0 8px 30px #0002}\
h1{font-size:1.25rem;margin:0 0 .25rem}p{margin:.5rem 0;color:#4a5663}b{color:#17202a}\
.amount{font-size:1.75rem;font-weight:600;color:#17202a;font-variant-numeric:tabular-nums}\
label{display:block;margin-top:1rem;font-weight:600}input{box-sizing:border-box;width:100%;font:inherit;\
padding:.7rem;margin:.4rem 0 1rem;border:1px solid #b8c2cc;border-radius:8px;letter-spacing:.3em}\
button{font:inherit;font-weight:600;padding:.7rem 1.1rem;border-radius:8px;border:1px solid #b8c2cc;background:#fff}\
.go{background:#1f4b99;border-color:#1f4b99;color:#fff;margin-right:.5rem}\
.wrong{color:#a3261c}.band{background:#fff3cd;padding:.5rem 2rem;text-align:center;color:#5c4400}";

#[derive(Deserialize)]
pub(crate) struct Given {
    #[serde(default)]
    otp: String,
    #[serde(default)]
    action: String,
}

/// The path of a charge's page.
pub(crate) fn path(funding: &Funding) -> String {
    PATH.replace("{reference}", &funding.processor_reference)
}

pub(crate) async fn show(Extract(state): Extract<Arc<State>>, Path(reference): Path<String>) -> Response {
    let funding = state.fundings().get(&reference).cloned();
    funding.map_or_else(gone, |funding| match funding.status {
        FundingStatus::Pending => shown(page(&funding, &path(&funding))),
        FundingStatus::Completed | FundingStatus::Failed => back(&funding),
    })
}

pub(crate) async fn answer(
    Extract(state): Extract<Arc<State>>,
    Path(reference): Path<String>,
    Form(given): Form<Given>,
) -> Response {
    let mut fundings = state.fundings();
    let ended = if given.action == "decline" {
        Some(Ended::REFUSED_BY_PAYER)
    } else if given.otp.trim() == ONE_TIME_PASSWORD {
        Some(Ended::APPROVED)
    } else if fundings.count_wrong_password(&reference) >= WRONG_PASSWORDS_MAX {
        Some(Ended::TOO_MANY_PASSWORDS)
    } else {
        None
    };
    match ended {
        Some(ended) => fundings.settle(&reference, ended).map_or_else(gone, |funding| back(&funding)),
        None => fundings.get(&reference).map_or_else(gone, |funding| shown(page(funding, &path(funding)))),
    }
}

/// Back to the caller, with a query that proves nothing.
fn back(funding: &Funding) -> Response {
    let status = match funding.status {
        FundingStatus::Completed => "successful",
        FundingStatus::Failed | FundingStatus::Pending => "failed",
    };
    let mark = if funding.redirect_url.contains('?') { '&' } else { '?' };
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("ref", &funding.processor_reference)
        .append_pair("status", status)
        .finish();
    let target = format!("{}{mark}{query}", funding.redirect_url);
    let Ok(location) = HeaderValue::from_str(&target) else { return gone() };
    (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
}

fn shown(page: String) -> Response {
    ([(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

fn gone() -> Response {
    let page =
        "<!doctype html><meta charset=utf-8><title>Not found</title><p>This page is no longer available.";
    (StatusCode::NOT_FOUND, [(CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response()
}

/// The page itself; its form posts to `action`.
pub(crate) fn page(funding: &Funding, action: &str) -> String {
    let wrong = match funding.wrong_passwords {
        0 => "",
        _ => "<p class=wrong role=alert>That password is not right. Please try again.</p>",
    };
    let charged = funding.amount.checked_add(funding.fee).unwrap_or(funding.amount);
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>Confirm your payment</title>\
<style>{STYLE}</style></head><body><div class=band>Practice: no money moves</div><main>\
<h1>Confirm your payment</h1><p>Practice Bank asks you to confirm this payment to <b>Practice merchant</b>.</p>\
<p class=amount>{}</p>{wrong}<form method=post action=\"{}\">\
<label for=otp>One-time password</label>\
<input id=otp name=otp inputmode=numeric autocomplete=one-time-code autofocus>\
<p>On this practice page it is <b>{ONE_TIME_PASSWORD}</b>.</p>\
<button class=go name=action value=confirm>Confirm</button>\
<button name=action value=decline>Decline</button></form></main></body></html>",
        escaped(&charged.to_string()),
        escaped(action),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
