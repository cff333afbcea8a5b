-- The ledger. Everything here is SQL that PostgreSQL takes as it stands, except triggers, generated columns and WITHOUT
-- ROWID: ids are given by the one writer, amounts are minor units beside their currency, moments are RFC 3339 texts in
-- UTC with milliseconds (they sort as they are), and truth is 0 or 1. From the first release on this file does not
-- change: changes are further files.

CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE payrolls (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    period TEXT NOT NULL,
    -- Name and period as they are compared.
    run_key TEXT NOT NULL,
    file_name TEXT NOT NULL,
    file_sha256 TEXT NOT NULL,
    -- Where the file is, and the row of its headings, from 1, if it has some.
    source_path TEXT,
    source_header_row BIGINT,
    sheet TEXT NOT NULL,
    country TEXT NOT NULL,
    currency TEXT NOT NULL,
    convention TEXT NOT NULL,
    skipped_json TEXT NOT NULL,
    -- By which layout and columns it was read. Not a foreign key: a layout may be forgotten later, or never be stored.
    layout TEXT,
    reading_json TEXT,
    -- Not a foreign key: a draft may be deleted after another was copied from it.
    copied_from BIGINT,
    row_count BIGINT NOT NULL,
    sender_name TEXT,
    instant_queue SMALLINT NOT NULL DEFAULT 0,
    excluded_count BIGINT NOT NULL DEFAULT 0,
    -- Goes along with the batches and comes back with their results. A callback with another code is not applied. NULL
    -- for payrolls that are sent without one.
    callback_code TEXT,
    summary_json TEXT,
    -- What the service said when it refused people whom this payroll corrects, and the rows that it named.
    refusal_json TEXT,
    approved_by TEXT,
    -- The event of the last approval, and of the last time that the user typed the total.
    approval_seq BIGINT,
    confirmed_seq BIGINT,
    created_at TEXT NOT NULL,
    frozen_at TEXT,
    approved_at TEXT,
    closed_at TEXT,
    last_outcome_at TEXT,
    -- Set while the user has closed it although outcomes are missing.
    unconfirmed_reason TEXT,
    unconfirmed_by TEXT,
    unconfirmed_at TEXT
);

CREATE INDEX payrolls_by_run ON payrolls (run_key);

-- What the file of a draft says, many rows in one: 100,000 people are stored in a moment, and none of it is changed.
CREATE TABLE draft_sources (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    first_position BIGINT NOT NULL,
    row_count BIGINT NOT NULL,
    -- A row a line, in their order.
    rows_json TEXT NOT NULL,
    PRIMARY KEY (payroll, first_position)
);

-- A row of a draft that the user changed or added: what the file says, and beside it what the user made of it.
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

-- The rows whose person the file names otherwise, without looking at the others.
CREATE INDEX draft_rows_renamed ON draft_rows (payroll, position)
    WHERE edits_json LIKE '%"name"%' OR edits_json LIKE '%"account_number"%' OR edits_json LIKE '%"reference"%';

CREATE TABLE batches (
    id BIGINT NOT NULL PRIMARY KEY,
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    number BIGINT NOT NULL,
    reference TEXT NOT NULL UNIQUE,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- 1 from an attempt whose outcome is unknown until evidence or the user settles it.
    in_doubt SMALLINT NOT NULL DEFAULT 0,
    -- 1 once an attempt's outcome was unknown, whatever was decided later: such a batch goes to no other service.
    was_unknown SMALLINT NOT NULL DEFAULT 0,
    -- The id that the service gave.
    service_batch_id TEXT,
    payout_count BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL,
    -- Why it is in its state.
    code TEXT,
    message TEXT,
    http_status BIGINT,
    frozen_at TEXT NOT NULL,
    sent_at TEXT,
    accepted_at TEXT,
    closed_at TEXT,
    -- SHA-256 over everything that the batch says of the people whom it pays.
    fingerprint TEXT NOT NULL,
    -- The service, authority, wallet and token account that it was approved for; NULL before.
    destination_json TEXT,
    body_sha256 TEXT NOT NULL,
    -- The last column, and it stays the last: it takes dozens of pages, and SQLite reads all of them to get at a column
    -- that is stored after it.
    body TEXT NOT NULL,
    UNIQUE (payroll, number)
);

