// What the parts of the questions share.

import type { PayrollState, QuestionView, Total } from "../../ipc";

/** The payroll that is asked about, to stand beside another. */
export type ThisPayroll = { id: number; name: string; period: string; totals: Total[]; state: PayrollState };

export type QuestionsProps = {
  payroll: ThisPayroll;
  questions: QuestionView[];
  onDecided: (questions: QuestionView[]) => void;
  /** The way back to the check, where there is one. */
  onBack?: () => void;
  disabled?: boolean;
};
