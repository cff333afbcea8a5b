/** Rows that the importer skipped, grouped by reason. */
import type { SkippedRow, SkipReason } from "../../../ipc";
import { allMembers } from "../../../lib/allMembers";

const REASONS = allMembers<SkipReason>({
  blank_row: true,
  totals_row: true,
  header_repeated: true,
  note_row: true,
  nothing_to_pay: true,
  above_heading: true,
  other_table: true,
});

/** The skipped rows by reason, in the order of the reasons. */
export function skippedByReason(skipped: readonly SkippedRow[]): { reason: SkipReason; rows: SkippedRow[] }[] {
  return REASONS.map((reason) => ({ reason, rows: skipped.filter((row) => row.reason === reason) })).filter(
    ({ rows }) => rows.length > 0,
  );
}
