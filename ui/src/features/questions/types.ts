// What the parts of the questions share.

import type { PayrollStatus, QuestionView, Total } from "../../ipc";

/** The payroll that is asked about, to stand beside another. */
export type ThisPayroll = { id: number; name: string; period: string; totals: Total[]; state: PayrollStatus };

export type QuestionsProps = {
  payroll: ThisPayroll;
  questions: QuestionView[];
  onDecided: (questions: QuestionView[]) => void;
  /** Draws the payroll again after people of a question were excluded; none where nobody can be excluded any more. */
  onExcluded?: () => Promise<void>;
  /** The way back to the check, where there is one. */
  onBack?: () => void;
  disabled?: boolean;
};
