//! The deliberate mistakes, each with its place in the code and the invariants that may detect it. A place that is not
//! found exactly once is refused: the code has changed, and the table must be updated.

/// One mistake.
pub struct Mutant {
    pub name: &'static str,
    /// What a developer who made this mistake would have assumed or overlooked.
    pub mistake: &'static str,
    pub edits: &'static [Edit],
    /// Any of these counts as caught.
    pub caught_by: &'static [&'static str],
}

/// A text of a file, and its replacement.
pub struct Edit {
    pub file: &'static str,
    pub text: &'static str,
    pub becomes: &'static str,
}

const SENDING: &str = "src-tauri/crates/desk/src/pay/sending.rs";
const PLANNING: &str = "src-tauri/crates/desk/src/approve/plan.rs";
const OUTCOME: &str = "src-tauri/crates/service/src/http/outcome.rs";
const LEDGER_SENDING: &str = "src-tauri/crates/ledger/src/batches/sending.rs";
const TRANSITIONS: &str = "src-tauri/crates/ledger/src/states/transitions/batch.rs";
const VERIFICATION: &str = "src-tauri/crates/ledger/src/states/verification.rs";
const APPROVING: &str = "src-tauri/crates/desk/src/approve/approval.rs";
const GUARD: &str = "src-tauri/crates/ledger/src/guard/questions.rs";
const GUARD_RULE: &str = "src-tauri/crates/ledger/src/guard/overlap/rule.rs";
const ANCHOR: &str = "src-tauri/crates/ledger/src/recovery/anchor.rs";
const CALLBACK: &str = "src-tauri/crates/service/src/calls/callback.rs";
const CORRECTIONS: &str = "src-tauri/crates/ledger/src/batches/corrections.rs";
const REPORTS: &str = "src-tauri/crates/ledger/src/outcomes/reports/applying.rs";

