-- Payouts that failed and are paid again. Each row of a draft that pays a failed payout again has the reference of that
-- payout. Its own new reference is that of the payout at the same position, once the payroll is frozen.
CREATE TABLE retries (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    position BIGINT NOT NULL,
    -- The payout that failed or was reversed.
    old_reference TEXT NOT NULL REFERENCES payouts (reference),
    -- The first payout of the chain: what is paid again may fail and be paid again, too.
    first_reference TEXT NOT NULL REFERENCES payouts (reference),
    PRIMARY KEY (payroll, position)
);

CREATE INDEX retries_by_old ON retries (old_reference);
CREATE INDEX retries_by_first ON retries (first_reference);
