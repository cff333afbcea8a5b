// Shared types of the questions.

import type { PayrollStatus, QuestionView, Total } from "../../ipc";

/** The payroll of the questions, for comparison with another. */
export type ThisPayroll = { id: number; name: string; period: string; totals: Total[]; state: PayrollStatus };

export type QuestionsProps = {
  payroll: ThisPayroll;
  questions: QuestionView[];
  onDecided: (questions: QuestionView[]) => void;
  /** Refetches the payroll after people were excluded; absent if nobody can be excluded any more. */
  onExcluded?: () => Promise<void>;
  /** Back to Check, if possible. */
  onBack?: () => void;
  disabled?: boolean;
};
