//! Scenarios of approving and sending: the review with its questions, lost answers, refused batches, corrections, payments
//! that are made again, and everything that could pay somebody twice.
//!
//! One story a file; the file's name is the sentence it proves. The desk, its ledger and the practice service are real and
//! speak real HTTP; only the faults of the line are made.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a story stops where it goes wrong"
)]

#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/asking.rs"]
mod asking;
#[path = "../shared/double_payment.rs"]
mod double_payment;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/outcome_files.rs"]
mod outcome_files;
#[path = "../shared/paying_again.rs"]
mod paying_again;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/support.rs"]
mod support;

mod a_balance_that_runs_short_pays_the_rest_later;
mod a_batch_goes_where_the_ledger_says_it_went;
mod a_batch_id_of_another_batch_is_no_acceptance;
mod a_batch_that_was_attempted_never_changes;
mod a_code_that_the_service_did_not_list_is_not_paid;
mod a_copy_of_a_payroll_that_may_still_pay_is_not_approved;
mod a_corrected_person_is_not_paid_a_third_time;
mod a_crash_between_intent_and_answer_is_unknown_at_the_next_start;
mod a_damaged_batch_is_never_sent;
mod a_decision_made_while_it_was_unknown_is_asked_for_again;
mod a_double_click_pays_once;
mod a_duplicate_reference_leaves_the_batch_unknown;
mod a_failure_known_only_from_callbacks_is_asked_about;
mod a_failure_read_into_a_word_is_asked_about;
mod a_late_success_stops_the_retry;
mod a_ledger_changed_since_the_approval_sends_nothing;
mod a_live_payroll_needs_a_named_approver;
mod a_lost_answer_is_settled_by_the_user;
mod a_payout_is_in_at_most_one_open_retry;
mod a_payout_keeps_its_reference;
mod a_payroll_is_paid_from_file_to_all_paid;
mod a_payroll_left_behind_asks_for_its_total_again_after_anything_else;
mod a_payroll_left_behind_is_not_sent_after_its_people_were_paid;
mod a_payroll_of_two_currencies_is_approved_as_shown;
mod a_payroll_whose_name_looks_the_same_is_the_same;
mod a_refused_batch_was_taken_after_all;
mod a_refused_payroll_is_corrected_and_sent;
mod a_refused_token_leaves_the_batch_ready_with_the_same_references;
mod a_stopped_payroll_is_continued_after_a_restart;
mod a_stopped_payroll_is_corrected_in_part;
mod a_token_about_to_end_sends_nothing;
mod a_token_is_renewed_before_a_submission;
mod a_wrong_lock_pays_nobody;
mod an_account_written_otherwise_is_the_same_account;
mod an_answer_the_disk_does_not_take_is_kept;
mod an_approval_left_for_days_asks_again_before_it_is_sent;
mod an_earlier_payroll_is_paid_again_only_under_another_name;
mod an_open_question_stops_the_approval;
mod bank_codes_are_looked_at_again_before_every_sending;
mod bank_codes_are_the_services_own;
mod batch_two_waits_while_batch_one_is_unknown;
mod each_currency_is_paid_from_its_own_wallet;
mod every_line_of_the_approval_names_its_people;
mod more_about_each_person_is_sent_only_where_the_profile_says;
mod nobody_listens_and_the_same_batch_is_sent_later;
mod people_are_said_to_be_paid_only_if_they_were;
mod send_again_sends_identical_bytes;
mod somebody_in_another_payroll_is_excluded_from_the_question;
mod somebody_in_another_payroll_is_not_paid_without_a_decision;
mod somebody_left_out_is_not_paid;
mod somebody_paid_since_the_approval_stops_the_sending;
mod the_same_payroll_is_not_taken_twice;
mod the_same_people_and_amounts_under_another_name_are_a_question;
mod the_same_people_in_the_first_days_of_the_next_month_are_a_question;
mod three_of_three_hundred_failed_and_are_paid_again_once;
mod what_is_approved_is_what_was_shown;
mod what_slept_too_long_after_its_intent_is_not_sent;
mod what_was_approved_for_one_service_goes_to_no_other;
mod what_was_settled_at_review_is_kept;