CREATE INDEX batches_by_state ON batches (state);
CREATE INDEX batches_by_service_id ON batches (service_batch_id);

CREATE TABLE attempts (
    batch BIGINT NOT NULL REFERENCES batches (id),
    -- From 1.
    number BIGINT NOT NULL,
    began_at TEXT NOT NULL,
    -- NULL while the attempt is under way, like all that follows.
    ended_at TEXT,
    outcome TEXT,
    code TEXT,
    -- What was seen of the answer.
    http_status BIGINT,
    message TEXT,
    body_excerpt TEXT,
    error_kind TEXT,
    PRIMARY KEY (batch, number)
);

CREATE TABLE payouts (
    reference TEXT NOT NULL PRIMARY KEY,
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    batch BIGINT NOT NULL REFERENCES batches (id),
    position BIGINT NOT NULL,
    file_row BIGINT NOT NULL,
    -- The office's own reference, as the file has it. The service gets Paysheet's.
    file_reference TEXT,
    name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    -- The account as it is compared: its number in the international form. Not the bank's code: services rename those.
    account_key TEXT NOT NULL,
    -- The account as banks compare it: without the zeros that it begins with, which a number cell loses. It is computed,
    -- because the fingerprint of an approved batch contains account_key as it was stored.
    compared_account TEXT GENERATED ALWAYS AS (LTRIM(account_key, '0')) VIRTUAL,
    -- A bank's code may be another bank's in another country.
    country TEXT NOT NULL,
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
    -- A source of reports, or the user.
    settled_by TEXT,
    -- What the service took beside the amount, in the payment's currency; NULL if it never said so.
    fee_minor BIGINT,
    -- What a search looks through, in lower case.
    search TEXT NOT NULL
);

CREATE INDEX payouts_in_order ON payouts (payroll, position);
CREATE INDEX payouts_by_batch ON payouts (batch, state);
CREATE INDEX payouts_by_account ON payouts (bank_code, account_number);
CREATE INDEX payouts_by_account_key ON payouts (account_key, payroll);
CREATE INDEX payouts_by_compared_account ON payouts (compared_account, payroll);
-- Payouts with the latest outcome first, also those that are shown as one status.
CREATE INDEX payouts_by_change ON payouts (payroll, changed_at, position, state, batch);
-- A search over all payrolls. A payout's reference is its primary key.
CREATE INDEX payouts_by_number ON payouts (account_number, payroll);
CREATE INDEX payouts_by_amount ON payouts (amount_minor, payroll);
CREATE INDEX payouts_by_file_reference ON payouts (file_reference, payroll);
-- Whether a payroll's file had references.
CREATE INDEX payouts_with_file_reference ON payouts (payroll) WHERE file_reference IS NOT NULL;
-- Fees are added up each time that a payroll is shown.
CREATE INDEX payouts_with_fee ON payouts (payroll, currency, state, fee_minor) WHERE fee_minor IS NOT NULL;

-- The words of the names that payouts to an account had, in lower case and without accents.
CREATE TABLE payout_words (
    word TEXT NOT NULL,
    account_key TEXT NOT NULL,
    PRIMARY KEY (word, account_key)
);

-- Number and sum of the payouts in each state: Track reads them again and again while the results of 100,000 payouts
-- come in. The triggers keep it equal to the payouts themselves, whatever changes them, in the same transaction. The
-- program compares it with the payouts once after each opening.
CREATE TABLE payout_totals (
    payroll BIGINT NOT NULL,
    batch BIGINT NOT NULL,
    state TEXT NOT NULL,
    currency TEXT NOT NULL,
    people BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL,
    PRIMARY KEY (payroll, batch, state, currency)
);

