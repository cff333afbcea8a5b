-- How the columns of files with the same headings are read, as the user confirmed it; and by which columns each
-- payroll was read.

CREATE TABLE layouts (
    -- Of the normalised headings in their order.
    fingerprint TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    columns_json TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    used_at TEXT NOT NULL
);

-- Not a foreign key: a layout may be forgotten after a payroll was read by it, or never have been kept.
ALTER TABLE payrolls ADD COLUMN layout TEXT;
ALTER TABLE payrolls ADD COLUMN reading_json TEXT;
