// The meaning of each reason for a batch's state. The catalogue contains an attempt's sentences.

import type { Reason } from "../ipc";

/** Why a batch was not sent. */
export type Unsent = "connection" | "locked" | "token_unusable" | "intent_expired" | "anchor_not_stored" | "other";

/** Why a batch's result is unknown, as a text key. */
export type Known =
  | "timeout"
  | "crash"
  | "reset"
  | "cut"
  | "unreadable"
  | "refused"
  | "duplicate"
  | "batchId"
  | "status"
  | "maybeSent"
  | "other";

/** Why a batch was refused, if there is a specific text; `decided` if the user decided it. */
export type Refusal =
  | "token_refused"
  | "forbidden"
  | "wrong_lock"
  | "duplicate_reference"
  | "insufficient_balance"
  | "rate_limited"
  | "other"
  | "decided";

type Meaning = { readonly unsent?: Unsent; readonly known?: Known; readonly refusal?: Refusal };

const MEANINGS: Readonly<Record<Reason, Meaning>> = {
  accepted: {},
  // Nothing was sent.
  dns: { unsent: "connection" },
  refused: { unsent: "connection" },
  tls: { unsent: "connection" },
  connect_timeout: { unsent: "connection" },
  offline: { unsent: "connection" },
  connect_failed: { unsent: "connection" },
  token_unusable: { unsent: "token_unusable" },
  request_unusable: { unsent: "other" },
  locked: { unsent: "locked" },
  body_changed: { unsent: "other" },
  intent_expired: { unsent: "intent_expired" },
  anchor_not_stored: { unsent: "anchor_not_stored" },
  // The result is unknown.
  timeout: { known: "timeout" },
  request_timeout: { known: "timeout" },
  reset: { known: "reset" },
  no_answer: { known: "reset" },
  cut_answer: { known: "cut" },
  unreadable: { known: "unreadable" },
  too_large: { known: "unreadable" },
  crash_found: { known: "crash" },
  redirect: { known: "status" },
  conflict: { known: "status" },
  server_error: { known: "status" },
  other_status: { known: "status" },
  duplicate_batch_id: { known: "batchId" },
  maybe_sent_since: { known: "maybeSent" },
  batch_id_missing: {},
  status_unclear: {},
  contradictory: {},
  // The service refused. After an unknown attempt, this is no information about the first one.
  duplicate_reference: { known: "duplicate", refusal: "duplicate_reference" },
  token_refused: { known: "refused", refusal: "token_refused" },
  forbidden: { known: "refused", refusal: "forbidden" },
  no_such_call: { known: "refused", refusal: "other" },
  wrong_lock: { known: "refused", refusal: "wrong_lock" },
  insufficient_balance: { known: "refused", refusal: "insufficient_balance" },
  rate_limited: { known: "refused", refusal: "rate_limited" },
  invalid: { known: "refused", refusal: "other" },
  other: { refusal: "other" },
};

/** The text key of an attempt's result, if it has one. */
export const knownOf = (reason: Reason | null): Known | null =>
  reason === null ? null : (MEANINGS[reason].known ?? null);

/** If the reason is no refusal, the user decided later that the service does not have the batch. */
export const refusalOf = (reason: Reason | null): Refusal =>
  reason === null ? "other" : (MEANINGS[reason].refusal ?? "decided");

export const unsentOf = (reason: Reason | null): Unsent =>
  reason === null ? "connection" : (MEANINGS[reason].unsent ?? "connection");
