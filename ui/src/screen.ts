/** The screens of the window, and what each is opened with. `screens.tsx` loads them, `navigation.tsx` moves between them. */

export type Screen =
  | { name: "pay" }
  /** A file that is no payroll yet: its columns are asked for. */
  | { name: "map"; path: string }
  | { name: "check"; id: number }
  /** The columns of a draft's file. */
  | { name: "columns"; id: number }
  | { name: "approve"; id: number }
  /** `sent`: right after it was paid, which is the last step of Pay. */
  | { name: "track"; id: number; sent?: true }
  /** `reports`: at the results for unknown references. */
  | { name: "payrolls"; at?: "reports" }
  | { name: "topUp" }
  | { name: "banks" }
  | { name: "unresolved" }
  /** What may have been sent already, before sending is allowed again. */
  | { name: "blocked" }
  | { name: "settings"; section?: string };
