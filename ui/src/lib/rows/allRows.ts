/** The unfiltered query of a draft's rows. */
import type { RowFilter } from "../../ipc";

/** All rows in their order. */
export const ALL_ROWS: RowFilter = { problem: null, group: null, text: null, bank: null, paid: null, sort: null };
