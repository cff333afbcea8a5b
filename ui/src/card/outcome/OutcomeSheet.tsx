/** The layout of every outcome: icon, title, amount, facts, meaning, and actions at the bottom of the window. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Copy } from "../../components/Copy";
import { styleOfState } from "../../components/State";
import type { FundingState } from "../../ipc";
import classes from "./Outcome.module.css";

export type Fact = {
  label: string;
  value: string;
  /** Copyable, for facts that the provider may ask for. */
  copies?: boolean;
  testid?: string;
};

type Props = {
  state: FundingState;
  title: string;
  /** Empty if there is none. */
  amount: string;
  facts: readonly Fact[];
  /** The meaning for the money. */
  children: ReactNode;
  testid: string;
  role?: "alert";
  /** A field takes the focus instead of the title. */
  beginsInField?: boolean;
};

/** Read out when it changes, and focused. */
const begin = (head: HTMLHeadingElement | null): void => head?.focus();

const ICON_PX = 24;

export function OutcomeSheet({
  state,
  title,
  amount,
  facts,
  children,
  testid,
  role,
  beginsInField = false,
}: Props): ReactNode {
  const { icon: Icon, tone } = styleOfState({ of: "topUp", state });
  return (
    <div className={classes.outcome} data-testid={testid} data-state={state} role={role}>
      <header className={classes.head}>
        <span className={classes.icon} data-tone={tone}>
          <Icon size={ICON_PX} stroke={1.75} />
        </span>
        <h1 key={state} ref={beginsInField ? undefined : begin} tabIndex={-1} aria-live="polite">
          {title}
        </h1>
        {amount === "" ? null : <p className={`${classes.amount} selectable`}>{amount}</p>}
      </header>
      {facts.length === 0 ? null : <Facts facts={facts} />}
      {children}
    </div>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <dl className={classes.facts} data-testid="card-facts">
      {facts.map(({ label, value, copies = false, testid }) => (
        <div key={label} className={classes.fact} data-testid={testid}>
          <dt>{label}</dt>
          <dd>
            <span className="selectable">{value}</span>
            {copies ? <Copy text={value} name={t("copyNamed", { what: label })} testid="card-copy-reference" /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The actions at the bottom of the window: the primary one first and filled, closing last. */
export function Foot({ children }: { children: ReactNode }): ReactNode {
  return <footer className={classes.foot}>{children}</footer>;
}
