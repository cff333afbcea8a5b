-- Reports about payouts come from several sources: callbacks, answers of the service, and files that the user imports.
-- A report is stored once by source, meaning and code. The user's own decisions are stored beside them.

-- The lists of outcomes and the statements that were imported. The same file is imported once.
CREATE TABLE outcome_files (
    id BIGINT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    UNIQUE (source, sha256)
);

CREATE TABLE sourced_reports (
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
    -- The event that recorded it: a decision covers the reports before it. 0 for reports of earlier versions.
    seq BIGINT NOT NULL,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (payout, source, report, code)
);
INSERT INTO sourced_reports (payout, source, report, code, status, message, callback, seq, reported_at)
SELECT payout, 'callback', report, code, '', message, callback, 0, reported_at FROM reports;
DROP TABLE reports;
ALTER TABLE sourced_reports RENAME TO reports;

ALTER TABLE unknown_reports ADD COLUMN status TEXT NOT NULL DEFAULT '';
ALTER TABLE unknown_reports ADD COLUMN provider_reference TEXT;
ALTER TABLE unknown_reports ADD COLUMN amount TEXT;
ALTER TABLE unknown_reports ADD COLUMN currency TEXT;

-- What the user said about a payout, with reason and source. A decision that was taken back stays for the record.
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

-- Who settled a payout: a source of reports, or the user.
ALTER TABLE payouts ADD COLUMN settled_by TEXT;
UPDATE payouts SET settled_by = 'callback' WHERE state IN ('Paid', 'Failed', 'Reversed', 'Conflict');

-- Set while the user has closed a payroll whose outcomes are not all known.
ALTER TABLE payrolls ADD COLUMN unconfirmed_reason TEXT;
ALTER TABLE payrolls ADD COLUMN unconfirmed_by TEXT;
ALTER TABLE payrolls ADD COLUMN unconfirmed_at TEXT;
