/** A state: always icon, word and colour. `State` in grids, without fill; `StatePill` in headings and on cards. */
import { useTranslation } from "react-i18next";
import type { BatchState, FundingState, PayoutState, PayrollState, RowState } from "../ipc";
import { batchLooks, type Look, payoutLooks, payrollLooks, rowLooks, topUpLooks } from "./states";
import classes from "./State.module.css";

export type StateOf =
  | { of: "payout"; state: PayoutState }
  | { of: "batch"; state: BatchState }
  | { of: "payroll"; state: PayrollState }
  | { of: "row"; state: RowState }
  | { of: "topUp"; state: FundingState };

export function stateLook(which: StateOf): Look {
  switch (which.of) {
    case "payout":
      return payoutLooks[which.state];
    case "batch":
      return batchLooks[which.state];
    case "payroll":
      return payrollLooks[which.state];
    case "row":
      return rowLooks[which.state];
    case "topUp":
      return topUpLooks[which.state];
  }
}

export function useStateWord(): (which: StateOf) => string {
  const { t } = useTranslation("states");
  return (which) => {
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
  };
}

export function State(which: StateOf) {
  const word = useStateWord();
  const { icon: Icon, tone } = stateLook(which);
  return (
    <span className={classes.state} data-tone={tone} data-state={which.state}>
      <Icon size={16} stroke={1.75} />
      <span className={classes.word}>{word(which)}</span>
    </span>
  );
}

export function StatePill(which: StateOf) {
  const word = useStateWord();
  return <Pill look={stateLook(which)} word={word(which)} state={which.state} />;
}

/** A pill for what is no state of a batch or payout (a secret that is set). */
export function Pill({ look, word, state }: { look: Look; word: string; state?: string }) {
  const { icon: Icon, tone, outlined = false } = look;
  return (
    <span className={classes.pill} data-tone={tone} data-outlined={outlined || undefined} data-state={state}>
      <Icon size={14} stroke={1.75} />
      {word}
    </span>
  );
}
