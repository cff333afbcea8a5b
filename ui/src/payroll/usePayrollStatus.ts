// The status of a payroll as a whole: its look and its word. A closed one is called by how it ended.

import { useTranslation } from "react-i18next";

import { type Look, payoutLooks, payrollLooks } from "../components";
import type { PayrollState, StateTotal } from "../ipc";
import { ending } from "./ending";

export type PayrollStatus = { look: Look; word: string };

export function usePayrollStatus(): (payroll: { state: PayrollState; outcomes: StateTotal[] }) => PayrollStatus {
  const { t } = useTranslation(["track", "states"]);
  return ({ state, outcomes }) => {
    const end = state === "closed" ? ending(outcomes) : null;
    if (end === null) return { look: payrollLooks[state], word: t(`states:payroll.${state}`) };
    switch (end.state) {
      case "all_paid":
        return { look: payoutLooks.Paid, word: t("states:all_paid") };
      case "not_paid":
        return { look: payoutLooks.Failed, word: t("track:state.notPaid", { count: end.people }) };
      case "Failed":
        return { look: payoutLooks.Failed, word: t("track:state.failed", { count: end.people }) };
      case "Reversed":
        return { look: payoutLooks.Reversed, word: t("track:state.reversed", { count: end.people }) };
      case "Withdrawn":
        return { look: payoutLooks.Withdrawn, word: t("track:state.withdrawn", { count: end.people }) };
      case "Conflict":
        return { look: payoutLooks.Conflict, word: t("track:state.conflict", { count: end.people }) };
    }
  };
}
