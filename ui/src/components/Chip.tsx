/** Chips: a short fact, or a count that filters. The counts are the filters, so no number is shown twice. */
import type { ReactNode } from "react";
import { formatCount } from "../lib/time/dates";
import classes from "./Chip.module.css";
import type { StateStyle, Tone } from "./states";

export function Chip({ children, tone = "plain" }: { children: ReactNode; tone?: Tone }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  );
}

type FilterChipProps = {
  label: string;
  /** A number, or a text about several. */
  count?: number | string;
  stateStyle?: StateStyle;
  active: boolean;
  onToggle: () => void;
  testid?: string;
};

export function FilterChip({ label, count, stateStyle, active, onToggle, testid }: FilterChipProps) {
  const Icon = stateStyle?.icon;
  return (
    <button
      type="button"
      className={classes.chip}
      data-filter
      aria-pressed={active}
      onClick={onToggle}
      data-testid={testid}
    >
      {Icon && (
        <span className={classes.icon} data-tone={stateStyle.tone}>
          <Icon size={14} stroke={1.75} />
        </span>
      )}
      {label}
      {count !== undefined && (
        <span className={classes.count}>{typeof count === "number" ? formatCount(count) : count}</span>
      )}
    </button>
  );
}
