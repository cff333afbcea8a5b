/** A state: always icon, text and colour. `State` in grids, without fill; `StatePill` in headings and on cards. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { BatchState, FundingState, PayoutStatus, PayrollStatus, RowState } from "../ipc";
import { batchStyles, payoutStyles, payrollStyles, rowStyles, type StateStyle, topUpStyles } from "./states";
import classes from "./State.module.css";

export type StateOf =
  | { of: "payout"; state: PayoutStatus }
  | { of: "batch"; state: BatchState }
  | { of: "payroll"; state: PayrollStatus }
  | { of: "row"; state: RowState }
  | { of: "topUp"; state: FundingState };

export function styleOfState(which: StateOf): StateStyle {
  switch (which.of) {
    case "payout":
      return payoutStyles[which.state];
    case "batch":
      return batchStyles[which.state];
    case "payroll":
      return payrollStyles[which.state];
    case "row":
      return rowStyles[which.state];
    case "topUp":
      return topUpStyles[which.state];
  }
}

export function useStateWord(): (which: StateOf) => string {
  const { t } = useTranslation("states");
  return useCallback(
    (which) => {
      switch (which.of) {
        case "payout":
          return t(`payout.${which.state}`);
        case "batch":
          return t(`batch.${which.state}`);
        case "payroll":
          return t(`payroll.${which.state}`);
        case "row":
          return t(`row.${which.state}`);
        case "topUp":
          return t(`topUp.${which.state}`);
      }
    },
    [t],
  );
}

/** `word`: a shorter text, if the state's own does not fit. */
export function State({ word: shorter, ...which }: StateOf & { word?: string }) {
  const word = useStateWord();
  const { icon: Icon, tone } = styleOfState(which);
  return (
    <span className={classes.state} data-tone={tone} data-state={which.state}>
      <Icon size={16} stroke={1.75} />
      <span className={classes.word} title={shorter === undefined ? undefined : word(which)}>
        {shorter ?? word(which)}
      </span>
    </span>
  );
}

export function StatePill(which: StateOf) {
  const word = useStateWord();
  return <Pill stateStyle={styleOfState(which)} word={word(which)} state={which.state} />;
}

/** A pill for other states than those of batches and payouts (a secret that is set). */
export function Pill({ stateStyle, word, state }: { stateStyle: StateStyle; word: string; state?: string }) {
  const { icon: Icon, tone, outlined = false } = stateStyle;
  return (
    <span className={classes.pill} data-tone={tone} data-outlined={outlined || undefined} data-state={state}>
      <Icon size={14} stroke={1.75} />
      {word}
    </span>
  );
}
