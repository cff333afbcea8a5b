/** What is asked of a draft's rows before anybody narrowed them down. */
import type { RowFilter } from "../../ipc";

/** All rows as they come. */
export const ALL_ROWS: RowFilter = { problem: null, group: null, text: null, bank: null, paid: null, sort: null };
