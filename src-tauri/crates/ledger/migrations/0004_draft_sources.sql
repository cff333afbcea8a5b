-- What the file of a draft says, many rows in one: a hundred thousand people are kept in a moment, and none of it is ever
-- changed. From here on draft_rows has only the rows that the user changed or added, and all rows of older drafts.

CREATE TABLE draft_sources (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    first_position BIGINT NOT NULL,
    row_count BIGINT NOT NULL,
    -- A row a line, in their order.
    rows_json TEXT NOT NULL,
    PRIMARY KEY (payroll, first_position)
);
