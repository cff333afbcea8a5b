//! Scenarios of what comes after sending, and of the ledger: callbacks, status requests, statements, decisions, documents,
//! exports, the audit log, backups, exchanged ledgers, the session.
//!
//! One story a file; the file's name is the sentence it proves. The desk, its ledger and the practice service are real and
//! speak real HTTP; only the faults of the line are made.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a story stops where it goes wrong"
)]

#[path = "../shared/asking.rs"]
mod asking;
#[path = "../shared/cards.rs"]
mod cards;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/double_payment.rs"]
mod double_payment;
mod exchanged_ledger;
#[cfg(target_os = "linux")]
mod libreoffice;
#[path = "../shared/log.rs"]
mod log;
#[path = "../shared/outcome_files.rs"]
mod outcome_files;
#[cfg(target_os = "linux")]
mod pages;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/paying_again.rs"]
mod paying_again;
mod recorder;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/support.rs"]
mod support;

mod a_backup_brings_the_profile_key_to_another_computer;
mod a_backup_is_made_each_day_and_restored;
#[cfg(target_os = "linux")]
mod a_bank_schedule_lists_everyone_within_the_margins;
mod a_blocked_ledger_stays_blocked;
mod a_callback_settles_a_lost_answer;
mod a_callback_that_contradicts_itself_pays_nobody;
mod a_callback_that_could_not_be_stored_is_answered_503;
mod a_callback_with_another_code_is_not_applied;
#[cfg(target_os = "linux")]
mod a_closed_payroll_is_processing_in_no_document;
mod a_copy_of_the_file_is_made_in_every_format_or_refused_with_a_reason;
mod a_copy_of_the_file_says_what_became_of_whom;
mod a_debit_that_was_rejected_is_no_payment;
mod a_debit_to_a_name_proves_no_batch_that_never_left;
mod a_desk_left_alone_locks_itself;
mod a_failed_payout_is_shown_failed_and_a_reversed_one_reversed;
mod a_history_edited_while_the_desk_is_open_sends_nothing;
mod a_journal_books_what_was_paid;
mod a_later_journal_books_only_what_is_new;
mod a_ledger_just_closed_opens_again;
mod a_ledger_of_another_computer_sends_nothing;
mod a_ledger_that_was_gone_through_sends_again;
mod a_ledger_without_its_log_sends_nothing;
mod a_long_comparison_is_listed_and_saved_whole;
mod a_lost_answer_is_found_by_asking_about_a_payout;
mod a_lost_profile_key_makes_no_new_references;
#[cfg(target_os = "linux")]
mod a_match_that_a_person_confirmed_is_told_as_theirs;
mod a_new_connection_leaves_no_earlier_key;
mod a_new_ledger_beside_a_used_key_sends_nothing;
mod a_payment_is_found_in_all_payrolls;
mod a_payment_is_shown_beside_the_others_to_its_account;
#[cfg(target_os = "linux")]
mod a_payroll_is_reported_for_the_files;
mod a_payroll_that_the_older_ledger_did_not_send_is_asked_about;
mod a_payroll_without_callbacks_is_settled_by_asking;
mod a_payroll_without_results_is_settled_by_the_user;
#[cfg(target_os = "linux")]
mod a_receipt_claims_no_more_than_is_known;
mod a_record_of_another_amount_or_reference_is_a_conflict_or_nothing;
mod a_refused_token_is_replaced_where_nothing_moves;
mod a_repeated_report_against_the_users_word_is_a_conflict;
mod a_report_before_its_payroll_is_applied_with_it;
mod a_report_without_a_code_is_shown;
mod a_reversal_of_another_amount_is_a_contradiction;
mod a_row_without_an_outcome_proves_no_batch;
#[cfg(target_os = "linux")]
mod a_schedule_of_a_sent_payroll_is_no_order;
mod a_sign_is_no_direction_until_somebody_says_what_it_means;
mod a_silent_connection_does_not_hold_the_callback_listener;
mod a_statement_closes_a_payroll_that_got_no_callback;
mod a_statement_of_any_format_closes_a_payroll;
mod a_stored_callback_is_no_more_than_a_callback;
mod a_table_that_nobody_knows_changes_no_payment;
mod a_wrong_mapping_changes_nothing_before_it_is_confirmed;
mod an_edited_history_sends_nothing;
mod an_older_ledger_charges_no_card_twice;
mod an_older_ledger_corrects_nobody_unasked;
mod an_older_ledger_sends_nothing;
mod an_outcome_file_is_applied_only_as_it_was_shown;
mod an_outcome_file_settles_a_payroll_that_got_no_callback;
mod an_outcome_file_that_contradicts_is_a_conflict;
mod an_unknown_list_is_mapped_once_and_recognised_the_next_time;
mod an_unknown_word_settles_nothing_until_it_is_said;
mod anybody_who_was_paid_is_found_and_paid_without_a_file;
mod callbacks_arrive_while_the_window_is_closed;
mod callbacks_have_one_effect_in_any_order;
mod callbacks_not_applied_are_applied_by_a_timer;
mod closing_or_locking_waits_for_the_answer;
mod each_attempt_is_shown_with_what_the_service_said;
mod every_event_is_in_the_audit_log;
mod money_that_came_back_is_shown_beside_its_debit;
mod money_that_came_back_otherwise_is_not_lost;
#[cfg(target_os = "linux")]
mod no_exported_cell_is_a_formula_in_libreoffice;
mod no_record_proves_nothing;
mod nothing_is_sent_with_another_profile_key;
mod one_damaged_payroll_leaves_the_others_usable;
mod rows_without_our_reference_need_confirmation;
mod secrets_are_in_no_file_no_log_and_no_error;
mod the_audit_log_of_a_person_has_the_edits_in_check;
mod the_desk_goes_on_listening;
mod the_fee_of_a_payment_is_told_and_booked_once;
#[cfg(target_os = "linux")]
mod the_last_payroll_becomes_this_one_to_the_last_digit;
mod the_offices_own_reference_is_kept;
mod the_path_of_callbacks_cannot_be_guessed;
#[cfg(target_os = "linux")]
mod the_provider_gets_a_case_file_of_one_page;
#[cfg(target_os = "linux")]
mod the_provider_is_asked_with_a_list;
mod the_report_of_transactions_settles_a_payroll;
mod the_same_outcome_file_twice_changes_nothing;
mod the_service_is_asked_slowly_and_by_one_at_a_time;
mod the_token_goes_where_it_was_typed_for_and_nowhere_else;
mod totals_agree_everywhere;
mod two_copies_of_a_ledger_do_not_both_pay;
mod two_programs_do_not_share_a_ledger;
mod two_statements_with_two_debits_of_one_payment_are_a_contradiction;
mod what_was_done_before_a_crash_is_not_forgotten;