pub const MUTANTS: [Mutant; 16] = [
    Mutant {
        name: "send_before_intent",
        mistake: "the batch is sent before the intent is durable",
        edits: &[Edit {
            file: SENDING,
            text: "    let intent = desk.ledger.intent(batch, to, desk.guard_rule(), desk.now()).await;\n",
            becomes: "    if let Ok(body) = SubmissionBody::from_stored(batch.body.clone()) {\n        \
                      drop(paying.service.submit(&paying.secrets.token, &lock, &body).await);\n    }\n    \
                      let intent = desk.ledger.intent(batch, to, desk.guard_rule(), desk.now()).await;\n",
        }],
        caught_by: &["sent_without_intent"],
    },
    Mutant {
        name: "new_reference_on_retry",
        mistake: "a reference depends on when the payroll is frozen",
        edits: &[Edit {
            file: PLANNING,
            text: "let run = RunId::new(&input.name, &input.period);",
            becomes: "let run = RunId::new(&input.name, &format!(\"{} {}\", input.period, desk.now()));",
        }],
        caught_by: &["new_reference"],
    },
    Mutant {
        name: "timeout_is_a_refusal",
        mistake: "no answer in time is taken for a refusal",
        edits: &[Edit {
            file: OUTCOME,
            text: "        Err(Fault::Unknown { reason, evidence }) => SubmitOutcome::Unknown { reason, evidence },\n",
            becomes: "        Err(Fault::Unknown { reason: UnknownReason::Timeout, evidence }) => SubmitOutcome::NotAccepted {\n            \
                      refusal: Refusal { http_status: 504, kind: RefusalKind::Other, message: None, code: None },\n            \
                      evidence,\n        },\n        \
                      Err(Fault::Unknown { reason, evidence }) => SubmitOutcome::Unknown { reason, evidence },\n",
        }],
        caught_by: &["accepted_but_denied"],
    },
    Mutant {
        name: "body_hash_is_not_compared",
        mistake: "a stored body goes out whatever its hash",
        edits: &[
            Edit {
                file: VERIFICATION,
                text: "sha256_hex(stored.body.as_bytes()) != stored.body_sha256\n        || !is_body_of",
                becomes: "!is_body_of",
            },
            Edit {
                file: SENDING,
                text: "Ok(body) if body.sha256_hex() == intent.body_sha256() => {",
                becomes: "Ok(body) => {",
            },
            Edit {
                file: SENDING,
                text: "        Ok(_) | Err(_) => not_sent(\"body_changed\"),\n",
                becomes: "        Err(_) => not_sent(\"body_changed\"),\n",
            },
        ],
        caught_by: &["other_bytes"],
    },
    Mutant {
        name: "sum_is_not_compared",
        mistake: "the total that the user types is not compared",
        edits: &[Edit {
            file: APPROVING,
            text: "    if all { Ok(totals.to_vec()) } else { Err(AppError::TotalDiffers.into()) }\n",
            becomes: "    if all || !typed.is_empty() { Ok(totals.to_vec()) } else { Err(AppError::TotalDiffers.into()) }\n",
        }],
        caught_by: &["wrong_total_approved"],
    },
    Mutant {
        name: "approval_is_not_compared",
        mistake: "what is sent is not compared with the fingerprint of what was approved",
        edits: &[
            Edit {
                file: VERIFICATION,
                text: "if batch_fingerprint(head, printed.into_iter()) != stored.fingerprint {",
                becomes: "if batch_fingerprint(head, printed.into_iter()).is_empty() || stored.fingerprint.is_empty() {",
            },
            Edit {
                file: VERIFICATION,
                text: "approved.fingerprint == payroll_fingerprint(conn, stored.payroll).await?",
                becomes: "approved.fingerprint.len() == payroll_fingerprint(conn, stored.payroll).await?.len()",
            },
        ],
        caught_by: &["other_bytes", "paid_twice"],
    },
    Mutant {
        name: "overlap_is_not_asked_about",
        mistake: "people whom another payroll pays as well are paid without a decision",
        edits: &[Edit {
            file: GUARD,
            text: "    if open == 0 {\n        return Ok(());",
            becomes: "    if open < usize::MAX {\n        return Ok(());",
        }],
        caught_by: &["paid_by_two_payrolls"],
    },
    Mutant {
        name: "approval_never_ends",
        mistake: "what was approved is sent however long ago that was",
        edits: &[Edit {
            file: GUARD_RULE,
            text: "valid.contains(&now.duration_since(approved))",
            becomes: "valid.contains(&now.duration_since(approved)) || approved < Timestamp::MAX",
        }],
        caught_by: &["sent_long_after_approval"],
    },
    Mutant {
        name: "anchor_is_not_compared",
        mistake: "an older copy of the ledger is used like the newest one",
        edits: &[Edit {
            file: ANCHOR,
            text: "        if let Some(reason) = reason {\n            self.block_sending(reason);\n",
            becomes: "        if let Some(_reason) = reason {\n",
        }],
        caught_by: &["older_ledger_unnoticed"],
    },
    Mutant {
        name: "crash_is_not_sent",
        mistake: "an attempt without an answer is taken for one that was never made",
        edits: &[Edit {
            file: LEDGER_SENDING,
            text: "enter(tx, &stored, BatchState::Unknown).await?;",
            becomes: "enter(tx, &stored, BatchState::NotSent).await?;",
        }],
        caught_by: &["accepted_but_denied", "claims_not_sent"],
    },
    Mutant {
        name: "next_batch_passes_an_unknown_one",
        mistake: "a batch whose fate is unknown does not hold up the next one",
        edits: &[Edit {
            file: LEDGER_SENDING,
            text: "BatchState::Unknown => return Ok(NextBatch::BlockedByUnknown(key)),",
            becomes: "BatchState::Unknown => {}",
        }],
        caught_by: &["overtaken"],
    },
    Mutant {
        name: "doubt_is_forgotten",
        mistake: "a refusal settles a batch whose earlier attempt is unknown",
        edits: &[Edit {
            file: TRANSITIONS,
            text: "OutcomeKind::NotAccepted if !self.in_doubt => S::NotAccepted,",
            becomes: "OutcomeKind::NotAccepted if !self.in_doubt || self.attempts > 0 => S::NotAccepted,",
        }],
        caught_by: &["accepted_but_denied"],
    },
    Mutant {
        name: "callback_of_another_batch",
        mistake: "a report is taken for proof of the next batch",
        edits: &[Edit {
            file: REPORTS,
            text: "            accept_by_evidence(tx, batch).await?;\n",
            becomes: "            accept_by_evidence(tx, BatchKey(batch.0 + 1)).await?;\n",
        }],
        caught_by: &["claims_acceptance", "does_not_end", "accepted_but_denied"],
    },
    Mutant {
        name: "contradiction_pays",
        mistake: "a callback that says success and failure at once is believed",
        edits: &[Edit {
            file: CALLBACK,
            text: "    let report = contradiction::weighed(said, Report::read(fields))?;\n",
            becomes: "    let report = Report::read(fields)?;\n",
        }],
        caught_by: &["claims_outcome", "does_not_end"],
    },
    Mutant {
        name: "corrected_without_withdrawal",
        mistake: "people are paid by the payroll that corrects them, and their old batch can still be sent",
        edits: &[Edit {
            file: CORRECTIONS,
            text: "for &key in &open {",
            becomes: "for &key in open.iter().skip(1) {",
        }],
        caught_by: &["paid_twice", "paid_by_two_payrolls", "does_not_end"],
    },
    Mutant {
        name: "corrects_what_may_be_there",
        mistake: "a batch of which nobody knows whether the service has it counts as never taken",
        edits: &[
            Edit {
                file: CORRECTIONS,
                text: "AND (b.state IN ('Approved', 'NotSent', 'NotAccepted') OR",
                becomes: "AND (b.state IN ('Approved', 'NotSent', 'NotAccepted', 'Settling', 'Closed') OR",
            },
            Edit {
                file: CORRECTIONS,
                text: "p.state IN ('Planned', 'Withdrawn')",
                becomes: "p.state IN ('Planned', 'Withdrawn', 'Sent')",
            },
        ],
        caught_by: &["paid_twice", "paid_by_two_payrolls"],
    },
];
