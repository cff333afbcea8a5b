/** The screens of the window and their inputs. `screens.tsx` loads them, `navigation.tsx` moves between them. */

import type { ChosenFile, PeopleOrder, PersonKey, PersonLine } from "./ipc";

export type Screen =
  | { name: "pay" }
  /** A file that is no payroll yet: its columns need confirmation. */
  | { name: "map"; file: ChosenFile }
  | { name: "check"; id: number }
  /** The columns of a draft's file. */
  | { name: "columns"; id: number }
  | { name: "approve"; id: number }
  /** `sent`: right after payment, the last step of Pay. `payment`: opens this payment, by its reference. */
  | { name: "track"; id: number; sent?: true; payment?: string }
  /** `reports`: opens the results for unknown references. */
  | { name: "payrolls"; at?: "reports" }
  | { name: "topUp" }
  /** `text`: the search text. The rest is the state to restore on the way back. */
  | { name: "people"; text?: string; order?: PeopleOrder; selected?: readonly PersonLine[]; row?: number }
  | { name: "person"; person: PersonKey }
  | { name: "banks" }
  /** The audit log; of one payroll, or of all. */
  | { name: "audit"; payroll?: number }
  | { name: "unresolved" }
  /** Payrolls that may have been sent already, before sending is allowed again. */
  | { name: "blocked" }
  /** The remaining steps after a provider was connected. */
  | { name: "setup" }
  | { name: "settings"; section?: string };