CREATE TRIGGER payout_totals_after_insert AFTER INSERT ON payouts
BEGIN
    INSERT INTO payout_totals (payroll, batch, state, currency, people, sum_minor)
    VALUES (NEW.payroll, NEW.batch, NEW.state, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (payroll, batch, state, currency)
    DO UPDATE SET people = people + 1, sum_minor = sum_minor + excluded.sum_minor;
END;

CREATE TRIGGER payout_totals_after_delete AFTER DELETE ON payouts
BEGIN
    UPDATE payout_totals SET people = people - 1, sum_minor = sum_minor - OLD.amount_minor
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency;
    DELETE FROM payout_totals
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency AND people = 0;
END;

CREATE TRIGGER payout_totals_after_update AFTER UPDATE OF payroll, batch, state, currency, amount_minor ON payouts
WHEN OLD.payroll <> NEW.payroll OR OLD.batch <> NEW.batch OR OLD.state <> NEW.state OR OLD.currency <> NEW.currency
     OR OLD.amount_minor <> NEW.amount_minor
BEGIN
    UPDATE payout_totals SET people = people - 1, sum_minor = sum_minor - OLD.amount_minor
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency;
    DELETE FROM payout_totals
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency AND people = 0;
    INSERT INTO payout_totals (payroll, batch, state, currency, people, sum_minor)
    VALUES (NEW.payroll, NEW.batch, NEW.state, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (payroll, batch, state, currency)
    DO UPDATE SET people = people + 1, sum_minor = sum_minor + excluded.sum_minor;
END;

-- Payouts that are paid again by a draft, row by row. The new reference of a row is that of the payout at the same
-- position, once the payroll is frozen.
CREATE TABLE retries (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    position BIGINT NOT NULL,
    -- The payout that failed, was reversed or was withdrawn.
    old_reference TEXT NOT NULL REFERENCES payouts (reference),
    -- The first payout of the chain: what is paid again may fail and be paid again, too.
    first_reference TEXT NOT NULL REFERENCES payouts (reference),
    -- 1 if the row corrects a payout that was withdrawn, and does not pay one again that failed.
    is_correction SMALLINT NOT NULL,
    PRIMARY KEY (payroll, position)
);

CREATE INDEX retries_by_old ON retries (old_reference);
CREATE INDEX retries_by_first ON retries (first_reference);

-- What the user decided about people whom another payroll pays as well, with the reason. The subject is exactly what was
-- asked about; asked otherwise, it is asked again.
CREATE TABLE decisions (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    PRIMARY KEY (payroll, kind, subject)
);

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

-- The lists of outcomes and the statements that were imported, each once.
CREATE TABLE outcome_files (
    id BIGINT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    UNIQUE (source, sha256)
);

-- What was ever reported of a payout, by callbacks, answers of the service and imported files; a payout's state follows
-- from its reports and from what the user decided. A report that contradicts the user's word is stored although an equal
-- one came before that word; the event tells them apart.
CREATE TABLE reports (
    payout TEXT NOT NULL REFERENCES payouts (reference),
    source TEXT NOT NULL,
    report TEXT NOT NULL,
    -- Empty if the report has none.
    code TEXT NOT NULL,
    -- The service's own word for its state; empty if the report has none.
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    -- The service's own reference of the payment.
    provider_reference TEXT,
    callback BIGINT REFERENCES callbacks (id),
    outcome_file BIGINT REFERENCES outcome_files (id),
    -- The event that recorded it: a decision covers the reports before it.
    seq BIGINT NOT NULL,
    reported_at TEXT NOT NULL,
    -- Who read the status word of a list as what the report says; NULL if the report says it itself.
    read_by TEXT,
    -- How the row of a file was found to be about the payout; NULL if the report is from no file.
    matched_by TEXT,
    -- Who confirmed that; NULL if nobody had to.
    confirmed_by TEXT,
    PRIMARY KEY (payout, source, report, code, seq)
);

-- Payouts are found by the provider's own reference. Only reports that have one are in the index.
CREATE INDEX reports_by_provider_reference ON reports (provider_reference, payout)
WHERE provider_reference IS NOT NULL;

-- Reports about references that are in no payroll of this ledger, stored until a payroll with the reference is frozen.
-- The code of the callback is in the key, so that a forged report does not keep out the one with the right code.
CREATE TABLE unknown_reports (
    -- In the spelling of the ledger's own references.
    reference TEXT NOT NULL,
    report TEXT NOT NULL,
    -- Empty if the report has none.
    callback_code TEXT NOT NULL,
    callback BIGINT NOT NULL REFERENCES callbacks (id),
    code TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    provider_reference TEXT,
    amount TEXT,
    currency TEXT,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (reference, report, code, status, callback_code)
);

CREATE INDEX unknown_reports_in_order ON unknown_reports (reported_at);

-- What the user said about a payout, with reason and source. A decision that was withdrawn stays for the record.
CREATE TABLE payout_decisions (
    payout TEXT NOT NULL REFERENCES payouts (reference),
    -- From 1.
    number BIGINT NOT NULL,
    decision TEXT NOT NULL,
    -- Who told the user.
    source TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    seq BIGINT NOT NULL,
    withdrawn_at TEXT,
    PRIMARY KEY (payout, number)
);

-- Append-only. Every event holds the hash of the one before; events outlive what they are about, so none refers to another
-- table. They are sealed with a key that is not in this file. The seal covers a salted hash of the data in place of the
-- data, so that data about people can be erased and the chain still verifies.
CREATE TABLE events (
    seq BIGINT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    payroll BIGINT,
    batch BIGINT,
    payout TEXT,
    funding BIGINT,
    data TEXT NOT NULL,
    -- NULL once the data are erased, and for events that were written without the key.
    data_salt TEXT,
    -- HMAC-SHA-256 of the data under the salt; NULL for events that were written without the key.
    data_hash TEXT,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
);

CREATE INDEX events_by_payroll ON events (payroll);
CREATE INDEX events_by_batch ON events (batch);
CREATE INDEX events_by_payout ON events (payout, seq);
CREATE INDEX events_by_funding ON events (funding);
-- The last event of a kind, of all or of a payroll, without looking at the others.
CREATE INDEX events_by_kind ON events (kind, payroll, seq);
-- The edits of rows, and what else decides which rows they were about.
CREATE INDEX row_edits ON events (payroll, seq) WHERE kind IN ('payroll_created', 'read_again', 'rows_saved');

-- How the columns of files with the same headings are read, as the user confirmed it.
CREATE TABLE layouts (
    -- Of the kind and the normalised headings in their order.
    fingerprint TEXT NOT NULL PRIMARY KEY,
    -- A payroll, a list of results, or a statement.
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    columns_json TEXT NOT NULL,
    -- What the user said that the status words of a list mean.
    words_json TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    used_at TEXT NOT NULL
);

-- The service's lists of destinations, each with its day: only a code from one of them is paid.
CREATE TABLE bank_lists (
    -- The address of the service, and the authority that vouches for it.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    -- bank, mobile_money, pickup, or branch.
    kind TEXT NOT NULL,
    -- The bank whose branches they are; otherwise empty.
    bank TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    -- Pairs of code and name, in the service's order.
    entries_json TEXT NOT NULL,
    PRIMARY KEY (service, country, kind, bank)
);

-- What files call banks, as it was confirmed by approving a payroll.
CREATE TABLE bank_spellings (
    -- The service whose code it is.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    -- The text without differences of case and spaces.
    spelling TEXT NOT NULL,
    -- As the file has it.
    text TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    -- When it was chosen: later, the code may be another bank's.
    bank_name TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL,
    PRIMARY KEY (service, country, spelling)
);

-- What the banks answered about the holders of accounts: a row for each name that an account was found with, and for each
-- time that it was not found.
CREATE TABLE account_holders (
    -- The service that told it: at another one, a code may be another bank's.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    account_number TEXT NOT NULL,
    -- NULL: the bank had no such account.
    holder TEXT,
    first_at TEXT NOT NULL,
    -- When the bank gave this answer last.
    last_at TEXT NOT NULL,
    PRIMARY KEY (service, country, bank_code, account_number, first_at)
);

-- Journals that were saved for the user's books, by accounting program and currency, with the highest number of one.
CREATE TABLE saved_journals (
    payroll BIGINT NOT NULL REFERENCES payrolls (id) ON DELETE CASCADE,
    program TEXT NOT NULL,
    currency TEXT NOT NULL,
    number BIGINT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (payroll, program, currency)
) WITHOUT ROWID;

-- The payments in them, and whether they are booked back, and their fees booked, as well.
CREATE TABLE booked_payments (
    payroll BIGINT NOT NULL,
    program TEXT NOT NULL,
    currency TEXT NOT NULL,
    reference TEXT NOT NULL,
    is_booked_back SMALLINT NOT NULL,
    is_fee_booked SMALLINT NOT NULL,
    PRIMARY KEY (payroll, program, currency, reference),
    FOREIGN KEY (payroll, program, currency) REFERENCES saved_journals (payroll, program, currency) ON DELETE CASCADE
) WITHOUT ROWID;

-- Top-ups of the balance. Of a card nothing is stored but its brand and last four digits: no column could hold more.
CREATE TABLE fundings (
    id BIGINT NOT NULL PRIMARY KEY,
    -- How far the charge went; 'LookedUp' for a reference that the user asked about.
    stage TEXT NOT NULL,
    -- Follows from the stage, from what the status said, and from the user's decision.
    state TEXT NOT NULL,
    -- What the status ever said, each 0 or 1.
    said_open SMALLINT NOT NULL DEFAULT 0,
    said_completed SMALLINT NOT NULL DEFAULT 0,
    said_failed SMALLINT NOT NULL DEFAULT 0,
    said_reversed SMALLINT NOT NULL DEFAULT 0,
    decision TEXT,
    -- NULL where a record that was looked up does not say its currency.
    currency TEXT,
    amount_minor BIGINT,
    fee_minor BIGINT,
    balance_minor BIGINT,
    card_brand TEXT,
    card_last_four TEXT,
    payer_json TEXT,
    -- The service's address.
    destination TEXT NOT NULL,
    otp_wrong BIGINT NOT NULL DEFAULT 0,
    -- The machine reason or the processor's code of the last answer, and its words.
    code TEXT,
    message TEXT,
    evidence_json TEXT,
    validation_end TEXT,
    -- The funding record as it was last read.
    record_json TEXT,
    began_at TEXT NOT NULL,
    answered_at TEXT,
    checked_at TEXT,
    changed_at TEXT NOT NULL,
    -- What a search looks through, in lower case.
    search TEXT NOT NULL
);

CREATE INDEX fundings_by_state ON fundings (state);
CREATE INDEX fundings_in_order ON fundings (began_at);

-- What a top-up is known by at the service, in the order in which it is asked by.
CREATE TABLE funding_references (
    reference TEXT NOT NULL PRIMARY KEY,
    funding BIGINT NOT NULL REFERENCES fundings (id),
    position BIGINT NOT NULL
);

CREATE INDEX funding_references_of ON funding_references (funding, position);

-- The last known balance of each currency: the service tells it only beside a top-up.
CREATE TABLE balances (
    currency TEXT NOT NULL PRIMARY KEY,
    balance_minor BIGINT NOT NULL,
    balance_at TEXT NOT NULL,
    funding BIGINT NOT NULL REFERENCES fundings (id)
);
