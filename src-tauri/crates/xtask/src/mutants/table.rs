//! The deliberate mistakes, each with the place that it is made in and the invariants that may catch it. A place that
//! is not found exactly once is refused: the code has moved on, and the table has to follow.

/// One mistake.
pub struct Mutant {
    pub name: &'static str,
    /// What somebody who made it would have thought, or overlooked.
    pub mistake: &'static str,
    pub edits: &'static [Edit],
    /// Any of these counts as caught.
    pub caught_by: &'static [&'static str],
}

/// A text of a file, and what it becomes.
pub struct Edit {
    pub file: &'static str,
    pub text: &'static str,
    pub becomes: &'static str,
}

const SENDING: &str = "src-tauri/crates/desk/src/sending.rs";
const PLANNING: &str = "src-tauri/crates/desk/src/planning.rs";
const OUTCOME: &str = "src-tauri/crates/service/src/outcome.rs";
const LEDGER_SENDING: &str = "src-tauri/crates/ledger/src/sending.rs";
const TRANSITIONS: &str = "src-tauri/crates/ledger/src/transitions.rs";
const CALLBACKS: &str = "src-tauri/crates/ledger/src/callbacks.rs";

pub const MUTANTS: [Mutant; 7] = [
    Mutant {
        name: "send_before_intent",
        mistake: "the batch is sent before the intent is durable",
        edits: &[Edit {
            file: SENDING,
            text: "        let intent = self.inner.ledger.intent(batch, &destination, self.guard_rule(), self.now()).await?;\n",
            becomes: "        if let Ok(body) = SubmissionBody::from_stored(batch.body.clone()) {\n            \
                      drop(service.submit(&secrets.token, &secrets.lock, &body).await);\n        }\n        \
                      let intent = self.inner.ledger.intent(batch, &destination, self.guard_rule(), self.now()).await?;\n",
        }],
        caught_by: &["sent_without_intent"],
    },
    Mutant {
        name: "new_reference_on_retry",
        mistake: "a reference depends on when the payroll is frozen",
        edits: &[Edit {
            file: PLANNING,
            text: "RunId::new(&input.name, &input.period)",
            becomes: "RunId::new(&input.name, &format!(\"{} {}\", input.period, self.now()))",
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
        name: "crash_is_not_sent",
        mistake: "an attempt without an answer is taken for one that was never made",
        edits: &[Edit {
            file: LEDGER_SENDING,
            text: "enter(change, &stored, BatchState::Unknown).await?;",
            becomes: "enter(change, &stored, BatchState::NotSent).await?;",
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
            becomes: "OutcomeKind::NotAccepted => S::NotAccepted,",
        }],
        caught_by: &["accepted_but_denied"],
    },
    Mutant {
        name: "callback_of_another_batch",
        mistake: "a report is taken for proof of the next batch",
        edits: &[Edit {
            file: CALLBACKS,
            text: "    accept_by_evidence(change, batch).await?;\n",
            becomes: "    accept_by_evidence(change, BatchKey(batch.0 + 1)).await?;\n",
        }],
        caught_by: &["claims_acceptance", "does_not_end", "accepted_but_denied"],
    },
];
