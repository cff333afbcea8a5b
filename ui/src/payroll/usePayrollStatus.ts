// The status of a payroll: its style and its text. A closed one is named by its outcome; one that only waits for the
// user, or for late results, is not named “Processing”.

import { useTranslation } from "react-i18next";

import { payoutStyles, payrollStyles, rowStyles, type StateStyle } from "../components";
import type { PayrollStatus, StateTotal } from "../ipc";
import { ending, peopleLate, peopleNotConfirmed, peopleToSettle } from "./ending";

type Shown = { stateStyle: StateStyle; word: string };

export function usePayrollStatus(): (payroll: { state: PayrollStatus; outcomes: StateTotal[] }) => Shown {
  const { t } = useTranslation(["track", "states"]);
  return ({ state, outcomes }) => {
    const open = peopleNotConfirmed({ state, outcomes });
    if (open > 0) return { stateStyle: payrollStyles[state], word: t("track:state.notConfirmed", { count: open }) };
    const toSettle = peopleToSettle({ state, outcomes });
    if (toSettle > 0) return { stateStyle: rowStyles.to_fix, word: t("track:state.attention", { count: toSettle }) };
    const late = peopleLate({ state, outcomes });
    if (late > 0) return { stateStyle: payoutStyles.Overdue, word: t("track:state.late", { count: late }) };
    const end = state === "closed" ? ending(outcomes) : null;
    if (end === null) return { stateStyle: payrollStyles[state], word: t(`states:payroll.${state}`) };
    switch (end.state) {
      case "all_paid":
        return { stateStyle: payoutStyles.Paid, word: t("states:all_paid") };
      case "not_paid":
        return { stateStyle: payoutStyles.Failed, word: t("track:state.notPaid", { count: end.people }) };
      case "Failed":
        return { stateStyle: payoutStyles.Failed, word: t("track:state.failed", { count: end.people }) };
      case "Reversed":
        return { stateStyle: payoutStyles.Reversed, word: t("track:state.reversed", { count: end.people }) };
      case "Withdrawn":
        return { stateStyle: payoutStyles.Withdrawn, word: t("track:state.withdrawn", { count: end.people }) };
      case "Conflict":
        return { stateStyle: payoutStyles.Conflict, word: t("track:state.conflict", { count: end.people }) };
    }
  };
}
