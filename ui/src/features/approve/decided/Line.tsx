// A line about people: its text, its people, and, once opened, each of them by name.

import { IconChevronRight, type Icon } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { ListedPerson } from "../../../ipc";
import classes from "../Approve.module.css";

type LineProps = {
  icon: Icon;
  text: string;
  /** At the right: the number of people, the rows, or a sum. */
  where: ReactNode;
  /** The first few people. */
  people: readonly ListedPerson[];
  count: number;
  /** The user's reason. */
  reasons?: readonly string[];
  testId?: string;
};

/** Further reasons are only counted. */
const REASONS_MAX = 3;

export function Line({ icon: LineIcon, text, where, people, count, reasons = [], testId }: LineProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const content = (
    <>
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={classes.lineText}>{text}</span>
      <span className={classes.where}>{where}</span>
    </>
  );
  if (people.length === 0)
    return (
      <li className={classes.decisionLine} data-testid={testId}>
        {content}
        <Reasons reasons={reasons} />
      </li>
    );
  return (
    <li className={classes.decisionLine} data-testid={testId}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {content}
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
      </button>
      {/* An open line shows each person's reason beside the person. */}
      {isOpen ? <People of={text} people={people} count={count} /> : <Reasons reasons={reasons} canOpen />}
    </li>
  );
}

/** Several reasons do not show whose each is; if the line can be opened, a hint refers to it. */
function Reasons({ reasons, canOpen = false }: { reasons: readonly string[]; canOpen?: boolean }): ReactNode {
  const { t } = useTranslation("approve");
  if (reasons.length === 0) return null;
  const reasonsText = reasons.slice(0, REASONS_MAX).join("; ");
  const more = reasons.length - REASONS_MAX;
  const all = more > 0 ? t("decisions.reasonsMore", { reasons: reasonsText, count: more }) : reasonsText;
  const isCounted = canOpen && reasons.length > 1;
  return (
    <p className={`${classes.reasons} selectable`} data-testid="approve-reasons">
      {isCounted
        ? t("decisions.reasonsCounted", { count: reasons.length })
        : t("decisions.reasons", { reasons: all, count: reasons.length })}
    </p>
  );
}

function People({ of, people, count }: { of: string; people: readonly ListedPerson[]; count: number }): ReactNode {
  const { t } = useTranslation("approve");
  const more = count - people.length;
  return (
    <>
      {/* A scrolling list needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.people} tabIndex={0} role="region" aria-label={of} data-testid="approve-people">
        <ul>
          {people.map((person, at) => (
            // The order of this list is fixed.
            // oxlint-disable-next-line react/no-array-index-key
            <Person key={at} person={person} />
          ))}
        </ul>
      </div>
      {more > 0 ? <p className={classes.more}>{t("people.more", { count: more })}</p> : null}
    </>
  );
}

function Person({ person: { row, name, amount, from, to, holder, reason } }: { person: ListedPerson }): ReactNode {
  const { t } = useTranslation("approve");
  const value = (text: string): string => (text === "" ? t("people.empty") : text);
  return (
    <li>
      <span className={classes.personName}>{name === "" ? t("people.noName") : name}</span>
      <span className={classes.personAmount}>
        {amount === null ? null : <Money value={amount.sum} currency={amount.currency} sign="plain" />}
      </span>
      <span className={classes.personFacts}>
        <span>{row === null ? t("where.rowAdded") : t("where.row", { row })}</span>
        {to === null ? null : (
          <span>{from === null ? to : t("people.fromTo", { from: value(from), to: value(to) })}</span>
        )}
        {holder === null ? null : <span>{t("people.holder", { holder })}</span>}
        {reason === null ? null : <span>{t("decisions.reasons", { reasons: reason, count: 1 })}</span>}
      </span>
    </li>
  );
}
