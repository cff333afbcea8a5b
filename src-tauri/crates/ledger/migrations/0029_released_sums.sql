-- People who left a withdrawn batch that was never sent, because a report proved that the service has them in a former
-- batch. The approval of the payroll covers them, so their sum still belongs to it.
CREATE TABLE released_sums (
    batch BIGINT NOT NULL PRIMARY KEY REFERENCES batches (id),
    payout_count BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL
);
