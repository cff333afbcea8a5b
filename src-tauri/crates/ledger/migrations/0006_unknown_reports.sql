-- Reports about references that are in no payroll of this ledger: kept until a payroll with the reference is frozen.

CREATE TABLE unknown_reports (
    -- In the spelling of the ledger's own references.
    reference TEXT NOT NULL,
    report TEXT NOT NULL,
    callback BIGINT NOT NULL REFERENCES callbacks (id),
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (reference, report)
);

CREATE INDEX unknown_reports_in_order ON unknown_reports (reported_at);

-- Callbacks that were put aside for good because their reference was unknown are read once more.
UPDATE callbacks SET applied_at = NULL, result = NULL WHERE result = 'stranger';

CREATE INDEX batches_by_service_id ON batches (service_batch_id);
