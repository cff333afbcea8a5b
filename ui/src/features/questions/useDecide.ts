// Writes down a decision. A second click while the first is under way does nothing.

import { useRef, useState } from "react";

import { asDeskError, type DeskError, ipc, type QuestionDecision, type QuestionView } from "../../ipc";

export function useDecide(payroll: number) {
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  /** The questions as they are then; `null` where it failed, or is under way already. */
  const decide = async (decision: QuestionDecision): Promise<QuestionView[] | null> => {
    if (underWay.current) return null;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      return await ipc.decideQuestions(payroll, decision);
    } catch (thrown) {
      setError(asDeskError(thrown));
      return null;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, decide };
}
