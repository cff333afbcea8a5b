/** What is asked of a draft's rows before anybody narrowed them down. */
import type { RowFilter } from "../../ipc";

/** All rows as they come. */
export const EVERY_ROW: RowFilter = { problem: null, group: null, text: null, bank: null, paid: null, sort: null };
