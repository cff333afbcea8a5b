-- The ledger's first shape. Everything here is SQL that PostgreSQL takes as it stands: ids are given by the one
-- writer, amounts are minor units beside their currency, moments are RFC 3339 texts in UTC with milliseconds
-- (they sort as they are), and truth is 0 or 1.

CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE payrolls (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    period TEXT NOT NULL,
    file_name TEXT NOT NULL,
    file_sha256 TEXT NOT NULL,
    sheet TEXT NOT NULL,
    country TEXT NOT NULL,
    currency TEXT NOT NULL,
    convention TEXT NOT NULL,
    skipped_json TEXT NOT NULL,
    -- Not a foreign key: a draft may be deleted after another was copied from it.
    copied_from BIGINT,
    row_count BIGINT NOT NULL,
    sender_name TEXT,
    instant_queue SMALLINT NOT NULL DEFAULT 0,
    excluded_count BIGINT NOT NULL DEFAULT 0,
    summary_json TEXT,
    approved_by TEXT,
    created_at TEXT NOT NULL,
    frozen_at TEXT,
    approved_at TEXT,
    closed_at TEXT,
    last_outcome_at TEXT
);

-- One row of a draft: what the file says (never overwritten), and beside it what the user made of it.
CREATE TABLE draft_rows (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    position BIGINT NOT NULL,
    source_json TEXT NOT NULL,
    edits_json TEXT NOT NULL,
    left_out SMALLINT NOT NULL,
    accepted_json TEXT NOT NULL,
    holder_json TEXT,
    PRIMARY KEY (payroll, position)
);

CREATE TABLE batches (
    id BIGINT NOT NULL PRIMARY KEY,
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    number BIGINT NOT NULL,
    reference TEXT NOT NULL UNIQUE,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- 1 from an attempt whose fate is unknown until evidence or the user settles it.
    in_doubt SMALLINT NOT NULL DEFAULT 0,
    -- The id the service gave.
    service_batch_id TEXT,
    payout_count BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL,
    code TEXT,
    evidence_json TEXT,
    frozen_at TEXT NOT NULL,
    sent_at TEXT,
    accepted_at TEXT,
    closed_at TEXT,
    body_sha256 TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (payroll, number)
);

CREATE INDEX batches_by_state ON batches (state);

CREATE TABLE payouts (
    reference TEXT NOT NULL PRIMARY KEY,
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    batch BIGINT NOT NULL REFERENCES batches (id),
    position BIGINT NOT NULL,
    file_row BIGINT NOT NULL,
    name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    narration TEXT NOT NULL,
    state TEXT NOT NULL,
    code TEXT,
    message TEXT,
    -- When the last outcome came.
    changed_at TEXT,
    -- What a search looks through, in lower case.
    search TEXT NOT NULL
);

CREATE INDEX payouts_in_order ON payouts (payroll, position);
CREATE INDEX payouts_by_batch ON payouts (batch, state);
CREATE INDEX payouts_by_account ON payouts (bank_code, account_number);

-- Callbacks as they came, body in base64.
CREATE TABLE callbacks (
    id BIGINT NOT NULL PRIMARY KEY,
    received_at TEXT NOT NULL,
    method TEXT NOT NULL,
    content_type TEXT,
    query TEXT,
    body_base64 TEXT NOT NULL,
    applied_at TEXT,
    result TEXT
);

CREATE INDEX callbacks_waiting ON callbacks (applied_at);

-- What was ever reported of a payout, each kind of report once; a payout's state follows from its reports.
CREATE TABLE reports (
    payout TEXT NOT NULL REFERENCES payouts (reference),
    report TEXT NOT NULL,
    callback BIGINT NOT NULL REFERENCES callbacks (id),
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (payout, report)
);

-- Append-only. Every event holds the hash of the one before; events outlive what they tell of, so none refers
-- to another table.
CREATE TABLE events (
    seq BIGINT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    payroll BIGINT,
    batch BIGINT,
    payout TEXT,
    data TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
);

CREATE INDEX events_by_payroll ON events (payroll);
CREATE INDEX events_by_batch ON events (batch);
