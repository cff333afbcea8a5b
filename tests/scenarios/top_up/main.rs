//! Scenarios of topping up the balance: cards, one-time passwords, 3-D Secure, the status of a charge, the balance.
//!
//! One story a file; the file's name is the sentence it proves. The desk, its ledger and the practice service are real and
//! speak real HTTP; only the faults of the line are made.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a story stops where it goes wrong"
)]

#[path = "../shared/cards.rs"]
mod cards;
#[path = "../shared/log.rs"]
mod log;
mod paying;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/support.rs"]
mod support;

mod a_balance_that_was_asked_for_says_what_is_missing;
mod a_bank_page_that_may_not_be_gone_to_is_not_shown;
mod a_card_is_charged_at_once_and_the_balance_is_known;
mod a_crash_between_charge_and_answer_is_unknown_at_the_next_start;
mod a_declined_card_says_why;
mod a_lost_charge_is_unknown_and_nothing_is_charged_again;
mod a_notification_about_a_top_up_asks_for_its_status;
mod a_one_time_password_completes_a_charge;
mod a_page_that_is_left_is_decided_by_the_status;
mod a_payroll_says_what_it_is_short_of;
mod a_status_is_asked_for_until_it_decides;
mod an_answer_to_a_charge_that_is_not_kept_says_that_it_was_sent;
mod any_reference_can_be_looked_up;
mod card_data_are_in_no_file_no_log_and_no_error;
mod nothing_is_sent_or_charged_while_an_update_is_installed;
mod the_banks_page_brings_the_payer_back;
mod the_same_amount_within_a_day_is_a_question;
mod top_ups_are_found_and_exported;
