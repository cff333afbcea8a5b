/** The screens of the window, and what each is opened with. `screens.tsx` loads them, `navigation.tsx` moves between them. */

import type { ChosenFile, PeopleOrder, PersonKey, PersonLine } from "./ipc";

export type Screen =
  | { name: "pay" }
  /** A file that is no payroll yet: its columns are asked for. */
  | { name: "map"; file: ChosenFile }
  | { name: "check"; id: number }
  /** The columns of a draft's file. */
  | { name: "columns"; id: number }
  | { name: "approve"; id: number }
  /** `sent`: right after it was paid, which is the last step of Pay. `payment`: at this payment, by its reference. */
  | { name: "track"; id: number; sent?: true; payment?: string }
  /** `reports`: at the results for unknown references. */
  | { name: "payrolls"; at?: "reports" }
  | { name: "topUp" }
  /** `text`: what is searched for. The rest is how it was left for one of them, for the way back. */
  | { name: "people"; text?: string; order?: PeopleOrder; selected?: readonly PersonLine[]; row?: number }
  | { name: "person"; person: PersonKey }
  | { name: "banks" }
  /** Who did what when; of one payroll, or of all. */
  | { name: "audit"; payroll?: number }
  | { name: "unresolved" }
  /** What may have been sent already, before sending is allowed again. */
  | { name: "blocked" }
  /** What is still open after a provider was connected. */
  | { name: "setup" }
  | { name: "settings"; section?: string };
