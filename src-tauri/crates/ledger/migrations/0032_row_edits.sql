-- The edits of rows, and what else decides which rows they were about, without looking at the other events.
CREATE INDEX row_edits ON events (payroll, seq) WHERE kind IN ('payroll_created', 'read_again', 'rows_saved');

-- The rows whose person the file names otherwise, without looking at the others.
CREATE INDEX draft_rows_renamed ON draft_rows (payroll, position)
    WHERE edits_json LIKE '%"name"%' OR edits_json LIKE '%"account_number"%' OR edits_json LIKE '%"reference"%';
